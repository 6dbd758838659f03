"""Likeness of two sets of words."""

from hypothesis import given
from hypothesis import strategies as st

from memory_core.language.near_duplicate import containment, jaccard

SETS = st.frozensets(st.sampled_from("abcdefgh"))


@given(one=SETS, other=SETS)
def test_likeness_goes_both_ways_and_is_whole_for_the_same(one, other):
    for likeness in (jaccard, containment):
        assert likeness(one, other) == likeness(other, one)
        assert 0.0 <= likeness(one, other) <= 1.0
        assert likeness(one, one) == (1.0 if one else 0.0)
    assert jaccard(one, other) <= containment(one, other)
    assert (containment(one, other) == 1.0) == bool(one and other and (one <= other or other <= one))
