"""Situations and platforms that texts are about, and words that say little about a topic."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from memory_core import data


class Topic(NamedTuple):
    """A situation or a platform of `tools/fit/sources/lexicon.toml`."""

    name: str
    mark: str  # "~" if too many prompts are about it, "!" if it counts however many are
    words: tuple[str, ...]  # `a+b`: both near each other; `word*`: a prefix; `word?` weighs half


@cache
def topics() -> dict[str, Topic]:
    """The situations by their names."""
    return {each.name: each for each in _read("lexicon.topics.txt")}


@cache
def platforms() -> tuple[Topic, ...]:
    """The platforms, with the words that indicate them."""
    return tuple(_read("lexicon.platforms.txt"))


def _read(name: str) -> Iterator[Topic]:
    for head, words in data.table(name).items():
        yield Topic(head.lstrip("~!"), head[0] if head[0] in "~!" else "", tuple(words))


# Words without meaning for a topic; vague names; words of topics with other common meanings.
PALE, BROAD, EVERYDAY = (frozenset(line.split()) for line in data.lines("lexicon.weak.txt"))
