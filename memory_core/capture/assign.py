"""One statement, one memory, one home: what a turn states more than once is kept once.

| stated | kept as |
|---|---|
| a person's rule that names what an edit would contain, or a place | a proposed guard rail |
| any other rule of a person: how to work, how to name things, what holds in all projects | a learning |
| a person's choice | a decision |
| a marker line | a memory of its kind; a RULE that tells a person's rule again adds its reason to that |
| a commit, a choice or an answer that a marker line tells too | the marker line, with what it lacks |
| a commit that does what a person chose in its turn | the decision |
| a sentence that tells one of these again | nothing |
"""

import re
from bisect import bisect_right
from collections.abc import Callable
from typing import Final

from memory_core.capture import marks
from memory_core.extract import lazy_patterns, markers, proposal, rule_patterns, wish_model, wishes
from memory_core.extract import prose_text as texts
from memory_core.extract.answers import ASKED
from memory_core.extract.candidate import Candidate
from memory_core.extract.extraction import Extraction
from memory_core.extract.practice import Practice
from memory_core.extract.rules import Proposal
from memory_core.extract.situation import SAID as PREFERENCE
from memory_core.language import near_duplicate
from memory_core.language.near_duplicate import containment, tells_again

_RULES: Final = ("convention", PREFERENCE)  # kinds of a marker that lays down a rule
_ENOUGH: Final = 0.6  # share of the words of a statement that a marker line has where it says the same
_ANSWERED: Final = 3  # words that a marker line shares at least with an answer that it tells
_COMPARED: Final = 16  # texts of a turn with which another one is compared
CHARS_A_TOKEN: Final = 4
_BY_PERSON: Final = ("chosen", "answer", "remembered")
_STATED: Final = ("chosen", "answer", "commit")  # rules by which a person or a commit states what a marker may tell too


def assign(extraction: Extraction) -> Extraction:
    """The extraction with each statement of a turn in one place."""
    turns: dict[int, _Turn] = {}
    at = _places(extraction)
    for rule in extraction.rules:
        turns.setdefault(at(rule.line), _Turn()).rules.append(rule)
    for practice in extraction.practices:
        turns.setdefault(at(practice.line), _Turn()).practices.append(practice)
    for candidate in extraction.candidates:
        turns.setdefault(at(candidate.line), _Turn()).candidates.append(candidate)
    for turn in turns.values():
        turn.settle()
    ordered = [turns[number] for number in sorted(turns)]
    return extraction._replace(
        candidates=sorted((each for turn in ordered for each in turn.candidates), key=_order),
        rules=[rule for turn in ordered for rule in turn.rules],
        practices=[practice for turn in ordered for practice in turn.practices],
    )


def _order(candidate: Candidate) -> tuple[int, str, str]:
    return candidate.line, candidate.kind, candidate.text


def given_up(extraction: Extraction) -> list[str]:
    """The words of a person, each once, that say that something takes the place of something."""
    result = [each.text for each in extraction.candidates if each.rule in _BY_PERSON]
    result += [practice.text for practice in extraction.practices if practice.kind == PREFERENCE]
    result += [rule.text for rule in extraction.rules if rule.kind == "constraint"]
    return [text for text in dict.fromkeys(result) if near_duplicate.gives_up(text)]


def compliance(extraction: Extraction) -> marks.Counts:
    """How many turns of a reading had marker lines of the model, and about how many tokens these cost."""
    at = _places(extraction)
    turns = {at(each.line) for each in extraction.marked}
    tokens = sum(len(each.quote) // CHARS_A_TOKEN + 1 for each in extraction.marked)
    return marks.Counts(len(extraction.starts), len(turns), len(extraction.marked), len(extraction.withdrawn), tokens)


def is_bound(rule: Proposal) -> bool:
    """Whether a rule names text that an edit would contain, or a path, and so can be a guard rail."""
    return bool(rule.forbid) or rule.path not in ("", proposal.EVERYWHERE) or rule.kind != "constraint"


def is_standing(rule: Proposal) -> bool:
    """Whether a person orders something for good: always, never, in this project; "let's use X, not Y" only chooses."""
    is_order = bool(
        _ORDERS.search(rule.quote) or lazy_patterns.search(rule_patterns.STANDING, rule.quote, re.IGNORECASE)
    )
    return rule.kind != "constraint" or is_order


def _places(extraction: Extraction) -> Callable[[int], int]:
    """The number of the turn of a line in the transcript."""
    starts = sorted(extraction.starts)
    return lambda line: bisect_right(starts, line)


class _Turn:
    """The statements of one turn, which lasts from one prompt to the next."""

    def __init__(self) -> None:
        self.rules: list[Proposal] = []
        self.practices: list[Practice] = []
        self.candidates: list[Candidate] = []

    def settle(self) -> None:
        """Leave each statement in one place."""
        self.rules = [rule for rule in self.rules if is_bound(rule) or not self._is_practice(rule)]
        self.rules = [rule for rule in self.rules if not (wishes.is_everywhere(rule.quote) and self._is_practice(rule))]
        self.practices = [practice for practice in self.practices if not self._is_elsewhere(practice)]
        marked = [candidate for candidate in self.candidates if candidate.rule == markers.RULE]
        others = [candidate for candidate in self.candidates if candidate.rule != markers.RULE]
        marked = [marker for marker in marked if not (marker.kind in _RULES and self._is_rule(marker))]
        self._marked = marked[-_COMPARED:]
        self._before = marked[:-_COMPARED]
        self._chosen = [each for each in others if each.rule == "chosen" and each.kind == "decision"]
        left = [candidate for candidate in others if not self._is_superfluous(candidate)]
        kinds = {marker.kind for marker in marked if not marker.agent and not marker.closes}
        self.candidates = [*self._before, *self._marked, *(_beside(each, kinds) for each in left)]

    def _is_practice(self, rule: Proposal) -> bool:
        lasting_ones = (practice for practice in self.practices if practice.kind == PREFERENCE and practice.lasting)
        return any(practice.uuid == rule.uuid and tells_again(practice.quote, rule.quote) for practice in lasting_ones)

    def _is_elsewhere(self, practice: Practice) -> bool:
        """Whether a rule or a choice has the words of a practice."""
        if practice.kind != PREFERENCE or practice.source == "multiple_corrections":
            return False
        stated = [rule for rule in self.rules if rule.uuid == practice.uuid]
        chosen = [candidate for candidate in self.candidates if candidate.rule == "chosen"]
        quotes = [rule.quote for rule in stated] + [each.quote for each in chosen if each.uuid == practice.uuid]
        return any(tells_again(practice.quote or practice.text, quote) for quote in quotes[:_COMPARED])

    def _is_rule(self, marker: Candidate) -> bool:
        """Whether a person's rule or learning has the same content as a RULE line, which then only adds its reason."""
        for at, rule in enumerate(self.rules[:_COMPARED]):
            if _repeats(marker.text, rule.text):
                self.rules[at] = rule._replace(reason=rule.reason or marker.reason)
                return True
        for at, practice in enumerate(self.practices[:_COMPARED]):
            if practice.kind == PREFERENCE and practice.lasting and _repeats(marker.text, practice.text):
                self.practices[at] = practice._replace(reason=practice.reason or marker.reason)
                return True
        return False

    def _is_superfluous(self, candidate: Candidate) -> bool:
        """Whether a candidate holds only for the moment, or a marker, a rule or a learning of the turn states it
        already.
        """
        if candidate.rule in _PASSING and wish_model.verdict(candidate.text) in _PASSING[candidate.rule]:
            return True
        if any(uuid == candidate.uuid and tells_again(text, candidate.text) for uuid, text in self._stated(candidate)):
            return True
        if candidate.replaces:
            return False
        at = self._marker_of(candidate)
        if at < 0:
            return candidate.rule == "commit" and any(
                tells_again(_HASH.sub("", candidate.text), each.text) for each in self._chosen[:_COMPARED]
            )
        if candidate.rule in _STATED:
            marker = self._marked[at]
            tags = tuple(dict.fromkeys((*marker.tags, *candidate.tags)))
            reason = marker.reason or ("" if marker.solution else candidate.reason)
            self._marked[at] = marker._replace(tags=tags, reason=reason)
        return True

    def _stated(self, candidate: Candidate) -> list[tuple[str, str]]:
        """(uuid, text) of the statements that replace a candidate which repeats them; a choice is a decision."""
        is_choice = candidate.rule in _STATED and candidate.kind != PREFERENCE
        if candidate.rule == "answer" and is_choice:
            return []
        rules = [rule for rule in self.rules if not is_choice or is_standing(rule)]
        stated = [(rule.uuid, rule.text) for rule in rules]
        if not is_choice:
            stated += [(practice.uuid, practice.text) for practice in self.practices[:_COMPARED]]
            stated += [(each.uuid, each.quote) for each in self._chosen[:_COMPARED]]
        return stated

    def _marker_of(self, candidate: Candidate) -> int:
        """The index of the marker line that fits a candidate best; -1 if none fits."""
        text = _HASH.sub("", candidate.text)
        wanted = near_duplicate.apart(text)[0]  # what it gives up, the marker need not say
        own = texts.content_words(wanted) or texts.content_words(text.casefold())
        best, place = 0.0, -1
        for at, marker in enumerate(self._marked):
            if marker.kind not in _TAKING[candidate.rule if candidate.rule in _TAKING else ""] or marker.closes:
                continue
            words = texts.content_words(f"{marker.text} {marker.reason} {marker.solution}".casefold())
            is_option = candidate.rule == "answer" and candidate.kind != PREFERENCE
            if not (_tells_answer(candidate, words) if is_option else _is_within(own, words)):
                continue
            share = containment(own, words)
            if share > best:
                best, place = share, at
        return place


# Subjects of commits that change no behaviour: docs, chores, merges, versions.
_SIDE: Final = re.compile(r"(?i)(?:docs?|chore|style|tests?|ci|build|lint|format|merge|bump|release|milestone)\b")
_ORDERS: Final = re.compile(
    r"(?i)\b(?:never|always|don['’]?t|do not|must|nie|niemals|immer|kein\w*|jamais|toujours|nunca|siempre)\b"
    r"|никогда|всегда|绝不|总是|永远|決して|必ず|常に"
)
_SHARED: Final = 2  # words that a RULE shares at least with a person's rule, unless both have the same
_DENYING: Final = near_duplicate.words(
    "not no never none without don't avoid nicht kein keine nie niemals jamais nunca"
)
# Kinds of marker lines that may tell what a commit, a person or a sentence states.
_TAKING: Final = {
    "commit": frozenset(("decision", "error", "progress", "convention")),
    "chosen": frozenset(("decision", "convention")),
    "answer": frozenset(("decision", "convention")),
    "": frozenset(("decision", "convention", "learning", "error", "progress", "blocker", PREFERENCE)),
}
_PASSING: Final = {  # verdicts on the words of a person by which they are not even candidates
    "said-preference": (wish_model.ONCE,),
    "refusal": (wish_model.ONCE,),
}
_HASH: Final = re.compile(r" \([0-9a-f]{7,10}\)$")  # behind the subject of a commit


def _tells_answer(answer: Candidate, words: frozenset[str]) -> bool:
    """Whether a marker line has half of the words of an answer, and half of all words with its question and reason."""
    label, _, asked = answer.text.partition(ASKED)
    content_words = texts.content_words(label.casefold())
    whole = content_words | texts.content_words(f"{asked} {answer.reason}".casefold())
    return len(content_words & words) * 2 >= len(content_words) > 0 and len(whole & words) >= max(
        _ANSWERED, len(whole) / 2
    )


def _beside(candidate: Candidate, kinds: set[str]) -> Candidate:
    """Mark a chosen option, or a commit beside the work, as secondary if marker lines cover its turn: the briefing
    shows the marker lines.
    """
    is_side = candidate.rule == "commit" and bool(_SIDE.match(candidate.text))
    is_spoken_for = (is_side and kinds & _TAKING["commit"]) or (
        candidate.rule == "answer" and candidate.kind != PREFERENCE and "decision" in kinds
    )
    return candidate._replace(beside=True) if is_spoken_for else candidate


def _is_within(own: frozenset[str], words: frozenset[str]) -> bool:
    """Whether a marker line contains most content words of a statement."""
    both = len(own & words)
    return both >= min(2, len(own)) > 0 and both >= _ENOUGH * len(own)


def _repeats(text: str, rule: str) -> bool:
    """Whether a RULE line repeats a person's rule: the same things allowed and forbidden, and hardly more."""
    own, other = texts.content_words(text), texts.content_words(rule)
    denied = [bool(near_duplicate.words(each) & _DENYING) for each in (text, rule)]
    return denied[0] == denied[1] and (own == other or (len(own & other) >= _SHARED and _is_within(own, other)))
