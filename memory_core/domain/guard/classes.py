"""What stands for a class that a constraint names: an e-mail address for personal data, an entity for the domain.

They stand in `memory_core/data/lexicon.toml`: `a+b` is both words, a thing or family any concept of it.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from memory_core import data
from memory_core.domain import bounds
from memory_core.domain.guard.reading import ADD, ASIDE, REMOVE, SITE, Reading
from memory_core.light.stems import stem


class Class(NamedTuple):
    """A class that a rule names, under the first of its names."""

    name: str
    words: frozenset[frozenset[str]]  # of each, all stems together
    families: frozenset[str]
    everywhere: bool  # its members are in every second text: what is ruled holds only where the rest of the rule is too


@cache
def _table() -> tuple[tuple[re.Pattern[str], Class], ...]:
    found = []
    for line in data.lines("lexicon.classes.txt"):
        names, _, members = line.partition(" = ")
        first, *others = names.lstrip("^").split(", ")
        said = sorted((first, *others), key=len, reverse=True)
        every = members.split(", ")
        words = [[stem(word) for word in re.split(r"[+ ]", one)] for one in every if not one.startswith("@")]
        words += [[stem(word) for word in one.split()] for one in said]
        found.append(
            (
                re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, said))})(?!\w)", re.IGNORECASE),
                Class(
                    first,
                    frozenset(map(frozenset, words)),
                    frozenset(one[1:] for one in every if one.startswith("@")),
                    names.startswith("^"),
                ),
            )
        )
    return tuple(found)


@lru_cache(maxsize=4096)
def named(text: str) -> tuple[Class, ...]:
    """The classes that a text of a rule names."""
    text = text[: bounds.SPOKEN]
    text = text.replace("-", " ")
    return tuple(one for pattern, one in _table() if pattern.search(text))


def standing(one: Class, new: Reading) -> tuple[str, str]:
    """What in a proposal stands for a class, and its role; ("", "") where nothing does."""
    best = ("", "")
    order = (ADD, SITE, ASIDE, REMOVE, "")
    for said, role in _members(one, new):
        if order.index(role) < order.index(best[1]):
            best = (said, role)
    return best


def _members(one: Class, new: Reading) -> Iterator[tuple[str, str]]:
    roles: dict[str, str] = {}
    for thing in new.things:
        if thing.family in one.families or thing.name in one.families:
            yield thing.said, thing.role
        for word in thing.said.split():
            roles.setdefault(stem(word), thing.role)
    for words in one.words:
        if words <= new.stems:
            met = [roles[word] for word in words if word in roles]
            role = next((role for role in (ADD, SITE, REMOVE, ASIDE) if role in met), SITE)
            yield " ".join(sorted(words)), role
