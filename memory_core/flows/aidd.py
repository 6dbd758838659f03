"""`memory-core aidd ACTION --ticket T`: the packs of a ticket and its decision log. The first word picks the action."""

import importlib
import sys
from typing import Final, NamedTuple

_USAGE: Final = 2


class Action(NamedTuple):
    """An action: where its `main(arguments) -> exit code` lives, what it does, and how it is called."""

    module: str
    does: str
    example: str


# Named, not imported: an action's module loads when it is used.
ACTIONS: Final = {
    "extract": Action("aidd_extract", "the semantic pack, from the ticket's documents", "extract --ticket ABC-1"),
    "append": Action(
        "aidd_append", "a decision, at the end of the log",
        'append --ticket ABC-1 --topic "retry policy" --decision "Three tries, with jitter"',
    ),
    "pack": Action("aidd_pack", "the decisions pack, from the log", "pack --ticket ABC-1"),
    "slice": Action("aidd_slice", "what packs and log say to a query", "slice --ticket ABC-1 --query retry"),
    "verify": Action("aidd_verify", "packs and log against schemas and budgets", "verify --ticket ABC-1"),
    "preflight": Action("aidd_preflight", "what a stage reads, packs first", "preflight --ticket ABC-1"),
    "gate": Action("aidd_gate", "whether a stage has what it needs", "gate --ticket ABC-1 --stage review"),
    "apply": Action("aidd_apply", "the decisions of an actions file, into the log", "apply --ticket ABC-1 --actions F"),
    "help": Action("aidd", "this list", "help"),
}  # fmt: skip


def main(arguments: list[str]) -> int:
    """The exit code of the action that is named, 2 where there is none such."""
    action, rest = (arguments[0], arguments[1:]) if arguments else ("help", [])
    if action in ("help", "-h", "--help"):
        return explain()
    if action not in ACTIONS:
        print(f"memory-core aidd: there is no action {action[:80]!r}; there is: {', '.join(ACTIONS)}", file=sys.stderr)
        return _USAGE
    code: int = importlib.import_module(f"memory_core.flows.{ACTIONS[action].module}").main(rest)
    return code


def explain() -> int:
    """0, after every action was named, each on a line with an example."""
    rows = [f"  {action.does:<52} memory-core aidd {action.example}" for action in ACTIONS.values()]
    print("usage: memory-core aidd ACTION [--ticket T]\n\nPacks and decision log of a ticket.\n")
    print("\n".join(rows))
    print("\nEach takes --root DIR, --json and --ticket T; `memory-core aidd ACTION --help` has the rest.")
    return 0
