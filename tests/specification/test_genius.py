"""What the specification of the file memory prints: four files, the briefing, two scripts, life, retention, by hand."""

import json
import re
import subprocess
from datetime import date, timedelta
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.specification.played import TODAY, Played, headings

MEMORY = ".genius/memory"
DECISION: dict[str, Any] = {
    "id": "d-a1b2c3d4", "decision": "ARCH: The rota is kept in SQLite", "reason": "One file for each ward",
    "timestamp": "2026-03-10T10:00:00", "tags": ["decision", "architecture"],
}  # fmt: skip
PATTERN: dict[str, Any] = {
    "id": "p-e5f6g7h8", "pattern": "All dates go through the clock module", "context": "Seen in the forms for swaps",
    "timestamp": "2026-03-10T12:00:00",
}  # fmt: skip
PROGRESS: dict[str, Any] = {
    "id": "t-i9j0k1l2", "task": "Write the form for swaps", "status": "completed", "timestamp": "2026-03-11T11:30:00",
}  # fmt: skip
ERROR: dict[str, Any] = {
    "id": "e-m3n4o5p6", "error": "The rota file is locked at night", "solution": "WAL is switched on",
    "timestamp": "2026-03-12T14:00:00", "tags": ["sqlite", "lock"],
}  # fmt: skip
FILES: dict[str, dict[str, Any]] = {"decisions": DECISION, "patterns": PATTERN, "progress": PROGRESS, "errors": ERROR}
PREFIX = {"decisions": "d", "patterns": "p", "progress": "t", "errors": "e"}
BUDGETS = {"Architecture & State": 25, "Key Decisions": 25, "Active Patterns": 25, "Recent Errors": 20, "Progress": 30,
           "Context": 15}  # fmt: skip
STATE = {"version": "1.4.0", "phase": "EXECUTION", "tasks": {"total": 9, "completed": 4}, "artifacts": ["ROTA.xml"]}
SPOKEN = """We talked about the wards.
DECISION: Wards have numbers — the doors have signs
PATTERN: Forms are tested with the keyboard alone
ERROR: The print view is cut off -> the page margin is set
"""


def put(project: Played, **entries: list[dict[str, Any]]) -> None:
    for name, entry in FILES.items():
        project.write(f"{MEMORY}/{name}.json", json.dumps(entries.get(name, [entry]), indent=2))
    project.write(".genius/state.json", json.dumps(STATE))
    project.write("plan.md", "# Plan\n\n- [x] Draw the form\n- [ ] Print it\n- [ ] Send it\n")


def kept(project: Played, name: str) -> list[dict[str, Any]]:
    path = project.root / MEMORY / f"{name}.json"
    return json.loads(path.read_text()) if path.exists() else []


def sections(text: str) -> dict[str, list[str]]:
    """The lines of each section, with its heading."""
    by_heading: dict[str, list[str]] = {}
    for line in text.splitlines():
        if line.startswith("## "):
            by_heading[line[3:]] = []
        if by_heading:
            by_heading[list(by_heading)[-1]].append(line)
    return by_heading


@pytest.fixture(scope="module")
def project(played: Played) -> Played:
    """A project with the four files as they are printed."""
    put(played)
    return played


@pytest.mark.req("GENIUS-2", "GENIUS-3", "GENIUS-4", "GENIUS-5", "GENIUS-6", "GENIUS-7")
@pytest.mark.parametrize("name", FILES)
def test_a_file_as_printed_is_read(project: Played, name: str) -> None:
    (words,) = [value for key, value in FILES[name].items() if key in ("decision", "pattern", "task", "error")]
    out = project.do("show", FILES[name]["id"])
    assert words in out
    assert f"{MEMORY}/{name}.json" in out
    for key in ("reason", "context", "solution"):
        assert FILES[name].get(key, "") in out


@pytest.mark.req("GENIUS-3", "GENIUS-4", "GENIUS-6", "GENIUS-7", "GENIUS-20", "GENIUS-22")
@pytest.mark.parametrize("name", ["decisions", "patterns", "errors"])
def test_what_is_extracted_has_the_printed_fields(fresh: Played, name: str) -> None:
    put(fresh)
    fresh.do("extract", given=SPOKEN)
    first, second = kept(fresh, name)
    assert first == FILES[name]
    assert set(second) >= set(FILES[name])
    assert re.fullmatch(f"{PREFIX[name]}-[0-9a-f]{{8}}", second["id"])
    assert re.fullmatch(r"2026-03-14T\d\d:\d\d:\d\dZ", second["timestamp"])
    assert {"decisions": (second.get("decision"), second.get("reason")),
            "patterns": (second.get("pattern"), second.get("context")),
            "errors": (second.get("error"), second.get("solution"))}[name] == {
        "decisions": ("Wards have numbers", "the doors have signs"),
        "patterns": ("Forms are tested with the keyboard alone", ""),
        "errors": ("The print view is cut off", "the page margin is set"),
    }[name]  # fmt: skip


@pytest.mark.req("GENIUS-2", "GENIUS-8", "GENIUS-9", "GENIUS-10", "GENIUS-11", "GENIUS-12", "GENIUS-13", "GENIUS-16")
def test_the_briefing_has_the_printed_sections(project: Played) -> None:
    out = project.do("brief")
    assert out.rstrip("\n") == (project.root / MEMORY / "BRIEFING.md").read_text().rstrip("\n")
    assert [line[3:] for line in headings(out) if line.startswith("## ")] == list(BUDGETS)
    texts = {name: "\n".join(lines) for name, lines in sections(out).items()}
    state = texts["Architecture & State"]
    assert all(part in state for part in ("1.4.0", "EXECUTION", "1 of 3", "ROTA.xml"))
    assert DECISION["decision"] in texts["Key Decisions"]
    assert PATTERN["pattern"] in texts["Active Patterns"]
    assert ERROR["error"] in texts["Recent Errors"]
    assert PROGRESS["task"] in texts["Progress"]
    assert re.search(r"4 memories", texts["Context"])


@pytest.mark.req("GENIUS-8", "GENIUS-9", "GENIUS-10", "GENIUS-11", "GENIUS-12", "GENIUS-13", "GENIUS-14")
def test_each_section_keeps_its_budget_and_all_of_them_theirs(fresh: Played) -> None:
    many: dict[str, list[dict[str, Any]]] = {}
    words = ("door", "ward", "night", "nurse", "printer", "colour", "swap", "holiday", "lift", "kitchen")
    for name, entry in FILES.items():
        (key,) = [key for key in entry if key in ("decision", "pattern", "task", "error")]
        many[name] = [
            {**entry, "id": f"{PREFIX[name]}-{number:08}",
             key: f"The {words[number % 10]} of {name} has number {number}",
             "timestamp": f"2026-03-{8 + number // 10:02}T{number % 24:02}:00:00"}
            for number in range(60)
        ]  # fmt: skip
    put(fresh, **many)
    out = fresh.do("brief")
    assert len(out.splitlines()) <= 140
    printed = sections(out)
    assert dict.fromkeys(printed, True) == {name: len(lines) <= BUDGETS[name] for name, lines in printed.items()}
    rows = {name: [line for line in lines if re.match(r"- .*\]$", line)] for name, lines in printed.items()}
    assert len(rows["Key Decisions"]) <= 10
    assert len(rows["Active Patterns"]) <= 10
    assert len(rows["Recent Errors"]) <= 8
    assert rows["Key Decisions"]


@pytest.mark.req("GENIUS-12")
def test_progress_is_that_of_seven_days(fresh: Played) -> None:
    old = {**PROGRESS, "id": "t-00000001", "task": "Draw the old sheet", "timestamp": "2026-03-01T10:00:00"}
    put(fresh, progress=[old, PROGRESS])
    assert "Draw the old sheet" not in fresh.do("brief")


@pytest.mark.req("GENIUS-37")
@pytest.mark.parametrize("name", ["memory-briefing.sh", "memory-extract.sh"])
def test_the_two_scripts_can_be_run_by_their_names(project: Played, name: str) -> None:
    command = ["bash", str(ROOT / "scripts" / name)]
    with pytest.MonkeyPatch.context() as patch:
        project.fence(patch, TODAY)
        done = subprocess.run(command, cwd=project.root, input=SPOKEN, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.req("GENIUS-18", "GENIUS-19", "GENIUS-21", "GENIUS-23", "GENIUS-24", "GENIUS-25")
def test_extract_step_by_step(fresh: Played) -> None:
    old = {**PROGRESS, "id": "t-00000001", "task": "Draw the old sheet", "timestamp": "2026-03-01T10:00:00"}
    put(fresh, progress=[old, PROGRESS])
    fresh.do("extract", given=SPOKEN)
    fresh.do("extract", given=SPOKEN)
    logs = sorted(path.name for path in (fresh.root / MEMORY / "session-logs").glob("*.md"))
    assert logs == ["2026-03-14-1509.md"]
    assert [len(kept(fresh, name)) for name in ("decisions", "patterns", "errors")] == [2, 2, 2]
    assert [entry["task"] for entry in kept(fresh, "progress")] == ["Write the form for swaps"]
    assert "Wards have numbers" in (fresh.root / MEMORY / "BRIEFING.md").read_text()


@pytest.mark.req("GENIUS-24", "GENIUS-34")
@pytest.mark.parametrize(
    "way",
    [
        "session",
        "verb",
    ],
)
def test_a_session_log_goes_after_thirty_days(fresh: Played, way: str) -> None:
    put(fresh)
    for day in ("2026-01-29-1000", "2026-03-01-0900"):
        fresh.write(f"{MEMORY}/session-logs/{day}.md", "# A session\n")
    if way == "verb":
        fresh.do("extract", given=SPOKEN)
    else:
        fresh.context("SessionStart", source="startup")
        fresh.says(SPOKEN)
        fresh.hook("Stop")
        fresh.hook("SessionEnd", reason="other")
    logs = sorted(path.name for path in (fresh.root / MEMORY / "session-logs").glob("*.md"))
    assert logs == ["2026-03-01-0900.md", "2026-03-14-1509.md"]


@pytest.mark.req("GENIUS-18")
def test_extract_without_input_reads_progress_and_plan(fresh: Played) -> None:
    fresh.write("PROGRESS.md", "# Progress\n\nDECISION: Lifts are for beds only — they are slow\n")
    fresh.write("plan.md", "# Plan\n\nPATTERN: Beds are booked by the porter\n")
    fresh.do("extract")
    assert [entry["decision"] for entry in kept(fresh, "decisions")] == ["Lifts are for beds only"]
    assert [entry["pattern"] for entry in kept(fresh, "patterns")] == ["Beds are booked by the porter"]


@pytest.mark.req("GENIUS-15", "GENIUS-17", "GENIUS-26", "GENIUS-28", "GENIUS-29")
def test_the_life_of_a_session(fresh: Played) -> None:
    put(fresh)
    briefing = fresh.root / MEMORY / "BRIEFING.md"
    start = fresh.context("SessionStart", source="startup")
    assert DECISION["decision"] in start
    assert briefing.exists()
    fresh.says(SPOKEN)
    fresh.hook("PreCompact", trigger="auto")
    assert len(kept(fresh, "decisions")) == 2
    fresh.says("DECISION: Nights are swapped by phone — nobody reads mail at night")
    fresh.hook("Stop")
    assert len(kept(fresh, "decisions")) == 3
    assert fresh.json(".genius/state.json")["tasks"] == {"total": 3, "completed": 1}
    fresh.hook("SessionEnd", reason="other")
    following = fresh.context("SessionStart", source="startup", session="s-2")
    assert "Wards have numbers" in following
    assert "Nights are swapped by phone" in following
    assert "Nights are swapped by phone" in briefing.read_text()


@pytest.mark.req("GENIUS-30", "GENIUS-31", "GENIUS-32", "GENIUS-33", "GENIUS-34")
@pytest.mark.parametrize("name", FILES)
def test_what_stays_and_what_goes(fresh: Played, name: str) -> None:
    put(fresh, **{key: [{**entry, "timestamp": "2024-01-01T10:00:00"}] for key, entry in FILES.items()})
    fresh.do("extract", given="DECISION: Doors are painted white — so it is said\n")
    ids = [entry["id"] for entry in kept(fresh, name)]
    assert (FILES[name]["id"] in ids) == (name != "progress")


@pytest.mark.req("GENIUS-38")
def test_by_hand_the_entries_are_counted(project: Played) -> None:
    counts = {path.name: len(json.loads(path.read_text())) for path in (project.root / MEMORY).glob("*.json")}
    assert counts.keys() == {f"{name}.json" for name in FILES}
    assert all(counts.values())


@pytest.mark.req("GENIUS-39")
def test_by_hand_old_progress_is_cleaned_as_the_product_does_it(fresh: Played) -> None:
    days = [date(2026, 3, 14) - timedelta(days=number) for number in (0, 6, 7, 8, 20)]
    entries = [{**PROGRESS, "id": f"t-{at:08}", "task": f"Task {at}", "timestamp": f"{day}T11:30:00"}
               for at, day in enumerate(days)]  # fmt: skip
    put(fresh, progress=entries)
    cutoff = str(date(2026, 3, 14) - timedelta(days=7))
    by_hand = [entry["id"] for entry in kept(fresh, "progress") if entry["timestamp"] >= cutoff]
    fresh.do("extract", given=SPOKEN)
    assert [entry["id"] for entry in kept(fresh, "progress")] == by_hand == ["t-00000000", "t-00000001", "t-00000002"]


@pytest.mark.req("GENIUS-40")
def test_by_hand_a_decision_is_searched(fresh: Played) -> None:
    put(fresh)
    fresh.do("extract", given=SPOKEN)
    ids = [entry["id"] for entry in kept(fresh, "decisions") if re.search("sqlite", entry["decision"], re.IGNORECASE)]
    assert ids == [DECISION["id"]]
    assert DECISION["id"] in fresh.do("recall", "SQLITE", "--mode", "keyword")


@pytest.mark.req("GENIUS-36")
def test_none_of_the_old_calls_is_there() -> None:
    texts = {path: path.read_text() for path in (*ROOT.glob("skills/*/SKILL.md"), *ROOT.glob("commands/*/*.md"))}
    assert texts
    assert not [path for path, text in texts.items() if re.search(r"mind_(recall|log|search|remind)", text)]


@pytest.mark.req("GENIUS-35", "GENIUS-36")
def test_the_skill_names_the_briefing_and_no_function_of_the_version_before() -> None:
    text = (ROOT / "skills" / "project-memory" / "SKILL.md").read_text()
    assert ".genius/memory/BRIEFING.md" in text
    assert "mind_" not in text
