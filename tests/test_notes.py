"""The notes home on real git: whatever happens to the notes, the index follows them by their difference."""

import os
import random
import re
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

from memory_core.core import git as store
from memory_core.core import note_refs, registry
from memory_core.core.home import Addition
from memory_core.core.light import places
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import Memory, Scope, Source
from memory_core.notes import git_notes, ledger, ledger_memories, note_codec
from memory_core.notes.ledger import NotePiece
from memory_core.recall import catalogue, freshness, indexing, verb_reindex
from tests.conftest import derived
from tests.corpus import ODD, count
from tests.properties import family

CORPORA = os.environ.get("MEMORY_CORE_CORPORA")  # the folder with claude-spec-notes.bundle
UNKNOWN = "0123456789abcdef0123456789abcdef01234567"
TIMES = [f"2026-01-{day:02}T00:00:00Z" for day in range(1, 29)]


def memory(summary: str, commit: str, kind: str = "blocker", when: str = TIMES[0], **more) -> Memory:
    status = "open" if kind == "blocker" else "active"
    return Memory("", kind, summary, created=when, updated=when, status=status, source=Source(commit=commit), **more)


def keep(root: Path, *memories: Memory) -> list[Memory]:
    with registry.held(str(root)):
        return registry.keep(str(root), memories)


def whole(root: Path) -> set[tuple[str, bytes, str]]:
    """What stands in the homes, all of it read again."""
    git_notes._READ.clear()
    return {
        (home.name, freshness.digest(memory), memory.id) for home in registry.parts(str(root)) for memory in home.read()
    }


def indexed(root: Path) -> set[tuple[str, bytes, str]]:
    """What the index holds once it was brought up to date."""
    done = indexing.refresh_index(str(root))
    assert (done.state, done.left) == ("ok", ())
    with indexing.at_hand(str(root)) as (index, _):
        return set(index.connection.execute("SELECT home, hash, ref FROM memories"))


def rows(connection) -> list[tuple[object, ...]]:
    """Every row but its number, with its neighbours as what they are."""
    sql = (
        "SELECT home, ref, hash, fingerprint, kind, namespace, live, spec, created, group_key, line, passage, record,"
        " (SELECT hash FROM memories AS other WHERE other.id = memories.earlier),"
        " (SELECT hash FROM memories AS other WHERE other.id = memories.later) FROM memories ORDER BY 1, 2, 3"
    )
    return list(connection.execute(sql))


def agree(root: Path) -> None:
    """The index, brought up to date, holds what the homes hold; `verify` says so too."""
    assert indexed(root) == whole(root)
    assert verb_reindex.compared(str(root)).consistent


class Machine:
    """A repository to which anything may happen, one step after the other, as a seed has it."""

    def __init__(self, root: Path, run: Callable[..., str], seed: int) -> None:
        self.root, self.run, self.dice = root, run, random.Random(seed)
        self.number = 0
        self.tips: dict[str, list[str]] = {"decisions": [], "blockers": []}

    def git(self, *arguments: str) -> str:
        return self.run(self.root, *arguments)

    def say(self, *arguments: str) -> bool:
        """Whether git did it; some steps find nothing to do."""
        return subprocess.run(["git", *arguments], cwd=self.root, capture_output=True, check=False).returncode == 0

    def new(self) -> str:
        self.number += 1
        return f"number {self.number}"

    def commit(self) -> str:
        (self.root / f"{self.number}.txt").write_text(self.new())
        self.git("add", ".")
        self.git("commit", "-qm", "more")
        return self.git("rev-parse", "HEAD")

    def target(self) -> str:
        commits = self.git("rev-list", "--all", "--exclude=refs/notes/*", "HEAD").split()
        return self.dice.choice([*commits, UNKNOWN]) if self.dice.random() < 0.3 else self.git("rev-parse", "HEAD")

    def space(self) -> str:
        return self.dice.choice(("decisions", "blockers"))

    def known(self) -> list[Memory]:
        return [memory for memory in registry.read(str(self.root)) if memory.source.home == "notes"]

    def capture(self) -> None:
        kind = self.space().removesuffix("s")
        # At times the same words as before: copies.
        summary = self.new() if self.dice.random() < 0.8 else "again"
        keep(self.root, memory(summary, self.target(), kind, self.dice.choice(TIMES[:9]), body=summary))

    def add(self) -> None:
        if memories := self.known():
            with registry.held(str(self.root)):
                when, body = self.dice.choice(TIMES), self.dice.choice(("Fixed.", "Seen."))
                status = self.dice.choice(("", "resolved", "open"))
                registry.add(str(self.root), self.dice.choice(memories), when, Addition(body, status))

    def forget(self) -> None:
        if memories := self.known():
            memory = self.dice.choice(memories)
            with registry.held(str(self.root)):
                registry.forget(str(self.root), memory, TIMES[-1])
            assert (memory.id, memory.source.place) not in {(left.id, left.source.place) for left in self.known()}

    def amend(self) -> None:
        following = ["-c", "notes.rewriteRef=refs/notes/cs/*"] if self.dice.random() < 0.6 else []
        mode = ["-c", "notes.rewriteMode=overwrite"] if self.dice.random() < 0.3 else []
        self.git(*following, *mode, "commit", "--amend", "--allow-empty", "-qm", self.new())

    def rebase(self) -> None:
        self.git("checkout", "-qb", "side", "HEAD")
        self.commit()
        keep(self.root, memory(self.new(), self.git("rev-parse", "HEAD")))
        self.git("checkout", "-q", "main")
        self.commit()
        self.git("checkout", "-q", "side")
        self.git("-c", "notes.rewriteRef=refs/notes/cs/*", "rebase", "-q", "main")
        self.git("checkout", "-q", "main")
        self.git("merge", "-q", "--ff-only", "side")
        self.git("branch", "-qD", "side")

    def squash(self) -> None:
        self.git("checkout", "-qb", "side", "HEAD")
        for _ in range(2):
            self.commit()
            keep(self.root, memory(self.new(), self.git("rev-parse", "HEAD"), "decision"))
        self.git("checkout", "-q", "main")
        self.git("merge", "-q", "--squash", "side")
        self.git("commit", "-qm", "squashed")
        self.git("branch", "-qD", "side")

    def union(self) -> None:
        """A clone that began from here and wrote on, merged as anybody may merge it."""
        ref, other = f"refs/notes/cs/{self.space()}", "refs/notes/theirs"
        if not self.say("update-ref", other, ref):
            return
        for _ in range(2):
            text = note_codec.format(
                ledger.document(memory(self.new(), "", when=self.dice.choice(TIMES))), git_notes.loader
            )
            self.git("notes", f"--ref={other}", "append", "-m", text, self.target())
        self.capture()
        self.git("notes", f"--ref={ref}", "merge", "-q", "-s", "union", other)

    def remove(self) -> None:
        ref = f"refs/notes/cs/{self.space()}"
        if notes := self.git("notes", f"--ref={ref}", "list").splitlines():
            self.git("notes", f"--ref={ref}", "remove", self.dice.choice(notes).split()[1])

    def by_hand(self) -> None:
        good = note_codec.format(ledger.document(memory(self.new(), "")), git_notes.loader)
        texts = (
            good,
            f"words of a hand\n\n{good}",
            "words",
            "---\ntype: [x\nsummary: y\n---\nbroken",
            f"{good}\n{good}",
        )
        ref = f"refs/notes/cs/{self.space()}"
        self.git("notes", f"--ref={ref}", "add", "-f", "-m", self.dice.choice((*texts, *ODD)), self.target())

    def copy(self) -> None:
        self.say("notes", f"--ref=refs/notes/cs/{self.space()}", "copy", "-f", self.target(), self.target())

    def pack(self) -> None:
        self.git("pack-refs", "--all", *self.dice.choice(((), ("--prune",))))

    def collect(self) -> None:
        self.git("gc", "-q", *self.dice.choice(((), ("--prune=now",))))

    def delete(self) -> None:
        self.git("update-ref", "-d", f"refs/notes/cs/{self.space()}")

    def reset(self) -> None:
        space = self.space()
        if earlier := self.tips[space]:
            self.say("update-ref", f"refs/notes/cs/{space}", self.dice.choice(earlier))

    def share(self) -> None:
        """Two namespaces that are one commit."""
        self.say("update-ref", "refs/notes/cs/learnings", f"refs/notes/cs/{self.space()}")

    def step(self) -> str:
        often = [self.capture, self.add, self.forget, self.by_hand, self.amend, self.union]
        other = [self.rebase, self.squash, self.remove, self.pack, self.delete, self.reset, self.copy, self.share]
        chosen = self.dice.choice([*often, *often, *other, *([self.collect] if self.dice.random() < 0.3 else [])])
        chosen()
        for space, tip in git_notes.tips(str(self.root)).items():
            self.tips.setdefault(space, []).append(tip)
        return chosen.__name__


@pytest.mark.req("CS-US-008", "CS-NFR-004", "C-9")
@pytest.mark.parametrize("seed", family(range(6), 2))
def test_whatever_happens_to_the_notes_the_index_follows(repo: Path, git: Callable[..., str], seed: int) -> None:
    machine = Machine(repo, git, seed)
    machine.capture()
    done = []
    for _ in range(22):
        done.append(machine.step())
        assert indexed(repo) == whole(repo), done
    agree(repo)
    with indexing.at_hand(str(repo)) as (index, _):
        stands = rows(index.connection)
    indexing.rebuild(str(repo))
    with indexing.at_hand(str(repo)) as (index, _):
        assert rows(index.connection) == stands, done


def test_a_change_is_read_from_the_changed_notes_alone(repo: Path, git: Callable[..., str]) -> None:
    root = str(repo)
    first, second = keep(repo, memory("first", git(repo, "rev-parse", "HEAD")), memory("second", UNKNOWN))
    agree(repo)
    before = git_notes.stamp(git_notes.tips(root)["blockers"])
    with registry.held(root):
        registry.add(root, first, TIMES[5], Addition("Fixed.", "resolved"))
    tip = git_notes.tips(root)["blockers"]
    with indexing.at_hand(root) as (index, _):
        known = partial(catalogue.with_updates, index.connection, "notes/blockers")
        change = git_notes.since(root, "blockers", tip, before, known)
    assert change is not None
    assert [(record.id, record.status) for record in change.memories] == [(first.id, "resolved")]
    assert second.id not in change.ids
    agree(repo)


def test_an_update_whose_original_goes_stands_for_itself_in_the_index_too(repo: Path, git: Callable[..., str]) -> None:
    here = git(repo, "rev-parse", "HEAD")
    (first,) = keep(repo, memory("first", UNKNOWN))
    text = note_codec.format(ledger.update(first, TIMES[3], Addition("Fixed.", "resolved")), git_notes.loader)
    git(repo, "notes", "--ref=cs/blockers", "add", "-m", text, here)
    agree(repo)
    git(repo, "notes", "--ref=cs/blockers", "remove", UNKNOWN)
    agree(repo)
    assert [record.body for record in registry.read(str(repo))] == ["Fixed."]
    git(
        repo,
        "notes",
        "--ref=cs/blockers",
        "add",
        "-m",
        note_codec.format(ledger.document(first), git_notes.loader),
        UNKNOWN,
    )
    agree(repo)
    assert [(record.id, record.status) for record in registry.read(str(repo))] == [(first.id, "resolved")]


def test_notes_that_git_has_spread_over_folders_are_read_and_rewritten(repo: Path, git: Callable[..., str]) -> None:
    dice = random.Random(1)
    objects = [f"{dice.getrandbits(160):040x}" for _ in range(700)]
    texts = [note_codec.format(ledger.document(memory(f"number {at}", "")), git_notes.loader) for at in range(700)]
    feed = "".join(
        f"M 100644 inline {name[:2]}/{name[2:]}\ndata {len(text)}\n{text}\n"
        for name, text in zip(objects, texts, strict=True)
    )
    head = "commit refs/notes/cs/blockers\ncommitter A <a@example.invalid> 1 +0000\ndata 1\nx\n"
    subprocess.run(["git", "fast-import", "--quiet"], cwd=repo, input=head + feed, text=True, check=True)
    assert len(git(repo, "notes", "--ref=cs/blockers", "list").splitlines()) == 700
    agree(repo)
    assert len(registry.read(str(repo))) == 700
    for record in registry.read(str(repo))[:3]:
        with registry.held(str(repo)):
            registry.add(str(repo), record, TIMES[4], Addition("Fixed.", "resolved"))
    with registry.held(str(repo)):
        registry.forget(str(repo), registry.read(str(repo))[-1], TIMES[5])
    agree(repo)
    assert len(registry.read(str(repo))) == 699
    assert len(git(repo, "notes", "--ref=cs/blockers", "list").splitlines()) == 701  # and one for the marks


def blob_of(root: Path, run: Callable[..., str], ref: str, commit: str) -> Path:
    """The file of a note's text, in the objects of git."""
    name = run(root, "notes", f"--ref={ref}", "list", commit)
    return root / ".git" / "objects" / name[:2] / name[2:]


def test_a_note_whose_text_is_missing_is_reported_and_never_replaced(repo: Path, git: Callable[..., str]) -> None:
    commit = git(repo, "rev-parse", "HEAD")
    record, _ = keep(repo, memory("here", commit), memory("elsewhere", UNKNOWN))
    blob = blob_of(repo, git, "cs/blockers", commit)
    there = blob.read_bytes()
    blob.unlink()
    tip = git_notes.tips(str(repo))
    with pytest.raises(Refusal, match=f"refs/notes/cs/blockers.*git fsck.*remove {commit}"):
        keep(repo, memory("more", commit))
    for change in (
        lambda: registry.add(str(repo), record, TIMES[3], Addition("Fixed.", "resolved")),
        lambda: registry.forget(str(repo), record, TIMES[3]),
    ):
        with pytest.raises(Refusal, match="missing"), registry.held(str(repo)):
            change()
    assert git_notes.tips(str(repo)) == tip
    assert [(damage.object, damage.what[:19]) for damage in git_notes.damages(str(repo))] == [
        (commit, "its text is missing")
    ]
    assert verb_reindex.compared(str(repo)).invalid
    blob.write_bytes(there)
    note_refs.entries.cache_clear()
    keep(repo, memory("more", commit))
    agree(repo)
    assert {record.summary for record in registry.read(str(repo))} == {"here", "elsewhere", "more"}


def test_a_note_does_not_grow_beyond_what_is_read(
    repo: Path, git: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    commit = git(repo, "rev-parse", "HEAD")
    monkeypatch.setattr(store, "LONG", 1000)
    (kept,) = keep(repo, memory("short", commit))
    for body in ("x" * 900, "x" * 2000):
        with pytest.raises(Refusal, match="1,000 bytes"):
            keep(repo, memory("long", commit, body=body))
    agree(repo)
    assert registry.read(str(repo)) == [kept]
    git(repo, "notes", "--ref=cs/blockers", "append", "-m", "x" * 1000, commit)
    with pytest.raises(Refusal, match="1,000 bytes"):
        keep(repo, memory("after", commit))
    assert [damage.object for damage in git_notes.damages(str(repo))] == [commit]
    agree(repo)


def test_a_memory_told_on_many_commits_is_added_to_in_one_commit(repo: Path, git: Callable[..., str]) -> None:
    ref = "refs/notes/cs/blockers"
    (kept,) = keep(repo, memory("first", git(repo, "rev-parse", "HEAD")))
    objects = [f"{number:040x}" for number in range(1, 31)]
    blob = git(repo, "notes", f"--ref={ref}", "list", "HEAD")
    for number, name in enumerate(objects):
        if number % 10 == 0:
            git(repo, "notes", f"--ref={ref}", "add", "-m", f"words of a user {number}", name)
        git(repo, "notes", f"--ref={ref}", "append", "-C", blob, name)
    (first,) = registry.read(str(repo))
    assert len(first.commits) == 31
    before = {name: git(repo, "notes", f"--ref={ref}", "show", name) for name in objects}
    count = int(git(repo, "rev-list", "--count", ref))
    with registry.held(str(repo)):
        registry.add(str(repo), first, TIMES[3], Addition("Fixed.", "resolved"))
    assert int(git(repo, "rev-list", "--count", ref)) == count + 1
    for name in objects:
        assert git(repo, "notes", f"--ref={ref}", "show", name).startswith(f"{before[name]}\n\n---\n")
    agree(repo)
    (after,) = registry.read(str(repo))
    assert (after.id, after.status, after.body) == (kept.id, "resolved", "Fixed.")


def tree(root: Path, changes: dict[str, str | None]) -> None:
    """Put texts at paths of the notes of blockers, None to take one away, in one commit."""
    ref = "refs/notes/cs/blockers"
    tip = store.tips(str(root)).get(ref)
    feed = f"commit {ref}\ncommitter A <a@example.invalid> 1 +0000\ndata 1\nx\n" + (f"from {tip}\n" if tip else "")
    for path, text in changes.items():
        feed += f"D {path}\n" if text is None else f"M 100644 inline {path}\ndata {len(text)}\n{text}\n"
    subprocess.run(["git", "fast-import", "--quiet"], cwd=root, input=feed, text=True, check=True)


def test_a_note_may_stand_at_several_paths(repo: Path, git: Callable[..., str]) -> None:
    def note_text(summary: str) -> str:
        return note_codec.format(ledger.document(memory(summary, "")), git_notes.loader)

    def summaries() -> set[str]:
        agree(repo)
        return {record.summary for record in registry.read(str(repo))}

    flat, fanned, deep = UNKNOWN, f"{UNKNOWN[:2]}/{UNKNOWN[2:]}", "/".join([*("ab",) * 6, "c" * 28])
    tree(repo, {f"{UNKNOWN[:3]}/{UNKNOWN[3:]}": note_text("nobody's"), "/".join(("cd",) * 20): note_text("too deep")})
    assert summaries() == set()
    tree(repo, {deep: note_text("deep"), flat: note_text("flat"), fanned: note_text("fanned")})
    assert summaries() == {"deep", "flat", "fanned"}
    tree(repo, {flat: note_text("fanned"), fanned: note_text("other")})
    assert summaries() == {"deep", "fanned", "other"}
    tree(repo, {flat: None, fanned: None})
    assert summaries() == {"deep"}
    tree(repo, {deep: note_text("deeper"), flat: note_text("flat"), fanned: note_text("flat")})
    assert summaries() == {"deeper", "flat"}
    for record in registry.read(str(repo)):
        with registry.held(str(repo)):
            registry.forget(str(repo), record, TIMES[5])
    assert summaries() == set()
    assert "flat" not in git(repo, "grep", "-h", "", "refs/notes/cs/blockers", "--", flat, fanned)
    paths = [entry.path for entry in note_refs.entries(str(repo), git_notes.tips(str(repo))["blockers"])]
    assert [path for path in paths if path not in ledger.MARKS] == [flat, deep]


@pytest.mark.req("C-4", "CS-FR-006")
def test_a_note_is_readable_and_word_for_word(repo: Path, git: Callable[..., str]) -> None:
    body = "## Context\n\n\n\ntrailing blanks  \n\n# comment\n\n---\n\n\tend"
    given = memory(
        "s", git(repo, "rev-parse", "HEAD"), "decision", body=body, tags=("a: b", "c"), scope=Scope(work="S-1")
    )
    (kept,) = keep(repo, given)
    shown = subprocess.run(
        ["git", "notes", "--ref=cs/decisions", "show"], cwd=repo, capture_output=True, check=True
    ).stdout.decode()
    assert shown.startswith("---\ntype: decision\nspec: S-1\ntimestamp: 2026-01-01T00:00:00Z\nsummary: s\n")
    assert shown.endswith(f"---\n\n{body}\n")
    assert registry.read(str(repo)) == [kept]
    assert kept.tags == ("a: b", "c")


@pytest.mark.req("C-3", "C-9")
def test_writing_a_memory_twice_makes_one(repo: Path, git: Callable[..., str]) -> None:
    record = memory("s", git(repo, "rev-parse", "HEAD"))
    first, second = keep(repo, record), keep(repo, record)
    assert first == second == registry.read(str(repo))
    agree(repo)


# --- places and settings -----------------------------------------------------------------------------------------


def around(root: Path, commit: str) -> None:
    """Every way of writing and reading, once."""
    first, second, third = keep(root, *(memory(word, commit) for word in ("one", "two", "three")))
    with registry.held(str(root)):
        registry.add(str(root), first, TIMES[4], Addition("Fixed.", "resolved"))
        registry.forget(str(root), second, TIMES[5])
    agree(root)
    statuses = {record.id: record.status for record in registry.read(str(root))}
    assert statuses == {first.id: "resolved", third.id: "open"}
    assert git_notes.damages(str(root)) == []


@pytest.mark.parametrize("name", ["with spaces", "Ümläute 日本", "new\nline", "'quoted'", "-dash", "a$(b)", "."])
def test_any_folder_holds_notes(tmp_path: Path, git: Callable[..., str], name: str) -> None:
    root = tmp_path / "above" / name
    root.mkdir(parents=True, exist_ok=True)
    git(root, "init", "-q")
    git(root, "commit", "-q", "--allow-empty", "-m", "Start")
    around(root, git(root, "rev-parse", "HEAD"))


def test_objects_may_have_names_of_sha_256(tmp_path: Path, git: Callable[..., str]) -> None:
    made = subprocess.run(
        ["git", "init", "-q", "--object-format=sha256"], cwd=tmp_path, capture_output=True, check=False
    )
    if made.returncode:
        pytest.skip("this git knows names of SHA-1 only")
    git(tmp_path, "commit", "-q", "--allow-empty", "-m", "Start")
    commit = git(tmp_path, "rev-parse", "HEAD")
    assert len(commit) == 64
    around(tmp_path, commit)
    git(tmp_path, "pack-refs", "--all")
    agree(tmp_path)


def test_a_linked_worktree_writes_into_the_notes_of_all(repo: Path, git: Callable[..., str], tmp_path: Path) -> None:
    linked = tmp_path / "linked"
    git(repo, "worktree", "add", "-q", str(linked), "-b", "side")
    git(linked, "commit", "-q", "--allow-empty", "-m", "On the side")
    assert places.project_root(str(linked)) == str(repo.resolve())
    commit = git(linked, "rev-parse", "HEAD")
    (kept,) = keep(Path(places.project_root(str(linked))), memory("from the side", commit))
    assert kept.source.commit == commit
    assert registry.read(str(repo)) == [kept]
    assert "from the side" in git(linked, "notes", "--ref=cs/blockers", "show")
    agree(repo)


def test_a_detached_head_and_an_unborn_one(tmp_path: Path, repo: Path, git: Callable[..., str]) -> None:
    git(repo, "checkout", "-q", "--detach")
    around(repo, store.head(str(repo)) or "")
    unborn = tmp_path / "unborn"
    unborn.mkdir()
    git(unborn, "init", "-q")
    assert store.head(str(unborn)) is None
    (kept,) = keep(unborn, memory("s", "", "decision"))
    assert kept.source.home == "journal"
    agree(unborn)


def test_git_may_be_told_to_look_elsewhere(
    repo: Path, git: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit = git(repo, "rev-parse", "HEAD")
    other = tmp_path / "other"
    other.mkdir()
    git(other, "init", "-q")
    for name, value in {
        "GIT_DIR": str(other / ".git"), "GIT_WORK_TREE": str(other), "GIT_INDEX_FILE": "/nowhere/index",
        "GIT_NOTES_REF": "refs/notes/other", "GIT_NOTES_REWRITE_REF": "refs/notes/other", "GIT_PREFIX": "x/",
        "GIT_NAMESPACE": "x", "GIT_OBJECT_DIRECTORY": str(other / ".git" / "objects"),
    }.items():  # fmt: skip
        monkeypatch.setenv(name, value)
    around(repo, commit)
    monkeypatch.undo()
    assert git(other, "for-each-ref") == ""


@pytest.mark.parametrize("strict", [False, True])
def test_a_user_without_a_name_loses_nothing(
    repo: Path, git: Callable[..., str], monkeypatch: pytest.MonkeyPatch, *, strict: bool
) -> None:
    commit = git(repo, "rev-parse", "HEAD")
    git(repo, "config", "user.useConfigOnly", str(strict).lower())
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.delenv(f"GIT_{role}_NAME")
        monkeypatch.delenv(f"GIT_{role}_EMAIL")
    around(repo, commit)
    monkeypatch.setenv("GIT_COMMITTER_NAME", "Somebody")
    monkeypatch.setenv("GIT_COMMITTER_EMAIL", "somebody@example.invalid")
    keep(repo, memory("one more", commit))
    agree(repo)


@pytest.mark.parametrize(
    "settings",
    [
        {"commit.gpgSign": "true", "gpg.program": "/nowhere/gpg", "tag.gpgSign": "true"},
        {"core.notesRef": "refs/notes/mine"},
        {"notes.mergeStrategy": "ours", "notes.cs.mergeStrategy": "theirs"},
        {"notes.rewriteMode": "overwrite", "notes.rewriteRef": "refs/notes/cs/*", "notes.displayRef": "refs/notes/*"},
        {"core.editor": "false", "sequence.editor": "false", "core.pager": "false", "pager.notes": "true"},
        {"core.quotePath": "false", "core.abbrev": "4", "log.showSignature": "true", "diff.noprefix": "true"},
        {"core.autocrlf": "true", "core.safecrlf": "true", "core.eol": "crlf", "i18n.commitEncoding": "latin1"},
        {"diff.external": "false", "diff.renames": "copies", "diff.algorithm": "patience", "color.ui": "always"},
        {"alias.notes": "!false", "alias.cat-file": "!false", "transfer.fsckObjects": "true", "core.commentChar": "-"},
        {"fastimport.unpackLimit": "1", "core.logAllRefUpdates": "always", "gc.auto": "1"},
        {"core.fsmonitor": "false", "core.bare": "false", "core.logAllRefUpdates": "false", "advice.detachedHead": "0"},
    ],
    ids=lambda settings: next(iter(settings)),
)
def test_no_setting_of_the_user_changes_what_is_kept(
    repo: Path, git: Callable[..., str], settings: dict[str, str]
) -> None:
    commit = git(repo, "rev-parse", "HEAD")
    for name, value in settings.items():
        git(repo, "config", name, value)
    around(repo, commit)
    assert set(git(repo, "for-each-ref", "--format=%(refname)").split()) == {
        "refs/heads/main",
        "refs/notes/cs/blockers",
    }


def hooks(root: Path, run: Callable[..., str], *names: str) -> None:
    folder = root / ".hooks"
    folder.mkdir()
    for name in names:
        (folder / name).write_text("#!/bin/sh\necho the hook says no >&2\nexit 1\n")
        (folder / name).chmod(0o755)
    run(root, "config", "core.hooksPath", str(folder))


def test_hooks_of_commits_have_no_say_in_notes(repo: Path, git: Callable[..., str]) -> None:
    hooks(repo, git, "pre-commit", "commit-msg", "prepare-commit-msg", "post-commit", "post-rewrite", "pre-push")
    around(repo, git(repo, "rev-parse", "HEAD"))


def test_a_hook_that_forbids_every_ref_is_told_and_nothing_is_half_kept(repo: Path, git: Callable[..., str]) -> None:
    if tuple(map(int, git(repo, "version").split()[2].split(".")[:2])) < (2, 28):
        pytest.skip("this git has no such hook")
    commit = git(repo, "rev-parse", "HEAD")
    (kept,) = keep(repo, memory("before", commit))
    hooks(repo, git, "reference-transaction")
    with pytest.raises(Refusal, match="git"):
        keep(repo, memory("after", commit))
    with pytest.raises(Refusal, match="git"), registry.held(str(repo)):
        registry.forget(str(repo), kept, TIMES[3])
    git(repo, "config", "--unset", "core.hooksPath")
    assert registry.read(str(repo)) == [kept]
    agree(repo)


def test_a_ref_that_is_locked_by_another_git_is_a_refusal(repo: Path, git: Callable[..., str]) -> None:
    commit = git(repo, "rev-parse", "HEAD")
    (kept,) = keep(repo, memory("before", commit))
    held = repo / ".git" / "refs" / "notes" / "cs" / "blockers.lock"
    held.touch()
    with pytest.raises(Refusal, match=f"remove {re.escape(str(held))} "):
        keep(repo, memory("after", commit))
    with pytest.raises(Refusal, match=f"remove {re.escape(str(held))} "), registry.held(str(repo)):
        registry.forget(str(repo), kept, TIMES[3])
    assert held.exists()
    assert registry.read(str(repo)) == [kept]
    agree(repo)
    os.utime(held, (0, 0))  # whoever made it was killed long ago
    (later,) = keep(repo, memory("after", commit))
    assert {record.id for record in registry.read(str(repo))} == {kept.id, later.id}
    assert not held.exists()
    agree(repo)


@pytest.mark.parametrize("what", ["a file", "a folder for a lock"])
def test_a_project_that_cannot_be_written_is_a_refusal(repo: Path, git: Callable[..., str], what: str) -> None:
    if what == "a file":
        (derived(repo)).write_text("somebody's")
    else:
        (derived(repo) / ".capture.lock").mkdir(parents=True)
    with pytest.raises(Refusal, match="cannot be written"):
        keep(repo, memory("one", git(repo, "rev-parse", "HEAD")))
    assert git_notes.tips(str(repo)) == {}


def test_an_index_that_cannot_be_written_is_a_refusal(repo: Path) -> None:
    (derived(repo)).write_text("somebody's")
    with pytest.raises(Refusal, match="cannot be used"):
        verb_reindex.rebuilt(str(repo))


def test_an_error_of_the_disk_inside_the_lock_stays_one(repo: Path) -> None:
    with pytest.raises(IsADirectoryError), registry.held(str(repo)):
        raise IsADirectoryError


def test_what_only_yaml_can_read_is_read_again_once_it_is_there(
    repo: Path, git: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = '---\ntype: blocker\nsummary: "\\u0065scaped"\ntimestamp: 2026-01-01T00:00:00Z\n---\n'
    git(repo, "notes", "--ref=cs/blockers", "add", "-m", text)
    with monkeypatch.context() as broken:
        broken.setitem(sys.modules, "memory_core.edges._front_matter", None)
        broken.delattr("memory_core.edges._front_matter", raising=False)
        broken.setattr(sys, "path", [path for path in sys.path if not (Path(path) / "yaml").is_dir()])
        git_notes._reader.cache_clear()
        assert indexed(repo) == set()
    git_notes._reader.cache_clear()
    git_notes._READ.clear()
    assert len(indexed(repo)) == 1
    agree(repo)


def test_what_moved_meanwhile_is_not_overwritten(repo: Path, git: Callable[..., str]) -> None:
    commit = git(repo, "rev-parse", "HEAD")
    keep(repo, memory("before", commit))
    old = git_notes.tips(str(repo))["blockers"]
    keep(repo, memory("meanwhile", commit))
    now = git_notes.tips(str(repo))
    with pytest.raises(store.GitError):
        note_refs.rewrite(str(repo), "refs/notes/cs/blockers", old, {commit: b"x"}, "late")
    assert git_notes.tips(str(repo)) == now
    assert git(repo, "for-each-ref", "refs/memory-core") == ""


def test_refs_that_are_none_of_ours_are_left_alone(repo: Path, git: Callable[..., str]) -> None:
    commit = git(repo, "rev-parse", "HEAD")
    text = note_codec.format(ledger.document(memory("not ours", "")), git_notes.loader)
    for ref in ("mine", "csx/decisions", "cs/unknown", "origin/cs/blockers"):
        git(repo, "notes", f"--ref={ref}", "add", "-m", text, commit)
    before = git(repo, "for-each-ref", "refs/notes/")
    assert registry.read(str(repo)) == []
    around(repo, commit)
    after = [row for row in git(repo, "for-each-ref", "refs/notes/").splitlines() if "notes/cs/blockers" not in row]
    assert after == before.splitlines()


# --- corpora ---------------------------------------------------------------------------------------------------------


def test_oddities_become_memories(repo: Path, git: Callable[..., str]) -> None:
    for at, text in enumerate(ODD):
        blob = subprocess.run(
            ["git", "hash-object", "-w", "--stdin"], cwd=repo, input=text.encode(), capture_output=True, check=True
        ).stdout.decode()
        for name in (f"{at + 1:040x}", f"{at + 2:040x}"):  # copies on two commits
            git(repo, "notes", "--ref=cs/decisions", "append", "-C", blob.strip(), name)
    agree(repo)
    records = registry.read(str(repo))
    assert len(records) == sum(map(count, ODD)) - 1  # one is there twice
    assert all(len(record.commits) == 2 for record in records)
    assert {record.summary.split()[0].rstrip(":") for record in records} == {"odd"}
    assert git_notes.damages(str(repo)) == []
    for record in records:
        with registry.held(str(repo)):
            registry.add(str(repo), record, TIMES[9], Addition("One more word."))
    agree(repo)
    assert {record.id for record in registry.read(str(repo))} == {record.id for record in records}


@pytest.fixture
def real(repo: Path, git: Callable[..., str]) -> SimpleNamespace:
    if not CORPORA:
        pytest.skip("MEMORY_CORE_CORPORA names no folder with claude-spec-notes.bundle")
    git(repo, "fetch", "-q", str(Path(CORPORA) / "claude-spec-notes.bundle"), "refs/notes/*:refs/notes/*")
    return SimpleNamespace(root=repo, git=git)


COUNTS = {"decisions": 148, "learnings": 122, "patterns": 157, "progress": 861, "blockers": 2}


@pytest.mark.req("C-2", "C-19")
def test_the_real_corpus_has_the_counts_of_its_description(real: SimpleNamespace) -> None:
    for space, many in COUNTS.items():
        real.git(real.root, "update-ref", f"refs/notes/cs/{space}-of-mem", f"refs/notes/mem/{space}")
        tip = real.git(real.root, "rev-parse", f"refs/notes/mem/{space}")
        pieces = [part for parts in git_notes.pieces(str(real.root), tip).values() for part in parts]
        assert sum(part.document is not None for part in pieces) == many
        assert [part for part in pieces if part.damage] == []
        for part in pieces:
            if part.document:
                again = note_codec.parse(note_codec.format(part.document, git_notes.loader), git_notes.loader)
                assert [piece.document for piece in again] == [part.document]


@pytest.mark.slow
def test_the_real_corpus_replayed_commit_by_commit(real: SimpleNamespace) -> None:
    ref = "refs/notes/cs/decisions"
    steps = real.git(real.root, "rev-list", "--reverse", ref).split()
    assert len(steps) == 113
    real.git(real.root, "update-ref", "-d", ref)
    for at, step in enumerate(steps, 1):
        real.git(real.root, "update-ref", ref, step)
        expected = at if at < 57 else at - 57
        assert git_notes.count(str(real.root))["decisions"] == expected
        assert len(indexed(real.root)) == expected
    agree(real.root)


def test_the_real_corpus_becomes_a_home(real: SimpleNamespace) -> None:
    for space in COUNTS:
        real.git(real.root, "update-ref", f"refs/notes/cs/{space}", f"refs/notes/mem/{space}")
    agree(real.root)
    before = {memory.id for memory in registry.read(str(real.root))}
    assert len(before) < sum(COUNTS.values())  # copies are one
    for ref in git_notes.tips(str(real.root)).values():
        parts = [part for pieces in git_notes.pieces(str(real.root), ref).values() for part in pieces]
        note_pieces = [NotePiece(UNKNOWN, piece) for piece in parts]
        tidy = note_codec.parse(note_codec.joined(ledger.tidied(parts)), git_notes.loader)
        once = ledger_memories.memories([NotePiece(UNKNOWN, piece) for piece in tidy], "decisions")
        assert once == ledger_memories.memories(note_pieces, "decisions")
