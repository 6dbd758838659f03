"""The words of the verbs: help by task, exit codes, what a terminal asks and shows, counts."""

import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core import cli
from memory_core.core import terminal
from memory_core.core.budget import how_many
from memory_core.core.options import VERBS
from memory_core.language import spelling
from memory_core.verbs import memory
from tests.rows import each_row
from tests.verbs import Run, run

__all__ = ["run"]
FAMILIES = ("aidd", "findings", "guard", "iris", "spec")


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        raise OSError


@pytest.fixture
def person(repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, str]]:
    """(exit code, what was printed) of a verb at a terminal, where a person types `says`."""
    monkeypatch.setenv("MEMORY_CORE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("JARVIS_ROOT", str(tmp_path / "jarvis"))
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("COLUMNS", "100")

    def call(*arguments: str, says: str = "") -> tuple[int, str]:
        out = Terminal()
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", Terminal(says))
            patch.setattr(sys, "stdout", out)
            code = cli.main([*arguments, "--root", str(repo)])
        return code, out.getvalue()

    return call


def keep(run: Run, *words: str) -> str:
    identity: str = json.loads(run("remember", *words, "--json"))["id"]
    return identity


def test_help_is_a_page_by_task_and_names_every_verb_that_people_type(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in ([], ["help"], ["--help"], ["-h"]):
        assert cli.main(arguments) == 0
        text = capsys.readouterr().out
        assert text.count("\n") <= 25
        assert all(len(line) < 80 for line in text.splitlines())
        named = set(re.findall(r"[\w-]+", text))
        assert {name for name, verb in VERBS.items() if verb.task != "inside"} <= named
        assert all(title in text for title in cli.TASKS.values())
    assert cli.main(["help", "all"]) == 0
    text = capsys.readouterr().out
    assert all(f"  {name} " in text and verb.does in text for name, verb in VERBS.items())


def test_every_verb_has_a_task_that_there_is() -> None:
    assert {verb.task for verb in VERBS.values()} <= {*cli.TASKS, "inside"}


@pytest.mark.parametrize("verb", [name for name in VERBS if name != "hook"])
def test_every_verb_ends_as_documented(repo: Path, verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    """0 for help, in both ways to ask for it; 2 for an option, or an action, that there is not."""
    assert cli.main([verb, "--help"]) == 0
    shown = capsys.readouterr().out
    assert cli.main(["help", verb]) == 0
    assert capsys.readouterr().out == shown
    actions_of = [] if verb not in FAMILIES else [*VERBS[verb].actions, "help"]
    calls = [[verb, name, "--no-such-option"] for name in actions_of if name != "help"] or [[verb, "--no-such-option"]]
    for call in calls:
        code = cli.main([*call, "--root", str(repo)])
        printed = capsys.readouterr()
        assert code == 2, (call, printed)
        assert not printed.out
    if verb in (*FAMILIES, "jarvis", "memory"):
        assert cli.main([verb, "frobnicate", "--root", str(repo)]) == 2
        assert "help" in capsys.readouterr().err


@pytest.mark.parametrize("verb", FAMILIES)
def test_every_action_explains_itself(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    for name in (*VERBS[verb].actions, "help"):
        assert cli.main([verb, name, "--help"]) == 0
        assert capsys.readouterr().out


def test_the_terminal_and_the_session_take_the_same_words() -> None:
    own, tiers = memory.typed()
    tasks = {name: verb.task for name, verb in VERBS.items()}
    assert {name for name, task in tasks.items() if task in ("find", "keep", "change", "upkeep")} - set(own) == {
        "completion",
        "demo",
        "extract",
    }
    assert all(cli._call(name, []) for name in (*own, *tiers))


def test_rules_are_not_changed_in_passing(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a session's model may call for `/cs:memory` is no way to the guard rails."""
    assert "/iris:memory" in run("memory", "iris", "confirm", "AC-001", code=2)


def test_a_sentence_is_kept_as_the_kind_that_it_is(run: Run) -> None:
    kinds = {
        "that we use tabs": "convention",
        "We decided to use SQLite for the queue": "decision",
        "Postgres instead of Redis": "decision",
        "Never log a token": "convention",
        "should we move to gRPC?": "next",
        "Fixed the flake by closing the pool": "error",
    }
    for words, kind in kinds.items():
        answer = json.loads(run("remember", *words.split(), "--json"))
        assert answer["kind"] == kind, words
        assert answer["summary"] == words.removeprefix("that ")
    assert json.loads(run("remember", "decision: Use WAL", "--json"))["summary"] == "decision: Use WAL"
    assert json.loads(run("remember", "decision:", "Use", "WAL", "--json"))["kind"] == "decision"
    refusal = run("remember", "uv", "is", "fast")
    assert "`memory-core undo`" in refusal


def test_words_find_what_is_to_be_forgotten_and_a_person_says_yes(run: Run, person: Callable[..., tuple[int, str]]):
    gone, stays = keep(run, "decision", "Use SQLite for the queue"), keep(run, "decision", "Ship a manual")
    for says in ("", "n\n", "what\n"):
        code, output = person("forget", "the", "sqlite", "thing", says=says)
        assert (code, "[y/N]" in output, gone in output, stays in output) == (1, True, True, False)
        assert gone in run("list")
    code, output = person("forget", "sqlite", says="y\n")
    assert code == 0
    assert f"forgot {gone}" in output
    assert gone not in run("list")
    run("forget", "sqlite", code=1)


def test_of_several_that_are_near_the_person_picks_one(run: Run, person: Callable[..., tuple[int, str]]):
    ids = [keep(run, "decision", f"Queue {part} in SQLite") for part in ("jobs", "mails", "hooks")]
    code, output = person("forget", "queue in sqlite", says="2\n")
    assert code == 0
    assert all(name in output for name in ids)
    assert len(json.loads(run("list", "--json"))) == 2
    for says in ("\n", "0\n", "4\n", "x\n"):
        assert person("forget", "queue in sqlite", says=says)[0] == 1
    assert len(json.loads(run("list", "--json"))) == 2
    output = run("forget", "queue in sqlite", code=1)
    assert output.count("memory-core forget decisions-") == 2


def test_what_is_not_about_the_same_is_replaced_only_on_a_word(run: Run, person: Callable[..., tuple[int, str]]):
    old, other = keep(run, "decision", "Use SQLite for the queue"), keep(run, "decision", "Ship the manual with MkDocs")
    assert f"supersede {old} by {other} --yes" in run("supersede", old, "by", other, code=1)
    assert person("supersede", old, "by", other, says="n\n")[0] == 1
    assert json.loads(run("show", old, "--json"))["status"] == "active"
    assert person("supersede", old, "by", other, says="y\n")[0] == 0
    assert json.loads(run("show", old, "--json"))["status"] == "superseded"
    near = keep(run, "decision", "Ship the manual with Sphinx")
    run("supersede", other, "by", near)
    third = keep(run, "decision", "Sign every release")
    run("supersede", near, "by", third, "--yes")


def test_a_terminal_shows_a_line_a_memory_and_a_pipe_no_colour(
    run: Run, person: Callable[..., tuple[int, str]], monkeypatch: pytest.MonkeyPatch
):
    name = keep(run, "blocker", "The build hangs " + "and hangs " * 7)
    for verb in (("list",), ("open",), ("recall", "build")):
        lines = person(*verb)[1].splitlines()
        [line] = [line for line in lines if name in line]
        plain = re.sub(r"\x1b\[[\d;]*m", "", line)
        assert plain != line
        assert len(plain) == 100
        assert re.match(r"2026-03-01  blocker +\(open\) The build hangs .*…  blockers-\w+$", plain)
        assert "\x1b" not in run(*verb)
    monkeypatch.setenv("NO_COLOR", "1")
    for verb in (("list",), ("open",), ("show", name), ("recall", "build")):
        assert "\x1b" not in person(*verb)[1]
    assert max(map(len, person("show", name)[1].splitlines())) <= 100


def test_the_list_is_newest_first_over_all_homes(run: Run, repo: Path) -> None:
    for name in ("pref_001", "pref_002", "pref_003"):
        run("jarvis", "learn", f"Prefer {name} to anything else")
    keep(run, "decision", "Use WAL")
    path = repo / ".claude" / "learnings" / "warm-memory.json"
    text = path.read_text()
    for at in range(3):
        text = re.sub(rf"2026-03-0{at + 1}(T[\d:]+Z)?", f"DAY{at}", text)
    for at, day in enumerate(("2026-02-28", "2026-03-04", "2026-03-01")):
        text = text.replace(f"DAY{at}", day)
    path.write_text(text)
    listed = json.loads(run("list", "--json"))
    assert [entry["summary"].split()[1] for entry in listed] == ["pref_002", "WAL", "pref_003", "pref_001"]


@given(st.integers(0, 10**6), st.sampled_from(["memory", "question", "entry", "day", "fix", "match", "status line"]))
def test_a_count_reads_right(number: int, noun: str) -> None:
    phrase = how_many(number, noun)
    assert phrase.startswith(("no ", "1 ") if number < 2 else f"{number:,} ")
    assert phrase.endswith(noun) == (number == 1)
    assert how_many(2, "memory") == "2 memories"
    assert how_many(2, "day") == "2 days"
    assert how_many(2, "match") == "2 matches"


@given(st.text(max_size=200), st.integers(2, 60))
def test_a_cell_is_as_wide_as_it_is_to_be(text: str, room: int) -> None:
    assert terminal.cells(terminal.fitted(text, room)) <= room + 1
    plain = "".join(char for char in text if char.isascii() and char.isprintable())
    assert len(terminal.fitted(plain, room)) == room


@given(st.text(max_size=100), st.lists(st.text(max_size=30), max_size=20))
def test_only_names_that_there_are_are_offered(word: str, names: list[str]) -> None:
    nearest = spelling.nearest(word, names)
    assert set(nearest) <= set(names)
    assert spelling.did_you_mean(nearest).count("`") == 2 * len(nearest) + sum(name.count("`") for name in nearest)


@each_row("name", [name for name in VERBS if len(name) > 2])
def test_one_slip_in_a_verb_finds_it(name: str) -> None:
    slips = {name[:at] + name[at + 1 :] for at in range(1, len(name))}
    slips |= {name[:at] + name[at + 1] + name[at] + name[at + 2 :] for at in range(len(name) - 1)}
    for slip in slips - set(VERBS):
        assert name in spelling.nearest(slip, VERBS), slip
