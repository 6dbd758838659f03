"""`memory-core iris [ACTION]`: the guard rails. Its first word picks the action; nothing picks `show`."""

import importlib
from typing import Final

from memory_core.core import actions

ACTIONS: Final = actions.of("iris")
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
    options = ", ".join(importlib.import_module("memory_core.guardrails.entry_options").every())
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
