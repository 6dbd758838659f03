"""Reading JSON arrays that were edited by hand, merged by git, or cut off."""

import json
from typing import Any, NamedTuple


class Salvage(NamedTuple):
    """What could be read: the items in order, and what is wrong with the text ("" where nothing is)."""

    items: list[Any]
    damage: str


def array(text: str | None) -> Salvage:
    """Every whole object of the text. A missing or blank file is an empty array, not a damaged one.

    Conflict markers of a merge, missing commas, a lost bracket and a cut end cost only the items
    that they cut through.
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
        return Salvage(inner[0], "the array stands inside an object")
    return Salvage([value] if isinstance(value, dict) else [], "the file is not a JSON array")


def _scan(text: str, error: str) -> Salvage:
    decoder = json.JSONDecoder(strict=False)
    items: list[Any] = []
    at = text.find("{")
    while at >= 0:
        try:
            item, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            end = at + 1
        else:
            items.append(item)
        at = text.find("{", end)
    what = "merge conflict markers" if "<<<<<<< " in text and ">>>>>>> " in text else f"not valid JSON ({error})"
    return Salvage(items, what)
