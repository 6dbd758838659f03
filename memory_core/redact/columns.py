"""Secrets in columns: of a Markdown table, of what psql or mysql print, of CSV, of HTML, of an INSERT."""

from collections.abc import Iterator
from typing import Final

from memory_core.redact.expressions import compiled
from memory_core.redact.names import Mention
from memory_core.redact.shapes import Span
from memory_core.redact.values import LIKELY, SURE, accepted, kept

_ENDS_CELL: Final = r"[`\"*]{0,3}(?:[ ]{0,40}[|│┃║,;\t\r\n)]|</t|[ ]{2})"
_ROWS: Final = 60
_WIDEST: Final = 600  # characters of a row
_RULE: Final = r"[\s|:+=\u2500-\u257f-]*"
_CELL: Final = r"(?s)<t[hd][^>]{0,80}>(.{0,200}?)</t[hd]>"
_HEAD: Final = r"(?i)\(([^()]{1,400})\)\s{0,20}values\s{0,20}"
_TUPLE: Final = r"\(([^()]{1,1000})\)\s{0,20},?\s{0,20}"
_FIELD: Final = r"\s*(?:[NE]?'(?P<a>[^']{0,400})'|\"(?P<b>[^\"]{0,400})\"|(?P<c>[^,'\"]{0,200}))\s*(?:,|\Z)"
_NAME: Final = r"\s*[`*\"]{0,3}\w[\w .-]{0,30}[`*\"]{0,3}\s*"
_BARS: Final = "|│┃║"
_TRIMMED: Final = " \t`'\"*\r"
Cell = tuple[int, int]


def spans(text: str, called: Mention) -> Iterator[Span]:
    """The secrets in the column that a name is the heading of."""
    if called.about or not compiled(_ENDS_CELL).match(text, called.end):
        return
    start = text.rfind("\n", max(0, called.start - _WIDEST), called.start) + 1
    end = text.find("\n", called.end, called.end + _WIDEST)
    if "</t" in text[called.end : called.end + 40]:
        cells = _of_markup(text, called)
    elif end >= 0 and (split := _splitter(text, start, end)):
        cells = _below(text, start, end, called, split)
    elif "(" in text[max(start, called.start - 200) : called.start] and ")" in text[called.end : called.end + 300]:
        cells = _of_insert(text, called)
    else:
        return
    for begin, stop in cells:
        value = text[begin:stop]
        surety = SURE if called.password or called.name.lower() != "key" else LIKELY
        phrase = called.password and (value[-1:].isdigit() or "phrase" in called.name.lower())
        if (span := kept(text, begin, stop, called)) and accepted(
            value, called, surety, quoted=phrase or " " not in value
        ):
            yield span


def _splitter(text: str, start: int, end: int) -> str:
    """What parts the cells of a heading, "" where the line is none: it is the first of its table."""
    line = text[start:end]
    below = text[end + 1 : end + 1 + _WIDEST].split("\n", 1)[0]
    for sign in ("|", "│", "┃", "║", "\t", ",", ";"):
        if sign in line:
            return sign if _is_heading(text, start, line, below, sign) else ""
    gaps = [gap.strip() for gap in line.split("  ") if gap.strip()]
    return "  " if len(gaps) >= 2 and all(compiled(_NAME).fullmatch(gap) and len(gap) <= 20 for gap in gaps) else ""


def _is_heading(text: str, start: int, line: str, below: str, sign: str) -> bool:
    before = text[max(0, start - 1 - _WIDEST) : max(0, start - 1)].rpartition("\n")[2]
    if sign in before or (
        before.startswith(("+-", "├", "┌", "╔", "╠", "┏"))
        and sign in text[max(0, start - 2 - len(before) - _WIDEST) : start - 2 - len(before)].rpartition("\n")[2]
    ):
        return False
    if not all(compiled(_NAME).fullmatch(cell) for cell in line.strip("|│┃║ \t\r").split(sign)):
        return False
    if sign in _BARS and compiled(_RULE).fullmatch(below) and not below.isspace():
        return True
    return (
        sign not in _BARS
        and below.count(sign) == line.count(sign)
        and not (sign in ",;" and (" " in line.replace(", ", ",") or below.endswith(sign)))
    )


def _below(text: str, start: int, end: int, called: Mention, sign: str) -> Iterator[Cell]:
    """The cells under a heading, as far as the table goes."""
    column = text[start : called.start].count(sign)
    offset = called.start - start
    at = end + 1
    for _ in range(_ROWS):
        stop = text.find("\n", at, at + _WIDEST)
        stop = len(text) if stop < 0 and len(text) - at <= _WIDEST else stop
        if stop <= at:
            return
        row = text[at:stop]
        if sign == "  ":
            first, last = _at_offset(row, offset)
        elif compiled(_RULE).fullmatch(row):
            first = last = 0
        elif sign not in row:
            return
        else:
            cells = row.split(sign)
            if column >= len(cells):
                return
            first = sum(len(cell) + len(sign) for cell in cells[:column])
            last = first + len(cells[column])
        yield _trimmed(text, at + first, at + last)
        at = stop + 1


def _at_offset(row: str, offset: int) -> Cell:
    """The word that stands at a column of characters."""
    if offset >= len(row) or row[offset] == " " or (offset and row[offset - 1] != " "):
        return 0, 0
    stop = row.find("  ", offset)
    return offset, stop if stop >= 0 else len(row)


def _of_markup(text: str, called: Mention) -> Iterator[Cell]:
    first = max(0, called.start - 2000)
    begin = max(text.rfind("<tr", first, called.start), first)
    column = len(compiled(_CELL).findall(text, begin, called.start))
    for number, row in enumerate(text[called.end : called.end + 20_000].split("<tr")[1 : _ROWS + 1]):
        del number
        at = text.find(row, called.end)
        cells = list(compiled(_CELL).finditer(text, at, at + len(row)))
        if column < len(cells):
            yield _trimmed(text, *cells[column].span(1))


def _of_insert(text: str, called: Mention) -> Iterator[Cell]:
    """The fields of the tuples behind `(name, password) VALUES`."""
    begin = text.rfind("(", max(0, called.start - 400), called.start)
    head = compiled(_HEAD).match(text, begin) if begin >= 0 else None
    if not head or head.end(1) < called.end:
        return
    column, at = text.count(",", begin, called.start), head.end()
    for _ in range(_ROWS):
        row = compiled(_TUPLE).match(text, at)
        if not row:
            return
        fields = list(compiled(_FIELD).finditer(text, row.start(1), row.end(1)))
        if column < len(fields) and fields[column].lastgroup in ("a", "b"):
            yield fields[column].span(fields[column].lastgroup or 0)
        at = row.end()


def _trimmed(text: str, start: int, end: int) -> Cell:
    while start < end and text[start] in _TRIMMED:
        start += 1
    while end > start and text[end - 1] in _TRIMMED:
        end -= 1
    return start, end
