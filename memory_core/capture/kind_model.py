"""The kind of memory that a sentence is, if nobody names it: by the weights of wishes, then of statements.

A line that begins like a marker line ("blocked by the vendor", "fixed the flake") has the kind of that marker.
"""

from typing import Final

from memory_core.core.light.marker_words import KINDS
from memory_core.extract import wish_model, worth_model

_LASTS: Final = 70  # score of a wish from which on a line that stands alone is taken for a way of working


def kind_of(text: str) -> str:
    """The kind of one line: `next` for a question or a momentary request, `convention` or `preference` for a lasting
    wish, `decision` for a choice; else what the weights of statements say.
    """
    first = text.partition(" ")[0].rstrip(":,").upper()
    if first in KINDS:
        return KINDS[first]
    asked = wish_model.read(text)
    if wish_model.is_question(text) or asked.question > 0:
        return "next"
    if asked.standing > max(_LASTS, asked.choice):
        return "preference" if asked.manner > 0 else "convention"
    if asked.choice > 0:
        return "decision"
    return "next" if asked.moment > 0 else worth_model.kind_of(text)
