"""What hooks see of the worker of a project without loading it: its script, whether it runs, what it ran into."""

import os

import memory_core
from memory_core.core.light import files, settings, user

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

_fcntl: "Any"
try:
    _fcntl = __import__("fcntl")
except ImportError:  # Windows: a second worker finds the lock taken and ends
    _fcntl = None

SCRIPT: "Final" = os.path.join(os.path.dirname(os.path.abspath(memory_core.__path__[0])), "hooks", "work.py")
LATER: "Final" = "--later"  # before the root: begin after `DELAY`, when the client is done with what it waits for
DELAY: "Final" = 0.4  # seconds; the client writes the last message to the transcript meanwhile
CHECK: "Final" = "--check"  # as an argument of the script: write the file that the next one names, and end


def lock_path(root: str) -> str:
    """The lock that a process holds while it drains the queue of a project."""
    return user.derived(root, "worker.lock")


def trouble_path(root: str) -> str:
    """The file that says what the last run of the worker ran into; absent where all was well."""
    return user.derived(root, "trouble.json")


def is_at_work(root: str) -> bool:
    """Whether a process drains the queue just now. It looks at the queue once more after it lets go of its lock."""
    if _fcntl is None:
        return False
    try:
        handle = os.open(files.plain(lock_path(root)), os.O_RDWR)
    except OSError:  # nobody ever did
        return False
    try:
        _fcntl.flock(handle, _fcntl.LOCK_SH | _fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(handle)
    return False


def is_off(root: str) -> bool:
    """Whether the user's settings let hooks start no process."""
    return not settings.is_on(settings.WORKER, root)
