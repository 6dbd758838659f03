"""What a session says, turn after turn through its hooks, and what the log of its ticket says then."""

from pathlib import Path
from typing import Any

import pytest

from memory_core.cli import main
from memory_core.core import registry
from memory_core.tickets import decision_log
from memory_core.tickets.decision import Entry
from tests.test_aidd_session import Session

PUSH = "push the offline list at most every 30 seconds, instead of polling"
LESS = "push the offline list every 5 minutes instead of every 30 seconds"
ARGON, HMAC = "we use argon2 for the codes", "we use HMAC instead of argon2 for the codes"


class Clocked(Session):
    """A session in which time passes."""

    minute = 0

    def says(self, *blocks: Any, role: str = "assistant", **extra: Any) -> None:
        Clocked.minute += 1
        super().says(*blocks, role=role, **{"timestamp": f"2026-03-14T09:{Clocked.minute:02d}:00.000Z", **extra})

    def asks(self, question: str, answer: str) -> None:
        options = [{"label": answer, "description": "it is known"}, {"label": "Neither", "description": ""}]
        asked = {"questions": [{"question": question, "header": "Q", "options": options, "multiSelect": False}]}
        call = f"toolu_{Clocked.minute:012d}"
        self.says({"type": "tool_use", "id": call, "name": "AskUserQuestion", "input": asked})
        result = f'User has answered your questions: "{question}"="{answer}". You can now continue.'
        self.says({"type": "tool_result", "tool_use_id": call, "content": result, "is_error": False}, role="user")

    def decisions(self) -> dict[str, Entry]:
        return {entry.decision: entry for entry in decision_log.read(str(self.project), "ABC-1").entries}

    def active(self) -> list[str]:
        return [decision for decision, entry in self.decisions().items() if entry.status == "active"]


@pytest.fixture
def session(repo: Path) -> Clocked:
    Clocked.minute = 0
    clocked = Clocked(repo)
    clocked.works_on("ABC-1", stage="implement")
    return clocked


def _turn(session: Session, *replies: str) -> list[str]:
    session.says(*replies)
    session.run("Stop")
    return [line["decision"] for line in session.log()]


@pytest.mark.req("AIDD-3", "AIDD-10", "GENIUS-21")
def test_a_change_of_mind_reaches_the_log_in_the_turn_that_says_it(session: Clocked) -> None:
    assert _turn(session, f"DECISION: {PUSH}, because the firmware cannot poll") == [PUSH]
    because = f"{LESS}, because the LTE contract has 200 MB a month"
    assert _turn(session, f"You're right. DECISION: {because}.") == [PUSH, LESS]
    assert session.active() == [LESS]
    assert [line["rationale"] for line in session.log()] == [
        "the firmware cannot poll", "the LTE contract has 200 MB a month"
    ]  # fmt: skip
    assert len(_turn(session, f"As noted, we {because}.")) == 2
    column = "implement the reopen window as a column `opened_at` rather than a timer"
    assert _turn(session, f"DECISION: {column}")[-1] == column
    later = Clocked(session.project, "s-2")
    assert len(_turn(later, f"DECISION: {because}")) == 3
    assert len(_turn(later, f"DECISION: {LESS.replace('every 5', 'all 5')}, as it holds")) == 4


@pytest.mark.req("AIDD-3", "AIDD-10")
def test_what_nobody_decided_is_not_in_the_log(session: Session) -> None:
    statements = [
        "We have not decided whether to use NORMAL instead of FULL.",
        "If we used Postgres instead of SQLite, we would need a server at each site.",
        "The test fails because `check` pops the code instead of marking it used. I'll fix it.",
        "With two workers somebody gets ten tries instead of five.",
        "The spec says: we decided to drop QR codes because there is no camera.",
    ]
    for text in statements:
        assert _turn(session, text) == []
    two = (
        "DECISION: We will use argon2 instead of HMAC, because it is slower.\n\n"
        "Wait, no.\n\nDECISION: We'll use HMAC with the site key instead, because the pepper protects."
    )
    assert [text[:13] for text in _turn(session, two)] == ["We'll use HMA"]


@pytest.mark.req("AIDD-28", "GENIUS-21")
@pytest.mark.parametrize("event", ["Stop", "PreCompact"])
def test_what_is_taken_up_again_ends_what_had_ended_it(session: Clocked, event: str) -> None:
    for decision in (ARGON, HMAC, ARGON):
        session.says(f"DECISION: {decision}")
        session.run(event)
        assert session.active() == [decision]
    later = Clocked(session.project, "s-2")
    later.says(f"DECISION: {HMAC}")
    later.run(event)
    assert session.active() == [HMAC]
    ids = [(line["decision_id"], line.get("supersedes")) for line in session.log()]
    first, second = ids[0][0], ids[1][0]
    assert ids == [(first, None), (second, first), (first, second), (second, first)]
    assert decision_log.read(str(session.project), "ABC-1").conflicts == ()


@pytest.mark.req("AIDD-28")
def test_several_changes_in_one_reading_end_one_another(session: Clocked) -> None:
    for decision in (ARGON, "allow five tries", HMAC, "allow ten tries instead of five", "keep the logs for 90 days"):
        for _ in range(3):  # what the next answer takes back is no decision at all
            session.says("go on", role="user")
        session.says(f"DECISION: {decision}")
    session.run("Stop")
    assert session.active() == [HMAC, "allow ten tries instead of five", "keep the logs for 90 days"]


@pytest.mark.req("AIDD-28")
def test_where_two_could_be_meant_none_is_ended(session: Clocked) -> None:
    _turn(session, f"DECISION: {ARGON}")
    same = ("--topic", "argon2 for the codes", "--decision", "argon2 for the codes, as decided")
    assert main(["aidd", "append", "--root", str(session.project), *same]) == 0
    assert len(session.active()) == 2
    before = session.active()
    _turn(session, f"DECISION: {HMAC}")
    assert session.active() == [*before, HMAC]


@pytest.mark.req("AIDD-28")
def test_what_was_decided_elsewhere_or_later_is_not_ended(session: Clocked) -> None:
    session.works_on("ABC-1", work_item="iteration_id=I1")
    _turn(session, f"DECISION: {ARGON}")
    session.works_on("ABC-1", work_item="iteration_id=I2")
    _turn(session, f"DECISION: {HMAC}")
    assert session.active() == [ARGON, HMAC]
    session.says("DECISION: allow ten tries instead of five", timestamp="2026-03-14T08:00:00.000Z")
    late = Clocked(session.project, "s-2")
    late.says("DECISION: allow five tries")
    late.run("Stop")
    session.run("Stop")
    assert {"allow five tries", "allow ten tries instead of five"} <= set(session.active())


def test_a_reading_from_the_beginning_takes_nothing_up_again(session: Clocked) -> None:
    for decision in (ARGON, HMAC):
        _turn(session, f"DECISION: {decision}")
    (session.transcript.parent / "again.jsonl").write_text(session.transcript.read_text())
    again = Clocked(session.project, "again")
    again.run("Stop")
    again.run("PreCompact")
    assert session.active() == [HMAC]
    assert len(session.log()) == 2


@pytest.mark.req("AIDD-28")
def test_a_change_of_mind_after_the_compaction_ends_what_was_decided_before(session: Clocked) -> None:
    session.says(f"DECISION: {ARGON}")
    session.run("PreCompact")
    summary = (
        f"This session is being continued from a previous conversation.\n\nSummary:\n1. Key decisions:\n - {ARGON}\n"
    )
    session.says(summary, role="user", isCompactSummary=True)
    session.run("Stop")
    assert len(session.log()) == 1
    _turn(session, f"DECISION: {HMAC}, because six digits fall in minutes")
    assert session.active() == [HMAC]
    session.says(summary, role="user", isCompactSummary=True)
    session.run("Stop")
    assert session.active() == [HMAC]


def test_what_is_only_forgotten_ends_nothing_more(session: Clocked) -> None:
    _turn(session, f"DECISION: {ARGON}")
    with registry.held(str(session.project)):
        for memory in registry.find(str(session.project), session.log()[0]["decision_id"]):
            registry.forget(str(session.project), memory, "2026-03-14T11:00:00Z")
    _turn(session, f"DECISION: {HMAC}")
    assert "supersedes" not in session.log()[-1]


@pytest.mark.req("AIDD-28")
def test_an_answer_has_its_question_as_topic_and_the_next_one_ends_it(session: Clocked) -> None:
    where = "Where should the wrong tries of a terminal be counted?"
    for chosen in ("In memory", "In SQLite"):
        session.asks(where, chosen)
        session.run("Stop")
    first, second = session.log()
    assert (first["topic"], first["decision"], second["decision"]) == (where, "In memory", "In SQLite")
    assert first["rationale"] == "it is known"
    assert session.active() == ["In SQLite"]
    session.run("Stop")
    other = Clocked(session.project, "s-2")
    other.asks(where, "In SQLite")
    other.run("Stop")
    assert len(session.log()) == 2
    other.asks(where, "In memory")
    other.run("Stop")
    assert session.active() == ["In memory"]


def test_a_question_that_could_be_any_is_no_topic(session: Clocked) -> None:
    for asked, chosen in (("How should I proceed?", "Rewrite the parser"), ("How should I proceed?", "Keep the log")):
        session.asks(asked, chosen)
        session.run("Stop")
    assert len(session.active()) == 2
    assert decision_log.read(str(session.project), "ABC-1").conflicts == ()


def test_long_questions_that_begin_alike_are_a_conflict_for_a_person(session: Clocked) -> None:
    begin = "Which of the stores of the offline list should a terminal at a site without LTE read when "
    for end, chosen in (("a day starts?", "SQLite"), ("a day ends?", "Redis")):
        session.asks(begin + end, chosen)
        session.run("Stop")
    assert len(session.active()) == 2
    assert len(decision_log.read(str(session.project), "ABC-1").conflicts) == 1


# A topic is a subject, not a sentence


def _told(session: Clocked, monkeypatch: pytest.MonkeyPatch, topic: str, words: str) -> None:
    monkeypatch.setenv("MEMORY_CORE_NOW", "2026-03-14T08:00:00Z")
    call = (
        "aidd",
        "append",
        "--ticket",
        "ABC-1",
        "--root",
        str(session.project),
        "--topic",
        topic,
        "--decision",
        words,
    )
    assert main([*call, "--scope-key", "ABC-1"]) == 0


@pytest.mark.parametrize(
    ("topic", "old", "new"),
    [
        ("password hash", "Use argon2", "let's use HMAC instead of argon2"),
        ("password hash", "Use argon2", "we use scrypt for the password hash instead of argon2"),
        ("session store", "Redis", "use Postgres for the session store instead of Redis"),
    ],
)
def test_a_reversal_ends_a_decision_whose_topic_is_a_subject(
    session: Clocked, monkeypatch: pytest.MonkeyPatch, topic: str, old: str, new: str
) -> None:
    _told(session, monkeypatch, topic, old)
    _turn(session, f"DECISION: {new}")
    assert session.active() == [new]
    assert session.decisions()[new].topic == topic


def test_a_reversal_elsewhere_leaves_it(session: Clocked, monkeypatch: pytest.MonkeyPatch) -> None:
    _told(session, monkeypatch, "password hash", "Use argon2")
    _turn(session, "DECISION: use HMAC instead of argon2 for the codes")
    assert len(session.active()) == 2


def test_in_doubt_both_stand_and_the_older_names_the_newer(session: Clocked, monkeypatch: pytest.MonkeyPatch) -> None:
    _told(session, monkeypatch, "password hash", "Use argon2")
    _told(session, monkeypatch, "key of the cache", "Use argon2")
    _turn(session, "DECISION: let's use HMAC instead of argon2")
    newer = session.decisions()["let's use HMAC instead of argon2"]
    doubted = [memory for memory in registry.read(str(session.project)) if memory.kind == "decision" and memory.links]
    assert all(memory.status == "active" for memory in doubted)
    assert [(memory.summary, *memory.links[0]) for memory in doubted] == [
        ("password hash: Use argon2", "maybe_superseded_by", newer.id),
        ("key of the cache: Use argon2", "maybe_superseded_by", newer.id),
    ]


def test_what_a_session_ended_is_taken_back_and_what_it_said_stays(
    session: Clocked, monkeypatch: pytest.MonkeyPatch
) -> None:
    _told(session, monkeypatch, "password hash", "Use argon2")
    _turn(session, "DECISION: let's use HMAC instead of argon2")
    assert session.active() == ["let's use HMAC instead of argon2"]
    assert main(["undo", "--root", str(session.project)]) == 0
    assert session.active() == ["Use argon2", "let's use HMAC instead of argon2"]
    assert main(["undo", "--root", str(session.project)]) == 0  # what was appended by hand before it
    assert session.active() == ["let's use HMAC instead of argon2"]
