"""What a rule finds in a document, and how much of the best of it it is."""

from typing import Final, NamedTuple

from memory_core.core import budget
from memory_core.tickets.fact import Fact

LONGEST: Final = 600  # characters of a fact


class Place(NamedTuple):
    """Where a rule reads: the document, and what the section there is for."""

    path: str
    role: str = ""  # of the section, as `sections.role` names it
    is_formal: bool = False  # the document writes MUST in capitals where it means it
    is_task: bool = False  # it is part of work to be done
    is_labelled: bool = False  # the document gives the block a label
    is_absolute: bool = False  # its section says that it is not to be discussed
    is_research: bool = False  # the document tells what somebody found out, before anything was agreed
    states: bool = False  # its sentences say what is built, decided or feared, and do not only lead in
    subject: str = ""  # what its heading names, where that is no section's name
    depth: int = 0  # how deep below the document's title


class Found(NamedTuple):
    """A fact and its weight among those that are as sure: the greater comes first."""

    fact: Fact
    weight: float = 0.0


def clip(text: str) -> str:
    """The text in at most so many characters as a fact may have."""
    return budget.clip(text, LONGEST)
