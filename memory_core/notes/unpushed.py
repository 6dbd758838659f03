"""Memories in notes that no remote has yet, and notes that `git notes prune` removed."""

from collections.abc import Mapping
from typing import NamedTuple

from memory_core.core import git, note_refs
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import NOTHING
from memory_core.notes import git_notes, remote, shared, united

PUSH = "`memory-core sync --push` sends them"


class Unpushed(NamedTuple):
    """What the remote lacked at the last exchange."""

    remote: str = ""  # "" if there is none, or nothing to send
    spaces: Mapping[str, int] = NOTHING  # namespace to the number of documents
    never: bool = False  # no notes were ever pushed, as far as is known

    @property
    def number(self) -> int:
        """The number of documents that the remote lacks."""
        return sum(self.spaces.values())


def unpushed(root: str) -> Unpushed:
    """The documents that are not pushed yet, from the refs of the last exchange. Uses no network."""
    known = shared.glance(root, asks=True)
    name = shared.likely(known)
    if not name or not known.here:
        return Unpushed()
    there = known.there.get(name, {})
    spaces = {}
    try:
        for space, tip in known.here.items():
            was = there.get(space)
            if was != tip and (was is None or not git.is_ancestor(root, tip, was)):
                spaces[space] = remote.documents(root, was, tip)
    except Refusal:  # other code reports what cannot be read
        return Unpushed()
    return Unpushed(name, spaces, not there) if spaces else Unpushed()


def line(unpushed: Unpushed) -> str:
    """A line about them with the command that pushes them; "" if there are none."""
    if not unpushed.spaces:
        return ""
    many = ", ".join(
        f"{number:,} in {space}" if number else f"changes in {space}" for space, number in unpushed.spaces.items()
    )
    if unpushed.never:
        return f"never pushed to {unpushed.remote}: {many}; they are on this machine alone: {PUSH}"
    return f"not pushed to {unpushed.remote} yet: {many}; {PUSH}"


def pruned(root: str) -> dict[str, dict[str, bytes | None]]:
    """Namespace to (annotated object to its restored note), for what `git notes prune` removed and nobody forgot.

    It is read from the history of the ref, if that still exists.
    """
    result: dict[str, dict[str, bytes | None]] = {}
    for space, tip in git_notes.tips(root).items():
        options = ("--no-show-signature", "--format=%P", "--grep=^Notes removed by 'git notes prune'")
        for parents in git.run(root, "log", *options, tip).decode().splitlines():
            back, _ = united.dropped(root, parents.split()[0], tip, {}) if parents.split() else ({}, ())
            for name, raw in back.items():
                result.setdefault(space, {})[name] = _union(result.get(space, {}).get(name), raw)
    return result


def restore(root: str) -> int:
    """Restore documents that `git notes prune` removed, and return how many. The caller holds the project's lock."""
    number = 0
    for space, back in pruned(root).items():
        tip = git_notes.tips(root)[space]
        note_refs.rewrite(root, git_notes.ref_of(space), tip, back, "Notes put back: `git notes prune` had taken them")
        number += remote.documents(root, tip, git_notes.tips(root)[space])
    return number


def _union(raw: bytes | None, other: bytes | None) -> bytes | None:
    if not raw or not other:
        return raw or other
    return git_notes.encoded(united.together([*git_notes.parsed(raw), *git_notes.parsed(other)]))
