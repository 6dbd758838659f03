"""What people choose for a password though it has no digit: words that are joined, or that no prose writes so."""

from typing import Final

from memory_core.redact import lexicon
from memory_core.redact.expressions import compiled

_JOINED: Final = r"[^\W\d_]{3,}(?:[-_/&+.!*~#@^][^\W\d_]+){0,5}[!?+*#$%&]{0,3}"
_COMPOUND: Final = (
    r"([^\W\d_]{3,})(?:([_/&+~!*#])[^\W\d_]+){1,5}[!?+*#$%&]{0,3}|([^\W\d_]{3,})(?:-[^\W\d_]{2,}){2,5}"
    r"|[^\W\d_]{4,}[_.-][!?+*#$%&]{1,3}"
)
_WORDS: Final = r"[^\W\d_]+"
_SPOKEN_OF: Final = r"(?i)pass|secret|token|key|cred|auth"
_CAMEL: Final = r"[a-z]+(?:[A-Z][a-z]+)+"


def is_joined(value: str) -> bool:
    """Whether a literal is words that stand for nothing a program knows: elephant_memory, Kirmes/Karussell, Moos!."""
    return (
        len(value) >= 6
        and not value.isupper()
        and bool(compiled(_JOINED).fullmatch(value))
        and not compiled(_CAMEL).fullmatch(value)
        and not _describes(value)
    )


def is_compound(value: str) -> bool:
    """Whether prose would not write words so: Badger_Burrow, Haselnuss/Creme, Birch-Anvil-Comet, Moos_!."""
    if not compiled(_COMPOUND).fullmatch(value) or _describes(value):
        return False
    return value[0].isupper() and all(
        (word[0].isupper() and not word[1:].isupper()) or (len(word) <= 3 and "-" in value)
        for word in compiled(_WORDS).findall(value)
    )


def _describes(value: str) -> bool:
    words = [word.lower() for word in compiled(_WORDS).findall(value)]
    known = lexicon.DESCRIBING | lexicon.WORDS
    return not known.isdisjoint(words) or bool(compiled(_SPOKEN_OF).search(value))


def is_drawn(value: str) -> bool:
    """Whether letters alone, 16 and more, change between capitals and small ones as chance would, and no name does."""
    if len(value) < 16 or not value.isalpha() or not value.isascii():
        return False
    small = compiled(r"[a-z]+").findall(value)
    return (
        len(compiled(r"[A-Z]{2,}").findall(value)) >= 2
        and bool(small)
        and sum(map(len, small)) <= 3 * len(small)
        and not value.isupper()
    )
