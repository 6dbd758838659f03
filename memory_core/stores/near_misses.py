"""Statements that capture nearly kept, until somebody tidies: `near_misses.json` in the project's derived folder.

They are redacted, few, and the user's alone: nothing of them is in the repository. The file also says what was handed
out to be tidied, and what nobody wants.
"""

import os
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from memory_core.domain import journal
from memory_core.domain.memory import Memory, certainty
from memory_core.stores import home, user

MARK: Final = "x-"  # before the id of a near miss
_FILE: Final = "near_misses.json"
_LIMIT: Final = 2_000_000  # bytes of the file that are read
_MOST: Final = 60
_SESSIONS: Final = 3  # the last ones, of which near misses are kept
_REFUSED: Final = 600
_OFFERED: Final = 2_000


class Waiting(NamedTuple):
    """What waits to be tidied, and what is known of earlier runs."""

    items: tuple[Memory, ...] = ()
    refused: tuple[str, ...] = ()  # fingerprints of near misses that nobody wants
    offered: tuple[str, ...] = ()  # ids that were handed out
    seen: tuple[str, ...] = ()  # ids of memories that a run left as they are
    cost: int = 0  # tokens that were handed out since the last answer


def read(root: str) -> Waiting:
    """What waits; nothing where the file cannot be read."""
    told = home.load(_path(root), _LIMIT)
    items = told.get("items")
    cost = told.get("cost")
    return Waiting(
        tuple(one for item in (items if isinstance(items, list) else []) if (one := _memory(item)) is not None),
        _texts(told, "refused"),
        _texts(told, "offered"),
        _texts(told, "seen"),
        cost if isinstance(cost, int) else 0,
    )


def write(root: str, waiting: Waiting) -> None:
    """Write what waits. The caller holds the project's lock."""
    home.save(
        _path(root),
        {
            "items": [{"shelf": journal.shelf_of(one.kind).name, **journal.to_item(one)} for one in waiting.items],
            "refused": waiting.refused[-_REFUSED:],
            "offered": waiting.offered,
            "seen": waiting.seen[-_OFFERED:],
            "cost": waiting.cost,
        },
    )


def add(root: str, session: str, new: Iterable[Memory]) -> None:
    """Keep what a session nearly kept, the best of the last sessions. The caller holds the project's lock."""
    before = read(root)
    refused = {*before.refused, *(one.fingerprint for one in before.items)}
    named = {one.fingerprint: one._replace(id=f"{MARK}{one.fingerprint[:8]}") for one in new}
    items = [*before.items, *(one for mark, one in named.items() if mark not in refused)]
    if len(items) > len(before.items):
        last = [*dict.fromkeys(one.source.session for one in reversed(items))][:_SESSIONS]
        best = sorted((one for one in items if one.source.session in (session, *last)), key=_worth)[:_MOST]
        write(root, before._replace(items=tuple(one for one in items if one in best)))


def _worth(memory: Memory) -> float:
    return -(certainty(memory) or 0)


def _memory(item: Any) -> Memory | None:
    if not isinstance(item, dict):
        return None
    shelf = next((one for one in journal.SHELVES if one.name == item.get("shelf")), journal.SHELVES[0])
    return journal.from_item({key: value for key, value in item.items() if key != "shelf"}, shelf)


def _texts(told: dict[str, Any], key: str) -> tuple[str, ...]:
    value = told.get(key)
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list) else ()


def _path(root: str) -> str:
    return os.path.join(user.derived(root), _FILE)
