"""The user's settings: one file for all projects, and one for each project. No repository provides any.

`settings.toml` in the data folder applies to all projects, the one in the project's derived folder to that project. The
environment comes first, then the file of the project, then that of all projects. Hooks read settings, so `tomllib` is
imported only for lines that are more than a name and a plain value.
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
    MARKS: ("on", "off"),  # the start of a session explains marker lines to the model
    CAPTURE: (
        "sure",
        "inferred",
        "stated",
    ),  # what is kept without confirmation: certain statements, all, or only explicit ones
    WORKER: ("on", "off"),  # off: hooks do everything themselves and start no process
    QUIET: ("off", "on"),  # only warnings on the screen
    SUGGESTIONS: ("on", "off"),  # memories are suggested beside a prompt that is certainly about them
    TIDY: ("on", "off"),  # the briefing counts what `tidy` could settle
    SHARE: ("repository", "notes", "private"),  # where new memories of sessions are kept
    CLIENT_MEMORY: ("on", "off"),  # whether CLAUDE.md, AGENTS.md and the client's own notes are read
    OFF: ("off", "on"),  # every hook is silent
}
FILE: "Final" = "settings.toml"
SESSIONS: "Final" = "off"  # in the derived folder: ids of sessions in which every hook is silent, one on each line
LONGEST: "Final" = 100_000  # bytes of a file
_YES: "Final" = ("on", "true", "yes", "1")
_NO: "Final" = ("off", "false", "no", "0")
_given: "dict[str, str]" = {}  # values that this process uses instead of the files


def read(name: str, root: str = "") -> str:
    """The value of a setting, for the project if `root` is given; the default if no valid value is set."""
    for given in (os.environ.get(f"MEMORY_CORE_{name.upper()}"), _given.get(name)):
        if value := meant(name, given):
            return value
    for path in paths(root):
        if value := meant(name, written(path).get(name)):
            return value
    return VALUES[name][0]


def is_on(name: str, root: str = "") -> bool:
    """Whether a setting with the values on and off is on."""
    return read(name, root) == "on"


def paths(root: str = "") -> list[str]:
    """The files of the settings; an earlier one has precedence. They may be missing."""
    own = os.path.join(user.data(), FILE)
    return [user.derived(root, FILE), own] if root else [own]


def written(path: str) -> "dict[str, object]":
    """The settings in a file, by name; {} if it cannot be read."""
    text = files.read(path, LONGEST) if os.path.exists(path) else None
    return _parsed(text) if text else {}


def meant(name: str, given: object) -> str:
    """The valid value that a user meant, as `on` for `true`; "" if there is none."""
    values = VALUES[name]
    word = str(given).strip().casefold() if isinstance(given, str | bool | int) else ""
    if word in values:
        return word
    word = "on" if word in _YES else "off" if word in _NO else ""
    return word if word in values else ""


def is_off(root: str, session: str) -> bool:
    """Whether every hook is silent: in all projects, in this one, or in this session."""
    if read(OFF, root) == "on":
        return True
    path = user.derived(root, SESSIONS)
    return bool(session) and os.path.exists(path) and session in (files.read(path, LONGEST) or "").split("\n")


def give(name: str, value: str) -> None:
    """Use a value in this process; with "" use the files again."""
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
