"""Jarvis tiers: every file, formula, command and view of its specification, played with data of our own."""

import gzip
import json
from pathlib import Path

import pytest

from memory_core.domain.tiers import conflict, score
from memory_core.domain.tiers.learning import BEHAVIOUR, PREFERENCE, PROJECT, WATCHING, Learning
from memory_core.domain.tiers.warm import Warm
from memory_core.flows import hot_set, tiers
from memory_core.stores import learnings, session
from memory_core.views import hot
from tests.specification.played import Play, play

__all__ = ["play"]

TODAY = "2026-03-14"
RULE = Learning(
    "pref_001", PREFERENCE, "Wrap every query in a timeout", "multiple_corrections", last_accessed=TODAY,
    access_count=4, occurrences=3, confirmation=1.0, created="2026-03-01", updated=TODAY,
)  # fmt: skip


def health(text: str) -> dict[str, str]:
    return {line.partition(":")[0]: line.partition(":")[2].strip() for line in text.splitlines() if line}


@pytest.mark.req("JARVIS-1", "JARVIS-55", "JARVIS-60", "JARVIS-61")
def test_health_and_status(play: Play) -> None:
    play("jarvis", "memory", "learn", "Wrap every query in a timeout")
    for verb in ("health", "status"):
        assert play("jarvis", "memory", verb).splitlines() == [
            "Hot Memory:  0/20 items (0% capacity)",
            "Warm Memory: 1/500 items (0% capacity)",
            "Cold Memory: 0.0MB (0 archived sessions)",
            "",
            "Pending demotions: 0 items (inactive 14+ days)",
            "Pending promotions: 0 items (high access)",
            "Conflicts: 0",
        ]


@pytest.mark.req("JARVIS-4", "JARVIS-18", "JARVIS-19", "JARVIS-20", "JARVIS-21")
def test_the_warm_file(play: Play, repo: Path) -> None:
    play("jarvis", "memory", "learn", "Wrap every query in a timeout")
    warm = json.loads((repo / ".claude" / "learnings" / "warm-memory.json").read_text())["warm_memory"]
    assert [*warm] == ["preferences", "patterns", "context"]
    [entry] = warm["preferences"]
    documented = {key: entry[key] for key in ("id", "description", "last_accessed", "access_count")}
    assert documented == {
        "id": "pref_001", "description": "Wrap every query in a timeout", "last_accessed": TODAY, "access_count": 0,
    }  # fmt: skip
    assert 0 <= entry["confidence"] <= 1
    assert isinstance(entry["source"], str)
    assert warm["context"] == {"current_project": "shop", "active_skills": [], "recent_files": []}


@pytest.mark.req("JARVIS-2", "JARVIS-17", "JARVIS-24")
def test_the_hot_view_of_a_session_that_starts_with_none(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORY_CORE_NOW", f"{TODAY}T10:30:00Z")
    assert hot_set.of(session.load(str(repo), "s1")) == []
    heard = RULE._replace(id="hot_1a2b3c4d")
    watched = heard._replace(id="hot_5e6f7a8b", kind=BEHAVIOUR, description="Retry with jitter", occurrences=2)
    watched = watched._replace(status=WATCHING)
    said = hot.rendered([heard, watched], {"hot_1a2b3c4d": f"{TODAY}T10:30:00Z"})
    assert said.startswith(
        "## Active Learnings (This Session)\n\n### Corrections\n- [10:30] Wrap every query in a timeout"
    )
    assert "\n\n### Patterns In Progress\n- Retry with jitter (2 occurrences, watching)" in said


@pytest.mark.req("JARVIS-32", "JARVIS-33", "JARVIS-34")
def test_the_formulas() -> None:
    assert score.confidence(RULE, TODAY) == pytest.approx(1 * 0.30 + 1 * 0.25 + 1 * 0.25 + 1 * 0.20)
    idle = RULE._replace(last_accessed="2026-02-12", updated="2026-02-12")  # thirty days: recency is a half
    assert score.confidence(idle, TODAY) == pytest.approx(0.30 + 0.125 + 0.25 + 0.20)
    assert 1 <= score.priority(RULE, TODAY) <= 100


@pytest.mark.req("JARVIS-43", "JARVIS-44", "JARVIS-47")
def test_a_conflict_is_the_documented_object(play: Play) -> None:
    play("jarvis", "memory", "learn", "Use tabs in Makefiles")
    play("jarvis", "memory", "learn", "Use spaces, not tabs, in Makefiles", day="2026-03-15")
    conflicts = json.loads(play("jarvis", "memory", "log", "--json"))["conflicts"]
    for record in conflicts:
        assert {"learning_a", "learning_b", "resolution", "winner", "reason"} <= record["conflict_resolution"].keys()
    assert conflict.relation is not None


@pytest.mark.req("JARVIS-8", "JARVIS-10", "JARVIS-16", "JARVIS-22", "JARVIS-41", "JARVIS-59", "JARVIS-65")
def test_the_archive_and_the_log(play: Play, tmp_path: Path) -> None:
    play("jarvis", "memory", "learn", "Wrap every query in a timeout")
    play("jarvis", "memory", "reject", "pref_001", "it hid slow ones")
    file = tmp_path / "jarvis" / "archive" / "2026-Q1" / "learnings.json.gz"
    assert "Wrap every query in a timeout" in gzip.decompress(file.read_bytes()).decode()
    play("jarvis", "memory", "restore", "--id", "pref_001")
    log = json.loads(play("jarvis", "memory", "log", "--json"))["access_log"]
    assert [(one["action"], one["from_tier"], one["to_tier"]) for one in log] == [
        ("created", "", "warm"), ("archived", "warm", "cold"), ("restored", "cold", "warm"),
    ]  # fmt: skip
    assert log[-1].keys() >= {"timestamp", "learning_id", "action", "from_tier", "to_tier", "trigger"}
    assert log[-1]["timestamp"] == f"{TODAY}T10:30:00Z"


@pytest.mark.req("JARVIS-15", "JARVIS-30", "JARVIS-39", "JARVIS-52", "JARVIS-56", "JARVIS-57", "JARVIS-58")
def test_the_commands_that_clean_up(play: Play, repo: Path) -> None:
    idle = RULE._replace(last_accessed="2026-02-01", updated="2026-02-01", created="2026-02-01", confirmation=0.0)
    with learnings.held(str(repo)):
        learnings.write(str(repo), PROJECT, Warm((idle._replace(source="code_repetition"),)))
    assert "pref_001" in play("jarvis", "memory", "gc", "--dry-run")
    assert health(play("jarvis", "memory", "health"))["Warm Memory"].startswith("1/500")
    play("jarvis", "memory", "gc")
    assert health(play("jarvis", "memory", "health"))["Warm Memory"].startswith("0/500")
    play("jarvis", "memory", "restore", "--id", "pref_001")
    play("jarvis", "memory", "archive", "--older-than", "30d", day="2026-05-01")
    assert health(play("jarvis", "memory", "health"))["Warm Memory"].startswith("0/500")


@pytest.mark.req("JARVIS-14", "JARVIS-23", "JARVIS-28", "JARVIS-37")
def test_the_end_of_a_session_makes_warm_what_was_hot(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORY_CORE_NOW", f"{TODAY}T10:30:00Z")
    session.save(str(repo), "s1", {"hot": session.to_hot([RULE._replace(id="hot_1a2b3c4d")])})
    assert len(tiers.hot(str(repo))) == 1
    assert tiers.end(str(repo), "s1")
    assert [one.description for one in tiers.read(str(repo)).warm] == [RULE.description]
    assert [one.own for one in tiers.hot(str(repo)) if one.own] == []
