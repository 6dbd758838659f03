"""One kept memory, by its id or the beginning of it."""

import apsw

from memory_core.domain import ledger
from memory_core.domain.errors import Refusal
from memory_core.domain.memory import Memory
from memory_core.flows import indexing
from memory_core.index import catalogue
from memory_core.stores import git, workspace


def one(root: str, wanted: str) -> tuple[Memory, tuple[str, ...]]:
    """The memory and every place that holds it; `Refusal` where no memory, or more than one, has the id."""
    wanted = wanted.strip()
    found = _found(root, wanted) if wanted else []
    ids = list(dict.fromkeys(memory.id for memory in found))
    if not ids:
        raise Refusal(f"no memory of {root} has the id {wanted!r}; `memory-core recall WORDS` shows ids")
    if len(ids) > 1:
        raise Refusal(f"{wanted!r} is the beginning of {', '.join(ids[:8])}; give one of them")
    return found[0], tuple(dict.fromkeys(memory.source.place for memory in found))


def anchored(here: str, memory: Memory) -> Memory:
    """The memory with that of its commits that is part of HEAD: an amended commit keeps its note on the old one."""
    commits = ledger.commits(memory)
    if len(commits) < 2:
        return memory
    inside = git.inside(here, commits)
    return memory._replace(source=memory.source._replace(commit=next(iter(inside), commits[-1])))


def _found(root: str, wanted: str) -> list[Memory]:
    """From the index, brought up to date; from the homes where that cannot be."""
    try:
        with indexing.at_hand(root) as (index, fresh):
            if fresh.state == "ok" and not fresh.left:
                return catalogue.named(index.connection, wanted)
    except (apsw.Error, Refusal):
        pass
    return workspace.find(root, wanted)
