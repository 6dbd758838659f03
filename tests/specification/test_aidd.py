"""What the specification of a ticket's memory prints: packs, log, five scripts, chain of reads, settings."""

import json
import os
import re
import subprocess
import sys
from typing import Any

import pytest

from tests.conftest import ROOT, Output
from tests.specification.played import Played

T = "TRAM-7"
SPEC, TASKS = f"aidd/docs/spec/{T}.spec.md", f"aidd/docs/tasklist/{T}.md"
MEMORY = "aidd/reports/memory"
SEMANTIC, LOG, PACK = (
    f"{MEMORY}/{T}.{name}" for name in ("semantic.pack.json", "decisions.jsonl", "decisions.pack.json")
)
SCRIPTS = ("memory_extract", "decision_append", "memory_pack", "memory_slice", "memory_verify")
RUNTIME = ROOT / "skills" / "aidd-memory" / "runtime"
DOCUMENT = """# TRAM-7 Yard plan
Slug: yard-plan

## Glossary
- **Stub** (aka dead end): a track with one open end

## Defaults
- `plan.timeout`: 20 s

## Constraints
- C-1: The controller MUST NOT set points

## Invariants
- INV-1: A car stands on exactly one track

## Open questions
- Does the museum car count on Sundays?
"""
COLUMNS = {
    "terms": ["term", "definition", "aliases", "scope", "confidence"],
    "defaults": ["key", "value", "source", "rationale"],
    "constraints": ["id", "text", "source", "severity"],
    "invariants": ["id", "text", "source"],
}
FIELDS = ["schema", "ts", "ticket", "scope_key", "stage", "decision_id", "topic", "decision", "alternatives",
          "rationale", "source_path", "status"]  # fmt: skip
CHAIN = [f"aidd/reports/research/{T}-rlm.pack.json", SEMANTIC, PACK,
         f"aidd/reports/loops/{T}/iteration_id_I2.loop.pack.md", f"aidd/reports/context/{T}.pack.md"]  # fmt: skip


def script(project: Played, name: str, *words: str, given: str = "") -> Output:
    """One of the scripts as a process, in the project."""
    with pytest.MonkeyPatch.context() as patch:
        project.fence(patch, "2026-03-14")
        done = subprocess.run(
            [sys.executable, str(RUNTIME / f"{name}.py"), *words],
            cwd=project.root, input=given, capture_output=True, text=True, env=os.environ, check=False,
        )  # fmt: skip
    return Output(done.returncode, done.stdout, done.stderr)


def prepare(project: Played) -> None:
    project.write(
        "aidd/docs/.active.json", json.dumps({"ticket": T, "stage": "review", "work_item": "iteration_id=I2"})
    )
    project.write(SPEC, DOCUMENT)
    project.write(TASKS, "# Tasks\n\n- [ ] I1: read the axle counters\n")


def rows(pack: dict[str, Any], section: str) -> list[dict[str, Any]]:
    return [dict(zip(pack[section]["cols"], row, strict=True)) for row in pack[section]["rows"]]


def log(project: Played) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (project.root / LOG).read_text().splitlines()]


def decided(project: Played, topic: str, decision: str, *more: str) -> dict[str, Any]:
    answer: dict[str, Any] = project.answer("aidd", "append", "--topic", topic, "--decision", decision, *more)
    return answer


@pytest.fixture(scope="module")
def project(played: Played) -> Played:
    """A ticket whose five scripts ran once, one after the other."""
    prepare(played)
    played.seen: dict[str, Output] = {}  # type: ignore[attr-defined, misc]
    seen = played.seen  # type: ignore[attr-defined]
    seen["memory_extract"] = script(played, "memory_extract", "--ticket", T, "--scope-key", "I2", "--stage", "review")
    seen["decision_append"] = script(
        played, "decision_append", "--topic", "track order", "--decision", "Runners stand in front", "--alternatives",
        "by number, by line", "--rationale", "They leave first", "--source-path", SPEC,
    )  # fmt: skip
    old = log(played)[0]["decision_id"]
    payload = {"topic": "track order", "decision": "Runners stand on tracks 1 to 4", "rationale": "Near the gate"}
    script(played, "decision_append", "--input-json", "-", "--supersedes", old, given=json.dumps(payload))
    script(played, "decision_append", "--topic", "gps", "--decision", "GPS inside the hall", "--status", "rejected")
    seen["memory_pack"] = script(played, "memory_pack", "--ticket", T)
    seen["memory_slice"] = script(played, "memory_slice", "--ticket", T, "--query", "stub")
    seen["memory_verify"] = script(played, "memory_verify", "--ticket", T)
    return played


@pytest.mark.req("AIDD-32", "AIDD-33", "AIDD-34", "AIDD-35", "AIDD-36")
@pytest.mark.parametrize("name", SCRIPTS)
def test_each_script_stands_where_it_is_printed_and_runs(project: Played, name: str) -> None:
    output = project.seen[name]  # type: ignore[attr-defined]
    assert (output.code, output.err) == (0, "")
    assert output.out


@pytest.mark.req("AIDD-9", "AIDD-13", "AIDD-14", "AIDD-15", "AIDD-16", "AIDD-17", "AIDD-18", "AIDD-19", "AIDD-20")
def test_the_semantic_pack_field_by_field(project: Played) -> None:
    pack = project.json(SEMANTIC)
    assert list(pack)[:8] == [
        "schema", "pack_version", "type", "kind", "ticket", "slug_hint", "generated_at", "source_path",
    ]  # fmt: skip
    assert (pack["schema"], pack["ticket"], pack["slug_hint"]) == ("aidd.memory.semantic.v1", T, "yard-plan")
    assert {name: pack[name]["cols"] for name in COLUMNS} == COLUMNS
    (term,) = rows(pack, "terms")
    assert (term["term"], term["definition"], term["aliases"]) == ("Stub", "a track with one open end", ["dead end"])
    assert 0 < term["confidence"] <= 1
    (default,) = rows(pack, "defaults")
    assert (default["key"], default["value"]) == ("plan.timeout", "20 s")
    assert default["source"].startswith(SPEC)
    (constraint,) = rows(pack, "constraints")
    assert (constraint["id"], constraint["text"]) == ("C-1", "The controller MUST NOT set points")
    assert constraint["severity"]
    (invariant,) = rows(pack, "invariants")
    assert (invariant["id"], invariant["text"]) == ("INV-1", "A car stands on exactly one track")
    (question,) = pack["open_questions"]
    assert question.startswith("Does the museum car count on Sundays?")
    assert isinstance(pack["stats"], dict)


@pytest.mark.req("AIDD-10", "AIDD-24", "AIDD-25", "AIDD-26", "AIDD-27", "AIDD-28")
def test_the_log_field_by_field(project: Played) -> None:
    first, second, third = log(project)
    assert list(first) == FIELDS
    assert list(second) == [*FIELDS, "supersedes"]
    assert (first["schema"], first["ticket"], first["scope_key"], first["stage"]) == (
        "aidd.memory.decision.v1", T, "iteration_id_I2", "review",
    )  # fmt: skip
    assert re.fullmatch(r"2026-03-14T\d\d:\d\d:\d\dZ", first["ts"])
    assert re.fullmatch("[0-9a-f]{12}", first["decision_id"])
    assert first["alternatives"] == ["by number", "by line"]
    assert (first["rationale"], first["source_path"], first["status"]) == ("They leave first", SPEC, "active")
    assert second["supersedes"] == first["decision_id"]
    assert third["status"] == "rejected"


@pytest.mark.req("AIDD-11", "AIDD-29", "AIDD-30")
def test_the_decisions_pack_keeps_what_is_printed(project: Played) -> None:
    pack = project.json(PACK)
    old, new, _ = log(project)
    assert pack["schema"] == "aidd.memory.decisions.pack.v1"
    assert [row["decision_id"] for row in rows(pack, "active_decisions")] == [new["decision_id"]]
    assert pack["superseded_heads"]["rows"] == [[old["decision_id"], new["decision_id"]]]
    assert pack["conflicts"] == []


@pytest.mark.req("AIDD-31", "AIDD-61")
def test_the_decisions_pack_names_what_is_not_settled(fresh: Played) -> None:
    prepare(fresh)
    ids = {
        decided(fresh, "washing", "Cars are washed at night")["decision_id"],
        decided(fresh, "washing", "No car is washed in winter", "--anew")["decision_id"],
    }
    fresh.do("aidd", "pack", "--ticket", T)
    (conflict,) = fresh.json(PACK)["conflicts"]
    assert all(identity in json.dumps(conflict) for identity in ids)


@pytest.mark.req("AIDD-5", "AIDD-21", "AIDD-22", "AIDD-23", "AIDD-62")
def test_the_packs_stay_within_their_budgets(fresh: Played) -> None:
    prepare(fresh)
    facts = "\n".join(f"- C-{number}: Car {number} MUST stand on {number} {'at night ' * 9}" for number in range(60))
    terms = "\n".join(f"- **Word {number}**: what is meant by it is {'long ' * 9}{number}" for number in range(60))
    fresh.write(SPEC, f"# {T}\n\n## Constraints\n\n{facts}\n\n## Glossary\n\n{terms}\n")
    fresh.do("aidd", "extract", "--ticket", T)
    for number in range(30):
        line = {"topic": f"topic {number}", "decision": f"Car {number} stands {'far ' * 60}{number}"}
        decided(fresh, line["topic"], line["decision"])
    fresh.do("aidd", "pack", "--ticket", T)
    for name in (SEMANTIC, PACK):
        text = (fresh.root / name).read_text()
        assert len(text) <= 8000
        assert len(text.splitlines()) <= 180
        sections = [
            section["rows"] for section in json.loads(text).values() if isinstance(section, dict) and "rows" in section
        ]
        assert all(len(table) <= 20 for table in sections)
        assert any(len(table) >= 10 for table in sections)


@pytest.mark.req("AIDD-5", "AIDD-25", "AIDD-59")
def test_the_same_inputs_give_the_same_bytes_and_ids(project: Played) -> None:
    project.do("aidd", "extract", "--ticket", T)
    before = {name: (project.root / name).read_bytes() for name in (SEMANTIC, PACK, LOG)}
    for name in (SEMANTIC, PACK):
        (project.root / name).unlink()
    project.do("aidd", "extract", "--ticket", T, day="2027-01-01")
    project.do("aidd", "pack", "--ticket", T, day="2027-01-01")
    new = decided(project, "Track  order", "runners stand on tracks 1 to 4.")
    assert new["decision_id"] == log(project)[1]["decision_id"]
    assert {name: (project.root / name).read_bytes() for name in (SEMANTIC, PACK, LOG)} == before


@pytest.mark.req("AIDD-35")
@pytest.mark.parametrize("query", ["stub", "track order", "INV-1"])
def test_a_slice_by_token_topic_or_id_stands_in_context(project: Played, query: str) -> None:
    output = script(project, "memory_slice", "--ticket", T, "--query", query)
    path = output.out.splitlines()[0]
    assert re.fullmatch(rf"aidd/reports/context/{T}-memory-slice-[0-9a-f]+\.pack\.json", path)
    result = project.json(path)
    assert result["matches"]["rows"]
    assert len((project.root / path).read_text()) < 8000


@pytest.mark.req("AIDD-36", "AIDD-59")
@pytest.mark.parametrize(
    ("file", "damage"),
    [
        (SEMANTIC, lambda text: text.replace('"stats"', '"statistics"')),
        (SEMANTIC, lambda text: text.replace("aidd.memory.semantic.v1", "aidd.memory.semantic.v0")),
        (PACK, lambda text: text.replace('"conflicts":[]', f'"conflicts":["{"x" * 9000}"]')),
        (LOG, lambda text: text.replace('"status": "active"', '"status": "maybe"', 1)),
    ],
    ids=["a field is missing", "another schema", "over the budget", "a status that is none"],
)
def test_verify_looks_at_schema_and_budget(fresh: Played, file: str, damage: Any) -> None:
    prepare(fresh)
    fresh.do("aidd", "extract", "--ticket", T)
    decided(fresh, "track order", "Runners stand in front")
    fresh.do("aidd", "pack", "--ticket", T)
    assert script(fresh, "memory_verify", "--ticket", T).code == 0
    (fresh.root / file).write_text(damage((fresh.root / file).read_text()))
    output = script(fresh, "memory_verify", "--ticket", T, "--json")
    assert output.code == 1
    assert any(problem["path"] == file for problem in output.json["problems"] if problem["severity"] == "error")


@pytest.mark.req("AIDD-37", "AIDD-38", "AIDD-39", "AIDD-40", "AIDD-41", "AIDD-42", "AIDD-43", "AIDD-50")
def test_the_chain_of_reads_line_by_line(project: Played) -> None:
    lines = project.do("aidd", "preflight", "--stage", "review").splitlines()
    numbered = [line for line in lines if re.match(r"\d\. ", line)]
    assert [line.split()[1] for line in numbered[:5]] == CHAIN
    assert "slice" in numbered[5]
    assert "AIDD:READ_LOG" in numbered[6]
    entries = project.json(f"aidd/reports/context/{T}/iteration_id_I2.readmap.json")["entries"]
    assert {entry["path"] for entry in entries if not entry["required"]} >= {SEMANTIC, PACK}


@pytest.mark.req("AIDD-40")
def test_the_pack_of_a_loop_is_read_in_a_loop_alone(project: Played) -> None:
    assert "loop.pack.md" not in project.do("aidd", "preflight", "--stage", "plan")


@pytest.mark.req("AIDD-32")
def test_extract_reads_the_four_kinds_of_documents(fresh: Played) -> None:
    for path, number in (
        (f"aidd/docs/tasklist/{T}.md", 1), (SPEC, 2), (f"aidd/docs/research/{T}.md", 3),
        (f"aidd/reports/context/{T}.pack.md", 4),
    ):  # fmt: skip
        fresh.write(path, f"# {T}\n\n## Constraints\n\n- C-{number}: Car {number} MUST leave before five\n")
    fresh.do("aidd", "extract", "--ticket", T)
    sources = {row["id"]: row["source"] for row in rows(fresh.json(SEMANTIC), "constraints")}
    assert set(sources) == {"C-1", "C-2", "C-3", "C-4"}


@pytest.mark.req("AIDD-44", "AIDD-62")
def test_the_memory_section_of_conventions_has_limits_flags_and_order(fresh: Played) -> None:
    prepare(fresh)
    conventions = {"memory": {"enabled": True, "semantic": {"max_chars": 1200, "max_rows": 2},
                              "read_order": ["aidd/docs/plan/TRAM-7.md"]}}  # fmt: skip
    fresh.write("aidd/config/conventions.json", json.dumps(conventions))
    many = "\n".join(f"- C-{number}: Car {number} MUST leave before five" for number in range(9))
    fresh.write(SPEC, f"# {T}\n\n## Constraints\n\n{many}\n")
    fresh.do("aidd", "extract", "--ticket", T)
    assert len(rows(fresh.json(SEMANTIC), "constraints")) == 2
    assert "aidd/docs/plan/TRAM-7.md" in fresh.do("aidd", "preflight", "--stage", "review")
    decided(fresh, "track order", "Runners stand in front")
    assert "Runners stand in front" in fresh.context("SessionStart", source="startup")
    fresh.write("aidd/config/conventions.json", json.dumps({"memory": {"enabled": False}}))
    assert SEMANTIC not in fresh.context("SessionStart", source="startup", session="s-2")


@pytest.mark.req("AIDD-45", "AIDD-58", "AIDD-63")
@pytest.mark.parametrize("stage", ["plan", "review", "qa", "implement"])
@pytest.mark.parametrize("gate", ["soft", "hard"])
def test_the_gate_of_the_decisions_pack(fresh: Played, gate: str, stage: str) -> None:
    prepare(fresh)
    fresh.write("aidd/config/gates.json", json.dumps({"memory": {"require_decisions_pack": gate}}))
    fresh.do("aidd", "extract", "--ticket", T)
    output = fresh.run("aidd", "gate", "--ticket", T, "--stage", stage)
    gated = stage != "implement"
    assert output.code == (1 if gate == "hard" and gated else 0)
    assert ("decisions.pack" in output.out + output.err) == gated


@pytest.mark.req("AIDD-52", "AIDD-60")
def test_an_action_appends_a_decision(fresh: Played) -> None:
    prepare(fresh)
    action = {"type": "memory_ops.decision_append", "params": {"topic": "bells", "decision": "No bell before six"}}
    fresh.write("actions.json", json.dumps({"schema_version": "aidd.actions.v1", "actions": [action]}))
    fresh.do("aidd", "apply", "--actions", "actions.json")
    assert [(line["topic"], line["decision"]) for line in log(fresh)] == [("bells", "No bell before six")]


@pytest.mark.req("AIDD-47", "AIDD-48")
def test_a_session_gets_an_excerpt_and_may_read_the_packs(project: Played) -> None:
    start = project.context("SessionStart", source="startup")
    assert "Runners stand on tracks 1 to 4" in start
    assert PACK in start
    read = project.hook("PreToolUse", tool_name="Read", tool_input={"file_path": str(project.root / PACK)})
    assert read == ""


@pytest.mark.req("AIDD-54", "AIDD-55")
def test_the_skill_names_scripts_links_and_contract() -> None:
    folder = ROOT / "skills" / "aidd-memory"
    skill = (folder / "SKILL.md").read_text()
    policy = (folder / "references" / "read-policy.md").read_text()
    assert skill.startswith("---\nname: aidd-memory\n")
    assert all(name in skill for name in SCRIPTS)
    assert all(name in policy for name in ("memory_semantic", "memory_decisions", "memory_ops.decision_append"))
    order = [policy.index(path.replace(T, "<ticket>").replace("iteration_id_I2", "<scope_key>")) for path in CHAIN]
    assert order == sorted(order)


@pytest.mark.req("AIDD-46")
def test_the_first_log_brings_the_mark_of_its_folder_along(project: Played) -> None:
    assert {".gitkeep", ".gitattributes"} & set(os.listdir(project.root / MEMORY))
