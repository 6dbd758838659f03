"""What is hot in a session: what it heard since it began, and the warm learnings that it was told."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from memory_core.core import session
from memory_core.core.light import clock
from memory_core.core.memory import NOTHING
from memory_core.core.safe_json import fenced
from memory_core.learnings import hot_state, hot_view, score, warm_files
from memory_core.learnings.learning import Learning
from memory_core.learnings.light import matchers
from memory_core.learnings.score import HOT_MOST

LABEL: Final = "learnings of this session"
AT: Final = "at"  # the moment at which one became hot: a key of its own while it is
MATCHED: Final = "matched"
COUNTED: Final = "counted"  # told and counted, and no longer hot


class Told(NamedTuple):
    """A warm learning that a session was told."""

    id: str
    level: str
    at: str


def of(state: Mapping[str, Any]) -> list[Learning]:
    """The learnings that the session itself heard, oldest first."""
    return hot_state.hot(dict(state))


def since(one: Learning) -> str:
    """The moment at which a learning of `of` became hot."""
    at = one.extra.get(AT)
    return at if isinstance(at, str) else ""


def cooled(one: Learning) -> Learning:
    """The learning without what is said of it only while it is hot."""
    extra = {key: value for key, value in one.extra.items() if key != AT}
    return one._replace(extra=extra or NOTHING)


def told(state: Mapping[str, Any]) -> list[Told]:
    """The warm learnings that are hot in the session, oldest first."""
    found = state.get(MATCHED)
    fields = [
        [one.get(name) for name in Told._fields]
        for one in (found if isinstance(found, list) else [])
        if isinstance(one, dict)
    ]
    return [Told(*map(str, values)) for values in fields if all(isinstance(value, str) for value in values)]


def counted(state: Mapping[str, Any]) -> set[tuple[str, str]]:
    """(level, id) of each learning that was counted in this session."""
    gone = (one.partition("/") for one in session.texts(state, COUNTED))
    return {(one.level, one.id) for one in told(state)} | {(level, name) for level, _, name in gone}


def tell(state: Mapping[str, Any], new: Sequence[Told], warm: Sequence[Learning], today: str) -> dict[str, Any]:
    """The state once these were told: with its own, at most twenty are hot; the least of the warm ones are no more."""
    known = {(one.level, one.id): one for one in warm}
    every = [*told(state), *new]
    room = max(HOT_MOST - len(of(state)), 0)
    ranks = {
        (one.level, one.id): score.priority(known[one.level, one.id], today) if (one.level, one.id) in known else 0.0
        for one in every
    }
    best = sorted(every, key=lambda one: (-ranks[one.level, one.id], one))[:room]
    gone = [f"{one.level}/{one.id}" for one in every if one not in best]
    before = session.texts(state, COUNTED)
    rest = {key: value for key, value in state.items() if key not in (MATCHED, COUNTED)}
    if best:
        rest[MATCHED] = [one._asdict() for one in every if one in best]
    return {**rest, COUNTED: list(dict.fromkeys([*before, *gone]))} if before or gone else rest


def told_again(root: str, name: str, most: int) -> str:
    """What is hot in the session, fenced, in at most so many characters; it counts as told. "" where nothing is."""
    state = session.load(root, name)
    own, others = of(state), told(state)
    known = {(one.level, one.id): one for one in warm_files.both(root).learnings} if others else {}
    warm = [one for one in others if (one.level, one.id) in known]
    at = {one.id: since(one) for one in own} | {one.id: one.at for one in warm}
    items = [*own, *(known[one.level, one.id] for one in warm)]
    if not items:
        return ""
    room = min(most - len(fenced("", LABEL)), hot_view.WHOLE)
    matchers.tell(root, name, [(one.id, one.level) for one in warm], clock.stamp(clock.now()))
    brought = warm_files.brought(root, items[len(own) :])
    return fenced(hot_view.rendered(items, at, room, brought), LABEL)


def uncounted(root: str, name: str) -> list[Told]:
    """The warm learnings that the session was told since they were counted last."""
    new = matchers.told(root, name)
    if not new:
        return []
    known = counted(session.load(root, name))
    return [Told(*one) for one in new if (one[1], one[0]) not in known]


def is_settled(root: str, name: str) -> bool:
    """Whether there is nothing to count in the session, and no more is hot in it than may be."""
    return not uncounted(root, name) and has_room(session.load(root, name))


def has_room(state: Mapping[str, Any]) -> bool:
    """Whether no more is hot than may be."""
    return len(of(state)) + len(told(state)) <= HOT_MOST


def over(held: Sequence[Learning], today: str) -> list[Learning]:
    """Those of a session's own learnings for which there is no room: the least, beyond twenty (JARVIS-35)."""
    ranked = sorted(held, key=lambda one: (-score.priority(one, today), one.id))
    return ranked[HOT_MOST:]
