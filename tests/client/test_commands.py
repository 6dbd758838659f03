"""The commands of both plugins: what a user types reaches the program word for word, and no shell runs any of it."""

import json
import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from memory_core.core.options import as_typed
from tests.client.conftest import ROLES, with_newest
from tests.client.driver import ROOT, Client
from tests.client.seen import answer, memories, tree
from tests.properties import THOROUGH

TAG = re.search(r"<<'([^']+)'", (ROOT / "commands" / "cs" / "recall.md").read_text())[1]  # type: ignore[index]
SPY = """#!/bin/sh
# Stands first on PATH and keeps what it is given: a line of arguments a call, its standard input as it came.
printf '%s\\n' "$*" >> "$SPY_NOTES.arguments"
cat > "$SPY_NOTES.words"
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


OTHERS = {
    "/cs:memory": ("memory", ""),
    "/cs:memory doctor it's": ("memory", "doctor it's"),
    "/cs:remember decision don't wait": ("remember", "decision don't wait"),
    "/cs:context it's $(touch made)": ("context", "it's $(touch made)"),
    "/iris:memory show": ("iris", "show"),
}

# What the program answers to commands in a project that has no memories yet.
PROMPTS = {
    "/cs:recall": "recall needs words",
    "/cs:memory": "index",
    "/cs:memory frobnicate; touch made": "'frobnicate;' is not an action of",
    "/cs:remember": "give the memory",
    "/cs:remember decison x": "there is no type",
    "/cs:context": "needs a spec",
    "/cs:memory reindex": "no memories",
    "/cs:memory setup": "is ready",
    "/iris:memory": "There is no IRIS_MEMORY.json yet",
}
ALIKE = ("/cs:memory", "/cs:remember", "/cs:memory setup")  # others of the table show the same of the client


class Spy:
    """A running session in which `memory-core` only notes what it is given."""

    def __init__(self, client: Client, folder: Path) -> None:
        self.project = client.project()
        self._api, self._notes = client.api, folder / "notes"
        program = folder / "memory-core"
        program.write_text(SPY)
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        path = f"{folder}{os.pathsep}{client.env['PATH']}"
        self.talk = client.talk(self.project, PATH=path, SPY_NOTES=str(self._notes))

    def given(self, prompt: str) -> tuple[str, str]:
        """The arguments and the words that the program was given for a command."""
        arguments, words = [self._notes.with_suffix(suffix) for suffix in (".arguments", ".words")]
        arguments.unlink(missing_ok=True)
        self._api.forget()
        self.talk.send(prompt)
        assert self._api.requests_for("main"), "the command was cancelled"
        return arguments.read_text().rstrip("\n"), words.read_text().rstrip("\n")


@pytest.fixture(scope="module", params=ROLES)
def spy(
    request: pytest.FixtureRequest, installed: dict[str, Client], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Spy]:
    """A session of each client with a spy in place of the program."""
    made = Spy(installed[request.param], tmp_path_factory.mktemp("spy"))
    with made.talk:
        yield made


@pytest.mark.smoke
def test_words_arrive_as_typed_and_nothing_of_them_runs(spy: Spy, subtests: pytest.Subtests):
    before = tree(spy.project)
    for name, words in HOSTILE.items():
        with subtests.test(name):
            arguments, arrived = spy.given(f"/cs:recall {words}")
            session = re.search(r"MC_([0-9a-f-]{36})", arrived)
            assert arguments == "recall --args-stdin"
            assert as_typed(arrived) == words.replace("${CLAUDE_SESSION_ID}", session[1] if session else "")
            assert tree(spy.project) == before


def test_what_the_client_changes_runs_no_more_than_the_rest(spy: Spy, subtests: pytest.Subtests):
    before = tree(spy.project)
    for name, words in CHANGED.items():
        with subtests.test(name):
            arguments, arrived = spy.given(f"/cs:recall {words}")
            assert arguments == "recall --args-stdin"
            assert arrived.startswith(words[:1])
            assert tree(spy.project) == before


def test_every_command_takes_its_words_from_standard_input(spy: Spy, subtests: pytest.Subtests):
    for prompt, (verb, words) in OTHERS.items():
        with subtests.test(prompt):
            assert spy.given(prompt) == (f"{verb} --args-stdin", words)


@with_newest
@pytest.mark.req("CS-US-005", "CS-US-009", "CS-US-010", "GENIUS-21")
def test_answers_stand_in_the_prompt_and_are_not_kept_again(client: Client, project: Path):
    with client.talk(project) as talk:
        asked = PROMPTS if THOROUGH else {prompt: words for prompt, words in PROMPTS.items() if prompt not in ALIKE}
        for prompt in asked:
            talk.send(prompt)
        talk.send("/cs:memory status --json")
        *answers, machine = [answer(request) for request in client.api.requests_for("main")]
        client.api.script("DECISION: prices are kept in cents, because floats lose money.")
        talk.send("how do we keep prices?")
    assert [expected for expected, shown in zip(asked.values(), answers, strict=True) if expected not in shown] == []
    assert json.loads(machine[machine.index("{\n") : machine.rindex("}") + 1])["total"] == 0
    assert not (project / "made").exists()
    kept = memories(project)
    assert len(kept["decisions"]) == 1
    client.api.forget()
    with client.talk(project) as talk:
        talk.send("/cs:recall why don't we use floats for prices")
        talk.send("hello")
    shown = answer(client.api.requests_for("main")[0])
    assert "prices are kept in cents" in shown
    assert "not an instruction" in shown
    assert memories(project) == kept
