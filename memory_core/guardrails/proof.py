"""The patterns of a rule, as written at `confirm`: read from JSON, and tried on their own examples.

{"forbid": ["requests", "/\\bsession\\.get\\(/"], "require": [{"each": "function", "name": "/_op$/"}],
 "scope": "src/**", "instead": "httpx", "reason": "...", "enforce": "ask", "counts": ["comments"],
 "stop": [{"file": "src/a.py", "text": "import requests"}], "pass": [{"file": "src/a.py", "text": "import httpx"}]}
"""

import os
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from memory_core import edges, redact
from memory_core.core.budget import clip
from memory_core.core.light import globs
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import Memory
from memory_core.core.scopes import scoped
from memory_core.guardrails import cache
from memory_core.guardrails.engine import Change
from memory_core.guardrails.file_format import EXAMPLES, FORBID, Section
from memory_core.guardrails.light import check
from memory_core.guardrails.light.added_lines import Lines
from memory_core.guardrails.light.check import (
    Rule,
    expression,
    forbidden,
    is_expression,
    is_matched,
    keeps_place,
    parsed,
    split,
)
from memory_core.guardrails.regex_timeout import KNOWN, Expressions

SHAPE: Final = (
    '{"forbid": [WORD or "/expression/"], "require": [{"each": KIND, "name" or "holds": "/expression/"}], "scope"?, '
    '"instead"?, "reason"?, "enforce"?, "stop": [{"file", "text"}, …], "pass": [{"file", "text"}, …]}'
)
LEAST: Final = 2  # examples of each sort that prove a rule
_PATTERNS: Final = ("forbid", "require", "counts")
_PLAIN: Final = ("scope", "instead", "reason", "enforce")
_LONG: Final = 4_000  # characters on which an expression is tried


def read(value: Mapping[str, Any], section: Section, root: str) -> dict[str, Any]:
    """The keys of an entry from a proof; `Refusal` with every fault and its place if the proof is invalid."""
    faults = [f"{place or 'it'} {what}" for place, what in edges.formats()("proof", value)]
    if faults:
        raise Refusal(f"the proof cannot be read: {'; '.join(faults[:10])}. Give {SHAPE}")
    item: dict[str, Any] = {key: value[key] for key in _PATTERNS if value.get(key)}
    for key in _PLAIN:
        if text := value.get(key):
            name = {"scope": section.scope, "reason": section.reason}.get(key, key)
            plain = scoped(text, os.path.realpath(root)) if key == "scope" else text
            item[name] = redact.clean(" ".join(plain.split()))
    if text := value.get("rule"):
        item[section.text] = redact.clean(" ".join(text.split()))
    examples = {sort: value[sort][:EXAMPLES] for sort in ("stop", "pass") if value.get(sort)}
    if examples:
        item["examples"] = redact.clean_within({"examples": examples})["examples"]
    return item


def rule_of(memory: Memory) -> Rule:
    """A guard rail as the hook reads it."""
    scope, name, _, rest = split(cache.line_of(memory))
    return parsed(scope, name, rest)


def faults(memory: Memory, *, least: int = LEAST) -> list[str]:
    """Why a rule is not proven; [] if every pattern works and every example has the expected result."""
    return list(unfit_patterns(memory)) or [*_unexampled(memory, least), *tried(memory)]


def _unexampled(memory: Memory, least: int) -> Iterator[str]:
    examples = memory.attrs.get("examples") or {}
    for sort, does in (("stop", "must be stopped"), ("pass", "must pass")):
        given = len(examples.get(sort, ()))
        if given < least:
            yield f'"{sort}" has {given} of {least} edits that {does}: {{"file": "src/x.py", "text": "…"}}'


def tried(memory: Memory) -> Iterator[str]:
    """What is wrong with each example of an entry, checked as an edit is."""
    checked = rule_of(memory)
    pieces = globs.parts(memory.scope.path)
    for sort, examples in sorted((memory.attrs.get("examples") or {}).items()):
        for at, example in enumerate(examples, 1):
            path = example["file"].removeprefix("./")
            name = f"{sort} example {at} ({clip(path, 80)})"
            covered = globs.parts_cover(pieces, path)
            looked = covered and not check.spares(pieces, path)
            hits = []
            if looked:
                change = Change(path, example.get("before", ""), example["text"], Expressions())
                hits = change.broken(checked).hits
            if sort == "pass" and hits:
                yield f"{name} is stopped: line {hits[0].number} {_matched(memory, hits[0].matched)}"
            elif sort == "stop" and not covered:
                yield f"{name} passes: {memory.scope.path} does not cover the file"
            elif sort == "stop" and not looked:
                yield f"{name} passes: a file for readers is looked at only where the scope names it"
            elif sort == "stop" and not hits:
                yield f"{name} passes: {_why_not(memory, path, example)}"


def _matched(memory: Memory, matched: str) -> str:
    return f'matches "{clip(matched, 80)}"' if matched else f"is an addition to {memory.scope.path}"


def _why_not(memory: Memory, path: str, example: Mapping[str, str]) -> str:
    """Why nothing in an example matches, if that can be told."""
    asked = memory._replace(attrs={**memory.attrs, "counts": ["comments", "text"]})
    change = Change(path, example.get("before", ""), example["text"], Expressions())
    if change.broken(rule_of(asked)).hits:
        return 'it matches only in a comment or a sentence; add "counts": ["comments", "text"] if these count too'
    if memory.attrs.get("require") and not forbidden(memory):
        return "nothing in it lacks what is required"
    return "nothing in it matches"


def unfit_patterns(memory: Memory) -> Iterator[str]:
    """The patterns that are none, or that take too long."""
    if not is_matched(memory) and not keeps_place(memory):
        yield 'it matches nothing: give "forbid" or "require", or "enforce" and the "scope" where nothing may be added'
    for text in patterns(memory):
        if len(text) > FORBID:
            yield f"{clip(text, 80)}: is longer than {FORBID} characters; split it"
        elif is_expression(text):
            yield from (f"{clip(text, 120)}: {what}" for what in unfit(text))


def patterns(memory: Memory) -> list[str]:
    """Every word and expression of a rule."""
    required = [
        each[key] for each in memory.attrs.get("require") or () for key in ("name", "holds", "unless") if key in each
    ]
    return [*forbidden(memory), *required]


def unfit(text: str) -> Iterator[str]:
    """Why an expression cannot be used: it does not compile, or takes longer than in proportion to a text."""
    pattern, case = expression(text)
    try:
        re.compile(pattern, re.MULTILINE | (0 if case else re.IGNORECASE))
    except (re.error, RecursionError, OverflowError) as error:
        yield f"is no regular expression ({error}); leave out the slashes to mean the words"
        return
    if KNOWN and not _is_linear(text, pattern):
        yield (
            "takes too long on some texts: a repetition within a repetition, such as (a+)+, or two that match the same "
            "next to each other; write it so that each part matches in one way only"
        )


def _is_linear(text: str, pattern: str) -> bool:
    """Whether an expression is fast on texts that repeat its own parts."""
    expressions = Expressions(each=0.03, most=3.0)
    lines = [Lines([(pump * _LONG)[:_LONG] + "\0"]) for pump in _pumps(pattern)]
    short = [Lines([(pump * _LONG)[: _LONG // 8] + "\0"]) for pump in _pumps(pattern)]
    for tried in ([*map(_broken_up, lines)], short):
        expressions.look([(text, tried)])
    return text not in expressions.failed and text not in expressions.late


def _broken_up(lines: Lines) -> Lines:
    """The same text in lines of ordinary length."""
    whole = lines.texts[0]
    return Lines([whole[at : at + 900] for at in range(0, len(whole), 900)])


def _pumps(pattern: str) -> list[str]:
    """Pieces of texts that an expression may match in many ways: its own letters and words, alone and in pairs."""
    plain = re.sub(r"\\[AbBdDsSwWZ]|\[\^?|\(\?[:=!<P]*", " ", pattern)
    words = list(dict.fromkeys(re.findall(r"\w+", plain)))[:8]
    letters = list(dict.fromkeys(re.sub(r"[\\^$*+?{}()|\[\]]", "", plain)))[:12]
    single = list(dict.fromkeys(["a", "0", " ", "\t", *letters, *words]))
    pairs = [first + second for first in single[:8] for second in single[:8] if first != second]
    return [*single, *pairs[:24]]


def needles(memory: Memory) -> list[str]:
    """The case-folded strings of which a text must contain one for a rule to match; "" is among them if any text may
    match.
    """
    return [
        cache.needle(text) if is_expression(text) else " ".join(text.casefold().split()) for text in forbidden(memory)
    ]
