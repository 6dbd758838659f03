"""The words of a text that carry meaning."""

from typing import Final

from memory_core.language.light import stop_words
from memory_core.language.light.stems import stem
from memory_core.language.light.words import parts
from memory_core.language.similarity import containment

_ENOUGH: Final = 0.6  # share of the words that two texts have in common where they say the same
STOPPED: Final = stop_words.words("en") | stop_words.function_words("de")


def words(text: str) -> frozenset[str]:
    """The stems of the words that carry meaning, case and camel humps undone."""
    found = set()
    for word in parts(text):
        if word in STOPPED or (len(word) < 3 and not word.isdigit() and word.isascii()):
            continue
        found.add(stem(word))
    return frozenset(found)


def tells_again(text: str, other: str) -> bool:
    """Whether one of two texts has most of the words of the other."""
    own, others = words(text), words(other)
    least = min(2, len(own), len(others))
    return 0 < least <= len(own & others) and containment(own, others) >= _ENOUGH
