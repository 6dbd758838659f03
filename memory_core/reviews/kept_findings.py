"""The kept findings of reviews: in git notes, one document for each commit (CS-FR-018)."""

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
    """Keep the findings of a review of a commit; returns them in their current state and order, each once.

    A known finding keeps its status and its id; a forgotten finding is left out; a review without findings is one
    memory. The caller holds `registry.held(root)`.
    """
    review = Review(commit, when, redact.clean(spec), redact.clean(author))
    return finding_notes.keep_findings(root, [redact.clean_fields(finding, *_SAID) for finding in findings], review)


def read(root: str) -> list[Memory]:
    """Every finding of every review in the notes, in order of time."""
    tip = git_notes.tips(root).get(review_finding.SPACE)
    reviews = git_notes.read(root, review_finding.SPACE, tip) if tip else ()
    return [memory for memory in reviews if memory.kind == "review" and "findings" not in memory.attrs]
