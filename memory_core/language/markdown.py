"""Markdown line by line, and a document as its sections, list entries and tables, whoever wrote it.

What stands in code is no part of a document. `blocks` has the containers of CommonMark too.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from memory_core.language import front_matter

_FENCE: Final = re.compile(r" {0,3}(`{3,}|~{3,})")
_HEADING: Final = re.compile(r" {0,3}(#{1,6})(?=[ \t]|$)")
_BOLD: Final = re.compile(r"\s{0,3}\*\*([^*]{2,80}?):?\*\*:?\s*$")
_ENTRY: Final = re.compile(r"([ \t]*)(?:[-*+]|\d{1,4}[.)])[ \t]+(?:\[(.)\][ \t]+)?(.*)$")
_RULE: Final = re.compile(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-*:?\s*)*$")
_CELLS: Final = re.compile(r"(?<!\\)\|")
_LINK: Final = re.compile(r"!?\[([^\[\]]*)\]\([^()]*\)")
_MARKS: Final = re.compile(r"\*\*|__|~~|`|(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])|(?<!\w)_(?=\S)|(?<=\S)_(?!\w)")
_COMMENT: Final = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
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


def heading(line: str) -> tuple[int, str] | None:
    """(level, title) of the heading that a line is, None where it is none."""
    match = _HEADING.match(line)
    if match is None:
        return None
    title = line[match.end() :].strip()
    bare = title.rstrip("#")
    is_closed = not bare or bare[-1] in " \t"
    return len(match[1]), bare.rstrip() if is_closed else title


def fence(line: str) -> str:
    """The mark with which a line begins code, "" where it begins none."""
    match = _FENCE.match(line)
    return match[1] if match and not (match[1][0] == "`" and "`" in line[match.end() :]) else ""


def closes(line: str, mark: str) -> bool:
    """Whether a line ends the code that began with a mark."""
    return fence(line).startswith(mark) and not line.strip().strip(mark[0])


def cells(line: str) -> tuple[str, ...]:
    """The cells of a row of a table, without blanks around them and with their own bars."""
    return tuple(cell.replace("\\|", "|") for cell in written_cells(line))


def written_cells(line: str) -> tuple[str, ...]:
    """The cells of a row as they are written, a bar in them with its backslash."""
    inner = line.strip().removeprefix("|")
    inner = inner[:-1] if inner.endswith("|") and not inner.endswith("\\|") else inner
    return tuple(cell.strip() for cell in _CELLS.split(inner))


def outline(text: str) -> Outline:
    """The document. Front matter and comments are blank; an unclosed fence reaches to the end."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    text = _COMMENT.sub(lambda match: "\n" * match[0].count("\n"), front_matter.blanked(text))
    lines = text.split("\n")
    code: set[int] = set()
    heads: list[tuple[int, int, str]] = [(0, -1, "")]
    open_fence = ""
    for at, line in enumerate(lines):
        mark = fence(line)
        if open_fence:
            code.add(at)
            open_fence = "" if closes(line, open_fence) else open_fence
        elif mark:
            code.add(at)
            open_fence = mark
        elif found := heading(line):
            heads.append((found[0], at, found[1]))
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
        elif not line.strip() or heading(line) or line.lstrip().startswith("|"):
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
        head = tuple(plain(cell).casefold() for cell in cells(block[0][1]))
        block = block[2:]
    return Table(head, tuple((at + 1, cells(line)) for at, line in block if not _RULE.fullmatch(line)))


def paragraphs(document: Outline, section: Section, *, deep: bool = False) -> list[tuple[int, str]]:
    """The paragraphs below a heading, each on one line, with the line where it begins; lists and tables are none."""
    found: list[tuple[int, list[str]]] = []
    is_open = False
    for at, line in document.said(section, deep=deep):
        said = line.strip()
        if not said or _ENTRY.match(line) or heading(line) or said[0] in "|>" or _BOLD.match(line) or is_rule(said):
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
