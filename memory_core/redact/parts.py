"""The pieces of a secret that somebody tells in parts: "first half of the password: ...", a line for each."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from memory_core.redact import lexicon
from memory_core.redact.expressions import compiled
from memory_core.redact.names import Mention
from memory_core.redact.shapes import Span
from memory_core.redact.values import kept

_PARTS: Final = r"[^\n]{0,60}\b(?:parts|halves|pieces|Teilen?)\b[^\n]{0,80}"
_PIECE_NAMES: Final = "half|part|piece|hälfte|teil|moitié|partie|mitad|parte|metà|metade|helft|halva"
_HALF: Final = rf"(?i)\b(?:first|1st|erste[rs]?|première|primera|prima|primeira|eerste|första)\s(?:{_PIECE_NAMES})\b"
_HALF_TOLD: Final = (
    rf"(?i)\b(?:{_PIECE_NAMES})\b[^\n:=]{{0,50}}?(?:[:=]|\s(?:is|ist|est|es|è)\s)\s?[\"'`]?([^\s\"'`,;]{{3,60}})"
)
_PART: Final = r"\n[ \t*-]{0,8}(?:\w+ )?\w+[:.)] ?[\"'`]?([^\s\"'`]{2,80})[\"'`]?(?=\r?\n|\Z)"
_DIVIDED: Final = (" parts", " halves", " pieces", " Teile")
_MOST_PARTS: Final = 6


def parts(text: str, called: Mention) -> Iterator[Span]:
    """The pieces of a secret that somebody tells "in two parts", a line for each."""
    near = text[called.end : called.end + 80]
    half = compiled(_HALF).search(text, max(0, called.start - 60), called.start) if called.password else None
    if half and "\n" not in text[half.end() : called.start] and compiled(_comes()).match(text, called.end):
        end = text.find("\n\n", half.start(), half.start() + 500)
        for piece in compiled(_HALF_TOLD).finditer(text, half.start(), end if end >= 0 else half.start() + 500):
            if span := kept(text, *piece.span(1), called):
                yield span
        return
    told = compiled(_PARTS).match(text, called.end) if any(word in near for word in _DIVIDED) else None
    part = compiled(_PART).match(text, told.end()) if told else None
    for _ in range(_MOST_PARTS):
        if not part:
            return
        if span := kept(text, *part.span(1), called):
            yield span
        part = compiled(_PART).match(text, part.end())


@cache
def _comes() -> str:
    verbs = "|".join(sorted(word for word, name in lexicon.classes().items() if name == "is" and word.isalpha()))
    return rf"(?i)\s?(?:[:=(]|(?:{verbs}|comes|follows|here)\b|[^\W\d_]+\s(?:{verbs})\s)"
