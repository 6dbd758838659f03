"""The sessions of a project that the client keeps on this machine, found by where they ran.

The client writes each session to `projects/SLUG/ID.jsonl` in its folder; SLUG is the path of the folder in which the
session began, with a dash for each character that is no letter or digit. Two paths can have the same slug: the folder
that a transcript names decides.
"""

import json
import os
import re
import stat
from collections.abc import Iterator
from typing import Final, NamedTuple

from memory_core.light import files, places, user
from memory_core.light.errors import Refusal

LARGEST: Final = 1 << 30  # bytes of a transcript; a larger one is left alone
MOST: Final = 20_000  # files that are looked at
_HEAD: Final = 1 << 20  # bytes in which a session names its folder and its first moment
_TAIL: Final = 1 << 18  # bytes in which it names its last
_SLUG: Final = 200  # characters of a slug; of a longer path the client writes these and a hash
_AGENT: Final = re.compile(r"agent-[0-9a-f]{6,}\.jsonl")  # a subagent's transcript, which is read with its session
_PLAIN: Final = re.compile(r"[^A-Za-z0-9]")
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
    projects, slug = os.path.join(user.client(), "projects"), slug_of(root)
    names = files.names(projects)
    return [os.path.join(projects, name) for name in names if name == slug or name.startswith(f"{slug}-")]


def slug_of(path: str) -> str:
    """The name of the client's folder for a path."""
    return _PLAIN.sub("-", path)[:_SLUG]


def sessions(root: str) -> list[Session]:
    """The sessions of a project, oldest first; those of other projects are left out."""
    known = (_session(root, path) for folder in folders(root) for path in _transcripts(folder))
    return sorted((session for session in known if session), key=lambda each: (each.began, each.id))


def has_any(root: str) -> bool:
    """Whether the client has transcripts in the project's own folder; none of them is opened."""
    return any(os.path.basename(folder) == slug_of(root) and any(_transcripts(folder)) for folder in folders(root))


def _transcripts(folder: str) -> Iterator[str]:
    for name in files.names(folder)[:MOST]:
        if name.endswith(".jsonl") and not _AGENT.fullmatch(name):
            yield os.path.join(folder, name)


def _session(root: str, path: str) -> Session | None:
    """The session of a transcript; None for one of another project, one that is too large, and one that is no file."""
    seen = files.seen(path)
    if seen is None or not stat.S_ISREG(seen.st_mode) or not 0 < seen.st_size <= LARGEST:
        return None
    head = files.read_bytes(path, _HEAD) or b""
    tail = files.read_end(path, _TAIL) or ""
    if not _belongs(root, os.path.basename(os.path.dirname(path)), _folder(head)):
        return None
    first, last = _MOMENT.search(head.decode("utf-8", "replace")), _MOMENT.findall(tail)
    began = first[1] if first else ""
    ended = max(last) if last else began
    name = os.path.basename(path).removesuffix(".jsonl")
    return Session(name, path, seen.st_size, seen.st_mtime, began, ended)


def _folder(head: bytes) -> str:
    """The folder in which a session began; "" where its first lines name none."""
    for line in head.split(b"\n"):
        if b'"cwd"' in line:
            try:
                value = json.loads(line).get("cwd")
            except (ValueError, AttributeError, RecursionError):
                continue
            if isinstance(value, str) and os.path.isabs(value) and "\0" not in value:
                return value
    return ""


def _belongs(root: str, slug: str, folder: str) -> bool:
    """Whether a session that began in `folder`, and stands below `slug`, is one of the project.

    A folder that is not there any more was moved, or is one of another machine: then the slug decides.
    """
    own = slug == slug_of(root)
    if not folder:
        return own
    if os.path.isdir(folder):
        try:
            return places.project_root(folder) == root
        except Refusal:  # of another user
            return False
    if folder == root or folder.startswith(root + os.sep):
        return True
    return own and slug_of(folder) != slug
