"""What developers call the things that their learnings are about, in the languages that are heard.

A line is `key: word, word*, some words, …`: each of them stands for the key. `word*` is every word that begins so; a
form that English makes of a word by an ending is the word.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from memory_core import data

LONGEST: Final = 4  # words of a phrase


class Lexicon(NamedTuple):
    """The table, by what is looked up in it."""

    words: Mapping[str, str]
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
            elif is_wide(name):
                wide.setdefault(name, key)
            else:
                words.setdefault(name, key)
    return Lexicon(words, starts, phrases, wide)


def is_wide(text: str) -> bool:
    """Whether a text is of a script that puts no spaces between its words."""
    return any("\u3040" <= char <= "\u9fff" for char in text)
