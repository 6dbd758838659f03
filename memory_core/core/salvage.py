"""Reads JSON arrays that were edited by hand, merged by git, or truncated."""

import json
from typing import Any, Final, NamedTuple

_ENTRY: Final = 64 * 1024  # characters of an entry in a damaged file
_FREELY: Final = 20  # until so many failures an entry may have any length
_MOST_FAILURES: Final = 5_000
_MARKS: Final = ("<<<<<<<", "|||||||", "=======", ">>>>>>>")


class Salvage(NamedTuple):
    """The entries in order, and what is wrong with the text ("" if nothing is)."""

    items: list[Any]
    damage: str


def array(text: str | None) -> Salvage:
    """All complete objects of the text. A missing or blank file is an empty array, not damage.

    Conflict markers, missing commas, a missing bracket and a truncated end lose only the entries that they cut.
    """
    if text is None or not text.strip():
        return Salvage([], "")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        return _scan(text, str(error))
    if isinstance(value, list):
        return Salvage(value, "")
    inner = [part for part in value.values() if isinstance(part, list)] if isinstance(value, dict) else []
    if len(inner) == 1:
        return Salvage(inner[0], "the array is inside an object")
    return Salvage([value] if isinstance(value, dict) else [], "the file is not a JSON array")


def objects(text: str) -> tuple[list[tuple[int, dict[str, Any]]], bool]:
    """All complete objects of a damaged text, each with its offset; and whether the text was read to its end."""
    decoder = json.JSONDecoder(strict=False)
    rows: list[tuple[int, dict[str, Any]]] = []
    failures = 0
    at = text.find("{")
    while at >= 0 and failures < _MOST_FAILURES:
        # Entries are short. A failure in a slice is cheap; in the whole text the decoder counts all its lines.
        piece, start = (text[at : at + _ENTRY], 0) if failures > _FREELY else (text, at)
        try:
            item, end = decoder.raw_decode(piece, start)
        except (ValueError, RecursionError):
            failures += 1
            end = start + 1
        else:
            rows.append((at, item))
        at = text.find("{", at + end - start)
    return rows, at < 0


def sides(text: str) -> list[str]:
    """The text of each side of a merge conflict; the text itself if it has no conflict markers."""
    if _MARKS[0] not in text:
        return [text]
    ours: list[str] = []
    theirs: list[str] = []
    at = ""  # the conflict marker above the current line
    for line in text.splitlines(keepends=True):
        mark = line[:7]
        if mark == _MARKS[0] or (at and mark in _MARKS):
            at = "" if mark == _MARKS[3] else mark
            continue
        if at in ("", _MARKS[0]):
            ours.append(line)
        if at in ("", _MARKS[2]):
            theirs.append(line)
    return list(dict.fromkeys(("".join(ours), "".join(theirs))))


def _scan(text: str, error: str) -> Salvage:
    rows, whole = objects(text)
    what = "merge conflict markers" if "<<<<<<< " in text and ">>>>>>> " in text else f"not valid JSON ({error})"
    rest = "" if whole else ", and too much of it is damaged to read it to its end"
    return Salvage([item for _, item in rows], what + rest)
