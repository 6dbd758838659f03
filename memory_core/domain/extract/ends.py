"""What a session leaves open: next steps, questions, blockers, what still fails; and what settles it later.

What the model said before a person spoke again, what persons asked for, and the tasks of the list that are not done.
With each longer prompt what was left before it is less sure; it goes where later words take it up.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final

from memory_core import relation
from memory_core.domain.extract import commits, echo, markers
from memory_core.domain.extract import text as texts
from memory_core.domain.extract.candidate import Candidate, State, propose
from memory_core.domain.turn import Turn
from memory_core.reading import ends, statement, wish
from memory_core.relation.turns import turns
from memory_core.text.similarity import containment
from memory_core.text.words import is_unspaced, pairs

RULE: Final = "left-"  # of a candidate that is left open, before its kind
_LEAST: Final = {"prose": 0.68, "prompt": 0.85}  # certainty from which a sentence is taken to say so
_TASK: Final = 0.7  # certainty of a task that is not done
_MOST: Final = 6  # of one text
_SHORTEST: Final = 12  # characters of a sentence
_LONGEST: Final = 400
_UNITS: Final = 200  # sentences of a text that are looked at
_LEFT: Final = 8  # of a session
_PASSING: Final = 40  # characters; a shorter prompt only thanks, agrees or says goodbye
_FADES: Final = 0.8
_TAKEN: Final = 20_000  # characters of a turn in which what was left is looked for
_TASKS: Final = ("TodoWrite", "TaskCreate", "TaskUpdate")
_NUMBER: Final = re.compile(r"#(\d{1,9})\b")
_FEW: Final = 6  # words; what has fewer needs its heading to be understood
_SAME: Final = 0.6  # of the words of one stand in the other
_DONE: Final = ("completed", "deleted")
_TOLD: Final = 400  # characters of what may settle something
_TOLD_MOST: Final = 300
_SHARED: Final = 3  # words, without which nothing is settled
_ASKED: Final = -64  # the score of a wish above which a person does not only tell
NEAR: Final = 2  # words that a text shares with what it may settle in part
_STILL: Final = 0.6  # certainty from which a text says that something is open
_TAKEN_BACK: Final = 'Revert "'  # how git begins the subject of a commit that takes another back


def follow(turn: Turn, state: State, *, is_last: bool) -> None:
    """Take over what a turn leaves open; what was left before it goes where the session takes it up.

    What answers memory-core, or tells its words again, leaves nothing open.
    """
    if turn.agent or (turn.role == "assistant" and echo.is_answer(turn, state)):
        return
    if turn.role == "assistant" and is_last:
        state["left"] = _with(state, turn, "prose")
    elif turn.role == "user" and turn.tool != "memory":
        state["left"] = _with(state, turn, "prompt")
    elif turn.role == "result" and not turn.failed and turn.tool in _TASKS:
        tasks = dict(state.get("tasks", {}))
        for name, text, is_done in _tasks(turn):
            if is_done or name in tasks or len(tasks) < _MOST:
                tasks.pop(name, None)
                tasks |= {} if is_done or len(text) < _SHORTEST else {name: _row(turn, "next", text, _TASK)}
        state["tasks"] = tasks


def _with(state: State, turn: Turn, source: str) -> list[list[object]]:
    """What is left with a turn's own words, the newest last; without what the turn takes up.

    With each longer prompt what was left before it is less sure.
    """
    new = list(_open(turn, source))
    if source == "prose":
        new = [row for row in new if any(echo.fresh([_candidate(row)], state, turn.text))]
    taken = _telling(turn.text[:_TAKEN])
    fades = _FADES if source == "prompt" and len(turn.text) >= _PASSING else 1.0
    old = [
        [kind, certainty * fades, text, *rest]
        for kind, certainty, text, *rest in state.get("left", ())
        if certainty * fades >= _LEAST["prose"] and not _is_within(_telling(text), taken)
    ]
    return [*old, *new][-_LEFT:]


def _is_within(words: frozenset[str], others: frozenset[str]) -> bool:
    return 2 * len(words & others) >= len(words)


def _tasks(turn: Turn) -> Iterator[tuple[str, str, bool]]:
    """The tasks that a result tells of: a name, the words, and whether it is done."""
    given = turn.input
    if turn.tool == "TaskCreate":
        number = _NUMBER.search(turn.text)
        yield f"#{number[1] if number else ''}", str(given.get("subject") or ""), False
    elif turn.tool == "TaskUpdate":
        if given.get("status") in _DONE:
            yield f"#{given.get('taskId')}", "", True
    elif isinstance(given.get("todos"), list):
        todos = [one for one in given["todos"] if isinstance(one, dict)]
        yield from (
            (f"{at}", str(one.get("content") or ""), one.get("status") in _DONE) for at, one in enumerate(todos)
        )


def left(state: State, least: int = _SHARED) -> list[Candidate]:
    """What would be left open if the session ended now, the surest first, each once; of `least` telling words."""
    kept: list[Candidate] = []
    seen: list[frozenset[str]] = []
    rows = sorted([*state.get("left", ()), *state.get("tasks", {}).values()], key=lambda row: -row[1])
    for row in rows:
        words = _telling(row[2])
        if len(words) < least or any(containment(words, other) >= _SAME for other in seen):
            continue
        seen.append(words)
        kept.append(_candidate(row))
    return kept


def stands_alone(text: str) -> bool:
    """Whether an end has words enough to be understood by itself."""
    return len(_telling(text)) >= _SHARED


def again(new: str, known: Sequence[str]) -> tuple[int, bool] | None:
    """The place of the first known end that says what a new one does, or of which the new one says all; and whether
    the new one says more. None where there is none.
    """
    own = _telling(new)
    for at, one in enumerate(known):
        words = _telling(one)
        least, most = sorted((len(own), len(words)))
        if least < NEAR or 5 * len(own & words) < 4 * least or most > 2 * least + NEAR:
            continue
        found = relation.relation(ends.unlabelled(one), ends.unlabelled(new))
        if not (found.is_sure and found.kind == relation.APART):
            return at, len(own) > len(words)
    return None


def told(turn: Turn, *, is_last: bool) -> Iterator[str]:
    """What a turn says that may settle what was open: commits, sentences of the model's last words, and those of a
    short prompt that only tells.
    """
    if turn.agent:
        return
    if turn.role == "result" and turn.tool == "Bash" and not turn.failed:
        yield from (f"{subject} {body}"[:_TOLD] for subject, body, _ in commits.made(turn))
    elif turn.role == "assistant" and is_last:
        yield from (unit.text[:_TOLD] for unit in islice(texts.units(turn.text), _UNITS))
    elif turn.role == "user" and turn.tool != "memory" and len(turn.text) <= _TOLD and not _may_take_back(turn.text):
        yield from (text for text in texts.spoken(turn.text) if not _is_wished(text))


def _may_take_back(text: str) -> bool:
    """Whether a text denies something, or says "but": it may take back what its sentences say."""
    said = {word.text for word in statement.words(text)}
    return not said.isdisjoint(turns()["denies"] | turns()["but"])


def _is_wished(text: str) -> bool:
    """Whether a sentence of a person asks for something rather than tells it."""
    reading = wish.read(text)
    return max(reading.moment, reading.standing) > _ASKED or text.endswith("?")


def settled(opened: Sequence[str], told: Sequence[tuple[str, bool]]) -> dict[int, str]:
    """The texts that settle what was open, by its place among `opened`.

    Each text comes with whether it is a commit. It says most of the telling words, at least three, and nothing that is
    still open. Prose may say all but one of fewer words, and must also say that something is done.
    """
    found: dict[int, str] = {}
    said = [(text, is_commit, _telling(text)) for text, is_commit in told[-_TOLD_MOST:]]
    for at, one in enumerate(opened):
        words, is_told_as_done = _telling(one), ends.read(one).settled
        for text, is_commit, others in said:
            shared = len(words & others)
            is_back = is_commit and text.startswith(_TAKEN_BACK)
            is_retold = not is_commit and is_told_as_done  # who says it again settles nothing
            least = _SHARED if is_commit else min(_SHARED, max(NEAR, len(words) - 1))
            if is_back or is_retold or shared < least or 3 * shared < 2 * len(words):
                continue
            reading = ends.read(text, "body" if is_commit else "prose")
            if reading.certainty < _STILL and (is_commit or reading.settled):
                found[at] = text
                break
    return found


def _telling(text: str) -> frozenset[str]:
    """The telling words of a text, without its label; the pairs of characters where a script has no spaces."""
    said = ends.unlabelled(text)
    if said.isascii():
        return texts.words(said)
    return frozenset(word for word in texts.words(said) if word.isascii() or not is_unspaced(word)) | {*pairs(said)}


def _open(turn: Turn, source: str) -> Iterator[list[object]]:
    found = []
    before = ""  # what announces the next sentence or bullets: "TODO for next time:"
    for unit in islice(texts.units(turn.text), _UNITS):
        said = texts.one_line(unit.text)[:_LONGEST]
        announced, before = before, ""
        if said.endswith((":", "：")):
            before = said.rstrip(":： ")
            continue
        if len(said) < _SHORTEST or said.startswith(">") or markers.is_marked(said) or _is_request(said, source):
            continue
        heading = unit.heading or announced
        before = announced if unit.bullet else ""
        reading = ends.read(said, source, heading)
        headed = ends.read(heading, source) if heading and (unit.bullet or announced) else reading
        surer = max(reading, headed, key=lambda one: one.certainty)
        if surer.certainty >= _LEAST[source]:
            alone = said if len(said.split()) >= _FEW or not heading else f"{texts.one_line(heading)}: {said}"
            found.append(_row(turn, surer.kind, alone, surer.certainty, said))
    yield from sorted(found, key=lambda row: -float(str(row[1])))[:_MOST]


def _is_request(said: str, source: str) -> bool:
    """Whether a person asks for something to be done now: "could you please …?" leaves no question open."""
    if source != "prompt" or not wish.is_question(said):
        return False
    reading = wish.read(said)
    return max(reading.moment, reading.standing) > reading.question


def _candidate(row: list[Any]) -> Candidate:
    kind, certainty, text, quote, uuid, line, when = row
    return Candidate(kind, text, "", "", quote, uuid, line, when, certainty, f"{RULE}{kind}")


def _row(turn: Turn, kind: str, text: str, certainty: float, quote: str = "") -> list[object]:
    made = propose(turn, kind, text, RULE + kind, certainty, quote=quote or text)
    return [kind, certainty, made.text, made.quote, made.uuid, made.line, made.when]
