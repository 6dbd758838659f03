"""Score fusion: one ranking out of keyword scores, cosines and what a memory belongs to.

The score of a memory is its cosine plus `KEYWORD` times its BM25 over the best BM25 of the query;
then `GROUP` times the best score within its group is added. Where no hit covers half of the query's
words, the keywords count for less: the best of bad hits would otherwise get full marks. Reciprocal rank fusion does no
better than keywords alone on the same data: it throws away how much better the best hit is.
"""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

KEYWORD: Final = 0.4
GROUP: Final = 0.3
ENOUGH: Final = 0.5  # of the query's words, by idf, in one memory: from there on keywords have their whole weight


class Candidate(NamedTuple):
    """A memory that one of the legs found."""

    id: int
    name: str  # breaks ties, so that the order never depends on how the index was built
    group: str = ""
    bm25: float = 0.0  # larger is better; 0 where no word matched
    cosine: float | None = None  # None where it has no vector yet, or in keyword mode


class Scored(NamedTuple):
    """A candidate with its score and the parts the score is the sum of."""

    id: int
    score: float
    meaning: float  # the cosine, or what stands in for it
    words: float  # BM25 over the best BM25, weighted
    group: float  # what the best of its group adds
    cosine: float | None
    bm25: float


def fused(
    candidates: Iterable[Candidate], coverage: float = 1.0, keyword: float = KEYWORD, group: float = GROUP
) -> list[Scored]:
    """The candidates, best first. `coverage` is the share of the query's words that the best hit has.

    A candidate without a vector among others that have one counts as the least similar of them, so
    that a memory whose vector is still owed is neither lost nor preferred. Where there are no
    vectors at all, the words are the whole score.
    """
    candidates = list(candidates)
    best = max((candidate.bm25 for candidate in candidates), default=0.0)
    least = min((candidate.cosine for candidate in candidates if candidate.cosine is not None), default=None)
    weight = 1.0 if least is None else keyword * min(1.0, coverage / ENOUGH)
    parts = [
        (candidate, _meaning(candidate.cosine, least), weight * candidate.bm25 / best if best else 0.0)
        for candidate in candidates
    ]
    leaders = _leaders(parts)
    scored = []
    for candidate, meaning, words in parts:
        own = meaning + words
        added = group * (leaders[candidate.group] if candidate.group else own)
        scored.append(
            (candidate.name, Scored(candidate.id, own + added, meaning, words, added, candidate.cosine, candidate.bm25))
        )
    scored.sort(key=lambda entry: (-entry[1].score, entry[0], entry[1].id))
    return [result for _, result in scored]


def _meaning(cosine: float | None, least: float | None) -> float:
    return cosine if cosine is not None else least or 0.0


def _leaders(parts: Iterable[tuple[Candidate, float, float]]) -> Mapping[str, float]:
    leaders: dict[str, float] = {}
    for candidate, meaning, words in parts:
        leaders[candidate.group] = max(leaders.get(candidate.group, float("-inf")), meaning + words)
    return leaders
