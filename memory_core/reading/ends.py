"""Whether a sentence says that something remains open, or that it is settled: a linear model over its words.

`python -m tools.fit ends` fits the weights to `data/examples/ends.tsv` and to the written sessions.
"""

import re
from functools import cache
from typing import Final, NamedTuple

from memory_core.reading import linear, worth
from memory_core.text.words import joined

FILE: Final = "ends.txt"
OPEN: Final = "open"
SETTLED: Final = "settled"
KINDS: Final = ("next", "question", "error", "blocker")
_HEADING_MOST: Final = 6  # words
_SHORT: Final = 40  # characters
# A bullet may have a heading of its own.
_LABEL: Final = re.compile(r"[\W_]*([^:：\n]{2,40})[:：](?=\s|[\u3040-\u9fff]|\**\s)")
_MARKS: Final = "-*•+ \t"
_BOXES: Final = (("[ ]", "box"), ("☐", "box"), *((mark, "tick") for mark in ("[x]", "✅", "✓", "✔", "☑")))


class Reading(NamedTuple):
    """What the model says of a sentence."""

    kind: str  # next, question, error or blocker: what it is if it is open
    certainty: float  # how often a sentence with that score was open, on authors that the fit had not met, 0 to 1
    settled: bool  # it says that something is done, mended, answered or not needed any more


def read(text: str, source: str = "prose", heading: str = "") -> Reading:
    """What a sentence of one line says; `source` as `worth.Place` names it."""
    model = _model()
    full, part = model.places(of_place(text, source, heading)), model.places(worth.of_words(text))
    scale = worth.scale(text)
    opened, settled, *kinds = model.labels
    score = opened.weighed(full, part, scale)
    scores = [label.weighed(full, part, scale) for label in kinds]
    return Reading(KINDS[scores.index(max(scores))], opened.certainty(score), settled.weighed(full, part, scale) > 0)


def of_place(text: str, source: str, heading: str) -> list[str]:
    """The features of the place and of the form."""
    label = _LABEL.match(text)
    heading = f"{heading} {label[1]}" if label else heading
    found = [f"source {source}", *(f"h:{word}" for word in joined(heading)[:_HEADING_MOST])]
    begins = text.lstrip(_MARKS)
    found += [name for mark, name in _BOXES if begins.startswith(mark)]
    if text.rstrip().endswith(("?", "？")):
        found += ["asks", f"asks {source}"]
    if heading:
        found.append("headed")
    if label:
        found.append("labelled")
    if len(text) < _SHORT:
        found.append("short")
    return found


def unlabelled(text: str) -> str:
    """The text without what stands before its colon as a heading."""
    label = _LABEL.match(text)
    return text[label.end() :].strip() if label else text


@cache
def _model() -> linear.Model:
    return linear.load(FILE)
