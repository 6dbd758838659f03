"""Do a user's words last beyond the task? What holds for the moment, is asked, reported or wished does not.

In doubt it is no: what is taken for a rule of theirs is told to them for months.
"""

import re
from typing import Final, Literal

from memory_core import data
from memory_core.domain.extract import lasting_words as english
from memory_core.domain.extract import needed, phrases, signs, wordings
from memory_core.domain.extract import text as texts
from memory_core.domain.extract.lasting_abroad import ABROAD, Tongue
from memory_core.domain.extract.sentences import straight
from memory_core.reading import wish

LASTING: Final = "lasting"
ONCE: Final = "once"
NEITHER: Final = ""
Verdict = Literal["lasting", "once", ""]

_LONGEST: Final = 400  # characters of a sentence
_ENOUGH, _AGAINST = 0.7, -2.6  # points of a sentence that has no form of what lasts, and of one that has
_ASIDE, _ASIDE_FIRM = 9, 5  # words of a sentence that only speaks of the others
_DOUBTED: Final = -80  # the score of a wish below which a form of what lasts is none
_CLEAR: Final = 30  # the score from which a sentence lasts that has no such form
_QUOTED: Final = r"[\"“„«][^\"“„«”»]+[\"“”»]"
_ROWS: Final = data.named("extract/lasting.txt")
_BEGS: Final = _ROWS["begs"][0]
_ASKED: Final = _ROWS["asked"][0]
_SUPPOSES: Final = data.cues(_ROWS["supposes"][0])
_PROGRAM: Final = _ROWS["program"][0]
_SLIP: Final = _ROWS["slip"][0]
_FACT: Final = _ROWS["fact"][0]
_SWAPS: Final = _ROWS["swaps"]
_PARTICULAR: Final = _ROWS["particular"][0]
_OF_OURS: Final = _ROWS["of ours"][0]
_VERB: Final = (
    r"\b(?:does|do|did|is|are|was|were|has|have|had|can|will|should|must|that|this|it|i|you)\b"  # it is a clause
)
_TAILED: Final = _ROWS["tailed"][0]
_TOOLS: Final = frozenset(data.cues(_ROWS["tools"][0]))


_KINDS: Final = rf"{english.MISSED}|\b{english.KINDS}\b"
_CLAUSES: Final = r"[,;:]\s+|\s+[–—-]+\s+"
_WITHIN: Final = _ROWS["within"][0]
_NO_REPORT: Final = (" before you ", " even though ", " after the ", " fix ", " timeout")
_REPORTS: Final = (*(cue for cue in wordings.REPORTS if cue not in _NO_REPORT), *data.cues(_ROWS["reports"][0]))
_EMPTY: Final = texts.words(
    "never again always please stop doing that this thing things time way like said told you know want again ever"
)


def verdict(sentence: str) -> Verdict:
    """Whether a sentence of a user holds from now on, for this moment, or is no word on how to work at all."""
    sentence = " ".join(sentence.split())
    if not 4 <= len(sentence) <= _LONGEST:
        return NEITHER
    found = _formed(sentence)
    if found == ONCE:
        return found
    reading = wish.read(sentence)
    if found == LASTING:
        return LASTING if reading.standing >= _DOUBTED or insists(sentence) else NEITHER
    is_clear = reading.standing >= _CLEAR and (reading.begs or not wish.is_question(sentence))
    return LASTING if is_clear else NEITHER


def _formed(sentence: str) -> Verdict:
    """The verdict by the forms of words alone."""
    said = straight(re.sub(_QUOTED, _unquoted, sentence)).casefold()
    if _asks(said) or phrases.has(_spaced(said), _SUPPOSES):
        return NEITHER
    tongues = [tongue for tongue in ABROAD if needed.search(tongue.cues, said)]
    if needed.search(english.NOW, said) or any(needed.search(tongue.now, said) for tongue in tongues):
        return ONCE
    if needed.search(_WITHIN, said):
        return NEITHER
    if needed.search(_SLIP, said) and not is_firm(said):
        return NEITHER
    firm = insists(sentence) or is_firm(said) or any(needed.search(tongue.for_good, said) for tongue in tongues)
    if firm and not _retells(said) and says_enough(said):
        return LASTING
    if needed.search(_PROGRAM, said) or needed.search(_FACT, said):
        return NEITHER
    return LASTING if _is_form(said, tongues) or signs.points(said) >= _ENOUGH else _of_now(said)


def _of_now(said: str) -> Verdict:
    """Whether a sentence that lays nothing down holds for the moment, or puts one way of working for another."""
    if needed.search(english.NOW_MAYBE, said):
        return ONCE
    return NEITHER if _is_told(said, 0) else _swapped(said)


def _is_form(said: str, tongues: list[Tongue]) -> bool:
    """Whether a sentence has a form in which ways of working are laid down, and nothing speaks against it."""
    marked = needed.sub(_KINDS, lambda kind: kind[0] if kind[0].startswith("no ") else english.MARK, said)
    kinds = english.MARK in marked
    for order in (*english.ORDERS, *english.HABITS):
        of_kinds = english.MARK in order
        if (kinds or not of_kinds) and _ordered(marked if of_kinds else said, order):
            return signs.points(said) > _AGAINST
    return any(_ordered(said, order) for tongue in tongues for order in tongue.orders)


def is_task(sentence: str) -> bool:
    """Whether a sentence says what is to be done now, or what the program is to do."""
    return bool(needed.search(_PROGRAM, straight(sentence).casefold()))


def _ordered(said: str, order: str) -> bool:
    match = needed.search(order, said)
    return match is not None and not _is_told(said, match.start())


def is_firm(said: str) -> bool:
    """Whether a sentence says how far it holds."""
    said = straight(said).casefold()
    if needed.search(english.FOR_GOOD, said):
        return True
    return bool(needed.search(english.EXTENT, said) and needed.search(english.ORDERED, said)) and not _reports(said)


def says_enough(said: str) -> bool:
    """Whether a sentence names what it is about: "never do that again" does not."""
    return len(texts.words(said) - _EMPTY) >= 2 or not said.isascii()


def _is_told(said: str, at: int) -> bool:
    """Whether the clause at a place tells what somebody said, or what a program does."""
    start = 0
    for gap in re.finditer(_CLAUSES, said):
        if gap.start() > at:
            break
        start = gap.end()
    clause = re.split(_CLAUSES, said[start:], maxsplit=1)[0]
    return _retells(clause) or _reports(clause)


def _reports(said: str) -> bool:
    return phrases.has(_spaced(said), _REPORTS)


def insists(sentence: str) -> bool:
    """Whether a sentence says that it was said before."""
    return bool(needed.search(english.AGAIN, straight(sentence).casefold()))


def confirms(sentence: str) -> bool:
    """Whether a sentence says only that the others hold, or were said before: "please stick with that"."""
    said = straight(sentence).casefold()
    words = len(said.split())
    if words > _ASIDE or needed.search(english.NOW, said):
        return False
    return bool(needed.search(english.AGAIN, said)) or (
        words <= _ASIDE_FIRM and bool(needed.search(english.FOR_GOOD, said))
    )


def _unquoted(quote: "re.Match[str]") -> str:
    return "…" if quote[0].count(" ") > 1 else quote[0]


def _asks(said: str) -> bool:
    """True for a question, also one without its mark; a question that begs for a habit is none."""
    if needed.match(_BEGS, said):
        return False
    return said.rstrip(")\"' ").endswith(("?", "？")) or bool(needed.search(_ASKED, said))


def _retells(said: str) -> bool:
    """True for what somebody or something else said."""
    own = needed.sub(english.AGAIN, " ", needed.sub(wordings.SETTLED, " ", said))
    return phrases.has(_spaced(own), wordings.RETOLD)


def _swapped(said: str) -> Verdict:
    """One way of working in the place of another; a part of the task in the place of another is of the moment."""
    for pattern in _SWAPS:
        match = needed.search(pattern, said)
        if not match:
            continue
        taken, left = match["for"].strip(), match["against"].strip()
        if needed.search(_VERB, taken):
            continue
        if needed.match(_OF_OURS, taken) and _is_way(left) and not re.match(_PARTICULAR, left):
            return LASTING
        if re.match(_PARTICULAR, taken) or re.match(_PARTICULAR, left) or needed.search(_TAILED, said):
            return ONCE
        if _is_way(left) or _is_way(taken):
            return LASTING
    return NEITHER


def _is_way(phrase: str) -> bool:
    """Whether a phrase names a tool, or things of a kind."""
    words = re.findall(r"[\w./@+#-]+", phrase)
    return bool(words) and (
        not _TOOLS.isdisjoint(words) or (len(words) <= 3 and bool(re.search(r"[a-z]{2}s$", words[-1])))
    )


def _spaced(said: str) -> str:
    return re.sub(r"[.,!:;()]", " ", phrases.pad(said))
