"""Rules that were heard and that nobody confirmed: their file, how long they stand, what is shown of them."""

import json
from pathlib import Path
from typing import Any

import pytest

from memory_core import edges
from memory_core.briefing import render
from memory_core.core import registry
from memory_core.core.memory import Memory, Scope
from memory_core.extract.candidate import Candidate
from memory_core.guardrails import proposed
from memory_core.journal import decay, journal_files
from memory_core.journal import journal_entries as entries
from memory_core.language.concepts import name_of
from memory_core.recall import indexing
from memory_core.verbs import status
from tests.conftest import ROOT, derived
from tests.test_hooks import Client, news

FILE = ".genius/memory/proposed.json"
RULE = Memory(
    "", "constraint", "Never use moment", "It is not maintained.", Scope(path="src/"), "2026-03-01T10:00:00Z",
    "2026-03-01T10:00:00Z", "proposed", attrs={"forbid": ["moment"], "instead": "date-fns", "certainty": 0.8},
)  # fmt: skip


def put(repo: Path, *memories: Memory) -> None:
    with registry.held(str(repo)):
        journal_files.add(
            str(repo), [memory._replace(id=entries.identify(memory.kind, memory.summary)) for memory in memories]
        )


def test_a_proposal_stands_in_a_file_of_its_own_and_fits_its_schema(repo: Path) -> None:
    put(repo, RULE, RULE._replace(kind="rejection", summary="Use Redux for state", attrs={}))
    items = json.loads((repo / FILE).read_text())
    assert list(edges.formats()("proposed", items)) == []
    assert items[0]["forbid"] == ["moment"]
    assert items[0]["instead"] == "date-fns"
    rule, rejection = journal_files.read(str(repo), [entries.PROPOSED])
    assert (rule.kind, rule.status, rule.scope.path, rule.source.place) == ("constraint", "proposed", "src/", FILE)
    assert rule.id.startswith("g-")
    assert (rejection.kind, rejection.status) == ("rejection", "proposed")


def test_a_word_in_the_file_puts_nothing_into_force(repo: Path) -> None:
    (repo / ".genius/memory").mkdir(parents=True)
    rows = [{"proposal": "Never use moment", "status": status, "forbid": "moment"} for status in ("active", "", 3)]
    for row in rows:
        (repo / FILE).write_text(json.dumps([row]))
        (memory,) = journal_files.read(str(repo))
        assert memory.status == "proposed"
        assert memory.attrs["forbid"] == ["moment"]


@pytest.mark.parametrize(("day", "stands"), [("2026-03-30", True), ("2026-03-31", True), ("2026-04-01", False)])
def test_what_is_not_confirmed_in_thirty_days_goes(repo: Path, monkeypatch, day: str, stands: bool) -> None:
    put(repo, RULE, RULE._replace(summary="Never use left-pad", created="2026-03-20T10:00:00Z"))
    monkeypatch.setenv("MEMORY_CORE_NOW", f"{day}T12:00:00Z")
    with registry.held(str(repo)):
        decay.forget_old(str(repo))
    assert ("Never use moment" in (repo / FILE).read_text()) is stands
    assert "left-pad" in (repo / FILE).read_text()


@pytest.mark.parametrize(
    "when", ["", "soon", "2026-13-01T00:00:00Z", "2999-01-01T00:00:00Z", "2026-03-17T00:00:00Z", 7]
)
def test_what_has_no_time_or_one_to_come_does_not_wait_for_ever(repo: Path, now: str, when: Any) -> None:
    put(repo, RULE)
    (item,) = json.loads((repo / FILE).read_text())
    stranger = {**item, "id": "g-00000001", "proposal": "Never use left-pad", "timestamp": when}
    none = {key: value for key, value in stranger.items() if key != "timestamp"}
    soon = {**item, "id": "g-00000002", "proposal": "Never use axios", "timestamp": "2026-03-15T03:00:00Z"}
    (repo / FILE).write_text(json.dumps([stranger, item, none, soon]))
    with registry.held(str(repo)):
        decay.forget_old(str(repo))
    assert json.loads((repo / FILE).read_text()) == [item, soon]


@pytest.mark.parametrize("same", [False, True])
def test_of_a_heap_the_newest_fifty_stand(repo: Path, now: str, same: bool) -> None:
    put(repo, *(
        RULE._replace(summary=f"Never use part {at}", created=f"2026-03-01T10:{0 if same else at % 60:02}:00Z")
        for at in range(120)
    ))  # fmt: skip
    with registry.held(str(repo)):
        decay.forget_old(str(repo))
    left = json.loads((repo / FILE).read_text())
    assert len(left) == 50
    assert same or min(entry["timestamp"] for entry in left) == "2026-03-01T10:35:00Z"


@pytest.mark.parametrize("kind", ["decision", "error", "note"])
def test_a_kind_that_is_no_guard_rail_is_not_proposed(repo: Path, now: str, kind: str) -> None:
    put(repo, RULE)
    (item,) = json.loads((repo / FILE).read_text())
    rows = [item, {**item, "id": "g-00000003", "proposal": "Use WAL", "kind": kind}]
    (repo / FILE).write_text(json.dumps(rows))
    summaries = [memory.summary for memory in journal_files.read(str(repo), [entries.PROPOSED])]
    ours = kind == "note"  # no kind at all: that of the file
    assert summaries == ["Never use moment", *(["Use WAL"] if ours else [])]
    assert bool(journal_files.damages(str(repo))) is not ours
    assert json.loads((repo / FILE).read_text()) == rows


def test_an_entry_that_stands_with_the_decisions_is_found_there(repo: Path) -> None:
    (repo / ".genius/memory").mkdir(parents=True)
    path = repo / ".genius/memory/decisions.json"
    path.write_text('[{"id": "d-1", "decision": "Never use moment", "kind": "constraint"}]')
    (old,) = journal_files.read(str(repo))
    with registry.held(str(repo)):
        journal_files.forget(str(repo), old)
    assert json.loads(path.read_text()) == []
    assert not (repo / FILE).exists()


def test_damage_is_named_and_mended_as_of_any_other_file(repo: Path) -> None:
    put(repo, RULE)
    path = repo / FILE
    path.write_text(path.read_text().rstrip().removesuffix("]"))
    assert "proposed.json is damaged" in journal_files.notice(str(repo))
    put(repo, RULE._replace(summary="Never use left-pad"))
    assert len(journal_files.read(str(repo))) == 2
    assert list(path.parent.glob("proposed.*.damaged.json"))


REFUSED = (
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the "
    "new_string was NOT written to the file). To tell you how to proceed, the user said:\n"
)
PLAN = "# Use Redux for state\n\n1. `npm install redux`\n2. Write the store\n"


def refuse(client: Client, tool: str, given: dict[str, Any], words: str, **marks: Any) -> None:
    """A call and its refusal, as a client writes them; `marks` are those of a client that puts the words bare."""
    content = words if marks else f"{REFUSED}{words}"
    client.says({"type": "tool_use", "id": "toolu_1", "name": tool, "input": given}, cwd=str(client.project))
    block = {"type": "tool_result", "tool_use_id": "toolu_1", "content": content, "is_error": True}
    client.says(block, role="user", cwd=str(client.project), toolUseResult=f"Error: {content}", **marks)


def proposals(client: Client) -> list[dict[str, Any]]:
    path = client.project / FILE
    return json.loads(path.read_text()) if path.exists() else []


@pytest.fixture
def client(repo: Path, now: str) -> Client:
    return Client(repo)


MARKS = {
    "terminal": {},
    "newest, bare": {
        "holdsPersonsWords": True,
        "toolDenialKind": "permission-rule",
        "permissionDecision": {"decision": "reject", "source": "user_reject"},
        "entrypoint": "sdk-cli",
    },
    "oldest, bare": {"entrypoint": "sdk-cli"},
}


@pytest.mark.parametrize("marks", MARKS.values(), ids=MARKS.keys())
def test_a_refused_plan_is_proposed_with_the_reason(client: Client, marks: dict[str, Any]) -> None:
    words = "No, Redux is too heavy for this app; use zustand."
    refuse(client, "ExitPlanMode", {"plan": PLAN}, words, **marks)
    client.run("Stop")
    (proposal,) = proposals(client)
    assert (proposal["kind"], proposal["proposal"], proposal["status"]) == (
        "rejection",
        "Use Redux for state",
        "proposed",
    )
    assert "too heavy" in proposal["reason"]
    assert proposal["forbid"] == ["Redux"]
    assert proposal["instead"] == "zustand"
    assert proposal["session"] == "s-1"


@pytest.mark.parametrize("marks", MARKS.values(), ids=MARKS.keys())
def test_a_package_that_an_edit_would_add_is_refused_everywhere(client: Client, marks: dict[str, Any]) -> None:
    given = {
        "file_path": str(client.project / "src/time.ts"),
        "old_string": "import x from 'x'",
        "new_string": "import x from 'x'\nimport moment from 'moment'",
    }
    refuse(client, "Edit", given, "No, moment is deprecated, it is 300 kB.", **marks)
    client.run("Stop")
    (proposal,) = proposals(client)
    assert (proposal["kind"], proposal["path"], [name_of(text) for text in proposal["forbid"]]) == (
        "rejection",
        "**",
        ["moment"],
    )
    assert "deprecated" in proposal["reason"]


def test_a_refusal_without_words_takes_them_from_the_next_prompt(client: Client) -> None:
    client.says({"type": "tool_use", "id": "t1", "name": "ExitPlanMode", "input": {"plan": PLAN}})
    text = REFUSED.partition("To tell")[0] + "STOP what you are doing and wait for the user to tell you how to proceed."
    client.says({"type": "tool_result", "tool_use_id": "t1", "content": text, "is_error": True}, role="user")
    client.says("[Request interrupted by user for tool use]", role="user")
    client.run("Stop")
    assert proposals(client) == []
    client.says("Redux is overkill here, we have three screens", role="user", promptSource="typed")
    client.run("Stop")
    assert [proposal["proposal"] for proposal in proposals(client)] == ["Use Redux for state"]


NO_REFUSALS = [
    ("Edit", "<tool_use_error>File has not been read yet. Never use it.</tool_use_error>", {"entrypoint": "sdk-cli"}),
    ("Edit", "AC-001: Never use moment in this project; use date-fns instead.", {"entrypoint": "sdk-cli"}),
    ("Edit", "Never use moment in this project.", {"entrypoint": "cli"}),
    ("Bash", "Never use moment in this project.", {"entrypoint": "sdk-cli"}),
    ("Edit", "PreToolUse:Edit hook error: Never use moment in this project.", {"toolDenialKind": "permission-rule"}),
    (
        "Edit",
        "Never use moment in this project.",
        {"toolDenialKind": "user-rejected", "permissionDecision": {"source": "config"}},
    ),
    ("Edit", "Permission to use Edit has been denied. Never use moment in this project.", {"entrypoint": "sdk-ts"}),
]


@pytest.mark.parametrize(("tool", "words", "marks"), NO_REFUSALS)
def test_what_a_hook_or_a_setting_says_is_nobodys_word(client: Client, tool: str, words: str, marks: Any) -> None:
    refuse(client, tool, {"file_path": "a.ts", "command": "x"}, words, **marks)
    client.run("Stop")
    assert proposals(client) == []


ONE_OFFS = [
    "No, the other file.",
    "Run the tests first.",
    "Not yet, show me the diff before.",
    "Also add a test please",
    "rename it to total",
]


@pytest.mark.parametrize("words", ONE_OFFS)
def test_a_correction_of_the_moment_is_no_rule(client: Client, words: str) -> None:
    refuse(client, "ExitPlanMode", {"plan": PLAN}, words)
    refuse(client, "Write", {"file_path": "a.ts", "content": "import moment from 'moment'"}, words)
    client.run("Stop")
    assert proposals(client) == []


def test_nothing_is_heard_that_no_person_said(client: Client) -> None:
    rule = "Never use moment in this project."
    client.says(rule)
    client.says(f"<project-memory note='x'>\n{rule}\n</project-memory>", role="user")
    client.says(rule, role="user", isMeta=True)
    client.says(f"Base directory for this skill: /x\n{rule}", role="user")
    client.says(f"```\n{rule}\n```\n> {rule}", role="user", promptSource="typed")
    client.says(rule, role="user", isSidechain=True, agentId="a1")
    client.runs("cat RULES.md", rule)
    client.run("Stop")
    assert proposals(client) == []


def test_read_again_or_by_two_at_once_it_is_proposed_once(client: Client) -> None:
    client.says("Never use moment in this project.", role="user", promptSource="typed")
    client.says("We decided against GraphQL because the clients are simple.", role="user", promptSource="typed")
    for process in [client.start(event) for event in ("Stop", "PreCompact", "Stop")]:
        process.communicate(timeout=60)
    client.settles()
    assert len(proposals(client)) == 2
    (derived(client.project) / "sessions/s-1.json").unlink()  # as if killed before the cursor moved
    client.run("Stop")
    other = Client(client.project, "s-2")
    other.says("never use moment in this project", role="user", promptSource="typed")
    other.run("Stop")
    assert len(proposals(client)) == 2
    assert not [memory for memory in registry.read(str(client.project)) if memory.kind == "preference"]


def test_what_was_taken_away_does_not_come_back_in_the_session(client: Client) -> None:
    client.says("Never use moment in this project.", role="user", promptSource="typed")
    client.run("Stop")
    (client.project / FILE).write_text("[]\n")
    client.says("never use moment in this project!", role="user", promptSource="typed")
    client.run("Stop")
    assert proposals(client) == []


def test_what_is_in_force_is_not_proposed(client: Client) -> None:
    rails = {
        "schema_version": "1.0.0",
        "project": "shop",
        "intentional_patterns": [],
        "rejected_changes": [],
        "architectural_constraints": [
            {
                "id": "AC-001",
                "constraint": "Dates are handled by date-fns alone",
                "reason": "moment is not maintained",
                "applies_to": "**",
                "created_on": "2026-03-01",
                "forbid": ["moment"],
            }
        ],
    }
    (client.project / "IRIS_MEMORY.json").write_text(json.dumps(rails))
    client.says("Never use moment in this project.", role="user", promptSource="typed")
    client.run("Stop")
    assert proposals(client) == []


def test_each_rule_of_a_prompt_is_proposed_and_at_most_ten_of_a_session(client: Client) -> None:
    names = "moment lodash axios redux jquery bluebird webpack".split()
    client.says(" ".join(f"Never use {name} in this project." for name in names), role="user", promptSource="typed")
    client.run("Stop")
    assert len(proposals(client)) == len(names)
    for number in range(20):
        client.says(f"Never import `part{number}` in this project.", role="user", promptSource="typed")
    client.run("Stop")
    assert len(proposals(client)) == 10


def start(client: Client, source: str = "startup") -> tuple[str, str]:
    """What a start of a session tells the model, and the user."""
    answer = json.loads(client.run("SessionStart", source=source))
    return answer["hookSpecificOutput"]["additionalContext"], news(answer.get("systemMessage", ""))


def test_the_model_sees_it_as_proposed_and_the_user_reads_it_at_each_start(client: Client) -> None:
    client.says("Never use moment in this project.", role="user", promptSource="typed")
    client.run("Stop")
    ((name, _),) = [(proposal["id"], proposal) for proposal in proposals(client)]
    words, notice = start(Client(client.project, "s-2"))
    assert "## Guard Rails" in words
    assert "proposed, not in force: Never use moment in this project" in words
    assert "`/iris:memory confirm`" in words
    assert words.count("Never use moment") == 1  # the preference of the same words is not said a second time
    assert "constraint" not in words.partition("## Context")[2]
    assert name in notice
    assert "Never use moment" in notice
    assert len(notice.splitlines()) == 1
    assert start(Client(client.project, "s-3")) == (words, notice)  # until it is answered
    client.says("Never use lodash in this project. Never use axios in this project.", role="user", promptSource="typed")
    client.run("Stop")
    assert "systemMessage" not in client.run("SessionStart", source="compact")
    words, notice = start(client, "clear")
    assert "3 rules" in notice
    assert len(notice.splitlines()) == 1
    assert f"`/iris:memory confirm {name}`" in words


def test_a_session_that_proposes_nothing_tells_nothing(client: Client) -> None:
    words, notice = start(client)
    assert "Guard Rails" not in words
    assert notice == ""


def test_status_names_what_is_only_proposed(client: Client) -> None:
    put(client.project, RULE)
    assert status.status(str(client.project))["by_kind"] == {"proposed": 1}
    indexing.refresh_index(str(client.project))
    assert status.status(str(client.project))["by_kind"] == {"proposed": 1}
    assert render.compose(str(client.project)).text.count("Never use moment") == 1


def test_its_days_are_counted_from_when_it_was_proposed(client: Client, monkeypatch) -> None:
    client.says("Never use moment in this project.", role="user", promptSource="typed")
    monkeypatch.setenv("MEMORY_CORE_NOW", "2026-07-01T12:00:00Z")  # its session was killed, and is read months later
    client.run("Stop")
    assert "Never use moment" in start(Client(client.project, "s-2"))[1]
    monkeypatch.setenv("MEMORY_CORE_NOW", "2026-08-01T12:00:00Z")
    words, _ = start(Client(client.project, "s-3"))
    assert "Guard Rails" not in words
    assert proposals(client) == []


def test_a_marked_rule_is_proposed_where_code_can_break_it() -> None:
    def marked(text: str) -> bool:
        line = Candidate("convention", text, rule="marker")
        return bool(proposed.marked([line]))

    for row in json.loads((ROOT / "tests" / "guardrails" / "plain.json").read_text()):
        assert marked(row["said"]), row["said"]
    for text in ("Answer in German", "Keep answers short", "Always run ruff before you commit", "No emojis"):
        assert not marked(text), text
