"""What this machine knows about notes in other places, without a process or the network.

`git clone` and `git fetch` do not get notes, so a clone without notes may have a remote with notes. Hints are the refs
and the record of the last exchange, and committed files of memory-core.
"""

import os
from collections.abc import Mapping
from typing import Final, NamedTuple

from memory_core.core import git
from memory_core.core.light import clock, files, user
from memory_core.notes import note_codec

RECORD: Final = "synced"  # file in the derived folder: remote and time of the last exchange
_PREFIX: Final = "refs/notes/"
# Files and folders that are committed if a project uses memory-core.
_SIGNS: Final = (
    ".genius/memory", "IRIS_MEMORY.json", "docs/spec/active", "docs/spec/completed", "aidd/reports/memory",
    ".claude/learnings/warm-memory.json",
)  # fmt: skip


class Shared(NamedTuple):
    """What is known about notes, here and on remotes."""

    remotes: tuple[str, ...] = ()  # the remotes in the settings of the repository
    here: Mapping[str, str] = {}  # namespace to our commit
    there: Mapping[str, Mapping[str, str]] = {}  # remote to (namespace to commit), at the last exchange
    synced: str = ""  # time of the last exchange with any remote; "" if there was none
    partial: bool = False  # the clone leaves out contents until they are needed
    signs: bool = False  # whether a file of memory-core is committed here


def glance(root: str, *, asks: bool = False) -> Shared:
    """What the files of git and of the project show; `Shared()` if there is no repository.

    A repository with a reftable has no such files; then git is run only if `asks` is true.
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
    """Record an exchange of notes with a remote. Raise `OSError` if that fails."""
    files.write(user.derived(root, RECORD), f"{clock.stamp(clock.now())} {remote}\n")


def is_recorded(root: str) -> bool:
    """Whether notes were ever exchanged with a remote from here."""
    return files.is_file(user.derived(root, RECORD))


def likely(known: Shared) -> str:
    """The most likely remote: that of the last exchange, `origin`, or the first; "" if there is none."""
    names = [*known.there, *(name for name in known.remotes if name == "origin"), *known.remotes]
    return names[0] if names else ""


def _config(text: str) -> tuple[tuple[str, ...], bool]:
    """(the remotes in the settings of git, whether one of them is a promisor remote)."""
    remotes = []
    partial = False
    for line in map(str.strip, text.splitlines()):
        if line.startswith('[remote "') and line.endswith('"]'):
            remotes.append(line[9:-2])
        key, _, value = line.partition("=")
        partial = partial or (key.strip().casefold() == "promisor" and value.strip().casefold() != "false")
    return tuple(dict.fromkeys(remotes)), partial
