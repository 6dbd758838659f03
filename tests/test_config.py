"""The user's settings: one place, no repository, the environment first; off means silent."""

import json
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from memory_core.cli import main
from memory_core.core import session
from memory_core.core.light import client_process as clients
from memory_core.core.light import settings, user
from memory_core.guardrails.light import loosens
from memory_core.journal import journal_files
from memory_core.setup import config
from tests.conftest import Output
from tests.rows import each_row
from tests.test_hooks import Client

Run = Callable[..., Output]


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORY_CORE_DATA", str(tmp_path / "data"))


@pytest.fixture
def run(repo: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*words: str) -> Output:
        code = main([*words, "--root", str(repo)])
        out = capsys.readouterr()
        return Output(code, out.out, out.err)

    return call


def test_every_setting_has_words_a_default_and_a_value_of_its_own(run: Run) -> None:
    assert set(config.DOES) == set(settings.VALUES)
    values = run("config", "--json").json
    assert values == {name: choices[0] for name, choices in settings.VALUES.items()}
    for name, choices in settings.VALUES.items():
        for value in choices:
            assert run("config", "set", name, value).code == 0
            assert settings.read(name) == value


def test_what_holds_here_comes_before_what_holds_everywhere_and_the_environment_first(
    run: Run, repo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = str(repo.resolve())
    run("config", "set", "quiet", "on")
    assert run("config", "get", "quiet").out == "on\n"
    run("config", "set", "quiet", "no", "--here")
    assert settings.read("quiet", root) == "off"
    assert settings.read("quiet") == "on"
    monkeypatch.setenv("MEMORY_CORE_QUIET", "1")
    assert settings.read("quiet", root) == "on"
    monkeypatch.delenv("MEMORY_CORE_QUIET")
    run("config", "unset", "quiet", "--here")
    assert settings.read("quiet", root) == "on"


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("config", "set", "quite", "on"), "quiet"),
        (("config", "set", "quiet", "loud"), "off, on"),
        (("config", "get"), "marks"),
        (("config", "set", "capture", ""), "sure"),
    ],
)
def test_a_name_or_value_that_is_none_is_answered_with_what_to_type(
    run: Run, words: tuple[str, ...], meant: str
) -> None:
    result = run(*words)
    assert result.code == 1
    assert meant in result.err


def test_lines_that_are_no_settings_of_ours_stay(run: Run) -> None:
    path = Path(settings.paths()[0])
    path.parent.mkdir(parents=True)
    path.write_text('# mine\nworker = "off"\nother = [1, 2]\n\n[table]\nquiet = true\n')
    assert run("config", "set", "marks", "off").code == 0
    text = path.read_text()
    assert all(row in text for row in ("# mine", 'worker = "off"', "other = [1, 2]", "[table]"))
    assert settings.read("marks") == "off"
    assert settings.read("worker") == "off"


@pytest.mark.parametrize("text", ["marks = off\n", "marks = 'off'\n", 'marks="off"', "marks = false\n", "[x]\ny = 1\n"])
def test_a_file_is_read_however_it_is_written(text: str) -> None:
    path = Path(settings.paths()[0])
    path.parent.mkdir(parents=True)
    path.write_text(text)
    assert settings.read("marks") == ("on" if "[x]" in text else "off")


@pytest.mark.parametrize("size", [160_000, 0])
def test_a_file_that_cannot_be_kept_whole_is_not_written(run: Run, size: int) -> None:
    path = Path(settings.paths()[0])
    path.parent.mkdir(parents=True)
    if size:
        path.write_text("# words\n" * (size // 8) + 'quiet = "on"\n')
    else:
        path.mkdir()
    result = run("config", "set", "tidy", "off")
    assert result.code == 1
    assert "move it away" in result.err
    assert not size or path.stat().st_size > size


@pytest.mark.parametrize(
    "junk",
    [
        b"a = " + b"[" * 30_000,
        b"a = " + b"9" * 6_000,
        b"\xff\xfe\x00",
        b"marks = \x00",
        b"=" * 50_000,
        b"marks =\n" * 1000,
        b"[" * 9000,
    ],
)
def test_a_damaged_file_changes_nothing(junk: bytes) -> None:
    path = Path(settings.paths()[0])
    path.parent.mkdir(parents=True)
    path.write_bytes(junk)
    assert settings.read("marks") == "on"


def test_no_repository_brings_settings(repo: Path) -> None:
    for name in ("settings.toml", ".genius/memory/settings.toml", ".memory-core/settings.toml"):
        path = repo / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text('off = "on"\nworker = "off"\n')
    assert not settings.is_off(str(repo.resolve()), "s-1")
    assert settings.read("worker", str(repo.resolve())) == "on"


def speaks(client: Client) -> bool:
    client.says("DECISION: Prices are integers in cents — floats lost a cent")
    client.run("Stop", last_assistant_message="")
    started = bool(client.run("SessionStart", source="startup"))
    kept = bool(journal_files.read(str(client.project.resolve())))
    assert started == kept
    return started


def test_off_here_is_silent_here_alone_until_on(run: Run, repo: Path, tmp_path: Path) -> None:
    assert run("off", "--here").code == 0
    assert not speaks(Client(repo))
    other = tmp_path / "other"
    other.mkdir()
    assert speaks(Client(other, "s-2"))
    assert run("on", "--here").code == 0
    assert speaks(Client(repo))


def test_off_is_silent_everywhere_and_on_here_wins_over_it(run: Run, repo: Path) -> None:
    assert run("off").code == 0
    assert not speaks(Client(repo))
    assert "`memory-core on`" in run("off").out
    assert run("on", "--here").code == 0
    assert speaks(Client(repo))
    assert run("on").code == 0
    assert settings.read("off") == "off"


def test_off_in_a_session_is_silent_in_it_alone(run: Run, repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDE_PID", str(os.getpid()))
    root = str(repo.resolve())
    assert run("off", "--session").code == 1
    session.save(root, "s-1", {clients.KEY: clients.current()})
    assert run("off", "--session").code == 0
    assert settings.is_off(root, "s-1")
    assert not settings.is_off(root, "s-2")
    assert not Client(repo, "s-1").run("SessionStart", source="clear")
    assert run("on", "--session").code == 0
    assert not settings.is_off(root, "s-1")


@each_row(
    "command",
    ["memory-core off", "memory-core off --here", "memory-core config set off on", "memory-core memory off --session",
     "cd /tmp && memory-core off", "MEMORY_CORE_X=1 memory-core config off true", "memory-core config set OFF on",
     "memory-core config set o$(echo ff) on", "memory-core of''f", "memory-core o\\ff", "timeout 5 memory-core off",
     "find . -maxdepth 0 -exec memory-core off \\;", "echo off > x; cat x | memory-core memory --args-stdin",
     "x=OFF; memory-core config set $x on", "make -f - <<< 'all:; memory-core off'", "memory-core setup --remove --yes",
     "python3 -c \"from memory_core.cli import main; main(['off'])\"", "rm -rf ~/.local/share/memory-core",
     "printf 'off=1' > ~/.local/share/memory-core/settings.toml",
     "sed -i s/a/b/ ~/.local/share/memory-core/settings.toml",
     "cd ~/.local/share/memory-core && echo off=1 > settings.toml", "echo x > \"$MEMORY_CORE_DATA/settings.toml\""],
)  # fmt: skip
def test_the_model_does_not_switch_the_rules_off_unasked(command: str) -> None:
    assert loosens.about(command, dict) == loosens.OFF


@pytest.mark.parametrize(
    "command",
    ["memory-core config", "memory-core config get off", "memory-core on", "memory-core config set quiet on",
     "cat ~/.local/share/memory-core/settings.toml", "echo x > settings.toml", "memory-core recall off",
     "rm -rf build"],
)  # fmt: skip
def test_what_only_reads_or_switches_on_is_not_asked_about(command: str) -> None:
    assert loosens.about(command, dict) == ""


def test_the_status_line_says_what_is_known_and_what_waits(
    run: Run, repo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("statusline").out == "memory-core: empty\n"
    client = Client(repo)
    client.says("DECISION: Prices are integers in cents — floats lost a cent")
    client.says("Never use moment in this project.", role="user", promptSource="typed")
    client.run("Stop")
    client.brief()
    text = run("statusline", "--json").json["text"]
    assert "1 memory" in text or "2 memories" in text
    assert "/iris:memory" in text
    run("off", "--here")
    assert run("statusline").out == "memory-core: off\n"


def test_quiet_leaves_the_screen_alone(run: Run, repo: Path) -> None:
    client = Client(repo)
    client.says("DECISION: Prices are integers in cents — floats lost a cent")
    client.run("Stop")
    first, second = (json.loads(Client(repo, name).run("SessionStart", source="startup")) for name in ("s-2", "s-3"))
    assert "knows 1 memory" in first["systemMessage"]
    assert first["systemMessage"].startswith(second["systemMessage"])
    run("config", "set", "quiet", "on")
    third = json.loads(Client(repo, "s-4").run("SessionStart", source="startup"))
    assert "systemMessage" not in third
    assert "integers in cents" in third["hookSpecificOutput"]["additionalContext"]


def test_reading_settings_costs_no_library(repo: Path) -> None:
    path = Path(settings.paths(str(repo))[1])
    path.parent.mkdir(parents=True)
    path.write_text('quiet = "on"\n# words\nworker = off\n')
    start = time.perf_counter()
    for _ in range(100):
        settings.read("quiet", str(repo))
    assert time.perf_counter() - start < 1
    assert user.derived(str(repo)) in settings.paths(str(repo))[0]
