"""What a session says ends what was said before: written down, told once, marked where it is in doubt."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from memory_core.domain import lifecycle, replacing, screen
from memory_core.domain.budget import clip
from memory_core.domain.ledger import Addition
from memory_core.domain.memory import Memory
from memory_core.domain.replacing import Pair
from memory_core.flows import find
from memory_core.stores import git, log, notes, replaced, undo_log, workspace

VERB: Final = "replace"  # of a step that can be taken back
_TOLD: Final = 4  # of what was ended, the newest
_WORDS: Final = 90  # characters of each side
_ID: Final = re.compile(r"[\w.-]{1,64}")  # another is told to nobody: a repository can bring it


def follow(root: str, new: Sequence[Memory], known: Iterable[Memory], here: str = "") -> list[Pair]:
    """What new memories put in the place of known ones, written: it is ended, or marked where that is in doubt.

    Each that is ended is a step of its own that can be taken back, unless it is part of another one. A fault costs
    only this. The caller holds the lock.
    """
    found: list[Pair] = []
    for pair in replacing.replaced(new, known):
        try:
            if pair.is_sure:
                end(root, pair, here)
                replaced.add(root, [(pair.old.id, pair.old.summary, pair.new.id, pair.new.summary)])
            else:
                _add(root, pair.old, Addition(maybe=pair.new.id), here)
        except Exception as error:  # noqa: BLE001 - what is new is kept, and both stand
            log.write("what is replaced", f"{type(error).__name__}: {error}", root)
        else:
            found.append(pair)
    return found


def end(root: str, pair: Pair, here: str = "", verb: str = VERB) -> None:
    """Let the newer of a pair take the place of the older; that can be taken back. The caller holds the lock."""
    with undo_log.recorded(root, verb, ended=True) as done:
        body = f"## Superseded\n\n{pair.new.summary}" if pair.old.source.home == notes.NAME else ""
        _add(root, pair.old, Addition(body, lifecycle.SUPERSEDED, by=pair.new.id), here)
        done.extend((pair.new, pair.old))


def told(root: str, ended: Sequence[Sequence[str]]) -> list[str]:
    """What was ended, a line each, with the way back; what was taken back since is left out."""
    steps = {name for step in undo_log.steps(root) for name in step.ids}
    rows = {}
    for old, was, new, now in ended:
        if old in steps and _ID.fullmatch(old) and _ID.fullmatch(new):
            first, second = (clip(screen.neutral(screen.clean(words)), _WORDS) for words in (was, now))
            rows[old] = f"replaced: {first} [{old}] by: {second} [{new}]; undo: `memory-core undo {old}`"
    more = len(rows) - _TOLD
    left = [f"replaced: {more} more; `memory-core undo --list` has them"] if more > 0 else []
    return [*[*rows.values()][-_TOLD:], *left]


def _add(root: str, old: Memory, more: Addition, here: str) -> None:
    author = git.author(here or root) if old.source.home == notes.NAME else ""
    workspace.add(root, old, find.after(old), more, author)
