"""The requirements of the five specifications: all are shown by tests, and their tests notice when they break."""

import os
import random
import re
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.properties import THOROUGH
from tools import requirements
from tools.requirements import Requirement, breaking

DRAWN = 10 if THOROUGH else 1
ROWS = requirements.load()


@pytest.mark.heavy
def test_there_is_a_row_for_each_requirement_and_its_place_exists() -> None:
    counts = {prefix: sum(row.id.startswith(f"{prefix}-") for row in ROWS) for prefix in requirements.SYSTEMS}
    assert counts == {"IRIS": 72, "JARVIS": 65, "AIDD": 65, "GENIUS": 40, "CS": 60}
    assert len({row.id for row in ROWS}) == len(ROWS) == 302
    for row in ROWS:
        assert (ROOT / row.path).is_file(), row
        assert not row.function or requirements.defined(ROOT / row.path, row.function) is not None, row


@pytest.mark.heavy
def test_each_requirement_is_shown_by_a_test() -> None:
    shown = requirements.tests()
    missing = [row.id for row in ROWS if row.id not in shown]
    assert not missing, f"no test has the mark `req` with: {', '.join(missing)}"


def test_each_deviation_names_a_decision() -> None:
    records = requirements.records()
    for row in ROWS:
        if row.deviation:
            assert {*re.findall(r"\d{4}", row.deviation)} & records.keys(), row


@pytest.mark.heavy
def test_the_page_is_up_to_date() -> None:
    assert requirements.PAGE.read_text("utf-8") == requirements.page(), "run `python -m tools.requirements`"


@pytest.fixture(scope="module")
def drawn(testrun_uid: str) -> list[Requirement]:
    """A requirement that a cheap test shows, ten of all in a thorough run; MEMORY_CORE_DRAW draws the same again."""
    rows = [row for row in ROWS if THOROUGH or breaking.is_cheap(row)]
    return random.Random(os.environ.get("MEMORY_CORE_DRAW", testrun_uid)).sample(rows, DRAWN)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the repository."""
    return breaking.copy(tmp_path_factory.mktemp("broken"))


@pytest.mark.processes
@pytest.mark.slow
@pytest.mark.parametrize("number", range(DRAWN))
def test_the_tests_of_a_requirement_fail_where_it_is_broken(
    place: Path, drawn: list[Requirement], number: int, testrun_uid: str
) -> None:
    outcome = breaking.broken(place, drawn[number])
    assert outcome.fails, f"MEMORY_CORE_DRAW={testrun_uid} {drawn[number]}: {outcome.why}"
