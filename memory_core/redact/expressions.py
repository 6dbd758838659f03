"""Regular expressions that are compiled at their first use, and a search for many words.

A process compiles only the expressions that it uses, and none at import.
"""

import re
from collections.abc import Iterable, Iterator
from copy import copy
from functools import cache
from typing import Final


@cache
def compiled(expression: str, flags: int = 0) -> re.Pattern[str]:
    """The expression, compiled once in the life of the process."""
    return re.compile(expression, flags)


END: Final = "\0"


class Words:
    """Finds which of many words occur in a text. A word that ends in END must not be followed by a letter or digit.

    Compiling an expression of all words takes 100 ms. Here an expression of their beginnings is compiled, which takes
    10 ms, and the rest of each word is looked up. Both are equally fast on a long text. A process that searches little
    text looks up the beginnings too, and compiles nothing.
    """

    _BEGINNING = 4  # characters
    _LITTLE = 10_000  # characters: to look them up takes as long as to compile

    def __init__(self, words: Iterable[str]) -> None:
        words = frozenset(words)
        self.bounded = frozenset(word[:-1] for word in words if word[-1] == END)
        self.free = frozenset(word for word in words if word[-1] != END)
        lengths: dict[str, set[int]] = {}
        for word in self.free | self.bounded:
            lengths.setdefault(word[: self._BEGINNING], set()).add(len(word))
        self._lengths: dict[str, list[int]] = {}  # by the beginning, the longest first
        for beginning in lengths:
            shorter = (beginning[:size] for size in range(1, len(beginning)))  # "auth" may begin the word "aut", too
            every = lengths[beginning].union(*(lengths.get(each, ()) for each in shorter))
            self._lengths[beginning] = sorted(every, reverse=True)
        self._pairs = {beginning[:2] for beginning in lengths}
        self._left = self._LITTLE  # of them, until the beginnings are compiled
        self._gate: re.Pattern[str] | None = None

    def without(self, words: Iterable[str]) -> "Words":
        """The same search without some of the words."""
        fewer = copy(self)
        fewer.free, fewer.bounded = self.free.difference(words), self.bounded.difference(words)
        return fewer

    def find(self, text: str, start: int = 0, end: int | None = None) -> Iterator[tuple[str, int]]:
        """The words in `text[start:end]` with their places: the longest at each place, none inside another."""
        end = len(text) if end is None else min(end, len(text))
        while (start := self._next(text, start, end)) < end:
            word = self._longest(text, start, end)
            if word:
                yield word, start
            start += len(word) or 1

    def begins(self, text: str) -> str:
        """The longest of the words that a text begins with; "" if it begins with none."""
        return self._longest(text, 0, len(text))

    def _next(self, text: str, start: int, end: int) -> int:
        """The first place in `text[start:end]` with a beginning; `end` if there is none."""
        if self._gate is None:
            if end - start <= self._left:
                at = next((at for at in range(start, end) if self._beginning(text, at, end)), end)
                self._left -= at - start
                return at
            self._gate = re.compile(trie(self._lengths) or "(?!)")
        gate = self._gate.search(text, start, end)
        return gate.start() if gate else end

    def _beginning(self, text: str, start: int, end: int) -> str:
        """The longest beginning at a place of `text[:end]`; "" if there is none."""
        if text[start : start + 2] not in self._pairs and text[start : start + 1] not in self._pairs:
            return ""
        for behind in range(min(start + self._BEGINNING, end), start, -1):
            if text[start:behind] in self._lengths:
                return text[start:behind]
        return ""

    def _longest(self, text: str, start: int, end: int) -> str:
        for length in self._lengths.get(self._beginning(text, start, end), ()):
            behind = min(start + length, end)
            word = text[start:behind]
            if word in self.free or (word in self.bounded and not _goes_on(text[behind : behind + 1])):
                return word
        return ""


def _goes_on(sign: str) -> bool:
    return "a" <= sign <= "z" or "0" <= sign <= "9"


def trie(words: Iterable[str]) -> str:
    """An expression that matches the longest of the words, four times as fast as an alternation of them.

    A word that ends in END must not be followed by a letter or digit.
    """
    return _branches(sorted({*words}, reverse=True), 0)  # the end of a word comes last


def _branches(words: list[str], at: int) -> str:
    """An expression for what follows in words, in falling order, that are one up to a place."""
    ends = bool(words) and len(words[-1]) == at
    branches: list[str] = []
    first, behind = 0, len(words) - ends
    while first < behind:
        last = first
        while last + 1 < behind and words[last + 1][at] == words[first][at]:
            last += 1
        to, least, most = at + 1, words[last], words[first]
        while to < len(least) and least[to] == most[to]:
            to += 1
        rest = _branches(words[first : last + 1], to) if first < last else ""
        branches.append(re.escape(most[at:to]).replace(END, "(?![a-z0-9])") + rest)
        first = last + 1
    if len(branches) == 1 and not ends:  # a group would be right, and take its time to compile
        return branches[0]
    return f"(?:{'|'.join(branches)})?" if ends and branches else f"(?:{'|'.join(branches)})" if branches else ""
