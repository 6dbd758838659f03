"""findings patterns: what several reviews saw is told, and becomes a pattern of the project, once."""

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memory_core.cli import main
from memory_core.core import registry
from memory_core.reviews import verb_patterns
from tests.conftest import Output, derived

Git = Callable[..., str]
Run = Callable[..., Output]
SQL = [
    {"summary": "SQL of the order search is joined from strings", "file": "shop/orders.py", "severity": "high",
     "category": "security", "details": "The `status` parameter is pasted into the WHERE clause."},
    {"summary": "fmt.Sprintf builds the lookup statement", "file": "store/user.go", "severity": "critical",
     "category": "security", "details": "The email of the form ends up in the query text; use placeholders."},
    {"summary": "Injection risk: query concatenated by hand", "file": "web/Invoice.java", "severity": "high",
     "category": "security", "details": "A prepared statement with a bound parameter would do."},
]  # fmt: skip
SAME_FILE = {"summary": "List is returned without pagination", "file": "shop/orders.py", "severity": "medium",
             "category": "performance", "details": "A LIMIT is missing."}  # fmt: skip


@pytest.fixture
def run(repo: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a verb in the repository, in this process; each call begins a minute after the one before."""
    minutes = iter(range(1, 60))

    def call(*arguments: str, given: Any = None) -> Output:
        monkeypatch.setenv("MEMORY_CORE_NOW", f"2026-03-14T15:{next(minutes):02}:00Z")
        monkeypatch.chdir(repo)
        text = given if isinstance(given, str) else "" if given is None else json.dumps({"findings": given})
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        code = main([*arguments])
        out, err = capsys.readouterr()
        return Output(code, out, err)

    return call


@pytest.fixture
def unset(monkeypatch: pytest.MonkeyPatch) -> None:
    """No model is set up."""
    monkeypatch.delenv("MEMORY_CORE_DATA", raising=False)


def review(run: Run, repo: Path, git: Git, *findings: dict[str, Any]) -> dict[str, Any]:
    """What `capture` answers for a review of a commit of its own."""
    git(repo, "commit", "--allow-empty", "-qm", "Work")
    result = run("findings", "capture", "--no-files", "--json", given=list(findings))
    assert result.code == 0, result.err
    answer: dict[str, Any] = result.json
    return answer


def patterns(root: Path) -> list[Any]:
    return [memory for memory in registry.read(str(root)) if memory.kind == "convention"]


@pytest.mark.req("CS-US-019")
def test_three_reviews_make_a_pattern_once(run: Run, repo: Path, git: Git, unset: None) -> None:
    first = review(run, repo, git, SQL[0], SAME_FILE)
    second = review(run, repo, git, SQL[1])
    assert [finding["seen"] for finding in second["findings"]] == [[first["findings"][0]["id"]]]
    assert second["promoted"] == []
    third = review(run, repo, git, SQL[2])
    (kept,) = third["promoted"]
    ids = [answer["findings"][0]["id"] for answer in (first, second, third)]
    assert [link["target"] for link in kept["links"]] == ids
    assert {"recurring", "security"} <= set(kept["tags"])
    assert kept["namespace"] == "patterns"
    assert [(pattern["count"], pattern["ids"]) for pattern in third["patterns"]] == [(3, ids)]
    assert git(repo, "notes", "--ref=cs/patterns", "list")
    fourth = review(run, repo, git, SQL[0] | {"file": "shop/items.py"})
    assert fourth["promoted"] == []
    assert fourth["patterns"][0]["count"] == 4
    assert len(patterns(repo)) == 1


@pytest.mark.req("CS-US-019")
def test_a_pattern_that_was_forgotten_is_not_made_again(run: Run, repo: Path, git: Git, unset: None) -> None:
    answers = [review(run, repo, git, finding) for finding in SQL]
    (kept,) = answers[-1]["promoted"]
    assert run("forget", kept["id"]).code == 0
    again = review(run, repo, git, SQL[1] | {"file": "store/item.go"})
    assert again["promoted"] == []
    assert patterns(repo) == []


@pytest.mark.req("CS-US-019")
def test_two_reviews_are_promoted_by_hand_alone(run: Run, repo: Path, git: Git, unset: None) -> None:
    answers = [review(run, repo, git, finding) for finding in SQL[:2]]
    assert run("findings", "patterns", "--promote", "--json").json["promoted"] == []
    name = answers[0]["findings"][0]["id"][:8]
    result = run("findings", "patterns", "--promote", name, "--json")
    assert len(result.json["promoted"]) == 1
    refused = run("findings", "patterns", "--promote", name)
    assert refused.code != 0
    assert name in refused.err


def test_one_review_that_repeats_itself_is_no_pattern(run: Run, repo: Path, git: Git, unset: None) -> None:
    answer = review(run, repo, git, *SQL)
    assert answer["patterns"] == answer["promoted"] == []
    # It may be reviewed again: what it has found at a place is not an earlier finding.
    again = run("findings", "capture", "--no-files", "--json", given=[SQL[0] | {"summary": "SQL joined by hand here"}])
    assert all(finding["id"] != again.json["findings"][0]["id"] for finding in answer["findings"])
    assert answer["findings"][0]["id"] not in again.json["findings"][0]["seen"]


@pytest.mark.req("CS-US-017", "CS-US-019")
def test_what_was_found_is_shown_before_a_review(run: Run, repo: Path, git: Git, unset: None) -> None:
    for finding in SQL:
        review(run, repo, git, finding, SAME_FILE)
    everywhere = run("findings", "patterns", "--json").json
    assert [group["count"] for group in everywhere["patterns"]] == [3, 3]
    here = run("findings", "patterns", "--json", "store").json
    assert {finding["file"] for finding in here["findings"]} == {"store/user.go"}
    assert [group["defect"] for group in here["patterns"]] == ["sql-injection", "unbounded-query"]
    there = run("findings", "patterns", "--json", "docs/").json
    assert (there["findings"], len(there["patterns"])) == ([], 2)  # a new file may well have what recurs elsewhere
    result = run("findings", "patterns", "--args-stdin", given="web/ --spec none")
    assert result.code == 0
    assert result.out.startswith("<project-memory")
    elsewhere = run("findings", "patterns", "docs/none.md").out
    assert "Found again and again" in elsewhere
    assert "Open" not in elsewhere


def test_what_is_told_before_a_review_stays_within_its_budget(run: Run, repo: Path, git: Git, unset: None) -> None:
    many = [SAME_FILE | {"summary": f"Thing {n} of part {n * 7} is odd " + "x" * 60, "line": n + 1} for n in range(150)]
    review(run, repo, git, *many)
    result = run("findings", "patterns", "--args-stdin", given="")
    assert len(result.out) <= 4 * 1500
    assert "more" in result.out


def test_in_a_project_without_reviews_nothing_recurs(run: Run, repo: Path) -> None:
    assert verb_patterns.recurring(str(repo)) == []
    assert verb_patterns.promote(str(repo), str(repo)) == []
    assert run("findings", "patterns", "--json").json == {"findings": [], "patterns": []}
    assert not (derived(repo)).exists()


@pytest.mark.parametrize("arguments", [["patterns"], ["capture", "--no-files"]])
def test_where_nothing_was_found_nothing_is_loaded_to_tell_it(repo: Path, arguments: list[str]) -> None:
    script = (
        "import sys\n"
        "from memory_core.cli import main\n"
        "assert main(sys.argv[1:]) == 0\n"
        "from memory_core.reviews import classify_defect as reading\n"
        "assert not reading._words.cache_info().currsize + reading._model.cache_info().currsize\n"
        "heavy = {'detect_secrets', 'fastembed', 'numpy'}\n"
        "heavy |= {'memory_core.verbs.remember', 'memory_core.recall.indexing'}\n"
        "print(heavy & set(sys.modules), file=sys.stderr)\n"
    )
    call = [sys.executable, "-c", script, "findings", *arguments]
    done = subprocess.run(call, cwd=repo, input='{"findings": []}', capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "set()"
