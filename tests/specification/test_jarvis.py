"""What the specification of the tiers prints: hot, warm and cold, scores, conflicts, the verbs, the log."""

import gzip
import hashlib
import json
import re
import subprocess
from collections.abc import Callable
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.machine import Machine, machine
from tests.specification.played import TODAY, Played

__all__ = ["machine"]  # the fixture

HEALTH = (
    r"Hot Memory:  (\d+)/20 items \((\d+)% capacity\)", r"Warm Memory: (\d+)/500 items \((\d+)% capacity\)",
    r"Cold Memory: (\d+\.\d)MB \((\d+) archived sessions\)", r"Pending demotions: (\d+) items \(inactive 14\+ days\)",
    r"Pending promotions: (\d+) items \(high access\)", r"Conflicts: (\d+)",
)  # fmt: skip
STATIONS = {"id": "pref_001", "description": "Name stations by their short code", "confidence": 0.9,
            "last_accessed": "2026-03-10", "access_count": 12, "source": "multiple_corrections"}  # fmt: skip
CHECK = {"id": "pat_001", "description": "Run make check before every commit", "confidence": 0.8,
         "last_accessed": "2026-01-02", "access_count": 4, "source": "code_repetition"}  # fmt: skip
CONTEXT = {"current_project": "depot", "active_skills": ["release", "rota"], "recent_files": ["src/rota/*.py"]}
WARM = ".claude/learnings/warm-memory.json"
MEMORY = ("jarvis", "memory")
LETTERS = str.maketrans("0123456789", "ghijklmnop")


def put(project: Played, *, preferences: Any = (STATIONS,), patterns: Any = (CHECK,), mine: bool = False) -> None:
    """Write the warm file as it is printed: that of the project, or that of the user."""
    warm = {"warm_memory": {"preferences": list(preferences), "patterns": list(patterns), "context": CONTEXT}}
    path = project.jarvis / "learnings" / "warm-memory.json" if mine else project.root / WARM
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(warm, indent=2))


def warm(project: Played) -> Any:
    return project.json(WARM)["warm_memory"]


def pattern(number: int, day: str, **more: Any) -> dict[str, Any]:
    """A pattern that is like no other."""
    first, second = (hashlib.sha256(f"{number} {at}".encode()).hexdigest()[:8].translate(LETTERS) for at in range(2))
    return {**CHECK, "id": f"pat_{number:03}", "description": f"{first} {second}", "last_accessed": day, **more}


def health(out: str) -> list[tuple[str, ...]]:
    """The numbers of each line of the report."""
    lines = [line for line in out.splitlines() if line][-6:]
    matches = [re.fullmatch(pattern, line) for pattern, line in zip(HEALTH, lines, strict=True)]
    assert all(matches), lines
    return [match.groups() for match in matches if match]


@pytest.fixture(scope="module")
def project(played: Played) -> Played:
    """A project whose warm file is as printed; one pattern was archived by hand and restored since."""
    put(played)
    return played


@pytest.mark.req("JARVIS-18", "JARVIS-19", "JARVIS-20", "JARVIS-21")
def test_warm_is_read_and_written_in_the_printed_shape(fresh: Played) -> None:
    put(fresh)
    learnings = {learning["id"]: learning for learning in fresh.answer(*MEMORY, "list")}
    for entry in (STATIONS, CHECK):
        for field in ("description", "last_accessed", "access_count", "source"):
            assert learnings[entry["id"]][field] == entry[field]
        assert 0 <= learnings[entry["id"]]["confidence"] <= 1
    fresh.do(*MEMORY, "learn", "Answer in short sentences")
    after = warm(fresh)
    assert after["preferences"][0] == STATIONS
    assert after["patterns"] == [CHECK]
    assert after["context"] == CONTEXT
    assert set(after["preferences"][1]) >= set(STATIONS)
    assert after["preferences"][1]["id"] == "pref_002"


@pytest.mark.req("JARVIS-4", "JARVIS-45")
def test_both_documented_places_are_warm(fresh: Played) -> None:
    fresh.do(*MEMORY, "learn", "Answer in short sentences", "--global")
    fresh.do(*MEMORY, "learn", "Stations have short codes")
    home = json.loads((fresh.jarvis / "learnings" / "warm-memory.json").read_text())["warm_memory"]
    assert [learning["description"] for learning in home["preferences"]] == ["Answer in short sentences"]
    assert [learning["description"] for learning in warm(fresh)["preferences"]] == ["Stations have short codes"]


@pytest.mark.req("JARVIS-8", "JARVIS-13", "JARVIS-22", "JARVIS-58", "JARVIS-59", "JARVIS-65")
def test_archive_and_restore_by_the_printed_commands(fresh: Played) -> None:
    put(fresh)
    assert "pat_001" in fresh.do(*MEMORY, "archive", "--older-than", "30d")
    cold = json.loads(gzip.decompress((fresh.jarvis / "archive/2026-Q1/patterns.json.gz").read_bytes()))
    assert [{key: item[key] for key in CHECK} for item in cold] == [CHECK]
    assert warm(fresh)["patterns"] == []
    assert warm(fresh)["preferences"] == [STATIONS]
    assert "pat_001" in fresh.do(*MEMORY, "restore", "--id", "pat_001")
    assert warm(fresh)["patterns"] == [CHECK]
    entries = fresh.answer(*MEMORY, "log")["access_log"]
    assert [(line["learning_id"], line["from_tier"], line["to_tier"]) for line in entries][-1] == (
        "pat_001", "cold", "warm",
    )  # fmt: skip
    assert all(
        set(line) >= {"timestamp", "learning_id", "action", "from_tier", "to_tier", "trigger"} for line in entries
    )
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", line["timestamp"]) for line in entries)


@pytest.mark.req("JARVIS-22", "JARVIS-16")
def test_preferences_go_to_learnings_of_the_quarter(fresh: Played) -> None:
    put(fresh)
    fresh.do(*MEMORY, "reject", "pref_001", "we changed our minds", day="2026-05-04")
    names = sorted(str(path.relative_to(fresh.jarvis)) for path in fresh.jarvis.rglob("*.gz"))
    assert "archive/2026-Q2/learnings.json.gz" in names


@pytest.mark.req("JARVIS-22", "JARVIS-53", "GENIUS-24", "GENIUS-34")
def test_old_sessions_stand_in_the_sessions_of_a_quarter(fresh: Played) -> None:
    for minute in ("1000", "1430"):
        fresh.write(f".genius/memory/session-logs/2025-11-29-{minute}.md", f"# Session of {minute}\n")
    fresh.do(*MEMORY, "gc")
    fresh.says("Good morning.")
    for event in ("SessionStart", "Stop", "SessionEnd"):
        fresh.hook(event, **({"source": "startup"} if event == "SessionStart" else {"reason": "other"}))
    names = sorted(str(path.relative_to(fresh.jarvis)) for path in fresh.jarvis.rglob("sessions/*.gz"))
    assert [re.sub("2025-Q4|2026-Q1", "Q", name) for name in names] == [
        "archive/Q/sessions/session-001.md.gz", "archive/Q/sessions/session-002.md.gz",
    ]  # fmt: skip


@pytest.mark.req("JARVIS-1", "JARVIS-55", "JARVIS-60", "JARVIS-61")
@pytest.mark.parametrize("verb", ["health", "status"])
def test_the_report_line_by_line(project: Played, verb: str) -> None:
    out = project.do(*MEMORY, verb)
    hot, warm, cold, demotions, promotions, conflicts = health(out)
    assert hot == ("0", "0")
    assert warm == ("2", "0")
    assert cold == ("0.0", "0")
    assert conflicts == ("0",)
    assert len(demotions) == len(promotions) == 1
    assert [line for line in out.splitlines() if not line] == [""]
    assert len(out.splitlines()) == 7


@pytest.mark.req("JARVIS-61", "JARVIS-51")
def test_the_report_counts_what_there_is(fresh: Played) -> None:
    recent = [pattern(number, "2026-03-12") for number in range(1, 33)]
    idle = [pattern(number, "2026-02-25") for number in range(41, 44)]
    put(fresh, preferences=[], patterns=[*recent, *idle])
    _, warm, _, demotions, _, _ = health(fresh.do(*MEMORY, "health"))
    assert warm == ("35", "7")
    assert demotions == ("3",)


@pytest.mark.req("Z-4", "JARVIS-55")
def test_the_plain_command_is_the_same_call(project: Played, machine: Machine) -> None:
    command = [str(ROOT / "bin" / "jarvis"), "memory", "status"]
    with pytest.MonkeyPatch.context() as patch:
        project.fence(patch, TODAY)
        patch.setenv("MEMORY_CORE_DATA", str(machine.data))
        done = subprocess.run(command, cwd=project.root, capture_output=True, text=True, check=True)
    assert done.stdout == project.do(*MEMORY, "status")


@pytest.mark.req("JARVIS-15", "JARVIS-52", "JARVIS-56", "JARVIS-57")
def test_gc_previews_and_then_does_it(fresh: Played) -> None:
    fading, gone = pattern(2, "2026-02-25"), pattern(3, "2026-02-10")
    put(fresh, patterns=[fading, gone])
    before = (fresh.root / WARM).read_bytes()
    preview = fresh.do(*MEMORY, "gc", "--dry-run")
    assert "pat_003" in preview
    assert (fresh.root / WARM).read_bytes() == before
    assert not list(fresh.jarvis.rglob("*.gz"))
    assert "pat_003" in fresh.do(*MEMORY, "gc")
    assert [learning["id"] for learning in warm(fresh)["patterns"]] == ["pat_002"]


@pytest.mark.req("JARVIS-43", "JARVIS-47")
def test_a_conflict_is_recorded_in_the_printed_shape(fresh: Played) -> None:
    fresh.do(*MEMORY, "learn", "Use pnpm, not npm")
    fresh.do(*MEMORY, "learn", "Use bun instead of pnpm")
    (record,) = fresh.answer(*MEMORY, "log")["conflicts"]
    resolution = record["conflict_resolution"]
    assert set(resolution) == {"learning_a", "learning_b", "resolution", "winner", "reason"}
    assert (resolution["learning_a"], resolution["learning_b"]) == ("pref_001", "pref_002")
    assert resolution["winner"] == "pref_002"
    assert resolution["reason"]


@pytest.mark.req("JARVIS-43", "JARVIS-47")
def test_the_rule_of_a_conflict_has_its_printed_name(fresh: Played) -> None:
    fresh.do(*MEMORY, "learn", "Use pnpm, not npm")
    fresh.do(*MEMORY, "learn", "Use bun instead of pnpm")
    (record,) = fresh.answer(*MEMORY, "log")["conflicts"]
    assert record["conflict_resolution"]["resolution"] == "recency"


@pytest.mark.req("JARVIS-32", "JARVIS-33")
@pytest.mark.parametrize(
    ("occurrences", "idle", "confirmation", "contradicted"),
    [(3, 0, 1.0, 0), (1, 30, 0.5, 0), (2, 60, 0.0, 1), (9, 15, 1.0, 3)],
)
def test_confidence_is_the_printed_sum(
    fresh: Played, occurrences: int, idle: int, confirmation: float, contradicted: int
) -> None:
    day = {0: TODAY, 15: "2026-02-27", 30: "2026-02-12", 60: "2026-01-13"}[idle]
    put(fresh, preferences=[], patterns=[{**CHECK, "last_accessed": day, "occurrences": occurrences,
        "confirmation": confirmation, "contradicted": contradicted, "status": "active"}])  # fmt: skip
    (learning,) = fresh.answer(*MEMORY, "list")
    frequency, recency = min(occurrences / 3, 1), 2 ** (-idle / 30)
    consistency = 1 - contradicted / max(occurrences, contradicted)
    wanted = frequency * 0.30 + recency * 0.25 + confirmation * 0.25 + consistency * 0.20
    assert learning["confidence"] == pytest.approx(wanted, abs=0.1 if contradicted else 0.006)


@pytest.mark.req("JARVIS-34")
def test_priority_is_the_order_of_the_list(fresh: Played) -> None:
    often = pattern(1, TODAY, access_count=9, occurrences=3)
    seldom = pattern(2, TODAY, access_count=1, occurrences=3)
    idle = pattern(3, "2026-02-20", access_count=1, occurrences=3)
    put(fresh, preferences=[], patterns=[idle, seldom, often])
    assert [learning["id"] for learning in fresh.answer(*MEMORY, "list")] == ["pat_001", "pat_002", "pat_003"]


@pytest.mark.req("JARVIS-36", "JARVIS-38", "JARVIS-39", "JARVIS-44")
def test_five_hundred_stay_warm(fresh: Played) -> None:
    put(fresh, preferences=[], patterns=[pattern(number, "2026-03-12") for number in range(1, 504)])
    fresh.do(*MEMORY, "gc")
    assert health(fresh.do(*MEMORY, "health"))[1] == ("500", "100")
    assert list(fresh.jarvis.rglob("patterns.json.gz"))


@pytest.fixture(scope="module")
def session(another: Callable[[], Played]) -> dict[str, Any]:
    """One session from start to end, and what was seen on the way."""
    project = another()
    put(project, mine=True)
    seen: dict[str, Any] = {"start": project.context("SessionStart", source="startup")}
    seen["empty"] = project.do(*MEMORY, "list", "hot")
    seen["prompt"] = project.context("UserPromptSubmit", prompt="Please name the new stations by some code")
    project.says("No, always use tabs in the makefiles, not spaces.", role="user", at=f"{TODAY}T10:30:00.000Z")
    project.says("They are tabs now.", at=f"{TODAY}T10:31:00.000Z")
    project.hook("Stop")
    seen["hot"] = project.answer(*MEMORY, "list", "hot")
    seen["full"] = project.do(*MEMORY, "health")
    seen["compacted"] = project.context("SessionStart", source="compact")
    project.hook("SessionEnd", reason="other")
    seen["warm"] = project.answer(*MEMORY, "list", "warm")
    seen["ended"] = project.do(*MEMORY, "health")
    seen["log"] = project.answer(*MEMORY, "log")["access_log"]
    return seen


@pytest.mark.req("JARVIS-24", "JARVIS-23", "X-7")
def test_a_session_starts_with_hot_empty_and_warm_untold(session: Any) -> None:
    assert "hot_" not in session["empty"]
    assert "Name stations" not in session["start"]


@pytest.mark.req("JARVIS-12", "JARVIS-25", "JARVIS-26", "JARVIS-65")
def test_a_prompt_promotes_what_it_is_about(session: Any) -> None:
    assert "Name stations by their short code" in session["prompt"]
    (promoted,) = [line for line in session["log"] if line["learning_id"] == "pref_001" and line["to_tier"] == "hot"]
    assert (promoted["action"], promoted["from_tier"], promoted["trigger"]) == ("promoted", "warm", "pattern_match")
    (after,) = [learning for learning in session["warm"] if learning["id"] == "pref_001"]
    assert after["access_count"] == STATIONS["access_count"] + 1  # type: ignore[operator]
    assert after["last_accessed"] == TODAY


@pytest.mark.req("JARVIS-17", "JARVIS-2")
def test_hot_is_rendered_under_the_printed_headings(session: Any) -> None:
    lines = session["compacted"].splitlines()
    at = lines.index("## Active Learnings (This Session)")
    assert "### Corrections" in lines[at:]
    assert any(re.match(r"- \[\d\d:\d\d\] Always use tabs in the makefiles", line) for line in lines[at:])


@pytest.mark.req("JARVIS-14", "JARVIS-28", "JARVIS-37", "JARVIS-61")
def test_what_was_hot_is_warm_when_the_session_ends(session: Any) -> None:
    assert int(health(session["full"])[0][0]) >= 1
    assert health(session["ended"])[0] == ("0", "0")
    assert any("tabs in the makefiles" in learning["description"] for learning in session["warm"])
    assert any(line["from_tier"] == "hot" and line["to_tier"] == "warm" for line in session["log"])


@pytest.mark.req("JARVIS-17", "J-10")
def test_what_was_seen_twice_is_watched_and_told_as_printed(fresh: Played) -> None:
    watched = {**CHECK, "occurrences": 2, "status": "watching", "last_accessed": TODAY}
    put(fresh, preferences=[], patterns=[watched], mine=True)
    lines = fresh.context("UserPromptSubmit", prompt="run make check and then make the commit please").splitlines()
    assert "### Patterns In Progress" in lines
    assert any("Run make check before every commit" in line and "(2 occurrences, watching)" in line for line in lines)


@pytest.mark.req("JARVIS-17")
def test_what_was_corrected_twice_is_told_under_avoid(fresh: Played) -> None:
    never = {**STATIONS, "description": "Never edit the timetable by hand", "corrections": 2, "last_accessed": TODAY}
    put(fresh, preferences=[never], mine=True)
    lines = fresh.context("UserPromptSubmit", prompt="edit the timetable by hand for the new line").splitlines()
    assert "### Avoid" in lines
    assert any("Never edit the timetable by hand" in line and "(user corrected twice)" in line for line in lines)
