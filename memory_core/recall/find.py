"""Finds one memory by its id, the beginning of its id, or its words."""

import argparse
import importlib
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final

import apsw

from memory_core.core import git, home, registry
from memory_core.core.budget import clip, few
from memory_core.core.home import Addition
from memory_core.core.light import clock, lifecycle
from memory_core.core.light.deduplicate import speaker
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import DECISIONS, SINGULAR, Memory
from memory_core.core.options import call, spelling
from memory_core.core.report import Report
from memory_core.extract.policy import CANDIDATE
from memory_core.journal import candidates
from memory_core.recall import catalogue, indexing, showing, view
from memory_core.recall.keyword import Filter

_CANDIDATES: Final = "candidates of this user, unconfirmed"
_SLIP: Final = 0.85  # least similarity of an id that is suggested; most ids begin alike
_OFFERED: Final = 8  # memories that a refusal lists
_SHOWN: Final = 50  # memories of a chain


def get(root: str, wanted: str) -> tuple[Memory, tuple[str, ...]]:
    """The memory with this id, and all places that keep it. Raise `Refusal` if there is none, or more than one."""
    wanted = wanted.strip()
    memories = _by_id(root, wanted) if wanted else []
    ids = list(dict.fromkeys(memory.id for memory in memories))
    if not ids and len(waiting := candidates.named(root, wanted)) == 1:
        return waiting[0], (_CANDIDATES,)
    if not ids:
        raise Refusal(_unknown(root, wanted))
    if len(ids) > 1:
        rows = _rows({memory.id: memory for memory in memories}.values())
        raise Refusal(f"{wanted!r} is the beginning of {few(ids, 8)}; give one of them{rows}")
    return speaker(memories), tuple(dict.fromkeys(memory.source.place for memory in memories))


def _unknown(root: str, wanted: str) -> str:
    """The message for an unknown id: similar ids with their words, or else where ids are shown."""
    known = {memory.id: memory for memory in (*_all(root), *candidates.read(root))}
    near = spelling().nearest(wanted, known, least=_SLIP)
    why = f"no memory of {root} has the id {wanted[:80]!r}"
    if near:
        return f"{why}; did you mean one of these?{_rows(known[name] for name in near)}"
    return f"{why}; `memory-core recall WORDS` shows ids"


def _rows(memories: Iterable[Memory]) -> str:
    """A line for each of the first memories, each after a line break."""
    rows = [
        f"\n  {memory.id}  {SINGULAR.get(memory.kind, memory.kind)}: {clip(memory.summary, 100)}" for memory in memories
    ]
    return "".join(rows[:_OFFERED])


def to_change(root: str, wanted: str) -> tuple[Memory, tuple[str, ...]]:
    """The result of `get` for a memory that is to be changed.

    Raise `Refusal` also if the id belongs to two decisions in two logs, or to a candidate.
    """
    memory, places = get(root, wanted)
    if memory.status == CANDIDATE:
        raise Refusal(f"{memory.id} is a candidate: `memory-core keep {memory.id}` keeps it, then it can be changed")
    if memory.source.home == DECISIONS and len(places) > 1:
        raise Refusal(
            f"{memory.id} is an id in several files, {' and '.join(places)}; remove the lines from one of them by hand"
        )
    return memory, places


def after(memory: Memory) -> str:
    """The time of a change to a memory: now, but later than its earlier changes, to keep their order."""
    try:
        return clock.after(memory.updated)  # also if somebody's clock was ahead: the last change must win
    except OverflowError:
        raise Refusal(f"{memory.id} has the impossible time {memory.updated}; correct that note by hand") from None


def revised(root: str, here: str, memory: Memory, more: Addition) -> Memory:
    """Change a kept memory as `more` states, and return it. `here` is the current folder. The caller holds the lock."""
    registry.add(root, memory, after(memory), more, git.author(here))
    return showing.shown(here, [get(root, memory.id)[0]])[0]


def successors(root: str) -> dict[str, str]:
    """The id of each replaced memory to the id of its replacement; without an index from the homes."""
    try:
        with indexing.at_hand(root) as (index, fresh):
            if fresh.state == "ok" and not fresh.left:
                return catalogue.successors(index.connection)
    except (apsw.Error, Refusal):
        pass
    return lifecycle.successors(registry.read(root))


def same(root: str, memory: Memory) -> str:
    """The id of another memory with the same words, from the index without an update; "" if there is none."""
    try:
        with indexing.at_hand(root) as (index, _):
            twins = catalogue.twins(index.connection, [memory.fingerprint]).get(memory.fingerprint, [])
    except (apsw.Error, Refusal):
        return ""
    others = [twin for twin in twins if twin.id != memory.id]
    return speaker(others).id if others else ""


def chain(root: str, memory: Memory) -> tuple[list[Memory], int]:
    """A memory with the memories it replaced and its replacements, oldest first, and how many more there are.

    At most 50: the nearest, and the last replacement. [] if it has neither.
    """
    by = {} if lifecycle.stands_apart(memory) else successors(root)
    names = lifecycle.line(memory.id, by)
    last = lifecycle.chain(memory.id, by)[-1]
    newer = names[: _SHOWN // 2] if len(names) > _SHOWN else names
    older = [name for name in reversed(names) if name not in newer][: _SHOWN - 1 - len(newer)]
    shown = names if len(names) <= _SHOWN else [*dict.fromkeys((*newer, last, *older))]
    groups = _named(root, shown) if len(names) > 1 else []
    memories = [
        speaker(same) for group in groups if (same := [each for each in group if not lifecycle.stands_apart(each)])
    ]
    in_order = sorted(memories, key=lambda memory: (memory.created, memory.id)) if len(memories) > 1 else []
    return in_order, len(names) - len(shown)


def _by_id(root: str, wanted: str) -> list[Memory]:
    """The memories with this id, from the updated index or else from the homes; the user's own homes come first."""
    [result] = _named(root, [wanted])
    own = [memory for memory in result if lifecycle.stands_apart(memory)]
    return own if own and len({memory.id for memory in result}) == 1 else result


def _named(root: str, names: Sequence[str]) -> list[list[Memory]]:
    """The memories of each id, or of ids that begin with it."""
    try:
        with indexing.at_hand(root) as (index, fresh):
            if fresh.state == "ok" and not fresh.left:
                return [catalogue.named(index.connection, name) for name in names]
    except (apsw.Error, Refusal):
        pass
    every = registry.read(root)
    return [home.named(every, name) for name in names]


def _all(root: str) -> list[Memory]:
    """All memories, from the index or else from the homes."""
    try:
        with indexing.at_hand(root) as (index, fresh):
            if fresh.state == "ok" and not fresh.left:
                return catalogue.all_of(index.connection, Filter())[0]
    except (apsw.Error, Refusal):
        pass
    return registry.read(root)


MOST: Final = 5
_NEAR: Final = 0.75  # share of the best score from which another memory is offered, too
# An id: a letter or a kind before its number, as all homes make them.
_ID: Final = re.compile(r"[a-z]-\w+|[a-z]+-[0-9a-f]{6,}|[a-z]+_\d+|[A-Z]{2}-\d{3}|(?=\w*\d)[0-9a-f]{8,}(-[0-9a-f]*)*")


def is_id(word: str) -> bool:
    """Whether a word can only be an id."""
    return bool(_ID.fullmatch(word))


def is_words(root: str, words: Sequence[str]) -> bool:
    """Whether the words are a description: several words, or a word that is neither an id nor the beginning of one."""
    if len(words) != 1 or " " in words[0].strip():
        return True
    word = words[0].strip()
    return not (is_id(word) or registry.find(root, word) or candidates.named(root, word))


def meant(options: argparse.Namespace, text: str, fits: Callable[[Memory], bool] = bool) -> list[Memory]:
    """The memories that words may mean, best first, at most `MOST`. Raise `Refusal` if there are none.

    Memories with a much lower score than the best are left out.
    """
    recall = importlib.import_module("memory_core.recall.verb_recall")
    findings = recall.recall(options.root, recall.Question(text, limit=4 * MOST)).findings
    near = [each for each in findings if each.scored.words or (each.scored.cosine or 0) >= recall.NEAR]
    near = [value for value in near if fits(value.memory)]
    if not near:
        raise Refusal(f"no memory is about {text[:80]!r}; `{call(options, 'recall')} WORDS` searches by meaning")
    least = _NEAR * near[0].scored.score
    return showing.shown(options.here, [value.memory for value in near[:MOST] if value.scored.score >= least])


def offer(options: argparse.Namespace, verb: str, memories: Sequence[Memory], rest: str = "") -> Report:
    """A report that lists possible memories, each with the command that names it. Exit code 1; nothing is changed."""
    how = call(options, verb)
    rows = [f"{view.row(memory)}\n  {how} {memory.id}{rest}" for memory in memories]
    asks = "this one?" if len(rows) == 1 else "which one?"
    head = f"{asks} Nothing was changed; type `{how} ID`:"
    value = {"meant": [{"id": memory.id, "kind": memory.kind, "summary": memory.summary} for memory in memories]}
    return Report(options, value, "\n".join([head, *rows]), verb, code=1)
