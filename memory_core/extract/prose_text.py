"""Words, sentences and bullets of prose that people and models write."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from memory_core.language.light.stems import stem
from memory_core.language.light.words import parts
from memory_core.language.near_duplicate import STOPPED as STOPPED
from memory_core.language.near_duplicate import containment
from memory_core.language.near_duplicate import content_words as content_words
from memory_core.language.sentences import sentences as parted

_FENCE: Final = ("```", "~~~")
_BULLET = re.compile(r"^(\s*)(?:[-*•+–]|\d{1,2}[.)]|[☐☑✓✔✅❌])\s+")
_MARKS = re.compile(r"^#{1,6}\s+|\*\*")
_SPACE = re.compile(r"\s+")
_WORD = re.compile(r"[^\W_]+")


class Unit(NamedTuple):
    """One bullet or sentence of a text, and its heading."""

    text: str
    heading: str = ""
    bullet: bool = False
    depth: int = 0  # indentation of the bullet in spaces


def one_line(text: str) -> str:
    """The text on one line, without Markdown marks of headings and bold."""
    return _SPACE.sub(" ", _MARKS.sub("", text)).strip()


def clip(text: str, chars: int) -> str:
    """At most `chars` characters, cut between words and then ended with an ellipsis."""
    if len(text) <= chars:
        return text
    cut = text[: chars - 1]
    space = cut.rfind(" ", chars // 2)
    return (cut[:space] if space > 0 else cut).rstrip(" ,;:—-") + "…"


def content(text: str) -> list[str]:
    """The stems of the words that carry meaning as they follow each other, the short ones too."""
    return [stem(word) for word in parts(text) if word not in STOPPED]


def prose(text: str) -> str:
    """The text without fenced code and tables."""
    kept, fence = [], ""
    for line in text.split("\n"):
        bare = line.lstrip()
        if fence:
            if bare.startswith(fence):
                fence = ""
        elif bare.startswith(_FENCE):
            fence = bare[:3]
        elif not bare.startswith(("|", "┃", "│")):
            kept.append(line)
    return "\n".join(kept)


def units(text: str) -> Iterator[Unit]:
    """Every bullet and every sentence of the prose in `text`, in order."""
    heading = ""
    paragraph: list[str] = []
    bullet, depth = False, 0
    for line in [*prose(text).split("\n"), ""]:
        mark = _BULLET.match(line)
        stripped = line.strip()
        heads = _is_heading(stripped)
        if paragraph and (mark or heads or not stripped):
            yield from _paragraph(" ".join(paragraph), heading, bullet, depth)
            paragraph = []
        if heads:
            heading = one_line(stripped).rstrip(":")
            bullet = False
        elif mark:
            paragraph, bullet, depth = [line[mark.end() :].strip()], True, len(mark[1].expandtabs(4))
        elif stripped:
            if not paragraph:
                bullet, depth = False, 0
            paragraph.append(stripped)


def _is_heading(line: str) -> bool:
    if line.startswith("#"):
        return True
    bare = line.strip("*").rstrip(":").strip()
    bold = line.startswith("**") and line.rstrip(":").endswith("**") and line.count("**") == 2
    return bool(bare) and (
        bold or (line.endswith(":") and len(line) < 50 and line.count(" ") < 6 and line[:1].isupper())
    )


def _paragraph(text: str, heading: str, bullet: bool, depth: int) -> Iterator[Unit]:
    if bullet:
        yield Unit(text, heading, bullet, depth)
        return
    for sentence in sentences(text):
        yield Unit(sentence, heading)


def sentences(text: str) -> list[str]:
    """The sentences of one paragraph, without marks of bold type; a sentence that ends in a colon is one of them."""
    return [
        sentence.rstrip("*_") if sentence.endswith((":**", ":*", ":__")) else sentence
        for sentence in parted(text, announced=True, loose=text[:1].islower())
    ]


def spoken(text: str) -> Iterator[str]:
    """The sentences of a text that a person typed; they may begin with a small letter."""
    for unit in units(text):
        yield from parted(unit.text, loose=True)


def verbatim(quote: str, source: str) -> str:
    """The passage of `source` that `quote` is taken from: the quote itself, or what begins with the same words."""
    if not source or quote in source:
        return quote
    head = [re.escape(word) for word in _WORD.findall(quote)[:4]]
    match = re.search(r"[\W_]{1,6}".join(head), source, re.IGNORECASE) if len(head) > 1 else None
    return source[match.start() : match.start() + max(len(quote), 40)].partition("\n")[0] if match else quote


def alike(first: str, second: str) -> float:
    """The share of the shorter text's words that occur in the other, 0 to 1."""
    return containment(content_words(first), content_words(second))
