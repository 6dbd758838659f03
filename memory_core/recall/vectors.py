"""Vector search with sqlite-vec in SQLite, and the cache of vectors, which is kept when the index is rebuilt.

`vec_memories` has one bit for each dimension, 48 bytes for a memory, so that a scan of 100,000 takes 20 ms instead of
90 with floats. The exact vectors are in a separate file (`vectors.db`, by the hash of the text), and the best results
of the scan are ranked with them. That file may be deleted: its vectors are made again.

A writer holds the lock of the index. Texts are never embedded inside a transaction.
"""

import contextlib
import math
import os
import sys
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import apsw

from memory_core.core.light.errors import Refusal
from memory_core.recall import index_document
from memory_core.recall.catalogue import remembered
from memory_core.recall.keyword import Filter
from memory_core.recall.schema import BUSY, Index, guarded, judged, written

WIDTH: Final = 384
MOST: Final = 4096  # the limit of sqlite-vec for k
SPARE: Final = 1000  # vectors of removed memories that are kept, because another branch may have them

_CACHE: Final = """
CREATE TABLE cache.vectors (key BLOB PRIMARY KEY, vector BLOB NOT NULL);
CREATE TABLE cache.model (name TEXT NOT NULL);
"""
_BITS: Final = f"CREATE VIRTUAL TABLE vec_memories USING vec0(embedding bit[{WIDTH}], chunk_size=4096)"


class Owing(NamedTuple):
    """A text whose vector is not in the cache."""

    key: bytes
    text: str


def damage(path: str) -> str:
    """What is wrong with the cache at `path`; "" if it is complete, busy or missing."""
    if not os.path.lexists(path):
        return ""
    try:
        connection = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READONLY)
        guarded(connection)
        try:
            values = list(connection.execute("PRAGMA quick_check(1)"))
            odd = f"SELECT 1 FROM vectors WHERE typeof(vector) <> 'blob' OR length(vector) <> {4 * WIDTH} LIMIT 1"
            names = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE sql <> ''")]
            if values == [("ok",)] and names == ["vectors", "model"] and not list(connection.execute(odd)):
                return ""
            return str(values[0][0]) if values != [("ok",)] else "it contains something other than vectors"
        finally:
            connection.close()
    except apsw.Error as error:
        return "" if judged(error) == BUSY else str(error)


def load(index: Index, cache: str) -> None:
    """Load sqlite-vec into the connection, and attach the cache of vectors at the path `cache`.

    Raise `Refusal` if sqlite-vec is not available; `memory-core setup` installs it.
    """
    connection = index.connection
    try:
        connection.enable_load_extension(True)
        connection.load_extension(extension())
        connection.enable_load_extension(False)
    except (apsw.Error, AttributeError) as error:
        message = f"sqlite-vec cannot be loaded ({error}); run `memory-core setup`"
        raise Refusal(message) from error
    _attach(index, cache)


def is_ready(connection: apsw.Connection, model: str) -> bool:
    """Whether index and cache are prepared for the vectors of this model; see `prepare`."""
    if not _has_cache(connection):
        return False
    named = list(connection.execute("SELECT name FROM cache.model"))
    in_index = list(connection.execute("SELECT value FROM meta WHERE name = 'model'"))
    return named == in_index == [(model,)] and bool(_tables(connection, "vec_memories"))


def is_cached(connection: apsw.Connection, model: str) -> bool:
    """Whether the cache has vectors of this model."""
    return _has_cache(connection) and list(connection.execute("SELECT name FROM cache.model")) == [(model,)]


def prepare(connection: apsw.Connection, model: str) -> None:
    """Prepare index and cache for the vectors of a model. Vectors of other models are deleted."""
    if not is_cached(connection, model):
        with written(connection):
            connection.execute("DROP TABLE IF EXISTS cache.vectors; DROP TABLE IF EXISTS cache.model;" + _CACHE)
            connection.execute("INSERT INTO cache.model VALUES (?)", (model,))
    with written(connection):
        connection.execute("DROP TABLE IF EXISTS vec_memories")
        connection.execute(_BITS)
        connection.execute("INSERT OR REPLACE INTO meta VALUES ('model', ?)", (model,))
        connection.execute("INSERT OR IGNORE INTO owed SELECT id FROM memories")
        connection.execute("DELETE FROM gone")


def owes(connection: apsw.Connection) -> bool:
    """Whether memories wait for their vector, or vectors for deletion."""
    return bool(list(connection.execute("SELECT 1 FROM owed UNION ALL SELECT 1 FROM gone LIMIT 1")))


def owing(connection: apsw.Connection, most: int, first: Sequence[int] = ()) -> list[Owing]:
    """Up to `most` texts without a vector: first those of the rows `first`, in that order, then the newest."""
    sql = (
        "SELECT m.id, m.passage, m.record FROM owed JOIN memories m USING (id)"
        " WHERE NOT EXISTS (SELECT 1 FROM cache.vectors v WHERE v.key = m.passage)"
    )
    result: dict[bytes, str] = {}
    wanted = list(connection.execute(f"{sql} AND m.id IN ({_listed(first)})")) if first else []
    at = {row: place for place, row in enumerate(first)}
    wanted.sort(key=lambda entry: at[entry[0]])
    if len(wanted) < most:
        wanted += connection.execute(f"{sql} ORDER BY m.created DESC, m.ref LIMIT ?", (2 * most,))
    for _, key, record in wanted:
        if len(result) < most and key not in result:
            result[key] = index_document.embedded(remembered(record))
    return [Owing(*entry) for entry in result.items()]


def put(connection: apsw.Connection, vectors: Iterable[tuple[bytes, bytes]]) -> None:
    """Store vectors in the cache by the key of their text: float32, little-endian, 384 wide, unit length."""
    with written(connection):
        connection.executemany("INSERT OR REPLACE INTO cache.vectors VALUES (?, ?)", vectors)


def settle(connection: apsw.Connection, most: int) -> int:
    """Copy at most `most` missing vectors from the cache, and delete those of removed memories. Return how many."""
    payable = "FROM owed JOIN memories USING (id) JOIN cache.vectors ON key = passage ORDER BY id LIMIT ?"
    with written(connection):
        gone = list(connection.execute("DELETE FROM gone RETURNING id"))
        connection.executemany("DELETE FROM vec_memories WHERE rowid = ?", gone)
        sql = f"INSERT INTO vec_memories (rowid, embedding) SELECT id, vec_quantize_binary(vector) {payable}"
        connection.execute(sql, (most,))
        paid = list(connection.execute(f"DELETE FROM owed WHERE id IN (SELECT id {payable}) RETURNING id", (most,)))
    return len(paid)


def prune(connection: apsw.Connection) -> int:
    """Delete vectors without a memory from the cache if there are too many, and return how many."""
    unused = "key NOT IN (SELECT passage FROM memories)"
    many = next(iter(connection.execute(f"SELECT count(*) FROM cache.vectors WHERE {unused}")))[0]
    used = next(iter(connection.execute("SELECT count(*) FROM memories")))[0]
    if many <= used + SPARE:
        return 0
    with written(connection):
        connection.execute(f"DELETE FROM cache.vectors WHERE {unused}")
    return int(many)


def search(connection: apsw.Connection, vector: bytes, where: Filter, most: int) -> dict[int, float]:
    """The nearest memories to a query vector: row to cosine. The filter is applied inside the search (CS-FR-013)."""
    inside = where.sql or ("1" if list(connection.execute("SELECT 1 FROM gone LIMIT 1")) else "")
    sql = "SELECT rowid, distance FROM vec_memories WHERE embedding MATCH vec_quantize_binary(?) AND k = ?"
    if inside:
        sql += f" AND rowid IN (SELECT rowid FROM memories WHERE {inside})"
    values = (vector, min(most, MOST), *where.values)
    # The share of different signs estimates the angle between two vectors; used if the exact vector is missing.
    numbers = {row: math.cos(math.pi * distance / WIDTH) for row, distance in connection.execute(sql, values)}
    return numbers | cosines(connection, vector, numbers)


def cosines(connection: apsw.Connection, vector: bytes, ids: Iterable[int]) -> dict[int, float]:
    """Row to exact cosine with a query vector, for the given rows that have a vector."""
    sql = (
        "SELECT id, 1 - vec_distance_cosine(vector, ?) FROM memories JOIN cache.vectors ON key = passage"
        f" WHERE id IN ({_listed(ids)})"
    )
    return dict(connection.execute(sql, (vector,)))


def extension() -> str:
    """The path of the extension of sqlite-vec. Its package is not imported, because it imports numpy (120 ms)."""
    for folder in sys.path:
        path = os.path.join(folder, "sqlite_vec", "vec0")
        if any(os.path.isfile(path + ending) for ending in (".so", ".dylib", ".dll")):
            return path
    raise Refusal("the package sqlite-vec is missing; run `memory-core setup`")


def _attach(index: Index, path: str) -> None:
    connection = index.connection
    if not index.lasting:
        readable = os.path.isfile(path) and _attached(connection, f"file:{_quoted(path)}?mode=ro")
        if not readable:
            connection.execute("ATTACH ':memory:' AS cache")
        return
    if _attached(connection, path):
        return
    with contextlib.suppress(OSError):
        os.unlink(path)  # a damaged cache: its vectors are made again
    if not _attached(connection, path):
        raise Refusal(f"{path} cannot be opened; delete it; it is made again automatically")


def _attached(connection: apsw.Connection, path: str) -> bool:
    try:
        connection.execute("ATTACH ? AS cache", (path,))
        list(connection.execute("SELECT count(*) FROM cache.sqlite_schema"))
    except apsw.Error as error:
        if judged(error) == BUSY:
            raise
        with contextlib.suppress(apsw.Error):
            connection.execute("DETACH cache")
        return False
    return True


def _has_cache(connection: apsw.Connection) -> bool:
    return _tables(connection, "vectors", "cache") == _tables(connection, "model", "cache") == 1


def _tables(connection: apsw.Connection, name: str, schema: str = "main") -> int:
    sql = f"SELECT count(*) FROM {schema}.sqlite_schema WHERE type = 'table' AND name = ?"
    return int(next(iter(connection.execute(sql, (name,))))[0])


def _quoted(path: str) -> str:
    return "".join(
        f"%{byte:02x}" if byte < 33 or byte > 126 or chr(byte) in "%?#" else chr(byte) for byte in os.fsencode(path)
    )


def _listed(ids: Iterable[int]) -> str:
    return ",".join(str(int(number)) for number in ids)
