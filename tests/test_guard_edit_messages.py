"""What the guard says of its own accord: once, little, and where it belongs; and what it says of its own file."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from memory_core.core.budget import units
from tests.conftest import derived
from tests.test_guard_edit import BIG, ORM, REDIS, Editor, words

EVERYWHERE = {key: value for key, value in ORM.items() if key not in ("forbid", "instead")} | {"applies_to": "**"}
PLACE = {**EVERYWHERE, "constraint": "Migrations are generated", "applies_to": "migrations/", "enforce": "deny"}


@pytest.fixture
def editor(repo: Path, now: str) -> Editor:
    return Editor(repo)


def ids(answer: dict[str, Any]) -> list[str]:
    return re.findall(r"(?m)^- .*?\b((?:AC|IP|RC)-\d+)", words(answer))


def test_of_the_whole_project_only_constraints_are_said(editor: Editor) -> None:
    editor.rules(EVERYWHERE, REDIS, {**BIG, "scope": "all"}, {**REDIS, "id": "RC-002", "scope": "src/"})
    assert ids(editor.writes("src/a.py", "x\n")) == ["RC-002", "AC-001"]
    assert ids(editor.writes("src/b.py", "x\n")) == ["RC-002"]
    assert editor.writes("b.py", "x\n") == {}


def test_of_many_about_the_whole_project_the_five_newest_are_said_once(editor: Editor) -> None:
    def rule(number: int, day: str) -> dict[str, Any]:
        return {**EVERYWHERE, "id": f"AC-{number:03}", "created_on": day, "constraint": f"Keep to rule {number}"}

    rules = [rule(number, f"2026-01-{number:02}") for number in range(1, 10)]
    rules.insert(0, rule(900, "2026-02-01"))
    editor.rules(*rules)
    first = editor.writes("a.py", "x\n")
    assert ids(first) == ["AC-900", "AC-009", "AC-008", "AC-007", "AC-006"]
    assert "5 more: /iris:memory" in words(first)
    for path in ("a.py", "b.py", "c.py"):
        assert editor.writes(path, "y\n") == {}
    editor.rules(*rules, rule(901, "2026-02-02"))
    assert editor.writes("a.py", "x\n") == {}


def test_a_rule_that_is_new_in_a_session_is_said_in_it(editor: Editor) -> None:
    editor.rules(EVERYWHERE)
    assert ids(editor.writes("a.py", "x\n")) == ["AC-001"]
    editor.rules(EVERYWHERE, {**EVERYWHERE, "id": "AC-002", "constraint": "No singletons"})
    assert ids(editor.writes("b.py", "x\n")) == ["AC-002"]


def test_where_a_file_has_enough_to_hear_the_project_waits(editor: Editor) -> None:
    editor.rules(EVERYWHERE, *({**BIG, "id": f"IP-{number:03}"} for number in range(5)))
    assert ids(editor.writes("src/user.py", "x\n")) == [f"IP-{number:03}" for number in range(5)]
    assert ids(editor.writes("src/user.py", "y\n")) == ["AC-001"]


def test_what_the_file_must_hear_waits_for_what_is_broken(editor: Editor) -> None:
    editor.rules(*({**ORM, "id": f"AC-{number:03}"} for number in range(6)), BIG)
    first = editor.writes("src/user.py", "import sqlalchemy\n")
    assert len(ids(first)) == 5
    assert "1 more" in words(first)
    assert ids(editor.writes("src/user.py", "import sqlalchemy\n")) == ["AC-005", "IP-001"]
    assert editor.writes("src/user.py", "import sqlalchemy\n") == {}


PROSE = (
    "notes.md", "docs/why.markdown", "site/page.mdx", "a.rst", "a.adoc", "a.txt", "a.org", "README", "LICENSE-MIT",
    "CHANGELOG", "CHANGELOG.old", "Notes.MD", ".changeset/brave-cats-sing.md", "changelog.d/12.feature",
)  # fmt: skip
CODE = (
    "src/a.py", "changelog.py", "history.ts", "requirements.txt", "requirements/dev.txt", "dev-requirements.txt",
    "CMakeLists.txt", "readme.js", "a.mdc", "md", "txt.py", "License.java",
)  # fmt: skip


@pytest.mark.parametrize("path", PROSE)
def test_a_rule_about_the_whole_project_is_not_looked_for_in_prose(editor: Editor, path: str) -> None:
    rule = {**ORM, "applies_to": "**", "enforce": "deny"}
    editor.rules(rule)
    assert editor.writes(path, "Why no sqlalchemy\n") == {}
    for scope in (path, f"**, {path}", f"**, !src/, {path}"):
        editor.rules({**rule, "applies_to": scope})
        assert editor.writes(path, "Why no sqlalchemy\n")["permissionDecision"] == "deny"


@pytest.mark.parametrize("path", CODE)
def test_what_is_no_prose_is_looked_at(editor: Editor, path: str) -> None:
    editor.rules({**ORM, "applies_to": "**", "enforce": "deny"})
    assert editor.writes(path, "sqlalchemy\n")["permissionDecision"] == "deny"


def test_what_is_called_prose_and_leads_to_code_is_looked_at(editor: Editor) -> None:
    editor.rules({**ORM, "applies_to": "**", "enforce": "deny"})
    editor.has("a.py", "x\n")
    (editor.project / "a.md").symlink_to("a.py")
    assert editor.writes("a.md", "sqlalchemy\n")["permissionDecision"] == "deny"


def test_a_scope_excepts(editor: Editor) -> None:
    editor.rules({**ORM, "applies_to": "!src/old/**, src/**", "enforce": "deny"}, {**BIG, "scope": "**, !src/old/"})
    assert editor.writes("src/old/x.py", "sqlalchemy\n") == {}
    assert editor.writes("src/x.py", "sqlalchemy\n")["permissionDecision"] == "deny"


@pytest.mark.parametrize("enforce", ["ask", "deny"])
def test_a_place_is_kept(editor: Editor, enforce: str) -> None:
    editor.rules({**PLACE, "enforce": enforce})
    editor.has("migrations/1.sql", "a\nb\n")
    for answer in (
        editor.writes("migrations/2.sql", "create table c\n"),
        editor.edits("migrations/1.sql", "b", "c"),
        editor.asks("NotebookEdit", "migrations/x.ipynb", edit_mode="insert", new_source="x"),
    ):
        assert answer["permissionDecision"] == "deny"
        reason = answer["permissionDecisionReason"]
        assert ("iris allow AC-001" in reason) == (enforce == "ask")
        assert all(part in reason for part in ("AC-001", "Migrations are generated", "migrations/"))
        assert '"' not in reason
    assert editor.edits("migrations/1.sql", "b\n", "") == {}
    assert editor.edits("migrations/1.sql", "a\nb", "  b\na") == {}
    assert editor.writes("migrations/1.sql", "a\nb\n") == {}
    assert editor.writes("src/1.sql", "a\nb\n") == {}


def test_what_is_moved_to_a_place_that_is_kept_is_put_there(editor: Editor) -> None:
    editor.rules(PLACE)
    editor.has("migrations/1.sql", "a\nb\n")
    assert editor.edits("migrations/1.sql", "b\n", "") == {}
    assert editor.writes("migrations/2.sql", "b\n")["permissionDecision"] == "deny"


def test_the_whole_project_and_what_is_intentional_are_no_such_places(editor: Editor) -> None:
    editor.rules({**PLACE, "applies_to": "**"}, {**BIG, "enforce": "deny"}, {**PLACE, "id": "AC-002", "applies_to": ""})
    answer = editor.writes("src/user.py", "x\n")
    assert "permissionDecision" not in answer
    assert ids(answer) == ["IP-001", "AC-002", "AC-001"]


def test_a_decision_says_how_its_rules_are_loosened(editor: Editor) -> None:
    editor.rules({**ORM, "enforce": "deny"}, {**ORM, "id": "AC-002", "enforce": "ask"}, {**ORM, "id": "AC-003"})
    reason = editor.writes("src/a.py", "sqlalchemy\n")["permissionDecisionReason"]
    assert "/iris:memory edit AC-001 --enforce ask" in reason
    begins = [f"Blocked by {name}:" for name in ("AC-001", "AC-002", "AC-003")]
    assert [line[:18] for line in reason.split("\n")] == [*begins, "Do this instead: w"]


NAMES = ("IRIS_MEMORY.json", "src/../IRIS_MEMORY.json", "link.json", "folder/IRIS_MEMORY.json", "hard.json")


@pytest.mark.parametrize("path", NAMES)
def test_an_edit_of_the_guard_rails_is_for_the_user_to_decide(editor: Editor, path: str) -> None:
    editor.rules(ORM)
    (editor.project / "src").mkdir()
    (editor.project / "link.json").symlink_to("src/../IRIS_MEMORY.json")
    (editor.project / "folder").symlink_to(".")
    (editor.project / "hard.json").hardlink_to(editor.project / "IRIS_MEMORY.json")
    for answer in (
        editor.edits(path, '"deny"', '"remind"'),
        editor.writes(path, "{}"),
        editor.asks("MultiEdit", path, edits=[{"old_string": "AC-001", "new_string": "AC-002"}]),
    ):
        assert answer["permissionDecision"] == "ask"
        assert answer["permissionDecisionReason"] in answer["told"]


def test_guard_rails_that_hold_nothing_may_be_written(editor: Editor) -> None:
    assert editor.writes("IRIS_MEMORY.json", "{}") == {}
    editor.rules()
    assert editor.writes("IRIS_MEMORY.json", "{}") == {}
    editor.has("packages/shop/IRIS_MEMORY.json", "{}")
    editor.rules({**ORM, "applies_to": "src/"})
    assert editor.writes("packages/shop/IRIS_MEMORY.json", "{}") == {}
    assert editor.writes(".genius/memory/decisions.json", "sqlalchemy") == {}


def test_damaged_guard_rails_are_asked_for_as_far_as_they_can_be_read(editor: Editor) -> None:
    editor.rules(ORM)
    path = editor.project / "IRIS_MEMORY.json"
    path.write_text(path.read_text().replace("{", "<<<<<<< HEAD\n{\n=======\n{\n>>>>>>> other\n", 1))
    assert editor.writes("IRIS_MEMORY.json", json.dumps({}))["permissionDecision"] == "ask"


@pytest.mark.parametrize("enforce", ["ask", "deny"])
def test_a_decision_has_an_end(editor: Editor, enforce: str) -> None:
    long = {**ORM, "enforce": enforce, "constraint": "c " * 900, "reason": "r " * 900, "instead": "i " * 900}
    editor.rules(*({**long, "id": f"AC-{at:04}"} for at in range(1, 1_000)))
    reason = editor.writes("src/cart.py", "import sqlalchemy")["permissionDecisionReason"]
    assert units(reason) <= 3_000
    assert "Blocked by AC-0005: " in reason
    assert "AC-0006" in reason
    assert "984 more" in reason


def test_a_decision_speaks_in_nobodys_name_and_of_no_secret(editor: Editor) -> None:
    secret = "ghp_" + "abcdefghijklmnopqrstuvwxyz0123456789"
    for enforce in ("deny", "ask", "remind"):
        editor.rules({**ORM, "enforce": enforce, "reason": f"token {secret}", "instead": f"run {secret}"})
        editor.session = enforce
        reply = json.dumps(editor.writes("src/cart.py", "import sqlalchemy"))
        assert "AC-001" in reply
        assert secret not in reply
        assert "confirmed" not in reply
        cached = (derived(editor.project) / "guard/rules").read_text()
        assert secret not in cached
