"""Notes stay on a machine until they are exchanged: who starts, looks or closes a spec is told (U1)."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from memory_core.cli import main
from memory_core.notes import git_notes
from tests.conftest import ROOT
from tests.test_hooks import Client, news
from tests.test_sync import Team, keep, sync, team, tips

__all__ = ["team"]  # the fixture
Git = Callable[..., str]
Make = Callable[..., Team]
PRUNE = ("notes", "--ref=cs/decisions", "prune")
FOLLOWED = "\tfetch = +refs/notes/cs/*:refs/notes/origin/cs/*\n"  # what the first sync adds to the settings


@pytest.fixture(autouse=True)
def _same_day(now: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORY_CORE_DATA", str(tmp_path / "data"))


@pytest.fixture
def verb(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    def run(root: Path, *arguments: str) -> str:
        main([*arguments, "--root", str(root)])
        return capsys.readouterr().out

    return run


def starts(folder: Path, session: str = "s-1") -> tuple[str, str]:
    """(what the user is shown, what the model is told)"""
    reply = json.loads(Client(folder, session).run("SessionStart", source="startup"))
    return news(reply.get("systemMessage", "")), reply["hookSpecificOutput"]["additionalContext"]


def shared(made: Team, git: Git, *names: str) -> None:
    """The first clone pushes notes, and commits files."""
    clone = made.clones[0]
    keep(clone, made.commits[0], "Use WAL", "Retry with backoff")
    assert sync(clone, "--push").code == 0
    for name in names:
        (clone / name).parent.mkdir(parents=True, exist_ok=True)
        (clone / name).write_text("[]\n" if name.startswith(".genius") else "{}\n")
        git(clone, "add", "-f", name)
    if names:
        git(clone, "commit", "-qm", "Files of the memory")
        git(clone, "push", "-q", "origin", "main")


# A start


@pytest.mark.parametrize(
    "name", [".genius/memory/decisions.json", "IRIS_MEMORY.json", "docs/spec/completed/2026-01-01-x/README.md"]
)
def test_a_fresh_clone_of_a_project_with_memory_is_told_where_its_notes_may_be(
    team: Make, git: Git, tmp_path: Path, name: str
) -> None:
    made = team()
    shared(made, git, name)
    git(tmp_path, "clone", "-q", str(made.hub), "fresh")
    fresh = tmp_path / "fresh"
    notice, briefing = starts(fresh)
    assert "may lie on origin" in notice
    assert "memory-core sync" in notice
    assert "may lie on origin" in briefing
    assert starts(fresh, "s-2")[0] == ""  # once a day
    assert sync(fresh).code == 0
    notice, briefing = starts(fresh, "s-3")
    assert notice == ""
    assert "may lie" not in briefing
    assert "Use WAL" in briefing


def test_the_user_of_a_fresh_clone_without_any_sign_reads_once_where_notes_may_be(
    team: Make, git: Git, tmp_path: Path
) -> None:
    made = team()
    shared(made, git)
    git(tmp_path, "clone", "-q", str(made.hub), "fresh")
    notice, briefing = starts(tmp_path / "fresh")
    assert "no memories of this project on this machine yet" in notice
    assert "origin: `memory-core sync` fetches them" in notice
    assert "sync" not in briefing
    for session in ("s-2", "s-3"):
        notice, briefing = starts(tmp_path / "fresh", session)
        assert notice == ""
        assert "sync" not in briefing


def test_who_looked_and_found_nothing_is_not_told_again(team: Make, git: Git) -> None:
    made = team()
    two = made.clones[1]
    (two / "IRIS_MEMORY.json").write_text("{}\n")
    assert "may lie on origin" in starts(two)[0]
    assert sync(two).code == 0
    notice, briefing = starts(two, "s-2")
    assert notice == ""
    assert "origin" not in briefing


def test_a_project_without_a_remote_is_told_nothing(repo: Path) -> None:
    (repo / "IRIS_MEMORY.json").write_text("{}\n")
    notice, briefing = starts(repo)
    assert notice == ""
    assert "sync" not in briefing


def test_notes_that_were_fetched_and_not_merged_are_told(team: Make, git: Git) -> None:
    made = team()
    shared(made, git)
    two = made.clones[1]
    git(two, "fetch", "-q", "origin", "+refs/notes/cs/*:refs/notes/origin/cs/*")
    notice, briefing = starts(two)
    assert "fetched from origin" in notice
    assert "not merged" in notice
    assert "memory-core sync" in briefing
    assert sync(two).code == 0
    assert starts(two, "s-2")[0] == ""


@pytest.fixture
def partial(team: Make, git: Git, tmp_path: Path) -> Path:
    """A partial clone whose notes were fetched by hand: they are here without their text."""
    made = team()
    shared(made, git)
    git(made.hub, "config", "uploadpack.allowFilter", "true")
    git(tmp_path, "clone", "-q", "--filter=blob:none", made.hub.as_uri(), "partial")
    folder = tmp_path / "partial"
    git(folder, "fetch", "-q", "origin", "refs/notes/*:refs/notes/*")
    return folder


def test_a_partial_clone_is_told_that_the_text_of_its_notes_is_missing(partial: Path, verb: Callable[..., str]) -> None:
    notice, briefing = starts(partial)
    assert "partial clone" in notice
    assert "memory-core sync" in notice
    assert "no memories" not in briefing
    assert "partial clone" in briefing
    assert "partial clone" in verb(partial, "doctor")
    assert "partial clone" in verb(partial, "status")
    before = (partial / ".git" / "config").read_text()
    done = sync(partial)
    assert (done.code, "2 notes" in done.out or "texts of" in done.out) == (0, True)
    assert (partial / ".git" / "config").read_text().replace(FOLLOWED, "") == before
    notice, briefing = starts(partial, "s-2")
    assert notice == ""
    assert "Use WAL" in briefing


def test_a_start_asks_no_process_more(team: Make, git: Git, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of git is started to find the hint: a git that records its calls is asked for local settings alone."""
    made = team()
    shared(made, git, "IRIS_MEMORY.json")
    git(tmp_path, "clone", "-q", str(made.hub), "fresh")
    called = tmp_path / "called"
    (tmp_path / "bin").mkdir()
    fake = tmp_path / "bin" / "git"
    fake.write_text(f'#!/bin/sh\necho "$@" >>{called}\nexit 1\n')
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{fake.parent}:/usr/bin:/bin")
    assert "may lie on origin" in starts(tmp_path / "fresh")[0]
    assert all(" config --local " in line for line in called.read_text().splitlines())


# What is not pushed


def test_what_is_not_pushed_yet_is_counted(team: Make, verb: Callable[..., str]) -> None:
    made = team()
    clone = made.clones[0]
    assert "pushed" not in verb(clone, "status")
    keep(clone, made.commits[0], "Use WAL", "Retry with backoff")
    keep(clone, made.commits[1], "The cache is cold", kind="learning")
    for output in (verb(clone, "status"), verb(clone, "doctor")):
        assert "never pushed to origin: 2 in decisions, 1 in learnings" in output
        assert "memory-core sync --push" in output
    assert json.loads(verb(clone, "status", "--json"))["not_pushed"] == 3
    assert sync(clone, "--push").code == 0
    for output in (verb(clone, "status"), verb(clone, "doctor")):
        assert "never pushed" not in output
        assert "not pushed" not in output
    keep(clone, made.commits[1], "Use a queue")
    for output in (verb(clone, "status"), verb(clone, "doctor")):
        assert "not pushed to origin yet: 1 in decisions" in output
    assert json.loads(verb(clone, "status", "--json"))["not_pushed"] == 1


def test_without_a_remote_nothing_is_to_be_pushed(repo: Path, git: Git, verb: Callable[..., str]) -> None:
    keep(repo, git(repo, "rev-parse", "HEAD"), "Use WAL")
    assert "pushed" not in verb(repo, "status")
    assert json.loads(verb(repo, "status", "--json"))["not_pushed"] == 0


def test_who_closes_a_spec_is_told_what_is_not_pushed(team: Make, verb: Callable[..., str]) -> None:
    clone = team().clones[0]
    verb(clone, "spec", "start", "Rate limits for the API")
    verb(clone, "spec", "note", "decision", "Limit by key", "--rationale", "Keys are stable")
    output = verb(clone, "spec", "close", "--outcome", "success")
    assert "never pushed to origin: " in output
    assert "memory-core sync --push" in output


# git notes prune


def test_what_git_notes_prune_takes_is_put_back_before_a_push(team: Make, git: Git) -> None:
    made = team()
    clone, other = made.clones
    git(clone, "commit", "-q", "--allow-empty", "-m", "To be rewritten")
    lost = git(clone, "rev-parse", "HEAD")
    keep(clone, lost, "Use WAL")
    keep(clone, made.commits[0], "Retry with backoff")
    assert sync(clone, "--push").code == 0
    assert sync(other).code == 0
    git(other, *PRUNE)  # the commit was never here
    assert len(git_notes.read(str(other), "decisions", tips(other)["decisions"])) == 1
    keep(other, made.commits[1], "Use a queue")
    assert sync(other, "--push").code == 0
    summaries = {memory.summary for memory in git_notes.read(str(other), "decisions", tips(other)["decisions"])}
    assert summaries == {"Use WAL", "Retry with backoff", "Use a queue"}
    assert sync(clone).code == 0
    assert tips(clone) == tips(other)


def test_what_was_forgotten_is_not_put_back(team: Make, verb: Callable[..., str]) -> None:
    made = team()
    clone, other = made.clones
    [first, _] = keep(clone, made.commits[0], "Use WAL", "Retry with backoff")
    assert sync(clone, "--push").code == 0
    assert sync(other).code == 0
    verb(other, "forget", first)
    assert sync(other, "--push").code == 0
    summaries = {memory.summary for memory in git_notes.read(str(other), "decisions", tips(other)["decisions"])}
    assert summaries == {"Retry with backoff"}


def test_doctor_says_what_prune_would_take_and_mends_what_it_took(
    repo: Path, git: Git, verb: Callable[..., str]
) -> None:
    git(repo, "commit", "-q", "--allow-empty", "-m", "To be rewritten")
    lost = git(repo, "rev-parse", "HEAD")
    keep(repo, lost, "Use WAL")
    git(repo, "reset", "-q", "--hard", "HEAD~1")
    output = verb(repo, "doctor")
    assert "git notes prune" in output
    assert "1 note" in output
    git(repo, "reflog", "expire", "--expire=now", "--all")
    git(repo, "gc", "-q", "--prune=now")
    git(repo, *PRUNE)
    assert not git_notes.read(str(repo), "decisions", tips(repo)["decisions"])
    output = verb(repo, "doctor")
    assert "`git notes prune` took 1 memory" in output
    assert "doctor --fix" in output
    assert "1 memory that `git notes prune` took" in verb(repo, "doctor", "--fix")
    [memory] = git_notes.read(str(repo), "decisions", tips(repo)["decisions"])
    assert memory.summary == "Use WAL"
    assert "took" not in verb(repo, "doctor")


def test_no_word_of_this_takes_the_network(tmp_path: Path) -> None:
    """The hooks' own modules never load what speaks to a remote."""
    code = "import sys, memory_core.briefing.light.on_session_start; print('memory_core.notes.remote' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
