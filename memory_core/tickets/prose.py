"""Sentences that count for where they stand: what is decided, what is built, may go wrong, was turned down."""

import re
from typing import Final

from memory_core.language.expressions import Expressions
from memory_core.tickets import modal, sections
from memory_core.tickets.fact import Place

Verdict = tuple[str, float, str]  # kind, certainty and rule

_RE: Final = Expressions("aidd/prose.txt")
_LEAST, _MOST = 4, 60  # words of a sentence that states something
_WORD: Final = re.compile(r"\w[\w'’-]*|[\u3040-\u30ff\u4e00-\u9fff]{2}")
_STATING: Final = sections.OPEN | {"config", "constraints", "requirements", "work"}
_CHOOSING: Final = sections.OPEN | {"story", "rationale"}
_UNTOLD: Final = ("/tasklist/", "/plan/", "/research/", "/reports/", ".tasklist.md", ".plan.md", ".research.md")


def tells(path: str) -> bool:
    """Whether a document lays down what is built: a list of tasks and a plan say what is done, research what is."""
    return not any(part in path for part in _UNTOLD)


def introduces(headings: tuple[str, ...]) -> bool:
    """Whether a section only leads in."""
    return any(_RE["introductory"].fullmatch(sections.words(heading)) for heading in headings[-2:])


def verdict(said: str, place: Place) -> Verdict | None:
    """Kind, certainty and rule of a sentence that no word of its own makes a rule; None where it states nothing."""
    if not place.states or said.endswith(("?", "？", ":", "：")) or not _LEAST <= len(_WORD.findall(said)) <= _MOST:
        return None
    if place.role in _CHOOSING and not _RE["aside"].match(said):
        if _RE["turned down"].search(said):
            return "rejected", 0.45, "turned-down"
        if _RE["in place of"].search(said):
            return "decision", 0.45, "in-place-of"
    if place.role == "risks":
        return None if _RE["eased"].match(said) else ("risk", 0.5, "risks-section")
    if place.role == "decision" and _RE["chose"].search(said):
        return "decision", 0.6, "decision-section"
    if any(_RE[name].match(said) for name in ("bad", "good", "aside")):
        return None
    if _RE["hedged"].search(said) or _RE["was"].search(said) or modal.is_told(said):
        return None
    if place.role == "decision":
        return "decision", 0.55, "decision-section"
    return ("constraint", 0.4, "states") if place.role in _STATING and _RE["lays down"].search(said) else None


def rejected(said: str) -> Verdict | None:
    """Kind, certainty and rule of a sentence about an option that was not taken; None where it gives no reason."""
    many = len(_WORD.findall(said))
    if said.endswith(("?", "？", ":", "：")) or not _LEAST <= many <= _MOST or _RE["good"].match(said):
        return None
    return ("rejected", 0.5, "alternatives-section") if _RE["against"].search(said) or _RE["bad"].match(said) else None
