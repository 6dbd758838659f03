"""What `git notes prune` took from our notes: the history of their refs still has it, and gives it back."""

from memory_core.core import git
from memory_core.notes import git_notes, remote


def pruned(root: str) -> dict[str, dict[str, bytes | None]]:
    """Namespace to annotated object to its note with what `git notes prune` took from it and nobody forgot.

    The history of the ref still has it; a history that was dropped has nothing to give back.
    """
    found: dict[str, dict[str, bytes | None]] = {}
    for space, tip in git_notes.tips(root).items():
        options = ("--no-show-signature", "--format=%P", "--grep=^Notes removed by 'git notes prune'")
        for parents in git.run(root, "log", *options, tip).decode().splitlines():
            back, _ = remote.dropped(root, parents.split()[0], tip, {}) if parents.split() else ({}, ())
            for name, raw in back.items():
                found.setdefault(space, {})[name] = _union(found.get(space, {}).get(name), raw)
    return found


def restore(root: str) -> int:
    """How many documents that `git notes prune` took are back. The caller holds the project's lock."""
    number = 0
    for space, back in pruned(root).items():
        tip = git_notes.tips(root)[space]
        git.rewrite(root, git_notes.ref_of(space), tip, back, "Notes put back: `git notes prune` had taken them")
        number += remote.documents(root, tip, git_notes.tips(root)[space])
    return number


def _union(one: bytes | None, other: bytes | None) -> bytes | None:
    if not one or not other:
        return one or other
    return git_notes.encoded(remote.together([*git_notes.parsed(one), *git_notes.parsed(other)]))
