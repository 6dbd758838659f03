"""`memory-core suggest`: what a prompt would be told of, and what its user does not want to be told of."""

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from memory_core import cli
from memory_core.core import registry
from memory_core.core.memory import Memory
from memory_core.recall.light import suggested
from tests.conftest import ROOT, Output

COOKIE = "Session cookies are SameSite=None because the shop widget embeds us in an iframe"
ASKED = "set SameSite of the session cookie to Lax"


@pytest.fixture
def suggest(repo: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Run the verb in a project that keeps one decision."""
    with registry.held(str(repo)):
        registry.keep(str(repo), [Memory("", "decision", COOKIE, created="2026-01-05T10:00:00Z")])
    monkeypatch.chdir(repo)

    def run(*arguments: str, given: str = "") -> Output:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given.encode())))
        code = cli.main(["suggest", *arguments])
        out = capsys.readouterr()
        return Output(code, out.out, out.err)

    return run


@pytest.mark.req("CS-US-016", "CS-NFR-013")
def test_the_answer_has_topic_and_suggestions_with_id_summary_and_why(suggest: Any) -> None:
    answer = suggest(ASKED, "--json").json
    assert set(answer) == {"topic", "suggestions"}
    [suggestion] = answer["suggestions"]
    assert set(suggestion) == {"id", "summary", "why"}
    assert suggestion["summary"] == COOKIE
    assert "2026-01-05" in suggestion["why"]
    assert "cookie" in answer["topic"]
    assert suggest("--json", given=ASKED).json == answer
    assert suggest("run the tests", "--json").json == {"topic": "", "suggestions": []}
    assert suggest("--args-stdin", given=ASKED).out.startswith("<project-memory")


def test_a_memory_is_dismissed_by_id_a_topic_by_words_and_both_come_back(suggest: Any) -> None:
    name = suggest(ASKED, "--json").json["suggestions"][0]["id"]
    for what in ([name], ["session", "cookies"], ["samesite cookie"]):
        assert suggest("--dismiss", *what).code == 0
        assert suggest(ASKED, "--json").json["suggestions"] == []
        assert "Dismissed" in suggest(ASKED).out
        assert suggest("--restore", *what).code == 0
        assert suggest(ASKED, "--json").json["suggestions"]
    assert suggest("--dismiss", "webhook", "signature").code == 0
    assert suggest(ASKED, "--json").json["suggestions"]
    listed = suggest("--list", "--json").json
    assert [wish["topic"] for wish in listed["topics"]] == ["webhook signature"]
    assert suggest("--restore").code == 0
    assert suggest("--list", "--json").json == {"off": False, "memories": [], "topics": []}


def test_what_names_nothing_is_refused_and_nothing_changes(suggest: Any) -> None:
    for given in (["--dismiss", "the"], ["--dismiss", ""], ["--restore", "never dismissed"], ["--dismiss", "x" * 200]):
        result = suggest(*given)
        assert result.code == 1, given
        assert result.err
    assert suggest("").code == 1
    assert not Path(suggested.path()).exists()


def test_what_is_dismissed_in_one_project_is_told_in_another(suggest: Any, tmp_path: Path) -> None:
    suggest("--dismiss", "session cookie")
    suggest("--off")
    assert "off" in suggest("nothing about a giraffe here").out
    assert suggested.read(str(tmp_path)).off == ""
    assert not suggested.read(str(tmp_path)).topics


def test_secrets_are_not_kept_and_strange_keys_of_others_do_no_harm(suggest: Any, repo: Path) -> None:
    suggest("--dismiss", "token ghp_abcdefghijklmnopqrstuvwxyz0123456789 login")
    assert "ghp_abc" not in Path(suggested.path()).read_text()
    whole = json.loads(Path(suggested.path()).read_text())
    whole["projects"][str(repo)]["topics"]["a b"] = ["x", 3]
    whole["projects"]["/elsewhere"] = {"off": "2026-01-01", "ids": {"m": {"summary": "s"}}}
    Path(suggested.path()).write_text(json.dumps(whole))
    assert suggest("--off").code == 0
    assert suggested.read("/elsewhere").off == "2026-01-01"
    assert list(suggested.read("/elsewhere").ids) == ["m"]


def test_a_folder_that_cannot_be_written_is_a_refusal(suggest: Any, home: Path) -> None:
    (home / ".jarvis").write_text("in the way")
    result = suggest("--dismiss", "carts and prices")
    assert result.code == 1
    assert "suggestions.json" in result.err
    assert suggest(ASKED, "--json").json["suggestions"]


@pytest.mark.req("CS-US-016")
def test_in_a_session_the_memory_command_does_it_too(
    suggest: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def typed(words: str) -> str:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(words.encode())))
        assert cli.main(["memory", "--args-stdin"]) == 0
        return capsys.readouterr().out

    assert COOKIE in typed(f"suggest {ASKED}")
    assert "session cookie" in typed("suggest --dismiss session cookie")
    assert COOKIE not in typed(f"suggest {ASKED}")
    assert "session cookie" in typed("suggest --list")
    assert "1 dismissal" in typed("suggest --restore")
    assert "off" in typed("suggest --off")
    assert COOKIE in typed(f"suggest {ASKED}")
    assert "<project-memory" in typed("suggest run the tests")


def test_two_at_once_lose_no_wish(suggest: Any, repo: Path) -> None:
    command = [sys.executable, "-m", "memory_core.cli", "suggest", "--root", str(repo), "--dismiss"]
    running = [subprocess.Popen([*command, f"webhook signature{number}"], cwd=ROOT) for number in range(6)]
    assert [process.wait() for process in running] == [0] * 6
    assert len(suggested.read(str(repo)).topics) == 6
