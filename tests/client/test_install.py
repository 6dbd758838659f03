"""Installing, validating and removing the two plugins in the real client."""

import json
import os
import re
import subprocess
import time
from pathlib import Path

import pytest

from tests.client.driver import ROOT, Client
from tests.client.seen import answer, briefings, memories, remember, tree
from tests.machine import pip_made, with_pip

__all__ = ["pip_made"]  # the fixture

COMMANDS = {"cs:remember", "cs:recall", "cs:context", "cs:memory", "iris:memory"}
COMMANDS |= {"cs:p", "cs:i", "cs:c", "cs:review", "cs:fix"}
ALWAYS_ON = 600  # tokens that both plugins may cost a session in which none of them is used


@pytest.mark.smoke
@pytest.mark.parametrize("folder", [".", "commands/cs"])
def test_both_plugins_pass_the_strictest_validation(client: Client, marketplace: Path, folder: str):
    profile = ["--profile", "directory"] if client.role == "newest" else []
    ran = client.run("plugin", "validate", "--strict", *profile, str(marketplace / folder))
    assert ran.code == 0, ran.out + ran.err


@pytest.mark.smoke
def test_installing_cs_brings_iris_and_every_command(client: Client, project: Path):
    listed = {entry["id"]: entry for entry in json.loads(client.plugin("list", "--json"))}
    assert listed.keys() == {"cs@memory-core", "iris@memory-core"}
    assert all(entry["enabled"] for entry in listed.values())
    ran = client.ask(project, "hello")
    start = next(event for event in ran.events if event.get("subtype") == "init")
    assert set(start["slash_commands"]) >= COMMANDS
    assert not start.get("plugin_errors")
    assert client.git(project, "status", "--porcelain") == "", "a session that says nothing leaves nothing"


@pytest.mark.req("CS-FR-017")
def test_both_plugins_cost_a_session_little_and_bring_the_agents_of_review_and_fix(client: Client):
    details = {name: client.plugin("details", f"{name}@memory-core") for name in ("iris", "cs")}
    assert "Agents (15)" in details["cs"]
    costs = [re.search(r"Always-on:\s+~?([\d,.]+)(k?) tok", text) for text in details.values()]
    assert sum(float(cost[1].replace(",", "")) * (1_000 if cost[2] else 1) for cost in costs if cost) <= ALWAYS_ON
    assert all(costs)


@pytest.mark.req("GENIUS-1")
def test_the_documents_lines_install_it_and_removing_leaves_the_memory_of_the_project_and_nothing_else(
    other_home: Client, marketplace: Path
):
    """Installed from a folder, as the README has it for this client, or docs/setup.md for an older one."""
    before = tree(other_home.home / ".claude" / "plugins" / "data")
    page = "README.md" if other_home.role == "newest" else "docs/setup.md"
    lines = re.findall(r"^claude (plugin (?:marketplace add|install) .*)$", (ROOT / page).read_text(), re.MULTILINE)
    assert len(lines) == (1 if other_home.role == "newest" else 2)
    for line in lines:
        other_home.plugin(*[str(marketplace) if word == '"$PWD"' else word for word in line.split()[1:]])
    project = other_home.project()
    remember(project, "Prices are kept in cents.")
    other_home.api.script("Prices are kept in cents.", "DECISION: taxes are rounded per line.")
    with other_home.talk(project) as talk:
        talk.send("/cs:recall prices")
        talk.send("how do we round taxes?")
    first = other_home.api.requests_for("main")[0]
    assert "cents" in briefings(first)[0]
    assert "cents" in answer(first)
    kept = memories(project)
    assert len(kept["decisions"]) == 2
    for plugin in ("cs@memory-core", "iris@memory-core"):
        other_home.plugin("uninstall", plugin)
    other_home.plugin("marketplace", "remove", "memory-core")
    subprocess.run([marketplace / "bin" / "memory-core", "setup", "--remove", "--yes"], env=other_home.env, check=True)
    assert not Path(other_home.env["MEMORY_CORE_DATA"]).exists()
    assert tree(other_home.home / ".claude" / "plugins" / "data") == before
    assert memories(project) == kept
    assert set(os.listdir(project)) <= {".git", "README.md", ".genius", ".claude"}
    other_home.api.forget()
    other_home.ask(project, "hello again")
    shown = "".join(other_home.api.requests_for("main")[0].texts)
    assert not re.search("kept in cents|rounded per line", shown)


def test_without_set_up_there_is_one_line_and_no_harm(client: Client, project: Path, tmp_path: Path):
    nowhere = tmp_path / "nothing-here"
    before = tree(project)
    client.ask(project, "hello", MEMORY_CORE_DATA=str(nowhere))
    first = client.api.requests_for("main")[0]
    [notice] = [text for text in first.texts if "memory-core" in text and "setup" in text]
    assert len(notice.removeprefix("<system-reminder>").removesuffix("</system-reminder>").strip().splitlines()) == 1
    assert tree(project) == before
    assert not nowhere.exists()
    client.ask(project, "/cs:recall prices", MEMORY_CORE_DATA=str(nowhere))
    assert "setup" in answer(client.api.requests_for("main")[-1])


def test_set_up_goes_on_behind_a_session_and_says_why_it_stopped(
    client: Client, project: Path, tmp_path: Path, pip_made: Path, monkeypatch: pytest.MonkeyPatch
):
    data = tmp_path / "data"
    monkeypatch.setenv("MEMORY_CORE_DATA", str(data))
    with_pip(data, pip_made)
    known = {"MEMORY_CORE_DATA": str(data), "PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull, "PIP_FIND_LINKS": ""}
    client.ask(project, "/cs:memory setup", **known)
    shown = answer(client.api.requests_for("main")[-1])
    assert all(part in shown for part in ("1/3 packages", "2/3 model", "/cs:memory setup"))
    end = time.monotonic() + 120
    while "failed" not in ((data / "setup.json").read_text() if (data / "setup.json").exists() else ""):
        assert time.monotonic() < end
        time.sleep(0.2)
    client.api.forget()
    client.ask(project, "hello", **known)
    assert [
        text
        for text in client.api.requests_for("main")[0].texts
        if "set-up stopped" in text and "package index" in text
    ]
