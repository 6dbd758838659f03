"""The user's dismissed suggestions, in `~/.jarvis/suggestions.json`, and the suggestions that a session has seen.

The file belongs to the user and has an entry for each project, so no repository can change it. What a session has seen
is derived data. Every prompt that can have a topic reads both, so `json` is not imported. A caller that writes the file
holds the user's lock.
"""

import os

from memory_core.core.light import files, json_store, lean_json, session_lines, settings, user

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

FILE = "suggestions.json"
_LIMIT = 4_000_000  # bytes of the file
_BRIEF = 64_000  # bytes of the briefing
_SHOWN = 40  # characters of an id in a briefing


class Wishes:
    """The user's settings for suggestions in one project."""

    __slots__ = ("ids", "off", "topics")

    def __init__(self, off: str = "", ids: "dict[str, dict[str, str]] | None" = None) -> None:
        self.off = off  # time at which suggestions were switched off; "" if they are on
        self.ids = ids or {}  # id of a dismissed memory to fingerprint, summary, at
        self.topics: dict[str, dict[str, str]] = {}  # dismissed topic to at

    @property
    def fingerprints(self) -> "set[str]":
        """The fingerprints of the dismissed memories, because ids may change."""
        return {text["fingerprint"] for text in self.ids.values() if text.get("fingerprint")}


def path() -> str:
    """The path of the user's file."""
    return os.path.join(user.learnings(), FILE)


def read(root: str) -> Wishes:
    """The user's settings in this project; the defaults if the file cannot be read."""
    own = _projects().get(root)
    wishes = Wishes(_text(own, "off"), _read_shown(own, "ids"))
    wishes.topics = _read_shown(own, "topics")
    return wishes


def is_off(root: str, wishes: Wishes) -> bool:
    """Whether suggestions are off in this project, by the setting or by an entry of version 0.20."""
    return bool(wishes.off) or not settings.is_on(settings.SUGGESTIONS, root)


def write(root: str, wishes: Wishes) -> None:
    """Write the user's settings in this project. Raise `OSError` if that fails. The caller holds the user's lock."""
    place, every = path(), _projects()
    raw = files.read_bytes(place, _LIMIT)
    if raw and not every and not raw.lstrip().startswith(b'{"projects"'):
        from memory_core.core.light import old_files

        old_files.set_aside(place, raw)  # damaged, or of an unknown format: a copy is kept
    every[root] = {"off": wishes.off, "ids": wishes.ids, "topics": wishes.topics}
    if not (wishes.off or wishes.ids or wishes.topics):
        del every[root]
    files.write(place, lean_json.dumps({"projects": every}) + "\n")


def shown(root: str, session: str) -> "tuple[list[str], set[str]]":
    """The topics that a session has seen, and the ids of the suggested memories."""
    rows = [line.split("\t") for line in session_lines.lines(root, _name(session))]
    return [row[0] for row in rows], {name for row in rows for name in row[1:]}


def tell(root: str, session: str, topic: str, ids: "Sequence[str]") -> bool:
    """Record the topic and memories that a session has seen. Return whether that worked."""
    return session_lines.append(root, _name(session), ["\t".join(" ".join(text.split()) for text in (topic, *ids))])


def briefing(root: str) -> str:
    """The path of a copy of the last briefing that no repository can change."""
    return user.derived(root, "BRIEFING.md")


def briefed(root: str, ids: "Sequence[str]") -> "set[str]":
    """The given memories that the briefing of the project shows."""
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
