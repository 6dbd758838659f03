"""What a sentence of a person asks for: a way of working that holds from now on, a choice, or a thing of the moment.

`python -m tools.fit wish` fits the weights (docs/decisions/0031). A sentence is read with its place in the prompt.
"""

from functools import cache
from typing import Final, NamedTuple

from memory_core.capture.extract import worth_model
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
    """What the model says of a sentence: above 0 a label is more likely than not."""

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
    """What a sentence of one line asks for; `position` and `among` count the sentences of its prompt, of `chars`
    characters (0: the sentence alone).
    """
    place = worth_model.Place("prompt", position=position, among=among, chars=chars or len(text))
    return Reading(*_model().weighed(of_place(text, place), worth_model.of_words(text), worth_model.scale(text)))


def of_place(text: str, place: worth_model.Place) -> list[str]:
    """The features of the place and of the form; a question's first words, and in a script without spaces its last
    characters, say whether it begs or asks.
    """
    found = worth_model.of_place(text, place)
    if is_question(text):
        found += [f"asks {' '.join(joined(text)[:count])}" for count in (1, 2)]
        found.append(f"asks {text[-_LAST:]}" if worth_model.is_of_pairs(text) else "asks")
    return found


def is_question(text: str) -> bool:
    """Whether a text ends like a question."""
    return text.rstrip(_CLOSING).endswith(("?", "？"))


@cache
def _model() -> linear.Model:
    return linear.load(FILE)
