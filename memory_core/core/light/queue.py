"""The queue of events for the worker: a small file for each, in the derived folder of the project.

A hook adds a file and answers. The worker removes it when everything is done. A lost file loses nothing that is in a
transcript, because the next event of the session reads on from the same position.
"""

import os
import time

from memory_core.core.light import files, hashes, lean_json, user

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, Final

LIMIT: "Final" = 16_000_000  # bytes of an event that are read
LAST_MOST: "Final" = 400_000  # characters of the last message that are kept; the transcript has the rest
_MANY: "Final" = 8  # with more waiting events than this, each session keeps only its newest
_FOLDER: "Final" = "queue"
_ENDING: "Final" = ".json"


def put(root: str, event: "Mapping[str, str]") -> str:
    """Add an event and return the name of its file. Raise `OSError` if it cannot be written.

    If many events wait, older ones of the same session are removed, because the transcript has the same content.
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
    """The names of the waiting events, oldest first."""
    return [name for name in files.names(_path(root)) if name.endswith(_ENDING) and name[0].isdigit()]


def unread(root: str) -> bool:
    """Whether an event waits that is more than the start of a session, so that something may not be kept yet."""
    return any(read(root, name).get("name") != "SessionStart" for name in waiting(root))


def added(name: str) -> float:
    """When an event was added, in seconds since 1970."""
    return int(name.partition("-")[0]) / 1e9


def read(root: str, name: str) -> "dict[str, Any]":
    """The event; {} if its file is missing, damaged or longer than `LIMIT`."""
    raw = files.read_bytes(_path(root, name), LIMIT)
    try:
        event = lean_json.loads((raw or b"").decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return {}
    return event if isinstance(event, dict) else {}


def remove(root: str, name: str) -> None:
    """Remove a processed event. Raise `OSError` if that fails."""
    files.remove(_path(root, name))


def sweep(root: str, names: "Iterable[str]") -> None:
    """Remove these events and unfinished files of killed processes."""
    from memory_core.core.light import old_files

    old_files.sweep(_path(root))
    for name in names:
        files.remove(_path(root, name))


def _path(root: str, name: str = "") -> str:
    return user.derived(root, _FOLDER, name) if name else user.derived(root, _FOLDER)
