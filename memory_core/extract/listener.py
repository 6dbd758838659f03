"""The protocol of a listener: what capture asks of every wing while it keeps a session.

A wing that takes part returns a listener from `Wing.listener`: a new object for each capture.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from memory_core.core.memory import Memory
from memory_core.extract.candidate import Candidate
from memory_core.extract.extraction import Extraction
from memory_core.extract.practice import Practice
from memory_core.extract.rules import Proposal
from memory_core.extract.situation import Situation
from memory_core.extract.turn import Turn


class Reading(Protocol):
    """What capture has read of a session since it read it last."""

    @property
    def candidates(self) -> list[Candidate]:
        """The statements of the session."""

    @property
    def rules(self) -> list[Proposal]:
        """The rules that it proposed."""

    @property
    def practices(self) -> Sequence[Practice]:
        """How the user works."""

    @property
    def situations(self) -> Mapping[str, Situation]:
        """By uuid of a turn: the situation in which a person spoke."""

    @property
    def prompts(self) -> Sequence[str]:
        """The user's prompts."""

    @property
    def edited(self) -> Sequence[str]:
        """The paths of the files that were edited."""

    @property
    def skills(self) -> Sequence[str]:
        """The names of the skills that were called."""


class Claimed(NamedTuple):
    """The rest of a reading, for the next listener."""

    state: dict[str, Any]  # of the session
    candidates: list[Candidate]  # without those that the wing keeps itself
    proposed: Sequence[Memory] = ()  # the rules that the wing has proposed
    keeps_all: bool = False  # uncertain statements are kept too, as for a session with a spec


class Listener:
    """Follows one capture. The methods are called in this order; by default they change nothing.

    The caller holds the project's lock from `claim` to `hear`.
    """

    def read(self, turns: Sequence[Turn], extraction: Extraction, path: str) -> Extraction:  # noqa: ARG002
        """What a part of the transcript states; `path` is the session's transcript, "" for that of a subagent."""
        return extraction

    def claim(self, state: dict[str, Any], reading: Reading) -> Claimed:
        """The reading without the statements that the wing keeps itself. Called before anything is kept."""
        return Claimed(state, reading.candidates)

    def route(self, memories: list[Memory]) -> list[Memory]:
        """The memories, each with its home. Called before memories that are already kept are dropped."""
        return memories

    def log(self, memories: list[Memory]) -> list[Memory]:
        """The new memories, some of them as entries of a log of the wing."""
        return memories

    def hear(self, before: Mapping[str, Any], state: dict[str, Any], reading: Reading) -> dict[str, Any]:  # noqa: ARG002
        """The session's state after everything else was kept; `before` is the state before the capture."""
        return state

    def done(self) -> None:
        """Called after the state was saved, without the lock."""
