"""What lands in git is the user's choice: files of the project, git notes, or nothing."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from memory_core.cli import main
from memory_core.core import excluded, registry
from tests.test_hooks import Client

Git = Callable[..., str]
CENTS = "DECISION: Prices are integers in cents — floats lost a cent"


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORY_CORE_DATA", str(tmp_path / "data"))


def chosen(repo: Path, value: str, *more: str) -> int:
    return main(["config", "set", "share", value, *more, "--root", str(repo)])


def a_turn(repo: Path, name: str = "s-1", text: str = CENTS) -> None:
    client = Client(repo, name)
    client.says(text)
    client.run("Stop")


def starts(repo: Path, name: str) -> str:
    return str(json.loads(Client(repo, name).run("SessionStart", source="startup")).get("systemMessage", ""))


def texts(repo: Path) -> list[str]:
    return [memory.summary for memory in registry.read(str(repo.resolve()))]


def test_a_turn_without_a_memory_leaves_the_work_tree_clean(repo: Path, git: Git) -> None:
    a_turn(repo, text="I have looked at the file.")
    starts(repo, "s-2")
    assert git(repo, "status", "--porcelain") == ""


@pytest.mark.parametrize("value", ["notes", "private"])
def test_git_sees_no_file_of_a_memory_that_stays_out_of_the_tree(repo: Path, git: Git, value: str) -> None:
    (repo / ".git/info").mkdir(exist_ok=True)
    (repo / ".git/info/exclude").write_text("# mine\n*.swp\n")
    assert chosen(repo, value, "--here") == 0
    a_turn(repo)
    assert any("integers in cents" in text for text in texts(repo))
    assert git(repo, "status", "--porcelain") == ""
    git(repo, "add", "-A")
    assert git(repo, "diff", "--cached", "--name-only") == ""
    assert bool(git(repo, "for-each-ref", "refs/notes")) == (value == "notes")
    assert chosen(repo, "repository", "--here") == 0
    assert (repo / ".git/info/exclude").read_text() == "# mine\n*.swp\n"
    a_turn(repo, "s-2", "DECISION: Ship with pnpm alone — one lock file")
    assert ".genius/" in git(repo, "status", "--porcelain")


def test_a_choice_for_all_projects_reaches_each_with_its_next_turn(repo: Path, tmp_path: Path, git: Git) -> None:
    other = tmp_path / "other"
    other.mkdir()
    git(other, "init", "-q")
    assert chosen(other, "private") == 0
    a_turn(repo)
    assert git(repo, "status", "--porcelain") == ""
    assert excluded.is_applied(str(repo.resolve()))


def test_what_git_tracks_already_is_named(repo: Path, git: Git, capsys: pytest.CaptureFixture[str]) -> None:
    a_turn(repo)
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "Memory")
    assert chosen(repo, "private", "--here") == 0
    assert "git rm -r --cached .genius/memory" in capsys.readouterr().out


def test_the_first_memory_says_once_where_it_is_and_what_else_there_is(repo: Path) -> None:
    assert "config set share" not in starts(repo, "s-0")
    a_turn(repo)
    assert "config set share repository|notes|private" in starts(repo, "s-2")
    assert "config set share" not in starts(repo, "s-3")


@pytest.mark.parametrize("before", [b"/caf\xe9\n*.swp", b"# mine\r\n*.swp\r\n", b"", b"x\n" * 70_000])
def test_lines_of_the_user_stay_byte_for_byte(repo: Path, before: bytes) -> None:
    path = repo / ".git/info/exclude"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(before)
    assert chosen(repo, "private", "--here") == 0
    assert path.read_bytes().startswith(before)
    assert chosen(repo, "repository", "--here") == 0
    assert path.read_bytes().rstrip(b"\n") == before.rstrip(b"\n")


def test_what_stands_behind_a_lost_end_stays(repo: Path) -> None:
    path = repo / ".git/info/exclude"
    assert chosen(repo, "private", "--here") == 0
    rows = path.read_text().splitlines()
    path.write_text("\n".join([*rows[:-1], "/mine1", "/mine2"]) + "\n")
    assert chosen(repo, "repository", "--here") == 0
    assert path.read_text() == "/mine1\n/mine2\n"


def test_a_file_that_is_too_long_or_a_link_is_left_as_it_is(repo: Path, tmp_path: Path) -> None:
    path, mine = repo / ".git/info/exclude", tmp_path / "mine"
    path.parent.mkdir(exist_ok=True)
    mine.write_text("/mine\n")
    path.unlink(missing_ok=True)
    path.symlink_to(mine)
    assert chosen(repo, "private", "--here") == 1
    path.unlink()
    path.write_bytes(b"/some/line\n" * 100_000)
    assert chosen(repo, "private", "--here") == 1
    assert path.stat().st_size == 1_100_000
    assert mine.read_text() == "/mine\n"


def test_what_is_private_is_not_pushed(repo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert chosen(repo, "private", "--here") == 0
    assert main(["sync", "--push", "--root", str(repo)]) == 1
    assert "private" in capsys.readouterr().err


def test_a_folder_without_git_takes_every_choice(tmp_path: Path) -> None:
    for value in ("notes", "private", "repository"):
        assert chosen(tmp_path, value, "--here") == 0
        a_turn(tmp_path, f"s-{value}", f"DECISION: Keep the {value} of the shop — it is asked for each week")
    assert len(texts(tmp_path)) == 3
