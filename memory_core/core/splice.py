"""Changes JSON text in place: all other characters stay as they are.

The text must be valid JSON. New parts use the separators, indentation and line ends of their neighbours.
"""

import json
import re
from collections.abc import Callable
from typing import Any, Final, NamedTuple

_DECODER: Final = json.JSONDecoder()
_BLANK: Final = re.compile(r"[ \t\n\r]*")


class Member(NamedTuple):
    """A key of an object and its value, by offsets: start and end of the key, start and end of the value."""

    key: str
    start: int
    stop: int
    at: int
    end: int


def start(text: str) -> int:
    """The offset at which the value of a text begins, after blanks and a byte order mark."""
    return _skip(text, 1 if text.startswith("\ufeff") else 0)


def members(text: str, at: int) -> list[Member]:
    """The members of the object at offset `at`."""
    result = []
    at = _skip(text, at + 1)
    while text[at] != "}":
        begin = at
        key, stop = _DECODER.raw_decode(text, at)
        at = _skip(text, _skip(text, stop) + 1)
        _, end = _DECODER.raw_decode(text, at)
        result.append(Member(key, begin, stop, at, end))
        at = _next(text, end)
    return result


def elements(text: str, at: int) -> list[tuple[int, int]]:
    """(start, end) of each element of the list at offset `at`."""
    rows = []
    at = _skip(text, at + 1)
    while text[at] != "]":
        _, end = _DECODER.raw_decode(text, at)
        rows.append((at, end))
        at = _next(text, end)
    return rows


def member(text: str, at: int, key: str) -> Member | None:
    """The member with this key; the last of several, as JSON parsers do. None if there is none."""
    return next((each for each in reversed(members(text, at)) if each.key == key), None)


def put(text: str, at: int, key: str, value: Any) -> str:
    """The text with `value` under a key of the object at `at`; a new key is added at the end."""
    existing = members(text, at)
    there = next((each for each in reversed(existing) if each.key == key), None)
    if there is not None:
        return text[: there.at] + _written(text, value, None) + text[there.end :]
    colon = text[existing[-1].stop : existing[-1].at] if existing else ": "
    spans = [(each.start, each.end) for each in existing]

    row = f"{json.dumps(key, ensure_ascii=False)}{colon}{_written(text, value, None)}"
    return _grown(text, at, spans, lambda _: [row])


def append(text: str, at: int, *values: Any) -> str:
    """The text with values added at the end of the list at `at`."""
    rows = elements(text, at)
    flat = bool(rows) and "\n" not in text[rows[-1][0] : rows[-1][1]]
    return _grown(text, at, rows, lambda indent: [_written(text, value, None if flat else indent) for value in values])


def drop(text: str, at: int, key: str) -> str:
    """The text without a key of the object at `at`."""
    result = members(text, at)
    for number, member in reversed(list(enumerate(result))):
        if member.key == key:
            return _shrunk(text, at, [(each.start, each.end) for each in result], number)
    return text


def remove(text: str, at: int, number: int) -> str:
    """The text without the element with this index, from 0, of the list at `at`."""
    return _shrunk(text, at, elements(text, at), number)


def _grown(text: str, at: int, spans: list[tuple[int, int]], rows: Callable[[str | None], list[str]]) -> str:
    """The text with rows added at the end. `rows` gets the indentation, or None if everything is on one line."""
    if not spans:
        close = _skip(text, at + 1)
        end = start(text)
        if "\n" not in text[end:].rstrip() and at != end:
            return text[: at + 1] + ", ".join(rows(None)) + text[close:]
        newline, outer = _newline(text), _indent(text, at)
        inner = outer + _unit(text)
        result = f",{newline}{inner}".join(rows(inner))
        return f"{text[: at + 1]}{newline}{inner}{result}{newline}{outer}{text[close:]}"
    first, last = spans[0], spans[-1]
    between = text[spans[-2][1] : last[0]] if len(spans) > 1 else f",{text[at + 1 : first[0]] or ' '}"
    line = between.rpartition("\n")[2]
    indent = line if "\n" in between and not line.strip() else None
    return text[: last[1]] + between + between.join(rows(indent)) + text[last[1] :]


def _shrunk(text: str, at: int, spans: list[tuple[int, int]], number: int) -> str:
    if number:
        return text[: spans[number - 1][1]] + text[spans[number][1] :]
    if len(spans) > 1:
        return text[: spans[0][0]] + text[spans[1][0] :]
    return text[: at + 1] + text[_skip(text, spans[0][1]) :]


def _written(text: str, value: Any, indent: str | None) -> str:
    """A value as JSON; an object on lines of its own gets a line for each key."""
    if indent is None or not isinstance(value, dict) or not value:
        return json.dumps(value, ensure_ascii=False)
    newline, inner = _newline(text), indent + _unit(text)
    rows = (f"{inner}{json.dumps({key: member}, ensure_ascii=False)[1:-1]}" for key, member in value.items())
    return f"{{{newline}{f',{newline}'.join(rows)}{newline}{indent}}}"


def _indent(text: str, at: int) -> str:
    """The indentation of the line that contains the offset."""
    line = text.rfind("\n", 0, at) + 1
    return text[line : _blanks(text, line)] if line else ""


def _unit(text: str) -> str:
    """The indentation of one level: that of the first line after the opening brace."""
    begin = start(text) + 1
    blank = text[begin : _skip(text, begin)]
    return blank.rpartition("\n")[2].lstrip("\r") or "  " if "\n" in blank else "  "


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _blanks(text: str, at: int) -> int:
    while text[at : at + 1] in (" ", "\t"):
        at += 1
    return at


def _skip(text: str, at: int) -> int:
    match = _BLANK.match(text, at)
    return match.end() if match else at


def _next(text: str, at: int) -> int:
    at = _skip(text, at)
    return _skip(text, at + 1) if text[at] == "," else at
