"""What a session hears becomes hot in it."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from memory_core.core import session
from memory_core.learnings import conflict, hot_set, hot_state, learning, score
from memory_core.learnings.learning import Learning
from memory_core.redact import second_opinion

HEARD: Final = "heard"  # in the state: the transcript's lines that said something, for the day they are met in a copy
FIRST: Final = "first"  # as in `capture`
_HEARD_MOST: Final = 500
_WORDED: Final = "multiple_corrections"


def hear(
    root: str, name: str, before: Mapping[str, Any], state: Mapping[str, Any], new: Iterable[Learning], now: str
) -> dict[str, Any]:
    """The state of the session `name` with what it heard since `before`.

    A fork begins with a copy of the lines of the session that it was forked from: what was heard there is not new.
    """
    is_new = not before.get("cursors") or before.get(FIRST)
    copied = session.heard_elsewhere(root, name, HEARD) if is_new else frozenset()
    fresh = [_cleaned(one) for one in new if not (one.uuid and one.uuid in copied)]
    if not fresh:
        return dict(state)
    held = hot_set.of(state)
    for one in fresh:
        _add(held, one._replace(id=learning.provisional(one), extra={**one.extra, hot_set.AT: now}))
    held = [score.scored(one, now[:10]) for one in held]
    lines = [one.uuid for one in fresh if one.uuid]
    heard = list(dict.fromkeys([*session.texts(state, HEARD), *lines]))[-_HEARD_MOST:]
    return {**state, "hot": hot_state.to_hot(held), HEARD: heard}


def _add(held: list[Learning], new: Learning) -> None:
    """Put a learning among those that are held; one that says the same again says how much it is meant."""
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


def _cleaned(one: Learning) -> Learning:
    return one._replace(
        description=second_opinion.clean(one.description),
        reason=second_opinion.clean(one.reason),
        quote=second_opinion.clean(one.quote),
        path=second_opinion.clean(one.path),
        triggers=tuple(second_opinion.clean(word) for word in one.triggers),
    )
