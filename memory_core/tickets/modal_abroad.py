"""The modal words of requirements in other languages than English."""

import re
from typing import Final

from memory_core import data

_ROWS: Final = data.named("aidd/modal_abroad.txt")
_MUST: Final = _ROWS["every must"]
MUST: Final = re.compile("|".join(_MUST), re.IGNORECASE)
SHOULD: Final = re.compile(_ROWS["should"][0], re.IGNORECASE)
ALWAYS: Final = re.compile(_ROWS["always"][0], re.IGNORECASE)
ORDERS: Final = re.compile(_ROWS["orders"][0], re.IGNORECASE)
NO: Final = re.compile(_ROWS["no"][0], re.IGNORECASE)
TOLD: Final = re.compile(_ROWS["told"][0], re.IGNORECASE)

# Words without which no sentence of these languages gets far, and which hardly stand in an English one.
_WORDS: Final = frozenset(data.cues(_ROWS["words"][0]))


def is_abroad(text: str, words: frozenset[str]) -> bool:
    """Whether a sentence, or its words in lower case, may be of one of these languages."""
    return not words.isdisjoint(_WORDS) or (
        not text.isascii() and any(char > "\u036f" and char.isalpha() for char in text)
    )
