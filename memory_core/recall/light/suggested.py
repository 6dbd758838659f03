"""What a user wants no suggestions about, in `~/.jarvis/suggestions.json`, and what a session was told of.

The file is the user's own, by project: a repository silences nothing and brings nothing back. What a session was told
is derived and stands with the guard's files. Read before every prompt that can have
a topic: `json` is not imported. Who writes the file holds the user's lock.
"""

import os

from memory_core.core.light import files, json_store, lean_json, session_lines, settings, user

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

FILE = "suggestions.json"
_LIMIT = 4_000_000  # bytes of the file that are read
_BRIEF = 64_000  # and of the briefing
_SHOWN = 40  # characters of an id that a briefing shows


class Wishes:
    """What a user said of suggestions in one project."""

    __slots__ = ("ids", "off", "topics")

    def __init__(self, off: str = "", ids: "dict[str, dict[str, str]] | None" = None) -> None:
        self.off = off  # the moment at which they were switched off; "" where they are on
        self.ids = ids or {}  # of dismissed memories: fingerprint, summary, at
        self.topics: dict[str, dict[str, str]] = {}  # of dismissed topics: at

    @property
    def fingerprints(self) -> "set[str]":
        """Those of the dismissed memories: an id may change, what is said does not."""
        return {text["fingerprint"] for text in self.ids.values() if text.get("fingerprint")}


def path() -> str:
    """Where the user's wishes stand."""
    return os.path.join(user.learnings(), FILE)


def read(root: str) -> Wishes:
    """What the user wants in this project; nothing special where the file cannot be read."""
    own = _projects().get(root)
    wishes = Wishes(_text(own, "off"), _read_shown(own, "ids"))
    wishes.topics = _read_shown(own, "topics")
    return wishes


def is_off(root: str, wishes: Wishes) -> bool:
    """Whether nothing is suggested in this project: by the setting, or by what version 0.20 wrote of it."""
    return bool(wishes.off) or not settings.is_on(settings.SUGGESTIONS, root)


def write(root: str, wishes: Wishes) -> None:
    """Keep what the user wants in this project; `OSError` where it cannot be. The caller holds the user's lock."""
    place, every = path(), _projects()
    raw = files.read_bytes(place, _LIMIT)
    if raw and not every and not raw.lstrip().startswith(b'{"projects"'):
        from memory_core.core.light import old_files

        old_files.set_aside(place, raw)  # damaged, or a stranger's: it is not lost
    every[root] = {"off": wishes.off, "ids": wishes.ids, "topics": wishes.topics}
    if not (wishes.off or wishes.ids or wishes.topics):
        del every[root]
    files.write(place, lean_json.dumps({"projects": every}) + "\n")


def shown(root: str, session: str) -> "tuple[list[str], set[str]]":
    """The topics that a session was told of, and the ids of the memories that were named."""
    rows = [line.split("\t") for line in session_lines.lines(root, _name(session))]
    return [row[0] for row in rows], {name for row in rows for name in row[1:]}


def tell(root: str, session: str, topic: str, ids: "Sequence[str]") -> bool:
    """Whether it is now noted that the session was told of a topic, by these memories."""
    return session_lines.append(root, _name(session), ["\t".join(" ".join(text.split()) for text in (topic, *ids))])


def briefing(root: str) -> str:
    """Where a copy of the last briefing stands, out of reach of the repository."""
    return user.derived(root, "BRIEFING.md")


def briefed(root: str, ids: "Sequence[str]") -> "set[str]":
    """Those of the memories that the briefing of the project shows."""
    text = (files.read_bytes(briefing(root), _BRIEF) or b"").decode("utf-8", "replace")
    return {each for each in ids if f"[{each[: _SHOWN - 1]}" in text} if text else set()


def _name(session: str) -> str:
    return f"suggested-{session_lines.safe(session)}"


def _projects() -> "dict[str, dict[str, object]]":
    value = json_store.load(path(), _LIMIT).get("projects")
    if not isinstance(value, dict):
        return {}
    return {
        name: {"off": _text(own, "off"), "ids": _read_shown(own, "ids"), "topics": _read_shown(own, "topics")}
        for name, own in value.items()
    }


def _text(own: object, key: str) -> str:
    value = own.get(key) if isinstance(own, dict) else None
    return value if isinstance(value, str) else ""


def _read_shown(own: object, key: str) -> "dict[str, dict[str, str]]":
    value = own.get(key) if isinstance(own, dict) else None
    if not isinstance(value, dict):
        return {}
    return {
        name: {field: text for field, text in entry.items() if isinstance(text, str)}
        for name, entry in value.items()
        if isinstance(entry, dict)
    }
