"""Extraction on a ticket as a team has it, held against what a reader found there (tests/ticket/gold.json)."""

import json
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import pytest

from memory_core.tickets import documents, packing
from memory_core.tickets.fact import Fact
from tests.conftest import ROOT

TICKET = "TIDE-318"
PROJECT = str(ROOT / "tests" / "ticket")
GOLD: dict[str, list[dict[str, Any]]] = json.loads((ROOT / "tests" / "ticket" / "gold.json").read_text())
SECTIONS = {"terms": "term", "defaults": "default", "constraints": "constraint", "invariants": "invariant"}
MISSED = 20  # of so many facts one may be missed


@pytest.fixture(scope="module")
def facts() -> tuple[Fact, ...]:
    return documents.read(PROJECT, TICKET).facts


@pytest.fixture(scope="module")
def pack() -> dict[str, Any]:
    made: dict[str, Any] = json.loads(packing.semantic_text(PROJECT, TICKET))
    return made


def stands(path: str, line: int, row: Mapping[str, Any]) -> bool:
    """Whether the place is one that a row of the list names."""
    return path == row["path"] and line in range(row["line"], row.get("to", row["line"]) + 1)


def is_of(fact: Fact, row: Mapping[str, Any]) -> bool:
    named = row.get("name", fact.name).casefold() == fact.name.casefold()
    return fact.kind == row["kind"] and named and stands(fact.path, fact.line, row)


@pytest.mark.req("AIDD-2", "AIDD-32")
def test_what_a_reader_finds_is_found(facts: tuple[Fact, ...]):
    missed = [row for row in GOLD["facts"] if not any(is_of(fact, row) for fact in facts)]
    assert len(missed) * MISSED <= len(GOLD["facts"]), missed


@pytest.mark.req("AIDD-2", "AIDD-32")
def test_what_states_nothing_is_no_fact(facts: tuple[Fact, ...]):
    stated: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for fact in facts:
        for row in GOLD["never"]:
            is_rejected = fact.kind == "rejected" and row["why"] == "rejected alternative"
            if stands(fact.path, fact.line, row) and not is_rejected:
                stated[row["why"]].append((fact.source, fact.text))
    assert not stated


@pytest.mark.req("AIDD-2", "AIDD-9")
def test_what_a_reader_would_not_miss_is_in_the_pack(pack: dict[str, Any]):
    places: dict[str, list[tuple[str, str, str]]] = defaultdict(list)
    for section, kind in SECTIONS.items():
        at = pack[section]["cols"].index("scope" if section == "terms" else "source")
        places[kind] += [row[at].rpartition(":") for row in pack[section]["rows"]]
    missed = [
        row
        for row in GOLD["facts"]
        if row["must"] == "pack" and not any(stands(path, int(line), row) for path, _, line in places[row["kind"]])
    ]
    assert missed == []
