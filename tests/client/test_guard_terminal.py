"""A rule that asks, in a terminal: its words are on the screen before the user chooses, and the choice holds once."""

import json
from pathlib import Path

import pytest

from tests.client.api import Block, MessagesApi, use
from tests.client.conftest import with_newest
from tests.client.driver import Client
from tests.client.terminal import Terminal
from tests.client.test_guard import rail, rules
from tests.properties import THOROUGH

WORDS = ('adds "moment"', "AC-001", "No ORM", "Queries are reviewed by the DBA", "date-fns")
ASKS = ("--forbid", "moment", "--enforce", "ask", "--instead", "date-fns")
CHOICE = "Do you want to proceed?"


def write(project: Path, name: str = "date2.js", times: int = 1) -> Block:
    return use("Write", file_path=str(project / name), content="import moment from 'moment'\n" * times)


def allow(name: str = "date2.js") -> Block:
    return use("Bash", command=f"memory-core iris allow AC-001 --file {name}", description="Let the edit pass once")


def results(api: MessagesApi) -> list[str]:
    """What the model's calls gave, in order."""
    texts = []
    for message in api.requests_for("main")[-1].body["messages"]:
        blocks = message["content"] if isinstance(message["content"], list) else []
        texts += [json.dumps(block["content"]) for block in blocks if block["type"] == "tool_result"]
    return texts


@pytest.mark.req("IRIS-4")
def test_a_stopped_edit_speaks_before_the_user_chooses_and_passes_once(client: Client, project: Path) -> None:
    rail(client, project, *ASKS)
    client.api.forget()
    client.api.script(write(project), allow(), write(project), write(project, times=2), "All is said.")
    with Terminal(client, project, "--permission-mode", "acceptEdits") as terminal:
        terminal.types("write it")
        terminal.shows(
            *WORDS, "memory-core iris allow AC-001 --file date2.js", CHOICE, "let the edit that was stopped pass"
        )
        shown = terminal.text
        asked = shown[shown.rindex("requiresconfirmation") :]
        assert all("".join(part.split()) in asked for part in WORDS)
        assert not (project / "date2.js").exists()
        terminal.presses("1")
        terminal.shows("as you allowed, AC-001 lets this edit pass", "All is said.")
    assert (project / "date2.js").exists()
    first, allowed, second, third = results(client.api)
    assert all(json.dumps(part)[1:-1] in first for part in WORDS)
    assert "allowed: AC-001" in allowed
    assert "AC-001" not in second
    assert "AC-001" in third


@with_newest
@pytest.mark.req("IRIS-4", "IRIS-58")
def test_a_user_who_says_no_may_say_yes_by_a_command_and_sees_a_rule_before_it_is_taken_away(
    client: Client, project: Path
) -> None:
    rail(client, project, *ASKS)
    client.api.forget()
    client.api.script(write(project), allow())
    with Terminal(client, project, "--permission-mode", "acceptEdits", "--allowedTools", "Bash") as terminal:
        terminal.types("write it")
        terminal.shows(*WORDS, CHOICE)
        terminal.presses("\x1b")
        client.api.script(write(project), "Not yet.")
        terminal.types("try again")
        terminal.shows("Not yet.")
        assert not (project / "date2.js").exists()
        client.api.script("It may pass.")
        terminal.types("/iris:memory allow")
        terminal.shows("It may pass.")
        client.api.script(write(project), write(project, "date3.js"), "Done now.")
        terminal.types("and now")
        terminal.shows("Done now.")
        assert (project / "date2.js").exists()
        assert not (project / "date3.js").exists()
        client.api.script(use("Bash", command=TAKES[0], description="Take it away"), "Gone.")
        terminal.types("take it away")
        terminal.shows("AC-001", "No ORM", "Queries are reviewed by the DBA", "date-fns", CHOICE)
        assert rules(project)
        terminal.presses("1")
        terminal.shows("Gone.")
    assert rules(project) == []


TAKES = (
    "memory-core iris remove AC-001 --yes",
    "memory-core iris edit AC-001 --enforce remind",
    "cat > IRIS_MEMORY.json <<'E'\n{}\nE",
    "python3 - <<'E'\nopen('IRIS_MEMORY.json', 'w').write('{}')\nE",
    "rm IRIS_MEMORY.json",
    "git checkout -- IRIS_MEMORY.json",
    "export MEMORY_CORE_OFF=1",
)
READS = (
    "cat IRIS_MEMORY.json",
    "memory-core iris show AC-001",
    "git add IRIS_MEMORY.json",
    "echo unrelated > notes.txt",
)


@pytest.mark.smoke
@pytest.mark.req("IRIS-4", "IRIS-58")
def test_nobody_is_there_to_let_it_pass_or_to_have_a_rule_taken_away(client: Client, project: Path) -> None:
    rail(client, project, *ASKS)
    before = rules(project)
    takes = TAKES if client.role == "newest" or THOROUGH else TAKES[:1]
    shell = [use("Bash", command=call, description="x") for call in (*takes, *READS)]
    client.api.forget()
    client.api.script(write(project), allow(), write(project), *shell, "I see.")
    client.ask(project, "write it, and take it away", "--permission-mode", "acceptEdits")
    first, asked, second, *others = results(client.api)
    assert all("date-fns" in each and "AC-001" in each for each in (first, asked, second))
    assert not (project / "date2.js").exists()
    assert len(others) == len(shell)
    for call, text in zip(takes, others, strict=False):
        assert "memory-core: " in text, call
        assert "Queries are reviewed by the DBA" in text, call
    assert not any("memory-core: " in text for text in others[len(takes) :])
    assert rules(project) == before
    assert (project / "notes.txt").exists()
