"""The digest of all memories that a briefing needs: the newest of each kind, and counts."""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from memory_core.core.light import lifecycle
from memory_core.core.memory import DOCUMENT, Memory, is_documented, is_proposed, namespace
from memory_core.journal.journal_entries import PROPOSED

NEWEST: Final = 60  # memories of each kind
GONE: Final = lifecycle.OVER
FACTS: Final = "facts of tickets"  # facts of documents are counted separately: there are many, and none is a rule


class Digest(NamedTuple):
    """The newest memories in force of each kind, and how many are in force by kind and by namespace."""

    newest: Mapping[str, tuple[Memory, ...]]
    live: Mapping[str, int]  # by kind
    totals: Mapping[str, int]  # by namespace, most frequent first
    whole: bool = True  # False if the index is behind; then some memories may only be counted
    unread: bool = False  # whether git could not read all notes


def digest(memories: Iterable[Memory]) -> Digest:
    """The digest of all memories in force, without proposed rules.

    Facts of documents are only counted, and passages that the client itself gives to the model are left out. The index
    builds the same digest without reading all memories.
    """
    by_kind: dict[str, list[Memory]] = {}
    totals: dict[str, int] = {}
    for memory in memories:
        if is_proposed(memory) or memory.status in GONE or memory.kind == DOCUMENT:
            continue
        name = counted_as(memory, namespace(memory.kind))
        totals[name] = totals.get(name, 0) + 1
        if not is_documented(memory):
            by_kind.setdefault(memory.kind, []).append(memory)
    newest = {}
    for kind, result in by_kind.items():
        result.sort(key=lambda memory: (memory.created, memory.id), reverse=True)  # ids are unique within a kind
        newest[kind] = tuple(result[:NEWEST])
    return Digest(newest, {kind: len(memories) for kind, memories in by_kind.items()}, ranked(totals))


def counted_as(memory: Memory, name: str) -> str:
    """The name under which a memory is counted: `name`, unless it is proposed or a fact of a document."""
    return PROPOSED.name if is_proposed(memory) else FACTS if is_documented(memory) else name


def ranked(totals: Mapping[str, int]) -> dict[str, int]:
    """The counts, most frequent first."""
    return dict(sorted(totals.items(), key=lambda pair: (-pair[1], pair[0])))
