"""Statements that capture nearly kept, until somebody tidies: `near_misses.json` in the project's derived folder.

They are redacted, few, and the user's alone: nothing of them is in the repository. The file also says what was handed
out to be tidied, and what nobody wants.
"""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from memory_core.domain import journal
from memory_core.domain.memory import Memory, certainty
from memory_core.stores import home

MARK: Final = "x-"  # before the id of a near miss
_FILE: Final = home.derived("near_misses.json", 2_000_000)
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
    told = _FILE.load(root)
    items, cost = told.get("items"), told.get("cost")
    memories = map(_memory, items if isinstance(items, list) else ())
    return Waiting(
        tuple(one for one in memories if one is not None),
        tuple(home.texts(told.get("refused"))),
        tuple(home.texts(told.get("offered"))),
        tuple(home.texts(told.get("seen"))),
        cost if isinstance(cost, int) else 0,
    )


def write(root: str, waiting: Waiting) -> None:
    """Write what waits. The caller holds the project's lock."""
    told = {
        "items": [{"shelf": journal.shelf_of(one.kind).name, **journal.to_item(one)} for one in waiting.items],
        "refused": waiting.refused[-_REFUSED:],
        "offered": waiting.offered,
        "seen": waiting.seen[-_OFFERED:],
        "cost": waiting.cost,
    }
    _FILE.save(root, value=told)


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
