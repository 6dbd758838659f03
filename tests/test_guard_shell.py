"""What a shell command of the model may do to the guard rails, and what the guard says of it."""

import json
import shlex
import string
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.domain.guard import loosens, shell
from memory_core.domain.guard.loosens import CALL, FILE, OFF, PASS, TYPED
from tests.test_guard_edit import ORM, Editor, editor
from tests.test_hooks import script

__all__ = ["editor"]
STRICT = {"AC-001": "ask", "AC-002": "deny", "RC-001": "remind"}
SPIN = "memory-core iris spin <<'JSON'\n{answers}\nJSON"
ASKS = {
    "memory-core iris remove AC-001 --yes": CALL,
    "memory-core iris remove AC-001": CALL,
    "cd /tmp && /opt/x/bin/memory-core iris remove AC-001 --yes": CALL,
    "memory-core iris --root . remove AC-001 --yes": CALL,
    "MEMORY_CORE_DATA=/x memory-core iris remove AC-001 --yes | tail -1": CALL,
    "(memory-core iris remove AC-001 --yes)": CALL,
    "if true; then memory-core iris remove AC-001 --yes; fi": CALL,
    "memory-core \\\n  iris remove AC-001 --yes": CALL,
    "'memory-core' \"iris\" re\"mov\"e AC-001": CALL,
    "A=remove; memory-core iris $A AC-001 --yes": CALL,
    "sh -c 'memory-core iris remove AC-001 --yes'": CALL,
    "bash <<'X'\nmemory-core iris remove AC-001 --yes\nX": CALL,
    'echo "$(memory-core iris remove AC-001 --yes)"': CALL,
    "echo `memory-core iris remove AC-001 --yes`": CALL,
    "env -i memory-core iris remove AC-001 --yes": CALL,
    "echo AC-001 | xargs memory-core iris remove --yes": CALL,
    "python3 -m memory_core iris remove AC-001 --yes": CALL,
    "python3 -c \"import subprocess; subprocess.run(['memory-core', 'iris', 'remove', 'AC-001', '--yes'])\"": CALL,
    "git commit -m \"$(cat <<'E'\nDon't ask\nE\n)\" && memory-core iris remove AC-001 --yes": CALL,
    "memory-core iris decline all": CALL,
    "memory-core iris edit AC-001 --enforce remind": CALL,
    "memory-core iris edit AC-001 --enforce=remind --reason 'It is fine'": CALL,
    "memory-core iris edit AC-002 --enforce ask": CALL,
    "memory-core iris edit --enforce remind AC-002": CALL,
    "memory-core iris edit AC-001 --scope docs/": CALL,
    "memory-core iris edit AC-001 --forbid ''": CALL,
    "memory-core iris edit AC-001 'Prefer no ORM'": CALL,
    "memory-core iris edit RC-001 --not-permanent": CALL,
    "memory-core iris spin < answers.json": CALL,
    "cat answers.json | memory-core iris spin": CALL,
    SPIN.format(answers='{"answers": [{"entry": "AC-001", "answer": "remove"}]}'): CALL,
    "echo '{\"answers\": [{\"entry\": \"AC-001\", \"answer\": \"update\"}]}' | memory-core iris spin": CALL,
    "memory-core iris --args-stdin <<'E'\nremove AC-001 --yes\nE": CALL,
    "memory-core iris --args-stdin <<'E'\nedit AC-001 --enforce remind\nE": CALL,
    "memory-core iris --args-stdin <<'E'\nadd-constraint X --reason Y\nE": TYPED,
    "echo x | memory-core iris --args-stdin": TYPED,
    "memory-core iris allow AC-001 --file src/x.js": PASS,
    "memory-core iris --args-stdin <<'E'\nallow\nE": PASS,
    "sh -c 'memory-core iris allow'": PASS,
    "rm IRIS_MEMORY.json": FILE,
    "rm -f ./IRIS_MEMORY.json README.md": FILE,
    "rm iris_memory.json": FILE,
    "rm 'IRIS_MEMORY'.json": FILE,
    "rm IRIS_MEMORY*": FILE,
    "rm IRIS_MEMORY.*": FILE,
    "f=IRIS_MEMORY.json; rm \"$f\"": FILE,
    "for f in IRIS_MEMORY.json b; do rm $f; done": FILE,
    "ls && git checkout -- IRIS_MEMORY.json": FILE,
    "git -C . restore IRIS_MEMORY.json": FILE,
    "git rm IRIS_MEMORY.json": FILE,
    "git stash push IRIS_MEMORY.json": FILE,
    "mv IRIS_MEMORY.json /tmp/": FILE,
    "mv new.json IRIS_MEMORY.json": FILE,
    "cp new.json IRIS_MEMORY.json": FILE,
    "cp old/IRIS_MEMORY.json .": FILE,
    "sed -i s/deny/remind/ IRIS_MEMORY.json": FILE,
    "sed -Ei.bak s/deny/remind/ IRIS_MEMORY.json": FILE,
    "sed --in-place s/deny/remind/ IRIS_MEMORY.json": FILE,
    "perl -pi -e s/deny/remind/ IRIS_MEMORY.json": FILE,
    "jq 'del(.x)' IRIS_MEMORY.json > IRIS_MEMORY.json": FILE,
    "jq . x >IRIS_MEMORY.json": FILE,
    "echo '{}' >| IRIS_MEMORY.json": FILE,
    "echo '{}' &> IRIS_MEMORY.json": FILE,
    "echo '{}' 1>IRIS_MEMORY.json 2>&1": FILE,
    ": > IRIS_MEMORY.json": FILE,
    "> IRIS_MEMORY.json": FILE,
    "cat > IRIS_MEMORY.json <<'E'\n{}\nE": FILE,
    "cat <<'E' > \"$PWD/IRIS_MEMORY.json\"\n{}\nE": FILE,
    "echo '{}' | tee IRIS_MEMORY.json": FILE,
    "truncate -s0 IRIS_MEMORY.json": FILE,
    "ln -sf /dev/null IRIS_MEMORY.json": FILE,
    "chmod 000 IRIS_MEMORY.json": FILE,
    "python3 - <<'E'\nimport json\njson.dump({}, open('IRIS_MEMORY.json', 'w'))\nE": FILE,
    "node -e \"require('fs').writeFileSync('IRIS_MEMORY.json', '{}')\"": FILE,
    "find . -name IRIS_MEMORY.json -delete": FILE,
    "find . -name 'IRIS_MEMORY.json' -exec rm {} +": FILE,
    "cat IRIS_MEMORY.json; sudo rm IRIS_MEMORY.json": FILE,
    "MEMORY_CORE_OFF=1 claude -p x": OFF,
    "export MEMORY_CORE_OFF=1": OFF,
    "env MEMORY_CORE_OFF=1 claude": OFF,
    "echo 'export MEMORY_CORE_OFF=1' >> ~/.bashrc": OFF,
}  # fmt: skip
SILENT = (
    "",
    "ls -la",
    "git status",
    "npm test",
    "echo $((1 + 2))",
    "memory-core",
    "memory-core iris",
    "memory-core iris show AC-001",
    "memory-core iris audit --commits 50",
    "memory-core iris help",
    "memory-core iris ingest",
    'memory-core iris ideate --json <<\'J\'\n{"proposals": [{"id": "1", "proposed": "remove the ORM"}]}\nJ',
    "memory-core iris review --json < findings.json",
    "cd x && memory-core iris show | head",
    "memory-core iris add-constraint 'Never remove a column' --reason 'edit it' --forbid remove --enforce deny",
    "memory-core iris add-pattern 'One class' --reason 'until June'",
    "memory-core iris reject IMP-1 --reason no",
    "memory-core iris add-context 'Two more developers'",
    "memory-core iris confirm g-1a2b3c4d",
    "memory-core iris edit AC-001 --enforce deny",
    "memory-core iris edit AC-001 --enforce ask --instead 'the pg driver'",
    "memory-core iris edit AC-001 --reason 'Said again' --json",
    "memory-core iris edit RC-001 --enforce remind",
    SPIN.format(answers='{"answers": [{"proposal": "IMP-3", "answer": "no"}], "rejected": []}'),
    SPIN.format(answers='{"answers": [{"entry": "IP-001", "answer": "keep"}]}'),
    "memory-core recall 'iris remove'",
    "memory-core spec remove",
    "env A=1 memory-core iris show",
    "cat IRIS_MEMORY.json",
    "jq .project IRIS_MEMORY.json",
    "jq . IRIS_MEMORY.json > /tmp/copy.json",
    "grep -n -i x < IRIS_MEMORY.json",
    "git diff IRIS_MEMORY.json",
    "git -C . log -p -- IRIS_MEMORY.json",
    "git show HEAD:IRIS_MEMORY.json | head -5",
    "git add IRIS_MEMORY.json && git commit -m 'Rules in IRIS_MEMORY.json' && git push",
    "git blame IRIS_MEMORY.json",
    "sed -n 1,20p IRIS_MEMORY.json",
    "wc -c IRIS_MEMORY.json 2>/dev/null || true",
    "test -f IRIS_MEMORY.json && echo yes",
    "[ -f IRIS_MEMORY.json ]",
    "find . -name IRIS_MEMORY.json",
    "ls IRIS_MEMORY*",
    "cp IRIS_MEMORY.json /tmp/IRIS_MEMORY.json.bak",
    "python3 -m json.tool IRIS_MEMORY.json",
    "diff <(git show HEAD:IRIS_MEMORY.json) IRIS_MEMORY.json",
    "for f in IRIS_MEMORY.json; do cat $f; done",
    "echo 'see IRIS_MEMORY.json' >> notes.md",
    "echo 'rm IRIS_MEMORY.json'",
    "# rm IRIS_MEMORY.json",
    "rm notes.md # IRIS_MEMORY.json stays",
    "grep -rn 'memory-core iris remove' docs",
    "pytest tests/test_iris_memory.py",
    "rm my_iris_memory.json",
    "rm IRIS_MEMORY.json.bak",
    "rm -rf iris_memory_notes/",
    "cat <<'E' > notes.md\nrm IRIS_MEMORY.json\nmemory-core iris remove AC-001\nE",
    "git commit -m \"$(cat <<'E'\nIt's IRIS_MEMORY.json, and memory-core iris remove\nE\n)\"",
    "MEMORY_CORE_OFF=0 ls",
    "MEMORY_CORE_OFF= ls",
    "unset MEMORY_CORE_OFF",
    "echo $MEMORY_CORE_OFF",
    "grep MEMORY_CORE_OFF=1 README.md",
    "sh -c 'cat IRIS_MEMORY.json'",
)


@pytest.mark.parametrize(("command", "sort"), ASKS.items())
def test_what_takes_away_or_loosens_is_seen(command: str, sort: str) -> None:
    assert loosens.about(command, lambda: STRICT) == sort


@pytest.mark.parametrize("command", SILENT)
def test_what_reads_adds_or_is_about_something_else_is_not(command: str) -> None:
    assert loosens.about(command, lambda: STRICT) == ""


@given(st.lists(st.text(string.ascii_letters + " '\"\\$`;|&<>()#\n{}", max_size=12), max_size=6))
def test_words_that_are_quoted_are_what_they_were(words: list[str]) -> None:
    [found] = shell.commands(shlex.join(["x", *words]))
    assert found.words == ["x", *words]


@given(st.text(string.ascii_letters + " '\"\\$`;|&<>()#\n{}-=", max_size=80))
def test_any_text_is_read_to_its_end(text: str) -> None:
    shell.commands(text)
    loosens.about(f"{text} IRIS_MEMORY.json", lambda: STRICT)


def test_a_long_text_takes_no_long_time() -> None:
    for text in (
        "$(" * 50_000,
        "`" * 50_000,
        "a" * 400_000,
        "x <<E\n" + "y\n" * 100_000,
        "((((" * 50_000,
        "'\"" * 50_000,
    ):
        loosens.about(f"{text} IRIS_MEMORY.json", lambda: STRICT)


def said(editor: Editor, command: str) -> dict[str, Any]:
    out = editor.run("PreToolUse", tool_name="Bash", tool_input={"command": command})
    return json.loads(out)["hookSpecificOutput"] if out else {}


def test_the_question_has_the_words_of_the_rule(editor: Editor) -> None:
    editor.rules({**ORM, "enforce": "ask"}, {**ORM, "id": "AC-002", "constraint": "No second ORM"})
    answer = said(editor, "memory-core iris remove ac-001 --yes")
    assert answer["permissionDecision"] == "ask"
    reason = answer["permissionDecisionReason"]
    for part in ("AC-001", "No ORM, ever", "Queries are reviewed as SQL", "write SQL into src/sql/"):
        assert part in reason
    assert "AC-002" not in reason
    for command in ("rm IRIS_MEMORY.json", "export MEMORY_CORE_OFF=1"):
        reason = said(editor, command)["permissionDecisionReason"]
        assert "AC-001" in reason
        assert "No second ORM" in reason


def test_a_stricter_rule_is_no_question(editor: Editor) -> None:
    editor.rules({**ORM, "enforce": "ask"})
    assert said(editor, "memory-core iris edit AC-001 --enforce deny") == {}
    assert said(editor, "memory-core iris edit ac-001 --enforce remind")["permissionDecision"] == "ask"


def test_without_guard_rails_there_is_no_question(editor: Editor) -> None:
    for command in ("rm IRIS_MEMORY.json", "memory-core iris remove AC-001 --yes", "export MEMORY_CORE_OFF=1"):
        assert said(editor, command) == {}
    editor.rules()
    assert said(editor, "rm IRIS_MEMORY.json") == {}


def test_who_lets_an_edit_pass_sees_what_it_adds(editor: Editor) -> None:
    second = {**ORM, "id": "AC-002", "enforce": "ask", "constraint": "No Redis", "forbid": ["redis"]}
    editor.rules({**ORM, "enforce": "ask"}, second)
    editor.writes("src/a.py", "import sqlalchemy\n")
    editor.writes("src/b.py", "import redis\n")
    for command in (
        "memory-core iris allow AC-001 --file src/a.py",
        "cd src; memory-core iris allow --file=a.py AC-001",
    ):
        reason = said(editor, command)["permissionDecisionReason"]
        if "cd" not in command:
            assert 'src/a.py:1 adds "sqlalchemy": AC-001' in reason
            assert "Redis" not in reason
        assert "once?" in reason
    for command in (
        "memory-core iris allow",
        "sh -c 'memory-core iris allow'",
        "memory-core iris --args-stdin <<'E'\nallow\nE",
    ):
        reason = said(editor, command)["permissionDecisionReason"]
        assert 'src/b.py:1 adds "redis": AC-002 (rule): No Redis' in reason


def test_a_question_has_an_end_and_no_secret(editor: Editor) -> None:
    secret = "ghp_" + "abcdefghijklmnopqrstuvwxyz0123456789"
    long = {**ORM, "constraint": "c " * 900, "reason": f"token {secret} " + "r " * 900}
    editor.rules(*({**long, "id": f"AC-{at:03}"} for at in range(1, 300)))
    reason = said(editor, "rm IRIS_MEMORY.json")["permissionDecisionReason"]
    assert len(reason) < 2_500
    assert secret not in reason
    assert "294 more" in reason


def test_a_command_that_only_reads_loads_next_to_nothing(editor: Editor) -> None:
    editor.rules({**ORM, "enforce": "ask"})
    event = editor.event("PreToolUse", tool_name="Bash", tool_input={"command": "cat IRIS_MEMORY.json | head"})
    call = [sys.executable, "-I", "-S", "-X", "importtime", script("PreToolUse")]
    done = subprocess.run(call, input=json.dumps(event), capture_output=True, text=True, check=True)
    assert done.stdout == ""
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "memory_core.domain.guard.loosens" in loaded
    assert not loaded & {
        "json",
        "re",
        "typing",
        "enum",
        "shlex",
        "pathlib",
        "subprocess",
        "memory_core.stores.guardrails",
    }
