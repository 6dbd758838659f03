"""A rule that keeps a place, and a scope with exceptions, as they are given to the verb."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from memory_core.core.light.globs import covers
from memory_core.core.scopes import scoped
from tests.test_iris import WHY, Run, entries, run

__all__ = ["run"]
ADD = ("iris", "add-constraint", "Migrations are generated", *WHY)
PLACE = ("--scope", "migrations/")


@pytest.mark.parametrize("enforce", ["ask", "deny"])
def test_the_whole_project_cannot_be_kept(run: Run, repo: Path, enforce: str) -> None:
    for scope in ("**", "**, !docs/"):
        refused = run(*ADD, "--enforce", enforce, "--scope", scope)
        assert refused.code == 1
        assert "--forbid" in refused.err
        assert "--scope" in refused.err
    assert not (repo / "IRIS_MEMORY.json").exists()
    assert run(*ADD, "--enforce", enforce, *PLACE).code == 0
    assert run("iris", "edit", "AC-001", "--scope", "**").code == 1
    assert run("iris", "edit", "AC-001", "--scope", "**", "--forbid", "alter table").code == 0
    assert run("iris", "edit", "AC-001", "--forbid", "").code == 1
    assert entries(repo, "architectural_constraints")[0]["applies_to"] == "**"


def test_a_place_is_denied_whatever_commits_added_to_it(run: Run, repo: Path, git: Callable[..., str]) -> None:
    (repo / "migrations").mkdir()
    (repo / "migrations/1.sql").write_text("a\nb\n")
    git(repo, "add", ".")
    git(repo, "commit", "-qm", "Begin")
    result = run(*ADD, "--enforce", "deny", *PLACE)
    assert result.code == 0
    assert result.out.count("migrations/1.sql:") == 1
    [rule] = json.loads(run("iris", "audit", "--json").out)["rules"]
    assert [hit["path"] for hit in rule["hits"]] == ["migrations/1.sql"]


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("src/**, !src/old/**", "src/**, !src/old/**"),
        ("src/, !/shop/src/old", "src/, !src/old"),
        ("!/shop/docs/, /shop", "!docs, **"),
        ("src/, ! ./src/old/", "src/, !src/old/"),
        ("src/, , !", "src/"),
    ],
)
def test_what_a_scope_excepts_is_written_like_what_it_names(given: str, kept: str) -> None:
    assert scoped(given, "/shop") == kept


@pytest.mark.parametrize("scope", ["src/, !/etc", "src/, !../lib", "!~/x"])
def test_what_a_scope_excepts_lies_in_the_project(run: Run, repo: Path, scope: str) -> None:
    assert run(*ADD, "--scope", scope).code == 1
    assert not (repo / "IRIS_MEMORY.json").exists()


def test_an_exception_is_kept_and_heeded(run: Run, repo: Path) -> None:
    assert run(*ADD, "--scope", "src/**, !src/old/**", "--forbid", "redis", "--enforce", "deny").code == 0
    [rule] = entries(repo, "architectural_constraints")
    assert covers(rule["applies_to"], "src/a.py")
    assert not covers(rule["applies_to"], "src/old/a.py")
