"""The role of a section by its heading, and the fields in the head of a document."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from memory_core import data
from memory_core.core import timestamps
from memory_core.language import headings
from memory_core.language.expressions import Expressions
from memory_core.tickets.inline import bare

_RE: Final = Expressions("aidd/sections.txt")
# Sections with items that are facts without a modal word.
TELLING: Final = frozenset(_RE.cues("telling"))

OPEN: Final = frozenset(
    ("", "proposal", "behaviour", "cases", "assumptions")
)  # sections with statements that bind by their words alone
_NUMBER: Final = re.compile(data.named("aidd/sections.txt")["number"][0])
_MANDATORY: Final = re.compile(r"\s*[(（\[][^()（）\[\]]*[)）\]]\s*$")
_EDGES: Final = re.compile(r"^[\W_]+|[\s:：.!*_\-–—]+$")
_AIDD: Final = re.compile(r"^aidd\s*:\s*", re.IGNORECASE)
_LONGEST: Final = 80


def role(above: Sequence[str], leads: Sequence[str] = (), title: str = "") -> str:
    """The role of the text below these headings, outermost first, and below lead-ins; "" if none has a role.

    The innermost heading with a role decides, except below a hard role such as examples or rejected options. The
    document's own title counts only if it has a narrow role.
    """
    result = ""
    for heading in above:
        shown = named(heading)
        if heading == title and (shown.strip("[]") not in TELLING | {"history"} or _is_broad(heading)):
            continue
        if result.startswith("[") and result != "[invariants]" and shown not in ("glossary", "questions"):
            continue
        result = shown or result
    if not result.startswith("["):
        for lead in leads:
            result = named(lead) or result
    result = result.strip("[]")
    return "" if result == "plain" else result


def _is_broad(title: str) -> bool:
    """Whether a title names the whole document."""
    return headings.is_for("ticket-title", title, "broad")


def words(heading: str) -> str:
    """A heading without number, markup and prefix."""
    text = bare(heading).replace("_", " ")
    text = _AIDD.sub("", _EDGES.sub("", text))
    return _EDGES.sub("", _NUMBER.sub("", text))


@lru_cache(maxsize=4096)
def named(heading: str) -> str:
    """The role of a heading, in brackets if it holds for everything below; "" if there is none."""
    if len(heading) > 4 * _LONGEST:
        return ""
    if headings.is_for("ticket-title", heading[:40], "log"):
        return "[answered]"  # it goes to the log
    text = words(heading)
    if not text or len(text) > _LONGEST or text.count(" ") > 7:
        return ""
    return headings.role("ticket", text) or headings.role("ticket", _EDGES.sub("", _MANDATORY.sub("", text)))


_HEAD: Final = 4000  # characters of a document's head
_LINE: Final = 200  # characters of a line of the head
_HEAD_RE: Final = Expressions("aidd/head.txt")
_FIELDS: Final = re.compile(r"\s[·•|;/–—]\s|[.,;]\s")
_SLUG: Final = re.compile(
    r"^[ \t>*_|#-]{0,20}slug(?:[ _-]?hint)?[ \t*_`\"']{0,4}[:|：][ \t*_`\"']{0,8}(\w[\w.-]{0,79})[ \t*_`\"'|]*$",
    re.IGNORECASE | re.MULTILINE,
)


def touched(text: str) -> str:
    """The newest time in the document's head, UTC; "" if there is none."""
    rows = [row[:_LINE] for row in text[:_HEAD].split("\n")]
    fields = [field for row in rows for field in _FIELDS.split(row)[1:]]  # "Author: Mia · Last change: 14 March 2026"
    return max(map(_named, [*rows, *fields]))


def slug(text: str) -> str:
    """The slug in the document's head, `Slug: deck-holds`; "" if there is none."""
    match = _SLUG.search(text[:_HEAD])
    return match[1] if match else ""


def _named(line: str) -> str:
    """The time in a line such as `Last change: 5 March 2026`; else ""."""
    match = _HEAD_RE["named"].match(line)
    if not match:
        return ""
    label = match["label"].replace("_", " ").replace("-", " ")
    is_sentence = not match["mark"] and label.count(" ") > 1
    if is_sentence or not _HEAD_RE["when"].search(label) or _HEAD_RE["to come"].search(label):
        return ""
    day = _HEAD_RE["day"].match(match["value"])
    return _moment(day) if day else ""


def _moment(matches: re.Match[str]) -> str:
    if matches["iso"]:
        return timestamps.utc(matches["iso"])
    for year, month, day in (("year", "month", "day"), ("year2", "month2", "day2")):
        if matches[year]:
            return timestamps.utc(f"{matches[year]}-{int(matches[month]):02}-{int(matches[day]):02}")
    word, day, year = (matches["word3"], matches["day3"], matches["year3"]) if matches["year3"] else (
        matches["word4"], matches["day4"], matches["year4"]
    )  # fmt: skip
    number = next((at for at in range(1, 13) if _HEAD_RE[f"months {at}"].match(word)), 0)
    return timestamps.utc(f"{year}-{number:02}-{int(day):02}")
