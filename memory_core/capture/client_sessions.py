"""Finds the sessions of a project that the client keeps on this machine, by the folder in which they ran.

The client writes each session to `ID.jsonl` in a folder named after the folder in which the session began, with a dash
for each character that is no letter or digit. Two paths can have the same name there, so the folder named in the
transcript decides.
"""

import itertools
import json
import os
import re
import stat
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple

from memory_core.core import session
from memory_core.core.budget import how_many
from memory_core.core.light import clock, files, places, user
from memory_core.core.light.errors import Refusal

LARGEST: Final = 1 << 30  # bytes of a transcript; a larger one is left alone
MOST: Final = 20_000  # files that are looked at
_OFFERED: Final = 100  # files that are looked at for an offer, which a start of a session waits for
_HEAD: Final = 1 << 20  # bytes in which a session names its folder and its first moment
_TAIL: Final = 1 << 18  # bytes in which it names its last
_AGENT: Final = re.compile(r"agent-[0-9a-f]{6,}\.jsonl")  # a subagent's transcript, which is read with its session
_PER_MEGABYTE: Final = 1.5  # seconds, about
_MOMENT: Final = re.compile(r'"timestamp": ?"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[^"]{0,12})"')


class Session(NamedTuple):
    """A session of the client, as its transcript shows it."""

    id: str
    path: str
    size: int  # bytes
    changed: float  # seconds since 1970
    began: str  # ISO 8601; "" where the transcript names no moment
    ended: str


def folders(root: str) -> list[str]:
    """The client's folders for the project and for the folders below it, the project's own first."""
    own = user.client_project(root)
    projects, name = os.path.split(own)
    below = [each for each in files.names(projects) if each.startswith(f"{name}-")]
    return [os.path.join(projects, each) for each in (name, *below)]


def sessions(root: str, most: int = MOST) -> list[Session]:
    """The sessions of a project, oldest first, without those of other projects; at most `most` files are read."""
    paths = itertools.islice((path for folder in folders(root) for path in _transcripts(folder)), most)
    known = (_session(root, path) for path in paths)
    return sorted((session for session in known if session), key=lambda each: (each.began, each.id))


def has_any(root: str) -> bool:
    """Whether the client has transcripts in the project's folder; none is opened."""
    return any(_transcripts(user.client_project(root)))


def unread(root: str) -> list[Session]:
    """The sessions of the project that were not read to their end yet, oldest first."""
    return [each for each in sessions(root) if not session.is_read(root, each.id, each.path, each.size)]


def offer(root: str, current: str = "") -> str:
    """A line about the sessions before `current`; "" if there are none, or memory-core has read a session of the
    project.
    """
    if not has_any(root) or session.knows_any(root, current):
        return ""
    earlier = [each for each in sessions(root, _OFFERED) if each.id != current]
    if not earlier:
        return ""
    are = "is" if len(earlier) == 1 else "are"
    return (
        f"memory-core: {how_many(len(earlier), 'earlier session')} of this project {are} on this machine. "
        f"`/cs:memory backfill` reads them in about {_about(earlier)}, without a model call."
    )


def _about(unread: Sequence[Session]) -> str:
    seconds = max(5, round(sum(each.size for each in unread) / 1e6 * _PER_MEGABYTE / 5) * 5)
    return f"{seconds} seconds" if seconds < 100 else f"{round(seconds / 60)} minutes"


def _transcripts(folder: str) -> Iterator[str]:
    for name in files.names(folder)[:MOST]:
        if name.endswith(".jsonl") and not _AGENT.fullmatch(name):
            yield os.path.join(folder, name)


def _session(root: str, path: str) -> Session | None:
    """The session of a transcript; None if it belongs to another project, is too large or is no file."""
    seen = files.seen(path)
    if seen is None or not stat.S_ISREG(seen.st_mode) or not 0 < seen.st_size <= LARGEST:
        return None
    head = files.read_bytes(path, _HEAD) or b""
    tail = files.read_end(path, _TAIL) or ""
    if not _belongs(root, os.path.dirname(path), _folder(head)):
        return None
    first, last = _MOMENT.search(head.decode("utf-8", "replace")), _MOMENT.findall(tail)
    began = _moment(first[1]) if first else ""
    ended = max(map(_moment, last), default="") or began
    name = os.path.basename(path).removesuffix(".jsonl")
    return Session(name, path, seen.st_size, seen.st_mtime, began, ended)


def _moment(text: str) -> str:
    """A moment as the homes write it; "" if the text is none that the clock takes."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return ""
    moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment
    return clock.stamp(moment) if 1971 <= moment.year <= 9000 else ""


def _folder(head: bytes) -> str:
    """The folder in which a session began; "" if its first lines name none."""
    for line in head.split(b"\n"):
        if b'"cwd"' in line:
            try:
                value = json.loads(line).get("cwd")
            except (ValueError, AttributeError, RecursionError):
                continue
            if isinstance(value, str) and os.path.isabs(value) and "\0" not in value:
                return os.path.normpath(value)
    return ""


def _belongs(root: str, place: str, folder: str) -> bool:
    """Whether a session belongs to the project, by the folder in which it began and its transcript's place at the
    client.

    A folder that no longer exists was moved or is on another machine; then the place decides.
    """
    own = place == user.client_project(root)
    if not folder:
        return own
    if os.path.isdir(folder):
        try:
            inside = places.worktree(root, os.path.realpath(folder))
            return bool(inside) and places.project_root(folder) == root
        except Refusal:  # of another user
            return False
    if folder == root or folder.startswith(root + os.sep):
        return True
    return own and user.client_project(folder) != place
