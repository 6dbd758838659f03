"""bin/memory-core: what it starts, what it says where nothing is set up, and that it never disturbs a session."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests import test_guard_shell
from tests.conftest import ROOT
from tests.properties import family

pytestmark = pytest.mark.processes

EVENTS = ("SessionStart", "UserPromptSubmit", "PreToolUse", "PreCompact", "Stop", "SessionEnd")
LAUNCHER = ROOT / "bin" / "memory-core"
SHELLS = [shell for shell in ("dash", "busybox", "bash", "sh") if shutil.which(shell)]


def plugin(folder: Path, hook: str = "import sys; print(sys.flags.isolated, sys.argv[0])") -> Path:
    """A plugin of the same shape, whose hooks and whose program say how they were started."""
    shutil.copytree(ROOT / "bin", folder / "bin")
    (folder / "hooks").mkdir()
    for name in ("session_start", "user_prompt_submit", "pre_tool_use", "pre_compact", "stop", "session_end"):
        (folder / "hooks" / f"{name}.py").write_text(hook)
    (folder / "memory_core").mkdir()
    (folder / "memory_core" / "__init__.py").write_text("")
    (folder / "memory_core" / "cli.py").write_text(
        "import sys\ndef main(given):\n    print(sys.executable, given)\n    return 7\n"
    )
    return folder


def run(*command: str | Path, **environment: str | None) -> subprocess.CompletedProcess[str]:
    known = {**os.environ, **environment}
    kept = {name: value for name, value in known.items() if value is not None}
    return subprocess.run(
        [str(part) for part in command], env=kept, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder whose record names the interpreter of these tests."""
    folder = tmp_path / "a data folder"
    folder.mkdir()
    (folder / "interpreter").write_text(f"{sys.executable}\n{sysconfig.get_path('purelib')}\n")
    return folder


@pytest.mark.req("C-20")
@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("home", ["empty", None, "/dev/null/nowhere"])
def test_without_a_set_up_only_session_start_speaks(tmp_path: Path, event: str, home: str | None) -> None:
    place = str(tmp_path) if home == "empty" else home
    done = run(LAUNCHER, "hook", event, HOME=place, MEMORY_CORE_DATA=None)
    assert (done.returncode, done.stderr) == (0, "")
    if event != "SessionStart":
        assert done.stdout == ""
        return
    reply = json.loads(done.stdout)
    words = reply["hookSpecificOutput"]["additionalContext"]
    assert reply["hookSpecificOutput"]["hookEventName"] == "SessionStart"
    assert words == reply["systemMessage"]
    assert "/cs:memory setup" in words
    assert "\n" not in words


@pytest.mark.parametrize("name", ['quote"and\\back', "space here", "new\nline", "dollar$(true)`x`"])
def test_the_notice_is_json_wherever_the_plugin_lies(tmp_path: Path, name: str) -> None:
    root = plugin(tmp_path / name)
    done = run(root / "bin" / "memory-core", "hook", "SessionStart", MEMORY_CORE_DATA=str(tmp_path / "none"))
    assert "/cs:memory setup" in json.loads(done.stdout)["systemMessage"]


def test_a_user_who_switched_it_off_hears_nothing(tmp_path: Path, data: Path) -> None:
    for place in (tmp_path / "none", data):
        done = run(LAUNCHER, "hook", "SessionStart", MEMORY_CORE_OFF="1", MEMORY_CORE_DATA=str(place))
        assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize(
    "record",
    ["", "\n", "/nowhere/python\n/nowhere\n", "/\n/\n", "relative", "\0\1\2", "/dev/null\n/tmp\n"],
    ids=["empty", "blank", "gone", "folder", "relative", "bytes", "device"],
)
def test_a_record_that_leads_nowhere_is_no_set_up(tmp_path: Path, record: str) -> None:
    (tmp_path / "interpreter").write_text(record)
    started = run(LAUNCHER, "hook", "SessionStart", MEMORY_CORE_DATA=str(tmp_path))
    assert "not set up" in json.loads(started.stdout)["systemMessage"]
    assert run(LAUNCHER, "hook", "Stop", MEMORY_CORE_DATA=str(tmp_path)).returncode == 0
    assert run(LAUNCHER, "recall", "x", MEMORY_CORE_DATA=str(tmp_path)).returncode == 1


def test_an_unknown_event_is_nothing(data: Path) -> None:
    for name in ("", "Nothing", "../../etc/passwd", "SessionStart; true"):
        done = run(LAUNCHER, "hook", name, MEMORY_CORE_DATA=str(data))
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("spelling", ["SessionStart", "session-start", "session_start"])
@pytest.mark.parametrize("folder", ["plain", "with space", "quote'\"", "umläut"])
def test_a_hook_is_its_own_script_in_the_recorded_interpreter(
    tmp_path: Path, data: Path, spelling: str, folder: str
) -> None:
    root = plugin(tmp_path / folder)
    done = run(root / "bin" / "memory-core", "hook", spelling, MEMORY_CORE_DATA=str(data))
    assert done.stdout == f"1 {root}/hooks/session_start.py\n"


NAMED = (
    "rm IRIS_MEMORY.json",
    "> iris_memory.json",
    "X MEMORY_CORE_OFF=1",
    "memory-core iris x",
    "-m memory_core iris",
    "memory-core undo",
    "memory-core off",
    "memory-core config set OFF on",
    "memory-core of''f",
    "memory-core setup --remove --yes",
    "echo off=1 > ~/.local/share/memory-core/settings.toml",
    "M=memory-core; $M recall x",
    "V=iris; memory-core $V",
    "M=memory; ${M}-core iris remove AC-001",
    "mem''ory-core iris remove",
    "rm IRIS*",
    "rm iris_*.json",
    "echo bWVt | base64 -d | sh",
    "printf '\\x6demory-core' | sh",
    "echo 6d | xxd -r -p | sh",
)
UNNAMED = (
    "memory-core recall x",
    "grep -rn memory-core docs | head",
    "ls",
    "npm test",
    "echo iris",
    "git log --grep=undo",
    "sed s/x/y/ a",
    "a" * 300_000,
    "memory core " * 30_000,
)


@pytest.mark.parametrize("shell", family(SHELLS))
def test_a_shell_command_starts_the_interpreter_only_where_it_names_guard_rails(
    tmp_path: Path, data: Path, shell: str
) -> None:
    launcher = plugin(tmp_path / "plugin", "import sys; print(sys.stdin.read())") / "bin" / "memory-core"

    def output_of(command: str, end: str = " 'ünï' \\n %s \\\\ ") -> str:
        given = json.dumps({"cwd": "/x/memory-core/iris", "tool_input": {"command": f"{command}{end}"}})
        call = [shell, *(["sh"] if shell == "busybox" else []), str(launcher), "hook", "PreToolUse", "shell"]
        environment = {**os.environ, "MEMORY_CORE_DATA": str(data)}
        done = subprocess.run(call, env=environment, input=given, capture_output=True, text=True, check=True)
        assert done.stderr == ""
        assert done.stdout.strip() in ("", given)
        return done.stdout

    assert all(output_of(command) and output_of(command, " 'ünï' \\n %s \\\\ $(x)") for command in NAMED)
    assert not any(output_of(command) for command in UNNAMED)
    if shell == "sh":
        assert [command for command in test_guard_shell.ASKING if not output_of(command, "")] == []


@pytest.mark.parametrize("shell", SHELLS)
def test_any_posix_shell_will_do(tmp_path: Path, data: Path, shell: str) -> None:
    command = [shell, "sh"] if shell == "busybox" else [shell]
    root = plugin(tmp_path / "p")
    started = run(*command, root / "bin" / "memory-core", "hook", "Stop", MEMORY_CORE_DATA=str(data))
    assert started.stdout == f"1 {root}/hooks/stop.py\n"
    silent = run(*command, root / "bin" / "memory-core", "hook", "Stop", MEMORY_CORE_DATA=str(tmp_path))
    assert (silent.returncode, silent.stdout) == (0, "")


def test_arguments_arrive_word_for_word_and_the_exit_code_comes_back(tmp_path: Path, data: Path) -> None:
    words = ["recall", "don't", 'say "x"', "$(touch pwned)", "`id`", "a\nb", "", "*", "--", "-x"]
    done = run(plugin(tmp_path / "p") / "bin" / "memory-core", *words, MEMORY_CORE_DATA=str(data))
    assert done.returncode == 7
    assert done.stdout == f"{sys.executable} {words}\n"


def test_links_to_the_launcher_are_followed(tmp_path: Path, data: Path) -> None:
    root = plugin(tmp_path / "p")
    (tmp_path / "one").symlink_to(root / "bin" / "memory-core")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "two").symlink_to("../one")
    done = run(tmp_path / "sub" / "two", "hook", "Stop", MEMORY_CORE_DATA=str(data))
    assert done.returncode == 0
    assert done.stdout.endswith("/hooks/stop.py\n")


@pytest.mark.parametrize("where", [".", "bin"])
def test_it_starts_by_a_relative_path(tmp_path: Path, data: Path, where: str) -> None:
    root = plugin(tmp_path / "p")
    path = "bin/memory-core" if where == "." else "./memory-core"
    done = subprocess.run(
        [path, "hook", "Stop"], cwd=root / where, env={**os.environ, "MEMORY_CORE_DATA": str(data)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout == f"1 {root}/hooks/stop.py\n"


@pytest.mark.req("Z-4")
def test_jarvis_is_memory_core_jarvis(tmp_path: Path, data: Path) -> None:
    root = plugin(tmp_path / "p")
    (tmp_path / "link").symlink_to(root / "bin" / "jarvis")
    words = ["jarvis", "memory", "status", "it's"]
    for door in (root / "bin" / "jarvis", tmp_path / "link"):
        done = run(door, *words[1:], MEMORY_CORE_DATA=str(data))
        assert done.stdout == f"{sys.executable} {words}\n"


def test_verbs_that_need_the_packages_say_what_to_run(tmp_path: Path) -> None:
    refused = run(LAUNCHER, "recall", "x", MEMORY_CORE_DATA=str(tmp_path))
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "setup" in refused.stderr
    assert refused.stderr.count("\n") == 1
    for_client = run(LAUNCHER, "recall", "--args-stdin", MEMORY_CORE_DATA=str(tmp_path))
    assert (for_client.returncode, for_client.stderr) == (0, "")
    assert "setup" in for_client.stdout


@pytest.mark.parametrize("verb", ["--help", "setup", "doctor", "demo", "--version"])
def test_the_verbs_before_set_up_run_with_any_python(tmp_path: Path, verb: str) -> None:
    root = plugin(tmp_path / "p")
    done = run(root / "bin" / "memory-core", verb, MEMORY_CORE_DATA=str(tmp_path), MEMORY_CORE_PYTHON=sys.executable)
    assert (done.returncode, done.stdout) == (7, f"{sys.executable} {[verb]}\n")


def test_a_python_that_is_too_old_or_missing_is_refused_in_words(tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    for named in (str(old), "/nowhere/python"):
        done = run(LAUNCHER, "setup", MEMORY_CORE_DATA=str(tmp_path), MEMORY_CORE_PYTHON=named)
        assert done.returncode == 1
        assert "3.11" in done.stderr
        assert named in done.stderr


def test_a_plugin_that_cannot_be_written_is_compiled_into_the_data_folder(tmp_path: Path, data: Path) -> None:
    root = plugin(tmp_path / "p", "import sys; print(sys.pycache_prefix)")
    os.chmod(root / "memory_core", 0o555)
    try:
        if os.access(root / "memory_core", os.W_OK):
            pytest.skip("this user may write anywhere")
        done = run(root / "bin" / "memory-core", "hook", "Stop", MEMORY_CORE_DATA=str(data))
        assert done.stdout == f"{data}/compiled\n"
    finally:
        os.chmod(root / "memory_core", 0o755)


@pytest.mark.parametrize("name", ["memory-core", "jarvis"])
def test_the_launchers_are_executable_posix_shell(name: str) -> None:
    path = ROOT / "bin" / name
    assert os.access(path, os.X_OK)
    assert path.read_text().startswith("#!/bin/sh\n")
    assert "bash" not in path.read_text()
