"""Finds a kept memory, or a passage of the client's documents, that states the same as a new memory."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeVar

import apsw

from memory_core.core import log
from memory_core.core.find_duplicate import Known, stated
from memory_core.core.light.errors import Refusal
from memory_core.core.light.lifecycle import PROPOSED, holds
from memory_core.core.memory import DOCUMENT, Memory, is_passage
from memory_core.documents import client_home as home
from memory_core.language import near_duplicate, relation
from memory_core.recall import indexing

_NEAR: Final = 24  # memories from the index that are compared
_SECONDS: Final = 3.0  # seconds for the index; later calls do the rest
_COMPARED: Final = 1_000  # statements of documents
_NEAREST: Final = 3  # statements that are compared: those with most common words, at least half of the memory's
_Key = TypeVar("_Key")


def named(words: str, known: Iterable[tuple[_Key, str]]) -> _Key | None:
    """The key of a text that certainly states the same; None if there is none, or the weights are damaged."""
    try:
        return relation.standing(words, known)
    except (ValueError, OSError) as error:  # a memory kept twice is better than a lost one
        log.write("what stands already", str(error))
        return None


def one_of(known: Iterable[Memory], new: Memory) -> Memory | None:
    """A memory of the same kind, in force or proposed, that surely states the same as `new`; None if there is none."""
    held = [
        memory for memory in known if memory.kind == new.kind and (memory.status == PROPOSED or holds(memory.status))
    ]
    return named(new.summary, [(memory, memory.summary) for memory in held])


def in_home(root: str, new: Memory, home: str) -> Memory | None:
    """The result of `one_of` for the memories of a home, with candidates from the index; None without an index."""
    with log.contained(
        "what stands already", root, apsw.Error, Refusal, OSError
    ):  # a memory kept twice is better than a lost one
        if indexing.refresh_index(root).state != "ok":
            return None
        near = indexing.similar(root, new.summary, _NEAR)
        return one_of(
            (memory for memory in near if memory.source.home == home and memory.scope.work == new.scope.work), new
        )
    return None


def undocumented(root: str, new: Sequence[Memory]) -> list[Memory]:
    """The new memories that no document of the client states; all of them without an index."""
    if not new:
        return []
    with log.contained(
        "what documents say", root, apsw.Error, Refusal, OSError
    ):  # a rule kept twice is better than a lost one
        near = indexing.alike(root, new, time.monotonic() + _SECONDS)
        is_said = _saying([memory for memory in near if is_passage(memory)])
        return [memory for memory in new if not is_said(memory)]
    return [*new]


def handed_over(root: str) -> Callable[[Memory], bool]:
    """A function that tests whether the client itself gives the model the statement of a memory at a start."""
    texts = home.given(root)[:_COMPARED]
    return _saying([Memory("", DOCUMENT, text) for text in texts])


def _saying(passages: Sequence[Memory]) -> Callable[[Memory], bool]:
    """A function that tests whether one of the passages states a memory."""
    if not passages:
        return lambda _: False
    known = Known(passages)
    texts = list(dict.fromkeys(text for each in passages for text in stated(each)))
    places: dict[str, list[int]] = {}
    for at, text in enumerate(texts):
        for word in near_duplicate.content(near_duplicate.words(text)):
            places.setdefault(word, []).append(at)

    def is_stated(memory: Memory) -> bool:
        if known.find(memory) is not None:
            return True
        words = near_duplicate.content(near_duplicate.words(memory.summary))
        shared = Counter(at for word in words for at in places.get(word, ()))
        near = [(True, texts[at]) for at, many in shared.most_common(_NEAREST) if 2 * many >= len(words)]
        return bool(near and named(memory.summary, near))

    return is_stated
