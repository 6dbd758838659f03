"""A Markdown document as sections, list entries, tables and paragraphs: the model for readers of headings.

Code is no part of a document. `blocks` also has the containers of CommonMark.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Final, NamedTuple, Self

from memory_core.language import front_matter
from memory_core.language.light.words import tokens
from memory_core.language.markdown import (
    BOLD,
    BOLD_LINE,
    DELIMITERS,
    ENTRY,
    cells,
    closes,
    fence,
    heading,
    is_rule,
    plain,
)  # fmt: skip

_COMMENT: Final = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)


class Section(NamedTuple):
    """A heading, and the lines of the text below it; level 0 is the text before the first heading."""

    level: int
    title: str
    line: int  # 1-based, of the heading
    start: int
    own: int  # line index of the next heading
    end: int  # line index of the next heading of its level or above

    @property
    def plain(self) -> str:
        """The title without Markdown."""
        return plain(self.title)

    @property
    def name(self) -> str:
        """The words of the title in lower case, without its number."""
        return " ".join(tokens(self.plain.casefold())).lstrip("0123456789 ")


class Entry(NamedTuple):
    """An entry of a list, with the lines that continue it."""

    indent: int
    box: str  # the mark in its box; "" without a box
    text: str
    line: int
    more: tuple[str, ...] = ()

    @property
    def whole(self) -> str:
        """Its text and the lines that continue it, on one line."""
        return " ".join((self.text, *self.more))


class Table(NamedTuple):
    """A table: the cells of its head in lower case, and its rows with their lines."""

    head: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]

    def column(self, names: Collection[str]) -> int:
        """The index of the first column with one of these names; -1 if there is none."""
        return next((at for at, name in enumerate(self.head) if name in names), -1)


class Outline(NamedTuple):
    """A document: its lines, the indices of lines in code, its sections."""

    lines: tuple[str, ...]
    code: frozenset[int]
    sections: tuple[Section, ...]

    @classmethod
    def parse(cls, text: str) -> Self:
        """The document of a text; front matter and comments become blank lines."""
        text = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
        text = _COMMENT.sub(lambda match: "\n" * match[0].count("\n"), front_matter.blanked(text))
        return cls.of_lines(text.split("\n"))

    @classmethod
    def of_lines(cls, lines: Sequence[str]) -> Self:
        """The document of these lines, unchanged; an unclosed fence extends to the end."""
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
            elif head := heading(line):
                heads.append((head[0], at, head[1]))
            elif bold := BOLD_LINE.match(line):
                heads.append((BOLD, at, bold[1].strip()))
        return cls(tuple(lines), frozenset(code), _nested(heads, len(lines)))

    def raw(self, section: Section, *, deep: bool = True) -> str:
        """The text below a heading, unchanged; `deep` includes the sections below it."""
        return "\n".join(self.lines[section.start : section.end if deep else section.own]).strip("\n").rstrip()

    def below(self, section: Section) -> list[Section]:
        """The section and the sections below it."""
        first = bisect_left(self.sections, section.start, key=_start)
        return list(self.sections[first : max(first + 1, bisect_left(self.sections, section.end, key=_start))])

    def prose(self, section: Section, *, deep: bool = False) -> Iterator[tuple[int, str]]:
        """The lines below a heading outside of code: (index, line)."""
        for at in range(section.start, section.end if deep else section.own):
            if at not in self.code:
                yield at, self.lines[at]

    def entries(self, section: Section, *, deep: bool = False) -> list[Entry]:
        """The entries of the lists below a heading."""
        entries: list[Entry] = []
        more: list[list[str]] = []
        is_open = False
        for at, line in self.prose(section, deep=deep):
            match = ENTRY.match(line)
            if match and not DELIMITERS.fullmatch(line):
                indent = len(match[1].expandtabs(4))
                entries.append(Entry(indent, match[2] or "", match[3].strip(), at + 1))
                more.append([])
                is_open = True
            elif not line.strip() or heading(line) or line.lstrip().startswith("|"):
                is_open = is_open and not line.strip()
            elif is_open and entries and line[:1] in " \t":
                more[-1].append(line.strip())
            else:
                is_open = False
        return [entry._replace(more=tuple(lines)) for entry, lines in zip(entries, more, strict=True)]

    def points(self, section: Section) -> list[Entry]:
        """The top-level entries of the lists below a heading."""
        return [entry for entry in self.entries(section) if not entry.indent]

    def tables(self, section: Section) -> list[Table]:
        """The tables below a heading, also those without a head."""
        tables: list[Table] = []
        block: list[tuple[int, str]] = []
        for at, line in (*self.prose(section), (-1, "")):
            if line.lstrip().startswith("|"):
                block.append((at, line))
                continue
            if block:
                tables.append(_table(block))
            block = []
        return tables

    def paragraphs(self, section: Section, *, deep: bool = False) -> list[tuple[int, str]]:
        """The paragraphs below a heading without lists and tables: (first line, text on one line)."""
        paragraphs: list[tuple[int, list[str]]] = []
        is_open = False
        for at, line in self.prose(section, deep=deep):
            text = line.strip()
            ends = not text or ENTRY.match(line) or heading(line) or text[0] in "|>" or BOLD_LINE.match(line)
            if ends or is_rule(text):
                is_open = False
            elif is_open:
                paragraphs[-1][1].append(text)
            elif line[:1] not in " \t" or not paragraphs:
                paragraphs.append((at + 1, [text]))
                is_open = True
        return [(line, " ".join(texts)) for line, texts in paragraphs]

    def runs(self, section: Section, begins: Callable[[str], object]) -> list[tuple[int, list[str]]]:
        """The lines below a heading in groups without tables and quotes: (first line, lines).

        A blank line, a rule, a row or a quote ends a group; a line for which `begins` is true begins a new one.
        """
        runs: list[tuple[int, list[str]]] = []
        is_open = False
        for at, line in self.prose(section):
            text = line.strip()
            if not text or text[0] in "|>" or is_rule(text):
                is_open = False
            elif is_open and not begins(line):
                runs[-1][1].append(line)
            else:
                runs.append((at + 1, [line]))
                is_open = True
        return runs


def _start(section: Section) -> int:
    return section.start


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


def _table(block: Sequence[tuple[int, str]]) -> Table:
    head: tuple[str, ...] = ()
    if len(block) > 1 and DELIMITERS.fullmatch(block[1][1]):
        head = tuple(plain(cell).casefold() for cell in cells(block[0][1]))
        block = block[2:]
    return Table(head, tuple((at + 1, cells(line)) for at, line in block if not DELIMITERS.fullmatch(line)))
