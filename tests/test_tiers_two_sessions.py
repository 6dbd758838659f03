"""Two sessions end at once, real processes at random offsets: no learning is lost, and the counts are right."""

import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from memory_core.core import log, session
from memory_core.learnings import access_log, archive, warm_files
from memory_core.learnings.light import matchers
from tests.ending import Ends
from tests.properties import family, rounds
from tests.test_hooks import Client, script
from tests.test_tiers_session import TODAY, hears, keeps, preference

GROUPS, TIMES = family(range(4)), rounds(25, 6)  # of either kind
LATEST = 0.05  # seconds that one of two begins to end after the other: about as long as it takes


@pytest.fixture(autouse=True)
def _day(now: str) -> None:
    """The clock stands still."""


def ends(root: Path, name: str) -> subprocess.Popen[bytes]:
    """The process that `SessionEnd` leaves behind."""
    event = {"hook_event_name": "SessionEnd", "session_id": name, "cwd": str(root), "reason": "other"}
    process = subprocess.Popen([sys.executable, script("SessionEnd"), "--detached"], stdin=subprocess.PIPE)
    assert process.stdin
    process.stdin.write(json.dumps(event).encode())
    process.stdin.close()
    return process


def counts(*roots: Path) -> dict[str, tuple[int, int]]:
    """(occurrences, accesses) of every learning of these projects and the user; of one that stands twice the sum."""
    totals: dict[str, tuple[int, int]] = {}
    every = [learning for root in roots for learning in warm_files.read(str(root), "project").learnings]
    for learning in (
        *every,
        *warm_files.read(str(roots[0]), "global").learnings,
        *(learning.learning for learning in archive.read()),
    ):
        occurrences, accesses = totals.get(learning.description, (0, 0))
        totals[learning.description] = occurrences + learning.occurrences, accesses + learning.access_count
    return totals


def at_once(ending: Ends, first: tuple[Path, str], second: tuple[Path, str], offset: float) -> None:
    assert ending.at_once((*first, 0), (*second, offset)) == [0, 0]
    for root, name in (first, second):
        assert not os.path.exists(session.path(str(root), name)), log.tail(str(root))


@pytest.fixture
def ending(repo: Path) -> Iterator[Ends]:
    with Ends() as process:
        yield process


@pytest.mark.req("JARVIS-28", "JARVIS-29")
@pytest.mark.parametrize("group", GROUPS)
def test_two_sessions_of_one_project(repo: Path, ending: Ends, group: int) -> None:
    chance = random.Random(f"one {group}")
    (known,) = keeps(repo, preference("Never use moment for dates", id="pref_001", session="s-0"))
    wanted = {known.description: (1, 0), "Use pnpm instead of npm": (0, 0)}
    for number in range(TIMES):
        names = f"a-{number}", f"b-{number}"
        for name in names:
            own = f"Call the table of {word(chance)} after {word(chance)}" if number % 4 == 0 else ""
            hears(repo, name, preference("Use pnpm instead of npm"), *([preference(own)] if own else []))
            matchers.tell(str(repo), name, [(known.id, "project")], f"{TODAY}T15:00:00Z")
            wanted |= {own: (1, 0)} if own else {}
        at_once(ending, (repo, names[0]), (repo, names[1]), chance.uniform(0, LATEST))
        wanted["Use pnpm instead of npm"] = 2 * number + 2, 0
        wanted[known.description] = 1, 2 * number + 2
        assert counts(repo) == wanted, f"after {number + 1} times"
    assert sum(line["action"] == "promoted" and line["to_tier"] == "hot" for line in access_log.read()) == 2 * TIMES


@pytest.mark.req("JARVIS-28", "JARVIS-29")
@pytest.mark.parametrize("group", GROUPS)
def test_two_sessions_of_two_projects(repo: Path, tmp_path: Path, ending: Ends, group: int) -> None:
    chance = random.Random(f"two {group}")
    other = tmp_path / "depot"
    shutil.copytree(repo, other)
    (known,) = keeps(repo, preference("Never use moment for dates", id="pref_001", session="s-0"), level="global")
    shared = "Answer in German in all my projects"
    wanted = {known.description: (1, 0)}
    for number in range(TIMES):
        for root in (repo, other):
            own = f"Call the table of {word(chance)} after {word(chance)}" if number % 4 == 0 else ""
            hears(
                root, f"s-{number}-{root.name}", preference(shared, level="global"), *([preference(own)] if own else [])
            )
            matchers.tell(str(root), f"s-{number}-{root.name}", [(known.id, "global")], f"{TODAY}T15:00:00Z")
            wanted |= {own: (1, 0)} if own else {}
        both = [(root, f"s-{number}-{root.name}") for root in (repo, other)]
        chance.shuffle(both)
        at_once(ending, both[0], both[1], chance.uniform(0, LATEST))
        wanted[shared] = 2 * number + 2, 0
        wanted[known.description] = 1, 2 * number + 2
        assert counts(repo, other) == wanted, f"after {number + 1} times"


@pytest.mark.req("JARVIS-28")
def test_a_session_ends_while_its_last_stop_still_runs(repo: Path) -> None:
    chance = random.Random(8)
    for number in range(rounds(20, 3)):
        name = f"s-{number}"
        hears(repo, name, preference("Use pnpm instead of npm"))
        matchers.tell(str(repo), name, [], "")
        event: dict[str, Any] = {"hook_event_name": "Stop", "session_id": name, "cwd": str(repo)}
        stop = subprocess.Popen([sys.executable, script("Stop")], stdin=subprocess.PIPE)
        assert stop.stdin
        stop.stdin.write(json.dumps({**event, "last_assistant_message": "Done."}).encode())
        stop.stdin.close()
        time.sleep(chance.uniform(0, 0.12))
        assert ends(repo, name).wait(60) == 0
        assert stop.wait(60) == 0
        Client(repo, name).settles()
        assert counts(repo) == {"Use pnpm instead of npm": (number + 1, 0)}


def word(chance: random.Random) -> str:
    """A word that nothing else has."""
    return "".join(chance.choice("bdfgklmnprstvz") + chance.choice("aeiou") for _ in range(5))
