"""The session home: what one session of the client remembers between its hooks.

`.claude/learnings/session-<id>.json` holds the transcript cursors and what extraction carries from one
reading to the next. When the session ends it moves to `.cs-memory/ended/`, for the day it is resumed;
deleted there, the transcript is read once more from its beginning.
"""

import contextlib
import json
import os
import re
from typing import Any, Final

from memory_core.stores import files, places

FOLDER: Final = os.path.join(".claude", "learnings")
_UNSAFE = re.compile(r"[^A-Za-z0-9_-]")


def path(root: str, session: str) -> str:
    """The session's file; ids from outside are reduced to harmless characters."""
    return os.path.join(root, FOLDER, f"session-{_UNSAFE.sub('-', session)[:80] or 'unknown'}.json")


def load(root: str, session: str) -> dict[str, Any]:
    """What is known of the session, also of one that ended; {} where there is nothing, or nothing readable."""
    for place in (path(root, session), _ended(root, session)):
        with contextlib.suppress(ValueError, RecursionError):
            state = json.loads(files.read(place) or "null")
            if isinstance(state, dict):
                return state
    return {}


def save(root: str, session: str, state: dict[str, Any]) -> None:
    """Write the session's file, in a folder that hides it from git."""
    files.hide(os.path.join(root, FOLDER), "session-*")
    files.write(path(root, session), json.dumps(state, ensure_ascii=False, separators=(",", ":")) + "\n")


def end(root: str, session: str) -> None:
    """Move the session's file to what is derived: it goes from its home, and a resumed session is not read twice."""
    with contextlib.suppress(FileNotFoundError):
        places.derived(root)
        os.makedirs(os.path.dirname(_ended(root, session)), exist_ok=True)
        os.replace(path(root, session), _ended(root, session))


def forget_ended(root: str, before: float) -> None:
    """Delete what is known of sessions that ended before a moment (seconds since 1970)."""
    folder = os.path.dirname(_ended(root, ""))
    with contextlib.suppress(OSError):
        for name in os.listdir(folder):
            place = os.path.join(folder, name)
            if os.path.getmtime(place) < before:
                os.unlink(place)


def _ended(root: str, session: str) -> str:
    return os.path.join(root, places.DERIVED, "ended", os.path.basename(path(root, session)))


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
