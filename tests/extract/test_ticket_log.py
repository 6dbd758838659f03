"""What a session says, turn after turn through its hooks, and what the log of its ticket says then."""

from pathlib import Path

import pytest

from tests.test_aidd_session import Session


@pytest.fixture
def session(repo: Path) -> Session:
    one = Session(repo)
    one.works_on("ABC-1", stage="implement")
    return one


def _turn(session: Session, *said: str) -> list[str]:
    session.says(*said)
    session.run("Stop")
    return [line["decision"] for line in session.log()]


@pytest.mark.req("AIDD-3", "AIDD-10", "GENIUS-21")
def test_a_change_of_mind_reaches_the_log_in_the_turn_that_says_it(session: Session) -> None:
    push = "push the offline list at most every 30 seconds, instead of polling, because the firmware cannot poll"
    assert _turn(session, f"DECISION: {push}") == [push]
    less = (
        "push the offline list every 5 minutes instead of every 30 seconds, because the LTE contract has 200 MB a month"
    )
    assert _turn(session, f"You're right. DECISION: {less}") == [push, less]
    assert len(_turn(session, f"As noted, we {less}.")) == 2
    column = "I decided to implement the reopen window as a column `opened_at` rather than a timer."
    assert _turn(session, column)[-1] == column
    assert "won't use `opened_at`" in _turn(session, "OK. We won't use `opened_at`; the window is a timer.")[-1]


@pytest.mark.req("AIDD-3", "AIDD-10")
def test_what_nobody_decided_is_not_in_the_log(session: Session) -> None:
    said = [
        "We have not decided whether to use NORMAL instead of FULL.",
        "If we used Postgres instead of SQLite, we would need a server at each site.",
        "The test fails because `check` pops the code instead of marking it used. I'll fix it.",
        "With two workers somebody gets ten tries instead of five.",
        "The spec says: we decided to drop QR codes because there is no camera.",
    ]
    for text in said:
        assert _turn(session, text) == []
    two = (
        "We will use argon2 instead of HMAC, because it is slower.\n\n"
        "Wait, no. We'll use HMAC with the site key instead, because the pepper protects."
    )
    assert [text[:13] for text in _turn(session, two)] == ["We'll use HMA"]
