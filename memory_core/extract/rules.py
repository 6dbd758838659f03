"""Rules that a person lays down in their own words: proposed as guard rails, and in force only once confirmed.

Precision before all: what holds for one moment, what somebody else said and what names nothing is no rule.
"""

from collections.abc import Iterator
from typing import Final

from memory_core.extract import refusals, rule_parser, wish_model
from memory_core.extract.candidate import State
from memory_core.extract.proposal import Proposal, Refused
from memory_core.extract.turn import Turn

__all__ = ["Proposal", "hear"]

_MOST: Final = 3  # of one turn
MANNERS: Final = 25  # the score above which a standing wish is of how to answer: no code can break it
_EDITS: Final = ("Edit", "Write", "MultiEdit", "NotebookEdit", "Bash")


def hear(turn: Turn, state: State) -> Iterator[Proposal]:
    """What a person's words lay down: a prompt, an answer, the words of a refusal."""
    if turn.agent:
        return
    if turn.role == "assistant":
        state.pop("refused", None)
    elif turn.role == "user":
        yield from _prompted(turn, state)
    elif turn.role == "answer":
        for words in _typed(turn):
            yield from _most(rule_parser.said(turn, words))
    elif turn.role == "result" and turn.failed and turn.refused and turn.tool in (*_EDITS, "ExitPlanMode"):
        refused = refusals.about(turn)
        if turn.words:
            yield from _most(refusals.read(turn, turn.words, refused))
        else:  # no word yet: the next prompt may give the reason
            state["refused"] = {"plan": refused.plan, "path": refused.path, "added": list(refused.added)}


def _prompted(turn: Turn, state: State) -> Iterator[Proposal]:
    before = state.pop("refused", None)
    if len(turn.text) > rule_parser.LONGEST:
        return
    refused = Refused(before["plan"], before["path"], tuple(before["added"])) if before else Refused()
    if before and refusals.named(turn.text, refused):
        yield from _most(refusals.read(turn, turn.text, refused))
    else:
        yield from _most(rule_parser.said(turn, turn.text))


def _most(found: Iterator[Proposal]) -> list[Proposal]:
    """At most three, each once; none of how to answer."""
    return list({(one.kind, one.text.casefold()): one for one in found if not _is_of_manners(one)}.values())[:_MOST]


def _is_of_manners(rule: Proposal) -> bool:
    """Whether a rule is of how to answer; what names a thing of code is none."""
    return rule.kind == "constraint" and not rule.forbid and wish_model.read(rule.quote).manner > MANNERS


def _typed(turn: Turn) -> Iterator[str]:
    """The answers that a person wrote themselves."""
    answers, questions = turn.input.get("answers"), turn.input.get("questions")
    asked = [question for question in questions if isinstance(question, dict)] if isinstance(questions, list) else []
    offered = {
        str(option.get("label", "")).strip()
        for one in asked
        for option in one.get("options") or []
        if isinstance(option, dict)
    }
    for answer in answers.values() if isinstance(answers, dict) else ():
        if str(answer).strip() not in offered:
            yield str(answer)
