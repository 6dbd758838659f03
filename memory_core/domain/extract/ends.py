"""What a session leaves open: next steps, questions, blockers, what still fails.

Only its last words count: what the model said before a person spoke again, what a person asked for last, and the tasks
of the list that are not done. What was open earlier was settled, or was said again.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from memory_core.domain.extract import commits
from memory_core.domain.extract import text as texts
from memory_core.domain.extract.candidate import Candidate, State, propose
from memory_core.domain.turn import Turn
from memory_core.reading import ends
from memory_core.text.similarity import containment

RULE: Final = "left-"  # of a candidate that is left open, before its kind
_LEAST: Final = {"prose": 0.66, "prompt": 0.78}  # certainty from which a sentence is taken to say so
_TASK: Final = 0.7  # certainty of a task that is not done
_MOST: Final = 6  # of one text
_SHORTEST: Final = 12  # characters of a sentence
_LONGEST: Final = 400
_UNITS: Final = 200  # sentences of a text that are looked at
_PASSING: Final = 40  # characters; a shorter prompt only thanks, agrees or says goodbye
_REPORT: Final = 200  # characters; prose of this length says how things stand
_FEW: Final = 6  # words; what has fewer needs its heading to be understood
_SAME: Final = 0.6  # of the words of one stand in the other
_DONE: Final = "completed"
_TOLD: Final = 400  # characters of what may settle something
_TOLD_MOST: Final = 300


def follow(turn: Turn, state: State, *, is_last: bool) -> None:
    """Take over what a turn leaves open; what was left before it goes where the session went on."""
    if turn.agent:
        return
    if turn.role == "assistant" and is_last:
        found = list(_open(turn, "prose"))
        if len(turn.text) >= _REPORT:
            state["left"] = found
        elif found:
            state["left"] = [*state.get("left", ()), *found][-_MOST:]
    elif turn.role == "user" and turn.tool != "memory" and len(turn.text) >= _PASSING:
        state["left"] = list(_open(turn, "prompt"))
    elif turn.role == "result" and turn.tool == "TodoWrite" and not turn.failed:
        todos = turn.input.get("todos")
        tasks = [one for one in todos if isinstance(one, dict)] if isinstance(todos, list) else []
        names = [str(one.get("content") or "") for one in tasks if one.get("status") != _DONE]
        state["tasks"] = [_row(turn, "next", name, _TASK) for name in names[:_MOST] if len(name) >= _SHORTEST]


def left(state: State) -> list[Candidate]:
    """What would be left open if the session ended now, the surest first, each once."""
    kept: list[Candidate] = []
    seen: list[frozenset[str]] = []
    rows = sorted([*state.get("left", ()), *state.get("tasks", ())], key=lambda row: -row[1])
    for kind, certainty, text, quote, uuid, line, when in rows:
        words = texts.words(text)
        if any(containment(words, other) >= _SAME for other in seen):
            continue
        seen.append(words)
        kept.append(
            Candidate(kind, text, "", "", quote, uuid, line, when, certainty, f"{RULE}{kind}")  # its status is open
        )
    return kept


def told(turn: Turn, *, is_last: bool) -> Iterator[str]:
    """What a turn says that may settle what was open: commits, and the sentences of the model's last words."""
    if turn.agent:
        return
    if turn.role == "result" and turn.tool == "Bash" and not turn.failed:
        yield from (f"{subject} {body}"[:_TOLD] for subject, body, _ in commits.made(turn))
    elif turn.role == "assistant" and is_last:
        yield from (unit.text[:_TOLD] for unit in texts.units(turn.text))


def settles(opened: str, told: Sequence[tuple[str, bool]]) -> str:
    """The first text that says that what was open is settled, "" for none.

    Each text comes with whether it is a commit. It shares half of the telling words, at least two; prose must also
    say that something is done.
    """
    words = texts.words(opened)
    for text, is_commit in told:
        shared = words & texts.words(text)
        if len(shared) >= 2 and 2 * len(shared) >= len(words) and (is_commit or ends.read(text).settled):
            return text
    return ""


def _open(turn: Turn, source: str) -> Iterator[list[object]]:
    found = []
    for number, unit in enumerate(texts.units(turn.text)):
        if number == _UNITS:
            break
        said = texts.one_line(unit.text)[:_LONGEST]
        if len(said) < _SHORTEST or said.startswith(">"):
            continue
        reading = ends.read(said, source, unit.heading)
        if reading.certainty >= _LEAST[source]:
            alone = said if len(said.split()) >= _FEW or not unit.heading else f"{texts.one_line(unit.heading)}: {said}"
            found.append(_row(turn, reading.kind, alone, reading.certainty, said))
    yield from sorted(found, key=lambda row: -float(str(row[1])))[:_MOST]


def _row(turn: Turn, kind: str, text: str, certainty: float, quote: str = "") -> list[object]:
    made = propose(turn, kind, text, RULE + kind, certainty, quote=quote or text)
    return [kind, certainty, made.text, made.quote, made.uuid, made.line, made.when]
