"""The hot learnings of a session: those that it heard, and the warm ones that it was shown."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from memory_core.core import session
from memory_core.core.light import clock
from memory_core.core.memory import NOTHING
from memory_core.core.safe_json import fenced
from memory_core.learnings import conflict, hot_view, learning, warm_files
from memory_core.learnings.learning import HOT_MOST, Learning, from_state, priority, scored, to_state
from memory_core.learnings.light import matchers
from memory_core.redact import second_opinion

LABEL: Final = "learnings of this session"
AT: Final = "at"  # the moment at which one became hot: a key of its own while it is
MATCHED: Final = "matched"
COUNTED: Final = "counted"  # told and counted, and no longer hot


class Told(NamedTuple):
    """A warm learning that a session was shown."""

    id: str
    level: str
    at: str


def since(learning: Learning) -> str:
    """The moment at which a learning of `of` became hot."""
    at = learning.extra.get(AT)
    return at if isinstance(at, str) else ""


def cooled(learning: Learning) -> Learning:
    """The learning without the fields that it has only while it is hot."""
    extra = {key: value for key, value in learning.extra.items() if key != AT}
    return learning._replace(extra=extra or NOTHING)


def mentioned(state: Mapping[str, Any]) -> list[Told]:
    """The warm learnings that are hot in the session, oldest first."""
    result = state.get(MATCHED)
    fields = [
        [each.get(name) for name in Told._fields]
        for each in (result if isinstance(result, list) else [])
        if isinstance(each, dict)
    ]
    return [Told(*map(str, values)) for values in fields if all(isinstance(value, str) for value in values)]


def counted(state: Mapping[str, Any]) -> set[tuple[str, str]]:
    """(level, id) of each learning that was counted in this session."""
    gone = (text.partition("/") for text in session.texts(state, COUNTED))
    return {(each.level, each.id) for each in mentioned(state)} | {(level, name) for level, _, name in gone}


def tell(state: Mapping[str, Any], new: Sequence[Told], warm: Sequence[Learning], today: str) -> dict[str, Any]:
    """The state after these were shown: at most twenty are hot; beyond that the least warm ones go."""
    known = {(learning.level, learning.id): learning for learning in warm}
    every = [*mentioned(state), *new]
    room = max(HOT_MOST - len(from_state(state)), 0)
    ranks = {
        (each.level, each.id): priority(known[each.level, each.id], today) if (each.level, each.id) in known else 0.0
        for each in every
    }
    best = sorted(every, key=lambda each: (-ranks[each.level, each.id], each))[:room]
    gone = [f"{each.level}/{each.id}" for each in every if each not in best]
    before = session.texts(state, COUNTED)
    rest = {key: value for key, value in state.items() if key not in (MATCHED, COUNTED)}
    if best:
        rest[MATCHED] = [each._asdict() for each in every if each in best]
    return {**rest, COUNTED: list(dict.fromkeys([*before, *gone]))} if before or gone else rest


def hot_text(root: str, name: str, most: int) -> str:
    """The hot learnings as fenced text of at most `most` characters; they count as shown. "" if there are none."""
    state = session.load(root, name)
    own, others = from_state(state), mentioned(state)
    known = {(learning.level, learning.id): learning for learning in warm_files.both(root).learnings} if others else {}
    warm = [each for each in others if (each.level, each.id) in known]
    at = {learning.id: since(learning) for learning in own} | {learning.id: learning.at for learning in warm}
    items = [*own, *(known[learning.level, learning.id] for learning in warm)]
    if not items:
        return ""
    room = min(most - len(fenced("", LABEL)), hot_view.WHOLE)
    matchers.tell(root, name, [(learning.id, learning.level) for learning in warm], clock.stamp(clock.now()))
    brought = warm_files.brought(root, items[len(own) :])
    return fenced(hot_view.rendered(items, at, room, brought), LABEL)


def uncounted(root: str, name: str) -> list[Told]:
    """The warm learnings that the session was shown since the last count."""
    new = matchers.shown(root, name)
    if not new:
        return []
    known = counted(session.load(root, name))
    return [Told(*learning) for learning in new if (learning[1], learning[0]) not in known]


def is_settled(root: str, name: str) -> bool:
    """Whether there is nothing to count in the session, and no more is hot in it than may be."""
    return not uncounted(root, name) and has_room(session.load(root, name))


def has_room(state: Mapping[str, Any]) -> bool:
    """Whether no more is hot than may be."""
    return len(from_state(state)) + len(mentioned(state)) <= HOT_MOST


def over(held: Sequence[Learning], today: str) -> list[Learning]:
    """The session's own learnings for which there is no room: the least important beyond twenty (JARVIS-35)."""
    ranked = sorted(held, key=lambda each: (-priority(each, today), each.id))
    return ranked[HOT_MOST:]


HEARD: Final = "heard"  # in the state: the transcript's lines that said something, for the day they are met in a copy
FIRST: Final = "first"  # as in `capture`
_HEARD_MOST: Final = 500
_WORDED: Final = "multiple_corrections"


def hear(
    root: str, name: str, before: Mapping[str, Any], state: Mapping[str, Any], new: Iterable[Learning], now: str
) -> dict[str, Any]:
    """The state of the session `name` with what it heard since `before`.

    A fork begins with a copy of the lines of its original session; what was heard in these lines is not new.
    """
    is_new = not before.get("cursors") or before.get(FIRST)
    copied = session.heard_elsewhere(root, name, HEARD) if is_new else frozenset()
    fresh = [_cleaned(learning) for learning in new if not (learning.uuid and learning.uuid in copied)]
    if not fresh:
        return dict(state)
    held = from_state(state)
    for each in fresh:
        _add(held, each._replace(id=learning.provisional(each), extra={**each.extra, AT: now}))
    held = [scored(learning, now[:10]) for learning in held]
    lines = [item.uuid for item in fresh if item.uuid]
    heard = list(dict.fromkeys([*session.texts(state, HEARD), *lines]))[-_HEARD_MOST:]
    return {**state, "hot": to_state(held), HEARD: heard}


def _add(held: list[Learning], new: Learning) -> None:
    """Add a learning to those that are held; a repetition strengthens the one that states the same."""
    alike = [number for number, old in enumerate(held) if old.kind == new.kind]
    if alike:
        for number in alike:
            if conflict.relation(held[number], new) == conflict.SAME:
                held[number] = _again(held[number], new)
                return
    held.append(new)


def _again(old: Learning, new: Learning) -> Learning:
    """The learning after it was met once more in the same session. A practice is met once in a session."""
    if new.uuid and new.uuid == old.uuid:
        return old
    is_one_level = old.level == new.level
    words = old if is_one_level or old.level == learning.GLOBAL else new  # what holds in all is told in its own
    met = words._replace(
        status=learning.ACTIVE if learning.ACTIVE in (old.status, new.status) else old.status,
        confirmation=max(old.confirmation, new.confirmation),
        updated=max(old.updated, new.updated),
        extra=old.extra,
    )
    if is_one_level:
        met = met._replace(
            reason=old.reason or new.reason,
            path=old.path or new.path,
            slot=old.slot or new.slot,
            triggers=tuple(dict.fromkeys((*old.triggers, *new.triggers))),
            quote=old.quote if new.source in learning.PRACTISED else new.quote or old.quote,
        )
    if new.source in learning.PRACTISED:
        return met
    corrections = max(old.corrections + 1, new.corrections)
    return met._replace(
        corrections=corrections,
        occurrences=max(old.occurrences + 1, new.occurrences, corrections),
        source=_WORDED if corrections > 1 else new.source or old.source,
        uuid=new.uuid or old.uuid,
    )


def _cleaned(learning: Learning) -> Learning:
    return learning._replace(
        description=second_opinion.clean(learning.description),
        reason=second_opinion.clean(learning.reason),
        quote=second_opinion.clean(learning.quote),
        path=second_opinion.clean(learning.path),
        triggers=tuple(second_opinion.clean(word) for word in learning.triggers),
    )
