"""The process of the client in which a session runs: whether it is still there tells whether a session was killed."""

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Final

KEY: "Final" = "client"  # in the state of a session
IDLE: "Final" = 600  # seconds without a new line after which a session counts as left behind


def current() -> str:
    """The machine and the process of the client that runs this hook; "" where that is not known."""
    if os.name != "posix":
        return ""
    given = os.environ.get("CLAUDE_PID", "")
    # A client that sets no CLAUDE_PID starts each hook as the leader of a session of its own.
    pid = given if given.isdecimal() else str(os.getppid()) if os.getsid(0) == os.getpid() else ""
    return f"{_machine()} {pid}" if pid else ""


def _machine() -> str:
    """The name of the machine, and where it is known the name space of its process numbers."""
    try:
        return f"{os.uname().nodename} {os.readlink('/proc/self/ns/pid')}"
    except OSError:
        return os.uname().nodename


def is_gone(state: "Mapping[str, Any]") -> bool:
    """Whether the client of a session was a process of this machine that has ended; False where that is not known."""
    machine, _, pid = str(state.get(KEY, "")).rpartition(" ")
    if os.name != "posix" or not (pid.isdecimal() and len(pid) < 10 and machine == _machine()):
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return False
