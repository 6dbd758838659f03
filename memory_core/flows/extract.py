"""`memory-core extract`: the memories of a transcript, or of a text on standard input (GENIUS-18, GENIUS-20)."""

import importlib
import json
import os
import sys
from collections.abc import Callable, Iterator
from typing import Any

from memory_core.domain import extract, screen
from memory_core.domain.errors import Refusal
from memory_core.domain.turn import Turn
from memory_core.flows import options
from memory_core.intake import transcript

_PRINTED_KINDS = {"convention": "pattern"}
_CONTEXT_FILES = ("PROGRESS.md", "plan.md")


def main(arguments: list[str]) -> int:
    """0 when the memories are printed; one JSON object a line, nothing written with `--dry-run`."""
    parser = options.Parser("extract", "the memories of a transcript, or of text on standard input")
    parser.add_argument(
        "--transcript", metavar="FILE", help="a transcript of the client (JSON Lines); default: text on standard input"
    )
    parser.add_argument("--dry-run", action="store_true", help="print what would be kept, write nothing")
    parser.add_argument(
        "--since-cursor", action="store_true", help="only what was said since the last capture of this session"
    )
    given = parser.read(arguments)
    if not given.dry_run or given.since_cursor:
        return _hand_over(given)
    for candidate in memories_of(given.transcript) if given.transcript else of_text(_context(given.root)):
        print(as_json(candidate))
    return 0


def memories_of(path: str, clean: Callable[[str], str] = screen.clean) -> Iterator[extract.Candidate]:
    """Everything a whole transcript gives, then what its subagents' transcripts add to it.

    Refuses a path that is no readable file.
    """
    if not os.path.isfile(path):
        raise Refusal(f"{path}: there is no such transcript; name a .jsonl file of ~/.claude/projects")
    found, carry = extract.extract(transcript.read(path, clean=clean).turns)
    yield from found
    for other in transcript.subagents_of(path):
        agent = transcript.agent_of(other)
        turns = [turn._replace(agent=turn.agent or agent) for turn in transcript.read(other, clean=clean).turns]
        found, carry = extract.extract(turns, carry)
        yield from found


def of_text(text: str) -> list[extract.Candidate]:
    """The memories of plain text: markers at line starts and what its sentences say; `line` counts from 0."""
    turns, fenced = [], False
    for number, row in enumerate(screen.clean(text).split("\n")):
        if row.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
        elif row.strip() and not fenced:
            turns.append(Turn("assistant", row, number))
    return extract.extract(turns).candidates


def as_json(candidate: extract.Candidate) -> str:
    """The candidate as one line of JSON, under the names that the journal's files use."""
    fields: dict[str, Any] = {
        "kind": _PRINTED_KINDS.get(candidate.kind, candidate.kind),
        "text": candidate.text,
        "solution": candidate.solution or None,
        "reason": candidate.reason or None,
        "quote": candidate.quote,
        "uuid": candidate.uuid,
        "line": candidate.line,
        "certainty": round(candidate.certainty, 2),
        "rule": candidate.rule,
        "path": candidate.path or None,
        "tags": list(candidate.tags),
    }
    if candidate.agent:
        fields["agent"] = candidate.agent
    return json.dumps(fields, ensure_ascii=False)


def _context(root: str) -> str:
    """Standard input; where it is empty or a terminal, PROGRESS.md and plan.md of the project (GENIUS-18)."""
    text = "" if sys.stdin.isatty() else sys.stdin.buffer.read().decode("utf-8", "replace")
    if text.strip():
        return text
    found = []
    for name in _CONTEXT_FILES:
        try:
            with open(os.path.join(root, name), encoding="utf-8", errors="replace") as file:
                found.append(file.read())
        except OSError:
            continue
    if not found:
        raise Refusal(
            "nothing to read: standard input is empty and there is no PROGRESS.md; name a file with --transcript"
        )
    return "\n".join(found)


def _hand_over(given: Any) -> int:
    """What the capture flow makes of it; a refusal as long as there is none."""
    try:
        capture = importlib.import_module("memory_core.flows.capture")
    except ModuleNotFoundError:
        capture = None
    keep = getattr(capture, "extract_verb", None)
    if keep is None:
        raise Refusal("keeping is not built yet; add --dry-run (without --since-cursor) to see what would be kept")
    return int(keep(given))
