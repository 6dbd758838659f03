"""An edit that a rule stops speaks, and passes once where its user says so."""

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from memory_core.core.light import session_lines
from tests.test_guard_edit import ORM, Editor, editor
from tests.test_iris import Run, Typed, run, typed

__all__ = ["editor", "run", "typed"]
ASKS = {**ORM, "enforce": "ask"}
BAD = "import sqlalchemy\n"


@pytest.fixture
def session(editor: Editor, monkeypatch: pytest.MonkeyPatch) -> Editor:
    """The session in which a shell of the client runs."""
    monkeypatch.setenv("CLAUDE_CODE_SESSION_ID", editor.session)
    return editor


def stopped(answer: dict[str, Any]) -> bool:
    return answer.get("permissionDecision") == "deny"


def test_a_rule_that_asks_stops_the_edit_with_words_for_both(editor: Editor) -> None:
    editor.rules(ASKS)
    answer = editor.writes("src/a b.py", BAD)
    assert stopped(answer)
    reason = answer["permissionDecisionReason"]
    for part in (
        "AC-001",
        "No ORM, ever",
        "Queries are reviewed as SQL",
        "write SQL into src/sql/",
        'adds "sqlalchemy"',
    ):
        assert part in reason
    assert "memory-core iris allow AC-001 --file 'src/a b.py'" in reason
    assert "/iris:memory allow" in reason
    assert not answer["told"]  # a refusal is on the screen as it is


def test_a_rule_that_denies_offers_no_pass(session: Editor, run: Run) -> None:
    session.rules({**ORM, "enforce": "deny"})
    assert "allow" not in session.writes("src/a.py", BAD)["permissionDecisionReason"]
    refused = run("iris", "allow", "AC-001")
    assert refused.code == 1
    assert stopped(session.writes("src/a.py", BAD))


def test_what_the_user_allows_passes_once(session: Editor, run: Run) -> None:
    session.rules(ASKS)
    assert stopped(session.writes("src/a.py", BAD))
    result = run("iris", "allow", "AC-001", "--file", "src/a.py")
    assert result.code == 0, result.err
    assert "AC-001" in result.out
    assert "src/a.py" in result.out
    passes = session.writes("src/a.py", BAD)
    assert passes["permissionDecision"] == "allow"  # for this very edit: its user is not asked twice
    assert "AC-001" in passes["told"]
    assert stopped(session.writes("src/a.py", BAD))


def test_the_last_stop_is_meant_where_nothing_is_named(session: Editor, typed: Typed) -> None:
    session.rules(ASKS)
    assert stopped(session.writes("src/a.py", BAD))
    assert stopped(session.writes("src/b.py", BAD))
    assert "src/b.py" in typed("allow")
    assert stopped(session.writes("src/a.py", BAD))
    assert not stopped(session.writes("src/b.py", BAD))
    assert stopped(session.writes("src/b.py", BAD))


def test_all_rules_of_an_edit_are_allowed_together(session: Editor, run: Run) -> None:
    second = {**ASKS, "id": "AC-002", "constraint": "No imports here", "forbid": ["import"]}
    session.rules(ASKS, second, {**ORM, "id": "AC-003", "constraint": "Mind the ORM"})
    reason = session.writes("src/a.py", BAD)["permissionDecisionReason"]
    assert "allow AC-001 AC-002 --file src/a.py" in reason
    assert run("iris", "allow", "ac-001").code == 0
    assert stopped(session.writes("src/a.py", BAD))  # and what AC-001 allows is not used up
    assert run("iris", "allow", "AC-002").code == 0
    answer = session.writes("src/a.py", BAD)
    assert answer["permissionDecision"] == "allow"
    assert "AC-003" in answer["additionalContext"]
    assert stopped(session.writes("src/a.py", BAD))


def test_what_denies_beside_uses_nothing_up(session: Editor, run: Run) -> None:
    session.rules(ASKS)
    session.writes("src/a.py", BAD)
    run("iris", "allow")
    session.rules(ASKS, {**ORM, "id": "AC-002", "enforce": "deny"})
    assert stopped(session.writes("src/a.py", BAD))
    session.rules(ASKS)
    assert not stopped(session.writes("src/a.py", BAD))


def test_a_pass_is_for_one_session_file_and_rule(session: Editor, run: Run) -> None:
    session.rules(ASKS)
    session.writes("src/a.py", BAD)
    assert run("iris", "allow").code == 0
    assert stopped(session.writes("src/b.py", BAD))
    assert stopped(Editor(session.project, "s-2").writes("src/a.py", BAD))
    session.rules({**ASKS, "id": "AC-002"})
    assert stopped(session.writes("src/a.py", BAD))


def test_nothing_is_allowed_that_was_not_stopped(session: Editor, run: Run, typed: Typed) -> None:
    session.rules(ASKS)
    for words in ((), ("AC-001",), ("AC-001", "--file", "src/a.py")):
        refused = run("iris", "allow", *words)
        assert refused.code == 1
        assert "stopped" in refused.err
    Editor(session.project, "s-2").writes("src/a.py", BAD)
    assert run("iris", "allow").code == 1  # another session's
    session.writes("src/a.py", BAD)
    assert run("iris", "allow", "AC-002").code == 1
    assert run("iris", "allow", "--file", "src/b.py").code == 1
    assert "stopped" in typed("allow AC-009")
    assert stopped(session.writes("src/a.py", BAD))


def test_a_terminal_of_the_user_allows_the_last_stop_of_any_session(editor: Editor, run: Run) -> None:
    editor.rules(ASKS)
    editor.writes("src/a.py", BAD)
    Editor(editor.project, "s-2").writes("src/a.py", BAD)
    assert run("iris", "allow", "AC-001").code == 0
    assert stopped(editor.writes("src/a.py", BAD))
    assert not stopped(Editor(editor.project, "s-2").writes("src/a.py", BAD))


def test_what_came_with_a_repository_allows_nothing(session: Editor, run: Run) -> None:
    session.rules(ASKS)
    session.writes("src/a.py", BAD)
    assert run("iris", "allow").code == 0
    kept = [line.partition("\t") for line in Path(passes(session)).read_text().splitlines()]
    Path(passes(session)).write_text("".join(f"{'0' * 32}\t{rest}\n" for _, _, rest in kept))
    assert stopped(session.writes("src/a.py", BAD))
    Path(passes(session)).write_bytes(b"\xff\0\n" * 100)
    assert stopped(session.writes("src/a.py", BAD))


def test_what_passed_is_on_record(session: Editor, run: Run) -> None:
    session.rules(ASKS)
    session.writes("src/a.py", BAD)
    assert "let pass" not in run("iris", "show", "AC-001").out
    run("iris", "allow")
    assert "let pass" not in run("iris", "show", "AC-001").out
    session.writes("src/a.py", BAD)
    assert "let pass once: 2026-03-14 src/a.py" in run("iris", "show", "AC-001").out
    assert not session.log()  # `doctor` warns of what stands there, and nothing has failed


def test_a_pass_for_another_edit_of_the_file_leaves_the_clients_own_question(session: Editor, run: Run) -> None:
    session.rules(ASKS)
    session.writes("src/a.py", BAD)
    run("iris", "allow")
    passes = session.writes("src/a.py", f"{BAD}import os\n")
    assert "permissionDecision" not in passes
    assert "AC-001" in passes["told"]


def test_a_pass_that_was_given_twice_counts_once(session: Editor, run: Run) -> None:
    session.rules(ASKS)
    session.writes("src/a.py", BAD)
    assert run("iris", "allow").code == run("iris", "allow").code == 0
    assert [stopped(session.writes("src/a.py", BAD)) for _ in range(3)] == [False, True, True]


def test_a_stopped_edit_moves_nothing(session: Editor, run: Run) -> None:
    session.rules(ASKS)
    session.has("src/a.py", BAD)
    assert stopped(session.edits("src/a.py", BAD, "from sqlalchemy import text, sqlalchemy\n"))
    session.has("src/a.py", "")
    assert stopped(session.writes("src/b.py", BAD))


def test_no_secret_is_kept_of_what_was_stopped(session: Editor) -> None:
    secret = "ghp_" + "abcdefghijklmnopqrstuvwxyz0123456789"
    session.rules({**ASKS, "forbid": ["/ghp_\\w+/"]})
    assert stopped(session.writes("src/a.py", f"x = '{secret}'\n"))
    assert secret not in Path(passes(session)).read_text()


def passes(editor: Editor) -> str:
    return session_lines.path(str(editor.project), "passes")


def test_allow_says_so_in_json(session: Editor, run: Run) -> None:
    session.rules(ASKS)
    session.writes("src/a.py", BAD)
    assert json.loads(run("iris", "allow", "--json").out) == {
        "allowed": {"rules": ["AC-001"], "file": "src/a.py", "times": 1}
    }


@pytest.mark.parametrize("path", ["src/-x.py", "-x.py", "src/it's; rm x.py", "src/ünï.py", f"src/{'d/' * 150}x.py"])
def test_the_call_that_is_offered_works_as_it_stands(session: Editor, run: Run, path: str) -> None:
    session.rules({**ASKS, "applies_to": "**"})
    reason = session.writes(path, BAD)["permissionDecisionReason"]
    assert len(reason) < 3_000
    call = shlex.split(reason.partition("pass once: `")[2].partition("` asks")[0])
    assert call[0] == "memory-core"
    assert run(*call[1:]).code == 0
    assert not stopped(session.writes(path, BAD))


def test_many_rules_are_one_pass(session: Editor, run: Run) -> None:
    session.rules(*({**ASKS, "id": f"AC-{at:03}", "constraint": f"No ORM {at}"} for at in range(1, 40)))
    assert "iris allow --file src/a.py`" in session.writes("src/a.py", BAD)["permissionDecisionReason"]
    assert run("iris", "allow").code == 0
    assert not stopped(session.writes("src/a.py", BAD))
    assert stopped(session.writes("src/a.py", BAD))


def test_a_file_without_a_printable_name_has_no_pass(session: Editor, run: Run) -> None:
    session.rules({**ASKS, "applies_to": "**"})
    assert "iris allow" not in session.writes("a\nb.py", BAD)["permissionDecisionReason"]
    assert run("iris", "allow").code == 1


def test_one_pass_is_for_one_of_two_edits_at_once(session: Editor, run: Run) -> None:
    session.rules(ASKS)
    session.writes("src/a.py", BAD)
    run("iris", "allow")
    given: dict[str, Any] = {
        "tool_name": "Write",
        "tool_input": {"file_path": str(session.project / "src/a.py"), "content": BAD},
    }
    hooks = [session.start("PreToolUse", **given) for _ in range(6)]
    answers = [json.loads(hook.communicate(timeout=60)[0]) for hook in hooks]
    decisions = [answer["hookSpecificOutput"]["permissionDecision"] for answer in answers]
    assert sorted(decisions) == ["allow", *["deny"] * 5]
