"""Score fusion as laws."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.recall.fusion import ENOUGH, GROUP, KEYWORD, Candidate, fused

# What differs by less than a sum of them can hold is the same to a ranking.
scores = st.floats(0, 20, allow_nan=False).map(lambda value: round(value, 6))
cosines = st.one_of(st.none(), st.floats(-1, 1, allow_nan=False).map(lambda value: round(value, 6)))
candidates = st.lists(st.tuples(scores, cosines, st.sampled_from(["", "a", "b"])), min_size=1, max_size=12).map(
    lambda rows: [Candidate(at, f"m{at:02d}", group, bm25, cosine) for at, (bm25, cosine, group) in enumerate(rows)]
)


@given(candidates, st.randoms())
def test_the_order_of_the_candidates_does_not_matter(candidates: list[Candidate], dice) -> None:
    mixed = list(candidates)
    dice.shuffle(mixed)
    assert fused(mixed) == fused(candidates)


@given(candidates)
def test_a_score_is_the_sum_of_its_parts(candidates: list[Candidate]) -> None:
    ranked = fused(candidates)
    assert sorted(scored.id for scored in ranked) == [scored.id for scored in candidates]
    assert [scored.score for scored in ranked] == sorted((scored.score for scored in ranked), reverse=True)
    for scored in ranked:
        assert scored.score == pytest.approx(scored.meaning + scored.words + scored.group)


@given(candidates)
def test_who_is_found_by_more_words_and_nearer_in_meaning_stands_higher(candidates: list[Candidate]) -> None:
    ranked = {scored.id: place for place, scored in enumerate(fused(candidates))}
    for candidate in candidates:
        for other in candidates:
            if candidate.cosine is None or other.cosine is None or candidate.group != other.group:
                continue
            if candidate.bm25 > other.bm25 and candidate.cosine > other.cosine:
                assert ranked[candidate.id] < ranked[other.id]


def test_the_formula() -> None:
    candidates = [
        Candidate(1, "one", "session", bm25=4.0, cosine=0.5),
        Candidate(2, "two", "session", bm25=0.0, cosine=0.2),
        Candidate(3, "three", "", bm25=2.0, cosine=0.6),
    ]
    score = {scored.id: scored.score for scored in fused(candidates)}
    assert score[1] == pytest.approx((0.5 + KEYWORD) * (1 + GROUP))
    assert score[2] == pytest.approx(0.2 + GROUP * (0.5 + KEYWORD))
    assert score[3] == pytest.approx((0.6 + KEYWORD / 2) * (1 + GROUP))


def test_words_count_for_less_where_no_hit_covers_the_question() -> None:
    candidates = [Candidate(1, "one", "", bm25=1.0, cosine=0.3), Candidate(2, "two", "", cosine=0.5)]
    assert [scored.id for scored in fused(candidates, coverage=ENOUGH)] == [1, 2]
    assert [scored.id for scored in fused(candidates, coverage=ENOUGH / 4)] == [2, 1]


def test_a_memory_whose_vector_is_owed_counts_as_the_least_similar() -> None:
    candidates = [
        Candidate(1, "one", "", cosine=0.1),
        Candidate(2, "two", "", bm25=3.0),
        Candidate(3, "three", "", cosine=0.9),
    ]
    assert [scored.id for scored in fused(candidates)] == [3, 2, 1]


def test_without_vectors_the_words_are_the_whole_score() -> None:
    candidates = [Candidate(1, "one", "", bm25=1.0), Candidate(2, "two", "", bm25=4.0)]
    assert [(scored.id, scored.score) for scored in fused(candidates, group=0)] == [(2, 1.0), (1, 0.25)]


def test_nothing_found_is_nothing() -> None:
    assert fused([]) == []
