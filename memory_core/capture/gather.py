"""Read what is new in the transcripts of a session, and extract what it states."""

import contextlib
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from memory_core import redact
from memory_core.capture import assign, marks, transcript
from memory_core.core import log
from memory_core.core.memory import NOTHING
from memory_core.extract.candidate import Candidate, Carry
from memory_core.extract.extraction import Extraction, extract
from memory_core.extract.listener import Listener
from memory_core.extract.markers import Withdrawn
from memory_core.extract.practice import Practice
from memory_core.extract.rules import Proposal
from memory_core.extract.situation import Situation
from memory_core.extract.turn import Turn

CHUNK = 400_000  # characters that are read before they are extracted: what is read is kept, whatever follows
_EDITS: Final = ("Edit", "Write", "MultiEdit", "NotebookEdit")


class Gathered(NamedTuple):
    """What one reading of a session gave."""

    state: dict[str, Any]  # of the session, from which the next reading goes on
    candidates: list[Candidate]
    complete: bool
    rules: list[Proposal]
    practices: Sequence[Practice] = ()
    situations: Mapping[str, Situation] = NOTHING
    until: str = ""  # when the last of it was said
    prompts: Sequence[str] = ()
    edited: Sequence[str] = ()  # paths
    withdrawn: Sequence[Withdrawn] = ()  # markers that a person denied in the next turn
    given_up: Sequence[str] = ()  # words of a person that put something in the place of something
    compliance: marks.Counts = marks.Counts()  # how well the model writes marker lines
    skills: Sequence[str] = ()  # names of the skills that were called


def gather(
    before: dict[str, Any],
    path: str,
    last_message: str,
    late: Callable[[], bool],
    listeners: Sequence[Listener] = (),
    *,
    is_closed: bool = True,
) -> Gathered:
    """What the part of a session's transcripts gives that lies behind its state `before`; {} is the beginning.

    Each of `listeners` reads the turns too, and may add to what they state. `is_closed`: whether the last turn has
    ended.
    """
    cursors = dict(before.get("cursors", {}))
    carry = Carry.from_json(before.get("carry", {}))
    candidates: list[Candidate] = []
    withdrawn: list[Withdrawn] = []
    given_up: list[str] = []
    counts = marks.Counts()
    rules: list[Proposal] = []
    practices: list[Practice] = []
    situations: dict[str, Situation] = {}
    until = ""
    prompts: list[str] = []
    edited: list[str] = []
    skills: list[str] = []
    complete = True
    for name in [path, *transcript.subagents_of(path)] if path else []:
        key = os.path.basename(name)  # the client may move a transcript to another folder
        cursor = transcript.Cursor.from_json(cursors.get(key, {}))
        while True:
            reading = transcript.read(name, cursor, deadline=late, clean=redact.clean, most=CHUNK)
            turns = reading.turns
            if name != path:
                turns = [turn._replace(agent=turn.agent or transcript.agent_of(name)) for turn in turns]
            elif reading.complete and last_message:
                turns = _with_last(turns, redact.clean(last_message), reading.cursor.line)
            whole = _extracted(turns, carry, is_closed=is_closed and reading.complete)
            if name == path:
                given_up += assign.given_up(whole)
                counts = counts.plus(assign.compliance(whole))
            extraction = assign.assign(whole)
            for listener in listeners:
                extraction = listener.read(turns, extraction, path if name == path else "")
            candidates += extraction.candidates
            withdrawn += extraction.withdrawn
            rules += extraction.rules
            practices += [
                practice for practice in extraction.practices if name == path or practice.kind != "preference"
            ]
            situations.update(extraction.situations)
            until = max([until, *(turn.when for turn in turns if name == path)])
            prompts += [turn.text for turn in turns if turn.role == "user" and not turn.agent]
            done = [turn for turn in turns if turn.role == "result" and turn.tool in _EDITS and not turn.failed]
            called = [turn for turn in turns if turn.role == "call" and turn.tool == "Skill"]
            skills += [str(turn.input.get("skill") or "") for turn in called] if name == path else []
            edited += [str(turn.input.get("file_path") or turn.input.get("notebook_path") or "") for turn in done]
            carry = extraction.carry
            stuck = reading.cursor == cursor
            cursor = reading.cursor
            if reading.complete or stuck or late():
                break
        cursors[key] = cursor.to_json()
        complete = complete and reading.complete
    state = {**before, "transcript": path, "cursors": cursors, "carry": carry.to_json()}
    return Gathered(
        state,
        candidates,
        complete,
        rules,
        practices,
        situations,
        until,
        prompts,
        edited,
        withdrawn,
        given_up,
        counts,
        skills,
    )


def _extracted(turns: list[Turn], carry: Carry, *, is_closed: bool) -> Extraction:
    """What the turns give. A carry that does not fit, or a turn that a rule stumbles over, costs only itself."""
    with log.contained("capture: extraction"):  # a bug in memory-core must not silence a session for ever
        return extract(turns, carry, is_closed=is_closed)
    return _one_by_one(turns)


def _one_by_one(turns: list[Turn]) -> Extraction:
    whole = Extraction([], Carry.from_json({}), [])
    for turn in turns:
        with contextlib.suppress(Exception):
            extraction = extract([turn], whole.carry)
            whole = Extraction(
                whole.candidates + extraction.candidates,
                extraction.carry,
                whole.rules + extraction.rules,
                [*whole.practices, *extraction.practices],
                {**whole.situations, **extraction.situations},
                [*whole.withdrawn, *extraction.withdrawn],
                [*whole.marked, *extraction.marked],
                [*whole.starts, *extraction.starts],
            )
    return whole


def _with_last(turns: list[Turn], last_message: str, line: int) -> list[Turn]:
    """The turns, with the answer that the client has not written to the transcript yet (claude-code fact 8)."""
    if any(turn.role == "assistant" and turn.text.strip() == last_message.strip() for turn in turns):
        return turns
    return [*turns, Turn("assistant", last_message, line)]
