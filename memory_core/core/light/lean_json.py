"""JSON without importing `json`, which takes longer than a silent hook takes in total."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

_SPACE = " \t\n\r"


class _Settings:
    """The settings that CPython's JSON scanner expects."""

    strict = True
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = float


def _made() -> "Callable[[str, int], tuple[object, int]] | None":
    """CPython's JSON scanner; None if this interpreter has none."""
    try:
        scanner = __import__("_json").make_scanner
    except (ImportError, AttributeError):
        return None
    return scanner(_Settings())  # type: ignore[no-any-return]


_scan = _made()


def loads(text: str) -> object:
    """The value that `json.loads` returns for the text. Raise `ValueError` if the text is not JSON."""
    if _scan is None:
        result: object = __import__("json").loads(text)
        return result
    try:
        value, end = _scan(text, len(text) - len(text.lstrip(_SPACE)))
    except (StopIteration, SystemError):  # the scanner raises an error of `json`, which is not imported
        raise ValueError("this is not valid JSON") from None
    if text[end:].strip(_SPACE):
        raise ValueError(f"there is more text after the JSON, at character {end}")
    return value


def dumps(value: "str | Mapping[str, Any]") -> str:
    """The result of `json.dumps(value, ensure_ascii=False)`, for a string or an object of strings and objects."""
    if not isinstance(value, str):
        return "{" + ", ".join(f"{dumps(key)}: {dumps(member)}" for key, member in value.items()) + "}"
    try:
        return str(__import__("_json").encode_basestring(value))
    except (ImportError, AttributeError):
        return str(__import__("json").dumps(value, ensure_ascii=False))
