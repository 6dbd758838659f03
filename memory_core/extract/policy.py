"""Which statements of a session are kept at once and which stay candidates, in one table of the rules of extraction.

A home holds what somebody stated: marker lines, answers, choices, requests to remember, commits, tickets. Statements
that the fitted weights find are kept if they are certain and no marker line covers their turn; they are labelled
`inferred`. Everything else is a candidate.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from memory_core.extract.candidate import Candidate

KEPT: Final = "kept"
CANDIDATE: Final = "candidate"
TIERED: Final = ("preference", "behaviour")  # kinds that are hot while the session lives, and warm after it
STATED, INFERRED, SURE_ALONE = "stated", "inferred", "sure"  # values of the setting `capture`
CHOSEN, OFFERED = "chosen", 0.85  # a choice of one of the ways that were offered; one in passing is less certain
# Certainty from which an inferred statement is kept, by the kind of text that says it; what the client notes is not.
SURE: Final[dict[str, float]] = {"prompt": 0.58, "body": 0.68, "prose": 0.74, "report": 0.76, "notice": 1.1}
SURE_ELSEWHERE: Final = 0.7


class Rule(NamedTuple):
    """The properties of a rule of extraction."""

    is_kept: bool
    says: str  # why the memory is there, for `show --why`
    is_stated: bool = True  # somebody stated it; else the weights found it, or nobody said that it is still so


RULES: Final[dict[str, Rule]] = {
    "marker": Rule(True, "a marker line says so"),
    "remembered": Rule(True, "a person asked to remember it"),
    "answer": Rule(True, "a person answered a question so"),
    "answer-today": Rule(False, "a person answered a question of that day so"),
    "chosen": Rule(True, "a person chose it"),
    "commit": Rule(True, "a commit says so"),
    "commit-gate": Rule(True, "a hook stands before every commit"),
    "stop-hook": Rule(True, "a hook of the repository asks for it before a session stops"),
    "ticket-close": Rule(True, "a ticket was closed"),
    "ticket-bug": Rule(True, "a ticket reports it"),
    "task-left": Rule(True, "a task of the list was not done when the session ended"),
    "still-failing": Rule(True, "the command still failed when the session ended", is_stated=False),
    "worth-decision": Rule(True, "the fitted weights find a decision", is_stated=False),
    "worth-convention": Rule(True, "the fitted weights find a convention", is_stated=False),
    "worth-error": Rule(True, "the fitted weights find an error", is_stated=False),
    "worth-learning": Rule(True, "the fitted weights find something that was found out", is_stated=False),
    "worth-progress": Rule(True, "the fitted weights find progress", is_stated=False),
    "worth-blocker": Rule(True, "the fitted weights find a blocker", is_stated=False),
    "worth-preference": Rule(True, "the fitted weights find a preference", is_stated=False),
    "proposed-rule": Rule(True, "a person laid down a rule; it waits to be confirmed"),
    "heard": Rule(True, "a person said how to work from now on"),
    "watched": Rule(False, "a person said how to work, and not for how long"),
    "fail-pass": Rule(False, "a command failed and then passed"),
    "fail-commit": Rule(False, "a command failed, and a commit followed"),
    "fail-next-fail": Rule(False, "a command failed, and then failed otherwise"),
    "fail-hint": Rule(False, "the error of a command says what to do"),
    "skill-failed": Rule(False, "a skill failed"),
    "said-decision": Rule(False, "a sentence of the model sounds like a decision"),
    "said-error": Rule(False, "a sentence of the model sounds like a cause"),
    "said-learning": Rule(False, "a sentence of the model sounds like something learned"),
    "said-blocker": Rule(False, "a sentence of the model sounds like a blocker"),
    "said-convention": Rule(False, "a sentence of the model sounds like a convention"),
    "said-preference": Rule(False, "a sentence of a person sounds like a preference"),
    "report": Rule(False, "an agent reported it"),
    "web": Rule(False, "a page of the web says so"),
    "refusal": Rule(False, "a person did not allow a call"),
}
_INFERRED: Final = "worth-"
# What has homes of its own: rules that wait for a yes, and learnings, which hold or are watched.
PROPOSED, HEARD, WATCHED = "proposed-rule", "heard", "watched"


def is_inferred(rule: str) -> bool:
    """Whether a rule chose by fitted weights what nobody stated as lasting."""
    return rule.startswith(_INFERRED)


def status(candidate: "Candidate", keeps: str = SURE_ALONE) -> str:
    """`KEPT` or `CANDIDATE`; `keeps` is the value of the setting `capture`.

    With `inferred` everything is kept; with `stated` nothing that the weights find or that a session leaves failing.
    """
    rule = RULES.get(candidate.rule)
    if keeps == INFERRED:
        return KEPT
    if rule is None or not rule.is_kept:
        return CANDIDATE
    if keeps == STATED and (not rule.is_stated or (candidate.rule == CHOSEN and candidate.certainty < OFFERED)):
        return CANDIDATE
    if is_inferred(candidate.rule):
        is_sure = candidate.certainty >= SURE.get(candidate.source, SURE_ELSEWHERE)
        return KEPT if is_sure and not candidate.beside else CANDIDATE
    return KEPT


def parted(candidates: "Iterable[Candidate]", keeps: str = SURE_ALONE) -> "tuple[list[Candidate], list[Candidate]]":
    """(candidates to keep, candidates that stay unconfirmed), each in its order."""
    kept: list[Candidate] = []
    waiting: list[Candidate] = []
    for candidate in candidates:
        (kept if status(candidate, keeps) == KEPT else waiting).append(candidate)
    return kept, waiting


def why(rule: str) -> str:
    """Why a memory of this rule is there, in a few words; "" for a rule that nobody knows."""
    known = RULES.get(rule)
    return known.says if known else ""
