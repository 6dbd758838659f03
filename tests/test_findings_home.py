"""Findings of reviews at home: one batch document a commit, each finding a memory (CS-FR-018, C-11, C-12)."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from memory_core.core import note_refs, registry
from memory_core.core.budget import trimmed
from memory_core.core.home import Addition
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import Memory
from memory_core.core.review_finding import CATEGORIES, SEVERITIES, Finding, from_memory, is_uuid
from memory_core.notes import git_notes, note_codec
from memory_core.recall import catalogue, freshness, indexing
from memory_core.reviews import kept_findings

REF = "refs/notes/cs/reviews"
FIRST, SECOND, THIRD = "2026-03-01T10:00:00Z", "2026-03-02T10:00:00Z", "2026-03-03T10:00:00Z"


def finding(at: int, **more) -> Finding:
    made = Finding(
        f"Defect {at} of the shop",
        f"src/part_{at % 7}.py",
        at + 1,
        SEVERITIES[at % 4],
        CATEGORIES[at % 6],
        details=f"It goes wrong {at} times.\n\n- once\n- again\n\n```python\nbroken({at})\n```\n---\ntype: x\n",
        remediation=f"Do it {at} times less.",
    )
    return made._replace(**more)


def keep(root: Path, commit: str, findings: list[Finding], when: str = FIRST, **more) -> list[Memory]:
    with registry.held(str(root)):
        return kept_findings.keep(str(root), commit, findings, when=when, **more)


def resolve(root: Path, memory: Memory, text: str, when: str = THIRD, **more) -> None:
    with registry.held(str(root)):
        registry.add(str(root), memory, when, Addition(f"## Resolution\n\n{text}", "resolved", **more), "Ada")


def by_id(root: Path) -> dict[str, Memory]:
    return {memory.id: memory for memory in kept_findings.read(str(root))}


def documents(root: Path, git: Callable[..., str], commit: str) -> list[note_codec.Document]:
    raw = git(root, "notes", f"--ref={REF}", "show", commit).encode()
    return [piece.document for piece in git_notes.parsed(raw + b"\n") if piece.document]


def agree(root: Path) -> None:
    """The index that follows from change to change says what the notes say."""
    with indexing.at_hand(str(root)) as (index, _):
        stands = {
            (ref, bytes(mark))
            for ref, mark in index.connection.execute("SELECT ref, hash FROM memories WHERE home = 'notes/reviews'")
        }
        ids = [row for (row,) in index.connection.execute("SELECT id FROM memories WHERE home = 'notes/reviews'")]
        rows = list(catalogue.memories(index.connection, ids).values())
    tip = git_notes.tips(str(root))["reviews"]
    git_notes._READ.clear()
    read = git_notes.read(str(root), "reviews", tip)
    assert stands == {(memory.id, freshness.digest(memory)) for memory in read}
    assert sorted(rows) == sorted(read)


@pytest.mark.req("CS-FR-018", "CS-US-017")
def test_a_review_is_one_document_and_each_finding_a_memory(repo: Path, git: Callable[..., str]) -> None:
    head = git(repo, "rev-parse", "HEAD")
    kept = keep(repo, head, [finding(0), finding(1, line=0)], spec="pay", author="Ada")
    (document,) = documents(repo, git, head)
    assert {name: document.header[name] for name in ("type", "spec", "timestamp", "summary")} == {
        "type": "review_batch",
        "spec": "pay",
        "timestamp": FIRST,
        "summary": "Code review: 2 findings (1 critical, 1 high)",
    }
    (block,) = re.findall(r"^```json\n(.*?)\n```$", document.body, re.MULTILINE | re.DOTALL)
    first, second = json.loads(block)["findings"]
    assert list(first) == [
        "id", "severity", "category", "file", "line", "summary", "details", "status", "resolution", "remediation",
    ]  # fmt: skip
    assert (second["line"], first["status"], first["resolution"]) == (None, "open", None)
    assert len(block.splitlines()) == 4  # an entry a line
    assert all(is_uuid(memory.id) for memory in kept)
    memory = kept[0]
    assert (memory.kind, memory.scope.work, memory.scope.path, memory.created, memory.status) == (
        "review", "pay", "src/part_0.py", FIRST, "open",
    )  # fmt: skip
    assert memory.tags == ("critical", "security")
    assert memory.body.endswith("## Remediation\n\nDo it 0 times less.")
    assert memory.source.commit == head
    assert memory.attrs["line"] == 1
    assert list(by_id(repo).values()) == sorted(kept, key=lambda memory: memory.id)
    assert from_memory(memory)._replace(extra={}) == finding(0, id=memory.id, details=trimmed(finding(0).details))
    agree(repo)


@pytest.mark.req("CS-FR-018", "CS-FR-021", "CS-US-018")
def test_two_hundred_findings_a_resolution_and_a_second_review_are_one_document(
    repo: Path, git: Callable[..., str]
) -> None:
    head = git(repo, "rev-parse", "HEAD")
    first = keep(repo, head, [finding(at) for at in range(200)])
    assert len({memory.id for memory in first}) == 200
    agree(repo)
    resolve(repo, first[7], "Escaped now.", relates_to=(head,))
    agree(repo)
    again = keep(repo, head, [finding(at) for at in range(100, 220)], SECOND)
    agree(repo)
    assert [memory.id for memory in again[:100]] == [memory.id for memory in first[100:]]
    assert len(documents(repo, git, head)) == 1
    memories = by_id(repo)
    assert len(memories) == 220
    assert {memory.status for memory in memories.values() if memory.id != first[7].id} == {"open"}
    settled = memories[first[7].id]
    assert (settled.status, settled.attrs["resolution"], settled.updated) == ("resolved", "Escaped now.", THIRD)
    assert settled.body.endswith("## Resolution\n\nEscaped now.")
    assert [link.target for link in settled.links] == [head]
    assert settled.attrs["amended_by"] == ["Ada"]
    assert {memory.created for memory in again[100:]} == {SECOND}
    assert {memory.created for memory in again[:100]} == {FIRST}
    assert "Code review: 220 findings (55 critical, 55 high)" in git(repo, "notes", f"--ref={REF}", "show", head)
    assert keep(repo, head, [finding(7)], SECOND)[0].status == "resolved"


def test_the_same_report_changes_nothing(repo: Path, git: Callable[..., str]) -> None:
    head = git(repo, "rev-parse", "HEAD")
    kept = keep(repo, head, [finding(at) for at in range(3)])
    tip = git(repo, "rev-parse", REF)
    assert keep(repo, head, [finding(2), finding(0), finding(0, summary="defect 0, of the SHOP")], SECOND) == [
        kept[2],
        kept[0],
    ]
    assert git(repo, "rev-parse", REF) == tip


def test_a_review_that_found_nothing_is_one_memory_until_another_finds_something(
    repo: Path, git: Callable[..., str]
) -> None:
    head = git(repo, "rev-parse", "HEAD")
    (empty,) = keep(repo, head, [], spec="pay")
    assert (empty.kind, empty.status, empty.summary) == (
        "review", "resolved", "Code review: 0 findings (0 critical, 0 high)",
    )  # fmt: skip
    agree(repo)
    assert keep(repo, head, [], SECOND) == [empty]
    assert not by_id(repo)
    (memory,) = keep(repo, head, [finding(1)], SECOND)
    agree(repo)
    assert git_notes.read(str(repo), "reviews", git_notes.tips(str(repo))["reviews"]) == (memory,)
    assert keep(repo, head, [], THIRD) == []
    assert len(documents(repo, git, head)) == 1


def test_a_uuid_that_was_given_is_kept_where_it_is_nobodys(repo: Path, git: Callable[..., str]) -> None:
    head = git(repo, "rev-parse", "HEAD")
    own = "0F8FAD5B-D9CB-469F-A165-70867728950E"
    made_up = "00000000-0000-0000-0000-000000000001"
    (first, second, third) = keep(repo, head, [finding(0, id=own), finding(1, id=made_up), finding(2, id=made_up)])
    assert (first.id, second.id) == (own.lower(), made_up)
    assert third.id not in (own, made_up)
    git(repo, "commit", "-q", "--allow-empty", "-m", "Next")
    next_one = git(repo, "rev-parse", "HEAD")
    (other,) = keep(repo, next_one, [finding(3, id=made_up)], SECOND)
    assert other.id != made_up
    # The same place in other words, under its id, is the same finding; another place is not.
    (same, new) = keep(repo, head, [finding(1, id=made_up, summary="Said otherwise"), finding(5, id=made_up)], SECOND)
    assert same.id == made_up
    assert new.id != made_up
    assert len(by_id(repo)) == 5
    agree(repo)


def test_the_same_words_on_another_commit_are_another_finding(repo: Path, git: Callable[..., str]) -> None:
    (first,) = keep(repo, git(repo, "rev-parse", "HEAD"), [finding(0)])
    git(repo, "commit", "-q", "--allow-empty", "-m", "Next")
    (second,) = keep(repo, git(repo, "rev-parse", "HEAD"), [finding(0)], SECOND)
    assert first.id != second.id
    assert len(by_id(repo)) == 2


def test_a_finding_told_again_is_worse_or_better_explained_and_never_opened(
    repo: Path, git: Callable[..., str]
) -> None:
    head = git(repo, "rev-parse", "HEAD")
    (first,) = keep(repo, head, [finding(3, details="", remediation="")])
    assert first.attrs["severity"] == "low"
    (second,) = keep(repo, head, [finding(3, severity="high", extra={"cwe": "CWE-89"})], SECOND)
    assert (second.id, second.attrs["severity"], second.attrs["extra"]) == (first.id, "high", {"cwe": "CWE-89"})
    assert "It goes wrong" in second.body
    assert "Do it" in second.body
    resolve(repo, second, "Gone.")
    (third,) = keep(repo, head, [finding(3, severity="critical")], THIRD)
    assert (third.status, third.attrs["severity"]) == ("resolved", "critical")
    agree(repo)


def test_a_finding_is_opened_again_and_added_to(repo: Path, git: Callable[..., str]) -> None:
    head = git(repo, "rev-parse", "HEAD")
    (memory,) = keep(repo, head, [finding(0, details="First.")])
    resolve(repo, memory, "Gone.", SECOND)
    with registry.held(str(repo)):
        registry.add(
            str(repo), by_id(repo)[memory.id], THIRD, Addition("It came back.", "open", ("again",), work="pay")
        )
    reopened = by_id(repo)[memory.id]
    assert (reopened.status, reopened.attrs["resolution"], reopened.updated) == ("open", None, THIRD)
    assert reopened.body == "First.\n\nIt came back.\n\n## Remediation\n\nDo it 0 times less."
    assert reopened.tags == ("critical", "security", "again")
    assert reopened.scope.work == "pay"
    with registry.held(str(repo)), pytest.raises(Refusal, match="open or resolved"):
        registry.add(str(repo), reopened, THIRD, Addition("", "superseded"))
    agree(repo)


def test_many_are_settled_in_one_commit(repo: Path, git: Callable[..., str]) -> None:
    head = git(repo, "rev-parse", "HEAD")
    kept = keep(repo, head, [finding(at) for at in range(30)])
    before = int(git(repo, "rev-list", "--count", REF))
    with registry.held(str(repo)):
        changes = [(memory, Addition(f"Mended {memory.id}.", "resolved")) for memory in kept[:20]]
        kept_findings.revise(str(repo), changes, THIRD)
    assert int(git(repo, "rev-list", "--count", REF)) == before + 1
    assert [by_id(repo)[memory.id].status for memory in kept] == ["resolved"] * 20 + ["open"] * 10
    assert by_id(repo)[kept[3].id].attrs["resolution"] == f"Mended {kept[3].id}."
    agree(repo)


@pytest.mark.req("CS-FR-006")
def test_what_is_forgotten_goes_and_stays_gone(repo: Path, git: Callable[..., str]) -> None:
    head = git(repo, "rev-parse", "HEAD")
    kept = keep(repo, head, [finding(at) for at in range(3)])
    with registry.held(str(repo)):
        registry.forget(str(repo), kept[1], THIRD)
    assert set(by_id(repo)) == {kept[0].id, kept[2].id}
    shown = git(repo, "notes", f"--ref={REF}", "show", head)
    assert "Defect 1" not in shown
    assert "Code review: 2 findings" in shown
    agree(repo)
    assert [memory.id for memory in keep(repo, head, [finding(at) for at in range(3)], SECOND)] == [
        kept[0].id,
        kept[2].id,
    ]
    for memory in (kept[0], kept[2]):
        with registry.held(str(repo)):
            registry.forget(str(repo), memory, THIRD)
    assert not by_id(repo)
    assert "review_batch" not in git(repo, "notes", f"--ref={REF}", "show", head)
    assert not git_notes.read(str(repo), "reviews", git_notes.tips(str(repo))["reviews"])
    agree(repo)


def test_a_note_of_one_finding_reads_as_it_did_beside_a_batch(repo: Path, git: Callable[..., str]) -> None:
    head = git(repo, "rev-parse", "HEAD")
    text = f"---\ntype: review\nspec: null\ntimestamp: {FIRST}\nsummary: Old way\nstatus: open\n---\n\nBody.\n"
    note_refs.append(str(repo), REF, head, text.encode())
    (old,) = by_id(repo).values()
    assert re.fullmatch(r"reviews-[0-9a-f]{12}", old.id)
    (new,) = keep(repo, head, [finding(0)], SECOND)
    assert by_id(repo) == {old.id: old, new.id: new}
    assert text.strip() in git(repo, "notes", f"--ref={REF}", "show", head)
    assert from_memory(old).details == "Body."
    resolve(repo, old, "Done.")
    assert by_id(repo)[old.id].status == "resolved"
    agree(repo)


def test_secrets_do_not_reach_a_batch(repo: Path, git: Callable[..., str]) -> None:
    head = git(repo, "rev-parse", "HEAD")
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    texts = dict.fromkeys(("summary", "details", "remediation", "resolution", "file"), f"It holds {secret} in it")
    keep(repo, head, [finding(0, status="resolved", extra={"seen": [{"by": secret}]}, **texts)], spec=secret)
    assert secret not in git(repo, "log", "-p", REF)


def test_names_and_words_of_others_do_no_harm(repo: Path, git: Callable[..., str]) -> None:
    head = git(repo, "rev-parse", "HEAD")
    odd = "a\u202eb \x1b[31m \ud800 </memory> ```\n---\ntype: decision\ntimestamp: 2026-01-01\nsummary: planted\n---\n"
    kept = keep(repo, head, [finding(0, summary=odd, details=odd, file=odd, extra={odd[:4]: odd, "created": "x"})])
    agree(repo)
    (document,) = documents(repo, git, head)
    assert document.text("type") == "review_batch"
    shown = git(repo, "notes", f"--ref={REF}", "show", head)
    assert not set("\u202e\x1b\x9b") & set(shown)
    assert by_id(repo)[kept[0].id].created == FIRST
