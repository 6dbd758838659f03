"""Notes under many hands: processes at once, processes that hang, processes that are killed."""

import contextlib
import os
import random
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memory_core.core import registry
from memory_core.core.light.errors import Refusal
from memory_core.notes import git_notes
from memory_core.recall import verb_reindex
from tests.conftest import derived
from tests.properties import rounds

VERB = [sys.executable, "-m", "memory_core.cli"]


@pytest.fixture(autouse=True)
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Verbs run from the source, on a machine without a model."""
    monkeypatch.setenv("MEMORY_CORE_DATA", str(tmp_path / "data"))


def started(root: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*VERB, *arguments], cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )


def done(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*VERB, *arguments], cwd=root, capture_output=True, text=True, check=False)


def ids(root: Path) -> set[str]:
    git_notes._READ.clear()
    return {memory.id for memory in registry.read(str(root))}


def acknowledged(output: str) -> set[str]:
    return {line.split()[1] for line in output.splitlines() if line.startswith(("kept ", "forgot "))}


def is_whole(root: Path, git: Callable[..., str]) -> None:
    """Every note can be read, the index agrees, and nothing was left behind."""
    assert git_notes.damages(str(root)) == []
    report = verb_reindex.compared(str(root))
    assert report.consistent, report
    assert git(root, "for-each-ref", "refs/memory-core", "refs/notes/memory-core") == ""
    with registry.held(str(root), 0.5):
        pass


MANY = rounds(20, 8)


@pytest.mark.req("CS-FR-022", "C-5", "C-6")
def test_many_processes_at_once_keep_as_many_records(repo: Path, git: Callable[..., str], tmp_path: Path) -> None:
    linked = tmp_path / "linked"
    git(repo, "worktree", "add", "-q", str(linked), "-b", "side")
    running = [started(linked if at % 4 else repo, "remember", "decision", f"text {at}") for at in range(MANY)]
    outputs = [process.communicate() for process in running]
    assert [process.returncode for process in running] == [0] * MANY, outputs
    kept = set().union(*(acknowledged(out) for out, _ in outputs))
    assert len(kept) == MANY
    assert ids(repo) == kept
    is_whole(repo, git)
    assert not (derived(linked)).exists()


HOLDER = """
import sys, time
from memory_core.core import registry
with registry.held(sys.argv[1]):
    print("held", flush=True)
    time.sleep(60)
"""


@contextlib.contextmanager
def holder(root: Path) -> Iterator[None]:
    process = subprocess.Popen([sys.executable, "-c", HOLDER, str(root)], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield
    finally:
        process.kill()
        process.communicate()


@pytest.mark.req("CS-FR-022", "CS-NFR-009")
def test_a_lock_that_is_held_too_long_is_a_refusal_that_says_what_to_do(
    repo: Path, git: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with holder(repo):
        with monkeypatch.context() as patch:
            patch.setenv("TESTS_CLOCK", "0.1")
            result = done(repo, "remember", "decision", "too late")
        assert result.returncode == 1
        assert f"has held {repo}" in result.stderr
        assert "wait for it" in result.stderr
        assert "again" in result.stderr
        assert ids(repo) == set()
    assert done(repo, "remember", "decision", "in time").returncode == 0
    is_whole(repo, git)


def test_the_lock_outlives_a_killed_holder_as_long_as_its_git_is_writing(
    repo: Path, git: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = shutil.which("git") or ""
    slow = tmp_path / "bin" / "git"
    begun, go_on = tmp_path / "begun", tmp_path / "go-on"
    slow.parent.mkdir()
    slow.write_text(
        "#!/bin/sh\n"
        f'case " $* " in *" append "*) : >{shlex.quote(str(begun))}\n'
        f"  while ! [ -e {shlex.quote(str(go_on))} ]; do sleep 0.02; done;; esac\n"
        f'exec {shlex.quote(real)} "$@"\n'
    )
    slow.chmod(0o755)
    with monkeypatch.context() as patched:
        patched.setenv("PATH", f"{slow.parent}{os.pathsep}{os.environ['PATH']}")
        process = started(repo, "remember", "decision", "interrupted")
    while not begun.exists():
        assert process.poll() is None
        time.sleep(0.01)
    process.kill()
    process.wait()
    with pytest.raises(Refusal), registry.held(str(repo), 0.2):
        pass
    go_on.touch()
    process.communicate()  # until its git has ended too
    result = done(repo, "remember", "decision", "after it")
    assert acknowledged(result.stdout) < ids(repo)
    assert len(ids(repo)) == 2
    is_whole(repo, git)


@pytest.mark.req("CS-NFR-006")
@pytest.mark.parametrize("whole_group", [False, True])
def test_whoever_is_killed_at_any_moment_loses_nothing_that_was_acknowledged(
    repo: Path, git: Callable[..., str], *, whole_group: bool
) -> None:
    dice = random.Random(3)
    kept = acknowledged(done(repo, "remember", "decision", "the first").stdout)
    gone: set[str] = set()
    asked: set[str] = set()
    for at in range(rounds(24, 6)):
        target = dice.choice(sorted(kept)) if at % 3 == 2 and kept else ""
        process = started(repo, *(("forget", target) if target else ("remember", "decision", f"number {at}")))
        time.sleep(dice.uniform(0.02, 0.16))
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL) if whole_group else process.kill()
        out, _ = process.communicate()
        if target:
            asked.add(target)
            kept.discard(target)
            gone |= acknowledged(out)
        else:
            kept |= acknowledged(out)
        for left in (repo / ".git" / "refs" / "notes").rglob("*.lock"):  # of a git that was killed
            os.utime(left, (0, 0))  # after ten minutes the next one takes it away
        there = ids(repo)
        assert kept <= there
        assert not gone & there
        is_whole(repo, git)
    assert done(repo, "remember", "decision", "the last").returncode == 0
    is_whole(repo, git)
    history = git(repo, "log", "--format=%H", "refs/notes/cs/decisions").split()
    assert len(history) >= len(kept)
