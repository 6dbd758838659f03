"""The options of `memory-core iris`: which actions take them, the fields that they set, and which repair an entry."""

import argparse
import os
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from memory_core.core.budget import whole
from memory_core.core.light.errors import Refusal
from memory_core.core.options import Parser
from memory_core.core.options import call as options_call
from memory_core.core.scopes import scoped
from memory_core.guardrails.file_format import Section
from memory_core.guardrails.validation import FUTURE, faults, late
from memory_core.redact import second_opinion

KEYS: Final = {  # of an entry, that an option may mean; each section has at most one of them
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
    "by": ("rejected_by", "accepted_by"),
    "cycle": ("cycle", "iris_cycle"),
    "accepts": ("accepts",),
    "affects": ("affects",),
}
_TEXTS: Final = ("--reason", "--instead", "--reconsider-when")


def parse(action: str, arguments: Sequence[str]) -> argparse.Namespace:
    """The options of an action."""
    return Parser(f"iris {action}", words=_grouped).read(arguments)


def call(options: argparse.Namespace) -> str:
    """How the reader of an answer calls an action: in a session, or in a terminal."""
    return options_call(options, "iris")


def _grouped(words: list[str], _: str) -> list[str]:
    """The client's words; a reason that was typed without quotes is one word, up to the next option."""
    grouped: list[str] = []
    plain = False
    for word in words:
        behind = len(grouped) > 1 and grouped[-2] in _TEXTS
        if plain and behind and not word.startswith("--"):
            grouped[-1] = f"{grouped[-1]} {word}"
            continue
        plain = plain or not (word.startswith("--") or (grouped and grouped[-1].startswith("--")))
        grouped.append(word)
    return grouped


def given(options: argparse.Namespace, section: Section) -> dict[str, Any]:
    """The values of the options, by the keys of the section; None for a key to be removed."""
    result: dict[str, Any] = {}
    for option, keys in KEYS.items():
        value = getattr(options, option, None)
        if value in (None, []):
            continue
        key = next((key for key in keys if key in section.keys), None)
        if key is None:
            article = "an" if section.kind[0] in "aeiou" else "a"
            raise Refusal(f"{_flag(option)} does not apply to {article} {section.kind}; leave it out")
        result[key] = _value(option, value, options.root)
    return result


def meant(section: Section) -> str:
    """The options that apply to an entry of that section."""
    return ", ".join(_flag(option) for option, keys in KEYS.items() if {*keys} & {*section.keys})


def refuse_faults(entry: Mapping[str, Any], section: Section, today: str, keys: Collection[str] = ()) -> None:
    """Raise `Refusal` if an entry cannot be written, with every fault by the option that mends it.

    With `keys`, only for what concerns these.
    """
    lines = [f"{_named(key)} {what}" for key, what in faults(entry, section, keys)]
    dated = {key: value for key, value in entry.items() if not keys or key in keys}
    lines += [FUTURE if key == "revisit_on" else f"{_named(key)} {what}" for key, what in late(dated, today)]
    if lines:
        raise Refusal(lines[0] if lines == [FUTURE] else "; ".join([*lines, "nothing was changed"]))


def line(text: str) -> str:
    """A text on one line, without secrets."""
    return " ".join(second_opinion.clean(whole(text)).split())


def _named(key: str) -> str:
    option = next((option for option, keys in KEYS.items() if key in keys), "")
    return _flag(option) if option else "the text"


def _flag(option: str) -> str:
    return f"--{option.replace('_', '-')}"


def _value(option: str, value: Any, root: str) -> Any:
    """The value of an option as the file holds it; None for a value to be removed."""
    if isinstance(value, bool):
        return value
    words = [line(each) for each in (value if isinstance(value, list) else [value])]
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
