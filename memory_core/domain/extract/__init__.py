"""What is worth keeping of what was said: rules over turns, structure before markers before cue phrases.

One module per family of rules. Each offers `hear(turn, state)` and, where it waits for what may yet come,
`settle(state)`, which is asked at the end of every reading.
"""

from collections.abc import Iterable
from copy import deepcopy
from typing import NamedTuple

from memory_core.domain.extract import commits
from memory_core.domain.extract.candidate import EMPTY, Candidate, Carry
from memory_core.domain.turn import Turn

__all__ = ["Candidate", "Carry", "Extraction", "extract"]


class Extraction(NamedTuple):
    """What one reading gives, and what the next one needs to know."""

    candidates: list[Candidate]
    carry: Carry


def extract(turns: Iterable[Turn], carry: Carry = EMPTY) -> Extraction:
    """The memories in `turns`, each once. `carry` is what the reading before handed on."""
    state = deepcopy(carry.state)
    found: list[Candidate] = []
    for turn in turns:
        found.extend(commits.hear(turn, state))
    return Extraction(found, Carry(state))
