"""`memory-core iris show`: the guard rails of the project, what is proposed, and what is wrong in the file."""

import os
import sys

from memory_core.domain import journal as entries
from memory_core.domain import screen
from memory_core.domain.fence import fenced
from memory_core.domain.guardrails import Problem, due
from memory_core.domain.memory import Memory, as_json
from memory_core.flows.options import Parser, emit
from memory_core.stores import clock, guardrails, journal, workspace
from memory_core.views import guardrails as view
from memory_core.views.recall import ROOM


def show(arguments: list[str]) -> int:
    """0, after the guard rails were shown."""
    options = Parser("iris show", "The guard rails, what is proposed, and what is wrong in the file.").read(arguments)
    root, today = options.root, clock.today()
    rails = guardrails.read(root)
    rails = rails._replace(
        memories=tuple(map(workspace.clean, rails.memories)),  # a hand may have written a secret
        problems=tuple(Problem(screen.clean(one.place), screen.clean(one.what)) for one in rails.problems),
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
                "problems": [{"place": one.place, "what": one.what} for one in rails.problems],
            }
        )
        return 0
    for_session = options.args_stdin or not sys.stdout.isatty()
    call = "/iris:memory" if options.args_stdin else "memory-core iris"
    there = os.path.lexists(guardrails.path(root))
    text = view.as_text(view.Shown(rails, waiting, today, call, there), ROOM if for_session else None)
    # Whoever reads this may be a model: what was recorded is data for it, never instructions.
    print(fenced(text, "guard rails") if for_session else screen.neutral(text))
    return 0


def proposed(root: str) -> list[Memory]:
    """The guard rails that wait to be confirmed, in the order in which they were said."""
    return list(filter(entries.is_proposed, journal.read(root, (entries.PROPOSED,))))
