"""Do a user's words last beyond the task? What holds for the moment, is asked, reported or wished does not.

The weights of `capture/extract/wish_model.py` say so. In doubt it is no: what counts as a
rule of theirs comes back for months.
"""

from typing import Final, Literal

from memory_core.capture.extract import prose_text as texts
from memory_core.capture.extract import wish_model

LASTING: Final = "lasting"
ONCE: Final = "once"
NEITHER: Final = ""
Verdict = Literal["lasting", "once", ""]

_LONGEST: Final = 400  # characters of a sentence
_STANDS: Final = 20  # the score from which a sentence lasts: on strangers' prompts half of those below are requests
_BEGS: Final = 20  # and from which a question does
_FIRM: Final = 40  # and from which one does among many that tell what is to be made
_PASSES: Final = 10  # the score from which a sentence holds for the moment
_ASIDE, _ASIDE_FIRM = 9, 5  # words of a sentence that only speaks of the others
_EMPTY: Final = texts.words(
    "never again always please stop doing that this thing things time way like said told you know want again ever"
)


def verdict(sentence: str) -> Verdict:
    """Whether a sentence of a user holds from now on, for this moment, or is no word on how to work at all."""
    sentence = " ".join(sentence.split())
    if not 4 <= len(sentence) <= _LONGEST:
        return NEITHER
    reading = wish_model.read(sentence)
    if reading.moment >= _PASSES and reading.moment > reading.standing:
        return ONCE
    is_asked = wish_model.is_question(sentence) and not (reading.begs and reading.standing >= _BEGS)
    return LASTING if reading.standing >= _STANDS and not is_asked else NEITHER


def is_firm(sentence: str) -> bool:
    """Whether a sentence surely lasts, among many that tell what is to be made."""
    return wish_model.read(" ".join(sentence.split())).standing >= _FIRM


def says_enough(said: str) -> bool:
    """Whether a sentence names what it is about: "never do that again" does not."""
    return len(texts.words(said.casefold()) - _EMPTY) >= 2 or not said.isascii()


def insists(sentence: str) -> bool:
    """Whether a sentence says that it was said before, or that something goes on against a person's word."""
    return wish_model.read(" ".join(sentence.split())).insists >= 0


def confirms(sentence: str) -> bool:
    """Whether a sentence says only that the others hold, or were said before: "please stick with that"."""
    words = len(sentence.split())
    if words > _ASIDE or verdict(sentence) == ONCE:
        return False
    is_empty = sentence.isascii() and not texts.words(sentence.casefold()) - _EMPTY
    return insists(sentence) or (words <= _ASIDE_FIRM and is_empty and wish_model.read(sentence).standing >= 0)
