"""AIDD Memory v2: every artefact, script, budget and setting of its specification, played with data of our own."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from memory_core.domain.aidd.decision import identify
from tests.conftest import ROOT
from tests.specification.played import Play, play

__all__ = ["play"]

TICKET = "BELL-7"
DOCUMENT = """\
# Ring schedule

## Glossary

- **Peal**: all bells of a tower one after the other.

## Defaults

| Setting | Default |
|---|---|
| quiet hours | 22:00 to 07:00 |

## Constraints

- The controller MUST NOT ring during quiet hours.

## Invariants

- Each bell is in exactly one tower at any time.

## Open questions

- Who may ring by hand?
"""
RUNTIME = ROOT / "skills" / "aidd-memory" / "runtime"


@pytest.fixture
def ticket(repo: Path) -> Path:
    file = repo / "aidd" / "docs" / "prd" / f"{TICKET}.prd.md"
    file.parent.mkdir(parents=True)
    file.write_text(DOCUMENT)
    return repo


def pack(repo: Path, name: str) -> dict[str, Any]:
    text = (repo / "aidd" / "reports" / "memory" / f"{TICKET}.{name}.pack.json").read_text()
    assert len(text) <= 8000
    assert len(text.splitlines()) <= 180
    value: dict[str, Any] = json.loads(text)
    return value


def append(play: Play, topic: str, decision: str, *more: str) -> dict[str, Any]:
    words = "--ticket", TICKET, "--topic", topic, "--decision", decision, *more, "--json"
    value: dict[str, Any] = json.loads(play("aidd", "append", *words))
    return value


@pytest.mark.req(
    "AIDD-9",
    "AIDD-13",
    "AIDD-14",
    "AIDD-15",
    "AIDD-16",
    "AIDD-17",
    "AIDD-18",
    "AIDD-19",
    "AIDD-20",
    "AIDD-21",
    "AIDD-22",
)
def test_the_semantic_pack(play: Play, ticket: Path) -> None:
    play("aidd", "extract", "--ticket", TICKET)
    value = pack(ticket, "semantic")
    assert value["schema"] == "aidd.memory.semantic.v1"
    assert {
        "schema", "pack_version", "type", "kind", "ticket", "slug_hint", "generated_at", "source_path", "terms",
        "defaults", "constraints", "invariants", "open_questions", "stats",
    } <= value.keys()  # fmt: skip
    assert value["terms"]["cols"] == ["term", "definition", "aliases", "scope", "confidence"]
    assert value["defaults"]["cols"] == ["key", "value", "source", "rationale"]
    assert value["constraints"]["cols"] == ["id", "text", "source", "severity"]
    assert value["invariants"]["cols"] == ["id", "text", "source"]
    assert [len(value[name]["rows"]) for name in ("terms", "defaults", "constraints", "invariants")] == [1, 1, 1, 1]
    [question] = value["open_questions"]
    assert question.startswith("Who may ring by hand?")


@pytest.mark.req("AIDD-10", "AIDD-24", "AIDD-25", "AIDD-26", "AIDD-27", "AIDD-28")
def test_a_line_of_the_log(play: Play, ticket: Path) -> None:
    append(play, "ringing", "Ring by a timer of the tower", "--alternative", "ring by radio", "--rationale", "no link")
    first = json.loads((ticket / "aidd" / "reports" / "memory" / f"{TICKET}.decisions.jsonl").read_text())
    assert [*first][:5] == ["schema", "ts", "ticket", "scope_key", "stage"]
    assert {
        "decision_id", "topic", "decision", "alternatives", "rationale", "source_path", "status",
    } <= first.keys()  # fmt: skip
    assert (first["schema"], first["status"]) == ("aidd.memory.decision.v1", "active")
    assert first["alternatives"] == ["ring by radio"]
    again = append(play, "ringing", "Ring by radio", "--supersedes", first["decision_id"])
    assert again["entry"]["supersedes"] == first["decision_id"] if "entry" in again else again["supersedes"]


@pytest.mark.req("AIDD-11", "AIDD-29", "AIDD-30", "AIDD-31", "AIDD-34")
def test_the_pack_of_decisions(play: Play, ticket: Path) -> None:
    append(play, "ringing", "Ring by a timer of the tower")
    first = json.loads((ticket / "aidd" / "reports" / "memory" / f"{TICKET}.decisions.jsonl").read_text())
    append(play, "ringing", "Ring by radio", "--supersedes", first["decision_id"])
    wood = {**first, "topic": "wood", "supersedes": None}
    lines = [{**wood, "decision_id": identify(TICKET, "wood", words), "decision": words} for words in ("Oak", "Larch")]
    with (ticket / "aidd" / "reports" / "memory" / f"{TICKET}.decisions.jsonl").open("a") as log:
        log.writelines(
            json.dumps({key: value for key, value in line.items() if value is not None}) + "\n" for line in lines
        )
    play("aidd", "pack", "--ticket", TICKET)
    value = pack(ticket, "decisions")
    assert value["schema"] == "aidd.memory.decisions.pack.v1"
    active = [
        dict(zip(value["active_decisions"]["cols"], row, strict=True)) for row in value["active_decisions"]["rows"]
    ]
    assert {one["decision"] for one in active} == {"Ring by radio", "Oak", "Larch"}
    newer = next(one["decision_id"] for one in active if one["decision"] == "Ring by radio")
    assert value["superseded_heads"]["rows"] == [[first["decision_id"], newer]]
    [conflict] = value["conflicts"]
    assert "wood" in json.dumps(conflict)


@pytest.mark.req("AIDD-32", "AIDD-33", "AIDD-34", "AIDD-35", "AIDD-36")
def test_the_five_scripts(ticket: Path) -> None:
    decided = {"topic": "ringing", "decision": "Ring by a timer of the tower"}
    calls: list[tuple[str, list[str], str]] = [
        ("memory_extract", [], ""), ("decision_append", [], json.dumps(decided)), ("memory_pack", []  , ""),
        ("memory_slice", ["--query", "quiet"], ""), ("memory_verify", [], ""),
    ]  # fmt: skip
    for name, words, given in calls:
        ran = subprocess.run(
            [sys.executable, str(RUNTIME / f"{name}.py"), "--ticket", TICKET, *words],
            cwd=ticket, input=given, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert ran.returncode == 0, (name, ran.stdout, ran.stderr)
    assert {path.name for path in (ticket / "aidd" / "reports" / "memory").iterdir()} >= {
        f"{TICKET}.semantic.pack.json", f"{TICKET}.decisions.jsonl", f"{TICKET}.decisions.pack.json",
    }  # fmt: skip
    assert [*(ticket / "aidd" / "reports" / "context").iterdir()]


@pytest.mark.req("AIDD-37", "AIDD-38", "AIDD-39", "AIDD-40", "AIDD-41", "AIDD-42")
def test_the_chain_of_reading(play: Play, ticket: Path) -> None:
    said = play("aidd", "preflight", "--ticket", TICKET, "--scope-key", "I1", "--stage", "implement")
    chain = [
        f"aidd/reports/research/{TICKET}-rlm.pack.json", f"aidd/reports/memory/{TICKET}.semantic.pack.json",
        f"aidd/reports/memory/{TICKET}.decisions.pack.json", f"aidd/reports/loops/{TICKET}/I1.loop.pack.md",
        f"aidd/reports/context/{TICKET}.pack.md",
    ]  # fmt: skip
    places = [said.find(path) for path in chain]
    assert -1 not in places
    assert places == sorted(places)


@pytest.mark.req("AIDD-45", "AIDD-58", "AIDD-63")
def test_the_gate_is_soft_until_a_flag_makes_it_hard(play: Play, ticket: Path) -> None:
    gates = ticket / "aidd" / "config" / "gates.json"
    gates.parent.mkdir(parents=True)
    gates.write_text(json.dumps({"memory": {"require_decisions_pack": "soft"}}))
    words = "aidd", "gate", "--ticket", TICKET, "--stage", "review"
    play(*words)
    gates.write_text(json.dumps({"memory": {"require_decisions_pack": "hard"}}))
    play(*words, code=1)
    play("aidd", "pack", "--ticket", TICKET)
    play(*words, code=1)
    append(play, "ringing", "Ring by a timer of the tower")
    play(*words)
