"""What of earlier specs fits a plan, told apart from noise: by meaning, and by the rare words that are shared.

Measured on `tests/spec_recall_set.py`: what is near in its spec counts more than what is near alone, and where nothing
is near enough nothing is said.
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
ALONE: Final = 0.5  # and from which on a memory is that belongs to no such spec
WITHIN: Final = 0.27  # and one that does
ALONG: Final = 2  # of each kind: what such a spec taught is told however near it is, where its meaning made it one
_TAUGHT: Final = ("blocker", "learning", "convention")
MEANT: Final = 0.55  # cosine from which on no word has to be shared
_ABROAD: Final = 0.08  # by which strangers in another language are nearer: the model knows English alone
_FOREIGN: Final = frozenset(
    (
        "der das und nicht ist den dem ein eine mit für auf von zu im zur zum sich auch wird soll werden "
        "le les des une est pour dans avec qui sur el los las del una que para con il che per nel het een van"
    ).split()
)
_WORD: Final = 0.015  # points of a shared word, times its weight
_WORDS: Final = 0.052  # the same where nothing is known of the meaning
_RARE: Final = 6.0  # the most that a word weighs
_PALE: Final = 0.25  # of the weight of a word that is said of everything
_NAMED: Final = 3.0  # what it weighs that a word of the plan is in the name of the spec
_USUAL: Final = 8  # words of a plan; a longer one shares more of them by chance
_FEW: Final = 200  # memories below which the rareness of a word cannot be known
_BEST: Final = 3  # memories of a spec that speak for it
_MANY: Final = 10  # memories of a spec from which on the best of them are near by chance
_CHANCE: Final = 0.02
_BESIDE: Final = 0.75  # of what speaks for the nearest spec, where words alone do


class Met(NamedTuple):
    """A memory that a search met."""

    memory: Memory
    cosine: float | None  # None where nothing is known of its meaning
    words: tuple[str, ...] = ()  # of the plan, that it has


class Scale(NamedTuple):
    """How much each word of a plan weighs."""

    many: Mapping[str, int]  # how many memories have it
    rows: int  # of all

    def weight(self, word: str) -> float:
        """The weight of a word, much where it is rare."""
        own = math.log(1 + (max(self.rows, _FEW) - self.many.get(word, 0) + 0.5) / (self.many.get(word, 0) + 0.5))
        return min(own, _RARE) * (_PALE if is_pale(word) else 1.0)


class Fit(NamedTuple):
    """A memory that fits, and how well."""

    met: Met
    points: float
    like: bool = False  # it belongs to a spec that is like the plan


def is_pale(word: str) -> bool:
    """Whether a word says little about what is planned."""
    return stem(word) in _pale()


@cache
def _pale() -> frozenset[str]:
    return frozenset(map(stem, PALE))


def is_foreign(plan: str) -> bool:
    """Whether a plan is told in another language than English, as far as its small words tell."""
    return len(_FOREIGN.intersection(tokens(plan))) > 1


def points(met: Met, scale: Scale, plan: str) -> float:
    """What speaks for a memory: the cosine of its meaning, and the weight of what it shares with the plan."""
    share = min(1.0, _USUAL / max(len(scale.many), 1))
    mass = sum(map(scale.weight, met.words))
    if met.cosine is not None:
        return met.cosine - (_ABROAD if is_foreign(plan) else 0.0) + _WORD * mass * share
    mass *= math.sqrt(share)  # words are all there is
    telling = sum(not is_pale(word) for word in met.words)
    named = plain((met.memory.scope.work or "").replace("-", " ")) & plain(plan)
    mass += _NAMED if any(not is_pale(word) for word in named) and telling else 0.0
    return _WORDS * mass * (1.0 if telling > 1 else 0.5)


def like(fits: Iterable[Fit], many: Mapping[str, int]) -> dict[str, float]:
    """The specs that are like the plan, the nearest first, with what speaks for each; `many` memories has each."""
    works: dict[str, list[Fit]] = {}
    for each in fits:
        if each.met.memory.scope.work:
            works.setdefault(each.met.memory.scope.work, []).append(each)
    told = {}
    is_meant = False
    for work, own in works.items():
        best = sorted((fit.points for fit in own), reverse=True)[:_BEST]
        knows = any(fit.met.cosine is not None for fit in own)
        is_meant = is_meant or knows
        points = sum(best) / len(best) if knows else best[0]
        chance = _CHANCE * max(0.0, math.log(max(many.get(work, 1), 1) / _MANY)) if knows else 0.0
        short = ALONE - LIKE if knows and len(best) < _BEST else 0.0  # one that tells little has to tell it clearly
        if points >= LIKE + chance + short * (_BEST - len(best)) / (_BEST - 1):
            told[work] = points
    nearest = max(told.values(), default=0.0) * _BESIDE
    near = {work: points for work, points in told.items() if is_meant or points >= nearest}
    return dict(sorted(near.items(), key=lambda one: (-one[1], one[0])))


def fitting(fits: Iterable[Fit], works: Mapping[str, float]) -> list[Fit]:
    """Those that fit, the best first: of the specs that are like the plan, and what is near wherever it belongs."""
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
    of = f"of {memory.scope.work}" if memory.scope.work else ""
    about = f"shares {', '.join(shared)}" if shared else "near in meaning"
    return ", ".join(part for part in (of, "" if fit.like and not shared else about) if part)


def graded(met: Sequence[Met], scale: Scale, plan: str) -> list[Fit]:
    """What was met, each with its points."""
    return [Fit(each, points(each, scale, plan)) for each in met]


PALE: Final = frozenset(data.table("verbs.txt")["pale"])
