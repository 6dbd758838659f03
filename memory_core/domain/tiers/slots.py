"""Choices of which one alone can hold: the package manager, the quotes, the language of an answer.

They stand in `memory_core/data/lexicon.toml`; products of a family of concepts are such a choice, too.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from memory_core import data
from memory_core.text.words import is_unspaced

_CHUNK: Final = re.compile(r"[^\s,;!?()\u3040-\u30ff\u4e00-\u9fff]+")
_BEFORE, _BEHIND = "\"'«<", "\"'».:>"  # marks around a word


class Option(NamedTuple):
    """One of the things that a slot can be filled with."""

    slot: str
    name: str


class Slots(NamedTuple):
    """The table, by what is looked up in it."""

    options: Mapping[str, tuple[Option, ...]]  # by each name
    fields: Mapping[str, frozenset[str]]  # words that say no more than which choice it is
    strict: frozenset[str]
    other: Mapping[Option, Option]  # where there are two
    firsts: Mapping[str, tuple[tuple[str, ...], ...]]  # by its first word the words of each name, the longest first
    wide: re.Pattern[str]  # any name in a script without spaces


@cache
def slots() -> Slots:
    """The table as it is used."""
    options: dict[str, list[Option]] = {}
    fields: dict[str, frozenset[str]] = {}
    strict: set[str] = set()
    other: dict[Option, Option] = {}
    for line in data.lines("lexicon.choices.txt"):
        head, _, rest = line.partition("|")
        slot, _, field = head.lstrip("~").partition(":")
        fields[slot] = frozenset(field.split())
        if line.startswith("~"):
            strict.add(slot)
        groups = rest.split("|")
        if len(groups) == 2:
            one, two = (Option(slot, group.split(",")[0].strip()) for group in groups)
            other |= {one: two, two: one}
        for group in groups:
            names = [name.strip() for name in group.split(",") if name.strip()]
            for name in names:
                if not slot.endswith("-products") or name not in options:
                    options.setdefault(name, []).append(Option(slot, names[0]))
    firsts: dict[str, list[tuple[str, ...]]] = {}
    for name in sorted(options, key=lambda name: (-len(name), name)):
        words = tuple(name.split())
        firsts.setdefault(words[0], []).append(words)
    wide = "|".join(
        re.escape(name) for name in sorted(options, key=lambda name: (-len(name), name)) if is_unspaced(name)
    )
    return Slots(
        {name: tuple(found) for name, found in options.items()},
        fields,
        frozenset(strict),
        other,
        {first: tuple(found) for first, found in firsts.items()},
        re.compile(wide),
    )


class Found(NamedTuple):
    """A name of an option in a text."""

    name: str
    start: int
    end: int


def named(text: str) -> list[Found]:
    """The names of options that a plain text has, of two that begin at one place the longer."""
    table = slots()
    chunks = [_bare(match) for match in _CHUNK.finditer(text)]
    words = [word for word, _ in chunks]
    found: list[Found] = []
    at = 0
    while at < len(words):
        rows = table.firsts.get(words[at], ())
        row = next((one for one in rows if tuple(words[at : at + len(one)]) == one), ())
        if row:
            last, start = chunks[at + len(row) - 1]
            found.append(Found(" ".join(row), chunks[at][1], start + len(last)))
        at += max(len(row), 1)
    if is_unspaced(text):
        found += [Found(match[0], match.start(), match.end()) for match in table.wide.finditer(text)]
    return sorted(found, key=lambda one: one.start)


def _bare(match: re.Match[str]) -> tuple[str, int]:
    """A word without the marks around it, and where it begins."""
    word = match[0].lstrip(_BEFORE)
    return word.rstrip(_BEHIND), match.end() - len(word)
