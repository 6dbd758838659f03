"""The lock of set-up: SQLite's own on an empty file, since no package is there yet."""

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from typing import Final

from memory_core.core import install
from memory_core.core.light import files
from memory_core.core.light.errors import Refusal
from memory_core.setup import packages

PATIENCE: Final = 1800.0  # seconds that a set-up waits for another
_LOOKS: Final = 1.0  # seconds: somebody who only looks whether it is held has let go of it by then


@contextlib.contextmanager
def held() -> Iterator[bool]:
    """Whether the lock was taken within a second; if so, it is held inside the block. `Refusal` if there can be no
    lock.
    """
    packages.make_folder(install.data())
    path = _path()
    with contextlib.ExitStack() as stack:
        try:
            connection = stack.enter_context(
                contextlib.closing(sqlite3.connect(path, timeout=_LOOKS, isolation_level=None))
            )
            taken = _is_taken(connection)
        except sqlite3.Error as fault:
            raise Refusal(f"{path} cannot be locked ({fault}); remove what is there, and repeat") from fault
        yield taken


def is_held() -> bool:
    """Whether a set-up runs."""
    if not os.path.isfile(_path()):
        return False
    try:
        with contextlib.closing(sqlite3.connect(_path(), timeout=0, isolation_level=None)) as connection:
            return not _is_taken(connection)
    except sqlite3.Error:
        return False


def remove() -> None:
    """Remove the file of the lock, which is held and was created for that purpose."""
    files.remove(_path())


def _path() -> str:
    return install.data("setup.lock")


def _is_taken(connection: sqlite3.Connection) -> bool:
    """Whether the lock could be taken; it holds until the connection is closed."""
    try:
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as fault:
        if fault.sqlite_errorname != "SQLITE_BUSY":
            raise
        return False
    return True
