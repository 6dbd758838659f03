"""The index file: how it is opened, what stands in it, how healthy it is.

A rollback journal, not WAL: WAL needs a writable folder and shared memory (so neither read-only nor
network folders), leaves two more files lying in the project, and its one gain, readers beside a
long writer, is nothing to writers that take milliseconds.
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
WAIT: Final = 2.0  # seconds for another process's write, unless the caller has a deadline

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


# What SQLite keeps of the statements above, and the tables that its own extensions make beside them.
_STATEMENTS: Final = frozenset(" ".join(part.split()) for part in re.sub("--.*", "", TABLES).split(";"))
_SHADOWS: Final = ("words_", "vec_memories", "sqlite_")
_STEPS: Final = 100_000  # of the machine of SQLite, some milliseconds, between two looks at alarms and deadlines

# Whatever changes the tables or the texts in them makes another index of it; the old one is then built again.
VERSION: Final = zlib.crc32(f"{TABLES}{index_document.VERSION}".encode()) & 0x7FFFFFFF


class Index(NamedTuple):
    """An open index. `path` is "" and `lasting` False where it lives in memory only."""

    connection: apsw.Connection
    path: str
    lasting: bool
    file: tuple[int, int] = (0, 0)  # device and inode: a rebuilt index is another file at the same path


def opened(path: str, wait: float = WAIT) -> Index:
    """The index at `path`, made empty where there is none; its connection closes with `close`.

    Raises what `apsw` raises: `judged` says whether that is busy or corrupt, `is_unwritable` whether
    the disk only lets it be read.
    """
    connection = _connection(path, _WRITE, wait)
    try:
        if not _is_ours(connection):
            with written(connection):
                if not _is_ours(connection):  # another process may have made it meanwhile
                    _prepare(connection)
    except BaseException:
        connection.close()
        raise
    return Index(connection, path, lasting=True, file=_file(path))


def hurry(connection: apsw.Connection) -> None:
    """Write without a net: only for a file that nobody sees before it is whole."""
    for name, value in (("journal_mode", "MEMORY"), ("synchronous", "OFF"), ("cache_size", -64_000)):
        connection.pragma(name, value)


def in_memory(path: str = "") -> Index:
    """An index in memory: a copy of the one at `path` where that can be read, else an empty one."""
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
    """Whether the open file is still the one at its path; where it is not, nothing may be written to it."""
    return index.lasting and index.file == _file(index.path)


def _file(path: str) -> tuple[int, int]:
    with contextlib.suppress(OSError):
        seen = os.stat(path)
        return seen.st_dev, seen.st_ino
    return 0, 0


@contextlib.contextmanager
def written(connection: apsw.Connection) -> Iterator[None]:
    """One transaction, for a `with` block. It locks at once: a reader that turns writer can deadlock."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def guarded(connection: apsw.Connection, until: float = float("inf")) -> None:
    """Open a file as if it were hostile: nothing in its schema runs, and no query outlives an alarm or a deadline.

    `until` is a moment of `time.monotonic()` at which every query ends with `apsw.InterruptError`.
    """
    for switch, value in _DEFENCES:
        connection.config(switch, value)
    # An alarm of Python's is only heard between two steps of Python: this is one.
    connection.set_progress_handler(lambda: time.monotonic() > until, _STEPS)


def _connection(path: str, flags: int, wait: float) -> apsw.Connection:
    connection = apsw.Connection(path, flags=flags | apsw.SQLITE_OPEN_URI)
    guarded(connection)
    connection.set_busy_timeout(max(1, int(wait * 1000)))  # first of all: the next statement may already wait
    connection.pragma("synchronous", "NORMAL")
    connection.pragma("secure_delete", 1)  # what is forgotten is not to be read out of the file
    return connection


def _is_ours(connection: apsw.Connection) -> bool:
    """Whether the file is an index of this version; `apsw.NotADBError` where it says so and holds something else."""
    if connection.pragma("user_version") != VERSION:
        return False
    for kind, name, sql in connection.execute("SELECT type, name, sql FROM sqlite_schema"):
        own = " ".join(re.sub("--.*", "", sql or "").split())
        if not (own in _STATEMENTS or (kind in ("table", "index") and name.startswith(_SHADOWS))):
            raise apsw.NotADBError(f"the index holds {kind} {name!r}, which is none of ours")
    return True


def _prepare(connection: apsw.Connection) -> None:
    if _is_ours(connection):  # another process was faster
        return
    if list(connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1")):
        raise apsw.NotADBError("the index was written by another version")
    connection.execute(TABLES)
    connection.pragma("user_version", VERSION)


def judged(error: BaseException) -> str:
    """`busy` or `corrupt` for what apsw raised, "" for anything else. A lock is never taken for damage.

    Our statements are sound: where the file does not take one, somebody has cut into the file.
    """
    if isinstance(error, (apsw.BusyError, apsw.LockedError)):
        return BUSY
    ended = isinstance(error, (apsw.InterruptError, apsw.AbortError, apsw.NoMemError))
    return CORRUPT if isinstance(error, apsw.Error) and not (ended or is_unwritable(error)) else ""


def is_unwritable(error: BaseException) -> bool:
    """Whether the disk is to blame: read-only, full, not permitted, or a folder in the file's place."""
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
    """(ok | busy | corrupt | missing, why): looks at every page, so it is for `status`, `verify` and `doctor`."""
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
    # quick_check also looks into virtual tables; without vec0 loaded it cannot, and that is no damage.
    wrong = [line for line in texts if line != "ok" and "vec_memories" not in line]
    return (CORRUPT, "; ".join(wrong)) if wrong else (OK, "")


def set_aside(path: str) -> bool:
    """Move a damaged index to `<path>.corrupt` (one such copy is kept); False where it cannot be moved."""
    if os.path.isdir(path):
        return False
    try:
        for ending in ("-journal", "-wal", "-shm"):
            with contextlib.suppress(FileNotFoundError):
                os.unlink(path + ending)  # a journal left here would be played into the next index
        os.replace(path, f"{path}.corrupt")
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True


def swap_in(fresh: str, path: str) -> None:
    """Put a freshly built index in the place of the old one, whole.

    The caller holds the project's lock: no writer of ours has the old file open. A journal that a
    killed writer left is played back first; it must not meet the new file.
    """
    if os.path.exists(f"{path}-journal"):
        with contextlib.suppress(apsw.Error):
            old = _connection(path, apsw.SQLITE_OPEN_READWRITE, 1.0)
            old.execute("BEGIN EXCLUSIVE; COMMIT")
            old.close()
        with contextlib.suppress(FileNotFoundError):
            os.unlink(f"{path}-journal")
    os.replace(fresh, path)
