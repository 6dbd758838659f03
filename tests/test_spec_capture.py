"""What a session that works on a spec keeps by itself, on the right commits (CS-US-002 to 004, CS-NFR-007)."""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memory_core.capture import keep_session
from memory_core.cli import main
from memory_core.core import registry, session
from memory_core.core.memory import Memory
from memory_core.specs import changes, recall, spec_folders
from memory_core.specs.item import made
from tests.conftest import derived
from tests.properties import family
from tests.test_hooks import Client

FOLDER = "docs/spec/active/2026-03-10-rate-limits"
DONE = FOLDER.replace("/active/", "/completed/")
README = (
    "---\nslug: rate-limits\nstatus: {}\ntitle: Rate limits\n---\n# Rate limits\n\nNo caller may slow the others.\n"
)
PLAN = "# Plan\n\n- [ ] 1.1 Count the calls\n- [ ] 1.2 Refuse what is too much\n- [ ] 1.3 Tell the caller\n"
PROGRESS = "# Progress\n\n| ID | Description | Status |\n|----|----|----|\n"
RECORD = "## ADR-{}: {}\n\n**Status**: Accepted\n\n### Context\n\nBursts hurt.\n\n### Decision\n\nWe do so.\n\n"

SECRET = "ghp_" + "1a2B3c4D5e6F7g8H9i0J1k2L3m4N5o6P7q8R"


class Session(Client):
    """A session in a project that has a spec."""

    def has(self, name: str, text: str, folder: str = FOLDER) -> None:
        path = self.project / folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def writes(self, name: str, text: str, folder: str = FOLDER) -> None:
        """The file, and the call of the client that wrote it."""
        self.has(name, text, folder)
        call = f"toolu_{os.urandom(6).hex()}"
        path = str(self.project / folder / name)
        self.says({"type": "tool_use", "id": call, "name": "Write", "input": {"file_path": path, "content": text}})
        self.says({"type": "tool_result", "tool_use_id": call, "content": "ok"}, role="user")

    def plans(self, status: str = "planning") -> None:
        self.writes("README.md", README.format(status))

    def has_done(self, *states: str, more: str = "") -> None:
        words = ("Count the calls", "Refuse what is too much", "Tell the caller")
        rows = [f"| 1.{at} | {words[at - 1]} | {state} |\n" for at, state in enumerate(states, 1)]
        self.has("PROGRESS.md", PROGRESS + "".join(rows) + more)

    def stops(self) -> None:
        self.run("Stop")

    def notes(self, kind: str = "") -> list[Memory]:
        memories = [memory for memory in registry.read(str(self.project)) if memory.scope.work == "rate-limits"]
        return [memory for memory in memories if not kind or memory.kind == kind]

    def summaries(self, kind: str = "") -> list[str]:
        return sorted(memory.summary for memory in self.notes(kind))

    def answers(self, asked: str, answer: str, why: str = "") -> None:
        call = f"toolu_{os.urandom(6).hex()}"
        options = [{"label": answer, "description": why}, {"label": "Neither", "description": ""}]
        given = {"questions": [{"question": asked, "options": options}]}
        self.says({"type": "tool_use", "id": call, "name": "AskUserQuestion", "input": given})
        result = {"type": "tool_result", "tool_use_id": call, "content": f'User answered: "{asked}"="{answer}"'}
        self.says(result, role="user", toolUseResult={**given, "answers": {asked: answer}})


@pytest.fixture
def client(repo: Path) -> Session:
    return Session(repo)


@pytest.fixture
def commit(repo: Path, git: Callable[..., str]) -> Callable[[str], str]:
    def run(words: str) -> str:
        git(repo, "add", "-A")
        git(repo, "commit", "-qm", words)
        return git(repo, "rev-parse", "HEAD")

    return run


@pytest.mark.req("CS-US-002", "CS-NFR-007")
def test_planning_is_kept_without_a_hand(client: Session, git: Callable[..., str]) -> None:
    client.plans()
    client.writes("DECISIONS.md", RECORD.format("001", "Count in Redis"))
    client.writes("RESEARCH_NOTES.md", "# Notes\n\n## Redis\n\nINCR counts one call in a fifth of a millisecond.\n")
    client.writes("REQUIREMENTS.md", "# R\n\n## Open Questions\n\n- [x] Per key or per tenant? → Per tenant\n")
    client.answers("What is sent when a caller is refused?", "429", "the status that HTTP has for it")
    client.stops()
    assert client.summaries("inception") == ["Rate limits: No caller may slow the others."]
    assert client.summaries("decision") == ["Count in Redis"]
    assert client.summaries("research") == ["Redis: INCR counts one call in a fifth of a millisecond."]
    assert client.summaries("elicitation") == [
        "Per key or per tenant? → Per tenant",
        "What is sent when a caller is refused? → 429",
    ]
    head = git(client.project, "rev-parse", "HEAD")
    assert {memory.source.commit for memory in client.notes()} == {head}
    assert {memory.attrs["phase"] for memory in client.notes()} == {"planning"}
    before = client.notes()
    client.stops()
    assert client.notes() == before


LATER = [
    (
        "DECISIONS.md",
        RECORD.format("001", "Count in Redis"),
        "### Rationale\n\nOne store less to run at night.\n",
        "decision",
    ),
    (
        "RESEARCH_NOTES.md",
        "# Notes\n\n## Memory\n\nTo be measured under full load.\n",
        "It takes 1.2 GB.\n",
        "research",
    ),
    (
        "REQUIREMENTS.md",
        "# R\n\n## Acceptance criteria\n\n- A burst of 50 passes\n",
        "- The 51st call gets 429\n",
        "inception",
    ),
    ("REQUIREMENTS.md", "# R\n\n## Out of scope\n\n- Billing\n", "- Quotas by country\n", "inception"),
]


@pytest.mark.req("CS-US-002")
@pytest.mark.parametrize(("name", "first", "more", "kind"), family(LATER, 2))
@pytest.mark.parametrize("committed", [False, True])
def test_what_is_written_later_is_found_in_the_same_memory(
    client: Session, commit: Callable[[str], str], name: str, first: str, more: str, kind: str, committed: bool
) -> None:
    client.plans()
    client.writes(name, first)
    if committed:
        commit("First draft")
    client.stops()
    [before] = client.notes(kind)
    client.writes(name, f"{first}\n{more}")
    if committed:
        commit("More of it")
    client.stops()
    [after] = client.notes(kind)
    assert after.id == before.id
    assert after.body.startswith(before.body)
    assert more.strip("- \n").splitlines()[-1] in after.body
    client.writes(name, f"{first}\n{more}\n\n")
    client.stops()
    assert client.notes(kind) == [after]


@pytest.mark.req("CS-US-002")
def test_what_was_to_be_measured_says_the_figure(client: Session) -> None:
    client.plans()
    client.writes("RESEARCH_NOTES.md", "# Notes\n\n## Memory\n\nFull load takes: to be measured.\n")
    client.stops()
    client.writes("RESEARCH_NOTES.md", "# Notes\n\n## Memory\n\nFull load takes 1.2 GB.\n")
    client.stops()
    [memory] = client.notes("research")
    assert "1.2 GB" in memory.body
    client.writes("RESEARCH_NOTES.md", "# Notes\n\n## Memory\n\nUnder full load it takes 1.2 GB.\n")  # no news
    client.stops()
    assert client.notes("research") == [memory]


@pytest.mark.parametrize(
    ("stands", "says", "more"),
    [
        ("Redis counts the calls.", "Redis counts the calls.", ""),
        ("Redis counts the calls.", "The calls are counted by Redis.", ""),
        ("Redis counts the calls.", "Redis does not count the calls.", "Redis does not count the calls."),
        ("It takes 1.2 GB.", "It takes 1.4 GB.", "It takes 1.4 GB."),
        ("One.\nTwo of it.", "One.\n\n### Why\n\nIt is cheap.\n\n### Two of it", "### Why\n\nIt is cheap."),
        ("- a burst passes", "| a burst passes |\n```\nnew code\n```", "new code"),
    ],
)
def test_only_what_is_not_said_yet_is_added(stands: str, says: str, more: str) -> None:
    assert changes.added(made("research", "research x", "Redis", says), f"Redis\n{stands}") == more


def test_what_a_person_adds_who_keeps_no_notes_is_added_for_them(
    client: Session, commit: Callable[[str], str], git: Callable[..., str]
) -> None:
    git(client.project, "config", "user.email", "developer@example.invalid")
    client.plans()
    client.writes("DECISIONS.md", RECORD.format("001", "Count in Redis"))
    commit("A record")
    client.stops()
    [before] = client.notes("decision")
    client.has("DECISIONS.md", RECORD.format("001", "Count in Redis") + "### Rationale\n\nOne store less to run.\n")
    git(client.project, "add", "-A")
    subprocess.run(
        ["git", "commit", "-qm", "theirs"], cwd=client.project, check=True,
        env={**os.environ, "GIT_AUTHOR_EMAIL": "other@example.invalid", "GIT_COMMITTER_EMAIL": "other@example.invalid"},
    )  # fmt: skip
    client.stops()
    [after] = client.notes("decision")
    assert after.id == before.id
    assert "One store less to run." in after.body


@pytest.mark.req("CS-US-003", "CS-NFR-007")
def test_each_item_stands_on_the_commit_that_brought_it(client: Session, commit: Callable[[str], str]) -> None:
    client.plans("in-progress")
    client.has_done("pending", "pending", "pending")
    commit("Plan")
    client.stops()
    client.has_done("done", "pending", "pending")
    first = commit("Count")
    client.has_done("done", "done", "pending", more="\n## Blockers\n\n- The sandbox has no Redis\n")
    second = commit("Refuse")
    client.stops()
    client.has_done("done", "done", "done", more="\n## Blockers\n\n- The sandbox has no Redis. Resolved: a container\n")
    client.stops()
    assert {memory.summary: memory.source.commit for memory in client.notes("progress")} == {
        "Task 1.1: Count the calls": first,
        "Task 1.2: Refuse what is too much": second,
        "Task 1.3: Tell the caller": second,
    }
    (blocker,) = client.notes("blocker")
    assert (blocker.status, blocker.source.commit) == ("resolved", second)
    assert "a container" in blocker.body


@pytest.mark.req("CS-NFR-007")
def test_each_item_is_as_old_as_the_commit_that_brought_it(
    client: Session, commit: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    client.plans("in-progress")
    client.has_done("pending", "pending", "pending")
    commit("Plan")
    client.stops()
    for number, states in enumerate((("done", "pending", "pending"), ("done", "done", "pending")), 1):
        monkeypatch.setenv("GIT_COMMITTER_DATE", f"2026-03-1{number}T10:00:00Z")
        client.has_done(*states)
        commit(f"Work {number}")
    client.stops()
    assert {memory.summary: memory.created[:10] for memory in client.notes("progress")} == {
        "Task 1.1: Count the calls": "2026-03-11",
        "Task 1.2: Refuse what is too much": "2026-03-12",
    }


@pytest.mark.req("CS-US-003")
def test_what_changes_the_plan_is_a_deviation(client: Session, commit: Callable[[str], str]) -> None:
    client.plans("in-progress")
    client.has_done("pending", "pending", "pending")
    commit("Plan")
    client.stops()
    assert client.notes("decision") == []
    client.has_done("done", "skipped")
    client.stops()
    assert client.summaries("decision") == ["Task 1.2: Refuse what is too much — skipped"]  # it may be half written yet
    client.has_done("done", "skipped", more="| 1.4 | Log who was refused | pending |\n")
    commit("Another plan")
    client.has_done("done", "skipped", more="| 1.4 | Log who was refused | done |\n")
    client.stops()
    decisions = client.notes("decision")
    assert all("deviation" in memory.tags for memory in decisions)
    assert client.summaries("decision") == [
        "Task 1.2: Refuse what is too much — skipped",
        "Task 1.3: Tell the caller — dropped",
        "Task 1.4: Log who was refused — added",
    ]


@pytest.mark.req("CS-US-003")
def test_wording_order_and_numbers_make_nothing_new(client: Session, commit: Callable[[str], str]) -> None:
    client.plans("in-progress")
    client.has_done("done", "done", "pending", more="\n## Blockers\n\n- [ ] The sandbox has no Redis at all\n")
    commit("Plan")
    client.stops()
    before = client.notes()
    rows = (
        "| 2.2 | Refuse what is too much | done |\n| 2.1 | Count all the calls | done |\n| 2.3 | Tell the caller | |\n"
    )
    client.has("PROGRESS.md", PROGRESS + rows + "\n## Blockers\n\n- [ ] The sandbox has got no Redis at all\n")
    client.stops()
    client.has("PROGRESS.md", (PROGRESS + rows.replace("done", "pending")).replace("\n", "\r\n"))
    client.stops()
    client.has_done("done", "done", "pending")
    client.stops()
    assert client.notes() == before


@pytest.mark.req("CS-US-002", "CS-US-003")
@pytest.mark.parametrize("seen", ["between", "at the end"])
def test_a_record_that_chooses_something_else_is_a_new_decision(
    client: Session, commit: Callable[[str], str], seen: str
) -> None:
    def decides(number: int, words: str) -> str:
        client.writes("DECISIONS.md", "# D\n\n" + RECORD.format(number, words))
        made = commit(words)
        if seen == "between":
            client.stops()
        return made

    def statuses() -> dict[str, str]:
        return {memory.summary: memory.status for memory in client.notes("decision")}

    client.plans()
    decides(1, "Use Mongo for the events")
    second = decides(1, "Use Postgres for the events")
    decides(1, "Use Postgres for the events that are old")
    client.stops()
    assert statuses() == {"Use Mongo for the events": "superseded", "Use Postgres for the events": "active"}
    old, new = sorted(client.notes("decision"), key=lambda memory: memory.status, reverse=True)
    assert new.source.commit == second
    if seen == "between":
        assert [(link.rel, link.target) for link in new.links] == [("supersedes", old.id)]
    assert "Use Postgres for the events" in old.body
    before = client.notes()
    subprocess.run(["rm", "-rf", str(derived(client.project))], check=True)
    client.writes("DECISIONS.md", "# D\n\n" + RECORD.format(1, "Use Postgres for the events"))
    client.stops()
    assert client.notes() == before
    client.writes("DECISIONS.md", "# D\n\n" + RECORD.format(1, "Use Mongo for the events"))
    client.stops()
    stand = [memory.summary for memory in client.notes("decision") if memory.status == "active"]
    assert stand == ["Use Mongo for the events"]
    top = str(client.project)
    (spec,) = spec_folders.active(top)
    parts = recall.implementation(top, top, spec).sections
    shown = [(memory.summary, memory.status) for part in parts for memory, _ in part.rows if part.title == "Decisions"]
    assert sorted(shown) == sorted((memory.summary, memory.status) for memory in client.notes("decision"))


@pytest.mark.req("CS-US-004")
def test_what_closes_a_spec_by_hand_stands_on_the_archive_commit(
    client: Session, commit: Callable[[str], str], git: Callable[..., str]
) -> None:
    client.plans("in-progress")
    client.has_done("done", "done", "done")
    commit("Work")
    client.stops()
    client.has(
        "RETROSPECTIVE.md",
        "# Retrospective\n\nIt took three days.\n\n## Key Learnings\n\n- INCR and EXPIRE need one script\n\n"
        "## Recommendations\n\n1. Load test before the first review\n",
    )
    (client.project / DONE).parent.mkdir(parents=True)
    git(client.project, "add", "-A")
    git(client.project, "mv", FOLDER, DONE)
    archive = commit("Archive")
    client.stops()
    memories = {
        memory.kind: memory for memory in client.notes() if memory.kind in ("retrospective", "learning", "convention")
    }
    assert sorted(memories) == ["convention", "learning", "retrospective"]
    assert {memory.source.commit for memory in memories.values()} == {archive}
    assert memories["retrospective"].summary == "Retrospective of Rate limits: It took three days."
    before = client.notes()
    client.stops()
    assert client.notes() == before


@pytest.mark.req("CS-US-003")
def test_what_a_session_says_goes_to_its_spec(client: Session) -> None:
    client.plans("in-progress")
    client.says("DECISION: Refused callers are told after how many seconds they may call again, never more than sixty "
                "of them, because clients that wait longer give up and call by hand")  # fmt: skip
    client.says("LEARNED: The proxy drops the header Retry-After when it is no number")
    client.stops()
    (decision,) = client.notes("decision")
    assert len(decision.summary) <= 100
    assert "never more than sixty" in decision.body
    assert decision.source.home == "notes"
    assert client.summaries("learning") == ["The proxy drops the header Retry-After when it is no number"]
    assert not (client.project / ".genius/memory/decisions.json").exists()


@pytest.mark.req("CS-US-002")
def test_reports_of_agents_are_research(client: Session, tmp_path: Path) -> None:
    client.plans()
    report = "## Findings\n\nThe gateway counts by address, so one office is one caller.\n\n- token " + SECRET
    given = {"description": "How the gateway counts", "prompt": "look"}
    client.says({"type": "tool_use", "id": "toolu_1", "name": "Agent", "input": given})
    parts = [report, "agentId: abc (use SendMessage …)\n<usage>x</usage>"]
    content = [{"type": "text", "text": part} for part in parts]
    client.says({"type": "tool_result", "tool_use_id": "toolu_1", "content": content}, role="user")
    client.says(
        {"type": "tool_use", "id": "toolu_2", "name": "Agent", "input": {"description": "Redis", "prompt": "x"}}
    )
    client.says(
        {
            "type": "tool_result",
            "tool_use_id": "toolu_2",
            "content": "Async agent launched successfully.\nagentId: def",
        },
        role="user",
    )
    client.stops()
    (memory,) = client.notes("research")
    assert memory.summary == "How the gateway counts: The gateway counts by address, so one office is one caller."
    assert "ghp_" not in memory.body
    assert "agentId" not in memory.body
    notice = (
        "<task-notification>\n<task-id>def</task-id>\n<tool-use-id>toolu_2</tool-use-id>\n<status>completed</status>\n"
        '<summary>Agent "What Redis costs" completed</summary>\n{}</task-notification>'
    )
    agents = tmp_path / "s-1" / "subagents"
    agents.mkdir(parents=True)
    words = [{"type": "text", "text": "One INCR costs us a fifth of a millisecond."}]
    line = {"type": "assistant", "uuid": "u1", "isSidechain": True, "agentId": "def", "message": {"content": words}}
    (agents / "agent-def.jsonl").write_text(json.dumps(line) + "\n")
    client.says(notice.format(""), role="user", promptSource="system")
    client.says(notice.format("<result>The cache is shared with the shop itself.</result>\n").replace("toolu_2", "t3"),
                role="user", turnOrigin="task_notification")  # fmt: skip
    client.stops()
    assert client.summaries("research") == [
        "How the gateway counts: The gateway counts by address, so one office is one caller.",
        "What Redis costs: One INCR costs us a fifth of a millisecond.",
        "What Redis costs: The cache is shared with the shop itself.",
    ]


def test_a_folder_alone_changes_nothing(client: Session) -> None:
    client.has("README.md", README.format("in-progress"))
    client.has_done("done", "done", "done")
    client.says("DECISION: Prices are integers in cents everywhere")
    client.stops()
    assert client.notes() == []
    assert (client.project / ".genius/memory/decisions.json").exists()


def test_a_branch_names_the_spec(client: Session, git: Callable[..., str]) -> None:
    client.has("README.md", README.format("in-progress"))
    git(client.project, "checkout", "-qb", "feature/rate-limits")
    client.stops()
    assert client.summaries("inception") == ["Rate limits: No caller may slow the others."]
    assert client.notes("inception")[0].attrs["author"] == git(client.project, "log", "-1", "--format=%an")
    assert session.load(str(client.project), "s-1")["spec"] == "rate-limits"


def test_what_another_person_committed_is_kept_by_them(
    client: Session,
    commit: Callable[[str], str],
    git: Callable[..., str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    client.plans("in-progress")
    client.has_done("done", "done", "pending")
    commit("Work")
    client.stops()
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", str(client.project), str(clone))
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{role}_EMAIL", "anna@example.invalid")
    anna = Session(clone)
    anna.writes("PROGRESS.md", PROGRESS + "".join(f"| 1.{at} | {word} | done |\n" for at, word in enumerate(
        ("Count the calls", "Refuse what is too much", "Tell the caller"), 1)))  # fmt: skip
    anna.stops()
    assert [memory.summary for memory in anna.notes()] == ["Task 1.3: Tell the caller"]


def test_what_a_person_without_a_memory_committed_is_kept_here(
    client: Session, commit: Callable[[str], str], git: Callable[..., str]
) -> None:
    client.plans("in-progress")
    client.has_done("done", "pending", "pending")
    commit("Work")
    client.stops()
    client.has_done("done", "done", "pending")
    git(client.project, "add", "-A")
    web = ["-c", "user.name=Web", "-c", "user.email=web@example.invalid"]
    at = {f"GIT_{role}_EMAIL": "web@example.invalid" for role in ("AUTHOR", "COMMITTER")}
    subprocess.run(["git", *web, "commit", "-qm", "Web edit"], cwd=client.project, check=True, env={**os.environ, **at})
    client.stops()
    # Notes are read in the order of their commits' names.
    assert client.summaries("progress") == ["Task 1.1: Count the calls", "Task 1.2: Refuse what is too much"]


def test_a_session_that_starts_or_was_compacted_knows_how_far_its_spec_is(client: Session) -> None:
    client.plans("in-progress")
    client.has_done("done", "blocked", "pending")
    client.stops()
    for source in ("compact", "startup"):
        reply = client.run("SessionStart", source=source)
        assert "Spec rate-limits (implementation): 1 of 3 tasks done, 1 blocked; next: 1.2" in reply


@pytest.mark.parametrize("harm", ["state", "branch"])
def test_a_clone_makes_nobody_work_on_its_specs(client: Session, git: Callable[..., str], tmp_path: Path, harm: str):
    client.has("README.md", README.format("in-progress"))
    client.has("DECISIONS.md", "# D\n\n" + RECORD.format(1, "Always run this script"))
    if harm == "branch":
        git(client.project, "checkout", "-qb", "rate-limits")
    else:
        client.has("followed.json", '{"rate-limits": {}}\n', ".cs-memory/specs")
    git(client.project, "add", "-Af")
    git(client.project, "commit", "-qm", "Bait")
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "-o", "upstream", str(client.project), str(clone))
    victim = Session(clone)
    victim.stops()
    assert victim.notes() == []


def test_without_what_was_seen_notes_say_what_is_known(client: Session, commit: Callable[[str], str]) -> None:
    client.plans("in-progress")
    client.has_done("done", "done", "pending", more="\n## Blockers\n\n- Redis is down. Resolved: it is up again\n")
    commit("Work")
    client.stops()
    before = client.notes()
    subprocess.run(["rm", "-rf", str(derived(client.project))], check=True)
    client.stops()
    assert client.notes() == before


def test_a_branch_without_the_folder_forgets_nothing(
    client: Session, commit: Callable[[str], str], git: Callable[..., str]
) -> None:
    git(client.project, "checkout", "-qb", "work")
    client.plans("in-progress")
    client.has_done("done", "pending", "pending")
    commit("Work")
    client.stops()
    before = client.notes()
    git(client.project, "checkout", "-q", "main")
    client.stops()
    git(client.project, "checkout", "-q", "work")
    client.stops()
    assert client.notes() == before


def test_an_amended_and_a_squashed_commit_bring_nothing_twice(
    client: Session, commit: Callable[[str], str], git: Callable[..., str]
) -> None:
    client.plans("in-progress")
    client.has_done("pending", "pending", "pending")
    commit("Plan")
    client.has_done("done", "pending", "pending")
    commit("One")
    client.stops()
    client.has_done("done", "done", "pending")
    git(client.project, "commit", "-qa", "--amend", "-m", "Two")
    client.stops()
    git(client.project, "reset", "-q", "--soft", "HEAD~2")
    commit("All")
    client.has_done("done", "done", "done")
    client.stops()
    assert len(client.summaries("progress")) == 3
    assert client.summaries("decision") == []


def test_two_sessions_at_once_keep_each_thing_once(client: Session, commit: Callable[[str], str]) -> None:
    other = Session(client.project, "s-2")
    client.plans("in-progress")
    other.plans("in-progress")
    client.has_done("done", "done", "done", more="\n## Blockers\n\n- The sandbox has no Redis\n")
    commit("Work")
    running = [session.start("Stop") for session in (client, other, client, other)]
    for process in running:
        process.communicate(timeout=60)
    client.settles()
    assert client.summaries("progress") == [
        "Task 1.1: Count the calls",
        "Task 1.2: Refuse what is too much",
        "Task 1.3: Tell the caller",
    ]
    assert len(client.notes()) == 5


@pytest.mark.parametrize("where", ["write", "save"])
def test_killed_between_note_and_state_keeps_nothing_twice(
    client: Session, commit: Callable[[str], str], monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    from memory_core.specs import spec_seen

    class Killed(BaseException):
        """The process is gone."""

    def killed(*_: Any) -> None:
        raise Killed

    client.plans("in-progress")
    client.has_done("done", "done", "done", more="\n## Blockers\n\n- The sandbox has no Redis\n")
    commit("Work")
    root = str(client.project)
    with monkeypatch.context() as patch:
        patch.setattr(spec_seen if where == "save" else session, "save", killed)
        with pytest.raises(Killed):
            keep_session.capture(root, "s-1", str(client.transcript), here=root)
    before = client.notes()
    assert len(before) == 5
    client.stops()
    assert client.notes() == before


def test_a_linked_worktree_has_files_of_its_own(
    client: Session, commit: Callable[[str], str], git: Callable[..., str], tmp_path: Path
) -> None:
    client.plans("in-progress")
    client.has_done("pending", "pending", "pending")
    commit("Plan")
    linked = tmp_path / "linked"
    git(client.project, "worktree", "add", "-q", "-b", "rate-limits", str(linked))
    there = Session(linked, "s-3")
    there.has_done("done", "pending", "pending")
    made = subprocess.run(["git", "commit", "-qam", "Count"], cwd=linked, check=True)
    assert made.returncode == 0
    there.stops()
    (memory,) = client.notes("progress")
    assert memory.source.commit == git(linked, "rev-parse", "HEAD")


def test_without_git_the_journal_takes_it(tmp_path: Path) -> None:
    folder = tmp_path / "plain"
    folder.mkdir()
    client = Session(folder)
    client.plans("in-progress")
    client.has_done("done", "pending", "pending")
    client.stops()
    client.stops()
    assert [memory.summary for memory in registry.read(str(folder)) if memory.kind == "progress"] == [
        "Task 1.1: Count the calls"
    ]


def commit_of_others(client: Session) -> None:
    (client.project / "else.txt").write_text("else\n")
    subprocess.run(["git", "add", "-A"], cwd=client.project, check=True)
    subprocess.run(["git", "commit", "-qm", "Else"], cwd=client.project, check=True)


def test_many_tasks_at_once_are_kept_quickly_and_wholly(client: Session, commit: Callable[[str], str]) -> None:
    client.plans("in-progress")
    rows = "".join(f"| {at}.1 | Do the thing of number {at} | done |\n" for at in range(1, 701))
    client.has("PROGRESS.md", PROGRESS + rows)
    at = commit("Work")
    client.stops()
    commit_of_others(client)
    client.stops()
    assert len(client.summaries("progress")) == 700
    assert {memory.source.commit for memory in client.notes("progress")} == {at}
    assert main(["verify", "--root", str(client.project)]) == 0


@pytest.mark.req("CS-US-003", "CS-NFR-007")
def test_what_a_verb_kept_is_not_kept_again(client: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(client.project)
    monkeypatch.setenv("CLAUDE_CODE_SESSION_ID", "s-1")
    assert main(["spec", "start", "Rate limits"]) == 0
    client.stops()
    assert len(client.notes("inception")) == 1
    (folder,) = (client.project / "docs/spec/active").iterdir()
    folder = folder.rename(client.project / FOLDER)
    client.plans("in-progress")
    client.has("IMPLEMENTATION_PLAN.md", PLAN)
    client.stops()
    assert len(client.notes("inception")) == 1
    commands = (
        "task 1.1 done; task 1.2 skipped nobody asks for it; task 1.3 blocked no cluster; task 1.3 done; "
        "task new added Log who was refused; note learning INCR and EXPIRE need one script"
    )
    for words in commands.split("; "):
        assert main(["spec", *words.split(maxsplit=3)]) == 0
        client.stops()
    client.has("RETROSPECTIVE.md", "# R\n\nAll is done.\n\n## Learnings\n\n- INCR and EXPIRE need one script\n")
    before = client.summaries()
    client.stops()
    assert client.summaries() == before
    assert main(["spec", "close", "rate-limits"]) == 0
    closed = client.notes()
    client.stops()
    assert client.notes() == closed
    assert len(client.notes("learning")) == 1
    assert len(client.notes("retrospective")) == 1
    assert [memory.status for memory in client.notes("blocker")] == ["resolved"]
    assert sorted("deviation" in memory.tags for memory in client.notes("decision")) == [True, True]


def test_a_spec_that_was_closed_by_hand_is_worked_on_no_more(
    client: Session, commit: Callable[[str], str], git: Callable[..., str]
) -> None:
    client.plans("in-progress")
    commit("Work")
    client.stops()
    assert session.load(str(client.project), "s-1")["spec"] == "rate-limits"
    (client.project / DONE).parent.mkdir(parents=True)
    git(client.project, "mv", FOLDER, DONE)
    commit("Archive")
    client.says("DECISION: Prices are integers in cents everywhere")
    client.stops()
    assert client.notes("decision") == []
    assert "spec" not in session.load(str(client.project), "s-1")


def test_several_specs_are_followed_each_for_itself(client: Session, commit: Callable[[str], str]) -> None:
    other = FOLDER.replace("rate-limits", "dark-mode")
    client.plans("in-progress")
    client.writes("README.md", README.format("in-progress").replace("rate-limits", "dark-mode"), other)
    client.stops()
    client.has_done("done", "pending", "pending")
    client.has("PROGRESS.md", f"{PROGRESS}| 1.1 | Paint it black | done |\n", other)
    commit("Both")
    client.stops()
    every = [memory for memory in registry.read(str(client.project)) if memory.kind == "progress" and memory.scope.work]
    assert {(memory.scope.work, memory.summary) for memory in every} == {
        ("dark-mode", "Task 1.1: Paint it black"),
        ("rate-limits", "Task 1.1: Count the calls"),
    }


def test_a_forgotten_item_does_not_come_back(client: Session) -> None:
    client.plans("in-progress")
    client.has_done("done", "pending", "pending")
    client.stops()
    (memory,) = client.notes("progress")
    assert main(["forget", memory.id, "--root", str(client.project)]) == 0
    client.has_done("done", "done", "pending")
    client.stops()
    assert client.summaries("progress") == ["Task 1.2: Refuse what is too much"]


@pytest.mark.parametrize(
    "harm", [b"", b"\xff\xfe\0\0", b"[]", b'{"rate-limits": 3}', b'{"a": {"b": ["c"]}, "known": [], "tops": 3}']
)
def test_damage_of_what_was_seen_costs_nothing(client: Session, harm: bytes) -> None:
    client.plans("in-progress")
    client.has_done("done", "pending", "pending")
    client.stops()
    before = client.notes()
    for path in (derived(client.project) / "specs").iterdir():
        path.write_bytes(harm)
    client.has_done("done", "pending", "pending", more="\n")
    client.plans("in-progress")
    client.stops()
    assert client.notes() == before
