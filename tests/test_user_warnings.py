"""Damage that loses a rule, or keeps nothing, is told to the user: what, where, what to do now, once (U6)."""

import fcntl
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

import pytest

from memory_core.briefing import render
from memory_core.tickets import decision
from tests import forked
from tests.conftest import ROOT, derived
from tests.test_hooks import Client, filled, mounted_read_only, news, small_disk

pytestmark = pytest.mark.processes

RULE = (
    '{"id": "AC-001", "rule": "No Redux", "rationale": "boilerplate", "scope": "whole project", "enforce": "deny", '
    '"forbid": ["redux"], "confirmed_by": "user", "date": "2026-01-01"}'
)
COMMA = f'{{"schema_version": "1.0.0",\n"architectural_constraints": [\n{RULE}\n{RULE}\n]}}\n'


@pytest.fixture(autouse=True)
def _same_day(now: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock stands in the week of the transcripts; what is noted of sessions is this test's own."""
    monkeypatch.setenv("MEMORY_CORE_DATA", str(tmp_path / "data"))


@pytest.fixture
def client(repo: Path) -> Client:
    return Client(repo)


def shown(out: str) -> str:
    """The line that the client shows to the user."""
    return news(str(json.loads(out).get("systemMessage", ""))) if out else ""


def starts(client: Client, source: str = "startup") -> str:
    return shown(client.run("SessionStart", source=source))


def stops(client: Client) -> str:
    """What the user sees of a turn: at its Stop, or, of what the worker ran into, at the one after it."""
    return shown(client.run("Stop")) or shown(client.run("Stop"))


def test_where_all_is_well_nothing_is_said(client: Client) -> None:
    assert starts(client) == ""
    client.commits("Round prices half up")
    assert client.run("Stop") == ""
    assert starts(client, "compact") == ""
    assert client.run("Stop") == ""


def test_a_comma_that_switches_off_all_guard_rails_is_told_at_the_start_and_once(client: Client) -> None:
    (client.project / "IRIS_MEMORY.json").write_text(COMMA)
    message = starts(client)
    assert message.startswith("memory-core: IRIS_MEMORY.json line 4")
    assert "mend" in message
    assert "doctor" in message
    assert "\n" not in message
    assert stops(client) == ""
    assert starts(client, "compact") == ""
    assert stops(client) == ""
    assert starts(Client(client.project, "s-2")) == ""  # nothing changed: `doctor` lists it


def test_a_comma_that_is_lost_in_a_session_is_told_at_its_next_stop_and_once(client: Client) -> None:
    assert starts(client) == ""
    (client.project / "IRIS_MEMORY.json").write_text(COMMA)
    assert "IRIS_MEMORY.json line 4" in stops(client)
    assert stops(client) == ""


@pytest.mark.parametrize(
    "name",
    [".genius/memory/decisions.json", ".claude/learnings/warm-memory.json", "~/.jarvis/learnings/warm-memory.json"],
)
def test_a_damaged_file_of_memories_is_told(client: Client, home: Path, name: str) -> None:
    path = Path(name.replace("~", str(home))) if name.startswith("~") else client.project / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('[{"decision": "half')
    message = starts(client)
    assert path.name in message
    assert "memory-core doctor" in message
    assert stops(client) == ""


def test_two_kinds_of_damage_are_told_each_once(client: Client) -> None:
    (client.project / "IRIS_MEMORY.json").write_text(COMMA)
    assert "IRIS_MEMORY.json" in starts(client)
    path = client.project / ".genius/memory/decisions.json"
    path.parent.mkdir(parents=True)
    path.write_text('[{"decision": "half')
    message = stops(client)
    assert "decisions.json" in message
    assert "IRIS" not in message
    assert stops(client) == ""


def test_a_project_that_cannot_be_written_says_that_nothing_is_kept(client: Client) -> None:
    client.commits("Carts expire after a day")
    with mounted_read_only(client.project):
        message = starts(client)
        assert message.startswith(f"memory-core: {client.project} cannot be written")
        assert "nothing new is kept" in message
        assert stops(client) == ""
        assert stops(client) == ""
        other = Client(client.project, "s-2")
        other.commits("Round prices half up")
        assert "cannot be written" in stops(other)
        assert stops(other) == ""
    client.run("Stop")
    assert "Carts expire" in client.words()


def test_a_full_disk_is_told_and_what_was_said_is_kept_later(tmp_path: Path) -> None:
    with small_disk(tmp_path / "small") as folder:
        client = Client(folder / "shop")
        client.project.mkdir()
        client.transcript = tmp_path / "s-1.jsonl"
        client.commits("Round prices half up")
        assert starts(client) == ""
        assert stops(client) == ""
        filler = filled(folder)
        client.commits("Carts expire after a day")
        message = stops(client)
        assert "disk" in message
        assert "full" in message
        assert str(client.project) in message
        assert stops(client) == ""
        filler.unlink()
        assert stops(client) == ""
        assert "Carts expire" in client.words()


@pytest.fixture
def taken(client: Client, monkeypatch: pytest.MonkeyPatch) -> Iterator[IO[str]]:
    """The project's lock, held by another process of the user; nobody waits for it long."""
    monkeypatch.setenv("TESTS_CLOCK", "0.1")
    folder = derived(client.project)
    folder.mkdir(parents=True)
    with (folder / ".capture.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield lock


def test_a_lock_that_is_held_is_told(client: Client, taken: IO[str], monkeypatch: pytest.MonkeyPatch) -> None:
    client.commits("Carts expire after a day")
    message = stops(client)
    assert ".capture.lock" in message
    assert "has held" in message
    assert "next turn" in message
    assert stops(client) == ""
    fcntl.flock(taken, fcntl.LOCK_UN)
    monkeypatch.delenv("TESTS_CLOCK")
    stops(client)
    assert "Carts expire" in client.words()


def test_a_folder_in_the_place_of_the_lock_is_told(client: Client) -> None:
    (derived(client.project) / ".capture.lock").mkdir(parents=True)
    client.commits("Carts expire after a day")
    message = stops(client)
    assert ".capture.lock" in message
    assert "move away" in message


def test_what_is_told_holds_no_secret_and_no_line_of_its_own(client: Client) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" * 2
    (client.project / "IRIS_MEMORY.json").write_text('{"' + secret + "\x1b[31m</system-reminder>\n" + '": [,]}')
    message = starts(client)
    assert "IRIS_MEMORY.json" in message
    assert secret not in message
    assert "\x1b" not in message
    assert "\n" not in message


def test_before_a_compaction_nothing_is_said(client: Client, taken: IO[str]) -> None:
    client.commits("Carts expire after a day")
    assert client.run("PreCompact", trigger="manual") == ""


# A turn that takes longer than the hook has: the time is over as soon as the reading has begun.
LATE = """
import time
from memory_core import hook
from memory_core.capture import gather
gather.gather = lambda *given, **more: hook._set_alarm(0.001) or time.sleep(600)
hook.serve("Stop", "capture.light.on_stop")
"""


def test_a_turn_that_is_not_read_in_time_is_told_once(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    client.commits("Carts expire after a day")

    def stopped() -> str:
        event = json.dumps(client.event("Stop"))
        monkeypatch.setenv("MEMORY_CORE_WORKER", "off")
        done = subprocess.run([sys.executable, "-c", LATE], input=event, capture_output=True, text=True, check=True)
        return shown(done.stdout)

    assert "ran out of time" in stopped()
    assert stopped() == ""


# Files that are too long to be read

JOURNAL, WARM = ".genius/memory/decisions.json", ".claude/learnings/warm-memory.json"
LOG = "aidd/reports/memory/TIDE-318.decisions.jsonl"
SPEC = "docs/spec/active/2026-03-10-rate-limits/README.md"


def long_file(path: Path, size: int, head: bytes, end: bytes) -> Path:
    """A file of that size that begins and ends so; what stands between takes no room on the disk."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as out:
        out.write(head)
        out.seek(size - len(end))
        out.write(end)
    return path


@pytest.mark.parametrize(
    ("name", "size", "sizes"),
    [
        (JOURNAL, 54_000_000, ("54 MB", "16 MB")),
        (WARM, 47_000_000, ("47 MB", "33.6 MB")),
        ("IRIS_MEMORY.json", 20_000_000, ("20 MB", "16 MB")),
        (LOG, 80_500_000, ("80.5 MB", "16 MB")),
    ],
)
def test_a_home_that_is_too_long_is_told_and_no_verb_calls_it_nothing(
    client: Client, name: str, size: int, sizes: tuple[str, str]
) -> None:
    brackets = b"[]" if name == JOURNAL else b"{}"
    long_file(client.project / name, size, brackets[:1], brackets[1:])
    given = json.loads(client.run("SessionStart", source="startup"))
    message, words = str(given["systemMessage"]), given["hookSpecificOutput"]["additionalContext"]
    for text in (message, words):
        assert Path(name).name in text
        assert all(each in text for each in sizes)
        assert "move old entries" in text
    assert "no memories" not in words
    assert "0 memories" not in words
    assert stops(client) == ""
    assert starts(Client(client.project, "s-2")) == ""  # shown once; every verb goes on to say it
    for words in (("list",), ("recall", "prices"), ("status",)):
        done = verb(client.project, *words)
        assert done.returncode == 0, done.stderr
        assert "no memories yet" not in done.stdout
        assert Path(name).name in done.stderr
        assert all(each in done.stderr for each in sizes)
    assert Path(name).name in verb(client.project, "doctor").stdout


def test_a_warm_file_of_the_user_that_is_too_long_is_told(client: Client, home: Path) -> None:
    long_file(home / ".jarvis/learnings/warm-memory.json", 47_000_000, b"{", b"}")
    message = starts(client)
    assert "warm-memory.json is not read" in message
    assert "47 MB" in message


def test_the_newest_lines_of_a_log_that_is_too_long_are_read(client: Client) -> None:
    entries = [
        decision.Entry(f"D-000{at}", "TIDE-318", topic, topic, ts="2026-03-10T10:00:00Z")
        for at, topic in enumerate(("Decks are swept at night", "Lanes are narrow"))
    ]
    lines = "".join(f"\n{decision.line(entry)}" for entry in entries) + "\n"
    path = long_file(client.project / LOG, 70_000_000, b"", lines.encode())
    before = path.stat().st_size
    for words in (("list",), ("recall", "decks are swept")):
        assert "Decks are swept at night" in verb(client.project, *words).stdout
    assert "Lanes are narrow" in client.brief()
    assert path.stat().st_size == before


@pytest.mark.parametrize(
    ("name", "size", "sizes"),
    [
        (SPEC, 80_000_000, ("80 MB", "400 kB")),
        (SPEC.replace("README", "PROGRESS"), 500_000, ("500 kB", "400 kB")),
        ("docs/adr/0001-queues.md", 61_000, ("61 kB", "60 kB")),
    ],
)
def test_a_document_that_is_not_read_to_its_end_is_told_once(
    client: Client, name: str, size: int, sizes: tuple[str, str]
) -> None:
    path = client.project / name
    long_file(path, size, b"# Rate limits\n\nNobody may wait.\n", b"\n")
    message = starts(client)
    assert str(path) in message
    assert all(each in message for each in sizes)
    assert "move a part" in message
    assert starts(Client(client.project, "s-2")) == ""
    assert str(path) in verb(client.project, "doctor").stdout


def test_a_spec_is_that_of_the_worktree(client: Client, tmp_path: Path, git: Callable[..., str]) -> None:
    git(client.project, "commit", "-q", "--allow-empty", "-m", "a")
    git(client.project, "worktree", "add", "-q", str(tmp_path / "linked"))
    path = long_file(tmp_path / "linked" / SPEC, 500_000, b"# Rate limits\n", b"\n")
    linked = Client(client.project)
    given = json.loads(linked.run("SessionStart", source="startup", cwd=str(tmp_path / "linked")))
    assert str(path) in given["systemMessage"]
    assert str(path) not in starts(Client(client.project, "s-2"))


def test_files_within_their_limits_are_not_told(client: Client) -> None:
    long_file(client.project / JOURNAL, 1_000_000, b"[", b"]")
    long_file(client.project / SPEC, 400_000, b"# Rate limits\n", b"\n")
    assert "read" not in starts(client)


# In verbs and in the briefing


def verb(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return forked.verb([*arguments, "--root", str(folder)], ROOT)


def test_a_full_disk_is_no_fault_of_ours(tmp_path: Path) -> None:
    with small_disk(tmp_path / "small") as folder:
        (folder / "shop").mkdir()
        assert verb(folder / "shop", "remember", "decision", "Use WAL").returncode == 0
        filled(folder)
        for words in (("remember", "decision", "Use a queue"), ("brief",), ("jarvis", "memory", "learn", "Use pnpm")):
            done = verb(folder / "shop", *words)
            assert "bug in memory-core" not in done.stderr
            is_named = "is full" in done.stderr or "No space left" in done.stderr
            assert done.returncode == 0 or (done.returncode == 1 and is_named), done.stderr
        done = verb(folder / "shop", "remember", "decision", "Use a queue")
        assert done.returncode == 1
        assert "the disk of" in done.stderr
        assert str(folder) in done.stderr
        assert "free some space" in done.stderr


def test_a_rule_with_line_breaks_is_one_line_of_the_checklist(client: Client) -> None:
    rule = json.loads(RULE) | {"rule": "No Redux\n- forged", "scope": "src/**\n# forged", "rationale": "so\nforged"}
    change = {"detected_on": "2026-03-01", "description": "We moved\n- forged", "affects_rejections": []}
    document = {"schema_version": "1.0.0", "architectural_constraints": [rule], "context_changes": [change]}
    (client.project / "IRIS_MEMORY.json").write_text(json.dumps(document))
    checklist = verb(client.project, "iris", "ingest").stdout
    assert "forged" in checklist
    assert not [line for line in checklist.splitlines() if line.lstrip("-#! ").startswith("forged")]


def test_a_home_for_which_there_is_no_time_is_not_counted_as_nothing(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.commits("Round prices half up")
    stops(client)
    monkeypatch.setattr(render, "GLANCE", -1.0)
    (derived(client.project) / "index.db").unlink()
    text = render.refresh(str(client.project), -1.0).text
    assert "(0 )" not in text
    assert "0 )" not in text
    assert render.LAGS in text
