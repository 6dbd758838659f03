"""The session home: what one session of the client remembers between its hooks.

`.claude/learnings/session-<id>.json` holds the transcript cursors, what extraction carries from one
reading to the next, and what is already kept; it goes when the session ends.
"""

import contextlib
import json
import os
import re
from typing import Any, Final

from memory_core.stores import files

FOLDER: Final = os.path.join(".claude", "learnings")
_UNSAFE = re.compile(r"[^A-Za-z0-9_-]")


def path(root: str, session: str) -> str:
    """The session's file; ids from outside are reduced to harmless characters."""
    return os.path.join(root, FOLDER, f"session-{_UNSAFE.sub('-', session)[:80] or 'unknown'}.json")


def load(root: str, session: str) -> dict[str, Any]:
    """What the session's file says, or an empty mapping where it is missing or damaged."""
    with contextlib.suppress(ValueError):
        state = json.loads(files.read(path(root, session)) or "{}")
        if isinstance(state, dict):
            return state
    return {}


def save(root: str, session: str, state: dict[str, Any]) -> None:
    """Write the session's file, in a folder that hides it from git."""
    files.hide(os.path.join(root, FOLDER), "session-*")
    files.write(path(root, session), json.dumps(state, ensure_ascii=False, separators=(",", ":")) + "\n")


def forget(root: str, session: str) -> None:
    """Remove the session's file; nothing happens where there is none."""
    with contextlib.suppress(OSError):
        os.unlink(path(root, session))


def left_behind(root: str) -> list[tuple[str, dict[str, Any]]]:
    """The sessions that have a file: (id, state), oldest first."""
    folder = os.path.join(root, FOLDER)
    found = []
    with contextlib.suppress(OSError):
        names = [name for name in os.listdir(folder) if name.startswith("session-") and name.endswith(".json")]
        names.sort(key=lambda name: (os.path.getmtime(os.path.join(folder, name)), name))
        for name in names:
            session = name.removeprefix("session-").removesuffix(".json")
            found.append((session, load(root, session)))
    return found
