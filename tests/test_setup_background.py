"""Set-up in a session: it goes on by itself, says how far it is, and why it stopped; a session waits for nothing."""

import json
import re
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.machine import pip_made
from tests.test_setup import run
from tests.test_setup_verifies import Small, line, other, wheel

pytestmark = pytest.mark.processes

__all__ = ["pip_made"]  # a fixture

AT_ONCE = 20.0  # seconds, on a busy machine; the client ends a command after 120
LONG = 120.0


@pytest.fixture
def small(tmp_path: Path, pip_made: Path) -> Small:
    return Small(tmp_path, pip_made)


def asked(small: Small, *words: str) -> str:
    """What `/cs:memory setup` says."""
    done = small.run("memory", "--args-stdin", "--", "setup", *words)
    assert done.returncode == 0
    assert done.stderr == ""
    return done.stdout


def status(small: Small) -> dict[str, object]:
    outcome: dict[str, object] = json.loads(small.setup("--status", "--json").stdout)
    return outcome


def ended(small: Small) -> dict[str, object]:
    """The status when the set-up in the background has come to its end."""
    end = time.monotonic() + LONG
    while (outcome := status(small))["running"] or not outcome["began"]:
        assert time.monotonic() < end
        time.sleep(0.2)
    return outcome


def at_start(small: Small) -> str:
    done = run(small.root / "bin" / "memory-core", small.data, "hook", "SessionStart")
    shown: str = json.loads(done.stdout)["systemMessage"]
    return shown


def test_a_session_is_answered_at_once_and_told_how_it_goes_on(small: Small) -> None:
    other(small.tiny)  # not the package that is named: set-up stops
    began = time.monotonic()
    answer = asked(small)
    assert time.monotonic() - began < AT_ONCE
    for step in ("1/3 packages", "2/3 model", "3/3", " MB", "/cs:memory setup", "setup --status"):
        assert step in answer
    outcome = ended(small)
    assert outcome["ready"] is False
    assert "tiny==1.0" in str(outcome["error"])
    assert "tiny==1.0" in small.setup("--status").stdout
    assert "tiny==1.0" in at_start(small)
    # Once more, in the session: what stopped it is text, and it is tried again.
    answer = asked(small)
    assert "tiny==1.0" in answer
    assert "tried again" in answer
    ended(small)


def test_what_stands_in_the_way_of_the_model_is_told_too(small: Small) -> None:
    asked(small)
    outcome = ended(small)
    assert "by keywords, not by meaning" in str(outcome["error"])
    assert small.packages() == {"tiny"}
    assert "2/3 model" in str(outcome["step"]) or "3/3" in str(outcome["step"])


@pytest.fixture
def at_work(small: Small) -> Iterator[None]:
    """Another set-up holds the lock, and has text how far it is."""
    small.data.mkdir()
    facts = {"state": "running", "began": "2026-01-31T12:03:00Z", "step": "2/3 model", "share": 0.42, "detail": "onnx"}
    (small.data / "setup.json").write_text(json.dumps(facts))
    with sqlite3.connect(small.data / "setup.lock", isolation_level=None) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        yield


@pytest.mark.usefixtures("at_work")
def test_a_second_one_reports_on_the_first(small: Small) -> None:
    for text in (asked(small), small.setup("--status").stdout, asked(small, "--status")):
        for part in ("12:03", "2/3 model", "42%", "onnx"):
            assert part in text
    assert status(small)["running"] is True
    assert not (small.data / "fetched").exists()


def test_one_that_was_killed_is_told_as_that(small: Small) -> None:
    small.data.mkdir()
    (small.data / "setup.json").write_text(json.dumps({"state": "running", "step": "1/3 packages", "share": 0.1}))
    assert "ended from outside" in small.setup("--status").stdout


def test_the_line_for_the_start_of_a_session_is_json_whatever_stopped_it(small: Small) -> None:
    small.needs('tiny==1.0 --hash=sha256:"\\\x1b[31m\n')
    small.setup()
    assert "memory-core is not ready" in at_start(small)


@pytest.mark.thorough
def test_what_has_come_is_not_fetched_again_and_checked(small: Small) -> None:
    """An interrupted set-up goes on from its wheels; a damaged one is fetched once more."""
    names = [f"p{number}" for number in range(7)]  # more than one pip fetches at once
    made = [wheel(small.shelf, name, {f"{name}.py": ""}) for name in names]
    small.needs("".join(line(path, name) for path, name in zip(made, names, strict=True)))
    content = made[-1].read_bytes()
    made[-1].unlink()
    assert small.setup().returncode == 1
    [come] = small.data.glob("fetched/*/setup")
    assert len([*come.iterdir()]) == 6
    for path in made[:-1]:
        path.unlink()  # whoever fetches them again fails
    made[-1].write_bytes(content)
    done = small.setup()
    assert "by meaning" in done.stderr  # all but the model
    assert small.packages() == set(names)
    assert not come.exists()

    with (small.root / "requirements" / "setup.txt").open("a") as pins:
        pins.write("# changed\n")
    come.mkdir()
    (come / made[-1].name).write_bytes(content[:100])
    done = small.setup()
    assert "p0==1.0" in done.stderr
    assert not re.search("Traceback", done.stderr)
    assert not [path for path in come.iterdir() if path.read_bytes() == content[:100]]
