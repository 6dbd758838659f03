"""Notes stay on a machine until they are exchanged: what a start says of that, without a process or the network."""

from typing import NamedTuple

from memory_core import redact
from memory_core.core import git, note_refs
from memory_core.core.light import clock, files, session_lines, settings
from memory_core.journal import journal_files
from memory_core.notes import git_notes, shared
from memory_core.notes.shared import Shared

SYNC = "`memory-core sync`"
ASKED = "notes"  # in the guard's folder: whether the user knows of a remote that may have notes


FILES = "share"  # in the guard's folder: whether the user knows that memories are files of the project


class Hint(NamedTuple):
    """What a start says of notes that this clone does not tell of."""

    line: str = ""  # where they are, or may well be, and how to get them
    unasked: str = ""  # a remote that may have some: nothing speaks for it but that nobody has asked


def hint(root: str, unread: bool | None = None) -> Hint:
    """Where notes of the project may be. `unread`: if notes could not be read; else git is asked in a partial clone."""
    known = shared.glance(root, asks=unread is None)
    line = _line(root, known, unread)
    is_asked = known.here or known.there or known.synced
    return Hint(line, "" if line or is_asked else shared.likely(known))


def notice(root: str, line: str, unasked: str = "") -> str:
    """What the user reads at a start: the line once a day, and once ever a remote that nobody has asked for notes."""
    if line:
        new = session_lines.claim(root, f"told-notes-{clock.today()}", ["notes"])
        return f"memory-core: {redact.neutral(line)}" if new else ""
    if not unasked or not session_lines.claim(root, ASKED, ["notes"]):
        return ""
    asks = f"others may have kept some as notes on {unasked}: {SYNC} fetches them"
    return f"memory-core: no memories of this project on this machine yet; {redact.neutral(asks)}"


def has_files(root: str) -> bool:
    """Whether memories are files of a repository that git may commit."""
    is_shared = settings.read(settings.SHARE, root) == "repository"
    return is_shared and git.folder(root) is not None and bool(files.names(journal_files.folder(root)))


def written(root: str) -> str:
    """What the user reads once, when the project has its first memory: where it is, and the other places for it."""
    if not has_files(root) or not session_lines.claim(root, FILES, ["files"]):
        return ""
    choices = "`memory-core config set share repository|notes|private --here`"
    return f"memory-core: memories are files in .genius/memory, which you commit with your code or not; {choices}"


def _line(root: str, known: Shared, unread: bool | None) -> str:
    for remote, spaces in known.there.items():
        if left := [space for space in spaces if space not in known.here]:
            return (
                f"notes of this project were fetched from {remote} and are not merged yet ({', '.join(left)}): {SYNC} "
                "merges them"
            )
    if known.here and known.partial and (lacking(root) if unread is None else unread):
        return f"the notes of this project are here without their text, for this is a partial clone: {SYNC} fetches it"
    remote = shared.likely(known)
    if remote and known.signs and not (known.here or known.synced):
        return (
            f"this project has a memory, and notes of it may lie on {remote}: {SYNC} fetches them "
            "(`git clone` and `git fetch` do not)"
        )
    return ""


def lacking(root: str) -> bool:
    """Whether git has left out the text of notes that are here. It costs processes: only a partial clone is asked."""
    try:
        for tip in git_notes.tips(root).values():
            if any(entry.size < 0 for entry in note_refs.entries(root, tip)):
                return True
    except git.GitError:
        return True
    return False
