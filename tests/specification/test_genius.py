"""Genius file memory: its files, sections, scripts, and operations by hand, played with data of our own."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.specification.played import Play, play

__all__ = ["play"]

SAID = """\
DECISION: ARCH: One worker drains the queue — two raced for a row
PATTERN: Handlers return typed errors — the client shows them
ERROR: The import stops at a tab -> quote the field
"""
BUDGETS = {
    "Architecture & State": 25, "Key Decisions": 25, "Active Patterns": 25, "Recent Errors": 20, "Progress": 30,
    "Context": 15,
}  # fmt: skip


def entries(repo: Path, name: str) -> list[dict[str, Any]]:
    value: list[dict[str, Any]] = json.loads((repo / ".genius" / "memory" / f"{name}.json").read_text())
    return value


def timestamp(value: str) -> bool:
    return re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ?", value) is not None


@pytest.fixture
def kept(play: Play) -> Play:
    play("extract", given=SAID)
    return play


@pytest.mark.req("GENIUS-1", "GENIUS-2", "GENIUS-3", "GENIUS-4", "GENIUS-6", "GENIUS-7", "GENIUS-18", "GENIUS-20")
def test_the_files(kept: Play, repo: Path) -> None:
    [decision] = entries(repo, "decisions")
    assert re.fullmatch(r"d-[0-9a-f]{8}", decision["id"])
    assert decision["decision"].startswith("ARCH: ")
    assert decision["reason"] == "two raced for a row"
    assert {"decision", "architecture"} <= {*decision["tags"]}
    [pattern] = entries(repo, "patterns")
    assert re.fullmatch(r"p-[0-9a-f]{8}", pattern["id"])
    assert (pattern["pattern"], pattern["context"]) == ("Handlers return typed errors", "the client shows them")
    [error] = entries(repo, "errors")
    assert re.fullmatch(r"e-[0-9a-f]{8}", error["id"])
    assert (error["error"], error["solution"]) == ("The import stops at a tab", "quote the field")
    assert isinstance(error["tags"], list)
    assert all(timestamp(entry["timestamp"]) for entry in (decision, pattern, error))


@pytest.mark.req("GENIUS-8", "GENIUS-9", "GENIUS-10", "GENIUS-11", "GENIUS-12", "GENIUS-13", "GENIUS-14", "GENIUS-16")
def test_the_briefing_and_its_budgets(kept: Play, repo: Path) -> None:
    (repo / "pyproject.toml").write_text('[project]\nname = "shop"\nversion = "2.1.0"\ndependencies = ["httpx"]\n')
    kept("extract", given="".join(f"DECISION: Part {at} keeps its own log\n" for at in range(40)))
    said = kept("brief")
    assert len(said.splitlines()) <= 140
    sections = dict(part.split("\n", 1) for part in re.split(r"(?m)^## ", said)[1:])
    assert {*sections} <= {*BUDGETS}
    assert {"Key Decisions", "Context"} <= {*sections}
    for name, body in sections.items():
        assert len(body.rstrip().splitlines()) < BUDGETS[name], name


@pytest.mark.req("GENIUS-21", "GENIUS-22", "GENIUS-30", "GENIUS-31", "GENIUS-32")
def test_what_is_known_is_not_kept_twice_and_stays(kept: Play, repo: Path) -> None:
    kept("extract", given=SAID, day="2027-03-14")
    for name in ("decisions", "patterns", "errors"):
        assert len(entries(repo, name)) == 1


@pytest.mark.req("GENIUS-37", "GENIUS-25")
def test_the_two_scripts(repo: Path) -> None:
    for script, given in (("memory-extract.sh", SAID), ("memory-briefing.sh", "")):
        ran = subprocess.run(
            ["bash", str(ROOT / "scripts" / script)], cwd=repo, input=given, capture_output=True, text=True, check=False
        )
        assert ran.returncode == 0, ran.stderr
    assert "One worker drains the queue" in (repo / ".genius" / "memory" / "BRIEFING.md").read_text()


@pytest.mark.req("GENIUS-38", "GENIUS-39", "GENIUS-40")
def test_the_operations_by_hand(kept: Play, repo: Path) -> None:
    """What the printed `jq` lines ask: the length of each file, a search of decisions, a cut by date."""
    assert [len(entries(repo, name)) for name in ("decisions", "patterns", "errors")] == [1, 1, 1]
    assert [one["id"] for one in entries(repo, "decisions") if re.search("(?i)QUEUE", one["decision"])]
    for entry in entries(repo, "errors"):
        assert (entry["timestamp"] >= "2026-03-07", entry["timestamp"] >= "2026-03-15") == (True, False)


@pytest.mark.req("GENIUS-35", "GENIUS-36")
def test_what_skills_say_of_it() -> None:
    for file in ROOT.glob("skills/*/SKILL.md"):
        assert not re.search(r"mind_(recall|log|search|remind)", file.read_text()), file
    project = (ROOT / "skills" / "project-memory" / "SKILL.md").read_text()
    assert ".genius/memory/BRIEFING.md" in project
    assert "remember" in project
