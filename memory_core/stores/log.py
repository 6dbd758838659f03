"""The log of what went wrong out of sight: one JSON line an event, shown by `doctor`."""

import contextlib
import json
import os
from typing import Any, Final

from memory_core.domain import screen
from memory_core.stores import clock, files, home, user

LIMIT: Final = 256 * 1024  # bytes; beyond it the older half is dropped


def write(what: str, why: str, root: str | None = None) -> str:
    """Append a line and return the log's path: the project's own where there is one, else the user's."""
    line = json.dumps({"ts": clock.stamp(clock.now()), "what": what, "why": screen.clean(why)}, ensure_ascii=False)
    for path in _logs(root):
        with contextlib.suppress(OSError):
            if files.size(path) > LIMIT:
                kept = (files.read_bytes(path) or b"")[-LIMIT // 2 :].partition(b"\n")[2]
                files.write(path, kept)
            files.append(path, f"{line}\n".encode("utf-8", "replace"), durable=False)
            return path
    return "(no log could be written)"


def tail(root: str | None, most: int = 20) -> list[dict[str, Any]]:
    """The newest lines of both logs, oldest first, each with the path of its `log`; damaged lines are left out."""
    found = []
    for path in _logs(root):
        entries = map(home.parsed, (files.read(path) or "").splitlines()[-most:])
        found += [{**entry, "log": path} for entry in entries if entry]
    return sorted(found, key=lambda entry: str(entry.get("ts")))[-most:]


def _logs(root: str | None) -> list[str]:
    own = [user.derived(root)] if root and files.is_folder(user.derived(root)) else []
    return [os.path.join(folder, "log.jsonl") for folder in (*own, user.data())]
