"""`memory-core iris show`: the guard rails of the project, the proposals, and the faults of the file."""

import argparse
import os
from collections.abc import Iterable

from memory_core import redact
from memory_core.core.budget import clip, few
from memory_core.core.light import clock
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import Memory, as_json
from memory_core.core.options import spelling
from memory_core.core.report import Report
from memory_core.guardrails import passes, rules_file, switched_off
from memory_core.guardrails import tables as view
from memory_core.guardrails.entry_options import call, parse
from memory_core.guardrails.file_format import FILE, Problem, due, named
from memory_core.journal import journal_files
from memory_core.recall.view import ROOM
from memory_core.redact.memories import clean

_LABEL = "guard rails"  # of the fence around the answer
_PASSES = 5  # that a line names
_LISTED = 20  # ids that a refusal names


def show(arguments: list[str]) -> Report:
    """Report the guard rails, or the named ones in full."""
    options = parse("show", arguments)
    root, today = options.root, clock.today()
    if options.words:
        return _whole(options, [clean(named_rule(root, name, proposals=True)) for name in options.words])
    rails = rules_file.read(root)
    rails = rails._replace(
        memories=tuple(map(clean, rails.memories)),  # a hand may have written a secret
        problems=tuple(Problem(redact.clean(problem.place), redact.clean(problem.what)) for problem in rails.problems),
    )
    waiting = journal_files.waiting_rules(root)
    value = {
        "project": rails.project,
        "last_updated": rails.updated or None,
        "guard_rails": [as_json(memory) for memory in rails.memories],
        "due": [memory.id for memory in rails.memories if due(memory, today)],
        "proposed": [as_json(memory) for memory in waiting],
        "problems": [{"place": problem.place, "what": problem.what} for problem in rails.problems],
    }

    def text(room: int | None) -> str:
        there = os.path.lexists(rules_file.path(root))
        shown = view.Shown(rails, waiting, today, call(options), there, _off(root, rails.memories))
        return view.as_text(shown, room)

    return Report(options, value, lambda: text(ROOM), _LABEL, lambda: redact.neutral(text(None)))


def _whole(options: argparse.Namespace, chosen: list[Memory]) -> Report:
    values = [as_json(memory) for memory in chosen]
    return Report(options, values[0] if len(values) == 1 else values, lambda: _pages(options.root, chosen), _LABEL)


def _pages(root: str, chosen: list[Memory]) -> str:
    off, today = _off(root, chosen), clock.today()
    texts = [
        "\n".join([memory.id, *view.entry_lines(memory, today, off.get(memory.id, "")), *_let_pass(root, memory.id)])
        for memory in chosen
    ]
    return "\n\n".join(texts)


def _let_pass(root: str, name: str) -> list[str]:
    """The edits that the user let pass a rule, a line for each of the last."""
    edits = passes.record(root, name)
    if not edits:
        return []
    more = f"; {len(edits) - _PASSES} more before" if len(edits) > _PASSES else ""
    return [redact.neutral(f"let pass once: {', '.join(clip(text, 160) for text in edits[-_PASSES:])}{more}")]


def _off(root: str, memories: Iterable[Memory]) -> dict[str, str]:
    """What the check of an edit does not search, by the id of the rule."""
    parts = (row.partition(": ") for row in switched_off.standing(root, memories))
    return {name: what for name, _, what in parts}


def named_rule(root: str, name: str, *, proposals: bool = False) -> Memory:
    """The guard rail, with `proposals` also the proposal, of that id in any case; `Refusal` if there is none."""
    rails, waiting = rules_file.read(root), journal_files.waiting_rules(root)
    known: dict[str, Memory] = {memory.id: memory for memory in (*rails.memories, *(waiting if proposals else ()))}
    if text := named(name, known):
        return known[text]
    if named(name, [memory.id for memory in waiting]):
        raise Refusal(f"{name} is only proposed: `memory-core iris confirm {name}` first; it takes the same options")
    if not rules_file.exists(root):
        raise Refusal(f"{clip(name, 80)}: there is no {FILE} yet; `memory-core iris add-constraint` creates it")
    near = spelling().nearest(name, known, least=spelling().SURE)
    rows = "".join(f"\n  {each}: {clip(known[each].summary, 100)}" for each in near)
    ids = few([memory.id for memory in rails.memories], _LISTED) or "none yet"
    words = f"did you mean one of these?{rows}" if near else f"there is {ids}"
    raise Refusal(f"{clip(name, 80)}: no entry of {FILE} has that id; {words}")
