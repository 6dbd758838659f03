"""Two branches, or two clones, that both kept something: real git merges them without a hand, and loses nothing."""

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from memory_core.tickets import places
from memory_core.verbs import merge_driver
from memory_core.verbs.merging import form
from tests import forked
from tests.conftest import ROOT
from tests.machine import LAUNCHER, Machine, machine
from tests.properties import family
from tests.test_aidd_session import Session

__all__ = ["machine"]
T = "ABC-1"
LOG, PACK = places.decision_log(T), places.decisions_pack(T)
HOMES = (
    ".claude/learnings/warm-memory.json", ".genius/memory/errors.json", ".genius/memory/progress.json",
    ".genius/memory/patterns.json", ".genius/memory/proposed.json", "IRIS_MEMORY.json", PACK,
)  # fmt: skip


class Clone(NamedTuple):
    """A clone with the launcher as its user has it, and a data folder of its own."""

    root: Path
    data: Path

    def verb(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [LAUNCHER, *words], cwd=self.root, capture_output=True, text=True, check=False,
            env={**os.environ, "MEMORY_CORE_DATA": str(self.data)},
        )  # fmt: skip

    def does(self, *words: str) -> str:
        done = self.verb(*words)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def tries(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Git, as a terminal has it that knows nothing of memory-core."""
        known = {name: value for name, value in os.environ.items() if not name.startswith("MEMORY_CORE")}
        return subprocess.run(["git", *words], cwd=self.root, capture_output=True, text=True, check=False, env=known)

    def git(self, *words: str) -> str:
        done = self.tries(*words)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def commit(self, message: str) -> None:
        self.git("add", ".")
        self.git("commit", "-qm", message)

    def text(self, path: str) -> str:
        return (self.root / path).read_text()

    def words(self) -> str:
        """Everything that the homes say, packs left out."""
        return "\n".join(self.text(path) for path in (*HOMES[:-1], LOG) if (self.root / path).exists())


@pytest.fixture
def clone(repo: Path, tmp_path: Path, machine: Machine, monkeypatch: pytest.MonkeyPatch, now: str) -> Clone:
    """A clone whose folder, and whose user's data folder, have blanks and signs in their names."""
    data = tmp_path / "the user's 100% data"
    data.mkdir()
    (data / "interpreter").write_text(f"{machine.python}\n{machine.site}\n")
    (data / "models").symlink_to(machine.data / "models")
    monkeypatch.setenv("MEMORY_CORE_DATA", str(data))
    return Clone(repo.rename(tmp_path / "the shop's code"), data)


def captures(clone: Clone, name: str) -> None:
    """A session that keeps something in every home; the words of each are those of `name`."""
    client = Session(clone.root, f"s-{name}")
    client.works_on(T, stage="implement")
    client.brief()
    client.commits(f"Teach the {name} worker to wait")
    client.says(f"LEARNED: Queue {name} is bounded — memory ran out")
    client.says(f"DECISION: Carts of {name} expire after a day — support asked for it")
    client.says(f"PATTERN: Every {name} handler returns early")
    client.runs(f"pytest tests/{name}", f"E   ImportError: No module named {name}", failed=True)
    client.says(f"The error is that {name} was not installed.")
    client.runs(f"pip install {name}", "ok")
    client.runs(f"pytest tests/{name}", "3 passed")
    client.says(f"ERROR: No module named {name} -> pip install {name}")
    client.says(f"Never use {name}ql in src/{name}/**, it breaks the build.", role="user")
    client.run("Stop")
    for words in (
        ("jarvis", "learn", f"Use {name}fmt before every commit"),
        ("iris", "add-constraint", f"Never import {name} in the domain", "--reason", f"{name} is heavy"),
    ):
        done = forked.run(["memory-core", *words], clone.root)
        assert done.returncode == 0, done.stderr


SAID = (
    "Teach the {} worker to wait", "Queue {} is bounded", "Carts of {} expire", "Every {} handler",
    "No module named {}", "{}ql", "{}fmt", "Never import {} in",
)  # fmt: skip


def kept(clone: Clone, *names: str) -> None:
    """All that was captured is there, readable, in the index too, and no id stands for two."""
    text = clone.words()
    assert [sentence for name in names for sentence in SAID if sentence.format(name) not in text] == []
    rules = json.loads(clone.text("IRIS_MEMORY.json"))["architectural_constraints"]
    learnt = json.loads(clone.text(HOMES[0]))["warm_memory"]["preferences"]
    for entries in (rules, learnt):
        assert len({entry["id"] for entry in entries}) == len(entries)
    assert len(rules) == len(names)
    json.loads(clone.text(PACK))
    Session(clone.root, "s-after").brief()
    pack = clone.text(PACK)
    assert all(f"Carts of {name} expire" in pack for name in names)
    for words in (["verify"], ["aidd", "verify"], ["recall", "carts expire", "--json", "--mode", "keyword"]):
        done = forked.run(["memory-core", *words], clone.root)
        assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert {f"Carts of {name} expire after a day" for name in names} <= {row["summary"] for row in _rows(result)}


def _rows(result: Any) -> list[dict[str, Any]]:
    return result if isinstance(result, list) else next(rows for rows in result.values() if isinstance(rows, list))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the repositories of `based` and `branched` are kept once they are made."""
    return tmp_path_factory.mktemp("made")


def as_made(clone: Clone, kept: Path, make: Callable[[], None]) -> Clone:
    """The clone as `make` leaves it, which is done once and kept."""
    if kept.exists():
        shutil.rmtree(clone.root)
        shutil.copytree(kept, clone.root, symlinks=True)
    else:
        make()
        shutil.copytree(clone.root, kept, symlinks=True)
    return clone


@pytest.fixture
def based(clone: Clone, made: Path) -> Clone:
    """A branch that has the memories of one session."""

    def make() -> None:
        captures(clone, "alpha")
        clone.commit("base")

    return as_made(clone, made / "based", make)


@pytest.fixture
def branched(based: Clone, made: Path) -> Clone:
    """Two branches, each with its own session, from one that has memories; main is checked out."""

    def make() -> None:
        based.git("checkout", "-qb", "side")
        captures(based, "beta")
        based.commit("side")
        based.git("checkout", "-q", "main")
        captures(based, "gamma")
        based.commit("main")

    return as_made(based, made / "branched", make)


def test_without_a_driver_every_file_conflicts_but_the_log_and_the_packs(branched: Clone) -> None:
    done = branched.tries("merge", "side")
    assert done.returncode == 1
    conflicts = set(branched.git("diff", "--name-only", "--diff-filter=U").splitlines())
    assert conflicts == {path for path in HOMES if path != PACK and (branched.root / path).exists()}
    Session(branched.root, "s-after").brief()
    assert all(f"Carts of {name} expire" in branched.text(PACK) for name in ("alpha", "beta", "gamma"))
    assert json.loads(branched.text(PACK))


def test_two_branches_merge_without_a_hand(branched: Clone) -> None:
    branched.does("setup", "--merges")
    assert (branched.root / ".git/info/attributes").read_text().count("merge=memory-core") == len(form.FORMS)
    branched.git("merge", "-q", "side")
    assert branched.git("status", "--porcelain") == ""
    assert {*HOMES} <= {*branched.git("diff", "--name-only", "HEAD^1", "HEAD^2").splitlines()}
    kept(branched, "alpha", "beta", "gamma")


def test_both_ways_round_come_to_the_same_bytes(branched: Clone) -> None:
    branched.does("setup", "--merges")
    branched.git("merge", "-q", "side")
    merged = branched.words()
    branched.git("reset", "-q", "--hard", "HEAD^")
    branched.git("checkout", "-q", "side")
    branched.git("merge", "-q", "main")
    assert branched.words() == merged


@pytest.mark.heavy
@pytest.mark.parametrize("way", family(["rebase", "cherry-pick", "rebase of many", "cross"]))
def test_rebase_and_cherry_pick_too(branched: Clone, way: str) -> None:
    branched.does("setup", "--merges")
    names = ["alpha", "beta", "gamma"]
    if way == "cherry-pick":
        branched.git("cherry-pick", "side")
    elif way == "rebase":
        branched.git("rebase", "-q", "side")
    elif way == "rebase of many":
        for name in ("delta", "epsilon"):
            captures(branched, name)
            branched.commit(name)
        branched.git("rebase", "-q", "side")
        names += ["delta", "epsilon"]
    else:  # what both came from is itself a merge of two
        branched.git("branch", "old")
        branched.git("merge", "-q", "side")
        branched.git("checkout", "-q", "side")
        branched.git("merge", "-q", "old")
        for name, branch in (("delta", "side"), ("epsilon", "main")):
            branched.git("checkout", "-q", branch)
            captures(branched, name)
            branched.commit(name)
        branched.git("merge", "-q", "side")
        names += ["delta", "epsilon"]
    kept(branched, *names)
    assert "<<<<<<<" not in branched.words()


@pytest.mark.heavy
@pytest.mark.parametrize("options", family([pytest.param(("--no-rebase",)), pytest.param(("--rebase",))]))
def test_two_clones_that_pull(based: Clone, tmp_path: Path, options: tuple[str, ...]) -> None:
    clone = based
    clone.git("clone", "-q", "--bare", ".", str(tmp_path / "shared.git"))
    clone.git("remote", "add", "origin", str(tmp_path / "shared.git"))
    clone.git("fetch", "-q")
    clone.git("branch", "-q", "--set-upstream-to=origin/main")
    clone.git("clone", "-q", str(tmp_path / "shared.git"), str(tmp_path / "other"))
    other = Clone(tmp_path / "other", clone.data)
    for side in (clone, other):
        side.does("setup", "--merges")
    captures(clone, "beta")
    clone.commit("beta")
    clone.git("push", "-q", "origin", "main")
    captures(other, "gamma")
    other.commit("gamma")
    other.git("pull", "-q", *options)
    other.git("push", "-q", "origin", "main")
    clone.git("pull", "-q", *options)
    assert clone.words() == other.words()
    kept(clone, "alpha", "beta", "gamma")


def test_two_branches_that_both_begin(clone: Clone) -> None:
    clone.does("setup", "--merges")
    clone.git("checkout", "-qb", "side")
    captures(clone, "beta")
    clone.commit("side")
    clone.git("checkout", "-q", "main")
    captures(clone, "gamma")
    clone.commit("main")
    clone.git("merge", "-q", "side")
    kept(clone, "beta", "gamma")


def test_in_a_linked_worktree_too(branched: Clone, tmp_path: Path) -> None:
    branched.does("setup", "--merges")
    branched.git("worktree", "add", "-q", str(tmp_path / "tree"), "side")
    tree = Clone(tmp_path / "tree", branched.data)
    tree.git("merge", "-q", "main")
    assert "gammafmt" in tree.words()
    assert "betafmt" in tree.words()


def test_what_both_edited_is_one_entry(based: Clone) -> None:
    clone = based
    clone.does("setup", "--merges")
    clone.git("checkout", "-qb", "side")
    clone.does("iris", "edit", "AC-001", "--forbid", "alpha")
    clone.commit("side")
    clone.git("checkout", "-q", "main")
    clone.does("iris", "edit", "AC-001", "--reason", "alpha pulls in numpy")
    clone.commit("main")
    clone.git("merge", "-q", "side")
    (rule,) = json.loads(clone.text("IRIS_MEMORY.json"))["architectural_constraints"]
    assert (rule["reason"], rule["forbid"]) == ("alpha pulls in numpy", ["alpha"])
    assert '\n      "reason"' in clone.text("IRIS_MEMORY.json")  # laid out as it was


def test_a_damaged_side_is_a_conflict_and_nothing_is_lost(branched: Clone) -> None:
    path = ".genius/memory/progress.json"
    branched.git("checkout", "-q", "side")
    (branched.root / path).write_text(branched.text(path)[:-30])
    branched.commit("torn")
    branched.git("checkout", "-q", "main")
    branched.does("setup", "--merges")
    done = branched.tries("merge", "side")
    assert done.returncode == 1
    assert "is damaged on one side" in done.stderr
    assert branched.git("diff", "--name-only", "--diff-filter=U").split() == [path]
    assert all(f"Teach the {name} worker" in branched.text(path) for name in ("alpha", "beta", "gamma"))
    assert "<<<<<<< ours" in branched.text(path)
    branched.does("doctor", "--fix")
    assert [entry["task"][:18] for entry in json.loads(branched.text(path))]


@pytest.mark.parametrize("gone", ["launcher", "data", "interpreter", "python"])
def test_without_memory_core_git_merges_as_ever(branched: Clone, gone: str) -> None:
    branched.does("setup", "--merges")
    if gone == "launcher":
        (branched.data / merge_driver.LAUNCHER).unlink()
    elif gone == "interpreter":
        (branched.data / "interpreter").unlink()
    elif gone == "python":
        (branched.data / "interpreter").write_text("/bin/false\n/tmp\n")
    else:
        shutil.rmtree(branched.data)
    done = branched.tries("merge", "side")
    assert done.returncode == 1
    assert "CONFLICT" in done.stdout
    text = branched.text("IRIS_MEMORY.json")
    assert "<<<<<<< ours" in text
    assert "Never import beta" in text
    assert "Never import gamma" in text
    branched.git("merge", "--abort")
    branched.git("checkout", "-q", "side")  # what git can merge by lines it still does
    (branched.root / "IRIS_MEMORY.json").write_text(branched.text("IRIS_MEMORY.json").replace("alpha is", "Alpha is"))
    branched.git("commit", "-qam", "far from the other")
    branched.git("checkout", "-q", "HEAD~2")
    (branched.root / "IRIS_MEMORY.json").write_text(branched.text("IRIS_MEMORY.json").replace('"1.0.0"', '"1.0.1"'))
    branched.git("commit", "-qam", "at the top")
    branched.tries("merge", "side")
    assert "IRIS_MEMORY.json" not in branched.git("diff", "--name-only", "--diff-filter=U")


def test_an_updated_plugin_is_found_in_its_new_folder(branched: Clone, tmp_path: Path) -> None:
    cache = tmp_path / "home" / "plugins" / "cache" / "market" / "memory core"
    for version in ("0.6.0", "0.7.0"):
        for part in ("bin", "memory_core"):
            shutil.copytree(ROOT / part, cache / version / part, ignore=shutil.ignore_patterns("__pycache__"))
    old = Clone(branched.root, branched.data)
    done = subprocess.run([cache / "0.6.0/bin/memory-core", "setup", "--merges"], cwd=old.root, check=False)
    assert done.returncode == 0
    assert "0.6.0" in (branched.data / merge_driver.LAUNCHER).read_text()
    shutil.rmtree(cache / "0.6.0")
    branched.git("merge", "-q", "side")
    assert "betafmt" in branched.words()
    assert "gammafmt" in branched.words()


def test_nothing_is_set_up_unasked_and_doctor_says_so(branched: Clone, machine: Machine) -> None:
    ready = branched._replace(data=machine.data)  # where set-up has nothing to do

    def look(*words: str) -> dict[str, Any]:
        done = branched.verb("doctor", "--json", *words)
        return {check["name"]: check for check in json.loads(done.stdout)["checks"]}

    captures(branched, "delta")
    assert branched.tries("config", "--get-regexp", "merge").returncode == 1
    assert look()["merging"]["remedy"].endswith("memory-core setup --merges")
    assert "setup --merges" in ready.does("setup")
    attributes = branched.root / ".git/info/attributes"
    attributes.parent.mkdir(exist_ok=True)
    attributes.write_text("*.png binary\nsrc/** merge=ours")
    assert look("--fix")["merging"]["remedy"].endswith("setup --merges")  # nobody has asked for it yet
    branched.does("setup", "--merges")
    (branched.root / ".git/info/attributes").write_text("*.png binary\nsrc/** merge=ours")
    assert look("--fix")["merging"]["remedy"] == ""
    assert attributes.read_text().startswith("*.png binary\nsrc/** merge=ours\n# memory-core")
    before = attributes.read_bytes(), (branched.root / ".git/config").read_bytes()
    branched.does("setup", "--merges")
    assert (attributes.read_bytes(), (branched.root / ".git/config").read_bytes()) == before
    assert "setup --merges" not in ready.does("setup")
    assert branched.git("status", "--porcelain", ".gitattributes") == ""
    attributes.write_text("*.png binary\n")
    assert look()["merging"]["state"] == "warn"
    (branched.data / merge_driver.LAUNCHER).unlink()
    assert merge_driver.LAUNCHER in look()["merging"]["detail"]


def test_the_verb_follows_no_link_and_reads_no_other_file(clone: Clone, tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("[]")
    for name, text in (("base", "[]"), ("ours", '["a"]'), ("theirs", '["b"]')):
        (clone.root / name).write_text(text)
    path = ".genius/memory/decisions.json"
    for at, name in enumerate(("base", "ours", "theirs")):
        names = ["base", "ours", "theirs"]
        names[at] = "link"
        (clone.root / "link").unlink(missing_ok=True)
        (clone.root / "link").symlink_to(tmp_path / "precious")
        assert clone.verb("merge-file", *names, path).returncode == merge_driver.CONFLICT, name
    assert (tmp_path / "precious").read_text() == "[]"
    assert (clone.root / "ours").read_text() == '["a"]'
    assert clone.verb("merge-file", "base", "ours", "theirs", "README.md").returncode == 1
    assert clone.verb("merge-file", "base", "nothing", "theirs", path).returncode == merge_driver.CONFLICT
    result = json.loads(clone.does("merge-file", "base", "ours", "theirs", path, "--json"))
    assert result == {"merged": True, "path": path, "changed": True}
    assert json.loads(clone.text("ours")) == ["a", "b"]
