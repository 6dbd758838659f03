"""Sentences of the client's documents that contradict what is kept. They are shown: whose file it is edits it."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from memory_core import redact
from memory_core.core import log
from memory_core.core.light import lifecycle
from memory_core.core.memory import DOCUMENT, Memory, stands_at
from memory_core.documents import walk
from memory_core.documents.passages import stated
from memory_core.language import near_duplicate, relation
from memory_core.recall import at_hand, catalogue
from memory_core.recall.keyword import Filter

_SAYING: Final = ("decision", "convention", "learning", "preference", "behaviour", "constraint")
_MEMORIES: Final = 500  # the newest that are compared,
_NEAR: Final = 6  # each with so many sentences,
_PAIRS: Final = 1_200  # and so many comparisons in all
_COMMON: Final = 100  # sentences that share a word, from which on it chooses none
_SHOWN: Final = 20


class Conflict(NamedTuple):
    """A sentence of a document, and the memory that it contradicts."""

    passage: Memory
    said: str
    memory: Memory

    @property
    def line(self) -> str:
        """The two, and what can be done."""
        place, origin = stands_at(self.passage), self.passage.attrs.get("origin", "")
        kept = f"{self.memory.id} ({self.memory.created[:10]}): {self.memory.summary}"
        return redact.neutral(f"{place} ({origin}): {self.said}  may contradict  {kept}")


REMEDY: Final = (
    "A file in this list is yours to edit: memory-core reads it and never writes it. "
    "`memory-core edit ID`, `supersede` or `forget` changes what memory-core keeps."
)


def conflicts(root: str, every: Sequence[Memory]) -> list[Conflict]:
    """The conflicts between these memories and the documents of the client, the newest memory first; at most 20."""
    passages = _passages(root)
    if not passages:
        return []
    said = [(entry, text, near_duplicate.words(text)) for entry in passages for text in stated(entry)]
    places: dict[str, list[int]] = {}
    for at, (_, _, words) in enumerate(said):
        for word in words:
            places.setdefault(word, []).append(at)
    found: dict[tuple[str, str], Conflict] = {}
    left = _PAIRS
    held = [entry for entry in every if entry.kind in _SAYING and lifecycle.holds(entry.status)]
    held.sort(key=lambda entry: (entry.created, entry.id), reverse=True)
    for memory in held[:_MEMORIES]:
        for at in _near(near_duplicate.words(memory.summary), places):
            passage, text, _ = said[at]
            left -= 1
            if left < 0 or len(found) >= _SHOWN:
                return [*found.values()]
            if _contradict(text, memory.summary):
                found.setdefault((passage.id, memory.id), Conflict(passage, text, memory))
    return [*found.values()]


def _passages(root: str) -> list[Memory]:
    """What documents say that somebody else reads or wrote, from the index; nothing where it cannot answer."""
    with log.contained("review: documents", root), at_hand.index(root) as (index, _):
        where = Filter("kind = ? AND home <> ?", (DOCUMENT, walk.NOTES_HOME))
        return catalogue.all_of(index.connection, where)[0]
    return []


def _near(words: frozenset[str], places: dict[str, list[int]]) -> Iterator[int]:
    """The sentences that share the most words with a text."""
    shared: dict[int, int] = {}
    for word in words:
        known = places.get(word, ())
        for at in known if len(known) <= _COMMON else ():
            shared[at] = shared.get(at, 0) + 1
    yield from sorted(shared, key=lambda at: (-shared[at], at))[:_NEAR]


def _contradict(text: str, kept: str) -> bool:
    """Whether one of two texts surely ends the other, or each clearly seems to: nobody knows which is the newer."""
    if not relation.is_near(text, kept):
        return False
    pair = (relation.relation(text, kept), relation.relation(kept, text))
    is_mutual = all(one.kind in relation.ENDING for one in pair)
    return any(one.ends for one in pair) or (is_mutual and max(one.lead for one in pair) >= relation.SURE)
