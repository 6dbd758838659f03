"""The protocol of a home: what the registry, the index, undo and `recall --as-of` ask of a place that keeps memories.

A wing has a module `home` with `HOMES`, and `core.homes` lists that module. A new home is a subclass of `Home` there:
it says what it reads; what it does not say of itself holds as written here.
"""

import contextlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final, NamedTuple, Protocol

from memory_core.core import lock
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import Memory, stands_at

LATER: Final = "was changed since; take that back first (`memory-core undo --list`), or change it by hand"
Write = Callable[[], object]


class Addition(NamedTuple):
    """What is added to a memory that is kept."""

    body: str = ""
    status: str = ""
    tags: tuple[str, ...] = ()
    relates_to: tuple[str, ...] = ()
    work: str = ""  # only where it had none
    phase: str = ""  # the same
    by: str = ""  # the id of what took its place
    maybe: str = ""  # the id of what may have taken its place
    edits: tuple[str, ...] = ()  # summary, body: what the memory says in other words from now on
    summary: str = ""  # those of its summary


class Part(NamedTuple):
    """A part of a home that the index reads by itself: a file, a ref."""

    name: str  # that of the home, or `home/part`
    stamp: Callable[[], str]  # changes whenever the content may have changed; reads no content
    read: Callable[[], Sequence[Memory]]
    # What changed since an earlier stamp, without reading the rest; None where all must be read.
    since: Callable[[str, Any], Any] = lambda *_: None
    seconds: Callable[[], float] = lambda: 0.0  # about how long reading takes; looks at sizes only
    glance: Callable[[], tuple[str, int]] = lambda: ("", 0)  # (namespace, about how many memories), in a tenth of that


class Past(NamedTuple):
    """What a part of a home held at an earlier moment."""

    memories: Sequence[Memory]
    unknown: str = ""  # what of that cannot be known, a line


class Home:
    """A place that keeps memories. Whoever writes to it holds `held(root)`."""

    name: ClassVar[str] = ""  # as `Memory.source.home` spells it
    step: ClassVar[str] = ""  # what a step of `undo.jsonl` calls it; "" where no verb changes it
    is_only_read: ClassVar[bool] = (
        False  # hands alone write it: no export carries it, and no marker ends what it states
    )
    is_versioned: ClassVar[bool] = True  # whether `recall --as-of` asks it
    unasked: ClassVar[str] = ""  # what is said of a home that it does not ask

    def parts(self, root: str) -> list[Part]:
        """What the index reads of it."""
        raise NotImplementedError

    def beside(self, root: str) -> list[Part]:  # noqa: ARG002 - a protocol
        """What the index reads that is kept by the client, not by this home."""
        return []

    def owns(self, memory: Memory) -> bool:
        """Whether a memory stands here."""
        return memory.source.home == self.name

    def wants(self, memory: Memory) -> bool:  # noqa: ARG002
        """Whether a new memory is to be kept here; the registry asks the homes in a fixed order."""
        return False

    def held(self, root: str, timeout: float = 5.0) -> contextlib.AbstractContextManager[None]:
        """The lock that guards it, for a `with` block."""
        return lock.of_project(root, timeout)

    def keep(self, root: str, memories: Sequence[Memory]) -> list[Memory]:
        """Write new memories, without secrets already, and return them as they stand here."""
        raise NotImplementedError

    def add(self, root: str, memory: Memory, when: str, more: Addition, author: str = "") -> None:  # noqa: ARG002
        """Add to a memory, end it, or say it in other words. `Refusal` where it cannot hold what is added."""
        self.refuse(memory)

    def change(self, root: str, memories: Iterable[Memory]) -> None:
        """Write what was learned of memories since; nothing where only a person changes them."""

    def forget(self, root: str, memory: Memory, when: str) -> None:  # noqa: ARG002
        """Take a memory out."""
        self.refuse(memory)

    def refresh(self, root: str, memory: Memory) -> None:
        """Make again what is derived here of a memory of this home that changed. The caller holds the lock."""

    def unshared(self, root: str) -> tuple[int, str]:  # noqa: ARG002
        """(how many documents only this clone has, a line that says so and what sends them); (0, "") for none."""
        return 0, ""

    def forgotten(self, root: str, memory: Memory) -> None:
        """Drop what is derived here of a memory that was taken out of its home, whichever that is."""

    def refuse(self, memory: Memory) -> None:
        """Raise `Refusal` where a memory of this home is changed elsewhere than by a verb for all memories."""
        raise Refusal(f"{memory.id} is what {stands_at(memory)} says: edit it there")

    def notice(self, root: str) -> str:  # noqa: ARG002
        """What a glance tells of damage, or of a length that loses memories; "" where there is neither."""
        return ""

    def told_with_all(self, root: str) -> str:
        """The part of `notice` that every briefing and every reading verb shows."""
        return self.notice(root)

    def too_long(self, root: str) -> Iterable[tuple[str, str]]:  # noqa: ARG002
        """Documents that are not read to their ends: (path, how long)."""
        return ()

    def documents(self, root: str) -> int:  # noqa: ARG002
        """How many documents it holds where a memory may have several, as copies and updates; else 0."""
        return 0

    def problems(self, root: str) -> Iterable[str]:  # noqa: ARG002
        """What of it cannot be read, or does not fit its format; a line each, with its place."""
        return ()

    # How a change is taken back: `core.undo_log` looks before a verb and after it.

    def seen(self, root: str) -> Any:
        """What it holds, as `changed` compares it."""
        raise NotImplementedError

    def changed(self, root: str, before: Any) -> Any:
        """What changed since `seen`, without secrets; falsy where nothing did."""
        raise NotImplementedError

    def is_long_changed(self, root: str, before: Any) -> bool:  # noqa: ARG002
        """Whether something changed that is too long to be looked at."""
        return False

    def back(self, root: str, change: Any, begun: bool) -> list[Write]:
        """What is to be written so that a change is undone. `Refusal` where something else changed it since.

        `begun`: taking it back was begun before, so what is as before already is no fault.
        """
        raise NotImplementedError

    def ended(self, root: str, change: Any) -> Any:  # noqa: ARG002
        """The part of a change that ended memories; falsy where none did."""
        return None

    # How it was at an earlier commit.

    def title(self, part: str) -> str:  # noqa: ARG002
        """What a person is shown as the name of a part."""
        return self.name

    def place(self, part: str) -> str:  # noqa: ARG002
        """The path of a part from the root of the project, "" where it is no file of the project."""
        return ""

    def folders(self) -> Sequence[str]:
        """The paths below which its files stand."""
        return ()

    def parsed(self, files: Mapping[str, bytes]) -> dict[str, list[Memory]]:  # noqa: ARG002
        """What its files, by their paths, say: the memories of each part."""
        return {}

    def at(self, root: str, part: str, moment: str, commit: str) -> Past | None:  # noqa: ARG002
        """What a part held, where its files do not say so; None where they do."""
        return None


class Candidates(Protocol):
    """The store of what sessions may have stated, unconfirmed: in no home, and in no index."""

    def read(self, root: str) -> list[Memory]:
        """The candidates of a project, oldest first."""

    def add(self, root: str, new: Iterable[Memory]) -> list[Memory]:
        """Those of new candidates that an earlier session stated already; all are stored."""

    def drop(self, root: str, ids: Iterable[str]) -> None:
        """Take candidates out."""


def named(memories: Sequence[Memory], wanted: str) -> list[Memory]:
    """Those with this id, else those with an id that begins so."""
    return [memory for memory in memories if memory.id == wanted] or [
        memory for memory in memories if wanted and memory.id.startswith(wanted)
    ]
