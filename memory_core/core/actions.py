"""Verbs that have actions: `iris add-constraint`, `jarvis memory gc`, `spec start`, `findings route`."""

import argparse
import sys
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from memory_core import data
from memory_core.core.light.errors import Usage
from memory_core.core.options import VERBS, Verb, as_typed, call, spelling, split
from memory_core.core.report import Report

_MEANT: Final = 3  # names that are suggested for a mistyped name
_HELP: Final = Verb("", "", "", "", "every action, with an example", "help", {})


class Call(NamedTuple):
    """The name of the action and the other arguments of a verb."""

    name: str  # "" if no action is named
    given: list[str]  # arguments of the command line
    words: list[str]  # arguments that the client passes as text
    for_client: bool

    @property
    def asks_for_help(self) -> bool:
        """Whether the call has no action and asks for help."""
        return not self.name and bool({"-h", "--help"} & {*self.given, *self.words[:1]})

    @property
    def options(self) -> argparse.Namespace:
        """The options that a `Report` needs."""
        return argparse.Namespace(json=False, args_stdin=self.for_client)


def taken(arguments: Sequence[str], space: str = "") -> Call:
    """Split the arguments of a verb into the name of its action and the rest.

    The action is the first word of the command line, or else the first word of the client. The word `space` before it
    is skipped. If the command line names the action, standard input is not read.
    """
    given, words, for_client = list(arguments), [], "--args-stdin" in arguments
    if for_client:
        end = given.index("--") if "--" in given else len(given)
        words, given = given[end + 1 :], given[:end]
    name = _first(given)
    if space and name == space:
        name = _first(given)
    if not name and for_client:
        words += split(as_typed(sys.stdin.buffer.read().decode("utf-8", "replace")))
        if space and words[:1] == [space]:
            del words[0]
        name = words.pop(0) if words and not words[0].startswith("-") else ""
    return Call(name, given, words, for_client)


def run(verb: str, arguments: Sequence[str]) -> Report:
    """Run the action that the arguments name. Raise `Usage`, with suggestions, if there is no such action."""
    row = VERBS[verb]
    asked = taken(arguments, row.words)
    name = asked.name or ("help" if asked.asks_for_help else row.place.removeprefix("="))
    if name == "help":
        return Report(asked.options, text=explained(verb, asked.options), is_ready=True)
    if name not in row.actions:
        if row.words and spelling().nearest(name, [row.words], least=spelling().SURE):
            rest = " ".join([row.words, *asked.given, *asked.words])
            asks = spelling().did_you_mean([rest], f"`memory-core {verb} {{}}`")
            raise Usage(f"{name[:80]!r} is not an action of `memory-core {verb}`: {asks}")
        does = {action: about.does for action, about in (row.actions | {"help": _HELP}).items()}
        raise unknown(name, does, call(asked.options, verb) if verb in ("iris", "jarvis") else f"memory-core {verb}")
    report: Report = row.actions[name].load()([*asked.given, *(["--", *asked.words] if asked.words else [])])
    return report


def unknown(name: str, does: Mapping[str, str], how: str) -> Usage:
    """The error for an unknown name, with the names that are spelled or described alike."""
    near = spelling().nearest(name, does)
    meant = [*dict.fromkeys((*near, *spelling().described(name, does)))][:_MEANT]
    asks = spelling().did_you_mean(meant, f"`{how} {{}}`") or f"there is: {', '.join(does)};"
    return Usage(f"{name[:80]!r} is not an action of `{how}`; {asks} `{how} help` has an example of each")


def explained(verb: str, options: argparse.Namespace) -> str:
    """The help text of a verb: each action with an example, and the options of all actions."""
    row = VERBS[verb]
    path = f"memory-core {verb} {row.words}".rstrip()
    how = call(options, verb) if verb in ("iris", "jarvis") else path
    shown = [action for action in row.actions.values() if not (options.args_stdin and "program" in action.marks)]
    rows = [line.split("\t") for line in data.lines("options.tsv") if f",{verb} " in f",{line}"]
    names = ["--root,--json,--args-stdin", *(row[1].rstrip("*?") for row in rows)]
    flags = dict.fromkeys(flag for name in names for flag in name.split(",") if flag.startswith("--"))
    return "\n".join(
        [
            f"usage: {how} [ACTION] [--root DIR] [--json]",
            "",
            f"{row.does[:1].upper()}{row.does[1:]}.",
            "",
            *(f"  {action.does:<50} {how} {action.example}" for action in (*shown, _HELP)),
            "",
            f"Options, each where it means something (`{path} ACTION --help`): {', '.join(flags)}",
        ]
    )


def _first(given: list[str]) -> str:
    """Remove the first word that is not an option, and return it; "" if there is none."""
    at = 0
    while at < len(given):
        if given[at] == "--root":
            at += 1
        elif not given[at].startswith("-"):
            return given.pop(at)
        at += 1
    return ""
