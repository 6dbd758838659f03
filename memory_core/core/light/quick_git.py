"""Runs git for a hook that the user waits for, without `subprocess`, which takes longer to import than git to run."""

import os
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

STATUS: "Final" = ["status", "--porcelain", "-z", "--untracked-files=no", "--no-renames", "--ignore-submodules=all"]
MOST: "Final" = 1_000_000  # bytes of the output
# If a git hook or an alias has set these variables, they name another repository than the one that was found.
_ELSEWHERE: "Final" = (
    "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_COMMON_DIR", "GIT_NAMESPACE", "GIT_PREFIX", "GIT_NOTES_REF", "GIT_NOTES_REWRITE_REF", "GIT_QUARANTINE_PATH",
)  # fmt: skip


def environment() -> dict[str, str]:
    """The environment for git: no other repository, English output, no prompts."""
    kept = {name: value for name, value in os.environ.items() if name not in _ELSEWHERE}
    return {
        **kept,
        "LC_ALL": "C.UTF-8",
        "LANGUAGE": "C",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_NO_LAZY_FETCH": "1",
        # So that a question does not start a program from the settings of a repository.
        "GIT_CONFIG_COUNT": "2",
        "GIT_CONFIG_KEY_0": "core.fsmonitor",
        "GIT_CONFIG_VALUE_0": "false",
        "GIT_CONFIG_KEY_1": "log.showSignature",
        "GIT_CONFIG_VALUE_1": "false",
    }


def output(worktree: str, arguments: list[str], seconds: float) -> bytes | None:
    """The output of git; None if it fails, is missing, prints more than `MOST` or takes longer than `seconds`."""
    if not hasattr(os, "posix_spawnp"):
        return None
    reader, writer = os.pipe()
    nothing = os.devnull
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, nothing, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_DUP2, writer, 1),
        (os.POSIX_SPAWN_OPEN, 2, nothing, os.O_WRONLY, 0),
    ]
    try:
        command = ["git", "-C", worktree, *arguments]
        process = os.posix_spawnp("git", command, environment(), file_actions=actions, setpgroup=0)
    except OSError:
        os.close(reader)
        return None
    finally:
        os.close(writer)
    out = _read(reader, time.monotonic() + seconds)
    os.close(reader)
    if out is None:
        _end(process)
    _, status = os.waitpid(process, 0)
    return out if status == 0 else None


def _read(reader: int, end: float) -> bytes | None:
    """Everything until the other end is closed; None if that takes too long or is too much."""
    select = __import__("select").select
    out = b""
    while len(out) <= MOST:
        left = end - time.monotonic()
        if left <= 0 or not select([reader], [], [], left)[0]:
            return None
        part = os.read(reader, 65_536)
        if not part:
            return out
        out += part
    return None


def _end(process: int) -> None:
    signals = __import__("_signal")
    try:
        os.killpg(process, signals.SIGKILL)
    except OSError:  # it has just ended
        return
