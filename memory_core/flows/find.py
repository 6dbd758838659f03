"""One kept memory, by its id or the beginning of it."""

import apsw

from memory_core.domain import lifecycle
from memory_core.domain.errors import Refusal
from memory_core.domain.memory import Memory
from memory_core.domain.twins import speaker
from memory_core.flows import indexing
from memory_core.index import catalogue
from memory_core.stores import clock, decision_log, workspace


def one(root: str, wanted: str) -> tuple[Memory, tuple[str, ...]]:
    """The memory and every place that holds it; `Refusal` where no memory, or more than one, has the id."""
    wanted = wanted.strip()
    found = _found(root, wanted) if wanted else []
    ids = list(dict.fromkeys(memory.id for memory in found))
    if not ids:
        raise Refusal(f"no memory of {root} has the id {wanted!r}; `memory-core recall WORDS` shows ids")
    if len(ids) > 1:
        more = f" and {len(ids) - 8} more" if len(ids) > 8 else ""
        raise Refusal(f"{wanted!r} is the beginning of {', '.join(ids[:8])}{more}; give one of them")
    return speaker(found), tuple(dict.fromkeys(memory.source.place for memory in found))


def to_change(root: str, wanted: str) -> tuple[Memory, tuple[str, ...]]:
    """The same, of a memory that is to be changed; `Refusal` where its id stands for two decisions in two logs."""
    memory, places = one(root, wanted)
    if memory.source.home == decision_log.NAME and len(places) > 1:
        raise Refusal(f"{memory.id} is an id in {' and in '.join(places)}; take the lines out of one of them by hand")
    return memory, places


def after(memory: Memory) -> str:
    """The moment of a change to a memory: now, and later than the changes before it, or their order would be lost."""
    try:
        return clock.after(memory.updated)  # also where somebody's clock ran ahead: what is said last has to count
    except OverflowError:
        raise Refusal(f"{memory.id} was changed at the end of time, {memory.updated}; mend that note by hand") from None


def successors(root: str) -> dict[str, str]:
    """The id of each memory that was replaced to that of what took its place; from the homes where no index is."""
    try:
        with indexing.at_hand(root) as (index, fresh):
            if fresh.state == "ok" and not fresh.left:
                return catalogue.successors(index.connection)
    except (apsw.Error, Refusal):
        pass
    return lifecycle.successors(workspace.read(root))


def same(root: str, memory: Memory) -> str:
    """The id of another memory with the same words, "" where there is none; from the index as it stands."""
    try:
        with indexing.at_hand(root) as (index, _):
            twins = catalogue.twins(index.connection, [memory.fingerprint]).get(memory.fingerprint, [])
    except (apsw.Error, Refusal):
        return ""
    others = [twin for twin in twins if twin.id != memory.id]
    return speaker(others).id if others else ""


def chain(root: str, name: str) -> list[Memory]:
    """The memory of that id with all that it replaced and all that took its place, oldest first; none where it is
    alone."""
    told = (_found(root, one) for one in lifecycle.line(name, successors(root)))
    found = [speaker(one) for one in told if one]
    return sorted(found, key=lambda memory: (memory.created, memory.id)) if len(found) > 1 else []


def _found(root: str, wanted: str) -> list[Memory]:
    """From the index, brought up to date; from the homes where that cannot be."""
    try:
        with indexing.at_hand(root) as (index, fresh):
            if fresh.state == "ok" and not fresh.left:
                return catalogue.named(index.connection, wanted)
    except (apsw.Error, Refusal):
        pass
    return workspace.find(root, wanted)
