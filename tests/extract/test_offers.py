"""A short answer to what was offered is one decision; a question, a step and a delay are none."""

import json
from pathlib import Path
from typing import Any

import pytest

from memory_core.extract.candidate import EMPTY, Carry
from memory_core.extract.extraction import extract
from memory_core.extract.turn import Turn

HERE = Path(__file__).parent.parent / "development" / "choices.jsonl"
ROWS = [json.loads(line) for line in HERE.read_text("utf-8").splitlines()]
OFFER = "Which queue?\n\nA) Celery, the usual pick\nB) RQ, hardly any setup\nC) a table in Postgres\n"


def _decided(*turns: Turn, carry: Carry = EMPTY) -> list[str]:
    return [candidate.text for candidate in extract(turns, carry).candidates if candidate.rule == "chosen"]


def _turns(row: dict[str, Any]) -> list[Turn]:
    return [Turn(turn["role"], turn["text"], at, f"u{at}") for at, turn in enumerate(row["turns"])]


@pytest.mark.req("GENIUS-20")
def test_choices_of_a_table_that_was_read_are_kept_whole() -> None:
    """Figures on the other half of the table, which nobody read, are in docs/language.md."""
    kept = [
        row
        for row in ROWS
        if row["choice"] and all(word.casefold() in " ".join(_decided(*_turns(row))).casefold() for word in row["must"])
    ]
    assert len(kept) >= 0.4 * sum(row["choice"] for row in ROWS)
    wrong = [row["id"] for row in ROWS if not row["choice"] and _decided(*_turns(row))]
    assert wrong == []


@pytest.mark.parametrize("answer", ["B", "b please", "the second one", "option b", "B, because it is small"])
def test_a_letter_or_an_order_takes_a_way(answer: str) -> None:
    decisions = _decided(Turn("assistant", OFFER, 1, "a"), Turn("user", answer, 2, "u"))
    assert len(decisions) == 1
    assert decisions[0].startswith("RQ")
    assert "Celery" in decisions[0]
    assert "Which queue?" in decisions[0]


@pytest.mark.parametrize(
    "answer", ["B?", "not sure, explain B", "thanks", "later", "what does C cost?", "the second test fails"]
)
def test_what_takes_nothing_decides_nothing(answer: str) -> None:
    assert _decided(Turn("assistant", OFFER, 1, "a"), Turn("user", answer, 2, "u")) == []


def test_an_answer_in_the_next_reading_takes_a_way_too() -> None:
    carry = extract([Turn("assistant", OFFER, 1, "a")]).carry
    carry = Carry.from_json(json.loads(json.dumps(carry.to_json())))
    assert len(_decided(Turn("user", "C", 2, "u"), carry=carry)) == 1


@pytest.mark.parametrize(("offer", "taken"), [
    ("Two ways:\n\nA) SQLite in the tree\nB) Postgres in Docker\n\nWhich one for the orders?", "Postgres in Docker"),
    ("Two ways. A) keep the jobs in Redis B) keep them in Postgres. Which one?", "keep them in Postgres"),
    ("Two ways:\n**A)** in memory\n**B)** in Redis\n\nWhich one?", "in Redis"),
    ("Options:\n- **A) in memory** - simple\n- **B) in Redis** - one more service\nWhich?", "in Redis"),
])  # fmt: skip
def test_an_offer_is_no_memory_and_the_answer_behind_a_stop_is_one(offer: str, taken: str) -> None:
    first = extract([Turn("user", "add orders", 0, "p"), Turn("assistant", offer, 1, "a")])
    assert first.candidates == []
    chosen = _decided(Turn("user", "B", 2, "u"), carry=Carry.from_json(json.loads(json.dumps(first.carry.to_json()))))
    assert [way.startswith(taken) for way in chosen] == [True]
    assert "?" not in chosen[0].partition(" — chosen when asked")[0]
