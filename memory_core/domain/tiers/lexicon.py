"""What developers call the things that their learnings are about, in the languages that are heard.

A line is `key: word, word*, some words, …`: each of them stands for the key. `word*` is every word that begins so; a
form that English makes of a word by an ending is the word.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from memory_core import data
from memory_core.text.stems import base
from memory_core.text.words import is_unspaced

LONGEST: Final = 4  # words of a phrase


class Lexicon(NamedTuple):
    """The table, by what is looked up in it."""

    words: Mapping[str, str]
    bases: Mapping[str, str]  # of those words
    starts: Mapping[str, str]  # what words begin with
    phrases: Mapping[tuple[str, ...], str]
    wide: Mapping[str, str]  # in scripts without spaces


@cache
def lexicon() -> Lexicon:
    """The table as it is used."""
    words, starts, wide = dict[str, str](), dict[str, str](), dict[str, str]()
    phrases: dict[tuple[str, ...], str] = {}
    for key, names in data.table("lexicon.terms.txt").items():
        words.setdefault(key, key)
        for name in names:
            if name.endswith("*"):
                starts.setdefault(name[:-1], key)
            elif " " in name:
                phrases.setdefault(tuple(name.split()), key)
            elif is_unspaced(name):
                wide.setdefault(name, key)
            else:
                words.setdefault(name, key)
    bases: dict[str, str] = {}
    for word, key in words.items():
        bases.setdefault(base(word), key)
    return Lexicon(words, bases, starts, phrases, wide)
