"""How a user works: what their sessions do again and again, and what they say that lasts beyond the task."""

from collections.abc import Iterator
from typing import NamedTuple

from memory_core.domain.extract.candidate import State
from memory_core.domain.extract.situation import NOWHERE, Situation
from memory_core.domain.turn import Turn


class Practice(NamedTuple):
    """One practice as one session shows it. The same practice has the same text in every session."""

    kind: str  # preference: it was said; behaviour: it was done
    text: str
    source: str  # statement | correction | multiple_corrections | rejected_edit | code_repetition | error_pattern
    lasting: bool = False  # the words themselves say that it holds from now on
    corrections: int = 0  # times that this session's user corrected the assistant so
    reason: str = ""
    slot: str = ""  # what it chooses, of which one alone can hold
    path: str = ""  # glob of the files that it is about
    about: tuple[str, ...] = ()  # triggers of its own, besides its words
    situation: Situation = NOWHERE
    quote: str = ""
    uuid: str = ""
    line: int = 0
    when: str = ""


def hear(turn: Turn, state: State) -> Iterator[Practice]:
    """The practices that a turn shows, each once a session; a correction again with each time that it is said."""
    yield from ()
