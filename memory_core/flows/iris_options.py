"""The options of `memory-core iris`: which an action takes, what they say of an entry, which of them mends it."""

import argparse
import os
import re
from collections.abc import Collection, Mapping
from typing import Any, Final

from memory_core.domain.errors import Refusal
from memory_core.domain.guardrail_validation import FUTURE, faults, late, scoped
from memory_core.domain.guardrails import Section
from memory_core.domain.note import whole
from memory_core.flows import screening
from memory_core.flows.options import Parser

# Option to the keys that it may mean; each section has at most one of them.
KEYS: Final = {
    "reason": ("reason", "rejected_reason"),
    "scope": ("applies_to", "scope"),
    "adr": ("adr_reference",),
    "forbid": ("forbid",),
    "instead": ("instead",),
    "enforce": ("enforce",),
    "revisit_on": ("revisit_on",),
    "decided_on": ("created_on", "decided_on", "rejected_on", "detected_on"),
    "permanent": ("permanent",),
    "expires_on": ("expires_on",),
    "reconsider_when": ("reconsider_when",),
    "by": ("rejected_by",),
    "cycle": ("cycle", "iris_cycle"),
    "affects": ("affects",),
}
_FLAGS: Final[dict[str, tuple[tuple[str, ...], dict[str, Any]]]] = {
    "reason": (("--reason",), {"metavar": "T", "help": "why it is so"}),
    "scope": (
        ("--scope", "--applies-to"),
        {"metavar": "P", "action": "append", "help": "paths or globs, with commas (default: the whole project)"},
    ),
    "adr": (("--adr",), {"metavar": "REF", "help": "the decision record of a constraint"}),
    "forbid": (
        ("--forbid",),
        {"metavar": "X", "action": "append", "help": 'a word, or an /expression/, that no edit may add; "" for none'},
    ),
    "instead": (("--instead",), {"metavar": "T", "help": "what to do instead"}),
    "enforce": (("--enforce",), {"metavar": "HOW", "help": "remind, ask or deny"}),
    "force": (("--force",), {"action": "store_true", "help": "deny even what was added lately"}),
    "revisit_on": (("--revisit-on",), {"metavar": "DATE", "help": "when to look at an exception again"}),
    "decided_on": (("--decided-on",), {"metavar": "DATE", "help": "when it was decided (default: today)"}),
    "permanent": (("--permanent",), {"action": "store_true", "default": None, "help": "a rejection for good"}),
    "not_permanent": (
        ("--not-permanent",),
        {"dest": "permanent", "action": "store_false", "help": "a rejection that may end"},
    ),
    "expires_on": (("--expires-on",), {"metavar": "DATE", "help": "the last day of a rejection"}),
    "reconsider_when": (("--reconsider-when",), {"metavar": "T", "help": "what would change the answer"}),
    "by": (("--by",), {"metavar": "WHO", "help": "who rejected it: user or team"}),
    "cycle": (("--cycle",), {"metavar": "N", "help": "the cycle (default: the last that is named)"}),
    "affects": (("--affects",), {"metavar": "IDS", "action": "append", "help": "the entries that a change affects"}),
    "file": (("--file",), {"metavar": "F", "help": "the file of the edit (default: that which was stopped last)"}),
    "anew": (("--anew",), {"action": "store_true", "help": "keep it even where the same stands already"}),
    "yes": (("--yes",), {"action": "store_true", "help": "remove without asking"}),
}
_RULE: Final = ("reason", "scope", "forbid", "instead", "enforce", "force")
_TAKES: Final = {
    "add-constraint": (*_RULE, "adr", "decided_on", "anew"),
    "add-pattern": ("reason", "scope", "revisit_on", "decided_on", "cycle", "anew"),
    "reject": (
        *_RULE, "permanent", "not_permanent", "expires_on", "reconsider_when", "by", "decided_on", "cycle",
        "anew",
    ),
    "add-context": ("affects", "decided_on", "cycle", "anew"),
    "edit": tuple(name for name in _FLAGS if name not in ("file", "yes", "anew")),
    "remove": ("yes",),
    "allow": ("file",),
    "confirm": (*_RULE, "revisit_on", "permanent", "expires_on", "reconsider_when"),
}  # fmt: skip


def every() -> list[str]:
    """The options that some action takes."""
    return ["--root", "--json", "--args-stdin", *(flag for flags, _ in _FLAGS.values() for flag in flags), "--commits"]


def parser(action: str, does: str, words: str = "TEXT") -> Parser:
    """The parser of an action, with the options that mean something to it."""
    made = Parser(f"iris {action}", does, strict=True)
    made.add_argument("words", nargs="*", metavar=words)
    for name in _TAKES.get(action, ()):
        flags, how = _FLAGS[name]
        made.add_argument(*flags, **how)
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
    return " ".join(screening.clean(whole(text)).split())


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
    if option == "affects":
        return [name.strip().upper() for word in words for name in word.split(",") if name.strip()]
    if option == "scope":
        return scoped(", ".join(words), os.path.realpath(root))
    if option == "cycle":
        if not re.fullmatch(r"\d{1,6}", words[0], re.ASCII):
            raise Refusal(f"--cycle {words[0]}: must be a whole number")
        return int(words[0])
    return words[0].casefold() if option in ("enforce", "by") else words[0]
