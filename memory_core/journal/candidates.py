"""Candidates: unconfirmed statements of sessions, in the user's state folder, never in the repository.

One redacted line of JSON each, newest last. At most 500 in a project, kept for 30 days.
"""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any, Final

from memory_core.core.json_log import JsonLog
from memory_core.core.light import clock, user
from memory_core.core.memory import Memory
from memory_core.extract.policy import CANDIDATE
from memory_core.journal import journal_entries
from memory_core.redact.memories import clean

MARK: Final = "c-"  # prefix of the id of a candidate
MOST: Final = 500
DAYS: Final = 30
_RENEWED: Final = "renewed"  # attribute: when an old session was read
_LOG: Final = JsonLog(lambda root: user.derived(root, "candidates.jsonl"), 4_000_000)


def read(root: str) -> list[Memory]:
    """The candidates of a project that have not expired, oldest first; [] if the file cannot be read."""
    since = clock.stamp(clock.now() - timedelta(days=DAYS))
    memories = (_memory(row) for row in _LOG.entries(root))
    by_id = {memory.id: memory for memory in memories if memory is not None and _last_stated(memory) >= since}
    return [*by_id.values()]


def named(root: str, wanted: str) -> list[Memory]:
    """The candidates with the id `wanted`, or with an id that begins with it."""
    if not wanted.startswith(MARK):
        return []
    return [memory for memory in read(root) if memory.id.startswith(wanted)]


def add(root: str, new: Iterable[Memory]) -> list[Memory]:
    """Store candidates. Return those that an earlier session had stated already. The caller holds the lock."""
    known = {memory.id: memory for memory in read(root)}
    again = []
    count = len(known)
    for memory in new:
        candidate = clean(memory)._replace(id=identify(memory), status=CANDIDATE)
        before = known.pop(candidate.id, None)
        if before is not None and _is_elsewhere(before, candidate):
            again.append(candidate)
        known[candidate.id] = candidate
    if known and (again or len(known) > count):
        _write(root, [*known.values()])
    return again


def renew(root: str, memories: Sequence[Memory]) -> None:
    """Keep candidates for another month from now on, with their own dates. The caller holds the lock."""
    if memories:
        _write(root, [memory._replace(attrs={**memory.attrs, _RENEWED: clock.present()}) for memory in memories])


def _last_stated(memory: Memory) -> str:
    return max(memory.created, str(memory.attrs.get("extra", {}).get(_RENEWED, "")))


def _is_elsewhere(before: Memory, now: Memory) -> bool:
    """Whether two sessions state the same, and it is not one transcript line that was read twice."""
    is_line = before.source.uuid and before.source.uuid == now.source.uuid
    return before.source.session != now.source.session and not is_line


def drop(root: str, ids: Iterable[str]) -> None:
    """Remove candidates that are now kept or rejected. The caller holds the lock."""
    gone = {*ids}
    there = read(root)
    if any(memory.id in gone for memory in there):
        _write(root, [memory for memory in there if memory.id not in gone])


def identify(memory: Memory) -> str:
    """The id of a candidate, from its kind and its words."""
    return f"{MARK}{memory.fingerprint[:8]}"


def _write(root: str, memories: Sequence[Memory]) -> None:
    rows = [
        {"shelf": journal_entries.shelf_of(memory.kind).name, **journal_entries.to_item(memory)}
        for memory in memories[-MOST:]
    ]
    _LOG.write(root, entries=rows)


def _memory(row: Any) -> Memory | None:
    if not isinstance(row, dict):
        return None
    shelf = next(
        (each for each in journal_entries.SHELVES if each.name == row.get("shelf")), journal_entries.SHELVES[0]
    )
    memory = journal_entries.from_item({key: value for key, value in row.items() if key != "shelf"}, shelf)
    return memory._replace(status=CANDIDATE) if memory else None
