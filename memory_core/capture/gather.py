"""Reads the new part of a session's transcripts, and extracts what it states."""

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
    """What one reading of a session states."""

    state: dict[str, Any]  # of the session, from which the next reading continues
    candidates: list[Candidate]
    complete: bool
    rules: list[Proposal]
    practices: Sequence[Practice] = ()
    situations: Mapping[str, Situation] = NOTHING  # by uuid of a turn
    prompts: Sequence[str] = ()
    edited: Sequence[str] = ()  # paths
    withdrawn: Sequence[Withdrawn] = ()  # markers that a person denied in the next turn
    given_up: Sequence[str] = ()  # words of a person that replace something by something else
    compliance: marks.Counts = marks.Counts()  # how well the model writes marker lines
    skills: Sequence[str] = ()  # names of the skills that were called


class _Transcript(NamedTuple):
    """One transcript of a session: its own, or that of a subagent."""

    path: str
    is_main: bool
    last_message: str  # the answer that the client may not have written yet; "" for a subagent
    is_closed: bool


def gather(
    before: dict[str, Any],
    path: str,
    last_message: str,
    late: Callable[[], bool],
    listeners: Sequence[Listener] = (),
    *,
    is_closed: bool = True,
) -> Gathered:
    """What a session's transcripts state after its state `before`; {} is the beginning.

    Each of `listeners` reads the turns too, and may add to what they state. `is_closed`: whether the last turn has
    ended.
    """
    cursors = dict(before.get("cursors", {}))
    carry = Carry.from_json(before.get("carry", {}))
    gathered = Gathered({}, [], complete=True, rules=[])
    for name in [path, *transcript.subagents_of(path)] if path else []:
        is_main = name == path
        source = _Transcript(name, is_main, last_message if is_main else "", is_closed)
        key = os.path.basename(name)  # the client may move a transcript to another folder
        cursor = transcript.Cursor.from_json(cursors.get(key, {}))
        while True:
            reading = transcript.read(name, cursor, deadline=late, clean=redact.clean, most=CHUNK)
            gathered, carry = _with(gathered, source, reading, carry, listeners)
            stuck = reading.cursor == cursor
            cursor = reading.cursor
            if reading.complete or stuck or late():
                break
        cursors[key] = cursor.to_json()
        gathered = gathered._replace(complete=gathered.complete and reading.complete)
    return gathered._replace(state={**before, "transcript": path, "cursors": cursors, "carry": carry.to_json()})


def _with(
    gathered: Gathered, source: _Transcript, reading: transcript.Reading, carry: Carry, listeners: Sequence[Listener]
) -> tuple[Gathered, Carry]:
    """(what was gathered, extended by one more part of a transcript; the carry for the next part)."""
    turns = reading.turns
    if not source.is_main:
        turns = [turn._replace(agent=turn.agent or transcript.agent_of(source.path)) for turn in turns]
    elif reading.complete and source.last_message:
        turns = _with_last(turns, redact.clean(source.last_message), reading.cursor.line)
    whole = _extracted(turns, carry, is_closed=source.is_closed and reading.complete)
    extraction = assign.assign(whole)
    for listener in listeners:
        extraction = listener.read(turns, extraction, source.path if source.is_main else "")
    practices = [each for each in extraction.practices if source.is_main or each.kind != "preference"]
    done = [turn for turn in turns if turn.role == "result" and turn.tool in _EDITS and not turn.failed]
    edited = [str(turn.input.get("file_path") or turn.input.get("notebook_path") or "") for turn in done]
    gathered = gathered._replace(
        candidates=[*gathered.candidates, *extraction.candidates],
        rules=[*gathered.rules, *extraction.rules],
        practices=[*gathered.practices, *practices],
        situations={**gathered.situations, **extraction.situations},
        prompts=[*gathered.prompts, *(turn.text for turn in turns if turn.role == "user" and not turn.agent)],
        edited=[*gathered.edited, *edited],
        withdrawn=[*gathered.withdrawn, *extraction.withdrawn],
    )
    if source.is_main:
        called = [turn for turn in turns if turn.role == "call" and turn.tool == "Skill"]
        gathered = gathered._replace(
            given_up=[*gathered.given_up, *assign.given_up(whole)],
            compliance=gathered.compliance.plus(assign.compliance(whole)),
            skills=[*gathered.skills, *(str(turn.input.get("skill") or "") for turn in called)],
        )
    return gathered, extraction.carry


def _extracted(turns: list[Turn], carry: Carry, *, is_closed: bool) -> Extraction:
    """What the turns state. A carry that does not fit, or a turn that breaks extraction, affects only itself."""
    with log.contained("capture: extraction"):  # a fault of ours must not silence a session for ever
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
