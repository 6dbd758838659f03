"""Which of many learnings are worth a closer look: those that share with another what few of them say."""

from collections.abc import Iterable
from heapq import nlargest
from math import log
from typing import Final

from memory_core.language.light.roots import root
from memory_core.language.light.words import is_unspaced, pairs, tokens

_MOST: Final = 60  # that are looked at
_SEEN: Final = 400  # texts with a rare word, beyond which those that share only frequent ones are left out


class Near:
    """Texts, by the roots of their words."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.count = 0
        self.rows: dict[str, list[int]] = {}
        for text in texts:
            self.add(text)

    def add(self, text: str) -> None:
        """One more text; its place is the number of those before it."""
        for mark in _marks(text):
            self.rows.setdefault(mark, []).append(self.count)
        self.count += 1

    def to(self, text: str) -> list[int]:
        """The places of the texts that share most with one, what is rare counting most; in their order."""
        weights: dict[int, float] = {}
        for row in sorted((self.rows[mark] for mark in _marks(text) if mark in self.rows), key=_rarity):
            if len(weights) > _SEEN:
                break
            for at in row:
                weights[at] = weights.get(at, 0.0) + log(1 + self.count / len(row))
        return sorted(nlargest(_MOST, weights, key=lambda at: (weights[at], -at)))


def _rarity(row: list[int]) -> tuple[int, list[int]]:
    return len(row), row[:1]


def _marks(text: str) -> frozenset[str]:
    words = [root(word) for word in tokens(text) if not is_unspaced(word)]
    return frozenset((*words, *pairs(text))) or frozenset((text,))
