"""The verbs of a spec as tests run them: in a repository of their own, each call a second after the one before."""

import io
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from memory_core.cli import main
from tests.conftest import Output

Run = Callable[..., Output]
Git = Callable[..., str]
ASKED = "Rate limits for the public API: each key gets 100 requests a minute"
SLUG = "rate-limits-public-api"


@pytest.fixture
def run(repo: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a verb in the repository, in this process, with words on its standard input."""
    seconds = iter(range(1, 3000))

    def call(*arguments: str, words: str = "", at: Path = repo) -> Output:
        second = next(seconds)
        monkeypatch.setenv("MEMORY_CORE_NOW", f"2026-03-14T15:{second // 60:02}:{second % 60:02}Z")
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(words.encode()), encoding="utf-8"))
        monkeypatch.chdir(at)
        code = main(list(arguments))
        out, err = capsys.readouterr()
        return Output(code, out, err)

    return call


def folder(repo: Path, slug: str = SLUG, shelf: str = "active") -> Path:
    """The folder of a spec."""
    folders = list((repo / "docs" / "spec" / shelf).glob(f"*-{slug}"))
    assert len(folders) == 1, folders
    return folders[0]


def planned(repo: Path, git: Git, run: Run, *tasks: str) -> Path:
    """A spec whose plan has these tasks, committed."""
    assert run("spec", "start", ASKED).code == 0
    at = folder(repo)
    plan = at / "IMPLEMENTATION_PLAN.md"
    plan.write_text(plan.read_text() + "\n" + "\n".join(f"- [ ] {task}" for task in tasks) + "\n")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "docs(spec): plan")
    return at


def started(repo: Path, *arguments: str) -> "subprocess.Popen[bytes]":
    """A verb that runs in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "memory_core.cli", *arguments],
        cwd=repo,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
