"""`memory-core jarvis memory ACTION`: the learnings and their tiers. A word picks it; nothing picks `status`."""

from typing import Final

from memory_core.core import actions
from memory_core.core.light.errors import Usage
from memory_core.core.options import spelling

ACTIONS: Final = actions.of("jarvis")
_SPACE: Final = "memory"


def main(arguments: list[str]) -> int:
    """The exit code of the action that is named, on the command line or by the client's words on standard input."""
    call = actions.taken(arguments, _SPACE)
    if not call.name:
        call = call._replace(name="help" if call.asks_for_help else "status")
    if call.name not in ACTIONS and spelling().nearest(call.name, [_SPACE], least=spelling().SURE):
        rest = " ".join([_SPACE, *call.given, *call.said])
        raise Usage(f"{call.name[:80]!r} is nothing that `memory-core jarvis` does: "
                    f"{spelling().did_you_mean([rest], '`memory-core jarvis {}`')}")  # fmt: skip
    return actions.run("memory-core jarvis memory", ACTIONS, call)


def explain(arguments: list[str]) -> int:
    """0, after every action was named, each on a line with an example."""
    call = "/cs:memory" if "--args-stdin" in arguments else "jarvis memory"
    print(f"usage: {call} [ACTION] [--root DIR] [--json]\n")
    print("What you prefer and what is done again and again: hot in a session, warm after it, cold when unused.\n")
    print(actions.rows(ACTIONS, call))
    print("\n`memory-core jarvis memory ACTION --help` has the options of each.")
    return 0
