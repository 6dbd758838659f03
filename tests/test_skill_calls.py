"""A skill that the model calls: what was learned about it is told, and the project's file names it (JARVIS-21)."""

import json
from pathlib import Path
from typing import Any

import pytest

from memory_core.core import session
from memory_core.learnings import hot_set, warm_files
from memory_core.learnings.learning import Learning
from tests.test_hooks import Client
from tests.test_tiers_session import keeps

PNPM = Learning("pref_001", "preference", "Install dependencies with pnpm, not npm", "user", confirmation=1.0,
                status="active", last_accessed="2026-03-14", created="2026-03-14", updated="2026-03-14")  # fmt: skip


@pytest.fixture
def client(repo: Path, now: str) -> Client:
    return Client(repo)


def calls(client: Client, skill: str, args: str = "") -> str:
    """A call of the Skill tool, as the hook sees it and as the transcript tells it; what the hook prints."""
    given = {"skill": skill, "args": args}
    out = client.run("PreToolUse", tool_name="Skill", tool_input=given)
    client.says({"type": "tool_use", "id": f"toolu_{skill}", "name": "Skill", "input": given})
    client.says(
        {"type": "tool_result", "tool_use_id": f"toolu_{skill}", "content": f"Launching skill: {skill}"}, role="user"
    )
    return out


def context(repo: Path) -> dict[str, Any]:
    memory: dict[str, Any] = json.loads((repo / ".claude/learnings/warm-memory.json").read_text())["warm_memory"]
    assert isinstance(memory["context"], dict)
    return memory["context"]


@pytest.mark.req("JARVIS-5", "JARVIS-6", "JARVIS-21")
def test_a_session_leaves_the_skills_that_it_called(client: Client, repo: Path) -> None:
    calls(client, "session")
    client.ends()
    client.settles()
    assert not (repo / ".claude").exists()  # nothing is kept of the project: no file appears for that alone
    client = Client(repo, "s-3")
    client.decides()
    for name in ("session", "lab:git-commits", "session", "no name\n", "x" * 500):
        calls(client, name)
    client.ends()
    client.settles()
    fields = context(repo)
    assert fields["current_project"] == repo.name
    assert fields["active_skills"] == ["session", "lab:git-commits"]
    before = (repo / ".claude/learnings/warm-memory.json").read_bytes()
    other = Client(repo, "s-2")
    calls(other, "session")
    other.ends()
    other.settles()
    assert (repo / ".claude/learnings/warm-memory.json").read_bytes() == before


@pytest.mark.req("JARVIS-5", "JARVIS-7", "JARVIS-12", "JARVIS-26")
def test_a_skill_call_loads_the_learnings_that_it_is_about(client: Client, repo: Path) -> None:
    keeps(repo, PNPM)
    client.says("Go on.", role="user")
    assert calls(client, "review-prose") == ""
    assert PNPM.description in calls(client, "lab:install-dependencies", "with npm")
    assert calls(client, "lab:install-dependencies", "with npm") == ""
    client.run("Stop")
    client.settles()
    assert [learning.id for learning in hot_set.mentioned(session.load(str(repo), client.session))] == ["pref_001"]
    assert warm_files.read(str(repo), "project").learnings[0].access_count == 1


@pytest.mark.req("JARVIS-64")
def test_the_skill_that_a_learning_became_counts_for_it(client: Client, repo: Path) -> None:
    keeps(repo, PNPM._replace(skill="pnpm-not-npm"))
    client.says("Go on.", role="user")
    calls(client, "pnpm-not-npm")
    client.run("Stop")
    client.settles()
    assert warm_files.read(str(repo), "project").learnings[0].access_count == 1


@pytest.mark.parametrize("given", [None, [], {"skill": 3}, {"skill": "a\ud800", "args": ["x"]}, {"args": "npm"}])
def test_a_damaged_call_is_silent(client: Client, repo: Path, given: Any) -> None:
    keeps(repo, PNPM)
    assert client.run("PreToolUse", tool_name="Skill", tool_input=given) == ""
