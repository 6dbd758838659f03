"""Every wing that implements the protocol, by name. A wing loads when it is asked."""

import importlib
from functools import cache
from typing import Final

from memory_core.core.wing import About, Wing

MODULES: Final = (
    "learnings.wing",
    "guardrails.wing",
    "specs.wing",
    "briefing.wing",
)  # in the order in which they are asked


@cache
def every() -> tuple[Wing, ...]:
    """The wings, in their order."""
    return tuple(importlib.import_module(f"memory_core.{name}").WING for name in MODULES)


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
