"""Starting a process that outlives the hook: a session of its own, nothing inherited, no window on Windows."""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_NO_WINDOW = 0x08000000 | 0x00000200  # of Windows: no window, a process group of its own,
_NO_JOB = 0x01000000  # and outside of the job of the client, where that allows it


def start(script: str, arguments: "Sequence[str]") -> None:
    """Start a script of ours with this interpreter and its flags. `OSError` where no process can be started."""
    command = [sys.executable, *_flags(), script, *arguments]
    if hasattr(os, "posix_spawn"):
        try:
            _spawn(command)
            return
        except NotImplementedError:  # an old macOS starts no session so
            pass
    _popen(command)


def _flags() -> list[str]:
    """The options with which the launcher has started this interpreter."""
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
    """The descriptors above the usual three that a child would have: those that the client left open for us."""
    try:
        numbers = [int(name) for name in os.listdir("/dev/fd")]
    except (OSError, ValueError):
        return []
    return [number for number in numbers if number > 2 and _is_inherited(number)]


def _is_inherited(number: int) -> bool:
    try:
        return os.get_inheritable(number)
    except OSError:  # the one by which the folder was read
        return False


def _popen(command: list[str]) -> None:
    popen = __import__("subprocess").Popen  # where the system has no `posix_spawn`
    nothing = __import__("subprocess").DEVNULL
    given = {"stdin": nothing, "stdout": nothing, "stderr": nothing}
    if os.name == "posix":
        popen(command, start_new_session=True, **given)
        return
    try:
        popen(command, creationflags=_NO_WINDOW | _NO_JOB, **given)
    except PermissionError:
        popen(command, creationflags=_NO_WINDOW, **given)
