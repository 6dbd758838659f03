"""What of a memory may be shown."""

import argparse
import sys
from collections.abc import Sequence

from memory_core.domain import ledger
from memory_core.domain.ledger import Addition
from memory_core.domain.memory import Memory
from memory_core.flows import find
from memory_core.stores import decision_log, git, guardrails, learnings, notes, workspace


def shown(here: str, memories: Sequence[Memory]) -> list[Memory]:
    """The memories as they may be shown: without the secrets that a hand wrote into a home, and each on that
    of its commits that is part of HEAD; an amended commit keeps its note on the old one."""
    several = {commit for memory in memories if len(told := ledger.commits(memory)) > 1 for commit in told}
    inside = set(git.inside(here, several)) if several else set()

    def at(memory: Memory) -> Memory:
        told = ledger.commits(memory)
        commit = next((commit for commit in told if commit in inside), told[-1])
        return memory._replace(source=memory.source._replace(commit=commit))

    found = [at(memory) if len(ledger.commits(memory)) > 1 else memory for memory in memories]
    by_hand = (notes.NAME, guardrails.NAME, decision_log.NAME, learnings.NAME)
    return [workspace.clean(memory) if memory.source.home in by_hand else memory for memory in found]


def revised(options: argparse.Namespace, memory: Memory, more: Addition) -> Memory:
    """A kept memory as it now stands, once more was added to it. The caller holds the lock."""
    workspace.add(options.root, memory, find.after(memory), more, git.author(options.here))
    return shown(options.here, [find.one(options.root, memory.id)[0]])[0]


def warn_of_damage(root: str) -> None:
    """Say on standard error what a glance tells of damaged files that hands edit."""
    if damage := workspace.notice(root):
        print(damage, file=sys.stderr)
