"""What speaks for it that words are of a way of working, word by word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.domain.extract import signs


@pytest.mark.parametrize(
    ("words", "kinds"),
    [
        ("no mocks in tests", "qwcw"),
        ("fix the button, please", "vdp,j"),
        ("we use src/api/ 3 times", "nh/#s"),
    ],
)
def test_words_are_known_by_their_kinds(words: str, kinds: str) -> None:
    assert signs.kinds(words) == kinds


@pytest.mark.parametrize(
    ("way", "task"),
    [
        ("i find nested ternaries unreadable", "i find the chart unreadable"),
        ("at our place migrations are reviewed by the dba first", "the dba added the index yesterday"),
        ("you again added comments nobody asked for", "you deleted the wrong line"),
        ("intermediate results as parquet, no csv", "export the list of users as csv"),
    ],
)
def test_more_speaks_for_a_way_of_working_than_for_a_task(way: str, task: str) -> None:
    assert signs.points(way) > 0 > signs.points(task)


@given(st.text(max_size=200))
def test_any_text_has_its_points(words: str) -> None:
    assert signs.points(words) == signs.points(words)
    assert len(signs.kinds(words)) <= len(words)
