"""What one reading of a session gave."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from memory_core.capture import marks
from memory_core.core.memory import NOTHING
from memory_core.extract.candidate import Candidate
from memory_core.extract.markers import Withdrawn
from memory_core.extract.practice import Practice
from memory_core.extract.rules import Proposal
from memory_core.extract.situation import Situation
from memory_core.specs.planning_session import Heard


class Gathered(NamedTuple):
    """What one reading of a session gave."""

    state: dict[str, Any]  # of the session, from which the next reading goes on
    candidates: list[Candidate]
    complete: bool
    rules: list[Proposal]
    practices: Sequence[Practice] = ()
    situations: Mapping[str, Situation] = NOTHING
    until: str = ""  # when the last of it was said
    prompts: Sequence[str] = ()
    edited: Sequence[str] = ()  # paths
    heard: Sequence[Heard] = ()  # what a session that plans a spec was answered, and what its agents found out
    reporting: Collection[str] = ()  # agents whose last words, so far, are a report
    withdrawn: Sequence[Withdrawn] = ()  # markers that a person denied in the next turn
    given_up: Sequence[str] = ()  # words of a person that put something in the place of something
    compliance: marks.Counts = marks.Counts()  # how well the model writes marker lines
    skills: Sequence[str] = ()  # names of the skills that were called
