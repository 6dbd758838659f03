"""What keeps the memory from doing its work, shown to the user on screen: what, where, what to do now.

What stops a session from being kept is shown once a session. Damage that lasts is shown once, and again only if it was
mended and came back: `memory-core doctor` lists it at any time. Where all is well nothing is shown.
"""

import errno
import os
from typing import Final, NamedTuple

from memory_core import redact
from memory_core.core import registry
from memory_core.core.budget import clip
from memory_core.core.light import files, json_store, session_lines, worker_state
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import fingerprint

LINE: Final = 400  # characters of one
_LASTING: Final = "trouble"  # in the guard's folder: the damage that was shown
_LONG: Final = 1_000_000  # bytes of what the worker noted that are read
_NO_ROOM: Final = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))
_NEXT: Final = "the next turn keeps what this one said"


class Trouble(NamedTuple):
    """One thing that is in the way."""

    kind: str
    line: str
    lasts: bool = False  # until somebody mends it, whatever session runs


def standing(root: str) -> list[Trouble]:
    """The problems that a glance shows: a project that cannot be written, and damaged files that people edit."""
    damage = [Trouble(name, line, lasts=True) for name, line in registry.notices(root).items()]
    session_lines.retain(root, _LASTING, [_key(trouble) for trouble in damage])
    return [*([Trouble("project", why)] if (why := closed(root)) else []), *damage]


def note(root: str, failed: Trouble | None) -> None:
    """Store the problem of the worker's last run, for the next hook that can show it; nothing if there was none."""
    some = [*([failed] if failed else []), *(trouble for trouble in standing(root) if trouble.lasts)]
    if some:
        json_store.save(worker_state.trouble_path(root), {"troubles": [list(trouble) for trouble in some]})
    else:
        files.remove(worker_state.trouble_path(root))


def noted(root: str) -> list[Trouble]:
    """The stored problem, and what a glance at the project shows."""
    rows = json_store.load(worker_state.trouble_path(root), _LONG).get("troubles")
    rows = [row for row in rows or [] if isinstance(row, list) and len(row) == 3]
    troubles = [Trouble(str(kind), str(line), bool(lasts)) for kind, line, lasts in rows]
    why = closed(root)
    return [Trouble("project", why), *(each for each in troubles if each.lasts)] if why else troubles


def all_of(root: str) -> list[Trouble]:
    """What a glance shows, and the worker's problem if it concerns only one turn."""
    troubles = standing(root)
    known = {trouble.kind for trouble in troubles}
    return [*troubles, *(trouble for trouble in noted(root) if not trouble.lasts and trouble.kind not in known)]


def closed(root: str) -> str:
    """Why nothing can be written in a project, and what mends that; "" if it can be."""
    if not files.has_room(root):
        return full(root)
    if os.access(root, os.W_OK):
        return ""
    return f"{root} cannot be written, so nothing new is kept; make it writable, then {_NEXT}"


def full(path: str) -> str:
    """What to say of a disk without room."""
    return f"the disk of {path} is full, so nothing new is kept; free some space, then {_NEXT}"


def of_failure(error: Exception, root: str) -> list[Trouble]:
    """The warning for a failed capture, beside what a glance at the homes shows."""
    troubles = standing(root)
    if any(trouble.kind == "project" for trouble in troubles):
        return troubles  # that is why
    return [failed(error, root), *troubles]


def failed(error: Exception, root: str) -> Trouble:
    """Why the memories of a turn are not kept yet, and how to repair that."""
    if isinstance(error, Refusal):
        return Trouble("capture", f"the memories of this turn are not kept yet: {error}; {_NEXT}")
    where = getattr(error, "filename", None) or root
    if getattr(error, "errno", None) in _NO_ROOM:
        return Trouble("project", full(str(where)))
    why = getattr(error, "strerror", None) or error
    fault = f"{where} cannot be written or read ({why}); mend that, then {_NEXT}"
    line = f"the memories of this turn are not kept yet: {fault}"
    return Trouble("capture", line)


def late(seconds: float) -> Trouble:
    """The warning if a hook ran out of time."""
    what = f"it ran out of time ({seconds:g} s), so not all of this is kept yet; the next turn goes on"
    return Trouble("late", f"{what}. If this continues, `memory-core doctor` shows which file is too large or damaged")


def unseen(root: str, session: str, troubles: list[Trouble]) -> str:
    """A line for each problem that was not shown before: in this session, or ever if it lasts."""
    shown = []
    for lasts, name in ((False, f"trouble-{session_lines.safe(session)}"), (True, _LASTING)):
        some = [trouble for trouble in troubles if trouble.lasts is lasts]
        new = session_lines.claim(root, name, [_key(trouble) for trouble in some]) if some else []
        shown += [trouble.line for trouble in some if _key(trouble) in new]
    lines = (redact.neutral(redact.clean(" ".join(line.split()))) for line in shown)
    return "\n".join(f"memory-core: {clip(line, LINE)}" for line in lines)


def _key(trouble: Trouble) -> str:
    """What identifies a problem: its kind, and the damage itself if several of a kind can last."""
    return trouble.kind if not trouble.lasts else f"{trouble.kind} {fingerprint('', trouble.line)}"
