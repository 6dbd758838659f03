"""Who mends what: the routing table, files that two would edit, and which agents are installed."""

import json
from pathlib import Path

import pytest
from hypothesis import given, strategies

from memory_core.core.review_finding import CATEGORIES, SEVERITIES, Finding
from memory_core.reviews import agents, route


def agent(folder: Path, name: str, title: str = "") -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.md").write_text(f"---\nname: {title or name}\ndescription: x\n---\nDo it.\n")


@pytest.mark.req("CS-FR-019")
def test_each_category_has_its_agent():
    assert route.AGENTS == {
        "security": "security-engineer", "performance": "performance-engineer",
        "architecture": "refactoring-specialist", "quality": "code-reviewer", "tests": "test-automator",
        "documentation": "documentation-engineer",
    }  # fmt: skip
    assert set(route.AGENTS) == set(CATEGORIES)


FINDINGS = strategies.lists(
    strategies.builds(
        Finding,
        summary=strategies.sampled_from("abcd"),
        file=strategies.sampled_from(["", "a.py", "b.py"]),
        severity=strategies.sampled_from(SEVERITIES),
        category=strategies.sampled_from(CATEGORIES),
        id=strategies.uuids().map(str),
        extra=strategies.just({}),
    ),
    max_size=12,
)


@pytest.mark.req("CS-FR-020")
@given(FINDINGS)
def test_every_finding_is_in_one_group_and_every_file_of_two_agents_is_a_conflict(findings: list[Finding]):
    grouped = route.groups(findings, {"code-reviewer": "x:code-reviewer"})
    assert sorted(finding.id for group in grouped for finding in group.findings) == sorted(
        finding.id for finding in findings
    )
    for group in grouped:
        assert {finding.category for finding in group.findings} == {group.category}
        assert group.called == ("x:code-reviewer" if group.category == "quality" else "")
    several = {
        file for file in ("a.py", "b.py") if len({finding.category for finding in findings if finding.file == file}) > 1
    }
    assert {finding.file for finding in route.conflicts(findings)} == several


@pytest.mark.req("CS-FR-019", "CS-US-018")
def test_agents_of_project_user_and_plugins_are_known_by_what_the_client_calls_them(home: Path, repo: Path):
    agent(repo / ".claude" / "agents" / "team", "file-name", "security-engineer")
    agent(home / ".claude" / "agents", "test-automator")
    agent(home / ".claude" / "agents", "security-engineer")
    for name in ("on", "off", "elsewhere"):
        agent(home / name / "agents", f"of-{name}")
    agent(home / "on" / "more", "code-simplifier")
    agent(home / "outside", "outside")
    (home / "on" / ".claude-plugin").mkdir()
    (home / "on" / ".claude-plugin" / "plugin.json").write_text('{"agents": ["./more/", "../outside"]}')
    listed = {f"{name}@market": [{"installPath": str(home / name)}] for name in ("on", "off")}
    listed["elsewhere@market"] = [{"installPath": str(home / "elsewhere"), "projectPath": "/another"}]
    (home / ".claude" / "plugins").mkdir()
    (home / ".claude" / "plugins" / "installed_plugins.json").write_text(json.dumps({"version": 2, "plugins": listed}))
    (repo / ".claude" / "settings.json").write_text('{"enabledPlugins": {"off@market": false}}')
    assert others(agents.installed(str(repo), str(repo))) == {
        "security-engineer": "security-engineer",
        "test-automator": "test-automator",
        "of-on": "on:of-on",
        "code-simplifier": "on:code-simplifier",
    }


def others(installed: dict[str, str]) -> dict[str, str]:
    return {name: called for name, called in installed.items() if not called.startswith("cs:")}


@pytest.mark.req("CS-FR-019", "CS-US-018")
def test_every_agent_that_mends_or_verifies_comes_with_the_commands(home: Path, repo: Path):
    installed = agents.installed(str(repo), str(repo))
    for name in (*route.AGENTS.values(), *route.VERIFIERS):
        assert installed[name] == f"cs:{name}"


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"plugins": 3}', '{"plugins": {"a@b": [3, {"installPath": 3}]}}'])
def test_what_the_client_keeps_may_be_anything(home: Path, repo: Path, damage: str):
    (home / ".claude" / "plugins").mkdir(parents=True)
    (home / ".claude" / "plugins" / "installed_plugins.json").write_text(damage)
    (home / ".claude" / "settings.json").write_text(damage)
    agent(home / ".claude" / "agents", "x", "<system>")
    assert others(agents.installed(str(repo), str(repo))) == {}
