"""A spec begun by the verb, and the hooks that end the turns behind it: what one has kept the other knows."""

from pathlib import Path

import pytest

from memory_core.core import session
from tests.spec_runs import ASKED, SLUG, Git, Run, folder, planned, run
from tests.test_hooks import Client

__all__ = ["run"]


@pytest.mark.req("CS-US-002", "CS-US-003", "CS-US-004", "CS-NFR-007")
def test_a_spec_from_its_beginning_to_its_end_holds_each_thing_once(
    run: Run, repo: Path, git: Git, monkeypatch: pytest.MonkeyPatch
):
    client = Client(repo)
    client.says("We plan the limits.")
    monkeypatch.setenv("CLAUDE_CODE_SESSION_ID", "s-1")
    client.run("SessionStart", source="startup")
    run("spec", "start", "--args-stdin", words=ASKED)
    client.run("Stop")
    assert session.load(str(repo), "s-1")["spec"] == SLUG
    at = folder(repo)
    (at / "README.md").write_text((at / "README.md").read_text().replace(ASKED, "No key may take what others need."))
    (at / "IMPLEMENTATION_PLAN.md").write_text(
        "# Plan\n\n## Phase 1\n\n- [ ] 1.1 A token bucket\n- [ ] 1.2 Answer 429\n"
    )
    (at / "DECISIONS.md").write_text("# Decisions\n\n## ADR-001: Count in Redis\n\n### Context\n\nWorkers share.\n")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "docs(spec): plan the limits")
    plan = git(repo, "rev-parse", "HEAD")
    client.run("Stop")
    run("spec", "start", "--phase", "implementation", "--args-stdin", words=SLUG)
    client.run("Stop")
    run("spec", "task", "1.1", "done")
    run("spec", "task", "1.2", "blocked", "No cluster here")
    client.run("Stop")
    run("spec", "task", "1.2", "done", "A cluster in a container")
    run("spec", "note", "decision", "Count in Redis")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "Limits")
    client.run("Stop")
    (at / "RETROSPECTIVE.md").write_text("# R\n\nAll is done.\n\n## Key Learnings\n\n- Hand the clock in, always\n")
    closed = run("spec", "close", SLUG, "--json").json
    client.run("Stop")
    client.ends()
    status = run("spec", "status", SLUG, "--json").json
    kinds = sorted((memory["kind"], memory["status"]) for memory in status["memories"])
    assert kinds == [
        ("blocker", "resolved"),
        ("decision", "active"),
        ("inception", "active"),
        ("learning", "active"),
        ("progress", "resolved"),
        ("progress", "resolved"),
        ("retrospective", "active"),
    ]
    commits = {memory["kind"]: memory["commit"] for memory in status["memories"]}
    assert commits["decision"] == plan
    assert commits["retrospective"] == commits["learning"] == closed["commit"] == git(repo, "rev-parse", "HEAD")
    assert status["not_kept"] == []


@pytest.mark.req("CS-US-003", "CS-US-004")
def test_what_was_done_in_the_turn_that_closes_stands_on_the_commit_that_did_it(
    run: Run, repo: Path, git: Git, monkeypatch: pytest.MonkeyPatch
):
    client = Client(repo)
    client.says("We plan the limits.")
    monkeypatch.setenv("CLAUDE_CODE_SESSION_ID", "s-1")
    run("spec", "start", "--args-stdin", words=ASKED)
    at = folder(repo)
    (at / "IMPLEMENTATION_PLAN.md").write_text("# Plan\n\n- [ ] 1.1 A token bucket\n")
    run("spec", "start", "--phase", "implementation", "--args-stdin", words=SLUG)
    client.run("Stop")
    (at / "PROGRESS.md").write_text("# Progress\n\n- [x] 1.1 A token bucket\n")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "A token bucket")
    done = git(repo, "rev-parse", "HEAD")
    run("spec", "close", SLUG)
    client.run("Stop")
    memories = run("spec", "status", SLUG, "--json").json["memories"]
    assert [memory["commit"] for memory in memories if memory["kind"] == "progress"] == [done]


@pytest.mark.req("CS-US-003", "CS-NFR-007")
def test_what_a_session_says_of_a_task_stands_on_the_commit_that_is_made_after_it(
    run: Run, repo: Path, git: Git, monkeypatch: pytest.MonkeyPatch
):
    at = planned(repo, git, run, "1.1 A token bucket", "1.2 Answer 429", "1.3 Tell it")
    monkeypatch.setenv("CLAUDE_CODE_SESSION_ID", "s-1")
    client = Client(repo)
    client.says("We go on.")
    run("spec", "start", "--phase", "implementation", "--args-stdin", words=SLUG)
    commits = {}
    for task, state in (("1.1", "done"), ("1.2", "blocked"), ("1.2", "done"), ("1.3", "skipped")):
        assert run("spec", "task", task, state, "No proxy here" if state != "done" else "").code == 0
        git(repo, "add", "-A")
        git(repo, "commit", "-qm", f"{task} {state}")
        commits[task] = git(repo, "rev-parse", "HEAD")
    assert "| 1.1 |" in (at / "PROGRESS.md").read_text()
    client.run("Stop")
    memories = run("spec", "status", SLUG, "--json").json["memories"]
    kept_on = {
        memory["summary"][5:8]: memory["commit"] for memory in memories if memory["kind"] in ("progress", "decision")
    }
    assert kept_on == commits
    assert [memory["status"] for memory in memories if memory["kind"] == "blocker"] == ["resolved"]
