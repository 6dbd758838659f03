"""Score fusion: combines keyword scores, cosines and groups into one ranking.

The score of a memory is its cosine plus `KEYWORD` times its BM25 divided by the best BM25 of the query, plus `GROUP`
times the best such sum in its group. If no hit contains half of the query's words (by idf), keywords count less,
because the best of bad hits would otherwise get the full weight. Reciprocal rank fusion is no better than keywords
alone on the same data, because it ignores by how much the best hit is better.
"""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

KEYWORD: Final = 0.4
GROUP: Final = 0.3
ENOUGH: Final = 0.5  # share of the query's words, by idf, in one memory, from which keywords have their full weight


class Candidate(NamedTuple):
    """A memory found by keywords or by vectors."""

    id: int
    name: str  # breaks ties, so that the order does not depend on how the index was built
    group: str = ""
    bm25: float = 0.0  # larger is better; 0 if no word matches
    cosine: float | None = None  # None without a vector, or in keyword mode


class Scored(NamedTuple):
    """A candidate with its score and the parts of the score."""

    id: int
    score: float
    meaning: float  # the cosine, or its substitute
    words: float  # weighted BM25 divided by the best BM25
    group: float  # the addition for the best of its group
    cosine: float | None
    bm25: float


def fused(
    candidates: Iterable[Candidate], coverage: float = 1.0, keyword: float = KEYWORD, group: float = GROUP
) -> list[Scored]:
    """The candidates, best first. `coverage` is the share of the query's words in the best hit, 0 to 1.

    A candidate without a vector gets the smallest cosine of the others, so a missing vector is neither a penalty nor an
    advantage. Without any vectors the score consists of keywords and groups.
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
