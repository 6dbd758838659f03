"""What this machine knows, without asking anybody, of notes that lie elsewhere: no process, no network.

`git clone` and `git fetch` leave notes where they are, so a clone that has none says nothing of its remote. What is
known are the refs of the last exchange, the record of it, and the files of a memory that somebody committed.
"""

import os
from collections.abc import Mapping
from typing import Final, NamedTuple

from memory_core.core import git
from memory_core.core.light import clock, files, user
from memory_core.notes import note_codec

RECORD: Final = "synced"  # in the derived folder: remote and moment of the last exchange
_PREFIX: Final = "refs/notes/"
# Files and folders that are committed where a project uses memory-core.
_SIGNS: Final = (
    ".genius/memory", "IRIS_MEMORY.json", "docs/spec/active", "docs/spec/completed", "aidd/reports/memory",
    ".claude/learnings/warm-memory.json",
)  # fmt: skip


class Shared(NamedTuple):
    """What is known of the notes, here and elsewhere."""

    remotes: tuple[str, ...] = ()  # that git's own file of the repository names
    here: Mapping[str, str] = {}  # namespace to our commit
    there: Mapping[str, Mapping[str, str]] = {}  # remote to the same, as it was at the last exchange
    synced: str = ""  # when that was, with any remote; "" where there was none
    partial: bool = False  # a clone that leaves out contents until they are asked for
    signs: bool = False  # a file of a memory is here


def glance(root: str, *, asks: bool = False) -> Shared:
    """What the files of git and of the project say; `Shared()` where there is no repository.

    A repository with reftables has no such files: git is run only where the caller `asks`.
    """
    base = git.folder(root)
    if base is None or (not asks and os.path.isdir(os.path.join(base, "reftable"))):
        return Shared()
    remotes, partial = _config(files.read(os.path.join(base, "config"), 1_000_000) or "")
    here: dict[str, str] = {}
    there: dict[str, dict[str, str]] = {}
    for ref, tip in git.tips(root, _PREFIX).items():
        remote, _, space = ref.removeprefix(_PREFIX).rpartition("cs/")
        if space in note_codec.NAMESPACES and not remote:
            here[space] = tip
        elif space in note_codec.NAMESPACES and remote.endswith("/"):
            there.setdefault(remote[:-1], {})[space] = tip
    synced = (files.read(user.derived(root, RECORD), 400) or "").partition("\n")[0]
    signs = any(os.path.exists(os.path.join(root, *name.split("/"))) for name in _SIGNS)
    return Shared(remotes, here, there, synced, partial, signs)


def record(root: str, remote: str) -> None:
    """Note that notes were exchanged with a remote, whatever it had. `OSError` where that cannot be written."""
    files.write(user.derived(root, RECORD), f"{clock.stamp(clock.now())} {remote}\n")


def is_recorded(root: str) -> bool:
    """Whether notes were ever exchanged with a remote from here."""
    return files.is_file(user.derived(root, RECORD))


def likely(known: Shared) -> str:
    """The remote to name: the one that was spoken to, `origin`, or the first; "" where there is none."""
    names = [*known.there, *(name for name in known.remotes if name == "origin"), *known.remotes]
    return names[0] if names else ""


def _config(text: str) -> tuple[tuple[str, ...], bool]:
    """(the remotes that a file of git's settings names, whether one of them is to send contents later)."""
    remotes = []
    partial = False
    for line in map(str.strip, text.splitlines()):
        if line.startswith('[remote "') and line.endswith('"]'):
            remotes.append(line[9:-2])
        key, _, value = line.partition("=")
        partial = partial or (key.strip().casefold() == "promisor" and value.strip().casefold() != "false")
    return tuple(dict.fromkeys(remotes)), partial
