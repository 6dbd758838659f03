"""Which older memories newly kept ones take the place of: surely, or perhaps.

A guard rail is confirmed by a person, a document is changed by whoever edits it, and learnings are settled among
themselves (`tiers/conflict.py`): none of these is ended here.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from memory_core import relation
from memory_core.domain import lifecycle, novelty
from memory_core.domain.lifecycle import APART, HISTORY
from memory_core.domain.memory import Memory

_ENDED: Final = ("decision", "convention", "learning", "preference", "behaviour")  # kinds that others take the place of
_ENDING: Final = (*_ENDED, "progress", "error", "constraint")
_HOMES: Final = ("journal", "notes", "decisions")
_MOST: Final = 24  # older memories that are compared with a new one, and new ones of one capture
_ENDED_MOST: Final = 8  # by one capture
_INFERRED: Final = ("worth-", "commit")  # what the rules begin with by which a memory is inferred, not stated


class Pair(NamedTuple):
    """An older memory, the newer one in its place, and whether that is sure."""

    old: Memory
    new: Memory
    is_sure: bool


def replaced(new: Sequence[Memory], known: Iterable[Memory]) -> list[Pair]:
    """What new memories put in the place of known ones and of each other; each older one once.

    Only what somebody stated surely ends another memory, and nothing that is said of one file, spec or ticket surely
    ends what is said of all.
    """
    standing = {(one.source.home, one.id): one for one in known if _may_end(one)}
    heard: set[str] = set()  # in this capture: of what was said at one moment none is newer
    found: dict[str, Pair] = {}
    for one in sorted(new, key=lambda one: one.created)[-_MOST:]:
        past = [old for old in standing.values() if old.id not in heard or old.created < one.created]
        told = list(_compared(one, past))
        sure, doubted = ([pair for pair in told if pair.is_sure is so] for so in (True, False))
        for pair in sure[: _ENDED_MOST - sum(each.is_sure for each in found.values())]:
            found[pair.old.id] = pair
            standing.pop((pair.old.source.home, pair.old.id))
        for pair in doubted[:1]:
            found.setdefault(pair.old.id, pair)
        if _may_end(one):
            standing[one.source.home, one.id] = one
            heard.add(one.id)
    return [*found.values()]


def is_stated(memory: Memory) -> bool:
    """Whether somebody said so in so many words, or typed it; all else was inferred."""
    return not str(memory.attrs.get("rule", "")).startswith(_INFERRED)


def _compared(new: Memory, standing: Iterable[Memory]) -> Iterator[Pair]:
    """The pairs of a new memory with what stands, the clearest first."""
    if new.kind not in _ENDING or lifecycle.is_over(new.status) or any(one.rel == "supersedes" for one in new.links):
        return
    near = [old for old in standing if _may_meet(old, new) and relation.is_near(old.summary, new.summary)]
    told = [(relation.doubt(old.summary, new.summary), old) for old in near[:_MOST]]
    for score, old in sorted(told, key=lambda one: (-one[0], one[1].id)):
        if _may_surely(old, new) and relation.relation(old.summary, new.summary).ends:
            yield Pair(old, new, True)
        elif score >= relation.DOUBTED and relation.tell_alike(old.summary, new.summary):
            yield Pair(old, new, False)


def _may_end(old: Memory) -> bool:
    return old.kind in _ENDED and old.status == lifecycle.ACTIVE and old.source.home in _HOMES


def _may_meet(old: Memory, new: Memory) -> bool:
    """Whether two memories can be of one thing: not of two files, specs or tickets, and the newer is not older."""
    both = zip(old.scope[1:], new.scope[1:], strict=True)
    is_apart = any(one and other and one != other for one, other in both)
    settled = [*(one.target for one in old.links), *(step.get(APART) for step in old.attrs.get(HISTORY, ()))]
    is_one_log = old.source.home == new.source.home == "decisions"  # which has settled it already
    return not (is_apart or new.id in settled or is_one_log or old.id == new.id) and old.created <= new.created


def _may_surely(old: Memory, new: Memory) -> bool:
    is_wide = all(here or not there for here, there in zip(old.scope[1:], new.scope[1:], strict=True))
    return is_wide and is_stated(new) and _numbers(old) == _numbers(new)


def _numbers(memory: Memory) -> list[str]:
    """The numbers that a memory names: those of a tenant, a release or a ticket are other things, not other values."""
    return novelty.numbers(novelty.words(memory.summary))
