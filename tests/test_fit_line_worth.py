"""What `tools.fit` makes of labelled sessions for the lines of the briefing."""

import json
from pathlib import Path

import pytest

from memory_core.extract import worth_model
from memory_core.language import linear
from tools.fit import sessions
from tools.fit.tasks import line_worth

SCRIPT = """@user
Where do the carts go?
@assistant
DECISION: Carts are stored in Redis with a lifetime of one day.

DECISION: Prices are integers in cents, never floats.

LEARNING: The staging host restarts every night at three.
"""
CARTS = {
    "kind": "decision",
    "summary": "Carts are stored in Redis for one day",
    "evidence": "Carts are stored in Redis",
}
PRICES = {
    "kind": "learning",
    "also": ["decision"],
    "summary": "Prices are integers in cents",
    "evidence": "never floats",
}
REPLACED = {"replaced": [{"old": "Carts are stored in Redis for a day", "new": "Carts are stored in Postgres"}]}


def test_a_memory_is_worth_a_line_that_says_what_a_label_of_its_kind_says_and_was_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = worth_model._model
    monkeypatch.setattr(sessions, "FOLDER", tmp_path / "none")
    (tmp_path / "shop-1.txt").write_text(SCRIPT)
    sessions.write(tmp_path / "shop-1.txt", tmp_path)
    (tmp_path / "shop-1.gold.jsonl").write_text("".join(json.dumps(label) + "\n" for label in (CARTS, PRICES)))
    (tmp_path / "authors.txt").write_text("other-*\nshop-*\n")

    def labelled() -> list[str]:
        rows = list(line_worth.rows(tmp_path, tmp_path, tmp_path, lambda _: linear.load(worth_model.FILE)))
        assert {row.author for row in rows} == {"1"}
        return [row.label for row in rows]

    assert labelled() == ["yes", "yes", "no"]
    (tmp_path / "shop-1.state.json").write_text(json.dumps(REPLACED))
    assert labelled() == ["no", "yes", "no"]
    assert worth_model._model is reader
