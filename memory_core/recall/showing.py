"""Prepares memories for output."""

from collections.abc import Sequence
from typing import Final

from memory_core.core import git
from memory_core.core.memory import Memory
from memory_core.recall import at_hand
from memory_core.redact.memories import clean

_BY_HAND: Final = ("notes", "guard rails", "decisions", "learnings")  # homes in which people may write secrets


def shown(here: str, memories: Sequence[Memory]) -> list[Memory]:
    """The memories for output: without secrets that people wrote into files, and each with a commit in HEAD's history.

    An amended commit leaves a note on the old commit, too.
    """
    several = {commit for memory in memories if len(texts := memory.commits) > 1 for commit in texts}
    inside = set(git.inside(here, several)) if several else set()

    def at(memory: Memory) -> Memory:
        commits = memory.commits
        commit = next((commit for commit in commits if commit in inside), commits[-1])
        return memory._replace(source=memory.source._replace(commit=commit))

    result = [at(memory) if len(memory.commits) > 1 else memory for memory in memories]
    return [clean(memory) if memory.source.home in _BY_HAND else memory for memory in result]


def damage(root: str) -> list[str]:
    """The line about damaged files that people edit; [] if none is damaged."""
    return [*filter(None, [at_hand.notice(root)])]
