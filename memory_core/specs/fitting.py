"""Select the memories of earlier specs that fit a plan: by meaning, and by the rare words that they share with it.

The thresholds are measured on `tests/spec_recall_set.py`. A memory of a spec that is like the plan counts more than a
memory that is near alone; if nothing is near enough, nothing is selected.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from memory_core import data
from memory_core.core.memory import Memory
from memory_core.language.light.stems import stem
from memory_core.language.light.words import tokens
from memory_core.language.near_duplicate import words as plain

LIKE: Final = 0.39  # points from which on a spec is like the plan
ALONE: Final = 0.5  # points from which on a memory of no such spec fits
WITHIN: Final = 0.27  # points from which on a memory of such a spec fits
ALONG: Final = 2  # memories of each kind in `_TAUGHT` that a spec near in meaning contributes with any points
_TAUGHT: Final = ("blocker", "learning", "convention")
MEANT: Final = 0.55  # cosine from which on no word has to be shared
_ABROAD: Final = 0.08  # excess cosine of unrelated texts in another language: the model was trained on English
_FOREIGN: Final = frozenset(
    (
        "der das und nicht ist den dem ein eine mit für auf von zu im zur zum sich auch wird soll werden "
        "le les des une est pour dans avec qui sur el los las del una que para con il che per nel het een van"
    ).split()
)
_WORD: Final = 0.015  # points of a shared word, times its weight
_WORDS: Final = 0.052  # the same without a vector
_RARE: Final = 6.0  # greatest weight of a word
_PALE: Final = 0.25  # factor for the weight of a common word
_NAMED: Final = 3.0  # weight of a word of the plan in the name of the spec
_USUAL: Final = 8  # words of a plan; a longer plan shares more words by chance
_FEW: Final = 200  # memories that are needed to estimate how rare a word is
_BEST: Final = 3  # memories of a spec that are averaged
_MANY: Final = 10  # memories of a spec from which on some are near by chance
_CHANCE: Final = 0.02
_BESIDE: Final = 0.75  # share of the points of the nearest spec, if only words are compared


class Met(NamedTuple):
    """A memory that a search returned."""

    memory: Memory
    cosine: float | None  # None without a vector
    words: tuple[str, ...] = ()  # words of the plan in it


class Scale(NamedTuple):
    """How much each word of a plan weighs."""

    many: Mapping[str, int]  # word to the number of memories with it
    rows: int  # number of all memories

    def weight(self, word: str) -> float:
        """The weight of a word; rare words weigh more."""
        own = math.log(1 + (max(self.rows, _FEW) - self.many.get(word, 0) + 0.5) / (self.many.get(word, 0) + 0.5))
        return min(own, _RARE) * (_PALE if is_pale(word) else 1.0)


class Fit(NamedTuple):
    """A memory that fits, and its points."""

    met: Met
    points: float
    like: bool = False  # it belongs to a spec that is like the plan


def is_pale(word: str) -> bool:
    """Whether a word is too common to describe a plan."""
    return stem(word) in _pale()


@cache
def _pale() -> frozenset[str]:
    return frozenset(map(stem, PALE))


def is_foreign(plan: str) -> bool:
    """Whether a plan is written in another language than English, judged by its function words."""
    return len(_FOREIGN.intersection(tokens(plan))) > 1


def points(met: Met, scale: Scale, plan: str) -> float:
    """The points of a memory: the cosine of its meaning, and the weight of the words that it shares with the plan."""
    share = min(1.0, _USUAL / max(len(scale.many), 1))
    mass = sum(map(scale.weight, met.words))
    if met.cosine is not None:
        return met.cosine - (_ABROAD if is_foreign(plan) else 0.0) + _WORD * mass * share
    mass *= math.sqrt(share)  # words alone
    telling = sum(not is_pale(word) for word in met.words)
    named = plain((met.memory.scope.work or "").replace("-", " ")) & plain(plan)
    mass += _NAMED if any(not is_pale(word) for word in named) and telling else 0.0
    return _WORDS * mass * (1.0 if telling > 1 else 0.5)


def like(fits: Iterable[Fit], many: Mapping[str, int]) -> dict[str, float]:
    """The specs that are like the plan, nearest first: name to points. `many` maps a spec to its number of memories."""
    works: dict[str, list[Fit]] = {}
    for each in fits:
        if each.met.memory.scope.work:
            works.setdefault(each.met.memory.scope.work, []).append(each)
    scores = {}
    is_meant = False
    for work, own in works.items():
        best = sorted((fit.points for fit in own), reverse=True)[:_BEST]
        knows = any(fit.met.cosine is not None for fit in own)
        is_meant = is_meant or knows
        points = sum(best) / len(best) if knows else best[0]
        chance = _CHANCE * max(0.0, math.log(max(many.get(work, 1), 1) / _MANY)) if knows else 0.0
        short = ALONE - LIKE if knows and len(best) < _BEST else 0.0  # with few memories, more points are needed
        if points >= LIKE + chance + short * (_BEST - len(best)) / (_BEST - 1):
            scores[work] = points
    nearest = max(scores.values(), default=0.0) * _BESIDE
    near = {work: points for work, points in scores.items() if is_meant or points >= nearest}
    return dict(sorted(near.items(), key=lambda row: (-row[1], row[0])))


def fitting(fits: Iterable[Fit], works: Mapping[str, float]) -> list[Fit]:
    """The memories that fit, best first: of the specs that are like the plan, and near memories of any spec."""
    kept = []
    taught: dict[tuple[str, str], int] = {}
    for fit in sorted(fits, key=_order):
        is_like = fit.met.memory.scope.work in works
        telling = any(not is_pale(word) for word in fit.met.words) or (fit.met.cosine or 0.0) >= MEANT
        key = fit.met.memory.scope.work or "", fit.met.memory.kind
        taught[key] = taught.get(key, 0) + 1
        along = is_like and fit.met.cosine is not None and key[1] in _TAUGHT and taught[key] <= ALONG
        if along or (fit.points >= (WITHIN if is_like else ALONE) and (is_like or telling)):
            kept.append(fit._replace(like=is_like))
    return sorted(kept, key=_order)


def _order(fit: Fit) -> tuple[float, str, str]:
    return -fit.points, fit.met.memory.created, fit.met.memory.id


def why(fit: Fit) -> str:
    """Why a memory is shown, in a few words."""
    memory = fit.met.memory
    shared = [word for word in fit.met.words if not is_pale(word)][:_BEST]
    origin = f"of {memory.scope.work}" if memory.scope.work else ""
    about = f"shares {', '.join(shared)}" if shared else "near in meaning"
    return ", ".join(part for part in (origin, "" if fit.like and not shared else about) if part)


def graded(met: Sequence[Met], scale: Scale, plan: str) -> list[Fit]:
    """Each search result with its points."""
    return [Fit(each, points(each, scale, plan)) for each in met]


PALE: Final = frozenset(data.table("verbs.txt")["pale"])
