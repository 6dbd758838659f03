"""spec close: the folder moves, git commits that alone, and what was learned stands on that commit (CS-US-004)."""

import json
import subprocess
import time
from pathlib import Path

import pytest

from memory_core.core import session
from memory_core.specs import skeleton, spec_folders
from tests.spec_runs import ASKED, SLUG, Git, Run, folder, planned, run, started

__all__ = ["run"]

RETROSPECTIVE = """# Retrospective

## Summary

All went as planned, but for the clock.

## What Went Well

- The bucket was small

## Key Learnings

- A clock is always handed in, never read
- Buckets are per process group

## Patterns

- Every limit answers with Retry-After
"""


def implemented(run: Run, repo: Path, git: Git) -> Path:
    """A spec whose one task is done, with a retrospective, all of it committed."""
    at = planned(repo, git, run, "1.1 A token bucket")
    run("spec", "start", SLUG, "--phase", "implementation")
    run("spec", "task", "1.1", "done")
    (at / "RETROSPECTIVE.md").write_text(RETROSPECTIVE)
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "Limits")
    return at


@pytest.mark.req("CS-US-004", "CS-NFR-007")
def test_what_was_learned_stands_on_the_commit_that_archives_the_spec(run: Run, repo: Path, git: Git):
    implemented(run, repo, git)
    before = git(repo, "rev-parse", "HEAD")
    answer = run("spec", "close", SLUG, "--outcome", "success", "--json").json
    head = git(repo, "rev-parse", "HEAD")
    assert (answer["phase"], answer["folder"]) == ("completed", f"docs/spec/completed/2026-03-14-{SLUG}")
    assert answer["commit"] == head
    assert git(repo, "rev-parse", "HEAD~") == before
    kinds = sorted(memory["kind"] for memory in answer["memories"])
    assert kinds == ["convention", "learning", "learning", "retrospective"]
    assert {memory["commit"] for memory in answer["memories"]} == {head}
    assert {memory["attrs"]["phase"] for memory in answer["memories"]} == {"completed"}
    assert "success" in next(memory for memory in answer["memories"] if memory["kind"] == "retrospective")["tags"]
    for space in ("retrospective", "learnings", "patterns"):
        assert SLUG in git(repo, "notes", f"--ref=cs/{space}", "show", head)
    assert git(repo, "status", "--porcelain", "docs") == ""
    readme = (folder(repo, shelf="completed") / "README.md").read_text()
    assert (skeleton.key(readme, "status"), skeleton.key(readme, "outcome")) == ("completed", "success")
    assert spec_folders.active(str(repo)) == []
    assert run("spec", "close", SLUG).code == 1


@pytest.mark.req("CS-US-014")
def test_a_look_at_what_closing_would_see_changes_nothing(run: Run, repo: Path, git: Git):
    implemented(run, repo, git)
    before = git(repo, "rev-parse", "HEAD"), git(repo, "notes", "--ref=cs/progress", "list")
    result = run("spec", "close", "--dry-run", "--args-stdin", words="")
    assert result.code == 0
    assert "Task 1.1" in result.out
    answer = run("spec", "close", "--dry-run", "--args-stdin", "--json", words=SLUG).json
    assert answer["slug"] == SLUG
    assert answer["tokens"] <= 4000
    assert (git(repo, "rev-parse", "HEAD"), git(repo, "notes", "--ref=cs/progress", "list")) == before
    assert git(repo, "status", "--porcelain") == ""


@pytest.mark.req("CS-US-004")
def test_without_a_retrospective_one_is_put_together_of_what_was_kept(run: Run, repo: Path, git: Git):
    planned(repo, git, run, "1.1 A token bucket", "1.2 Answer 429")
    run("spec", "start", SLUG, "--phase", "implementation")
    run("spec", "task", "1.1", "done")
    run("spec", "task", "1.2", "skipped", "Nobody asked")
    run("spec", "note", "learning", "Buckets are per process group")
    run("spec", "note", "decision", "Keep the counters in memory")
    answer = run("spec", "close", SLUG, "--json").json
    text = (folder(repo, shelf="completed") / "RETROSPECTIVE.md").read_text()
    for words in ("1 of 2 tasks done", "Buckets are per process group", "Keep the counters in memory", "Nobody asked"):
        assert words in text
    assert [memory["kind"] for memory in answer["memories"]] == ["retrospective"]  # the rest was known
    assert "success" in answer["memories"][0]["tags"]


def test_what_else_is_staged_or_changed_stays_as_it_was(run: Run, repo: Path, git: Git):
    implemented(run, repo, git)
    (repo / "staged").write_text("not yet")
    git(repo, "add", "staged")
    (repo / "README.md").write_text("changed")
    (repo / "untracked").write_text("new")
    assert run("spec", "close", SLUG).code == 0
    assert git(repo, "diff", "--cached", "--name-only") == "staged"
    assert git(repo, "diff", "--name-only") == "README.md"
    assert git(repo, "ls-files", "--others", "--exclude-standard").splitlines() == ["untracked"]
    changed = git(repo, "show", "--name-only", "--format=", "HEAD").splitlines()
    assert changed
    assert all(name.startswith("docs/spec/") for name in changed)


def test_files_that_git_never_saw_are_archived_too(run: Run, repo: Path, git: Git):
    run("spec", "start", ASKED)
    assert run("spec", "close", SLUG, "--json").json["commit"] == git(repo, "rev-parse", "HEAD")
    assert git(repo, "ls-files", "docs/spec/active") == ""
    assert len(git(repo, "ls-files", "docs/spec/completed").splitlines()) == 6


def refusing(repo: Path) -> Path:
    """A hook of the repository that lets no commit pass."""
    hook = repo / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho 'the linter says no' >&2\nexit 1\n")
    hook.chmod(0o755)
    return hook


@pytest.mark.req("CS-US-004", "CS-NFR-006", "CS-NFR-009")
def test_a_commit_that_a_hook_refuses_is_told_and_can_be_made_later(run: Run, repo: Path, git: Git):
    implemented(run, repo, git)
    (repo / "staged").write_text("not yet")
    git(repo, "add", "staged")
    hook = refusing(repo)
    before = git(repo, "rev-parse", "HEAD")
    answer = run("spec", "close", SLUG, "--json").json
    assert answer["commit"] is None
    assert "the linter says no" in answer["not_committed"]
    assert {memory["commit"] for memory in answer["memories"]} == {before}
    assert git(repo, "diff", "--cached", "--name-only") == "staged"
    assert (folder(repo, shelf="completed") / "RETROSPECTIVE.md").read_text() == RETROSPECTIVE
    hook.unlink()
    again = run("spec", "close", SLUG, "--json").json
    assert again["commit"] == git(repo, "rev-parse", "HEAD") != before
    assert again["memories"] == []
    assert git(repo, "diff", "--cached", "--name-only") == "staged"
    assert git(repo, "status", "--porcelain", "docs") == ""


def test_the_commit_can_be_left_to_the_user(run: Run, repo: Path, git: Git):
    implemented(run, repo, git)
    before = git(repo, "rev-parse", "HEAD")
    assert run("spec", "close", SLUG, "--no-commit").code == 0
    assert git(repo, "rev-parse", "HEAD") == before
    assert git(repo, "diff", "--cached", "--name-only") == ""
    assert folder(repo, shelf="completed").is_dir()
    assert run("spec", "close", SLUG, "--no-commit").code == 1


def test_in_the_middle_of_a_merge_nothing_is_lost(run: Run, repo: Path, git: Git):
    implemented(run, repo, git)
    git(repo, "checkout", "-qb", "other", "HEAD~2")
    (repo / "README.md").write_text("other")
    git(repo, "commit", "-qam", "other")
    git(repo, "checkout", "-q", "main")
    (repo / "README.md").write_text("ours")
    git(repo, "commit", "-qam", "ours")
    subprocess.run(["git", "merge", "-q", "other"], cwd=repo, capture_output=True, check=False)
    answer = run("spec", "close", SLUG, "--json").json
    assert answer["commit"] is None
    assert "merge" in answer["not_committed"]
    assert folder(repo, shelf="completed").is_dir()
    assert (repo / ".git" / "MERGE_HEAD").exists()


def test_where_git_ignores_the_documents_they_move_and_nothing_is_committed(run: Run, repo: Path, git: Git):
    (repo / ".gitignore").write_text("docs/\n")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "private documents")
    run("spec", "start", ASKED)
    answer = run("spec", "close", SLUG, "--json").json
    assert answer["commit"] is None
    assert "ignore" in answer["not_committed"]
    assert [memory["kind"] for memory in answer["memories"]] == ["retrospective"]


@pytest.mark.parametrize("start", ["nothing", "init"])
def test_without_git_or_a_commit_the_journal_takes_the_retrospective(run: Run, tmp_path: Path, git: Git, start: str):
    at = tmp_path / "plain"
    at.mkdir()
    if start == "init":
        git(at, "init", "-q")
    run("spec", "start", ASKED, at=at)
    answer = run("spec", "close", SLUG, "--json", at=at).json
    assert answer["commit"] is None
    assert [(memory["kind"], memory["commit"]) for memory in answer["memories"]] == [("retrospective", None)]
    assert (at / answer["folder"] / "README.md").exists()


def test_a_folder_of_that_name_among_the_completed_is_not_overwritten(run: Run, repo: Path, git: Git):
    at = implemented(run, repo, git)
    there = repo / "docs" / "spec" / "completed" / at.name
    there.mkdir(parents=True)
    (there / "mine").write_text("mine")
    result = run("spec", "close", SLUG)
    assert result.code == 1
    assert "already" in result.err
    assert (there / "mine").read_text() == "mine"
    assert (at / "RETROSPECTIVE.md").read_text() == RETROSPECTIVE


@pytest.mark.parametrize("outcome", ["", "partial", "cancelled"])
def test_the_outcome_is_said_or_seen(run: Run, repo: Path, git: Git, outcome: str):
    planned(repo, git, run, "1.1 A token bucket", "1.2 Answer 429")
    run("spec", "task", "1.2", "done")
    run("spec", "close", SLUG, *(("--outcome", outcome) if outcome else ()))
    readme = (folder(repo, shelf="completed") / "README.md").read_text()
    assert skeleton.key(readme, "outcome") == (outcome or "partial")
    assert run("spec", "close", SLUG, "--outcome", "splendid").code == 2


NOTHING_DONE = {"open": ("1.1 A token bucket",), "skipped": ("1.1 A token bucket",), "no tasks": ()}


@pytest.mark.parametrize("case", NOTHING_DONE)
@pytest.mark.req("CS-US-004", "CS-US-014")
def test_where_nothing_was_done_it_was_no_success_unless_somebody_says_so(run: Run, repo: Path, git: Git, case: str):
    planned(repo, git, run, *NOTHING_DONE[case])
    if case == "skipped":
        run("spec", "start", SLUG, "--phase", "implementation")
        run("spec", "task", "1.1", "skipped", "Nobody asked")
    assert "--outcome" in run("spec", "close", SLUG, "--dry-run").out
    (kept,) = run("spec", "close", SLUG, "--json").json["memories"]
    expected = "" if case == "no tasks" else "cancelled"
    assert kept["kind"] == "retrospective"
    assert [tag for tag in ("success", "partial", "failed", "cancelled") if tag in kept["tags"]] == list(
        filter(None, [expected])
    )
    assert "success" not in kept["summary"].casefold()
    readme = (folder(repo, shelf="completed") / "README.md").read_text()
    assert skeleton.key(readme, "outcome") == expected


def test_who_says_how_it_went_is_believed(run: Run, repo: Path, git: Git):
    planned(repo, git, run)
    (kept,) = run("spec", "close", SLUG, "--outcome", "success", "--json").json["memories"]
    assert "success" in kept["tags"]


def test_the_session_works_on_none_any_more(run: Run, repo: Path, git: Git, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CLAUDE_CODE_SESSION_ID", "s-1")
    implemented(run, repo, git)
    assert session.load(str(repo), "s-1")["spec"] == SLUG
    run("spec", "close")
    assert "spec" not in session.load(str(repo), "s-1")
    git(repo, "commit", "-qm", "Empty", "--allow-empty")
    assert run("spec", "start", SLUG, "--phase", "implementation").code == 1
    assert run("spec", "start", SLUG, "--json").json["slug"] == f"{SLUG}-2"


def test_in_a_linked_worktree_its_own_branch_gets_the_commit(run: Run, repo: Path, git: Git, tmp_path: Path):
    linked = tmp_path / "linked"
    git(repo, "worktree", "add", "-q", str(linked), "-b", "limits")
    before = git(repo, "rev-parse", "main")
    run("spec", "start", ASKED, at=linked)
    answer = run("spec", "close", SLUG, "--json", at=linked).json
    assert answer["commit"] == git(repo, "rev-parse", "limits") != before
    assert git(repo, "rev-parse", "main") == before
    git(repo, "worktree", "remove", "--force", str(linked))


@pytest.mark.req("CS-US-004", "CS-NFR-006")
def test_who_closes_while_the_hooks_of_the_commit_run_takes_nothing_from_it(run: Run, repo: Path, git: Git):
    implemented(run, repo, git)
    hook = refusing(repo)
    hook.write_text("#!/bin/sh\ntouch .git/begun\nwhile [ ! -e .git/go ]; do sleep 0.1; done\n")
    first = started(repo, "spec", "close", SLUG, "--json")
    try:
        for _ in range(600):
            if (repo / ".git" / "begun").exists():
                break
            time.sleep(0.1)
        second = run("spec", "close", SLUG)
    finally:
        (repo / ".git" / "go").touch()
        out, _ = first.communicate(timeout=300)
    assert second.code == 1
    assert "git is running" in second.err
    answer = json.loads(out)
    assert answer["commit"] == git(repo, "rev-parse", "HEAD")
    assert {memory["commit"] for memory in answer["memories"]} == {answer["commit"]}
    assert len(answer["memories"]) == 4


@pytest.mark.req("CS-US-004", "CS-NFR-006")
def test_a_folder_that_was_moved_by_hand_is_closed_on_the_commit_that_moved_it(run: Run, repo: Path, git: Git):
    at = implemented(run, repo, git)
    (repo / "docs" / "spec" / "completed").mkdir()
    git(repo, "mv", str(at), "docs/spec/completed")
    git(repo, "commit", "-qm", "Archive the limits")
    moved = git(repo, "rev-parse", "HEAD")
    git(repo, "commit", "-qm", "Something else", "--allow-empty")
    answer = run("spec", "close", SLUG, "--json").json
    assert answer["commit"] == moved
    assert sorted(memory["kind"] for memory in answer["memories"]) == [
        "convention",
        "learning",
        "learning",
        "retrospective",
    ]
    assert {memory["commit"] for memory in answer["memories"]} == {moved}
    assert run("spec", "close", SLUG).code == 1
