"""The verbs and their arguments: their own options, `--root`, `--json`, `--help`, and words of the client on stdin.

`data/verbs.tsv` lists verbs and actions, `data/options.tsv` the options of each.
"""

import argparse
import importlib
import json
import os
import re
import select
import shlex
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, NoReturn

from memory_core import data, redact
from memory_core.core.light import drain, files, places
from memory_core.core.light.errors import Refusal, Usage

_OBJECT = 4_000_000  # bytes of a JSON object in the input
_PATIENCE = 5.0  # seconds until input on standard input has to begin
_OURS = ("--root", "--args-stdin")  # options that a session does not type: its project is known
_OPTION = re.compile(r"--[^\W_][\w-]*")
_CHOICE = re.compile(r"invalid choice: '([^']{1,80})' \(choose from ([^)]{1,400})\)")
_MISSING = "the following arguments are required:"
_APOSTROPHE = re.compile(r"(?<=[^\W\d_])'(?=[^\W\d_])")
_COMMANDS = {  # slash commands of the client, for verbs that are not `/cs:memory VERB`
    "context": "/cs:context",
    "iris": "/iris:memory",
    "jarvis": "/cs:memory",
    "recall": "/cs:recall",
    "remember": "/cs:remember",
}


def whole_number(text: str) -> int:
    """The number that an option gives; argparse prints the error for other text."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number; give one, such as 50") from None


_SETTINGS: dict[str, dict[str, Any]] = {
    "...": {"action": "append"},
    "[]": {"action": "append", "default": []},
    '""': {"default": ""},
    "int": {"type": whole_number},
    "!": {"required": True},
    "none": {"default": None},
    "no": {"action": "store_false"},
    "hidden": {"help": argparse.SUPPRESS},
}
Words = Callable[[list[str], str], list[str]]
_KEPT = "\udc27"  # placeholder for an apostrophe while a text is split; decoded text never has it


class Verb(NamedTuple):
    """A verb, or an action of a verb: a row of `data/verbs.tsv`."""

    place: str  # module below memory_core, with `:function` if that is not `main`; `=ACTION`: the default action
    task: str  # a task of `cli.TASKS`; "inside": called by git or the client
    words: str  # the arguments, for the help; of a verb with actions, a word that may come before the action
    marks: str  # strict, apart, program
    does: str
    example: str
    actions: dict[str, "Verb"]

    def load(self) -> Callable[[list[str]], Any]:
        """The function of the verb, from arguments to a `Report`."""
        module, _, function = self.place.partition(":")
        main: Callable[[list[str]], Any] = getattr(importlib.import_module(f"memory_core.{module}"), function or "main")
        return main


def _read_verbs() -> dict[str, Verb]:
    verbs: dict[str, Verb] = {}
    for line in data.lines("verbs.tsv"):
        verb, action, *row = line.split("\t")
        place, task, words, marks, does, example = row
        rows = verbs[verb].actions if action else verbs
        rows[action or verb] = Verb(place, task, words, marks, does, example, {})
    return verbs


VERBS = _read_verbs()


class _Help(argparse.HelpFormatter):
    """Help as wide as the terminal. argparse itself imports `shutil` for each option, which takes 6 ms."""

    def __init__(self, prog: str, **settings: Any) -> None:
        super().__init__(prog, **{"width": _columns() - 2, **settings})


def _columns() -> int:
    try:
        return int(os.environ.get("COLUMNS", "")) or os.get_terminal_size(1).columns
    except (AttributeError, ValueError, OSError):
        return 80


class Parser(argparse.ArgumentParser):
    """The parser of a verb, or of `VERB ACTION`. Words of the client come with `--args-stdin`, not through a shell."""

    def __init__(self, name: str, does: str = "", words: Words | None = None) -> None:
        """`does`: a description that replaces that of the table.

        `words`: a function that selects the words that count, from the client's words and, if they came on standard
        input, their text.
        """
        verb, _, action = name.partition(" ")
        row = VERBS[verb].actions[action] if action else VERBS[verb]
        path = f"{verb} {VERBS[verb].words} {action}".replace("  ", " ") if action else verb
        does = does or f"{row.does[:1].upper()}{row.does[1:]}."
        super().__init__(prog=f"memory-core {path}", description=does, allow_abbrev=False, formatter_class=_Help)
        self._marks, self._words = row.marks.split(), words
        self.add_argument("--root", metavar="DIR", help="the project (default: the main worktree around this folder)")
        self.add_argument("--json", action="store_true", help="machine-readable output")
        self.add_argument("--args-stdin", action="store_true", help="take further arguments from standard input")
        for line in data.lines("options.tsv"):
            verbs, *option = line.split("\t")
            if name in verbs.split(","):
                self._add(*option)

    def _add(self, names: str, value: str, settings: str, says: str) -> None:
        """Add the option, or the positional words, of a row of `data/options.tsv`."""
        name, *others = names.rstrip("*?").split(",")
        given: dict[str, Any] = {"help": says or None, **({"metavar": value} if value else {})}
        for mark in settings.split():
            if mark[0] == ">":
                given["dest"] = mark[1:]
            elif mark[0] == "=":
                given["default"] = int(mark[1:]) if "type" in given else mark[1:]
            elif "|" in mark:
                given["choices"] = mark.split("|")
            else:
                given |= _SETTINGS[mark]
        if given.get("default") == []:
            given["default"] = []  # a new list for each parser
        if names[-1] in "*?":
            given["nargs"] = names[-1]
            given |= {"const": ""} if names[-1] == "?" and name[0] == "-" else {}
        elif name[0] == "-" and not (value or "choices" in given):
            given.setdefault("action", "store_true")
        self.add_argument(name, *others, **given)

    def read(
        self, arguments: Sequence[str], first: Callable[[argparse.Namespace], None] | None = None
    ) -> argparse.Namespace:
        """Parse the arguments; `root` becomes the folder of the project. `first` runs before that.

        With `--args-stdin`, the text on standard input and everything after `--` are words of the client. The text is
        split as a shell splits it. Unknown options in it are words, and `--root` is not allowed.
        """
        given = list(arguments)
        if "--args-stdin" in given:
            end = given.index("--") if "--" in given else len(given)
            text = as_typed(sys.stdin.buffer.read().decode("utf-8", "replace"))
            words = given[end + 1 :] + split(text)
            given = given[:end] + self._sorted(self._words(words, text) if self._words else words)
        # Words may be on both sides of an option; argparse allows that only for intermixed arguments.
        options = self.parse_args(given) if "--" in given else self.parse_intermixed_args(given)
        start = options.root or "."
        if options.root and not _is_folder(options.root):
            raise Refusal(f"--root {options.root}: this folder does not exist; name the project's folder")
        user = os.environ.get("JARVIS_ROOT") or "~"
        if not os.path.isabs(os.path.expanduser(user)):
            raise Refusal(f"JARVIS_ROOT is {user!r}, a relative path; unset it, or write an absolute path")
        options.here = os.path.realpath(start)  # in a linked worktree HEAD differs from that of the main worktree
        options.root_given = bool(options.root)
        if first:
            first(options)
        options.root = places.project_root(start)
        if several := getattr(options, "alternatives", None):
            parts = several[0].split(",") if len(several) == 1 else several
            options.alternative += [part.strip() for part in parts if part.strip()]
        if "apart" not in self._marks:
            drain.catch_up(options.root)
        return options

    def _sorted(self, words: Sequence[str]) -> list[str]:
        known = {option: action for action in self._actions for option in action.option_strings}
        known = {option: action for option, action in known.items() if option not in _OURS}
        options: list[str] = []
        plain: list[str] = []
        rest = iter(words)
        for word in rest:
            name = word.partition("=")[0]
            action = known.get(name)
            if action is None:
                if "strict" in self._marks and _OPTION.fullmatch(name):
                    verb = self.prog.removeprefix("memory-core ")
                    raise Usage(
                        f"{name} is not an option of `{verb}`; {self._near(name, known)} Put words that begin "
                        "with a dash in quotes, together with the words around them. Nothing was changed"
                    )
                plain.append(word)
            elif action.nargs == 0 or "=" in word:
                options.append(word)
            else:
                value = next(rest, None)
                options.append(word if value is None else f"{word}={value}")  # a value may begin with a dash
        return [*options, "--", *plain] if plain else options

    def _near(self, name: str, known: Iterable[str]) -> str:
        """Suggestions for a mistyped option, or else all options."""
        names = [option for option in known if option.startswith("--")]
        return spelling().did_you_mean(spelling().nearest(name, names)) or f"there is {', '.join(names)}."

    def error(self, message: str) -> NoReturn:
        """Exit with code 2 and one line that names the error and suggests a correction."""
        unknown = message.partition("unrecognized arguments: ")[2].partition(" ")[0].partition("=")[0]
        choice = _CHOICE.search(message)
        if _OPTION.fullmatch(unknown):
            message = f"{message}; {self._near(unknown, self._option_string_actions)}"
        elif choice:
            asks = spelling().did_you_mean(spelling().nearest(choice[1], re.findall(r"[\w-]+", choice[2])))
            message = f"{message}; {asks}" if asks else message
        elif message.startswith(_MISSING):
            words = message.removeprefix(_MISSING).split()
            named = " ".join(word if word[:1] == "-" else word.upper() for word in words)
            message = f"say which: `{self.prog} {named}`"
        message = redact.neutral(redact.clean(message))
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n".replace("?;", "?"))


def spelling() -> Any:
    """The module that suggests names for a mistyped word; imported only for errors."""
    return importlib.import_module("memory_core.language.spelling")


def _is_folder(path: str) -> bool:
    try:
        return os.path.isdir(path)
    except ValueError:  # the path contains NUL
        return False


def split(text: str) -> list[str]:
    """Split a text into words as a shell does; at white space only if its quotes do not match.

    An apostrophe between two letters, as in "don't", is not a quote.
    """
    try:
        return [word.replace(_KEPT, "'") for word in shlex.split(_APOSTROPHE.sub(_KEPT, text))]
    except ValueError:
        return text.split()


def as_typed(text: str) -> str:
    """The words as the user typed them. The client writes `\\!` for each `!` at the beginning of a word."""
    return re.sub(r"(?<!\S)\\!", "!", text)


def input_bytes(options: argparse.Namespace, flag: str, name: str, most: int) -> bytes:
    """The first `most` bytes of the file that an option names; `-` is standard input.

    Raise `Refusal` if the file cannot be read. In a session it must be a file of the project, because the words may
    come from a model, which has permission for the verb only.
    """
    if name == "-" and options.args_stdin:
        raise Refusal(f"`{flag} -` and `--args-stdin` both read standard input; give a file")
    if options.args_stdin and not places.leads_inside(options.root, name):
        raise Refusal(f"{flag} {name}: in a session only a file of the project can be given")
    path = os.path.abspath(name)
    if not (options.args_stdin or path.startswith(os.path.join(options.root, ""))):
        path = os.path.realpath(path)  # links of the user are followed, links of the project are not
    raw = sys.stdin.buffer.read(most) if name == "-" else files.read_bytes(path, most)
    if raw is None:
        raise Refusal(f"{flag} {name}: this file does not exist or cannot be read")
    return raw


def input_object(options: argparse.Namespace, flag: str, name: str, example: str) -> dict[str, Any]:
    """The JSON object in the file that an option names. Raise `Refusal`, with the example, if it is not an object."""
    return object_of(input_bytes(options, flag, name, _OBJECT + 1), f"{flag} {name}", example)


def object_of(raw: bytes, place: str, example: str) -> dict[str, Any]:
    """The JSON object in these bytes. Raise `Refusal`, with the place and the example, if it is not an object."""
    try:
        value = json.loads(raw.decode("utf-8-sig")) if len(raw) <= _OBJECT else None
    except (ValueError, RecursionError) as error:
        raise Refusal(f"{place}: this is not valid JSON ({error}); give {example}. Nothing was kept") from error
    if not isinstance(value, dict):
        raise Refusal(f"{place}: give one JSON object, such as {example}. Nothing was kept")
    return value


def piped(options: argparse.Namespace) -> bytes:
    """The data that another program pipes into standard input; b"" on a terminal, or if nothing comes in time."""
    if options.args_stdin or sys.stdin is None or sys.stdin.isatty():
        return b""
    try:
        if not select.select([sys.stdin], [], [], _PATIENCE)[0]:
            return b""
    except (OSError, ValueError):  # `select` does not support this input
        pass
    return sys.stdin.buffer.read(_OBJECT + 1)


def parsed(name: str, arguments: Sequence[str]) -> argparse.Namespace:
    """The parsed arguments of a verb, or of `VERB ACTION`; see `Parser.read`."""
    return Parser(name).read(arguments)


def call(options: argparse.Namespace, verb: str) -> str:
    """The command that runs a verb, as the reader types it in a session or in a terminal."""
    if options.args_stdin:
        return _COMMANDS.get(verb) or f"/cs:memory {verb}"
    return "jarvis memory" if verb == "jarvis" else f"memory-core {verb}"
