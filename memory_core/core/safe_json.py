"""JSON and text that are safe to print on a terminal and to hand to a session."""

import json
import re
from math import isfinite
from typing import Any, Final

from memory_core import redact
from memory_core.core.light.fence import around

# Control characters and surrogates. JSON can escape each by its number, so nothing is lost.
_UNSAFE: Final = re.compile(
    "[\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164"
    "\ud800-\udfff\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff]"
)
_OPENING: Final = re.compile("[<\uff1c\ufe64]")  # begins a tag that a session might take for its own


def dumps(value: Any, indent: int | None = None) -> str:
    """The value as JSON; NaN and infinity become null."""
    try:
        text = json.dumps(value, ensure_ascii=False, indent=indent, allow_nan=False)
    except ValueError:
        text = json.dumps(_numbered(value), ensure_ascii=False, indent=indent)
    text = _UNSAFE.sub(_by_number, text)
    return text if redact.neutral(text) == text else _OPENING.sub(_by_number, text)


def _by_number(match: re.Match[str]) -> str:
    raw = match[0].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{raw[at : at + 2].hex()}" for at in range(0, len(raw), 2))


def _numbered(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _numbered(member) for key, member in value.items()}
    if isinstance(value, list | tuple):
        return [_numbered(each) for each in value]
    return None if isinstance(value, float) and not isfinite(value) else value


def fenced(text: str, label: str) -> str:
    """The text in tags that nothing inside it can close, under the label."""
    return around(redact.neutral(text).strip(), redact.neutral(label))
