"""What one session of the client remembers between its hooks, in the project's derived folder.

`sessions/<id>.json` holds the transcript cursors, what extraction carries from one reading to the next, and what is
hot. When the session ends it moves to `ended/`, for the day it is resumed; deleted there, the transcript is read once
more from its beginning. What is hot becomes warm, and may then hold in all projects of the user: it stands where no
repository can bring it along.
"""

import contextlib
import os
import re
from collections.abc import Mapping
from typing import Any, Final

from memory_core.core.light import files, json_store, old_files, session_lines, user

HOT: Final = ("hot", "matched")
SKILLS: Final = "skills"  # in a state: names of the skills that were called
FILES: Final = "files"  # in a state: globs of the files that were edited last
_ENDING: Final = ".json"
_UNREAD: Final = 8 << 20  # bytes behind those that were read in which the end of a line is looked for
_READ: Final = json_store.derived("read.json", 4_000_000)  # how many bytes were read of sessions that are forgotten
_UUID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def path(root: str, session: str) -> str:
    """The session's file; ids from outside are reduced to harmless characters."""
    return session_lines.state(root, session)


def load(root: str, session: str) -> dict[str, Any]:
    """What is known of the session, also of one that ended; {} where there is nothing, or nothing readable."""
    places = [path(root, session), _ended(root, session)]
    if _UUID.fullmatch(session):  # which no repository can know: what version 0.6 kept of it in the project
        name = f"session-{session}.json"
        places += [os.path.join(root, *folder, name) for folder in ((".claude", "learnings"), (".cs-memory", "ended"))]
    return next((state for place in places if (state := json_store.load(place))), {})


def save(root: str, session: str, state: dict[str, Any]) -> None:
    """Write the session's file."""
    json_store.save(path(root, session), state)


def end(root: str, session: str) -> None:
    """Move the session's file to those that ended: a resumed session is not read twice."""
    with contextlib.suppress(FileNotFoundError):
        files.move(path(root, session), _ended(root, session))


def is_known(root: str, session: str) -> bool:
    """Whether this user had the session on this machine, not longer ago than sessions are kept."""
    return bool(session) and any(map(files.is_file, (path(root, session), _ended(root, session))))


def forget_ended(root: str, before: float) -> None:
    """Delete what is known of sessions that ended before a moment (seconds since 1970), save how far they were read."""
    folder = _folder(root, "ended")
    sizes = {}
    for name in files.names(folder):
        if name.endswith(_ENDING) and 0 < files.modified(os.path.join(folder, name)) < before:
            session = name.removesuffix(_ENDING)
            sizes[session] = _offset(json_store.load(os.path.join(folder, name)), session)
    if sizes:
        _READ.save(root, value={**_READ.load(root), **sizes})
    old_files.old(folder, before)


def is_read(root: str, session: str, transcript: str, size: int) -> bool:
    """Whether a transcript of `size` bytes was read to the end of its last whole line, however long ago."""
    forgotten = _READ.load(root).get(os.path.basename(path(root, session)).removesuffix(_ENDING))
    offset = max(_offset(load(root, session), session), forgotten if isinstance(forgotten, int) else 0)
    if offset >= size:
        return True
    unread = files.read_end(transcript, min(size - offset, _UNREAD))
    return unread is not None and "\n" not in unread


def _offset(state: Mapping[str, Any], session: str) -> int:
    """How many bytes of the session's own transcript were read."""
    cursors = state.get("cursors")
    cursor = cursors.get(f"{session}.jsonl") if isinstance(cursors, dict) else None
    offset = cursor.get("offset") if isinstance(cursor, dict) else 0
    return offset if isinstance(offset, int) else 0


def _folder(root: str, name: str) -> str:
    return user.derived(root, name)


def _ended(root: str, session: str) -> str:
    return os.path.join(_folder(root, "ended"), os.path.basename(path(root, session)))


def heard_elsewhere(root: str, session: str, key: str) -> frozenset[str]:
    """The texts that stand under a key of the state of every other session, of those that live and that ended."""
    own = os.path.basename(path(root, session))
    states = (
        json_store.load(os.path.join(folder, name))
        for folder in (_folder(root, "sessions"), _folder(root, "ended"))
        for name in files.names(folder)
        if name.endswith(_ENDING) and name != own
    )
    return frozenset(text for state in states for text in texts(state, key))


def texts(state: Mapping[str, Any], key: str) -> list[str]:
    """The texts in the list under a key of a state, whatever stands there."""
    return json_store.texts(state.get(key))


def knows_any(root: str, but: str) -> bool:
    """Whether a session of the project was read before, beside one of this id."""
    own = os.path.basename(path(root, but)) if but else ""
    return any(name not in ("", own) for name in (*_living(root), *files.names(_folder(root, "ended"))))


def stamp(root: str) -> str:
    """A signature that changes whenever the state of a session may have changed."""
    return files.stamp(os.path.join(_folder(root, "sessions"), name) for name in _living(root))


def living(root: str) -> list[str]:
    """The ids of the sessions that have a file, the one that was written longest ago first."""
    result = []
    for name in _living(root):
        seen = files.seen(os.path.join(_folder(root, "sessions"), name))
        if seen is not None:
            result.append((seen.st_mtime_ns, name.removesuffix(_ENDING)))
    return [name for _, name in sorted(result)]


def left_behind(root: str) -> list[tuple[str, dict[str, Any]]]:
    """The sessions that have a file: (id, state), oldest first."""
    return [(name, load(root, name)) for name in living(root)]


def _living(root: str) -> list[str]:
    return [name for name in files.names(_folder(root, "sessions")) if name.endswith(_ENDING) and name[0] != "."]


def current() -> str:
    """The session that this runs in, "" outside of one."""
    return os.environ.get("CLAUDE_CODE_SESSION_ID", "")
