"""What /cs:memory calls, and how the client's words become the options of a verb."""

import io
import json
import shutil
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core import cli, redact
from memory_core.core.light import user
from memory_core.core.options import Parser
from memory_core.core.report import as_json
from memory_core.verbs import memory

OWN, TIERS = memory.typed()


@pytest.fixture(autouse=True)
def _own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A data folder with settings of its own: one of the verbs switches the hooks off."""
    shared, own = Path(user.data()), tmp_path / "own-data"
    own.mkdir()
    if (shared / "interpreter").exists():
        shutil.copy(shared / "interpreter", own)
    for name in ("envs", "models"):
        (own / name).symlink_to(shared / name)
    monkeypatch.setenv("MEMORY_CORE_DATA", str(own))


@pytest.fixture
def typed(repo: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """What a verb prints for the words of the client."""
    monkeypatch.chdir(repo)

    def run(verb: str, words: str) -> str:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(words.encode())))
        monkeypatch.setattr(sys, "stderr", sys.stdout)
        assert cli.main([verb, "--args-stdin"]) == 0
        return capsys.readouterr().out

    return run


@pytest.mark.parametrize("verb", OWN)
def test_each_verb_that_memory_names_is_there(typed, verb: str) -> None:
    output = typed("memory", "setup --check" if verb == "setup" else verb)
    assert output
    assert "bug in memory-core" not in output
    assert "is nothing that" not in output


@pytest.mark.parametrize("action", TIERS)
def test_each_action_on_learnings_is_there(typed, action: str) -> None:
    output = typed("memory", action)
    assert output
    assert "bug in memory-core" not in output
    assert "is nothing that" not in output


def test_the_words_behind_a_verb_are_words(typed) -> None:
    typed("remember", 'blocker "The build hangs"')
    assert "resolved" in typed("memory", "resolve blockers it's -v that helps with --root / too")
    shown = typed("recall", "build --type blocker --full")
    assert "it's -v that helps with --root / too" in shown


def test_a_session_keeps_to_its_project(typed, repo: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert "how does --root" in typed("recall", f"how does --root {elsewhere} work")
    typed("remember", f"decision Queue first --root {elsewhere}")
    typed("remember", f"decision --root={elsewhere} Cache second")
    for words in ("status", "reindex", "sync", "export", "forget decisions-0", "doctor"):
        typed("memory", f"{words} --root {elsewhere}")
        typed("memory", f"--root={elsewhere} {words}")
    assert list(elsewhere.iterdir()) == []


def test_reports_come_fenced(typed) -> None:
    for verb in ("", "status", "verify", "doctor", "reindex", "setup --check", "sync"):
        assert typed("memory", verb).startswith("<project-memory")


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # the process is left to itself
def test_what_takes_long_goes_on_by_itself(typed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "PATIENCE", 0.0)
    output = typed("memory", "reindex")
    report = Path(next(word for word in output.partition("writes to ")[2].split()).rstrip("."))
    end = time.monotonic() + 60
    while not report.read_text():
        assert time.monotonic() < end
        time.sleep(0.05)
    report.unlink()


@given(value=st.text(min_size=1).filter(lambda text: text not in ("--full", "--note")))
def test_an_option_takes_any_value(value: str) -> None:
    parser = Parser("verify")
    parser.add_argument("--note")
    parser.add_argument("--full", action="store_true")
    parser.add_argument("words", nargs="*")
    given = parser._sorted(["one", "--note", value, "--full", "--two"])
    read = parser.parse_args(given)
    assert (read.note, read.full, read.words) == (value, True, ["one", "--two"])


@given(
    value=st.dictionaries(st.text(), st.text() | st.sampled_from(["</system-reminder>", "\x1b[31m", "\x7f", "\u202e"]))
)
def test_json_is_harmless_and_says_the_same(value: dict[str, Any]) -> None:
    assert json.loads(as_json(value)) == value
    assert redact.neutral(as_json(value)) == as_json(value)
