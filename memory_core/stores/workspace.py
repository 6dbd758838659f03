"""The workspace: the one room that knows every home. It routes a write to its home and reads the union."""

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from functools import partial
from typing import NamedTuple

from memory_core.domain import journal as entries
from memory_core.domain import screen
from memory_core.domain.memory import Memory
from memory_core.stores import journal, lock, places


class Home(NamedTuple):
    """One home, as the index sees it."""

    name: str
    stamp: Callable[[], str]  # changes whenever the content may have changed; reads no content
    read: Callable[[], list[Memory]]


def homes(root: str) -> list[Home]:
    """Every home of the project. Each file of the journal counts as one: only what changed is read again."""
    return [
        Home(
            f"{journal.NAME}/{shelf.name}",
            partial(journal.stamp, root, (shelf,)),
            partial(journal.read, root, (shelf,)),
        )
        for shelf in entries.SHELVES
    ]


def read(root: str) -> list[Memory]:
    """The union of all homes, as it stands on disk."""
    return [memory for home in homes(root) for memory in home.read()]


def find(root: str, wanted: str) -> list[Memory]:
    """The memories whose id is `wanted` or begins with it."""
    found = read(root)
    return [memory for memory in found if memory.id == wanted] or [
        memory for memory in found if wanted and memory.id.startswith(wanted)
    ]


def keep(root: str, memories: Iterable[Memory]) -> list[Memory]:
    """Write new memories to their home and return them as they stand there. The caller holds `held(root)`."""
    kept = [_placed(_clean(memory)) for memory in memories]
    journal.add(root, kept)
    return kept


def held(root: str, timeout: float = 5.0) -> AbstractContextManager[None]:
    """The project's one lock, for a `with` block (CS-FR-022)."""
    places.derived(root)
    return lock.held(places.lock_path(root), timeout)


def _placed(memory: Memory) -> Memory:
    shelf = entries.shelf_of(memory.kind)
    place = f".genius/memory/{shelf.name}.json"
    return memory._replace(
        id=entries.identify(memory.kind, memory.summary), source=memory.source._replace(home=journal.NAME, place=place)
    )


def _clean(memory: Memory) -> Memory:
    """The memory without secrets: the last door before a home, whoever brings the words."""
    source = memory.source
    return memory._replace(
        summary=screen.clean(memory.summary),
        body=screen.clean(memory.body),
        tags=tuple(screen.clean(tag) for tag in memory.tags),
        scope=memory.scope._replace(path=screen.clean(memory.scope.path) if memory.scope.path else None),
        source=source._replace(quote=screen.clean(source.quote)),
    )
