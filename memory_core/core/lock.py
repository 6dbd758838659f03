"""The lock of a project, which every writer of a home, the index or a queue holds (CS-FR-022, X-13).

The kernel releases it when its holder dies. A git process that the holder has started inherits the lock, so nobody
else writes while that git still runs.
"""

import errno
import os
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

from memory_core import edges
from memory_core.core.light import files, places, user
from memory_core.core.light.errors import Refusal

_ours: set[str] = set()  # the projects that this process has locked
_users = [0]  # how deeply `of_user` is nested in this process


@contextmanager
def held(path: str, timeout: float = 5.0) -> Iterator[None]:
    """Hold the lock of the file `path` for the `with` block. Raise `Refusal` after `timeout` seconds.

    To mend that, wait for the other process or end it. The file itself stays; only the lock on it counts.
    """
    handle = files.opened(path)
    try:
        os.set_inheritable(handle, True)
        try:
            _wait(handle, path, timeout)
        except OSError as error:
            raise Refusal(
                f"{path} cannot be locked ({error.strerror}); move the project, or the folder that "
                "MEMORY_CORE_STATE names, to a file system that has locks"
            ) from error
        yield
    finally:
        with suppress(OSError):
            edges.unlock(handle)  # a process that inherited the lock, as a daemon of a git hook, would keep it
        os.close(handle)


@contextmanager
def of_project(root: str, timeout: float = 5.0) -> Iterator[None]:
    """Hold the project's lock for a `with` block (CS-FR-022). It may be nested.

    Raise `Refusal` if the lock is not free in time, or if the project cannot be written.
    """
    name = places.lock_path(root)
    if name in _ours:
        yield
        return
    with ExitStack() as stack:
        stack.callback(_ours.discard, name)
        shared = stack.enter_context(_of_folder(places.lock_root(root), timeout))
        try:
            stack.enter_context(held(name, timeout))
        except OSError as error:
            if shared and error.errno in (
                errno.EROFS,
                errno.EACCES,
                errno.EPERM,
            ):  # in a sandbox the lock on the folder is enough
                _ours.add(name)
                yield
                return
            raise Refusal(
                f"{error.filename or name} cannot be written ({error.strerror}); "
                "move away what is in its place, or make the project writable; nothing was kept"
            ) from error
        _ours.add(name)
        yield


@contextmanager
def of_user(timeout: float = 5.0) -> Iterator[None]:
    """Hold the user's lock for a `with` block. It may be nested. It is taken after a project's lock, never before.

    If the user's folder cannot be written, no lock is needed.
    """
    with ExitStack() as stack:
        if not _users[0]:
            with suppress(OSError):
                stack.enter_context(held(os.path.join(user.state(), ".lock"), timeout))
        _users[0] += 1
        try:
            yield
        finally:
            _users[0] -= 1


@contextmanager
def _of_folder(folder: str, timeout: float) -> Iterator[bool]:
    """Lock a folder itself for a `with` block, which also works between users and between containers.

    Yields False if the file system has no such lock.
    """
    if sys.platform == "win32":
        yield False
        return
    handle, is_held = -1, False
    try:
        with suppress(OSError):
            handle = os.open(folder, os.O_RDONLY)  # noqa: TID251 - the root, which is no link
            _wait(handle, folder, timeout)
            is_held = True
        yield is_held
    finally:
        if handle >= 0:
            os.close(handle)  # this releases the lock, which nobody inherited


def _wait(handle: int, path: str, timeout: float) -> None:
    end = time.monotonic() + timeout
    pause = 0.002
    while not edges.lock(handle):
        if time.monotonic() >= end:
            raise Refusal(
                f"another memory-core process has held {path} for over {timeout:g} s; "
                "wait for it to finish, or end it, and run this again"
            )
        time.sleep(pause)
        pause = min(pause * 2, 0.05)
