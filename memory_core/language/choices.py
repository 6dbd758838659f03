"""Choices of which one option alone can hold: the package manager, the quotes, the language of an answer.

They stand in `tools/fit/sources/lexicon.toml`; the products of a family are such a choice, too.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from memory_core import data
from memory_core.language.light.words import is_unspaced

_LONGEST: Final = 8  # words of a name
_PRODUCTS: Final = "-products"  # ends the name of a choice that a family is


class Option(NamedTuple):
    """One of the things that can be chosen."""

    choice: str
    name: str


class Named(NamedTuple):
    """The options that a name stands for, and the places of its first word and behind its last one."""

    options: tuple[Option, ...]
    start: int
    end: int


class Choices(NamedTuple):
    """The table, by what is looked up in it."""

    options: dict[str, tuple[Option, ...]]  # by each name
    strict: frozenset[str]  # choices of words of every day
    firsts: dict[str, tuple[tuple[str, ...], ...]]  # by its first word the words of each name, the longest first
    unspaced: tuple[str, ...]  # names in a script without spaces, the longest first


@cache
def choices() -> Choices:
    """The table as it is used."""
    options: dict[str, list[Option]] = {}
    strict = set[str]()
    for line in data.lines("lexicon.choices.txt"):
        head, *groups = line.split("|")
        choice = head.partition(":")[0].lstrip("~")
        if line.startswith("~"):
            strict.add(choice)
        for group in groups:
            names = [name.strip() for name in group.split(",") if name.strip()]
            for name in names:
                if not choice.endswith(_PRODUCTS) or name not in options:
                    options.setdefault(name, []).append(Option(choice, names[0]))
    firsts: dict[str, list[tuple[str, ...]]] = {}
    longest = sorted(options, key=lambda name: (-len(name), name))
    for name in longest:
        words = tuple(name.split())
        firsts.setdefault(words[0], []).append(words)
    return Choices(
        {name: tuple(found) for name, found in options.items()},
        frozenset(strict),
        {first: tuple(found) for first, found in firsts.items()},
        tuple(filter(is_unspaced, longest)),
    )


def named(words: Sequence[str]) -> tuple[Named, ...]:
    """The names of options among folded words, of two that begin at one place the longer."""
    table = choices()
    found: list[Named] = []
    at = 0
    while at < len(words):
        row = _first(words[at : at + _LONGEST])
        if row:
            found.append(Named(table.options[" ".join(row)], at, at + len(row)))
        elif " " in words[at]:  # a command in quotes is of the program that it begins with
            row = _first(words[at].split())
            found += [Named(table.options[" ".join(row)], at, at + 1)] if row else []
            row = ()
        elif is_unspaced(words[at]):
            found += [Named(table.options[name], at, at + 1) for name in table.unspaced if name in words[at]]
        at += max(len(row), 1)
    return tuple(found)


def _first(words: Sequence[str]) -> tuple[str, ...]:
    """The words of the longest name that words begin with; () where they begin with none."""
    return next((one for one in choices().firsts.get(words[0], ()) if tuple(words[: len(one)]) == one), ())
