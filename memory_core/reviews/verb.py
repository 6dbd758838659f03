"""`memory-core findings ACTION`: what code reviews found, what comes back, who mends it (CS-US-017 to 019)."""

from typing import Final

from memory_core.core import actions

ACTIONS: Final = actions.of("findings")
CALL: Final = "memory-core findings"
OPTIONS: Final = (
    "--root", "--json", "--args-stdin", "--commit", "--spec", "--file", "--out", "--no-files", "--promote",
    "--severity", "--category", "--from", "--quick",
)  # fmt: skip


def main(arguments: list[str]) -> int:
    """The exit code of the action that is named, on the command line or by the client's words on standard input."""
    return actions.run_or_help(CALL, ACTIONS, arguments)


def explain(_: list[str]) -> int:
    """0, after every action was named, each on a line with an example."""
    print(f"usage: {CALL} ACTION [--help]\n\nFindings of code reviews, kept on the commit that was reviewed.\n")
    print(actions.rows(ACTIONS, CALL))
    print(f"\nOptions, each where it means something (`{CALL} ACTION --help`): {', '.join(OPTIONS)}")
    return 0
