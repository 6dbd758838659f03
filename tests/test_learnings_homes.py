"""The verbs where they meet the homes of learnings: recall, show, remember, forget, export, import, verify, doctor."""

import contextlib
import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from memory_core import cli
from memory_core.core import registry, session
from memory_core.journal import journal_files
from memory_core.learnings import access_log, archive, warm_files
from memory_core.learnings.learning import GLOBAL, PREFERENCE, PROJECT, Cold, Learning, to_state
from memory_core.learnings.warm import Warm
from tests.conftest import Output

NOW = "2026-03-14T15:09:26Z"


@pytest.fixture(autouse=True)
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, now: str) -> None:
    """A machine without a model."""
    monkeypatch.setenv("MEMORY_CORE_DATA", str(tmp_path / "data"))


@pytest.fixture
def verb(repo: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Output]:
    monkeypatch.chdir(repo)

    def run(*arguments: str) -> Output:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = cli.main([*arguments, *([] if "--root" in arguments else ["--root", str(repo)])])
        return Output(code, out.getvalue(), err.getvalue())

    return run


def learning(at: int, words: str, **more) -> Learning:
    return Learning(f"pref_{at:03}", PREFERENCE, words, "statement", confirmation=1.0, created=NOW, updated=NOW, **more)


@pytest.fixture
def kept(repo: Path) -> Path:
    """A project with a learning of its own, one of all projects, a muted one, and one that is hot."""
    root = str(repo)
    with warm_files.held(root):
        warm_files.write(root, PROJECT, Warm((learning(1, "Use tabs in Makefiles", reason="make needs them"),)))
        learnings = (learning(2, "Answer in German", level=GLOBAL), learning(3, "Greet me with a haiku", level=GLOBAL))
        warm_files.write(root, GLOBAL, Warm(learnings, muted={root: ("pref_003",)}))
        hot = Learning("hot_0123abcd", PREFERENCE, "Name branches after tickets", "statement", confirmation=1.0)
        session.save(root, "s1", {"hot": to_state([hot])})
    return repo


@pytest.mark.req("JARVIS-3", "JARVIS-4", "JARVIS-27")
def test_recall_finds_what_is_warm_and_what_is_hot(kept: Path, verb):
    assert [result["id"] for result in verb("recall", "makefiles", "--json").json["results"]] == ["pref_001"]
    assert [result["id"] for result in verb("recall", "german", "--json").json["results"]] == ["pref_002"]
    (hot,) = verb("recall", "branches", "--json").json["results"]
    assert (hot["id"], hot["home"]) == ("hot_0123abcd", "session")
    assert verb("recall", "haiku", "--json").json["results"] == []  # not in this project


def test_what_changes_in_a_file_is_found_at_once(kept: Path, verb):
    assert verb("recall", "makefiles", "--json").json["results"]
    path = Path(warm_files.path(str(kept), PROJECT))
    path.write_text(path.read_text().replace("Makefiles", "Dockerfiles"))
    assert verb("recall", "dockerfiles", "--json").json["results"]
    assert verb("verify").code == 0
    session.end(str(kept), "s1")
    assert verb("recall", "branches", "--json").json["results"] == []


def test_show_says_where_a_learning_stands(kept: Path, verb):
    output = verb("show", "pref_001").out
    assert all(
        part in output
        for part in ("Use tabs", "make needs them", "warm", "project", ".claude/learnings/warm-memory.json")
    )
    assert "hot" in verb("show", "hot_0123abcd").out
    assert verb("show", "pref_001", "--json").json["attrs"]["confirmation"] == 1.0


@pytest.mark.req("X-9")
def test_a_preference_that_is_remembered_is_warm_and_no_note(kept: Path, verb):
    made = verb("remember", "preference", "Prefer composition over inheritance", "--json").json
    assert (made["home"], made["level"], made["commit"]) == ("learnings", PROJECT, None)
    assert re.fullmatch(r"pref_\d{3}", made["id"])
    assert made["id"] not in ("pref_001", "pref_002", "pref_003")
    assert journal_files.read(str(kept)) == []
    assert verb("remember", "preference", "prefer composition over INHERITANCE", "--json").json["id"] == made["id"]
    assert "commit" in verb("remember", "preference", "Prefer small functions").out


def test_more_can_be_said_of_it(kept: Path, verb):
    assert verb("remember", "--amend", "pref_001", "--context", "tabs are eight wide").code == 0
    assert "eight wide" in verb("show", "pref_001").out
    assert verb("remember", "--amend", "pref_001", "--tag", "make").code == 1
    assert verb("remember", "--amend", "hot_0123abcd", "--context", "x").code == 1
    assert verb("resolve", "pref_001", "done").code == 1


@pytest.mark.req("JARVIS-42", "JARVIS-65")
@pytest.mark.parametrize("name", ["pref_001", "pref_002", "hot_0123abcd"])
def test_what_is_forgotten_is_gone_from_everywhere_but_its_line_in_the_log(kept: Path, verb, name: str):
    words = verb("show", name, "--json").json["summary"]
    result = verb("forget", name)
    assert result.code == 0, result.err
    assert ("commit that file" in result.out) == (name == "pref_001")
    assert verb("show", name).code == 1
    for path in (Path(warm_files.path(str(kept), level)) for level in warm_files.LEVELS):
        assert words not in path.read_text()
    assert words not in Path(session.path(str(kept), "s1")).read_text()
    assert [(line["learning_id"], line["action"]) for line in access_log.read()] == [(name, "deleted")]
    assert verb("remember", "preference", "Prefer small functions", "--json").json["id"] == "pref_004"


def test_a_part_of_an_id_is_too_little_to_forget_by(kept: Path, verb):
    assert verb("forget", "pref_00").code == 1
    assert verb("forget", "pref").code == 1


@pytest.mark.req("X-9", "CS-US-011")
def test_an_export_has_the_projects_learnings_alone_and_an_import_brings_them_back(
    kept: Path, verb, tmp_path: Path, git
):
    assert verb("export", "--output", str(tmp_path / "out.json")).code == 0
    memories = json.loads((tmp_path / "out.json").read_text())["memories"]
    assert [memory["id"] for memory in memories] == ["pref_001"]
    other = tmp_path / "other"
    other.mkdir()
    git(other, "init", "-q")
    for state in ("added", "known"):
        done = verb("import", str(tmp_path / "out.json"), "--json", "--root", str(other))
        assert done.json[state] == 1, done.out
    (before,), (after,) = (warm_files.read(str(root), PROJECT).learnings for root in (kept, other))
    assert after == before


@pytest.mark.req("X-9")
def test_what_a_stranger_exported_holds_in_no_other_project_and_takes_no_number(kept: Path, verb, tmp_path: Path):
    attrs = {"level": "global", "access_count": -5, "confidence": "x", "skill": ["x"], "extra": {"level": "global"}}
    rows = [
        {"id": "pref_99999", "kind": "preference", "summary": "Use curl", "level": "global", "attrs": attrs},
        {"id": "pref_002", "kind": "preference", "summary": "Use wget", "home": "session"},
        {"id": "pat_001", "kind": "behaviour", "summary": "Runs tests first", "home": "learnings"},
    ]  # fmt: skip
    (tmp_path / "in.json").write_text(json.dumps({"version": 1, "memories": rows}))
    done = verb("import", str(tmp_path / "in.json"), "--json")
    assert (done.code, done.json["added"]) == (0, 3), done.err
    learnings = warm_files.read(str(kept), PROJECT).learnings
    assert {learning.description: learning.id for learning in learnings} == {
        "Use tabs in Makefiles": "pref_001", "Use curl": "pref_004", "Use wget": "pref_005",
        "Runs tests first": "pat_001",
    }  # fmt: skip
    assert len(warm_files.read(str(kept), GLOBAL).learnings) == 2
    assert verb("verify").code == 0


def test_status_counts_them(kept: Path, verb):
    status = verb("status", "--json").json
    assert status["by_kind"]["preference"] == 3
    assert status["homes"] == {"learnings": 2, "session": 1}


def test_doctor_tells_of_damage_and_mends_it(kept: Path, verb):
    path = Path(warm_files.path(str(kept), PROJECT))
    path.write_text(path.read_text()[:-6])
    archive.add([Cold(learning(9, "Use npm"), str(kept), "2026-01-01")], "2026-01-01")
    cold = next(Path(archive.folder()).rglob("learnings.json.gz"))
    cold.write_bytes(cold.read_bytes()[:-12])
    assert "damaged" in verb("recall", "x").err
    report = verb("verify")
    assert report.code == 1
    assert "warm-memory.json" in report.out
    assert "learnings.json.gz" in report.out
    checks = {check["name"]: check for check in verb("doctor", "--json").json["checks"]}
    assert (checks["learnings"]["state"], checks["archive"]["state"]) == ("warn", "warn")
    assert any("warm-memory.json" in repair for repair in verb("doctor", "--fix", "--json").json["fixed"])
    checks = {check["name"]: check for check in verb("doctor", "--json").json["checks"]}
    assert checks["learnings"]["state"] == "ok"
    assert "warm-memory.json was damaged and was written anew" in checks["mended by itself"]["detail"]
    assert "warm-memory.1.damaged.json" in checks["mended by itself"]["remedy"]
    assert [memory.id for memory in warm_files.read(str(kept), PROJECT).learnings] == ["pref_001"]


@pytest.mark.req("C-6")
def test_linked_worktrees_share_their_learnings(kept: Path, verb, git, tmp_path: Path):
    git(kept, "worktree", "add", "-q", str(tmp_path / "side"), "-b", "side")
    assert verb("show", "pref_001", "--root", str(tmp_path / "side")).code == 0
    assert {memory.id for memory in registry.read(str(kept))} == {"pref_001", "pref_002", "hot_0123abcd"}
