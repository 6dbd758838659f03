"""The shape of what one reading hands to the next: it lies in a file between two hooks, where anything may happen."""

from typing import Any, Final

VERSION: Final = 7  # of the carry; one of another version is not read

# A type: a value of it. [shape]: a list of these. (shapes): a list of exactly these. {"*": shape}: any names to these.
# Any other dict: a record; a name that begins with "?" may be missing.
_PLACE: Final = {"line": int, "uuid": str, "when": str}
_FAULT: Final[dict[str, Any]] = {
    "error": str, "sure": bool, "counted": str, "command": str, **_PLACE, "agent": str, "told": bool,
    "said": [(float, str, int, str, str)], "edits": [{"path": str, "added": str}], "runs": [str], "count": int,
    "hint": str, "?plan": str,
}  # fmt: skip
_CANDIDATE: Final = (str, str, str, str, str, str, int, str, float, str, str, [str], str, float, str, str, bool, str)
_TASK: Final = (str, str, str, int, str)  # text, quote, uuid, line, time
STATE: Final[dict[str, Any]] = {
    "?told": [(str, str, str, [str], bool, str)],
    "?marked": [(str, int, str, str)],
    "?opens": bool,
    "?closing": [(str, str, str, bool)],
    "?asked": _CANDIDATE,
    "?turn": {"marked": bool, "held": [_CANDIDATE]},
    "?commits": int,
    "?closed": {"*": {"text": str, "quote": str, "reason": str, "apart": bool, **_PLACE, "agent": str}},
    "?failing": {"*": {"*": _FAULT}},
    "?gated": bool,
    "?offers": [str],
    "?statements": int,
    "?kept": int,
    "?since": {"failed": int, "committed": int, "edited": int, "prompted": int},
    "?refused": {"plan": str, "path": str, "added": [str]},
    "?hand": {"programs": [str], "files": [str]},
    "?practised": [str],
    "?counted": {"*": int},
    "?checked": str,
    "?stumbled": {"*": {"error": str, "command": str, "runs": [str]}},
    "?echo": {"mode": str, "worked": bool, "told": [str], "ids": [str], "gone": [str]},
    "?tasks": {"*": _TASK},
    "?finished": [str],
    "?wished": [{"words": [str], "count": int}],
}


def fits(value: object, shape: Any) -> bool:
    """Whether a JSON value has a shape; a text only where it can be written as UTF-8."""
    if isinstance(shape, type):
        return _is_one(value, shape)
    if isinstance(shape, dict):
        return isinstance(value, dict) and all(_is_one(name, str) for name in value) and _is_record(value, shape)
    if not isinstance(value, (list, tuple)):
        return False
    if isinstance(shape, tuple):
        return len(value) == len(shape) and all(map(fits, value, shape))
    return all(fits(item, shape[0]) for item in value)


def _is_record(value: dict[str, object], shape: dict[str, Any]) -> bool:
    if "*" in shape:
        return all(fits(item, shape["*"]) for item in value.values())
    known = {name.removeprefix("?"): inner for name, inner in shape.items()}
    return (
        value.keys() <= known.keys()
        and all(fits(item, known[name]) for name, item in value.items())
        and all(name in value for name in shape if not name.startswith("?"))
    )


def _is_one(value: object, kind: type) -> bool:
    if kind is str:
        return isinstance(value, str) and (value.isascii() or _is_sound(value))
    if kind is float:
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, kind) and (kind is bool or not isinstance(value, bool))


def _is_sound(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
