"""What two learnings are to each other, and which of two holds (JARVIS-43 to 47, J-4)."""

from typing import Final, Literal

from memory_core.domain import novelty
from memory_core.domain.tiers.learning import PROJECT, Learning
from memory_core.domain.tiers.moves import Resolution

SAME: Final = "same"  # one of them says all that the other does
MERGE: Final = "merge"  # both say it of the same thing, and one more
CONTRADICT: Final = "contradict"  # both cannot hold
APART: Final = "apart"  # they are about different things
Relation = Literal["same", "merge", "contradict", "apart"]


def relation(old: Learning, new: Learning) -> Relation:
    """What the newer of two learnings is to the older one."""
    if novelty.words(old.description) == novelty.words(new.description):
        return SAME
    return APART


def resolve(a: Learning, b: Learning) -> Resolution:
    """Which of two that contradict each other holds: the explicit, else the more specific, else the more recent."""
    rule, first, reason = _decided(a, b)
    return Resolution(a.id, b.id, rule, (a if first else b).id, reason)


def _decided(a: Learning, b: Learning) -> tuple[str, bool, str]:
    """The rule that decides, whether it is for the first, and why."""
    if a.is_explicit != b.is_explicit:
        return "explicit", a.is_explicit, "the user said so; the other was only seen"
    if a.level != b.level:
        return "specific", a.level == PROJECT, "what holds in this project goes before what holds in all"
    if bool(a.path) != bool(b.path):
        return "specific", bool(a.path), "what is said of some files goes before what is said of all"
    newest = [(one.updated or one.last_accessed or one.created, one.id) for one in (a, b)]
    return "recent", newest[0] > newest[1], "it is the more recent one"
