"""What is typed wrongly is answered with what to type: `mistakes.jsonl` has a line for each mistake."""

import contextlib
import io
import json
import os
import shlex
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memory_core import cli
from tests.properties import family

MISTAKES = [json.loads(line) for line in (Path(__file__).parent / "mistakes.jsonl").read_text().splitlines()]
# How each command of the client calls the program; the words stand on standard input.
COMMANDS = {"memory": "memory", "remember": "remember", "recall": "recall", "iris": "iris"}
MADE: dict[str, str] = {}
KEPT = {
    "decision": ("decision", "Use SQLite for the queue"),
    "other": ("decision", "Ship the manual with MkDocs"),
    "blocker": ("blocker", "The build hangs on the runner"),
}


@pytest.fixture
def call(repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, str]]:
    """(exit code, what was printed) of a verb in a repository; `typed` is what the client hands over."""
    monkeypatch.setenv("MEMORY_CORE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("JARVIS_ROOT", str(tmp_path / "jarvis"))
    monkeypatch.chdir(repo)

    def run(*arguments: str, typed: str | None = None) -> tuple[int, str]:
        out = io.TextIOWrapper(io.BytesIO(), write_through=True)
        given = [*arguments, *([] if typed is None else ["--args-stdin"])]
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO((typed or "").encode())))
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            code = cli.main(given)
        out.seek(0)
        return code, out.read()

    return run


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the repository is kept once the memories are in it."""
    return tmp_path_factory.mktemp("full") / "shop"


@pytest.fixture
def names(call: Callable[..., tuple[int, str]], repo: Path, full: Path) -> dict[str, str]:
    """The ids of the memories that are kept, each with one letter wrong too (`!`), and the beginning of two."""
    if full.exists():
        shutil.rmtree(repo)
        shutil.copytree(full, repo, symlinks=True)
        os.chdir(repo)
    ids = {}
    for name, words in KEPT.items():
        ids[name] = MADE.get(name) or json.loads(call("remember", *words, "--json")[1])["id"]
        MADE[name] = ids[name]
        ids[f"{name}!"] = ids[name][:-1] + ("0" if ids[name][-1] != "0" else "1")
    if not full.exists():
        shutil.copytree(repo, full, symlinks=True)
    return {**ids, "both": "decisions-"}


def put(text: str, names: dict[str, str]) -> str:
    for name, word in names.items():
        text = text.replace(f"{{{name}}}", word)
    return text


@pytest.mark.parametrize(
    "mistake", family(MISTAKES, 31), ids=[f"{mistake['at']}: {mistake['typed']}" for mistake in MISTAKES]
)
def test_a_mistake_is_answered_with_what_to_type(
    call: Callable[..., tuple[int, str]], names: dict[str, str], mistake: dict[str, Any]
) -> None:
    words = put(mistake["typed"], names)
    if mistake["at"] == "terminal":
        code, out = call(*shlex.split(words))
    else:
        code, out = call(COMMANDS[mistake["at"]], typed=words)
    assert [part for part in mistake["says"] if put(part, names) not in out] == [], out
    assert code == mistake.get("code", 0), out
    assert "bug in memory-core" not in out
    kept = call("list", "--json")[1]
    assert all(summary in kept for _, summary in KEPT.values())  # nothing is lost by a mistake
