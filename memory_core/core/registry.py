"""The registry: reads the memories of all homes through one protocol, and writes each memory to its home."""

import contextlib
from collections.abc import Iterable, Sequence

from memory_core import redact
from memory_core.core import git, homes, lock, undo_log
from memory_core.core.home import Addition, Part
from memory_core.core.home import named as named
from memory_core.core.homes import wanted_by as wanted_by
from memory_core.core.memory import Memory
from memory_core.redact.memories import clean

_ADDED = ("body", "tags", "work", "phase", "summary")  # fields with free text, which may contain secrets


def parts(root: str) -> list[Part]:
    """All parts of all homes, and the parts that are read beside them.

    Each file of the journal and each ref of notes is a part, so that only changed parts are read again.
    """
    return [*kept_parts(root), *(part for home in homes.every() for part in home.beside(root))]


def kept_parts(root: str) -> list[Part]:
    """The parts of homes that keep memories. A namespace of notes is included if it has notes."""
    return [part for home in homes.every() for part in home.parts(root)]


def read(root: str, most: float = float("inf")) -> list[Memory]:
    """The memories of all homes, read from disk; without notes if git cannot run.

    Documents that only the client reads are left out, and parts whose reading would take longer than `most` seconds.
    """
    memories: list[Memory] = []
    for part in kept_parts(root):
        with contextlib.suppress(git.GitError):
            if most == float("inf") or part.seconds() <= most:
                memories += part.read()
    return memories


def read_home(root: str, name: str) -> list[Memory]:
    """All memories of the home with this name."""
    return [memory for part in homes.named(name).parts(root) for memory in part.read()]


def candidates(root: str) -> list[Memory]:
    """The unconfirmed statements of sessions, oldest first."""
    return homes.waiting().read(root)


def propose(root: str, new: Iterable[Memory]) -> list[Memory]:
    """Store candidates. Return those that an earlier session had stated already. The caller holds the lock."""
    return homes.waiting().add(root, new)


def drop_candidates(root: str, ids: Iterable[str]) -> None:
    """Remove candidates that are now kept or rejected. The caller holds the lock."""
    homes.waiting().drop(root, ids)


def find(root: str, wanted: str) -> list[Memory]:
    """The memories with this id, or else those with an id that begins with it."""
    return named(read(root), wanted)


def keep(root: str, memories: Iterable[Memory]) -> list[Memory]:
    """Write new memories to their homes and return them as they are kept. The caller holds `held(root)`."""
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
    """Change a kept memory as `more` states. The caller holds `held(root)`.

    Raise `Refusal` if its home cannot.
    """
    refuse_foreign(memory)
    homes.owner(memory).add(root, memory, when, redact.clean_fields(more, *_ADDED), author)


def change(root: str, changed: Iterable[Memory]) -> None:
    """Write later findings about kept memories: what resolved them, or that they are back.

    The caller holds `held(root)`.
    """
    cleaned = [clean(memory) for memory in changed]
    for home in homes.every():
        if own := [memory for memory in cleaned if homes.owner(memory) is home]:
            home.change(root, own)


def forget(root: str, memory: Memory, when: str) -> None:
    """Remove a memory from its home. The caller holds `held(root)`."""
    refuse_foreign(memory)
    homes.owner(memory).forget(root, memory, when)
    for home in homes.every():
        home.forgotten(root, memory)


def refresh(root: str, memory: Memory) -> None:
    """Rebuild the derived data of a memory that changed. The caller holds `held(root)`."""
    homes.owner(memory).refresh(root, memory)


def unshared(root: str) -> tuple[int, str]:
    """(number of documents that only this clone has, a line with the command that sends them); (0, "") if none."""
    answers = [home.unshared(root) for home in homes.every()]
    return sum(number for number, _ in answers), "; ".join(line for _, line in answers if line)


def refuse_foreign(memory: Memory) -> None:
    """Raise `Refusal` for a memory that is changed elsewhere: a guard rail by its actions, a fact in its document."""
    homes.owner(memory).refuse(memory)


def notice(root: str) -> str:
    """A line about damage in files that people edit, and about files too long to be read; "" if there is none.

    Damage in the file of guard rails is shown with the guard rails, and here only that the file is too long.
    """
    return "; ".join(filter(None, (home.shared_notice(root) for home in homes.every())))


def notices(root: str) -> dict[str, str]:
    """Name of a home to its line about damage or length, from a quick check; {} if there is none."""
    return {home.name: line for home in homes.every() if (line := home.notice(root))}


def problems(root: str) -> list[str]:
    """Entries of all homes that cannot be read or violate the format, a line each, with the place."""
    return [line for home in homes.every() for line in home.problems(root)]


def too_long(root: str) -> list[tuple[str, str]]:
    """Documents and records that are not read completely: (path, text with the length)."""
    return [row for home in homes.every() for row in home.too_long(root)]


def held(root: str, timeout: float = 5.0) -> contextlib.AbstractContextManager[None]:
    """The project's lock, for a `with` block (CS-FR-022).

    Raise `Refusal` if the lock is not free in time, or if the project cannot be written.
    """
    return lock.of_project(root, timeout)
