"""A secret that was found once, wherever else it stands in the text: as it is, or in capitals, without its digits."""

from collections.abc import Iterable, Iterator
from typing import Final

from memory_core.redact import judge, lexicon
from memory_core.redact.expressions import compiled
from memory_core.redact.shapes import Span

_PIECE: Final = r"\[redacted:[\w-]+\]|[^\s\"'`“”„«»‘’<>()\[\]{},;:=|/]{5,80}"
_LEAST: Final = 5  # letters of a word that nothing but the secret explains
_LONGEST: Final = 80


def again(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    """The other places of what these spans hold."""
    sought: dict[str, str] = {}
    for span in spans:
        value = text[span.start : span.end].strip(".,;:!?*")
        if _LEAST <= len(value) <= _LONGEST and not any(map(str.isspace, value)):
            if judge.rank(value) >= judge.PLAIN:
                sought[value] = span.kind
            if _tells(letters := _letters(value)):
                sought[letters] = span.kind
    if not sought:
        return
    for token in compiled(_PIECE).finditer(text):
        value = token[0].strip(".!?*")
        kind = sought.get(value) or sought.get(_letters(value))
        if kind and value[0] != "[":
            start = token.start() + token[0].index(value)
            yield Span(start, start + len(value), kind)


def _letters(value: str) -> str:
    return "".join(filter(str.isalpha, value)).lower()


def _tells(letters: str) -> bool:
    """Whether letters are no word that a text would have anyway."""
    known = (lexicon.FREQUENT, lexicon.KNOWN)
    return len(letters) > _LEAST and letters not in lexicon.classes() and lexicon.common(letters) not in known
