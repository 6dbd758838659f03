"""One memory that was just kept, into the index at once: by words, and by meaning where a model is."""

import contextlib

import apsw

from memory_core.core import install, log
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import Memory
from memory_core.edges import query_embedder
from memory_core.recall import indexing, search
from memory_core.recall.schema import Index


def indexed(root: str, memory: Memory, most: int = search.PAID) -> str:
    """Why the memory is not wholly in the index yet, "" where it is: by words at once, by meaning where a model is.

    `most` vectors are made, those of other memories that were kept with it among them.
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
    except (apsw.Error, Refusal, OSError) as error:  # derived: what is kept is kept (C-16)
        log.write("remember: index", f"{type(error).__name__}: {error}", root)
        return f"its vector is owed ({error})"
    return ""
