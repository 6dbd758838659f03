"""What keeps the memory from doing its work, told to the user on screen: what, where, what to do now.

Each kind is told once a session, at its start or at the end of a turn; where all is well nothing is said.
"""

import errno
import os
from typing import Final, NamedTuple

from memory_core.domain import screen
from memory_core.domain.budget import clip
from memory_core.domain.errors import Refusal
from memory_core.stores import guard, workspace

LINE: Final = 400  # characters of one
_LITTLE: Final = 16_384  # bytes below which no file can be written
_NO_ROOM: Final = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))
_NEXT: Final = "the next turn keeps what this one said"


class Trouble(NamedTuple):
    """One thing that is in the way."""

    kind: str
    line: str


def standing(root: str) -> list[Trouble]:
    """What a glance sees: a project that takes nothing, and damaged files that hands edit."""
    found = [Trouble("project", why)] if (why := closed(root)) else []
    return found + [Trouble(name, line) for name, line in workspace.notices(root).items()]


def closed(root: str) -> str:
    """Why nothing can be written in a project, and what mends that; "" where it can be."""
    try:
        room = os.statvfs(root)
    except (AttributeError, OSError):  # Windows; a folder that is gone
        room = None
    if room is not None and room.f_blocks and room.f_bavail * room.f_frsize < _LITTLE:
        return full(root)
    if os.access(root, os.W_OK):
        return ""
    return f"{root} cannot be written, so nothing new is kept; make it writable, then {_NEXT}"


def full(path: str) -> str:
    """What to say of a disk without room."""
    return f"the disk of {path} is full, so nothing new is kept; free some space, then {_NEXT}"


def of(error: Exception, root: str) -> list[Trouble]:
    """What is said of a capture that failed, beside what a glance sees."""
    found = standing(root)
    if any(one.kind == "project" for one in found):
        return found  # that is why
    if isinstance(error, Refusal):
        return [Trouble("capture", f"what this turn said is not kept yet: {error}; {_NEXT}"), *found]
    where = getattr(error, "filename", None) or root
    if getattr(error, "errno", None) in _NO_ROOM:
        return [Trouble("project", full(str(where))), *found]
    why = getattr(error, "strerror", None) or error
    line = f"what this turn said is not kept yet: {where} cannot be written or read ({why}); mend that, then {_NEXT}"
    return [Trouble("capture", line), *found]


def late(seconds: float) -> Trouble:
    """What is said where a hook ran out of its time."""
    what = f"it ran out of time ({seconds:g} s), so not all of this is kept yet; the next turn goes on"
    return Trouble("late", f"{what}. Where it stays so, `memory-core doctor` shows which file is too large or damaged")


def told(root: str, session: str, troubles: list[Trouble]) -> str:
    """A line for each kind that this session was not told of; now it was."""
    if not troubles:
        return ""
    new = guard.claim(root, f"trouble-{guard.safe(session)}", [one.kind for one in troubles])
    lines = (screen.neutral(screen.clean(" ".join(one.line.split()))) for one in troubles if one.kind in new)
    return "\n".join(f"memory-core: {clip(line, LINE)}" for line in lines)
