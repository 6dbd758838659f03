"""Extracts what is worth keeping from turns: structure first, then markers, then cue phrases.

There is one module for each family of rules. Each has `hear(turn, state)` and, if it waits for later turns,
`settle(state)`, which is called at the end of every reading.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Final, NamedTuple

from memory_core.core.memory import NOTHING
from memory_core.extract import (
    answers,
    commits,
    echo,
    failures,
    markers,
    merge,
    offers,
    people,
    practice,
    rules,
    situation,
    statements,
    tickets,
)
from memory_core.extract.candidate import EMPTY, Candidate, Carry, State, thawed
from memory_core.extract.markers import Withdrawn
from memory_core.extract.practice import Practice
from memory_core.extract.rules import Proposal
from memory_core.extract.situation import Situation
from memory_core.extract.turn import Turn
from memory_core.language import near_duplicate


class Extraction(NamedTuple):
    """The result of one reading, and the state for the next one."""

    candidates: list[Candidate]
    carry: Carry
    rules: list[Proposal]  # guard rails that somebody's words propose; they stand apart from what is kept at once
    practices: Sequence[Practice] = ()  # how the user works: heard for the tiers of learnings alone
    situations: Mapping[str, Situation] = NOTHING  # by uuid of the turn: what was at hand when a person spoke
    withdrawn: Sequence[Withdrawn] = ()  # markers of earlier readings too, that a person denied in the next turn
    marked: Sequence[Candidate] = ()  # the marker lines of the model, denied ones too
    starts: Sequence[int] = ()  # lines of the transcript on which a turn begins: a person's prompts


def extract(turns: Iterable[Turn], carry: Carry = EMPTY, *, is_closed: bool = True) -> Extraction:
    """The memories in `turns`, each once. `carry` is the state of the reading before.

    `is_closed`: whether the last turn of the session has ended. Statements of an unfinished turn are held back until
    its last words show whether a marker line covers it.
    """
    state = deepcopy(carry.state)
    beside = _Beside(state)
    heard: list[Heard] = []
    proposed: list[Proposal] = []
    practised: list[Practice] = []
    situations: dict[str, Situation] = {}
    withdrawn: list[Withdrawn] = []
    prompts = 0
    starts: list[int] = []
    marked: list[Candidate] = []
    turns = [people.typed(turn) for turn in turns]
    lasts = statements.lasts(turns)
    for number, turn in enumerate(turns):
        prompts += turn.role == "user"
        if turn.role == "user" and not turn.agent and turn.tool != "memory":
            starts.append(turn.line)
        beside.follow(turn)
        if gone := echo.follow(turn, state):
            heard = [each for each in heard if not echo.is_gone(each.candidate.text, gone)]
            practised = [each for each in practised if not echo.is_gone(each.text, gone)]
        now = situation.follow(turn, state)
        if turn.role in ("user", "answer") or turn.words:
            situations[turn.uuid] = now
        block = beside.noted([*_hear(turn, state), *_stated(turn, state, number in lasts)])
        lines = [each for each in block if each.rule == markers.RULE]
        marked += lines if turn.role == "assistant" and not turn.agent else []
        if denied := markers.follow(turn, lines, state):
            withdrawn += denied
            heard = [each for each in heard if not _is_withdrawn(each.candidate, denied)]
        heard += heard_changes(block, turn, prompts, number)
        proposed += rules.hear(turn, state)
        tickets.follow(turn, state)
        if not echo.is_answer(turn, state):
            practised += practice.hear(turn, state, now)
    candidates = last_words(heard)
    for rule in (tickets, failures, answers):
        settled = rule.settle(state)
        candidates += settled if rule is tickets else echo.fresh(settled, state)
    candidates = beside.settled(candidates, is_closed=is_closed)
    ended = list(filter(markers.is_end, candidates))  # DONE says the words of its OPEN, and is no repetition
    kept = merge.merge([each for each in candidates if not markers.is_end(each)], state) + ended
    return Extraction(kept, Carry(state), proposed, practised, situations, withdrawn, marked, starts)


class _Beside:
    """Tracks which statements are in a turn that marker lines cover; a turn lasts from one prompt to the next."""

    def __init__(self, state: State) -> None:
        self._state = state
        before = state.pop("turn", {"marked": False, "held": []})
        self._held = list(map(thawed, before["held"]))
        self._marked = [before["marked"]]  # of each turn of this reading
        self._turns: dict[int, int] = {}  # a statement, by its identity, to its turn

    def follow(self, turn: Turn) -> None:
        """Note where a turn begins."""
        if turn.role == "user" and not turn.agent and turn.tool != "memory":
            self._marked.append(False)

    def noted(self, candidates: list[Candidate]) -> list[Candidate]:
        """The candidates of a block, noted for their turn."""
        self._marked[-1] = self._marked[-1] or any(each.rule == markers.RULE and not each.agent for each in candidates)
        for candidate in candidates:
            if statements.is_statement(candidate):
                self._turns[id(candidate)] = len(self._marked) - 1
        return candidates

    def settled(self, candidates: list[Candidate], *, is_closed: bool) -> list[Candidate]:
        """The candidates, each with whether a marker line covers its turn; an unfinished turn holds its own back."""
        last = len(self._marked) - 1
        settled, held = [], []
        places = [0] * len(self._held) + [self._turns.get(id(each), -1) for each in candidates]
        for candidate, turn in zip([*self._held, *candidates], places, strict=True):
            if turn == last and not is_closed:
                held.append(candidate)
            else:
                settled.append(candidate._replace(beside=True) if turn >= 0 and self._marked[turn] else candidate)
        held = sorted(held, key=lambda each: -each.certainty)[:_HELD]
        self._state["turn"] = {"marked": self._marked[-1], "held": [list(each) for each in held]}
        return settled


_HELD = 24  # statements of a turn that goes on; the surest


def _is_withdrawn(candidate: Candidate, denied: Iterable[Withdrawn]) -> bool:
    return any((candidate.kind, candidate.text, candidate.uuid) == tuple(marker) for marker in denied)


def _stated(turn: Turn, state: State, is_last: bool) -> Iterator[Candidate]:
    """The statements that may be worth keeping, without answers to memory-core and repetitions of its words."""
    heard = statements.hear(turn, state, is_last=is_last)
    if heard and turn.role == "assistant":
        ways = [way for each in offers.offered(turn.text) for _, way in each.options]
        heard = [each for each in heard if not any(way in each.text or each.text in way for way in ways)]
    if not echo.is_answer(turn, state):
        fresh = heard if turn.role == "user" else echo.fresh(heard, state, turn.text)
        yield from fresh


def _hear(turn: Turn, state: State) -> Iterator[Candidate]:
    if turn.role == "assistant":
        yield from _prose(turn, state)
    elif turn.role == "user":
        yield from answers.answered(turn, state)
        yield from markers.hear(turn, state)
        yield from offers.hear(turn, state)
        yield from people.hear(turn)
    elif turn.role in ("answer", "feedback"):
        yield from answers.answered(turn, state)
        yield from answers.hear(turn)
    elif turn.role == "result":
        yield from _result(turn, state)


def _prose(turn: Turn, state: State) -> Iterator[Candidate]:
    """The model's prose, without answers to memory-core and repetitions of its words."""
    diagnosing = failures.is_failing(turn, state)
    yield from echo.fresh(failures.hear(turn, state), state, turn.text)
    if echo.is_answer(turn, state):
        return
    yield from offers.hear(turn, state)
    marked = list(markers.hear(turn, state))
    changing = [
        candidate for candidate in marked if candidate.closes or candidate.replaces
    ]  # it has to name what was shown
    yield from changing
    yield from echo.fresh([candidate for candidate in marked if candidate not in changing], state, turn.text)
    yield from answers.await_answer(echo.fresh(statements.hear_acts(turn, diagnosing), state, turn.text), state)


def _result(turn: Turn, state: State) -> Iterator[Candidate]:
    aside = echo.is_answer(turn, state)  # what mends memory-core itself; a commit counts wherever it is made
    yield from tickets.hear(turn, state)
    failing = () if aside and turn.failed else echo.fresh(failures.hear(turn, state), state)
    yield from commits.hear(turn, state)
    yield from failing
    yield from people.hear(turn)
    yield from answers.hear(turn)
    if not aside:
        yield from echo.fresh(answers.hear_sources(turn), state)


# What was done stands, whatever is said of it afterwards.
_SAID: Final = ("marker", "said-decision", "worth-decision", "chosen", "plan", "answer")
_BEFORE: Final = 12  # decisions that one may give up


class Heard(NamedTuple):
    """A candidate and its place."""

    candidate: Candidate
    prompt: int = 0  # how many prompts stand before it
    turn: int = 0
    at: int = 0  # in the turn's text


def heard_changes(candidates: Iterable[Candidate], turn: Turn, prompt: int, number: int) -> list[Heard]:
    """The candidates with their place, in the order of the transcript."""
    heard = [Heard(each, prompt, number, turn.text.find(each.quote)) for each in candidates]
    return heard if len(heard) < 2 else sorted(heard, key=lambda each: each.at)


def last_words(heard: list[Heard]) -> list[Candidate]:
    """The candidates without the decisions that the same answer, or the next, takes back."""
    decided = [(each, near_duplicate.sides(each.candidate.text)) for each in heard if each.candidate.kind == "decision"]
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
    return [each.candidate for each in heard if id(each) not in given_up]
