"""The verbs, and the arguments that each takes: its own, `--root`, `--json`, `--help`, the client's words on stdin.

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

_OBJECT = 4_000_000  # bytes of a JSON object that is given
_PATIENCE = 5.0  # seconds in which what is handed over on standard input has to begin
_OURS = ("--root", "--args-stdin")  # a session has its project
_OPTION = re.compile(r"--[^\W_][\w-]*")
_CHOICE = re.compile(r"invalid choice: '([^']{1,80})' \(choose from ([^)]{1,400})\)")
_MISSING = "the following arguments are required:"
_APOSTROPHE = re.compile(r"(?<=[^\W\d_])'(?=[^\W\d_])")
_COMMANDS = {  # what a session types for a verb, where that is not /cs:memory VERB
    "context": "/cs:context",
    "iris": "/iris:memory",
    "jarvis": "/cs:memory",
    "recall": "/cs:recall",
    "remember": "/cs:remember",
}


def whole_number(text: str) -> int:
    """The number that an option gives; argparse prints the error for any other text."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no whole number; give one, as 50") from None


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
_KEPT = "\udc27"  # stands for an apostrophe while a text is split; no text that was decoded has it


class Verb(NamedTuple):
    """A verb, or an action of one: a row of `data/verbs.tsv`."""

    place: str  # module below memory_core, `:function` where it is not `main`; `=ACTION`: what is done without a word
    task: str  # of `cli.TASKS`; "inside": git or the client calls it
    words: str  # that stand behind it; of a verb with actions a word that may stand before the action
    marks: str  # strict, apart, program
    does: str
    example: str
    actions: dict[str, "Verb"]

    def load(self) -> Callable[[list[str]], Any]:
        """The function that takes the arguments and returns a `Report`."""
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
    """Help as wide as the terminal. The library's own asks `shutil`, which takes 6 ms to import, for each option."""

    def __init__(self, prog: str, **settings: Any) -> None:
        super().__init__(prog, **{"width": _columns() - 2, **settings})


def _columns() -> int:
    try:
        return int(os.environ.get("COLUMNS", "")) or os.get_terminal_size(1).columns
    except (AttributeError, ValueError, OSError):
        return 80


class Parser(argparse.ArgumentParser):
    """The parser of a verb, or of `VERB ACTION`; the client's words come in by `--args-stdin`, not from a shell."""

    def __init__(self, name: str, does: str = "", words: Words | None = None) -> None:
        """`does`: a description that says more than the table; `words`: makes of the client's words, and of their
        text where they come from standard input, those that count."""
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
        """Take the option, or the words, of a row of `data/options.tsv`."""
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
            given["default"] = []  # a list of its own
        if names[-1] in "*?":
            given["nargs"] = names[-1]
            given |= {"const": ""} if names[-1] == "?" and name[0] == "-" else {}
        elif name[0] == "-" and not (value or "choices" in given):
            given.setdefault("action", "store_true")
        self.add_argument(name, *others, **given)

    def read(
        self, arguments: Sequence[str], first: Callable[[argparse.Namespace], None] | None = None
    ) -> argparse.Namespace:
        """The parsed arguments, with `root` resolved to the project's folder; `first` runs before that.

        With `--args-stdin` the text on standard input, and what stands behind `--`, is words of the client: the text
        is split as a shell would split it, everything in it that is not a known option is taken word for word, and
        it names no other project.
        """
        given = list(arguments)
        if "--args-stdin" in given:
            end = given.index("--") if "--" in given else len(given)
            text = as_typed(sys.stdin.buffer.read().decode("utf-8", "replace"))
            words = given[end + 1 :] + split(text)
            given = given[:end] + self._sorted(self._words(words, text) if self._words else words)
        # Words may stand on both sides of an option; argparse mixes them only where nothing ends the options.
        options = self.parse_args(given) if "--" in given else self.parse_intermixed_args(given)
        start = options.root or "."
        if options.root and not _is_folder(options.root):
            raise Refusal(f"--root {options.root}: there is no such folder; name the project's folder")
        user = os.environ.get("JARVIS_ROOT") or "~"
        if not os.path.isabs(os.path.expanduser(user)):
            raise Refusal(f"JARVIS_ROOT is {user!r}, a relative path; unset it, or write an absolute path")
        options.here = os.path.realpath(start)  # in a linked worktree HEAD is another than in the main one
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
        """The options that a mistyped one may stand for, else all that there are."""
        names = [option for option in known if option.startswith("--")]
        return spelling().did_you_mean(spelling().nearest(name, names)) or f"there is {', '.join(names)}."

    def error(self, message: str) -> NoReturn:
        """Leave with exit code 2 and one line that says what is wrong, and what was meant."""
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
    """The module that knows which names a mistyped word may stand for; loaded where a word is wrong."""
    return importlib.import_module("memory_core.language.spelling")


def _is_folder(path: str) -> bool:
    try:
        return os.path.isdir(path)
    except ValueError:  # a NUL in the path
        return False


def split(text: str) -> list[str]:
    """The words of a text as a shell would split it, at white space only where its quotes do not close.

    An apostrophe between two letters, as in "don't", opens and closes nothing.
    """
    try:
        return [word.replace(_KEPT, "'") for word in shlex.split(_APOSTROPHE.sub(_KEPT, text))]
    except ValueError:
        return text.split()


def as_typed(text: str) -> str:
    """The words as the user typed them: the client writes `\\!` for each `!` that begins a word of a command."""
    return re.sub(r"(?<!\S)\\!", "!", text)


def input_bytes(options: argparse.Namespace, flag: str, name: str, most: int) -> bytes:
    """The first `most` bytes of the file that an option names; `-` is standard input.

    `Refusal` where it cannot be read, and in a session where it is no file of the project: there the words may be a
    model's, and the permission they have is for this verb.
    """
    if name == "-" and options.args_stdin:
        raise Refusal(f"{flag} - and --args-stdin both read standard input; give a file")
    if options.args_stdin and not places.leads_inside(options.root, name):
        raise Refusal(f"{flag} {name}: in a session only a file of the project can be given")
    path = os.path.abspath(name)
    if not (options.args_stdin or path.startswith(os.path.join(options.root, ""))):
        path = os.path.realpath(path)  # a person's own links are followed, those of the project are not
    raw = sys.stdin.buffer.read(most) if name == "-" else files.read_bytes(path, most)
    if raw is None:
        raise Refusal(f"{flag} {name}: there is no such file that can be read")
    return raw


def input_object(options: argparse.Namespace, flag: str, name: str, example: str) -> dict[str, Any]:
    """The JSON object in the file that an option names; `Refusal`, with the example, where it holds none."""
    return object_of(input_bytes(options, flag, name, _OBJECT + 1), f"{flag} {name}", example)


def object_of(raw: bytes, place: str, example: str) -> dict[str, Any]:
    """The JSON object that was given in that place; `Refusal`, with the example, where it is none."""
    try:
        value = json.loads(raw.decode("utf-8-sig")) if len(raw) <= _OBJECT else None
    except (ValueError, RecursionError) as error:
        raise Refusal(f"{place}: this is not valid JSON ({error}); give {example}. Nothing was kept") from error
    if not isinstance(value, dict):
        raise Refusal(f"{place}: give one object, {example}. Nothing was kept")
    return value


def piped(options: argparse.Namespace) -> bytes:
    """What another program hands over on standard input; b"" where that is a terminal, or nothing comes for a while."""
    if options.args_stdin or sys.stdin is None or sys.stdin.isatty():
        return b""
    try:
        if not select.select([sys.stdin], [], [], _PATIENCE)[0]:
            return b""
    except (OSError, ValueError):  # it is no pipe and no file that a system could wait for
        pass
    return sys.stdin.buffer.read(_OBJECT + 1)


def parsed(name: str, arguments: Sequence[str]) -> argparse.Namespace:
    """What `Parser.read` makes of the arguments of a verb, or of `VERB ACTION`."""
    return Parser(name).read(arguments)


def call(options: argparse.Namespace, verb: str) -> str:
    """How the reader of an answer calls a verb: in a session, or in a terminal."""
    if options.args_stdin:
        return _COMMANDS.get(verb) or f"/cs:memory {verb}"
    return "jarvis memory" if verb == "jarvis" else f"memory-core {verb}"
