"""Extends a rule beyond its word: the packages of a product, and patterns for rules that name no package.

`--forbid redux` also stops `@reduxjs/toolkit` and `react-redux`. `data/lexicon.brought.txt` lists them; the additions
are shown and written into the entry, so that a reader of `IRIS_MEMORY.json` sees everything that is searched.
"""

import json
import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final

from memory_core import data
from memory_core.guardrails.light.check import is_expression

_WORDS: Final = re.compile(r"`[^`]{1,40}`|:latest\b|[\w'’]+(?:\.\w+)*|\*")
_NEGATIVE: Final = re.compile(
    r"\b(?:no|not|never|don'?t|stop|avoid|without|forbidden|banned|only|always|must|every|each|are)\b"
)


@cache
def _brought() -> dict[str, list[str]]:
    return data.table("lexicon.brought.txt")


@cache
def _rules() -> list[dict[str, Any]]:
    return [json.loads(line) for line in data.lines("lexicon.rules.txt")]


def packages(name: str) -> list[str]:
    """The packages that include a product, without its own name; [] if none is known."""
    return [each for each in _brought().get(name.casefold(), ()) if each.casefold() != name.casefold()]


def more(forbid: Sequence[str]) -> list[str]:
    """The texts of `forbid` that the words of `forbid` imply, without those that it already has."""
    known = {text.casefold() for text in forbid}
    brought = [each for text in forbid if not is_expression(text) for each in packages(text)]
    return [text for text in dict.fromkeys(brought) if text.casefold() not in known]


def suggested(sentence: str) -> dict[str, Any]:
    """The patterns of the rule that a sentence states, the surest first; {} if none is known.

    Keys as in an entry: `forbid`, `require`, `counts`, and `scope`.
    """
    words = f" {' '.join(_WORDS.findall(sentence.casefold()))} "
    if not _NEGATIVE.search(words):
        return {}
    for entry in _rules():
        if any(_says(saying, words) for saying in entry["says"]):
            return _patterns(entry)
    return {}


def _says(saying: str, words: str) -> bool:
    return all(f" {part} " in words or f" {part}s " in words or f" `{part}` " in words for part in saying.split("+"))


def _patterns(entry: dict[str, Any]) -> dict[str, Any]:
    patterns: dict[str, Any] = {key: entry[key] for key in ("forbid", "require", "scope", "counts") if key in entry}
    if families := entry.get("things"):
        patterns["forbid"] = [*_things(families), *patterns.get("forbid", ())]
    return patterns


def _things(families: Iterable[str]) -> list[str]:
    """All that brings in a thing of these families."""
    names = [name for family in families for name in _brought().get(f"@{family}", ())]
    return list(dict.fromkeys(each for name in names for each in (name, *packages(name))))
