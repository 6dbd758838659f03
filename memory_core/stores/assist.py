"""Whether a session offers to tidy: one word in the user's own folder, off by default; no repository brings it."""

import os
from typing import Final

from memory_core.stores import files, user

OFF: Final = "off"
ASK: Final = "ask"
SESSION_END: Final = "session-end"
CHOICES: Final = {
    OFF: "no session offers anything",
    ASK: "the user is shown a line where work was committed or the context is nearly full",
    SESSION_END: "the model is asked to tidy there, once a session",
}


def read() -> str:
    """The user's choice; `off` where none can be read."""
    said = (files.read(_path(), 100) or "").strip()
    return said if said in CHOICES else OFF


def write(choice: str) -> None:
    """Keep the user's choice; `OSError` where it cannot be written."""
    files.write(_path(), f"{choice}\n")


def _path() -> str:
    return os.path.join(user.learnings(), "assist")
