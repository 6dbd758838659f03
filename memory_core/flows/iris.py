"""`memory-core iris [ACTION]`: the guard rails. Its first word picks the action; nothing picks `show`."""

import importlib
import sys
from typing import Final

from memory_core.domain.errors import Refusal
from memory_core.flows.options import Parser, as_typed, split

# Named, not imported: an action's module loads when it is used.
ACTIONS: Final = {
    "show": ("iris_show", "show"),
    "add-constraint": ("iris_entries", "add_constraint"),
    "add-pattern": ("iris_entries", "add_pattern"),
    "reject": ("iris_entries", "reject"),
    "add-context": ("iris_entries", "add_context"),
    "edit": ("iris_entries", "edit"),
    "remove": ("iris_entries", "remove"),
    "confirm": ("iris_confirm", "confirm"),
    "ingest": ("iris_cycle", "ingest"),
    "review": ("iris_cycle", "review"),
    "ideate": ("iris_cycle", "ideate"),
    "spin": ("iris_cycle", "spin"),
    "audit": ("iris_audit", "main"),
}
_TEXTS: Final = ("--reason", "--instead", "--reconsider-when")


def main(arguments: list[str]) -> int:
    """The exit code of the action that is named, on the command line or by the client's words on standard input."""
    given = list(arguments)
    said: list[str] = []
    if "--args-stdin" in given:
        end = given.index("--") if "--" in given else len(given)
        said = given[end + 1 :] + split(as_typed(sys.stdin.buffer.read().decode("utf-8", "replace")))
        given = given[:end]
    at = _named(given)
    inside = at is None and bool(said) and not said[0].startswith("-")
    action = given.pop(at) if at is not None else said.pop(0) if inside else "show"
    if at is None and not inside and {"-h", "--help"} & {*given}:
        _explain()
    if action not in ACTIONS:
        raise Refusal(f"{action!r} is nothing that `iris` does; there is: {', '.join(ACTIONS)}")
    module, function = ACTIONS[action]
    words = ["--", *_grouped(said)] if said else []
    code: int = getattr(importlib.import_module(f"memory_core.flows.{module}"), function)([*given, *words])
    return code


def _explain() -> None:
    """Print what the actions that write take, and leave; each of the others explains itself."""
    does = f"The guard rails of the project. ACTION is one of {', '.join(ACTIONS)}; without one they are shown."
    parser: Parser = importlib.import_module("memory_core.flows.iris_entries").parser("[ACTION]", does)
    parser.epilog = "`audit` takes --commits N; `memory-core iris ACTION --help` tells what an action takes."
    parser.parse_args(["--help"])


def _named(given: list[str]) -> int | None:
    """Where the action stands on the command line, None where no word does."""
    at = 0
    while at < len(given):
        if given[at] == "--root":
            at += 1
        elif not given[at].startswith("-"):
            return at
        at += 1
    return None


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
