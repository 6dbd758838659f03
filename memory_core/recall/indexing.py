"""The index and the homes: opened, brought up to date, built again. Keywords only; no model is loaded here.

Who writes holds the index's lock, so that a fresh file can be put in the old one's place. It is
a lock of its own: capture holds the project's lock while it asks what is known.
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

# Folders whose appearance alone makes another home, and what git keeps notes in.
_FOLDERS: Final = ("aidd", "docs", os.path.join("docs", "spec"), os.path.join("docs", "spec", "active"))
_OF_NOTES: Final = ("packed-refs", "refs/notes", "refs/notes/cs", "reftable/tables.list")
SIMILAR: Final = 24  # memories that are looked at for one that may be known
_KEPT: Final = keyword.Filter(f"kind <> '{DOCUMENT}'")
# What documents say that others read too, or that the user wrote. What the client notes for itself on this machine is
# not said anywhere that counts: a decision in there is kept all the same.
_SHARED: Final = keyword.Filter(f"kind = '{DOCUMENT}' AND home <> '{client_documents.NOTES_HOME}'")
_T = TypeVar("_T")
Progress = Callable[[int, int], None]


class Verdict(NamedTuple):
    """The health of the index file."""

    state: str  # ok | busy | corrupt | missing
    detail: str


def refresh_index(root: str, until: float | None = None, progress: Progress | None = None) -> Freshness:
    """Bring the index up to date with the homes that changed; what came of it, never an error of the index.

    `until` is a moment of `time.monotonic()` at which to stop; the next call goes on from there.
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
    """Make an open index hold what the homes hold. The caller holds the index's lock.

    `progress` is told (memories indexed, memories to index) of a home, now and then.
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
        stamp = home.stamp()  # before the reading: what changes meanwhile is read again next time
        if stamps.get(home.name) == stamp:
            continue
        if until is not None and time.monotonic() >= until:
            left.append(home.name)
            continue
        try:
            change = _changed(index.connection, home, stamps.get(home.name, ""), stamp, until, progress)
        except git.GitError as error:  # what stands in the index of this home stays there
            change, detail = None, str(error)
        if change is None:
            left.append(home.name)
            continue
        added, removed = added + change.added, removed + change.removed
        if not change.whole:
            left.append(home.name)
    return Freshness(schema.OK, detail, added, removed, tuple(left))


def look_around(watch: files.Watched, root: str, worktree: str = "") -> None:
    """Note what the stamps of homes depend on that is looked at otherwise than through `files`."""
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
    """Bring the index up to date with one home: from what changed where it can say so, else from all of it.

    None where reading it all would last beyond `until`.
    """
    change = home.since(before, partial(catalogue.with_updates, connection, home.name)) if before else None
    if change is not None:
        return freshness.amend(connection, home.name, stamp, change.ids, change.memories)
    if until is not None and time.monotonic() + home.seconds() > until:
        return None
    return freshness.refresh(connection, home.name, stamp, home.read(), until, progress)


def is_fresh(index: Index, root: str) -> bool:
    """Whether no home has changed since the index read it."""
    return catalogue.stamps(index.connection) == {home.name: home.stamp() for home in registry.parts(root)}


def using(root: str, work: Callable[[Index], _T], until: float | None = None) -> _T:
    """What `work` makes of the open index, under the index's lock. A corrupt file is set aside and work begins anew.

    Raises `Refusal` where another process holds the lock too long, and what apsw raises where the disk is to blame.
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
    """An index to search and how fresh it is, for a `with` block. What the disk refuses is made good in memory.

    While another process writes, what it has not written yet is missing; the next call has it. Where `writes` is
    False a copy in memory is brought up to date: the caller waits for no lock, and the file is left to the worker.
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
    """The index file, open, where it can be read and is as fresh as can be had; else None."""
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
    """How many memories the new index holds, built from every home beside the old one and put in its place whole.

    `then` may add vectors before it takes the place. Nobody waits while it is built.
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
    """Set a damaged index aside and drop a damaged cache of vectors; whoever comes next builds them again.

    The log says so.
    """
    with held(root):
        damage = verdict(root)
        schema.set_aside(places.index_path(root))
        drop_damaged_vectors(root)
    log.write("index", f"it was damaged ({damage.detail or 'it did not answer'}) and is built again", root)


def drop_damaged_vectors(root: str) -> bool:
    """Whether the cache of vectors was damaged, and is gone: vectors are made again. The log says so."""
    cache = vectors_path(root)
    wrong = vectors.damage(cache)
    if wrong:
        old_files.clear(cache, -1)
        files.remove(f"{cache}-journal")
        log.write("vectors", f"{cache} was damaged ({wrong}) and is made again", root)
    return bool(wrong)


def verdict(root: str, *, with_vectors: bool = True) -> Verdict:
    """The health of the index: ok, busy, corrupt or missing, and why. `with_vectors`: and of the cache of vectors."""
    result = Verdict(*schema.verdict(places.index_path(root)))
    wrong = vectors.damage(vectors_path(root)) if with_vectors and result.state != schema.CORRUPT else ""
    return Verdict(schema.CORRUPT, f"vectors: {wrong}") if wrong else result


def digest(root: str, until: float | None = None, *, writes: bool = True) -> Digest:
    """What a briefing looks at, from an index that was brought up to date.

    Raises `Refusal` where the moment `until` came before the index was whole: the homes themselves can answer,
    and the next call goes on from there.
    """
    with at_hand(root, until, writes=writes) as (index, done):
        _refuse_what_lacks(done)
        return catalogue.digest(index.connection)


def alike(root: str, memories: Sequence[Memory], until: float | None = None) -> list[Memory]:
    """Every known memory that could be one of these: of the same fingerprint, or with the most words in common; and the
    passages of documents that could say one.

    Raises where the index cannot answer for certain; the homes themselves can.
    """
    return using(root, lambda index: _alike(_updated(index, root, until), memories), until)


def similar(root: str, text: str, limit: int, until: float | None = None) -> list[Memory]:
    """The memories whose words come nearest to the text, best first; by keywords alone."""
    with at_hand(root, until) as (index, _):
        return _similar(index, text, limit)


def _updated(index: Index, root: str, until: float | None = None) -> Index:
    _refuse_what_lacks(update(index, root, until))
    return index


def _refuse_what_lacks(done: Freshness) -> None:
    """Raise `Refusal` where some of what is kept is not in the index; what the client reads for itself may wait."""
    if left := [name for name in done.left if not name.startswith(client_documents.HOME)]:
        raise Refusal(f"the index is incomplete ({', '.join(left)})")


def _alike(index: Index, memories: Sequence[Memory]) -> list[Memory]:
    same = catalogue.twins(index.connection, [memory.fingerprint for memory in memories])
    result = {(memory.source.home, memory.id): memory for group in same.values() for memory in group}
    for memory in memories:
        numbers = near_duplicate.numbers(near_duplicate.words(memory.summary))
        for where in (_KEPT, _SHARED):
            for other in _similar(index, memory.summary, SIMILAR, numbers, where):  # as it is worded: it has no stems
                result.setdefault((other.source.home, other.id), other)
    return list(result.values())


def _similar(
    index: Index, text: str, limit: int, every: Sequence[str] = (), where: keyword.Filter = _KEPT
) -> list[Memory]:
    hits = keyword.search(index.connection, keyword.query(text, every), where, limit)
    memories = catalogue.memories(index.connection, [row for row, _ in hits])
    return [memories[row] for row, _ in hits]


def has_memories(root: str) -> bool:
    """False in a project that never kept anything: it stays as it was found."""
    if files.is_folder(user.derived(root)):
        return True
    # A namespace is there when it holds something; to read it all could take longer than a hook may.
    return any(home.name.startswith("notes/") or home.read() for home in registry.kept_parts(root))


def _sweep(beside: str) -> None:
    for path in (beside, f"{beside}-journal"):
        with contextlib.suppress(OSError):
            files.remove(path)
