"""Compiles an expression only if words occur without which it cannot match.

For one sentence, compiling long expressions takes longer than everything else. `python -m tools.fit needed` finds the
words; an expression without such words is always tried.
"""

import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Final
from zlib import crc32

from memory_core import data
from memory_core.extract import phrases

ABROAD: Final = "\x80"  # in place of a word: a character that is not of ASCII
_FOLDS: Final = {ord("ı"): "i", 0x307: None}  # as an expression does that ignores case


def search(pattern: str, text: str, flags: int = 0) -> "re.Match[str] | None":
    """What `re.search` finds."""
    return re.search(pattern, text, flags) if may_match(pattern, text) else None


def match(pattern: str, text: str, flags: int = 0) -> "re.Match[str] | None":
    """What `re.match` finds."""
    return re.match(pattern, text, flags) if may_match(pattern, text) else None


def sub(pattern: str, new: "str | Callable[[re.Match[str]], str]", text: str, flags: int = 0) -> str:
    """What `re.sub` makes of the text."""
    return re.sub(pattern, new, text, flags=flags) if may_match(pattern, text) else text


def may_match(pattern: str, text: str) -> bool:
    """Whether a text has the words that a match of the pattern needs."""
    return all(phrases.has(plain(text), words) for words in needed(pattern))


def mark(pattern: str) -> int:
    """What `needed.txt` knows the pattern by."""
    return crc32(pattern.encode())


@lru_cache(maxsize=64)
def plain(text: str) -> str:
    """The text as the words are looked up in it: folded, its letters and digits between spaces."""
    folded = re.sub(r"\W", " ", text).casefold().translate(_FOLDS)
    return f" {folded} " if text.isascii() else f" {folded} {ABROAD}"


@lru_cache(maxsize=512)
def needed(pattern: str) -> tuple[tuple[str, ...], ...]:
    """Words of which one must occur, for each of the places where the pattern names some."""
    return tuple(tuple(words.split("|")) for words in _table().get(str(mark(pattern)), ()))


@cache
def _table() -> dict[str, list[str]]:
    rows = (line.split("\t") for line in data.read("needed.txt").decode().split("\n"))
    return {key: places for key, *places in rows}
