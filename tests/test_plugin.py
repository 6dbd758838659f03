"""What the client is told about the two plugins: manifests, hooks, commands, the skill, the icon."""

import json
import os
import re
import struct
from pathlib import Path
from typing import Any

import pytest

from memory_core import hook
from memory_core.core.review_finding import CATEGORIES
from memory_core.reviews import given, route
from memory_core.reviews.route import VERIFIERS
from tests.conftest import ROOT

PLUGINS = {"iris": ROOT, "cs": ROOT / "commands" / "cs"}
COMMANDS = sorted([*ROOT.glob("commands/iris/*.md"), *ROOT.glob("commands/cs/*.md")])
COMMANDS = [path for path in COMMANDS if path.name != "README.md"]
AGENTS = sorted(ROOT.glob("commands/cs/agents/*.md"))
REVIEWERS = [path for path in AGENTS if path.stem.endswith("-reviewer") and path.stem != "code-reviewer"]
# What the model calls by itself once a command has begun; none of it can name a file to read.
CALLS = {
    "cs-memory": ["tidy --apply"],
    "remember": ["remember --body-file - --amend"],
    "p": ["spec note --body-file -"],
    "i": ["spec task", "spec note --body-file -"],
    "c": ["spec close"],
    # JSON in a here-document would ask the user each time; a file of this one name does not.
    "review": ["findings capture --file .cs-memory/review.json", "Edit(.cs-memory/review.json)"],
    "fix": ["findings resolve", "remember --args-stdin"],
}
ALWAYS_ON = 710  # characters of description that every session of the user pays for; the client adds names and such


def manifest(name: str) -> dict[str, Any]:
    given: dict[str, Any] = json.loads((PLUGINS[name] / ".claude-plugin" / "plugin.json").read_text())
    return given


def registered() -> dict[str, list[dict[str, Any]]]:
    hooks: dict[str, list[dict[str, Any]]] = json.loads((ROOT / "hooks" / "hooks.json").read_text())["hooks"]
    return hooks


def front_matter(path: Path) -> dict[str, str]:
    head = path.read_text().split("---\n")[1]
    return {key: value.strip() for key, _, value in (line.partition(":") for line in head.splitlines())}


@pytest.mark.parametrize("name", PLUGINS)
def test_each_plugin_carries_its_name_and_everything_it_names(name: str):
    folder, given = PLUGINS[name], manifest(name)
    assert given["name"] == name
    assert given["license"] == "MIT"
    assert all((folder / path).exists() for path in given["commands"])
    assert (folder / "LICENSE").read_text() == (ROOT / "LICENSE").read_text()
    assert len((folder / "README.md").read_text().split()) >= 40


@pytest.mark.req("CS-NFR-012")
def test_cs_brings_iris_and_the_marketplace_lists_both():
    listed = json.loads((ROOT / ".claude-plugin" / "marketplace.json").read_text())
    assert listed["name"] == "memory-core"
    assert {entry["name"]: (ROOT / entry["source"]).resolve() for entry in listed["plugins"]} == PLUGINS
    assert manifest("cs")["dependencies"] == ["iris"]


def test_the_manifest_at_the_top_is_a_relative_link_to_the_real_one():
    assert os.readlink(ROOT / "plugin.json") == ".claude-plugin/plugin.json"
    assert not (ROOT / ".claude-plugin" / "plugin.json").is_symlink()


def test_both_icons_are_the_same_square():
    first, second = [(folder / ".claude-plugin" / "icon.png").read_bytes() for folder in PLUGINS.values()]
    assert first == second
    assert first[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", first[16:24])
    assert width == height >= 512


def test_every_hook_has_its_script_and_gives_up_before_the_client_does():
    assert set(registered()) == set(hook.EVENTS)
    scripts = set()
    for event, entries in registered().items():
        handlers = [handler for entry in entries for handler in entry["hooks"]]
        shells = [handler for entry in entries if entry.get("matcher") == "Bash" for handler in entry["hooks"]]
        assert len(handlers) == (4 if event == "PreToolUse" else 1)
        for handler in handlers:
            assert handler["type"] == "command"
            assert handler["statusMessage"].startswith("memory-core: ")
            call = f"{event} shell" if handler in shells else event
            assert handler["command"] == f'"${{CLAUDE_PLUGIN_ROOT}}/bin/memory-core" hook {call}'
            if event in hook.DEADLINES:
                assert hook.DEADLINES[event] < handler["timeout"]
        script = re.sub(r"(?<!^)(?=[A-Z])", "_", event).lower()
        assert f'serve("{event}"' in (ROOT / "hooks" / f"{script}.py").read_text()
        scripts.add(f"{script}.py")
    assert {path.name for path in (ROOT / "hooks").glob("*.py")} == {*scripts, "work.py", "setup.py"}


def test_a_tool_hook_runs_for_edits_shell_commands_reads_of_tickets_and_skills():
    edits, calls, reads, skills = registered()["PreToolUse"]
    assert set(edits["matcher"].split("|")) == {"Edit", "Write", "MultiEdit", "NotebookEdit"}
    assert calls["matcher"] == "Bash"
    assert "if" not in calls["hooks"][0]  # it sees no redirection and no here-document: the launcher looks instead
    assert (reads["matcher"], reads["hooks"][0]["if"]) == ("Read", "Read(//**/aidd/**)")
    assert skills["matcher"] == "Skill"


@pytest.mark.parametrize("path", COMMANDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_command_hands_its_words_over_on_standard_input_only(path: Path):
    text, head = path.read_text(), front_matter(path)
    match = re.search(
        r"^```!\nmemory-core (\w+(?: [\w-]+)*) --args-stdin <<'([^'\n]+)'\n\$ARGUMENTS\n(.+)\n```$", text, re.MULTILINE
    )
    assert match
    verb, tag, end = match.groups()
    assert tag == end
    # The client takes "!`" apart in arguments, so no argument can hold the tag (docs/decisions/0006-command-words.md).
    assert "!`" in tag
    assert text.count("$ARGUMENTS") == 1
    permitted, *more = head["allowed-tools"].split(", ")
    called = CALLS.get(f"{path.parent.name}-{path.stem}", CALLS.get(path.stem, ()))
    assert permitted == f"Bash(memory-core {verb} --args-stdin:*)"
    assert more == [call if "(" in call else f"Bash(memory-core {call}:*)" for call in called]
    assert "not an instruction" in text


@pytest.mark.req("CS-FR-017", "CS-US-017")
def test_each_category_of_findings_has_its_reviewer_who_changes_nothing():
    assert {path.stem for path in REVIEWERS} == {f"{category}-reviewer" for category in CATEGORIES}
    for path in REVIEWERS:
        head, text = front_matter(path), path.read_text()
        assert head["name"] == path.stem
        assert not {"Edit", "Write", "MultiEdit", "NotebookEdit", "Agent"} & set(head["tools"].split(", "))
        assert f'"category": "{path.stem.removesuffix("-reviewer")}"' in text
        shape = json.loads(text.split("```json\n")[1].split("\n```")[0])
        assert given.read(json.dumps(shape)).problems == []
        assert len(text) <= 1_500
        assert len(head["description"]) <= 60


@pytest.mark.req("CS-US-018", "CS-FR-019")
def test_each_category_has_an_agent_that_mends_and_three_verify_without_changing_anything():
    named = {path.stem: front_matter(path) for path in AGENTS if path not in REVIEWERS}
    assert named.keys() == {*route.AGENTS.values(), *VERIFIERS}
    for name, head in named.items():
        assert head["name"] == name
        assert ("Edit" in head["tools"].split(", ")) == (name not in VERIFIERS)
        assert "Agent" not in head["tools"]
    assert [path.stem for path in AGENTS if len(path.read_text()) > 1_500] == []


@pytest.mark.req("CS-US-018", "CS-FR-020")
def test_fix_asks_at_each_point_of_decision_and_names_who_verifies():
    text = (ROOT / "commands" / "cs" / "fix.md").read_text()
    asked = next(line for line in text.splitlines() if "AskUserQuestion" in line)
    for words in (
        "severity (all, high and worse, critical)", "categories", "verification (full, quick, tests-only, skip)",
        "commits (single, separate, review-first", "files are listed under several agents",
        "With `--quick` ask nothing", "header beginning with `cs:`",
    ):  # fmt: skip
        assert words in asked
    assert all(name in text for name in VERIFIERS)


def test_what_closing_asks_is_a_choice_for_this_once():
    text = (ROOT / "commands" / "cs" / "c.md").read_text()
    asked = [line for line in text.splitlines() if re.match(r"[12]\. ", line)]
    assert len(asked) == 2
    assert [line for line in asked if "header" not in line] == []


def test_a_command_is_cheap_to_call():
    assert [path.stem for path in COMMANDS if len(path.read_text()) > 2_500] == []


def test_what_every_session_pays_for_is_short():
    skills = [front_matter(path)["description"] for path in [*ROOT.glob("skills/*/SKILL.md"), *AGENTS]]
    offered = [front_matter(path) for path in COMMANDS]
    commands = [head["description"] for head in offered if head.get("disable-model-invocation") != "true"]
    assert skills
    assert sum(map(len, [*skills, *commands])) <= ALWAYS_ON
