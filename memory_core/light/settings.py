"""The user's settings: `settings.toml` in the user's data folder. The environment wins; no repository brings any."""

import os

from memory_core.light import files, user

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

MARKS: "Final" = "marks"  # on: a session start tells the model how to write marker lines
WORKER: "Final" = "worker"  # on, or off: hooks do everything themselves and start no process
CAPTURE: "Final" = "capture"  # sure, or inferred: whether everything that is found is kept at once
CLIENT_MEMORY: "Final" = "client_memory"  # off: CLAUDE.md, AGENTS.md and the client's own notes are not read
_VALUES: "Final" = {
    WORKER: ("on", "off"),
    MARKS: ("on", "off"),
    CAPTURE: ("sure", "inferred"),
    CLIENT_MEMORY: ("on", "off"),
}
_LONGEST: "Final" = 100_000  # bytes of the file


def read(name: str) -> str:
    """The value of a setting; its default where none, or another one, is given."""
    values = _VALUES[name]
    given = os.environ.get(f"MEMORY_CORE_{name.upper()}") or _written(name)
    word = str(given).strip().casefold()
    return word if word in values else values[0]


def _written(name: str) -> object:
    text = files.read(os.path.join(user.data(), "settings.toml"), _LONGEST)
    if not text:
        return ""
    import tomllib

    try:
        return tomllib.loads(text).get(name, "")
    except tomllib.TOMLDecodeError:
        return ""
