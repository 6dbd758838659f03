"""Read-only keyword search in the index, for the hook for prompts.

The user waits, so only the SQLite library is imported, nothing is written, and no lock for writing is taken. An index
that is busy, damaged, outdated or missing gives no answer; the next prompt tries again.
"""

import os
import time

import apsw

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Row = tuple[int, str, str, str]
    """Of a memory: row, home, fingerprint, record."""

_WAIT = 30  # milliseconds to wait for a process that writes
_STEPS = 2_000  # steps of SQLite's virtual machine between two checks of the time


def opened(path: str, seconds: float) -> "apsw.Connection | None":
    """A connection to the index at `path` that is interrupted after so many seconds; None if it cannot be read now."""
    if not os.path.isfile(path):
        return None
    try:
        connection = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READONLY)
    except apsw.Error:
        return None
    end = time.monotonic() + seconds
    connection.set_busy_timeout(_WAIT)
    connection.set_progress_handler(lambda: time.monotonic() > end, _STEPS)
    connection.pragma("trusted_schema", 0)
    connection.pragma("query_only", 1)
    return connection


def matching_rows(connection: "apsw.Connection", matches: "Sequence[str]", most: int) -> "tuple[int, list[list[int]]]":
    """The number of all memories, and for each FTS5 expression at most `most` matching rows, newest first.

    Passages of the client's documents do not count; there may be more of them than memories.
    """
    every = next(iter(connection.execute("SELECT count(*) FROM memories")))[0]
    apart = {int(row) for (row,) in connection.execute("SELECT id FROM memories WHERE kind = 'document'")}
    sql = "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT ?"
    rows = ([int(row) for (row,) in connection.execute(sql, (match, most + len(apart)))] for match in matches)
    return int(every) - len(apart), [[row for row in each if row not in apart][:most] for each in rows]


def known(path: str, fingerprints: "Iterable[str]", seconds: float) -> "set[str]":
    """The given fingerprints that a memory has; none if the index cannot answer in time."""
    connection = opened(path, seconds)
    if connection is None:
        return set()
    sql = "SELECT 1 FROM memories WHERE fingerprint = ? LIMIT 1"
    try:
        return {mark for mark in fingerprints if next(iter(connection.execute(sql, (mark,))), None)}
    except apsw.Error:
        return set()
    finally:
        connection.close()


def records(connection: "apsw.Connection", ids: "Iterable[int]") -> "list[Row]":
    """The rows with these numbers."""
    chosen = ",".join(str(int(number)) for number in ids)
    return list(connection.execute(f"SELECT id, home, fingerprint, record FROM memories WHERE id IN ({chosen})"))
