"""The session home: what one session of the client remembers between its hooks.

`.claude/learnings/session-<id>.json` holds the transcript cursors, what extraction carries from one
reading to the next, and what is hot. When the session ends it moves to `.cs-memory/ended/`, for the day it is resumed;
deleted there, the transcript is read once more from its beginning.

What is hot becomes warm, and may then hold in all projects of the user: it counts only where the file bears this
user's mark, which no repository can bring along. A state without it is `FOREIGN`, and stays so however often it is
written, until the client itself names the session.
"""

import contextlib
import hashlib
import json
import os
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from memory_core.domain.tiers import learning as codec
from memory_core.domain.tiers.learning import Learning
from memory_core.stores import files, guard, places

FOLDER: Final = os.path.join(".claude", "learnings")
HOT: Final = ("hot", "matched")
_OURS: Final = (*HOT, "prompts", "files")  # what of the state only this user's own hooks may say
FOREIGN: Final = "foreign"  # in the state: its file bears no mark of this user; never written
_MARK: Final = "mark"
_HIDDEN: Final = ("session-*", "*.damaged.json")
_UNSAFE = re.compile(r"[^A-Za-z0-9_-]")


def path(root: str, session: str) -> str:
    """The session's file; ids from outside are reduced to harmless characters."""
    return os.path.join(root, FOLDER, f"session-{_UNSAFE.sub('-', session)[:80] or 'unknown'}.json")


def load(root: str, session: str) -> dict[str, Any]:
    """What is known of the session, also of one that ended; {} where there is nothing, or nothing readable."""
    for place in (path(root, session), _ended(root, session)):
        with contextlib.suppress(ValueError, RecursionError):
            state = None if os.path.islink(place) else json.loads(files.read(place) or "null")
            if isinstance(state, dict):
                return _ours(state, root, session)
    return {}


def is_ours(root: str, session: str) -> bool:
    """Whether this user's own hooks wrote the session's file, or there is none."""
    return FOREIGN not in load(root, session)


def claimed(state: Mapping[str, Any]) -> dict[str, Any]:
    """The state of a session that the client itself names: from now on it bears this user's mark."""
    return {key: value for key, value in state.items() if key != FOREIGN}


def _ours(state: dict[str, Any], root: str, session: str) -> dict[str, Any]:
    """The state without its mark; where that is not this user's, without what only this user's hooks may say."""
    told = state.pop(_MARK, "")
    key = guard.mark(guard.SESSIONS) if told else ""
    if key and told == _signed(key, root, session, state):
        return claimed(state)
    return {**{key: value for key, value in state.items() if key not in (*_OURS, _MARK)}, FOREIGN: True}


def hot(state: dict[str, Any]) -> list[Learning]:
    """The learnings that are hot in a session; what says none is left out."""
    found = []
    items = state.get("hot")
    for item in items if isinstance(items, list) else []:
        if isinstance(item, dict) and item.get("kind") in (codec.PREFERENCE, codec.BEHAVIOUR):
            level = codec.GLOBAL if item.get("level") == codec.GLOBAL else codec.PROJECT
            entry = {key: value for key, value in item.items() if key not in ("kind", "level")}
            learning = codec.from_item(entry, item["kind"], level)
            if learning is not None:
                found.append(learning._replace(id=learning.id or codec.provisional(learning)))
    return found


def to_hot(learnings: Iterable[Learning]) -> list[dict[str, Any]]:
    """The list `hot` of a state that holds these learnings."""
    return [
        {**codec.to_item(one), "kind": one.kind, **({"level": one.level} if one.level != codec.PROJECT else {})}
        for one in learnings
    ]


def make_folder(root: str) -> None:
    """Make the folder of sessions and learnings; what is personal in it, and what was set aside, is hidden from git."""
    folder = os.path.join(root, FOLDER)
    marker = os.path.join(folder, ".gitignore")
    if files.read(marker, 100) == "session-*\n.gitignore\n":  # as versions before 0.5 wrote it
        os.unlink(marker)
    brought = (files.read(marker, 100_000) or "").splitlines()
    if not brought or any(line.startswith("!") for line in brought):
        files.keep_hidden(folder, *_HIDDEN)
    elif _HIDDEN[0] not in brought:
        _exclude(root)


def _exclude(root: str) -> None:
    """Have git pass by the files of sessions, where a `.gitignore` of the project's own says nothing of them."""
    line = f"/{FOLDER.replace(os.sep, '/')}/{_HIDDEN[0]}"
    shared = places.git_folder(root)
    path = os.path.join(shared, "info", "exclude") if shared else ""
    told = files.read(path) or "" if path else line
    if line not in told.splitlines():
        with contextlib.suppress(OSError):
            files.write(path, f"{told.rstrip()}\n{line}\n" if told.strip() else f"{line}\n")


def save(root: str, session: str, state: dict[str, Any]) -> None:
    """Write the session's file, in a folder that hides it from git."""
    make_folder(root)
    told = claimed(state)
    if FOREIGN not in state:
        with contextlib.suppress(OSError):  # without a mark what is hot is not believed; the cursor is
            key = guard.mark(guard.SESSIONS) or guard.new_mark(guard.SESSIONS)
            told[_MARK] = _signed(key, root, session, told)
    files.write(path(root, session), f"{_text(told)}\n")


def _signed(key: str, root: str, session: str, state: dict[str, Any]) -> str:
    """The mark of a state: who has not the key makes none for another one, another session or another project."""
    told = "\n".join((key, os.path.realpath(root), os.path.basename(path(root, session)), _text(state)))
    return hashlib.sha256(told.encode("utf-8", "replace")).hexdigest()


def _text(state: dict[str, Any]) -> str:
    return json.dumps(state, ensure_ascii=False, separators=(",", ":"))


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


def heard_elsewhere(root: str, session: str, key: str) -> frozenset[str]:
    """The texts that stand under a key of the state of every other session, of those that live and that ended."""
    found: set[str] = set()
    own = os.path.basename(path(root, session))
    for folder in (os.path.join(root, FOLDER), os.path.dirname(_ended(root, ""))):
        with contextlib.suppress(OSError):
            names = [name for name in os.listdir(folder) if name.startswith("session-") and name.endswith(".json")]
            for name in names:
                with contextlib.suppress(ValueError, RecursionError):
                    state = json.loads(files.read(os.path.join(folder, name)) or "null") if name != own else None
                    found.update(texts(state, key) if isinstance(state, dict) else ())
    return frozenset(found)


def texts(state: Mapping[str, Any], key: str) -> list[str]:
    """The texts in the list under a key of a state, whatever stands there."""
    found = state.get(key)
    return [one for one in found if isinstance(one, str)] if isinstance(found, list) else []


def left_behind(root: str) -> list[tuple[str, dict[str, Any]]]:
    """The sessions that have a file: (id, state), oldest first."""
    folder = os.path.join(root, FOLDER)
    found: list[tuple[int, str]] = []
    with contextlib.suppress(OSError):
        for entry in os.scandir(folder):
            if entry.name.startswith("session-") and entry.name.endswith(".json"):
                with contextlib.suppress(OSError):  # another process was quicker
                    if entry.is_file(follow_symlinks=False):
                        found.append((entry.stat(follow_symlinks=False).st_mtime_ns, entry.name))
    names = [name.removeprefix("session-").removesuffix(".json") for _, name in sorted(found)]
    return [(name, load(root, name)) for name in names]
