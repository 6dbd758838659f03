"""Which memories that are kept say the same: one of each pair speaks, the other is superseded by it."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from memory_core.core.light import deduplicate, lifecycle
from memory_core.core.memory import Memory
from memory_core.language import near_duplicate, relation

KINDS: Final = ("decision", "convention", "error", "learning", "progress", "blocker")
_RARE: Final = 4  # words of a memory by which others are found ...
_NEAR: Final = 48  # ... and how many of them for each word


class Pair(NamedTuple):
    """Two memories that say the same."""

    stays: Memory
    goes: Memory


def alike(memories: Sequence[Memory]) -> list[Pair]:
    """The pairs of one kind and one spec that surely say the same, in the order of their times.

    A memory goes at most once, and one that goes is nobody's `stays`.
    """
    held = [one for one in memories if one.kind in KINDS and one.status in lifecycle.HOLDS + _settled(one)]
    held.sort(key=lambda one: (one.created, one.id))
    words = {one.id: near_duplicate.words(one.summary) for one in held}
    common = Counter(word for own in words.values() for word in own)
    by_word: dict[str, list[Memory]] = {}
    gone: dict[str, Pair] = {}
    speaks: dict[str, Memory] = {}
    for new in held:
        rare = sorted(words[new.id], key=lambda word: (common[word], word))
        near = {one.id: one for word in rare[:_RARE] for one in by_word.get(word, ())[-_NEAR:]}
        known = [(one, one.summary) for one in near.values() if _side(one) == _side(new) and one.id not in gone]
        old = relation.standing(new.summary, known) if known else None
        if old is not None and old.id != new.id:
            stays = deduplicate.speaker((old, new))
            goes = new if stays is old else old
            gone[goes.id] = Pair(stays, goes)
        for word in rare:
            by_word.setdefault(word, []).append(new)
    for name, pair in gone.items():
        stays = pair.stays
        while stays.id in gone:
            stays = gone[stays.id].stays
        speaks[name] = stays
    return [pair._replace(stays=speaks[name]) for name, pair in gone.items()]


def _settled(memory: Memory) -> tuple[str, ...]:
    """What is done or mended is told once too."""
    return ("resolved",) if memory.kind in ("error", "progress", "blocker") else ()


def _side(memory: Memory) -> tuple[str, str | None, str]:
    return memory.kind, memory.scope.work, "" if memory.status in ("active", "resolved") else memory.status
