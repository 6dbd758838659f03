"""The three bounds that cs-memory sets, on a thousand memories; bench/scale.py has the figures of more."""

import time
from pathlib import Path

import pytest

from memory_core.cli import main
from memory_core.core import registry
from memory_core.core.memory import Memory

MANY = 1_000
TOPICS = ("cache", "invoice", "queue", "login", "migration", "upload", "search", "deploy")

pytestmark = pytest.mark.model


@pytest.fixture(scope="module")
def memories() -> list[Memory]:
    """Decisions of a project, each in other words."""
    return [
        Memory(
            "", "decision", f"The {TOPICS[at % len(TOPICS)]} of part {at} keeps {at * 7} entries",
            f"Measured on day {at}", created=f"2026-01-{at % 28 + 1:02}T12:00:00Z",
        )
        for at in range(MANY)
    ]  # fmt: skip


def seconds(*words: str) -> float:
    """The processor time of a verb."""
    start = time.process_time()
    assert main([*words]) == 0
    return time.process_time() - start


@pytest.mark.req("CS-NFR-001", "CS-NFR-002", "CS-NFR-003")
def test_recall_capture_and_rebuild_stay_within_their_bounds(repo: Path, memories: list[Memory]) -> None:
    with registry.held(str(repo)):
        registry.keep(str(repo), memories)
    start = time.monotonic()
    assert main(["reindex", "--root", str(repo)]) == 0
    assert time.monotonic() - start < 60
    seconds("recall", "anything", "--root", str(repo))  # the first one loads the model
    assert seconds("recall", "how many entries does the login keep", "--root", str(repo)) < 0.5
    assert seconds("remember", "decision", "Uploads are resumed", "--root", str(repo)) < 2
