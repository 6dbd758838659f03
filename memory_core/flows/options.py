"""What every verb takes: `--root`, `--json`, `--help`, and the client's words on standard input."""

import argparse
import json
import os
import re
import shlex
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from memory_core.domain.errors import Refusal
from memory_core.stores import places


class Parser(argparse.ArgumentParser):
    """The parser of one verb; the words of the client come in by `--args-stdin`, never on a shell line."""

    def __init__(self, verb: str, does: str) -> None:
        super().__init__(prog=f"memory-core {verb}", description=does, allow_abbrev=False)
        self.add_argument("--root", metavar="DIR", help="the project (default: the main worktree around this folder)")
        self.add_argument("--json", action="store_true", help="machine-readable output")
        self.add_argument("--args-stdin", action="store_true", help="take further arguments from standard input")

    def read(self, arguments: Sequence[str]) -> argparse.Namespace:
        """The parsed arguments, with `root` resolved to the project's folder.

        With `--args-stdin` the text on standard input is split as a shell would split it; where its
        quotes do not close, everything that is not a known option is taken word for word.
        """
        given = list(arguments)
        if "--args-stdin" in given:
            given += self._words(as_typed(sys.stdin.buffer.read().decode("utf-8", "replace")))
        options = self.parse_args(given)
        start = options.root or "."
        if options.root and not _is_folder(options.root):
            raise Refusal(f"--root {options.root}: there is no such folder; name the project's folder")
        options.here = os.path.realpath(start)  # in a linked worktree HEAD is another than in the main one
        options.root = places.project_root(start)
        return options

    def _words(self, text: str) -> list[str]:
        try:
            words = shlex.split(text)
        except ValueError:
            words = text.split()
        known = {option: action for action in self._actions for option in action.option_strings}
        options: list[str] = []
        plain: list[str] = []
        rest = iter(words)
        for word in rest:
            action = known.get(word.partition("=")[0])
            if action is None:
                plain.append(word)
            elif action.nargs == 0 or "=" in word:
                options.append(word)
            else:
                options += [word, *[value for value in [next(rest, None)] if value is not None]]
        return [*options, "--", *plain] if plain else options

    def error(self, message: str) -> NoReturn:
        """Leave with exit code 2 and one line that says what is wrong."""
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")


def _is_folder(path: str) -> bool:
    try:
        return os.path.isdir(path)
    except ValueError:  # a NUL in the path
        return False


def as_typed(text: str) -> str:
    """The words as the user typed them: the client writes `\\!` for each `!` that begins a word of a command."""
    return re.sub(r"(?<!\S)\\!", "!", text)


def emit(value: Any) -> None:
    """Print a value as JSON, readable and in the order it has."""
    print(json.dumps(value, ensure_ascii=False, indent=2))
