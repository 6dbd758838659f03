import os
import subprocess
import sys
from pathlib import Path

import pytest

from memory_core import cli
from memory_core.briefing import untrusted_files
from memory_core.core import lock
from memory_core.core.light import files, old_files, places
from memory_core.core.light.errors import Refusal
from tests.conftest import ROOT, derived
from tests.test_hooks import Client


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
    assert old_files.sweep(str(tmp_path)) == 1
    assert os.listdir(tmp_path) == [f".home.json.{os.getpid()}.new"]


@pytest.mark.req("CS-FR-022")
def test_a_held_lock_refuses_after_its_time_and_goes_with_its_holder(tmp_path: Path) -> None:
    path = str(tmp_path / "lock")
    code = f"from memory_core.core import lock\nwith lock.held({path!r}):\n print('held', flush=True)\n input()"
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


class TestStrangers:
    """Repositories that git refuses, or that are not what they seem (S6)."""

    def test_a_forged_linked_worktree_is_refused(self, repo: Path, tmp_path: Path) -> None:
        evil = tmp_path / "evil"
        (evil / "g").mkdir(parents=True)
        (evil / ".git").write_text("gitdir: g\n")
        (evil / "g/commondir").write_text(f"{repo}/.git\n")
        (evil / "g/gitdir").write_text(f"{evil}/.git\n")
        with pytest.raises(places.UntrustedError):
            places.project_root(str(evil))

    def test_a_git_folder_that_names_another_as_common_is_refused(self, repo: Path, tmp_path: Path, git) -> None:
        git(tmp_path, "init", "-q", "evil")
        (tmp_path / "evil/.git/commondir").write_text(f"{repo}/.git\n")
        with pytest.raises(places.UntrustedError):
            places.project_root(str(tmp_path / "evil"))

    @pytest.mark.parametrize("what", ["main", "bare", "submodule"])
    def test_a_git_file_that_leads_to_another_project_is_refused(self, repo: Path, tmp_path: Path, git, what) -> None:
        target = repo / ".git"
        if what == "bare":
            git(tmp_path, "clone", "-q", "--bare", str(repo), "vault.git")
            target = tmp_path / "vault.git"
        if what == "submodule":
            git(tmp_path, "init", "-q", "outer")
            git(tmp_path / "outer", "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(repo), "inner")
            target = tmp_path / "outer/.git/modules/inner"
        (tmp_path / "evil").mkdir()
        (tmp_path / "evil/.git").write_text(f"gitdir: {target}\n")
        with pytest.raises(places.UntrustedError, match="another project"):
            places.project_root(str(tmp_path / "evil"))

    @pytest.mark.parametrize("verb", ["init", "clone", "by hand", "link"])
    def test_a_git_folder_elsewhere_is_used_where_its_user_says_so(
        self, repo: Path, tmp_path: Path, git, monkeypatch, capsys, verb: str
    ) -> None:
        shop, store, mark = tmp_path / "parcel", tmp_path / "store.git", "zyxwvut"
        if verb in ("init", "clone"):
            git(tmp_path, verb, "-q", "--separate-git-dir", str(store), *([str(repo)] * (verb == "clone")), "parcel")
            git(shop, "commit", "-q", "--allow-empty", "-m", "First")
        else:  # the repository of another project, which stands elsewhere, too
            git(tmp_path, "init", "-q", "--separate-git-dir", str(store), "other")
            git(tmp_path / "other", "commit", "-q", "--allow-empty", "-m", "First")
            git(tmp_path / "other", "notes", "--ref=cs/decisions", "add", "-m", f"type: decision\nsummary: {mark}")
            shop.mkdir()
            if verb == "link":
                (shop / ".git").symlink_to(store)
            else:
                (shop / ".git").write_text("gitdir: ../store.git\n")
        monkeypatch.setenv("MEMORY_CORE_DATA", str(tmp_path / "data"))
        monkeypatch.chdir(shop)
        before = git(tmp_path, "--git-dir", str(store), "for-each-ref")
        for call in (["remember", "decision", "Use WAL"], ["recall", mark], ["brief"]):
            assert cli.main(call) == 1
            out, err = capsys.readouterr()
            assert mark not in out + err
            assert f"memory-core doctor --allow-link '{shop}/.git'" in err
            assert str(store) in err
        reply = Client(shop).run("SessionStart", source="startup")
        assert "allow-link" in reply
        assert mark not in reply
        assert "additionalContext" not in reply
        assert Client(shop).run("UserPromptSubmit", prompt=f"what is {mark}?") == ""
        assert git(tmp_path, "--git-dir", str(store), "for-each-ref") == before

        assert cli.main(["doctor", "--allow-link", ".git"]) == 1
        assert "terminal" in capsys.readouterr().err
        monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
        cli.main(["doctor", "--allow-link", ".git"])
        assert places.project_root(str(shop)) == str(shop)
        assert cli.main(["remember", "decision", "Use WAL"]) == 0
        assert git(tmp_path, "--git-dir", str(store), "for-each-ref") != before
        (shop / ".git").unlink()  # and nowhere else
        (shop / ".git").write_text(f"gitdir: {repo}/.git\n")
        with pytest.raises(places.UntrustedError):
            places.project_root(str(shop))

    @pytest.mark.parametrize("how", ["set", "relative", "included", "of worktrees"])
    def test_a_git_folder_elsewhere_that_names_its_work_tree_is_used(self, tmp_path: Path, git, how: str) -> None:
        git(tmp_path, "init", "-q", "--separate-git-dir", str(tmp_path / "store.git"), "shop")
        shop = tmp_path / "shop"
        if how == "included":
            (tmp_path / "more").write_text(f"[core]\n\tworktree = {shop}\n")
            git(shop, "config", "include.path", str(tmp_path / "more"))
        elif how == "of worktrees":
            git(shop, "config", "extensions.worktreeConfig", "true")
            (tmp_path / "store.git/config.worktree").write_text("[core]\n\tworktree = ../shop\n")
        else:
            git(shop, "config", "core.worktree", "../shop" if how == "relative" else str(shop))
        assert places.project_root(str(shop)) == str(shop)
        git(shop, "commit", "-q", "--allow-empty", "-m", "First")
        git(shop, "worktree", "add", "-q", str(tmp_path / "linked"))
        assert places.project_root(str(tmp_path / "linked")) == str(tmp_path / "linked")
        shop.rename(tmp_path / "moved")
        with pytest.raises(places.UntrustedError):
            places.project_root(str(tmp_path / "moved"))

    def test_a_submodule_of_a_worktree_and_a_sparse_one_are_used(self, repo: Path, git, tmp_path: Path) -> None:
        allow = ("-c", "protocol.file.allow=always", "submodule")
        git(tmp_path, "init", "-q", "outer")
        git(tmp_path / "outer", *allow, "add", "-q", str(repo), "inner")
        git(tmp_path / "outer", "commit", "-q", "-m", "First")
        git(tmp_path / "outer", "worktree", "add", "-q", str(tmp_path / "linked"))
        git(tmp_path / "linked", *allow, "update", "-q", "--init")
        inner = tmp_path / "linked/inner"
        assert places.project_root(str(inner)) == str(inner)
        sparse = tmp_path / "outer/inner"  # `git sparse-checkout init` moves the setting so
        git(sparse, "config", "extensions.worktreeConfig", "true")
        git(sparse, "config", "--worktree", "core.worktree", "../../../inner")
        git(sparse, "config", "--file", str(tmp_path / "outer/.git/modules/inner/config"), "--unset", "core.worktree")
        assert places.project_root(str(sparse)) == str(sparse)

    def test_a_git_folder_is_the_one_that_was_looked_at(self, repo: Path, git, tmp_path: Path) -> None:
        """A link within `commondir` that leads back may not make two folders out of one path."""
        evil = tmp_path / "evil"
        common = evil / "a" / str(repo)[1:] / ".git"
        git(tmp_path, "init", "-q", "--bare", str(common))
        own = common / "worktrees/y"
        own.mkdir(parents=True)
        ups = "../" * len(evil.parts)
        deep = evil.joinpath("a", *"b" * len(evil.parts))  # so far down that the way up ends in `a`
        deep.mkdir(parents=True)
        (evil / "s").symlink_to(deep)
        (own / "commondir").write_text(f"{evil}/s/{ups}{str(repo)[1:]}/.git\n")
        (own / "gitdir").write_text(f"{evil}/.git\n")
        (evil / ".git").write_text(f"gitdir: {own}\n")
        assert places.project_root(str(evil)) == str(common.parent)
        assert places.git_folder(str(evil)) == str(common)

    def test_a_key_of_another_section_names_no_work_tree(self, tmp_path: Path, git) -> None:
        git(tmp_path, "init", "-q", "--separate-git-dir", str(tmp_path / "store.git"), "shop")
        git(tmp_path / "shop", "config", "other.worktree", str(tmp_path / "shop"))
        with pytest.raises(places.UntrustedError):
            places.project_root(str(tmp_path / "shop"))

    def test_a_linked_worktree_that_its_repository_does_not_know_is_not_allowed(
        self, repo: Path, git, tmp_path: Path
    ) -> None:
        git(repo, "worktree", "add", "-q", str(tmp_path / "linked"))
        (tmp_path / "linked").rename(tmp_path / "moved")
        with pytest.raises(places.UntrustedError, match="git worktree repair") as raised:
            places.project_root(str(tmp_path / "moved"))
        assert "allow-link" not in str(raised.value)
        with pytest.raises(Refusal, match="git worktree repair"):
            untrusted_files.allow(str(tmp_path / "moved/.git"))

    def test_a_git_file_that_leads_nowhere_is_no_repository(self, tmp_path: Path) -> None:
        (tmp_path / ".git").write_text("gitdir: gone/away\n")
        assert places.project_root(str(tmp_path)) == str(tmp_path)

    @pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder to another user")
    def test_a_repository_of_another_user_is_refused_unless_git_takes_it(
        self, repo: Path, tmp_path: Path, monkeypatch
    ) -> None:
        for path in (repo, *repo.rglob("*")):
            os.chown(path, 12345, 12345)
        with pytest.raises(places.UntrustedError, match=r"safe\.directory"):
            places.project_root(str(repo))
        settings = tmp_path / "gitconfig"
        settings.write_text(f"[safe]\n\tdirectory = {repo}\n")
        monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
        assert places.project_root(str(repo)) == str(repo)

    def test_what_is_derived_of_another_repository_at_the_same_path_goes(self, repo: Path, git, tmp_path: Path) -> None:
        files.write(str(derived(repo) / "sessions/s-1.json"), "{}")
        places.project_root(str(repo))
        assert (derived(repo) / "sessions/s-1.json").is_file()
        repo.rename(tmp_path / "moved")
        git(tmp_path, "init", "-q", repo.name)
        places.project_root(str(repo))
        assert not derived(repo).exists()

    def test_the_state_is_for_its_user_alone_and_hidden_from_git(self, tmp_path: Path, monkeypatch, repo: Path) -> None:
        monkeypatch.setenv("MEMORY_CORE_STATE", str(tmp_path / "state"))
        places.derived(str(repo))
        assert (tmp_path / "state").stat().st_mode & 0o777 == 0o700
        assert (tmp_path / "state/.gitignore").read_text() == "*\n"

    def test_a_clone_below_a_folder_of_the_user_is_a_stranger_too(self, home: Path, tmp_path: Path) -> None:
        clone = home / ".claude/plugins/x"
        (clone / ".git").mkdir(parents=True)
        (tmp_path / "outside").mkdir()
        (clone / ".genius").symlink_to(tmp_path / "outside")
        with pytest.raises(files.LinkError):
            files.plain(str(clone / ".genius/memory"))

    def test_an_allowed_link_that_leads_elsewhere_later_is_not_followed(self, tmp_path: Path, monkeypatch) -> None:
        monkeypatch.setenv("MEMORY_CORE_DATA", str(tmp_path / "data"))
        for name in ("one", "two"):
            (tmp_path / name).mkdir()
        link = tmp_path / "link"
        link.symlink_to(tmp_path / "one")
        untrusted_files.allow(str(link))
        assert files.plain(str(link / "x")) == str(tmp_path / "one/x")
        link.unlink()
        link.symlink_to(tmp_path / "two")
        with pytest.raises(files.LinkError):
            files.plain(str(link / "x"))

    def test_two_users_of_one_project_wait_for_each_other(self, repo: Path, tmp_path: Path, monkeypatch) -> None:
        code = (
            f"from memory_core.core import lock\nwith lock.of_project({str(repo)!r}):\n print('held', flush=True)\n"
            " input()"
        )
        other = {**os.environ, "MEMORY_CORE_STATE": str(tmp_path / "other")}
        pipe = subprocess.PIPE
        holder = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdin=pipe, stdout=pipe, env=other)
        assert holder.stdout
        holder.stdout.readline()
        with pytest.raises(Refusal, match="another memory-core process"), lock.of_project(str(repo), timeout=0.1):
            pass
        holder.communicate(b"\n")
        with lock.of_project(str(repo), timeout=1):
            pass

    def test_many_processes_bind_a_state_once_and_lose_nothing_of_it(self, repo: Path) -> None:
        files.write(str(derived(repo) / "sessions/s-1.json"), "{}")
        code = f"from memory_core.core.light import places\nfor _ in range(20): places.project_root({str(repo)!r})"
        every = [subprocess.Popen([sys.executable, "-c", code], cwd=ROOT) for _ in range(8)]
        assert [process.wait() for process in every] == [0] * 8
        assert (derived(repo) / "sessions/s-1.json").is_file()
        word = (derived(repo) / "memory-core-id").read_text()
        assert word == (repo / ".git/memory-core-id").read_text()


def test_a_file_that_another_process_makes_meanwhile_is_not_cleared_away(tmp_path: Path, mocker) -> None:
    path = tmp_path / "said"
    lstat, missed = os.lstat, []

    def late(name, *rest, **options):
        try:
            return lstat(name, *rest, **options)
        except FileNotFoundError:
            missed.append(name)
            if len(missed) == 2:  # the first asked for links on the way
                path.write_text("claimed")
            raise

    mocker.patch("os.lstat", side_effect=late)
    assert not old_files.clear(str(path))
    assert path.read_text() == "claimed"
