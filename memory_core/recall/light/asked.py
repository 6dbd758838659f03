"""The index as a prompt asks it: read only, in a hurry, by keywords alone.

Whoever types waits. So nothing is imported but the library, nothing is ever written or locked for writing, and an index
that is busy, damaged, of another version or missing answers nothing: the next prompt asks again.
"""

import os
import time

import apsw

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Row = tuple[int, str, str, str]
    """Of a memory: row, home, fingerprint, record."""

_WAIT = 30  # milliseconds for another process's write
_STEPS = 2_000  # of the machine of SQLite between two looks at the clock


def opened(path: str, seconds: float) -> "apsw.Connection | None":
    """The index at `path`, for so many seconds; None where there is none that can be read now."""
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
    """How many memories there are, and the rows that each expression finds, the newest first, at most so many.

    What the client reads for itself is none of them: there may be more of it than of all memories.
    """
    every = next(iter(connection.execute("SELECT count(*) FROM memories")))[0]
    apart = {int(row) for (row,) in connection.execute("SELECT id FROM memories WHERE kind = 'document'")}
    sql = "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT ?"
    rows = ([int(row) for (row,) in connection.execute(sql, (match, most + len(apart)))] for match in matches)
    return int(every) - len(apart), [[row for row in each if row not in apart][:most] for each in rows]


def known(path: str, fingerprints: "Iterable[str]", seconds: float) -> "set[str]":
    """Those of these fingerprints that a memory has; none where the index cannot answer within so many seconds."""
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
    """The memories of these rows."""
    chosen = ",".join(str(int(number)) for number in ids)
    return list(connection.execute(f"SELECT id, home, fingerprint, record FROM memories WHERE id IN ({chosen})"))
