"""Sentences without a modal word that state a rule: a bound, what is refused, decided or proposed, a condition."""

import re
from typing import Final

from memory_core import data
from memory_core.domain.aidd import modal, sections
from memory_core.domain.aidd.found import Place

Verdict = tuple[str, float, str]  # kind, certainty and rule

_ROWS: Final = data.named("aidd/behaviour.txt")
_CAPS: Final = re.compile(_ROWS["caps"][0], re.IGNORECASE)
_DECIDES: Final = re.compile(_ROWS["decides"][0], re.IGNORECASE)
_REFUSES: Final = re.compile(_ROWS["refuses"][0], re.IGNORECASE)
_SETS: Final = re.compile(_ROWS["sets"][0], re.IGNORECASE)
_WHERE: Final = re.compile(_ROWS["where"][0], re.IGNORECASE)
_ONLY_WHERE: Final = re.compile(_ROWS["only where"][0], re.IGNORECASE)
_REFUSES_ABROAD: Final = re.compile(_ROWS["refuses abroad"][0], re.IGNORECASE)
_BOUNDS: Final = re.compile(_ROWS["bounds"][0], re.IGNORECASE)
_HAPPENS: Final = re.compile(_ROWS["happens"][0], re.IGNORECASE)
_PRESERVES: Final = re.compile(_ROWS["preserves"][0], re.IGNORECASE)
_KEEPS: Final = re.compile(_ROWS["keeps"][0], re.IGNORECASE)
_NOT_FOR: Final = re.compile(_ROWS["not for"][0], re.IGNORECASE)
_PROPOSES: Final = re.compile(_ROWS["proposes"][0], re.IGNORECASE)
_LEAVES: Final = re.compile(_ROWS["leaves"][0], re.IGNORECASE)
_NO_IN: Final = re.compile(_ROWS["no in"][0], re.IGNORECASE)
_NO_MATTER: Final = re.compile(_ROWS["no matter"][0], re.IGNORECASE)
_SUPPOSED: Final = re.compile(_ROWS["supposed"][0], re.IGNORECASE)
_WILL: Final = re.compile(_ROWS["will"][0], re.IGNORECASE)
_OF_DEFAULT: Final = re.compile(_ROWS["of default"][0], re.IGNORECASE)
_WAS: Final = re.compile(r"\b(?:was|were|had|took|wurden?|был[аои]?|a été)\b|^see\b", re.IGNORECASE)


def of(said: str, place: Place, *, is_item: bool) -> Verdict | None:
    """Kind, certainty and rule of a sentence; None where it states none."""
    if len(said) > 300:  # what follows a dash only explains
        said = re.split(r" [—–] ", said, maxsplit=1)[0]
    if len(said) > 300 or _WAS.search(said) or modal.is_told(said) or _OF_DEFAULT.search(said):
        return None
    return _bound(said, place, is_item) or _refused(said) or _by_section(said, place, is_item) or _said(said, is_item)


def _bound(said: str, place: Place, is_item: bool) -> Verdict | None:
    if len(said) >= 240 or not modal.limits(said):
        return None
    return (
        "constraint" if _CAPS.search(said) else "invariant",
        0.72 if is_item and place.is_labelled else 0.5,
        "limit",
    )


def _refused(said: str) -> Verdict | None:
    if _REFUSES_ABROAD.search(said) or (_REFUSES.search(said) and _WHERE.search(said)):
        return "constraint", 0.52, "refuses"
    return None


def _by_section(said: str, place: Place, is_item: bool) -> Verdict | None:
    """What a sentence states by where it stands."""
    role = place.role
    if role == "constraints" and len(said) < 120 and _BOUNDS.search(said):
        return "constraint", 0.6, "constraints-section"
    if role == "decision" and _DECIDES.search(said) and not sections.named(said):
        return "constraint", 0.6, "decision-section"
    if is_item and role == "behaviour" and len(said) > 30 and (_SUPPOSED.match(said) or _WILL.search(said)):
        return "constraint", 0.55, "behaviour"
    if role in ("behaviour", "proposal") and _SUPPOSED.match(said) and _HAPPENS.search(said):
        return "constraint", 0.5, "behaviour"
    if role in sections.OPEN and len(said) < 200 and _PRESERVES.search(said):
        return "invariant", 0.5, "preserves"
    if (
        (is_item or role in ("proposal", "behaviour"))
        and role in sections.OPEN
        and _KEEPS.search(said)
        and len(said) < 200
    ):
        return "constraint", 0.5, "keeps"
    return ("constraint", 0.5, "proposes") if role == "proposal" and _PROPOSES.search(said) else None


def _said(said: str, is_item: bool) -> Verdict | None:
    """What a sentence states wherever it stands."""
    if is_item and len(said) < 120 and _NO_IN.match(said) and not _NO_MATTER.match(said):
        return "constraint", 0.55, "none-in"
    if len(said) < 200 and _NOT_FOR.search(said):
        return "constraint", 0.52, "not-for"
    if _LEAVES.match(said):
        return "constraint", 0.52, "leaves-out"
    return ("constraint", 0.52, "where") if _SETS.match(said) and _ONLY_WHERE.search(said) else None
