"""Starts a process that outlives the hook: in its own session, with no inherited files, and no window on Windows."""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_NO_WINDOW = 0x08000000 | 0x00000200  # on Windows: no window, and a new process group
_NO_JOB = 0x01000000  # outside of the job of the client, if it allows that


def start(script: str, arguments: "Sequence[str]") -> None:
    """Start a script with this interpreter and its flags. Raise `OSError` if no process can be started."""
    command = [sys.executable, *_flags(), script, *arguments]
    if hasattr(os, "posix_spawn"):
        try:
            _spawn(command)
            return
        except NotImplementedError:  # macOS versions that do not support `setsid` here
            pass
    _popen(command)


def _flags() -> list[str]:
    """The options with which this interpreter was started."""
    flags = ["-I"] * sys.flags.isolated + ["-S"] * sys.flags.no_site
    for name, value in sys._xoptions.items():  # noqa: SLF001 - documented: what stands behind -X
        flags += ["-X", name if value is True else f"{name}={value}"]
    return flags


def _spawn(command: list[str]) -> None:
    nothing = os.devnull
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, nothing, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, nothing, os.O_WRONLY, 0),
        (os.POSIX_SPAWN_DUP2, 1, 2),
    ]
    actions += [(os.POSIX_SPAWN_CLOSE, number) for number in _inherited()]
    os.posix_spawn(command[0], command, os.environ, file_actions=actions, setsid=True, setsigmask=[])


def _inherited() -> list[int]:
    """The file descriptors above 2 that a child would inherit: those that the client left open."""
    try:
        numbers = [int(name) for name in os.listdir("/dev/fd")]
    except (OSError, ValueError):
        return []
    return [number for number in numbers if number > 2 and _is_inherited(number)]


def _is_inherited(number: int) -> bool:
    try:
        return os.get_inheritable(number)
    except OSError:  # the descriptor that was used for listing
        return False


def _popen(command: list[str]) -> None:
    popen = __import__("subprocess").Popen  # the system has no `posix_spawn`
    nothing = __import__("subprocess").DEVNULL
    given = {"stdin": nothing, "stdout": nothing, "stderr": nothing}
    if os.name == "posix":
        popen(command, start_new_session=True, **given)
        return
    try:
        popen(command, creationflags=_NO_WINDOW | _NO_JOB, **given)
    except PermissionError:
        popen(command, creationflags=_NO_WINDOW, **given)
