"""What is read of documents of several kinds: decisions, risks, what was turned down, and rules in prose."""

import json
import re
from collections import defaultdict
from pathlib import Path

import pytest

from memory_core.language import front_matter
from memory_core.language.blocks import blocks
from memory_core.tickets import documents, facts, pack
from memory_core.tickets.fact import Fact
from memory_core.tickets.memories import facts as memories
from tests.conftest import ROOT

FOLDER = ROOT / "tests" / "development" / "documents"
WANTED: dict[str, list[str]] = defaultdict(list)
for _row in (FOLDER / "facts.tsv").read_text().splitlines():
    _name, _, _said = _row.split("\t")
    WANTED[_name].append(_said)


def words(text: str) -> set[str]:
    return {*re.findall(r"\d+|\w{3,}", text.casefold())}


def says(first: str, second: str) -> bool:
    """Whether one text has most of the words of the other."""
    least = min(words(first), words(second), key=len)
    return 5 * len(words(first) & words(second)) >= 3 * len(least)


def stated(text: str, kind: str) -> tuple[Fact, ...]:
    path = f"aidd/docs/{kind}/T-1.{kind}.md"
    return facts.merged(facts.facts(blocks(front_matter.blanked(text)), path))


@pytest.mark.req("AIDD-2", "AIDD-32")
def test_of_documents_of_several_kinds_most_facts_are_read_and_little_else():
    wanted = read = stated_count = right = 0
    missed = []
    for name, rows in WANTED.items():
        texts = [f"{fact.name} {fact.text}" for fact in stated((FOLDER / name).read_text(), name.split(".")[1])]
        missed += [row for row in rows if not any(says(row, text) for text in texts)]
        wanted, stated_count = wanted + len(rows), stated_count + len(texts)
        right += sum(any(says(row, text) for row in rows) for text in texts)
    read = wanted - len(missed)
    assert read >= 0.85 * wanted, missed
    assert right >= 0.92 * stated_count, (right, stated_count)


@pytest.mark.req("AIDD-32")
@pytest.mark.parametrize(
    ("text", "kind", "phrase"),
    [
        ("## Decision Outcome\n\nChosen option: \"SQLite\", because it needs no daemon.", "decision", "SQLite"),
        ("## Decision\n\nEvents go through an outbox table.", "decision", "outbox table"),
        ("## Entscheidung\n\nRollen kommen aus dem Token.", "decision", "Rollen"),
        ("## What we decided\n\nThe relay reads the table in order.", "decision", "relay"),
        ("## Risks\n\n- A leaked link exposes the list. Mitigation: it expires.", "risk", "A leaked link"),
        ("# Drawbacks\n\nErrors in rarely used sections are found late.", "risk", "found late"),
        ("## Rejected alternatives\n\nRedis would have been too expensive.", "rejected", "Redis"),
        ("## How things fail\n\nAfter three failed attempts the upload is cancelled.", "constraint", "three failed"),
        ("## Terms of it\n\nA *view* is a section with its overrides.", "term", "view"),
        ("## Still open\n\nWho owns it? The quota for guests is unknown.", "question", "quota"),
        ("**US-1** As an owner I share.\nAcceptance criteria:\n- The link works for 48 hours.", "constraint", "48"),
    ],
)  # fmt: skip
def test_a_sentence_is_read_as_what_its_section_is_for(text: str, kind: str, phrase: str):
    assert [
        fact.kind for fact in stated(f"# T\n\n{text}\n\n## End\n", "adr") if phrase in f"{fact.name} {fact.text}"
    ] == [kind]


@pytest.mark.req("AIDD-16", "AIDD-17")
@pytest.mark.parametrize("lead", ["", "## Limits\n\n", "## Requirements\n\n- ", "## Requirements\n\n- FR-1: "])
def test_a_default_is_no_constraint_too(lead: str):
    assert [fact.kind for fact in stated(f"# T\n\n{lead}The retry limit defaults to 3.\n", "prd")] == ["default"]


@pytest.mark.req("AIDD-32")
@pytest.mark.parametrize(
    "text",
    [
        "# T\n\n## Context\n\nOrders are written to two places, and when the broker was down some were lost.\n",
        "# T\n\n## Decision\n\nThis would perhaps have been nicer in another way.\n",
        "# T\n\n## How it works\n\nNote: see the other page when in doubt.\n",
        "# T\n\n## Summary\n\nFiles are never larger than they have to be when they are sent.\n",
    ],
)
def test_what_only_tells_states_nothing(text: str):
    assert [fact for fact in stated(text, "spec") if fact.kind in ("decision", "risk", "rejected")] == []
    assert [fact for fact in stated(text, "spec") if fact.rule == "states"] == []


@pytest.mark.req("X-1", "AIDD-32")
def test_what_a_document_decides_is_a_memory_with_its_place_and_stands_among_the_constraints(tmp_path: Path):
    place = tmp_path / "aidd/docs/adr/T-1.adr.md"
    place.parent.mkdir(parents=True)
    place.write_text(
        "# T\n\n## Decision\n\nEvents go through an outbox.\n\n## Alternatives\n\nTwo-phase commit was rejected.\n"
    )
    document_facts = documents.read(str(tmp_path), "T-1").facts
    kept = {memory.summary: memory for memory in memories(document_facts, "T-1", "2026-01-01T00:00:00Z")}
    decided, against = kept["Events go through an outbox."], kept["Two-phase commit was rejected."]
    assert (decided.kind, decided.status, decided.source.home, decided.attrs["line"]) == (
        "decision",
        "active",
        "documents",
        5,
    )
    assert (against.kind, against.status) == ("decision", "rejected")
    made = json.loads(pack.semantic(pack.Head("T-1", "t", pack.UNDATED, "x"), document_facts, 1))
    assert [row[1] for row in made["constraints"]["rows"]] == ["Events go through an outbox."]
