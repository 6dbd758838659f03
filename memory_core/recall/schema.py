"""The index file: its tables, how it is opened, and its health.

It has a rollback journal instead of WAL. WAL needs a writable folder and shared memory, so it works neither read-only
nor on network drives, and it leaves two more files. Its advantage, readers beside a long write, is not needed for
writes of milliseconds.
"""

import contextlib
import os
import re
import time
import zlib
from collections.abc import Iterator
from typing import Final, NamedTuple

import apsw

from memory_core.recall import index_document

OK, BUSY, CORRUPT, MISSING = "ok", "busy", "corrupt", "missing"
_WRITE: Final = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
_DEFENCES: Final = (
    (apsw.SQLITE_DBCONFIG_DEFENSIVE, 1),
    (apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
    (apsw.SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
    (apsw.SQLITE_DBCONFIG_ENABLE_VIEW, 0),
)
WAIT: Final = 2.0  # seconds to wait for another process that writes, unless the caller has a deadline

TABLES: Final = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE homes (name TEXT PRIMARY KEY, stamp TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE memories (
  id INTEGER PRIMARY KEY AUTOINCREMENT, -- explicit, never used twice: vec0 knows no other name for a row (C-10)
  ref TEXT NOT NULL, home TEXT NOT NULL, hash BLOB NOT NULL, fingerprint TEXT NOT NULL,
  kind TEXT NOT NULL, namespace TEXT NOT NULL, live INTEGER NOT NULL, spec TEXT NOT NULL, created TEXT NOT NULL,
  group_key TEXT NOT NULL, line INTEGER NOT NULL, earlier INTEGER, later INTEGER,
  passage BLOB NOT NULL, -- the hash of what is embedded: names its vector in the cache
  record TEXT NOT NULL
);
CREATE INDEX by_home ON memories (home, hash);
CREATE INDEX by_ref ON memories (ref);
CREATE INDEX by_fingerprint ON memories (fingerprint);
CREATE INDEX by_kind ON memories (kind, live, created, ref);
CREATE INDEX by_spec ON memories (spec, created);
CREATE INDEX by_successor ON memories (id) WHERE instr(record, '"supersede') > 0;
CREATE INDEX by_group ON memories (group_key, created, line, ref) WHERE group_key <> '';
CREATE TABLE owed (id INTEGER PRIMARY KEY); -- memories without a vector
CREATE TABLE gone (id INTEGER PRIMARY KEY); -- vectors without a memory: only who has loaded vec0 can delete them
CREATE VIRTUAL TABLE words USING fts5(
  text, near, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2'
);
"""


# What SQLite stores for the statements above, and the tables of its extensions.
_STATEMENTS: Final = frozenset(" ".join(part.split()) for part in re.sub("--.*", "", TABLES).split(";"))
_SHADOWS: Final = ("words_", "vec_memories", "sqlite_")
_STEPS: Final = (
    100_000  # steps of SQLite's virtual machine (some milliseconds) between two checks of alarms and deadlines
)

# The version: a change of the tables or their texts gives another one, and the old index is rebuilt.
VERSION: Final = zlib.crc32(f"{TABLES}{index_document.VERSION}".encode()) & 0x7FFFFFFF


class Index(NamedTuple):
    """An open index. In memory, `path` is "" and `lasting` is False."""

    connection: apsw.Connection
    path: str
    lasting: bool
    file: tuple[int, int] = (0, 0)  # device and inode, which change when the index is rebuilt


def opened(path: str, wait: float = WAIT) -> Index:
    """Open the index at `path`, creating an empty one if it is missing. The caller closes the connection.

    Raise what `apsw` raises: `judged` tells whether that means busy or corrupt, `is_unwritable` whether the disk is
    read-only.
    """
    connection = _connection(path, _WRITE, wait)
    try:
        if not _is_ours(connection):
            with written(connection):
                if not _is_ours(connection):  # another process may have created it meanwhile
                    _prepare(connection)
    except BaseException:
        connection.close()
        raise
    return Index(connection, path, lasting=True, file=_file(path))


def hurry(connection: apsw.Connection) -> None:
    """Write without protection against crashes, for a file that is not in use before it is complete."""
    for name, value in (("journal_mode", "MEMORY"), ("synchronous", "OFF"), ("cache_size", -64_000)):
        connection.pragma(name, value)


def in_memory(path: str = "") -> Index:
    """An index in memory: a copy of the one at `path` if it can be read, else empty."""
    connection = _connection(":memory:", _WRITE, 0)
    with contextlib.suppress(apsw.Error):
        if path and os.path.isfile(path):
            source = _connection(path, apsw.SQLITE_OPEN_READONLY, 0.2)
            try:
                if _is_ours(source):
                    with connection.backup("main", source, "main") as copy:
                        copy.step()
            finally:
                source.close()
    if not _is_ours(connection):
        connection.close()
        connection = _connection(":memory:", _WRITE, 0)
        _prepare(connection)
    return Index(connection, "", lasting=False)


def is_current(index: Index) -> bool:
    """Whether the open file is still the one at its path; otherwise nothing may be written to it."""
    return index.lasting and index.file == _file(index.path)


def _file(path: str) -> tuple[int, int]:
    with contextlib.suppress(OSError):
        seen = os.stat(path)
        return seen.st_dev, seen.st_ino
    return 0, 0


@contextlib.contextmanager
def written(connection: apsw.Connection) -> Iterator[None]:
    """A transaction, for a `with` block. It locks at once, because a reader that becomes a writer may deadlock."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def guarded(connection: apsw.Connection, until: float = float("inf")) -> None:
    """Protect a connection to an untrusted file: no code in its schema runs, and alarms and deadlines end every query.

    `until` is a moment of `time.monotonic()` at which every query ends with `apsw.InterruptError`.
    """
    for switch, value in _DEFENCES:
        connection.config(switch, value)
    # Python handles an alarm only while Python code runs, as this callback.
    connection.set_progress_handler(lambda: time.monotonic() > until, _STEPS)


def _connection(path: str, flags: int, wait: float) -> apsw.Connection:
    connection = apsw.Connection(path, flags=flags | apsw.SQLITE_OPEN_URI)
    guarded(connection)
    connection.set_busy_timeout(max(1, int(wait * 1000)))  # first, because the next statement may already wait
    connection.pragma("synchronous", "NORMAL")
    connection.pragma("secure_delete", 1)  # forgotten content must not stay in the file
    return connection


def _is_ours(connection: apsw.Connection) -> bool:
    """Whether the file is an index of this version. Raise `apsw.NotADBError` if it claims that and has other tables."""
    if connection.pragma("user_version") != VERSION:
        return False
    for kind, name, sql in connection.execute("SELECT type, name, sql FROM sqlite_schema"):
        own = " ".join(re.sub("--.*", "", sql or "").split())
        if not (own in _STATEMENTS or (kind in ("table", "index") and name.startswith(_SHADOWS))):
            raise apsw.NotADBError(f"the index holds {kind} {name!r}, which memory-core did not make")
    return True


def _prepare(connection: apsw.Connection) -> None:
    if _is_ours(connection):  # another process was faster
        return
    if list(connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1")):
        raise apsw.NotADBError("the index was written by another version")
    connection.execute(TABLES)
    connection.pragma("user_version", VERSION)


def judged(error: BaseException) -> str:
    """`busy` or `corrupt` for an error of apsw, "" for other errors. A lock is never reported as damage.

    The statements are valid SQL: if the file rejects one, its tables were changed.
    """
    if isinstance(error, (apsw.BusyError, apsw.LockedError)):
        return BUSY
    ended = isinstance(error, (apsw.InterruptError, apsw.AbortError, apsw.NoMemError))
    return CORRUPT if isinstance(error, apsw.Error) and not (ended or is_unwritable(error)) else ""


def is_unwritable(error: BaseException) -> bool:
    """Whether the disk prevents writing: read-only, full, no permission, or a folder at the path."""
    return isinstance(
        error,
        (
            apsw.ReadOnlyError,
            apsw.CantOpenError,
            apsw.FullError,
            apsw.IOError,
            apsw.PermissionsError,
            apsw.AuthError,
            OSError,
        ),
    )


def verdict(path: str, wait: float = 0.5) -> tuple[str, str]:
    """(ok | busy | corrupt | missing, why). Checks all pages, so it is for `status`, `verify` and `doctor`."""
    if not os.path.lexists(path):
        return MISSING, "there is no index yet"
    if not os.path.isfile(path):
        return CORRUPT, "a folder stands in the index's place"
    try:
        connection = _connection(path, apsw.SQLITE_OPEN_READONLY, wait)
        try:
            if not os.path.getsize(path) or not _is_ours(connection):
                return MISSING, "the file holds no index of this version"
            texts = [str(row[0]) for row in connection.execute("PRAGMA quick_check(3)")]
        finally:
            connection.close()
    except apsw.Error as error:
        return judged(error) or (BUSY if is_unwritable(error) else CORRUPT), str(error)
    # quick_check also tests virtual tables, and fails without vec0; that is not damage
    wrong = [line for line in texts if line != "ok" and "vec_memories" not in line]
    return (CORRUPT, "; ".join(wrong)) if wrong else (OK, "")


def set_aside(path: str) -> bool:
    """Move a damaged index to `<path>.corrupt`, of which one copy is kept; False if it cannot be moved."""
    if os.path.isdir(path):
        return False
    try:
        for ending in ("-journal", "-wal", "-shm"):
            with contextlib.suppress(FileNotFoundError):
                os.unlink(path + ending)  # a remaining journal would be applied to the next index
        os.replace(path, f"{path}.corrupt")
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True


def swap_in(fresh: str, path: str) -> None:
    """Replace the old index by a new one.

    The caller holds the lock of the index, so no writer has the old file open. A journal of a killed writer is applied
    to the old file first, because it must not be applied to the new one.
    """
    if os.path.exists(f"{path}-journal"):
        with contextlib.suppress(apsw.Error):
            old = _connection(path, apsw.SQLITE_OPEN_READWRITE, 1.0)
            old.execute("BEGIN EXCLUSIVE; COMMIT")
            old.close()
        with contextlib.suppress(FileNotFoundError):
            os.unlink(f"{path}-journal")
    os.replace(fresh, path)
