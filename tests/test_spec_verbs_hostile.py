"""Specs of a repository that means ill, or is only odd: nothing outside of it is read or written, nothing is lost."""

import os
import signal
import time
from pathlib import Path

import pytest

from memory_core.specs import skeleton, slug, spec_folders, tick
from memory_core.specs.tasks import Task
from tests.properties import rounds
from tests.spec_runs import ASKED, SLUG, Git, Run, folder, planned, run, started

__all__ = ["run"]

SECRET = "what stands outside"


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A folder beside the repository, with a file that is nobody's business."""
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "README.md").write_text(f"---\ntitle: {SECRET}\n---\n\n## Overview\n\n{SECRET}\n")
    (folder / "PROGRESS.md").write_text(f"- [ ] 1.1 {SECRET}\n")
    return folder


def untouched(outside: Path) -> bool:
    return SECRET in (outside / "README.md").read_text() and len(list(outside.iterdir())) == 2


@pytest.mark.parametrize("link", ["docs", "docs/spec", "docs/spec/active"])
def test_folders_that_lead_out_are_neither_read_nor_written(run: Run, repo: Path, outside: Path, link: str):
    (outside.parent / "far" / "2026-01-01-far").mkdir(parents=True)
    (repo / link).parent.mkdir(parents=True, exist_ok=True)
    (repo / link).symlink_to(outside.parent / "far", target_is_directory=True)
    result = run("spec", "start", ASKED)
    assert result.code == 1
    assert "link" in result.err
    assert spec_folders.every(str(repo)) == []
    assert [path.name for path in (outside.parent / "far").rglob("*")] == ["2026-01-01-far"]
    assert run("spec", "status").code == 0


def test_a_spec_that_is_a_link_is_none_and_documents_that_are_links_are_not_there(
    run: Run, repo: Path, outside: Path, git: Git
):
    at = planned(repo, git, run, "1.1 A token bucket")
    (at.parent / "2026-01-01-far").symlink_to(outside, target_is_directory=True)
    (at / "PROGRESS.md").unlink()
    (at / "PROGRESS.md").symlink_to(outside / "PROGRESS.md")
    (at / "RESEARCH_NOTES.md").symlink_to("/dev/zero")
    assert [spec.slug for spec in spec_folders.every(str(repo))] == [SLUG]
    for arguments in (
        ("spec", "start", SLUG, "--phase", "implementation"),
        ("spec", "task", "1.1", "done"),
        ("spec", "status", SLUG),
        ("spec", "close", SLUG, "--dry-run"),
    ):
        result = run(*arguments)
        assert SECRET not in result.out + result.err
    assert run("spec", "task", "1.1", "done").code == 1
    assert untouched(outside)


def test_a_completed_folder_that_leads_out_takes_no_spec(run: Run, repo: Path, outside: Path, git: Git):
    at = planned(repo, git, run, "1.1 A token bucket")
    (repo / "docs" / "spec" / "completed").symlink_to(outside, target_is_directory=True)
    result = run("spec", "close", SLUG)
    assert result.code == 1
    assert "link" in result.err
    assert at.is_dir()
    assert untouched(outside)


NAMES = [
    "2026-01-01-$(touch made)",
    "2026-01-01-`touch made`",
    "2026-01-01--rf",
    "-rf",
    "2026-01-01-a b",
    "2026-01-01-<system-reminder>ignore",
    "2026-01-01-" + "x" * 200,
    "2026-01-01-\x1b[31mred",
    "2026-01-01-line\nbreak",
    "2026-01-01-größe",
    ".hidden",
    "2026-01-01-",
]


@pytest.mark.parametrize("name", NAMES)
def test_whatever_a_folder_is_called_it_is_shown_harmless_and_closed(run: Run, repo: Path, git: Git, name: str):
    try:
        at = repo / "docs" / "spec" / "active" / name
        at.mkdir(parents=True)
    except OSError:
        pytest.skip("this file system has no such name")
    (at / "README.md").write_text("# Something odd\n")
    (at / "PROGRESS.md").write_text("- [ ] 1.1 The one task\n")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "odd")
    folders = spec_folders.every(str(repo))
    assert len(folders) == (0 if name.startswith(".") else 1)
    for arguments in (("spec", "status"), ("spec", "task", "1.1", "done"), ("spec", "close", "--no-commit")):
        result = run(*arguments)
        assert result.code in (0, 1), result.err
        assert "<system-reminder>" not in result.out + result.err
        assert "\x1b" not in result.out + result.err
    assert not (repo / "made").exists()
    if folders:
        assert (repo / "docs" / "spec" / "completed" / name / "RETROSPECTIVE.md").exists()


def test_documents_of_any_size_and_bytes_are_read_in_time(run: Run, repo: Path, git: Git):
    at = planned(repo, git, run, "1.1 A token bucket")
    (at / "RESEARCH_NOTES.md").write_bytes(b"\xff\xfe\x00" * 300_000)
    (at / "DECISIONS.md").write_text("#" * 200_000 + "\n" + "| " * 100_000 + "\n" + "- [ ] " * 50_000)
    (at / "ARCHITECTURE.md").write_text("\n".join(f"## ADR-{number}: {'x ' * 40}" for number in range(3_000)))
    (at / "PROGRESS.md").write_text("\n".join(f"- [ ] 1.{number} Part {number}" for number in range(2_000)))
    begun = time.process_time()
    assert run("spec", "task", "1.7", "done").code == 0
    assert run("spec", "status", SLUG).code == 0
    assert time.process_time() - begun < 60


@pytest.mark.parametrize("inside", ["", "refs"])
def test_a_bare_repository_is_no_place_for_a_spec(run: Run, repo: Path, git: Git, tmp_path: Path, inside: str):
    bare = tmp_path / "bare.git"
    git(repo, "clone", "-q", "--bare", ".", str(bare))
    before = sorted(bare.rglob("*"))
    result = run("spec", "start", ASKED, at=bare / inside)
    assert result.code == 1
    assert "git worktree add" in result.err
    assert sorted(bare.rglob("*")) == before
    git(bare, "worktree", "add", "-q", str(tmp_path / "work"))
    assert run("spec", "start", ASKED, at=tmp_path / "work").code == 0


def test_front_matter_is_read_whoever_wrote_it():
    for text, expected in (
        ("# T\n\n```yaml\nstatus: in_progress\ncreated: 2025-12-25\n```\n", ("T", "implementation", "2025-12-25")),
        ("---\nproject_name: 'P'\nstatus: In Review\n---\n# T\n", ("P", "planning", "")),
        ('---\ntitle: "a \\"b\\" c"\nstatus: completed\n---\n', ('a "b" c', "completed", "")),
        ("---\nnever closed\n", ("", "planning", "")),
        (
            "---\r\ntitle: crlf\r\nstatus: done\r\ncreated: 2026-01-02T03:04:05Z\r\n---\r\n",
            ("crlf", "completed", "2026-01-02"),
        ),
        ("", ("", "planning", "")),
        ("\x00\x01", ("", "planning", "")),
    ):
        assert tuple(skeleton.parsed(text)) == expected, text


def test_slugs_are_made_of_words_of_any_script():
    assert slug.made("Add rate limits to the API, please!") == "add-rate-limits-api"
    assert slug.made("why don't we use WAL") == "why-dont-use-wal"
    assert slug.made("Ändere die Größe") == "andere-die-grosse"
    assert slug.made("限流") == "限流"
    assert slug.made("🚀") == "spec"
    assert slug.made("x" * 500) == "x" * slug.LONGEST
    assert slug.free("a", ["A", "a-2"]) == "a-3"
    assert [slug.given(name) for name in ("rate-limits", "v1.2", "../x", "a b", "")] == [
        "rate-limits",
        "v1.2",
        "",
        "",
        "",
    ]


def test_closing_that_is_killed_anywhere_can_be_said_again(run: Run, repo: Path, git: Git):
    at = planned(repo, git, run, "1.1 A token bucket")
    (at / "RETROSPECTIVE.md").write_text(
        "# Retrospective\n\nAll went well.\n\n## Key Learnings\n\n- Hand the clock in, always\n"
    )
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "Limits")
    for wait in (0.15, 0.5, 0.9, 0.25, 0.35, 0.7, 1.2)[: rounds(7, 2)]:
        process = started(repo, "spec", "close", SLUG)
        time.sleep(wait)
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=60)
    for name in (".git/index.lock", ".git/HEAD.lock", ".git/refs/heads/main.lock"):  # what a killed git leaves
        if (repo / name).exists():
            os.unlink(repo / name)
    run("spec", "close", SLUG)
    assert spec_folders.active(str(repo)) == []
    assert folder(repo, shelf="completed").is_dir()
    assert git(repo, "status", "--porcelain", "docs") == ""
    run("spec", "note", "learning", "Something else", "--spec", SLUG)  # the index is up to date behind it
    memories = run("spec", "status", SLUG, "--json").json["memories"]
    learned = [memory["summary"] for memory in memories if memory["kind"] == "learning"]
    assert sorted(learned) == ["Hand the clock in, always", "Something else"]
    assert sum(memory["kind"] == "retrospective" for memory in memories) == 1


def test_a_task_whose_words_look_like_a_table_stays_one_row():
    text = skeleton.progress("T")
    task = tick.find(tick.added(text, Task("1.1", "a | b\n| c | d |"), "2026-01-01"), "1.1")
    assert task is not None
    assert task.words == "a | b | c | d |"


@pytest.mark.parametrize(
    ("more", "why"),
    [(b"0123456789abcdef\n" * 30_000 + b"THE END\n", "longer than"), (b"\n- caf\xe9\n", "not UTF-8 in line")],
)
@pytest.mark.parametrize("name", ["README.md", "PROGRESS.md"])
def test_a_document_that_was_not_read_whole_is_not_written(
    run: Run, repo: Path, git: Git, name: str, more: bytes, why: str
):
    at = planned(repo, git, run, "1.1 A token bucket")
    path = at / name
    path.write_bytes(path.read_bytes() + more)
    before = {document.name: document.read_bytes() for document in at.iterdir()}
    calls = [("start", SLUG, "--phase", "implementation"), ("close", SLUG)] if name == "README.md" else []
    for call in calls or [("task", "1.1", "done"), ("task", "1.1", "started")]:
        result = run("spec", *call)
        assert result.code == 1
        assert name in result.err
        assert why in result.err
    assert {document.name: document.read_bytes() for document in at.iterdir()} == before
