"""A work item of a ticket, and which lines of the ticket's documents belong to it (AIDD-32)."""

import re
from typing import Final, NamedTuple

from memory_core.language import markdown

_LONGEST: Final = 200  # characters of the name of a work item
_INDENT: Final = re.compile(r"\s*")
_ITEM: Final = re.compile(r"\s*(?:[-*+]|\d+[.)])\s")


class Scope(NamedTuple):
    """What a pack is made for: a work item, a stage; both "" for the whole ticket."""

    key: str = ""  # as it stands in a file's name: iteration_id_I2
    stage: str = ""


WHOLE: Final = Scope()


def lines(text: str, key: str) -> frozenset[int]:
    """The lines, from 1, of the sections and list items that name the work item: `### I2`, `- [ ] I2: Drain`."""
    if len(key) > _LONGEST:
        return frozenset()
    name = re.escape(key.rpartition("_")[2])
    named = re.compile(rf"(?<!\w)(?:{name}|{re.escape(key)})(?!\w)") if name else None
    if named is None:
        return frozenset()
    found = set()
    level = indent = -1  # of the heading and of the item that name it
    for number, row in enumerate(text.split("\n"), 1):
        depth, title = markdown.heading(row) or (0, "")
        if depth:
            indent = -1
            level = depth if named.search(title) else -1 if depth <= level else level
        elif row.strip():
            begins = _INDENT.match(row)
            own = begins.end() if begins else 0
            if own <= indent:
                indent = -1
            if indent < 0 and _ITEM.match(row) and named.search(row[:200]):
                indent = own
        if level > 0 or indent >= 0:
            found.add(number)
    return frozenset(found)
