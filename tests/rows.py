"""A table whose rows one test goes through: all rows that fail are told together, at its end.

For tables of many rows, each checked in a moment: as tests of their own they would cost more to collect than to run.
A row that makes files, or sets anything, is a test of its own (`pytest.mark.parametrize`).
"""

import functools
import inspect
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import pytest

_Test = Callable[..., None]
_SHOWN = 400  # characters of a row
_PARAM = type(pytest.param())


def each_row(names: str | Sequence[str], values: Iterable[Any], *, ids: object = None) -> Callable[[_Test], _Test]:
    """A decorator as `pytest.mark.parametrize`, which makes one test of all rows; `ids` are not needed for it."""
    fields = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    single = isinstance(names, str) and len(fields) == 1
    table = [dict(zip(fields, _cells(value, single=single), strict=True)) for value in values]
    assert table, "a table without rows checks nothing"

    def decorate(test: _Test) -> _Test:
        @functools.wraps(test)
        def whole(**fixtures: Any) -> None:
            failed, skipped = _differences(test, table, fixtures)
            assert not failed, f"{len(failed)} of {len(table)} rows\n\n" + "\n\n".join(failed)
            if len(skipped) == len(table):
                pytest.skip(skipped[0])

        kept = [each for name, each in inspect.signature(test).parameters.items() if name not in fields]
        whole.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
            [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in kept]
        )
        return whole

    return decorate


def _cells(value: Any, *, single: bool) -> Sequence[Any]:
    if isinstance(value, _PARAM):
        return value.values
    return (value,) if single else value


def _differences(
    test: _Test, table: Sequence[Mapping[str, Any]], fixtures: Mapping[str, Any]
) -> tuple[list[str], list[str]]:
    """What each row that fails differs in, and why rows were skipped."""
    failed, skipped = [], []
    for row in table:
        try:
            test(**row, **fixtures)
        except pytest.skip.Exception as reason:
            skipped.append(str(reason))
        except (Exception, pytest.fail.Exception) as difference:
            shown = ", ".join(f"{name}={value!r}" for name, value in row.items())
            failed.append(
                f"{shown[:_SHOWN]}\n  line {_line(test, difference)}: {type(difference).__name__}: {difference}"
            )
    return failed, skipped


def _line(test: _Test, difference: BaseException) -> int:
    """Where in the test it came from."""
    own = getattr(test, "__code__", None)
    return next((line for frame, line in traceback.walk_tb(difference.__traceback__) if frame.f_code is own), 0)
