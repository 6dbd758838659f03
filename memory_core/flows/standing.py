"""Whether a home says already what is to be kept, in whatever words: asked before anything is written."""

from collections.abc import Iterable
from typing import Final, TypeVar

import apsw

from memory_core import relation
from memory_core.domain.memory import Memory
from memory_core.flows import indexing
from memory_core.light.errors import Refusal
from memory_core.light.lifecycle import PROPOSED, holds
from memory_core.stores import log

_NEAR: Final = 24  # memories of the index that are compared
_Key = TypeVar("_Key")


def named(words: str, known: Iterable[tuple[_Key, str]]) -> _Key | None:
    """The key of what surely says the same; None where nothing does, and where the weights are damaged."""
    try:
        return relation.standing(words, known)
    except (ValueError, OSError) as error:  # better a memory twice than none
        log.write("what stands already", str(error))
        return None


def one_of(known: Iterable[Memory], new: Memory) -> Memory | None:
    """The memory among these that holds and surely says the same as a new one of its kind, None where none does."""
    held = [one for one in known if one.kind == new.kind and (one.status == PROPOSED or holds(one.status))]
    return named(new.summary, [(one, one.summary) for one in held])


def in_home(root: str, new: Memory, home: str) -> Memory | None:
    """The same, of all memories of a home; the index says which come near. Where it cannot, none is asked."""
    with log.contained("what stands already", root, apsw.Error, Refusal, OSError):  # better a memory twice than none
        if indexing.refresh_index(root).state != "ok":
            return None
        near = indexing.similar(root, new.summary, _NEAR)
        return one_of((one for one in near if one.source.home == home and one.scope.work == new.scope.work), new)
    return None
