"""`memory-core guard ACTION`: the guard rails at work outside of a session."""

from typing import Final

from memory_core.core import actions

ACTIONS: Final = actions.of("guard")
CALL: Final = "memory-core guard"
OPTIONS: Final = ("--root", "--json", "--args-stdin", "--staged", "--strict", "--sarif")


def main(arguments: list[str]) -> int:
    """The exit code of the action that is named."""
    return actions.run_or_help(CALL, ACTIONS, arguments)


def explain(_: list[str]) -> int:
    """0, after every action was named, each on a line with an example."""
    print(f"usage: {CALL} ACTION [--help]\n\nThe guard rails held against a change, without a session.\n")
    print(actions.rows(ACTIONS, CALL))
    print(f"\nOptions (`{CALL} ACTION --help`): {', '.join(OPTIONS)}")
    return 0
