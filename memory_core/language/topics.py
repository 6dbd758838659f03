"""The situations and platforms that texts are about, and the words that say little of what is meant."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from memory_core import data


class Topic(NamedTuple):
    """A situation or a platform of `tools/fit/sources/lexicon.toml`."""

    name: str
    mark: str  # "~" where so many prompts are about it that it says little, "!" where it stays one however many are
    words: tuple[str, ...]  # `a+b`: both near each other; `word*`: what begins so; `word?` weighs half


@cache
def topics() -> dict[str, Topic]:
    """The situations by their names."""
    return {each.name: each for each in _read("lexicon.topics.txt")}


@cache
def platforms() -> tuple[Topic, ...]:
    """By what a text says which platform it is about."""
    return tuple(_read("lexicon.platforms.txt"))


def _read(name: str) -> Iterator[Topic]:
    for head, words in data.table(name).items():
        yield Topic(head.lstrip("~!"), head[0] if head[0] in "~!" else "", tuple(words))


# Words that say nothing of what is meant; names that say little; words of topics that are said of much else.
PALE, BROAD, EVERYDAY = (frozenset(line.split()) for line in data.lines("lexicon.weak.txt"))
