"""`memory-core aidd ACTION --ticket T`: the packs of a ticket and its decision log. The first word picks the action."""

from typing import Final

from memory_core.core import actions

ACTIONS: Final = actions.of("aidd")


def main(arguments: list[str]) -> int:
    """The exit code of the action that is named; `Usage` where there is none such."""
    action, rest = (arguments[0], arguments[1:]) if arguments else ("help", [])
    name = "help" if action in ("-h", "--help") else action
    return actions.run("memory-core aidd", ACTIONS, actions.Call(name, rest, []))


def explain(_: list[str]) -> int:
    """0, after every action was named, each on a line with an example."""
    print("usage: memory-core aidd ACTION [--ticket T]\n\nPacks and decision log of a ticket.\n")
    print(actions.rows(ACTIONS, "memory-core aidd"))
    print("\nEach takes --root DIR, --json and --ticket T; `memory-core aidd ACTION --help` has the rest.")
    return 0
