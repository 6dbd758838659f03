"""What a document says of itself before it begins: when it was last touched, and what it calls its ticket."""

import re
from typing import Final

from memory_core.core import timestamps
from memory_core.language.expressions import Expressions

_HEAD: Final = 4000  # characters in which a document says when it was touched
_LINE: Final = 200  # characters of a line of it
_RE: Final = Expressions("aidd/head.txt")
_FIELDS: Final = re.compile(r"\s[·•|;/–—]\s|[.,;]\s")
_SLUG: Final = re.compile(
    r"^[ \t>*_|#-]{0,20}slug(?:[ _-]?hint)?[ \t*_`\"']{0,4}[:|：][ \t*_`\"']{0,8}(\w[\w.-]{0,79})[ \t*_`\"'|]*$",
    re.IGNORECASE | re.MULTILINE,
)


def touched(text: str) -> str:
    """The newest moment that the document's head names as its own, UTC; "" where it names none."""
    rows = [row[:_LINE] for row in text[:_HEAD].split("\n")]
    fields = [field for row in rows for field in _FIELDS.split(row)[1:]]  # "Author: Mia · Last change: 14 March 2026"
    return max(map(_named, [*rows, *fields]))


def slug(text: str) -> str:
    """What the document's head calls its ticket in words, `Slug: deck-holds`; "" where it does not."""
    found = _SLUG.search(text[:_HEAD])
    return found[1] if found else ""


def _named(line: str) -> str:
    """The moment that a line names as one of the document's own, `Last change: 5 March 2026`; else ""."""
    found = _RE["named"].match(line)
    if not found:
        return ""
    label = found["label"].replace("_", " ").replace("-", " ")
    is_sentence = not found["mark"] and label.count(" ") > 1
    if is_sentence or not _RE["when"].search(label) or _RE["to come"].search(label):
        return ""
    day = _RE["day"].match(found["value"])
    return _moment(day) if day else ""


def _moment(found: re.Match[str]) -> str:
    if found["iso"]:
        return timestamps.utc(found["iso"])
    for year, month, day in (("year", "month", "day"), ("year2", "month2", "day2")):
        if found[year]:
            return timestamps.utc(f"{found[year]}-{int(found[month]):02}-{int(found[day]):02}")
    word, day, year = (found["word3"], found["day3"], found["year3"]) if found["year3"] else (
        found["word4"], found["day4"], found["year4"]
    )  # fmt: skip
    number = next((at for at in range(1, 13) if _RE[f"months {at}"].match(word)), 0)
    return timestamps.utc(f"{year}-{number:02}-{int(day):02}")
