"""The guard beside damage, malice and haste: it goes on with what can be read, and harms nothing."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from memory_core.core.light import session_lines
from memory_core.guardrails.light import check, store
from tests.conftest import ROOT, derived
from tests.properties import family
from tests.test_guard_edit import BIG, ORM, REDIS, Editor, words
from tests.test_hooks import mounted_read_only, script


@pytest.fixture
def editor(repo: Path, now: str) -> Editor:
    return Editor(repo)


DAMAGES = {
    "conflict": lambda text: text.replace("{", "<<<<<<< HEAD\n{\n=======\n{\n>>>>>>> other\n", 1),
    "cut": lambda text: text[: text.rindex("}") - 4],
    "wrong types": lambda text: text.replace('"forbid": [', '"permanent": "no", "cycle": [], "forbid": [7, ', 1),
    "twice": lambda text: text.replace('"id": "IP-001"', '"id": "AC-001"'),
    "bom": lambda text: "\ufeff" + text,
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_read_as_far_as_it_goes(editor: Editor, damage: str) -> None:
    editor.rules({**ORM, "enforce": "deny"}, BIG)
    path = editor.project / "IRIS_MEMORY.json"
    path.write_text(DAMAGES[damage](path.read_text()))
    before = path.read_bytes()
    assert editor.writes("src/cart.py", "import sqlalchemy\n")["permissionDecision"] == "deny"
    log = editor.log()
    assert bool(log) == (damage != "bom")
    editor.writes("src/cart.py", "import sqlalchemy\n")
    assert editor.log() == log
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", ["", "[]", "7", "[" * 99_999, "\x00\xff", '{"architectural_constraints": 5}'])
def test_a_file_of_something_else_is_silence(editor: Editor, content: str) -> None:
    (editor.project / "IRIS_MEMORY.json").write_text(content)
    assert editor.writes("src/cart.py", "x\n") == {}


def test_a_file_of_five_megabytes(editor: Editor) -> None:
    many = [{**ORM, "id": f"AC-{at:05}", "applies_to": f"src/m{at}/", "reason": "why " * 60} for at in range(10_000)]
    editor.rules({**ORM, "enforce": "deny"}, *many)
    assert (editor.project / "IRIS_MEMORY.json").stat().st_size > 5_000_000
    for _ in (1, 2):
        assert editor.writes("src/cart.py", "import sqlalchemy\n")["permissionDecision"] == "deny"


@pytest.mark.parametrize("kind", ["folder", "pipe", "link out"])
def test_something_else_in_the_place_of_the_rules(editor: Editor, tmp_path: Path, kind: str) -> None:
    path = editor.project / "IRIS_MEMORY.json"
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        other = Editor(tmp_path)
        other.rules({**ORM, "enforce": "deny"})
        path.symlink_to(tmp_path / "elsewhere.json")
        (tmp_path / "IRIS_MEMORY.json").rename(tmp_path / "elsewhere.json")
    assert editor.writes("src/cart.py", "import sqlalchemy\n") == {}


def test_files_that_cannot_be_read_as_text(editor: Editor) -> None:
    editor.rules({**ORM, "enforce": "deny"})
    (editor.project / "src").mkdir()
    (editor.project / "src/a.bin").write_bytes(bytes(range(256)) * 100)
    (editor.project / "src/folder.py").mkdir()
    os.mkfifo(editor.project / "src/pipe.py")
    editor.has("src/huge.py", "x = 1\n" * 500_000 + "y = 2\n")
    for path in ("src/a.bin", "src/folder.py", "src/pipe.py", "src/huge.py", "src/new.py"):
        assert editor.edits(path, "y = 2", "y = 3") == {}
        answer = editor.edits(path, "y = 2", "import sqlalchemy")
        assert answer["permissionDecision"] == "deny"
        assert path in answer["permissionDecisionReason"]


def test_two_megabytes_are_written(editor: Editor) -> None:
    editor.rules(
        {**ORM, "enforce": "deny"},
        *({**ORM, "id": f"AC-{at:03}", "forbid": [f"w{at}", f"/x{at}$/"]} for at in range(2, 99)),
    )
    text = "value = compute(1, 2, 3)\n" * 80_000
    assert editor.writes("src/cart.py", text) == {}
    answer = editor.writes("src/cart.py", text + "import sqlalchemy\n")
    assert "src/cart.py:80001" in answer["permissionDecisionReason"]


GARBAGE: list[dict[str, Any]] = [
    {},
    {"tool_name": "Edit"},
    {"tool_name": "Edit", "tool_input": []},
    {"tool_name": "Edit", "tool_input": {"file_path": 5}},
    {"tool_name": "Edit", "tool_input": {"file_path": ""}},
    {"tool_name": "Edit", "tool_input": {"file_path": "src/a\0b.py"}},
    {"tool_name": "Edit", "tool_input": {"file_path": "src/cart.py", "old_string": None, "new_string": ["sqlalchemy"]}},
    {"tool_name": "MultiEdit", "tool_input": {"file_path": "src/cart.py", "edits": {"a": 1}}},
    {"tool_name": "NotebookEdit", "tool_input": {"notebook_path": "src/a.ipynb", "cell_number": "x", "new_source": 7}},
    {"tool_name": "Bash", "tool_input": {"command": "echo sqlalchemy > src/cart.py"}},
    {"tool_name": ["Edit"], "tool_input": {"file_path": "src/cart.py"}},
    {"tool_name": "Write", "tool_input": {"file_path": "src/" + "x/" * 3000 + "cart.py", "content": "x"}},
]


@pytest.mark.parametrize("fields", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_is_silence(editor: Editor, fields: dict[str, Any]) -> None:
    editor.rules({**ORM, "enforce": "deny"})
    assert editor.run("PreToolUse", **fields) == ""


def test_side_by_side_hooks_of_a_session_say_it_once(editor: Editor) -> None:
    editor.rules(BIG, {**REDIS, "scope": "src/"})
    given = {"file_path": str(editor.project / "src/user.py"), "content": "x"}
    for session in ("s-1", "s-2"):
        editor.session = session
        running = [editor.start("PreToolUse", tool_name="Write", tool_input=given) for _ in range(8)]
        output = "".join(process.communicate(timeout=60)[0].decode() for process in running)
        assert output.count("IP-001") == output.count("RC-001") == 1


def test_killed_hooks_leave_nothing_that_stops_the_next(editor: Editor) -> None:
    editor.rules({**ORM, "enforce": "deny"}, BIG, REDIS)
    given = {"file_path": str(editor.project / "src/user.py"), "content": "import sqlalchemy"}
    for number in range(30):
        shutil.rmtree(derived(editor.project) / "guard", ignore_errors=True)
        process = editor.start("PreToolUse", tool_name="Write", tool_input=given)
        time.sleep(number * 0.004)
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        assert editor.writes("src/user.py", "import sqlalchemy")["permissionDecision"] == "deny"


def test_a_project_that_cannot_be_written(editor: Editor) -> None:
    editor.rules({**ORM, "enforce": "deny"}, BIG)
    with mounted_read_only(editor.project):
        assert editor.writes("src/user.py", "import sqlalchemy")["permissionDecision"] == "deny"
        assert "IP-001" in words(editor.writes("src/user.py", "x"))


def test_a_repository_cannot_lead_what_is_written_out_of_it(editor: Editor, tmp_path: Path) -> None:
    editor.rules({**ORM, "enforce": "deny", "forbid": ["/(a+)+$/", "sqlalchemy"]}, BIG)
    target = tmp_path / "target"
    target.mkdir()
    for place in (".cs-memory", ".cs-memory/guard", ".cs-memory/guard/said-s-1", ".cs-memory/guard/off"):
        (editor.project / place).parent.mkdir(parents=True, exist_ok=True)
        precious = target / "file"
        precious.write_text("precious\n")
        (editor.project / place).symlink_to(precious if "/guard/" in place else target)
        assert words(editor.writes("src/user.py", "x\n"))
        assert editor.writes("src/user.py", "a" * 60 + "!\nsqlalchemy\n")["permissionDecision"] == "deny"
        assert precious.read_text() == "precious\n"
        assert os.listdir(target) == ["file"]
        subprocess.run(["rm", "-rf", str(editor.project / ".cs-memory"), str(derived(editor.project))], check=True)


def test_a_planted_cache_says_nothing(editor: Editor) -> None:
    editor.rules({**ORM, "enforce": "deny"})
    folder = derived(editor.project) / "guard"
    folder.mkdir(parents=True)
    seen = os.stat(editor.project / "IRIS_MEMORY.json")
    for stamp in ("", f"{seen.st_size}.{seen.st_mtime_ns}.{seen.st_ino}"):
        (folder / "rules").write_text(f"memory-core guard 3 {stamp}\n")
        assert editor.writes("src/cart.py", "sqlalchemy")["permissionDecision"] == "deny"
    stamp = store.stamp(str(editor.project))
    for line in ("src\tAC-001\tf\t[1]", "src\tAC-001\tf\t" + "[" * 99_999):
        (folder / "rules").write_text(f"memory-core guard 3 {stamp}\n{line}\n")
        assert editor.writes("src/cart.py", "sqlalchemy")["permissionDecision"] == "deny"


def test_what_was_said_long_ago_goes(editor: Editor) -> None:
    editor.rules(BIG)
    editor.writes("src/user.py", "x\n")
    now = time.time()
    root = str(editor.project)
    assert session_lines.sweep(root, now) == 0
    assert session_lines.sweep(root, now + 31 * 86_400) == 1
    assert sorted(os.listdir(derived(editor.project) / "guard")) == ["rules"]
    assert session_lines.sweep(str(editor.project / "nowhere"), now) == 0


def test_a_session_that_starts_makes_the_rules_for_its_edits(editor: Editor) -> None:
    root = str(editor.project)
    for rule in (ORM, {**ORM, "enforce": "deny"}):
        editor.rules(rule)
        assert store.rules(root, store.stamp(root)) is None
        editor.run("SessionStart", source="startup")
        assert store.rules(root, store.stamp(root))


def test_a_silent_edit_loads_next_to_nothing(repo: Path) -> None:
    editor = Editor(repo)
    editor.rules(
        {**ORM, "forbid": ["sqlalchemy", "/import\\s+peewee/"]}, *({**BIG, "id": f"IP-{at:03}"} for at in range(99))
    )
    editor.writes("lib/cart.py", "x = 1\n")
    editor.has("src/cart.py", "x = 1\n")
    for path in ("lib/cart.py", "src/cart.py"):
        given = {"file_path": str(editor.project / path), "old_string": "x = 1", "new_string": "x = 2"}
        event = json.dumps(editor.event("PreToolUse", tool_name="Edit", tool_input=given))
        command = [sys.executable, "-I", "-S", "-X", "importtime", script("PreToolUse")]
        done = subprocess.run(command, input=event, capture_output=True, text=True, check=True, cwd=ROOT)
        assert done.stdout == ""
        loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
        assert "memory_core.on_tool_call" in loaded
        assert not loaded & {"json", "re", "typing", "enum", "collections", "contextlib", "subprocess", "datetime"}


def test_slow_reminders_do_not_hide_a_rule_that_refuses(editor: Editor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(
        "TESTS_CLOCK", "1.5"
    )  # so that all of them, 50 ms of processor time each, take longer than they may
    slow = [{**ORM, "id": f"AC-{at:03}", "forbid": [f"/(a+){{{at},}}$/"]} for at in range(2, 40)]
    editor.rules(
        *slow, {**ORM, "enforce": "deny", "forbid": ["/import [s]ql/"]}, {**ORM, "id": "AC-050", "forbid": ["orm"]}
    )
    answer = editor.writes("src/cart.py", "a" * 60 + "!\nimport sqlalchemy\n")
    assert answer["permissionDecision"] == "deny"
    assert "not checked" in answer["told"]
    assert "AC-039" in answer["told"]


def test_what_was_not_looked_for_is_told_once_a_session(editor: Editor) -> None:
    rule = {**ORM, "forbid": ["/(a|aa)+b/"], "enforce": "deny"}
    editor.rules(rule)
    line = "a" * 2_000 + "!\n"
    warning = editor.writes("src/cart.py", line)["told"]
    assert "AC-001" in warning
    assert "src/cart.py" in warning
    assert editor.writes("src/cart.py", line) == {}
    assert editor.log().count("AC-001") == 2
    editor.session = "s-2"
    assert "AC-001" in editor.writes("src/cart.py", line)["told"]
    assert editor.writes("src/cart.py", "aaaab")["permissionDecision"] == "deny"


PLANTED = {
    "off": lambda editor: check.mark("/sql[a]lchemy/") + "\t1\n",
    "said-s-1": lambda editor: "!AC-001\tsrc/cart.py\t1\nIP-001\tsrc/user.py\t1\n?AC-001\t1\n",
    "moved-s-1": lambda editor: f"-AC-001\t{check.mark('import sqlalchemy')}\t1\tsrc/gone.py\n" * 9,
    "rules": lambda editor: f"memory-core guard 3 {store.stamp(str(editor.project))}0\n",
}


@pytest.mark.parametrize("mark", ["", "0" * 32 + "\t", "\t"])
@pytest.mark.parametrize("name", PLANTED)
def test_what_came_with_a_repository_does_not_count(editor: Editor, name: str, mark: str) -> None:
    editor.rules({**ORM, "enforce": "deny", "forbid": ["/sql[a]lchemy/"]}, BIG, {**ORM, "id": "AC-002"})
    path = editor.project / ".cs-memory/guard" / name
    path.parent.mkdir(parents=True)
    path.write_text("".join(f"{mark}{line}\n" for line in PLANTED[name](editor).splitlines()))
    assert editor.writes("src/cart.py", "import sqlalchemy\n")["permissionDecision"] == "deny"
    assert "IP-001" in words(editor.writes("src/user.py", "x\n"))


@pytest.mark.parametrize("name", ["off", "said-s-1", "moved-s-1", "rules"])
@pytest.mark.parametrize("kind", family(["pipe", "folder", "link", "long"], 2))
def test_something_else_in_the_place_of_what_is_kept(editor: Editor, name: str, kind: str) -> None:
    editor.rules({**ORM, "enforce": "deny", "forbid": ["/sql[a]lchemy/", "/(a+)+$/"]}, BIG)
    path = derived(editor.project) / "guard" / name
    path.parent.mkdir(parents=True)
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        (path / "x").mkdir(parents=True)
    elif kind == "link":
        path.symlink_to(editor.project / "elsewhere")
    else:
        path.write_text("0" * 2_000_000)
    assert editor.writes("src/cart.py", "import sqlalchemy\n")["permissionDecision"] == "deny"
    assert "AC-001" in editor.writes("src/user.py", "a" * 60 + "!")["told"]
    if name != "rules":
        assert editor.writes("src/user.py", "a" * 60 + "!") == {}
