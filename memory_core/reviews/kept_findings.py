"""The findings of reviews where they are kept: in git notes, all of a commit in one document (CS-FR-018)."""

from collections.abc import Sequence
from typing import Final

from memory_core import redact
from memory_core.core.home import Addition
from memory_core.core.light.errors import Refusal
from memory_core.core.light.lifecycle import OPEN, RESOLVED
from memory_core.core.memory import Memory
from memory_core.notes import git_notes
from memory_core.reviews import batch
from memory_core.reviews.finding import Finding
from memory_core.reviews.merge import Review

_SAID: Final = ("summary", "file", "details", "remediation", "resolution", "extra")  # may hold a secret
_ADDED: Final = ("body", "tags", "work", "phase", "summary")


def keep(
    root: str, commit: str, findings: Sequence[Finding], *, spec: str = "", when: str, author: str = ""
) -> list[Memory]:
    """The findings of a review of a commit as they now stand, in the order in which they were given, each once.

    What the document of the commit tells already keeps its status and its id; what was forgotten is left out; a review
    that found nothing is one memory. The caller holds `registry.held(root)`.
    """
    review = Review(commit, when, redact.clean(spec), redact.clean(author))
    return git_notes.keep_findings(root, [redact.clean_fields(one, *_SAID) for one in findings], review)


def read(root: str) -> list[Memory]:
    """Every finding of every review, as it stands in the notes, in the order of their times."""
    tip = git_notes.tips(root).get(batch.SPACE)
    reviews = git_notes.read(root, batch.SPACE, tip) if tip else ()
    return [memory for memory in reviews if memory.kind == "review" and "findings" not in memory.attrs]


def revise(root: str, changes: Sequence[tuple[Memory, Addition]], when: str, author: str = "") -> None:
    """Add to many findings of batches at once: one commit of notes. The caller holds `registry.held(root)`."""
    wrong = [memory.id for memory, more in changes if more.status not in ("", OPEN, RESOLVED)]
    if wrong:
        raise Refusal(f"{wrong[0]} is a finding: it is open or resolved. Resolve it, and say why")
    cleaned = [(memory, redact.clean_fields(more, *_ADDED)) for memory, more in changes]
    git_notes.revise_findings(root, cleaned, when, author)
