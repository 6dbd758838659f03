"""`jarvis memory status | gc | archive | restore | list | search | log | skills`, over real files."""

import gzip
import json
import os
import random
from pathlib import Path

import pytest

from memory_core.core.light import user
from memory_core.core.options import VERBS
from memory_core.learnings import archive, tiers, view, warm_files
from memory_core.learnings.learning import (
    ACTIVE,
    ASKED,
    BEHAVIOUR,
    GLOBAL,
    INACTIVE,
    PREFERENCE,
    REJECTED,
    SUPERSEDED,
    Cold,
    Learning,
)
from memory_core.learnings.light import matchers
from tests.test_jarvis_feedback import BRIEF, HEARD, PNPM, RUFF, Run, cold, hot, is_cold, moved, run, stands, warm
from tests.test_jarvis_views import DOCUMENTED

__all__ = ["run"]

USED = Learning("pref_900", PREFERENCE, "Use pnpm, not npm", "statement", last_accessed="2026-03-14", access_count=10,
                occurrences=3, confirmation=1.0, created="2026-01-01", updated="2026-03-14")  # fmt: skip
NOUNS = (
    "lane berth invoice ledger ferry quay tide anchor cargo manifest parcel voucher tariff rota harbour pilot buoy lock"
).split()


def many(number: int, day: str, first: int) -> list[Learning]:
    """So many learnings that have nothing to do with each other."""
    return [
        Learning(f"pref_{first + at:03}", PREFERENCE, f"Call {NOUNS[at % 18]}{first + at} kind{first + at}",
                 "statement", last_accessed=day, created=day, updated=day, confirmation=1.0)
        for at in range(number)
    ]  # fmt: skip


def sessions_of_weight(number: int, size: int) -> None:
    """An archive with so many logs of sessions, that takes so many bytes."""
    folder = Path(user.learnings()) / "archive" / "2026-Q1" / "sessions"
    folder.mkdir(parents=True)
    dice = random.Random(1)
    for at in range(1, number):
        (folder / f"session-{at:03}.md.gz").write_bytes(gzip.compress(b"# A session\n"))
    used = archive.sizes()[0]
    (folder / f"session-{number:03}.md.gz").write_bytes(dice.randbytes(size - used))


@pytest.mark.req("JARVIS-55", "JARVIS-60", "JARVIS-61", "JARVIS-54", "JARVIS-50", "JARVIS-51")
def test_health_and_status_print_the_documented_lines(run: Run, repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDE_CODE_SESSION_ID", "s1")
    idle = many(8, "2026-02-25", 100)
    ready = [
        USED._replace(id=f"pref_{900 + at}", description=f"Fold the {word} before it is put away")
        for at, word in enumerate(("sail", "map", "flag"))
    ]
    warm(
        repo,
        *many(95, "2026-03-13", 1),
        *idle,
        *ready,
        *(learning._replace(level=GLOBAL) for learning in many(50, "2026-03-13", 200)),
    )
    hot(repo, *(HEARD._replace(description=f"Name the {word} after its owner") for word in NOUNS[:12]))
    sessions_of_weight(34, int(2.3 * 1024 * 1024))
    assert run("health").out == DOCUMENTED + "\n"
    assert run("status").out == DOCUMENTED + "\n"
    assert run().out == DOCUMENTED + "\n"
    assert DOCUMENTED in run(typed="health").out
    status = run("status", "--json").json
    assert (status["hot"]["items"], status["warm"]["items"], status["cold"]["sessions"]) == (12, 156, 34)
    assert sorted(status["pending"]["demotions"]) == [learning.id for learning in idle]
    assert sorted(status["pending"]["promotions"]) == [learning.id for learning in ready]
    assert status["conflicts"] == []


@pytest.mark.req("JARVIS-12", "JARVIS-26", "JARVIS-60")
def test_the_list_of_what_is_hot_and_the_report_agree(run: Run, repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDE_CODE_SESSION_ID", "s1")
    warm(repo, PNPM)
    hot(repo, HEARD)
    matchers.tell(str(repo), "s1", [(PNPM.id, "project"), ("pref_777", "project")], "2026-03-14T10:00:00Z")
    tiers.count(str(repo), "s1")
    assert "Hot Memory:  2/20 items" in run("health").out
    listed = run("list", "hot")
    assert "Hot (2)" in listed.out
    assert PNPM.description in listed.out
    assert [entry["tier"] for entry in run("list", "hot", "--json").json] == ["hot", "hot"]
    assert "Warm (1)" in run("list").out
    monkeypatch.setenv("CLAUDE_CODE_SESSION_ID", "s2")
    assert "Hot Memory:  0/20 items" in run("health").out
    assert "Hot in other sessions (1)" in run("list", "hot").out


def test_an_empty_project_has_a_report(run: Run, repo: Path) -> None:
    result = run("health")
    assert "Hot Memory:  0/20 items (0% capacity)" in result.out
    for action in ("list", "list cold", "log", "skills", "gc", "gc --dry-run", "archive --older-than 30d"):
        assert run(*action.split()).code == 0
    assert sorted(path.name for path in repo.iterdir() if path.name != ".cs-memory") == [".git", "README.md"]


@pytest.mark.req("JARVIS-56", "JARVIS-57", "JARVIS-52", "JARVIS-15", "JARVIS-39")
def test_gc_does_what_its_dry_run_told(run: Run, repo: Path) -> None:
    old = RUFF._replace(id="pat_001", status=ACTIVE, occurrences=5, updated="2026-02-01", created="2026-01-01")
    statement = PNPM._replace(last_accessed="2026-01-20", updated="2026-01-20", created="2026-01-01")
    very_old = BRIEF._replace(last_accessed="2025-12-01", updated="2025-12-01", created="2025-11-01", level="project")
    warm(repo, old, statement, very_old)
    before = (repo / ".claude/learnings/warm-memory.json").read_bytes()
    planned = run("gc", "--dry-run", "--json").json
    text = run("gc", "--dry-run").out
    assert (repo / ".claude/learnings/warm-memory.json").read_bytes() == before
    assert is_cold(repo) == {}
    assert planned["dry_run"] is True
    assert sorted(entry["id"] for entry in planned["archived"]) == ["pat_001", "pref_007"]
    assert "pref_001" in planned["pending"]["demotions"]
    assert "Would be archived (2)" in text
    done = run("gc", "--json").json
    assert {**done, "dry_run": True} == planned
    assert list(stands(repo)) == ["pref_001"]
    assert {name: entry.why for name, entry in is_cold(repo).items()} == {"pat_001": INACTIVE, "pref_007": "age"}
    assert "Archived" not in run("gc").out


@pytest.mark.req("JARVIS-58")
def test_archive_takes_what_was_idle_for_so_long_whoever_said_it(run: Run, repo: Path) -> None:
    warm(repo, PNPM, PNPM._replace(id="pref_004", description="Keep the changelog short", last_accessed="2026-02-01",
                                   updated="2026-02-01"))  # fmt: skip
    assert "pref_004" in run("archive", "--older-than", "5w", "--dry-run").out
    assert len(stands(repo)) == 2
    assert run("archive", "--older-than", "30d").code == 0
    assert list(stands(repo)) == ["pref_001"]
    assert is_cold(repo)["pref_004"].why == ASKED
    for wrong in ("soon", "-3d", "", "30 months", "9" * 40):
        assert run("archive", f"--older-than={wrong}").code == 1
    assert "30d" in run("archive").err


@pytest.mark.req("JARVIS-59", "JARVIS-13", "JARVIS-11")
def test_restore_brings_back_the_identical_entry(run: Run, repo: Path) -> None:
    warm(repo, PNPM._replace(access_count=3, extra={"note": ["by", "hand"]}), RUFF)
    file = repo / ".claude/learnings/warm-memory.json"
    before = next(line for line in file.read_text().splitlines() if "pref_001" in line)
    run("reject", "pref_001", "no longer")
    assert "pref_001" not in file.read_text()
    result = run("restore", "--id", "pref_001")
    assert "reject pref_001" in result.out
    after = next(line for line in file.read_text().splitlines() if '"id": "pref_001"' in line)
    assert json.loads(after.strip().rstrip(",")) == json.loads(before.strip().rstrip(","))
    assert warm_files.read(str(repo), "project").returned == {"pref_001": "2026-03-14"}
    assert is_cold(repo) == {}
    assert ("pref_001", "restored", "cold", "warm") in moved()
    run("gc")
    assert "pref_001" in stands(repo)


@pytest.mark.req("JARVIS-13", "JARVIS-64")
def test_what_is_restored_in_a_session_is_hot_there(run: Run, repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDE_CODE_SESSION_ID", "s1")
    cold(repo, Cold(PNPM, os.path.realpath(repo), "2026-02-01"))
    run("restore", "--id", "pref_001")
    tiers.count(str(repo), "s1")
    assert run("status", "--json").json["hot"]["items"] == 1
    assert stands(repo)["pref_001"].access_count == PNPM.access_count + 1


def test_restored_without_the_word_for_it(run: Run, repo: Path) -> None:
    cold(repo, Cold(PNPM, os.path.realpath(repo), "2026-02-01", REJECTED))
    assert run("restore", "pref_001").code == 0
    assert list(stands(repo)) == ["pref_001"]


def test_restore_says_what_had_taken_its_place(run: Run, repo: Path) -> None:
    warm(repo, PNPM)
    old = PNPM._replace(id="pref_005", description="Use npm, not pnpm")
    cold(repo, Cold(old, os.path.realpath(repo), "2026-02-01", SUPERSEDED, "pref_001"))
    assert "pref_001" in run("restore", "--id", "pref_005").out


def test_another_project_does_not_see_what_is_cold_here(run: Run, repo: Path) -> None:
    cold(repo, Cold(PNPM, "/elsewhere", "2026-02-01"), Cold(BRIEF, "", "2026-02-01"))
    assert run("restore", "--id", "pref_001").code == 1
    assert run("restore", "--id", "pref_007").code == 0
    assert list(stands(repo, GLOBAL)) == ["pref_007"]
    assert [entry.project for entry in archive.read()] == ["/elsewhere"]


@pytest.mark.req("JARVIS-8", "JARVIS-10")
def test_search_finds_in_every_tier(run: Run, repo: Path) -> None:
    warm(repo, PNPM, BRIEF)
    cold(repo, Cold(RUFF, os.path.realpath(repo), "2026-02-01"))
    (name,) = hot(repo, HEARD)
    assert [entry["tier"] for entry in run("search", "checks", "before", "commit", "--json").json] == ["cold"]
    assert "restore --id" in run("search", "ruff").out
    assert run("search", "pnpm", "--json").json[0]["id"] == "pref_001"
    assert run("search", "module", "--json").json[0]["id"] == name
    assert "no learning" in run("search", "zebra").out
    assert run("search").code == 1


def test_the_list_is_by_tier_and_weight(run: Run, repo: Path) -> None:
    warm(repo, PNPM, RUFF, BRIEF)
    cold(repo, Cold(USED, os.path.realpath(repo), "2026-02-01", REJECTED))
    (name,) = hot(repo, HEARD)
    text = run("list").out
    assert text.index(name) < text.index("pref_001") < text.index("pat_002")
    assert "2 occurrences, watching" in text
    assert "pref_900" not in text
    assert "rejected" in run("list", "cold").out
    assert {entry["tier"] for entry in run("list", "all", "--json").json} == {"hot", "warm", "cold"}


@pytest.mark.req("JARVIS-65", "JARVIS-47")
def test_the_log_tells_what_moved_and_what_was_resolved(run: Run, repo: Path) -> None:
    warm(repo, PNPM)
    run("learn", "Use npm, not pnpm")
    log = run("log", "--json").json
    entry = next(line for line in log["access_log"] if line["learning_id"] == "pref_001")
    assert entry["timestamp"] == "2026-03-14T15:09:26Z"
    assert (entry["action"], entry["from_tier"], entry["to_tier"]) == ("archived", "warm", "cold")
    (record,) = [line["conflict_resolution"] for line in log["conflicts"]]
    assert set(record) == {"learning_a", "learning_b", "resolution", "winner", "reason"}
    assert "resolved" in run("log").out


@pytest.mark.req("JARVIS-63", "JARVIS-21")
def test_a_skill_is_written_only_when_it_is_said(run: Run, repo: Path) -> None:
    warm(repo, USED, PNPM._replace(description="Keep the changelog short"))
    assert "--write pref_900" in run("skills").out
    assert "name: pnpm-not-npm" in run("skills").out
    assert not (repo / ".claude" / "skills").exists()
    result = run("skills", "--write", "pref_900")
    file = repo / ".claude/skills/pnpm-not-npm/SKILL.md"
    assert str(file.relative_to(repo)) in result.out
    assert file.read_text() == run("skills", "--write", "pref_900", "--json").json["text"]
    assert stands(repo)["pref_900"].skill == "pnpm-not-npm"
    assert warm_files.read(str(repo), "project").context["active_skills"] == ["pnpm-not-npm"]
    assert "sure enough" in run("skills").out
    file.write_text("by hand")
    assert run("skills", "--write", "pref_900").code == 0
    assert file.read_text() == "by hand"
    assert (repo / ".claude/skills/pnpm-not-npm-pref-900/SKILL.md").exists()


def test_no_skill_leaves_the_project(run: Run, repo: Path, tmp_path: Path) -> None:
    warm(repo, USED)
    (repo / ".claude").mkdir(exist_ok=True)
    (tmp_path / "away").mkdir()
    (repo / ".claude/skills").symlink_to(tmp_path / "away")
    assert run("skills", "--write", "pref_900").code == 1
    assert list((tmp_path / "away").iterdir()) == []
    assert stands(repo)["pref_900"].skill == ""


def test_every_action_is_explained(run: Run) -> None:
    text = run("help").out
    assert all(f"jarvis memory {name}" in text for name in VERBS["jarvis"].actions)
    for name in VERBS["jarvis"].actions:
        assert run(name, "--help").code == 0
    result = run("fly")
    assert result.code == 2
    assert "restore" in result.err


def test_rows_name_both_kinds() -> None:
    assert "once" in view.row(Learning("pat_001", BEHAVIOUR, "x", access_count=1))
