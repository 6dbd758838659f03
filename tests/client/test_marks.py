"""Marker lines in the real client: the model reads how to write them, and what it marks the next session knows."""

import subprocess
from pathlib import Path

from memory_core.domain.extract import markers
from tests.client.driver import Client
from tests.client.seen import memories
from tests.conftest import ROOT

MARKED = """The queue is in place.

DECISION: jobs wait in Postgres, not in Redis — one backup for all
OPEN: load test of the queue
LEARNED: the driver of the queue drops idle connections after ten minutes"""


def told(client: Client, at: int = 0) -> str:
    return "\n".join(client.api.of("main")[at].texts)


def verb(client: Client, project: Path, *words: str) -> str:
    call = [str(ROOT / "bin" / "memory-core"), *words, "--root", str(project)]
    return subprocess.run(call, env=client.env, capture_output=True, text=True, check=True).stdout


def test_the_first_request_has_the_instruction_and_a_compaction_brings_it_again(client: Client, project: Path) -> None:
    client.api.script("Hello.", "Back again.")
    with client.talk(project) as talk:
        talk.send("hello")
        assert markers.instruction() in told(client)
        before = told(client).count(markers.instruction())
        talk.send("/compact")
        client.api.forget()
        talk.send("go on")
        assert told(client).count(markers.instruction()) >= before == 1


def test_what_a_reply_marks_is_kept_and_found_by_the_next_session(client: Client, project: Path) -> None:
    client.api.script(MARKED)
    client.ask(project, "Where do jobs wait?")
    kept = memories(project)
    assert [(one["decision"], one["reason"]) for one in kept["decisions"]] == [
        ("jobs wait in Postgres, not in Redis", "one backup for all")
    ]
    client.api.script("Done.\n\nDONE: load test of the queue — 400 jobs a second")
    client.ask(project, "and the load test?")
    found = verb(client, project, "recall", "which store do jobs wait in")
    assert "jobs wait in Postgres" in found
    assert "nothing is open" in verb(client, project, "open")
