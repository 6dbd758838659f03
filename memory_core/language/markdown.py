"""Markdown line by line: headings, fences, list entries, table rows, and plain text."""

import re
from typing import Final

_FENCE: Final = re.compile(r" {0,3}(`{3,}|~{3,})")
_HEADING: Final = re.compile(r" {0,3}(#{1,6})(?=[ \t]|$)")
BOLD_LINE: Final = re.compile(r"\s{0,3}\*\*([^*]{2,80}?):?\*\*:?\s*$")
ENTRY: Final = re.compile(r"([ \t]*)(?:[-*+]|\d{1,4}[.)])[ \t]+(?:\[(.)\][ \t]+)?(.*)$")
DELIMITERS: Final = re.compile(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-*:?\s*)*$")
_CELLS: Final = re.compile(r"(?<!\\)\|")
_LINK: Final = re.compile(r"!?\[([^\[\]]*)\]\([^()]*\)")
_MARKS: Final = re.compile(r"\*\*|__|~~|`|(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])|(?<!\w)_(?=\S)|(?<=\S)_(?!\w)")
BOLD: Final = 7  # the level of a line that is a heading by its weight alone


def heading(line: str) -> tuple[int, str] | None:
    """(level, title) of a heading line; None for any other line."""
    match = _HEADING.match(line)
    if match is None:
        return None
    title = line[match.end() :].strip()
    bare = title.rstrip("#")
    is_closed = not bare or bare[-1] in " \t"
    return len(match[1]), bare.rstrip() if is_closed else title


def fence(line: str) -> str:
    """The fence with which a line begins code; "" if there is none."""
    match = _FENCE.match(line)
    return match[1] if match and not (match[1][0] == "`" and "`" in line[match.end() :]) else ""


def closes(line: str, mark: str) -> bool:
    """Whether a line ends the code that began with the fence `mark`."""
    return fence(line).startswith(mark) and not line.strip().strip(mark[0])


def cells(line: str) -> tuple[str, ...]:
    """The cells of a table row, stripped, with escaped bars as bars."""
    return tuple(cell.replace("\\|", "|") for cell in written_cells(line))


def written_cells(line: str) -> tuple[str, ...]:
    """The cells of a row as they are written; a bar in a cell keeps its backslash."""
    inner = line.strip().removeprefix("|")
    inner = inner[:-1] if inner.endswith("|") and not inner.endswith("\\|") else inner
    return tuple(cell.strip() for cell in _CELLS.split(inner))


def is_entry(line: str) -> int | None:
    """The indent of the list entry that a line begins; None if it begins none."""
    match = ENTRY.match(line)
    return len(match[1].expandtabs(4)) if match and not DELIMITERS.fullmatch(line) else None


def unlisted(line: str) -> str:
    """The text of an entry, without its mark and box."""
    match = ENTRY.match(line)
    return match[3] if match else line


def is_rule(line: str) -> bool:
    """Whether a line is a horizontal rule."""
    return len(line) >= 3 and not line.replace(" ", "").strip(line[0]) and line[0] in "-*_="


def plain(text: str) -> str:
    """A text on one line, without Markdown."""
    return " ".join(_MARKS.sub("", _LINK.sub(r"\1", text)).split())
