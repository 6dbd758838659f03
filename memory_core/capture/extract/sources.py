"""What was looked up: web pages and subagents' reports, as far as they state a hard fact."""

import re
from collections.abc import Iterator
from typing import Final

from memory_core.capture.extract import phrases
from memory_core.capture.extract import prose_text as texts
from memory_core.capture.extract.candidate import Candidate, propose
from memory_core.capture.turn import Turn

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
# A report that is JSON and no prose, the findings of a review for one: its strings are no sentences of a fact.
_DATA: Final = re.compile(r"(?:\A|The report follows:)\s*(?:```\w*\s*)?[\[{]\s*[\[\]{}\"]")


def hear(turn: Turn) -> Iterator[Candidate]:
    """One fact of a fetched page, two of a report."""
    if turn.role != "result" or turn.failed:
        return
    if turn.tool == "WebFetch":
        yield from _facts(turn, "web", 1)
    elif turn.tool in ("Task", "Agent") and not _DATA.search(turn.text[:_FRAME]):
        yield from _facts(turn, "report", 2)


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
