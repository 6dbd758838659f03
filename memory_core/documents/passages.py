"""Splits a document into passages, each with its headings, and finds the files that the document imports."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from memory_core.core.budget import clip
from memory_core.core.find_duplicate import PASSAGE
from memory_core.language import markdown
from memory_core.language.document import Outline, Section

MOST: Final = 2_000  # passages of a document
_AHEAD: Final = 400  # lines in which the next unchanged line after a secret is searched
_TITLE: Final = 80  # characters of a heading or an entry above a passage
_ABOVE: Final = 6  # headings and entries above a passage
_LETTERS: Final = re.compile(r"[^\W\d_]{2}")


class Passage(NamedTuple):
    """A passage of a document."""

    line: int  # line number, from 1
    text: str  # on one line
    above: tuple[str, ...] = ()  # the headings and list entries above it
    code: str = ""  # the code block that follows


class _Open:
    """A passage that is being read."""

    def __init__(self, line: int, text: str, above: tuple[str, ...]) -> None:
        self.line, self.parts, self.above = line, [text], above
        self.size = len(text)
        self.code: list[str] = []

    def add(self, text: str) -> None:
        self.parts.append(text)
        self.size += len(text)

    def pieces(self) -> Iterator[Passage]:
        text = " ".join(" ".join(self.parts).split())
        code = "\n".join(self.code)[:PASSAGE].strip("\n")
        only_imports = all(word[0] == "@" for word in text.split())  # imported files are read separately
        if (only_imports or not _LETTERS.search(text)) and not code:
            return
        for begin in range(0, max(1, len(text)), 2 * PASSAGE):
            yield Passage(self.line, text[begin : begin + 2 * PASSAGE], self.above, "" if begin else code)


def passages(text: str, cleaned: str | None = None) -> list[Passage]:
    """The passages of a document. In `cleaned` its secrets are removed; passages keep their original line numbers."""
    text = _plain(text)
    shown = text if cleaned is None else _plain(cleaned)
    numbers = None if shown == text else _numbers(text.split("\n"), shown.split("\n"))
    outline = Outline.parse(shown)
    titles: list[tuple[int, str]] = []
    result: list[Passage] = []
    for section in outline.sections:
        while titles and section.level and titles[-1][0] >= section.level:
            titles.pop()
        if section.level:
            titles.append((section.level, clip(" ".join(section.title.split()), _TITLE)))
        for passage in _of_section(outline, section, tuple(title for _, title in titles)):
            result.append(passage._replace(line=numbers[passage.line - 1]) if numbers else passage)
            if len(result) >= MOST:
                return result
    return result


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd").removeprefix("\ufeff")


def _numbers(before: list[str], after: list[str]) -> list[int]:
    """The original line number of each line of the cleaned text. A secret may have had several lines."""
    numbers = []
    at = 0
    for line in after:
        near = before[at : at + _AHEAD]
        at = at + near.index(line) if line in near else min(at, len(before) - 1)
        numbers.append(at + 1)
        at += 1
    return numbers


def _of_section(outline: Outline, section: Section, titles: tuple[str, ...]) -> Iterator[Passage]:
    done: list[_Open] = []
    now: _Open | None = None
    entries: list[tuple[int, str]] = []  # list entries that may contain the next entry: (indentation, text)
    for at in range(section.start, section.own):
        line = outline.lines[at]
        text = line.strip()
        if at in outline.code:
            now = None
            if markdown.fence(line):
                continue
            if not done or done[-1].size > PASSAGE:
                done.append(_Open(at + 1, "", titles))
            done[-1].code.append(line.rstrip())
            continue
        indent = markdown.is_entry(line)
        if not text or markdown.is_rule(text):
            now = None
            continue
        if indent is not None:
            text = markdown.unlisted(line).strip()
            while entries and entries[-1][0] >= indent:
                entries.pop()
            now = _Open(at + 1, text, _under(titles, entries))
            done.append(now)
            entries.append((indent, clip(text, _TITLE)))
        elif text[0] == "|":
            row = " | ".join(cell for cell in markdown.cells(text) if cell.strip("-: "))
            done += [_Open(at + 1, row, titles)] if row else []
            now = None
        elif now is not None and now.size + len(text) <= PASSAGE:
            now.add(text.lstrip("> "))
        else:
            if line[:1] not in " \t":
                entries = []
            now = _Open(at + 1, text.lstrip("> "), _under(titles, entries))
            done.append(now)
    for each in done:
        yield from each.pieces()


def _under(titles: tuple[str, ...], entries: list[tuple[int, str]]) -> tuple[str, ...]:
    return (*titles, *(text for _, text in entries))[-_ABOVE:]


MOST_IMPORTS: Final = 50  # imports of a document
_IMPORT: Final = re.compile(r"(?:^|(?<=\s))@([^\s`]{1,400})")
_CODE: Final = re.compile(r"``[^`]*``|`[^`]*`")


def imports(text: str) -> list[str]:
    """The paths that a text imports: words that begin with `@`, outside of code."""
    if "@" not in text:
        return []
    outline = Outline.parse(text)
    lines = (line for at, line in enumerate(outline.lines) if at not in outline.code and "@" in line)
    names = (name for line in lines for name in _IMPORT.findall(_CODE.sub(" ", line)))
    return list(dict.fromkeys(names))[:MOST_IMPORTS]
