"""Ends memories while a session is kept.

A memory ends if a marker's `(replaces: …)` names it, if its marker is denied in the next prompt, or if a person's "use
X instead of Y" gives it up; an open memory also if a marker closes it. Words must fit exactly one memory in force; else
nothing ends, and `memory-core review` lists the marker.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from memory_core import redact
from memory_core.core import git, homes, json_log, log, registry, transitions, undo_log
from memory_core.core.home import Addition
from memory_core.core.light import clock, lifecycle
from memory_core.core.memory import DOCUMENT, Memory, fingerprint
from memory_core.extract.markers import Withdrawn
from memory_core.extract.policy import CANDIDATE
from memory_core.guardrails import rules_file
from memory_core.language import near_duplicate, relation
from memory_core.language.near_duplicate import content_words as words_of
from memory_core.language.near_duplicate import jaccard, tells_again
from memory_core.notes import git_notes

VERB: Final = "replace"  # of a step that can be taken back
REPLACES: Final = "replaces"  # the attribute of a memory that names another one which was not found
LEAST: Final = 0.6  # share of the naming words that stand in the memory that is named
APART: Final = 0.2  # by which the memory that is named is ahead of the next
_LITERAL: Final = 12  # characters that name a memory by standing in it as they are
_STATED, _OLDER = 16, 200  # statements of a reading, and memories near them, that are compared
_SAYING: Final = ("decision", "convention", "learning", "preference")  # kinds that say how things are to be
_NAMES_ID: Final = re.compile(r"(?=[\w.-]*\d)[A-Za-z]+[-_][\w.-]{3,60}|[0-9a-f]{8,40}")


class Pair(NamedTuple):
    """An older memory, and the newer one that replaces it or may replace it."""

    old: Memory
    new: Memory


def named(words: str, among: Iterable[Memory]) -> Memory | None:
    """The single memory that an id or words identify; None if they fit none, or several equally well."""
    memories = [*among]
    if is_id(words):
        wanted = words.strip()
        result = {memory.id: memory for memory in memories if memory.id == wanted or memory.id.startswith(wanted)}
        return next(iter(result.values())) if len(result) == 1 else None
    own = words_of(words)
    if not own:
        return None
    literal = [memory for memory in memories if _plain(words) in _plain(f"{memory.summary} {memory.body}")]
    if len(literal) == 1 and len(_plain(words)) >= _LITERAL:
        return literal[0]
    ranked = sorted(((_fit(own, memory), at) for at, memory in enumerate(memories)), reverse=True)
    best = [each for each in ranked[:2] if each[0] >= LEAST]
    if not best or (len(best) > 1 and best[0][0] - best[1][0] < APART):
        return None
    return memories[best[0][1]]


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


def is_id(words: str) -> bool:
    """Whether a marker names a memory by its id."""
    return bool(_NAMES_ID.fullmatch(words.strip()))


def _fit(own: frozenset[str], memory: Memory) -> float:
    """The share of the naming words that a memory contains; 0.0 if only one of several words matches."""
    words = words_of(f"{memory.summary} {memory.body}")
    return 0.0 if len(own & words) < min(2, len(own)) else jaccard(own, own & words)


def may_end(memory: Memory) -> bool:
    """Whether a marker may end a memory: it is not over, and neither a guard rail nor a document states it."""
    home = memory.source.home
    is_foreign = home == rules_file.NAME or memory.kind == DOCUMENT or homes.is_only_read(home)
    return not is_foreign and not lifecycle.is_over(memory.status) and memory.status != lifecycle.PROPOSED


def follow(root: str, stated: Sequence[tuple[Memory, str]], near: Iterable[Memory], here: str = "") -> list[Memory]:
    """End the memory that each statement names, and return the statements that name a memory which was not found.

    `stated` are kept memories with the words of their `(replaces: …)`; `near` are the memories that words may name.
    Each ending can be undone on its own. A fault affects only one ending. The caller holds the lock.
    """
    left = []
    known = {(memory.source.home, memory.id): memory for memory in near if may_end(memory)}
    for new, words in stated:
        older = [memory for key, memory in known.items() if key[1] != new.id and memory.created <= new.created]
        waiting = registry.candidates(root)
        old = named(words, older) or named(words, waiting)
        with log.contained("what a marker replaces", root):  # what is new is kept, and both hold
            if old is None:
                left.append(new)
            elif old.status == CANDIDATE:
                registry.drop_candidates(root, [old.id])
            else:
                end(root, Pair(old, new), here)
                json_log.add(root, [(old.id, old.summary, new.id, new.summary)])
                known.pop((old.source.home, old.id), None)
        if may_end(new):
            known.setdefault((new.source.home, new.id), new)
    return left


def instead(
    root: str, stated: Sequence[str], new: Sequence[Memory], near: Iterable[Memory], here: str = ""
) -> list[Pair]:
    """End what a person's words give up ("use X instead of Y"): the older memory that states Y, if exactly one does.

    `stated` are those words, `new` the memories kept with them. Returns the pairs that ended. A fault affects only one
    pair. The caller holds the lock.
    """
    pairs: list[Pair] = []
    fresh = {memory.id for memory in new}
    older = [memory for memory in near if memory.kind in _SAYING and may_end(memory) and memory.id not in fresh]
    aims = [(old, near_duplicate.sides(old.summary).aims) for old in older[:_OLDER]]
    for words in stated[-_STATED:]:
        refused = near_duplicate.sides(words).against
        by = next((memory for memory in new if tells_again(words, memory.summary)), None)
        held = [old for old, wants in aims if refused & wants and old in older and by and old.created <= by.created]
        ended = [old for old in held if relation.gives_up(old.summary, words)]
        if by is None or len(ended) != 1:
            continue
        with log.contained("what a person replaces", root):  # what is new is kept, and both hold
            end(root, Pair(ended[0], by), here)
            json_log.add(root, [(ended[0].id, ended[0].summary, by.id, by.summary)])
            older.remove(ended[0])
            pairs.append(Pair(ended[0], by))
    return pairs


def close(root: str, closers: Sequence[tuple[str, str]], near: Iterable[Memory]) -> list[tuple[str, str]]:
    """Close open memories; returns the `closers` (words of an open memory, how it ended) that fit none.

    The caller holds the lock.
    """
    still = {(memory.source.home, memory.id): memory for memory in near if memory.status == lifecycle.OPEN}
    done, left = [], []
    for words, how in closers:
        first = named(words, still.values()) or _only_fit(words, still.values())
        if first is None:
            left.append((words, how))
            continue
        same = [memory for memory in still.values() if memory.id == first.id or _is_twin(words, memory, first)]
        for memory in same:
            still.pop((memory.source.home, memory.id))
            done.append(transitions.moved(memory, "settled", _after(memory), body=how or words))
    if done:
        with undo_log.recorded(root, "capture", ended=True):
            registry.change(root, done)
    return left


def _only_fit(words: str, among: Iterable[Memory]) -> Memory | None:
    """The open memory that fits the words best, if all other fitting memories state the same; else None."""
    own = words_of(words)
    fits = [memory for memory in among if own and _fit(own, memory) >= LEAST]
    best = max(fits, key=lambda memory: _fit(own, memory), default=None)
    return best if best and all(memory is best or _is_twin(words, memory, best) for memory in fits) else None


def _is_twin(words: str, memory: Memory, other: Memory) -> bool:
    """Whether an open memory states the same as the one that words close."""
    fits = _fit(words_of(words), memory) >= LEAST
    return fits and tells_again(memory.summary, other.summary)


def withdraw(root: str, withdrawn: Sequence[Withdrawn], near: Iterable[Memory]) -> list[Memory]:
    """The memories of markers that a person denied, rejected now. The caller holds the lock."""
    denied = {fingerprint(each.kind, redact.clean(each.text)) for each in withdrawn}
    memories = [memory for memory in near if may_end(memory) and memory.fingerprint in denied]
    if memories:
        with undo_log.recorded(root, "capture", ended=True):
            registry.change(root, [transitions.moved(memory, "rejected", _after(memory)) for memory in memories])
    return memories


def end(root: str, pair: Pair, here: str = "", verb: str = VERB) -> None:
    """Let the newer memory of a pair replace the older; this can be undone. The caller holds the lock."""
    with undo_log.recorded(root, verb, ended=True, learns=registry.wanted_by(pair.old) == "learnings") as done:
        body = f"## Superseded\n\n{pair.new.summary}" if pair.old.source.home == git_notes.NAME else ""
        author = git.author(here or root) if pair.old.source.home == git_notes.NAME else ""
        registry.add(root, pair.old, _after(pair.old), Addition(body, lifecycle.SUPERSEDED, by=pair.new.id), author)
        done.extend((pair.new, pair.old))


def unresolved(memory: Memory) -> str:
    """The words by which a kept memory names another memory that was not found; "" if there are none."""
    words = _extra(memory).get(REPLACES)
    return words if isinstance(words, str) and not lifecycle.is_over(memory.status) else ""


def _extra(memory: Memory) -> Mapping[str, object]:
    extra = memory.attrs.get("extra")
    return {**(extra if isinstance(extra, Mapping) else {}), **memory.attrs}


def _after(memory: Memory) -> str:
    return clock.after(memory.updated)
