"""How much of a property, and of a family of tests, a run tries."""

import os
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import settings

THOROUGH = os.environ.get("MEMORY_CORE_THOROUGH", "0") not in ("", "0")
USUAL = 100
_PARAM = type(pytest.param())


def examples(most: int) -> settings:
    """All of them in a thorough run (`MEMORY_CORE_THOROUGH=1`), a fifth of them, and at least ten, in the others."""
    return settings(max_examples=most if THOROUGH else max(most // 5, min(most, 10)))


def family(rows: Iterable[Any], few: int = 1) -> list[Any]:
    """Rows of `parametrize`, a tuple or one value each: any run tries `few`, evenly spread, a thorough one all."""
    every = list(rows)
    return [row if at * few % len(every) < few else _thorough(row) for at, row in enumerate(every)]


def rounds(most: int, few: int) -> int:
    """How often a race or a kill is tried: `most` times in a thorough run, `few` times in any other."""
    return most if THOROUGH else few


def _thorough(row: Any) -> Any:
    if isinstance(row, _PARAM):
        return pytest.param(*row.values, id=row.id, marks=(*row.marks, pytest.mark.thorough))
    return pytest.param(*(row if isinstance(row, tuple) else (row,)), marks=pytest.mark.thorough)
