"""All wings that implement the protocol, by name. A wing is loaded when it is asked."""

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
)  # the order in which they are asked


@cache
def every() -> tuple[Wing, ...]:
    """All wings, in order."""
    return tuple(importlib.import_module(f"memory_core.{name}").WING for name in MODULES)


def listeners(place: Place) -> list[Any]:
    """The `extract.listener.Listener` of every wing that takes part in the capture of a session."""
    return [listener for wing in every() if (listener := wing.listener(place)) is not None]


def end(root: str, session: str) -> bool:
    """Let every wing finish a session that has ended; False if a wing must wait."""
    answers = [wing.end(root, session) for wing in every()]  # a list, so that every wing is asked
    return all(answers)


def kept(root: str, session: str, memories: Sequence[Memory]) -> None:
    """Tell every wing which memories of a session were kept or changed. The caller holds the lock."""
    for wing in every():
        wing.kept(root, session, memories)


def alike(root: str, memories: Sequence[Memory], until: float) -> list[Memory]:
    """Kept memories that may state the same as one of these, from the index. Raises what the index raises."""
    answers = (wing.alike(root, memories, until) for wing in every())
    return next((answer for answer in answers if answer is not None), [])


def derive(root: str, until: float, ended: str = "") -> None:
    """Let every wing build its derived data, until a moment of `time.monotonic()`.

    `ended` is the folder of a session that has ended; "" if none has.
    """
    for wing in every():
        wing.derive(root, until, ended)


def health(root: str) -> "Iterator[Check]":
    """The checks of every wing, for `doctor`."""
    for wing in every():
        yield from wing.health(root)


def tidy(root: str) -> None:
    """Let every wing remove old entries."""
    for wing in every():
        wing.tidy(root)


def tables(root: str) -> None:
    """Let every wing rebuild its tables for hooks."""
    for wing in every():
        wing.tables(root)


def about(root: str, words: str) -> list[About]:
    """What each wing knows about the subject of these words, if it answers."""
    return [about for wing in every() if (about := wing.about(root, words)) is not None]


def work(root: str, here: str) -> str:
    """The name of the spec or ticket that a session in the folder `here` works on; "" if there is none."""
    return next(filter(None, (wing.work(root, here) for wing in every())), "")


def refresh(root: str, seconds: float) -> None:
    """Let every wing write its views of all homes."""
    for wing in every():
        wing.refresh(root, seconds)


def prepare(root: str, seconds: float, here: str) -> None:
    """Let every wing prepare the next start of a session."""
    for wing in every():
        wing.prepare(root, seconds, here)
