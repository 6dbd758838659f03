"""What the specification of notes and recall prints: notes, git's commands, the search, reviews, verbs, lock."""

import json
import re
import struct
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import apsw
import pytest
import yaml

from memory_core.core import lock
from memory_core.recall import schema, vectors
from tests.conftest import ROOT, Output
from tests.specification.played import TODAY, Played, table

NAMESPACES = {
    "inception": "inception", "elicitation": "elicitation", "research": "research", "decision": "decisions",
    "progress": "progress", "blocker": "blockers", "review": "reviews", "learning": "learnings",
    "retrospective": "retrospective", "pattern": "patterns",
}  # fmt: skip
AGENTS = {
    "security": "security-engineer", "performance": "performance-engineer", "architecture": "refactoring-specialist",
    "quality": "code-reviewer", "tests": "test-automator", "documentation": "documentation-engineer",
}  # fmt: skip
SEVERITIES = ("critical", "high", "high", "medium", "low", "low")
FINDINGS = [
    {"severity": severity, "category": category, "file": f"src/{category}.py", "line": number,
     "summary": f"Something about {category} is not as it should be", "details": f"Mend the {category} of it"}
    for number, (category, severity) in enumerate(zip(AGENTS, SEVERITIES, strict=True), 1)
]  # fmt: skip
SPEC = "ward-signs"


def note(project: Played, namespace: str, commit: str = "HEAD") -> str:
    return project.git("notes", f"--ref=cs/{namespace}", "show", commit)


def parted(text: str) -> tuple[dict[str, Any], str]:
    """The front matter of a note that holds one document, and its body."""
    _, head, body = text.split("---\n" if "---\n" in text else "---", 2)
    fields: dict[str, Any] = yaml.safe_load(head)
    return fields, body


def derived(project: Played) -> Path:
    """The folder of what is derived of the project."""
    return project.state / str(project.root.resolve()).replace("/", "%2F")


@pytest.fixture(scope="module")
def project(played: Played) -> Played:
    """A project with a memory in each namespace, and a review."""
    played.do("remember", "decision", "Wards have numbers", "--context", "The doors have signs", "--rationale",
              "Names change", "--alternative", "Names", "--spec", SPEC, "--phase", "planning", "--tag", "signs",
              "--relates-to", "HEAD")  # fmt: skip
    for word in NAMESPACES:
        if word not in ("decision", "review"):
            played.do("remember", word, f"One {word} about the signs on doors", "--spec", SPEC)
    return played


@pytest.fixture(scope="module")
def reviewed(another: Callable[[], Played]) -> Played:
    """A project in which a code review was captured."""
    made = another()
    made.captured = made.do("findings", "capture", "--spec", SPEC, given=json.dumps({"findings": FINDINGS}))  # type: ignore[attr-defined]
    return made


def batch(project: Played) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The front matter of the review, and its findings."""
    head, body = parted(note(project, "reviews"))
    fenced = body.partition("```json\n")[2].partition("\n```")[0]
    document = json.loads(fenced)
    return head, document["findings"] if isinstance(document, dict) else document


@pytest.mark.req("CS-FR-001", "CS-FR-002", "CS-FR-003", "CS-US-001")
def test_the_front_matter_of_a_note(project: Played) -> None:
    head, body = parted(note(project, "decisions"))
    commit = project.git("rev-parse", "HEAD")
    assert list(head)[:4] == ["type", "spec", "timestamp", "summary"]
    assert (head["type"], head["spec"], head["summary"]) == ("decision", SPEC, "Wards have numbers")
    assert head["timestamp"].isoformat().startswith(TODAY)
    assert (head["phase"], head["tags"], head["relates_to"]) == ("planning", ["signs"], [commit])
    assert [line for line in body.splitlines() if line.startswith("## ")] == [
        "## Context", "## Decision", "## Alternatives considered", "## Rationale",
    ]  # fmt: skip


@pytest.mark.req("CS-FR-001", "CS-NFR-009")
def test_a_summary_has_at_most_a_hundred_characters(fresh: Played) -> None:
    assert fresh.run("remember", "decision", "x" * 100).code == 0
    refused = fresh.run("remember", "decision", "x" * 101)
    assert refused.code != 0
    assert "100" in refused.err


@pytest.mark.req("CS-FR-002", "CS-US-003")
def test_a_blocker_is_unresolved_and_then_resolved(fresh: Played) -> None:
    kept = fresh.answer("remember", "blocker", "No printer on ward 6", "--spec", SPEC)
    assert "status: unresolved" in note(fresh, "blockers")
    fresh.do("resolve", kept["id"], "The one of ward 5 is used")
    assert "status: resolved" in note(fresh, "blockers")
    assert note(fresh, "blockers").startswith("---\ntype: blocker\n")


@pytest.mark.req("CS-FR-004", "CS-FR-005", "CS-FR-006")
@pytest.mark.parametrize(("word", "namespace"), NAMESPACES.items())
def test_each_namespace_is_a_ref_that_git_shows(fresh: Played, word: str, namespace: str) -> None:
    fresh.do("remember", word, "Some words about a door")
    refs = fresh.git("for-each-ref", "--format=%(refname)", "refs/notes").split()
    assert refs == [f"refs/notes/cs/{namespace}"]
    assert "summary: Some words about a door" in note(fresh, namespace)


@pytest.mark.req("CS-FR-006", "CS-FR-007", "CS-FR-011")
def test_a_note_that_git_adds_and_appends_is_known(fresh: Played) -> None:
    def written(summary: str) -> str:
        head = f'type: decision\nspec: {SPEC}\ntimestamp: {TODAY}T10:00:00Z\nsummary: "{summary}"\n'
        return f"---\n{head}---\n\n## Why\n\nSo.\n"

    fresh.git("notes", "--ref=cs/decisions", "add", "-m", written("Wards have numbers"), "HEAD")
    fresh.git("notes", "--ref=cs/decisions", "append", "-m", written("Doors are white"), "HEAD")
    fresh.do("reindex")
    listed = {memory["summary"] for memory in fresh.answer("list", "decisions")}
    assert listed == {"Wards have numbers", "Doors are white"}
    fresh.do("remember", "decision", "Lifts are for beds")
    summaries = re.findall("^summary: (.*)$", note(fresh, "decisions"), re.MULTILINE)
    assert [line.strip('"') for line in summaries] == ["Wards have numbers", "Doors are white", "Lifts are for beds"]


@pytest.mark.req("CS-FR-008", "C-7")
def test_notes_travel_to_a_remote_and_back_without_breaking_a_push(fresh: Played, tmp_path: Path) -> None:
    remote = tmp_path / "remote.git"
    fresh.git("init", "-q", "--bare", str(remote))
    fresh.git("remote", "add", "origin", str(remote))
    fresh.do("remember", "decision", "Wards have numbers")
    fresh.do("sync", "--push")
    assert "refs/notes/cs/decisions" in fresh.git("ls-remote", "origin")
    fresh.git("push", "-q", "origin", "main")
    assert "refs/heads/main" in fresh.git("ls-remote", "origin")
    fresh.git("update-ref", "-d", "refs/notes/cs/decisions")
    fresh.do("sync")
    assert "Wards have numbers" in note(fresh, "decisions")


@pytest.fixture
def index(project: Played) -> Iterator[apsw.Connection]:
    """The index of the project, with the extension for vectors."""
    project.do("reindex")
    connection = schema.opened(str(derived(project) / "index.db")).connection
    connection.enable_load_extension(True)
    connection.load_extension(vectors.extension())
    yield connection
    connection.close()


@pytest.mark.req("CS-FR-009", "CS-FR-010", "CS-C-004")
def test_the_index_has_both_tables_and_is_no_file_of_git(project: Played, index: apsw.Connection) -> None:
    names = {row[0] for row in index.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert {"memories", "vec_memories"} <= names
    made = next(iter(index.execute("SELECT sql FROM sqlite_master WHERE name = 'vec_memories'")))[0]
    assert "[384]" in made
    assert project.git("status", "--porcelain") == ""


@pytest.mark.req("CS-FR-012", "CS-FR-013", "C-10")
def test_the_search_in_sql(index: apsw.Connection) -> None:
    asked = struct.pack("<384f", *(1.0 if number % 2 else -1.0 for number in range(384)))
    sql = (
        "SELECT m.*, v.distance FROM memories m JOIN vec_memories v ON m.rowid = v.rowid"
        " WHERE v.embedding MATCH vec_quantize_binary(?) AND k = ?"
        " AND v.rowid IN (SELECT rowid FROM memories WHERE kind = ?) ORDER BY distance"
    )
    cursor = index.execute(sql, (asked, 5, "decision"))
    names = [column[0] for column in cursor.getdescription()]
    rows = [dict(zip(names, row, strict=True)) for row in cursor]
    assert [row["kind"] for row in rows] == ["decision"]
    unfiltered = sql.replace(" AND v.rowid IN (SELECT rowid FROM memories WHERE kind = ?)", "")
    everything = list(index.execute(unfiltered, (asked, 50)))
    assert len(everything) == len(NAMESPACES) - 1
    assert [row[-1] for row in everything] == sorted(row[-1] for row in everything)


@pytest.mark.req("CS-US-005", "CS-NFR-008")
def test_recall_shows_rank_kind_summary_and_commit(project: Played) -> None:
    out = project.do("recall", "which number does a ward have")
    first = out.partition(" 1. ")[2].splitlines()
    assert project.git("rev-parse", "HEAD")[:10] in first[0]
    assert "decision" in first[0]
    assert "Wards have numbers" in first[1]
    scores = [float(score) for score in re.findall(r"score (-?\d\.\d\d)", out)]
    assert scores == sorted(scores, reverse=True)
    assert len(scores) > 1


@pytest.mark.req("CS-US-006")
@pytest.mark.parametrize(
    ("options", "finds"),
    [
        ([f"--spec={SPEC}"], True), (["--type=decisions"], True),
        (["--type=decision"], True), (["--type=blockers"], False), (["--since=2026-01-01", "--until=2026-12-31"], True),
        (["--since=2026-04-01"], False), (["--until=2026-01-01"], False),
    ],
)  # fmt: skip
def test_the_filters_of_recall(project: Played, options: list[str], finds: bool) -> None:
    results = project.answer("recall", "wards have numbers", *options)["results"]
    assert ("Wards have numbers" in [hit["summary"] for hit in results]) == finds


@pytest.mark.req("CS-US-006", "CS-NFR-009")
def test_a_spec_that_has_no_memory_is_named(project: Played) -> None:
    refused = project.run("recall", "wards have numbers", "--spec=another")
    assert refused.code != 0
    assert SPEC in refused.err


@pytest.mark.req("CS-US-007")
def test_the_three_levels_of_recall(project: Played) -> None:
    asked = ("recall", "wards have numbers", "--type=decisions")
    summary, full, files = project.do(*asked), project.do(*asked, "--full"), project.do(*asked, "--files")
    assert "The doors have signs" not in summary
    assert "The doors have signs" in full
    assert "README.md" in files
    assert project.git("show", "HEAD:README.md") in files


@pytest.mark.req("CS-US-008")
def test_the_context_of_a_spec(project: Played) -> None:
    out = project.do("context", SPEC)
    groups = re.findall(r"^## (\w+) \(\d+\)$", out, re.MULTILINE)
    assert sorted(groups) == sorted(set(NAMESPACES.values()) - {"reviews"})
    assert re.search(r"about \d+ tokens", out)


@pytest.mark.req("CS-US-009", "CS-US-010", "CS-US-011")
def test_reindex_status_and_export(project: Played) -> None:
    again = project.do("memory", "--args-stdin", given="reindex")
    assert "9 memories" in again
    assert "agrees" in again
    status = project.answer("status")
    assert status["by_namespace"] == dict.fromkeys(sorted(set(NAMESPACES.values()) - {"reviews"}), 1)
    text = project.do("memory", "--args-stdin", given="status")
    for part in ("last written", "kB", "MB", "9 memories"):
        assert part in text
    exported = project.answer("export", f"--spec={SPEC}")["memories"]
    assert len(exported) == 9
    assert {memory["commit"] for memory in exported} == {project.git("rev-parse", "HEAD")}


@pytest.mark.req("CS-US-001")
def test_remember_says_id_and_commit_and_what_was_not_given(fresh: Played) -> None:
    out = fresh.do("remember", "--args-stdin", given='decision "Wards have numbers"')
    assert re.search(r"decisions-[0-9a-f]{12} on commit " + fresh.git("rev-parse", "HEAD")[:10], out)
    assert re.search("not given: context, rationale, alternatives", out)
    assert "Wards have numbers" in fresh.do("recall", "wards")  # indexed at once


@pytest.mark.req("CS-FR-018", "CS-US-017", "C-11")
def test_the_note_of_a_review_field_by_field(reviewed: Played) -> None:
    head, findings = batch(reviewed)
    assert list(head)[:4] == ["type", "spec", "timestamp", "summary"]
    assert (head["type"], head["spec"]) == ("review_batch", SPEC)
    assert head["summary"] == "Code review: 6 findings (1 critical, 2 high)"
    assert len(findings) == 6
    for given, kept in zip(FINDINGS, sorted(findings, key=lambda finding: int(finding["line"])), strict=True):
        assert list(kept) == [
            "id", "severity", "category", "file", "line", "summary", "details", "status", "resolution",
        ]  # fmt: skip
        assert {key: kept[key] for key in given} == given
        assert re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", kept["id"])
        assert (kept["status"], kept["resolution"]) == ("open", None)


@pytest.mark.req("CS-FR-018")
def test_the_findings_stand_in_an_object(reviewed: Played) -> None:
    block = note(reviewed, "reviews").partition("```json\n")[2].partition("\n```")[0]
    assert len(json.loads(block)["findings"]) == 6


@pytest.mark.req("CS-FR-018", "CS-US-017")
def test_each_finding_is_recalled_by_itself(reviewed: Played) -> None:
    results = reviewed.answer("recall", "something about performance", "--type", "reviews", "--limit", "1")["results"]
    assert [hit["summary"] for hit in results] == ["Something about performance is not as it should be"]
    for name in ("CODE_REVIEW.md", "REVIEW_SUMMARY.md", "REMEDIATION_TASKS.md"):
        assert (reviewed.root / name).exists()
    assert "6 findings" in reviewed.captured  # type: ignore[attr-defined]


@pytest.mark.req("CS-FR-019", "CS-US-018")
@pytest.mark.parametrize(("category", "agent"), AGENTS.items())
def test_the_table_of_who_mends_what(reviewed: Played, category: str, agent: str) -> None:
    out = reviewed.do("findings", "route", "--category", category)
    assert re.search(rf"^## {category} \(1\): agent cs:{agent}\b", out, re.MULTILINE)
    listed = {row[0]: row[1] for row in table((ROOT / "docs" / "specs.md").read_text(), "### Who mends what")[1:]}
    assert listed[category] == f"`{agent}`"


@pytest.mark.req("CS-FR-020", "CS-US-018")
def test_fix_asks_for_what_is_printed_and_quick_asks_nothing() -> None:
    text = (ROOT / "commands" / "cs" / "fix.md").read_text()
    for word in ("severity", "categories", "full", "quick", "tests-only", "skip", "single", "separate", "review-first"):
        assert word in text
    assert re.search("`--quick` ask nothing", text)
    for agent in ("silent-failure-hunter", "code-simplifier", "pr-test-analyzer"):
        assert agent in text


@pytest.mark.req("CS-FR-017", "CS-US-017")
def test_six_reviewers_at_once() -> None:
    text = (ROOT / "commands" / "cs" / "review.md").read_text()
    assert {
        path.stem
        for path in (ROOT / "commands" / "cs" / "agents").glob("*.md")
        if "-reviewer" in path.stem and path.stem != "code-reviewer"
    } == {f"{category}-reviewer" for category in AGENTS}
    for category, *words in (
        ("security", "OWASP", "secret"), ("performance", "N+1", "cach"), ("architecture", "SOLID"),
        ("quality", "nam", "dead"), ("tests", "edge"), ("documentation", "README"),
    ):  # fmt: skip
        agent = (ROOT / "commands" / "cs" / "agents" / f"{category}-reviewer.md").read_text()
        assert f"cs:{category}-reviewer" in text
        for word in words:
            assert word.casefold() in agent.casefold(), (category, word)


@pytest.mark.req("CS-FR-021", "CS-US-018")
def test_a_finding_that_is_mended_changes_its_note(fresh: Played) -> None:
    fresh.do("findings", "capture", given=json.dumps(FINDINGS))
    head, findings = batch(fresh)
    assert head["spec"] is None
    fresh.do("findings", "resolve", findings[0]["id"], "It is as it should be now")
    after = {finding["id"]: finding for finding in batch(fresh)[1]}
    mended = after[findings[0]["id"]]
    assert mended["status"] == "resolved"
    assert "It is as it should be now" in mended["resolution"]
    assert {key: mended[key] for key in FINDINGS[0]} == {key: findings[0][key] for key in FINDINGS[0]}
    assert all(after[finding["id"]] == finding for finding in findings[1:])


@pytest.mark.req("CS-US-019", "CS-US-017")
def test_what_was_seen_three_times_is_said_so(fresh: Played) -> None:
    finding = {"severity": "high", "category": "security", "line": 3, "details": "Bind the values"}
    for number, summary in enumerate(
        ("SQL query is built by joining strings", "SQL is joined from strings of the user",
         "The SQL query joins strings", "SQL query is built from joined strings")
    ):  # fmt: skip
        fresh.write(f"src/{number}.py", "x = 1\n")
        fresh.git("add", ".")
        fresh.git("commit", "-qm", f"Step {number}")
        given = [{**finding, "file": f"src/{number}.py", "summary": summary}]
        out = fresh.do("findings", "capture", "--no-files", given=json.dumps(given))
    assert "You've seen this 3 times before" in out
    assert fresh.git("notes", "--ref=cs/patterns", "list")
    assert "relates_to" in fresh.do("export")


@pytest.fixture(scope="module")
def started(another: Callable[[], Played]) -> str:
    """What a session is told where there are notes."""
    made = another()
    made.do("remember", "decision", "Wards have numbers", "--alternative", "Names")
    made.do("remember", "decision", "Lifts are for beds")
    made.do("remember", "blocker", "No printer on ward 6")
    return made.context("SessionStart", source="startup")


@pytest.mark.req("CS-US-015")
def test_the_line_of_a_session_that_starts(started: str) -> None:
    assert re.search(r"3 memories available for this project \(2 decisions, 1 blocker\)", started)
    assert "alternatives" not in started.casefold()  # no memory is loaded whole


@pytest.mark.req("CS-US-015")
def test_the_line_has_its_printed_beginning(started: str) -> None:
    assert re.search(r"cs-memory: 3 memories available for this project", started)


@pytest.mark.req("CS-US-015", "C-17")
def test_without_a_memory_nothing_is_counted(fresh: Played) -> None:
    assert "memories available" not in fresh.context("SessionStart", source="startup")


@pytest.mark.req("CS-FR-022", "CS-NFR-009")
def test_the_lock_file_and_its_time(fresh: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh.do("remember", "decision", "Wards have numbers")
    path = derived(fresh) / ".capture.lock"
    assert path.exists()
    before = note(fresh, "decisions")
    monkeypatch.setenv("TESTS_CLOCK", "0.1")
    with lock.held(str(path)):
        begun = time.perf_counter()
        output: Output = fresh.run("remember", "decision", "Lifts are for beds")
        assert time.perf_counter() - begun < 60
    assert output.code != 0
    assert re.search(r"over 5 s; wait for it to finish", output.err)
    assert note(fresh, "decisions") == before


@pytest.mark.req("CS-FR-023")
def test_a_second_memory_on_a_commit_takes_nothing_away(fresh: Played) -> None:
    for number in range(3):
        fresh.do("remember", "learning", f"What was learned number {number} of the lifts", "--anew")
    assert note(fresh, "learnings").count("\ntype: learning\n") == 3


@pytest.mark.req("CS-US-016", "CS-NFR-013")
def test_at_most_three_are_suggested(fresh: Played) -> None:
    for number in range(6):
        fresh.do("remember", "decision", f"Authentication of ward {number} uses a badge of colour {number}", "--anew")
    assert len(fresh.answer("suggest", "change the authentication by badge of the wards")["suggestions"]) <= 3


@pytest.mark.req("CS-NFR-004", "CS-NFR-006")
def test_a_broken_index_is_made_again_from_the_notes(fresh: Played) -> None:
    fresh.do("remember", "decision", "Wards have numbers")
    (derived(fresh) / "index.db").write_bytes(b"no database")
    fresh.do("reindex")
    assert "Wards have numbers" in fresh.do("recall", "wards")
