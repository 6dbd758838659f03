"""Compaction summaries: the model's own account of errors, choices and rules, just before it forgets them."""

import re
from collections.abc import Iterator
from typing import Final

from memory_core.domain.extract import claims, cues, people, phrases
from memory_core.domain.extract import text as texts
from memory_core.domain.extract.candidate import Candidate, propose
from memory_core.domain.turn import Turn

_ERRORS: Final = ("error", "fix", "problem and", "issues encountered", "fehler")
_SOLVING: Final = ("problem solving", "decision", "architecture", "approach", "design", "entscheidung")
_CONCEPTS: Final = (
    "technical concept",
    "key concept",
    "convention",
    "constraint",
    "key technical",
    "rules",
    "learned",
    "learnings",
)
_USERS: Final = ("all user messages", "user messages", "user feedback", "user preferences")
_STALE: Final = (
    "successfully ", "currently ", "current:", "still ", "expected", "in progress", "next", "pending", "now gets",
    "verified ", "all tests", "ongoing",
)  # fmt: skip
_RULED: Final = (
    "must ", "never ", "always ", "gitignored", "force-add", "requires ", "only ", "not allowed", "do not", "don't",
    "forbidden", "required",
)  # fmt: skip
_STALE_SECTIONS: Final = ("current", "pending", "next", "todo", "remaining", "files and", "primary request")
_SECTION: Final = r"^(?:(\d{1,2})[.)]\s+|#{1,4}\s+|\*\*)\**\s*([A-Z][^\n:]{2,70}?)\s*\**:?\**\s*$"
_LABEL: Final = (
    r"(?i)"
    r"^(?:error|issue|problem|bug|failure)\s*\d*:\s+"
)
_CODE: Final = r"`[^`]*`"
_FIXED: Final = (
    "fixed by ", "fix: ", "fix was to ", "solution: ", "resolved by ", "solved by ", "fixed: ", "resolution: ", "→ ",
    "-> ", "fixed with ", "fix - ",
)  # fmt: skip
_CAUSED: Final = ("cause: ", "root cause: ", "reason: ", "error: ", "issue: ", "problem: ")


def hear(turn: Turn) -> Iterator[Candidate]:
    """The sections on errors, problem solving and concepts; never what was current, pending or next."""
    text = turn.text
    start = text.find("\nSummary:")
    for name, body in _sections(text[start + 1 :] if start >= 0 else text):
        if phrases.has(name, _STALE_SECTIONS):
            continue
        units = list(texts.units(body))
        if phrases.has(name, _USERS):
            for unit in units:
                yield from people.preferences(turn, unit.text.strip("\"“”' "))
        elif phrases.has(name, _SOLVING):
            yield from _decisions(turn, units)
        elif phrases.has(name, _ERRORS):
            yield from _errors(turn, units)
        elif phrases.has(name, _CONCEPTS):
            yield from _rules(turn, units)


def _sections(text: str) -> Iterator[tuple[str, str]]:
    """Heading and body of every section: a numbered or marked line at the margin begins one."""
    heading, number = "", 0
    rows: list[str] = []
    for row in text.split("\n"):
        match = re.match(_SECTION, row)
        if match and (not match[1] or int(match[1]) == number + 1):  # a list inside a section begins again at 1
            yield heading, "\n".join(rows)
            heading, rows = match[2].casefold(), []
            number += bool(match[1])
        else:
            rows.append(row)
    yield heading, "\n".join(rows)


def _decisions(turn: Turn, units: list[texts.Unit]) -> Iterator[Candidate]:
    outer = min((unit.depth for unit in units), default=0)
    for unit in units:
        said = texts.one_line(unit.text)
        weight = claims.weight(said)
        if weight and unit.depth < outer + 2 and not _is_stale(said):
            yield propose(turn, "decision", said, "summary-decision", weight - 0.05)


def _rules(turn: Turn, units: list[texts.Unit]) -> Iterator[Candidate]:
    for unit in units:
        said = texts.one_line(unit.text)
        if phrases.has(phrases.pad(said), _RULED) and len(texts.words(said)) >= 4:
            yield propose(turn, "convention", said, "summary-rule", 0.6)


def _errors(turn: Turn, units: list[texts.Unit]) -> Iterator[Candidate]:
    outer = min((unit.depth for unit in units), default=0)
    for number, unit in enumerate(units):
        if unit.depth >= outer + 2 or _is_stale(unit.text):
            continue
        follow = []
        for later in units[number + 1 :]:
            if later.depth <= unit.depth:
                break
            follow.append(texts.one_line(later.text))
        yield from _error(turn, texts.one_line(unit.text), follow)


def _is_stale(said: str) -> bool:
    padded = phrases.pad(texts.one_line(said))
    head = said.partition("**:")[0].strip("* ")
    if head.endswith("undefined") or head.casefold().startswith(("undefined ", "unused ")):
        return True
    return (
        padded.lstrip().startswith(_STALE)
        or phrases.has(padded, (" now gets ", " now provides "))
        or phrases.passes(said)
    )


def _error(turn: Turn, said: str, follow: list[str]) -> Iterator[Candidate]:
    """`**Error**: what was done`, or an error with its fix in the bullets below it."""
    said = re.sub(_LABEL, "", said)
    shielded = re.sub(_CODE, lambda match: "x" * len(match[0]), said)
    at = shielded.find(": ")
    head, rest = (said[:at], said[at + 2 :]) if at > 0 else (said, "")
    if at > 140 or not rest:
        head, rest = said, ""
        for cue in _FIXED:
            at = said.casefold().find(cue)
            if at > 15:
                head, rest = said[:at].rstrip(" -–—,;(."), said[at + len(cue) :]
                break
    for line in follow:
        lowered = line.casefold()
        cue = next((cue for cue in _FIXED if lowered.startswith(cue)), "")
        if cue:
            rest = f"{rest} {line[len(cue) :]}".strip()
        elif lowered.startswith(_CAUSED):
            head = f"{head} — {line.partition(': ')[2]}"
        elif not rest:
            rest = line
    if len(texts.words(head)) >= 2 and (rest or cues.diagnoses(head) > 0):
        yield propose(turn, "error", head, "summary-error", 0.65 if rest else 0.45, solution=rest, quote=said)
