"""Every home, by name: the one list of the modules in which wings declare theirs. A wing loads when it is asked for."""

import importlib
from functools import cache
from typing import Final, cast

from memory_core.core.home import Candidates, Home
from memory_core.core.memory import Memory

# In the order in which the union is read.
MODULES: Final = (
    "journal.home",
    "guardrails.home",
    "notes.home",
    "learnings.home",
    "documents.home",
    "tickets.home",
)
ROUTED: Final = ("guard rails", "decisions", "learnings", "notes", "journal")  # who is asked whether it keeps a memory


@cache
def every() -> tuple[Home, ...]:
    """The homes, in the order in which they are read."""
    modules = (importlib.import_module(f"memory_core.{name}") for name in MODULES)
    return tuple(home for module in modules for home in module.HOMES)


def named(name: str) -> Home:
    """The home of that name."""
    return next(home for home in every() if home.name == name)


def waiting() -> Candidates:
    """The store of candidates."""
    return cast(Candidates, importlib.import_module("memory_core.journal.candidates"))


def is_only_read(name: str) -> bool:
    """Whether the home of that name, or of a part of it (`home/part`), is written by hands alone."""
    return any(home.is_only_read for home in every() if home.name == name.partition("/")[0])


def owner(memory: Memory) -> Home:
    """The home in which a memory stands; the journal, where none says that it does."""
    return next((home for home in every() if home.owns(memory)), named("journal"))


def wanted_by(memory: Memory) -> str:
    """The name of the home in which a new memory is to be kept (X-1)."""
    return next((name for name in ROUTED if named(name).wants(memory)), "journal")
