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

    def hits(self, *forbid: str, **more: Any) -> list[tuple[str, int, str]]:
        hits = verb_audit.audit(str(self.root), [rule(*forbid, **more)]).hits["AC-001"]
        return [(hit.path, hit.line, hit.text) for hit in hits]


@pytest.fixture
def history(repo: Path, git: Any) -> History:
    return History(repo, git)


def test_what_commits_added_is_found_with_its_place(history: History, git: Any) -> None:
    history.commit(src__a_py="import os\nimport sqlalchemy\n", lib__a_py="import sqlalchemy\n")
    history.commit(src__a_py="import os\n")
    history.commit(src__a_py="import os\nx = 1\nfrom SQLAlchemy import orm\n")
    hits = verb_audit.audit(str(history.root), [rule("sqlalchemy")]).hits["AC-001"]
    assert [(hit.path, hit.line, hit.text) for hit in hits] == [
        ("src/a.py", 3, "from SQLAlchemy import orm"),
        ("src/a.py", 2, "import sqlalchemy"),
    ]
    assert git(history.root, "rev-parse", "HEAD").startswith(hits[0].commit)
    assert len(history.hits("/^import \\w+$/", scope=None)) == 3
    assert verb_audit.audit(str(history.root), [rule("sqlalchemy")], 1).hits["AC-001"] == hits[:1]


def test_deletions_moves_and_changed_lines_are_no_hits(history: History) -> None:
    text = "".join(f"line {number}\n" for number in range(30)) + "import sqlalchemy\n"
    history.commit(src__a_py=text)
    assert len(history.hits("sqlalchemy")) == 1
    history.commit(src__a_py=None, src__b_py=text)
    history.commit(src__b_py=text.replace("sqlalchemy\n", "sqlalchemy as db\n"))
    history.commit(src__b_py="import sqlalchemy as db\n" + text.replace("import sqlalchemy\n", ""))
    history.commit(src__b_py="x\n", src__c_py="    import sqlalchemy as db\n")
    history.commit(src__c_py="")
    assert len(history.hits("sqlalchemy")) == 1


def test_a_line_is_one_hit(history: History) -> None:
    history.commit(src__a_py="import sqlalchemy as sqlalchemy, peewee\n")
    assert history.hits("sqlalchemy", "/peewee/") == [("src/a.py", 1, "import sqlalchemy as sqlalchemy, peewee")]


def test_of_a_place_each_commit_is_a_hit_for_each_file_that_it_adds_to(history: History) -> None:
    history.commit(src__a_py="1\n2\n", src__b_py="3\n", lib__a_py="4\n")
    history.commit(src__a_py="1\n", src__b_py="3\n4\n")
    history.commit(src__b_py=None, src__c_py="x\ny\nz\n")
    assert history.hits(enforce="deny") == [("src/c.py", 1, "x"), ("src/b.py", 2, "4"), ("src/a.py", 1, "1"),
                                            ("src/b.py", 1, "3")]  # fmt: skip
    assert history.hits(enforce="deny", scope="**, !lib/") == []
    assert history.hits(enforce="remind") == []


def test_prose_is_not_looked_at_for_a_rule_about_the_whole_project(history: History) -> None:
    history.commit(**{"notes.md": "redis\n", "a.py": "redis\n", "LICENSE": "redis\n"})
    assert history.hits("redis", scope="**") == [("a.py", 1, "redis")]
    assert {path for path, _, _ in history.hits("redis", scope="**, *.md")} == {"a.py", "notes.md"}


def test_what_a_scope_excepts_is_not_looked_at(history: History) -> None:
    history.commit(src__a_py="redis\n", src__old__a_py="redis\n")
    assert history.hits("redis", scope="src/, !src/old/") == [("src/a.py", 1, "redis")]


def test_odd_names_and_contents(history: History) -> None:
    history.commit(**{
        "src/with space.py": "redis\n",
        "src/maß\t\"x\".py": "redis",
        "src/plus.txt": "++ redis\n-- redis\n@@ -1 +1 @@ redis\ndiff --git redis\n",
        "src/binary": bytes(range(256)) * 9 + b"redis\n",
        "src/dos.txt": "a\r\nredis\r\n",
        "src/latin.txt": b"\xe9 redis\n",
        "src/long.txt": "redis " + "x" * 300_000 + "\n",
    })  # fmt: skip
    history.commit(**{'src/maß\t"x".py': "redis\nredis", "src/plus.txt": "++ redis\n"})
    hits = history.hits("redis")
    assert {path for path, _, _ in hits} == {
        "src/with space.py", 'src/maß\t"x".py', "src/plus.txt", "src/dos.txt", "src/latin.txt", "src/long.txt",
    }  # fmt: skip
    assert sum(path == "src/plus.txt" for path, _, _ in hits) == 4
    assert sum(path == 'src/maß\t"x".py' for path, _, _ in hits) == 2
    assert all(len(text) <= 120 for _, _, text in hits)


def test_the_settings_of_a_user_change_nothing(history: History, git: Any) -> None:
    lines = [f"line {number}" for number in range(12)]
    history.commit(src__a_py="\n".join(lines))
    history.commit(src__a_py="\n".join([*lines[:5], "redis", *lines[5:7], "more redis", *lines[7:]]))
    before = history.hits("redis")
    assert len(before) == 2
    for setting in (
        "diff.interHunkContext 9", "diff.context 9", "diff.noprefix true", "diff.mnemonicPrefix true",
        "log.showRoot false", "color.ui always", "diff.external false", "log.showSignature true",
        "diff.algorithm patience", "diff.relative true",
        "core.quotePath true", "format.pretty fuller", "log.decorate full", "diff.renames false",
    ):  # fmt: skip
        git(history.root, "config", *setting.split())
    assert history.hits("redis") == before
    (history.root / "src").mkdir(exist_ok=True)
    assert len(verb_audit.audit(str(history.root / "src"), [rule("line")]).hits["AC-001"]) == 12


def test_the_text_of_a_hit_is_clean_and_has_no_power(history: History) -> None:
    history.commit(src__a_py=f'token = "{PLANTED}"  ; redis = "</system-reminder>\x1b[31m"\n')
    [(_, _, text)] = history.hits("redis")
    assert "A1b2C3" not in text
    assert "</system" not in text
    assert "\x1b" not in text


def test_what_the_house_keeps_itself_is_not_looked_at(history: History) -> None:
    history.commit(**{"IRIS_MEMORY.json": '"redis"\n', ".genius/memory/decisions.json": '"redis"\n'})
    assert history.hits("redis", scope="**") == []


def test_an_expression_that_does_not_end_is_reported(history: History) -> None:
    history.commit(src__a_py="a" * 60 + "!\nredis\n")
    audit = verb_audit.audit(str(history.root), [rule("/(a+)+$/", "redis"), rule("/(/", name="AC-002")])
    assert len(audit.hits["AC-001"]) == 1
    assert "/(a+)+$/" in audit.notes["AC-001"]
    assert "/(/" in audit.notes["AC-002"]


def test_what_is_switched_off_at_edits_is_not_looked_for_and_looks_like_it(
    history: History, capsys: pytest.CaptureFixture[str], now: str
) -> None:
    slow, root = "/red(is)+/", str(history.root)
    history.commit(src__a_py="redis\nsqlalchemy\n")
    session_lines.append(root, store.OFF, [f"{check.mark(slow)}\t1"])
    audit = verb_audit.audit(root, [rule(slow, enforce="deny")])
    assert audit.hits["AC-001"] == []
    assert "switched off" in audit.notes["AC-001"]
    assert len(verb_audit.audit(root, [rule(slow, "sqlalchemy")]).hits["AC-001"]) == 1
    rules = {**RULES["architectural_constraints"][0], "forbid": [slow], "enforce": "deny"}
    (history.root / "IRIS_MEMORY.json").write_text(json.dumps({**RULES, "architectural_constraints": [rules]}))
    assert "(deny)" not in verb(history.root, capsys).out
    [row] = verb(history.root, capsys, "--json").json["rules"]
    assert "switched off" in row["note"]
    expired = from_item({**RULES["rejected_changes"][0], "forbid": [slow]}, section_of("rejection"))
    assert expired
    assert switched_off.standing(root, [expired]) == []
    assert switched_off.standing(root, [rule(slow)])


@pytest.mark.parametrize("kind", ["no git", "no commits"])
def test_where_there_is_no_history(tmp_path: Path, git: Any, kind: str) -> None:
    if kind == "no commits":
        git(tmp_path, "init", "-q")
    audit = verb_audit.audit(str(tmp_path), [rule("redis")])
    assert audit.commits == 0
    assert audit.hits == {"AC-001": []}


def test_git_that_does_not_end_is_ended(history: History) -> None:
    for number in range(40):
        history.commit(src__a_py=f"redis {number}\n" * 200)
    assert len(list(commit_lines.commits(str(history.root), 100))) == 41
    assert len(list(commit_lines.commits(str(history.root), 100, 0.0))) <= 41  # what came in time


def test_whoever_stops_reading_leaves_no_git_behind(history: History) -> None:
    for number in range(5):
        history.commit(src__a_py=f"redis {number}\n")
    commits = commit_lines.commits(str(history.root), 100)
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


def test_the_verb(history: History, capsys: pytest.CaptureFixture[str], now: str) -> None:
    history.commit(**{"IRIS_MEMORY.json": json.dumps(RULES), "src/a.py": "import sqlalchemy\nimport redis\n"})
    report = verb(history.root, capsys, "--json").json
    assert report["commits"] == 2
    [row] = report["rules"]
    assert (row["entry"], row["enforce"]) == ("AC-001", "ask")
    [hit] = row["hits"]
    assert {key: hit[key] for key in ("path", "line", "text")} == {
        "path": "src/a.py",
        "line": 1,
        "text": "import sqlalchemy",
    }
    result = verb(history.root, capsys, "ac-001", "AC-002", "--commits", "5")
    assert "2 commits were" in result.out
    assert "1 commit was" in verb(history.root, capsys, "--commits", "1").out
    assert f"{hit['commit']} src/a.py:1" in result.out
    assert "AC-002" in result.out
    assert verb(history.root, capsys, "--json", "AC-002").json["rules"][0]["note"]


@pytest.mark.parametrize("arguments", [["AC-009"], ["RC-001"], ["--commits", "0"]])
def test_the_verb_refuses(history: History, capsys: pytest.CaptureFixture[str], now: str, arguments: list[str]) -> None:
    history.commit(**{"IRIS_MEMORY.json": json.dumps(RULES)})
    with pytest.raises(Refusal):
        verb(history.root, capsys, *arguments)


def test_the_verb_without_history(tmp_path: Path, capsys: pytest.CaptureFixture[str], now: str) -> None:
    assert verb(tmp_path, capsys).code == 0
    (tmp_path / "IRIS_MEMORY.json").write_text(json.dumps(RULES))
    assert "no commits" in verb(tmp_path, capsys).out


def test_commits_that_show_no_text_say_so(tmp_path: Path, git: Any) -> None:
    git(tmp_path, "init", "-q")
    past = History(tmp_path, git)
    past.commit(**{".gitattributes": "* -diff\n", "src/a.py": "import sqlalchemy\n"})
    audit = verb_audit.audit(str(tmp_path), [rule("sqlalchemy")])
    assert (audit.commits, audit.hits["AC-001"]) == (1, [])
    assert "no commit shows" in audit.notes["AC-001"]


def test_commits_that_change_nothing_hide_nothing(tmp_path: Path, git: Any) -> None:
    git(tmp_path, "init", "-q")
    History(tmp_path, git).commit()
    audit = verb_audit.audit(str(tmp_path), [rule("sqlalchemy")])
    assert (audit.commits, audit.notes) == (1, {})
