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
    archives = (client.home / ".jarvis" / "archive").glob("*/learnings.json.gz")
    items = [item for path in archives for item in json.loads(gzip.decompress(path.read_bytes()))]
    return [item for item in items if item["archive"]["project"] == str(project)]


def learned(request: Request) -> list[str]:
    """The learnings that a hook put beside prompts."""
    return [text for text in request.texts if "## Learned Before" in text and "UserPromptSubmit" in text]


def correct(client: Client, project: Path) -> None:
    """A session in which the user corrects the assistant twice."""
    with session(client, project) as talk:
        client.api.script("I installed zod with npm.", "Understood.", "I ran npm install.", "I am sorry.")
        for prompt in ("add zod to the checkout", FIRST, "add the test runner, too", SECOND):
            talk.send(prompt)


def about_pnpm(project: Path) -> dict[str, Any]:
    """What is warm of the correction."""
    [kept] = [item for item in warm(project) if "pnpm" in item["description"]]
    return kept


@with_newest
@pytest.mark.req("JARVIS-12", "JARVIS-13", "JARVIS-14", "JARVIS-16", "JARVIS-17", "JARVIS-18", "JARVIS-26", "JARVIS-27")
@pytest.mark.req("JARVIS-28", "JARVIS-59", "JARVIS-60", "JARVIS-61", "X-11")
def test_a_correction_is_told_where_it_matters_until_it_is_rejected_and_again_when_restored(
    client: Client, project: Path
):
    correct(client, project)
    kept = about_pnpm(project)
    assert kept["source"] == "multiple_corrections"
    assert re.fullmatch(r"pref_\d{3}", kept["id"])

    with session(client, project) as talk:
        talk.send(UNRELATED)
        unrelated = client.api.requests_for("main")[-1]
        assert learned(unrelated) == []
        assert all(kept["id"] not in text for text in unrelated.texts)
        talk.send(RELATED)
        related = client.api.requests_for("main")[-1]
        [context] = learned(related)
        assert "pnpm" in context
        assert "## Active Learnings (This Session)" not in context, "an earlier one heard it"
        assert kept["id"] in context
        assert all(kept["id"] not in text for text in briefings(related))
        client.settle(project)
        assert about_pnpm(project)["access_count"] == kept["access_count"] + 1
        talk.send(RELATED)
        assert len(learned(client.api.requests_for("main")[-1])) == 1, "once in a session"
        talk.send("/compact")
        talk.send("go on")
        after = "\n".join(client.api.requests_for("main")[-1].texts)
    assert "## Learned Before" in after
    assert "pnpm" in after

    kept = about_pnpm(project)
    with session(client, project) as talk:
        talk.send(f"/cs:memory reject {kept['id']} it got in the user's way")
        assert kept["id"] in answer(client.api.requests_for("main")[0])
        client.api.forget()
        talk.send("/cs:memory health")
        shown = answer(client.api.requests_for("main")[0])
        assert re.search("\n".join(HEALTH), shown), shown
        assert "Warm Memory: 0/500" in shown
    assert warm(project) == []
    [item] = cold(client, project)
    archived = item.pop("archive")
    assert archived["why"] == "user_rejected"
    assert item["id"] == kept["id"]

    with session(client, project) as talk:
        talk.send(RELATED)
        assert learned(client.api.requests_for("main")[0]) == []
        client.settle(project)
        assert warm(project) == []
        talk.send(f"/cs:memory restore --id {kept['id']}")
    [back] = warm(project)
    assert back == {**kept, "access_count": kept["access_count"] + 1}  # it is hot where it was asked for
    with session(client, project) as talk:
        talk.send(RELATED)
    assert "pnpm" in "".join(learned(client.api.requests_for("main")[0]))
