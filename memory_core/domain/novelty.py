"""Is this new? Two memories that say the same thing in nearly the same words are one."""

import re
from collections.abc import Iterable
from typing import Final

_WORDS = re.compile(r"\w+")
# Words that turn a sentence into its opposite: two texts that differ in one of them differ in what they say.
_TURNS: Final = frozenset(
    (
        "not no never none without dont doesnt isnt cant cannot wont avoid instead only always except unless until "
        "before after fails failed passes passed enable disable enabled disabled on off true false add remove added "
        "removed"
    ).split()
)
_COMMON: Final = frozenset(
    (
        "a an the and or of to in at for with from by is are was were be been it its this that these those we i you "
        "he she they as so if then than but do does did has have had will would can could should may might must now "
        "also just into"
    ).split()
)
_LEAST: Final = 4  # shorter texts are compared by their fingerprint only
_SHARED: Final = 0.8


def words(text: str) -> frozenset[str]:
    """The words of a text that tell it from another."""
    found = _WORDS.findall(text.casefold().replace("'", "").replace("\u2019", ""))
    return frozenset(word for word in found if word not in _COMMON or word in _TURNS)


def numbers(own: frozenset[str]) -> list[str]:
    """Those of the words that a text must share to say the same: versions, hashes, counts."""
    return sorted(word for word in own if any(char.isdigit() for char in word))


def same(one: frozenset[str], other: frozenset[str]) -> bool:
    """True where the two sets of words say the same: most are shared, and no number or turning word differs."""
    small, large = sorted((one, other), key=len)
    if len(small) < _LEAST:
        return False
    differ = one ^ other
    if differ & _TURNS or numbers(differ):
        return False
    return len(small & large) >= _SHARED * len(small) and len(small) >= 0.5 * len(large)


def told(text: str, known: Iterable[frozenset[str]]) -> bool:
    """True where one of the known word sets already says the text."""
    own = words(text)
    return any(same(own, other) for other in known)
