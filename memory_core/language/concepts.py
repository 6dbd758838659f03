"""What developers call the same thing: families of concepts, each with its general names and its members."""

from functools import cache
from typing import NamedTuple

from memory_core import data


class Family(NamedTuple):
    """A family of `tools/fit/sources/lexicon.toml`; `a+b` in a name means both words near each other, in any order."""

    name: str
    mark: str  # "~" where its members have little in common, "^" where its names are said of much else
    names: tuple[str, ...]  # of all of it
    members: tuple[tuple[str, ...], ...]  # of each its names, the first of them its own

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """The names of all of it, then those of each member."""
        return self.names, *self.members


@cache
def families() -> tuple[Family, ...]:
    """All of them."""
    found = []
    for line in data.lines("lexicon.families.txt"):
        head, _, rest = line.partition(": ")
        names, *members = (tuple(group.split(", ")) for group in rest.split(" | "))
        found.append(Family(head.lstrip("~^"), head[0] if head[0] in "~^" else "", names, tuple(members)))
    return tuple(found)


@cache
def marked(mark: str) -> frozenset[str]:
    """The families with a mark."""
    return frozenset(one.name for one in families() if one.mark == mark)
