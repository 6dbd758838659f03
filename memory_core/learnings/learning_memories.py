"""Learnings as memories: both warm files and the hot learnings of sessions, as the union reads and writes them."""

import contextlib
from collections.abc import Iterable, Mapping
from typing import Any, Final

from memory_core.core import lock, session
from memory_core.core.home import Addition
from memory_core.core.light import clock, files, lifecycle
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import NOTHING, Link, Memory, is_documented
from memory_core.journal import journal_files
from memory_core.journal.journal_entries import SHELVES
from memory_core.learnings import access_log, archive, warm_files
from memory_core.learnings import learning as codec
from memory_core.learnings.learning import (
    COLD,
    GLOBAL,
    GONE,
    HOT,
    PREFIX,
    PROJECT,
    REJECTED,
    SUPERSEDED,
    WARM,
    Cold,
    Learning,
    Move,
    from_state,
    scored,
    to_state,
)

SESSION: Final = "session"  # the home of what is hot
_PATTERNS: Final = SHELVES[1]  # in which versions before 0.5 kept preferences
_AHEAD: Final = 500  # numbers that an id from elsewhere may be ahead of all that were given here
_OVER: Final = {"superseded": SUPERSEDED, "rejected": REJECTED}


def is_one(memory: Memory) -> bool:
    """Whether a memory is a learning that tiers, in any place; a document's statement is none."""
    return memory.kind in PREFIX and not is_documented(memory)


def stands_here(memory: Memory) -> bool:
    """Whether the home of a memory is a warm file or a session."""
    return memory.source.home in (warm_files.NAME, SESSION)


def stamp(root: str) -> str:
    """A signature of both warm files: each determines which learnings of the other hold, and their ids."""
    return warm_files.stamp(root)


def read(root: str, level: str) -> list[Memory]:
    """The learnings of a level that hold in this project."""
    return [as_memory(learning) for learning in warm_files.both(root).learnings if learning.level == level]


def replaced(root: str) -> list[Memory]:
    """The replaced learnings of the project and of all projects; each names its successor."""
    gone = (cold for cold in archive.read(root) if cold.why == SUPERSEDED and cold.by)
    return [
        as_memory(cold.learning)._replace(
            status=lifecycle.SUPERSEDED, updated=cold.archived, links=(Link(lifecycle.BY, cold.by),)
        )
        for cold in gone
    ]


def hot(root: str) -> list[Memory]:
    """The hot learnings of the project's sessions, each learning of a session once."""
    return [
        _seen(each, codec.to_memory(each, f"session {name}", SESSION))
        for name, state in session.left_behind(root)
        for each in from_state(state)
    ]


def keep(root: str, memories: Iterable[Memory]) -> list[Memory]:
    """Write learnings to the warm file of their level, and return them as they are there.

    A learning with the words of a warm one is that one; a learning of all projects is not added to a project. The
    caller holds `registry.held(root)`.
    """
    given = [(memory, learning_of(memory)) for memory in memories]
    if not given:
        return []
    with lock.of_user():
        stands = {level: warm_files.read(root, level) for level in warm_files.LEVELS}
        every = [learning for warm in stands.values() for learning in warm.learnings]
        by_words = {(item.level, codec.fingerprint(item)): item for item in every}
        taken = warm_files.taken(root)
        muted = warm_files.muted(root)
        largest = {level: warm_files.numbers(root, level) for level in warm_files.LEVELS}
        kept = []
        for memory, each in given:
            words = codec.fingerprint(each)
            known = by_words.get((each.level, words))
            if known is None and each.level == PROJECT and (there := by_words.get((GLOBAL, words))):
                known = there if there.id not in muted else None
            if known is None:
                known = each._replace(id=_free(memory.id, each.kind, taken, largest[each.level]))
                by_words[each.level, words] = known
                taken.add(known.id)
                warm = stands[each.level]
                stands[each.level] = warm._replace(learnings=(*warm.learnings, known))
            kept.append(as_memory(known))
        for level, warm in stands.items():
            if any(learning.scope.level == level for learning in kept):
                warm_files.write(root, level, warm)
    return kept


def learning_of(memory: Memory) -> Learning:
    """A memory of another home, or of none yet, as a learning that somebody stated."""
    extra: dict[str, Any] = dict(memory.attrs.get("extra") or {})
    fields = {"tags": list(memory.tags), "spec": memory.scope.work}
    extra |= {key: value for key, value in fields.items() if value}
    attrs = {"source": "user", **memory.attrs, "extra": extra}
    return codec.of_memory(memory._replace(attrs=attrs))


def change(root: str, memories: Iterable[Memory]) -> None:
    """Write learnings over those with the same id; learnings that no longer hold are archived.

    The caller holds `registry.held(root)`.
    """
    news = {(memory.scope.level, memory.id): memory for memory in memories if memory.source.home == warm_files.NAME}
    if not news:
        return
    with lock.of_user():
        for level in warm_files.LEVELS:
            warm = warm_files.read(root, level)
            kept, gone = [], []
            for learning in warm.learnings:
                new = news.get((level, learning.id))
                if new is None:
                    kept.append(learning)
                elif new.status in _OVER:
                    project = root if level == PROJECT else ""
                    gone.append(Cold(learning, project, clock.today(), _OVER[new.status], lifecycle.successor(new)))
                else:
                    kept.append(learning_of(new))
            archive.add(gone, clock.today())
            warm_files.write(root, level, warm._replace(learnings=tuple(kept)))
            _log(root, [Move(each.learning, "archived", WARM, COLD, each.why) for each in gone])


def add(root: str, memory: Memory, when: str, more: Addition) -> None:
    """Say more of a learning that is warm. The caller holds `registry.held(root)`."""
    if memory.source.home == SESSION:
        raise Refusal(f"{memory.id} becomes warm when its session ends; add to it then, or state it again")
    if more.status == SUPERSEDED and more.by:
        links = (*memory.links, Link(lifecycle.BY, more.by))
        change(root, [memory._replace(status=more.status, links=links, updated=when)])
        return
    if more.status or more.tags or more.relates_to or more.work or more.phase or more.maybe or more.edits:
        raise Refusal(
            f"{memory.id} is a learning: only text can be added here; for anything else use "
            "`memory-core jarvis memory edit`, `confirm` or `reject`"
        )
    body = "\n\n".join(part for part in (memory.body, more.body) if part)
    change(root, [memory._replace(body=body, updated=when)])


def forget(root: str, memory: Memory) -> None:
    """Take a learning out of its warm file or its session. The caller holds `registry.held(root)`."""
    item = codec.of_memory(memory)
    if memory.source.home == SESSION:
        name = memory.source.place.removeprefix("session ")
        state = session.load(root, name)
        left = [each for each in from_state(state) if each.id != memory.id]
        session.save(root, name, {**state, "hot": to_state(left)})
        _log(root, [Move(item, "deleted", HOT, GONE, "user")])
        return
    level = memory.scope.level
    if memory.status == lifecycle.SUPERSEDED:
        with lock.of_user():
            gone = [cold for cold in archive.read(root) if cold.why == SUPERSEDED and cold.learning.id == memory.id]
            archive.take([cold for cold in gone if cold.learning.description == memory.summary])
            _log(root, [Move(item, "deleted", COLD, GONE, "user")])
        return
    with lock.of_user():
        warm_files.drop(root, level, memory.id)
        _log(root, [Move(item, "deleted", WARM, GONE, "user")])


def waiting(root: str) -> list[Memory]:
    """The learnings that still hold and are in the journal, where versions before 0.5 kept them."""
    raw = files.read_bytes(journal_files.file_of(root, _PATTERNS)) or b""
    if not any(kind.encode() in raw for kind in PREFIX):
        return []
    return [each for each in journal_files.read(root, (_PATTERNS,)) if is_one(each) and each.status not in _OVER]


def adopt(root: str) -> int:
    """Move the learnings that versions before 0.5 kept in the journal to the warm tier; returns how many.

    They are written there before they leave the journal, with their dates; from today on they count as idle, because
    earlier versions showed them in every briefing. The caller holds `learnings.held(root)`.
    """
    old = waiting(root)
    if not old:
        return 0
    kept = {each.id for each in keep(root, [_adopted(learning) for learning in old])}
    warm = warm_files.read(root, PROJECT)
    back = {learning.id: clock.today() for learning in warm.learnings if learning.id in kept}
    warm_files.write(root, PROJECT, warm._replace(returned={**back, **warm.returned}))
    journal_files.remove(root, old)
    return len(old)


def _adopted(memory: Memory) -> Memory:
    """A learning of the journal for the warm tier: its certainty there is not a confidence (X-3)."""
    day, extra = (memory.updated or memory.created)[:10], dict(memory.attrs.get("extra") or {})
    attrs: dict[str, Any] = {"source": "statement", "last_accessed": day, "extra": extra}
    each = codec.of_memory(memory._replace(id="", attrs=attrs))
    attrs["confidence"] = scored(each, clock.today()).confidence
    return memory._replace(id="", status="active", attrs=attrs)


def as_memory(learning: Learning) -> Memory:
    """A warm learning as a memory."""
    return _seen(learning, codec.to_memory(learning, warm_files.place(learning.level), warm_files.NAME))


def _seen(learning: Learning, memory: Memory) -> Memory:
    """The memory with the tags and the spec that it was remembered with."""
    extra: Mapping[str, Any] = learning.extra or NOTHING
    tags, work = extra.get("tags"), extra.get("spec")
    return memory._replace(
        tags=tuple(tag for tag in tags if isinstance(tag, str)) if isinstance(tags, list) else (),
        scope=memory.scope._replace(work=work if isinstance(work, str) and work else None),
    )


def _free(wanted: str, kind: str, taken: set[str], largest: dict[str, int]) -> str:
    """The requested id if it is free, else the next free one."""
    number = codec.numbers([wanted])[kind]
    if number and wanted not in taken and number <= largest[kind] + _AHEAD and wanted not in _archived():
        largest[kind] = max(largest[kind], number)
        return wanted
    while (name := codec.number(kind, largest[kind] + 1)) in taken:
        largest[kind] += 1
    largest[kind] += 1
    return name


def _archived() -> set[str]:
    return {each.learning.id for each in archive.read()}


def _log(root: str, moves: list[Move]) -> None:
    with contextlib.suppress(Refusal):  # what was done is done
        access_log.append(moves, clock.stamp(clock.now()), root)
