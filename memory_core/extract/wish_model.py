"""Classifies a sentence of a person: a lasting way of working, a choice, or a wish of the moment.

`python -m tools.fit wish` fits the weights (docs/decisions/0031). A sentence is read with its position in the prompt.
"""

from functools import cache
from typing import Final, Literal, NamedTuple

from memory_core.extract import prose_text as texts
from memory_core.extract import worth_model
from memory_core.language import linear
from memory_core.language.light.words import joined

FILE: Final = "wish.txt"
STANDING: Final = "standing"
CHOICE: Final = "choice"
MOMENT: Final = "moment"
QUESTION: Final = "question"
MANNER: Final = "manner"
INSISTS: Final = "insists"
LABELS: Final = (STANDING, CHOICE, MOMENT, QUESTION, MANNER, INSISTS)
_CLOSING: Final = " )\"'"
_LAST: Final = 4


class Reading(NamedTuple):
    """The scores of a sentence: above 0 a label is more likely than not."""

    standing: int
    choice: int
    moment: int
    question: int  # it wants to know something
    manner: int  # if it is standing: it is of how to answer and to speak, which no code can break
    insists: int  # it says that something was said before, or went on against a person's word

    @property
    def begs(self) -> bool:
        """Whether a question begs for a way of working rather than asks."""
        return self.standing > self.question


def read(text: str, position: int = 0, among: int = 1, chars: int = 0) -> Reading:
    """The scores of a one-line sentence; `position` and `among` locate it in a prompt of `chars` characters (0: the
    sentence alone).
    """
    place = worth_model.Place("prompt", position=position, among=among, chars=chars or len(text))
    return Reading(*_model().weighed(of_place(text, place), worth_model.of_words(text), worth_model.scale(text)))


def of_place(text: str, place: worth_model.Place) -> list[str]:
    """The features of the place and of the form; a question's first words, and in a script without spaces its last
    characters, say whether it begs or asks.
    """
    features = worth_model.of_place(text, place)
    if is_question(text):
        features += [f"asks {' '.join(joined(text)[:count])}" for count in (1, 2)]
        features.append(f"asks {text[-_LAST:]}" if worth_model.is_of_pairs(text) else "asks")
    return features


def is_question(text: str) -> bool:
    """Whether a text ends like a question."""
    return text.rstrip(_CLOSING).endswith(("?", "？"))


@cache
def _model() -> linear.Model:
    return linear.load(FILE)


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
_EMPTY: Final = texts.content_words(
    "never again always please stop doing that this thing things time way like said told you know want again ever"
)


def verdict(sentence: str) -> Verdict:
    """Whether a sentence of a user holds from now on, for this moment, or is not about how to work."""
    sentence = " ".join(sentence.split())
    if not 4 <= len(sentence) <= _LONGEST:
        return NEITHER
    reading = read(sentence)
    if reading.moment >= _PASSES and reading.moment > reading.standing:
        return ONCE
    is_asked = is_question(sentence) and not (reading.begs and reading.standing >= _BEGS)
    return LASTING if reading.standing >= _STANDS and not is_asked else NEITHER


def is_firm(sentence: str) -> bool:
    """Whether a sentence surely states a lasting wish, among many that describe the task."""
    return read(" ".join(sentence.split())).standing >= _FIRM


def says_enough(sentence: str) -> bool:
    """Whether a sentence names its subject: "never do that again" does not."""
    return len(texts.content_words(sentence.casefold()) - _EMPTY) >= 2 or not sentence.isascii()


def insists_on_preference(sentence: str) -> bool:
    """Whether a sentence repeats an earlier wish, or complains that it was ignored."""
    return read(" ".join(sentence.split())).insists >= 0


def confirms(sentence: str) -> bool:
    """Whether a sentence only confirms the sentences before it: "please stick with that"."""
    words = len(sentence.split())
    if words > _ASIDE or verdict(sentence) == ONCE:
        return False
    is_empty = sentence.isascii() and not texts.content_words(sentence.casefold()) - _EMPTY
    return insists_on_preference(sentence) or (words <= _ASIDE_FIRM and is_empty and read(sentence).standing >= 0)
