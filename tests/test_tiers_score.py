"""What a learning is worth, what of it is kept in a file, and what hands and hostile files make of that."""

import json
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.core import timestamps
from memory_core.learnings import learning as codec
from memory_core.learnings.learning import Learning, idle, priority
from memory_core.learnings.learning import confidence_score as confidence
from tests.tiers_made import DAYS, learnings

TODAY = "2026-06-30"
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
KEYS = st.sampled_from([*Learning._fields, "note"])


def worth(**fields: object) -> Learning:
    return Learning("pref_001", "preference", "Use pnpm")._replace(**fields)  # type: ignore[arg-type]


@pytest.mark.req("JARVIS-32", "JARVIS-33")
def test_confidence_is_the_sum_of_its_factors() -> None:
    assert confidence(worth(occurrences=3, confirmation=1.0, updated=TODAY), TODAY) == pytest.approx(1.0)
    assert confidence(worth(updated=TODAY), TODAY) == pytest.approx(0.10 + 0.25 + 0.20)
    assert confidence(worth(updated="2026-05-31"), TODAY) == pytest.approx(0.10 + 0.125 + 0.20)
    assert confidence(worth(updated=TODAY, confirmation=0.5), TODAY) == pytest.approx(0.55 + 0.125)
    assert confidence(worth(updated=TODAY, contradicted=1), TODAY) == pytest.approx(0.55 - 0.10)


@pytest.mark.req("JARVIS-34")
def test_priority_is_made_of_confidence_access_and_recency() -> None:
    sure = worth(occurrences=3, confirmation=1.0, access_count=15, updated=TODAY)
    assert priority(sure, TODAY) == pytest.approx(100.0)
    assert priority(worth(updated=TODAY, access_count=5), TODAY) == pytest.approx(0.55 * 50 + 15 + 20)


@pytest.mark.req("JARVIS-32", "JARVIS-34")
@given(learnings(), DAYS)
def test_scores_stay_in_their_range_and_fall_with_the_days(learning: Learning, today: str) -> None:
    later = (date.fromisoformat(today) + timedelta(days=9)).isoformat()
    assert 0 <= confidence(learning, later) <= confidence(learning, today) <= 1
    assert 1 <= priority(learning, later) <= priority(learning, today) <= 100


def test_a_learning_is_as_idle_as_the_newest_of_its_days() -> None:
    assert idle(worth(last_accessed="2026-06-01", updated="2026-06-20"), TODAY) == 10
    assert idle(worth(last_accessed="2026-06-01"), TODAY, returned="2026-06-29") == 1
    assert idle(worth(created="2026-06-28T10:00:00Z"), TODAY) == 2
    assert idle(worth(), TODAY) == 0  # nothing is known of it: it does not go
    assert idle(worth(updated="2999-01-01"), TODAY) == 0
    assert idle(worth(updated="when it rained"), TODAY) == 0


@given(st.dates(), st.dates())
def test_days_are_counted_as_the_calendar_does(first: date, other: date) -> None:
    assert timestamps.days_between(first.isoformat(), other.isoformat()) == (other - first).days


@pytest.mark.req("JARVIS-19", "JARVIS-20")
@given(learnings())
def test_an_entry_says_all_that_the_learning_is(learning: Learning) -> None:
    item = codec.to_item(learning)
    again = json.loads(json.dumps(item))
    assert list(item)[:6] == ["id", "description", "confidence", "last_accessed", "access_count", "source"]
    assert codec.from_item(again, learning.kind, learning.level) == learning


@given(st.dictionaries(KEYS, JSON, max_size=12))
def test_any_entry_is_read_without_harm(item: dict[str, object]) -> None:
    learning = codec.from_item(item, "preference", "project")
    if learning is None:
        return
    assert learning.level == "project"  # the file's, whatever the entry says
    assert learning.kind == "preference"
    assert isinstance(item["description"], str)
    assert 0 <= confidence(learning, TODAY) <= 1
    again = codec.to_item(learning)
    assert codec.from_item(json.loads(json.dumps(again, allow_nan=True)), "preference", "project") is not None
    assert set(learning.extra) <= set(item)


@given(JSON)
def test_what_is_no_entry_is_no_learning(item: object) -> None:
    if not isinstance(item, dict):
        assert codec.from_item(item, "behaviour", "global") is None


@pytest.mark.parametrize("name", ["../../x", "pref_", "pref_1e9", "hot_xyz", "pref_١", "", None, 7, "pat_0000000001"])
def test_an_id_that_is_none_is_empty(name: object) -> None:
    learning = codec.from_item({"id": name, "description": "x"}, "preference", "project")
    assert learning is not None
    assert learning.id == ""


def test_the_documented_entry_is_as_sure_as_it_says() -> None:
    item = {"id": "pref_001", "description": "Prefers functional components", "confidence": 0.95,
            "last_accessed": TODAY, "access_count": 15, "source": "multiple_corrections"}  # fmt: skip
    learning = codec.from_item(item, "preference", "project")
    assert learning is not None
    assert learning.is_explicit
    assert codec.to_item(learning) == item


@given(learnings())
def test_a_memory_tells_the_same_learning(learning: Learning) -> None:
    again = codec.of_memory(codec.to_memory(learning, "warm-memory.json"))
    known = ("id", "kind", "description", "level", "source", "status", "occurrences", "confirmation", "reason", "path")
    assert [getattr(again, name) for name in known] == [getattr(learning, name) for name in known]


def test_numbers_are_the_largest_of_each_kind() -> None:
    assert codec.numbers(["pref_007", "pat_012", "hot_0123abcd", "pref_1x"]) == {"preference": 7, "behaviour": 12}
    assert codec.number("behaviour", 7) == "pat_007"
    assert codec.number("preference", 1234) == "pref_1234"
