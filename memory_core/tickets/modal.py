"""Whether a sentence demands, allows or decides: by a modal word, in several languages, or by its form and section."""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from memory_core import data
from memory_core.language.expressions import Expressions
from memory_core.tickets import sections
from memory_core.tickets.fact import Place


class Force(NamedTuple):
    """How a sentence binds."""

    name: str  # MUST | SHOULD | must | should | always | limit
    certainty: float
    forbids: bool
    state: bool  # it describes a state, not an action


_MASKED: Final = re.compile(
    r"`[^`]*`|\"[^\"]{1,300}\"|“[^”]{1,300}”|«[^»]{1,300}»|„[^“”]{1,300}[“”]|「[^」]{1,300}」|(?<!\w)'[^']{2,200}'(?!\w)"
)

_RE: Final = Expressions("aidd/modal.txt")
_UPPER_VERB: Final = re.compile(r"\b(?:does|do|is|are|will|has|have|gets?|goes) NOT\b")
_UPPER_NO: Final = re.compile(r"\b(?:NOT|NEVER|CANNOT|FORBIDDEN|PROHIBITED)\b")

_SHOULD: Final = re.compile(r"\b(?:should(?: not|n't)?|ought to)\b", re.IGNORECASE)
_ADVISED: Final = re.compile(
    r"\b(?:is|are) (?:strongly |highly )?(?:recommended|encouraged|discouraged)\b", re.IGNORECASE
)
_NEGATIVE: Final = re.compile(r"\bno\b|n't|never|forbid|prohib|disallow|circumst|not\b", re.IGNORECASE)

_SUPPOSES: Final = re.compile(r"(?:if|when|where|unless|in case|although|while|since|as)\b", re.IGNORECASE)
_SPOKEN: Final = re.compile(r"\b(?:I|I'm|I've|we've|we're|you're|my)\b")

_BINDING: Final = frozenset(_RE.cues("binding"))
_LASTING: Final = frozenset(_RE.cues("lasting"))
_ABILITY: Final = frozenset("cannot can may required require requires has have needs need".split())
_ADVICE: Final = frozenset("should shouldn ought recommended encouraged discouraged".split())
_WORD: Final = re.compile(r"[^\W\d_]+")
_LISTED: Final = re.compile(r"[|/]\s?$|[A-Z]{4,},\s$")


def masked(text: str) -> str:
    """The text with code and quotations masked, since they demand nothing."""
    return _MASKED.sub("`x`", text)


def is_narrative(text: str) -> bool:
    """Whether the sentence narrates, supposes or illustrates instead of demanding."""
    shown = (
        _RE["told"].search(text)
        or _RE["formerly"].match(text)
        or _RE["of paper"].search(text)
        or TOLD.search(text)
        or _SPOKEN.search(text)
    )
    return bool(shown or _RE["illustrates"].match(text.lstrip("(*_ ")))


@lru_cache(maxsize=4096)
def force(plain: str) -> Force | None:
    """How a sentence in plain text binds; None if it does not."""
    text = masked(plain)
    if upper := _upper(text):
        return None if _RE["of paper"].search(text) else upper
    words = frozenset(_WORD.findall(text.lower()))
    result = _lower(text, words)
    if result is None and is_abroad(text, words):
        result = _abroad(text)
    return result if result and not is_narrative(text) else None


def limits(plain: str) -> bool:
    """Whether a sentence sets a numeric limit and is no report of the past."""
    if not _RE["number"].search(plain):
        return False
    text = masked(plain)
    return bool(_RE["limit"].search(text)) and not is_narrative(text)


def _upper(text: str) -> Force | None:
    match = _RE["upper"].search(text)
    if not match or text.upper() == text or "interpreted as" in text:
        return None
    if _LISTED.search(text[: match.start()]) or text[match.end() : match.end() + 1] in ("|", "/"):
        return None  # the words are mentioned, not used
    forbids = bool(_UPPER_NO.search(match[0]))
    state = bool(_RE["stative"].search(text) and _RE["always"].search(text)) and "idempotent" not in text
    return Force("MUST", 0.95, forbids, state) if match["must"] else Force("SHOULD", 0.85, forbids, state)


def _lower(text: str, words: frozenset[str]) -> Force | None:
    always = not words.isdisjoint(_LASTING) and bool(_RE["always"].search(text)) and not _RE["not so"].search(text)
    if not words.isdisjoint(_BINDING) and (must := _RE["must"].search(text)):
        state = always and bool(_RE["stative"].search(text)) and "idempotent" not in text
        return Force("must", 0.8, _forbids(must[0]), state)
    if _UPPER_VERB.search(text) and not _SUPPOSES.match(text):
        return Force("must", 0.65, True, False)
    if order := _RE["orders"].match(text):
        return Force("must", 0.75, bool(order["no"]), False)
    if always:
        return Force("always", 0.65, "never" in text.lower(), True)
    if not words.isdisjoint(_ABILITY) and (able := _RE["able"].search(text)):
        return Force("able", 0.6, _forbids(able[0]), False)
    if words.isdisjoint(_ADVICE):
        return _universal(text)
    if advised := _ADVISED.search(text):
        return Force("advised", 0.6, "discouraged" in advised[0], False)
    if should := _SHOULD.search(text):
        return Force("should", 0.55, _forbids(should[0]), False)
    return _universal(text)


def _universal(text: str) -> Force | None:
    """The force of a sentence about all or none; None for other sentences."""
    if _RE["not so"].search(text):
        return None
    if _RE["no one"].match(text):
        return Force("always", 0.6, True, True)
    return Force("always", 0.55, False, True) if _RE["each"].match(text) else None


def _forbids(words: str) -> bool:
    return bool(_NEGATIVE.search(words))


def _abroad(text: str) -> Force | None:
    if must := MUST.search(text):
        near = text[max(0, must.start() - 12) : must.end() + 30]
        state = bool(ALWAYS.search(text)) and "必ず" not in text
        return Force("must", 0.8, bool(NO.search(near)), state)
    if ORDERS.match(text):
        return Force("must", 0.7, bool(NO.search(text[:30])), False)
    if ALWAYS.search(text):
        return Force("always", 0.6, bool(NO.search(text)), True)
    if SHOULD.search(text):
        return Force("should", 0.55, bool(NO.search(text)), False)
    return _universal(text)


_ROWS: Final = data.named("aidd/modal_abroad.txt")
_MUST: Final = _ROWS["every must"]
MUST: Final = re.compile("|".join(_MUST), re.IGNORECASE)
SHOULD: Final = re.compile(_ROWS["should"][0], re.IGNORECASE)
ALWAYS: Final = re.compile(_ROWS["always"][0], re.IGNORECASE)
ORDERS: Final = re.compile(_ROWS["orders"][0], re.IGNORECASE)
NO: Final = re.compile(_ROWS["no"][0], re.IGNORECASE)
TOLD: Final = re.compile(_ROWS["told"][0], re.IGNORECASE)

# Frequent words of these languages that are rare in English.
_WORDS: Final = frozenset(data.cues(_ROWS["words"][0]))


def is_abroad(text: str, words: frozenset[str]) -> bool:
    """Whether a sentence, with its words in lower case, may be in one of these languages."""
    return not words.isdisjoint(_WORDS) or (
        not text.isascii() and any(char > "\u036f" and char.isalpha() for char in text)
    )


Verdict = tuple[str, float, str]  # kind, certainty and rule

_RULE: Final = Expressions("aidd/behaviour.txt")
_WAS: Final = re.compile(r"\b(?:was|were|had|took|wurden?|был[аои]?|a été)\b|^see\b", re.IGNORECASE)


def implied(plain: str, place: Place, *, is_item: bool) -> Verdict | None:
    """(kind, certainty, rule) of a sentence; None if it states none."""
    if len(plain) > 300:  # the text after a dash is an explanation
        plain = re.split(r" [—–] ", plain, maxsplit=1)[0]
    if len(plain) > 300 or _WAS.search(plain) or is_narrative(plain) or is_default(plain):
        return None
    return (
        _bound(plain, place, is_item)
        or _refused(plain)
        or _by_section(plain, place, is_item)
        or _anywhere(plain, is_item)
    )


def is_default(plain: str) -> bool:
    """Whether a sentence states a default, which is another kind of fact."""
    return bool(_RULE["of default"].search(plain))


def _bound(plain: str, place: Place, is_item: bool) -> Verdict | None:
    if len(plain) >= 240 or not limits(plain):
        return None
    return (
        "constraint" if _RULE["caps"].search(plain) else "invariant",
        0.72 if is_item and place.is_labelled else 0.5,
        "limit",
    )


def _refused(plain: str) -> Verdict | None:
    if _RULE["refuses abroad"].search(plain) or (_RULE["refuses"].search(plain) and _RULE["where"].search(plain)):
        return "constraint", 0.52, "refuses"
    return None


def _by_section(plain: str, place: Place, is_item: bool) -> Verdict | None:
    """The verdict on a sentence by the role of its section."""
    role = place.role
    if role == "constraints" and len(plain) < 120 and _RULE["bounds"].search(plain):
        return "constraint", 0.6, "constraints-section"
    if role == "decision" and _RULE["decides"].search(plain) and not sections.named(plain):
        return "decision", 0.6, "decision-section"
    if (
        is_item
        and role == "behaviour"
        and len(plain) > 30
        and (_RULE["supposed"].match(plain) or _RULE["will"].search(plain))
    ):
        return "constraint", 0.55, "behaviour"
    if role in ("behaviour", "proposal") and _RULE["supposed"].match(plain) and _RULE["happens"].search(plain):
        return "constraint", 0.5, "behaviour"
    if role in sections.OPEN and len(plain) < 200 and _RULE["preserves"].search(plain):
        return "invariant", 0.5, "preserves"
    if (
        (is_item or role in ("proposal", "behaviour"))
        and role in sections.OPEN
        and _RULE["keeps"].search(plain)
        and len(plain) < 200
    ):
        return "constraint", 0.5, "keeps"
    return ("constraint", 0.5, "proposes") if role == "proposal" and _RULE["proposes"].search(plain) else None


def _anywhere(plain: str, is_item: bool) -> Verdict | None:
    """The verdict on a sentence by its words alone."""
    if is_item and len(plain) < 120 and _RULE["no in"].match(plain) and not _RULE["no matter"].match(plain):
        return "constraint", 0.55, "none-in"
    if len(plain) < 200 and _RULE["not for"].search(plain):
        return "constraint", 0.52, "not-for"
    if _RULE["leaves"].match(plain):
        return "constraint", 0.52, "leaves-out"
    return ("constraint", 0.52, "where") if _RULE["sets"].match(plain) and _RULE["only where"].search(plain) else None


_PROSE: Final = Expressions("aidd/prose.txt")
_LEAST, _MOST = 4, 60  # words of a sentence that states something
_TERM: Final = re.compile(r"\w[\w'’-]*|[\u3040-\u30ff\u4e00-\u9fff]{2}")
_STATING: Final = sections.OPEN | {"config", "constraints", "requirements", "work"}
_CHOOSING: Final = sections.OPEN | {"story", "rationale"}
_UNTOLD: Final = ("/tasklist/", "/plan/", "/research/", "/reports/", ".tasklist.md", ".plan.md", ".research.md")


def tells(path: str) -> bool:
    """Whether a document specifies the work; task lists, plans, research and reports do not."""
    return not any(part in path for part in _UNTOLD)


def introduces(headings: tuple[str, ...]) -> bool:
    """Whether a section is only an introduction."""
    return any(_PROSE["introductory"].fullmatch(sections.words(heading)) for heading in headings[-2:])


def by_section(plain: str, place: Place) -> Verdict | None:
    """(kind, certainty, rule) of a sentence without a binding word, by its section; None if it states nothing."""
    if not place.states or plain.endswith(("?", "？", ":", "：")) or not _LEAST <= len(_TERM.findall(plain)) <= _MOST:
        return None
    if place.role in _CHOOSING and not _PROSE["aside"].match(plain):
        if _PROSE["turned down"].search(plain):
            return "rejected", 0.45, "turned-down"
        if _PROSE["in place of"].search(plain):
            return "decision", 0.45, "in-place-of"
    if place.role == "risks":
        return None if _PROSE["eased"].match(plain) else ("risk", 0.5, "risks-section")
    if place.role == "decision" and _PROSE["chose"].search(plain):
        return "decision", 0.6, "decision-section"
    if any(_PROSE[name].match(plain) for name in ("bad", "good", "aside")):
        return None
    if _PROSE["hedged"].search(plain) or _PROSE["was"].search(plain) or is_narrative(plain):
        return None
    if place.role == "decision":
        return "decision", 0.55, "decision-section"
    return ("constraint", 0.4, "states") if place.role in _STATING and _PROSE["lays down"].search(plain) else None


def rejected(plain: str) -> Verdict | None:
    """(kind, certainty, rule) of a sentence about a rejected option; None if it gives no reason."""
    many = len(_TERM.findall(plain))
    if plain.endswith(("?", "？", ":", "：")) or not _LEAST <= many <= _MOST or _PROSE["good"].match(plain):
        return None
    return (
        ("rejected", 0.5, "alternatives-section")
        if _PROSE["against"].search(plain) or _PROSE["bad"].match(plain)
        else None
    )
