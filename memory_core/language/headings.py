"""The role of a heading, by the table `text/headings.txt` (`tools/fit/sources` explains it).

The readers are `ticket`, `ticket-title`, `record`, `design`, `spec` and `review`. Each cleans a heading as its
documents need before it calls these functions.
"""

import re
from collections.abc import Callable
from functools import cache

from memory_core import data


def role(reader: str, heading: str) -> str:
    """The role of a heading: that of the reader's first row that fits; "" if none fits.

    Raises KeyError for a reader that the table does not have.
    """
    return next((name for name, way, text in _rows()[reader] if _fits(way, text)(heading)), "")


def is_for(reader: str, heading: str, *roles: str) -> bool:
    """Whether a row of one of these roles fits a heading; raises KeyError for a role that the reader does not have."""
    return any(_fits(way, text)(heading) for name in roles for way, text in _named()[reader, name])


def words(reader: str, name: str) -> tuple[str, ...]:
    """The headings in the rows `words` of a role, in order; raises KeyError like `is_for`."""
    return tuple(word for way, text in _named()[reader, name] if way == "words" for word in data.cues(text))


@cache
def _rows() -> dict[str, list[tuple[str, str, str]]]:
    """The rows of each reader, in order: (role, way, expression)."""
    result: dict[str, list[tuple[str, str, str]]] = {}
    for head, text in data.expressions("text/headings.txt"):
        reader, way, name = head.split(" ", 2)
        result.setdefault(reader, []).append((name, way, text))
    return result


@cache
def _named() -> dict[tuple[str, str], list[tuple[str, str]]]:
    """The rows by reader and role: (way, expression)."""
    result: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for reader, rows in _rows().items():
        for name, way, text in rows:
            result.setdefault((reader, name), []).append((way, text))
    return result


@cache
def _fits(way: str, text: str) -> Callable[[str], object]:
    """The test of a row, compiled on first use; it ignores case, except that `words` are exact."""
    if way == "words":
        return frozenset(data.cues(text)).__contains__
    pattern = re.compile(text, re.IGNORECASE)
    return {"whole": pattern.fullmatch, "begins": pattern.match, "contains": pattern.search}[way]
