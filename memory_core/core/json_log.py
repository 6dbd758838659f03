"""A log: JSON values in a file, a line each, without secrets; and the log of what sessions ended."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from memory_core import redact
from memory_core.core.light import append_file, files, json_store, user


class JsonLog:
    """JSON objects, a line each, to which processes append side by side; `path` is as that of a `home.JsonHome`."""

    __slots__ = ("_kind", "_limit", "path")

    def __init__(self, path: Callable[..., str], limit: int = files.LIMIT, kind: type = dict) -> None:
        """`limit`: bytes of the file that are read, at its end; `kind`: what a line holds, `dict` or `list`."""
        self.path, self._limit, self._kind = path, limit, kind

    def append(self, *arguments: str, entries: Sequence[Any]) -> None:
        """Add a line for each entry, without secrets: all, or none. `OSError` where they cannot be written."""
        if entries:
            append_file.append(self.path(*arguments), map(json_store.line, redact.clean_within(entries)), durable=False)

    def entries(self, *arguments: str, most: int = 0) -> list[Any]:
        """What the lines say, or the newest `most` of them, the oldest first; a damaged line says nothing."""
        values = map(json_store.value, self.lines(*arguments)[-most:])
        return [value for value in values if isinstance(value, self._kind)]

    def lines(self, *arguments: str) -> list[str]:
        """The lines of the log, of a long one those at its end."""
        path = self.path(*arguments)
        text = files.read_end(path, self._limit)
        if text and files.size(path) > self._limit:
            text = text.partition("\n")[2]
        return [part for part in text.split("\n") if part] if text else []

    def write(self, *arguments: str, entries: Iterable[Any]) -> None:
        """Make these the lines of the log, as they are. `OSError` where it cannot be written."""
        files.write(self.path(*arguments), "".join(f"{json_store.line(entry)}\n" for entry in entries))


_LOG: Final = JsonLog(lambda root: user.derived(root, "replaced.jsonl"), kind=list)


def add(root: str, ended: Iterable[tuple[str, str, str, str]]) -> None:
    """Add what was ended: id and words of the older memory, then those of the newer, without secrets."""
    _LOG.append(root, entries=[*ended])


def take(root: str) -> list[list[str]]:
    """All that was added, the oldest first; the next who asks gets none of it."""
    rows = _LOG.entries(root)
    files.remove(_LOG.path(root))
    return [[*map(str, row)] for row in rows if len(row) == 4]
