"""What is worth keeping of what was said: rules over turns, structure before markers before cue phrases.

One module per family of rules. Each offers `hear(turn, state)` and, where it waits for what may yet come,
`settle(state)`, which is asked at the end of every reading.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from typing import NamedTuple

from memory_core.domain.extract import (
    acts,
    answers,
    changes,
    commits,
    echo,
    ends,
    failures,
    markers,
    merge,
    offers,
    people,
    practice,
    rules,
    situation,
    sources,
    statements,
    tickets,
    typed,
)
from memory_core.domain.extract.candidate import EMPTY, Candidate, Carry, State
from memory_core.domain.extract.markers import Withdrawn
from memory_core.domain.extract.practice import Practice
from memory_core.domain.extract.rules import Proposal
from memory_core.domain.extract.situation import Situation
from memory_core.domain.memory import NOTHING
from memory_core.domain.turn import Turn

__all__ = ["EMPTY", "Candidate", "Carry", "Extraction", "Practice", "Proposal", "Situation", "extract"]


class Extraction(NamedTuple):
    """What one reading gives, and what the next one needs to know."""

    candidates: list[Candidate]
    carry: Carry
    rules: list[Proposal]  # guard rails that somebody's words propose; they stand apart from what is kept at once
    practices: Sequence[Practice] = ()  # how the user works: heard for the tiers of learnings alone
    told: Sequence[tuple[str, bool]] = ()  # what may settle what was open, and whether it is a commit
    situations: Mapping[str, Situation] = NOTHING  # by uuid of the turn: what was at hand when a person spoke
    dropped: Sequence[Candidate] = ()  # the best of the statements that were nearly kept
    withdrawn: Sequence[Withdrawn] = ()  # markers of earlier readings too, that a person denied in the next turn


def extract(turns: Iterable[Turn], carry: Carry = EMPTY) -> Extraction:
    """The memories in `turns`, each once. `carry` is what the reading before handed on."""
    state = deepcopy(carry.state)
    heard: list[changes.Heard] = []
    proposed: list[Proposal] = []
    practised: list[Practice] = []
    situations: dict[str, Situation] = {}
    told: list[tuple[str, bool]] = []
    nearly: list[Candidate] = []
    withdrawn: list[Withdrawn] = []
    prompts = 0
    turns = [typed.typed(turn) for turn in turns]
    lasts = statements.lasts(turns)
    for number, turn in enumerate(turns):
        prompts += turn.role == "user"
        if gone := echo.follow(turn, state):
            heard = [one for one in heard if not echo.is_gone(one.candidate.text, gone)]
            practised = [one for one in practised if not echo.is_gone(one.text, gone)]
        now = situation.follow(turn, state)
        if turn.role in ("user", "answer") or turn.words:
            situations[turn.uuid] = now
        said = [*_hear(turn, state)]
        for candidate in _stated(turn, state, number in lasts):
            (nearly if statements.is_nearly(candidate) else said).append(candidate)
        if denied := markers.follow(turn, [one for one in said if one.rule == markers.RULE], state):
            withdrawn += denied
            heard = [one for one in heard if not _is_withdrawn(one.candidate, denied)]
        heard += changes.heard(said, turn, prompts, number)
        proposed += rules.hear(turn, state)
        ends.follow(turn, state, is_last=number in lasts)
        told += ((text, turn.role == "result") for text in ends.told(turn, is_last=number in lasts))
        if not echo.is_answer(turn, state):
            practised += practice.hear(turn, state, now)
    found = changes.last_words(heard)
    for rule in (tickets, failures, people, answers):
        settled = rule.settle(state)
        found += settled if rule in (tickets, people) else echo.fresh(settled, state)
    kept = merge.merge(found, state, nearly)
    return Extraction(kept, Carry(state), proposed, practised, told, situations, nearly, withdrawn)


def _is_withdrawn(candidate: Candidate, denied: Iterable[Withdrawn]) -> bool:
    return any((candidate.kind, candidate.text, candidate.uuid) == tuple(one) for one in denied)


def _stated(turn: Turn, state: State, is_last: bool) -> Iterator[Candidate]:
    """The statements that may be worth keeping, save where they answer memory-core or tell its words again."""
    found = statements.hear(turn, state, is_last=is_last)
    if found and turn.role == "assistant":
        ways = [way for one in offers.offered(turn.text) for _, way in one.options]
        found = [one for one in found if not any(way in one.text or one.text in way for way in ways)]
    if not echo.is_answer(turn, state):
        fresh = found if turn.role == "user" else echo.fresh(found, state, turn.text)
        yield from fresh


def _hear(turn: Turn, state: State) -> Iterator[Candidate]:
    if turn.role == "assistant":
        yield from _prose(turn, state)
    elif turn.role == "user":
        yield from answers.answered(turn, state)
        yield from markers.hear(turn, state)
        yield from offers.hear(turn, state)
        yield from people.hear(turn, state)
    elif turn.role in ("answer", "feedback"):
        yield from answers.answered(turn, state)
        yield from answers.hear(turn)
    elif turn.role == "result":
        yield from _result(turn, state)


def _prose(turn: Turn, state: State) -> Iterator[Candidate]:
    """What the model says, save where it answers memory-core or only tells its words again."""
    diagnosing = failures.is_failing(turn, state)
    yield from echo.fresh(failures.hear(turn, state), state, turn.text)
    if echo.is_answer(turn, state):
        return
    yield from offers.hear(turn, state)
    yield from echo.fresh(markers.hear(turn, state), state, turn.text)
    yield from answers.await_answer(echo.fresh(acts.hear(turn, diagnosing), state, turn.text), state)
    yield from echo.fresh(sources.hear(turn, state), state, turn.text)


def _result(turn: Turn, state: State) -> Iterator[Candidate]:
    aside = echo.is_answer(turn, state)  # what mends memory-core itself; a commit counts wherever it is made
    yield from tickets.hear(turn, state)
    failing = () if aside and turn.failed else echo.fresh(failures.hear(turn, state), state)
    for candidate in (*commits.hear(turn, state), *failing):
        people.settled_by(candidate, state)
        yield candidate
    yield from people.hear(turn, state)
    yield from answers.hear(turn)
    if not aside:
        yield from echo.fresh(sources.hear(turn, state), state)
