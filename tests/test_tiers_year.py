"""A year of a seeded developer (`bench/tiers.py`): no rule of the tiers is broken, and the checks would tell."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bench import tier_files
from bench.developer import Developer, Step, Visit
from bench.sessions import Machine, Session
from bench.tier_checks import Checks
from bench.tiers import Year
from tests.conftest import derived
from tests.properties import THOROUGH

VISIT = Visit(1, "shop", datetime(2025, 3, 1, 9, tzinfo=UTC), ())
ITEM = {
    "id": "pref_001", "description": "Always sort the parcel feed by name.", "confidence": 0.6,
    "last_accessed": "2025-02-28", "access_count": 0, "source": "statement",
}  # fmt: skip


def warm(machine: Machine, *items: dict[str, Any]) -> None:
    """Write the warm file of the shop."""
    path = machine.root("shop") / ".claude" / "learnings" / "warm-memory.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"warm_memory": {"preferences": list(items), "patterns": [], "context": {}}}))


def hot(machine: Machine, session: str, *texts: str) -> Path:
    """Write the file of a session of the shop."""
    path = derived(machine.root("shop")) / f"sessions/{session}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    items = [{"id": f"hot_{number:08x}", "description": text} for number, text in enumerate(texts)]
    path.write_text(json.dumps({"hot": items}))
    return path


def end(checks: Checks, path: Path) -> None:
    """A session ends and hands on nothing."""
    checks.ended(VISIT)
    path.unlink()


@pytest.fixture
def checks(tmp_path: Path) -> Checks:
    """The checks of a machine with one learning, about which a wish was said."""
    machine = Machine(tmp_path / "machine")
    warm(machine, ITEM)
    checker = Checks(machine, Developer(7, 10))
    checker.wished["shop", "parcel feed"] = False
    checker.ended(VISIT)
    assert checker.faults == []
    return checker


BROKEN: dict[str, tuple[Callable[[Checks], object], str]] = {
    "a learning is gone": (lambda year: warm(year.machine), "is lost"),
    "its words are others": (
        lambda year: warm(year.machine, {**ITEM, "description": "Never sort."}),
        "says 'Never sort",
    ),
    "it stands twice": (lambda year: warm(year.machine, ITEM, ITEM), "stands 2 times"),
    "two say the same": (lambda year: warm(year.machine, ITEM, {**ITEM, "id": "pref_002"}), "say the same"),
    "it counts too much": (lambda year: warm(year.machine, {**ITEM, "access_count": 1}), "counts 1"),
    "it is worth too much": (lambda year: warm(year.machine, {**ITEM, "confidence": 1.2}), "confidence of 1.2"),
    "there are too many": (
        lambda year: warm(
            year.machine, *({**ITEM, "id": f"pref_{n:03}", "description": f"Say {n}"} for n in range(501))
        ),
        "501 learnings are warm",
    ),
    "too many are hot": (lambda year: hot(year.machine, "a", *map(str, range(21))), "21 items are hot"),
    "what was hot is gone": (
        lambda year: end(year, hot(year.machine, "a", "Never show the meter")),
        "did not go on",
    ),
    "the forgotten is back": (lambda year: year.gone.add(("shop", "pref_001")), "was forgotten"),
    "a brought one is not counted": (lambda year: year.brought[("shop", "pref_001")].add("s"), "counts 0"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_the_checks_of_the_year_notice_what_breaks_a_rule(checks: Checks, name: str):
    breaks, message = BROKEN[name]
    breaks(checks)
    checks.ended(VISIT)
    assert any(message in fault for fault in checks.faults), checks.faults


@pytest.mark.parametrize("state", ["rejected", "muted", "unknown"])
def test_the_checks_notice_a_learning_that_must_not_be_told(checks: Checks, state: str):
    if state == "rejected":
        checks.rejected["shop", "pref_001"] = ITEM["description"]  # type: ignore[assignment]
    elif state == "muted":
        checks.muted["shop", "pref_001"].add("shop")
    checks.check_context(
        Session(checks.machine, VISIT), Step("go on"), "[pref_009]" if state == "unknown" else "[pref_001]"
    )
    assert len(checks.faults) == 1


def test_the_same_seed_gives_the_same_year_and_another_seed_another():
    assert list(Developer(3, 40).year()) == list(Developer(3, 40).year())
    assert list(Developer(3, 40).year()) != list(Developer(4, 40).year())


@pytest.mark.slow
@pytest.mark.req("JARVIS-14", "JARVIS-15", "JARVIS-28", "JARVIS-35", "JARVIS-38", "JARVIS-40", "JARVIS-59", "JARVIS-64")
def test_a_year_of_sessions_breaks_no_rule(tmp_path: Path):
    year = Year(tmp_path / "year", seed=3, sessions=45 if THOROUGH else 8)
    tiers = year.live()
    assert year.checks.faults == []
    why = {entry.archive["why"] for entry in tiers.cold}
    assert why >= {"age", "inactivity", "superseded", "user_rejected"}
    assert year.checks.figures["restored identically"] or not THOROUGH  # there are too few sessions for it
    assert year.checks.figures["related prompts told"]


@pytest.mark.slow
@pytest.mark.thorough
def test_the_same_seed_leaves_the_same_files(tmp_path: Path):
    digests = []
    for name in ("first", "second"):
        year = Year(tmp_path / name, seed=5, sessions=10)
        year.live()
        digests.append((tier_files.digest(year.machine), year.checks.figures))
    assert digests[0] == digests[1]
