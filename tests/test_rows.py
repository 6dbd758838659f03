"""A table of rows tells all rows that fail, and takes the others as they are."""

import re
from pathlib import Path

import pytest

from tests.rows import each_row


def test_every_row_that_fails_is_told() -> None:
    @each_row(("number", "double"), [(1, 2), (2, 5), pytest.param(3, 6, id="three"), (4, 9)])
    def doubles(number: int, double: int) -> None:
        assert 2 * number == double

    with pytest.raises(AssertionError, match=r"2 of 4 rows") as failure:
        doubles()
    assert re.findall(r"number=(\d), double=(\d)", str(failure.value)) == [("2", "5"), ("4", "9")]
    assert "(2 * 2) == 5" in str(failure.value)
    assert re.search(r"line \d+: AssertionError", str(failure.value))


def test_any_error_of_a_row_is_its_failure() -> None:
    @each_row("text", ["1", "a", ""])
    def reads(text: str) -> None:
        if not text:
            pytest.fail("empty")
        int(text)

    with pytest.raises(AssertionError, match=r"(?s)2 of 3 rows.*'a'.*ValueError.*''.*empty"):
        reads()


def test_tables_multiply_and_a_row_that_is_skipped_skips_no_other() -> None:
    tried = []

    @each_row("number", [1, 2])
    @each_row("other", "ab")
    def pairs(number: int, other: str) -> None:
        if (number, other) == (1, "a"):
            pytest.skip("not this one")
        tried.append((number, other))

    pairs()
    assert tried == [(1, "b"), (2, "a"), (2, "b")]


def test_where_every_row_is_skipped_so_is_the_test() -> None:
    @each_row("text", ["a", "b"])
    def never(text: str) -> None:
        pytest.skip("not here")

    with pytest.raises(pytest.skip.Exception, match="not here"):
        never()


@each_row("text", ["a", "b"])
def test_fixtures_are_those_of_the_test(text: str, tmp_path: Path) -> None:
    (tmp_path / text).mkdir()
    assert (tmp_path / "a").is_dir()


def test_a_table_without_rows_is_refused() -> None:
    with pytest.raises(AssertionError, match="without rows"):
        each_row("text", [])
