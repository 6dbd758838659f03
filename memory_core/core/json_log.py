"""A log: a file with one JSON value on each line, without secrets; and the log of memories that sessions ended."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from memory_core import redact
from memory_core.core.light import append_file, files, json_store, user


class JsonLog:
    """A file of JSON values, one on each line, to which several processes may append.

    The methods pass their positional arguments to `path`, as `json_store.JsonHome` does.
    """

    __slots__ = ("_kind", "_limit", "path")

    def __init__(self, path: Callable[..., str], limit: int = files.LIMIT, kind: type = dict) -> None:
        """`limit`: bytes at the end of the file that are read; `kind`: the type of the values, `dict` or `list`."""
        self.path, self._limit, self._kind = path, limit, kind

    def append(self, *arguments: str, entries: Sequence[Any]) -> None:
        """Append a line for each entry, without secrets: all or none. Raise `OSError` if the file cannot be written."""
        if entries:
            append_file.append(self.path(*arguments), map(json_store.line, redact.clean_within(entries)), durable=False)

    def entries(self, *arguments: str, most: int = 0) -> list[Any]:
        """The values, oldest first, or only the newest `most`. Damaged lines are left out."""
        values = map(json_store.value, self.lines(*arguments)[-most:])
        return [value for value in values if isinstance(value, self._kind)]

    def lines(self, *arguments: str) -> list[str]:
        """The lines of the log that are not empty; if the file is over the limit, only those at its end."""
        path = self.path(*arguments)
        text = files.read_end(path, self._limit)
        if text and files.size(path) > self._limit:
            text = text.partition("\n")[2]
        return [part for part in text.split("\n") if part] if text else []

    def write(self, *arguments: str, entries: Iterable[Any]) -> None:
        """Replace all lines of the log. Raise `OSError` if the file cannot be written."""
        files.write(self.path(*arguments), "".join(f"{json_store.line(entry)}\n" for entry in entries))


_LOG: Final = JsonLog(lambda root: user.derived(root, "replaced.jsonl"), kind=list)


def add(root: str, ended: Iterable[tuple[str, str, str, str]]) -> None:
    """Add ended memories: (id and text of the older memory, id and text of the newer one), without secrets."""
    _LOG.append(root, entries=[*ended])


def take(root: str) -> list[list[str]]:
    """All entries, oldest first; they are removed."""
    rows = _LOG.entries(root)
    files.remove(_LOG.path(root))
    return [[*map(str, row)] for row in rows if len(row) == 4]
