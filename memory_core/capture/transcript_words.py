"""Texts of a transcript, made fit to be kept: sound, without machine parts, cut between words; and times."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

EDGE: Final = 8000  # cleaned characters next to such a cut that are dropped: what names a secret may be cut off
ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")
_CONTROL = {code: None for code in range(32) if code not in (9, 10)} | {127: None}


def without(text: str, tag: str) -> str:
    """The text without the parts between `<tag …>` and `</tag>`; an open one at a line's start goes to the end."""
    opening, closing = f"<{tag}", f"</{tag}>"
    start = text.find(opening)
    if start < 0:
        return text
    kept, end = [], 0
    while start >= 0:
        stop = text.find(closing, start)
        if stop < 0:
            if start == 0 or text[start - 1] == "\n":
                kept.append(text[end:start])
                end = len(text)
            break
        kept.append(text[end:start])
        end = stop + len(closing)
        start = text.find(opening, end)
    return " ".join([*kept, text[end:]])


def string(value: object) -> str:
    """The value if it is a text, else ""."""
    return value if isinstance(value, str) else ""


def sound(text: str) -> str:
    """The text without control characters and lone surrogates, which no file of ours could hold."""
    if not text.isprintable():
        text = text.translate(_CONTROL)
        try:
            text.encode()
        except UnicodeEncodeError:
            text = text.encode("utf-8", "replace").decode()
    return text


def plain(content: object) -> str:
    """The text of a tool result, which the client writes as one text or as a list of parts."""
    if isinstance(content, list):
        return "\n".join(string(part.get("text")) for part in content if isinstance(part, dict))
    return string(content)


def until_word(text: str) -> str:
    """The text without the line that was cut at its end, or without the word where the line is long."""
    line, word = text.rfind("\n"), max(map(text.rfind, " \t\n"))
    return text[: line if line > len(text) - EDGE // 4 else max(word, 0)]


def from_word(text: str) -> str:
    """The text without the line that was cut at its beginning, or without the word where the line is long."""
    line = text.find("\n", 0, EDGE // 4)
    word = re.search(r"\s", text)
    return text[line + 1 :] if line >= 0 else text[word.end() :] if word else ""


def chars(value: object) -> int:
    """How many characters the strings in a tool's input hold."""
    if isinstance(value, str):
        return len(value)
    if isinstance(value, Mapping):
        return sum(map(chars, value.values()))
    return sum(map(chars, value)) if isinstance(value, list) else 0


def moment(value: object) -> str:
    """A time as `2026-01-31T12:00:00Z`; "" if it is invalid. A time without a zone is read as UTC."""
    try:
        moment = datetime.fromisoformat(string(value))
        moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return ""
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ") if moment.year > 999 else ""


def ends(text: str, most: int) -> str:
    """At most that many characters: half from the start, half from the end."""
    half = most // 2
    return text if len(text) <= most else f"{text[:half]}\n…\n{text[-half:]}"
