"""Likeness of two sets of words."""

from hypothesis import given
from hypothesis import strategies as st

from memory_core.language.near_duplicate import containment, jaccard

SETS = st.frozensets(st.sampled_from("abcdefgh"))


@given(features=SETS, other=SETS)
def test_likeness_goes_both_ways_and_is_whole_for_the_same(features, other):
    for likeness in (jaccard, containment):
        assert likeness(features, other) == likeness(other, features)
        assert 0.0 <= likeness(features, other) <= 1.0
        assert likeness(features, features) == (1.0 if features else 0.0)
    assert jaccard(features, other) <= containment(features, other)
    assert (containment(features, other) == 1.0) == bool(
        features and other and (features <= other or other <= features)
    )
