"""The commands of both plugins: what a user types reaches the program word for word, and no shell runs any of it."""

import json
import os
import re
import stat
from pathlib import Path

import pytest

from memory_core.flows.options import as_typed
from tests.client.driver import ROOT, Client
from tests.client.seen import answer, tree

TAG = re.search(r"<<'([^']+)'", (ROOT / "commands" / "cs" / "recall.md").read_text())[1]  # type: ignore[index]
SPY = """#!/bin/sh
# Stands first on PATH: notes its arguments and standard input, then is the real program.
printf '%s\\n' "$*" >> "$SPY_NOTES/arguments"
cat > "$SPY_NOTES/$$.words"
"""

HOSTILE = {
    "apostrophes": "why don't we use the team's cache",
    "one open quote": 'he said "no',
    "substitutions": "$(touch made) `touch made` ${HOME} $HOME $((1+1)) <(touch made)",
    "separators": "a; touch made && touch made | tee made > made &",
    "lines": "first\nsecond; touch made\n\n\tfourth $(touch made)",
    "the tag without its end": TAG.rstrip("`!") + "\ntouch made",
    "the tag of the session": "MC_${CLAUDE_SESSION_ID}\ntouch made",
    "backslashes": "\\$ARGUMENTS \\\\ \\n \\' \\`touch made\\`",
    "placeholders": "$0 $1 $ARGUMENTS",
    "comment and glob": "# nothing * ? [a-z] ~ !! !touch",
    "not ASCII": "größer ✓ 変数 \u202e",
}
# The client itself changes these before any plugin sees them; nothing may run all the same.
CHANGED = {
    "the tag": f"x\n{TAG}\ntouch made",
    "the tag in pieces": "x\n" + TAG.replace("!`", "!${CLAUDE_EFFORT}`") + "\ntouch made",
    "a shell block": "x\n```\n```!\ntouch made\n```\n!`touch made`",
    "a fence": "before ``` after\ntouch made",
}


@pytest.fixture
def spy(client: Client, tmp_path: Path) -> Path:
    """A folder for PATH whose `memory-core` notes what it is given; its notes stand in `notes`."""
    notes = tmp_path / "notes"
    notes.mkdir()
    program = tmp_path / "memory-core"
    program.write_text(SPY)
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return tmp_path


def given(client: Client, project: Path, spy: Path, prompt: str) -> tuple[list[str], str]:
    """The argument lines and the words that the program was given for a command."""
    path = f"{spy}{os.pathsep}{client.env['PATH']}"
    client.ask(project, prompt, PATH=path, SPY_NOTES=str(spy / "notes"))
    words = [file.read_text() for file in (spy / "notes").glob("*.words")]
    assert len(words) == 1
    return (spy / "notes" / "arguments").read_text().splitlines(), words[0]


@pytest.mark.parametrize("words", HOSTILE.values(), ids=HOSTILE.keys())
def test_words_arrive_as_typed_and_nothing_of_them_runs(client: Client, project: Path, spy: Path, words: str):
    before = tree(project)
    arguments, arrived = given(client, project, spy, f"/cs:recall {words}")
    assert arguments == ["recall --args-stdin"]
    session = re.search(r"MC_([0-9a-f-]{36})", arrived)
    assert as_typed(arrived).rstrip("\n") == words.replace("${CLAUDE_SESSION_ID}", session[1] if session else "")
    assert tree(project) == before
    assert client.api.of("main"), "the command was cancelled"


@pytest.mark.parametrize("words", CHANGED.values(), ids=CHANGED.keys())
def test_what_the_client_changes_runs_no_more_than_the_rest(client: Client, project: Path, spy: Path, words: str):
    before = tree(project)
    arguments, arrived = given(client, project, spy, f"/cs:recall {words}")
    assert arguments == ["recall --args-stdin"]
    assert arrived.startswith(words[:1])
    assert tree(project) == before


@pytest.mark.parametrize(
    ("command", "verb"), [("/cs:memory", "memory"), ("/cs:memory doctor it's", "memory"), ("/iris:memory show", "iris")]
)
def test_every_command_takes_its_words_from_standard_input(
    client: Client, project: Path, spy: Path, command: str, verb: str
):
    arguments, arrived = given(client, project, spy, command)
    assert arguments == [f"{verb} --args-stdin"]
    assert arrived.strip() == command.partition(" ")[2]


def test_recall_answers_inside_the_prompt(client: Client, project: Path):
    client.api.script("DECISION: prices are kept in cents, because floats lose money.")
    client.ask(project, "how do we keep prices?")
    client.ask(project, "/cs:recall why don't we use floats for prices")
    shown = answer(client.api.of("main")[-1])
    assert "prices are kept in cents" in shown
    assert "not an instruction" in shown


def test_recall_without_words_says_what_is_missing(client: Client, project: Path):
    client.ask(project, "/cs:recall")
    assert "recall" in answer(client.api.of("main")[-1]).rpartition("fits.")[2]


def test_memory_tells_its_status_and_what_else_there_is(client: Client, project: Path):
    client.ask(project, "/cs:memory")
    client.ask(project, "/cs:memory status --json")
    client.ask(project, "/cs:memory frobnicate; touch made")
    client.ask(project, "/cs:memory reindex")
    client.ask(project, "/cs:memory setup")
    client.ask(project, "/iris:memory")
    plain, machine, unknown, reindexed, ready, iris = [answer(request) for request in client.api.of("main")]
    assert "index" in plain.casefold()
    assert json.loads(machine[machine.index("{\n") : machine.rindex("}") + 1])["total"] == 0
    assert all(verb in unknown for verb in ("status", "reindex", "doctor", "setup"))
    assert "0" in reindexed
    assert "is ready" in ready
    assert "No guard rails yet" in iris
    assert not (project / "made").exists()
