"""How a file of a home is kept. A module of a wing says where its file stands, how much of it is read and what its
entries mean; reading, writing and what can go wrong with both are done here, once.

    _FILE = json_store.derived("tidied.json", 2_000_000)    an object that is derived of a project
    _LOG = JsonLog(lambda: os.path.join(user.state(), "access.jsonl"), 64_000_000)    an object a line

The second is of `core.json_log`.

`load` gives what can be read, and nothing where nothing can: for what is derived, or the user's own. `content` and
`read_object` also say what is wrong: for what hands edit or a repository brings, which is never written over unread.
`save` and `files.write` are atomic; `append` writes whole lines or none, without secrets. `writing` makes an `OSError`
a `Refusal` in words. `looks_damaged`, `copies` and `notice` are what a glance tells of files that hands edit.

Nothing here follows a link (`files`), and nothing locks: who writes holds the lock that the module names.

A file that keeps memories has a `core.home.Home` beside it, and a schema in `schemas/`. A silent hook comes through
here: neither `json`, `re` nor `typing` is imported.
"""

from memory_core.core.light import files, lean_json, old_files, user
from memory_core.core.light.errors import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from contextlib import AbstractContextManager
    from typing import Any, Final

WIDE: "Final" = "is not UTF-8 but UTF-16; save it as UTF-8"
_MARK: "Final" = b"\xef\xbb\xbf"  # of UTF-8


class JsonHome:
    """A JSON object in a file of its own; `path` gives the file, of a project's root for most."""

    __slots__ = ("_limit", "path")

    def __init__(self, path: "Callable[..., str]", limit: int = files.LIMIT) -> None:
        """`limit`: bytes of the file that are read."""
        self.path, self._limit = path, limit

    def load(self, *arguments: str) -> "dict[str, Any]":
        """The object, {} where there is none that can be read."""
        return load(self.path(*arguments), self._limit)

    def save(self, *arguments: str, value: "dict[str, Any]") -> None:
        """Write the object as one line; `OSError` where it cannot be written."""
        path = self.path(*arguments)
        old_files.clear(path, self._limit)
        save(path, value)


class Content:
    """What stands in a file's place."""

    __slots__ = ("fault", "is_there", "raw")

    def __init__(self, raw: bytes = b"", fault: str = "", *, is_there: bool = True) -> None:
        self.raw = raw
        self.fault = fault  # why it was not read, or is not to be relied on
        self.is_there = is_there


def derived(name: str, limit: int = files.LIMIT) -> JsonHome:
    """The object that is derived of a project under that name."""
    return JsonHome(lambda root: user.derived(root, name), limit)


def content(path: str, limit: int = files.LIMIT) -> Content:
    """What stands at a path, of at most so many bytes; what cannot be read, or is UTF-16, has a fault that says so."""
    try:
        raw = files.read_whole(path, limit)
    except OSError as error:
        return Content(fault=f"cannot be read: {error.strerror}")
    if raw is None:
        return Content(is_there=False)
    return Content(raw, WIDE if is_wide(raw) else "")


def read_object(path: str, limit: int) -> "tuple[dict[str, Any] | None, str]":
    """(the JSON object in a file, None where there is none; why, where something stands there)."""
    there = content(path, limit)
    if not there.raw:
        return None, there.fault or ("is no JSON object" if there.is_there else "")
    result = value(there.raw.decode("utf-8", "replace").lstrip("\ufeff"))
    return (result, "") if isinstance(result, dict) else (None, "is no JSON object")


def load(path: str, limit: int = files.LIMIT) -> "dict[str, Any]":
    """The JSON object in a file, {} where there is none that can be read."""
    return parsed(files.read(path, limit) or "")


def parsed(text: str) -> "dict[str, Any]":
    """The JSON object that a text is, {} where it is none."""
    result = value(text)
    return result if isinstance(result, dict) else {}


def value(text: str) -> "Any":
    """The JSON value that a text is, None where it is none."""
    try:
        return lean_json.loads(text)
    except (ValueError, RecursionError):
        return None


def texts(value: "Any") -> list[str]:
    """The texts in a list, whatever else stands there."""
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


def line(entry: "Any", between: "tuple[str, str]" = (", ", ": ")) -> str:
    """A value as JSON on one line."""
    return str(__import__("json").dumps(entry, ensure_ascii=False, separators=between))  # for who writes


def save(path: str, value: "dict[str, Any]") -> None:
    """Write an object as one line of JSON; `OSError` where it cannot be written."""
    files.write(path, f"{line(value, (',', ':'))}\n")


def decoded(raw: bytes) -> tuple[str, str]:
    """(the text of a file, why it is not to be written back: "" where it is plain UTF-8)."""
    if is_wide(raw):
        return raw.decode("utf-16", "replace"), WIDE
    try:
        return raw.decode(), ""
    except UnicodeDecodeError as error:
        at = raw.count(b"\n", 0, error.start) + 1
        return raw.decode("utf-8", "replace"), f"is not UTF-8 (line {at}); save it as UTF-8"


def is_wide(raw: bytes) -> bool:
    """Whether a file begins as UTF-16 does."""
    return raw[:2] in (b"\xff\xfe", b"\xfe\xff")


def is_plain(raw: bytes, text: str) -> bool:
    """Whether a text is all that a file says: no byte of it had to be replaced."""
    return text.encode("utf-8", "replace") in (raw, raw.removeprefix(_MARK))


def looks_damaged(path: str, brackets: bytes) -> bool:
    """Whether a file does not stand between these brackets, `[]` or `{}`, or a merge left its marks in it."""
    raw = (files.read_bytes(path) or brackets).strip().removeprefix(_MARK)
    is_whole = raw.startswith(brackets[:1]) and raw.endswith(brackets[1:]) and b"\n<<<<<<< " not in raw
    return bool(raw) and not is_whole


def copies(folder: str) -> list[str]:
    """The names of the damaged copies that were set aside in a folder."""
    return [name for name in files.names(folder) if ".damaged.json" in name]


def copied(name: str) -> str:
    """The name of the file that a damaged copy was made of: `decisions.json` for `decisions.1.damaged.json`."""
    stem, _, rest = name.partition(".")
    return f"{stem}.{rest.partition('.damaged.')[2]}"


def notice(what: "Sequence[str]", copies: "Iterable[str]") -> str:
    """One line of what is damaged and which copies were set aside, "" where there is neither."""
    result = [*what, *(f"{name} was set aside" for name in copies if name.isprintable())]
    return f"{', '.join(result)}: `memory-core doctor` says what to do" if result else ""


class _Writing:
    """See `writing`."""

    def __init__(self, path: str, then: str) -> None:
        self.path, self.then = path, then

    def __enter__(self) -> None:
        """Nothing is to be had of it."""

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, OSError):
            where = error.filename or self.path
            raise Refusal(f"{where} cannot be written: {error.strerror}; {self.then}") from error


def writing(path: str, then: str) -> "AbstractContextManager[None]":
    """A `with` block that writes: an `OSError` in it becomes a `Refusal` that names the place and what follows."""
    return _Writing(path, then)
