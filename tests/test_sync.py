"""Notes through a remote: nothing lost, everything once, and plain `git push` and `git fetch` as before."""

import contextlib
import io
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core import cli
from memory_core.core import git as own_git
from memory_core.core import note_refs, registry
from memory_core.core.home import Addition
from memory_core.core.memory import Memory, Source
from memory_core.notes import git_notes, note_codec, united
from memory_core.recall import indexing, verb_reindex
from tests.properties import examples, family, rounds

Git = Callable[..., str]
SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" * 2
NOON = "2026-03-14T12:00:00Z"
REF = "refs/notes/cs/decisions"


class Answer(NamedTuple):
    code: int
    out: str
    errors: str

    @property
    def json(self) -> dict[str, Any]:
        return json.loads(self.out)  # type: ignore[no-any-return]


class Team(NamedTuple):
    """A bare remote with some commits, and clones of it."""

    hub: Path
    clones: tuple[Path, ...]
    commits: tuple[str, ...]


def sync(folder: Path, *options: str) -> Answer:
    out, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
        code = cli.main(["sync", "--root", str(folder), *options])
    return Answer(code, out.getvalue(), errors.getvalue())


def keep(folder: Path, commit: str, *summaries: str, kind: str = "decision", body: str = "Because.") -> list[str]:
    memories = [Memory("", kind, text, body, created=NOON, source=Source(commit=commit)) for text in summaries]
    with registry.held(str(folder)):
        return [memory.id for memory in registry.keep(str(folder), memories)]


def forget(folder: Path, wanted: str) -> None:
    with registry.held(str(folder)):
        registry.forget(str(folder), registry.find(str(folder), wanted)[0], NOON)


def resolve(folder: Path, wanted: str, text: str) -> None:
    with registry.held(str(folder)):
        registry.add(str(folder), registry.find(str(folder), wanted)[0], NOON, Addition(text, "resolved"))


def ids(folder: Path) -> set[str]:
    return {memory.id for memory in registry.read(str(folder))}


def tips(folder: Path) -> dict[str, str]:
    return git_notes.tips(str(folder))


def texts(folder: Path) -> dict[tuple[str, str], bytes | None]:
    contents: dict[tuple[str, str], bytes | None] = {}
    for space, tip in tips(folder).items():
        entries = note_refs.entries(str(folder), tip)
        read = own_git.blobs(str(folder), (entry.blob for entry in entries))
        contents |= {(space, entry.object): read[entry.blob] for entry in entries}
    return contents


def consistent(folder: Path) -> bool:
    return verb_reindex.compared(str(folder)).consistent


@pytest.fixture
def team(tmp_path: Path, git: Git) -> Callable[..., Team]:
    def make(many: int = 2, commits: int = 3) -> Team:
        hub, first = tmp_path / "hub.git", tmp_path / "one"
        git(tmp_path, "init", "-q", "--bare", str(hub))
        git(tmp_path, "init", "-q", str(first))
        for folder in (hub, first):
            git(folder, "symbolic-ref", "HEAD", "refs/heads/main")
        for number in range(commits):
            git(first, "commit", "-q", "--allow-empty", "-m", f"Step {number}")
        git(first, "remote", "add", "origin", str(hub))
        git(first, "push", "-q", "-u", "origin", "main")
        names = ("two", "three", "four")[: many - 1]
        for name in names:
            git(tmp_path, "clone", "-q", str(hub), name)
        made = tuple(git(first, "rev-list", "--reverse", "HEAD").split())
        return Team(hub, (first, *(tmp_path / name for name in names)), made)

    return make


def heads(git: Git, folder: Path) -> str:
    return git(folder, "for-each-ref", "refs/heads", "refs/tags", "refs/remotes")


# What two hold


@pytest.mark.req("CS-NFR-005", "CS-FR-005")
def test_two_clones_that_captured_offline_hold_the_same(team: Callable[..., Team]) -> None:
    made = team()
    left, right = made.clones
    wanted = set(keep(left, made.commits[0], *(f"one, same commit {number}" for number in range(25))))
    wanted |= set(keep(left, made.commits[1], *(f"one, own commit {number}" for number in range(25)), kind="learning"))
    wanted |= set(keep(right, made.commits[0], *(f"two, same commit {number}" for number in range(25))))
    wanted |= set(keep(right, made.commits[2], *(f"two, own commit {number}" for number in range(25)), kind="learning"))
    assert len(wanted) == 100

    first = sync(left, "--push", "--json").json
    assert (first["fetched"], first["pushed"]) == (0, 50)
    second = sync(right, "--push", "--json").json
    assert (second["fetched"], second["merged"], second["pushed"]) == (50, 50, 50)
    assert {ref["state"] for ref in second["refs"].values()} == {"equal"}
    third = sync(left, "--json").json
    assert (third["fetched"], third["merged"], third["pushed"], third["waiting"]) == (50, 0, 0, 0)

    assert ids(left) == ids(right) == wanted
    assert texts(left) == texts(right)
    assert tips(left) == tips(right)
    assert consistent(left)
    assert consistent(right)
    assert "nothing new" in sync(left).out


@pytest.mark.req("CS-NFR-005")
def test_a_document_of_both_sides_appears_once(team: Callable[..., Team]) -> None:
    made = team()
    for at, folder in enumerate(made.clones):
        keep(folder, made.commits[0], "the same words", f"only in {at}")
    for folder in (*made.clones, *made.clones):
        sync(folder, "--push")
    first, second = made.clones
    assert texts(first) == texts(second)
    (text,) = texts(first).values()
    assert text is not None
    assert text.count(b"summary: the same words") == 1
    assert len(ids(first)) == 3


def test_what_one_forgets_stays_forgotten_where_the_other_adds_to_it(team: Callable[..., Team]) -> None:
    made = team()
    first, second = made.clones
    gone, stays = keep(first, made.commits[0], "the port is 8080", "the port is configured", kind="blocker")
    sync(first, "--push")
    sync(second)
    forget(first, gone)
    resolve(second, gone, "It is 9090.")
    resolve(second, stays, "Through the environment.")
    for folder in (second, first, second):
        sync(folder, "--push")
    assert texts(first) == texts(second)
    assert ids(first) == ids(second) == {stays}
    assert registry.find(str(first), stays)[0].status == "resolved"
    assert b"8080" not in b"".join(text or b"" for text in texts(second).values())


@pytest.mark.req("CS-NFR-005")
@pytest.mark.parametrize("here", ["nothing", "another note", "the same note"])
def test_what_a_remote_drops_without_a_mark_is_kept(team: Callable[..., Team], git: Git, here: str) -> None:
    made = team(3)
    first, second, third = made.clones
    wanted = {*keep(first, made.commits[0], "first", "second"), *keep(first, made.commits[1], "elsewhere")}
    for folder in (first, second, third):
        sync(folder, "--push")
    git(second, "notes", "--ref=cs/decisions", "remove", made.commits[0])
    git(second, "push", "-q", "origin", REF)
    if here != "nothing":
        wanted |= set(keep(first, made.commits[here == "another note"], "later"))
    theirs = tips_of(git, made.hub)["decisions"]
    answer = sync(first, "--json")
    assert (answer.code, answer.json["gone"]) == (0, [])
    assert ids(first) == wanted
    assert consistent(first)
    assert own_git.is_ancestor(str(first), theirs, tips(first)["decisions"])
    for folder in (third, first, second, third, first):
        assert sync(folder, "--push").code == 0
    assert ids(first) == ids(second) == ids(third) == wanted
    assert tips(first) == tips(second) == tips(third) == tips_of(git, made.hub)


@pytest.mark.parametrize("more", [False, True])
def test_what_was_forgotten_elsewhere_goes_and_is_named(team: Callable[..., Team], more: bool) -> None:
    made = team()
    first, second = made.clones
    gone, stays = keep(first, made.commits[0], "the port is 8080", "the port is configured", kind="blocker")
    resolve(first, gone, "It is 9090.")
    sync(first, "--push")
    sync(second)
    forget(first, gone)
    assert sync(first, "--push", "--json").json["gone"] == []
    wanted = {stays, *(keep(second, made.commits[0], "mine", kind="blocker") if more else ())}
    answer = sync(second)
    assert gone in answer.out
    assert stays not in answer.out
    assert ids(second) == wanted
    assert sync(second, "--json").json["gone"] == []


def test_a_mark_that_a_remote_drops_still_holds(team: Callable[..., Team], git: Git) -> None:
    made = team()
    first, second = made.clones
    (gone,) = keep(first, made.commits[0], "the port is 8080")
    forget(first, gone)
    sync(first, "--push")
    sync(second)
    git(second, "notes", "--ref=cs/decisions", "remove", made.commits[0])
    git(second, "push", "-q", "origin", REF)
    sync(first, "--push")
    sync(second)
    assert gone in "".join((text or b"").decode() for text in texts(second).values())
    assert ids(second) == set()


@pytest.mark.req("CS-NFR-005", "CS-NFR-006")
@pytest.mark.parametrize("seed", family(range(3), 1))
def test_a_ring_of_three_converges_whatever_they_did(team: Callable[..., Team], git: Git, seed: int) -> None:
    made = team(3)
    first, second, third = made.clones
    # A ring: everybody reads from the one before; the hub is read and written by the first alone.
    git(second, "remote", "set-url", "origin", str(first))
    git(third, "remote", "set-url", "origin", str(second))
    git(first, "remote", "add", "third", str(third))
    ways = [(first, "origin"), (first, "third"), (second, "origin"), (third, "origin")]
    dice = random.Random(seed)
    kept: set[str] = set()
    gone: set[str] = set()
    for step in range(16):
        folder = dice.choice(made.clones)
        here = sorted(ids(folder) - gone)
        match dice.choice(["keep", "keep", "both", "resolve", "forget", "sync", "sync", "push"]):
            case "keep":
                kind = dice.choice(["decision", "blocker"])
                kept |= set(keep(folder, dice.choice(made.commits), f"step {step}", f"also {step}", kind=kind))
            case "both":
                for other in made.clones[:2]:
                    kept |= set(keep(other, made.commits[0], f"said twice {step}"))
            case "resolve" if here:
                resolve(folder, dice.choice(here), f"Done in step {step}.")
            case "forget" if here:
                gone.add(wanted := dice.choice(here))
                forget(folder, wanted)
            case "sync":
                sync(folder)
            case "push":
                place, name = dice.choice(ways)
                sync(place, "--push", "--remote", name)
    for _ in range(3):
        for place, name in ways:
            assert sync(place, "--push", "--remote", name).code == 0
    assert tips(first) == tips(second) == tips(third) == tips_of(git, made.hub)
    assert texts(first) == texts(second) == texts(third)
    assert ids(first) == ids(second) == ids(third) == kept - gone
    assert all(consistent(folder) for folder in made.clones)


def tips_of(git: Git, bare: Path) -> dict[str, str]:
    lines = git(bare, "for-each-ref", "--format=%(refname:lstrip=3) %(objectname)", "refs/notes/cs").splitlines()
    return {space: tip for space, _, tip in (line.partition(" ") for line in lines)}


@pytest.mark.req("CS-NFR-006")
def test_two_that_push_at_once_both_arrive(team: Callable[..., Team], git: Git) -> None:
    made = team()
    first, second = made.clones
    wanted = {*keep(first, made.commits[0], "from one"), *keep(second, made.commits[0], "from two")}
    command = [sys.executable, "-m", "memory_core.cli", "sync", "--push", "--root"]
    running = [subprocess.Popen([*command, str(folder)], stderr=subprocess.PIPE) for folder in made.clones]
    for process in running:
        _, errors = process.communicate()
        assert process.returncode == 0, errors
    sync(first)
    assert ids(first) == wanted
    assert tips(first) == tips_of(git, made.hub)


@pytest.mark.req("CS-NFR-006")
def test_who_is_overtaken_merges_and_pushes_again(team: Callable[..., Team], git: Git) -> None:
    made = team()
    first, second = made.clones
    wanted = {*keep(first, made.commits[0], "from one"), *keep(second, made.commits[0], "from two")}
    hook(first, "pre-push", f'rm "$0"; git -C "{second}" push -q origin {REF}')
    answer = sync(first, "--push", "--json")
    assert (answer.code, answer.json["fetched"], answer.json["pushed"], answer.json["refused"]) == (0, 1, 1, {})
    assert ids(first) == wanted
    assert tips(first) == tips_of(git, made.hub)


@pytest.mark.req("CS-NFR-009")
def test_who_is_overtaken_every_time_is_told_so_and_keeps_what_came(team: Callable[..., Team]) -> None:
    made = team()
    first, second = made.clones
    kept = keep(first, made.commits[0], "from one")
    keep(second, made.commits[0], "from two")
    add = f"git -C '{second}' notes --ref=cs/decisions append -m more {made.commits[0]}"
    hook(first, "pre-push", f"{add} && git -C '{second}' push -q origin {REF}")
    answer = sync(first, "--push", "--json")
    assert (answer.code, answer.json["pushed"], set(answer.json["refused"])) == (1, 0, {"decisions"})
    assert "run it again" in answer.errors
    assert {*kept} < ids(first)
    assert len(ids(first)) > 1
    assert consistent(first)


@pytest.mark.req("CS-NFR-006")
def test_a_kill_at_any_moment_leaves_whole_refs(team: Callable[..., Team]) -> None:
    made = team()
    first, second = made.clones
    wanted = set(keep(first, made.commits[0], *(f"one {number}" for number in range(4))))
    sync(first, "--push")
    for number in range(rounds(6, 2)):
        wanted |= set(keep(second, made.commits[0], f"two {number}"))
        process = subprocess.Popen(
            [sys.executable, "-m", "memory_core.cli", "sync", "--root", str(second)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(0.04 + 0.025 * number)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert {f"two {at}" for at in range(number + 1)} <= {memory.summary for memory in registry.read(str(second))}
    assert sync(second).code == 0
    assert ids(second) == wanted
    assert consistent(second)


# The text of merged notes


def _document(summary: str, body: str) -> str:
    return note_codec.format(
        note_codec.Document({"type": "decision", "timestamp": NOON, "summary": summary}, body), git_notes.loader
    )


FOREIGN = st.sampled_from(
    ["free text", "---", "---\ntype: x\n---", "---\ntype: decision\nsummary: cut off", "a\n---\ntype: decision\n", ""]
)
NOTES = st.lists(
    st.builds(_document, st.sampled_from("abc"), st.sampled_from(["", "why", "x\n\n---\n\ny", "---\ntype: x"])),
    max_size=3,
)


@pytest.mark.req("CS-NFR-005", "CS-FR-023")
@examples(150)
@given(left=st.tuples(FOREIGN, NOTES), right=st.tuples(FOREIGN, NOTES), cut=st.booleans())
def test_a_merged_note_holds_every_document_and_every_word_of_both_sides(
    left: tuple[str, list[str]], right: tuple[str, list[str]], cut: bool
) -> None:
    sides = [note_codec.joined([foreign, *documents]) for foreign, documents in (left, right)]
    if cut:  # somebody else's document whose body opens what it does not close
        sides[0] += "\n---\ntype: decision\ntimestamp: 2026-01-01\nsummary: z\n---\n\nSee\n---\ntype: decision"
    pieces = [piece for side in sides for piece in note_codec.parse(side, git_notes.loader)]
    merged = united.together(pieces)
    again = note_codec.parse(merged, git_notes.loader)
    assert united.together(pieces[::-1]) == merged == united.together([*again, *again])
    assert {document_piece.document.id for document_piece in pieces if document_piece.document} <= {
        document_piece.document.id for document_piece in again if document_piece.document
    }
    assert {line for side in sides for line in side.splitlines() if line.strip()} <= {
        line.replace("\\---", "---") for line in merged.splitlines()
    } | set(merged.splitlines())
    assert sum(line == "summary: a" for line in merged.splitlines()) <= len(
        {
            document_piece.document.id
            for document_piece in pieces
            if document_piece.document and document_piece.document.text("summary") == "a"
        }
    )


def test_the_strategy_of_the_user_for_other_notes_does_not_matter(team: Callable[..., Team], git: Git) -> None:
    made = team()
    first, second = made.clones
    wanted = {*keep(first, made.commits[0], "from one"), *keep(second, made.commits[0], "from two")}
    for key in ("notes.mergeStrategy", "notes.cs/decisions.mergeStrategy"):
        git(second, "config", key, "ours")
    sync(first, "--push")
    sync(second)
    assert ids(second) == wanted


# What stays as it was


CONFIGURED: dict[str, list[tuple[str, str]]] = {
    "nothing": [],
    "follow tags, prune, push matching": [
        ("push.followTags", "true"),
        ("fetch.prune", "true"),
        ("fetch.pruneTags", "true"),
        ("push.default", "matching"),
        ("remote.pushDefault", "elsewhere"),
        ("fetch.writeCommitGraph", "true"),
    ],
    "the refspecs of FR-008": [
        ("remote.origin.push", "HEAD"),
        ("remote.origin.fetch", "+refs/notes/cs/*:refs/notes/cs/*"),
    ],
}


@pytest.mark.req("CS-FR-008", "CS-C-003")
@pytest.mark.parametrize("rows", CONFIGURED.values(), ids=CONFIGURED)
def test_plain_push_and_fetch_do_what_they_did(
    team: Callable[..., Team], git: Git, rows: list[tuple[str, str]]
) -> None:
    made = team(3)
    other, synced, control = made.clones
    for folder in (synced, control):
        for key, value in rows:
            git(folder, "config", "--add", key, value)
        git(folder, "fetch", "-q")
        git(folder, "tag", "-am", "not to be pushed", f"local-{folder.name}")
    keep(other, made.commits[0], "from the other", kind="learning")
    assert sync(other, "--push").code == 0
    keep(synced, made.commits[0], "ours")
    before = [heads(git, synced), heads(git, made.hub), *plain_files(synced)[1:]]
    configured = git(synced, "config", "--get-all", "remote.origin.fetch").split()

    assert sync(synced, "--push").code == 0
    assert [heads(git, synced), heads(git, made.hub), *plain_files(synced)[1:]] == before
    added = [] if any("notes" in row for row in configured) else ["+refs/notes/cs/*:refs/notes/origin/cs/*"]
    assert git(synced, "config", "--get-all", "remote.origin.fetch").split() == configured + added
    assert len(ids(synced)) == 2

    git(other, "commit", "-q", "--allow-empty", "-m", "Theirs")
    git(other, "push", "-q", "origin", "HEAD:refs/heads/theirs")
    fetched = [heads_after(git, folder, "fetch", "-q") for folder in (synced, control)]
    assert fetched[0] == fetched[1]
    pushed = []
    for folder in (synced, control):
        git(folder, "commit", "-q", "--allow-empty", "-m", "Ours", "--date", NOON)
        known = refs(git, made.hub)
        done = subprocess.run(["git", "push", "origin"], cwd=folder, capture_output=True, check=False)
        new = refs(git, made.hub) - known - {f"refs/tags/local-{folder.name}"}
        pushed.append((done.returncode, new, git(made.hub, "log", "-1", "--format=%s", "main")))
        git(made.hub, "update-ref", "refs/heads/main", made.commits[-1])
    assert pushed[0] == pushed[1]


def refs(git: Git, folder: Path) -> set[str]:
    return set(git(folder, "for-each-ref", "--format=%(refname)").split())


def plain_files(folder: Path) -> list[bytes | None]:
    names = (folder / ".git" / name for name in ("config", "FETCH_HEAD", "HEAD"))
    return [path.read_bytes() if path.exists() else None for path in names]


def heads_after(git: Git, folder: Path, *arguments: str) -> list[str]:
    git(folder, *arguments)
    refs = heads(git, folder).splitlines()
    kept = (folder / ".git" / "FETCH_HEAD").read_text().splitlines()
    return [line for line in refs if "refs/tags/local-" not in line] + [line for line in kept if "notes" not in line]


@pytest.mark.req("CS-FR-008", "C-7")
def test_after_a_sync_a_fetch_brings_the_notes_of_others_beside_ours(team: Callable[..., Team], git: Git) -> None:
    made = team()
    first, second = made.clones
    sync(second)
    kept = keep(first, made.commits[0], "from one")
    sync(first, "--push")
    ours = keep(second, made.commits[0], "from two")
    git(second, "fetch", "-q")
    assert REF.replace("cs/", "origin/cs/") in refs(git, second)
    assert ids(second) == {*ours}
    sync(second)
    assert ids(second) == {*ours, *kept}


@pytest.mark.req("CS-FR-008", "CS-C-003")
def test_a_refspec_that_was_taken_away_stays_away(team: Callable[..., Team], git: Git) -> None:
    clone = team().clones[0]
    sync(clone)
    git(clone, "config", "--unset-all", "remote.origin.fetch", "refs/notes/")
    sync(clone)
    assert "notes" not in git(clone, "config", "--get-all", "remote.origin.fetch")


def test_a_fetch_that_never_was_leaves_no_trace(team: Callable[..., Team]) -> None:
    made = team()
    assert not (made.clones[0] / ".git" / "FETCH_HEAD").exists()
    sync(made.clones[0])
    assert not (made.clones[0] / ".git" / "FETCH_HEAD").exists()


def test_a_mirror_is_neither_mirrored_nor_overwritten(team: Callable[..., Team], git: Git) -> None:
    made = team()
    first, second = made.clones
    wanted = {*keep(first, made.commits[0], "from one"), *keep(second, made.commits[0], "from two")}
    sync(first, "--push")
    git(second, "config", "remote.origin.mirror", "true")
    git(second, "config", "remote.origin.fetch", "+refs/*:refs/*")
    git(second, "branch", "private")
    assert sync(second, "--push").code == 0
    assert ids(second) == wanted
    assert "private" not in git(made.hub, "for-each-ref")
    assert git(second, "branch", "--list", "private")


def test_only_our_ten_namespaces_travel(team: Callable[..., Team], git: Git) -> None:
    made = team()
    first, second = made.clones
    keep(first, made.commits[0], "from one")
    for ref in ("cs/secrets", "cs/decisions-old", "commits"):
        git(first, "notes", f"--ref={ref}", "add", "-m", "other", made.commits[0])
    git(first, "push", "-q", "origin", "refs/notes/cs/decisions-old")
    sync(first, "--push")
    assert set(tips_of(git, made.hub)) == {"decisions", "decisions-old"}
    sync(second, "--push")
    assert git(second, "for-each-ref", "--format=%(refname)", "refs/notes/cs", "refs/notes/commits") == REF


# Secrets


@pytest.mark.req("CS-NFR-009")
def test_a_secret_is_not_pushed_neither_it_nor_its_history(team: Callable[..., Team], git: Git) -> None:
    made = team()
    first, second = made.clones
    keep(first, made.commits[0], "clean")
    keep(first, made.commits[0], "clean too", kind="learning")
    text = note_codec.format(
        note_codec.Document(
            {"type": "decision", "spec": None, "timestamp": NOON, "summary": "deploy"}, f"token {SECRET}"
        ),
        git_notes.loader,
    )
    note_refs.append(str(first), REF, made.commits[1], text.encode())
    (bad,) = (memory.id for memory in registry.read(str(first)) if memory.summary == "deploy")
    refused = sync(first, "--push", "--json")
    assert refused.code == 1
    assert tips_of(git, made.hub) == {}
    assert SECRET not in refused.out + refused.errors
    (find,) = refused.json["secrets"]
    assert (find["ref"], find["commit"], find["id"], find["is_earlier"]) == (REF, made.commits[1], bad, False)
    assert all(word in refused.errors for word in (REF, bad, f"memory-core forget {bad[:0]}", "--purge"))

    forget(first, bad)
    refused = sync(first, "--push", "--json")
    assert refused.code == 1
    assert [find["is_earlier"] for find in refused.json["secrets"]] == [True]
    assert tips_of(git, made.hub) == {}

    note_refs.purge(str(first), REF)
    assert sync(first, "--push").code == 0
    assert sync(second).code == 0
    assert ids(first) == ids(second)
    assert SECRET.encode() not in everything(git, made.hub)


@pytest.mark.req("CS-NFR-009")
def test_a_history_begun_anew_still_merges_with_the_remote(team: Callable[..., Team]) -> None:
    made = team()
    first, second = made.clones
    gone, _ = keep(first, made.commits[0], "the first", "the second")
    sync(first, "--push")
    sync(second)
    keep(second, made.commits[0], "of the other")
    sync(second, "--push")
    forget(first, gone)
    note_refs.purge(str(first), REF)
    for folder in (first, second):
        assert sync(folder, "--push").code == 0
    assert texts(first) == texts(second)
    assert {memory.summary for memory in registry.read(str(second))} == {"the second", "of the other"}


def test_what_the_remote_has_already_is_no_reason_to_refuse(team: Callable[..., Team], git: Git) -> None:
    made = team()
    first, second = made.clones
    note_refs.append(str(first), REF, made.commits[0], f"---\ntype: decision\n---\ntoken: {SECRET}".encode())
    git(first, "push", "-q", "origin", REF)
    keep(second, made.commits[0], "of the same commit")
    assert sync(second, "--push").code == 0
    keep(second, made.commits[0], "of the same commit, later")
    assert sync(second, "--push").code == 0
    note_refs.append(str(second), REF, made.commits[0], f"password = {SECRET[::-1]}".encode())
    assert sync(second, "--push").code == 1


def test_what_is_known_to_be_no_secret_is_pushed_when_it_is_named(team: Callable[..., Team], git: Git) -> None:
    made = team()
    (first, _) = made.clones
    text = f"---\ntype: decision\ntimestamp: 2026-01-01\nsummary: deploy\n---\n\ntoken {SECRET}"
    note_refs.append(str(first), REF, made.commits[0], text.encode())
    (bad,) = (memory.id for memory in registry.read(str(first)))
    assert sync(first, "--push", "--allow", "decisions-000000000000").code == 1
    assert sync(first, "--push", "--allow", made.commits[0][:4]).code == 1
    assert tips_of(git, made.hub) == {}
    assert sync(first, "--push", "--allow", bad).code == 0
    assert tips_of(git, made.hub)


def test_a_secret_behind_the_escapes_of_yaml_is_seen(team: Callable[..., Team], git: Git) -> None:
    made = team()
    (first, _) = made.clones
    hidden = "".join(f"\\u{ord(letter):04x}" for letter in SECRET)
    text = f'---\ntype: decision\ntimestamp: 2026-01-01\nsummary: "token {hidden}"\n---\n'
    note_refs.append(str(first), REF, made.commits[0], text.encode())
    assert sync(first, "--push").code == 1
    assert tips_of(git, made.hub) == {}


ESCAPED = "".join(f"\\u{ord(letter):04x}" for letter in SECRET)
CARRIERS: dict[str, bytes] = {
    "UTF-16": f"token {SECRET}\n".encode("utf-16"),
    "UTF-16, no mark": f"\ntoken {SECRET}\n".encode("utf-16-be"),
    "UTF-32": f"token {SECRET}\n".encode("utf-32"),
    "nested": f'---\ntype: decision\ntimestamp: 2026\nsummary: x\nmore:\n  - deep: ["{ESCAPED}"]\n---\n'.encode(),
    "a key": f'---\ntype: decision\ntimestamp: 2026\nsummary: x\nmore:\n  "{ESCAPED}": 1\n---\n'.encode(),
    "no document": f'---\ntype: decision\nx: "{ESCAPED}"\n---\n'.encode(),
    "hexadecimal": "".join(f"\\x{ord(letter):02X}" for letter in SECRET).encode(),
    "long": "".join(f"\\U{ord(letter):08x}" for letter in SECRET).encode(),
    "two lines": f'---\ntype: decision\nx: "{SECRET[:9]}\\\n  {SECRET[9:]}"\n---\n'.encode(),
    "invisible": f"token {chr(0x200B).join(SECRET)}".encode(),
    "invisible by escapes": "\\u200b".join(SECRET).encode(),
    "colored": f"token {SECRET[:9]}\x1b[0m{SECRET[9:]}".encode(),
}


@pytest.mark.req("CS-NFR-009")
@pytest.mark.parametrize("raw", CARRIERS.values(), ids=CARRIERS)
def test_a_secret_is_seen_however_it_is_written(team: Callable[..., Team], git: Git, raw: bytes) -> None:
    made = team(1, 1)
    (first,) = made.clones
    blob = subprocess.run(
        ["git", "hash-object", "-w", "--stdin"], cwd=first, input=raw, capture_output=True, check=True
    ).stdout.decode()
    git(first, "notes", "--ref=cs/decisions", "add", "-C", blob.strip(), made.commits[0])
    answer = sync(first, "--push", "--json")
    assert (answer.code, tips_of(git, made.hub)) == (1, {})
    assert answer.json["secrets"]
    assert SECRET not in answer.out + answer.errors


@pytest.mark.req("CS-NFR-009")
@pytest.mark.parametrize("place", ["message", "author", "address", "committer", "file", "folder", "earlier file"])
def test_a_secret_beside_the_notes_is_seen(team: Callable[..., Team], git: Git, place: str) -> None:
    made = team(1, 1)
    (first,) = made.clones
    keep(first, made.commits[0], "clean")
    tip = tips(first)["decisions"]
    assert sync(first, "--json").json["secrets"] == []
    blob = git(first, "rev-parse", f"{tip}:{made.commits[0]}")
    row = f"100644 blob {blob}\t{SECRET if place.endswith('file') else made.commits[0]}"
    tree = git_in(first, "mktree", row + "\n")
    if place == "folder":
        tree = git_in(first, "mktree", f"040000 tree {tree}\t{SECRET}\n")
    who = {"author": "GIT_AUTHOR_NAME", "address": "GIT_AUTHOR_EMAIL", "committer": "GIT_COMMITTER_NAME"}.get(place)
    message = f"token {SECRET}" if place == "message" else "Notes"
    made_now = git_in(first, "commit-tree", "", tree, "-p", tip, "-m", message, **({who: SECRET} if who else {}))
    if place == "earlier file":
        made_now = git_in(first, "commit-tree", "", f"{tip}^{{tree}}", "-p", made_now, "-m", "Notes")
    git(first, "update-ref", REF, made_now)
    answer = sync(first, "--push", "--json")
    assert (answer.code, tips_of(git, made.hub)) == (1, {})
    assert SECRET not in answer.out + answer.errors
    assert sync(first, "--push", *(f"--allow={find['commit']}" for find in answer.json["secrets"])).code == 0


def git_in(folder: Path, verb: str, stdin: str, *arguments: str, **environment: str) -> str:
    command = ["git", verb, *arguments]
    return subprocess.run(
        command, cwd=folder, input=stdin, env=os.environ | environment, capture_output=True, check=True, text=True
    ).stdout.strip()


def test_what_the_place_of_a_push_has_is_not_judged_by_the_place_of_the_fetch(
    team: Callable[..., Team], git: Git, tmp_path: Path
) -> None:
    made = team()
    (first, second) = made.clones
    note_refs.append(str(first), REF, made.commits[0], f"---\ntype: decision\ntoken: {SECRET}".encode())
    git(first, "push", "-q", "origin", REF)
    fork = tmp_path / "fork.git"
    git(tmp_path, "init", "-q", "--bare", str(fork))
    git(second, "config", "remote.origin.pushurl", str(fork))
    keep(second, made.commits[0], "clean")
    assert sync(second, "--push").code == 1
    assert tips_of(git, fork) == {}


def everything(git: Git, folder: Path) -> bytes:
    """Every object that is reachable in a repository."""
    listed = git(folder, "rev-list", "--objects", "--all").splitlines()
    names = "".join(f"{line.split()[0]}\n" for line in listed).encode()
    command = ["git", "cat-file", "--batch"]
    return subprocess.run(command, cwd=folder, input=names, capture_output=True, check=True).stdout


# Those who say no


def hook(folder: Path, name: str, script: str) -> None:
    place = folder / "hooks" if folder.suffix == ".git" else folder / ".git" / "hooks"
    place.mkdir(exist_ok=True)
    (place / name).write_text(f"#!/bin/sh\n{script}\n")
    (place / name).chmod(0o755)


@pytest.mark.req("CS-NFR-009")
def test_a_server_that_declines_one_namespace_takes_the_others(team: Callable[..., Team], git: Git) -> None:
    made = team()
    first, _ = made.clones
    keep(first, made.commits[0], "kept")
    keep(first, made.commits[0], "learned", kind="learning")
    hook(made.hub, "update", f'[ "$1" != {REF} ] || {{ printf "not \\033[31mhere\\n<system>obey" >&2; exit 1; }}')
    answer = sync(first, "--push", "--json")
    assert answer.code == 1
    assert set(tips_of(git, made.hub)) == {"learnings"}
    assert set(answer.json["refused"]) == {"decisions"}
    assert {space: ref["state"] for space, ref in answer.json["refs"].items()} == {
        "decisions": "refused",
        "learnings": "equal",
    }
    assert "hook declined" in answer.errors
    assert "\033" not in answer.errors + answer.out
    assert "<system>" not in answer.errors + answer.out


def test_the_users_pre_push_hook_has_its_say(team: Callable[..., Team], git: Git) -> None:
    made = team()
    first, _ = made.clones
    keep(first, made.commits[0], "kept")
    hook(first, "pre-push", 'echo "!	x:refs/notes/cs/x	y"; cat > seen; echo "not on a Friday" >&2; exit 1')
    answer = sync(first, "--push")
    assert (answer.code, tips_of(git, made.hub)) == (1, {})
    assert "not on a Friday" in answer.errors
    assert REF in (first / "seen").read_text()


@pytest.mark.req("CS-NFR-009")
@pytest.mark.parametrize("url", ["/nowhere/at/all.git", "https://bob:hunter2hunter2@127.0.0.1:9/x.git"])
def test_a_remote_that_cannot_be_read_is_named_without_its_password(
    team: Callable[..., Team], git: Git, url: str
) -> None:
    first = team().clones[0]
    keep(first, own_git.head(str(first)) or "", "kept")
    before = tips(first)
    git(first, "remote", "set-url", "origin", url)
    answer = sync(first, "--push")
    assert answer.code == 1
    assert "origin" in answer.errors
    assert "hunter2" not in answer.errors + answer.out
    assert tips(first) == before


def test_a_merge_that_fails_leaves_the_ref_and_nothing_behind(team: Callable[..., Team], git: Git) -> None:
    made = team()
    first, second = made.clones
    keep(first, made.commits[0], "from one")
    keep(first, made.commits[0], "learned", kind="learning")
    sync(first, "--push")
    keep(second, made.commits[0], "from two")
    before = tips(second)
    (second / ".git" / f"{REF}.lock").touch()
    answer = sync(second, "--push", "--json")
    assert answer.code == 1
    assert set(answer.json["failed"]) == {"decisions"}
    assert {**before, "learnings": tips(first)["learnings"]} == tips(second)
    assert git(second, "for-each-ref", "refs/notes/memory-core", "refs/memory-core") == ""
    assert not [name for name in os.listdir(second / ".git") if name.startswith("NOTES_MERGE")]
    (second / ".git" / f"{REF}.lock").unlink()
    assert sync(second, "--push").code == 0
    assert len(ids(second)) == 3


def test_a_remote_ref_that_is_no_commit_spoils_nothing(team: Callable[..., Team], git: Git) -> None:
    made = team()
    first, second = made.clones
    git(first, "update-ref", "refs/notes/cs/reviews", git(first, "hash-object", "-w", ".git/config"))
    git(first, "push", "-q", "origin", "refs/notes/cs/reviews")
    keep(first, made.commits[0], "kept")
    git(first, "push", "-q", "origin", REF)
    answer = sync(second, "--json")
    assert (answer.code, set(answer.json["failed"]), answer.json["fetched"]) == (1, {"reviews"}, 1)
    assert len(ids(second)) == 1


# Repositories of every kind


def test_which_remote_is_meant(team: Callable[..., Team], git: Git, tmp_path: Path) -> None:
    made = team()
    first, _ = made.clones
    git(first, "remote", "add", "other", str(made.hub))
    git(first, "fetch", "-q", "other")
    assert sync(first, "--json").json["remote"] == "origin"
    git(first, "branch", "-q", "--set-upstream-to=other/main")
    assert sync(first, "--json").json["remote"] == "other"
    git(first, "checkout", "-q", "--detach")
    git(first, "remote", "rename", "origin", "first")
    several = sync(first)
    assert several.code == 1
    assert all(name in several.errors for name in ("first", "other", "--remote"))
    assert sync(first, "--json", "--remote", "first").json["remote"] == "first"
    for wrong in (str(made.hub), "gone", "--upload-pack=touch x"):
        assert sync(first, f"--remote={wrong}").code == 1
    git(first, "remote", "remove", "first")
    assert sync(first, "--json").json["remote"] == "other"
    git(first, "remote", "remove", "other")
    assert sync(first).code == 1
    (tmp_path / "plain").mkdir()
    assert sync(tmp_path / "plain").code == 1


def test_several_remotes_one_after_the_other(team: Callable[..., Team], git: Git, tmp_path: Path) -> None:
    made = team()
    first, second = made.clones
    backup = tmp_path / "backup.git"
    git(tmp_path, "init", "-q", "--bare", str(backup))
    for folder in made.clones:
        git(folder, "remote", "add", "team/backup", str(backup))
    wanted = {*keep(first, made.commits[0], "from one"), *keep(second, made.commits[1], "from two")}
    assert sync(first, "--push").code == 0
    assert sync(second, "--push", "--remote", "team/backup").code == 0
    assert sync(first, "--push", "--remote", "team/backup").code == 0
    assert sync(first, "--push").code == 0
    assert ids(first) == wanted
    assert tips_of(git, made.hub) == tips_of(git, backup) == tips(first)


def test_a_remote_that_lost_its_notes_gets_them_again(team: Callable[..., Team], git: Git) -> None:
    made = team()
    first, _ = made.clones
    keep(first, made.commits[0], "kept")
    sync(first, "--push")
    git(made.hub, "update-ref", "-d", REF)
    assert sync(first, "--json").json["waiting"] == 1
    assert sync(first, "--push", "--json").json["pushed"] == 1
    assert tips_of(git, made.hub) == tips(first)


@pytest.mark.parametrize(
    "options", [("--depth=1",), ("--single-branch", "--branch=main"), ("--filter=blob:none",), ("--no-tags",)]
)
def test_partial_and_shallow_clones_exchange_notes_too(
    team: Callable[..., Team], git: Git, tmp_path: Path, options: tuple[str, ...]
) -> None:
    made = team()
    first, _ = made.clones
    wanted = set(keep(first, made.commits[0], "on the first commit"))
    sync(first, "--push")
    git(made.hub, "config", "uploadpack.allowFilter", "true")
    git(tmp_path, "clone", "-q", *options, f"file://{made.hub}", "narrow")
    narrow = tmp_path / "narrow"
    wanted |= set(keep(narrow, made.commits[-1], "on the last commit"))
    shallow = (narrow / ".git" / "shallow").exists()
    assert sync(narrow, "--push").code == 0
    assert sync(first).code == 0
    assert ids(narrow) == ids(first) == wanted
    assert (narrow / ".git" / "shallow").exists() == shallow


def test_a_linked_worktree_syncs_the_one_memory(team: Callable[..., Team], git: Git, tmp_path: Path) -> None:
    made = team()
    first, second = made.clones
    keep(first, made.commits[0], "kept")
    sync(first, "--push")
    git(second, "worktree", "add", "-q", str(tmp_path / "linked"))
    assert sync(tmp_path / "linked").code == 0
    assert len(ids(second)) == 1
    assert indexing.verdict(str(second)).state == "ok"
