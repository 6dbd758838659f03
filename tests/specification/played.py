"""Verbs as the specifications print them: words, standard input, and what comes back."""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memory_core import cli

Play = Callable[..., str]


@pytest.fixture
def play(repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    """Run a verb in the repository on a `day`, with `given` on standard input; what it prints."""
    monkeypatch.chdir(repo)
    monkeypatch.setenv("MEMORY_CORE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("JARVIS_ROOT", str(tmp_path / "jarvis"))

    def run(*words: str, given: Any = None, day: str = "2026-03-14", code: int = 0) -> str:
        monkeypatch.setenv("MEMORY_CORE_NOW", f"{day}T10:30:00Z")
        text = given if isinstance(given, str) else json.dumps(given)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        ended = cli.main([*words])
        out = capsys.readouterr()
        assert ended == code, out.out + out.err
        return out.out + out.err if code else out.out

    return run


def table(text: str, heading: str) -> tuple[list[str], list[list[str]]]:
    """(the columns, the rows) of the Markdown table below a heading that begins so."""
    behind = text[text.index(heading) :].splitlines()[1:]
    lines = []
    for line in behind:
        if line.startswith("|"):
            lines.append([cell.strip() for cell in line.strip("|").split("|")])
        elif lines or line.startswith("#"):
            break
    return lines[0], lines[2:]
