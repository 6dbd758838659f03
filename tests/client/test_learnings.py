"""Learnings in the real client: corrected in one session, told in another, at the prompts that are about them."""

import gzip
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.client.api import Request
from tests.client.conftest import with_newest
from tests.client.driver import Client, Conversation
from tests.client.seen import answer, briefings

WARM = ".claude/learnings/warm-memory.json"
FIRST, SECOND = "No, not like that: use pnpm instead of npm in this repo.", "I told you: use pnpm instead of npm."
RELATED, UNRELATED = "Install the dependencies of the checkout with npm.", "Why is the fox on the landing page blurry?"
HEALTH = (
    r"Hot Memory:  \d+/20 items \(\d+% capacity\)",
    r"Warm Memory: \d+/500 items \(\d+% capacity\)",
    r"Cold Memory: \d+\.\dMB \(\d+ archived sessions\)",
    "",
    r"Pending demotions: \d+ items \(inactive 14\+ days\)",
    r"Pending promotions: \d+ items \(high access\)",
    r"Conflicts: \d+",
)


@contextmanager
def session(client: Client, project: Path) -> Iterator[Conversation]:
    """A session, and what its end leaves to do."""
    client.api.forget()
    with client.talk(project) as talk:
        yield talk
    client.settle(project)


def warm(project: Path) -> list[dict[str, Any]]:
    """What is warm in a project."""
    memory = json.loads((project / WARM).read_text())["warm_memory"]
    return [*memory["preferences"], *memory["patterns"]]


def cold(client: Client, project: Path) -> list[dict[str, Any]]:
    """What of a project is cold."""
    found = (client.home / ".jarvis" / "archive").glob("*/learnings.json.gz")
    items = [item for path in found for item in json.loads(gzip.decompress(path.read_bytes()))]
    return [item for item in items if item["archive"]["project"] == str(project)]


def told(request: Request) -> list[str]:
    """The learnings that a hook put beside prompts."""
    return [text for text in request.texts if "## Learned Before" in text and "UserPromptSubmit" in text]


def correct(client: Client, project: Path) -> None:
    """A session in which the user corrects the assistant twice."""
    with session(client, project) as talk:
        client.api.script("I installed zod with npm.", "Understood.", "I ran npm install.", "I am sorry.")
        for prompt in ("add zod to the checkout", FIRST, "add the test runner, too", SECOND):
            talk.send(prompt)


def asked(client: Client, project: Path, prompt: str) -> Request:
    """What the model is shown at the only prompt of a session."""
    with session(client, project) as talk:
        talk.send(prompt)
    return client.api.of("main")[0]


@with_newest
@pytest.mark.req("JARVIS-12", "JARVIS-14", "JARVIS-17", "JARVIS-18", "JARVIS-26", "JARVIS-27", "JARVIS-28")
def test_what_was_corrected_twice_is_told_where_it_matters_and_nowhere_else(client: Client, project: Path):
    correct(client, project)
    [kept] = [item for item in warm(project) if "pnpm" in item["description"]]
    assert kept["source"] == "multiple_corrections"
    assert re.fullmatch(r"pref_\d{3}", kept["id"])

    unrelated = asked(client, project, UNRELATED)
    assert told(unrelated) == []
    assert all(kept["id"] not in text for text in unrelated.texts)

    related = asked(client, project, RELATED)
    [context] = told(related)
    assert "pnpm" in context
    assert "## Active Learnings (This Session)" not in context, "an earlier one heard it"
    assert kept["id"] in context
    assert all(kept["id"] not in text for text in briefings(related))
    [counted] = [item for item in warm(project) if item["id"] == kept["id"]]
    assert counted["access_count"] == kept["access_count"] + 1


@with_newest
@pytest.mark.req("JARVIS-17", "JARVIS-26")
def test_a_learning_is_told_once_in_a_session_and_again_after_a_compaction(client: Client, project: Path):
    correct(client, project)
    with session(client, project) as talk:
        for prompt in (RELATED, RELATED):
            talk.send(prompt)
        assert len(told(client.api.of("main")[-1])) == 1
        talk.send("/compact")
        talk.send("go on")
        after = "\n".join(client.api.of("main")[-1].texts)
    assert "## Learned Before" in after
    assert "pnpm" in after


@with_newest
@pytest.mark.req("JARVIS-16", "JARVIS-60", "JARVIS-61", "X-11")
def test_what_is_rejected_is_cold_and_told_no_more(client: Client, project: Path):
    correct(client, project)
    [kept] = [item for item in warm(project) if "pnpm" in item["description"]]
    with session(client, project) as talk:
        talk.send(f"/cs:memory reject {kept['id']} it got in the user's way")
        assert kept["id"] in answer(client.api.of("main")[0])
        client.api.forget()
        talk.send("/cs:memory health")
        said = answer(client.api.of("main")[0])
        assert re.search("\n".join(HEALTH), said), said
        assert "Warm Memory: 0/500" in said
    assert warm(project) == []
    [item] = cold(client, project)
    archived = item.pop("archive")
    assert archived["why"] == "user_rejected"
    assert item["id"] == kept["id"]
    assert told(asked(client, project, RELATED)) == []
    assert warm(project) == []


@with_newest
@pytest.mark.req("JARVIS-13", "JARVIS-59")
def test_what_was_rejected_can_be_restored_as_it_was(client: Client, project: Path):
    correct(client, project)
    [kept] = [item for item in warm(project) if "pnpm" in item["description"]]
    with session(client, project) as talk:
        talk.send(f"/cs:memory reject {kept['id']}")
        talk.send(f"/cs:memory restore --id {kept['id']}")
    [back] = warm(project)
    assert back == {**kept, "access_count": 1}  # it is hot where it was asked for
    assert "pnpm" in "".join(told(asked(client, project, RELATED)))
