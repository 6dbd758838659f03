"""What a turn states more than once is kept once, and nothing that it states is lost."""

from pathlib import Path

import pytest

from memory_core.capture import assign
from memory_core.core import registry
from memory_core.extract import markers
from memory_core.extract.extraction import Extraction, extract
from memory_core.extract.rules import Proposal
from memory_core.extract.turn import Turn
from memory_core.guardrails import proposed
from memory_core.journal import decay


def read(*turns: Turn) -> Extraction:
    return assign.assign(extract(turns))


def turn(prompt: str, reply: str) -> Extraction:
    return read(Turn("user", prompt, 1, "u1"), Turn("assistant", reply, 2, "u2"))


def texts(extraction: Extraction) -> list[str]:
    return [candidate.text for candidate in extraction.candidates if candidate.rule in ("marker", "chosen", "commit")]


@pytest.mark.parametrize(("prompt", "reply", "kept"), [
    ("Let's use Redis for sessions, but keep the job queue on Postgres.", "DECISION: Redis for sessions",
     ["Let's use Redis for sessions, but keep the job queue on Postgres.", "Redis for sessions"]),
    ("Let's go with Postgres for storage of invoices.",
     "DECISION: DuckDB for reports (replaces: Postgres for storage of invoices)",
     ["Let's go with Postgres for storage of invoices.", "DuckDB for reports"]),
    ("Use Postgres instead of SQLite for the loans.",
     "DECISION: Loans live in Postgres — two workers (replaces: Loans live in SQLite)", ["Loans live in Postgres"]),
])  # fmt: skip
def test_a_choice_is_folded_into_a_marker_line_that_says_it(prompt: str, reply: str, kept: list[str]) -> None:
    assert sorted(texts(turn(prompt, f"Done.\n\n{reply}"))) == sorted(kept)


@pytest.mark.parametrize(("prompt", "marker", "learning"), [
    ("From now on always use tabs for indentation.", "RULE: never use tabs for indentation — the linter complains",
     "always use tabs for indentation"),
    ("From now on answer in English.", "RULE: commit messages are in English, answer in German", "answer in english"),
])  # fmt: skip
def test_a_rule_of_the_model_does_not_change_the_words_of_a_person(prompt: str, marker: str, learning: str) -> None:
    extraction = turn(prompt, f"Understood.\n\n{marker}")
    stated = [each.text.casefold() for each in extraction.practices] + [
        each.text.casefold() for each in extraction.rules
    ]
    assert any(learning in text for text in stated)
    assert marker.removeprefix("RULE: ").partition(" — ")[0] in texts(extraction)


def test_what_holds_in_all_projects_is_a_learning_alone() -> None:
    extraction = turn("From now on, in all my projects, use pnpm instead of npm", "Understood.")
    assert [practice.lasting for practice in extraction.practices if practice.kind == "preference"] == [True]
    assert not extraction.rules


def test_a_rule_that_says_another_thing_of_the_same_is_kept() -> None:
    rule = "RULE: use eval only in the REPL module, guarded by a flag — sandbox"
    extraction = turn("Never use eval.", f"Understood.\n\n{rule}")
    assert "use eval only in the REPL module, guarded by a flag" in texts(extraction)


def test_of_a_reply_that_is_full_of_marker_lines_the_first_are_read() -> None:
    lines = "\n".join(f"DECISION: part {number} of the importer uses file_{number}" for number in range(3_000))
    assert len(texts(turn("go on", lines))) == markers.MOST


def commit(subject: str) -> Turn:
    command = {"command": f'git commit -m "{subject}"'}
    return Turn("result", f"[main abc1234] {subject}\n 1 file changed", 2, "u2", tool="Bash", input=command)


@pytest.mark.parametrize(
    ("subject", "marker"),
    [
        ("Add CSV export for invoices", "DONE: CSV export"),
        ("Drop retry logic from upload", "LEARNED: retry logic of upload hides errors"),
    ],
)
def test_a_commit_is_not_lost_in_a_line_about_something_else(subject: str, marker: str) -> None:
    extraction = read(Turn("user", "go on", 1, "u1"), commit(subject), Turn("assistant", f"Done.\n\n{marker}", 3, "u3"))
    assert f"{subject} (abc1234)" in texts(extraction)


def test_a_marker_line_takes_the_commit_that_does_what_it_says() -> None:
    reply = Turn("assistant", "Done.\n\nDECISION: Prices are integers in cents — floats lost a cent", 3, "u3")
    extraction = read(Turn("user", "go on", 1, "u1"), commit("Keep prices as integers in cents"), reply)
    (marker,) = [each for each in extraction.candidates if each.rule == "marker"]
    assert texts(extraction) == ["Prices are integers in cents"]
    assert marker.tags == ("abc1234",)


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("I would not use SQLite here. I suggest Postgres.", "Ok, use SQLite"),
        ("I'd avoid SQLite.", "Yes, use SQLite"),
        ("I suggest we never use SQLite in tests.", "Ok, take SQLite"),
    ],
)
def test_consent_does_not_keep_what_the_reply_advises_against(reply: str, answer: str) -> None:
    turns = (Turn("user", "what now?", 1, "u1"), Turn("assistant", reply, 2, "u2"), Turn("user", answer, 3, "u3"))
    assert not [text for text in texts(read(*turns)) if "not" in text.casefold() or "void" in text or "ever" in text]


def test_a_rule_that_nobody_answered_is_a_pattern_when_its_days_are_over(
    repo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_CORE_NOW", "2026-03-14T12:00:00Z")
    with registry.held(str(repo)):
        rules = [Proposal("constraint", "Never use moment", "", ("moment",)), Proposal("rejection", "Use Redux")]
        proposed.propose(str(repo), "s-1", rules, (), "2026-03-14T12:00:00Z")
    monkeypatch.setenv("MEMORY_CORE_NOW", "2026-04-20T12:00:00Z")
    with registry.held(str(repo)):
        decay.forget_old(str(repo))
        decay.forget_old(str(repo))
    kept = [(memory.kind, memory.status, memory.summary) for memory in registry.read(str(repo))]
    assert kept == [("convention", "active", "Never use moment")]
