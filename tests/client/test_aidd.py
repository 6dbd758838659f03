"""A ticket in the real client: what one session decides and appends, the next one reads first."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.client.api import Request, use
from tests.client.conftest import with_newest
from tests.client.driver import ROOT, Client
from tests.client.seen import briefings, memories

TICKET = "TIDE-318"
LOG, DECISIONS, SEMANTIC = (
    f"aidd/reports/memory/{TICKET}.{end}" for end in ("decisions.jsonl", "decisions.pack.json", "semantic.pack.json")
)
SPEC = f"aidd/docs/spec/{TICKET}.md"
SAID = "DECISION: the sweep takes 200 holds a transaction, because 1,000 made the shop's checkout wait."
PAYLOAD = {
    "topic": "late capture",
    "decision": "A late capture tries its own lane first; it doesn't ask the office",
    "rationale": "The office isn't staffed at night",
    "source_path": SPEC,
}


@pytest.fixture
def ticket(client: Client, project: Path) -> Path:
    """A project whose ticket is under way, and has no packs yet."""
    shutil.copytree(ROOT / "tests" / "ticket" / "aidd", project / "aidd")
    client.git(project, "add", ".")
    client.git(project, "commit", "-qm", f"{TICKET}: what it is about")
    return project


def entries(project: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (project / LOG).read_text().splitlines()]


def advised(request: Request) -> list[str]:
    """What our hook said to reads."""
    return [text for text in request.texts if "PreToolUse" in text and DECISIONS in text]


def work(client: Client, project: Path) -> None:
    """A session that opens the skill, appends a decision as the skill says, and states another."""
    with client.talk(project) as talk:
        client.api.script(use("Skill", skill="iris:aidd-memory"), "I see.")
        talk.send("go on with the ticket")
        body = next(text for text in client.api.requests_for("main")[-1].texts if "decision_append.py" in text)
        [command] = re.findall(r"```sh\n(python3 .*?)\n\{.*?```", body, re.DOTALL)
        assert "${" not in command
        command = f"{command}\n{json.dumps(PAYLOAD)}\nDECISION"
        client.api.script(use("Bash", command=command, description="Append the decision"), f"Appended.\n\n{SAID}")
        talk.send("and how many at a time?")


@with_newest
@pytest.mark.req("AIDD-1", "AIDD-2", "AIDD-3", "AIDD-33", "AIDD-48", "AIDD-55", "AIDD-65")
def test_what_a_session_decides_for_its_ticket_the_next_one_reads_first(client: Client, ticket: Path):
    work(client, ticket)
    appended, captured = sorted(entries(ticket), key=lambda entry: "200 holds" in entry["decision"])
    assert {key: appended[key] for key in PAYLOAD} == PAYLOAD
    assert "1,000 made" in captured["decision"] + captured["rationale"]
    assert {(entry["ticket"], entry["scope_key"], entry["stage"]) for entry in (appended, captured)} == {
        (TICKET, "iteration_id_I2", "implement")
    }
    assert memories(ticket)["decisions"] == []
    for path in (DECISIONS, SEMANTIC):
        text = (ticket / path).read_text()
        assert len(text) <= 8_000
        assert len(text.splitlines()) <= 180
    pack = json.loads((ticket / DECISIONS).read_text())
    assert {row[0] for row in pack["active_decisions"]["rows"]} == {appended["decision_id"], captured["decision_id"]}
    verified = client.verb(ticket, "aidd", "verify", "--ticket", TICKET)
    assert verified.returncode == 0, verified.stdout + verified.stderr

    client.api.forget()
    whole, again = (use("Read", file_path=str(ticket / SPEC)) for _ in range(2))
    packs = [use("Read", file_path=str(ticket / path)) for path in (SEMANTIC, DECISIONS)]
    client.api.script(whole, *packs, again, use("Read", file_path=str(ticket / f"aidd/docs/tasklist/{TICKET}.md")))
    client.ask(ticket, "go on")
    requests = client.api.requests_for("main")
    [briefing] = briefings(requests[0])
    assert all(part in briefing for part in (TICKET, SEMANTIC, DECISIONS, "tries its own lane first", "200 holds"))
    [advice] = advised(requests[1])
    assert SEMANTIC in advice
    assert advised(requests[-1]) == [advice]
    assert all(part in "\n".join(requests[-1].texts) for part in ("The yield team wants it", "active_decisions"))
    changed = client.git(ticket, "status", "--porcelain", "--untracked-files=all").splitlines()
    assert {line[3:] for line in changed} >= {LOG, DECISIONS, SEMANTIC}
    assert all(line[3:].startswith(("aidd/reports/memory/", ".genius/")) for line in changed), changed
