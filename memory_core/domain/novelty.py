"""Is this new? Two memories that say the same thing in nearly the same words are one."""

import re
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
_ENDINGS: Final = ("ing", "ed", "es", "s", "e", "d")
_LEAST: Final = 3  # words that a text which leaves some out must share at least


def words(text: str) -> frozenset[str]:
    """The words of a text that tell it from another, without the endings of English."""
    found = _WORDS.findall(text.casefold().replace("'", "").replace("\u2019", ""))
    return frozenset(_stem(word) for word in found if word not in _COMMON or word in _TURNS)


def _stem(word: str) -> str:
    if word in _TURNS:
        return word
    return next((word[: -len(end)] for end in _ENDINGS if word.endswith(end) and len(word) - len(end) >= 4), word)


def numbers(own: frozenset[str]) -> list[str]:
    """Those of the words that a text must share to say the same: versions, hashes, counts."""
    return sorted(word for word in own if any(char.isdigit() for char in word))


# Words that only say that something is being told again.
_TOLD: Final = frozenset(
    _stem(word)
    for word in (
        "see memory memories recall recalled remember remembered briefing noted note according earlier previously "
        "already know known knew say says said decided project per again still here there recorded session last time "
        "me my our us ok okay yes well indeed right good thanks continue following reminder"
    ).split()
)


def content(own: frozenset[str]) -> frozenset[str]:
    """Those of the words that say more than that something is being told again."""
    return own - _TOLD


def same(new: frozenset[str], old: frozenset[str]) -> bool:
    """True where `new` says nothing that `old` does not: it leaves words out, or adds none but those of retelling.

    A word in the place of another, a number or a turning word more or less makes another memory: what
    is kept twice can be forgotten, what is taken for known is lost.
    """
    added, left_out = content(new - old), old - new
    if added or (content(left_out) and len(new & old) < max(_LEAST, len(old) // 2)):
        return False
    return not (left_out & _TURNS) and not numbers(left_out)
