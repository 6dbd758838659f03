"""What a section is for, by its heading, and what the head of a document says of the document itself."""

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
# Whose items are facts of a kind, even where no modal word says so.
TELLING: Final = frozenset(_RE.cues("telling"))

OPEN: Final = frozenset(
    ("", "proposal", "behaviour", "cases", "assumptions")
)  # say of what is built, and bind by their words alone
_NUMBER: Final = re.compile(data.named("aidd/sections.txt")["number"][0])
_MANDATORY: Final = re.compile(r"\s*[(（\[][^()（）\[\]]*[)）\]]\s*$")
_EDGES: Final = re.compile(r"^[\W_]+|[\s:：.!*_\-–—]+$")
_AIDD: Final = re.compile(r"^aidd\s*:\s*", re.IGNORECASE)
_LONGEST: Final = 80


def role(above: Sequence[str], leads: Sequence[str] = (), title: str = "") -> str:
    """What stands below these headings, outermost first, and below what leads a list in: "" where nothing tells.

    The innermost that tells decides; of a hard one, like examples or what was rejected, everything below is a part. The
    document's own title names its matter.
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
    """Whether a title names all of its document."""
    return headings.is_for("ticket-title", title, "broad")


def words(heading: str) -> str:
    """A heading without number, marks and prefix."""
    text = bare(heading).replace("_", " ")
    text = _AIDD.sub("", _EDGES.sub("", text))
    return _EDGES.sub("", _NUMBER.sub("", text))


@lru_cache(maxsize=4096)
def named(heading: str) -> str:
    """The role that a heading names, bracketed where it holds for all below; "" where it names none."""
    if len(heading) > 4 * _LONGEST:
        return ""
    if headings.is_for("ticket-title", heading[:40], "log"):
        return "[answered]"  # it goes to the log
    text = words(heading)
    if not text or len(text) > _LONGEST or text.count(" ") > 7:
        return ""
    return headings.role("ticket", text) or headings.role("ticket", _EDGES.sub("", _MANDATORY.sub("", text)))


_HEAD: Final = 4000  # characters in which a document says when it was touched
_LINE: Final = 200  # characters of a line of it
_HEAD_RE: Final = Expressions("aidd/head.txt")
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
    match = _SLUG.search(text[:_HEAD])
    return match[1] if match else ""


def _named(line: str) -> str:
    """The moment that a line names as one of the document's own, `Last change: 5 March 2026`; else ""."""
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
