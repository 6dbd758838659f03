"""Limits of text: how much of a long text is shown, and how much of a foreign text is read."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from memory_core.core.light.units import units as units

_BLANK_START: Final = re.compile(r"\A(?:[ \t\r]*\n)+")
_HALF: Final = re.compile("[\ud800-\udfff]")


class Section(NamedTuple):
    """A heading and its entries, most important first. `lines` limits heading, entries and overflow line together."""

    title: str
    entries: Sequence[str]
    lines: int
    more: int = 0  # entries that exist and are not in `entries`
    verb: str = ""  # the verb that lists all entries


class Fitted(NamedTuple):
    """A text within its limits, and how many entries of each section were left out, by title."""

    text: str
    left_out: dict[str, int]


def tokens(text: str) -> int:
    """The estimated number of tokens of a text: a quarter of its characters, rounded up."""
    return -(-len(text) // 4)


def clip(text: str, most: int) -> str:
    """The text on one line of at most `most` characters; a longer text is cut at a word and gets an ellipsis."""
    line = " ".join(text.split())
    if len(line) <= most:
        return line
    if most < 2:
        return line[:most]
    head = line[: most - 1]
    at_word = head.rpartition(" ")[0]
    return (at_word if len(at_word) > most // 2 else head).rstrip(" ,;:-—") + "…"


def cut(text: str, most: int) -> str:
    """The text in at most `most` characters; a longer text is cut at the end of a line if one is near."""
    text = text.strip()
    if len(text) <= most:
        return text
    head = text[: most - 2]
    at_line = head.rpartition("\n")[0]
    return (at_line if len(at_line) > most // 2 else head).rstrip() + "\n…"


def trimmed(text: str) -> str:
    """The text without blank lines at its beginning and without blanks at its end."""
    return _BLANK_START.sub("", text).rstrip()


def whole(text: str) -> str:
    """The text with U+FFFD for each lone surrogate, which stands for a byte that is not UTF-8."""
    return text if text.isascii() else _HALF.sub("\ufffd", text)


def few(words: Sequence[str], most: int, between: str = ", ") -> str:
    """The first `most` words, joined, and the number of the others: `a, b and 3 more`."""
    more = f" and {len(words) - most:,} more" if len(words) > most else ""
    return between.join(words[:most]) + more


def plural(noun: str) -> str:
    """The plural of an English noun; of several words, the last is changed."""
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(("s", "x", "ch", "sh")) else f"{noun}s"


def how_many(number: int, noun: str, zero: str = "no") -> str:
    """A number with its noun: `no memories`, `1 memory`, `1,200 memories`. `zero` replaces the number 0."""
    return f"{f'{number:,}' if number else zero} {noun if number == 1 else plural(noun)}"


def fits(text: str, lines: int, size: int) -> bool:
    """Whether a text has at most `lines` lines and `size` UTF-16 units. A newline at the end begins no line."""
    return text.removesuffix("\n").count("\n") + 1 <= lines and units(text) <= size


def rows_within(
    text: Callable[[Mapping[str, int]], str], offered: Mapping[str, int], *, lines: int, size: int
) -> dict[str, int]:
    """How many rows each section keeps so that `text` of these numbers fits.

    Rows are dropped from the end of the first section in `offered` until it is empty, then from the next section.
    """
    kept = dict(offered)
    for name in offered:
        while kept[name] and not fits(text(kept), lines, size):
            kept[name] -= 1
    return kept


def fit(head: str, sections: Sequence[Section], *, lines: int, size: int) -> Fitted:
    """The head and the sections in at most `lines` lines and `size` UTF-16 units (G-1), for any input.

    A section without entries is not shown. While the text is too long, the largest section loses its last entry.
    `… +N more` shows how many are missing.
    """
    shown = [section for section in sections if section.entries]
    kept = [_first(section) for section in shown]
    while True:
        text = _text(head, shown, kept)
        if fits(text, lines, size):
            break
        longest = max(range(len(shown)), key=lambda at: _weight(shown[at], kept[at]), default=None)
        if longest is None:
            return Fitted("\n".join(_cut(text, size).split("\n")[:lines]), {})
        if kept[longest] == 0:
            del shown[longest], kept[longest]
        else:
            kept[longest] -= 1
    left_out = {section.title: len(section.entries) + section.more for section in sections if section.entries}
    for section, number in zip(shown, kept, strict=True):
        left_out[section.title] -= number
    return Fitted(text, {title: number for title, number in left_out.items() if number})


def _first(section: Section) -> int:
    """How many entries fit into the lines of the section, with room for the overflow line."""
    room, number = section.lines - 1, 0
    for at, entry in enumerate(section.entries):
        need = entry.count("\n") + 1
        overflow = 1 if at + 1 < len(section.entries) or section.more else 0
        if need + overflow > room:
            break
        room -= need
        number += 1
    return number


def _weight(section: Section, number: int) -> tuple[int, int]:
    return sum(units(entry) for entry in section.entries[:number]), number


def _text(head: str, sections: Sequence[Section], kept: Sequence[int]) -> str:
    blocks = [head] if head else []
    for section, number in zip(sections, kept, strict=True):
        rest = len(section.entries) + section.more - number
        verb = f": `memory-core {section.verb}`" if section.verb else ""
        rows = [f"## {section.title}", *section.entries[:number], *([f"… +{rest} more{verb}"] if rest else [])]
        blocks.append("\n".join(rows))
    return "\n\n".join(blocks)


def _cut(text: str, size: int) -> str:
    while units(text) > size:
        text = text[: len(text) - max(1, (units(text) - size) // 2)]
    return text


WORD = 100  # characters of a name, a word, a part of a path
SENTENCE = 1_000  # characters of a sentence, a rule, a command: the most that a regular expression searches at once
NESTED = 200  # nested collections of YAML
WEIGHED = 12_000  # possible secrets that a hook checks; real sessions have at most a third of that
SPOKEN = 4_000  # characters of a passage that is split into sentences for one answer
