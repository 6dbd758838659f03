"""`memory-core iris ingest | review | ideate | spin`: what the memory contributes to each phase of a cycle."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, timedelta
from operator import mul
from typing import Any, Final

from memory_core import redact
from memory_core.core import install, registry
from memory_core.core.budget import how_many
from memory_core.core.light import clock
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import Memory, is_documented
from memory_core.core.options import Parser, parsed
from memory_core.core.report import Report
from memory_core.edges import query_embedder
from memory_core.guardrails import cycle_view as view
from memory_core.guardrails import file_format, last_run, likeness, verdict
from memory_core.guardrails import json_input as given
from memory_core.guardrails import review as reviewing
from memory_core.guardrails import rules_file as home
from memory_core.guardrails.likeness import Alike
from memory_core.guardrails.review import Finding
from memory_core.guardrails.verb_spin import spin
from memory_core.guardrails.verdict import Answer, Proposal
from memory_core.redact.memories import clean

__all__ = ["ideate", "ingest", "review", "spin"]

RECENT: Final = 180  # days that a context change is recent
_PROPOSALS: Final = '{"proposals": [{"id", "proposed", "scope"?, "category"?, "severity"?}]}'
_SUMMARIES: Final = ("summary", "title", "finding", "text", "description")  # keys that may say what was found
_FINDINGS: Final = '{"findings": [{"id", "summary", "file", "severity", "category"}]}'


def ingest(arguments: list[str]) -> Report:
    """Report the checklist: what is loaded, what is due, what has changed (IRIS-14..24)."""
    options = parsed("iris ingest", arguments)
    root, today = options.root, clock.today()
    rails = home.read(root)
    guard = verdict.in_force(map(clean, rails.memories))
    rejections = {memory.id: memory for memory in guard.rejections}
    changes = sorted(
        (entry for entry in rails.memories if entry.kind == "context-change"), key=lambda entry: entry.created
    )
    result = {
        "absent": not home.exists(root),
        "note": "" if home.exists(root) else view.ABSENT,
        "patterns": len(guard.exceptions),
        "rejections": len(guard.rejections),
        "constraints": len(guard.constraints),
        "due": [
            {"entry": memory.id, "question": verdict.question(memory)}
            for memory in guard.exceptions
            if file_format.due(memory, today)
        ],
        "context": [_context(clean(change), rejections) for change in changes if _recent(change, today)],
        "problems": [
            {"place": redact.clean(problem.place), "what": redact.clean(problem.what)} for problem in rails.problems
        ],
        "active_constraints": list(map(_entry, guard.constraints)),
        "active_patterns": list(map(_entry, guard.exceptions)),
        "active_rejections": list(map(_entry, guard.rejections)),
    }
    return Report(options, result, view.checklist(result), "guard rails")


def review(arguments: list[str]) -> Report:
    """Report every finding, tagged with what memory knows (IRIS-25..30)."""
    options = Parser("iris review", f"Tags findings, read as JSON on standard input: {_FINDINGS}").read(arguments)
    _no_words(options, "review", _FINDINGS)
    root = options.root
    items = given.items(given.read("review", _FINDINGS), "findings", _FINDINGS)
    findings = [_finding(item, at, root) for at, item in enumerate(items)]
    memories = _memories(root)
    alike = alike_of([f"{finding.summary}. {finding.description}".strip(". ") for finding in findings], memories)
    taggeds = reviewing.review(findings, memories, alike)
    entries = [reviewing.as_json(item, tagged) for item, tagged in zip(items, taggeds, strict=True)]
    return Report(options, {"findings": entries}, view.review(entries), "guard rails")


def ideate(arguments: list[str]) -> Report:
    """Report a verdict for every proposal, and keep it for `iris spin` and `iris reject` (IRIS-31..40)."""
    options = Parser("iris ideate", f"Judges proposals, read as JSON on standard input: {_PROPOSALS}").read(arguments)
    _no_words(options, "ideate", _PROPOSALS)
    root, today = options.root, clock.today()
    items = given.items(given.read("ideate", _PROPOSALS), "proposals", _PROPOSALS)
    proposals = [_proposal(item, at, root) for at, item in enumerate(items)]
    _distinct(proposals)
    memories = _memories(root)
    guard = verdict.in_force(memories)
    alike = alike_of([proposal.text for proposal in proposals], memories)
    answers = _answers(root, proposals)
    ideation = verdict.answered(verdict.ideate(proposals, memories, today, alike), answers, guard)
    result = verdict.as_json(ideation, guard)
    problems = home.read(root).problems
    notes = (
        [f"{file_format.FILE}: {how_many(len(problems), 'problem')}; `memory-core iris show` lists them"]
        if problems
        else []
    )
    try:
        _keep_run(root, proposals, result, answers)
    except Refusal as refusal:  # the verdicts hold all the same
        notes.append(f"this run was not kept, so `iris spin` does not know its proposals: {refusal}")
    if notes:
        result["note"] = "; ".join(notes)
    return Report(
        options, result, view.ideation(result, {proposal.id: proposal.text for proposal in proposals}), "guard rails"
    )


def _keep_run(root: str, proposals: Sequence[Proposal], result: Mapping[str, Any], answered: Collection[str]) -> None:
    with registry.held(root):
        run = {
            "at": clock.stamp(clock.now()),
            "proposals": [
                {
                    "id": proposal.id,
                    "proposed": proposal.text,
                    "scope": proposal.scope,
                    "category": proposal.category,
                    "severity": proposal.severity,
                }
                for proposal in proposals
            ],
            "verdicts": result["verdicts"],
            "answers": {name: answer for name, answer in last_run.read(root)["answers"].items() if name in answered},
        }
        last_run.write(root, run)


def _answers(root: str, proposals: Sequence[Proposal]) -> dict[str, Answer]:
    """The user's answers in the last run, by proposal id, for proposals with unchanged text."""
    run = last_run.read(root)
    texts = {str(each.get("id")): each.get("proposed") for each in run["proposals"]}
    result = {
        proposal.id: run["answers"].get(proposal.id)
        for proposal in proposals
        if texts.get(proposal.id) == proposal.text
    }
    answers = {name: answer for name, answer in result.items() if answer}
    return {
        name: Answer(str(answer.get("same", "")), frozenset(answer.get("other", ())))
        for name, answer in answers.items()
    }


def _memories(root: str) -> list[Memory]:
    """The guard rails, and the decisions of other homes that were rejected (X-11), without secrets."""
    every = registry.read(root)
    wanted = (
        memory
        for memory in every
        if not is_documented(memory)
        and (memory.kind in file_format.KINDS or (memory.kind, memory.status) == ("decision", "rejected"))
    )
    return [clean(memory) for memory in wanted]


def alike_of(texts: Sequence[str], memories: Sequence[Memory]) -> Alike | None:
    """The cosine between a text and a guard rail, all vectors made in one go; None if the model is not set up."""
    folder = install.model_dir()
    rails = [memory.summary for memory in memories if memory.kind != "context-change"]
    rails += [likeness.meaning(memory) for memory in memories if memory.kind in ("rejection", "decision")]
    if folder is None or not texts or not rails:
        return None
    every = list(dict.fromkeys((*texts, *rails)))
    try:
        made = query_embedder(folder).embed(every)
    except Refusal:
        return None
    vectors = {text: memoryview(vector).cast("f") for text, vector in zip(every, made, strict=True)}

    def alike(name: str, other: str) -> float:
        if name not in vectors or other not in vectors:
            return 0.0
        return float(sum(map(mul, vectors[name], vectors[other])))

    return alike


def _proposal(item: Mapping[str, Any], at: int, root: str) -> Proposal:
    place = f"proposals[{at}]"
    return Proposal(
        given.text(item, "id", place, needed=True),
        given.text(item, "proposed", place, needed=True),
        given.scope(item, "scope", place, root),
        given.text(item, "category", place),
        given.text(item, "severity", place),
    )


def _distinct(proposals: Sequence[Proposal]) -> None:
    seen: set[str] = set()
    for proposal in proposals:
        if proposal.id in seen:
            raise Refusal(f"the id {proposal.id!r} belongs to two proposals; give each its own")
        seen.add(proposal.id)


def _finding(item: Mapping[str, Any], at: int, root: str) -> Finding:
    place = f"findings[{at}]"
    summary = next(filter(None, (given.text(item, key, place) for key in _SUMMARIES)), "")
    if not summary:
        raise Refusal(f"{place}.summary is missing or empty; give {_FINDINGS}")
    return Finding(
        summary,
        _file(given.text(item, "file", place), root),
        given.text(item, "severity", place),
        given.text(item, "category", place),
        given.text(item, "description", place),
    )


def _file(text: str, root: str) -> str:
    """The path of a finding as seen from the root, without `:line` or `#L4`."""
    path = given.inside(text.partition("#L")[0], root)
    while path.rpartition(":")[2].replace("-", "").isdigit() and ":" in path:
        path = path.rpartition(":")[0]
    return path


def _recent(change: Memory, today: str) -> bool:
    """Whether a context change is recent; one without a date may be recent."""
    since = date.fromisoformat(today) - timedelta(days=RECENT)
    return not change.created or change.created[:10] >= since.isoformat()


def _context(change: Memory, rejections: Mapping[str, Memory]) -> dict[str, Any]:
    names = [str(name) for name in change.attrs.get("affects", ())]
    return {
        "detected_on": change.created[:10],
        "description": change.summary,
        "affects": [{"id": name, "text": rejections[name].summary} for name in names if name in rejections],
    }


def _entry(memory: Memory) -> dict[str, Any]:
    return {"id": memory.id, "text": memory.summary, "scope": memory.scope.path or "", "reason": memory.body}


def _no_words(options: Any, verb: str, shape: str) -> None:
    if options.args_stdin:
        raise Refusal(f"iris {verb} reads JSON on standard input, not words: {shape}")
