"""What two learnings are to each other, and which of two holds (JARVIS-43 to 47, J-4)."""

from collections.abc import Collection, Iterator, Sequence
from typing import Final, Literal

from memory_core.language import relation as between
from memory_core.learnings.learning import ACTIVE, GLOBAL, PROJECT, STAYS_COLD, SUPERSEDED, Cold, Learning, Resolution

SAME: Final = "same"  # both say the same
MERGE: Final = "merge"  # one of them says what the other does, and more
CONTRADICT: Final = "contradict"  # both cannot hold
APART: Final = "apart"  # both hold
Relation = Literal["same", "merge", "contradict", "apart"]
_PAIRS_MOST: Final = 4_000  # pairs that are compared: some seconds
_COLD_MOST: Final = 5_000  # cold learnings that new ones are compared with


def relation(old: Learning, new: Learning) -> Relation:
    """The relation of the newer of two learnings to the older; if unsure, both hold.

    Learnings about different files are unrelated. A learning about some files is an exception to one about all files,
    and ends nothing.
    """
    if old.path and new.path and old.path != new.path:
        return APART
    if between.gives_up(old.description, new.description):
        return CONTRADICT if old.path == new.path else APART
    if not between.is_near(old.description, new.description):
        return APART
    result = between.relation(old.description, new.description)
    if result.kind == between.SAME and result.is_sure:
        return SAME
    if fuller(old, new):
        return MERGE
    is_more = result.kind == between.REFINES and result.is_sure
    return SAME if is_more and old.is_explicit and not new.is_explicit else APART  # the user's words stand for it


def fuller(old: Learning, new: Learning) -> Learning | None:
    """The one of two learnings with the fuller wording; an observed habit never replaces the user's words."""
    allowed = [learning for learning in (old, new) if learning.is_explicit] or [old, new]
    words = between.fuller(old.description, new.description)
    return next((each for each in allowed if each.description == words), None)


def resolve(a: Learning, b: Learning) -> Resolution:
    """Which of two that contradict each other holds: the explicit, else the more specific, else the more recent.

    Of two of the same day it is `b`.
    """
    rule, first, reason = _decided(a, b)
    return Resolution(a.id, b.id, rule, (a if first else b).id, reason)


def winner(a: Learning, b: Learning) -> Learning:
    """The learning that a resolution names as the winner."""
    return a if _decided(a, b)[1] else b


def _decided(a: Learning, b: Learning) -> tuple[str, bool, str]:
    """The rule that decides, whether it is for the first, and why."""
    if a.is_explicit != b.is_explicit:
        return "explicit", a.is_explicit, "the user said so; the other was only seen"
    if a.level != b.level:
        here, there = (a, b) if a.level == PROJECT else (b, a)
        why = "what holds in this project goes before what holds in all"
        if _when(there) > _when(here) or (there is b and _when(there) == _when(here)):
            why += "; the other was said of all projects later, and holds in the rest of them"
        return "specific", here is a, why
    if bool(a.path) != bool(b.path):
        return "specific", bool(a.path), "what is said of some files goes before what is said of all"
    return "recency", _when(a) > _when(b), "it is the more recent one"


def _when(learning: Learning) -> str:
    """The day on which the learning was last stated or met; showing it does not count."""
    return (learning.updated or learning.created)[:10]


def lost(loser: Learning, by: Learning, project: str, today: str) -> Cold | None:
    """The losing learning for the archive; None for a learning of all projects that only fails to hold in this one."""
    if loser.level == GLOBAL and by.level == PROJECT:
        return None
    return Cold(loser, project if loser.level == PROJECT else "", today, SUPERSEDED, by.id)


def conflicts(warm: Sequence[Learning], muted: Collection[str] = ()) -> Iterator[tuple[Learning, Learning]]:
    """The pairs of learnings in force here that cannot both hold, the older first; of many that are near the first."""
    left = _PAIRS_MOST
    held = [learning for learning in warm if learning.status == ACTIVE and learning.id not in muted]
    for at, new in enumerate(held):
        for old in held[:at]:
            if between.is_near(old.description, new.description):
                if not left:
                    return
                left -= 1
                if relation(old, new) == CONTRADICT:
                    yield old, new


def compared(cold: Sequence[Cold]) -> Sequence[Cold]:
    """The cold learnings that new ones are compared with: first those that stay cold, then the newest others, newest
    last.
    """
    if len(cold) <= _COLD_MOST:
        return cold
    stays = [each for each in cold if each.why in STAYS_COLD][-_COLD_MOST:]
    rest = sorted((each for each in cold if each.why not in STAYS_COLD), key=lambda each: each.archived)
    return [*stays, *rest[max(len(rest) - _COLD_MOST + len(stays), 0) :]]


def standing(kept: Sequence[Learning], new: Learning) -> Learning | None:
    """The first kept learning that states the same as the new one, else the first that it was merged with."""
    near = [old for old in kept if old.kind == new.kind]
    alike = {relation(old, new): old for old in reversed(near) if fuller(old, new)}
    same = next((old for old in near if relation(old, new) == SAME), None)
    return same or alike.get(MERGE)
