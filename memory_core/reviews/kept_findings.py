"""The findings of reviews where they are kept: in git notes, all of a commit in one document (CS-FR-018)."""

from collections.abc import Sequence
from typing import Final

from memory_core import redact
from memory_core.core import review_finding
from memory_core.core.memory import Memory
from memory_core.core.review_finding import Finding
from memory_core.notes import finding_notes, git_notes
from memory_core.notes.home import revise as revise
from memory_core.notes.merge import Review

_SAID: Final = ("summary", "file", "details", "remediation", "resolution", "extra")  # may hold a secret


def keep(
    root: str, commit: str, findings: Sequence[Finding], *, spec: str = "", when: str, author: str = ""
) -> list[Memory]:
    """The findings of a review of a commit as they now stand, in the order in which they were given, each once.

    What the document of the commit tells already keeps its status and its id; what was forgotten is left out; a review
    that found nothing is one memory. The caller holds `registry.held(root)`.
    """
    review = Review(commit, when, redact.clean(spec), redact.clean(author))
    return finding_notes.keep_findings(root, [redact.clean_fields(finding, *_SAID) for finding in findings], review)


def read(root: str) -> list[Memory]:
    """Every finding of every review, as it stands in the notes, in the order of their times."""
    tip = git_notes.tips(root).get(review_finding.SPACE)
    reviews = git_notes.read(root, review_finding.SPACE, tip) if tip else ()
    return [memory for memory in reviews if memory.kind == "review" and "findings" not in memory.attrs]
