"""What a session that works on a spec says and is told: each thing in one home, as one kind."""

from pathlib import Path

import pytest

from memory_core.domain.memory import Memory
from memory_core.stores import journal
from tests.test_spec_capture import Session


@pytest.fixture(autouse=True)
def _same_day(now: str) -> None:
    """Progress is kept for a week: the clock stands in the week of the transcripts."""


@pytest.fixture
def client(repo: Path) -> Session:
    return Session(repo)


def _journal(client: Session) -> list[Memory]:
    return sorted(journal.read(str(client.project)), key=lambda one: one.summary)


@pytest.mark.req("CS-US-003")
def test_each_commit_of_a_call_is_progress_and_no_decision(client: Session) -> None:
    client.plans("in-progress")
    client.runs("git commit -qm 'feat: store (1.1)' && make && git commit -qm 'feat: read (1.2)'", "")
    client.stops()
    assert [one.summary for one in _journal(client)] == ["feat: read (1.2)", "feat: store (1.1)"]
    assert client.told("decision") == []
