"""Packs first: what a read of a ticket's documents is told, and what it costs where there is nothing to tell."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.core.budget import units
from memory_core.tickets import places
from memory_core.tickets.light import ticket_reads, ticket_settings
from tests.conftest import ROOT, derived
from tests.test_hooks import Client, script

SPEC = "aidd/docs/spec/ABC-1.spec.md"
PRD = "aidd/docs/prd/ABC-1.prd.md"
LONG = "One line of many.\n" * 300
PACK = places.semantic_pack("ABC-1")


class Reader(Client):
    """A session that reads."""

    def has(self, path: str, text: str = LONG) -> None:
        (self.project / path).parent.mkdir(parents=True, exist_ok=True)
        (self.project / path).write_text(text)

    def gate(self, **memory: Any) -> None:
        self.has(ticket_settings.GATES, json.dumps({"memory": memory}))

    def reads(self, path: str, agent: str = "", cwd: str = "", **given: Any) -> dict[str, str]:
        """What the hook says to a read: the words for the model, or the decision and its reason."""
        name = path if path.startswith("/") else str(self.project / path)
        fields: dict[str, Any] = {"tool_name": "Read", "tool_input": {"file_path": name, **given}}
        if agent:
            fields["agent_id"] = agent
        if cwd:
            fields["cwd"] = cwd
        reply = self.run("PreToolUse", **fields)
        return json.loads(reply)["hookSpecificOutput"] if reply else {}


@pytest.fixture
def reader(repo: Path) -> Reader:
    made = Reader(repo)
    for path in (SPEC, PRD):
        made.has(path)
    made.has(PACK, '{"schema": "aidd.memory.semantic.v1"}\n')
    return made


@pytest.mark.req("AIDD-1", "AIDD-43")
def test_a_full_read_of_a_long_document_is_advised_against_once(reader: Reader) -> None:
    reply = reader.reads(SPEC)
    assert set(reply) == {"hookEventName", "additionalContext"}
    words = reply["additionalContext"]
    assert PACK in words
    assert "ABC-1" in words
    assert "\n" not in words
    assert units(words) < 1_000
    assert reader.reads(SPEC) == {}
    assert PACK in reader.reads(PRD)["additionalContext"]


@pytest.mark.req("AIDD-43", "AIDD-57")
@pytest.mark.parametrize("pack", [PACK, places.decisions_pack("ABC-1"), places.slice_pack("ABC-1", "retry")])
def test_after_a_pack_was_read_full_reads_pass(reader: Reader, pack: str) -> None:
    reader.has(pack, "{}\n")
    reader.gate(full_reads="hard")
    assert reader.reads(pack) == {}
    assert reader.reads(SPEC) == {}
    assert reader.reads(PRD) == {}


def test_a_pack_that_is_not_there_was_not_read(reader: Reader) -> None:
    assert reader.reads(places.decisions_pack("ABC-1")) == {}
    assert reader.reads(SPEC)


@pytest.mark.req("AIDD-48")
def test_what_stands_in_the_memory_folder_may_always_be_read(reader: Reader) -> None:
    reader.gate(full_reads="hard")
    assert reader.reads(SPEC) != {}
    for path in (places.decision_log("ABC-1"), places.semantic_pack("ABC-2"), "aidd/reports/memory/notes/ABC-1.md"):
        reader.has(path)
        assert reader.reads(path) == {}


PASSING: dict[str, Callable[[Reader], dict[str, str]]] = {
    "a part": lambda reader: reader.reads(SPEC, offset=40, limit=60),
    "its end": lambda reader: reader.reads(SPEC, offset=200),
    "its beginning": lambda reader: reader.reads(SPEC, limit=100),
    "the context pack": lambda reader: reader.reads(places.context_pack("ABC-1")),
    "the pack of the code": lambda reader: reader.reads("aidd/reports/research/ABC-1-rlm.pack.json"),
    "a short one": lambda reader: reader.reads("aidd/docs/plan/ABC-1.md"),
    "of a ticket without packs": lambda reader: reader.reads("aidd/docs/prd/ABC-2.prd.md"),
    "of no ticket": lambda reader: reader.reads("aidd/README.md"),
    "code": lambda reader: reader.reads("src/ABC-1/cart.py"),
    "elsewhere": lambda reader: reader.reads("/somewhere/aidd/docs/prd/ABC-1.prd.md"),
    "that is not there": lambda reader: reader.reads("aidd/docs/tasklist/ABC-1.md"),
    "a folder": lambda reader: reader.reads("aidd/docs"),
}


@pytest.mark.req("AIDD-37", "AIDD-41", "AIDD-58", "AIDD-63")
@pytest.mark.parametrize("read", PASSING.values(), ids=PASSING)
@pytest.mark.parametrize("full_reads", ["advise", "hard"])
def test_a_read_that_passes(reader: Reader, read: Callable[[Reader], dict[str, str]], full_reads: str) -> None:
    for path in (
        places.context_pack("ABC-1"),
        "aidd/reports/research/ABC-1-rlm.pack.json",
        "aidd/docs/prd/ABC-2.prd.md",
        "aidd/README.md",
        "src/ABC-1/cart.py",
    ):
        reader.has(path)
    reader.has("aidd/docs/plan/ABC-1.md", "Short.\n" * 100)
    reader.gate(full_reads=full_reads)
    assert read(reader) == {}


@pytest.mark.parametrize(
    "text",
    ["x\n" * 201, "One long line. " * 600, "x\r\n" * 201, "\ufeffé" * 8_001],
    ids=["lines", "a line", "CR", "wide"],
)
@pytest.mark.parametrize("given", [{}, {"limit": 2_000}, {"offset": 1}, {"offset": 0, "limit": 201}, {"limit": "many"}])
def test_what_is_long_and_what_is_whole(reader: Reader, text: str, given: dict[str, Any]) -> None:
    reader.has(SPEC, text)
    assert reader.reads(SPEC, **given)


@pytest.mark.req("AIDD-58", "AIDD-63")
def test_only_a_gate_that_says_so_denies_and_names_the_ways_out(reader: Reader) -> None:
    reader.gate(full_reads="hard")
    for _ in range(2):
        reply = reader.reads(SPEC)
        assert reply["permissionDecision"] == "deny"
        assert all(way in reply["permissionDecisionReason"] for way in (PACK, "offset", "slice", ticket_settings.GATES))
    assert reader.reads(SPEC, limit=50) == {}
    reader.reads(PACK)
    assert reader.reads(SPEC) == {}


@pytest.mark.req("AIDD-44", "AIDD-63")
def test_what_is_switched_off_says_nothing(reader: Reader) -> None:
    reader.gate(full_reads="off")
    assert reader.reads(SPEC) == {}
    reader.gate(full_reads="hard")
    reader.has(ticket_settings.CONVENTIONS, '{"memory": {"enabled": false}}')
    assert reader.reads(SPEC) == {}


@pytest.mark.parametrize(
    "text", ["{", '{"memory": {"full_reads": "hard', "[]", '{"memory": {"full_reads": "never"}}', "[" * 100_000]
)
def test_gates_that_cannot_be_read_deny_nothing(reader: Reader, text: str) -> None:
    reader.has(ticket_settings.GATES, text)
    assert set(reader.reads(SPEC)) == {"hookEventName", "additionalContext"}


def test_an_agent_reads_for_itself(reader: Reader) -> None:
    reader.reads(PACK)
    assert reader.reads(SPEC, agent="a1")
    assert reader.reads(SPEC, agent="a1") == {}
    assert reader.reads(SPEC, agent="a2")
    reader.reads(PACK, agent="a3")
    assert reader.reads(SPEC, agent="a3") == {}
    assert reader.reads(SPEC) == {}


@pytest.mark.req("AIDD-57")
def test_after_a_compaction_the_packs_count_as_unread(reader: Reader) -> None:
    reader.reads(PACK)
    assert reader.reads(SPEC) == {}
    reader.brief("resume")
    assert reader.reads(SPEC) == {}
    reader.brief("compact")
    assert reader.reads(SPEC)
    other = Reader(reader.project, "s-2")
    assert other.reads(SPEC)


def test_a_document_is_one_wherever_the_session_is(reader: Reader, git: Callable[..., str]) -> None:
    (reader.project / "src").mkdir()
    below = reader.reads("../" + SPEC, cwd=str(reader.project / "src"))
    assert not below  # the client hands over whole paths
    words = reader.reads(SPEC, cwd=str(reader.project / "src"))["additionalContext"]
    assert str(reader.project / PACK) in words
    git(reader.project, "add", ".")
    git(reader.project, "commit", "-qm", "Documents")
    other = reader.project.parent / "other"
    git(reader.project, "worktree", "add", "-q", str(other))
    there = Reader(other, "s-2")
    assert str(reader.project / PACK) in there.reads(SPEC)["additionalContext"]
    there.reads(PACK)
    assert there.reads(PRD) == {}


def test_nothing_is_said_or_denied_where_nothing_can_be_noted(reader: Reader) -> None:
    (derived(reader.project)).write_text("in the way\n")
    reader.gate(full_reads="hard")
    assert reader.reads(SPEC) == {}


def test_a_note_that_came_with_the_repository_counts_for_nothing(reader: Reader) -> None:
    reader.has(".cs-memory/guard/said-s-1", "0123456789abcdef0123456789abcdef\taidd\t\tread ABC-1\t1\n")
    assert reader.reads(SPEC)


@pytest.mark.parametrize("given", [None, [], {}, {"file_path": 3}, {"file_path": "aidd\0"}, {"file_path": "aidd"}])
def test_a_read_of_no_file_is_no_fault(reader: Reader, given: object) -> None:
    assert reader.run("PreToolUse", tool_name="Read", tool_input=given) == ""


def test_a_silent_read_loads_next_to_nothing(reader: Reader) -> None:
    reader.reads(SPEC)
    for path in (SPEC, PACK, "src/cart.py", "aidd/docs/prd/ABC-2.prd.md"):
        event = reader.event("PreToolUse", tool_name="Read", tool_input={"file_path": str(reader.project / path)})
        command = [sys.executable, "-I", "-S", "-X", "importtime", script("PreToolUse")]
        done = subprocess.run(command, input=json.dumps(event), capture_output=True, text=True, check=True, cwd=ROOT)
        assert done.stdout == ""
        loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
        assert "memory_core.tickets.light.on_read" in loaded
        assert not loaded & {"json", "re", "typing", "enum", "collections", "contextlib", "subprocess", "datetime"}


OF = {
    PRD: ["ABC-1"],
    SPEC: ["ABC-1"],
    "aidd/docs/tasklist/ABC-1.md": ["ABC-1"],
    "aidd/docs/research/ABC-1-notes.md": ["ABC-1"],
    "aidd/reports/qa/ABC-1/run.md": ["ABC-1"],
    "aidd/docs/prd/ABC-12.prd.md": ["ABC-12"],
    "aidd/docs/prd/cart-retry.prd.md": ["cart-retry", "cart"],
}


@pytest.mark.parametrize(("path", "names"), OF.items())
def test_the_ticket_of_a_document(path: str, names: list[str]) -> None:
    tickets = ticket_reads.tickets(path)
    assert [name for name in tickets if name in (*names, "ABC", "ABC-1", "ABC-12")] == names


@given(st.text(max_size=40), st.sampled_from(["aidd/docs/prd/", "aidd/", "aidd/reports/memory/", ""]))
def test_a_name_that_is_found_is_a_tickets(name: str, folder: str) -> None:
    for ticket in (*ticket_reads.tickets(folder + name), ticket_reads.packed(folder + name)):
        assert not ticket or places.ticket(ticket) == ticket


@given(st.from_regex(r"[A-Z]{2,5}-[0-9]{1,4}", fullmatch=True))
def test_every_file_of_a_ticket_is_found_to_be_its(ticket: str) -> None:
    for document in places.documents(ticket):
        assert ticket in ticket_reads.tickets(document.path) or document.path.endswith(".pack.md")
    for path in (places.semantic_pack(ticket), places.decisions_pack(ticket), places.slice_pack(ticket, "x")):
        assert ticket_reads.packed(path) == ticket
    assert ticket_reads.packs(ticket) == (places.semantic_pack(ticket), places.decisions_pack(ticket))
