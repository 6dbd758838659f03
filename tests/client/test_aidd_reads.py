"""Packs first, in the client: which reads it hands to the hook, and what the model is told of them."""

import json
from pathlib import Path

import pytest

from memory_core.tickets import places
from memory_core.tickets.light import ticket_settings
from tests.client.api import Block, use
from tests.client.conftest import with_newest
from tests.client.driver import Client
from tests.properties import family

SPEC, PRD, PACK = "aidd/docs/spec/ABC-1.spec.md", "aidd/docs/prd/ABC-1.prd.md", places.semantic_pack("ABC-1")
LONG = "One line of many.\n" * 300


@pytest.fixture
def ticket(project: Path) -> Path:
    """A project with a ticket whose documents are long and have a pack."""
    for path, text in ((SPEC, LONG), (PRD, LONG), (PACK, '{"schema": "aidd.memory.semantic.v1"}\n'), ("src/a.py", "")):
        (project / path).parent.mkdir(parents=True, exist_ok=True)
        (project / path).write_text(text)
    return project


def advice(client: Client, project: Path, *turns: Block, cwd: str = ".") -> list[str]:
    """What the hook said to the calls of a session's model."""
    client.api.forget()
    client.api.script(*turns, "Done.")
    client.ask(project / cwd, "go on", "--permission-mode", "acceptEdits", "--add-dir", str(project))
    return [text for text in client.api.requests_for("main")[-1].texts if PACK in text and "PreToolUse" in text]


def read(project: Path, path: str, **more: int) -> Block:
    return use("Read", file_path=str(project / path), **more)


@with_newest
@pytest.mark.req("AIDD-43", "AIDD-48", "AIDD-57")
def test_a_session_is_advised_once_and_no_more_when_it_has_read_the_pack(client: Client, ticket: Path) -> None:
    relative = use("Read", file_path=SPEC)  # the client makes it a whole path
    again = advice(client, ticket, relative, read(ticket, SPEC), read(ticket, "src/a.py"))
    assert len(again) == 1
    assert again[0] in client.api.requests_for("main")[1].texts
    assert "One line of many." in json.dumps(client.api.requests_for("main")[-1].body["messages"])
    part = read(ticket, SPEC, offset=20, limit=30)
    assert advice(client, ticket, part, read(ticket, PACK), read(ticket, SPEC), read(ticket, PRD)) == []


@with_newest
@pytest.mark.req("AIDD-43")
@pytest.mark.parametrize(("started", "moves"), family([("src", []), (".", ["cd src"])]), ids=["started", "moved"])
def test_it_holds_wherever_the_session_is(client: Client, ticket: Path, started: str, moves: list[str]) -> None:
    calls = [use("Bash", command=move, description="x") for move in moves]
    assert len(advice(client, ticket, *calls, read(ticket, SPEC), cwd=started)) == 1


@with_newest
@pytest.mark.req("AIDD-58", "AIDD-63")
def test_a_hard_gate_denies_until_the_pack_was_read(client: Client, ticket: Path) -> None:
    (ticket / ticket_settings.GATES).parent.mkdir()
    (ticket / ticket_settings.GATES).write_text('{"memory": {"full_reads": "hard"}}')
    client.api.script(read(ticket, SPEC), read(ticket, PACK), read(ticket, SPEC), "Done.")
    client.ask(ticket, "read it")
    _, refused, _, allowed = (request.last for request in client.api.requests_for("main"))
    assert all(way in refused for way in (PACK, "offset", "slice"))
    assert "One line of many." not in refused
    assert "One line of many." in allowed
