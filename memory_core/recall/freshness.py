"""Updates the rows of a home in the index, in transactions.

A row is identified by the hash of its content, so a changed memory is a removed row and a new row. Vectors are not made
here: a new row is marked as missing one, which the next process with a loaded model makes (C-16).
"""

import marshal
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

import apsw

from memory_core.core.light import hashes, lifecycle
from memory_core.core.memory import Memory, namespace
from memory_core.recall import catalogue, index_document, keyword, schema
from memory_core.recall.schema import written

STEP: Final = 500  # rows in one transaction if there is a deadline
CHARS: Final = 200_000  # characters in one transaction, approximately


class Change(NamedTuple):
    """The result of updating one home."""

    added: int = 0
    removed: int = 0
    whole: bool = True  # False if the deadline was reached; the next call continues


class _New(NamedTuple):
    hash: bytes
    memory: Memory


class _Seat(NamedTuple):
    """A memory and its neighbours in its group; 0 if there is none."""

    row: int
    before: int
    after: int
    seated: bool  # whether its words are already in the index


def refresh(
    connection: apsw.Connection,
    home: str,
    stamp: str,
    memories: Iterable[Memory],
    until: float | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Change:
    """Make `memories` the only rows of this home, and record the stamp under which they were read.

    `until` is a moment of `time.monotonic()` after which no transaction begins. Then the stamp is not recorded, so that
    the next call continues.
    """
    given = {digest(memory): memory for memory in memories}
    stands = dict(connection.execute("SELECT hash, id FROM memories WHERE home = ?", (home,)))
    leaving = [row for mark, row in stands.items() if mark not in given]
    coming = [_New(mark, memory) for mark, memory in given.items() if mark not in stands]
    coming.sort(key=lambda new: (*index_document.place_in_time(new.memory), new.memory.id, new.hash))
    hurries = until is not None or progress is not None
    done = 0
    while True:
        part = _part(coming, done) if hurries else coming[done:]
        whole = done + len(part) == len(coming)
        with written(connection):
            _change(connection, home, leaving if not done else [], part)
            if whole:
                connection.execute("INSERT OR REPLACE INTO homes VALUES (?, ?)", (home, stamp))
        done += len(part)
        if progress is not None:
            progress(done, len(coming))
        if whole or (until is not None and time.monotonic() >= until):
            return Change(done, len(leaving), whole)


def _part(coming: Sequence[_New], done: int) -> Sequence[_New]:
    """The next rows for one transaction; fewer if they are long."""
    end = size = 0
    for new in coming[done : done + STEP]:
        size += len(new.memory.summary) + len(new.memory.body)
        end += 1
        if size > CHARS:
            break
    return coming[done : done + end]


def amend(
    connection: apsw.Connection, home: str, stamp: str, refs: Collection[str], memories: Iterable[Memory]
) -> Change:
    """Replace the rows with these ids of a home in one transaction, and record the stamp."""
    given = {digest(memory): memory for memory in memories}
    stands: dict[bytes, int] = {}
    for ref in refs:
        sql = "SELECT hash, id FROM memories WHERE ref = ? AND home = ?"
        stands |= dict(connection.execute(sql, (_plain(ref), home)))
    leaving = [row for mark, row in stands.items() if mark not in given]
    coming = [_New(mark, memory) for mark, memory in given.items() if mark not in stands]
    coming.sort(key=lambda new: (*index_document.place_in_time(new.memory), new.memory.id, new.hash))
    with written(connection):
        _change(connection, home, leaving, coming)
        connection.execute("INSERT OR REPLACE INTO homes VALUES (?, ?)", (home, stamp))
    return Change(len(coming), len(leaving))


def in_memory(name: str, memories: Sequence[Memory]) -> schema.Index:
    """An index in memory with these memories under the name of a home. The caller closes its connection."""
    index = schema.in_memory()
    refresh(index.connection, name, "", memories)
    return index


def forget_others(connection: apsw.Connection, homes: Sequence[str]) -> int:
    """Remove the rows of homes that do not exist any more, and return how many."""
    gone = 0
    for name in [name for name in catalogue.stamps(connection) if name not in homes]:
        gone += refresh(connection, name, "", ()).removed
        with written(connection):
            connection.execute("DELETE FROM homes WHERE name = ?", (name,))
    return gone


def digest(memory: Memory) -> bytes:
    """16 bytes of the whole content of the memory, equal in every process."""
    plain = (
        *memory[:4],
        tuple(memory.scope),
        *memory[5:9],
        [tuple(link) for link in memory.links],
        tuple(memory.source),
    )
    try:
        raw = marshal.dumps(
            (plain, dict(memory.attrs)), 2
        )  # version 2 has no back references, so equal values have equal bytes
    except ValueError:
        raw = repr((plain, dict(memory.attrs))).encode("utf-8", "replace")
    return hashes.blake2b(raw, digest_size=16).digest()


def passage_key(text: str) -> bytes:
    """The key of a text's vector in the cache: 16 bytes."""
    raw = f"{index_document.VERSION}\0{text}".encode("utf-8", "replace")
    return hashes.blake2b(raw, digest_size=16).digest()


def _change(connection: apsw.Connection, home: str, leaving: Sequence[int], coming: Sequence[_New]) -> None:
    groups = _removed(connection, leaving)
    seats = []
    for new in coming:
        row = _inserted(connection, home, new)
        group_key = index_document.group(new.memory)
        if group_key:
            groups.add(group_key)
        else:
            seats.append(_Seat(row, 0, 0, seated=False))
    for group_key in groups:
        seats += _moved(connection, group_key)
    seats.sort()  # FTS5 flushes its buffer whenever a smaller rowid follows a larger one
    for at in range(0, len(seats), STEP):
        _seat(connection, seats[at : at + STEP])


def _removed(connection: apsw.Connection, leaving: Sequence[int]) -> set[str]:
    groups: set[str] = set()
    for row in leaving:
        sql = "DELETE FROM memories WHERE id = ? RETURNING group_key"
        groups.update(group_key for (group_key,) in connection.execute(sql, (row,)))
        connection.execute("DELETE FROM words WHERE rowid = ?", (row,))
        connection.execute("INSERT OR IGNORE INTO gone VALUES (?)", (row,))
        connection.execute("DELETE FROM owed WHERE id = ?", (row,))
    return groups - {""}


def _inserted(connection: apsw.Connection, home: str, new: _New) -> int:
    memory = new.memory
    created, line = index_document.place_in_time(memory)
    values = (
        memory.id, home, new.hash, memory.fingerprint, memory.kind, namespace(memory.kind),
        not lifecycle.is_over(memory.status), memory.scope.work or "", created, index_document.group(memory), line,
        passage_key(index_document.embedded(memory)), catalogue.recorded(memory),
    )  # fmt: skip
    connection.execute(
        "INSERT INTO memories"
        " (ref, home, hash, fingerprint, kind, namespace, live, spec, created, group_key, line, passage, record)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        tuple(_plain(value) for value in values),
    )
    row = connection.last_insert_rowid()
    connection.execute("INSERT INTO owed VALUES (?)", (row,))
    return row


def _plain(value: str | bytes | int) -> str | bytes | int:
    """The value without lone surrogates, which SQLite rejects because they are not UTF-8."""
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value


def _moved(connection: apsw.Connection, group_key: str) -> list[_Seat]:
    """The memories of a group that have other neighbours than when they were indexed."""
    sql = (
        "SELECT id, earlier, later FROM memories WHERE group_key = ?"
        " AND group_key <> ''"  # so that SQLite can use the partial index
        " ORDER BY created, line, ref, hash"
    )
    values = list(connection.execute(sql, (group_key,)))
    moved = []
    for at, (row, earlier, later) in enumerate(values):
        before = values[at - 1][0] if at else 0
        after = values[at + 1][0] if at + 1 < len(values) else 0
        if (before, after) != (earlier, later):
            moved.append(_Seat(row, before, after, earlier is not None))
    return moved


def _seat(connection: apsw.Connection, seats: Sequence[_Seat]) -> None:
    """Index the words of these memories, together with those of their neighbours."""
    memories = catalogue.memories(connection, {row for seat in seats for row in seat[:3] if row})
    connection.executemany("DELETE FROM words WHERE rowid = ?", [(seat.row,) for seat in seats if seat.seated])
    connection.executemany(
        "INSERT INTO words (rowid, text, near) VALUES (?, ?, ?)",
        [(seat.row, *_words(seat, memories)) for seat in seats],
    )
    connection.executemany(
        "UPDATE memories SET earlier = ?, later = ? WHERE id = ?",
        [(seat.before, seat.after, seat.row) for seat in seats],
    )


def _words(seat: _Seat, memories: Mapping[int, Memory]) -> tuple[str, str]:
    near = " ".join(index_document.context_words(memories[row]) for row in (seat.before, seat.after) if row)
    return keyword.prepared(index_document.searched(memories[seat.row])), keyword.prepared(near)
