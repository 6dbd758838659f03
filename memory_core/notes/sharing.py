"""The notices at a start about notes that were not exchanged, made without a process or the network."""

from typing import NamedTuple

from memory_core import redact
from memory_core.core import git, note_refs
from memory_core.core.light import clock, files, session_lines, settings
from memory_core.journal import journal_files
from memory_core.notes import git_notes, shared
from memory_core.notes.shared import Shared

SYNC = "`memory-core sync`"
ASKED = "notes"  # file below `guard/`: remotes that may have notes and were mentioned to the user


FILES = "share"  # file below `guard/`: the user was told that memories are files of the project


class Hint(NamedTuple):
    """The notice at a start about notes that this clone does not have."""

    line: str = ""  # where they are or may be, and how to get them
    unasked: str = ""  # a remote that was never asked for notes, if there is no other hint


def hint(root: str, unread: bool | None = None) -> Hint:
    """Where notes of the project may be. `unread`: whether texts of notes are missing; if None, git is asked."""
    known = shared.glance(root, asks=unread is None)
    line = _line(root, known, unread)
    is_asked = known.here or known.there or known.synced
    return Hint(line, "" if line or is_asked else shared.likely(known))


def notice(root: str, line: str, unasked: str = "") -> str:
    """The notice for the user at a start: `line` once a day, and `unasked` only once."""
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
    """The notice, shown once, about the first memory of the project: where it is, and the other possible places."""
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
    """Whether git left out the texts of notes. Only a partial clone is asked, because it starts processes."""
    try:
        for tip in git_notes.tips(root).values():
            if any(entry.size < 0 for entry in note_refs.entries(root, tip)):
                return True
    except git.GitError:
        return True
    return False
