"""Equal statements, told several times: the one that holds is shown, wherever it stands (L2)."""

import itertools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.core.light import deduplicate
from memory_core.core.memory import STATUSES, Memory, Source
from tests.verbs import Run, bare, run

__all__ = ["bare", "run"]

DAYS = [f"2026-03-{day:02}T09:00:00Z" for day in range(1, 29)]
WAL = "Use WAL for the job queue"


def kept(output: str) -> str:
    return str(json.loads(output)["id"])


def results(output: str) -> list[dict[str, Any]]:
    return list(json.loads(output)["results"])


def only(output: str) -> dict[str, Any]:
    [shown] = results(output)
    return shown


# What holds speaks


@pytest.mark.parametrize("kept_in", ["notes", "journal"])
def test_a_decision_that_was_made_again_is_shown_as_active(run: Run, repo: Path, bare: Path, kept_in: str) -> None:
    root = repo if kept_in == "notes" else bare
    first = kept(run("remember", "decision", WAL, "--rationale", "Readers do not block " * 20, "--json", root=root))
    run("remember", "--amend", first, "--status", "superseded", root=root)
    assert only(run("recall", "WAL", "--json", root=root))["status"] == "superseded"
    run("remember", "decision", WAL, "--json", root=root)
    shown = only(run("recall", "WAL", "--json", root=root))
    assert shown["status"] == "active"
    assert shown["home"] == kept_in
    assert WAL in run("brief", root=root)
    assert run("suggest", "should we use WAL for the job queue of the importer?", root=root).count("superseded") == 0


def test_a_decision_of_two_tickets_is_shown_as_the_one_that_holds(run: Run, repo: Path) -> None:
    def append(ticket: str, decision: str, *more: str) -> str:
        about = ("--ticket", ticket, "--topic", "journal mode", "--decision", decision)
        return str(json.loads(run("aidd", "append", *about, *more, "--json"))["decision_id"])

    def recalled() -> dict[str, Any]:
        [shown] = [each for each in results(run("recall", "WAL for the job queue", "--json")) if WAL in each["summary"]]
        return shown

    first = append("TIDE-1", WAL, "--rationale", "Readers do not block " * 20)
    append("TIDE-1", "Use a rollback journal", "--supersedes", first)
    assert recalled()["status"] == "superseded"
    append("TIDE-2", WAL)
    shown = recalled()
    assert (shown["status"], shown["spec"]) == ("active", "TIDE-2")
    assert len(shown["sources"]) == 2
    append("TIDE-2", "Use a rollback journal", "--supersedes", shown["id"])
    assert recalled()["status"] == "superseded"
    again = append("TIDE-1", WAL)
    shown = recalled()
    assert (shown["status"], shown["spec"], shown["id"]) == ("active", "TIDE-1", again)


@pytest.mark.parametrize("kept_in", ["notes", "journal"])
def test_a_blocker_that_came_back_is_open_and_says_since_when_it_was_settled(
    run: Run, repo: Path, bare: Path, kept_in: str
) -> None:
    root = repo if kept_in == "notes" else bare
    blocker = "The staging database is down"
    first = kept(run("remember", "blocker", blocker, "--context", "Nobody can deploy " * 20, "--json", root=root))
    run("resolve", first, "It was restarted", root=root)  # on the second of March
    assert only(run("recall", "staging database", "--json", root=root))["status"] == "resolved"
    run("remember", "blocker", blocker, "--json", root=root)
    shown = only(run("recall", "staging database", "--json", root=root))
    assert (shown["status"], shown["settled"]) == ("open", "2026-03-02")
    assert "open · was settled on 2026-03-02" in run("recall", "staging database", root=root)
    briefing = run("brief", root=root)
    assert briefing.count(blocker) == 1
    assert "BLOCKED: " in briefing
    assert "was settled on 2026-03-02" in briefing


def test_a_blocker_that_is_opened_again_by_hand_says_so_too(run: Run) -> None:
    first = kept(run("remember", "blocker", "The staging database is down", "--json"))
    run("resolve", first, "It was restarted")
    run("remember", "--amend", first, "--status", "open", "--context", "It is down again")
    shown = only(run("recall", "staging database", "--json"))
    assert (shown["status"], shown["settled"]) == ("open", "2026-03-02")
    run("resolve", first, "It got more memory")
    shown = only(run("recall", "staging database", "--json"))
    assert (shown["status"], shown["settled"]) == ("resolved", None)


def test_in_a_journal_what_came_back_is_settled_again_and_not_its_twin(run: Run, bare: Path) -> None:
    first = kept(run("remember", "blocker", "The staging database is down", "--json", root=bare))
    run("resolve", first, "It was restarted", root=bare)
    run("remember", "blocker", "The staging database is down", root=bare)
    run("resolve", first, "It got more memory", root=bare)
    shown = only(run("recall", "staging database", "--json", "--full", root=bare))
    assert shown["status"] == "resolved"
    assert "more memory" in shown["body"]
    items = json.loads((bare / ".genius/memory/errors.json").read_text())
    assert [item["status"] for item in items] == ["resolved", "resolved"]


def review(repo: Path, run: Run, commit: str, **more: Any) -> None:
    finding = {
        "severity": "high", "category": "security", "file": "shop/cart.py", "line": 4,
        "summary": "SQL is put together from the name of the customer", **more,
    }  # fmt: skip
    path = repo.parent / "findings.json"
    path.write_text(json.dumps([finding]))
    run("findings", "capture", "--file", str(path), "--commit", commit, "--no-files")


def test_a_finding_that_is_open_again_is_shown_as_open(run: Run, repo: Path, git: Callable[..., str]) -> None:
    review(repo, run, "HEAD", details="Any customer can read all orders. " * 20)
    first = only(run("recall", "SQL customer", "--json"))
    run("resolve", first["id"], "It is a parameter now")
    assert only(run("recall", "SQL customer", "--json"))["status"] == "resolved"
    git(repo, "commit", "-q", "--allow-empty", "-m", "Undo the parameter")
    review(repo, run, "HEAD")
    shown = only(run("recall", "SQL customer", "--json"))
    assert (shown["status"], shown["settled"]) == ("open", "2026-03-03")
    assert shown["id"] != first["id"]


def test_a_learning_that_holds_again_is_shown_as_active(run: Run, repo: Path, bare: Path) -> None:
    for root in (repo, bare):
        learning = "The importer needs a warm cache"
        first = kept(run("remember", "learning", learning, "--context", "Measured twice " * 20, "--json", root=root))
        run("remember", "--amend", first, "--status", "superseded", root=root)
        run("remember", "learning", learning, root=root)
        assert only(run("recall", "importer cache", "--json", root=root))["status"] == "active"


def test_what_stands_in_a_note_and_in_a_file_is_shown_once_with_both_places(
    run: Run, repo: Path, tmp_path: Path
) -> None:
    first = kept(run("remember", "decision", WAL, "--json"))
    run("remember", "--amend", first, "--status", "superseded")
    folder = repo / ".genius" / "memory"
    folder.mkdir(parents=True, exist_ok=True)
    entry = {"id": "d-0000abcd", "decision": WAL, "reason": "", "timestamp": "2026-03-05T00:00:00", "tags": []}
    (folder / "decisions.json").write_text(json.dumps([entry]))
    shown = only(run("recall", "WAL", "--json"))
    assert (shown["status"], shown["home"]) == ("active", "journal")
    assert shown["sources"] == [".genius/memory/decisions.json", "refs/notes/cs/decisions"]


# In a spec


def test_a_spec_is_told_what_holds(run: Run, repo: Path) -> None:
    run("spec", "start", "Rate limits for the API")
    run("spec", "note", "blocker", "The gateway has no counter")
    first = only(run("recall", "gateway counter", "--type", "blocker", "--json"))
    run("resolve", first["id"], "It has one in version 3")  # on the fourth of March
    run("spec", "note", "blocker", "The gateway has no counter")
    shown = only(run("recall", "gateway counter", "--type", "blocker", "--json"))
    assert (shown["status"], shown["settled"]) == ("open", "2026-03-04")
    assert "open · was settled on 2026-03-04" in run("context", shown["spec"])
    spec = json.loads(run("spec", "status", "--json"))
    assert spec


# Laws


_MEMORIES = st.lists(
    st.builds(
        lambda number, status, day, body: Memory(
            f"b-{number:04}", "blocker", "x", body, created=day, updated=day, status=status, source=Source("notes")
        ),
        st.integers(0, 30),
        st.sampled_from(STATUSES),
        st.sampled_from(DAYS),
        st.sampled_from(["", "why", "why and how"]),
    ),
    min_size=1,
    max_size=5,
)


@given(_MEMORIES)
def test_who_speaks_holds_where_one_does_and_does_not_depend_on_the_order(memories: list[Memory]) -> None:
    speaker = deduplicate.speaker(memories)
    holding = [memory for memory in memories if memory.status in ("active", "open")]
    assert (speaker in holding) == bool(holding)
    rest = holding or memories
    telling = [memory for memory in rest if memory.body] or rest
    assert speaker.updated == max(memory.updated for memory in telling)
    assert all(deduplicate.speaker(order) == speaker for order in itertools.permutations(memories))


# What a session says again


def test_a_decision_that_a_session_makes_again_holds_again(run: Run, bare: Path) -> None:
    first = kept(run("remember", "decision", WAL, "--json", root=bare))
    run("remember", "--amend", first, "--status", "superseded", root=bare)
    transcript = bare.parent / "again.jsonl"
    line = {
        "type": "assistant", "uuid": "a-1", "timestamp": DAYS[5], "sessionId": "again", "isSidechain": False,
        "message": {"role": "assistant", "content": [{"type": "text", "text": f"DECISION: {WAL}."}]},
    }  # fmt: skip
    transcript.write_text(json.dumps(line) + "\n")
    for _ in range(5):
        run("status", root=bare)  # days pass
    run("extract", "--transcript", str(transcript), root=bare)
    assert only(run("recall", "WAL", "--json", root=bare))["status"] == "active"
