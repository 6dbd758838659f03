"""The one lock: whoever writes a home holds it (CS-FR-022, X-13).

The kernel drops it when its holder dies, so a killed process leaves no lock behind. A git that the holder has
started inherits it: killed in the middle, the holder leaves nobody writing beside the next one. The filelock
package does the same and costs 43 ms to import, which every hook would pay.
"""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from memory_core.domain.errors import Refusal
from memory_core.stores import files, places

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


@contextmanager
def held(path: str, timeout: float = 5.0) -> Iterator[None]:
    """The lock at `path`, held for the `with` block; `Refusal` after `timeout` seconds.

    What mends it: wait for the other process, or end it. The file stays; only the lock on it counts.
    """
    handle = files.opened(path)
    try:
        os.set_inheritable(handle, True)
        _wait(handle, path, timeout)
        yield
    finally:
        _free(handle)  # whoever inherited it and still runs, a daemon that a git hook left, would hold it on
        os.close(handle)


@contextmanager
def of_project(root: str, timeout: float = 5.0) -> Iterator[None]:
    """The project's one lock, for a `with` block (CS-FR-022).

    `Refusal` where it is not to be had in time, or where the project cannot be written.
    """
    with ExitStack() as stack:
        try:
            stack.enter_context(held(places.lock_path(root), timeout))
        except OSError as error:
            raise Refusal(
                f"{error.filename or places.lock_path(root)} cannot be written ({error.strerror}); "
                "move away what is in its place, or make the project writable; nothing was kept"
            ) from error
        yield


def _wait(handle: int, path: str, timeout: float) -> None:
    end = time.monotonic() + timeout
    pause = 0.002
    while not _taken(handle):
        if time.monotonic() >= end:
            raise Refusal(
                f"another memory-core process has held {path} for over {timeout:g} s; "
                "wait for it to finish, or end it, and run this again"
            )
        time.sleep(pause)
        pause = min(pause * 2, 0.05)


def _free(handle: int) -> None:
    if sys.platform != "win32":
        fcntl.flock(handle, fcntl.LOCK_UN)


def _taken(handle: int) -> bool:
    try:
        if sys.platform == "win32":
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
