"""cs-memory: notes, commands of git, search, reviews and views of its specification, played with data of our own."""

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from tests.conftest import ROOT
from tests.specification.played import Play, play

__all__ = ["play"]

Git = Callable[..., str]
NAMESPACES = {
    "inception", "elicitation", "research", "decisions", "progress", "blockers", "reviews", "learnings",
    "retrospective", "patterns",
}  # fmt: skip


def note(repo: Path, git: Git, space: str) -> tuple[dict[str, object], str]:
    """(the front matter, the body) of the one document of HEAD's note."""
    _, head, body = git(repo, "notes", f"--ref=cs/{space}", "show", "HEAD").split("---\n", 2)
    return yaml.safe_load(head), body


@pytest.mark.req("CS-US-001", "CS-FR-001", "CS-FR-002", "CS-FR-003", "CS-FR-006", "CS-C-005")
def test_a_note(play: Play, repo: Path, git: Git) -> None:
    said = play(
        "remember", "decision", "Tides come from the harbour's own gauge", "--spec", "tides", "--context",
        "Two sources differed", "--rationale", "It is the one that pilots read", "--alternative", "the state's model",
        "--phase", "planning", "--tag", "data", "--relates-to", git(repo, "rev-parse", "HEAD"),
    )  # fmt: skip
    assert re.search(r"decisions-[0-9a-f]{12} on commit [0-9a-f]{10}", said)
    head, body = note(repo, git, "decisions")
    assert head["type"] == "decision"
    assert head["spec"] == "tides"
    assert head["summary"] == "Tides come from the harbour's own gauge"
    assert str(head["timestamp"]).startswith("2026-03-14")
    assert (head["phase"], head["tags"], head["relates_to"]) == (
        "planning", ["data"], [git(repo, "rev-parse", "HEAD")],
    )  # fmt: skip
    assert [line for line in body.splitlines() if line.startswith("## ")] == [
        "## Context", "## Decision", "## Alternatives considered", "## Rationale",
    ]  # fmt: skip


@pytest.mark.req("CS-FR-004", "CS-FR-005")
def test_the_ten_namespaces(play: Play, repo: Path, git: Git) -> None:
    for space in sorted(NAMESPACES):
        play("remember", space, f"Something for {space}")
    refs = git(repo, "for-each-ref", "--format=%(refname)", "refs/notes/cs/").split()
    assert {*refs} == {f"refs/notes/cs/{space}" for space in NAMESPACES}


@pytest.mark.req("CS-FR-007", "CS-FR-023")
def test_an_update_is_appended(play: Play, repo: Path, git: Git) -> None:
    said = play("remember", "blocker", "The gauge is silent at night")
    identity = re.search(r"blockers-[0-9a-f]{12}", said)
    assert identity
    before = git(repo, "notes", "--ref=cs/blockers", "show", "HEAD")
    play("resolve", identity[0], "its battery was replaced")
    after = git(repo, "notes", "--ref=cs/blockers", "show", "HEAD")
    assert after.startswith(before)
    assert "status: resolved" in after[len(before) :]


@pytest.mark.req("CS-US-005", "CS-US-006", "CS-US-007", "CS-NFR-008")
def test_recall_and_its_flags(play: Play, repo: Path, git: Git) -> None:
    (repo / "gauge.py").write_text("LEVEL = 3\n")
    git(repo, "add", "gauge.py")
    git(repo, "commit", "-qm", "Gauge")
    play("remember", "decision", "The gauge is read each minute", "--spec", "tides", "--rationale", "pilots ask")
    play("remember", "learning", "The gauge drifts in frost", day="2026-04-01")
    said = play("recall", "gauge")
    assert git(repo, "rev-parse", "HEAD")[:10] in said
    assert "score" in said
    for flags, wanted in (
        (["--spec=tides"], 1), (["--type=learnings"], 1), (["--since=2026-03-20"], 1), (["--until=2026-03-20"], 1),
    ):  # fmt: skip
        assert len(json.loads(play("recall", "gauge", "--json", *flags))["results"]) == wanted
    assert "pilots ask" in play("recall", "gauge", "--full")
    assert "LEVEL = 3" in play("recall", "gauge", "--files")


@pytest.mark.req("CS-US-008", "CS-US-010", "CS-US-011")
def test_context_status_and_export(play: Play) -> None:
    play("remember", "decision", "The gauge is read each minute", "--spec", "tides")
    play("remember", "learning", "The gauge drifts in frost", "--spec", "tides")
    assert re.search(r"\d+ tokens", play("context", "tides"))
    status = json.loads(play("status", "--json"))
    assert status["by_namespace"] == {"decisions": 1, "learnings": 1}
    assert {"records", "last_sync", "bytes"} <= status["index"].keys()
    exported = json.loads(play("export", "--spec=tides", "--json"))
    assert all(re.fullmatch(r"[0-9a-f]{40}", one["commit"]) for one in exported["memories"])


@pytest.mark.req("CS-US-015")
def test_the_line_at_a_start(play: Play) -> None:
    for number in range(2):
        play("remember", "decision", f"Gauge {number} is read each minute")
    play("remember", "blocker", "The gauge is silent at night")
    assert re.search(r"cs-memory: 3 memories available for this project \(2 decisions, 1 blocker\)", play("brief"))


@pytest.mark.req("CS-FR-018", "CS-US-017")
def test_a_batch_of_findings(play: Play, repo: Path, git: Git) -> None:
    found = {"severity": "high", "category": "security", "file": "gauge.py", "line": 3, "summary": "The port is open",
             "details": "Anybody on the quay can write; bind it to the local address"}  # fmt: skip
    (repo / "findings.json").write_text(json.dumps([found]))
    play("findings", "capture", "--file", "findings.json", "--no-files")
    head, body = note(repo, git, "reviews")
    assert head["type"] == "review_batch"
    assert head["summary"] == "Code review: 1 finding (0 critical, 1 high)"
    value = json.loads(body.split("```json\n")[1].split("```")[0])
    [entry] = value["findings"]
    assert [*value] == ["findings"]
    assert re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", entry.pop("id"))
    assert entry == {**found, "status": "open", "resolution": None}


@pytest.mark.req("CS-FR-019")
def test_the_routing_table(play: Play, repo: Path) -> None:
    agents = {
        "security": "security-engineer", "performance": "performance-engineer",
        "architecture": "refactoring-specialist", "quality": "code-reviewer", "tests": "test-automator",
        "documentation": "documentation-engineer",
    }  # fmt: skip
    found = [{"severity": "low", "category": name, "file": "a.py", "summary": f"About {name}"} for name in agents]
    (repo / "findings.json").write_text(json.dumps(found))
    play("findings", "capture", "--file", "findings.json", "--no-files")
    groups = json.loads(play("findings", "route", "--json"))["groups"]
    assert {group["category"]: group["agent"] for group in groups} == agents


@pytest.mark.req("CS-FR-022")
def test_a_second_writer_gives_up_after_five_seconds_with_a_clear_error(play: Play, repo: Path) -> None:
    code = f"from memory_core.stores import workspace\nwith workspace.held({str(repo)!r}): print(flush=True); input()"
    holder = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert holder.stdout
    holder.stdout.readline()
    start = time.monotonic()
    said = play("remember", "decision", "The gauge is read each minute", code=1)
    assert 4 < time.monotonic() - start < 20
    holder.communicate(b"\n")
    assert "again" in said


@pytest.mark.req("CS-FR-008", "CS-FR-011")
def test_git_fetches_notes_after_the_first_sync(play: Play, repo: Path, git: Git, tmp_path: Path) -> None:
    hub = tmp_path / "hub.git"
    git(tmp_path, "init", "-q", "--bare", str(hub))
    git(repo, "remote", "add", "origin", str(hub))
    git(repo, "push", "-q", "origin", "HEAD")
    play("remember", "decision", "The gauge is read each minute")
    play("sync", "--push")
    assert "+refs/notes/cs/*:refs/notes/origin/cs/*" in git(repo, "config", "--get-all", "remote.origin.fetch")
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", str(hub), str(clone)], check=True)
    assert "1 document came" in play("sync", "--root", str(clone))
    assert len(json.loads(play("recall", "gauge", "--json", "--root", str(clone)))["results"]) == 1


@pytest.mark.req("CS-FR-017", "CS-FR-020")
def test_the_six_reviewers_and_the_five_questions_of_a_fix() -> None:
    names = ("security", "performance", "architecture", "quality", "tests", "documentation")
    review = (ROOT / "commands" / "cs" / "review.md").read_text()
    assert all(f"cs:{name}-reviewer" in review for name in names)
    fix = (ROOT / "commands" / "cs" / "fix.md").read_text()
    for words in ("severity", "categories", "verification (full, quick, tests-only, skip)", "--quick",
                  "commits (single, separate, review-first", "several agents"):  # fmt: skip
        assert words in fix
