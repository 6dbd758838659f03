"""Verbs of memory-core as tests run them, in this process; by keywords, so that no model is needed."""

import itertools
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memory_core.cli import main

Run = Callable[..., str]


@pytest.fixture
def run(
    repo: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Run:
    """Run a verb in the repository, or in another `root`, and return what it prints; it must end with `code`.

    Each call is a day after the one before.
    """
    days = itertools.count()
    monkeypatch.setenv("MEMORY_CORE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("JARVIS_ROOT", str(tmp_path / "jarvis"))

    def call(*arguments: str, root: Path = repo, code: int = 0) -> str:
        day = datetime(2026, 3, 1, 9, tzinfo=UTC) + timedelta(days=next(days))
        monkeypatch.setenv("MEMORY_CORE_NOW", f"{day:%Y-%m-%dT%H:%M:%SZ}")
        got = main([*arguments, "--root", str(root)])
        out = capsys.readouterr()
        assert got == code, out.out + out.err
        return out.out + out.err if code else out.out

    return call


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A project without git: the journal is its home."""
    folder = tmp_path / "plain"
    folder.mkdir()
    return folder
