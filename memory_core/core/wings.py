"""Every wing that implements the protocol, by name. A wing loads when it is asked."""

import importlib
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from memory_core.core.memory import Memory
from memory_core.core.wing import About, Place, Wing

if TYPE_CHECKING:
    from memory_core.core.health import Check

MODULES: Final = (
    "journal.wing",
    "specs.wing",
    "learnings.wing",
    "guardrails.wing",
    "tickets.wing",
    "documents.wing",
    "notes.wing",
    "briefing.wing",
    "recall.wing",
)  # in the order in which they are asked


@cache
def every() -> tuple[Wing, ...]:
    """The wings, in their order."""
    return tuple(importlib.import_module(f"memory_core.{name}").WING for name in MODULES)


def listeners(place: Place) -> list[Any]:
    """What follows a capture of a session: the `extract.listener.Listener` of every wing that takes part."""
    return [listener for wing in every() if (listener := wing.listener(place)) is not None]


def end(root: str, session: str) -> bool:
    """Have every wing let go of a session that has ended; False where one of them must wait."""
    answers = [wing.end(root, session) for wing in every()]  # each is asked
    return all(answers)


def kept(root: str, session: str, memories: Sequence[Memory]) -> None:
    """Tell every wing which memories of a session were kept or mended. The caller holds the lock."""
    for wing in every():
        wing.kept(root, session, memories)


def alike(root: str, memories: Sequence[Memory], until: float) -> list[Memory]:
    """The kept memories that could state the same as one of these, by the index; raises where it cannot answer."""
    answers = (wing.alike(root, memories, until) for wing in every())
    return next((answer for answer in answers if answer is not None), [])


def derive(root: str, until: float, ended: str = "") -> None:
    """Have every wing make what it derives, until a moment of `time.monotonic()`.

    `ended` is the folder of a session that has ended, "" where none has.
    """
    for wing in every():
        wing.derive(root, until, ended)


def health(root: str) -> "Iterator[Check]":
    """The checks of every wing, for `doctor`."""
    for wing in every():
        yield from wing.health(root)


def tidy(root: str) -> None:
    """Have every wing let old entries go."""
    for wing in every():
        wing.tidy(root)


def tables(root: str) -> None:
    """Have every wing make its tables for hooks."""
    for wing in every():
        wing.tables(root)


def about(root: str, words: str) -> list[About]:
    """What each wing that can be asked holds about the subject of these words."""
    return [about for wing in every() if (about := wing.about(root, words)) is not None]


def work(root: str, here: str) -> str:
    """The name of the work that a session in the folder `here` is on; "" where there is none."""
    return next(filter(None, (wing.work(root, here) for wing in every())), "")


def refresh(root: str, seconds: float) -> None:
    """Have every wing write its views of all homes."""
    for wing in every():
        wing.refresh(root, seconds)


def prepare(root: str, seconds: float, here: str) -> None:
    """Have every wing prepare the next start of a session."""
    for wing in every():
        wing.prepare(root, seconds, here)
