"""A change of mind: what was decided and given up at once is no decision, the last word is."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from memory_core.capture.extract.candidate import Candidate
from memory_core.capture.turn import Turn
from memory_core.language import near_duplicate

# What was done stands, whatever is said of it afterwards.
_SAID: Final = ("marker", "said-decision", "worth-decision", "chosen", "plan", "answer")
_BEFORE: Final = 12  # decisions that one may give up


class Heard(NamedTuple):
    """A candidate, and where it was heard."""

    candidate: Candidate
    prompt: int = 0  # how many prompts stand before it
    turn: int = 0
    at: int = 0  # in the turn's text


def heard(candidates: Iterable[Candidate], turn: Turn, prompt: int, number: int) -> list[Heard]:
    """The candidates with their place, in the order in which they were said."""
    found = [Heard(one, prompt, number, turn.text.find(one.quote)) for one in candidates]
    return found if len(found) < 2 else sorted(found, key=lambda one: one.at)


def last_words(found: list[Heard]) -> list[Candidate]:
    """The candidates without the decisions that the same answer, or the next, takes back."""
    decided = [(one, near_duplicate.sides(one.candidate.text)) for one in found if one.candidate.kind == "decision"]
    given_up = {
        id(old)
        for number, (new, mine) in enumerate(decided)
        if mine.against or mine.is_back
        for old, theirs in decided[max(number - _BEFORE, 0) : number]
        if old.candidate.rule in _SAID
        and new.prompt - old.prompt <= 1
        and not new.candidate.agent
        and near_duplicate.takes_back(mine, theirs)
    }
    return [one.candidate for one in found if id(one) not in given_up]
