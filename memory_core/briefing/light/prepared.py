"""The prepared briefing: printed at the start of a session, and kept with a stamp of every file it depends on.

Composing a briefing records the files that are looked at (`core.light.files.Watched`). The prepared briefing is valid
on the same day while the stamps are unchanged; otherwise the start composes a new one. The user waits for this, so the
module imports as little as possible.
"""

import os

from memory_core import __version__
from memory_core.core.light import client_process, clock, files, hashes, lean_json, places, user

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, Final

MOST: "Final" = 3000  # files that a prepared briefing may depend on; with more it is composed at every start
LIMIT: "Final" = 4_000_000  # bytes of a prepared briefing
_FORM: "Final" = 2
# Files whose change does not change the briefing: derived from homes, locks, or written with every briefing.
_DERIVED: "Final" = frozenset(
    (*files.VIEWS, "index.db", "index.json", "index.lock", "log.jsonl", "memory-core-id", "queue", "tracked",
     "vectors.db", "worker.json", "worker.lock", "prepared", "undo.jsonl", ".capture.lock", "access.jsonl")
)  # fmt: skip


def path(root: str, here: str) -> str:
    """The path of the prepared briefing for the worktree around `here`, because each branch may have another ticket."""
    own = worktree(root, here)
    name = "main" if own == root else hashes.blake2b(own.encode("utf-8", "replace"), digest_size=8).hexdigest()
    return user.derived(root, "prepared", f"{name}.json")


def worktree(root: str, here: str) -> str:
    """The worktree around a folder; the main worktree of the project if there is none."""
    return places.worktree(root, os.path.realpath(here)) or root if here else root


def day() -> str:
    """The dates, in UTC and local time, on which the statements of a briefing about time hold."""
    return f"{clock.present()[:10]} {clock.today()}"


def stamps(root: str, seen: "Mapping[str, str]") -> "dict[str, str]":
    """The stamps on which a briefing depends."""
    own = user.derived(root)
    return {path: mark for path, mark in seen.items() if not _is_derived(path, own)}


def _is_derived(path: str, own: str) -> bool:
    if path.endswith((f"{os.sep}.git{os.sep}index", ".new")) or os.path.basename(path) in files.VIEWS:
        return True
    return path == own or (path.startswith(own + os.sep) and path[len(own) + 1 :].partition(os.sep)[0] in _DERIVED)


def read(root: str, here: str) -> "dict[str, Any] | None":
    """What `briefing.prepare` kept; None if it is outdated."""
    raw = files.read_bytes(path(root, here), LIMIT)
    if raw is None:
        return None
    try:
        kept = lean_json.loads(raw.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None
    if not isinstance(kept, dict) or kept.get("form") != form() or kept.get("day") != day():
        return None
    if kept.get("worktree") != worktree(root, here) or kept.get("user") != folders():
        return None
    known = kept.get("stamps")
    if not isinstance(known, dict) or any(files.mark(path) != mark for path, mark in known.items()):
        return None
    return kept


def is_unread(living: "Iterable[object]") -> bool:
    """Whether a session of `living` ([client, transcript, bytes read]) was killed and left unread lines."""
    for row in living:
        if not (isinstance(row, list) and len(row) == 3):
            return True
        process, transcript, size = row
        try:
            seen = os.stat(transcript)
        except (OSError, ValueError, TypeError):
            continue
        is_left = (
            client_process.is_gone({client_process.KEY: process})
            or clock.seconds() - seen.st_mtime > client_process.IDLE
        )
        if is_left and seen.st_size > int(size):
            return True
    return False


def folders() -> list[str]:
    """The user's own folders, because another environment has other folders."""
    return [user.learnings(), user.data(), user.state()]


def form() -> str:
    """The version of the format of prepared briefings."""
    return f"{_FORM} {__version__}"
