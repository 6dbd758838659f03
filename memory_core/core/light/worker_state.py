"""The worker of a project as hooks see it without loading it: its script, whether it runs, and its last problems."""

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
LATER: "Final" = (
    "--later"  # argument before the root: start after `DELAY`, when the client no longer waits for other hooks
)
DELAY: "Final" = 0.4  # seconds; meanwhile the client writes the last message to the transcript
CHECK: "Final" = "--check"  # argument of the script: write the file that the next argument names, and exit


def lock_path(root: str) -> str:
    """The lock that a process holds while it processes the queue of a project."""
    return user.derived(root, "worker.lock")


def trouble_path(root: str) -> str:
    """The file with the problems of the worker's last run; missing if there were none."""
    return user.derived(root, "trouble.json")


def is_at_work(root: str) -> bool:
    """Whether a process is processing the queue. After releasing the lock it checks the queue once more."""
    if _fcntl is None:
        return False
    try:
        handle = os.open(files.plain(lock_path(root)), os.O_RDWR)
    except OSError:  # no worker ever ran
        return False
    try:
        _fcntl.flock(handle, _fcntl.LOCK_SH | _fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(handle)
    return False


def is_off(root: str) -> bool:
    """Whether the user's settings forbid hooks to start a process."""
    return not settings.is_on(settings.WORKER, root)
