"""A Markdown document as its sections, list entries and tables, whoever wrote it; what stands in code is no part of it.

The library that parses Markdown is too heavy for a hook; what a spec's files need of it is little.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from memory_core import data
from memory_core.text.sentences import sentences
from memory_core.text.words import tokens

_FENCE: Final = re.compile(r" {0,3}(`{3,}|~{3,})")
_HEADING: Final = re.compile(r" {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$")
_BOLD: Final = re.compile(r"\s{0,3}\*\*([^*]{2,80}?):?\*\*:?\s*$")
_ENTRY: Final = re.compile(r"([ \t]*)(?:[-*+]|\d{1,4}[.)])[ \t]+(?:\[(.)\][ \t]+)?(.*)$")
_RULE: Final = re.compile(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-*:?\s*)*$")
_CELLS: Final = re.compile(r"(?<!\\)\|")
_LINK: Final = re.compile(r"!?\[([^\[\]]*)\]\([^()]*\)")
_MARKS: Final = re.compile(r"\*\*|__|~~|`|(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])|(?<!\w)_(?=\S)|(?<=\S)_(?!\w)")
_HEAD: Final = re.compile(r"\A(---)[ \t]*\n.*?^---[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_COMMENT: Final = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_BRACKETS: Final = re.compile(r"\[[^\[\]\n]*\]|\{[^{}\n]*\}|<[^<>\n]*>")
_ROWS: Final = data.named("spec/outline.txt")
_NOTHING: Final = frozenset(data.cues(_ROWS["nothing"][0]))
BOLD: Final = 7  # the level of a line that is a heading by its weight alone


class Section(NamedTuple):
    """A heading, and where what stands below it begins and ends, in lines; level 0 is before the first."""

    level: int
    title: str
    line: int  # 1-based, of the heading
    start: int
    own: int  # where the next heading stands
    end: int  # where the next heading of its level or above stands


class Entry(NamedTuple):
    """An entry of a list, with the lines that continue it."""

    indent: int
    box: str  # what stands in its box, "" where it has none
    text: str
    line: int
    more: tuple[str, ...] = ()


class Table(NamedTuple):
    """A table: the cells of its head in small letters, and its rows with their lines."""

    head: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]


class Outline(NamedTuple):
    """A document, its lines, and those of them that are code."""

    lines: tuple[str, ...]
    code: frozenset[int]
    sections: tuple[Section, ...]

    def raw(self, section: Section, *, deep: bool = True) -> str:
        """What stands below a heading, as it was written, with the sections below it."""
        return "\n".join(self.lines[section.start : section.end if deep else section.own]).strip("\n").rstrip()

    def below(self, section: Section) -> list[Section]:
        """The sections below one, itself first."""
        first = bisect_left(self.sections, section.start, key=_start)
        return list(self.sections[first : max(first + 1, bisect_left(self.sections, section.end, key=_start))])

    def said(self, section: Section, *, deep: bool = False) -> Iterator[tuple[int, str]]:
        """The lines below a heading that are no code: (index, line)."""
        for at in range(section.start, section.end if deep else section.own):
            if at not in self.code:
                yield at, self.lines[at]


def _start(section: Section) -> int:
    return section.start


def outline(text: str) -> Outline:
    """The document. Front matter and comments are blank; an unclosed fence reaches to the end."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    for pattern in (_HEAD, _COMMENT):
        text = pattern.sub(lambda match: "\n" * match[0].count("\n"), text)
    lines = text.split("\n")
    code: set[int] = set()
    heads: list[tuple[int, int, str]] = [(0, -1, "")]
    fence = ""
    for at, line in enumerate(lines):
        mark = _FENCE.match(line)
        if fence:
            code.add(at)
            if mark and mark[1].startswith(fence) and not line.strip().strip(fence[0]):
                fence = ""
        elif mark:
            code.add(at)
            fence = mark[1]
        elif heading := _HEADING.match(line):
            heads.append((len(heading[1]), at, heading[2].strip()))
        elif bold := _BOLD.match(line):
            heads.append((BOLD, at, bold[1].strip()))
    return Outline(tuple(lines), frozenset(code), _nested(heads, len(lines)))


def _nested(heads: Sequence[tuple[int, int, str]], length: int) -> tuple[Section, ...]:
    ends = [length] * len(heads)
    waiting: list[int] = []
    for number, (level, at, _) in enumerate(heads):
        while waiting and heads[waiting[-1]][0] >= level and heads[waiting[-1]][0] > 0:
            ends[waiting.pop()] = at
        waiting.append(number)
    owns = [*(at for _, at, _ in heads[1:]), length]
    return tuple(
        Section(level, title, at + 1, at + 1, own, max(own, end) if level else own)
        for (level, at, title), own, end in zip(heads, owns, ends, strict=True)
    )


def entries(document: Outline, section: Section, *, deep: bool = False) -> list[Entry]:
    """The entries of the lists below a heading."""
    found: list[Entry] = []
    more: list[list[str]] = []
    is_open = False
    for at, line in document.said(section, deep=deep):
        match = _ENTRY.match(line)
        if match and not _RULE.fullmatch(line):
            indent = len(match[1].expandtabs(4))
            found.append(Entry(indent, match[2] or "", match[3].strip(), at + 1))
            more.append([])
            is_open = True
        elif not line.strip() or _HEADING.match(line) or line.lstrip().startswith("|"):
            is_open = is_open and not line.strip()
        elif is_open and found and line[:1] in " \t":
            more[-1].append(line.strip())
        else:
            is_open = False
    return [one._replace(more=tuple(told)) for one, told in zip(found, more, strict=True)]


def tables(document: Outline, section: Section, *, deep: bool = False) -> list[Table]:
    """The tables below a heading, also those without a head."""
    found: list[Table] = []
    block: list[tuple[int, str]] = []
    for at, line in (*document.said(section, deep=deep), (-1, "")):
        if line.lstrip().startswith("|"):
            block.append((at, line))
            continue
        if block:
            found.append(_table(block))
        block = []
    return found


def _table(block: Sequence[tuple[int, str]]) -> Table:
    head: tuple[str, ...] = ()
    if len(block) > 1 and _RULE.fullmatch(block[1][1]):
        head = tuple(plain(cell).casefold() for cell in _cells(block[0][1]))
        block = block[2:]
    return Table(head, tuple((at + 1, _cells(line)) for at, line in block if not _RULE.fullmatch(line)))


def _cells(line: str) -> tuple[str, ...]:
    inner = line.strip().removeprefix("|")
    inner = inner[:-1] if inner.endswith("|") and not inner.endswith("\\|") else inner
    return tuple(cell.replace("\\|", "|").strip() for cell in _CELLS.split(inner))


def paragraphs(document: Outline, section: Section, *, deep: bool = False) -> list[tuple[int, str]]:
    """The paragraphs below a heading, each on one line, with the line where it begins; lists and tables are none."""
    found: list[tuple[int, list[str]]] = []
    is_open = False
    for at, line in document.said(section, deep=deep):
        said = line.strip()
        if (
            not said
            or _ENTRY.match(line)
            or _HEADING.match(line)
            or said[0] in "|>"
            or _BOLD.match(line)
            or is_rule(said)
        ):
            is_open = False
        elif is_open:
            found[-1][1].append(said)
        elif line[:1] not in " \t" or not found:
            found.append((at + 1, [said]))
            is_open = True
    return [(line, " ".join(told)) for line, told in found]


def is_entry(line: str) -> int | None:
    """How far the entry that begins with a line is indented; None where none does."""
    match = _ENTRY.match(line)
    return len(match[1].expandtabs(4)) if match and not _RULE.fullmatch(line) else None


def unlisted(line: str) -> str:
    """What an entry says, without the mark and the box before it."""
    match = _ENTRY.match(line)
    return match[3] if match else line


def is_rule(line: str) -> bool:
    """Whether a line only draws a line."""
    return len(line) >= 3 and not line.replace(" ", "").strip(line[0]) and line[0] in "-*_="


def plain(text: str) -> str:
    """A text on one line, without the marks of Markdown."""
    return " ".join(_MARKS.sub("", _LINK.sub(r"\1", text)).split())


def first_sentence(text: str) -> str:
    """The first sentence of a text on one line."""
    return next(iter(sentences(text, whole=True)), "")


def is_nothing(text: str) -> bool:
    """Whether a text says nothing: empty, `TBD`, `none yet`, or what a template has in the place of words."""
    said = plain(text)
    if not tokens(_BRACKETS.sub(" ", said)):
        return True
    return words(said) in _NOTHING


def words(text: str) -> str:
    """The words of a text in small letters, by which two wordings are the same."""
    return " ".join(tokens(plain(text).casefold()))  # as the keys of notes have it
