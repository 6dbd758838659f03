"""Every verb under a git that can do no more than git 2.20 could (CS-NFR-010); oldgit.py says how the suite runs so."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests import forked, oldgit
from tests.rows import each_row

Calls = Callable[[], list[list[str]]]


@pytest.fixture
def old_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Calls:
    """What was asked of git since: [what it does not know or "", argument, ...] for each call."""
    log = tmp_path / "calls"
    log.touch()
    monkeypatch.setenv("PATH", f"{Path(oldgit.made(str(tmp_path / 'old'))).parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("OLD_GIT_LOG", str(log))
    monkeypatch.setenv("MEMORY_CORE_DATA", str(tmp_path / "data"))
    return lambda: [line.split("\t") for line in log.read_text().splitlines()]


def verb(root: Path, *arguments: str, code: int = 0, stdin: str = "") -> str:
    done = forked.run(["memory-core", *arguments], root, stdin.encode())
    assert done.returncode == code, (arguments, done.stdout, done.stderr)
    return (done.stdout + done.stderr).decode()


def kept(root: Path, *arguments: str) -> str:
    return str(json.loads(verb(root, "remember", "--json", *arguments))["id"])


@each_row(
    "call",
    [
        "switch main", "restore .", "init -b main", "init --initial-branch=main", "init --object-format=sha256",
        "fetch --no-write-fetch-head", "fetch --porcelain", "fetch --atomic origin",
        "fast-import --allow-unsafe-features", "notes append --separator=x", "notes --ref=x append --no-stripspace",
        "notes --ref x add --separator x",
        "cat-file --batch-command", "cat-file -z --batch", "rev-parse --path-format=absolute --git-dir",
        "rev-parse --show-object-format", "ls-tree --format=x HEAD", "ls-tree --object-only HEAD",
        "rev-list --disk-usage HEAD", "rev-list --no-object-names HEAD", "branch --show-current", "maintenance run",
        "for-each-ref --format=%(worktreepath)", "for-each-ref --stdin", "config --show-scope --list",
        "config --fixed-value --get a b", "config set a.b c", "config get a.b", "merge-tree --write-tree a b",
        "push --force-if-includes", "clone --also-filter-submodules x", "commit --trailer a:b", "stash push --staged",
        "worktree repair", "worktree add --orphan x", "bundle create --version=3 x", "sparse-checkout list",
        "pack-refs --include=x", "log --diff-merges=off", "show --remerge-diff", "add --pathspec-from-file=x",
        "-c a.b=c switch x", "-C x --config-env=a=b log", "rebase --update-refs", "hook run x", "replay --onto a b",
        "update-ref --batch-updates", "refs list", "tag --trailer x", "reset --pathspec-from-file=x", "backfill",
    ],
)  # fmt: skip
def test_what_is_younger_is_refused(call: str) -> None:
    assert oldgit.refused(call.split())


@each_row(
    "call",
    [
        "init -q", "-C x -c a=b notes --ref=y append -C blob HEAD", "notes --ref y list", "notes", "worktree list",
        "log -1 --format=%H --no-walk", "log -n1 -p -- --not-an-option", "commit -qam words --date x", "log -20 -M50%",
        "show --name-only --format= -z --no-show-signature", "cat-file --batch-check=%(objectname)", "remote",
        "for-each-ref --format=%(refname)", "fetch -q origin +a:b --prune", "push --porcelain origin a:b",
        "rev-list --count HEAD --not x", "config --type=bool --get a.b", "config a.b c", "reflog expire --expire=now x",
        "commit-tree HEAD^{tree} -m words", "diff-tree -r -z --no-renames --full-index a b", "remote get-url --all x",
    ],
)  # fmt: skip
def test_what_was_there_is_not(call: str) -> None:
    assert oldgit.refused(call.split()) == ""


@pytest.mark.req("CS-NFR-010")
def test_every_verb_works_with_git_2_20(repo: Path, git: Callable[..., str], tmp_path: Path, old_git: Calls) -> None:
    first = kept(
        repo, "decision", "Use WAL for the queue", "--context", "Readers wait.", "--spec", "S-1", "--tag", "db"
    )
    (repo / "queue.py").write_text("WAL = True\n")
    git(repo, "add", ".")
    git(repo, "commit", "-qm", "Queue")
    second = kept(repo, "blocker", "The pool hangs", "--relates-to", "HEAD~1", "--commit", "HEAD")
    third = kept(repo, "learning", "Pools fork badly")
    assert first in verb(repo, "remember", "--amend", first, "--rationale", "It is quicker.")
    assert "resolved" in verb(repo, "resolve", second, "closed before the fork")
    assert "WAL = True" in verb(repo, "recall", "pool", "hangs", "--files", "--full")
    assert "It is quicker." in verb(repo, "show", first)
    assert "Use WAL" in verb(repo, "context", "S-1")
    git(repo, "commit", "-q", "--amend", "-m", "Queue and more")
    assert "WAL = True" in verb(repo, "recall", "pool", "hangs", "--files")
    rule = {"id": "AC-001", "constraint": "No WAL", "applies_to": "queue.py", "forbid": ["WAL"]}
    (repo / "IRIS_MEMORY.json").write_text(json.dumps({"architectural_constraints": [rule]}))
    assert "queue.py:1" in verb(repo, "iris", "audit")
    (repo / "IRIS_MEMORY.json").unlink()
    for words in (["status"], ["status", "--json"], ["verify"], ["reindex"], ["brief"], ["memory", "status"]):
        verb(repo, *words)
    assert "git" in verb(repo, "doctor", code=1)  # no model here, nothing else may be wrong
    event = {"hook_event_name": "SessionStart", "session_id": "s", "cwd": str(repo), "source": "startup"}
    assert "Use WAL" in verb(repo, "hook", "SessionStart", stdin=json.dumps(event))

    exported = tmp_path / "exported.json"
    verb(repo, "export", "--output", str(exported))
    elsewhere = tmp_path / "elsewhere"
    git(tmp_path, "clone", "-q", str(repo), str(elsewhere))
    verb(elsewhere, "import", str(exported))
    assert memories(elsewhere) == memories(repo)

    verb(repo, "forget", third)
    verb(repo, "forget", "--purge", second)
    assert second not in verb(repo, "export")
    verb(repo, "setup", "--check", code=1)
    assert [call for call in old_git() if call[0]] == []
    assert {"notes", "fast-import", "rev-parse", "ls-tree", "cat-file"} <= {word for call in old_git() for word in call}


def memories(repo: Path) -> list[dict[str, Any]]:
    exported: list[dict[str, Any]] = json.loads(verb(repo, "export"))["memories"]
    return exported


@pytest.mark.req("CS-NFR-010")
def test_clones_exchange_notes_with_git_2_20(
    repo: Path, git: Callable[..., str], tmp_path: Path, old_git: Calls
) -> None:
    hub, first, second = tmp_path / "hub.git", tmp_path / "one", tmp_path / "two"
    git(tmp_path, "clone", "-q", "--bare", str(repo), str(hub))
    for clone in (first, second):
        git(tmp_path, "clone", "-q", str(hub), str(clone))
    kept(first, "decision", "from the first clone")
    kept(second, "decision", "from the second clone")
    kept(second, "blocker", "and a blocker")
    for clone in (first, second, first):
        verb(clone, "sync", "--push")
    assert memories(first) == memories(second)
    assert len(json.loads(verb(first, "export"))["memories"]) == 3
    for clone in (first, second):
        verb(clone, "verify")
    assert [call for call in old_git() if call[0]] == []
    assert {"fetch", "push", "merge"} <= {word for call in old_git() for word in call}
