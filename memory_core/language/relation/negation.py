"""Words that turn a statement round, bound it, or say nothing beside it: the rows of `data/turns.txt`."""

from collections.abc import Iterator, Sequence
from functools import cache

from memory_core import data
from memory_core.language.light import stop_words
from memory_core.language.light.stems import stem
from memory_core.language.statement import Word


@cache
def turns() -> dict[str, frozenset[str]]:
    """By the name of a row its words and their stems; `_` joins the words of a phrase, which `phrases` has all.

    `empty` are the words that say little or only deny, `opening` those that say nothing of a rule.
    """
    found: dict[str, frozenset[str]] = {}
    for line in data.lines("turns.txt"):
        kind, _, words = line.partition(": ")
        found[kind] = found.get(kind, frozenset()).union(*((word, stem(word)) for word in words.split()))
    every = frozenset().union(*found.values())
    return {
        **found,
        "phrases": frozenset(word for word in every if "_" in word),
        "empty": found["light"] | found["denies"],
        "opening": found["aside"] | found["announces"] | found["changed"],
    }


@cache
def as_one() -> dict[str, str]:
    """By a word the name of the row `one NAME` that tells it as one with others."""
    named = ((kind.removeprefix("one "), words) for kind, words in turns().items() if kind.startswith("one "))
    return {word: name for name, words in named for word in words}


@cache
def common() -> frozenset[str]:
    """Words that texts are full of, save those that bound or turn a statement."""
    return stop_words.words() - turns()["bounds"] - turns()["denies"]


def phrases(said: Sequence[Word]) -> Iterator[tuple[str, int, int]]:
    """The words one after another, those of a phrase of `turns.txt` as one: it, where it begins, where it ends."""
    at = 0
    while at < len(said):
        for many in (4, 3, 2, 1):
            phrase = "_".join(word.text for word in said[at : at + many])
            if many == 1 or phrase in turns()["phrases"]:
                yield phrase, at, at + many
                at += many
                break
