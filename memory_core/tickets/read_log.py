"""`AIDD:READ_LOG`: the files that a stage has read, and the reasons for whole documents (AIDD-43, AIDD-51)."""

import itertools
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from memory_core.language import markdown
from memory_core.tickets.light import ticket_reads

_MARK: Final = "AIDD:READ_LOG"
# A path comes first, in backticks or without white space; a reason follows in brackets or after a dash.
_ENTRY: Final = re.compile(r"^(?:\*{1,2})?(?:`([^`]+)`|\[[^\]]*\]\(([^)\s]+)\)|([^\s`;(]+))(.*)$", re.DOTALL)
_PATH: Final = re.compile(r"\s*[`\[]?[^\s`()/]+/")
_REASON: Final = re.compile(r"\breason\s*[:=]\s*(.*)", re.IGNORECASE | re.DOTALL)
_PART: Final = re.compile(r"(?:#L?\d+|:\d+(?:-\d+)?$|#[\w-]|@[\w-]|\blines?\s+\d|\boffset\b|\bL\d+)", re.IGNORECASE)
_NOTHING: Final = frozenset(("none", "n/a", "-", "—", "..."))


class Read(NamedTuple):
    """A file in a read log."""

    path: str  # from the root of the project if the log writes it so
    reason: str  # "" if there is none
    is_whole: bool  # no range of lines, no section, no pack


def reads(text: str) -> list[Read] | None:
    """The entries of all read logs in a text, in order; None if there is no log."""
    entries = list(_entries(text))
    if not entries:
        return None
    return [result for entry in entries if entry and (result := _read(entry))]


def packs(matches: list[Read], ticket: str) -> list[Read]:
    """The reads of a memory pack of the ticket, or of a slice."""
    return [each for each in matches if ticket_reads.packed(each.path) == ticket]


def first(matches: list[Read], ticket: str) -> bool:
    """Whether a memory pack of the ticket was read before any whole document (AIDD-57)."""
    leading = itertools.takewhile(lambda each: not each.is_whole, matches)
    return bool(packs(list(leading), ticket))


def unexplained(matches: list[Read]) -> list[Read]:
    """The reads of whole documents without a reason."""
    return [each for each in matches if each.is_whole and not each.reason]


def _entries(text: str) -> Iterator[str]:
    """The text of each entry; "" at the beginning of each log."""
    level = 0  # level of the heading of a log
    for row in text.splitlines():
        depth, title = markdown.heading(row) or (0, "")
        if title.startswith(_MARK):
            level = depth
            row = title  # noqa: PLW2901 - entries may be on the line of the heading
        elif 0 < depth <= level:
            level = 0
        if _MARK in row:
            yield ""
            yield from _split(row.partition(_MARK)[2].lstrip(" \t:*"))
        elif level and not depth and row.strip():
            yield from _split(markdown.unlisted(row).strip() if markdown.is_entry(row) is not None else "")


def _split(row: str) -> Iterator[str]:
    """The entries of a line, separated by semicolons, or by commas before a path outside of brackets and backticks."""
    depth, start, quoted = 0, 0, False
    for at, char in enumerate(row):
        quoted ^= char == "`"
        depth += (char == "(") - (char == ")") if not quoted else 0
        ends = char == ";" or (char == "," and _PATH.match(row, at + 1))
        if ends and depth <= 0 and not quoted:
            yield row[start:at].strip()
            start, depth = at + 1, 0
    yield row[start:].strip()


def _read(entry: str) -> Read | None:
    match = _ENTRY.match(entry)
    if match is None:
        return None
    name = (match[1] or match[2] or match[3]).strip().rstrip("*,:").removeprefix("./")
    if name.casefold() in _NOTHING or name.startswith("<") or ("/" not in name and "." not in name):
        return None
    rest = match[4].strip(" \t*")
    path = re.sub(r"(?:#.*|@[\w-]+.*|:\d+(?:-\d+)?)$", "", name)
    if not path:
        return None
    is_part = bool(_PART.search(name) or _PART.search(rest))
    return Read(path, _reason(rest), not is_part and bool(ticket_reads.tickets(path)))


def _reason(rest: str) -> str:
    """The words of the reason; "" if there is none."""
    named = _REASON.search(rest)
    words = named[1] if named else rest
    words = words.strip(" \t.—–:-()*`")
    return "" if words.startswith("<") or words.casefold() in _NOTHING or not any(map(str.isalnum, words)) else words
