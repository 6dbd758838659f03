"""IRIS memory: every object, question, tag and table of its specification, played with data of our own."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.conftest import ROOT
from tests.specification.played import Play, play, table

__all__ = ["play"]

SCHEMA = json.loads((ROOT / "core" / "schemas" / "memory.json").read_text())


def stored(repo: Path) -> dict[str, Any]:
    """The file, which fits its schema."""
    value: dict[str, Any] = json.loads((repo / "IRIS_MEMORY.json").read_text())
    jsonschema.Draft7Validator(SCHEMA).validate(value)
    return value


@pytest.mark.req("IRIS-20", "IRIS-21", "IRIS-22", "IRIS-23", "IRIS-24")
def test_ingest_without_a_file(play: Play) -> None:
    lines = play("iris", "ingest").splitlines()
    assert "No IRIS_MEMORY.json — will create during IDEATE if decisions are made" in lines
    assert [line for line in lines if line.startswith("[ ]")] == [
        "[ ] IRIS_MEMORY.json loaded (or confirmed absent)",
        "[ ] intentional_patterns reviewed (0 patterns, 0 due for revisit)",
        "[ ] rejected_changes loaded (0 entries)",
        "[ ] architectural_constraints active (0 rules)",
    ]


@pytest.mark.req("IRIS-6", "IRIS-7", "IRIS-12", "IRIS-41")
def test_a_rejected_change(play: Play, repo: Path) -> None:
    play("iris", "reject", "Put a message broker between the services", "--scope", "src/jobs/", "--reason",
         "One queue table is enough", "--reconsider-when", "a second consumer appears")  # fmt: skip
    value = stored(repo)
    assert {name: value[name] for name in ("intentional_patterns", "architectural_constraints")} == {
        "intentional_patterns": [], "architectural_constraints": [],
    }  # fmt: skip
    [entry] = value["rejected_changes"]
    assert entry.pop("rejected_on") == "2026-03-14"
    assert entry == {
        "id": "RC-001", "proposed": "Put a message broker between the services", "scope": "src/jobs/",
        "rejected_reason": "One queue table is enough", "rejected_by": "user", "cycle": 1,
        "reconsider_when": "a second consumer appears", "permanent": False,
    }  # fmt: skip


@pytest.mark.req("IRIS-8", "IRIS-42", "IRIS-43")
def test_an_intentional_pattern_and_a_day_that_is_no_future_one(play: Play, repo: Path) -> None:
    words = [
        "add-pattern", "The importer is one long function", "--scope", "src/import.py", "--reason",
        "It is replaced by the new feed soon",
    ]  # fmt: skip
    for day in ("2026-03-14", "2026-03-13"):
        assert "revisit_on must be a future date." in play("iris", *words, "--revisit-on", day, code=1)
    play("iris", *words, "--revisit-on", "2026-03-15")
    assert stored(repo)["intentional_patterns"] == [
        {
            "id": "IP-001", "pattern": "The importer is one long function", "scope": "src/import.py",
            "reason": "It is replaced by the new feed soon", "decided_on": "2026-03-14", "revisit_on": "2026-03-15",
            "iris_cycle": 1,
        }
    ]  # fmt: skip


@pytest.mark.req("IRIS-10", "IRIS-44", "IRIS-19")
def test_a_context_change(play: Play, repo: Path) -> None:
    play("iris", "reject", "Split the import job", "--scope", "src/import.py", "--reason", "There is one of us")
    play("iris", "add-context", "Two people joined", "--affects", "RC-001", "--cycle", "3")
    assert stored(repo)["context_changes"] == [
        {"detected_on": "2026-03-14", "description": "Two people joined", "affects": ["RC-001"], "iris_cycle": 3}
    ]
    assert "RC-001" in play("iris", "ingest").partition("Two people joined")[2]


@pytest.mark.req("IRIS-26", "IRIS-27", "IRIS-28", "IRIS-29", "IRIS-30")
def test_the_tags_of_a_review(play: Play) -> None:
    play("iris", "add-pattern", "The importer is one long function", "--scope", "src/import.py", "--reason",
         "It is replaced by the new feed soon")  # fmt: skip
    play("iris", "add-constraint", "Never write to the ledger from a handler", "--scope", "src/", "--reason",
         "Audits need one writer", "--forbid", "ledger.insert")  # fmt: skip
    found = [
        {"id": "F1", "summary": "The importer is one long function of 400 lines", "file": "src/import.py:7",
         "severity": "CRITICAL", "category": "CRITICAL"},
        {"id": "F2", "summary": "The handler writes to the ledger with ledger.insert", "file": "src/web.py:3",
         "severity": "MAJOR", "category": "IMPROVABLE"},
    ]  # fmt: skip
    columns, rows = table(play("iris", "review", given={"findings": found}), "## Findings")
    first, second = [dict(zip(columns, row, strict=True)) for row in rows]
    assert first["Memory"] == "[INTENTIONAL — IP-001]"
    assert (first["Severity"], first["Category"]) == ("NOTED", "NOTED")
    assert "It is replaced by the new feed soon" in first["Description"]
    assert second["Memory"] == "[CONSTRAINED — AC-001]"
    answer = json.loads(play("iris", "review", "--json", given={"findings": found}))
    assert answer["findings"][1]["fix_planned"] is False


@pytest.mark.req("IRIS-36", "IRIS-37", "IRIS-38", "IRIS-39", "IRIS-60")
def test_the_filter_of_ideate(play: Play) -> None:
    play("iris", "reject", "Put a message broker between the jobs", "--scope", "src/jobs/", "--reason",
         "One queue table is enough", "--expires-on", "2026-12-01")  # fmt: skip
    play("iris", "reject", "Rewrite the parser in Rust", "--scope", "src/parse/", "--reason",
         "Nobody here writes Rust", "--permanent")  # fmt: skip
    play("iris", "add-constraint", "Use no ORM", "--scope", "src/", "--reason", "Raw SQL is tuned by hand",
         "--forbid", "sqlalchemy")  # fmt: skip
    play("iris", "add-pattern", "The importer is one long function", "--scope", "src/import.py", "--reason",
         "It is replaced by the new feed soon", "--revisit-on", "2026-04-01")  # fmt: skip
    proposals = [
        {"id": "IMP-1", "proposed": "Put a message broker between the jobs", "scope": "src/jobs/"},
        {"id": "IMP-2", "proposed": "Rewrite the parser in Rust", "scope": "src/parse/"},
        {"id": "IMP-3", "proposed": "Bring in the ORM sqlalchemy for queries", "scope": "src/db.py"},
        {"id": "IMP-4", "proposed": "Write docs for the feed", "scope": "docs/feed.md"},
    ]
    said = play("iris", "ideate", given={"proposals": proposals}, day="2026-04-02")
    columns, rows = table(said, "## Blocked Proposals")
    assert [dict(zip(columns, row, strict=True))["Proposal"] for row in rows] == ["IMP-1"]
    assert "One queue table is enough" in said
    assert "2026-12-01" in said
    assert "IMP-2 Rewrite" not in said
    assert "excluded (permanent): 1 — RC-002" in said
    assert "BLOCKED-BY-CONSTRAINT AC-001" in said
    assert (
        "IP-001 (decided on 2026-03-14) is due for review. Current pattern: The importer is one long function. "
        "Original reason: It is replaced by the new feed soon. Do you want to: [keep] [update] [remove]?"
    ) in said
    assert "IMP-4" in said


@pytest.mark.req("IRIS-49", "IRIS-50", "IRIS-51", "IRIS-52", "IRIS-53", "IRIS-54", "IRIS-58")
def test_the_view(play: Play) -> None:
    play("iris", "add-constraint", "Use no ORM", "--scope", "src/", "--reason", "Raw SQL is tuned by hand")
    play("iris", "add-pattern", "One long importer", "--scope", "src/import.py", "--reason", "It goes soon enough",
         "--revisit-on", "2026-04-01")  # fmt: skip
    play("iris", "reject", "Use a broker", "--scope", "src/", "--reason", "One queue table is enough",
         "--reconsider-when", "a second consumer", "--cycle", "2")  # fmt: skip
    play("iris", "add-context", "Two people joined")
    said = play("iris", "show", day="2026-04-02")
    assert "## IRIS Memory — shop\nLast updated: 2026-03-14 | Cycles with memory: 2\n" in said
    assert table(said, "### Architectural Constraints (1 active)") == (
        ["ID", "Constraint", "Applies to", "Since"], [["AC-001", "Use no ORM", "src/", "2026-03-14"]],
    )  # fmt: skip
    columns, [pattern] = table(said, "### Intentional Patterns (1 patterns, 1 due for review)")
    assert columns == ["ID", "Pattern", "Scope", "Reason", "Revisit"]
    assert pattern[-1] == "2026-04-01 ⚠️ overdue"
    columns, [rejection] = table(said, "### Rejected Changes (1 entries)")
    assert columns == ["ID", "Proposed", "Cycle", "Reason", "Reconsider when", "Permanent"]
    assert (rejection[2], rejection[-1]) == ("2", "No")
    assert "Two people joined" in said[said.index("### Context Changes (1 entries)") :]
    assert said.rpartition("\n---\nActions:\n")[2].count("→") == 5


@pytest.mark.req("IRIS-63")
def test_a_critical_fix_against_a_constraint(play: Play) -> None:
    play("iris", "add-constraint", "Use no ORM", "--scope", "src/", "--reason", "Raw SQL is tuned by hand",
         "--forbid", "sqlalchemy")  # fmt: skip
    proposal = {
        "id": "IMP-1", "proposed": "Bring in sqlalchemy against SQL injection", "scope": "src/db.py",
        "severity": "CRITICAL", "category": "security",
    }  # fmt: skip
    assert "ESCALATE" in play("iris", "ideate", given={"proposals": [proposal]}).upper()
    [escalation] = json.loads(play("iris", "ideate", "--json", given={"proposals": [proposal]}))["escalations"]
    assert len(escalation["ways_out"]) == 3
