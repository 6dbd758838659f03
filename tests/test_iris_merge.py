"""Two branches that each add a rule, merged by git: what holds meanwhile, and what to do is said."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from memory_core.briefing import render
from tests.test_iris import WHY, Run, entries, run

__all__ = ["run"]


@pytest.fixture
def merged(run: Run, repo: Path, git: Callable[..., str]) -> Path:
    """The file of two branches that each gave AC-002 away, with the marks of git."""
    run("iris", "add-constraint", "Never use an ORM", *WHY)
    git(repo, "add", "IRIS_MEMORY.json")
    git(repo, "commit", "-qm", "First")
    here = git(repo, "branch", "--show-current").strip()
    git(repo, "checkout", "-qb", "two")
    run("iris", "add-constraint", "Never use Kafka", *WHY, "--forbid", "kafka")
    git(repo, "commit", "-qam", "Two")
    git(repo, "checkout", "-q", here)
    run("iris", "add-constraint", "Prices are integers", *WHY)
    git(repo, "commit", "-qam", "One")
    with pytest.raises(AssertionError):
        git(repo, "merge", "two")
    assert "<<<<<<< " in (repo / "IRIS_MEMORY.json").read_text()
    return repo / "IRIS_MEMORY.json"


@pytest.mark.req("IRIS-13")
def test_both_sides_hold_and_the_way_out_is_named(run: Run, repo: Path, merged: Path) -> None:
    texts = [rail["summary"] for rail in run("iris", "--json").json["guard_rails"]]
    assert texts == ["Never use an ORM", "Prices are integers", "Never use Kafka"]
    for output in (run("iris").out, run("verify").out, run("doctor").out):
        assert "keep both entries" in output
        assert "AC-003" in output
    assert "Last updated: 2026-03-14" in run("iris").out
    briefing = render.compose(str(repo)).text
    assert "merge conflict" in briefing
    assert "doctor" in briefing

    lines = merged.read_text().splitlines()
    merged.write_text("\n".join(line for line in lines if line[:7] not in ("<<<<<<<", ">>>>>>>")).replace(
        "=======", '    },\n    {\n      "id": "AC-002",'))  # fmt: skip
    (problem,) = run("iris", "--json").json["problems"]
    assert "AC-003 is free" in problem["what"]
    assert "AC-002" in render.compose(str(repo)).text
    merged.write_text("AC-003".join(merged.read_text().rsplit("AC-002", 1)))
    assert run("iris", "--json").json["problems"] == []
    assert run("verify").code == 0
    assert [entry["id"] for entry in entries(repo, "architectural_constraints")] == ["AC-001", "AC-002", "AC-003"]
    assert json.loads(merged.read_text())
