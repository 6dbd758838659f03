"""Reads and writes the JSON files of homes. A module of a wing defines path, size limit and meaning of a file.

    _FILE = json_store.derived("tidied.json", 2_000_000)    an object in the derived folder of a project
    _LOG = JsonLog(lambda: os.path.join(user.state(), "access.jsonl"), 64_000_000)    one object on each line

The second is of `core.json_log`.

`load` ignores files that cannot be read: for derived data and files of the user. `content` and `read_object` also
return the fault: for files that people edit or a repository brings, which are never overwritten unread. `save` and
`files.write` are atomic; `append` writes complete lines or none, without secrets. `writing` turns an `OSError` into a
`Refusal`. `looks_damaged`, `copies` and `notice` are quick checks of files that people edit.

No function follows a link (`files`) or takes a lock: a caller that writes holds the lock that its module names.

A file that keeps memories also has a `core.home.Home` and a schema in `schemas/`. Hooks import this module, so it does
not import `json`, `re` or `typing`.
"""

from memory_core.core.light import files, lean_json, user
from memory_core.core.light.errors import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from contextlib import AbstractContextManager
    from typing import Any, Final

WIDE: "Final" = "is not UTF-8 but UTF-16; save it as UTF-8"
_MARK: "Final" = b"\xef\xbb\xbf"  # byte order mark of UTF-8


class JsonHome:
    """A JSON object in its own file. `path` returns the file; its argument is usually the root of a project."""

    __slots__ = ("_limit", "path")

    def __init__(self, path: "Callable[..., str]", limit: int = files.LIMIT) -> None:
        """`limit`: bytes of the file that are read."""
        self.path, self._limit = path, limit

    def load(self, *arguments: str) -> "dict[str, Any]":
        """The object; {} if there is none that can be read."""
        return load(self.path(*arguments), self._limit)

    def save(self, *arguments: str, value: "dict[str, Any]") -> None:
        """Write the object as one line. Raise `OSError` if that fails."""
        path = self.path(*arguments)
        from memory_core.core.light import old_files

        old_files.clear(path, self._limit)
        save(path, value)


class Content:
    """The content of a file, and what is wrong with it."""

    __slots__ = ("fault", "is_there", "raw")

    def __init__(self, raw: bytes = b"", fault: str = "", *, is_there: bool = True) -> None:
        self.raw = raw
        self.fault = fault  # why it was not read or is not reliable; "" if it is fine
        self.is_there = is_there


def derived(name: str, limit: int = files.LIMIT) -> JsonHome:
    """The JSON object with this name in the derived folder of a project."""
    return JsonHome(lambda root: user.derived(root, name), limit)


def content(path: str, limit: int = files.LIMIT) -> Content:
    """The content of a file of at most `limit` bytes. A file that cannot be read, or is UTF-16, has a fault."""
    try:
        raw = files.read_whole(path, limit)
    except OSError as error:
        return Content(fault=f"cannot be read: {error.strerror}")
    if raw is None:
        return Content(is_there=False)
    return Content(raw, WIDE if is_wide(raw) else "")


def read_object(path: str, limit: int) -> "tuple[dict[str, Any] | None, str]":
    """(the JSON object in a file, or None; what is wrong with the file, or "")."""
    there = content(path, limit)
    if not there.raw:
        return None, there.fault or ("is not a JSON object" if there.is_there else "")
    result = value(there.raw.decode("utf-8", "replace").lstrip("\ufeff"))
    return (result, "") if isinstance(result, dict) else (None, "is not a JSON object")


def load(path: str, limit: int = files.LIMIT) -> "dict[str, Any]":
    """The JSON object in a file; {} if there is none that can be read."""
    return parsed(files.read(path, limit) or "")


def parsed(text: str) -> "dict[str, Any]":
    """The JSON object in a text; {} if it is not an object."""
    result = value(text)
    return result if isinstance(result, dict) else {}


def value(text: str) -> "Any":
    """The JSON value in a text; None if it is not JSON."""
    try:
        return lean_json.loads(text)
    except (ValueError, RecursionError):
        return None


def texts(value: "Any") -> list[str]:
    """The strings in a list; other elements are left out, and [] is returned if it is not a list."""
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


def line(entry: "Any", between: "tuple[str, str]" = (", ", ": ")) -> str:
    """A value as JSON on one line."""
    return str(__import__("json").dumps(entry, ensure_ascii=False, separators=between))  # only writers need it


def save(path: str, value: "dict[str, Any]") -> None:
    """Write an object as one line of JSON. Raise `OSError` if that fails."""
    files.write(path, f"{line(value, (',', ':'))}\n")


def decoded(raw: bytes) -> tuple[str, str]:
    """(the text of a file, why it must not be rewritten: "" if it is plain UTF-8)."""
    if is_wide(raw):
        return raw.decode("utf-16", "replace"), WIDE
    try:
        return raw.decode(), ""
    except UnicodeDecodeError as error:
        at = raw.count(b"\n", 0, error.start) + 1
        return raw.decode("utf-8", "replace"), f"is not UTF-8 (line {at}); save it as UTF-8"


def is_wide(raw: bytes) -> bool:
    """Whether the bytes begin with a byte order mark of UTF-16."""
    return raw[:2] in (b"\xff\xfe", b"\xfe\xff")


def is_plain(raw: bytes, text: str) -> bool:
    """Whether no byte was replaced when the text was decoded."""
    return text.encode("utf-8", "replace") in (raw, raw.removeprefix(_MARK))


def looks_damaged(path: str, brackets: bytes) -> bool:
    """Whether a file does not begin and end with these brackets, `[]` or `{}`, or has conflict markers."""
    raw = (files.read_bytes(path) or brackets).strip().removeprefix(_MARK)
    is_whole = raw.startswith(brackets[:1]) and raw.endswith(brackets[1:]) and b"\n<<<<<<< " not in raw
    return bool(raw) and not is_whole


def copies(folder: str) -> list[str]:
    """The names of the damaged copies in a folder."""
    return [name for name in files.names(folder) if ".damaged.json" in name]


def copied(name: str) -> str:
    """The name of the file from which a damaged copy was made: `decisions.json` for `decisions.1.damaged.json`."""
    stem, _, rest = name.partition(".")
    return f"{stem}.{rest.partition('.damaged.')[2]}"


def notice(what: "Sequence[str]", copies: "Iterable[str]") -> str:
    """One line that names damaged files and damaged copies; "" if there are none."""
    result = [*what, *(f"{name} was set aside" for name in copies if name.isprintable())]
    return f"{', '.join(result)}: `memory-core doctor` says what to do" if result else ""


class _Writing:
    """The context manager that `writing` returns."""

    def __init__(self, path: str, then: str) -> None:
        self.path, self.then = path, then

    def __enter__(self) -> None:
        """There is no value for `as`."""

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, OSError):
            where = error.filename or self.path
            raise Refusal(f"{where} cannot be written: {error.strerror}; {self.then}") from error


def writing(path: str, then: str) -> "AbstractContextManager[None]":
    """A `with` block in which an `OSError` becomes a `Refusal` that names the path and the consequence `then`."""
    return _Writing(path, then)
