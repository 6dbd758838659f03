"""setup --remove: it says what goes and what stays, asks, and takes nothing that is not ours."""

import json
import os
import pty
import subprocess
from pathlib import Path

import pytest

from memory_core import cli
from tests.conftest import ROOT
from tests.machine import LAUNCHER
from tests.test_setup import run

pytestmark = pytest.mark.processes


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder as a set-up and some use have left it."""
    folder = tmp_path / "data"
    for path in (
        "envs/e7c20fba2d4d-cp311/ready.json", "models/all-MiniLM-L6-v2-int8/model.ort",
        "fetched/setup/a.whl", "setup.lock", "merge-driver",
        "state/%2Fhome%2Fshop/undo.jsonl", "state/%2Fhome%2Fshop/export-all-2026-01-31.json", "links", "mine.txt",
    ):  # fmt: skip
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text("{}" if path != "setup.lock" else "")
    return folder


def names(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir())


def remove(data: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return run(LAUNCHER, data, "setup", "--remove", *words, MEMORY_CORE_STATE=str(data / "state"))


@pytest.mark.parametrize("words", [(), ("--json",), ("--everything",)])
def test_without_a_yes_nothing_goes_and_everything_is_named(data: Path, words: tuple[str, ...]) -> None:
    before = names(data)
    done = remove(data, *words)
    assert done.returncode == 1
    assert names(data) == before
    for path in ("envs", "models", "fetched", "merge-driver", "links", "state"):
        assert str(data / path) in done.stdout
    if "--json" not in words:
        assert "--yes" in done.stdout.splitlines()[-1]
        goes, stays = done.stdout.split("This stays:")
        assert (str(data / "state") in goes) is ("--everything" in words)
        assert "export-all-2026-01-31.json" in stays


def test_with_a_yes_what_set_up_made_goes_and_nothing_else(data: Path) -> None:
    done = remove(data, "--yes", "--json")
    assert done.returncode == 0, done.stderr
    assert names(data) == [
        "links", "mine.txt", "state/%2Fhome%2Fshop/export-all-2026-01-31.json", "state/%2Fhome%2Fshop/undo.jsonl",
    ]  # fmt: skip
    left = json.loads(done.stdout)["left"]
    assert str(data / "links") in left
    assert any("export-all" in path for path in left)
    assert remove(data, "--yes").returncode == 0  # again


def test_everything_takes_state_and_learnings_and_leaves_exports(data: Path, tmp_path: Path) -> None:
    learned = Path(os.environ["HOME"]) / ".jarvis"
    learned.mkdir()
    (learned / "learnings").mkdir()
    (learned / "learnings" / "warm-memory.json").write_text("{}")
    done = remove(data, "--everything", "--yes")
    assert done.returncode == 0, done.stdout + done.stderr
    assert names(data) == ["mine.txt", "state/%2Fhome%2Fshop/export-all-2026-01-31.json"]
    assert not learned.exists()


def test_where_nothing_was_nothing_is_made(tmp_path: Path) -> None:
    assert remove(tmp_path / "never", "--yes").returncode == 0
    assert not (tmp_path / "never").exists()


@pytest.mark.parametrize(("answer", "gone"), [("y\n", True), ("n\n", False), ("\n", False)])
def test_a_terminal_is_asked_once(data: Path, answer: str, gone: bool) -> None:
    ours, theirs = pty.openpty()
    environment = {**os.environ, "MEMORY_CORE_DATA": str(data), "MEMORY_CORE_STATE": str(data / "state")}
    running = subprocess.Popen(
        [LAUNCHER, "setup", "--remove"], env=environment, stdin=theirs, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    os.write(ours, answer.encode())
    shown = b""
    try:
        while piece := os.read(ours, 10_000):
            shown += piece
    except OSError:  # the other end is closed
        pass
    os.close(ours)
    assert (running.wait() == 0) is gone, shown
    assert shown.count(b"[y/N]") == 1
    assert (data / "envs").exists() is not gone


def test_the_client_and_git_settings_are_named_with_their_commands(data: Path, repo: Path) -> None:
    client = Path(os.environ["HOME"]) / ".claude" / "plugins"
    (client / "cache" / "memory-core").mkdir(parents=True)
    (client / "marketplaces" / "memory-core").mkdir(parents=True)
    (data / "state" / str(repo.resolve()).replace("/", "%2F")).mkdir()
    for word in ("--merges", "--follow-rewrites"):
        run(LAUNCHER, data, "setup", word, "--root", str(repo))
    before = (repo / ".git" / "config").read_bytes()
    done = remove(data, "--yes")
    assert (repo / ".git" / "config").read_bytes() == before
    commands = [line.strip() for line in done.stdout.splitlines() if line.startswith(("  claude ", "  git "))]
    assert "claude plugin uninstall cs@memory-core" in commands
    assert "claude plugin marketplace remove memory-core" in commands
    for command in commands:
        if command.startswith("git"):
            subprocess.run(command, shell=True, check=True)
    assert b"memory-core" not in (repo / ".git" / "config").read_bytes()
    assert b"rewriteRef" not in (repo / ".git" / "config").read_bytes()


def test_it_waits_for_no_set_up_that_runs(data: Path) -> None:
    import sqlite3

    with sqlite3.connect(data / "setup.lock", isolation_level=None) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        done = remove(data, "--yes")
    assert done.returncode == 1
    assert "--status" in done.stderr
    assert (data / "envs").exists()


def test_what_set_up_writes_is_removed() -> None:
    """Every name that a module of set-up puts into the data folder is one that `--remove` knows."""
    import re

    from memory_core.setup.remove import _OWN, _WITHIN

    text = "".join(path.read_text() for path in (ROOT / "memory_core" / "setup").glob("*.py"))
    assert set(re.findall(r"install\.data\(\"([\w.-]+)\"", text)) - {"log.jsonl", "exports"} <= {*_OWN, *_WITHIN}


@pytest.mark.parametrize("variable", ["MEMORY_CORE_DATA", "MEMORY_CORE_STATE", "JARVIS_ROOT"])
@pytest.mark.parametrize("place", ["", ".local"])
def test_nothing_that_is_not_ours_goes_wherever_our_folders_were_set_to(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str, place: str
) -> None:
    monkeypatch.setenv("MEMORY_CORE_DATA", str(tmp_path / "data"))  # never the one that the tests share
    own = ("bin/tool", "models/x", "envs/mine/y", "docs/thesis", "archive.txt", "interpreter.txt", ".local/bin/mytool")
    for name in own:
        (home / place / name).parent.mkdir(parents=True, exist_ok=True)
        (home / place / name).write_text("mine")
    monkeypatch.setenv(variable, str(home / place) if place else str(home))
    code = cli.main(["setup", "--remove", "--everything", "--yes"])
    assert code == (0 if place else 1)
    assert [name for name in own if (home / place / name).read_text() != "mine"] == []
