"""Findings at home under hands, strangers, processes at once and processes that are killed; and the laws of merging."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.core import git as stores_git
from memory_core.core import note_refs, registry, review_finding
from memory_core.core.home import Addition
from memory_core.core.light.errors import Refusal
from memory_core.core.review_finding import CATEGORIES, SEVERITIES, Finding, from_memory, is_uuid, to_memory
from memory_core.notes import batch, git_notes, ledger, ledger_memories, merge, note_codec
from memory_core.notes.ledger import NotePiece
from memory_core.notes.note_codec import Document, Piece
from memory_core.recall import verb_reindex
from tests.properties import family, rounds
from tests.test_findings_home import FIRST, REF, SECOND, THIRD, agree, by_id, documents, finding, keep, resolve

Git = Callable[..., str]
HEAD = f"---\ntype: review_batch\nspec: null\ntimestamp: {FIRST}\nsummary: Code review\n---\n\n"
UUIDS = [review_finding.named("law", at) for at in range(3)]


def show(root: Path, git: Git, commit: str = "HEAD") -> str:
    return git(root, "notes", f"--ref={REF}", "show", commit)


def put(root: Path, git: Git, text: str | bytes, commit: str = "HEAD") -> None:
    """The note of a commit as a hand leaves it."""
    file = root.parent / "note"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    blob = git(root, "hash-object", "-w", str(file))
    git(root, "notes", f"--ref={REF}", "add", "-f", "-C", blob, commit)


# What hands do


DAMAGES: list[Callable[[str], str]] = [
    lambda text: text.replace('{"id"', '"id"', 1),
    lambda text: text.rpartition("}")[0],
    lambda text: text.replace('"severity"', "severity", 1),
    lambda text: text.replace("\n]", "\n<<<<<<< ours\n]", 1),
    lambda text: text.replace('},\n{"id"', '}\n{"id"', 1),
    lambda text: text.replace('\n```json\n{"findings": [', "\n```\n(", 1),
    lambda text: text.replace('"summary": "Defect', '"summary": null, "x": "Defect', 1),
    lambda text: text.replace("[\n", "[\n17,\n", 1),
    lambda text: text.replace("[\n", '[\n{"summary": "deep", "x": ' + "[" * 900 + "]" * 900 + "},\n", 1),
    lambda text: text.replace("[\n", '[\n{"summary": "odd", "x": NaN},\n', 1),
]


@pytest.mark.req("CS-FR-018", "CS-NFR-004")
@pytest.mark.parametrize("damage", range(len(DAMAGES)))
def test_a_damaged_batch_is_read_as_far_as_it_can_be_and_left_to_a_person(repo: Path, git: Git, damage: int) -> None:
    head = git(repo, "rev-parse", "HEAD")
    kept = keep(repo, head, [finding(at, id=review_finding.named("given", at)) for at in range(5)])
    given = {memory.id: memory for memory in kept}
    order = [given[name] for name in ledger.identities(documents(repo, git, head)[0])]
    text = DAMAGES[damage](show(repo, git))
    put(repo, git, text + "\n")
    agree(repo)
    (fault,) = git_notes.damages(str(repo))
    assert "could be read" in fault.what
    left = set(by_id(repo))
    assert {memory.id for memory in order[1:4]} <= left  # what was cut through is one
    settled = order[2]
    resolve(repo, by_id(repo)[settled.id], "Done.")
    agree(repo)
    again = keep(repo, head, [finding(at) for at in (*map(kept.index, order[2:4]), 5, 6)], THIRD)
    agree(repo)
    assert text.strip() in show(repo, git)  # not a letter of it was changed
    assert by_id(repo)[settled.id].status == "resolved"
    assert [memory.id for memory in again[:2]] == [settled.id, order[3].id]
    assert again[0].status == "resolved"
    assert left <= set(by_id(repo))
    with registry.held(str(repo)):
        registry.forget(str(repo), by_id(repo)[settled.id], THIRD)
    agree(repo)
    assert settled.id not in by_id(repo)
    assert settled.summary not in show(repo, git)
    assert {memory.id for memory in (order[1], order[3])} <= set(by_id(repo))


def test_a_mended_batch_becomes_one_again(repo: Path, git: Git) -> None:
    head = git(repo, "rev-parse", "HEAD")
    kept = keep(repo, head, [finding(at) for at in range(3)])
    whole = show(repo, git)
    put(repo, git, whole.replace('{"id"', '"id"', 1) + "\n")
    resolve(repo, by_id(repo)[kept[0].id if kept[0].id in by_id(repo) else kept[1].id], "Done.")
    assert len(documents(repo, git, head)) == 2
    put(repo, git, show(repo, git).replace('\n"id"', '\n{"id"', 1) + "\n")
    agree(repo)
    assert git_notes.damages(str(repo)) == []
    assert keep(repo, head, [finding(3)], SECOND)
    assert len(documents(repo, git, head)) == 1
    assert len(by_id(repo)) == 4
    assert [memory.status for memory in by_id(repo).values()].count("resolved") == 1


@pytest.mark.parametrize(
    "body",
    [
        '```json\n{"findings": [{"id": "x", "summary": "As others write it", "severity": "HIGH", "line": "12"}]}\n```',
        '[{"summary": "As others write it", "severity": "High", "line": 12}]',
        '## Findings\n\n~~~JSON\n[{"title": "As others write it", "severity": "high", "line": 12.5}]\n~~~\n\nBye.',
        '```json\n{"summary": "As others write it", "severity": "high", "line": null, "status": "wontfix"}\n```',
    ],
)
def test_what_others_write_is_read_and_has_the_same_id_wherever_it_is_copied(repo: Path, git: Git, body: str) -> None:
    put(repo, git, HEAD + body + "\n")
    (memory,) = by_id(repo).values()
    assert (memory.summary, memory.attrs["severity"]) == ("As others write it", "high")
    assert is_uuid(memory.id)
    git(repo, "commit", "-q", "--allow-empty", "-m", "Next")
    put(repo, git, HEAD + body + "\n")
    assert set(by_id(repo)) == {memory.id}
    agree(repo)
    assert git_notes.damages(str(repo)) == []
    if memory.status == "open":
        resolve(repo, by_id(repo)[memory.id], "Done.")
        assert by_id(repo)[memory.id].status == "resolved"
        agree(repo)


@pytest.mark.parametrize("form", ['{"findings": [\n%s\n17]}', "[\n%s\n"])
def test_of_a_damaged_batch_one_finding_is_forgotten_and_no_other(repo: Path, git: Git, form: str) -> None:
    rows = [
        {"id": UUIDS[0], "summary": "Said twice", "line": 1},
        {"id": UUIDS[0], "summary": "Under one id", "line": 2},
        {"id": UUIDS[1], "summary": "Another"},
    ]
    put(repo, git, HEAD + "```json\n" + form % "".join(f"{json.dumps(row)},\n" for row in rows) + "\n```\n")
    assert len(by_id(repo)) == 3
    for summary in ("Said twice", "Another", "Under one id"):
        before = by_id(repo)
        (memory,) = (memory for memory in before.values() if memory.summary == summary)
        with registry.held(str(repo)):
            registry.forget(str(repo), memory, THIRD)
        agree(repo)
        assert {memory.summary for memory in by_id(repo).values()} == {
            memory.summary for memory in before.values() if memory.summary != summary
        }
        assert summary not in show(repo, git)


def test_prose_around_the_findings_stays(repo: Path, git: Git) -> None:
    head = git(repo, "rev-parse", "HEAD")
    (memory,) = keep(repo, head, [finding(0)])
    text = show(repo, git).replace("## Findings", "## Findings\n\nSeen by *Ada*.\n\n```\nopen")
    put(repo, git, text + "\n\nThe end.\n")
    assert set(by_id(repo)) == {memory.id}
    keep(repo, head, [finding(1)], SECOND)
    resolve(repo, memory, "Done.")
    shown = show(repo, git)
    assert all(part in shown for part in ("Seen by *Ada*.", "The end.", "```\nopen"))
    assert len(by_id(repo)) == 2
    agree(repo)


HOSTILE = [
    HEAD + "```json\n" + "[" * 100_000 + "\n```\n",
    HEAD + "```json\n" + '[{"summary": ' * 50_000 + "\n```\n",
    HEAD + "```json\n" + json.dumps([{"summary": "x", "line": 10**4000, "severity": [], "file": {"a": 1}}]) + "\n```\n",
    HEAD + '```json\n[{"summary": "x", "tags": [1, {}, "ok"], "created": 7, "spec": ["a"], "extra": 1e999}]\n```\n',
    HEAD + '```json\n[{"summary": "\\ud800 \\u202e", "\\udc80": "\\udcff", "details": "\\u001b[2J</memory>"}]\n```\n',
    HEAD.replace("null", '"' + "s" * 20_000 + '"') + '```json\n[{"summary": "x"}]\n```\n',
    HEAD + '```json\n[{"summary": "x", "id": "' + UUIDS[0] + '"}, {"summary": "y", "id": "' + UUIDS[0] + '"}]\n```\n',
    HEAD.replace("review_batch", "Review_Batch").replace(FIRST, "no time") + '```json\n[{"summary": "x"}]\n```\n',
    HEAD + f'```json\n[{{"summary": "x", "updated": "9999-12-31T23:59:59Z", "id": "{UUIDS[1]}"}}]\n```\n',
    HEAD + "```json\n\xff\xfe[]\n```\n",
    HEAD
    + '```json\n[{"summary": "x", "details": "\\n---\\ntype: decision\\ntimestamp: 2026\\nsummary: \\n---\\n"}]\n```\n',
]


@pytest.mark.parametrize("at", family(range(len(HOSTILE)), 4))
def test_notes_of_strangers_do_no_harm(repo: Path, git: Git, at: int) -> None:
    head = git(repo, "rev-parse", "HEAD")
    raw = HOSTILE[at].encode("latin-1") if "\xff" in HOSTILE[at] else HOSTILE[at].encode()
    put(repo, git, raw)
    agree(repo)
    kept = keep(repo, head, [finding(0), finding(1)], SECOND)
    agree(repo)
    resolve(repo, by_id(repo)[kept[0].id], "Done.")
    agree(repo)
    assert by_id(repo)[kept[0].id].status == "resolved"
    before = set(by_id(repo))
    with registry.held(str(repo)):
        registry.forget(str(repo), by_id(repo)[kept[1].id], THIRD)
    assert set(by_id(repo)) == before - {kept[1].id}
    agree(repo)
    report = verb_reindex.compared(str(repo))
    assert report.consistent


def test_a_batch_does_not_grow_beyond_what_is_read(repo: Path, git: Git, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores_git, "LONG", 5_000)
    head = git(repo, "rev-parse", "HEAD")
    kept = keep(repo, head, [finding(0)])
    tip = git(repo, "rev-parse", REF)
    with pytest.raises(Refusal, match="longer than"):
        keep(repo, head, [finding(at) for at in range(1, 60)], SECOND)
    with registry.held(str(repo)), pytest.raises(Refusal, match="longer than"):
        registry.add(str(repo), kept[0], THIRD, Addition("x" * 6_000))
    assert git(repo, "rev-parse", REF) == tip


def test_a_batch_whose_text_is_missing_is_not_replaced(repo: Path, git: Git) -> None:
    head = git(repo, "rev-parse", "HEAD")
    (memory,) = keep(repo, head, [finding(0)])
    blob = git(repo, "notes", f"--ref={REF}", "list", head)
    (repo / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    with pytest.raises(Refusal, match="missing"):
        keep(repo, head, [finding(1)], SECOND)
    with registry.held(str(repo)), pytest.raises(Refusal, match="missing"):
        registry.add(str(repo), memory, THIRD, Addition("Done.", "resolved"))


def test_somebody_who_writes_notes_without_our_lock_is_waited_for(
    repo: Path, git: Git, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = git(repo, "rev-parse", "HEAD")
    kept = keep(repo, head, [finding(0)])
    real = note_refs.rewrite
    turns: list[str] = []

    def late(*given, **more):
        if not turns:
            turns.append(git(repo, "notes", f"--ref={REF}", "append", "-m", "said by hand", head))
        return real(*given, **more)

    monkeypatch.setattr(note_refs, "rewrite", late)
    keep(repo, head, [finding(1)], SECOND)
    turns.clear()
    resolve(repo, kept[0], "Done.")
    assert show(repo, git).count("said by hand") == 2
    assert len(by_id(repo)) == 2
    assert by_id(repo)[kept[0].id].status == "resolved"
    agree(repo)


# Many at once


WRITER = """
import sys
from memory_core.core.home import Addition
from memory_core.core import registry
from memory_core.reviews import kept_findings
from tests.test_findings_home import finding
root, head, first, last = sys.argv[1:5]
for at in range(int(first), int(last)):
    with registry.held(root, 60):
        (kept,) = kept_findings.keep(root, head, [finding(at)], when="2026-03-01T10:00:00Z")
    print("kept", kept.id, flush=True)
    with registry.held(root, 60):
        registry.add(root, kept, "2026-03-02T10:00:00Z", Addition(f"Done {at}.", "resolved"))
    print("resolved", kept.id, flush=True)
"""


def writer(root: Path, head: str, first: int, last: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(root), head, str(first), str(last)],
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def acknowledged(output: str) -> tuple[set[str], set[str]]:
    rows = [line.split() for line in output.splitlines() if len(line.split()) == 2]
    return {name for what, name in rows if what == "kept"}, {name for what, name in rows if what == "resolved"}


@pytest.mark.req("CS-FR-018", "CS-FR-022")
def test_reviews_at_once_lose_nothing(repo: Path, git: Git) -> None:
    head = git(repo, "rev-parse", "HEAD")
    keep(repo, head, [finding(100)])
    running = [writer(repo, head, first, first + 12) for first in (0, 6, 12)]
    acknowledgements = [acknowledged(process.communicate(timeout=240)[0]) for process in running]
    assert [process.returncode for process in running] == [0, 0, 0]
    kept = {name for names, _ in acknowledgements for name in names}
    assert set(by_id(repo)) == kept | {keep(repo, head, [finding(100)])[0].id}
    assert {name for name, memory in by_id(repo).items() if memory.status == "resolved"} == kept
    assert len(kept) == 24
    assert len(documents(repo, git, head)) == 1
    agree(repo)


@pytest.mark.req("CS-NFR-006")
def test_a_kill_at_any_moment_leaves_a_whole_batch(repo: Path, git: Git) -> None:
    head = git(repo, "rev-parse", "HEAD")
    kept: set[str] = set()
    settled: set[str] = set()
    dice = random.Random(7)
    for turn in range(rounds(8, 3)):
        process = writer(repo, head, turn * 30, turn * 30 + 30)
        time.sleep(0.25 + dice.random() * 0.5)
        os.killpg(process.pid, signal.SIGKILL)
        told_kept, told_settled = acknowledged(process.communicate()[0])
        kept, settled = kept | told_kept, settled | told_settled
        lock = repo / ".git" / f"{REF}.lock"
        if lock.exists():  # of the git that was killed: ours takes it away once nobody can be using it
            os.utime(lock, (0, 0))
    keep(repo, head, [finding(999)])
    memories = by_id(repo)
    assert kept <= set(memories)
    assert settled <= {name for name, memory in memories.items() if memory.status == "resolved"}
    assert len(documents(repo, git, head)) == 1
    assert git_notes.damages(str(repo)) == []
    agree(repo)


# The laws


TEXTS = st.sampled_from(("", "one", "two", "</memory>", "```\n---\n\ud800", "a\n\nb"))
TIMES = st.sampled_from(("", FIRST, SECOND, THIRD))
EXTRAS = st.sampled_from(
    ({}, {"created": FIRST}, {"created": SECOND, "spec": "pay"}, {"created": FIRST, "author": "Ada"},
     {"tags": ["b", "a"]}, {"tags": ["c"], "cwe": 89}, {"tags": "c", "cwe": [1, {"x": None}]}, {"relates_to": ["x"]})
)  # fmt: skip
FINDINGS = st.builds(
    Finding,
    st.sampled_from(("Defect", "Another defect", "defect!")),
    st.sampled_from(("", "src/a.py", "src/b.py")),
    st.sampled_from((0, 1, 7)),
    st.sampled_from(SEVERITIES),
    st.sampled_from(CATEGORIES[:2]),
    TEXTS,
    TEXTS,
    st.sampled_from(UUIDS),
    st.sampled_from(("open", "resolved")),
    TEXTS,
    TIMES,
    EXTRAS,
)


def written(findings: list[Finding], when: str, prose: str, **more) -> Piece:
    header = {"type": "review_batch", "spec": None, "timestamp": when or "x", **more}
    made = batch.Batch(header, tuple(merge.unique(findings).values()), prose)
    (piece,) = note_codec.parse(batch.text(made, git_notes.loader) + "\n", git_notes.loader)
    return piece


PIECES = st.builds(
    written,
    st.lists(FINDINGS, max_size=4),
    TIMES,
    st.sampled_from(("", "## Findings", "## Findings\n\nBy Ada.", "## Seen\n\nBy Bob.\n\nTwice.")),
    spec=st.sampled_from((None, "pay", "ship")),
    tool=st.sampled_from(("", "x", "y")),
)


@given(st.lists(PIECES, min_size=1, max_size=4))
def test_what_is_written_is_read_again(pieces: list[Piece]) -> None:
    for piece in pieces:
        (original,) = ledger.batches([piece])
        text = batch.text(original, git_notes.loader)
        (again,) = ledger.batches(note_codec.parse(text + "\n", git_notes.loader))
        assert again.prose == original.prose
        assert merge.unique(original.findings) == merge.unique(again.findings)
        assert batch.text(again, git_notes.loader) == text


@given(FINDINGS, FINDINGS, FINDINGS)
def test_joining_findings_does_not_depend_on_order_or_repetition(
    first: Finding, second: Finding, third: Finding
) -> None:
    second, third = second._replace(id=first.id), third._replace(id=first.id)
    both = merge.joined(first, second)
    assert both == merge.joined(second, first)
    assert merge.joined(both, second) == both
    assert merge.joined(merge.joined(first, second), third) == merge.joined(first, merge.joined(second, third))


@pytest.mark.req("CS-NFR-005")
@given(st.lists(PIECES, max_size=3), st.lists(PIECES, max_size=3), st.lists(st.sampled_from(UUIDS), max_size=1))
def test_two_sides_become_one_note_whichever_is_first(ours: list[Piece], theirs: list[Piece], gone: list[str]) -> None:
    marks = [ledger.forgetting(each, THIRD) for each in gone]
    ours = [*ours, *(Piece(note_codec.format(mark, git_notes.loader), mark) for mark in marks)]
    both = ledger.tidied([*ours, *theirs], git_notes.loader)
    assert both == ledger.tidied([*theirs, *ours], git_notes.loader)
    text = note_codec.joined(both)
    parsed = note_codec.parse(text, git_notes.loader)
    assert note_codec.joined(ledger.tidied(parsed, git_notes.loader)) == text
    for side in (ours, theirs):
        assert note_codec.joined(ledger.tidied([*parsed, *side], git_notes.loader)) == text
    batches = [piece for piece in parsed if piece.document and batch.is_one(piece.document)]
    assert len(batches) <= 1
    wanted = {name for piece in (*ours, *theirs) for name in (finding.id for finding in ledger.findings(piece))} - set(
        gone
    )
    assert {finding.id for piece in batches for finding in ledger.findings(piece)} == wanted
    stands = ledger_memories.memories([NotePiece("c", piece) for piece in parsed], "reviews")
    before = ledger_memories.memories([NotePiece("c", piece) for piece in (*ours, *theirs)], "reviews")
    assert [memory for memory in stands if is_uuid(memory.id)] == [memory for memory in before if is_uuid(memory.id)]
    assert len(stands) == len(before)


@given(st.lists(PIECES, min_size=1, max_size=3), st.sampled_from(UUIDS), st.randoms(use_true_random=False))
def test_the_memories_are_the_same_in_any_order(pieces: list[Piece], wanted: str, dice: random.Random) -> None:
    rows = [NotePiece(f"c{at % 2}", piece) for at, piece in enumerate(pieces)]
    memories = ledger_memories.memories(rows, "reviews")
    dice.shuffle(rows)
    assert ledger_memories.memories(rows, "reviews") == memories
    rest = ledger.without(pieces, wanted, git_notes.loader)
    after = ledger_memories.memories([NotePiece("c", piece) for piece in rest], "reviews")
    before = ledger_memories.memories([NotePiece("c", piece) for piece in pieces], "reviews")
    assert [memory for memory in before if memory.id != wanted and "findings" not in memory.attrs] == [
        memory for memory in after if "findings" not in memory.attrs
    ]
    back = {name: from_memory(memory) for name, memory in ((memory.id, memory) for memory in before) if is_uuid(name)}
    for memory in before:
        if memory.id in back:
            again = to_memory(back[memory.id])
            assert (again.summary, again.body, again.status, again.tags) == (
                memory.summary,
                memory.body,
                memory.status,
                memory.tags,
            )
            assert (again.attrs["severity"], again.scope.work) == (memory.attrs["severity"], memory.scope.work)


@given(st.lists(FINDINGS, max_size=6), st.lists(FINDINGS, max_size=6))
def test_a_report_keeps_what_was_settled_and_loses_nothing(first: list[Finding], second: list[Finding]) -> None:
    review = merge.Review("c" * 40, FIRST, "pay", "Ada")
    report = merge.reported(None, first, review)
    later = merge.reported(report.batch, second, review._replace(when=SECOND))
    stands = merge.unique(report.batch.findings)
    now = merge.unique(later.batch.findings)
    assert set(stands) <= set(now)
    assert all(now[name].status == "resolved" for name, finding in stands.items() if finding.status == "resolved")
    assert {review_finding.key(merge._plain(finding)) for finding in (*first, *second)} >= {
        review_finding.key(finding) for finding in now.values()
    }
    assert merge.reported(later.batch, second, review).batch == later.batch
    assert len(set(later.ids)) == len(later.ids)
    assert set(later.ids) <= set(now)


def test_documents_of_others_are_no_batches() -> None:
    assert batch.read(Document({"type": "review", "timestamp": FIRST, "summary": "x"}, "[]")) is None
