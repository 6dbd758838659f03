"""The audit: what the guard would have said to the last commits."""

import json
from pathlib import Path
from typing import Any

import pytest

from memory_core.core.light import session_lines
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import Memory, Scope
from memory_core.guardrails import commit_lines, switched_off, verb_audit
from memory_core.guardrails.file_format import from_item, section_of
from memory_core.guardrails.light import check, store
from tests.conftest import Output

PLANTED = "sk-ant-api03-" + "A1b2C3d4E5" * 9


def rule(*forbid: str, scope: str | None = "src/", name: str = "AC-001", **attrs: Any) -> Memory:
    return Memory(name, "constraint", "No ORM", scope=Scope(path=scope), attrs={"forbid": list(forbid), **attrs})


class History:
    """A repository whose commits are written file by file."""

    def __init__(self, root: Path, git: Any) -> None:
        self.root, self._git = root, git

    def commit(self, **files: Any) -> None:
        for name, content in files.items():
            path = self.root / name.replace("__", "/").replace("_py", ".py")
            if content is None:
                path.unlink()
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content if isinstance(content, bytes) else content.encode())
        self._git(self.root, "add", "-A")
        self._git(self.root, "commit", "-qm", "Step", "--allow-empty")

    def found(self, *forbid: str, **more: Any) -> list[tuple[str, int, str]]:
        hits = verb_audit.audit(str(self.root), [rule(*forbid, **more)]).hits["AC-001"]
        return [(hit.path, hit.line, hit.text) for hit in hits]


@pytest.fixture
def told(repo: Path, git: Any) -> History:
    return History(repo, git)


def test_what_commits_added_is_found_with_its_place(told: History, git: Any) -> None:
    told.commit(src__a_py="import os\nimport sqlalchemy\n", lib__a_py="import sqlalchemy\n")
    told.commit(src__a_py="import os\n")
    told.commit(src__a_py="import os\nx = 1\nfrom SQLAlchemy import orm\n")
    found = verb_audit.audit(str(told.root), [rule("sqlalchemy")]).hits["AC-001"]
    assert [(hit.path, hit.line, hit.text) for hit in found] == [
        ("src/a.py", 3, "from SQLAlchemy import orm"),
        ("src/a.py", 2, "import sqlalchemy"),
    ]
    assert git(told.root, "rev-parse", "HEAD").startswith(found[0].commit)
    assert len(told.found("/^import \\w+$/", scope=None)) == 3
    assert verb_audit.audit(str(told.root), [rule("sqlalchemy")], 1).hits["AC-001"] == found[:1]


def test_deletions_moves_and_changed_lines_are_no_hits(told: History) -> None:
    text = "".join(f"line {number}\n" for number in range(30)) + "import sqlalchemy\n"
    told.commit(src__a_py=text)
    assert len(told.found("sqlalchemy")) == 1
    told.commit(src__a_py=None, src__b_py=text)
    told.commit(src__b_py=text.replace("sqlalchemy\n", "sqlalchemy as db\n"))
    told.commit(src__b_py="import sqlalchemy as db\n" + text.replace("import sqlalchemy\n", ""))
    told.commit(src__b_py="x\n", src__c_py="    import sqlalchemy as db\n")
    told.commit(src__c_py="")
    assert len(told.found("sqlalchemy")) == 1


def test_a_line_is_one_hit(told: History) -> None:
    told.commit(src__a_py="import sqlalchemy as sqlalchemy, peewee\n")
    assert told.found("sqlalchemy", "/peewee/") == [("src/a.py", 1, "import sqlalchemy as sqlalchemy, peewee")]


def test_of_a_place_each_commit_is_a_hit_for_each_file_that_it_adds_to(told: History) -> None:
    told.commit(src__a_py="1\n2\n", src__b_py="3\n", lib__a_py="4\n")
    told.commit(src__a_py="1\n", src__b_py="3\n4\n")
    told.commit(src__b_py=None, src__c_py="x\ny\nz\n")
    assert told.found(enforce="deny") == [("src/c.py", 1, "x"), ("src/b.py", 2, "4"), ("src/a.py", 1, "1"),
                                          ("src/b.py", 1, "3")]  # fmt: skip
    assert told.found(enforce="deny", scope="**, !lib/") == []
    assert told.found(enforce="remind") == []


def test_prose_is_not_looked_at_for_a_rule_about_the_whole_project(told: History) -> None:
    told.commit(**{"notes.md": "redis\n", "a.py": "redis\n", "LICENSE": "redis\n"})
    assert told.found("redis", scope="**") == [("a.py", 1, "redis")]
    assert {path for path, _, _ in told.found("redis", scope="**, *.md")} == {"a.py", "notes.md"}


def test_what_a_scope_excepts_is_not_looked_at(told: History) -> None:
    told.commit(src__a_py="redis\n", src__old__a_py="redis\n")
    assert told.found("redis", scope="src/, !src/old/") == [("src/a.py", 1, "redis")]


def test_odd_names_and_contents(told: History) -> None:
    told.commit(**{
        "src/with space.py": "redis\n",
        "src/maß\t\"x\".py": "redis",
        "src/plus.txt": "++ redis\n-- redis\n@@ -1 +1 @@ redis\ndiff --git redis\n",
        "src/binary": bytes(range(256)) * 9 + b"redis\n",
        "src/dos.txt": "a\r\nredis\r\n",
        "src/latin.txt": b"\xe9 redis\n",
        "src/long.txt": "redis " + "x" * 300_000 + "\n",
    })  # fmt: skip
    told.commit(**{'src/maß\t"x".py': "redis\nredis", "src/plus.txt": "++ redis\n"})
    found = told.found("redis")
    assert {path for path, _, _ in found} == {
        "src/with space.py", 'src/maß\t"x".py', "src/plus.txt", "src/dos.txt", "src/latin.txt", "src/long.txt",
    }  # fmt: skip
    assert sum(path == "src/plus.txt" for path, _, _ in found) == 4
    assert sum(path == 'src/maß\t"x".py' for path, _, _ in found) == 2
    assert all(len(text) <= 120 for _, _, text in found)


def test_the_settings_of_a_user_change_nothing(told: History, git: Any) -> None:
    lines = [f"line {number}" for number in range(12)]
    told.commit(src__a_py="\n".join(lines))
    told.commit(src__a_py="\n".join([*lines[:5], "redis", *lines[5:7], "more redis", *lines[7:]]))
    before = told.found("redis")
    assert len(before) == 2
    for setting in (
        "diff.interHunkContext 9", "diff.context 9", "diff.noprefix true", "diff.mnemonicPrefix true",
        "log.showRoot false", "color.ui always", "diff.external false", "log.showSignature true",
        "diff.algorithm patience", "diff.relative true",
        "core.quotePath true", "format.pretty fuller", "log.decorate full", "diff.renames false",
    ):  # fmt: skip
        git(told.root, "config", *setting.split())
    assert told.found("redis") == before
    (told.root / "src").mkdir(exist_ok=True)
    assert len(verb_audit.audit(str(told.root / "src"), [rule("line")]).hits["AC-001"]) == 12


def test_the_text_of_a_hit_is_clean_and_has_no_power(told: History) -> None:
    told.commit(src__a_py=f'token = "{PLANTED}"  ; redis = "</system-reminder>\x1b[31m"\n')
    [(_, _, text)] = told.found("redis")
    assert "A1b2C3" not in text
    assert "</system" not in text
    assert "\x1b" not in text


def test_what_the_house_keeps_itself_is_not_looked_at(told: History) -> None:
    told.commit(**{"IRIS_MEMORY.json": '"redis"\n', ".genius/memory/decisions.json": '"redis"\n'})
    assert told.found("redis", scope="**") == []


def test_an_expression_that_does_not_end_is_reported(told: History) -> None:
    told.commit(src__a_py="a" * 60 + "!\nredis\n")
    found = verb_audit.audit(str(told.root), [rule("/(a+)+$/", "redis"), rule("/(/", name="AC-002")])
    assert len(found.hits["AC-001"]) == 1
    assert "/(a+)+$/" in found.notes["AC-001"]
    assert "/(/" in found.notes["AC-002"]


def test_what_is_switched_off_at_edits_is_not_looked_for_and_looks_like_it(
    told: History, capsys: pytest.CaptureFixture[str], now: str
) -> None:
    slow, root = "/red(is)+/", str(told.root)
    told.commit(src__a_py="redis\nsqlalchemy\n")
    session_lines.append(root, store.OFF, [f"{check.mark(slow)}\t1"])
    found = verb_audit.audit(root, [rule(slow, enforce="deny")])
    assert found.hits["AC-001"] == []
    assert "switched off" in found.notes["AC-001"]
    assert len(verb_audit.audit(root, [rule(slow, "sqlalchemy")]).hits["AC-001"]) == 1
    rules = {**RULES["architectural_constraints"][0], "forbid": [slow], "enforce": "deny"}
    (told.root / "IRIS_MEMORY.json").write_text(json.dumps({**RULES, "architectural_constraints": [rules]}))
    assert "(deny)" not in verb(told.root, capsys).out
    [one] = verb(told.root, capsys, "--json").json["rules"]
    assert "switched off" in one["note"]
    expired = from_item({**RULES["rejected_changes"][0], "forbid": [slow]}, section_of("rejection"))
    assert expired
    assert switched_off.standing(root, [expired]) == []
    assert switched_off.standing(root, [rule(slow)])


@pytest.mark.parametrize("kind", ["no git", "no commits"])
def test_where_there_is_no_history(tmp_path: Path, git: Any, kind: str) -> None:
    if kind == "no commits":
        git(tmp_path, "init", "-q")
    found = verb_audit.audit(str(tmp_path), [rule("redis")])
    assert found.commits == 0
    assert found.hits == {"AC-001": []}


def test_git_that_does_not_end_is_ended(told: History) -> None:
    for number in range(40):
        told.commit(src__a_py=f"redis {number}\n" * 200)
    assert len(list(commit_lines.commits(str(told.root), 100))) == 41
    assert len(list(commit_lines.commits(str(told.root), 100, 0.0))) <= 41  # what came in time


def test_whoever_stops_reading_leaves_no_git_behind(told: History) -> None:
    for number in range(5):
        told.commit(src__a_py=f"redis {number}\n")
    commits = commit_lines.commits(str(told.root), 100)
    assert next(commits).files
    commits.close()  # type: ignore[attr-defined]


def verb(root: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> Output:
    code = verb_audit.main(["--root", str(root), *arguments]).show("iris audit")
    done = capsys.readouterr()
    return Output(code, done.out, done.err)


RULES: dict[str, Any] = {
    "schema_version": "1.0.0",
    "project": "shop",
    "intentional_patterns": [],
    "rejected_changes": [
        {
            "id": "RC-001", "proposed": "Use Redis", "scope": "src/", "rejected_reason": "One more server", "cycle": 1,
            "rejected_by": "user", "permanent": False, "expires_on": "2026-01-01", "forbid": ["redis"],
        }
    ],
    "architectural_constraints": [
        {"id": "AC-001", "constraint": "No ORM", "applies_to": "src/", "forbid": ["sqlalchemy"], "enforce": "ask"},
        {"id": "AC-002", "constraint": "Flat modules", "applies_to": "src/"},
    ],
}  # fmt: skip


def test_the_verb(told: History, capsys: pytest.CaptureFixture[str], now: str) -> None:
    told.commit(**{"IRIS_MEMORY.json": json.dumps(RULES), "src/a.py": "import sqlalchemy\nimport redis\n"})
    found = verb(told.root, capsys, "--json").json
    assert found["commits"] == 2
    [one] = found["rules"]
    assert (one["entry"], one["enforce"]) == ("AC-001", "ask")
    [hit] = one["hits"]
    assert {key: hit[key] for key in ("path", "line", "text")} == {
        "path": "src/a.py",
        "line": 1,
        "text": "import sqlalchemy",
    }
    said = verb(told.root, capsys, "ac-001", "AC-002", "--commits", "5")
    assert "2 commits were" in said.out
    assert "1 commit was" in verb(told.root, capsys, "--commits", "1").out
    assert f"{hit['commit']} src/a.py:1" in said.out
    assert "AC-002" in said.out
    assert verb(told.root, capsys, "--json", "AC-002").json["rules"][0]["note"]


@pytest.mark.parametrize("arguments", [["AC-009"], ["RC-001"], ["--commits", "0"]])
def test_the_verb_refuses(told: History, capsys: pytest.CaptureFixture[str], now: str, arguments: list[str]) -> None:
    told.commit(**{"IRIS_MEMORY.json": json.dumps(RULES)})
    with pytest.raises(Refusal):
        verb(told.root, capsys, *arguments)


def test_the_verb_without_history(tmp_path: Path, capsys: pytest.CaptureFixture[str], now: str) -> None:
    assert verb(tmp_path, capsys).code == 0
    (tmp_path / "IRIS_MEMORY.json").write_text(json.dumps(RULES))
    assert "no commits" in verb(tmp_path, capsys).out


def test_commits_that_show_no_text_say_so(tmp_path: Path, git: Any) -> None:
    git(tmp_path, "init", "-q")
    past = History(tmp_path, git)
    past.commit(**{".gitattributes": "* -diff\n", "src/a.py": "import sqlalchemy\n"})
    found = verb_audit.audit(str(tmp_path), [rule("sqlalchemy")])
    assert (found.commits, found.hits["AC-001"]) == (1, [])
    assert "no commit shows" in found.notes["AC-001"]


def test_commits_that_change_nothing_hide_nothing(tmp_path: Path, git: Any) -> None:
    git(tmp_path, "init", "-q")
    History(tmp_path, git).commit()
    found = verb_audit.audit(str(tmp_path), [rule("sqlalchemy")])
    assert (found.commits, found.notes) == (1, {})
