"""Which statements of a session are kept: what the weights are, and what holds whatever they say."""

import json
import shutil
from itertools import pairwise
from math import isqrt
from pathlib import Path

import pytest

from memory_core import data
from memory_core.capture import transcript
from memory_core.extract import statements, worth_model
from memory_core.extract.candidate import EMPTY, Carry
from memory_core.extract.extraction import extract
from memory_core.extract.turn import Turn
from memory_core.extract.worth_model import Place
from memory_core.language import linear
from tools.fit import sessions
from tools.fit.tasks import worth as task

SAID = (
    "`PRAGMA foreign_keys` is off by default for every new SQLite connection, so a delete leaves orphans in table {}.",
    "The retry in worker {} must not run twice, since the queue delivers each message at least once.",
    "Cache keys of tenant {} carry the schema version, otherwise old entries survive a migration.",
)


def _session(turns: int) -> list[Turn]:
    session = []
    for at in range(turns):
        text = " ".join(template.format(f"`part_{at}_{number}`") for number, template in enumerate(SAID))
        session += [Turn("user", "go on", 2 * at, f"u{at}"), Turn("assistant", text, 2 * at + 1, f"a{at}")]
    return session


def test_the_file_has_a_head_for_worth_and_one_for_each_kind() -> None:
    model = linear.load(worth_model.FILE)
    assert [label.name for label in model.labels] == [worth_model.KEEP, *worth_model.KINDS]
    assert model.labels[0].steps == sorted(model.labels[0].steps)
    assert b"SQLite" not in data.read(worth_model.FILE)


def test_certainty_rises_with_the_score() -> None:
    label = linear.load(worth_model.FILE).labels[0]
    certainties = [label.certainty(score) for score in range(-300, 300)]
    assert certainties == sorted(certainties)
    assert all(0 <= certainty <= 1 for certainty in certainties)


@pytest.mark.parametrize("text", ["", "x", "？", "a" * 10_000, "一" * 5_000, "\ud800", "`" * 300])
def test_any_text_has_a_worth(text: str) -> None:
    reading = worth_model.read(text, Place("prompt", heading=text, chars=len(text)))
    assert reading.kind() in worth_model.KINDS
    assert reading == worth_model.read(text, Place("prompt", heading=text, chars=len(text)))


@pytest.mark.parametrize("turns", [1, 4, 30])
def test_a_session_keeps_no_more_than_its_budget_however_it_is_read(turns: int) -> None:
    session = _session(turns)
    most = 1 + isqrt(int(1.7 * 4 * turns))
    whole = [candidate for candidate in extract(session).candidates if statements.is_statement(candidate)]
    carry, parts = EMPTY, 0
    for at in range(0, len(session), 2):
        extracted = extract(session[at : at + 2], carry)
        carry = Carry.from_json(extracted.carry.to_json())
        parts += sum(map(statements.is_statement, extracted.candidates))
    assert 0 < len(whole) <= most
    assert 0 < parts <= most


def test_questions_quotes_and_passing_sections_are_no_statements() -> None:
    text = "Should the cache carry a version?\n\n> The cache carries a version, since old entries survive.\n"
    assert [statement.text for statement in statements.every([Turn("assistant", text, 1, "a")])] == []
    summary = "Summary:\n1. Current Work:\n   The cancel route is committed and staging could not be checked.\n"
    kept = [statement.text for statement in statements.every([Turn("summary", summary, 1, "s")])]
    assert not [kept_text for kept_text in kept if "cancel route" in kept_text]


def test_without_sessions_nothing_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MEMORY_CORE_SESSIONS", raising=False)
    assert task.make() == {}


@pytest.mark.parametrize("name", ["o4-turbo-flake", "q7-docs-site-vitepress-zh"])
def test_a_written_session_is_a_transcript_of_which_a_block_is_a_line(name: str, tmp_path: Path) -> None:
    script = (sessions.FOLDER / f"{name}.txt").read_text("utf-8")
    path = sessions.write(sessions.FOLDER / f"{name}.txt", tmp_path)
    blocks = sessions.blocks(script)
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert len(lines) == len(blocks) > 50
    assert all(after["parentUuid"] == before["uuid"] for before, after in pairwise(lines))
    turns = transcript.read(str(path), transcript.START).turns
    assert {"user", "assistant", "result"} <= {turn.role for turn in turns}
    for kind in ("gold", "noise"):
        for row in map(json.loads, (sessions.FOLDER / f"{name}.{kind}.jsonl").read_text("utf-8").splitlines()):
            block = blocks[row["line"]]
            assert " ".join(row["evidence"].split()) in " ".join(f"{block.about} {block.text}".split())


@pytest.mark.heavy
def test_the_fit_tells_what_two_authors_keep(tmp_path: Path) -> None:
    """A small part of the fit, on what is in the repository alone: what it learns, and that it is the same twice."""
    for name in ("o4-turbo-flake", "q5-tram-mod-desync"):
        for file in sessions.FOLDER.glob(f"{name}.*"):
            shutil.copy(file, tmp_path)
    stated, examples = task.of_written(tmp_path), task.of_examples()[::8]
    model = task.fitted(stated, examples)
    assert model.labels[0].table.tobytes() == task.fitted(stated, examples).labels[0].table.tobytes()
    scores = [
        model.weighed(
            worth_model.of_place(statement.text, statement.place),
            worth_model.of_words(statement.text),
            worth_model.scale(statement.text),
        )[0]
        for statement in stated
    ]
    kept = [score for score, statement in zip(scores, stated, strict=True) if statement.kinds]
    left = [score for score, statement in zip(scores, stated, strict=True) if not statement.kinds]
    assert sum(kept) / len(kept) > sum(left) / len(left) + 30
