"""Marker lines: lasting statements of the model or a person, one memory each.

`DECISION: Use SQLite, not Postgres — one file (replaces: Postgres holds the orders)`. A marker begins a line, a bullet
or bold type. Code, tables, quotations, tool output and compaction summaries contain none.
"""

import itertools
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from memory_core import data
from memory_core.core.light import marker_words
from memory_core.extract import prose_text as texts
from memory_core.extract.candidate import Candidate, State, propose
from memory_core.extract.turn import Turn
from memory_core.language import outline

RULE: Final = "marker"
INSTRUCTION: Final = "instruction.txt"  # in the data folder: when and how the model writes a marker

# One short sentence, of words alone.
_LEAD: Final = r"(?:(?!(?:DECI|D[ÉE]CI|ENTSCH))[^\W\d][\w'’-]*(?:,?[ ][\w'’-]+){0,5}[.!][ \t]{1,3})?"
_DECIDED: Final = (
    r"DECISION|DECIDED|ENTSCHEIDUNG|ENTSCHIEDEN|DÉCISION|DECISIÓN|"
    r"Decision|Decided|Entscheidung|Entschieden|Décision|Decisión"
)
_OTHERS: Final = (
    r"ERROR|BUG|FAIL(?:ED|URE)?|FIX(?:ED)?|PATTERN|CONVENTION|RULE|ALWAYS|NEVER|LEARN(?:ED|ING)|"
    r"LESSON|GOTCHA|TIL|NOTE|BLOCKED|BLOCKER|PREFER(?:ENCE)?|PROGRESS|OPEN|DONE|CLOSED|Learned|Lesson|Gotcha|Blocker"
)
_MARKED: Final = (
    r"(?m)^[ \t]*(?:(?:[-*•+]|\d{1,2}[.)])[ \t]+)?"
    rf"(?:{_LEAD}(?:\*\*|__|`)?(?P<decided>{_DECIDED})|(?:\*\*|__|`)?(?P<other>{_OTHERS}))"
    r"(?:\*\*|__|`)?[ \t]*[:：][ \t]*(?P<said>\S[^\n]*)$"
)
# As people write them in a sentence's place; the other words stand before a colon in ordinary prose too often.
_WRITTEN: Final = (
    "Decision", "Decided", "Learned", "Lesson", "Gotcha", "Blocker", "Entsch", "ENTSCH", "Décision",
    "DÉCISION", "Decisión", "DECISIÓN",
)  # fmt: skip
_WORDS: Final = (*marker_words.KINDS, *_WRITTEN)
MOST: Final = 64  # marker lines of a reply; the instruction asks for four
# What stands behind the marker of a decision that is still to be made.
_NOT_YET: Final = (
    r"(?i)\?\W*$|^(?:tbd|tba|to be (?:made|decided|discussed)|pending|open|undecided|none|n/a|needed|required|"
    r"outstanding|(?:still |yet )?(?:not|un)\s?(?:yet )?(?:made|decided)|offen|steht (?:noch )?aus|à prendre|pendiente)"
    r"\s*(?:[.:,;(–—-].*)?$"
)
_SOLVED: Final = r"\s(?:->|=>|→)\s"
_BECAUSE: Final = r"\s(?:—|–|--)\s"
_DENIES: Final = (
    r"(?i)\W*(?:no+|nope|nah|wrong|incorrect|not (?:quite|really|true|right|correct|it)|that(?:['’]s| is) (?:not|wrong"
    r"|incorrect|false)|that isn['’]?t|nein|nö|falsch|(?:das )?stimmt (?:so )?nicht|das ist (?:nicht|falsch)|non|faux"
    r"|c['’]est (?:faux|pas)|ce n['’]est pas|incorrecto|eso no|não|errado|sbagliato|нет|неверно|неправильно)\b"
    r"|\W*(?:不是|不对|错|違う|違います|いいえ)"
)
_ONLY_DENIES: Final = (
    r"(?i)\W*(?:(?:no+|nope|nah|nein|non|não)\W+)?(?:(?:that(?:['’]s| is) (?:not (?:it|right|true|correct|quite right)"
    r"|wrong|incorrect|false)|that isn['’]?t (?:it|right|true|correct)|(?:you are|you['’]re) wrong|wrong|incorrect"
    r"|not (?:it|true|right|correct)|(?:das )?stimmt (?:so )?nicht|das ist (?:falsch|nicht richtig)|falsch"
    r"|c['’]est faux|ce n['’]est pas (?:ça|vrai)|faux|eso no es|no es (?:eso|cierto)|incorrecto|errado|sbagliato"
    r"|неверно|неправильно)\b|(?:不是|不对|错|違う|違います))"
)
_CONSENTS: Final = (
    r"(?i)\W*no[\s,]+(?:problem|worries|need|idea|objections?|doubt|thanks?|thank you|more|further|rush|hurry|changes?"
    r"|other|issues?|that['’]?s (?:fine|ok|okay|good|great|perfect|right|all|it)|it['’]?s (?:fine|ok|okay|good|right)"
    r"|leave it|go ahead)\b"
)
_CLOSING_MOST: Final = 8  # markers of a reply that the next prompt can deny


class Withdrawn(NamedTuple):
    """A marker that a person denied in the next turn."""

    kind: str
    text: str
    uuid: str  # of the reply that had it


def hear(turn: Turn, state: State) -> Iterator[Candidate]:
    """Every marker of a turn as a candidate; FIXED adds the solution to the error that it refers to."""
    if turn.role not in ("assistant", "user") or not any(word in turn.text for word in _WORDS):
        return
    prose = texts.prose(turn.text)
    shown = _templates()
    for match in itertools.islice(re.finditer(_MARKED, prose), MOST):
        marker = "DECISION" if match["decided"] else match["other"].upper()
        words, replaces = _replacing(_unwrapped(match), prose[match.end() + 1 :])
        if f"{marker}: {words}" in shown:
            continue
        text, reason, solution = split(words.strip())
        if len(text) < 3 or outline.is_nothing(text) or (match["decided"] and re.search(_NOT_YET, text)):
            continue
        if marker in marker_words.FIXES:
            yield _fixed(turn, state, text, reason, solution)
            continue
        if marker in marker_words.ORDERS:
            text = f"{marker.capitalize()} {text[:1].lower()}{text[1:]}"
        kind = marker_words.KINDS[marker]
        if kind == "next" and turn.role == "assistant" and not turn.agent:
            state["opens"] = True
        if kind == "next" and text.endswith(marker_words.QUESTIONS):
            kind = "question"
        if kind == "error" and not solution:
            state["marked"] = [*state.get("marked", []), [texts.clip(text, 240), turn.line, turn.uuid, turn.when]][-8:]
        yield propose(
            turn, kind, text, RULE, 0.98, reason=reason, solution=solution, quote=match[0],
            replaces=replaces, closes=text if marker in marker_words.CLOSING else "",
        )  # fmt: skip


def follow(turn: Turn, marked: list[Candidate], state: State) -> list[Withdrawn]:
    """The markers of the reply before a prompt that the prompt denies. Notes the markers of this turn for the next."""
    if turn.agent or turn.role not in ("assistant", "user"):
        return []
    if turn.role == "assistant":
        rows = [[candidate.kind, candidate.text, candidate.uuid, _asks(turn.text)] for candidate in marked]
        state["closing"] = [*state.get("closing", []), *rows][-_CLOSING_MOST:]
        return []
    rows = state.pop("closing", [])
    return _denied(texts.one_line(turn.text[:_READ]), rows) if rows and turn.tool != "memory" else []


_READ: Final = 400  # characters of a prompt in which a denial is looked for


def _denied(prompt: str, rows: list[list[object]]) -> list[Withdrawn]:
    if not re.match(_DENIES, prompt) or re.match(_CONSENTS, prompt):
        return []
    is_bare = bool(re.match(_ONLY_DENIES, prompt))
    open_rows = [row for row in rows if is_bare or not row[3]]
    words = texts.content_words(prompt)
    near = [row for row in open_rows if words & texts.content_words(str(row[1]))]
    denied = near or (open_rows if is_bare and len(open_rows) == 1 else [])
    return [Withdrawn(str(kind), str(text), str(uuid)) for kind, text, uuid, _ in denied]


def _asks(text: str) -> bool:
    """Whether a reply asks something before its markers: then "no" answers that."""
    return any(line.rstrip(" *_`)").endswith(("?", "？")) for line in text.split("\n") if not is_marked(line))


def is_marked(line: str) -> bool:
    """Whether a line has a marker. Other readers skip it: the reader of markers has kept its statement, or dropped it
    on purpose.
    """
    return any(word in line for word in _WORDS) and bool(re.search(_MARKED, line))


def is_end(candidate: Candidate) -> bool:
    """Whether a candidate is an OPEN or a DONE."""
    return candidate.rule == RULE and (bool(candidate.closes) or candidate.kind in ("next", "question"))


def is_decision(heading: str) -> bool:
    """Whether a heading is the marker of a decision."""
    return bool(re.fullmatch(_DECIDED, heading.strip()))


def split(line: str) -> tuple[str, str, str]:
    """Text, reason and solution of a marker line.

    A reason follows ` — `, a solution follows ` -> `; of two arrows the first leads to the cause, which is the reason.
    """
    head, *solved = re.split(_SOLVED, line, maxsplit=2)
    text, *because = re.split(_BECAUSE, head, maxsplit=1)
    cause, solution = ("", *solved) if len(solved) == 1 else solved or ("", "")
    if solution and not because and not cause:
        solution, *because = re.split(_BECAUSE, solution, maxsplit=1)
    reasons = [cause.strip(), because[0].strip() if because else ""]
    return text.strip(), "; ".join(filter(None, reasons)), solution.strip()


def _templates() -> frozenset[str]:
    """The lines of the instruction, which a reply that speaks about it repeats."""
    return frozenset(line.strip() for line in data.lines(INSTRUCTION))


def _replacing(line: str, following: str) -> tuple[str, str]:
    """(a marker line without `(replaces: …)`, the words or the id in it), which may also be on the next line."""
    at = line.casefold().find(marker_words.REPLACES)
    if at < 0:
        below = following.partition("\n")[0].strip(" \t-*•+_`")
        return line, _named(below) if below.casefold().startswith(marker_words.REPLACES) else ""
    end = line.rfind(")", at)
    end = len(line) if end < 0 else end
    return f"{line[:at].rstrip(' *_`')} {line[end + 1 :].strip(' *_`.')}".strip(), _named(line[at : end + 1])


def _named(bracket: str) -> str:
    words = bracket[len(marker_words.REPLACES) :].strip(" .*_`")
    return texts.clip(words.removesuffix(")").strip(" :：*_`\"'"), 240)


def _unwrapped(match: re.Match[str]) -> str:
    """What follows the colon, without the end of the bold type or code that begins before the marker."""
    text = match["said"].strip()
    head = match[0][: match.start("said") - match.start()]
    for mark in ("**", "__", "`"):
        if head.count(mark) == 1:
            text = text.removeprefix(mark) if text.startswith(mark) else text.removesuffix(mark)
    return text.strip()


def _fixed(turn: Turn, state: State, text: str, reason: str, solution: str) -> Candidate:
    """The error that is fixed now: the marked error that shares most words, else the text of the line itself."""
    known = state.get("marked", [])
    best = max(known, key=lambda error: texts.alike(error[0], f"{text} {solution}"), default=None)
    if best and texts.alike(best[0], f"{text} {solution}") >= 0.3:
        state["marked"] = [error for error in known if error is not best]
        at = turn._replace(line=best[1], uuid=best[2], when=best[3])
        how = solution or reason or text
        return propose(at, "error", best[0], RULE, 0.99, solution=how, quote=best[0])
    return propose(turn, "error", text, RULE, 0.98, reason=reason, solution=solution or reason or text)
