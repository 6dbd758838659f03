"""Families of concepts with their names, and choices of which only one option can hold.

Both are in `tools/fit/sources/lexicon.toml`; the products of a family are a choice too. Some names are common words;
`imported` finds them where code imports them.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from memory_core import data
from memory_core.language.light.words import is_unspaced


class Family(NamedTuple):
    """A family of `tools/fit/sources/lexicon.toml`; `a+b` in a name means both words near each other, in any order."""

    name: str
    mark: str  # "~" if its members have little in common, "^" if its names have other common meanings
    names: tuple[str, ...]  # of the whole family
    members: tuple[tuple[str, ...], ...]  # the names of each member, its own name first

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """The names of the whole family, then those of each member."""
        return self.names, *self.members


@cache
def families() -> tuple[Family, ...]:
    """All families."""
    rows = []
    for line in data.lines("lexicon.families.txt"):
        head, _, rest = line.partition(": ")
        names, *members = (tuple(group.split(", ")) for group in rest.split(" | "))
        rows.append(Family(head.lstrip("~^"), head[0] if head[0] in "~^" else "", names, tuple(members)))
    return tuple(rows)


@cache
def marked(mark: str) -> frozenset[str]:
    """The names of the families with a mark."""
    return frozenset(family.name for family in families() if family.mark == mark)


_HEAD: Final = (
    r"/(\b(?:import|from|require|include)\b[\s('\x22<]*(?:\w+,\s*){0,9}|\b(?:npm|pnpm|yarn|bun|pip3?|uv|poetry|cargo|gem)\s"
    r".{0,99}?\s['\x22]?)?(?<![\w./-])"
)
_LISTED: Final = r"(?![\w-])(?(1)|(?:['\x22]\s*:\s*['\x22][\^~]?\d+\.|[=~>]=\d+\."  # among the packages of a project
_CALLED: Final = r"|(?:\.\w+)?\("
_END: Final = "))/i"


def imported(name: str, called: bool = True) -> str:
    """The expression that finds imports of a package. `called`: calls of the name count too, as it has no other
    meaning.
    """
    return f"{_HEAD}{re.escape(name)}{_LISTED}{_CALLED if called else ''}{_END}"


def name_of(forbidden: str) -> str:
    """The name in an expression of `imported`; "" for any other text of `forbid`."""
    before, _, rest = forbidden.partition(_HEAD)
    name, _, end = rest.partition(_LISTED)
    return re.sub(r"\\(.)", r"\1", name) if not before and name and end in (_END, _CALLED + _END) else ""


def shown(forbidden: str) -> str:
    """A text of `forbid` for people: a name and where it is searched, instead of an expression."""
    name = name_of(forbidden)
    return f"{name} where it is imported" if name else forbidden


_LONGEST: Final = 8  # words of a name
_PRODUCTS: Final = "-products"  # ends the name of a choice that a family is


class Option(NamedTuple):
    """An option of a choice."""

    choice: str
    name: str


class Named(NamedTuple):
    """The options that a name stands for, and the indices of its first word and after its last word."""

    options: tuple[Option, ...]
    start: int
    end: int


class Choices(NamedTuple):
    """The table of choices, as it is looked up."""

    options: dict[str, tuple[Option, ...]]  # by each name
    strict: frozenset[str]  # choices of words of every day
    firsts: dict[str, tuple[tuple[str, ...], ...]]  # by its first word the words of each name, the longest first
    unspaced: tuple[str, ...]  # names in a script without spaces, the longest first


@cache
def choices() -> Choices:
    """The table of choices."""
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
        {name: tuple(values) for name, values in options.items()},
        frozenset(strict),
        {first: tuple(values) for first, values in firsts.items()},
        tuple(filter(is_unspaced, longest)),
    )


def named(words: Sequence[str]) -> tuple[Named, ...]:
    """The names of options among folded words; of two names that begin at one place the longer."""
    table = choices()
    names: list[Named] = []
    at = 0
    while at < len(words):
        row = _first(words[at : at + _LONGEST])
        if row:
            names.append(Named(table.options[" ".join(row)], at, at + len(row)))
        elif " " in words[at]:  # a command in quotes belongs to its first word
            row = _first(words[at].split())
            names += [Named(table.options[" ".join(row)], at, at + 1)] if row else []
            row = ()
        elif is_unspaced(words[at]):
            names += [Named(table.options[name], at, at + 1) for name in table.unspaced if name in words[at]]
        at += max(len(row), 1)
    return tuple(names)


def _first(words: Sequence[str]) -> tuple[str, ...]:
    """The words of the longest name at the beginning of `words`; () if there is none."""
    return next((row for row in choices().firsts.get(words[0], ()) if tuple(words[: len(row)]) == row), ())
