"""What the specification of the guard rails prints: entries, checklist, tags, filter, questions, the view."""

import json
import re
from typing import Any

import jsonschema
import pytest

from tests.conftest import ROOT, Output
from tests.specification.played import TODAY, Played, headings, table

DUE = "2026-04-02"  # a day after the exception is to be looked at again
ABSENT = "No IRIS_MEMORY.json — will create during IDEATE if decisions are made"
ACTIONS = ("add-constraint", "add-pattern", "reject", "edit", "remove")
PROPOSALS = [
    {"id": "IMP-1", "proposed": "Split the billing job into several services", "scope": "src/pay"},
    {"id": "IMP-2", "proposed": "Move every page to GraphQL", "scope": "src/web"},
    {"id": "IMP-3", "proposed": "Use floats for money amounts", "scope": "src/pay"},
    {"id": "IMP-4", "proposed": "Cache sessions in memcached", "scope": "src/auth"},
    {"id": "IMP-5", "proposed": "Add a test for the login page", "scope": "src/login"},
    {"id": "IMP-6", "proposed": "Split the Ledger class", "scope": "src/books/ledger.py"},
]
HOLE = {"id": "IMP-7", "proposed": "Use floats for money amounts to close the overflow", "scope": "src/pay",
        "severity": "critical", "category": "security"}  # fmt: skip
FINDINGS = [
    {"id": "F1", "summary": "Ledger class does everything, 22 public methods", "file": "src/books/ledger.py",
     "severity": "critical", "category": "quality"},
    {"id": "F2", "summary": "Floats for money amounts", "file": "src/pay/a.py", "severity": "high",
     "category": "quality"},
    {"id": "F3", "summary": "SQL injection in the Ledger class that does everything", "file": "src/books/ledger.py",
     "severity": "critical", "category": "security"},
    {"id": "F4", "summary": "Unused import", "file": "src/auth/b.py", "severity": "low", "category": "quality"},
]  # fmt: skip


@pytest.fixture(scope="module")
def project(played: Played) -> Played:
    """The project after a few cycles: a rule, an exception, three rejections, a change around it."""
    iris = ("iris",)
    played.do(*iris, "add-constraint", "No floats for money amounts", "--reason", "Rounding cost us a quarter",
              "--scope", "src/pay", "--decided-on", "2026-02-01", "--adr", "ADR-4")  # fmt: skip
    played.do(*iris, "add-pattern", "Ledger class does everything", "--scope", "src/books/ledger.py", "--reason",
              "Left whole until the audit is over", "--revisit-on", "2026-04-01", "--cycle", "2")  # fmt: skip
    played.do(*iris, "reject", "Split the billing job into services", "--scope", "src/pay", "--reason",
              "Two people cannot run five services", "--by", "team", "--cycle", "3", "--not-permanent",
              "--reconsider-when", "The team has six people")  # fmt: skip
    played.do(*iris, "reject", "Move every page to GraphQL", "--scope", "src/web", "--reason",
              "The clients are REST only", "--by", "user", "--cycle", "3", "--permanent")  # fmt: skip
    played.do(*iris, "reject", "Cache sessions in memcached", "--scope", "src/auth", "--reason",
              "Nobody is there to operate it", "--by", "user", "--cycle", "4", "--not-permanent",
              "--expires-on", "2026-05-01")  # fmt: skip
    played.do(*iris, "add-context", "A third developer joined the team", "--affects", "RC-001,IP-001", "--cycle", "5")
    return played


def section(project: Played, name: str) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = project.json("IRIS_MEMORY.json")[name]
    return entries


def ideate(project: Played, *proposals: dict[str, str], day: str = TODAY) -> str:
    return project.do("iris", "ideate", given=json.dumps({"proposals": proposals}), day=day)


def below(text: str, heading: str) -> str:
    """What stands below a heading, up to the next one."""
    return re.split(r"^#+ ", text.partition(heading)[2], flags=re.MULTILINE)[0]


@pytest.mark.req("IRIS-20", "IRIS-21", "IRIS-22", "IRIS-23", "IRIS-24")
def test_ingest_without_a_file_says_so_and_ticks_zeros(fresh: Played) -> None:
    lines = fresh.do("iris", "ingest").splitlines()
    assert ABSENT in lines
    assert [line for line in lines if line.startswith("[ ]")] == [
        "[ ] IRIS_MEMORY.json loaded (or confirmed absent)",
        "[ ] intentional_patterns reviewed (0 patterns, 0 due for revisit)",
        "[ ] rejected_changes loaded (0 entries)",
        "[ ] architectural_constraints active (0 rules)",
    ]
    assert not (fresh.root / "IRIS_MEMORY.json").exists()


@pytest.mark.req("IRIS-15", "IRIS-16", "IRIS-17", "IRIS-18", "IRIS-19", "IRIS-22", "IRIS-23", "IRIS-24")
def test_ingest_counts_what_there_is_and_names_it(project: Played) -> None:
    out = project.do("iris", "ingest", day=DUE)
    assert ABSENT not in out
    assert [line for line in out.splitlines() if line.startswith("[ ]")] == [
        "[ ] IRIS_MEMORY.json loaded (or confirmed absent)",
        "[ ] intentional_patterns reviewed (1 patterns, 1 due for revisit)",
        "[ ] rejected_changes loaded (3 entries)",
        "[ ] architectural_constraints active (1 rules)",
    ]
    for scope, words in (
        ("src/books/ledger.py", "Ledger class does everything"), ("src/web", "Move every page to GraphQL"),
        ("src/pay", "No floats for money amounts"),
    ):  # fmt: skip
        assert any(scope in line and words in line for line in out.splitlines())
    assert any("A third developer joined" in line and "RC-001" in line for line in out.splitlines())


@pytest.mark.req("IRIS-41")
def test_a_rejected_change_has_the_printed_fields(project: Played) -> None:
    entry = section(project, "rejected_changes")[0]
    assert {**entry, "rejected_on": ""} == {
        "id": "RC-001", "proposed": "Split the billing job into services", "scope": "src/pay",
        "rejected_reason": "Two people cannot run five services", "rejected_by": "team", "cycle": 3,
        "reconsider_when": "The team has six people", "permanent": False, "rejected_on": "",
    }  # fmt: skip
    assert section(project, "rejected_changes")[2]["expires_on"] == "2026-05-01"


@pytest.mark.req("IRIS-42")
def test_an_intentional_pattern_has_the_printed_fields(project: Played) -> None:
    assert section(project, "intentional_patterns") == [
        {
            "id": "IP-001", "pattern": "Ledger class does everything", "scope": "src/books/ledger.py",
            "reason": "Left whole until the audit is over", "decided_on": TODAY, "revisit_on": "2026-04-01",
            "iris_cycle": 2,
        }
    ]  # fmt: skip


@pytest.mark.req("IRIS-44")
def test_a_context_change_has_the_printed_fields(project: Played) -> None:
    assert section(project, "context_changes") == [
        {
            "detected_on": TODAY, "description": "A third developer joined the team", "affects": ["RC-001", "IP-001"],
            "iris_cycle": 5,
        }
    ]  # fmt: skip


@pytest.mark.req("IRIS-11", "IRIS-12", "IRIS-13", "IRIS-45", "IRIS-46")
def test_the_file_is_valid_and_its_ids_are_unique(project: Played) -> None:
    file = project.json("IRIS_MEMORY.json")
    schema = json.loads((ROOT / "core" / "schemas" / "memory.json").read_text())
    jsonschema.Draft7Validator.check_schema(schema)
    jsonschema.Draft7Validator(schema).validate(file)
    ids = [entry["id"] for name in file if isinstance(file[name], list) for entry in file[name] if "id" in entry]
    assert ids == ["AC-001", "IP-001", "RC-001", "RC-002", "RC-003"]


@pytest.mark.req("IRIS-7", "IRIS-8", "IRIS-9", "IRIS-41", "IRIS-42")
def test_spin_writes_the_three_printed_objects(fresh: Played) -> None:
    given = {
        "cycle": 6,
        "rejected": [{"proposed": "Rewrite the reports in Rust", "scope": "src/reports", "permanent": False,
                      "reason": "Nobody here knows Rust", "reconsider_when": "Two of us know Rust"}],
        "patterns": [{"pattern": "Reports hold SQL in templates", "scope": "src/reports", "revisit_on": None,
                      "reason": "The analysts write the templates"}],
        "constraints": [{"constraint": "No network in migrations", "applies_to": "src/db", "reason": "No route there"}],
    }  # fmt: skip
    fresh.do("iris", "spin", given=json.dumps(given))
    (rejected,) = section(fresh, "rejected_changes")
    assert (rejected["id"], rejected["cycle"], rejected["permanent"]) == ("RC-001", 6, False)
    assert rejected["rejected_reason"] == "Nobody here knows Rust"
    (pattern,) = section(fresh, "intentional_patterns")
    assert (pattern["id"], pattern["iris_cycle"], pattern["decided_on"]) == ("IP-001", 6, TODAY)
    assert "revisit_on" not in pattern  # none is left out: null is read, and not written
    assert section(fresh, "architectural_constraints")[0]["id"] == "AC-001"


@pytest.mark.req("IRIS-43")
@pytest.mark.parametrize("day", [TODAY, "2026-03-13"])
def test_a_day_that_is_not_in_the_future_is_refused_in_the_printed_words(fresh: Played, day: str) -> None:
    output = fresh.run("iris", "add-pattern", "Reports hold SQL", "--reason", "The analysts write them", "--scope",
                     "src/reports", "--revisit-on", day)  # fmt: skip
    assert output.code != 0
    assert "revisit_on must be a future date." in output.err
    spun = {"patterns": [{"pattern": "Reports hold SQL", "scope": "src", "reason": "Ours for now", "revisit_on": day}]}
    assert "revisit_on must be a future date." in fresh.run("iris", "spin", given=json.dumps(spun)).err
    assert not (fresh.root / "IRIS_MEMORY.json").exists()


@pytest.mark.req("IRIS-25", "IRIS-26", "IRIS-27", "IRIS-28", "IRIS-29", "IRIS-64", "IRIS-68")
def test_review_tags_findings_in_its_table(project: Played) -> None:
    out = project.do("iris", "review", given=json.dumps({"findings": FINDINGS}))
    names, *rows = table(out, "## Findings")
    by_name = {row[0]: dict(zip(names, row, strict=True)) for row in rows}
    assert set(by_name) == {"F1", "F2", "F3", "F4"}
    assert "[INTENTIONAL — IP-001]" in by_name["F1"].values()
    assert by_name["F1"]["Category"] == "NOTED"
    assert not {"critical", "IMPROVABLE", "CRITICAL"} & set(by_name["F1"].values())
    assert "Left whole until the audit is over" in by_name["F1"]["Description"]
    assert "[CONSTRAINED — AC-001]" in by_name["F2"].values()
    assert by_name["F3"]["Severity"] == "critical"
    assert "[INTENTIONAL — IP-001]" in by_name["F3"].values()
    assert not any("—" in cell for cell in rows[3])


@pytest.mark.req("IRIS-36", "IRIS-37", "IRIS-38", "IRIS-59", "IRIS-60")
def test_the_filter_reports_each_row_of_the_table_of_precedence(project: Played) -> None:
    out = ideate(project, *PROPOSALS)
    names, *rows = table(out, "## Blocked Proposals")
    blocked = {row[0]: dict(zip(names, row, strict=True)) for row in rows}
    assert set(blocked) >= {"IMP-1", "IMP-4"}
    assert "Two people cannot run five services" in blocked["IMP-1"].values()
    assert "The team has six people" in blocked["IMP-1"].values()
    assert any("2026-05-01" in cell for cell in blocked["IMP-4"].values())
    assert "IMP-2" not in out
    assert re.search(r"excluded \(permanent\): 1 — RC-002", out)
    assert re.search(r"IMP-3 .*BLOCKED-BY-CONSTRAINT AC-001", out)
    assert "IMP-5" in below(out, "## Proposed")
    assert "IMP-6" not in below(out, "## Proposed")


@pytest.mark.req("IRIS-61", "IRIS-71")
def test_what_expired_is_proposed_again_with_what_was_said_before(project: Played) -> None:
    cache = PROPOSALS[3]
    assert "IMP-4" in below(ideate(project, cache, day="2026-05-01"), "## Blocked Proposals")
    proposed = below(ideate(project, cache, day="2026-05-02"), "## Proposed")
    assert "IMP-4" in proposed
    assert "RC-003" in proposed
    assert "Nobody is there to operate it" in proposed


@pytest.mark.req("IRIS-63", "IRIS-69")
def test_critical_security_against_a_rule_is_escalated_with_three_ways_out(project: Played) -> None:
    escalated = below(ideate(project, HOLE), "## ESCALATED")
    assert "IMP-7" in escalated
    assert "AC-001" in escalated
    for way in ("remove the constraint", "accept the risk", "alternative fix"):
        assert way in escalated


@pytest.mark.req("IRIS-66", "IRIS-10")
def test_a_context_change_asks_and_does_not_unblock(project: Played) -> None:
    out = ideate(project, PROPOSALS[0])
    assert "A third developer joined the team" in out
    assert "IMP-1" in below(out, "## Blocked Proposals")


@pytest.mark.req("IRIS-35")
def test_what_is_not_sure_is_asked_in_the_printed_words(project: Played) -> None:
    near = {"id": "IMP-8", "proposed": "Run the billing job as one service", "scope": "src/pay"}
    assert "Does this proposal match a past rejection?" in ideate(project, near)


@pytest.mark.req("IRIS-39", "IRIS-65")
def test_the_due_question(project: Played) -> None:
    question = (
        f"IP-001 (decided on {TODAY}) is due for review. Current pattern: Ledger class does everything. "
        "Original reason: Left whole until the audit is over. Do you want to: [keep] [update] [remove]?"
    )
    for out in (project.do("iris", "ingest", day="2026-04-01"), ideate(project, day="2026-04-01")):
        assert question in out
    assert "due for review. Current" not in ideate(project, day="2026-03-31")


VIEWED = ("## IRIS Memory — depot", "### Architectural Constraints (1 active)",
          "### Intentional Patterns (1 patterns, 1 due for review)", "### Rejected Changes (3 entries)",
          "### Context Changes (1 entries)")  # fmt: skip


@pytest.mark.req("IRIS-49", "IRIS-50", "IRIS-51", "IRIS-52", "IRIS-53")
def test_the_view_heading_by_heading_and_column_by_column(project: Played) -> None:
    out = project.do("iris", "--args-stdin", day=DUE)
    assert tuple(headings(out)) == VIEWED
    assert out.splitlines()[out.splitlines().index(VIEWED[0]) + 1] == (
        f"Last updated: {TODAY} | Cycles with memory: 4"  # 2, 3, 4 and 5
    )
    assert table(out, VIEWED[1]) == [
        ["ID", "Constraint", "Applies to", "Since"],
        ["AC-001", "No floats for money amounts", "src/pay", "2026-02-01"],
    ]
    assert table(out, VIEWED[2]) == [
        ["ID", "Pattern", "Scope", "Reason", "Revisit"],
        ["IP-001", "Ledger class does everything", "src/books/ledger.py", "Left whole until the audit is over",
         "2026-04-01 ⚠️ overdue"],
    ]  # fmt: skip
    rejected = table(out, VIEWED[3])
    assert rejected[:2] == [
        ["ID", "Proposed", "Cycle", "Reason", "Reconsider when", "Permanent"],
        ["RC-001", "Split the billing job into services", "3", "Two people cannot run five services",
         "The team has six people", "No"],
    ]  # fmt: skip
    assert rejected[2][-1] == "Yes"
    assert f"- {TODAY}: A third developer joined the team" in out.partition(VIEWED[4])[2]


@pytest.mark.req("IRIS-54", "IRIS-55", "IRIS-56", "IRIS-57", "IRIS-58")
def test_the_view_ends_with_the_block_of_actions(project: Played) -> None:
    end = project.do("iris", "--args-stdin").partition("\n---\nActions:\n")[2].splitlines()
    listed = [line.split()[1] for line in end if line.startswith("  /iris:memory ") and "→" in line]
    assert listed == list(ACTIONS)


@pytest.mark.req("IRIS-54", "IRIS-55", "IRIS-56", "IRIS-57", "IRIS-58")
@pytest.mark.parametrize("action", ACTIONS)
def test_each_action_is_one_of_the_command(project: Played, action: str) -> None:
    out = project.do("iris", "--args-stdin", given="help")
    assert f"/iris:memory {action} " in out


@pytest.mark.req("IRIS-56", "IRIS-57", "IRIS-58")
def test_reject_by_number_edit_and_remove_after_a_question(fresh: Played) -> None:
    def typed(words: str) -> Output:
        return fresh.run("iris", "--args-stdin", given=words)

    ideate(fresh, {"id": "IMP-9", "proposed": "Introduce a queue", "scope": "src/jobs"})
    typed('reject IMP-9 --reason "One consumer is enough for us"')
    (entry,) = section(fresh, "rejected_changes")
    assert (entry["id"], entry["proposed"], entry["scope"]) == ("RC-001", "Introduce a queue", "src/jobs")
    typed('edit RC-001 --reason "One consumer is enough until summer"')
    assert section(fresh, "rejected_changes")[0]["rejected_reason"] == "One consumer is enough until summer"
    typed("remove RC-001")
    assert len(section(fresh, "rejected_changes")) == 1  # it asks first
    typed("remove RC-001 --yes")
    assert section(fresh, "rejected_changes") == []


@pytest.mark.req("IRIS-2", "IRIS-3", "IRIS-40", "IRIS-72")
def test_the_example_of_eight_cycles(fresh: Played) -> None:
    god = {"id": "F1", "summary": "TimetableService is a god class with 31 methods", "file": "src/times.py",
           "severity": "critical", "category": "quality"}  # fmt: skip
    split = {"id": "IMP-1", "proposed": "Split TimetableService", "scope": "src/times.py"}

    def spin(cycle: int, day: str, **answers: Any) -> None:
        fresh.do("iris", "spin", given=json.dumps({"cycle": cycle, **answers}), day=day)

    def tagged(day: str) -> bool:
        return "[INTENTIONAL — IP-001]" in fresh.do("iris", "review", given=json.dumps({"findings": [god]}), day=day)

    assert "IMP-1" in below(ideate(fresh, split, day="2026-01-15"), "## Proposed")
    kept = {"pattern": "TimetableService is a god class", "scope": "src/times.py", "revisit_on": "2026-06-01",
            "reason": "The new timetable starts in three weeks"}  # fmt: skip
    spin(2, "2026-01-15", patterns=[kept])
    for cycle in range(3, 8):
        day = f"2026-{cycle - 1:02}-20"
        if day >= "2026-06-01":
            break
        assert tagged(day)
        assert "IMP-1" not in below(ideate(fresh, split, day=day), "## Proposed")
    assert "IP-001 (decided on 2026-01-15)" in ideate(fresh, split, day="2026-06-02")
    spin(8, "2026-06-02", answers=[{"entry": "IP-001", "answer": "remove"}])
    assert section(fresh, "intentional_patterns") == []
    assert not tagged("2026-06-02")
    assert "IMP-1" in below(ideate(fresh, split, day="2026-06-02"), "## Proposed")


@pytest.mark.req("IRIS-40")
@pytest.mark.parametrize(("answer", "after"), [("keep", None), ("update", "2026-09-01")])
def test_keep_and_update_change_the_file_before_planning_goes_on(fresh: Played, answer: str, after: str | None) -> None:
    fresh.do("iris", "add-pattern", "Reports hold SQL in templates", "--reason", "The analysts write the templates",
             "--scope", "src/reports", "--revisit-on", "2026-04-01")  # fmt: skip
    more = {"revisit_on": after} if after else {}
    fresh.do("iris", "spin", given=json.dumps({"answers": [{"entry": "IP-001", "answer": answer, **more}]}), day=DUE)
    (entry,) = section(fresh, "intentional_patterns")
    assert entry.get("revisit_on") == after
    assert "is due for review" not in ideate(fresh, day=DUE)


@pytest.mark.req("IRIS-5", "IRIS-6", "IRIS-70")
def test_the_file_stands_at_the_root_and_goes_nowhere_else(project: Played, fresh: Played) -> None:
    assert (project.root / "IRIS_MEMORY.json").exists()
    assert "0 active" in fresh.do("iris")
    assert ideate(fresh, PROPOSALS[0]).count("Blocked Proposals") == 0
