"""Export and import: the same memories, ids and commits somewhere else, and files from strangers."""

import io
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core import edges, redact
from memory_core.cli import main
from memory_core.core import git as stores_git
from memory_core.core import note_refs, registry
from memory_core.core.home import Addition
from memory_core.core.memory import Memory, Scope, Source
from memory_core.notes import git_notes, ledger, note_codec
from memory_core.notes.note_codec import Document
from memory_core.recall.verb_reindex import compared
from memory_core.verbs import export, import_, portable
from tests.conftest import Output, derived
from tests.corpus import ODD
from tests.properties import examples

Git = Callable[..., str]
SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
FAR = "c0ffee" * 6 + "c0ff"  # a commit that is nowhere
DAY = "2026-03-14T15:09:26Z"


def run(root: Path, verb: str, *arguments: str, stdin: str | bytes | None = None) -> Output:
    raw = stdin.encode() if isinstance(stdin, str) else stdin or b""
    out, err, before = io.StringIO(), io.StringIO(), sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(raw))
    try:
        with redirect_stdout(out), redirect_stderr(err):
            code = main([verb, *arguments, "--root", str(root)])
    finally:
        sys.stdin = before
    return Output(code, out.getvalue(), err.getvalue())


def imported(root: Path, value: object, *arguments: str) -> Output:
    return run(
        root, "import", "-", "--json", *arguments, stdin=value if isinstance(value, bytes) else json.dumps(value)
    )


def exported(root: Path) -> dict[str, Any]:
    result = run(root, "export")
    assert result.code == 0, result.err
    return {key: value for key, value in result.json.items() if key != "exported_at"}


def memory(kind: str, summary: str, **more) -> Memory:
    when = more.pop("created", DAY)
    source = Source(commit=more.pop("commit", ""), session=more.pop("session", ""), quote=more.pop("quote", ""))
    scope = Scope(work=more.pop("spec", None), path=more.pop("path", None))
    return Memory("", kind, summary, scope=scope, created=when, updated=when, source=source, **more)


def keep(root: Path, *memories: Memory) -> list[Memory]:
    with registry.held(str(root)):
        return registry.keep(str(root), memories)


def entry(**more) -> dict[str, Any]:
    return {"kind": "decision", "summary": "Use WAL for the queue", **more}


def text_of(**header) -> str:
    body = header.pop("body", "")
    header = {"type": "decision", "spec": None, "timestamp": DAY, "summary": "Use WAL for the queue", **header}
    return note_codec.format(Document(header, body), git_notes.loader)


def everything(root: Path) -> dict[str, bytes]:
    """All notes of a repository, word for word."""
    return {
        f"{space}:{name}": git_notes.encoded("".join(piece.raw for piece in pieces))
        for space, tip in git_notes.tips(str(root)).items()
        for name, pieces in git_notes.pieces(str(root), tip).items()
    }


def cloned(root: Path, git: Git, name: str = "clone") -> Path:
    folder = root.parent / name
    git(root.parent, "clone", "-q", str(root), str(folder))
    return folder


@pytest.fixture
def lived(repo: Path, git: Git, now: str) -> Path:
    """A repository with a past: resolved blockers, an amended commit, foreign text, odd notes, a journal, a grave."""
    root = str(repo)
    head = git(repo, "rev-parse", "HEAD")
    kept = keep(
        repo,
        memory(
            "decision", "Use WAL for the queue", commit=head, spec="queue", tags=("db", "a b"), body="## Context\n\nx"
        ),
        memory("blocker", "The pool hangs", commit=head, spec="queue", status="open", attrs={"author": "Ada"}),
        memory("convention", "Money is kept in cents", commit=head),
        memory("learning", "To be forgotten", commit=head),
        memory("error", "The login test fails without Redis", session="s-1", quote="it fails", path="tests/login.py"),
        memory(
            "decision", "Ship on Mondays", body="Fridays broke", attrs={"certainty": 0.7, "rule": "cue"}, spec="ops"
        ),
        memory("progress", "Write the codec", status="open", tags=("x",)),
    )
    with registry.held(root):
        registry.add(
            root, kept[1], "2026-03-15T00:00:00Z", Addition("## Resolution\n\nClosed first.", "resolved"), "Bob"
        )
        registry.forget(root, kept[3], "2026-03-16T00:00:00Z")
    git(repo, "config", "notes.rewriteRef", "refs/notes/cs/*")
    git(repo, "commit", "-q", "--amend", "-m", "Start anew")
    git(repo, "notes", "--ref=cs/decisions", "append", "-m", "said by hand, in no document")
    raw = repo / "odd"
    for number, text in enumerate(ODD):
        raw.write_bytes(text.encode())
        target = git(repo, "commit-tree", "HEAD^{tree}", "-m", str(number))
        git(repo, "notes", "--ref=cs/research", "add", "-F", str(raw), target)
    raw.write_bytes(b"---\ntype: review\ntimestamp: 2026-01-01\nsummary: no UTF-8 \xff\xfe\n---\n\n\xe9t\xe9\n")
    blob = git(repo, "hash-object", "-w", str(raw))
    git(repo, "notes", "--ref=cs/reviews", "add", "-C", blob)
    raw.unlink()
    journal = repo / ".genius" / "memory" / "decisions.json"
    items = json.loads(journal.read_text())
    items += [
        {"id": "d-hand0001", "decision": "By hand", "reason": "r", "status": "superseded", "who": {"name": ["A", 1]}},
        {"decision": "No id, no time", "tags": ["t", 3], "odd": float("nan")},
    ]
    journal.write_text(json.dumps(items))
    return repo


@pytest.mark.req("CS-US-011", "C-3", "CS-NFR-004")
def test_an_empty_clone_gets_the_same_memories_ids_and_commits(lived: Path, git: Git):
    first = run(lived, "export", "--output", str(lived.parent / "all.json"))
    assert first.code == 0, first.err
    clone = cloned(lived, git)
    result = run(clone, "import", str(lived.parent / "all.json"), "--json")
    assert result.code == 0, result.err
    before, after = exported(lived), exported(clone)
    assert after == before
    assert (result.json["added"], result.json["skipped"]) == (len(before["memories"]), [])
    blocker = next(record for record in after["memories"] if record["summary"] == "The pool hangs")
    assert (blocker["status"], len(blocker["commits"]), len(blocker["documents"])) == ("resolved", 2, 2)
    assert not any("forgotten" in record["summary"] for record in after["memories"])
    by_hand = next(record for record in after["memories"] if record["id"] == "d-hand0001")
    assert by_hand["attrs"]["extra"]["who"]["name"] == ["A", 1]
    report = compared(str(clone))
    assert report.consistent
    assert not report.missing


@pytest.mark.req("CS-US-011", "CS-FR-023")
def test_a_second_import_changes_nothing(lived: Path, git: Git):
    value = exported(lived)
    clone = cloned(lived, git)
    assert imported(clone, value).json["added"] == len(value["memories"])
    tips, journal = git_notes.tips(str(clone)), (clone / ".genius/memory/decisions.json").read_bytes()
    again = imported(clone, value).json
    assert (again["added"], again["known"], again["memories"]) == (0, len(value["memories"]), [])
    assert git_notes.tips(str(clone)) == tips
    assert (clone / ".genius/memory/decisions.json").read_bytes() == journal


@pytest.mark.req("CS-US-011", "CS-FR-023", "C-4")
def test_what_stands_in_a_note_stays_as_it_is_and_what_is_missing_follows(repo: Path, git: Git, now: str):
    head = git(repo, "rev-parse", "HEAD")
    git(repo, "notes", "--ref=cs/decisions", "add", "-m", "a line by hand")
    keep(repo, memory("decision", "Ours", commit=head))
    before = everything(repo)[f"decisions:{head}"]
    theirs = entry(documents=[text_of(summary="Theirs"), text_of(summary="Ours", timestamp=DAY)], commits=[head, FAR])
    result = imported(repo, {"memories": [theirs]}).json
    assert result["added"] == 1
    after = everything(repo)
    assert after[f"decisions:{head}"].startswith(before)
    assert after[f"decisions:{head}"].count(b"summary: Ours") == 1
    assert git(repo, "rev-list", "--count", "refs/notes/cs/decisions") == "3", "many notes, one commit"
    assert {record["summary"]: record["commits"] for record in exported(repo)["memories"]} == {
        "Ours": sorted([head, FAR]),
        "Theirs": sorted([head, FAR]),
    }


@pytest.mark.req("CS-US-011")
def test_a_known_memory_gets_what_is_new_of_it(repo: Path, git: Git, now: str):
    head = git(repo, "rev-parse", "HEAD")
    (blocker,) = keep(repo, memory("blocker", "The pool hangs", commit=head, status="open"))
    raw = exported(repo)["memories"][0]["documents"][0]
    closed = note_codec.format(
        ledger.update(blocker, "2026-04-01T00:00:00Z", Addition("It is closed.", "resolved")), git_notes.loader
    )
    result = imported(repo, {"memories": [entry(documents=[raw, closed], commits=[head])]}).json
    assert (result["added"], result["updated"], result["memories"]) == (0, 1, [blocker.id])
    assert imported(repo, {"memories": [entry(documents=[raw, closed], commits=[FAR])]}).json["updated"] == 1
    assert everything(repo)[f"blockers:{FAR}"].decode() == note_codec.joined([raw, closed]), "the original comes first"
    assert registry.find(str(repo), blocker.id)[0].status == "resolved"


@pytest.mark.req("CS-US-011")
def test_what_was_forgotten_here_does_not_come_back(repo: Path, git: Git, now: str):
    head = git(repo, "rev-parse", "HEAD")
    (gone,) = keep(repo, memory("decision", "Best forgotten", commit=head))
    value = exported(repo)
    value["memories"][0]["commits"].append(FAR)
    with registry.held(str(repo)):
        registry.forget(str(repo), gone, DAY)
    result = imported(repo, value).json
    assert result["added"] == 0
    assert "forgotten" in result["skipped"][0]["why"]
    assert exported(repo)["memories"] == []


def test_a_document_that_forgets_is_not_taken_from_a_file(repo: Path, git: Git, now: str):
    head = git(repo, "rev-parse", "HEAD")
    (ours,) = keep(repo, memory("decision", "Keep this", commit=head))
    grave = note_codec.format(ledger.forgetting(ours.id, DAY), git_notes.loader)
    fields = entry(attrs={"type": "forgotten"}, links=[{"rel": "updates", "target": ours.id}], commit=head)
    result = imported(repo, {"memories": [entry(documents=[grave], commits=[head]), fields]}).json
    assert result["added"] == 0
    assert {skipped["at"] for skipped in result["skipped"]} == {"memories[0].documents[0]", "memories[1]"}
    assert registry.find(str(repo), ours.id)


@pytest.mark.req("CS-US-011")
def test_a_memory_made_by_hand_finds_a_home(repo: Path, git: Git, now: str):
    head = git(repo, "rev-parse", "HEAD")
    value = {
        "memories": [
            entry(),
            entry(
                kind="blockers",
                summary="On a commit\nof elsewhere",
                commit=FAR.upper(),
                spec="queue",
                body="\n## Problem\n",
            ),
            entry(kind="error", summary="Has no namespace in git notes", body="so the journal", tags=["x"]),
            entry(summary="Of the journal", home="journal", created="2026-01-31", id="d-0badcafe"),
        ]
    }
    result = imported(repo, value).json
    assert (result["added"], result["skipped"]) == (4, [])
    by_summary = {record["summary"]: record for record in exported(repo)["memories"]}
    assert (by_summary["Use WAL for the queue"]["commit"], by_summary["Use WAL for the queue"]["created"]) == (
        head,
        now,
    )
    blocker = by_summary["On a commit of elsewhere"]
    assert (blocker["commit"], blocker["spec"], blocker["status"], blocker["body"]) == (
        FAR,
        "queue",
        "open",
        "## Problem",
    )
    assert (by_summary["Has no namespace in git notes"]["home"], by_summary["Of the journal"]["id"]) == (
        "journal",
        "d-0badcafe",
    )
    assert sorted(result["memories"]) == sorted(record["id"] for record in by_summary.values())


@pytest.mark.req("CS-US-011")
def test_a_memory_without_a_time_is_the_same_one_later(repo: Path, monkeypatch: pytest.MonkeyPatch):
    for when in ("2026-03-14T00:00:00Z", "2026-03-15T00:00:00Z"):
        monkeypatch.setenv("MEMORY_CORE_NOW", when)
        result = imported(repo, {"memories": [entry(), entry(kind="error")]}).json
    assert (result["added"], result["known"], len(exported(repo)["memories"])) == (0, 2, 2)


def test_without_a_commit_or_a_repository_the_journal_takes_it(tmp_path: Path, git: Git, now: str):
    bare = tmp_path / "bare"
    bare.mkdir()
    assert imported(bare, {"memories": [entry()]}).json["added"] == 1
    result = imported(bare, {"memories": [entry(documents=[text_of()], commits=[FAR])]}).json
    assert "not a git repository" in result["skipped"][0]["why"]
    git(tmp_path, "init", "-q", "young")
    assert imported(tmp_path / "young", {"memories": [entry()]}).json["added"] == 1
    assert exported(tmp_path / "young")["memories"][0]["home"] == "journal"


@pytest.mark.req("CS-US-011", "CS-C-005")
def test_secrets_are_taken_out_and_updates_follow_the_new_id(repo: Path, git: Git, now: str):
    head = git(repo, "rev-parse", "HEAD")
    first = Document({"type": "blocker", "timestamp": DAY, "summary": "No access", "tags": [SECRET]}, f"with {SECRET}")
    then = Document(
        {"type": "blocker", "timestamp": "2026-04-01", "summary": "x", "status": "resolved", "updates": first.id}
    )
    texts = [note_codec.format(document, git_notes.loader) for document in (first, then)]
    texts[1] = texts[1].replace("---\n", f"---\n# {SECRET}\n", 1)
    loose = entry(
        summary=f"Log in with {SECRET}",
        home="journal",
        id="d-12345678",
        session=SECRET,
        attrs={"extra": {SECRET: 1, "password": "k9Xq2mZr7Lw4"}},
    )
    value = {"memories": [entry(id=first.id, documents=texts, commits=[head]), loose]}
    result = imported(repo, value)
    assert result.json["added"] == 2
    assert [renamed["was"] for renamed in result.json["renamed"]] == [first.id, "d-12345678"]
    raw = (
        json.dumps(exported(repo))
        + result.out
        + "".join(path.read_text() for path in repo.glob(".genius/memory/*.json"))
    )
    assert SECRET not in raw
    assert "k9Xq2mZr7Lw4" not in raw
    blocker = registry.find(str(repo), result.json["memories"][0])[0]
    assert (blocker.status, "[redacted:" in blocker.body) == ("resolved", True)
    assert imported(repo, value).json["known"] == 2


@pytest.mark.parametrize(
    "name",
    [
        "--upload-pack=x",
        "",
        "HEAD",
        "main",
        "../../x",
        "0" * 40,
        "abc1234",
        "g" * 40,
        f"{FAR}\n{FAR}",
        f"{FAR} ",
        FAR[:-1],
    ],
)
def test_what_is_no_commit_is_named_and_left_out(repo: Path, now: str, name: str):
    value = {
        "memories": [entry(documents=[text_of()], commits=[name, FAR]), entry(summary="Alone", commit=name or "x")]
    }
    result = imported(repo, value).json
    assert [skipped["at"] for skipped in result["skipped"]] == ["memories[0].commits[0]", "memories[1].commit"]
    assert [record["commits"] for record in exported(repo)["memories"]] == [[FAR]]


@pytest.mark.parametrize(
    "text",
    [
        "", "just text", "---\ntype: decision\nsummary: no time\n---\n", text_of() + "\n" + text_of(summary="Two"),
        "text before\n" + text_of(), "---\n" * 50, "---\ntype: [\ntimestamp: x\nsummary: y\n---\n", "\x00", "\ud800",
        "---\ntype: decision\ntimestamp: 2026-01-01\nsummary: >\n---\n",
    ],
)  # fmt: skip
def test_what_is_no_document_is_named_and_left_out(repo: Path, now: str, text: str):
    value = {"memories": [entry(documents=[text, text_of(summary="Good")], commits=[FAR])]}
    result = imported(repo, value).json
    assert [skipped["at"] for skipped in result["skipped"]] == ["memories[0].documents[0]"]
    assert [record["summary"] for record in exported(repo)["memories"]] == ["Good"]


def test_documents_do_not_swallow_each_other(repo: Path, git: Git, now: str):
    head = git(repo, "rev-parse", "HEAD")
    keep(repo, memory("decision", "Ours", commit=head))
    bodies = [
        "---",
        "```\n---",
        "---\n\ntype: decision",
        "\\---\ntype: decision\ntimestamp: 1\nsummary: s\n\\---",
        "a\n---\nb: c",
    ]
    texts = [text_of(summary=f"Number {at}", body=body) for at, body in enumerate(bodies)]
    value = {"memories": [entry(documents=[text], commits=[head]) for text in texts]}
    assert imported(repo, value).json["added"] == len(texts)
    assert {record["summary"] for record in exported(repo)["memories"]} == {
        "Ours",
        *(f"Number {at}" for at in range(len(texts))),
    }
    assert imported(repo, value).json["known"] == len(texts)


@pytest.mark.parametrize(
    "start", ["---\ntype: x\ntimestamp: y\n", "---\ntype: decision\ntimestamp: 2026-01-01\nsummary: s\n"]
)
def test_behind_a_note_whose_end_is_open_a_document_is_added_and_no_byte_is_lost(
    repo: Path, git: Git, now: str, start: str
):
    (repo / "n").write_text(start)
    git(repo, "notes", "--ref=cs/decisions", "add", "-F", str(repo / "n"))
    head, before = git(repo, "rev-parse", "HEAD"), everything(repo)
    result = imported(repo, {"memories": [entry(documents=[text_of()], commits=[head, FAR])]}).json
    assert all(everything(repo)[name].startswith(raw) for name, raw in before.items())
    assert result["skipped"] == []
    ids = [record["id"] for record in exported(repo)["memories"] if record["summary"].startswith("Use WAL")]
    assert ids == result["memories"]


def test_a_strangers_id_is_not_anothers(repo: Path, git: Git, now: str):
    head = git(repo, "rev-parse", "HEAD")
    (ours,) = keep(repo, memory("error", "Ours"))
    (noted,) = keep(repo, memory("decision", "In a note", commit=head))
    value = {
        "memories": [
            entry(kind="error", summary="Another", id=ours.id, home="journal"),
            entry(kind="error", summary="As a note", id=noted.id, home="journal"),
            entry(kind="error", summary="No id", id="../../x\x1b[2J", home="journal"),
            entry(id="decisions-000000000000", documents=[text_of(summary="Fake")], commits=[head]),
        ]
    }
    result = imported(repo, value)
    assert (result.json["added"], len(result.json["renamed"])) == (4, 4)
    assert "\x1b" not in run(repo, "import", "-", stdin=json.dumps(value)).out
    assert [hit.summary for hit in registry.find(str(repo), ours.id)] == ["Ours"]
    assert [hit.summary for hit in registry.find(str(repo), noted.id)] == ["In a note"]
    assert imported(repo, value).json["known"] == 4
    ids = [record["id"] for record in exported(repo)["memories"]]
    assert len(ids) == len(set(ids)) == 6


def test_attributes_of_a_file_do_not_pass_for_more(repo: Path, now: str):
    extra = {
        "id": "x",
        "decision": "other words",
        "timestamp": "1999-01-01",
        "status": "rejected",
        "updates": "u",
        "type": "t",
    }
    value = {
        "memories": [
            entry(home="journal", attrs={"extra": extra, "id": "y", "kind": "error"}),
            entry(summary="In a note", attrs={"extra": {**extra, "own": "kept"}, "phase": {"a": [1]}}),
            entry(summary="Odd", home="journal", attrs={"extra": [1], "certainty": {"a": None}}),
        ]
    }
    assert imported(repo, value).json["added"] == 3
    by_summary = {record["summary"]: record for record in exported(repo)["memories"]}
    assert set(by_summary) == {"Use WAL for the queue", "In a note", "Odd"}
    assert {record["status"] for record in by_summary.values()} == {"active"}
    assert by_summary["In a note"]["attrs"]["extra"] == {"id": "x", "decision": "other words", "own": "kept"}


@pytest.mark.parametrize(
    "raw",
    [
        b"", b"no json", b"[1, 2]", b"null", b'"x"', b"\xff\xfe\x00", b"[" * 100_000, b'{"a":' * 100_000,
        b'{"memories": 1}', b"{}", b'{"memories": [1]}', b'{"memories": [{}]}', b'{"version": 2, "memories": []}',
        b'{"memories": [{"kind": "decision", "summary": 3}]}', b'{"memories": [{"kind": "decision", "summary": NaN}]}',
        b'{"memories": [{"kind": "decision", "summary": "x", "documents": ["a", 2]}]}',
        b'{"memories": [{"kind": "decision", "summary": "x", "commits": "abc"}]}',
        b'{"memories": [{"kind": "decision", "summary": "x", "attrs": ' + b"[" * 500 + b"]" * 500 + b"}]}",
        b'{"memories": [{"kind": "decision", "summary": "x", "attrs": {"n": ' + b"1" * 5000 + b"}}]}",
        b'{"memories": [' + b'{"kind": 1},' * 50 + b'{"kind": "decision", "summary": "good"}]}',
    ],
)  # fmt: skip
def test_a_file_that_is_none_of_ours_is_refused_whole(repo: Path, raw: bytes):
    result = run(repo, "import", "-", stdin=raw)
    assert result.code == 1, result.err
    assert len(result.err) < 1000
    assert not git_notes.tips(str(repo))
    assert not (repo / ".genius").exists()


def test_a_fault_is_named_with_its_place(repo: Path):
    value = {"memories": [entry(), entry(), entry(), entry(documents=[7]), {"summary": "x"}]}
    result = run(repo, "import", "-", stdin=json.dumps(value))
    assert "memories[3].documents[0]" in result.err
    assert "memories[4] lacks 'kind'" in result.err


def test_files_that_cannot_be_read_are_refused(repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    os.mkfifo(tmp_path / "pipe")
    for name in ("nowhere.json", "", str(tmp_path), str(tmp_path / "pipe"), "/dev/null\0", "/dev/zero"):
        result = run(repo, "import", name)
        assert result.code == 1, name
    monkeypatch.setattr(import_, "LIMIT", 100)
    result = run(repo, "import", "-", stdin=json.dumps({"memories": [entry()] * 9}))
    assert result.code == 1
    assert "longer than" in result.err
    result = run(repo, "import", "--args-stdin", stdin="-")
    assert "read standard input" in result.out


def test_a_text_on_many_commits_does_not_fill_the_disk(repo: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(import_, "LIMIT", 10_000)
    many = [f"{number:040x}" for number in range(1, 200)]
    result = imported(repo, {"memories": [entry(documents=[text_of(body="x" * 900)], commits=many)]})
    assert result.code == 1
    assert not git_notes.tips(str(repo))


def test_nothing_is_written_where_a_field_points(repo: Path, tmp_path: Path, now: str):
    before = sorted(path for path in tmp_path.rglob("*") if ".git" not in path.parts)
    value = entry(
        path="../../x", spec="../../x", sources=["refs/notes/cs/../../heads/main", "../../x"], home="../../x",
        session="../../x", documents=[text_of(spec="../../x")], commits=[FAR],
    )  # fmt: skip
    assert (
        imported(repo, {"memories": [value, entry(id="../../x", home="journal", session="../../x")]}).json["added"] == 2
    )
    result = run(repo, "export", "--args-stdin", stdin="--spec ../../x")
    assert result.code == 0
    ours = (repo / ".genius", derived(repo), repo / f"memory-export-x-{now[:10]}.json")
    after = [path for path in tmp_path.rglob("*") if ".git" not in path.parts]
    assert sorted(path for path in after if not any(path.is_relative_to(own) for own in ours)) == before
    assert list(git_notes.tips(str(repo))) == ["decisions"]


def test_a_killed_import_is_made_whole_by_the_next(lived: Path, git: Git, monkeypatch: pytest.MonkeyPatch):
    clone, value = cloned(lived, git), exported(lived)
    real, calls = note_refs.rewrite, iter(range(100))

    def dies(*arguments):
        if next(calls) == 2:
            raise KeyboardInterrupt
        real(*arguments)

    monkeypatch.setattr(note_refs, "rewrite", dies)
    assert imported(clone, value).code == 130
    monkeypatch.undo()
    assert compared(str(clone)).consistent
    result = imported(clone, value).json
    assert result["added"]
    assert result["known"]
    assert exported(clone) == exported(lived)


@pytest.mark.req("CS-NFR-009")
def test_an_export_with_a_secret_of_anothers_note_says_so_and_changes_no_word(repo: Path, git: Git, now: str):
    head = git(repo, "rev-parse", "HEAD")
    (clean,) = keep(repo, memory("decision", "Use WAL for the queue", commit=head))
    assert run(repo, "export").err == ""
    escaped = "".join(f"\\u{ord(letter):04x}" for letter in SECRET)
    texts = (
        text_of(summary="Deploy", body=f"token {SECRET}"),
        text_of(summary="Escaped").replace("summary: Escaped", f'summary: "token {escaped}"'),
    )
    note_refs.append(str(repo), git_notes.ref_of("decisions"), head, "\n".join(texts).encode())
    result = run(repo, "export")
    bad = {record["id"] for record in result.json["memories"]} - {clean.id}
    assert len(bad) == 2
    assert result.code == 0
    assert all(name in result.err for name in bad)
    assert clean.id not in result.err
    assert SECRET not in result.err
    assert SECRET in result.out


@pytest.mark.req("CS-US-011")
def test_an_export_is_the_same_each_time_and_narrow_where_asked(lived: Path):
    assert run(lived, "export").out == run(lived, "export").out
    result = run(lived, "export", "--spec", "queue").json
    assert result["filter"] == {"spec": "queue"}
    assert {record["summary"] for record in result["memories"]} == {"Use WAL for the queue", "The pool hangs"}
    wrong = run(lived, "export", "--spec", "nowhere")
    assert wrong.code == 1
    assert "queue" in wrong.err
    assert not list(edges.formats()("export", run(lived, "export").json))


def test_an_output_replaces_a_link_and_refuses_what_is_no_file(lived: Path, tmp_path: Path):
    target, link = tmp_path / "precious", tmp_path / "out.json"
    target.write_text("precious")
    link.symlink_to(target)
    assert run(lived, "export", "--output", str(link)).code == 0
    assert target.read_text() == "precious"
    assert json.loads(link.read_text())["memories"]
    os.mkfifo(tmp_path / "pipe")
    for name in (
        str(tmp_path),
        str(tmp_path / "no" / "such"),
        str(tmp_path / "pipe"),
        "/dev/null",
        str(link / "x"),
        "a\0b",
    ):
        result = run(lived, "export", "--output", name)
        assert "--output" in result.err, name
        assert result.code == 1


def test_in_a_session_an_export_goes_to_a_file(lived: Path, now: str):
    keep(
        lived,
        *(memory("error", f"The build fails in step {number}", spec="a/b", body="x" * 400) for number in range(60)),
    )
    result = run(lived, "export", "--args-stdin", stdin="")
    path = lived / f"memory-export-all-{now[:10]}.json"
    assert str(path) in result.out
    assert len(result.out) < 500
    assert len(json.loads(path.read_text())["memories"]) > 60
    run(lived, "export", "--args-stdin", stdin="--spec a/b")
    assert (lived / f"memory-export-a-b-{now[:10]}.json").is_file()


@pytest.mark.req("CS-US-011")
def test_an_export_of_a_session_replaces_no_file_and_follows_no_link(lived: Path, now: str, tmp_path: Path):
    keep(lived, memory("error", "The build fails", spec="a"))
    outside = tmp_path / "outside.json"
    (lived / f"memory-export-all-{now[:10]}.json").symlink_to(outside)
    (lived / f"memory-export-all-{now[:10]}-2.json").write_text("mine")
    result = run(lived, "export", "--args-stdin", stdin="")
    assert f"memory-export-all-{now[:10]}-3.json" in result.out
    assert not outside.exists()
    assert (lived / f"memory-export-all-{now[:10]}-2.json").read_text() == "mine"


@given(
    st.recursive(
        st.none()
        | st.floats()
        | st.text()
        | st.sampled_from(["</system-reminder>", "\x9b2J", "\ud800", "\udcff", "＜system>"]),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_written_json_is_harmless_and_says_the_same(value):
    text = portable.written(value)
    assert redact.neutral(text) == text
    text.encode()
    plain = json.dumps(value)
    if "NaN" not in plain and "Infinity" not in plain:
        assert json.loads(text) == value


# --- the law, over generated memories -------------------------------------------------------------------------------

LINE = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), min_size=1, max_size=40).filter(
    lambda text: text.strip()
)
BODY = st.one_of(
    st.just(""),
    st.lists(
        st.sampled_from(["a", "---", "\\---", "type: decision", "timestamp: 1", "summary: s", "# H", "", "é"]),
        max_size=9,
    ).map("\n".join),
)
WHEN = st.datetimes().map(lambda moment: moment.strftime("%Y-%m-%dT%H:%M:%SZ").zfill(20))


@st.composite
def generated(draw, commits: list[str]) -> Memory:
    kind = draw(st.sampled_from(("decision", "convention", "blocker", "learning", "research", "error", "progress")))
    status = draw(
        st.sampled_from(("open", "resolved", "superseded") if kind in ("blocker", "decision") else ("open", "resolved"))
    )
    return memory(
        kind, draw(LINE), created=draw(WHEN), body=draw(BODY), spec=draw(st.none() | LINE), path=draw(st.none() | LINE),
        status=status, tags=tuple(draw(st.lists(LINE, max_size=2))), quote=draw(st.just("") | LINE),
        commit=draw(st.sampled_from(["", *commits])), attrs={"author": "A. B."} if draw(st.booleans()) else {},
    )  # fmt: skip


@pytest.fixture(scope="module")
def pair() -> Iterator[tuple[Path, Path]]:
    with tempfile.TemporaryDirectory() as folder:
        for name in ("one", "two"):
            subprocess.run(["git", "init", "-q", f"{folder}/{name}"], check=True)
        yield Path(folder, "one"), Path(folder, "two")


@pytest.mark.heavy
@pytest.mark.req("CS-US-011", "C-3")
@examples(25)
@given(data=st.data())
def test_what_is_exported_and_imported_is_the_same(pair: tuple[Path, Path], data: st.DataObject):
    for root in pair:
        for ref in stores_git.tips(str(root)):
            subprocess.run(["git", "-C", str(root), "update-ref", "-d", ref], check=True)
        for path in [*root.glob(".genius/memory/*.json"), *derived(root).glob("*")]:
            path.unlink()
    commits = [f"{number:040x}" for number in (1, 2, 3)]
    kept = keep(pair[0], *data.draw(st.lists(generated([]), max_size=5)))
    value = {"memories": [portable.exported(memory) for memory in data.draw(st.lists(generated(commits), max_size=6))]}
    for record in value["memories"]:
        record["home"] = "notes" if record["commit"] else "journal"
    assert imported(pair[0], value).code == 0
    for memory in kept[:2]:
        with registry.held(str(pair[0])):
            registry.add(
                str(pair[0]),
                memory,
                "2026-05-01T00:00:00Z",
                Addition(data.draw(BODY), data.draw(st.sampled_from(["", "resolved"]))),
            )
    first = exported(pair[0])
    result = imported(pair[1], first)
    assert result.code == 0, result.err
    assert exported(pair[1]) == first
    assert result.json["added"] == len(first["memories"])
    assert not result.json["renamed"]
    assert compared(str(pair[1])).consistent
    assert export.exported(str(pair[1]))["memories"] == first["memories"]
