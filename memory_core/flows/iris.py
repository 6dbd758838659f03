"""`memory-core iris [ACTION]`: the guard rails. Its first word picks the action; nothing picks `show`."""

import importlib
from typing import Final

from memory_core.flows import actions
from memory_core.flows.actions import Action

# Named, not imported: an action's module loads when it is used.
ACTIONS: Final = {
    "show": Action("iris_show", "show", "the guard rails, or one of them whole", "show AC-001"),
    "add-constraint": Action(
        "iris_entries", "add_constraint", "a rule that holds",
        'add-constraint "Never use an ORM" --reason "Raw SQL is what we tune" --forbid typeorm',
    ),
    "add-pattern": Action(
        "iris_entries", "add_pattern", "what stays as it is, on purpose",
        'add-pattern "UserService stays one class" --reason "It is split in June" --revisit-on 2030-06-01',
    ),
    "reject": Action(
        "iris_entries", "reject", "what was proposed and is not wanted",
        'reject "Use Kafka for the queue" --reason "We have one consumer" --forbid kafka',
    ),
    "add-context": Action(
        "iris_entries", "add_context", "what changed around the project",
        'add-context "Two more developers joined" --affects RC-001',
    ),
    "confirm": Action("iris_confirm", "confirm", "a proposed rule holds from now on", "confirm g-1a2b3c4d"),
    "decline": Action("iris_confirm", "decline", "a proposed rule goes away", "decline g-1a2b3c4d"),
    "edit": Action("iris_entries", "edit", "change an entry, loosen a rule", "edit AC-001 --enforce remind"),
    "remove": Action("iris_entries", "remove", "take an entry out; asks first", "remove AC-001"),
    "allow": Action("iris_allow", "allow", "what a rule stopped passes, once", "allow AC-001"),
    "audit": Action("iris_audit", "main", "what the rules would have met in the last commits", "audit --commits 50"),
    "ingest": Action("iris_cycle", "ingest", "what a cycle has to know first", "ingest"),
    "review": Action("iris_cycle", "review", "tag findings, JSON on standard input", "review < findings.json"),
    "ideate": Action("iris_cycle", "ideate", "judge proposals, JSON on standard input", "ideate < proposals.json"),
    "spin": Action("iris_cycle", "spin", "write a cycle's answers, JSON on standard input", "spin < answers.json"),
    "help": Action("iris", "explain", "this list", "help"),
}  # fmt: skip
_JSON: Final = ("ingest", "review", "ideate", "spin")  # for a program, not for who types in a session
_TEXTS: Final = ("--reason", "--instead", "--reconsider-when")


def main(arguments: list[str]) -> int:
    """The exit code of the action that is named, on the command line or by the client's words on standard input."""
    call = actions.taken(arguments)
    if not call.name:
        call = call._replace(name="help" if call.asks_for_help else "show")
    return actions.run(_call(arguments), ACTIONS, call, _grouped)


def explain(arguments: list[str]) -> int:
    """0, after every action was named, each on a line with an example."""
    call = _call(arguments)
    shown = {name: ACTIONS[name] for name in ACTIONS if "--args-stdin" not in arguments or name not in _JSON}
    print(f"usage: {call} [ACTION]\n\nThe guard rails of the project; without an action they are shown.\n")
    print(actions.rows(shown, call))
    options = ", ".join(importlib.import_module("memory_core.flows.iris_options").every())
    print(f"\nOptions, each where it means something (`memory-core iris ACTION --help`): {options}")
    return 0


def _call(given: list[str]) -> str:
    return "/iris:memory" if "--args-stdin" in given else "memory-core iris"


def _grouped(said: list[str]) -> list[str]:
    """The client's words, where a reason that was typed without quotes is one value: up to the next option."""
    found: list[str] = []
    plain = False
    for word in said:
        behind = len(found) > 1 and found[-2] in _TEXTS
        if plain and behind and not word.startswith("--"):
            found[-1] = f"{found[-1]} {word}"
            continue
        plain = plain or not (word.startswith("--") or (found and found[-1].startswith("--")))
        found.append(word)
    return found
