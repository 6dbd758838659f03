"""The options of `memory-core iris`: which an action takes, what they say of an entry, which of them mends it."""

import argparse
import os
import re
from collections.abc import Collection, Mapping
from typing import Any, Final, NamedTuple

from memory_core import data
from memory_core.core.budget import whole
from memory_core.core.light.errors import Refusal
from memory_core.core.options import Parser
from memory_core.guardrails.file_format import Section
from memory_core.guardrails.validation import FUTURE, faults, late, scoped
from memory_core.redact import second_opinion


class _Option(NamedTuple):
    """An option, as `data/iris_options.tsv` has it."""

    name: str
    others: str
    value: str
    keys: tuple[str, ...]
    actions: tuple[str, ...]
    says: str

    @property
    def flags(self) -> list[str]:
        """What is typed for it."""
        return [_flag(self.name), *filter(None, self.others.split(","))]

    def add_to(self, parser: Parser) -> None:
        """Let a parser take it."""
        if self.value:
            metavar, _, again = self.value.partition(" ")
            parser.add_argument(*self.flags, metavar=metavar, action="append" if again else "store", help=self.says)
        elif self.name.startswith(_NOT):
            parser.add_argument(*self.flags, dest=self.name.removeprefix(_NOT), action="store_false", help=self.says)
        else:
            parser.add_argument(*self.flags, default=None, action="store_true", help=self.says)


def _read() -> list[_Option]:
    rows = (row.split("\t") for row in data.lines("iris_options.tsv"))
    return [
        _Option(name, others, value, tuple(keys.split(",")) if keys else (), tuple(actions.split(",")), says)
        for name, others, value, keys, actions, says in rows
    ]


_NOT: Final = "not_"
_OPTIONS: Final = _read()
KEYS: Final = {one.name: one.keys for one in _OPTIONS if one.keys}


def every() -> list[str]:
    """The options that some action takes."""
    return ["--root", "--json", "--args-stdin", *(flag for one in _OPTIONS for flag in one.flags), "--commits"]


def parser(action: str, does: str, words: str = "TEXT") -> Parser:
    """The parser of an action, with the options that mean something to it."""
    made = Parser(f"iris {action}", does, strict=True)
    made.add_argument("words", nargs="*", metavar=words)
    for one in _OPTIONS:
        if action in one.actions:
            one.add_to(made)
    return made


def call(options: argparse.Namespace) -> str:
    """How its reader calls an action: typed in a session, or in a terminal."""
    return "/iris:memory" if options.args_stdin else "memory-core iris"


def given(options: argparse.Namespace, section: Section) -> dict[str, Any]:
    """What the options say, by the keys of the section; None for a key that is to go."""
    found: dict[str, Any] = {}
    for option, keys in KEYS.items():
        value = getattr(options, option, None)
        if value in (None, []):
            continue
        key = next((key for key in keys if key in section.keys), None)
        if key is None:
            article = "an" if section.kind[0] in "aeiou" else "a"
            raise Refusal(f"{_flag(option)} means nothing for {article} {section.kind}; leave it out")
        found[key] = _value(option, value, options.root)
    return found


def meant(section: Section) -> str:
    """The options that say something of an entry of that section."""
    return ", ".join(_flag(option) for option, keys in KEYS.items() if {*keys} & {*section.keys})


def refuse_faults(entry: Mapping[str, Any], section: Section, today: str, keys: Collection[str] = ()) -> None:
    """Raise `Refusal` where an entry cannot be written, with every fault by the option that mends it.

    With `keys`, only for what concerns these.
    """
    told = [f"{_named(key)} {what}" for key, what in faults(entry, section, keys)]
    dated = {key: value for key, value in entry.items() if not keys or key in keys}
    told += [FUTURE if key == "revisit_on" else f"{_named(key)} {what}" for key, what in late(dated, today)]
    if told:
        raise Refusal(told[0] if told == [FUTURE] else "; ".join([*told, "nothing was changed"]))


def line(text: str) -> str:
    """A text on one line, without secrets."""
    return " ".join(second_opinion.clean(whole(text)).split())


def _named(key: str) -> str:
    option = next((option for option, keys in KEYS.items() if key in keys), "")
    return _flag(option) if option else "the text"


def _flag(option: str) -> str:
    return f"--{option.replace('_', '-')}"


def _value(option: str, value: Any, root: str) -> Any:
    """The value of an option as the file holds it, None for what is to go."""
    if isinstance(value, bool):
        return value
    words = [line(one) for one in (value if isinstance(value, list) else [value])]
    if option == "forbid":  # where "none" is a word that code has
        return list(dict.fromkeys(filter(None, words))) or None
    if [word.casefold() for word in words] in (["none"], [""], ["null"]):
        return None
    if option in ("affects", "accepts"):
        return [name.strip().upper() for word in words for name in word.split(",") if name.strip()]
    if option == "scope":
        return scoped(", ".join(words), os.path.realpath(root))
    if option == "cycle":
        if not re.fullmatch(r"\d{1,6}", words[0], re.ASCII):
            raise Refusal(f"--cycle {words[0]}: must be a whole number")
        return int(words[0])
    lowered = words[0].casefold()
    return lowered if option == "enforce" or (option == "by" and lowered in ("user", "team")) else words[0]
