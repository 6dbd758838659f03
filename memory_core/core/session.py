"""The state of a session of the client between its hooks, in the project's derived folder.

`sessions/<id>.json` has the positions in its transcripts, the state of extraction, and its hot learnings. When the
session ends, the file moves to `ended/`, in case the session is resumed. If it is deleted there, a resumed transcript
is read again from its beginning. Hot learnings may later apply to all projects of the user, so no repository can
provide this file.
"""

import contextlib
import os
import re
from collections.abc import Mapping
from typing import Any, Final

from memory_core.core.light import files, json_store, old_files, session_lines, user

HOT: Final = ("hot", "matched")
SKILLS: Final = "skills"  # key of a state: names of the skills that were called
FILES: Final = "files"  # key of a state: globs of the files that were edited last
_ENDING: Final = ".json"
_UNREAD: Final = 8 << 20  # bytes after the position in which the end of a line is searched
_READ: Final = json_store.derived("read.json", 4_000_000)  # how many bytes were read of transcripts of deleted sessions
_UUID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def path(root: str, session: str) -> str:
    """The file of the session. Unsafe characters of the id are replaced."""
    return session_lines.state(root, session)


def load(root: str, session: str) -> dict[str, Any]:
    """The state of a session, also of an ended one; {} if there is none or it cannot be read."""
    places = [path(root, session), _ended(root, session)]
    if _UUID.fullmatch(session):  # a UUID, which no repository can know: version 0.6 kept the state in the project
        name = f"session-{session}.json"
        places += [os.path.join(root, *folder, name) for folder in ((".claude", "learnings"), (".cs-memory", "ended"))]
    return next((state for place in places if (state := json_store.load(place))), {})


def save(root: str, session: str, state: dict[str, Any]) -> None:
    """Write the state of the session."""
    json_store.save(path(root, session), state)


def end(root: str, session: str) -> None:
    """Move the file of the session to `ended/`, so that a resumed session is not read twice."""
    with contextlib.suppress(FileNotFoundError):
        files.move(path(root, session), _ended(root, session))


def is_known(root: str, session: str) -> bool:
    """Whether this user had the session on this machine, as long as session files are kept."""
    return bool(session) and any(map(files.is_file, (path(root, session), _ended(root, session))))


def forget_ended(root: str, before: float) -> None:
    """Delete the files of sessions that ended before a moment (seconds since 1970), but keep their positions."""
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
    """Whether a transcript of `size` bytes was already read up to its last complete line."""
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
    """The texts under a key in the states of all other sessions, running and ended."""
    own = os.path.basename(path(root, session))
    states = (
        json_store.load(os.path.join(folder, name))
        for folder in (_folder(root, "sessions"), _folder(root, "ended"))
        for name in files.names(folder)
        if name.endswith(_ENDING) and name != own
    )
    return frozenset(text for state in states for text in texts(state, key))


def texts(state: Mapping[str, Any], key: str) -> list[str]:
    """The texts in the list under a key of a state; [] if it is not a list."""
    return json_store.texts(state.get(key))


def knows_any(root: str, but: str) -> bool:
    """Whether another session of the project than `but` was read before."""
    own = os.path.basename(path(root, but)) if but else ""
    return any(name not in ("", own) for name in (*_living(root), *files.names(_folder(root, "ended"))))


def stamp(root: str) -> str:
    """A signature that changes whenever the state of a running session may have changed."""
    return files.stamp(os.path.join(_folder(root, "sessions"), name) for name in _living(root))


def living(root: str) -> list[str]:
    """The ids of the running sessions; the file that was written longest ago is first."""
    result = []
    for name in _living(root):
        seen = files.seen(os.path.join(_folder(root, "sessions"), name))
        if seen is not None:
            result.append((seen.st_mtime_ns, name.removesuffix(_ENDING)))
    return [name for _, name in sorted(result)]


def left_behind(root: str) -> list[tuple[str, dict[str, Any]]]:
    """The running sessions: (id, state), oldest first."""
    return [(name, load(root, name)) for name in living(root)]


def _living(root: str) -> list[str]:
    return [name for name in files.names(_folder(root, "sessions")) if name.endswith(_ENDING) and name[0] != "."]


def current() -> str:
    """The id of the session in which this process runs; "" outside of a session."""
    return os.environ.get("CLAUDE_CODE_SESSION_ID", "")
