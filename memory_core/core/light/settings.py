"""The user's settings: a file of the user, and one of the user for each project. No repository brings any.

`settings.toml` in the data folder holds for all projects, one in the project's derived folder for that project alone.
The environment comes first, then the project's file, then the user's. A hook reads them: `tomllib` is imported only
where a line is more than a name and a plain value.
"""

import os

from memory_core.core.light import files, user

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

MARKS: "Final" = "marks"
WORKER: "Final" = "worker"
CAPTURE: "Final" = "capture"
QUIET: "Final" = "quiet"
SUGGESTIONS: "Final" = "suggestions"
TIDY: "Final" = "tidy"
SHARE: "Final" = "share"
CLIENT_MEMORY: "Final" = "client_memory"
OFF: "Final" = "off"
# The values of each setting, the default first.
VALUES: "Final" = {
    MARKS: ("on", "off"),  # a session start tells the model how to write marker lines
    CAPTURE: ("sure", "inferred", "stated"),  # what is kept at once: what is sure, everything, what somebody stated
    WORKER: ("on", "off"),  # off: hooks do everything themselves and start no process
    QUIET: ("off", "on"),  # nothing on the screen but what is in the way
    SUGGESTIONS: ("on", "off"),  # memories beside a prompt that is surely about them
    TIDY: ("on", "off"),  # the briefing counts what `tidy` could settle
    SHARE: ("repository", "notes", "private"),  # where new memories of sessions go
    CLIENT_MEMORY: ("on", "off"),  # CLAUDE.md, AGENTS.md and the client's own notes are read
    OFF: ("off", "on"),  # every hook is silent
}
FILE: "Final" = "settings.toml"
SESSIONS: "Final" = "off"  # in the derived folder: ids of sessions in which every hook is silent, a line each
LONGEST: "Final" = 100_000  # bytes of a file
_YES: "Final" = ("on", "true", "yes", "1")
_NO: "Final" = ("off", "false", "no", "0")
_given: "dict[str, str]" = {}  # what this process goes by, whatever the files say


def read(name: str, root: str = "") -> str:
    """The value of a setting, in a project where `root` is given; the default where none of its values is given."""
    for given in (os.environ.get(f"MEMORY_CORE_{name.upper()}"), _given.get(name)):
        if value := meant(name, given):
            return value
    for path in paths(root):
        if value := meant(name, written(path).get(name)):
            return value
    return VALUES[name][0]


def is_on(name: str, root: str = "") -> bool:
    """Whether a setting of two values, on and off, is on."""
    return read(name, root) == "on"


def paths(root: str = "") -> list[str]:
    """The files of the settings, the first one to be followed first. They may not be there."""
    own = os.path.join(user.data(), FILE)
    return [user.derived(root, FILE), own] if root else [own]


def written(path: str) -> "dict[str, object]":
    """What a file of settings says, by name; nothing where it cannot be read."""
    text = files.read(path, LONGEST) if os.path.exists(path) else None
    return _parsed(text) if text else {}


def meant(name: str, given: object) -> str:
    """The value of the setting that was given in words; "" where it has no such value."""
    values = VALUES[name]
    word = str(given).strip().casefold() if isinstance(given, str | bool | int) else ""
    if word in values:
        return word
    word = "on" if word in _YES else "off" if word in _NO else ""
    return word if word in values else ""


def is_off(root: str, session: str) -> bool:
    """Whether every hook is silent: everywhere, in the project, or in the session."""
    if read(OFF, root) == "on":
        return True
    path = user.derived(root, SESSIONS)
    return bool(session) and os.path.exists(path) and session in (files.read(path, LONGEST) or "").split("\n")


def give(name: str, value: str) -> None:
    """Let this process go by a value; with "" by the files again."""
    if value:
        _given[name] = value
    else:
        _given.pop(name, None)


def _parsed(text: str) -> "dict[str, object]":
    values: dict[str, object] = {}
    for line in text.split("\n"):
        name, sign, value = (part.strip() for part in line.partition("="))
        if not name or name[0] == "#":
            continue
        if len(value) > 1 and value[0] == value[-1] == '"' and value.count('"') == 2 and "\\" not in value:
            values[name] = value[1:-1]
        elif sign and value.isalnum():
            values[name] = value
        else:
            return _by_library(text)
    return values


def _by_library(text: str) -> "dict[str, object]":
    import tomllib

    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError):  # damaged
        return {}
