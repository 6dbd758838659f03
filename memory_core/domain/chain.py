"""What took the place of what: the links between decisions, read in both directions."""

from collections.abc import Iterable, Mapping
from typing import Final

from memory_core.domain.memory import Memory

OLDER: Final = "supersedes"  # leads to what was replaced
NEWER: Final = "superseded_by"  # leads to what took the place
RELATIONS: Final = (OLDER, NEWER)


def chain(name: str, memories: Mapping[str, Memory]) -> list[Memory]:
    """The memory of that id with all that it replaced and all that replaced it, oldest first; none where it is alone.

    `memories` are those that link to another, and those that are linked to, by their ids.
    """
    older: dict[str, dict[str, None]] = {}
    newer: dict[str, dict[str, None]] = {}
    for one in memories.values():
        for link in one.links:
            if link.rel in RELATIONS and link.target != one.id:
                old, new = (link.target, one.id) if link.rel == OLDER else (one.id, link.target)
                older.setdefault(new, {})[old] = None
                newer.setdefault(old, {})[new] = None
    found = {name, *_reached(name, older), *_reached(name, newer)}
    told = [memories[one] for one in found if one in memories]
    return sorted(told, key=lambda one: (one.created, one.id)) if len(told) > 1 else []


def _reached(name: str, links: Mapping[str, Iterable[str]]) -> set[str]:
    """All that links lead to from there, however far."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        for one in links.get(waiting.pop(), ()):
            if one not in found:
                found.add(one)
                waiting.append(one)
    return found
