# ruff: noqa: E501 - an expression is read in one piece
"""What a model says in so many words: that it learned something, that something turned out, that it is blocked."""

import re
from typing import Final

from memory_core.extract import phrases
from memory_core.extract import prose_text as texts

_CUES: Final = (
    "cause",
    "ursache",
    "causa ",
    "learn",
    "turns out ",
    "blocked",
    "stuck:",
    "stuck -",
    "stuck –",
    "stuck —",
)
_LEAD: Final = r"^(?:(?:so|but|and|also|then|still|however|interesting|note)[,:]? )*"
_ADVERB: Final = r"(?: (?:also|just|now|then|still|currently|completely))?"
_SAID: Final = (
    ("learning", rf"{_LEAD}(?:I|we)(?:'ve| have)?{_ADVERB} learn(?:ed|t)(?: from [^,:]{{3,40}}?)? that (?P<what>.+)"),
    ("learning", rf"{_LEAD}learn(?:ed|t): (?P<what>.+)"),
    ("error", rf"{_LEAD}(?:the )?(?:actual |real )?(?:root )?cause (?:is|was|of [^,;:]{{3,60}} (?:is|was)) (?P<what>.+)"),
    ("error", rf"{_LEAD}(?:root cause|ursache|cause racine|causa raíz): (?P<what>.+)"),
    ("turned", rf"{_LEAD}(?:it )?turns out (?:that )?(?P<what>.+)"),
    ("blocker", rf"{_LEAD}(?:I'm|I am|we're|we are){_ADVERB} (?:(?:blocked|stuck)(?::| [-–—])|blocked (?:by|on|until|because)) (?P<what>.+)"),
    ("blocker", rf"{_LEAD}[^,;:]{{3,80}}? (?:is|are|stays|remains) (?:still )?blocked (?:by|on|until) (?P<what>.+)"),
    ("status", rf"{_LEAD}blocked(?::| [-–—]) (?P<what>.+)"),
)  # fmt: skip
_ANNOUNCES: Final = rf"{_LEAD}(?:(?:(?:I'm|I am|we're|we are){_ADVERB} )?(?:blocked|stuck)|learn(?:ed|t)):$"
# What points at the conversation, or at what the session did itself.
_OWN: Final = r"(?:I|you|your|my|this(?! (?:repo|repository|project|codebase|team|library|framework|version|service|api)\b)|that|it|these|those|they|lesson)\b|(?:the )?(?:\w+ )?(?:tests?|suite|build|ci|linter)\b.*\b(?:pass(?:es|ed)?|fail(?:s|ed)?|green|red|works?)\b"
_OF_THEN: Final = r"\b(?:was|were|wasn't|weren't|had|did|didn't|already|forgot|typo|my|just|we|we've|I)\b"
_NOTHING: Final = r"(?:none|nothing|nobody|no one|no longer|not any|n/a|tbd|\d+)\b|no(?:thing)?[.!]?$"
_LACKS: Final = r"\b(?:no|not|nobody|none|cannot|without|missing|lacks?|needs?|needed|requires?|waits?|waiting|until|denied|refuse[sd]?|fails?|down|unavailable|unreachable|expired)\b|n't\b"


def announces(said: str) -> bool:
    """Whether what follows is what a model was blocked by, or learned."""
    return bool(re.match(_ANNOUNCES, said.lstrip("*_"), re.IGNORECASE))


def heard(said: str, *, bullet: bool = False, diagnosing: bool = False) -> tuple[str, str]:
    """The kind of memory that a sentence is by its own words, and these words; "" for none.

    While it is `diagnosing` a failure, what turns out is about that.
    """
    padded = phrases.pad(said)
    if not phrases.has(padded, _CUES) or not 16 <= len(said) <= 330 or said.rstrip("\"')").endswith("?"):
        return "", ""
    plain = said.replace("’", "'")
    for kind, pattern in _SAID:
        found = re.match(pattern, plain, re.IGNORECASE)
        if found and not (diagnosing and kind == "turned") and _holds(kind, found["what"], bullet):
            if kind in ("blocker", "status"):
                return "blocker", said
            return ("error", said) if kind == "error" else ("learning", _begun(found["what"]))
    return "", ""


def _holds(kind: str, what: str, bullet: bool) -> bool:
    if len(texts.content_words(what)) < 2 or re.match(_NOTHING, what, re.IGNORECASE):
        return False
    if kind in ("blocker", "error"):
        return kind == "blocker" or not phrases.guesses(what)
    if kind == "status":  # the name of a status stands before a colon too
        return not bullet and bool(re.search(_LACKS, what, re.IGNORECASE))
    if (
        len(texts.content_words(what)) < 3
        or phrases.guesses(what)
        or phrases.passes(what)
        or re.match(_OWN, what, re.IGNORECASE)
    ):
        return False
    return kind == "learning" or not re.search(_OF_THEN, what, re.IGNORECASE)


def _begun(what: str) -> str:
    """The words as a sentence of their own; a name of code stays as it is written."""
    return what[:1].upper() + what[1:] if what.partition(" ")[0].isalpha() else what
