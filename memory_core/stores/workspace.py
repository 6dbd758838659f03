"""The workspace: the one room that knows every home. It routes a write to its home and reads the union."""

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from memory_core.domain import journal as entries
from memory_core.domain import ledger, screen
from memory_core.domain.errors import Refusal
from memory_core.domain.ledger import Addition
from memory_core.domain.memory import Memory
from memory_core.stores import clock, git, guardrails, journal, lock, notes, places
from memory_core.stores.guardrails import Written


class Home(NamedTuple):
    """One home, as the index sees it."""

    name: str
    stamp: Callable[[], str]  # changes whenever the content may have changed; reads no content
    read: Callable[[], Sequence[Memory]]
    # What changed since an earlier stamp, without reading the rest; None where all must be read.
    since: Callable[[str, notes.Known], notes.Change | None] = lambda *_: None
    seconds: Callable[[], float] = lambda: 0.0  # about how long reading takes; looks at sizes only
    glance: Callable[[], tuple[str, int]] = lambda: ("", 0)  # (namespace, about how many memories), in a tenth of that


def homes(root: str) -> list[Home]:
    """Every home of the project. A file of the journal and a ref of the notes are one each; what changed is read."""
    found = [
        Home(
            f"{journal.NAME}/{shelf.name}",
            partial(journal.stamp, root, (shelf,)),
            partial(journal.read, root, (shelf,)),
        )
        for shelf in entries.SHELVES
    ]
    found.append(Home(guardrails.NAME, partial(guardrails.stamp, root), lambda: guardrails.read(root).memories))
    found += [
        Home(
            f"{notes.NAME}/{space}",
            partial(notes.stamp, tip),
            partial(notes.read, root, space, tip),
            partial(notes.since, root, space, tip),
            partial(notes.seconds, root, tip),
            partial(_glance, root, space, tip),
        )
        for space, tip in notes.tips(root).items()
    ]
    return found


def read(root: str, most: float = float("inf")) -> list[Memory]:
    """The union of all homes, as it stands on disk; without the notes where git cannot be run.

    A home that would take longer to read than `most` seconds is left out.
    """
    found: list[Memory] = []
    for home in homes(root):
        with contextlib.suppress(git.GitError):
            if most == float("inf") or home.seconds() <= most:
                found += home.read()
    return found


def find(root: str, wanted: str) -> list[Memory]:
    """The memories whose id is `wanted` or begins with it."""
    found = read(root)
    return [memory for memory in found if memory.id == wanted] or [
        memory for memory in found if wanted and memory.id.startswith(wanted)
    ]


def keep(root: str, memories: Iterable[Memory]) -> list[Memory]:
    """Write new memories to their home and return them as they stand there. The caller holds `held(root)`.

    A guard rail goes to `IRIS_MEMORY.json`, one that is only proposed to the journal. Of all else, what names a commit
    becomes a note on it, and the rest goes to the journal (X-1).
    """
    kept = [clean(memory) for memory in memories]
    rails = [memory for memory in kept if guards(memory)]
    anchored = [memory for memory in kept if memory.source.commit and ledger.spaces(memory)]
    loose = [_placed(memory) for memory in kept if memory not in rails and memory not in anchored]
    ruled = guardrails.add(root, rails, clock.today()) if rails else []
    journal.add(root, loose)
    return [*ruled, *(notes.keep(root, memory) for memory in anchored), *loose]


def revise(root: str, name: str, changes: Mapping[str, Any]) -> Memory:
    """The guard rail of that id with these keys of its entry written anew, None for a key that goes.

    The caller holds `held(root)`.
    """
    return guardrails.change(root, name, {key: _cleaned(value) for key, value in changes.items()}, clock.today())


def settle(
    root: str, changes: Mapping[str, Mapping[str, Any]], removals: Sequence[str], additions: Iterable[Memory]
) -> Written:
    """Guard rails changed by their ids, removed and added, in one write: all, or none. The caller holds `held`."""
    cleaned = {name: {key: _cleaned(value) for key, value in keys.items()} for name, keys in changes.items()}
    return guardrails.write(root, clock.today(), cleaned, removals, map(clean, additions))


def add(root: str, memory: Memory, when: str, more: Addition, author: str = "") -> None:
    """Add to a kept memory, or resolve it. The caller holds `held(root)`.

    `Refusal` where its home cannot hold what is added.
    """
    refuse_rail(memory)
    more = more._replace(
        body=screen.clean(more.body),
        tags=tuple(map(screen.clean, more.tags)),
        work=screen.clean(more.work),
        phase=screen.clean(more.phase),
    )
    if memory.source.home == notes.NAME:
        notes.add(root, memory, ledger.update(memory, when, more, author))
        return
    if more.tags or more.relates_to or more.work or more.phase:
        raise Refusal(
            f"{memory.id} stands in {memory.source.place}: edit its tags or its spec there; text can be added"
        )
    body = "\n\n".join(part for part in (memory.body, more.body) if part)
    journal.change(root, [memory._replace(body=body, status=more.status or memory.status, updated=when)])


def change(root: str, changed: Iterable[Memory]) -> None:
    """Write what was learned of kept memories since: what settled them, or that they are back. The caller holds `held`.

    A journal entry is written over; a note gets one more document; a guard rail is changed by a person alone.
    """
    loose = []
    for memory in map(clean, changed):
        if memory.source.home == guardrails.NAME:
            continue
        if memory.source.home != notes.NAME:
            loose.append(memory)
            continue
        body = f"## Resolution\n\n{memory.body}" if memory.status == "resolved" else "It is back."
        notes.add(root, memory, ledger.update(memory, memory.updated, Addition(body, memory.status)))
    journal.change(root, loose)


def forget(root: str, memory: Memory, when: str) -> None:
    """Take a memory out of its home. The caller holds `held(root)`."""
    refuse_rail(memory)
    if memory.source.home == notes.NAME:
        notes.forget(root, memory, when)
    else:
        journal.forget(root, memory)


@contextlib.contextmanager
def held(root: str, timeout: float = 5.0) -> Iterator[None]:
    """The project's one lock, for a `with` block (CS-FR-022).

    `Refusal` where it is not to be had in time, or where the project cannot be written.
    """
    with contextlib.ExitStack() as stack:
        try:
            places.derived(root)
            stack.enter_context(lock.held(places.lock_path(root), timeout))
        except OSError as error:
            raise Refusal(
                f"{error.filename or places.lock_path(root)} cannot be written ({error.strerror}); "
                "move away what is in its place, or make the project writable; nothing was kept"
            ) from error
        yield


def clean(memory: Memory) -> Memory:
    """The memory without secrets: the last door before a home, whoever brings the words."""
    source = memory.source
    attrs = {key: _cleaned(value) for key, value in memory.attrs.items()}
    return memory._replace(
        summary=screen.clean(memory.summary),
        body=screen.clean(memory.body),
        tags=tuple(screen.clean(tag) for tag in memory.tags),
        scope=memory.scope._replace(
            path=screen.clean(memory.scope.path) if memory.scope.path else None,
            work=screen.clean(memory.scope.work) if memory.scope.work else None,
        ),
        source=source._replace(quote=screen.clean(source.quote)),
        attrs=attrs,
    )


def guards(memory: Memory) -> bool:
    """Whether a memory is a guard rail that holds; one that is only proposed is open."""
    return memory.kind in guardrails.KINDS and memory.status != "open"


def refuse_rail(memory: Memory) -> None:
    """Raise `Refusal` where a memory is a guard rail: those are changed by actions of their own."""
    if memory.source.home == guardrails.NAME:
        raise Refusal(
            f"{memory.id} is a guard rail: `memory-core iris edit {memory.id}` changes it, "
            f"`memory-core iris remove {memory.id}` takes it out"
        )


def _cleaned(value: Any) -> Any:
    if isinstance(value, str):
        return screen.clean(value)
    if isinstance(value, list):
        return [_cleaned(one) for one in value]
    return {key: _cleaned(one) for key, one in value.items()} if isinstance(value, dict) else value


def _glance(root: str, space: str, tip: str) -> tuple[str, int]:
    return space, notes.glance(root, tip)


def _placed(memory: Memory) -> Memory:
    shelf = entries.shelf_of(memory.kind)
    place = f".genius/memory/{shelf.name}.json"
    return memory._replace(
        id=entries.identify(memory.kind, memory.summary),
        source=memory.source._replace(home=journal.NAME, place=place, commit=""),
    )
