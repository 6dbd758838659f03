"""The words of a text that carry meaning."""

from typing import Final

from memory_core.light import stop
from memory_core.light.stems import stem
from memory_core.light.words import parts

STOPPED: Final = stop.words("en") | stop.function_words("de")


def words(text: str) -> frozenset[str]:
    """The stems of the words that carry meaning, case and camel humps undone."""
    found = set()
    for word in parts(text):
        if word in STOPPED or (len(word) < 3 and not word.isdigit() and word.isascii()):
            continue
        found.add(stem(word))
    return frozenset(found)
