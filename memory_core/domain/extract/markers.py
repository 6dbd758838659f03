"""Explicit markers at the start of a line: `DECISION: use SQLite — one file` (G-3, GENIUS-20).

A decision may stand behind one short sentence that answers: `You're right. DECISION: use SQLite`.
"""

import re
from collections.abc import Iterator
from typing import Final

from memory_core.domain.extract import text as texts
from memory_core.domain.extract.candidate import Candidate, State, propose
from memory_core.domain.spec import outline
from memory_core.domain.turn import Turn

# One short sentence, of words alone.
_LEAD: Final = r"(?:(?!(?:DECI|D[ÉE]CI|ENTSCH))[^\W\d][\w'’-]*(?:,?[ ][\w'’-]+){0,5}[.!][ \t]{1,3})?"
_DECIDED: Final = (
    r"DECISION|DECIDED|ENTSCHEIDUNG|ENTSCHIEDEN|DÉCISION|DECISIÓN|"
    r"Decision|Decided|Entscheidung|Entschieden|Décision|Decisión"
)
_OTHERS: Final = (
    r"ERROR|BUG|FAIL(?:ED|URE)?|FIX(?:ED)?|PATTERN|CONVENTION|RULE|ALWAYS|NEVER|LEARN(?:ED|ING)|"
    r"LESSON|GOTCHA|TIL|NOTE|BLOCKED|BLOCKER|PREFER(?:ENCE)?|PROGRESS|DONE|Learned|Lesson|Gotcha|Blocker"
)
_MARKED: Final = (
    r"(?m)"
    r"^[ \t]*(?:(?:[-*•+>]|\d{1,2}[.)])[ \t]*)?"
    rf"(?:{_LEAD}(?:\*\*|__|`)?(?P<decided>{_DECIDED})|(?:\*\*|__|`)?(?P<other>{_OTHERS}))"
    r"(?:\*\*|__|`)?[ \t]*:[ \t]*(?:(?:\*\*|__)[ \t]*)?(?P<said>\S[^\n]*)$"
)
_KIND: Final = {
    "DECISION": "decision", "DECIDED": "decision", "ERROR": "error", "BUG": "error", "FAIL": "error", "FAILED": "error",
    "FAILURE": "error", "PATTERN": "convention", "CONVENTION": "convention", "RULE": "convention",
    "ALWAYS": "convention", "NEVER": "convention", "LEARNED": "learning", "LEARNING": "learning", "LESSON": "learning",
    "GOTCHA": "learning", "TIL": "learning", "NOTE": "learning", "BLOCKED": "blocker", "BLOCKER": "blocker",
    "PREFER": "preference", "PREFERENCE": "preference", "PROGRESS": "progress", "DONE": "progress",
}  # fmt: skip
# As people write them in a sentence's place; the other words stand before a colon in ordinary prose too often.
_WRITTEN: Final = (
    "Decision", "Decided", "Learned", "Lesson", "Gotcha", "Blocker", "Entsch", "ENTSCH", "Décision",
    "DÉCISION", "Decisión", "DECISIÓN",
)  # fmt: skip
_WORDS: Final = (*_KIND, "FIX", *_WRITTEN)
# What stands behind the marker of a decision that is still to be made.
_NOT_YET: Final = (
    r"(?i)\?\W*$|^(?:tbd|tba|to be (?:made|decided|discussed)|pending|open|undecided|none|n/a|needed|required|"
    r"outstanding|(?:still |yet )?(?:not|un)\s?(?:yet )?(?:made|decided)|offen|steht (?:noch )?aus|à prendre|pendiente)"
    r"\s*(?:[.:,;(–—-].*)?$"
)
_SOLVED: Final = r"\s(?:->|=>|→)\s"
_BECAUSE: Final = r"\s(?:—|--)\s"


def hear(turn: Turn, state: State) -> Iterator[Candidate]:
    """Every marked line outside code; FIXED fills the solution of the error it speaks of."""
    if turn.role not in ("assistant", "user") or not any(word in turn.text for word in _WORDS):
        return
    for match in re.finditer(_MARKED, texts.prose(turn.text)):
        marker = "DECISION" if match["decided"] else match["other"].upper()
        text, reason, solution = split(match["said"].strip(" *_`"))
        if len(text) < 3 or outline.is_nothing(text) or (match["decided"] and re.search(_NOT_YET, text)):
            continue
        if marker in ("FIX", "FIXED"):
            yield _fixed(turn, state, text, reason, solution)
            continue
        if marker in ("ALWAYS", "NEVER"):
            text = f"{marker.capitalize()} {text[:1].lower()}{text[1:]}"
        kind = _KIND[marker]
        if kind == "error" and not solution:
            state["marked"] = [*state.get("marked", []), [texts.clip(text, 240), turn.line, turn.uuid, turn.when]][-8:]
        yield propose(turn, kind, text, "marker", 0.98, reason=reason, solution=solution, quote=match[0])


def is_marked(line: str) -> bool:
    """Whether a line has a marker; what stands behind it was kept, or deliberately not."""
    return any(word in line for word in _WORDS) and bool(re.search(_MARKED, line))


def is_decision(heading: str) -> bool:
    """Whether a heading is the marker of a decision."""
    return bool(re.fullmatch(_DECIDED, heading.strip()))


def split(said: str) -> tuple[str, str, str]:
    """Text, reason (after ` — `) and solution (after ` -> `) of a marked line."""
    head, *solved = re.split(_SOLVED, said, maxsplit=1)
    text, *because = re.split(_BECAUSE, head, maxsplit=1)
    solution = solved[0] if solved else ""
    if solution and not because:
        solution, *because = re.split(_BECAUSE, solution, maxsplit=1)
    return text.strip(), because[0].strip() if because else "", solution.strip()


def _fixed(turn: Turn, state: State, text: str, reason: str, solution: str) -> Candidate:
    """The error that is now fixed: the marked one that shares most words, else what the line itself says."""
    known = state.get("marked", [])
    best = max(known, key=lambda error: texts.alike(error[0], f"{text} {solution}"), default=None)
    if best and texts.alike(best[0], f"{text} {solution}") >= 0.3:
        state["marked"] = [error for error in known if error is not best]
        at = turn._replace(line=best[1], uuid=best[2], when=best[3])
        how = solution or reason or text
        return propose(at, "error", best[0], "marker", 0.99, solution=how, quote=best[0])
    return propose(turn, "error", text, "marker", 0.98, reason=reason, solution=solution or reason or text)
