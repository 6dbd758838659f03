"""`memory-core extract`: the memories of a transcript, or of a text on standard input (GENIUS-18, GENIUS-20)."""

import argparse
import json
import os
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from memory_core import redact
from memory_core.capture import gather, keep_session, session_finish, upkeep
from memory_core.capture.gather import Gathered
from memory_core.core import log, options, registry, wings
from memory_core.core import session as sessions
from memory_core.core.light import files
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import NOTHING, fingerprint
from memory_core.core.report import Report
from memory_core.core.wing import Place
from memory_core.extract import policy
from memory_core.extract.candidate import Candidate
from memory_core.extract.extraction import extract
from memory_core.extract.turn import Turn
from memory_core.learnings import listener, tiers, warm_files

if TYPE_CHECKING:
    from memory_core.learnings.learning import Learning

_PRINTED_KINDS = {"convention": "pattern"}
_CONTEXT_FILES = ("PROGRESS.md", "plan.md")
_CONTEXT = 4_000_000  # bytes of one of them that are read


def main(arguments: list[str]) -> Report:
    """Report candidates, one JSON object a line: all with `--dry-run`, else those that are newly kept."""
    given = options.parsed("extract", arguments)
    session = os.path.splitext(os.path.basename(given.transcript or "text"))[0]
    if given.transcript:
        heard = read(given.transcript, sessions.load(given.root, session) if given.since_cursor else {}, given.root)
    else:
        heard = Gathered({}, of_text(_context(given.root)), True, [])
    if given.dry_run:
        return _report(given, stated(heard))
    candidates = heard.candidates
    with registry.held(given.root):
        place = _place(given.root, session)
        new, _ = keep_session.keep(place, heard, wings.listeners(place))
        kept = {memory.fingerprint for memory in new.new}
    candidates = [candidate for candidate in candidates if fingerprint(candidate.kind, candidate.text) in kept]
    candidates += _learned(given.root, session, heard)
    session_finish.keep(given.root, session, heard.state)
    with log.contained("extract: tidying", given.root):
        upkeep.tidy(given.root)
    wings.refresh(given.root, keep_session.INDEXING)
    return _report(given, candidates)


def _report(given: argparse.Namespace, candidates: Sequence[Candidate]) -> Report:
    return Report(given, text="\n".join(map(as_json, candidates)) or None, is_ready=True)


def stated(heard: Gathered) -> list[Candidate]:
    """All candidates of a reading in the order of the transcript, including learnings and proposed rules."""
    practices = [practice for practice in heard.practices if practice.kind == "preference"]
    rules = [
        Candidate("convention", rule.text, "", rule.reason, rule.quote, rule.uuid, rule.line, rule.when, rule.certainty,
                  policy.PROPOSED, rule.path)
        for rule in heard.rules
    ]  # fmt: skip
    learnt = [
        Candidate(each.kind, each.text, "", each.reason, each.quote, each.uuid, each.line, each.when,
                  1.0 if each.lasting else 0.5, policy.HEARD if each.lasting else policy.WATCHED)
        for each in practices
    ]  # fmt: skip
    return sorted([*heard.candidates, *learnt, *rules], key=lambda candidate: (bool(candidate.agent), candidate.line))


def memories_of(path: str) -> list[Candidate]:
    """All candidates of a transcript and those of its subagents. `Refusal` if the path is no readable file."""
    return stated(read(path))


def read(path: str, before: Mapping[str, Any] = NOTHING, root: str = "") -> Gathered:
    """What a transcript and those of its subagents state after the session's state `before`.

    `Refusal` if the path is no readable file.
    """
    if not os.path.isfile(path):
        raise Refusal(f"{path}: this transcript does not exist; name a .jsonl file in ~/.claude/projects")
    return gather.gather(dict(before), path, "", lambda: False, wings.listeners(_place(root, "")))


def _place(root: str, session: str) -> Place:
    """The place of a transcript or a text that no hook follows."""
    return Place(root, session, is_live=False)


def _learned(root: str, session: str, heard: Gathered) -> list[Candidate]:
    """The learnings that are new in the warm tier, as candidates in the words of the session; no session end will bring
    them there.
    """
    before = {(learning.level, learning.id) for learning in warm_files.both(root).learnings}
    stands = tiers.keep(root, session, listener.heard(heard, session, root))
    candidates = {
        candidate.uuid: candidate for candidate in reversed(heard.candidates) if candidate.kind in policy.TIERED
    }
    return [
        candidates.get(learning.uuid) or _as_candidate(learning)
        for learning in stands
        if (learning.level, learning.id) not in before
    ]


def _as_candidate(learning: "Learning") -> Candidate:
    """A learning as extraction would have proposed it."""
    return Candidate(
        learning.kind,
        learning.description,
        reason=learning.reason,
        quote=learning.quote,
        uuid=learning.uuid,
        certainty=learning.confidence,
        rule=learning.source,
    )


def of_text(text: str) -> list[Candidate]:
    """The memories of plain text: markers at line starts and what its sentences say; `line` counts from 0."""
    turns, fenced = [], False
    for number, row in enumerate(redact.clean(text).split("\n")):
        if row.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
        elif row.strip() and not fenced:
            turns.append(Turn("assistant", row, number))
    return extract(turns).candidates


def as_json(candidate: Candidate) -> str:
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
        "status": policy.KEPT if keep_session.parted([candidate])[0] else policy.CANDIDATE,
        "source": candidate.source,
    }
    if candidate.agent:
        fields["agent"] = candidate.agent
    return json.dumps(fields, ensure_ascii=False)


def _context(root: str) -> str:
    """Standard input; if it is empty or a terminal, PROGRESS.md and plan.md of the project (GENIUS-18)."""
    text = "" if sys.stdin.isatty() else sys.stdin.buffer.read().decode("utf-8", "replace")
    if text.strip():
        return text
    names = []
    for name in _CONTEXT_FILES:
        words = files.read(os.path.join(root, name), _CONTEXT)
        names += [words] if words is not None else []
    if not names:
        raise Refusal(
            "nothing to read: standard input is empty, and the project has no PROGRESS.md or "
            "plan.md; name a file with --transcript"
        )
    return "\n".join(names)
