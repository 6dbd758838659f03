"""What a sentence of a person asks for: a way of working that holds from now on, a choice, or a thing of the moment.

`python -m tools.fit wish` fits the weights (docs/decisions/0031). A sentence is read with its place in the prompt.
"""

from functools import cache
from typing import Final, NamedTuple

from memory_core.reading import linear, worth

FILE: Final = "wish.txt"
STANDING: Final = "standing"
CHOICE: Final = "choice"
MOMENT: Final = "moment"
LABELS: Final = (STANDING, CHOICE, MOMENT)


class Reading(NamedTuple):
    """What the model says of a sentence: above 0 a label is more likely than not."""

    standing: int
    choice: int
    moment: int


def read(text: str, position: int = 0, among: int = 1, chars: int = 0) -> Reading:
    """What a sentence of one line asks for; `position` and `among` count the sentences of its prompt, of `chars`
    characters (0: the sentence alone).
    """
    model = _model()
    place = worth.Place("prompt", position=position, among=among, chars=chars or len(text))
    return Reading(*model.weighed(worth.of_place(text, place), worth.of_words(text), worth.scale(text)))


@cache
def _model() -> linear.Model:
    return linear.load(FILE)
