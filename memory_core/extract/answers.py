"""Answers of a person, approved plans, blockers, and facts that were looked up."""

import re
from collections.abc import Iterator
from typing import Any, Final

from memory_core.extract import phrases
from memory_core.extract import prose_text as texts
from memory_core.extract.candidate import Candidate, State, propose, thawed
from memory_core.extract.offers import is_of_the_day
from memory_core.extract.turn import Turn

_PAIR: Final = r"\"([^\"\n]{3,600})\"=\"([^\"\n]{1,600})\""
ASKED: Final = " — chosen when asked: "  # between an option and its question
_OF_CLIENT: Final = "The user wants to clarify"  # how the client words an answer that asks back
# What only sends the model on takes nothing out of its way.
_GOES_ON: Final = (
    r"(?i)(?:(?:ok(?:ay)?|alright|then|please|just|and)[\s,.!]+)*"
    r"(?:go (?:on|ahead)|continue|carry on|next|(?:mach )?weiter)\b"
    r"(?:[\s,.!]+(?:please|then|with|the|next|rest|others?|tasks?|step|one|[\d.]+))*[\s,.!]*"
)


def hear(turn: Turn) -> Iterator[Candidate]:
    """An answer as the person's choice, a hook's feedback as a convention."""
    if turn.role == "answer":
        yield from _answered(turn)
    elif turn.role == "result" and turn.tool == "AskUserQuestion" and not turn.failed:
        pairs = dict(re.findall(_PAIR, turn.text))
        yield from _answered(turn._replace(input={**turn.input, "answers": pairs}))
    elif turn.role == "feedback":
        yield from _feedback(turn)


def await_answer(candidates: Iterator[Candidate], state: State) -> Iterator[Candidate]:
    """The candidates, except a blocker that asks the person a question: it waits for the answer."""
    for candidate in candidates:
        if candidate.kind == "blocker":
            if asked := state.pop("asked", None):
                yield thawed(asked)
            state["asked"] = list(candidate)
        else:
            yield candidate


def answered(turn: Turn, state: State) -> Iterator[Candidate]:
    """The blocker that was waiting, with the person's answer."""
    asked = state.pop("asked", None)
    if asked:
        words = turn.text if turn.role == "user" else "; ".join(map(str, turn.input.get("answers", {}).values()))
        first = next(iter(texts.sentences(texts.one_line(words))), "")  # what follows is about something else
        short = texts.clip(first, 200) if len(words) < 600 and not re.fullmatch(_GOES_ON, first) else ""
        yield thawed(asked)._replace(solution=f"User: {short}" if short else "")


def settle(state: State) -> Iterator[Candidate]:
    """A blocker that nobody has answered."""
    asked = state.pop("asked", None)
    if asked:
        yield thawed(asked)


def options(turn: Turn) -> dict[str, str]:
    """The labels of the options that questions to a person offer, with what describes them."""
    questions = turn.input.get("questions")
    asked = [question for question in questions if isinstance(question, dict)] if isinstance(questions, list) else []
    offered = [option for question in asked for option in question.get("options") or [] if isinstance(option, dict)]
    return {str(option.get("label", "")).strip(): str(option.get("description", "")) for option in offered}


def _answered(turn: Turn) -> Iterator[Candidate]:
    answers, offered = turn.input.get("answers"), options(turn)
    if not isinstance(answers, dict):
        return
    for question, answer in answers.items():
        chosen = texts.one_line(str(answer)).strip("\"' ")
        asked = texts.one_line(str(question))
        if not chosen or not asked or chosen.startswith(_OF_CLIENT):
            continue
        begun = (name for name in offered if name and chosen.startswith(name))
        label = chosen if chosen in offered else next(begun, "")
        if label:
            text = f"{chosen}{ASKED}{asked}"
            rule = "answer-today" if is_of_the_day(asked) else "answer"
            yield propose(turn, "decision", text, rule, 0.85, reason=offered[label], quote=str(answer))
        else:
            text = f"{chosen[:1].upper()}{chosen[1:]} — answer to: {asked}"
            yield propose(turn, "preference", text, "answer", 0.9, quote=str(answer))


def _feedback(turn: Turn) -> Iterator[Candidate]:
    """A Stop hook that sends the model back states a rule of the repository."""
    words = turn.text.partition(":")[2].strip()
    words = re.sub(r"^\[[^\]\n]*\]:\s*", "", words)
    rule: Any = texts.one_line(" ".join(texts.sentences(texts.one_line(words))[:2]))
    if len(texts.content_words(rule)) >= 3:
        yield propose(turn, "convention", f"Before stopping: {rule}", "stop-hook", 0.8, quote=words)


_FRAME: Final = 2_000  # characters of a report within which its own words begin
_VERSIONED: Final = r"(?:\bv?\d+\.\d+|\bPR #?\d|#\d{2,}|\bversion \d)"
_CHANGED: Final = (
    " resolved", " fixed", " introduced", " supported since", " deprecated", " removed in", " added in", " since v",
    " as of ", " starting with", " landed in", " requires ",
)  # fmt: skip
_ABSENT: Final = (
    "does not exist", "doesn't exist", "there is no ", "no dedicated ", "is not supported", "not supported",
    "never crash", "will not crash", "must be called", "must not ", "only exists", "gotcha", "important:",
    "not thread-safe", "is a no-op",
)  # fmt: skip
# A report that is JSON and no prose, the findings of a review for one: its strings are no sentences of a fact.
_DATA: Final = re.compile(r"(?:\A|The report follows:)\s*(?:```\w*\s*)?[\[{]\s*[\[\]{}\"]")


def hear_sources(turn: Turn) -> Iterator[Candidate]:
    """One fact of a fetched page, two of a report."""
    if turn.role != "result" or turn.failed:
        return
    if turn.tool == "WebFetch":
        yield from _facts(turn, "web", 1)
    elif turn.tool in ("Task", "Agent") and not _DATA.search(turn.text[:_FRAME]):
        yield from _facts(turn, "report", 2)


def _facts(turn: Turn, rule: str, most: int) -> Iterator[Candidate]:
    many = 0
    for unit in texts.units(turn.text):
        sentence = texts.one_line(unit.text)
        padded = phrases.pad(sentence)
        wanted = phrases.has(padded, _ABSENT)
        if rule == "web":
            wanted = phrases.has(padded, _CHANGED) and bool(re.search(_VERSIONED, sentence))
        if (
            not wanted
            or not 25 <= len(sentence) <= 300
            or phrases.guesses(sentence)
            or sentence.endswith("?")
            or phrases.narrates(sentence)
        ):
            continue
        yield propose(turn, "learning", sentence, rule, 0.5 if rule == "web" else 0.45)
        many += 1
        if many == most:
            return
