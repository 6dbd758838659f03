"""The process of the client that runs a session. If it is gone and the session did not end, the session was killed."""

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Final

KEY: "Final" = "client"  # key in the state of a session
IDLE: "Final" = 600  # seconds without a new line after which a session is considered abandoned


def current() -> str:
    """The machine and the process id of the client that runs this hook; "" if unknown."""
    if os.name != "posix":
        return ""
    given = os.environ.get("CLAUDE_PID", "")
    # A client that does not set CLAUDE_PID starts each hook as the leader of a new session.
    pid = given if given.isdecimal() else str(os.getppid()) if os.getsid(0) == os.getpid() else ""
    return f"{_machine()} {pid}" if pid else ""


def _machine() -> str:
    """The name of the machine and, if known, the name space of its process ids."""
    try:
        return f"{os.uname().nodename} {os.readlink('/proc/self/ns/pid')}"
    except OSError:
        return os.uname().nodename


def is_gone(state: "Mapping[str, Any]") -> bool:
    """Whether the client of a session ran on this machine and has ended; False if that is unknown."""
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
