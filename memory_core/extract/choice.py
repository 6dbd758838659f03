"""Decides whether a sentence states a decision; questions, suppositions, doubts, proposals, reports and next steps do
not.

A decision goes into a log that is never cleared, so only a clear decision counts. A model also states explicitly that
it learned something, that something turned out, or that it is blocked (`heard`).
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from memory_core import data
from memory_core.extract import phrases
from memory_core.extract import prose_text as texts
from memory_core.extract.prose_text import Unit

_ROWS: Final = data.named("extract/choice.txt")
_NOT_DECIDED: Final = _ROWS["not decided"][0]
_DECIDES: Final = ("decid", "settle", "agree", "choose", "chosen", "pick", "made up")
_UNDECIDED: Final = data.cues(_ROWS["undecided"][0])
_UNSURE: Final = data.cues(_ROWS["unsure"][0])
_SUPPOSED: Final = data.cues(_ROWS["supposed"][0])
_IF: Final = data.cues(_ROWS["if"][0])
_IF_YOU: Final = _ROWS["if you"][0]
_UNREAL: Final = _ROWS["unreal"][0]
_QUESTION: Final = frozenset(data.cues(_ROWS["question"][0]))
_OF_WHOM: Final = frozenset(
    "we i you they it the that there not did do does would option one wir ich du on nous".split()
)
_WAYS: Final = _ROWS["ways"][0]
_LAID_OUT: Final = data.cues(_ROWS["laid out"][0])
_LAYS_OUT: Final = frozenset(data.cues(_ROWS["lays out"][0]))
_REFUSES: Final = frozenset(
    "reject rejected rejecting discard discarded rule ruled dismiss dismissed verworfen rejeté descartado".split()
)
_REFUSED: Final = _ROWS["refused"][0]
_TELLS: Final = data.cues(_ROWS["tells"][0])
_REPORTED: Final = _ROWS["reported"][0]
# What holds for a moment or for one piece of the work.
_BRIEF: Final = (
    "for th", "this time", "temp", "hack", "quick", "dirty", "stopgap", "just to", "to see ", "for fun",
    "vorübergehend", "diesmal", "erst",
)  # fmt: skip
_PASSING: Final = _ROWS["passing"][0]
_STEP: Final = frozenset(data.cues(_ROWS["step"][0]))
_STEPS: Final = _ROWS["steps"]
_LEAVES_OUT: Final = _ROWS["leaves out"][0]
_MEANWHILE: Final = frozenset("to that we on going not just first only always never now also then".split())

_FAILS: Final = _ROWS["fails"]
_FAILED: Final = _ROWS["failed"][0]

_ACTS: Final = _ROWS["acts"]
_ACT: Final = _ROWS["act"][0]
_ACTS_ABROAD: Final = _ROWS["acts abroad"]
_ACT_ABROAD: Final = _ROWS["act abroad"][0]
_WILLS: Final = data.cues(_ROWS["wills"][0])
_WILLED: Final = _ROWS["willed"][0]
_ABROAD: Final = (
    "wir ", "nehmen ", "verwenden ", "nutzen ", "lass ", "on ", "nous ", "vamos ", "usaremos", "nos ", "буд", "исп",
)  # fmt: skip
_CONTRAST: Final = data.cues(_ROWS["contrast"][0])
_AGAINST: Final = (
    " instead", " over ", " no longer", " not ", " without ", "stattdessen", "nicht mehr", "doch nicht",
)  # fmt: skip
_WHY: Final = _ROWS["why"][0]
_WONT: Final = r"\b(?:won't|will not|not going to|no longer going to|let's not|no longer)\s+\w+\s+(?!yet\b)\S"
_NAMED: Final = r"`[^`]+`|\b\w*\d\w*\b|(?<=\s)[A-Z]\w+|\w+_\w+|\w+[a-z][A-Z]\w*"
_TAKES: Final = (
    "use ", "go with ", "take ", "keep ", "store ", "adopt ", "switch to ", "stick with ", "stick to ", "drop ", "do ",
    "ship ", "move ", "replace ",
)  # fmt: skip
_ALONE: Final = r"(?:switch to|go with|adopt|use|stick with|stick to|take) [\w.@/+-]{3,}[.!]?"  # and no word more
_DROPS: Final = ("drop the ", "ditch the ", "scrap the ", "kill the ")
_DESIGN: Final = frozenset(data.cues(_ROWS["design"][0]))
_NAMELESS: Final = _ROWS["nameless"][0]
_WHEN: Final = _ROWS["when"][0]
_ORDERS: Final = frozenset(data.cues(_ROWS["orders"][0]))
_BARE: Final = _ROWS["bare"][0]
_NORM: Final = _ROWS["norm"][0]
_REASON_FIRST: Final = r"(?:since|because|as|weil|da|porque|como|comme|puisque) [^,]{3,160}, "
_ANNOUNCES: Final = 60  # characters
_SHORT: Final = 12  # characters; a comma in them parts no clause from its reason
_HEAD: Final = r"[,;:]\s|\s(?:because|since|so that|otherwise|which|weil|damit|porque|parce que)\s"


def is_open(sentence: str) -> bool:
    """Whether a sentence settles nothing: asked, undecided, laid out, supposed, turned down."""
    lowered = phrases.pad(sentence).strip()
    return _is_unmade(lowered) or _is_undecided(lowered)


def is_others(sentence: str) -> bool:
    """Whether a sentence quotes somebody else, or holds for a moment only."""
    padded = phrases.pad(sentence)
    return _is_reported(padded) or _is_passing(padded) or phrases.has(padded, _UNSURE)


def is_unsettled(sentence: str) -> bool:
    """Whether a sentence is no decision even if it sounds like one: open, somebody else's, or an act not taken."""
    return is_open(sentence) or is_others(sentence) or (is_act(sentence) and not is_made(sentence))


def is_made(sentence: str) -> bool:
    """Whether a sentence itself decides: "we chose X over Y", "we won't use X", "we'll use X, because"."""
    lowered = phrases.pad(sentence).strip()
    act = _act(lowered)
    if act:
        rest = lowered[act.end() :]
        # What follows the act is what was decided, however it is said.
        is_step = _is_step(rest) and not re.match(_LEAVES_OUT, rest)
        return not (is_step or re.match(_NAMELESS, rest) or _doubts(lowered, lowered[: act.end()]))
    return phrases.has(lowered, _WILLS) and _is_willed(sentence, lowered) and not _doubts(lowered, _head(lowered))


def is_stated(sentence: str) -> bool:
    """True for a sentence without an act of deciding that can be one all the same: an order, a norm, a bare choice."""
    lowered = phrases.pad(sentence).strip()
    head = _head(lowered)
    is_choice = _first(lowered) in _ORDERS or re.search(_NORM, head) or re.match(_BARE, lowered)
    return bool(is_choice) and not _doubts(lowered, head)


def whole(units: Iterable[Unit]) -> Iterator[Unit]:
    """The units; an announcement ("We agreed:", "I'm blocked:") is joined with the text it announces."""
    held: Unit | None = None
    for unit in units:
        if held:
            yield unit._replace(text=f"{held.text} {unit.text}")
            held = None
        elif unit.text.endswith(":") and len(unit.text) <= _ANNOUNCES and _announces(unit.text):
            held = unit
        else:
            yield unit
    if held:
        yield held


def _announces(sentence: str) -> bool:
    return is_made(sentence) or announces(sentence)


def tells_of_failure(sentence: str) -> bool:
    """True for what went wrong: "the test fails because ..."."""
    padded = phrases.pad(sentence)
    return phrases.has(padded, _FAILS) and bool(re.match(_FAILED, padded.strip()))


def is_act(sentence: str) -> bool:
    """True for a sentence with an act of deciding in it, whether or not it is one: "I decided to look at the tests"."""
    return bool(_act(phrases.pad(sentence).strip()))


def _act(lowered: str) -> re.Match[str] | None:
    act = re.search(_ACT, lowered) if phrases.has(lowered, _ACTS) else None
    if not act and phrases.has(lowered, _ACTS_ABROAD):
        act = re.search(_ACT_ABROAD, lowered)
    return act


def _is_willed(sentence: str, lowered: str) -> bool:
    willed = re.search(_WILLED, lowered)
    if not willed or re.search(_WHEN, _head(lowered)):
        return False
    rest = lowered[willed.end() :]
    if _is_step(rest) or re.match(_NAMELESS, rest):
        return False
    if phrases.has(f" {rest}", _CONTRAST) or rest.startswith(_DROPS):
        return True
    if not willed[0].startswith(_ABROAD) and _first(_verb(rest)) not in _DESIGN:
        return False
    if phrases.has(f" {rest}", _AGAINST) or re.search(_WHY, rest) or re.match(_REASON_FIRST, lowered):
        return True
    if re.fullmatch(_ALONE, rest):
        return True
    named = re.search(_NAMED, sentence[-len(rest) :])
    return bool(named and (re.search(_WONT, lowered) or rest.startswith(_TAKES)))


def _is_step(rest: str) -> bool:
    verb = _verb(rest)
    return _first(verb) in _STEP or verb.startswith(_STEPS)


def _verb(rest: str) -> str:
    """The words from the verb on."""
    rest = rest.lstrip(" ,:")
    while (word := rest.partition(" ")[0]) in _MEANWHILE:
        rest = rest[len(word) + 1 :].lstrip()
        if not rest:
            break
    return rest


def _first(lowered: str) -> str:
    return lowered.partition(" ")[0].strip(".,;:!?`'\"()")


def _is_unmade(lowered: str) -> bool:
    first, _, rest = lowered.partition(" ")
    first = first.strip(":,.")
    return (
        lowered.rstrip(" .!)\"'*_`").endswith(("?", " why"))
        or (first in _QUESTION and _first(rest) in _OF_WHOM)
        or lowered.startswith(_LAID_OUT)
        or (first in _LAYS_OUT and bool(re.match(_WAYS, lowered)))
        or (first in _REFUSES and bool(re.match(_REFUSED, lowered)))
        or (lowered.startswith(_IF) and bool(re.match(_UNREAL, lowered)))
    )


def _is_undecided(lowered: str) -> bool:
    if phrases.has(f" {lowered} ", _UNDECIDED):
        return True
    return phrases.has(lowered, _DECIDES) and bool(re.search(_NOT_DECIDED, lowered))


def _is_reported(padded: str) -> bool:
    is_quoted = padded.lstrip()[:1] in tuple('>"“”„«')
    return is_quoted or (phrases.has(padded, _TELLS) and bool(re.search(_REPORTED, padded)))


def _is_passing(padded: str) -> bool:
    return phrases.has(padded, _BRIEF) and bool(re.search(_PASSING, padded))


def _doubts(lowered: str, stated: str) -> bool:
    """Whether the sentence is not the speaker's own, or `stated`, its part that decides, leaves the matter open."""
    padded = f" {stated} "
    end = lowered.find(stated) + len(stated) + _SHORT
    return (
        _is_unmade(lowered)
        or lowered.startswith(_IF)
        or phrases.has(padded, _UNSURE)
        or phrases.has(padded, _SUPPOSED)
        or phrases.guesses(stated)
        or _is_undecided(lowered[:end])
        or _is_reported(padded)
        or _is_passing(lowered)
        or (
            (
                "if " in lowered
                or "unless " in lowered
                or "let me know" in lowered
                or "wenn " in lowered
                or "falls " in lowered
            )
            and bool(re.search(_IF_YOU, lowered))
        )
        or tells_of_failure(lowered)
    )


def _head(lowered: str) -> str:
    """The clause that states it, without its reason."""
    reason = re.match(_REASON_FIRST, lowered)
    start = reason.end() if reason else 0
    end = re.search(_HEAD, lowered[start + _SHORT :])
    return lowered[start : end.start() + start + _SHORT] if end else lowered[start:]


# ruff: noqa: E501 - an expression is read in one piece


_CUES: Final = (
    "cause", "ursache", "causa ", "learn", "turns out ", "blocked", "stuck:", "stuck -", "stuck –", "stuck —",
)  # fmt: skip
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
_LEADS_IN: Final = rf"{_LEAD}(?:(?:(?:I'm|I am|we're|we are){_ADVERB} )?(?:blocked|stuck)|learn(?:ed|t)):$"
# What points at the conversation, or at what the session did itself.
_OWN: Final = (
    r"(?:I|you|your|my|this(?! (?:repo|repository|project|codebase|team|library|framework|version|service|"
    r"api)\b)|that|it|these|those|they|lesson)\b|(?:the )?(?:\w+ )?(?:tests?|suite|build|ci|"
    r"linter)\b.*\b(?:pass(?:es|ed)?|fail(?:s|ed)?|green|red|works?)\b"
)
_OF_THEN: Final = r"\b(?:was|were|wasn't|weren't|had|did|didn't|already|forgot|typo|my|just|we|we've|I)\b"
_NOTHING: Final = r"(?:none|nothing|nobody|no one|no longer|not any|n/a|tbd|\d+)\b|no(?:thing)?[.!]?$"
_LACKS: Final = (
    r"\b(?:no|not|nobody|none|cannot|without|missing|lacks?|needs?|needed|requires?|waits?|waiting|until|"
    r"denied|refuse[sd]?|fails?|down|unavailable|unreachable|expired)\b|n't\b"
)


def announces(sentence: str) -> bool:
    """Whether a text is only a lead-in ("I'm blocked:", "Learned:") to what follows."""
    return bool(re.match(_LEADS_IN, sentence.lstrip("*_"), re.IGNORECASE))


def heard(sentence: str, *, bullet: bool = False, diagnosing: bool = False) -> tuple[str, str]:
    """The kind of memory that a sentence is by its own words, and these words; "" for none.

    While it is `diagnosing` a failure, what turns out is about that.
    """
    padded = phrases.pad(sentence)
    if not phrases.has(padded, _CUES) or not 16 <= len(sentence) <= 330 or sentence.rstrip("\"')").endswith("?"):
        return "", ""
    plain = sentence.replace("’", "'")
    for kind, pattern in _SAID:
        match = re.match(pattern, plain, re.IGNORECASE)
        if match and not (diagnosing and kind == "turned") and _holds(kind, match["what"], bullet):
            if kind in ("blocker", "status"):
                return "blocker", sentence
            return ("error", sentence) if kind == "error" else ("learning", _begun(match["what"]))
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
    """The words as a sentence of their own; names of code keep their case."""
    return what[:1].upper() + what[1:] if what.partition(" ")[0].isalpha() else what
