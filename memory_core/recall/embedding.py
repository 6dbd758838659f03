"""Makes missing vectors: by the worker, and at once for a memory that was just kept."""

import contextlib
import os
import time
from typing import Final

import apsw

from memory_core.core import install, log
from memory_core.core.light import places
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import Memory
from memory_core.edges import query_embedder
from memory_core.recall import catalogue, indexing, search, vectors
from memory_core.recall.schema import Index

_BATCH: Final = 16  # texts between two checks of the time
_SETTLED: Final = 2000  # vectors that are copied from the cache in one transaction


def embed(root: str, until: float) -> int:
    """Make missing vectors until a moment of `time.monotonic()`, and return how many.

    0 without the model or sqlite-vec, which `recall` reports.
    """
    folder = install.model_dir()
    if folder is None or not os.path.isfile(places.index_path(root)):
        return 0
    made = 0
    with contextlib.suppress(Refusal, apsw.Error), indexing.at_hand(root, until) as (index, _):
        search.with_vectors(
            index, indexing.vectors_path(root), install.model_key(folder), lambda: indexing.held(root, until)
        )
        embedder = query_embedder(folder)
        while time.monotonic() < until and vectors.owes(index.connection):
            owing = vectors.owing(index.connection, min(_BATCH, catalogue.owed(index.connection)))
            new = embedder.embed([each.text for each in owing])
            with indexing.held(root, until):
                vectors.put(index.connection, [(each.key, vector) for each, vector in zip(owing, new, strict=True)])
                settled = vectors.settle(index.connection, _SETTLED)
            made += len(owing)
            if not owing and not settled:
                break
    return made


def indexed(root: str, memory: Memory, most: int = search.PAID) -> str:
    """Index a new memory by words and, with a model, by meaning. Return why that failed; "" if it did not.

    At most `most` vectors are made, including those of other memories that were kept with it.
    """
    try:
        done = indexing.refresh_index(root)
        if done.state != "ok":
            return f"the index is {done.state} ({done.detail}); the next recall catches up"
        folder = install.model_dir()
        if folder is None:
            return "found by keywords only until `memory-core setup` has run"

        def lock() -> contextlib.AbstractContextManager[None]:
            return indexing.held(root)

        def paid(index: Index) -> None:
            search.with_vectors(index, indexing.vectors_path(root), install.model_key(folder), lock)
            search.pay(index, memory.summary, search.EVERYTHING, query_embedder(folder), lock, most)

        with indexing.at_hand(root) as (index, _):
            paid(index)
    except (apsw.Error, Refusal, OSError) as error:  # the index is derived data: the memory itself is kept (C-16)
        log.write("remember: index", f"{type(error).__name__}: {error}", root)
        return f"its vector is missing ({error})"
    return ""
