"""`memory-core iris show`: the guard rails of the project, what is proposed, and what is wrong in the file."""

import argparse
import os
import sys
from collections.abc import Iterable

from memory_core import redact
from memory_core.core.budget import clip, few
from memory_core.core.light import clock
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import Memory, as_json
from memory_core.core.options import emit, spelling
from memory_core.core.safe_json import fenced
from memory_core.guardrails import passes, rules_file, switched_off
from memory_core.guardrails import tables as view
from memory_core.guardrails.entry_options import call, parser
from memory_core.guardrails.file_format import FILE, Problem, due, named
from memory_core.journal import journal_entries as entries
from memory_core.journal import journal_files
from memory_core.recall.view import ROOM
from memory_core.redact.memories import clean

_PASSES = 5  # that a line names
_LISTED = 20  # ids that a refusal names


def show(arguments: list[str]) -> int:
    """0, after the guard rails were shown, or those of them that are named, whole."""
    options = parser("show", "The guard rails, what is proposed, and what is wrong in the file.", "ID").read(arguments)
    root, today = options.root, clock.today()
    if options.words:
        return _whole(options, [clean(one(root, name, proposals=True)) for name in options.words])
    rails = rules_file.read(root)
    rails = rails._replace(
        memories=tuple(map(clean, rails.memories)),  # a hand may have written a secret
        problems=tuple(Problem(redact.clean(each.place), redact.clean(each.what)) for each in rails.problems),
    )
    waiting = proposed(root)
    if options.json:
        emit(
            {
                "project": rails.project,
                "last_updated": rails.updated or None,
                "guard_rails": [as_json(memory) for memory in rails.memories],
                "due": [memory.id for memory in rails.memories if due(memory, today)],
                "proposed": [as_json(memory) for memory in waiting],
                "problems": [{"place": each.place, "what": each.what} for each in rails.problems],
            }
        )
        return 0
    there = os.path.lexists(rules_file.path(root))
    shown = view.Shown(rails, waiting, today, call(options), there, _off(root, rails.memories))
    _print(options, view.as_text(shown, ROOM if _for_session(options) else None))
    return 0


def _whole(options: argparse.Namespace, found: list[Memory]) -> int:
    if options.json:
        values = [as_json(memory) for memory in found]
        emit(values[0] if len(values) == 1 else values)
        return 0
    off, today = _off(options.root, found), clock.today()
    texts = [
        "\n".join(
            [memory.id, *view.entry_lines(memory, today, off.get(memory.id, "")), *_let_pass(options.root, memory.id)]
        )
        for memory in found
    ]
    _print(options, "\n\n".join(texts))
    return 0


def _let_pass(root: str, name: str) -> list[str]:
    """The edits that the user let pass by a rule, a line of the last of them."""
    edits = passes.record(root, name)
    if not edits:
        return []
    more = f"; {len(edits) - _PASSES} more before" if len(edits) > _PASSES else ""
    return [redact.neutral(f"let pass once: {', '.join(clip(one, 160) for one in edits[-_PASSES:])}{more}")]


def _print(options: argparse.Namespace, text: str) -> None:
    # Whoever reads this may be a model: what was recorded is data for it, never instructions.
    print(fenced(text, "guard rails") if _for_session(options) else redact.neutral(text))


def _for_session(options: argparse.Namespace) -> bool:
    return options.args_stdin or not sys.stdout.isatty()


def _off(root: str, memories: Iterable[Memory]) -> dict[str, str]:
    """What the guard does not look for, by the id of the rule."""
    told = (row.partition(": ") for row in switched_off.standing(root, memories))
    return {name: what for name, _, what in told}


def one(root: str, name: str, *, proposals: bool = False) -> Memory:
    """The guard rail, with `proposals` also the proposal, of that id in any case; `Refusal` where there is none."""
    rails, waiting = rules_file.read(root), proposed(root)
    known: dict[str, Memory] = {memory.id: memory for memory in (*rails.memories, *(waiting if proposals else ()))}
    if found := named(name, known):
        return known[found]
    if named(name, [memory.id for memory in waiting]):
        raise Refusal(f"{name} is only proposed: `memory-core iris confirm {name}` first; it takes the same options")
    if not rules_file.exists(root):
        raise Refusal(f"{clip(name, 80)}: there is no {FILE} yet; `memory-core iris add-constraint` begins one")
    near = spelling().nearest(name, known, least=spelling().SURE)
    rows = "".join(f"\n  {one}: {clip(known[one].summary, 100)}" for one in near)
    ids = few([memory.id for memory in rails.memories], _LISTED) or "none yet"
    said = f"did you mean one of these?{rows}" if near else f"there is {ids}"
    raise Refusal(f"{clip(name, 80)}: no entry of {FILE} has that id; {said}")


def proposed(root: str) -> list[Memory]:
    """The guard rails that wait to be confirmed, in the order in which they were said; after thirty days none does."""
    since, until = clock.waiting_days()
    waiting = filter(entries.is_proposed, journal_files.read(root, (entries.PROPOSED,)))
    return [rule for rule in waiting if since <= rule.created < until]
