"""The log of errors in the background: one JSON object on each line, shown by `doctor`."""

import contextlib
import os
from typing import Any, Final

from memory_core.core.json_log import JsonLog
from memory_core.core.light import clock, files, user

LIMIT: Final = 256 * 1024  # bytes; of a longer log the older half is dropped
_LOG: Final = JsonLog(lambda folder: os.path.join(folder, "log.jsonl"), 2 * LIMIT)


def write(what: str, why: str, root: str | None = None) -> str:
    """Append a line to the log of the project, or to the user's log if `root` is None. Return the path of the log."""
    entry = {"ts": clock.stamp(clock.now()), "what": what, "why": why}
    for folder in _folders(root):
        path = _LOG.path(folder)
        with contextlib.suppress(OSError):
            if files.size(path) > LIMIT:
                kept = (files.read_bytes(path) or b"")[-LIMIT // 2 :].partition(b"\n")[2]
                files.write(path, kept)
            _LOG.append(folder, entries=[entry])
            return path
    return "(no log could be written)"


class Contained:
    """The context manager that `contained` returns."""

    def __init__(self, what: str, root: str | None, kinds: tuple[type[Exception], ...]) -> None:
        self.what, self.root, self.kinds = what, root, kinds

    def __enter__(self) -> None:
        """There is no value for `as`."""

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if not isinstance(error, self.kinds):
            return False
        write(self.what, f"{type(error).__name__}: {error}", self.root)
        return True


def contained(what: str, root: str | None = None, *kinds: type[Exception]) -> Contained:
    """A `with` block that logs an exception and continues after the block. `kinds` limits the exceptions."""
    return Contained(what, root, kinds or (Exception,))


def tail(root: str | None, most: int = 20) -> list[dict[str, Any]]:
    """The newest lines of both logs, oldest first, each with the path of its `log`. Damaged lines are left out."""
    entries = [
        {**entry, "log": _LOG.path(folder)} for folder in _folders(root) for entry in _LOG.entries(folder, most=most)
    ]
    return sorted(entries, key=lambda entry: str(entry.get("ts")))[-most:]


def _folders(root: str | None) -> list[str]:
    own = [user.derived(root)] if root and files.is_folder(user.derived(root)) else []
    return [*own, user.data()]
