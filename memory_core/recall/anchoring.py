"""The state of the code that the shown memories name."""

from collections.abc import Sequence
from typing import Final

from memory_core.core import git
from memory_core.core.light import places
from memory_core.core.memory import Memory
from memory_core.recall import anchor_cache, anchors
from memory_core.recall import anchors_in_git as store
from memory_core.recall.anchors import Anchor

ASKED: Final = 2.0  # seconds for the memories that a verb shows
NONE: Final[tuple[Anchor, ...]] = ()


def anchors_of(root: str, here: str, memories: Sequence[Memory], seconds: float = ASKED) -> list[tuple[Anchor, ...]]:
    """The anchors of each memory: the files and symbols it names, with their state at HEAD of the worktree of `here`.

    () for each memory that git cannot answer within `seconds`.
    """
    top = places.worktree(root, here) or root
    asked = _asked(top, memories)
    wanted = {anchor_cache.key(each): each for each in asked if any(each.names)}
    head = git.head(top) if wanted and git.folder(root) else None
    if head is None:
        return [NONE for _ in memories]
    known = anchor_cache.known(root, head)
    new = {name: names for name, names in wanted.items() if name not in known}
    if new:
        try:
            groups = store.look(top, head, list(new.values()), seconds)
        except git.GitError:
            return [known.get(anchor_cache.key(each), NONE) for each in asked]
        known |= dict(zip(new, groups, strict=True))
        anchor_cache.keep(root, head, known)
    return [known.get(anchor_cache.key(each), NONE) for each in asked]


def at_hand(root: str, top: str, head: str, memories: Sequence[Memory]) -> list[tuple[Anchor, ...]]:
    """The cached anchors for the commit `head` of the worktree `top`. Reads one file and does not run git."""
    known = anchor_cache.known(root, head)
    return [known.get(anchor_cache.key(asked), NONE) for asked in _asked(top, memories)]


def _asked(top: str, memories: Sequence[Memory]) -> list[anchor_cache.Asked]:
    return [anchor_cache.Asked(anchors.named(memory, top), memory.source.commit, memory.created) for memory in memories]
