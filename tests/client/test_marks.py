"""Marker lines in the real client: the model reads how to write them, and what it marks the next session knows."""

from pathlib import Path

import pytest

from tests.client.driver import Client
from tests.client.seen import memories

MARKED = """The queue is in place.

DECISION: jobs wait in Postgres, not in Redis — one backup for all
OPEN: load test of the queue
LEARNED: the driver of the queue drops idle connections after ten minutes"""


def verb(client: Client, project: Path, *words: str) -> str:
    done = client.verb(project, *words)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.smoke
def test_what_a_reply_marks_is_kept_and_found_by_the_next_session(client: Client, project: Path) -> None:
    client.api.script(MARKED)
    client.ask(project, "Where do jobs wait?")
    kept = memories(project)
    assert [(entry["decision"], entry["reason"]) for entry in kept["decisions"]] == [
        ("jobs wait in Postgres, not in Redis", "one backup for all")
    ]
    client.api.script("Done.\n\nDONE: load test of the queue — 400 jobs a second")
    client.ask(project, "and the load test?")
    output = verb(client, project, "recall", "which store do jobs wait in")
    assert "jobs wait in Postgres" in output
    assert "nothing is open" in verb(client, project, "open")


def test_what_was_told_and_is_told_again_leaves_nothing_until_a_word_of_the_user_ends_it(
    client: Client, project: Path
) -> None:
    """A recap, a plan, another language, a summary of the conversation, what a hook fed back (K22)."""
    client.api.script(MARKED)
    client.ask(project, "Where do jobs wait?")
    before, waiting = memories(project), verb(client, project, "list", "--status", "candidate")
    client.api.script(
        "From the project memory: jobs wait in Postgres, not in Redis, because there is one backup for all.",
        "To recap: the jobs wait in Postgres and not in Redis; the driver drops idle connections after ten minutes.",
        "Plan:\n1. Keep the jobs in Postgres, not in Redis\n2. Load test the queue",
        "Comme noté, les jobs attendent dans Postgres, pas dans Redis.",
        "Summary: the user asked where jobs wait. Jobs wait in Postgres, not in Redis: one backup for all.",
        "Stop hook feedback: jobs wait in Postgres, not in Redis.",
    )
    with client.talk(project) as talk:
        for words in ("where do jobs wait?", "recap, please", "plan the rest", "en français ?", "/compact", "go on"):
            talk.send(words)
    assert memories(project) == before
    assert verb(client, project, "list", "--status", "candidate") == waiting
    client.api.forget()
    client.api.script("Redis it is.")
    client.ask(project, "Use Redis instead of Postgres for the jobs.")
    assert "jobs wait in Postgres" in verb(client, project, "list", "--status", "superseded")
    client.api.forget()
    client.api.script("Hello.")
    client.ask(project, "hello")
    briefing = "\n".join(client.api.requests_for("main")[0].texts)
    assert "replaced: jobs wait in Postgres" in briefing
    assert "- jobs wait in Postgres" not in briefing
