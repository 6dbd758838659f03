"""The front matter of a Markdown document: lines of YAML between two rules, before its text."""

import json
import re
from typing import Final

_LONGEST: Final = 200  # lines
_START: Final = re.compile(r"(?:#[^\n]*\n\s*)?(?:---|```ya?ml)[ \t\r]*\n")  # a title may precede it
_END: Final = re.compile(r"(?:---|\.\.\.|```)[ \t\r]*$")
_YAML: Final = re.compile(r"[ \t]+\S|- |#|[\w\"'$@.][^\n:]{0,80}:(?:\s|$)|[ \t\r]*$|[\]}]")
_KEY: Final = re.compile(r"^([\w-]+):(.*)$", re.MULTILINE)


def span(text: str) -> tuple[int, int, int] | None:
    """(start of the YAML lines, their end, start of the text after them); None without front matter."""
    start = _START.match(text)
    if start is None:
        return None
    at = start.end()
    for line in text[at:].split("\n", _LONGEST)[:_LONGEST]:
        if _END.match(line):
            return start.end(), at, at + len(line) + 1
        if not _YAML.match(line):
            return None
        at += len(line) + 1
    return None


def blanked(text: str) -> str:
    """The text with blank lines instead of its front matter: line numbers stay the same."""
    place = span(text) if text.startswith("---") else None
    if place is None:
        return text
    return "\n" * text.count("\n", 0, place[2]) + text[place[2] :]


def keys(text: str) -> dict[str, str]:
    """The values in the front matter by their keys in lower case."""
    place = span(text)
    rows = _KEY.findall(text[place[0] : place[1]]) if place else ()
    return {key.casefold(): scalar(value) for key, value in rows}


def scalar(value: str) -> str:
    """The text of a YAML scalar on one line, without quotes."""
    value = value.strip()
    if len(value) > 1 and value[0] == value[-1] == '"':
        try:
            value = str(json.loads(value))
        except ValueError:
            value = value[1:-1]
    return value.strip("'").rstrip("# \t")
