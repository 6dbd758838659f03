"""Opens, updates and rebuilds the index from the homes. Keywords only: no model is loaded here.

A writer holds the lock of the index, so that a new file can replace the old one. It differs from the project's lock,
which capture holds while it searches.
"""

import contextlib
import os
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple, TypeVar

import apsw

from memory_core.core import git, log, registry
from memory_core.core.home import Part
from memory_core.core.light import client_documents, files, old_files, places, user
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import DOCUMENT, Memory
from memory_core.language import near_duplicate
from memory_core.recall import at_hand as marks
from memory_core.recall import catalogue, freshness, keyword, schema, vectors
from memory_core.recall.at_hand import Freshness
from memory_core.recall.at_hand import held as held
from memory_core.recall.at_hand import vectors_path as vectors_path
from memory_core.recall.digest import Digest
from memory_core.recall.schema import Index

# Folders that make another home when they appear, and the folder of the refs of notes.
_FOLDERS: Final = ("aidd", "docs", os.path.join("docs", "spec"), os.path.join("docs", "spec", "active"))
_OF_NOTES: Final = ("packed-refs", "refs/notes", "refs/notes/cs", "reftable/tables.list")
SIMILAR: Final = 24  # candidates for a memory that states the same
_KEPT: Final = keyword.Filter(f"kind <> '{DOCUMENT}'")
# The documents that are shared, or that the user wrote. The client's own notes on this machine do not count: a decision
# in them is kept all the same.
_SHARED: Final = keyword.Filter(f"kind = '{DOCUMENT}' AND home <> '{client_documents.NOTES_HOME}'")
_T = TypeVar("_T")
Progress = Callable[[int, int], None]


class Verdict(NamedTuple):
    """The health of the index file."""

    state: str  # ok | busy | corrupt | missing
    detail: str


def refresh_index(root: str, until: float | None = None, progress: Progress | None = None) -> Freshness:
    """Update the index with the homes that changed, and return its state. Errors of the index are not raised.

    `until` is a moment of `time.monotonic()` at which to stop; the next call continues.
    """
    if not has_memories(root):
        return Freshness(schema.OK, "there is nothing to index")
    try:
        return using(root, lambda index: update(index, root, until, progress), until)
    except Refusal as refusal:
        return Freshness(schema.BUSY, str(refusal))
    except apsw.Error as error:
        state = schema.judged(error)
        if not state and not schema.is_unwritable(error):
            raise
        return Freshness(state or "unwritable", str(error))
    except OSError as error:
        return Freshness("unwritable", str(error))


def update(index: Index, root: str, until: float | None = None, progress: Progress | None = None) -> Freshness:
    """Update an open index with all homes. The caller holds the lock of the index.

    `progress` is called with (memories indexed, memories to index) of a home.
    """
    with files.Watched() as watch:
        documents = client_documents.signature(root)
        done = _updated_homes(index, root, until, progress, watch)
        if index.lasting and done.state == schema.OK and not (done.left or done.detail):
            marks.keep(root, index, watch, registry.notice(root), documents)
    return done


def _updated_homes(
    index: Index, root: str, until: float | None, progress: Progress | None, watch: files.Watched
) -> Freshness:
    look_around(watch, root)
    homes = registry.parts(root)
    stamps = catalogue.stamps(index.connection)
    removed = freshness.forget_others(index.connection, [home.name for home in homes])
    added = 0
    left = []
    detail = ""
    for home in homes:
        stamp = home.stamp()  # before reading: what changes meanwhile is read again next time
        if stamps.get(home.name) == stamp:
            continue
        if until is not None and time.monotonic() >= until:
            left.append(home.name)
            continue
        try:
            change = _changed(index.connection, home, stamps.get(home.name, ""), stamp, until, progress)
        except git.GitError as error:  # the rows of this home stay in the index
            change, detail = None, str(error)
        if change is None:
            left.append(home.name)
            continue
        added, removed = added + change.added, removed + change.removed
        if not change.whole:
            left.append(home.name)
    return Freshness(schema.OK, detail, added, removed, tuple(left))


def look_around(watch: files.Watched, root: str, worktree: str = "") -> None:
    """Record the paths on which the stamps of homes depend and that are not read through `files`."""
    for place in filter(None, (root, worktree)):
        for name in _FOLDERS:
            watch.look(os.path.join(place, name))
    common = git.folder(root)
    for name in _OF_NOTES if common else ():
        watch.look(os.path.join(common or "", *name.split("/")))


def _changed(
    connection: apsw.Connection,
    home: Part,
    before: str,
    stamp: str,
    until: float | None,
    progress: Progress | None,
) -> freshness.Change | None:
    """Update the index with one home: from its changes if it knows them, else from all its memories.

    None if reading all of them would last beyond `until`.
    """
    change = home.since(before, partial(catalogue.with_updates, connection, home.name)) if before else None
    if change is not None:
        return freshness.amend(connection, home.name, stamp, change.ids, change.memories)
    if until is not None and time.monotonic() + home.seconds() > until:
        return None
    return freshness.refresh(connection, home.name, stamp, home.read(), until, progress)


def is_fresh(index: Index, root: str) -> bool:
    """Whether no home has changed since it was indexed."""
    return catalogue.stamps(index.connection) == {home.name: home.stamp() for home in registry.parts(root)}


def using(root: str, work: Callable[[Index], _T], until: float | None = None) -> _T:
    """Call `work` with the open index, under its lock. If the file is corrupt, it is set aside and `work` called again.

    Raise `Refusal` if another process holds the lock too long. Errors of the disk are raised as `apsw` raises them.
    """
    path = places.index_path(root)
    places.derived(root)
    with held(root, until):
        for again in (True, False):
            try:
                index = schema.opened(path)
                with contextlib.closing(index.connection):
                    return work(index)
            except apsw.Error as error:
                damaged = schema.judged(error) == schema.CORRUPT
                if not (again and damaged and schema.set_aside(path)):
                    raise
    raise AssertionError  # the second round returns or raises


@contextlib.contextmanager
def at_hand(
    root: str, until: float | None = None, progress: Progress | None = None, *, writes: bool = True
) -> Iterator[tuple[Index, Freshness]]:
    """An index for searching and its state, for a `with` block. If the file cannot be updated, a copy in memory is.

    While another process writes, its changes may be missing. If `writes` is false, only a copy in memory is updated:
    the caller waits for no lock, and the worker updates the file.
    """
    done = refresh_index(root, until, progress) if writes else Freshness(schema.OK)
    index = (_readable(root, done) if writes else marks.opened(root)) or schema.in_memory(places.index_path(root))
    try:
        if not index.lasting:
            done = update(index, root, until)._replace(state=done.state, detail=done.detail)
        yield index, done
    finally:
        index.connection.close()


def _readable(root: str, done: Freshness) -> Index | None:
    """The open index file if it can be read and no better one is available; else None."""
    path = places.index_path(root)
    if not os.path.isfile(path):
        return None
    try:
        index = schema.opened(path)
    except apsw.Error:
        return None
    try:
        if done.state in (schema.OK, schema.BUSY) or is_fresh(index, root):
            return index
    except apsw.Error:
        pass
    index.connection.close()
    return None


def rebuild(root: str, then: Callable[[Index], None] | None = None) -> int:
    """Build a new index from all homes, replace the old one, and return the number of memories.

    `then` may add vectors before the replacement. The old index can be used meanwhile.
    """
    path = places.index_path(root)
    folder = places.derived(root)
    old_files.sweep(folder)
    beside = os.path.join(folder, f".index.db.{os.getpid()}.new")
    _sweep(beside)
    try:
        index = schema.opened(beside)
        try:
            schema.hurry(index.connection)
            update(index, root)
            if then is not None:
                then(index)
            records = int(catalogue.counts(index.connection)["records"])
        finally:
            index.connection.close()
        with held(root):
            if os.path.isdir(path):
                raise Refusal(f"{path} is a folder; move it away and run `memory-core reindex` again")
            if schema.verdict(path)[0] == schema.CORRUPT:
                schema.set_aside(path)
            schema.swap_in(beside, path)
    finally:
        _sweep(beside)
    return records


def mend(root: str) -> None:
    """Set a damaged index aside and delete a damaged cache of vectors. The next process builds them again.

    The log reports it.
    """
    with held(root):
        damage = verdict(root)
        schema.set_aside(places.index_path(root))
        drop_damaged_vectors(root)
    log.write("index", f"it was damaged ({damage.detail or 'it did not answer'}) and is built again", root)


def drop_damaged_vectors(root: str) -> bool:
    """Delete the cache of vectors if it is damaged, and log that. Return whether it was."""
    cache = vectors_path(root)
    wrong = vectors.damage(cache)
    if wrong:
        old_files.clear(cache, -1)
        files.remove(f"{cache}-journal")
        log.write("vectors", f"{cache} was damaged ({wrong}) and is made again", root)
    return bool(wrong)


def verdict(root: str, *, with_vectors: bool = True) -> Verdict:
    """The health of the index: ok, busy, corrupt or missing, and why. `with_vectors`: also of the cache of vectors."""
    result = Verdict(*schema.verdict(places.index_path(root)))
    wrong = vectors.damage(vectors_path(root)) if with_vectors and result.state != schema.CORRUPT else ""
    return Verdict(schema.CORRUPT, f"vectors: {wrong}") if wrong else result


def digest(root: str, until: float | None = None, *, writes: bool = True) -> Digest:
    """The digest for a briefing, from the updated index.

    Raise `Refusal` if the index is not complete at the moment `until`. Then the homes can be read; the next call
    continues.
    """
    with at_hand(root, until, writes=writes) as (index, done):
        _refuse_what_lacks(done)
        return catalogue.digest(index.connection)


def alike(root: str, memories: Sequence[Memory], until: float | None = None) -> list[Memory]:
    """The memories, and passages of documents, that may state the same as one of `memories`.

    These have the same fingerprint, or the most words in common. Raise an error if the index is incomplete or fails;
    then the homes can be read.
    """
    return using(root, lambda index: _alike(_updated(index, root, until), memories), until)


def similar(root: str, text: str, limit: int, until: float | None = None) -> list[Memory]:
    """The memories with the most similar words, best first, by keywords alone."""
    with at_hand(root, until) as (index, _):
        return _similar(index, text, limit)


def _updated(index: Index, root: str, until: float | None = None) -> Index:
    _refuse_what_lacks(update(index, root, until))
    return index


def _refuse_what_lacks(done: Freshness) -> None:
    """Raise `Refusal` if kept memories are missing in the index. Passages of the client's documents may be missing."""
    if left := [name for name in done.left if not name.startswith(client_documents.HOME)]:
        raise Refusal(f"the index is incomplete ({', '.join(left)})")


def _alike(index: Index, memories: Sequence[Memory]) -> list[Memory]:
    same = catalogue.twins(index.connection, [memory.fingerprint for memory in memories])
    result = {(memory.source.home, memory.id): memory for group in same.values() for memory in group}
    for memory in memories:
        numbers = near_duplicate.numbers(near_duplicate.words(memory.summary))
        for where in (_KEPT, _SHARED):
            for other in _similar(index, memory.summary, SIMILAR, numbers, where):  # the words are not stemmed
                result.setdefault((other.source.home, other.id), other)
    return list(result.values())


def _similar(
    index: Index, text: str, limit: int, every: Sequence[str] = (), where: keyword.Filter = _KEPT
) -> list[Memory]:
    hits = keyword.search(index.connection, keyword.query(text, every), where, limit)
    memories = catalogue.memories(index.connection, [row for row, _ in hits])
    return [memories[row] for row, _ in hits]


def has_memories(root: str) -> bool:
    """Whether the project has any memory. A project without memories is left unchanged."""
    if files.is_folder(user.derived(root)):
        return True
    # A namespace exists only with notes; reading all of them may take too long for a hook.
    return any(home.name.startswith("notes/") or home.read() for home in registry.kept_parts(root))


def _sweep(beside: str) -> None:
    for path in (beside, f"{beside}-journal"):
        with contextlib.suppress(OSError):
            files.remove(path)
