"""The log of what went wrong out of sight: one JSON line an event, shown by `doctor`."""

import contextlib
import json
import os
from typing import Any, Final

from memory_core.domain import screen
from memory_core.stores import clock, places

LIMIT: Final = 256 * 1024  # bytes; beyond it the older half is dropped


def write(what: str, why: str, root: str | None = None) -> str:
    """Append a line and return the log's path: the project's own where it can be written, else the user's."""
    line = json.dumps({"ts": clock.stamp(clock.now()), "what": what, "why": screen.clean(why)}, ensure_ascii=False)
    for folder in _folders(root):
        path = os.path.join(folder, "log.jsonl")
        with contextlib.suppress(OSError):
            os.makedirs(folder, exist_ok=True)
            _trim(path)
            # A link in its place could lead what is written into a file that a shell runs.
            handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o644)
            with open(handle, "a", encoding="utf-8") as log:
                log.write(line + "\n")
            return path
    return "(no log could be written)"


def tail(root: str | None, most: int = 20) -> list[dict[str, Any]]:
    """The newest lines of both logs, oldest first, each with the path of its `log`; damaged lines are left out."""
    found = []
    for folder in _folders(root):
        with (
            contextlib.suppress(OSError),
            open(os.path.join(folder, "log.jsonl"), encoding="utf-8", errors="replace") as log,
        ):
            for line in log.readlines()[-most:]:
                with contextlib.suppress(ValueError):
                    entry = json.loads(line)
                    if isinstance(entry, dict):
                        found.append({**entry, "log": log.name})
    return sorted(found, key=lambda entry: str(entry.get("ts")))[-most:]


def _folders(root: str | None) -> list[str]:
    own = [os.path.join(root, places.DERIVED)] if root and os.path.isdir(os.path.join(root, places.DERIVED)) else []
    return [*own, places.data_dir()]


def _trim(path: str) -> None:
    with contextlib.suppress(OSError):
        if os.path.getsize(path) > LIMIT:
            with open(path, "rb") as log:
                log.seek(-LIMIT // 2, os.SEEK_END)
                kept = log.read().partition(b"\n")[2]
            beside = f"{path}.{os.getpid()}.new"
            with open(beside, "wb") as log:
                log.write(kept)
            os.replace(beside, path)
