"""What was known at an earlier moment: from the homes' own history in git, and honest about what git does not have."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memory_core.cli import main
from memory_core.core import registry
from memory_core.core import transitions as domain
from memory_core.core.home import Addition
from memory_core.core.memory import Link, Memory, Source
from memory_core.journal import journal_files
from memory_core.notes import git_notes
from memory_core.recall import snapshot, verb_recall
from memory_core.recall.verb_recall import Question
from tests.test_index import memory

Git = Callable[..., str]


class Project:
    """A repository in which time passes."""

    def __init__(self, root: Path, git: Git, monkeypatch: pytest.MonkeyPatch) -> None:
        self.root, self._git, self._patch = root, git, monkeypatch

    def on(self, day: str) -> None:
        """Let it be noon of that day, for memory-core and for git."""
        self._patch.setenv("MEMORY_CORE_NOW", f"{day}T12:00:00Z")
        for role in ("AUTHOR", "COMMITTER"):
            self._patch.setenv(f"GIT_{role}_DATE", f"{day}T12:00:00Z")

    def keep(self, *memories: Memory) -> list[Memory]:
        with registry.held(str(self.root)):
            return registry.keep(str(self.root), memories)

    def commit(self) -> str:
        self._git(self.root, "add", "-A")
        self._git(self.root, "commit", "-qm", "work", "--allow-empty")
        return self._git(self.root, "rev-parse", "HEAD")

    def then(self, moment: str) -> dict[str, list[tuple[str, str]]]:
        past = snapshot.at(str(self.root), moment)
        return {name: [(memory.summary, memory.status) for memory in memories] for name, memories in past.homes.items()}

    def unknown(self, moment: str) -> tuple[str, ...]:
        return snapshot.at(str(self.root), moment).unknown


@pytest.fixture
def project(repo: Path, git: Git, monkeypatch: pytest.MonkeyPatch) -> Project:
    return Project(repo, git, monkeypatch)


def decision(text: str, day: str, **more: Any) -> Memory:
    return memory("", text, kind="decision", created=f"{day}T11:00:00Z", **more)


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main([*arguments]) == 0
    return capsys.readouterr().out


@pytest.fixture
def replaced(project: Project) -> Project:
    """A journal that was committed three times: a decision, another in its place, and then it was pruned."""
    root = str(project.root)
    project.on("2027-01-10")
    [old] = project.keep(decision("The queue runs on Redis", "2027-01-10"))
    project.commit()
    project.on("2027-02-10")
    project.keep(decision("The queue runs on Postgres", "2027-02-10", links=(Link("supersedes", old.id),)))
    with registry.held(root):
        journal_files.change(root, [old._replace(status="superseded", updated="2027-02-10T11:00:00Z")])
    project.commit()
    project.on("2027-03-10")
    with registry.held(root):
        journal_files.forget(root, old)
    project.commit()
    return project


def test_the_journal_is_read_as_it_was(replaced: Project) -> None:
    assert replaced.then("2027-01-09T23:59:59Z") == {}
    assert replaced.then("2027-01-31T23:59:59Z") == {"journal/decisions": [("The queue runs on Redis", "active")]}
    assert replaced.then("2027-02-28T23:59:59Z") == {
        "journal/decisions": [("The queue runs on Redis", "superseded"), ("The queue runs on Postgres", "active")]
    }
    assert replaced.then("2027-12-31T23:59:59Z") == {"journal/decisions": [("The queue runs on Postgres", "active")]}
    assert replaced.unknown("2027-02-28T23:59:59Z") == ()


@pytest.mark.parametrize("mode", ["keyword", "hybrid"])
def test_recall_answers_from_then(replaced: Project, capsys: pytest.CaptureFixture[str], mode: str) -> None:
    asked = ["recall", "what", "does", "the", "queue", "run", "on", "--mode", mode, "--root", str(replaced.root)]
    now = printed(capsys, *asked)
    assert "Redis" not in now
    text = printed(capsys, *asked, "--as-of", "2027-01-31")
    assert "Redis" in text
    assert "Postgres" not in text
    assert "as it was on 2027-01-31 at 23:59 UTC, commit" in text
    answer = json.loads(printed(capsys, *asked, "--json", "--as-of", "2027-01"))
    assert [result["summary"] for result in answer["results"]] == ["The queue runs on Redis"]
    assert answer["as_of"]["moment"] == "2027-01-31T23:59:59Z"
    assert answer["as_of"]["unknown"] == []


def test_without_words_the_newest_of_then_are_listed(replaced: Project, capsys: pytest.CaptureFixture[str]) -> None:
    root = ["--root", str(replaced.root), "--json"]
    answer = json.loads(printed(capsys, "recall", "--as-of", "2027-02-28", *root))
    assert [result["summary"] for result in answer["results"]] == [
        "The queue runs on Postgres",
        "The queue runs on Redis",
    ]
    answer = json.loads(printed(capsys, "recall", "--as-of", "2027-02-28", "--limit", "1", *root))
    assert [result["summary"] for result in answer["results"]] == ["The queue runs on Postgres"]


def test_a_commit_is_a_moment_too(replaced: Project, git: Git, capsys: pytest.CaptureFixture[str]) -> None:
    first = git(replaced.root, "rev-parse", "HEAD~2")
    for name in (first, first[:10], "HEAD~2"):
        answer = json.loads(printed(capsys, "recall", "queue", "--as-of", name, "--json", "--root", str(replaced.root)))
        assert [result["summary"] for result in answer["results"]] == ["The queue runs on Redis"]
        assert answer["as_of"]["commit"] == first


@pytest.mark.parametrize(
    "said_so", ["no-such-commit", "--upload-pack=x", "2027-13-01", "$(touch owned)", "HEAD:README.md"]
)
def test_what_is_neither_a_day_nor_a_commit_is_refused(
    replaced: Project, capsys: pytest.CaptureFixture[str], said_so: str
) -> None:
    assert main(["recall", "queue", f"--as-of={said_so}", "--root", str(replaced.root)]) == 1
    refusal = capsys.readouterr().err
    assert said_so in refusal
    assert "commit" in refusal
    assert not (replaced.root / "owned").exists()


def test_what_was_not_committed_yet_was_known_all_the_same(project: Project) -> None:
    project.on("2027-01-10")
    project.keep(decision("Sessions last an hour", "2027-01-10"))
    project.commit()
    project.keep(decision("Tokens are rotated", "2027-01-20"))
    assert project.then("2027-01-15T00:00:00Z") == {"journal/decisions": [("Sessions last an hour", "active")]}
    assert [text for text, _ in project.then("2027-01-21T00:00:00Z")["journal/decisions"]] == [
        "Sessions last an hour", "Tokens are rotated",
    ]  # fmt: skip


def test_of_homes_that_are_hidden_it_says_what_cannot_be_known(project: Project) -> None:
    (project.root / ".gitignore").write_text(".genius/\n")
    project.on("2027-01-10")
    [old] = project.keep(decision("The queue runs on Redis", "2027-01-10"))
    project.commit()
    project.on("2027-02-10")
    project.keep(decision("The queue runs on Postgres", "2027-02-10"))
    with registry.held(str(project.root)):
        journal_files.change(str(project.root), [old._replace(status="superseded", updated="2027-02-10T11:00:00Z")])
    assert project.then("2027-01-31T23:59:59Z") == {"journal/decisions": [("The queue runs on Redis", "active")]}
    [line] = project.unknown("2027-01-31T23:59:59Z")
    assert line.startswith("the journal is not committed: shown is what it still holds of that time; what it dropped")


def test_notes_are_read_at_the_commit_of_their_ref(project: Project, git: Git) -> None:
    head = git(project.root, "rev-parse", "HEAD")
    project.on("2027-01-10")
    [blocker] = project.keep(
        decision("The build is red", "2027-01-10", commit=head)._replace(kind="blocker", status="open")
    )
    project.on("2027-02-10")
    with registry.held(str(project.root)):
        registry.add(str(project.root), blocker, "2027-02-10T11:00:00Z", Addition("It was the cache.", "resolved"))
    assert project.then("2027-01-31T23:59:59Z") == {"notes/blockers": [("The build is red", "open")]}
    assert project.then("2027-03-31T23:59:59Z") == {"notes/blockers": [("The build is red", "resolved")]}
    assert project.then("2027-01-01T23:59:59Z") == {}
    assert git_notes.tips(str(project.root)).keys() == {"blockers"}


def test_guard_rails_learnings_and_decision_logs_are_read_too(project: Project) -> None:
    project.on("2027-01-10")
    project.keep(
        memory("", "No GraphQL", kind="constraint", created="2027-01-10", body="REST is enough", path="src/**")
    )
    project.keep(memory("", "Use pnpm", kind="preference", created="2027-01-10T11:00:00Z"))
    project.keep(decision("Sessions live in Redis", "2027-01-10", spec="TIDE-1")._replace(source=Source("decisions")))
    project.commit()
    homes = project.then("2027-01-31T23:59:59Z")
    for path in (
        "IRIS_MEMORY.json",
        ".claude/learnings/warm-memory.json",
        "aidd/reports/memory/TIDE-1.decisions.jsonl",
    ):
        (project.root / path).unlink()
    project.on("2027-02-10")
    project.commit()
    assert project.then("2027-01-31T23:59:59Z") == homes
    assert [text for memories in homes.values() for text, _ in memories] == [
        "No GraphQL",
        "Use pnpm",
        "Sessions live in Redis",
    ]
    assert project.then("2027-02-28T23:59:59Z") == {}


def test_hostile_homes_of_then_cost_only_themselves(project: Project) -> None:
    project.on("2027-01-10")
    folder = project.root / ".genius" / "memory"
    folder.mkdir(parents=True)
    (folder / "decisions.json").symlink_to("/etc/passwd")
    (folder / "errors.json").write_bytes(b"\xff\xfe\x00{]")
    (folder / "patterns.json").write_text('[{"pattern": "Keep it", "timestamp": "2027-01-10T10:00:00Z"},')
    (project.root / "IRIS_MEMORY.json").write_text("[[[")
    logs = project.root / "aidd" / "reports" / "memory"
    logs.mkdir(parents=True)
    (logs / "..decisions.jsonl").write_text("{}")
    project.commit()
    shutil.rmtree(project.root / ".genius")
    assert project.then("2027-01-31T23:59:59Z") == {"journal/patterns": [("Keep it", "active")]}


def test_without_git_what_the_homes_still_hold_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORY_CORE_NOW", "2027-02-10T12:00:00Z")
    with registry.held(str(tmp_path)):
        registry.keep(str(tmp_path), [decision("Early", "2027-01-10"), decision("Late", "2027-02-10")])
    past = snapshot.at(str(tmp_path), "2027-01-31T23:59:59Z")
    assert [memory.summary for memories in past.homes.values() for memory in memories] == ["Early"]
    assert past.commit == ""
    assert "not committed" in past.unknown[0]
    answer = verb_recall.recall_past(str(tmp_path), Question("early", mode="keyword"), past)
    assert [finding.memory.summary for finding in answer.findings] == ["Early"]


@pytest.mark.parametrize(
    ("status", "then"), [("superseded", "active"), ("rejected", "active"), ("resolved", "open"), ("open", "open")]
)
def test_what_ended_later_still_held(status: str, then: str) -> None:
    memory = decision(
        "x", "2027-01-10", status=status, updated="2027-03-01T00:00:00Z", links=(Link("superseded_by", "d-2"),)
    )
    assert domain.as_it_was(memory, "2027-02-01T00:00:00Z") == memory._replace(status=then, links=())
    assert domain.as_it_was(memory, "2027-03-01T00:00:00Z") == memory


def test_a_history_says_what_it_was() -> None:
    steps = [
        {"event": "edited", "when": "2027-02-01T00:00:00Z", "summary": "first words"},
        {"event": "edited", "when": "2027-03-01T00:00:00Z", "summary": "second words"},
        {"event": "superseded", "when": "2027-04-01T00:00:00Z", "status": "active"},
    ]
    memory = decision(
        "third words", "2027-01-10", status="superseded", updated="2027-04-01T00:00:00Z", attrs={"history": steps}
    )
    versions = [domain.as_it_was(memory, f"2027-0{month}-15T00:00:00Z") for month in range(1, 5)]
    assert [(then.summary, then.status) for then in versions] == [
        ("first words", "active"), ("second words", "active"), ("third words", "active"), ("third words", "superseded"),
    ]  # fmt: skip


_RECORD = "# {0}. {1}\n\nStatus: {2}\n"


@pytest.mark.parametrize("folder", ["docs/adr", "docs/ADR", "notes/choices"])
def test_decision_records_are_read_as_they_were(
    project: Project, capsys: pytest.CaptureFixture[str], folder: str
) -> None:
    place = project.root / folder
    place.mkdir(parents=True)
    (project.root / ".adr-dir").write_text("notes/choices\n")
    project.on("2027-01-10")
    (place / "0005-swarm.md").write_text(_RECORD.format(5, "Deploy with Swarm", "Accepted"))
    project.commit()
    project.on("2027-02-10")
    (place / "0005-swarm.md").write_text(_RECORD.format(5, "Deploy with Swarm", "Superseded by ADR-9"))
    (place / "0009-fly.md").write_text(_RECORD.format(9, "Deploy on Fly", "Accepted"))
    project.commit()
    assert project.then("2027-01-31T00:00:00Z") == {"records": [("Deploy with Swarm", "active")]}
    assert project.then("2027-03-01T00:00:00Z") == {
        "records": [("Deploy with Swarm", "superseded"), ("Deploy on Fly", "active")]
    }
    assert project.unknown("2027-01-31T00:00:00Z") == ()
    assert "Swarm" in printed(capsys, "recall", "deploy", "--as-of", "HEAD~1", "--root", str(project.root))
    (place / "0010-later.md").write_text(_RECORD.format(10, "Deploy by hand", "Accepted"))
    [line] = project.unknown("2027-03-01T00:00:00Z")
    assert "decision records" in line


def test_every_home_passes_through_the_past(project: Project) -> None:
    project.on("2027-01-10")
    root = project.root
    kinds = (
        "decision",
        "error",
        "blocker",
        "progress",
        "learning",
        "convention",
        "constraint",
        "preference",
        "question",
    )
    more = {"created": "2027-01-10T11:00:00Z", "body": "It must be", "path": "src/**"}
    project.keep(*(memory("", f"Something of {kind}", kind=kind, **more) for kind in kinds))
    (root / "docs" / "adr").mkdir(parents=True)
    (root / "docs/adr/0005-swarm.md").write_text(_RECORD.format(5, "Deploy with Swarm", "Accepted"))
    uncommitted = snapshot.at(str(root), "2027-01-11T00:00:00Z")
    assert "decision records" in "".join(uncommitted.unknown)
    project.commit()
    homes = snapshot.at_commit(str(root), "HEAD").homes
    there = {home.name for home in registry.parts(str(root)) if home.read()}
    assert {"records", "journal/decisions"} <= there
    assert there == set(homes)
