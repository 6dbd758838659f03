"""The value behind a name, and the values in the column that a name heads: how far each reaches, and whether it is a
secret there.

A column is one of a Markdown table, of what psql or mysql print, of CSV, of HTML, or of an INSERT. What people choose
for a password may have no digit: words that are joined, or that no prose writes so.
"""

from collections.abc import Iterator
from typing import Final

from memory_core.redact import judge, lexicon
from memory_core.redact.expressions import compiled
from memory_core.redact.names import MARK, Mention
from memory_core.redact.shapes import Span

SURE, LIKELY = 1, 2  # how surely a secret stands in a place
CLOSE: Final = r"(?:\\?[\"'`\])*_]){0,4}"
QUOTED: Final = (
    r"(?:[@$befruBEFRUN]{1,2})?(?:\\\"(?P<a>(?:(?!\\\").){1,400}?)\\\"|\"{3}(?P<b>[^\"]{1,400})\"{3}"
    r"|\"(?P<c>(?:[^\"\\\n]|\\.){1,400})\"?"
    r"|'(?P<d>(?:[^'\\\n]|\\.){1,400})'?|`(?P<e>[^`\n]{1,400})`|[「『](?P<f>[^」』\n]{1,400})[」』])"
)
_BARE: Final = (
    r"(?:(?<=[!#$%*+?])[\"'](?=[\w])|[^\s\"'`<>;&,\\，。；、）「」]++|(?![;&,](?:\s|\Z|[\w.\"'-]{1,40}[=:]|(?:amp|quot"
    r"|lt|gt|apos|nbsp|[lr][ds]quo|hellip);)|\\[nrt\"])[;&,\\])+"
)
_MOST: Final = 400  # characters of a value
# The rank that a value needs in a place: of a password, of anything else.
_LEAST: Final = {
    SURE: (judge.NAME, judge.PLAIN),
    LIKELY: (judge.PLAIN, judge.CHOSEN),
    judge.DRAWN: (judge.DRAWN, judge.DRAWN),
}


def accepted(value: str, called: Mention, surety: int, quoted: bool) -> bool:
    """Whether a value is a secret in a place of this surety."""
    if " " in value:
        return quoted and surety == SURE and called.password and judge.is_phrase(value)
    if called.family == "credential" and ":" in value and "/" not in value:  # user:password
        return judge.rank(value.partition(":")[2]) >= judge.PLAIN
    if called.family == "pin":
        return surety <= LIKELY and value.isdigit() and 4 <= len(value) <= 12
    rank = judge.rank(value)
    if called.name.lower() == "key":  # of a map, a cache, a ticket
        return rank >= judge.CHOSEN
    if rank == judge.NOTHING and called.password and surety <= LIKELY and judge.is_dotted_word(value):
        return value[:1].isupper()
    if surety == SURE and not called.password and len(value) >= 24 and judge.WORD <= rank <= judge.PLAIN:
        return judge.is_long_literal(value) and not quoted
    if rank == judge.WORD and surety <= LIKELY and is_drawn(value):
        return True
    if rank == judge.WORD and called.password and is_compound(value):
        return True
    if surety == SURE and rank in (judge.WORD, judge.NAME):
        return is_chosen(value, rank, called, quoted)
    return rank >= _LEAST[surety][0 if called.password else 1]


def is_chosen(value: str, rank: int, called: Mention, quoted: bool) -> bool:
    """Whether a word, or a name with a number, is a secret in a place where only a secret can be."""
    if rank == judge.WORD:
        literal = quoted or called.name.isupper()
        plain = value if called.name.isascii() else value.replace("_", "-")
        return called.password and (judge.is_chosen_word(plain) or (literal and is_joined(value)))
    return called.password and not judge.is_named_after(value)


def kept(text: str, start: int, end: int, called: Mention) -> Span | None:
    """The span, unless it reaches into a mark of ours."""
    if start >= end or MARK in text[start:end] or text.startswith(MARK, start - 1):
        return None
    return Span(start, end, "password" if called.family == "pin" else called.family)


def read(text: str, at: int) -> tuple[int, int, bool]:
    """(start, end) of the value that begins at `at`, and whether it is in quotes."""
    if quoted := compiled(QUOTED).match(text, at):
        start, end = quoted.span(quoted.lastgroup or 0)
        return start, end, True
    bare = compiled(_BARE).match(text, at, at + _MOST)
    if not bare:
        return at, at, False
    value = _closed(text, at, bare[0]).rstrip(".,;:*")
    while value and value[-1] in ")]}" and value.count(value[-1]) > value.count("([{"[")]}".index(value[-1])]):
        value = value[:-1].rstrip(".,;:")
    return at, at + len(value), False


def _closed(text: str, at: int, value: str) -> str:
    """The value up to the bracket that closes a bracket before it: "(password Winter-2026).zip"."""
    if ")" in value[:-1] and "(" not in value and "(" in text[max(0, at - 40) : at].rpartition("\n")[2]:
        return value[: value.index(")")]
    return value


_JOINED: Final = r"[^\W\d_]{3,}(?:[-_/&+.!*~#@^][^\W\d_]+){0,5}[!?+*#$%&]{0,3}"
_COMPOUND: Final = (
    r"([^\W\d_]{3,})(?:([_/&+~!*#])[^\W\d_]+){1,5}[!?+*#$%&]{0,3}|([^\W\d_]{3,})(?:-[^\W\d_]{2,}){2,5}"
    r"|[^\W\d_]{4,}[_.-][!?+*#$%&]{1,3}"
)
_WORDS: Final = r"[^\W\d_]+"
_SPOKEN_OF: Final = r"(?i)pass|secret|token|key|cred|auth"
_CAMEL: Final = r"[a-z]+(?:[A-Z][a-z]+)+"


def is_joined(value: str) -> bool:
    """Whether a literal consists of words that no program defines: elephant_memory, Kirmes/Karussell, Moos!."""
    return (
        len(value) >= 6
        and not value.isupper()
        and bool(compiled(_JOINED).fullmatch(value))
        and not compiled(_CAMEL).fullmatch(value)
        and not _describes(value)
    )


def is_compound(value: str) -> bool:
    """Whether prose would not write words so: Badger_Burrow, Haselnuss/Creme, Birch-Anvil-Comet, Moos_!."""
    if not compiled(_COMPOUND).fullmatch(value) or _describes(value):
        return False
    return value[0].isupper() and all(
        (word[0].isupper() and not word[1:].isupper()) or (len(word) <= 3 and "-" in value)
        for word in compiled(_WORDS).findall(value)
    )


def _describes(value: str) -> bool:
    words = [word.lower() for word in compiled(_WORDS).findall(value)]
    known = lexicon.DESCRIBING | lexicon.WORDS
    return not known.isdisjoint(words) or bool(compiled(_SPOKEN_OF).search(value))


def is_drawn(value: str) -> bool:
    """Whether letters alone, 16 and more, change between capitals and small ones as chance would, and no name does."""
    if len(value) < 16 or not value.isalpha() or not value.isascii():
        return False
    small = compiled(r"[a-z]+").findall(value)
    return (
        len(compiled(r"[A-Z]{2,}").findall(value)) >= 2
        and bool(small)
        and sum(map(len, small)) <= 3 * len(small)
        and not value.isupper()
    )


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
    """What parts the cells of a heading, "" if the line is none: it is the first of its table."""
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
    """The word at a character offset."""
    if offset >= len(row) or row[offset] == " " or (offset and row[offset - 1] != " "):
        return 0, 0
    stop = row.find("  ", offset)
    return offset, stop if stop >= 0 else len(row)


def _of_markup(text: str, called: Mention) -> Iterator[Cell]:
    first = max(0, called.start - 2000)
    begin = max(text.rfind("<tr", first, called.start), first)
    column = len(compiled(_CELL).findall(text, begin, called.start))
    for row in text[called.end : called.end + 20_000].split("<tr")[1 : _ROWS + 1]:
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
