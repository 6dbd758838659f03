"""What a session says ends what was said before: written down, told once, settled by a word where it is in doubt."""

from collections.abc import Iterable, Sequence
from typing import Final

from memory_core.domain import lifecycle, replacing
from memory_core.domain.ledger import Addition
from memory_core.domain.memory import Memory
from memory_core.domain.replacing import Pair
from memory_core.flows import find
from memory_core.stores import git, log, notes, undo_log, workspace

VERB: Final = "replace"  # of a step that can be taken back


def follow(root: str, new: Sequence[Memory], known: Iterable[Memory], here: str = "") -> list[Pair]:
    """What new memories put in the place of known ones, written: it is ended, or marked where that is in doubt.

    Each that is ended is a step of its own that can be taken back. A fault costs only this. The caller holds the lock.
    """
    found: list[Pair] = []
    try:
        for pair in replacing.pairs(new, known):
            if pair.is_sure:
                end(root, pair, here)
            else:
                _add(root, pair.old, Addition(maybe=pair.new.id), here)
            found.append(pair)
    except Exception as error:  # noqa: BLE001 - what is new is kept, and both stand
        log.write("capture: what is replaced", f"{type(error).__name__}: {error}", root)
    return found


def end(root: str, pair: Pair, here: str = "", verb: str = VERB) -> None:
    """Let the newer of a pair take the place of the older; that can be taken back. The caller holds the lock."""
    with undo_log.recorded(root, verb, ended=True) as done:
        body = f"## Superseded\n\n{pair.new.summary}" if pair.old.source.home == notes.NAME else ""
        _add(root, pair.old, Addition(body, lifecycle.SUPERSEDED, by=pair.new.id), here)
        done.extend((pair.new, pair.old))


def _add(root: str, old: Memory, more: Addition, here: str) -> None:
    author = git.author(here or root) if old.source.home == notes.NAME else ""
    workspace.add(root, old, find.after(old), more, author)
