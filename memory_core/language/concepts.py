"""What developers call the same thing: families of concepts; and names that are everyday words too."""

import re
from functools import cache
from typing import Final, NamedTuple

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


_HEAD: Final = (
    r"/(\b(?:import|from|require|include)\b[\s('\x22<]*(?:\w+,\s*){0,9}|\b(?:npm|pnpm|yarn|bun|pip3?|uv|poetry|cargo|gem)\s"
    r".{0,99}?\s['\x22]?)?(?<![\w./-])"
)
_LISTED: Final = r"(?![\w-])(?(1)|(?:['\x22]\s*:\s*['\x22][\^~]?\d+\.|[=~>]=\d+\."  # among the packages of a project
_CALLED: Final = r"|(?:\.\w+)?\("
_END: Final = "))/i"


def imported(name: str, called: bool = True) -> str:
    """The expression that finds a package where it is brought in. `called`: nothing else has a call of its name."""
    return f"{_HEAD}{re.escape(name)}{_LISTED}{_CALLED if called else ''}{_END}"


def name_of(forbidden: str) -> str:
    """The name that such an expression is about; "" for any other text of `forbid`."""
    before, _, rest = forbidden.partition(_HEAD)
    name, _, end = rest.partition(_LISTED)
    return re.sub(r"\\(.)", r"\1", name) if not before and name and end in (_END, _CALLED + _END) else ""


def said(forbidden: str) -> str:
    """A text of `forbid` as people are told it: a name and where it is looked for, not its expression."""
    name = name_of(forbidden)
    return f"{name} where it is imported" if name else forbidden
