"""What was looked up: web pages and subagents' reports, as far as they state a hard fact; and what was installed."""

import re
from collections.abc import Iterator
from typing import Final

from memory_core.domain.extract import phrases, shell
from memory_core.domain.extract import text as texts
from memory_core.domain.extract.candidate import Candidate, State, propose
from memory_core.domain.turn import Turn

_FRAME: Final = 2_000  # characters of a report within which its own words begin
_VERSIONED: Final = r"(?:\bv?\d+\.\d+|\bPR #?\d|#\d{2,}|\bversion \d)"
_CHANGED: Final = (
    " resolved", " fixed", " introduced", " supported since", " deprecated", " removed in", " added in", " since v",
    " as of ", " starting with", " landed in", " requires ",
)  # fmt: skip
_ABSENT: Final = (
    "does not exist", "doesn't exist", "there is no ", "no dedicated ", "is not supported", "not supported",
    "never crash", "will not crash", "must be called", "must not ", "only exists", "gotcha", "important:",
    "not thread-safe", "is a no-op",
)  # fmt: skip
_ADDS: Final = frozenset(
    tuple(verb.split())
    for verb in (
        "npm install,npm i,npm add,pnpm add,yarn add,bun add,cargo add,uv add,poetry add,pdm add,go get,"
        "composer require,gem install,bundle add,pip install,dotnet add"
    ).split(",")
)
# A report that is JSON and no prose, the findings of a review for one: its strings are no sentences of a fact.
_DATA: Final = re.compile(r"(?:\A|The report follows:)\s*(?:```\w*\s*)?[\[{]\s*[\[\]{}\"]")
_TRANSIENT: Final = frozenset("pip setuptools wheel build twine requirements.txt . -r -e package".split())


def hear(turn: Turn, state: State) -> Iterator[Candidate]:
    """One fact of a fetched page, two of a report, the packages that a command added and what was said of them."""
    if turn.role == "assistant":
        state["said"] = [
            texts.clip(texts.one_line(said), 160) for said in texts.sentences(texts.one_line(turn.text))[:6]
        ]
    if turn.role != "result" or turn.failed:
        return
    if turn.tool == "WebFetch":
        yield from _facts(turn, "web", 1)
    elif turn.tool in ("Task", "Agent") and not _DATA.search(turn.text[:_FRAME]):
        yield from _facts(turn, "report", 2)
    elif turn.tool == "Bash":
        yield from _installed(turn, state)


def _facts(turn: Turn, rule: str, most: int) -> Iterator[Candidate]:
    found = 0
    for unit in texts.units(turn.text):
        said = texts.one_line(unit.text)
        padded = phrases.pad(said)
        wanted = phrases.has(padded, _ABSENT)
        if rule == "web":
            wanted = phrases.has(padded, _CHANGED) and bool(re.search(_VERSIONED, said))
        if (
            not wanted
            or not 25 <= len(said) <= 300
            or phrases.guesses(said)
            or said.endswith("?")
            or phrases.narrates(said)
        ):
            continue
        yield propose(turn, "learning", said, rule, 0.5 if rule == "web" else 0.45)
        found += 1
        if found == most:
            return


def _installed(turn: Turn, state: State) -> Iterator[Candidate]:
    command = turn.input.get("command")
    if not isinstance(command, str) or not any(f"{program} {verb}" in command for program, verb in _ADDS):
        return
    for step in shell.parse(command).steps:
        if step.words[:2] not in _ADDS:
            continue
        names = [
            word
            for word in step.words[2:]
            if re.fullmatch(r"@?[A-Za-z][\w./@:^~-]*(?:\[[\w,]+\])?(?:[=<>~!]=?[\w.*]+)?", word)
        ]
        names = [name for name in names if name.casefold() not in _TRANSIENT and not name.startswith("./")][:6]
        if names:
            dev = " (development)" if re.search(r"\s(?:-D|--save-dev|--dev|-d|--group dev)\b", step.text) else ""
            said = " ".join(said for said in state.get("said", []) if any(name in said for name in names))
            purpose = re.search(r" (?:for|to|because|since|so that) (?!now\b).{4,90}", said)
            why = f" —{purpose[0].rstrip(' .:!')}" if purpose else ""
            yield propose(
                turn.at_call(),
                "decision",
                f"Dependency added: {', '.join(names)}{dev}{why}",
                "dependency",
                0.5,
                quote=step.text,
            )
