"""What the homes of JSON have in common: an object that may be damaged, a text that may be none, a fault in words."""

import contextlib
import json
from collections.abc import Iterator
from typing import Any, Final

from memory_core.domain.errors import Refusal
from memory_core.stores import files

WIDE: Final = "is not UTF-8 but UTF-16; save it as UTF-8"


def load(path: str, limit: int = files.LIMIT) -> dict[str, Any]:
    """The JSON object in a file, {} where there is none that can be read."""
    return parsed(files.read(path, limit) or "")


def parsed(text: str) -> dict[str, Any]:
    """The JSON object that a text is, {} where it is none."""
    with contextlib.suppress(ValueError, RecursionError):
        value = json.loads(text)
        return value if isinstance(value, dict) else {}
    return {}


def save(path: str, value: dict[str, Any]) -> None:
    """Write an object as one line of JSON; `OSError` where it cannot be written."""
    files.write(path, f"{json.dumps(value, ensure_ascii=False, separators=(',', ':'))}\n")


def decoded(raw: bytes) -> tuple[str, str]:
    """(the text of a file, why it is not to be written back: "" where it is plain UTF-8)."""
    if is_wide(raw):
        return raw.decode("utf-16", "replace"), WIDE
    try:
        return raw.decode(), ""
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        return raw.decode("utf-8", "replace"), f"is not UTF-8 (line {line}); save it as UTF-8"


def is_wide(raw: bytes) -> bool:
    """Whether a file begins as UTF-16 does."""
    return raw[:2] in (b"\xff\xfe", b"\xfe\xff")


@contextlib.contextmanager
def writing(path: str, then: str) -> Iterator[None]:
    """A `with` block that writes: an `OSError` in it becomes a `Refusal` that names the place and what follows."""
    try:
        yield
    except OSError as error:
        raise Refusal(f"{error.filename or path} cannot be written: {error.strerror}; {then}") from error
