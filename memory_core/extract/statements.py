"""Selects the sentences of a session that are worth keeping.

The fitted weights select them, or a model states explicitly that it decided, learned or is blocked.

Every sentence and bullet of prose, prompts, commit messages, plans, summaries and agents' reports is read
(`extract/worth_model.py`). The budget of a session grows with its length.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import isqrt
from typing import Final, NamedTuple

from memory_core.extract import choice, commits, markers, phrases, shell, wish_model, worth_model
from memory_core.extract import prose_text as texts
from memory_core.extract.candidate import TEXT_CHARS, Candidate, State, propose
from memory_core.extract.turn import Turn
from memory_core.extract.worth_model import Place, Reading

RULE: Final = "worth-"  # of a candidate that the weights chose, before its kind
# Certainty from which a statement is kept that a person approved, or that was written for those who come later.
_SAID_ON_PURPOSE: Final = {"plan": 0.3, "body": 0.35}
_LEAST_OF_PROMPT: Final = 0.6  # most short prompts ask for the next step
_OF_FACT: Final = ("error", "learning", "progress", "blocker")
_OF_WISH: Final = ("decision", "convention", "preference")
_ASKED: Final = -80  # the score of a wish below which a sentence of a prompt is said in passing
LEAST: Final = 0.45  # certainty from which a statement may be kept
_JOINS: Final = -60  # score of a sentence that may stand beside the one that is kept
_BUDGET: Final = 2.4  # squared, times the statements of the session: how many may be kept of them
_SHORT_PROMPT: Final = 600  # characters; a longer one is a specification, a plan or a report
_SHORTEST: Final = 12  # characters
_LONGEST: Final = 600  # characters of a statement
_LONG_BULLET: Final = 260  # characters; a longer one is read sentence by sentence
_STATEMENTS_MOST: Final = 400  # of one text
_COUNTED: Final = 1_000_000  # statements of a session
_FAR: Final = 99  # blocks of the session
_QUOTED: Final = re.compile(r">|<[a-z]+-[a-z-]+>")  # a quotation, or what a machine says in a person's place
_EVENTS: Final = ("failed", "committed", "edited", "prompted")
_EDITS: Final = ("Edit", "Write", "MultiEdit", "NotebookEdit")
# Sections of a compaction summary, as the client words them, that hold for the moment or repeat others' words.
_PASSING: Final = (
    "primary request", "files and code", "all user messages", "pending", "current work", "optional next", "next step",
)  # fmt: skip
_TELLING: Final = ("prose", "report", "notice")
_AGENTS: Final = ("Task", "Agent")
_FORGES: Final = ("gh pr", "gh issue", "glab mr", "glab issue")
_TITLES: Final = ("--body", "--title", "--comment", "--message", "-b", "-t", "-m", "-c")


class Statement(NamedTuple):
    """A sentence or bullet of a turn."""

    turn: Turn
    text: str  # one line
    place: Place
    before: str = ""  # the unit before it


class Heard(NamedTuple):
    """A statement with its score."""

    statement: Statement
    reading: Reading


def lasts(turns: Sequence[Turn]) -> set[int]:
    """The places of the prose behind which a person speaks, or nothing follows."""
    places, prose = set(), -1
    for at, turn in enumerate(turns):
        if turn.agent:
            continue
        if turn.role == "assistant":
            prose = at
        elif turn.role in ("user", "answer") and prose >= 0:
            places.add(prose)
            prose = -1
    return places | ({prose} if prose >= 0 else set())


def hear(turn: Turn, state: State, *, is_last: bool) -> list[Candidate]:
    """The statements of a turn that may be worth keeping, best first, as candidates; `state` counts all of them."""
    since = state.setdefault("since", dict.fromkeys(_EVENTS, _FAR))
    heard = [
        Heard(statement, worth_model.read(statement.text, statement.place))
        for statement in _statements(turn, since, is_last)
    ]
    state["statements"] = int(state.get("statements", 0)) + len(heard)
    _follow(turn, since)
    return list(_chosen(heard))


def every(turns: Sequence[Turn], *, asked: bool = False) -> Iterator[Statement]:
    """Every statement of a session's turns; with `asked` the questions too."""
    last, since = lasts(turns), dict.fromkeys(_EVENTS, _FAR)
    for at, turn in enumerate(turns):
        yield from _statements(turn, since, at in last, asked=asked)
        _follow(turn, since)


def room(state: State) -> int:
    """How many more statements of the session may be kept."""
    return 1 + isqrt(int(_BUDGET * max(0, min(int(state.get("statements", 0)), _COUNTED)))) - int(state.get("kept", 0))


def order(candidate: Candidate) -> tuple[bool, float, int]:
    """Best first: what a rule is certain of before what the weights chose."""
    return is_statement(candidate), -candidate.certainty, candidate.line


def is_statement(candidate: Candidate) -> bool:
    """Whether the weights chose this candidate."""
    return candidate.rule.startswith(RULE)


def holds(candidate: Candidate, shade: float) -> bool:
    """Whether a statement is kept although nearby statements take `shade` from its certainty."""
    return candidate.certainty - shade >= min(candidate.needs, LEAST)


def _chosen(heard: Sequence[Heard]) -> Iterator[Candidate]:
    used: set[int] = set()
    for at in sorted(range(len(heard)), key=lambda at: (-heard[at].reading.score, at)):
        statement, reading = heard[at]
        needs = _least(statement.place)
        if reading.certainty < needs:
            return
        kind = "" if at in used else _kind(statement, reading.kind())
        if not kind:
            continue
        group = _joined(heard, at, used)
        used.update(group)
        text = " ".join(heard[place].statement.text for place in group)
        yield propose(
            statement.turn, kind, text, f"{RULE}{kind}", reading.certainty,
            quote=statement.text, needs=needs, source=statement.place.source,
        )  # fmt: skip


def _least(place: Place) -> float:
    """The certainty from which a statement of this place may be kept."""
    if place.source in _SAID_ON_PURPOSE:
        return _SAID_ON_PURPOSE[place.source]
    return _LEAST_OF_PROMPT if place.source == "prompt" and place.chars < _SHORT_PROMPT else LEAST


def _kind(statement: Statement, kind: str) -> str:
    """The kind under which a statement is kept; "" if it is not.

    A model's report is no decision; a person's wishes are found by `people`; the last words of a turn say that
    something is done.
    """
    if statement.place.source == "prompt" and not (kind in _OF_FACT or (kind in _OF_WISH and _is_asked(statement))):
        return ""
    if kind == "decision" or (kind == "convention" and statement.place.source == "body"):
        return _of_choice(statement)
    return "" if kind == "progress" and not statement.place.last else kind


def _is_asked(statement: Statement) -> bool:
    """Whether a sentence of a prompt may ask for more than the next step."""
    place = statement.place
    if place.chars >= _SHORT_PROMPT:
        return True
    reading = wish_model.read(statement.text, place.position, place.among, place.chars)
    return max(reading.standing, reading.choice) >= _ASKED


def _of_choice(statement: Statement) -> str:
    text = statement.text
    if choice.is_unsettled(text):
        return ""
    if leads_away(f"{statement.place.heading}:") or (statement.before.endswith(":") and leads_away(statement.before)):
        return ""
    return "learning" if statement.place.source in _TELLING and not choice.is_stated(text) else "decision"


def _joined(heard: Sequence[Heard], at: int, used: set[int]) -> list[int]:
    """A sentence with its neighbours, as long as these are nearly as good and the text stays short."""
    group = [at]
    if heard[at].statement.place.bullet or heard[at].statement.place.source == "prompt":
        return group
    beside = [near for near in (at + 1, at - 1) if 0 <= near < len(heard) and near not in used]
    long = len(heard[at].statement.text)
    for near in sorted(beside, key=lambda near: -heard[near].reading.score):
        statement, reading = heard[near]
        is_beside = statement.turn.text == heard[at].statement.turn.text and not statement.place.bullet
        if is_beside and reading.score >= _JOINS and long + 1 + len(statement.text) <= TEXT_CHARS:
            group.append(near)
            long += 1 + len(statement.text)
    return sorted(group)


def _statements(turn: Turn, since: dict[str, int], is_last: bool, *, asked: bool = False) -> Iterator[Statement]:
    for source, text, title in _texts(turn):
        units = list(_units(text))
        at = turn.at_call() if source in ("body", "plan", "forge") else turn
        for number, (sentence, part, unit) in enumerate(units):
            place = Place(
                source, unit.heading or title, unit.bullet, unit.depth, number, len(units), is_last, len(text),
                since["failed"], since["committed"], since["edited"], since["prompted"],
            )  # fmt: skip
            is_told = asked or not sentence.endswith("?")
            is_own = len(sentence) >= _SHORTEST and is_told and not _QUOTED.match(sentence)
            if is_own and not markers.is_marked(part) and not (source == "summary" and _passes(sentence, unit)):
                yield Statement(at._replace(text=text), sentence, place, units[number - 1][1] if number else "")


def _passes(sentence: str, unit: texts.Unit) -> bool:
    heading = unit.heading.casefold().lstrip("0123456789. ")
    return heading.startswith(_PASSING) or sentence.casefold().startswith(_PASSING)


def _units(text: str) -> Iterator[tuple[str, str, texts.Unit]]:
    seen: set[str] = set()
    for unit in texts.units(text):
        whole = not unit.bullet or len(unit.text) <= _LONG_BULLET
        for part in [unit.text] if whole else texts.sentences(unit.text):
            if part in seen:
                continue
            if len(seen) == _STATEMENTS_MOST:
                return
            seen.add(part)
            yield texts.one_line(part)[:_LONGEST].strip(), part, unit


def _texts(turn: Turn) -> Iterator[tuple[str, str, str]]:
    """The texts of a turn that address somebody, each with its source and its title."""
    if turn.role == "assistant":
        yield "prose", turn.text, ""
    elif turn.role == "user" and turn.tool != "memory":
        yield "prompt", turn.text, ""
    elif turn.role in ("summary", "notice"):
        yield turn.role, turn.text, ""
    elif turn.role == "result":
        yield from _resulting(turn)


def _resulting(turn: Turn) -> Iterator[tuple[str, str, str]]:
    if turn.words:
        yield "words", turn.words, ""
    if turn.failed:
        return
    if turn.tool in _AGENTS:
        yield "report", turn.text, ""
    elif turn.tool == "ExitPlanMode" and "approved" in turn.text[:200].casefold():
        plan = turn.input.get("plan")
        yield "plan", plan if isinstance(plan, str) else turn.text.partition("Approved Plan:")[2], ""
    elif turn.tool == "Bash":
        yield from (("body", body, subject) for subject, body, _ in commits.made(turn))
        yield from (("forge", text, "") for text in _published(str(turn.input.get("command") or "")))


def _published(command: str) -> Iterator[str]:
    """The text that a command posts to a forge."""
    if not any(name in command for name in _FORGES):
        return
    for step in shell.parse(command).steps:
        if " ".join(step.words[:2]) in _FORGES:
            given = (value for option, value in pairwise(step.words) if option in _TITLES and " " in value)
            yield from step.documents or given


def _follow(turn: Turn, since: dict[str, int]) -> None:
    """Count the blocks since the last event, of each relevant kind."""
    for name in since:
        since[name] = min(_FAR, since[name] + 1)
    if turn.role in ("user", "answer"):
        since["prompted"] = 1
    elif turn.role == "result" and turn.tool == "Bash":
        if turn.failed:
            since["failed"] = 1
        if "git commit" in str(turn.input.get("command") or ""):
            since["committed"] = 1
    elif turn.role == "result" and turn.tool in _EDITS:
        since["edited"] = 1


_ACT_SHORTEST, _ACT_LONGEST = 16, 330  # characters
_CERTAINTY: Final = 0.7
_NORMS: Final = ("always ", "never ", "immer ", "niemals ", "toujours ", "siempre ", "nunca ")
_MOST: Final = 8  # of one text


def hear_acts(turn: Turn, diagnosing: bool) -> Iterator[Candidate]:
    """The acts of a text, each once; while it is `diagnosing` a failure, what turns out is about that."""
    known: set[str] = set()
    blocked = announced = False
    for unit in choice.whole(texts.units(turn.text)):
        laid_out = announced or leads_away(f"{unit.heading}:")
        announced = unit.text.endswith(":") and leads_away(unit.text)
        kind, words = _act(unit, diagnosing, is_own=not turn.agent)
        if not kind or words in known or (kind == "decision" and laid_out) or (kind == "blocker" and blocked):
            continue
        known.add(words)
        blocked = blocked or kind == "blocker"
        yield propose(turn, kind, words, f"said-{kind}", _CERTAINTY, quote=unit.text)
        if len(known) == _MOST:
            return


def _act(unit: texts.Unit, diagnosing: bool, *, is_own: bool) -> tuple[str, str]:
    """The kind of memory that a sentence makes, and its words; "" for none."""
    line = texts.one_line(unit.text)
    kind, words = choice.heard(line, bullet=unit.bullet, diagnosing=diagnosing)
    if kind:
        return kind, words
    sentence = phrases.plain(line).rstrip(":")
    if (
        diagnosing
        or not _ACT_SHORTEST <= len(sentence) <= _ACT_LONGEST
        or sentence.endswith("?")
        or phrases.passes(sentence)
    ):
        return "", ""
    if choice.is_open(sentence) or markers.is_marked(unit.text):
        return "", ""
    if sentence.casefold().startswith(_NORMS):
        return "convention", sentence
    under = (is_own and markers.is_decision(unit.heading)) or (unit.bullet and choice.is_made(f"{unit.heading}:"))
    return ("decision", sentence) if under or (not phrases.guesses(sentence) and choice.is_made(sentence)) else ("", "")


def leads_away(announcement: str) -> bool:
    """True for an announcement after which no decision of the speaker's comes."""
    return len(announcement) > 1 and (choice.is_open(announcement) or choice.is_others(announcement))
