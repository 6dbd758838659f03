"""What the homes already hold, asked for one memory at a time."""

from collections.abc import Iterable
from typing import Final

from memory_core.domain import novelty
from memory_core.domain.memory import Memory
from memory_core.domain.twins import speaker

_ON_PURPOSE: Final = ("marker", "chosen", "answer")  # rules by which a decision is heard that somebody states


class Known:
    """Answers whether a memory is already there, by fingerprint first, then by words."""

    def __init__(self, memories: Iterable[Memory]) -> None:
        self._by_print: dict[str, Memory] = {}
        self._by_word: dict[str, list[tuple[frozenset[str], Memory]]] = {}
        for memory in memories:
            other = self._by_print.get(memory.fingerprint)
            self.add(memory if other is None else speaker((other, memory)))

    def add(self, memory: Memory) -> None:
        """Know this one too; where it is known already, this replaces what is known of it."""
        self._by_print[memory.fingerprint] = memory
        words = novelty.words(memory.summary)
        for word in words:
            self._by_word.setdefault(word, []).append((words, memory))

    def find(self, memory: Memory) -> Memory | None:
        """The memory that says the same, or None. The kind does not count: a decision told again is no learning.

        A decision that was given up, and is made again on purpose since, says something new.
        """
        found = self._same(memory)
        return None if found and _is_renewed(memory, found) else found

    def _same(self, memory: Memory) -> Memory | None:
        if memory.fingerprint in self._by_print:
            return self._by_print[memory.fingerprint]
        own = novelty.words(memory.summary)
        # Whoever says the same has all of its words, so also the rarest of them.
        rarest = min(novelty.content(own), key=lambda word: len(self._by_word.get(word, ())), default="")
        for words, other in self._by_word.get(rarest, ()):
            if novelty.same(own, words) and novelty.retold(memory.summary, other.summary):
                return self._by_print[other.fingerprint]
        return None


def _is_renewed(new: Memory, old: Memory) -> bool:
    given_up = old.kind == "decision" and old.status in ("superseded", "rejected")
    return given_up and new.attrs.get("rule") in _ON_PURPOSE and new.created > old.updated
