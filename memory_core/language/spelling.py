"""Suggestions for a mistyped word."""

import difflib
from collections.abc import Iterable, Mapping
from typing import Final

NEAR: Final = 0.65  # likeness of a name that is worth naming, from 0 to 1
SURE: Final = 0.75  # likeness from which on a word is taken for a slip, not for a word of its own
_MOST: Final = 3
_FARTHER: Final = 0.15
_LONGEST: Final = 80  # characters of a word that are compared


def nearest(word: str, names: Iterable[str], most: int = _MOST, least: float = NEAR) -> list[str]:
    """The names with the most similar spelling, nearest first; case is ignored.

    Names that are clearly farther than the nearest are left out.
    """
    match = difflib.SequenceMatcher(b=word.casefold()[:_LONGEST])
    near: list[tuple[float, str]] = []
    for name in names:
        match.set_seq1(name.casefold()[:_LONGEST])
        if match.real_quick_ratio() >= least and match.quick_ratio() >= least and match.ratio() >= least:
            near.append((match.ratio(), name))
    near.sort(key=lambda row: -row[0])
    return [name for ratio, name in near[:most] if ratio >= near[0][0] - _FARTHER]


def described(word: str, texts: Mapping[str, str]) -> list[str]:
    """The names with a description that contains the word, in the order of the table."""
    wanted = word.casefold()
    return [name for name, text in texts.items() if wanted in text.casefold().replace(",", " ").split()]


def did_you_mean(names: Iterable[str], form: str = "`{}`") -> str:
    """`did you mean `a`, `b` or `c`?` with each name in the format `form`; "" if there are no names."""
    *others, last = [form.format(name) for name in names] or [""]
    if not last:
        return ""
    return f"did you mean {', '.join(others)} or {last}?" if others else f"did you mean {last}?"
