"""The newest of everything and how much there is: all that a briefing looks at, however many memories there are."""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from memory_core.core.light import lifecycle
from memory_core.core.memory import DOCUMENT, Memory, is_documented, is_proposed, namespace
from memory_core.journal.journal_entries import PROPOSED

NEWEST: Final = 60  # of each kind
GONE: Final = lifecycle.OVER
FACTS: Final = "facts of tickets"  # what documents state is counted as that: there is much of it, and none is a rule


class Digest(NamedTuple):
    """Of each kind the newest that hold, newest first; how many of each kind and of each namespace hold."""

    newest: Mapping[str, tuple[Memory, ...]]
    live: Mapping[str, int]  # by kind
    totals: Mapping[str, int]  # by namespace, the most frequent first
    whole: bool = True  # False where the index lags behind; then some may only have been counted
    unread: bool = False  # git could not read all notes


def digest(memories: Iterable[Memory]) -> Digest:
    """The digest of all memories that hold, without rules that are only proposed; of facts how many. What the client
    reads for itself it also hands to the model itself.

    The index gives the same digest without reading all.
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
    """The name under which a memory is counted that else is counted as `name`."""
    return PROPOSED.name if is_proposed(memory) else FACTS if is_documented(memory) else name


def ranked(totals: Mapping[str, int]) -> dict[str, int]:
    """The counts, the most frequent first."""
    return dict(sorted(totals.items(), key=lambda pair: (-pair[1], pair[0])))
