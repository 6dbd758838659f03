"""The registry: it asks every home through one protocol, routes a write to its home, and reads the union."""

import contextlib
from collections.abc import Iterable, Sequence

from memory_core import redact
from memory_core.core import git, homes, lock, undo_log
from memory_core.core.home import Addition, Part
from memory_core.core.home import named as named
from memory_core.core.homes import wanted_by as wanted_by
from memory_core.core.memory import Memory
from memory_core.redact.memories import clean

_ADDED = ("body", "tags", "work", "phase", "summary")  # what is said in words, and so may hold a secret


def parts(root: str) -> list[Part]:
    """Every part of every home, and what is read beside them. A file of the journal and a ref of the notes are a part
    each; what changed is read.
    """
    return [*kept_parts(root), *(part for home in homes.every() for part in home.beside(root))]


def kept_parts(root: str) -> list[Part]:
    """The parts of the homes of what is kept; a namespace of notes is there when it holds something."""
    return [part for home in homes.every() for part in home.parts(root)]


def read(root: str, most: float = float("inf")) -> list[Memory]:
    """The union of all homes, as it stands on disk; without the notes where git cannot be run.

    What the client reads for itself is kept in none of them, and left out. So is a part that would take longer to read
    than `most` seconds.
    """
    memories: list[Memory] = []
    for part in kept_parts(root):
        with contextlib.suppress(git.GitError):
            if most == float("inf") or part.seconds() <= most:
                memories += part.read()
    return memories


def read_home(root: str, name: str) -> list[Memory]:
    """All that one home holds, by its name."""
    return [memory for part in homes.named(name).parts(root) for memory in part.read()]


def candidates(root: str) -> list[Memory]:
    """What sessions may have stated, unconfirmed, oldest first."""
    return homes.waiting().read(root)


def propose(root: str, new: Iterable[Memory]) -> list[Memory]:
    """The candidates of `new` that an earlier session stated already; all are stored. The caller holds the lock."""
    return homes.waiting().add(root, new)


def drop_candidates(root: str, ids: Iterable[str]) -> None:
    """Take candidates out: they are kept now, or nobody wants them. The caller holds the lock."""
    homes.waiting().drop(root, ids)


def find(root: str, wanted: str) -> list[Memory]:
    """The memories with this id, else those with an id that begins so."""
    return named(read(root), wanted)


def keep(root: str, memories: Iterable[Memory]) -> list[Memory]:
    """Write new memories to their homes and return them as they stand there. The caller holds `held(root)`."""
    kept = [clean(memory) for memory in memories]
    ends = [memory for memory in kept if any(link.rel == "supersedes" for link in memory.links)]
    if ends:
        with undo_log.recorded(root, "capture", ended=True) as done:
            done.extend(ends)
            return _kept(root, kept)
    return _kept(root, kept)


def _kept(root: str, memories: Sequence[Memory]) -> list[Memory]:
    wanted = [(wanted_by(memory), memory) for memory in memories]
    kept: list[Memory] = []
    for name in homes.ROUTED:
        if own := [memory for home, memory in wanted if home == name]:
            kept += homes.named(name).keep(root, own)
    return kept


def add(root: str, memory: Memory, when: str, more: Addition, author: str = "") -> None:
    """Add to a kept memory, resolve it, end it, or say it in other words. The caller holds `held(root)`.

    `Refusal` where its home cannot hold what is added.
    """
    refuse_foreign(memory)
    homes.owner(memory).add(root, memory, when, redact.clean_fields(more, *_ADDED), author)


def change(root: str, changed: Iterable[Memory]) -> None:
    """Write what was learned of kept memories since: what settled them, or that they are back.

    The caller holds `held(root)`.
    """
    cleaned = [clean(memory) for memory in changed]
    for home in homes.every():
        if own := [memory for memory in cleaned if homes.owner(memory) is home]:
            home.change(root, own)


def forget(root: str, memory: Memory, when: str) -> None:
    """Take a memory out of its home. The caller holds `held(root)`."""
    refuse_foreign(memory)
    homes.owner(memory).forget(root, memory, when)
    for home in homes.every():
        home.forgotten(root, memory)


def refresh(root: str, memory: Memory) -> None:
    """Make again what is derived of a memory that changed. The caller holds `held(root)`."""
    homes.owner(memory).refresh(root, memory)


def unshared(root: str) -> tuple[int, str]:
    """(how many documents only this clone has, a line that says so and what sends them); (0, "") for none."""
    answers = [home.unshared(root) for home in homes.every()]
    return sum(number for number, _ in answers), "; ".join(line for _, line in answers if line)


def refuse_foreign(memory: Memory) -> None:
    """Raise `Refusal` where a memory is changed elsewhere: a guard rail by its actions, a fact in its document."""
    homes.owner(memory).refuse(memory)


def notice(root: str) -> str:
    """What a glance tells of damage in files that hands edit, and of files too long to be read; "" where there is
    neither. What is wrong with guard rails stands where these are shown, but for their length.
    """
    return "; ".join(filter(None, (home.told_with_all(root) for home in homes.every())))


def notices(root: str) -> dict[str, str]:
    """Home to what a glance tells of damage or a length that loses memories or rules; {} where there is none."""
    return {home.name: line for home in homes.every() if (line := home.notice(root))}


def problems(root: str) -> list[str]:
    """What in the homes cannot be read, or does not fit its format; a line each, with its place."""
    return [line for home in homes.every() for line in home.problems(root)]


def too_long(root: str) -> list[tuple[str, str]]:
    """The documents of tickets and the records that are not read to their ends: (path, how long each is)."""
    return [row for home in homes.every() for row in home.too_long(root)]


def held(root: str, timeout: float = 5.0) -> contextlib.AbstractContextManager[None]:
    """The project's one lock, for a `with` block (CS-FR-022).

    `Refusal` where it is not to be had in time, or where the project cannot be written.
    """
    return lock.of_project(root, timeout)
