"""What two learnings are to each other, and which of two holds (JARVIS-43 to 47, J-4)."""

from collections.abc import Collection, Iterator, Sequence

from memory_core.domain.tiers.learning import ACTIVE, GLOBAL, PROJECT, Learning
from memory_core.domain.tiers.moves import SUPERSEDED, Cold, Resolution
from memory_core.domain.tiers.stance import APART, CONTRADICT, MERGE, SAME, Relation, compare, stance

__all__ = ["APART", "CONTRADICT", "MERGE", "SAME", "Relation", "conflicts", "lost", "relation", "resolve"]


def relation(old: Learning, new: Learning) -> Relation:
    """What the newer of two learnings is to the older one."""
    one = stance(old.description, old.path, old.slot)
    other = stance(new.description, new.path, new.slot)
    return compare(one, other)


def resolve(a: Learning, b: Learning) -> Resolution:
    """Which of two that contradict each other holds: the explicit, else the more specific, else the more recent.

    Of two of the same day it is `b`.
    """
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
    return "recent", _when(a) > _when(b), "it is the more recent one"


def _when(learning: Learning) -> str:
    """When it was last said or done: to be told is not to be said again."""
    return (learning.updated or learning.created)[:10]


def lost(loser: Learning, winner: Learning, project: str, today: str) -> Cold | None:
    """The loser in the archive; None for one of all projects that only does not hold in this one."""
    if loser.level == GLOBAL and winner.level == PROJECT:
        return None
    return Cold(loser, project if loser.level == PROJECT else "", today, SUPERSEDED, winner.id)


def conflicts(warm: Sequence[Learning], muted: Collection[str] = ()) -> Iterator[tuple[Learning, Learning]]:
    """The pairs of learnings in force here that cannot both hold, the older first."""
    held = [one for one in warm if one.status == ACTIVE and not (one.level == GLOBAL and one.id in muted)]
    for at, new in enumerate(held):
        for old in held[:at]:
            if relation(old, new) == CONTRADICT:
                yield old, new
