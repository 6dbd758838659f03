"""The index for a verb that reads: opened at once where no home has changed since it was made whole.

Whoever brings the index up to date keeps a mark of each file that the stamps of the homes are made of
(`files.Watched`). While all of them are as they were, no home is looked at and no parser loaded; else `indexing` does
both.
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

MOST: Final = 5000  # files that homes stand in; of more, the homes are asked each time
_MARKS: Final = json_store.derived("index.json", 4_000_000)
# What changes without a change of a home: made from the homes, or a lock.
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
    """How the index stands to the homes after a refresh."""

    state: str  # ok | busy | corrupt | unwritable
    detail: str = ""
    added: int = 0
    removed: int = 0
    left: tuple[str, ...] = ()  # homes that are not wholly in the index yet


def vectors_path(root: str) -> str:
    """The cache of vectors: a file that can be deleted at any time, like the index beside it."""
    return user.derived(root, "vectors.db")


@contextlib.contextmanager
def held(root: str, until: float | None = None) -> Iterator[None]:
    """The lock of those who write the index, for a `with` block; `Refusal` where it is not to be had in time."""
    timeout = 5.0 if until is None else max(0.05, until - time.monotonic())
    with lock.held(user.derived(root, "index.lock"), timeout):
        yield


@contextlib.contextmanager
def index(root: str, progress: Callable[[int, int], None] | None = None) -> Iterator[tuple[Index, Freshness]]:
    """An index to search and how fresh it is, for a `with` block."""
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
    """Whether the index file holds all that the homes hold, as far as the marks of their files tell."""
    return _fresh(root) is not None


def notice(root: str) -> str:
    """What a glance tells of damaged files that hands edit; "" where there are none."""
    kept = _fresh(root)
    return str(kept["notice"]) if kept else str(importlib.import_module("memory_core.core.registry").notice(root))


def keep(root: str, made: Index, watch: files.Watched, notice: str, documents: str) -> None:
    """Keep that this index, and no other file in its place, holds what stands in the files of these marks, and in the
    documents of the client that `walk.signature` names.
    """
    own = user.derived(root) + os.sep
    skipped = tuple(own + name for name in _DERIVED)
    marks = {path: mark for path, mark in watch.marks.items() if not path.startswith(skipped)}
    if len(marks) <= MOST:
        with contextlib.suppress(OSError):
            value = {"index": list(made.file), "user": user.learnings(), "marks": marks, "notice": notice}
            _MARKS.save(root, value={**value, "documents": documents})


def opened(root: str) -> Index | None:
    """The index file, open, where it holds all that the homes hold; else None."""
    if _fresh(root) is None:
        return None
    try:
        return schema.opened(places.index_path(root))
    except apsw.Error:
        return None


def _fresh(root: str) -> dict[str, Any] | None:
    """What `keep` kept, where it still holds."""
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
    """Device and inode of the index file: one that was built anew is another file."""
    seen = files.seen(places.index_path(root))
    return [seen.st_dev, seen.st_ino] if seen else []
