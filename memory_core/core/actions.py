"""Verbs whose first word picks an action: `iris add-constraint`, `jarvis memory gc`, `spec start`, `findings route`."""

import importlib
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from memory_core import data
from memory_core.core.light.errors import Usage
from memory_core.core.options import as_typed, spelling, split

_MEANT: Final = 3  # names that a mistyped one may stand for


class Action(NamedTuple):
    """An action: where its function lives, what it does, and how it is called."""

    module: str  # of memory_core, loaded when the action is used
    function: str  # (arguments) -> exit code
    does: str
    example: str


def of(verb: str) -> dict[str, Action]:
    """The actions of a verb by their names, as `data/actions.tsv` lists them."""
    found = {}
    for line in data.lines("actions.tsv"):
        its, name, place, does, example = line.split("\t")
        module, _, function = place.rpartition(".")
        if its == verb:
            found[name] = Action(module, function, does, example)
    return found


class Call(NamedTuple):
    """A verb's arguments, its action taken out."""

    name: str  # "" where none is named
    given: list[str]  # on the command line
    said: list[str]  # by the client, on standard input
    text: str = ""  # the same as it was typed

    @property
    def asks_for_help(self) -> bool:
        """Whether nothing but help is wanted."""
        return not self.name and bool({"-h", "--help"} & {*self.given, *self.said[:1]})


def taken(arguments: Sequence[str], space: str = "") -> Call:
    """The call, its action the first word of the command line, else of the client's words; `space` may stand before."""
    given = list(arguments)
    said: list[str] = []
    text = ""
    if "--args-stdin" in given:
        end = given.index("--") if "--" in given else len(given)
        text = as_typed(sys.stdin.buffer.read().decode("utf-8", "replace"))
        said = given[end + 1 :] + split(text)
        given = given[:end]
    name = _first(given, said)
    if space and name == space:
        name = _first(given, said)
    return Call(name, given, said, text)


def run(how: str, actions: Mapping[str, Action], call: Call, grouped: Callable[[list[str]], list[str]] = list) -> int:
    """The exit code of the action that a call names; `Usage`, naming what may be meant, where there is none such.

    `how` is how the verb is called; `grouped` puts the client's words together that are one value.
    """
    if call.name not in actions:
        raise unknown(call.name, {name: action.does for name, action in actions.items()}, how)
    module, function, *_ = actions[call.name]
    words = ["--", *grouped(call.said)] if call.said else []
    code: int = getattr(importlib.import_module(f"memory_core.{module}"), function)([*call.given, *words])
    return code


def unknown(name: str, does: Mapping[str, str], how: str) -> Usage:
    """What a word that is none of these names is answered with: those that it may stand for, by what they do too."""
    near = spelling().nearest(name, does)
    meant = [*dict.fromkeys((*near, *spelling().described(name, does)))][:_MEANT]
    asks = spelling().did_you_mean(meant, f"`{how} {{}}`") or f"there is: {', '.join(does)};"
    return Usage(f"{name[:80]!r} is nothing that `{how}` does; {asks} `{how} help` has an example of each")


def run_or_help(how: str, actions: Mapping[str, Action], arguments: Sequence[str]) -> int:
    """The exit code of the action that the arguments name, or of `help` where they name none; `Usage` as `run`."""
    call = taken(arguments)
    return run(how, actions, call if call.name else call._replace(name="help"))


def rows(actions: Mapping[str, Action], call: str) -> str:
    """Every action on a line, with an example of it."""
    return "\n".join(f"  {action.does:<50} {call} {action.example}" for action in actions.values())


def _first(given: list[str], said: list[str]) -> str:
    """The first word that is no option, taken out; "" where there is none."""
    at = 0
    while at < len(given):
        if given[at] == "--root":
            at += 1
        elif not given[at].startswith("-"):
            return given.pop(at)
        at += 1
    return said.pop(0) if said and not said[0].startswith("-") else ""
