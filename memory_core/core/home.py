"""The protocol of a home: what the registry, the index, undo and `recall --as-of` ask of a place that keeps memories.

A wing has a module `home` with a list `HOMES`, and `core.homes` lists that module. A new home is a subclass of `Home`
that overrides only what differs from the defaults here.
"""

import contextlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final, NamedTuple, Protocol

from memory_core.core import lock
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import Memory, stands_at

LATER: Final = (
    "has changed after that step; undo the later step first (`memory-core undo --list`), or change it by hand"
)
Write = Callable[[], object]


class Addition(NamedTuple):
    """Changes to a kept memory. Empty fields change nothing."""

    body: str = ""
    status: str = ""
    tags: tuple[str, ...] = ()
    relates_to: tuple[str, ...] = ()
    work: str = ""  # used only if the memory has none
    phase: str = ""  # used only if the memory has none
    by: str = ""  # id of the memory that replaced it
    maybe: str = ""  # id of the memory that may have replaced it
    edits: tuple[str, ...] = ()  # fields that are reworded: summary, body
    summary: str = ""  # the new summary


class Part(NamedTuple):
    """A part of a home that the index reads separately: a file or a ref."""

    name: str  # the name of the home, or `home/part`
    stamp: Callable[[], str]  # changes whenever the content may have changed; does not read the content
    read: Callable[[], Sequence[Memory]]
    # What changed since an earlier stamp; None if everything must be read again.
    since: Callable[[str, Any], Any] = lambda *_: None
    seconds: Callable[[], float] = lambda: 0.0  # estimated time for reading, from sizes alone
    glance: Callable[[], tuple[str, int]] = lambda: (
        "",
        0,
    )  # (namespace, estimated number of memories); takes a tenth of the time for reading


class Past(NamedTuple):
    """The memories of one part of a home at an earlier moment."""

    memories: Sequence[Memory]
    unknown: str = ""  # a line about what cannot be known; "" if everything is known


class Home:
    """A place that keeps memories. A caller that writes holds `held(root)`."""

    name: ClassVar[str] = ""  # the value of `Memory.source.home`
    step: ClassVar[str] = ""  # its key in a step of `undo.jsonl`; "" if no verb changes it
    is_only_read: ClassVar[bool] = False  # only people write it: it is not exported, and no marker ends its memories
    is_versioned: ClassVar[bool] = True  # whether `recall --as-of` can read it
    unasked: ClassVar[str] = ""  # the line that `recall --as-of` shows if it cannot

    def parts(self, root: str) -> list[Part]:
        """The parts that the index reads."""
        raise NotImplementedError

    def beside(self, root: str) -> list[Part]:  # noqa: ARG002 - a protocol
        """Parts that the index reads and that the client keeps, not this home."""
        return []

    def owns(self, memory: Memory) -> bool:
        """Whether a memory is kept in this home."""
        return memory.source.home == self.name

    def wants(self, memory: Memory) -> bool:  # noqa: ARG002
        """Whether this home keeps a new memory. The registry asks the homes in a fixed order."""
        return False

    def held(self, root: str, timeout: float = 5.0) -> contextlib.AbstractContextManager[None]:
        """The lock of the home, for a `with` block."""
        return lock.of_project(root, timeout)

    def keep(self, root: str, memories: Sequence[Memory]) -> list[Memory]:
        """Write new memories, which are already free of secrets, and return them as they are now kept."""
        raise NotImplementedError

    def add(self, root: str, memory: Memory, when: str, more: Addition, author: str = "") -> None:  # noqa: ARG002
        """Change a memory as `more` states. Raise `Refusal` if this home cannot."""
        self.refuse(memory)

    def change(self, root: str, memories: Iterable[Memory]) -> None:
        """Write later findings about memories; does nothing in a home that only people change."""

    def forget(self, root: str, memory: Memory, when: str) -> None:  # noqa: ARG002
        """Remove a memory."""
        self.refuse(memory)

    def refresh(self, root: str, memory: Memory) -> None:
        """Rebuild the derived data of a memory of this home that changed. The caller holds the lock."""

    def unshared(self, root: str) -> tuple[int, str]:  # noqa: ARG002
        """(number of documents that only this clone has, a line with the command that sends them); (0, "") if none."""
        return 0, ""

    def forgotten(self, root: str, memory: Memory) -> None:
        """Delete the derived data that this home has of a memory that was removed from any home."""

    def refuse(self, memory: Memory) -> None:
        """Raise `Refusal` if memories of this home cannot be changed by the verbs for all memories."""
        raise Refusal(f"{memory.id} comes from {stands_at(memory)}: edit it there")

    def notice(self, root: str) -> str:  # noqa: ARG002
        """A line about damage, or about a file too long to be read, from a quick check; "" if there is none."""
        return ""

    def shared_notice(self, root: str) -> str:
        """The part of `notice` that the briefing and all verbs that read show."""
        return self.notice(root)

    def too_long(self, root: str) -> Iterable[tuple[str, str]]:  # noqa: ARG002
        """Documents that are not read completely: (path, text with the length)."""
        return ()

    def documents(self, root: str) -> int:  # noqa: ARG002
        """How many documents it has if a memory may have several, as copies and updates; else 0."""
        return 0

    def problems(self, root: str) -> Iterable[str]:  # noqa: ARG002
        """Entries that cannot be read or violate the format, a line each, with the place."""
        return ()

    # Undo: `core.undo_log` compares `seen` before a verb with the state after it.

    def seen(self, root: str) -> Any:
        """The content, in the form that `changed` compares."""
        raise NotImplementedError

    def changed(self, root: str, before: Any) -> Any:
        """What changed since `before`, without secrets; falsy if nothing did."""
        raise NotImplementedError

    def is_long_changed(self, root: str, before: Any) -> bool:  # noqa: ARG002
        """Whether something changed that is too long to be compared."""
        return False

    def back(self, root: str, change: Any, begun: bool) -> list[Write]:
        """The writes that undo a change. Raise `Refusal` if something else has changed the same entries since.

        `begun`: an earlier undo was interrupted, so entries that are already restored are no error.
        """
        raise NotImplementedError

    def ended(self, root: str, change: Any) -> Any:  # noqa: ARG002
        """The part of a change that ended memories; falsy if none was ended."""
        return None

    # The state at an earlier commit.

    def title(self, part: str) -> str:  # noqa: ARG002
        """The name of a part as users see it."""
        return self.name

    def place(self, part: str) -> str:  # noqa: ARG002
        """The path of a part relative to the root of the project; "" if it is not a file of the project."""
        return ""

    def folders(self) -> Sequence[str]:
        """The paths below which its files are."""
        return ()

    def parsed(self, files: Mapping[str, bytes]) -> dict[str, list[Memory]]:  # noqa: ARG002
        """The memories of each part, read from the contents of its files (path to bytes)."""
        return {}

    def at(self, root: str, part: str, moment: str, commit: str) -> Past | None:  # noqa: ARG002
        """What a part held at `moment`, if its files do not show it; None if they do."""
        return None


class Candidates(Protocol):
    """The store of candidates: unconfirmed statements of sessions, in no home and not in the index."""

    def read(self, root: str) -> list[Memory]:
        """The candidates of a project, oldest first."""

    def add(self, root: str, new: Iterable[Memory]) -> list[Memory]:
        """Store new candidates. Return those that an earlier session had stated already."""

    def drop(self, root: str, ids: Iterable[str]) -> None:
        """Remove candidates."""


def named(memories: Sequence[Memory], wanted: str) -> list[Memory]:
    """The memories with this id, or else those with an id that begins with it."""
    return [memory for memory in memories if memory.id == wanted] or [
        memory for memory in memories if wanted and memory.id.startswith(wanted)
    ]
