"""The JSON on standard input of `iris review`, `ideate` and `spin`: read, and refused by the key that is wrong."""

import json
import sys
from collections.abc import Mapping
from typing import Any, Final

from memory_core import redact
from memory_core.core.light.errors import Refusal

BYTES: Final = 5_000_000
ITEMS: Final = 2_000
TEXT: Final = 20_000  # characters of one text


def read(verb: str, shape: str) -> dict[str, Any]:
    """The object on standard input; `shape` shows the caller the expected form."""
    source = sys.stdin.buffer
    if sys.stdin.isatty():
        raise Refusal(f"iris {verb} reads JSON on standard input: {shape}")
    raw = source.read(BYTES + 1)
    if len(raw) > BYTES:
        raise Refusal(f"standard input is longer than {BYTES // 1_000_000} MB; split it")
    try:
        value = json.loads(raw.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        what = "is empty" if not raw.strip() else f"is not valid JSON ({error})"
        raise Refusal(f"standard input of iris {verb} {what}; give {shape}") from None
    if not isinstance(value, dict):
        raise Refusal(f"standard input of iris {verb} must be an object; give {shape}")
    return value


def items(given: Mapping[str, Any], key: str, shape: str, *, needed: bool = True) -> list[dict[str, Any]]:
    """The list of objects under a key."""
    value = given.get(key)
    if value is None and not needed:
        return []
    if not isinstance(value, list):
        raise Refusal(f"{key!r} {'is missing' if key not in given else 'must be a list'}; give {shape}")
    if len(value) > ITEMS:
        raise Refusal(f"{key!r} has {len(value):,} entries; at most {ITEMS:,} are allowed at once")
    for at, item in enumerate(value):
        if not isinstance(item, dict):
            raise Refusal(f"{key}[{at}] must be an object; give {shape}")
    return value


def text(item: Mapping[str, Any], key: str, place: str, *, needed: bool = False) -> str:
    """The text under a key, on one line and without secrets; "" if an optional key is missing."""
    value = item.get(key)
    if value is None:
        value = ""
    if isinstance(value, int | float) and not isinstance(value, bool) and key in ("id", "proposal"):
        value = str(value)
    if not isinstance(value, str):
        raise Refusal(f"{place}.{key} must be a text")
    if len(value) > TEXT:
        raise Refusal(f"{place}.{key} has {len(value):,} characters; at most {TEXT:,} are allowed")
    plain = " ".join(redact.clean(value.encode("utf-8", "replace").decode()).split())
    if needed and not plain:
        raise Refusal(f"{place}.{key} is missing or empty")
    return plain


def scope(item: Mapping[str, Any], key: str, place: str, root: str) -> str | None:
    """The scope under a key, a path or a list of paths, relative to the root; None if there is none."""
    value = item.get(key)
    words = [value] if isinstance(value, str) else value
    if words is None or words == []:
        return None
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise Refusal(f"{place}.{key} must be a path, a folder or a glob, or a list of them")
    return ", ".join(inside(word, root) for word in words if word.strip()) or None


def inside(path: str, root: str) -> str:
    """A path as seen from the root of the project, without `./`."""
    plain = path.strip().replace("\\", "/").removeprefix("file://")
    base = root.replace("\\", "/").rstrip("/")
    if plain == base or plain.startswith(f"{base}/"):
        plain = plain[len(base) :].lstrip("/") or "."
    while plain.startswith("./"):
        plain = plain[2:]
    return plain
