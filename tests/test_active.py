"""What is worked on: the flag, the file, the branch; and what a project has set."""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.core import git as run
from memory_core.core.light.errors import Refusal
from memory_core.tickets import active, places
from memory_core.tickets.light import ticket_settings


def says(root: Path, **fields: Any) -> Path:
    path = root / active.FILE
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(fields))
    return path


def has(root: Path, path: str, text: str = "x\n") -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text)


def named(root: Path, **more: str) -> tuple[str, str]:
    target = active.work(str(root), **more)
    return target.ticket, target.by


@pytest.mark.req("AIDD-1")
def test_a_flag_comes_before_the_file_and_the_file_before_the_branch(repo: Path, git: Callable[..., str]) -> None:
    git(repo, "checkout", "-qb", "feature/ABC-3-cart")
    assert named(repo) == ("", "")  # no aidd/ folder: this project does not work by tickets
    assert named(repo, given="ABC-1") == ("ABC-1", "given")
    has(repo, "aidd/__init__.py")  # a package of that name is none either
    assert named(repo) == ("", "")
    (repo / "aidd" / "reports").mkdir()
    assert named(repo) == ("ABC-3", "branch")
    says(repo, ticket="ABC-2", slug_hint="cart", stage="review", work_item="iteration_id=I1")
    assert active.work(str(repo)) == ("ABC-2", "cart", "review", "iteration_id=I1", "iteration_id_I1", "file")
    assert active.work(str(repo), "ABC-1") == ("ABC-1", "", "", "", "ABC-1", "given")
    assert active.work(str(repo), "ABC-2").stage == "review"


def test_without_a_ticket_the_way_to_one_is_named(repo: Path) -> None:
    with pytest.raises(Refusal, match="--ticket"):
        active.needed(str(repo))
    for name in ("../../x", "a/b", "", " ", "x" * 81, "-rf"):
        if name.strip():
            with pytest.raises(Refusal):
                active.needed(str(repo), name)


def test_a_ticket_that_stands_there_in_other_case_is_named(repo: Path) -> None:
    has(repo, "aidd/docs/spec/ABC-1.md")
    has(repo, places.decision_log("lower-2"))
    for name, there in (("abc-1", "ABC-1"), ("LOWER-2", "lower-2")):
        with pytest.raises(Refusal, match=there):
            active.needed(str(repo), name)
        assert active.needed(str(repo), there).ticket == there
    has(repo, "aidd/docs/spec/abc-1.md")
    assert active.needed(str(repo), "abc-1").ticket == "abc-1"
    assert active.needed(str(repo), "ABC-9").ticket == "ABC-9"


BRANCHES = {
    "feature/ABC-123-foo": "ABC-123",
    "ABC-123": "ABC-123",
    "users/ann/ABC-123_foo": "ABC-123",
    "fix-ABC-7": "ABC-7",
    "main": "",
    "feature/utf-8-names": "",
    "feature/UTF-8-names": "",
    "release-2024": "",
    "dependabot/npm_and_yarn/lib-1.2.3": "",
    "cart-retry": "",
}


@pytest.mark.parametrize(("branch", "ticket"), BRANCHES.items())
def test_a_branch_names_a_ticket(repo: Path, git: Callable[..., str], branch: str, ticket: str) -> None:
    (repo / "aidd/docs").mkdir(parents=True)
    git(repo, "checkout", "-qB", branch)
    assert active.work(str(repo)).ticket == ticket


@pytest.mark.parametrize(
    ("branch", "document", "ticket"),
    [
        ("feature/abc-123-foo", "aidd/docs/prd/ABC-123.prd.md", "ABC-123"),
        ("feature/OLD-1-of-ABC-2", "aidd/reports/memory/ABC-2.decisions.jsonl", "ABC-2"),
        ("feature/cart-retry", "aidd/docs/tasklist/cart-retry.md", "cart-retry"),
        ("feature/cart-retry-again", "aidd/docs/tasklist/cart-retry.md", "cart-retry"),
        ("fix/123-cart", "aidd/docs/research/123.md", "123"),
    ],
)
def test_a_ticket_with_documents_or_a_log_comes_first(
    repo: Path, git: Callable[..., str], branch: str, document: str, ticket: str
) -> None:
    has(repo, document)
    git(repo, "checkout", "-qB", branch)
    assert active.work(str(repo)).ticket == ticket


def test_a_linked_worktree_has_a_branch_and_a_file_of_its_own(repo: Path, git: Callable[..., str]) -> None:
    has(repo, "aidd/README.md")
    says(repo, ticket="ABC-1")
    other = repo.parent / "other"
    git(repo, "worktree", "add", "-q", "-b", "feature/ABC-2", str(other))
    (other / "src").mkdir()
    assert named(repo, here=str(other / "src")) == ("ABC-2", "branch")
    says(other, ticket="ABC-3")
    assert named(repo, here=str(other)) == ("ABC-3", "file")
    assert named(repo, here=str(repo / "aidd")) == ("ABC-1", "file")


def test_a_submodule_is_of_the_project_around_it(repo: Path, git: Callable[..., str]) -> None:
    (repo / "aidd/docs").mkdir(parents=True)
    inner = repo / "vendor"
    inner.mkdir()
    git(inner, "init", "-q")
    git(inner, "symbolic-ref", "HEAD", "refs/heads/feature/XYZ-1")
    git(repo, "checkout", "-qb", "feature/ABC-1")
    assert named(repo, here=str(inner)) == ("ABC-1", "branch")


def test_a_branch_that_is_being_rebased_is_still_its_own(repo: Path, git: Callable[..., str]) -> None:
    (repo / "aidd/docs").mkdir(parents=True)
    git(repo, "checkout", "-qb", "feature/ABC-1")
    git(repo, "checkout", "-q", "--detach")
    assert named(repo) == ("", "")
    has(repo, ".git/rebase-merge/head-name", "refs/heads/feature/ABC-1\n")
    assert named(repo) == ("ABC-1", "branch")


def test_no_process_is_started_for_a_branch(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert run.branch(str(repo)) == "main"
    assert run.branch(str(repo.parent)) == ""


HOSTILE = {
    "not JSON": "{",
    "nothing": "",
    "a list": "[1]",
    "deep": "[" * 100_000,
    "no ticket": "{}",
    "a number": '{"ticket": 12}',
    "a way out": '{"ticket": "../../x"}',
    "a path": '{"ticket": "a/b"}',
    "a NUL": '{"ticket": "a\\u0000b"}',
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_file_that_names_no_ticket_is_left_out_and_told(repo: Path, text: str) -> None:
    has(repo, active.FILE, text)
    assert named(repo) == ("", "")
    assert active.FILE in active.problem(str(repo))


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
@pytest.mark.parametrize("part", [active.FILE, "aidd/docs", "aidd"])
def test_a_link_that_leads_out_is_not_followed(repo: Path, tmp_path: Path, part: str) -> None:
    outside = tmp_path / "outside"
    kept = says(outside, ticket="ABC-1")
    (repo / part).parent.mkdir(parents=True, exist_ok=True)
    (repo / part).symlink_to(outside / part)
    assert kept.exists()
    assert named(repo) == ("", "")
    assert active.problem(str(repo))


@given(st.dictionaries(st.sampled_from(["ticket", "stage", "slug_hint", "work_item"]), st.text() | st.integers()))
def test_whatever_a_file_says_names_stay_in_their_folder(tmp_path_factory: pytest.TempPathFactory, fields) -> None:
    root = tmp_path_factory.mktemp("any")
    says(root, **fields)
    target = active.work(str(root))
    assert not target.ticket or places.ticket(target.ticket) == target.ticket
    for word in (target.scope_key, target.stage, target.slug):
        assert "\n" not in word
    assert "/" not in target.scope_key
    assert ".." not in target.scope_key.split("/")


@pytest.mark.req("AIDD-44", "AIDD-45", "AIDD-63")
def test_nothing_is_refused_where_nothing_is_set(repo: Path) -> None:
    settings = ticket_settings.read(str(repo))
    assert (settings.enabled, settings.require_decisions_pack, settings.require_read_log) == (True, "soft", "off")
    assert (settings.full_reads, settings.stages, settings.excerpt_chars) == ("advise", ("plan", "review", "qa"), 1_200)
    assert (settings.semantic.chars, settings.semantic.lines, settings.semantic.rows) == (8_000, 180, 15)
    assert not settings.problems


@pytest.mark.req("AIDD-44", "AIDD-45")
def test_what_is_set_holds(repo: Path) -> None:
    has(
        repo,
        ticket_settings.CONVENTIONS,
        '{"memory": {"enabled": false, "semantic": {"max_chars": 4000, "max_rows": 10}, "excerpt_chars": 300,'
        ' "read_order": ["aidd/docs/a.md"]}}',
    )
    has(repo, ticket_settings.GATES, '{"memory": {"require_read_log": "hard", "full_reads": "hard", "stages": ["qa"]}}')
    settings = ticket_settings.read(str(repo))
    assert not settings.enabled
    assert (settings.semantic.chars, settings.semantic.rows, settings.excerpt_chars) == (4_000, 10, 300)
    assert settings.read_order == ("aidd/docs/a.md",)
    assert (settings.require_decisions_pack, settings.require_read_log) == ("soft", "hard")
    assert (settings.full_reads, settings.stages) == ("hard", ("qa",))
    assert not settings.problems


@pytest.mark.req("AIDD-63")
@pytest.mark.parametrize(
    ("place", "text"),
    [
        (ticket_settings.CONVENTIONS, "{"),
        (ticket_settings.CONVENTIONS, '{"memory": []}'),
        (ticket_settings.CONVENTIONS, '{"memory": {"enabled": "no"}}'),
        (ticket_settings.CONVENTIONS, '{"memory": {"semantic": 7}}'),
        (ticket_settings.CONVENTIONS, '{"memory": {"semantic": {"max_chars": 80000}}}'),
        (ticket_settings.CONVENTIONS, '{"memory": {"decisions": {"max_rows": 0}}}'),
        (ticket_settings.CONVENTIONS, '{"memory": {"excerpt_chars": true}}'),
        (ticket_settings.GATES, '{"memory": {"require_decisions_pack": "maybe"}}'),
        (ticket_settings.GATES, '{"memory": {"require_decisions_pack": 1}}'),
        (ticket_settings.GATES, '{"memory": {"full_reads": {"hard": 1}}}'),
        (ticket_settings.GATES, '{"memory": {"stages": "qa"}}'),
    ],
)
def test_what_cannot_be_used_is_told_and_changes_nothing(repo: Path, place: str, text: str) -> None:
    has(repo, place, text)
    settings, plain = ticket_settings.read(str(repo)), ticket_settings.Settings()
    assert len(settings.problems) == 1
    assert place in settings.problems[0]
    for name in ("enabled", "excerpt_chars", "require_decisions_pack", "require_read_log", "full_reads", "stages"):
        assert getattr(settings, name) == getattr(plain, name)
    for got, wanted in ((settings.semantic, plain.semantic), (settings.decisions, plain.decisions)):
        assert (got.chars, got.lines, got.rows) == (wanted.chars, wanted.lines, wanted.rows)


def test_other_sections_are_nobodys_business_here(repo: Path) -> None:
    has(repo, ticket_settings.GATES, '{"tests_required": "hard"}')
    settings = ticket_settings.read(str(repo))
    assert settings.require_decisions_pack == "soft"
    assert not settings.problems
    assert os.path.exists(repo / ticket_settings.GATES)
