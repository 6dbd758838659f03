"""Opens the index for a verb that reads, without an update if no home has changed.

An update records a mark of each file on which the stamps of the homes depend (`files.Watched`). While the marks are
unchanged, no home is asked and no parser loaded. Otherwise `indexing` updates the index.
"""

import contextlib
import importlib
import os
import time
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

import apsw

from memory_core.core import lock
from memory_core.core.light import client_documents, files, json_store, places, user
from memory_core.recall import schema
from memory_core.recall.schema import Index

MOST: Final = 5000  # files of homes; with more, the homes are asked each time
_MARKS: Final = json_store.derived("index.json", 4_000_000)
# Files whose change does not change a home: derived data, and locks.
_DERIVED: Final = (
    "index.json",
    "tracked",
    "prepared",
    "worker.lock",
    "worker.json",
    "log.jsonl",
    "queue",
    "marks.json",
)


class Freshness(NamedTuple):
    """The state of the index compared with the homes, after an update."""

    state: str  # ok | busy | corrupt | unwritable
    detail: str = ""
    added: int = 0
    removed: int = 0
    left: tuple[str, ...] = ()  # homes that are not completely indexed yet


def vectors_path(root: str) -> str:
    """The path of the cache of vectors, which may be deleted at any time, as the index."""
    return user.derived(root, "vectors.db")


@contextlib.contextmanager
def held(root: str, until: float | None = None) -> Iterator[None]:
    """Hold the lock of the index for a `with` block. Raise `Refusal` if it is not free in time."""
    timeout = 5.0 if until is None else max(0.05, until - time.monotonic())
    with lock.held(user.derived(root, "index.lock"), timeout):
        yield


@contextlib.contextmanager
def index(root: str, progress: Callable[[int, int], None] | None = None) -> Iterator[tuple[Index, Freshness]]:
    """An index for searching and its state, for a `with` block."""
    made = opened(root)
    if made is None:
        with importlib.import_module("memory_core.recall.indexing").at_hand(root, progress=progress) as pair:
            yield pair
        return
    try:
        yield made, Freshness(schema.OK)
    finally:
        made.connection.close()


def is_fresh(root: str) -> bool:
    """Whether the index file is up to date, judged by the marks of the files of homes."""
    return _fresh(root) is not None


def notice(root: str) -> str:
    """A line about damage in files that people edit; "" if there is none."""
    kept = _fresh(root)
    return str(kept["notice"]) if kept else str(importlib.import_module("memory_core.core.registry").notice(root))


def keep(root: str, made: Index, watch: files.Watched, notice: str, documents: str) -> None:
    """Record that this index file is up to date with the marks in `watch`.

    `documents` identifies the documents of the client (`client_documents.signature`).
    """
    own = user.derived(root) + os.sep
    skipped = tuple(own + name for name in _DERIVED)
    marks = {path: mark for path, mark in watch.marks.items() if not path.startswith(skipped)}
    if len(marks) <= MOST:
        with contextlib.suppress(OSError):
            value = {"index": list(made.file), "user": user.learnings(), "marks": marks, "notice": notice}
            _MARKS.save(root, value={**value, "documents": documents})


def opened(root: str) -> Index | None:
    """The open index file if it is up to date; else None."""
    if _fresh(root) is None:
        return None
    try:
        return schema.opened(places.index_path(root))
    except apsw.Error:
        return None


def _fresh(root: str) -> dict[str, Any] | None:
    """The record of `keep`, if it still applies."""
    kept = _MARKS.load(root)
    marks = kept.get("marks")
    if not isinstance(marks, dict) or not isinstance(kept.get("notice"), str):
        return None
    if kept.get("index") != _file(root) or kept.get("user") != user.learnings():
        return None
    if not all(files.mark(path) == mark for path, mark in marks.items()):
        return None
    return kept if kept.get("documents") == client_documents.signature(root) else None


def _file(root: str) -> list[int]:
    """Device and inode of the index file, which change when it is rebuilt."""
    seen = files.seen(places.index_path(root))
    return [seen.st_dev, seen.st_ino] if seen else []
