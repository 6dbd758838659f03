"""Events of the client that wait for the worker: a small file each, in the derived folder of the project.

A hook adds a file and answers; the worker removes it once everything that it asks for is done. A file that is lost
costs nothing that a transcript holds: the next event of the session reads from the same cursor.
"""

import os
import time

from memory_core.core.light import files, hashes, lean_json, user

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, Final

LIMIT: "Final" = 16_000_000  # bytes of one event that are read
LAST_MOST: "Final" = 400_000  # characters of a last message that are kept; the transcript has all of it
_MANY: "Final" = 8  # events that wait, beyond which a session has one
_FOLDER: "Final" = "queue"
_ENDING: "Final" = ".json"


def put(root: str, event: "Mapping[str, str]") -> str:
    """Add an event; the name of its file. `OSError` where it cannot be written.

    Where many wait, the older ones of the same session go: the transcript has what they ask for.
    """
    mark = hashes.blake2b(event.get("session", "").encode("utf-8", "replace"), digest_size=6).hexdigest()
    name = f"{time.time_ns():020d}-{os.getpid()}-{os.urandom(3).hex()}-{mark}{_ENDING}"
    files.write(_path(root, name), lean_json.dumps(event), durable=False)
    known = waiting(root)
    if len(known) > _MANY:
        for older in known:
            if older.endswith(f"-{mark}{_ENDING}") and older < name:
                files.remove(_path(root, older))
    return name


def waiting(root: str) -> list[str]:
    """The names of the events that wait, oldest first."""
    return [name for name in files.names(_path(root)) if name.endswith(_ENDING) and name[0].isdigit()]


def unread(root: str) -> bool:
    """Whether an event waits that says more than that a session has begun: something may not be kept yet."""
    return any(read(root, name).get("name") != "SessionStart" for name in waiting(root))


def added(name: str) -> float:
    """When an event was added, in seconds since 1970."""
    return int(name.partition("-")[0]) / 1e9


def read(root: str, name: str) -> "dict[str, Any]":
    """An event; {} where its file is gone, damaged or longer than `LIMIT`."""
    raw = files.read_bytes(_path(root, name), LIMIT)
    try:
        event = lean_json.loads((raw or b"").decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return {}
    return event if isinstance(event, dict) else {}


def remove(root: str, name: str) -> None:
    """Remove an event that is done. `OSError` where its file stays."""
    files.remove(_path(root, name))


def sweep(root: str, names: "Iterable[str]") -> None:
    """Remove these events, and what killed processes left half-written."""
    from memory_core.core.light import old_files

    old_files.sweep(_path(root))
    for name in names:
        files.remove(_path(root, name))


def _path(root: str, name: str = "") -> str:
    return user.derived(root, _FOLDER, name) if name else user.derived(root, _FOLDER)
