import os
import subprocess
import sys
from pathlib import Path

import pytest

from memory_core.domain.errors import Refusal
from memory_core.stores import files, lock, places
from tests.conftest import ROOT


def test_a_write_that_fails_leaves_the_old_file_and_nothing_beside_it(tmp_path: Path, mocker) -> None:
    path = tmp_path / "home.json"
    files.write(str(path), "old")
    mocker.patch("os.fsync", side_effect=OSError(28, "No space left on device"))
    with pytest.raises(OSError, match="No space"):
        files.write(str(path), "new")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["home.json"]


def test_the_same_content_is_not_written_again(tmp_path: Path) -> None:
    assert files.write(str(tmp_path / "a"), "x")
    assert not files.write(str(tmp_path / "a"), "x")


def test_a_link_in_the_place_of_a_file_is_replaced_not_followed(tmp_path: Path) -> None:
    secret = tmp_path / "outside"
    secret.write_text("precious")
    (tmp_path / "home").symlink_to(secret)
    files.write(str(tmp_path / "home"), "new")
    assert secret.read_text() == "precious"
    assert (tmp_path / "home").read_text() == "new"


def test_a_pipe_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert files.read(str(tmp_path / "pipe")) is None
    assert files.read("/dev/zero") is None
    assert files.read(str(tmp_path)) is None


def test_what_a_killed_process_left_is_swept(tmp_path: Path) -> None:
    (tmp_path / ".home.json.999999999.new").write_text("half")
    (tmp_path / f".home.json.{os.getpid()}.new").write_text("being written")
    assert files.sweep(str(tmp_path)) == 1
    assert os.listdir(tmp_path) == [f".home.json.{os.getpid()}.new"]


@pytest.mark.req("CS-FR-022")
def test_a_held_lock_refuses_after_its_time_and_goes_with_its_holder(tmp_path: Path) -> None:
    path = str(tmp_path / "lock")
    code = f"from memory_core.stores import lock\nwith lock.held({path!r}):\n print('held', flush=True)\n input()"
    holder = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert holder.stdout
    holder.stdout.readline()
    with pytest.raises(Refusal, match="another memory-core process"), lock.held(path, timeout=0.05):
        pass
    holder.kill()
    holder.communicate()
    with lock.held(path, timeout=1):
        pass


class TestProjectRoot:
    def test_any_folder_of_a_repository(self, repo: Path) -> None:
        (repo / "src/deep").mkdir(parents=True)
        assert places.project_root(str(repo / "src/deep")) == str(repo)

    def test_linked_worktrees_share_the_main_one(self, repo: Path, git, tmp_path: Path) -> None:
        git(repo, "worktree", "add", "-q", str(tmp_path / "linked"))
        assert places.project_root(str(tmp_path / "linked")) == str(repo)

    def test_a_submodule_is_a_project_of_its_own(self, repo: Path, git, tmp_path: Path) -> None:
        git(tmp_path, "init", "-q", "outer")
        git(tmp_path / "outer", "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(repo), "inner")
        assert places.project_root(str(tmp_path / "outer/inner")) == str(tmp_path / "outer/inner")

    def test_a_worktree_of_a_bare_repository(self, repo: Path, git, tmp_path: Path) -> None:
        git(tmp_path, "clone", "-q", "--bare", str(repo), "bare.git")
        git(tmp_path / "bare.git", "worktree", "add", "-q", str(tmp_path / "tree"))
        assert places.project_root(str(tmp_path / "tree")) == str(tmp_path / "tree")

    def test_without_git_the_client_says_where(self, tmp_path: Path, monkeypatch) -> None:
        (tmp_path / "sub").mkdir()
        assert places.project_root(str(tmp_path / "sub")) == str(tmp_path / "sub")
        monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(tmp_path))
        assert places.project_root(str(tmp_path / "sub")) == str(tmp_path)

    def test_a_session_stays_with_the_project_it_was_started_in(
        self, repo: Path, git, tmp_path: Path, monkeypatch
    ) -> None:
        git(repo, "init", "-q", "vendor/lib")
        monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(repo))
        assert places.session_root(str(repo / "vendor/lib")) == str(repo)
        git(tmp_path, "init", "-q", "elsewhere")
        assert places.session_root(str(tmp_path / "elsewhere")) == str(tmp_path / "elsewhere")
