"""One fact, one memory: a commit, its ticket, the final summary and the compaction tell the same thing four times."""

import re
import zlib
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from memory_core.domain.extract import text as texts
from memory_core.domain.extract.candidate import Candidate, State

_HASH: Final = r"(?=.*\d)[0-9a-f]{7}"
_HASH_AT_END: Final = r" \([0-9a-f]{7,10}\)$"
_TOLD_MOST: Final = 240
_WORDS_MOST: Final = 24
# Which kinds may be the same fact. A decision is not the progress that carried it out.
_GROUP: Final = {"progress": "p", "preference": "u", "error": "e", "blocker": "e", "convention": "r"}
_SAME: Final = {"p": 0.6, "u": 0.6, "e": 0.5, "d": 0.5, "l": 0.5, "r": 0.5}
_ACROSS: Final = 0.75  # of the shorter one's words, where the kinds differ


class _Fact(NamedTuple):
    group: str
    words: frozenset[str]
    tags: frozenset[str]
    solved: bool


def merge(found: Iterable[Candidate], state: State) -> list[Candidate]:
    """Those that say something new, each once, in transcript order; what they say is remembered in `state`."""
    told = [_thaw(entry) for entry in state.get("told", [])]
    kept: list[tuple[Candidate, _Fact]] = []
    for candidate in sorted(found, key=lambda c: (-c.certainty, c.line)):
        fact = _fact(candidate)
        if not fact.words:
            continue
        if any(_same(fact, other) for other in told):
            continue
        at = next((i for i, (_, other) in enumerate(kept) if _same(fact, other) or _solves(fact, other)), None)
        if at is None:
            kept.append((candidate, fact))
        elif _solves(fact, kept[at][1]):
            kept[at] = (candidate, fact)
    told += [fact for _, fact in kept]
    state["told"] = [_freeze(fact) for fact in told[-_TOLD_MOST:]]
    return sorted((candidate for candidate, _ in kept), key=lambda c: (c.line, c.kind, c.text))


def _fact(candidate: Candidate) -> _Fact:
    said = re.sub(_HASH_AT_END, "", candidate.text)
    stems = sorted(texts.words(said), key=lambda stem: (not stem.isdigit(), len(stem), stem), reverse=True)[
        :_WORDS_MOST
    ]
    return _Fact(
        _GROUP.get(candidate.kind, candidate.kind[:1]),
        frozenset(_code(stem) for stem in stems),
        frozenset(candidate.tags) if candidate.kind == "progress" else frozenset(),
        bool(candidate.solution) or candidate.rule == "ticket-bug",
    )


def _same(new: _Fact, old: _Fact) -> bool:
    if new.group != old.group:
        small = min(len(new.words), len(old.words))
        pair = {new.group, old.group}
        # Progress is no decision, and a rule is more than the failure that taught it.
        return "p" not in pair and pair != {"e", "r"} and small >= 4 and len(new.words & old.words) / small >= _ACROSS
    if new.solved and not old.solved and new.group == "e":
        return False
    return _alike(new, old)


def _solves(new: _Fact, old: _Fact) -> bool:
    return new.group == old.group == "e" and new.solved and not old.solved and _alike(new, old)


def _alike(new: _Fact, old: _Fact) -> bool:
    commits, others = _commits(new), _commits(old)
    if commits and others and not commits & others:  # two commits are two things, unless the second amends the first
        return new.words == old.words
    if new.tags & old.tags:
        return True
    if _numbers(new) - _numbers(old) and _numbers(old) - _numbers(new):
        return False
    small = min(len(new.words), len(old.words))
    shared = len(new.words & old.words)
    return shared >= min(3, small) and shared / small >= _SAME[new.group]


def _commits(fact: _Fact) -> set[str]:
    return {tag for tag in fact.tags if re.fullmatch(_HASH, tag)}


def _numbers(fact: _Fact) -> set[str]:
    return {code for code in fact.words if code.startswith("#")}


def _code(stem: str) -> str:
    return f"#{stem[:8]}" if stem.isdigit() else f"{zlib.crc32(stem.encode()) & 0xFFFFF:x}"


def _freeze(fact: _Fact) -> list[Any]:
    return [fact.group, " ".join(sorted(fact.words)), sorted(fact.tags), fact.solved]


def _thaw(entry: list[Any]) -> _Fact:
    group, codes, tags, solved = entry
    return _Fact(group, frozenset(codes.split()), frozenset(tags), bool(solved))
