"""Sentences without a modal word that state a rule: a bound, what is refused, decided or proposed, a condition."""

import re
from typing import Final

from memory_core.language.expressions import Expressions
from memory_core.tickets import modal, sections
from memory_core.tickets.fact import Place

Verdict = tuple[str, float, str]  # kind, certainty and rule

_RE: Final = Expressions("aidd/behaviour.txt")
_WAS: Final = re.compile(r"\b(?:was|were|had|took|wurden?|был[аои]?|a été)\b|^see\b", re.IGNORECASE)


def of(said: str, place: Place, *, is_item: bool) -> Verdict | None:
    """Kind, certainty and rule of a sentence; None where it states none."""
    if len(said) > 300:  # what follows a dash only explains
        said = re.split(r" [—–] ", said, maxsplit=1)[0]
    if len(said) > 300 or _WAS.search(said) or modal.is_told(said) or is_default(said):
        return None
    return _bound(said, place, is_item) or _refused(said) or _by_section(said, place, is_item) or _said(said, is_item)


def is_default(said: str) -> bool:
    """Whether a sentence says what holds by default: that is a fact of its own."""
    return bool(_RE["of default"].search(said))


def _bound(said: str, place: Place, is_item: bool) -> Verdict | None:
    if len(said) >= 240 or not modal.limits(said):
        return None
    return (
        "constraint" if _RE["caps"].search(said) else "invariant",
        0.72 if is_item and place.is_labelled else 0.5,
        "limit",
    )


def _refused(said: str) -> Verdict | None:
    if _RE["refuses abroad"].search(said) or (_RE["refuses"].search(said) and _RE["where"].search(said)):
        return "constraint", 0.52, "refuses"
    return None


def _by_section(said: str, place: Place, is_item: bool) -> Verdict | None:
    """What a sentence states by where it stands."""
    role = place.role
    if role == "constraints" and len(said) < 120 and _RE["bounds"].search(said):
        return "constraint", 0.6, "constraints-section"
    if role == "decision" and _RE["decides"].search(said) and not sections.named(said):
        return "decision", 0.6, "decision-section"
    if is_item and role == "behaviour" and len(said) > 30 and (_RE["supposed"].match(said) or _RE["will"].search(said)):
        return "constraint", 0.55, "behaviour"
    if role in ("behaviour", "proposal") and _RE["supposed"].match(said) and _RE["happens"].search(said):
        return "constraint", 0.5, "behaviour"
    if role in sections.OPEN and len(said) < 200 and _RE["preserves"].search(said):
        return "invariant", 0.5, "preserves"
    if (
        (is_item or role in ("proposal", "behaviour"))
        and role in sections.OPEN
        and _RE["keeps"].search(said)
        and len(said) < 200
    ):
        return "constraint", 0.5, "keeps"
    return ("constraint", 0.5, "proposes") if role == "proposal" and _RE["proposes"].search(said) else None


def _said(said: str, is_item: bool) -> Verdict | None:
    """What a sentence states wherever it stands."""
    if is_item and len(said) < 120 and _RE["no in"].match(said) and not _RE["no matter"].match(said):
        return "constraint", 0.55, "none-in"
    if len(said) < 200 and _RE["not for"].search(said):
        return "constraint", 0.52, "not-for"
    if _RE["leaves"].match(said):
        return "constraint", 0.52, "leaves-out"
    return ("constraint", 0.52, "where") if _RE["sets"].match(said) and _RE["only where"].search(said) else None
