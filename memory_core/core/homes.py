"""All homes, by name. Each wing lists its homes in its module `home`, which is loaded when a home is needed."""

import importlib
from functools import cache
from typing import Final, cast

from memory_core.core.home import Candidates, Home
from memory_core.core.memory import Memory

# The order in which the homes are read.
MODULES: Final = (
    "journal.home",
    "guardrails.home",
    "notes.home",
    "learnings.home",
    "documents.home",
    "tickets.home",
)
ROUTED: Final = (
    "guard rails",
    "decisions",
    "learnings",
    "notes",
    "journal",
)  # the order in which homes are asked whether they keep a new memory


@cache
def every() -> tuple[Home, ...]:
    """All homes, in the order in which they are read."""
    modules = (importlib.import_module(f"memory_core.{name}") for name in MODULES)
    return tuple(home for module in modules for home in module.HOMES)


def named(name: str) -> Home:
    """The home with this name."""
    return next(home for home in every() if home.name == name)


def waiting() -> Candidates:
    """The store of candidates."""
    return cast(Candidates, importlib.import_module("memory_core.journal.candidates"))


def is_only_read(name: str) -> bool:
    """Whether only people write the home with this name; `name` may be that of a part (`home/part`)."""
    return any(home.is_only_read for home in every() if home.name == name.partition("/")[0])


def owner(memory: Memory) -> Home:
    """The home that keeps a memory; the journal if no other home does."""
    return next((home for home in every() if home.owns(memory)), named("journal"))


def wanted_by(memory: Memory) -> str:
    """The name of the home that keeps a new memory (X-1)."""
    return next((name for name in ROUTED if named(name).wants(memory)), "journal")
