"""Hooks hand over, the worker does the rest: nothing lost, nothing twice, whatever is killed (docs/decisions/0036)."""

import errno
import fcntl
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memory_core.capture import keep_session, marks, transcript, worker
from memory_core.capture.light import kept_line
from memory_core.core import lock, session
from memory_core.core.light import detached, identity, marker_words, places, queue, settings, worker_state
from memory_core.core.memory import fingerprint
from memory_core.extract import markers
from memory_core.extract.turn import Turn
from memory_core.journal import journal_files
from memory_core.recall import at_hand, schema
from tests import forked
from tests.conftest import ROOT, derived, start_detached
from tests.properties import family, rounds
from tests.test_hooks import Client, mounted_read_only, script

DECIDED = "DECISION: Prices are integers in cents — floats lost a cent"


@pytest.fixture(autouse=True)
def _same_day(now: str) -> None:
    """The clock stands in the week of the transcripts."""


@pytest.fixture
def client(repo: Path) -> Client:
    return Client(repo)


def shown(out: str) -> str:
    """The line that the client shows to the user."""
    return str(json.loads(out).get("systemMessage", "")) if out else ""


def hooked(client: Client, event: str, **fields: Any) -> str:
    """The answer of a hook; what it leaves to the worker may still be under way."""
    done = forked.run([script(event)], client.project, json.dumps(client.event(event, **fields)).encode())
    assert done.returncode == 0
    return done.stdout.decode()


def waiting(client: Client) -> list[str]:
    return queue.waiting(str(client.project.resolve()))


def texts(client: Client) -> list[str]:
    return sorted(memory.summary for memory in journal_files.read(str(client.project)))


# What a Stop says


def test_a_stop_names_what_is_being_kept_and_the_worker_gives_it_the_same_id(client: Client) -> None:
    client.says(f"Done.\n\n{DECIDED}")
    line = shown(client.run("Stop", last_assistant_message=f"Done.\n\n{DECIDED}"))
    [kept] = client.kept()
    assert line == f"kept: decision Prices are integers in cents [{kept['id']}]"
    assert waiting(client) == []


def test_what_is_known_is_not_named_again_and_nothing_is_said_for_nothing(client: Client) -> None:
    client.says(DECIDED)
    assert shown(client.run("Stop", last_assistant_message=DECIDED))
    assert client.run("Stop", last_assistant_message=DECIDED) == ""
    assert client.run("Stop", last_assistant_message="All done. The RULE of thumb: none.") == ""
    assert client.run("Stop", last_assistant_message=f"```\n{DECIDED.replace('cents', 'pence')}\n```") == ""


LINES = (
    "DECISION: Use Postgres — two writers",
    "- DECISION: Use Postgres",
    "**DECISION:** Use Postgres — two writers (replaces d-9cef0123)",
    "RULE: Commits are signed",
    "LEARNED: The mailer needs a queue -> start it first",
    "ERROR: Carts are empty after login -> copy them first",
    "OPEN: Write the migration",
    "OPEN: Which port does the mailer use?",
    "BLOCKED: The vendor does not answer",
    "NEVER: Call the vendor from a request",
    "DECISION: Keep the `cart` table in Postgres",
    "DECISION:   Use   Postgres   ",
    "DECISION: Straße und Grün bleiben — so sei es",
    "PROGRESS: Half of the carts are moved",
    "TIL: git notes append keeps both",
    "DECISION: Use the token " + "ghp_" + "a1B2c3D4" * 5,
    "DECISION: " + "a word and another " * 20,
    "Decision: Use Redis for the cart.",
    "DECISION: Should we use Redis?",
    "1. DECISION: Use Postgres",
    "DECISION: TBD",
    "DECISION: not yet",
    "OPEN: none",
    "BLOCKED: None",
    "LEARNED: n/a",
    "-DECISION: Use Postgres",
    "*DECISION*: Use Postgres",
    "DECISION: Use Postgres (replaces: the old MySQL) for all carts",
    "DECISION: Use Postgres\t— because",
    "DECISION: The staging password: hunter2secret",
    "DECISION: Use \x1b[31mred\x1b[0m boots",
    "> DECISION: Use Postgres",
    "| DECISION: Use Postgres |",
)


@pytest.mark.parametrize("line", family(LINES, 11))
def test_what_is_named_is_kept_and_has_the_id_that_is_named(client: Client, line: str) -> None:
    client.says(f"Fine.\n\n{line}")
    printed = shown(client.run("Stop", last_assistant_message=f"Fine.\n\n{line}"))
    ids = {entry["id"] for entry in client.kept()}
    named = {printed[at + 1 : end] for at in [printed.rfind("[")] if at >= 0 and (end := printed.find("]", at)) > 0}
    assert named <= ids, (printed, ids)
    assert bool(printed) <= bool(ids), printed
    assert "hunter2" not in printed
    is_rule = line.startswith(("RULE", "NEVER"))  # one about code is proposed, with another id
    if line in LINES[:10]:
        assert named == (set() if is_rule else ids)


#: Each marker word with a statement and with a question, in ASCII and in full width.
EACH_WORD = tuple(
    f"{word}: {text}"
    for word in marker_words.KINDS
    for text in ("Write the migration", "Which port does the mailer use?", "どのポートを使いますか？")
)


@pytest.mark.parametrize("line", [*LINES, *EACH_WORD])
def test_the_line_and_the_parser_of_the_worker_agree_on_kind_and_words(line: str, tmp_path: Path) -> None:
    parsed = [each for each in markers.hear(Turn("assistant", line, 0), {}) if not each.closes]
    shown_line = kept_line.line(str(tmp_path), line)
    for each in parsed:
        name = identity.identify(each.kind, each.text)
        assert "[" not in shown_line or f"[{name}]" in shown_line, (shown_line, each)


def test_a_fingerprint_has_no_case_and_no_punctuation() -> None:
    assert fingerprint("decision", "Use  Postgres!") == fingerprint("decision", "use postgres")
    assert fingerprint("decision", "Use Postgres") != fingerprint("convention", "Use Postgres")
    assert fingerprint("", "…") == fingerprint("", "…") != fingerprint("", "!")
    assert fingerprint("", "snake_case Ünïcode 日本") == fingerprint("", "Snake_Case, ÜNÏCODE: 日本")


def test_a_terminal_obeys_nothing_that_a_stop_names(client: Client) -> None:
    assert "\x1b" not in client.run("Stop", last_assistant_message="DECISION: Use \x1b[31mred\x1b[0m boots")


def test_where_a_ticket_may_be_active_no_id_is_named(client: Client) -> None:
    (client.project / "aidd").mkdir()
    assert kept_line.line(str(client.project), DECIDED) == "kept: decision Prices are integers in cents"


def test_of_many_lines_three_are_named(client: Client) -> None:
    lines = "\n".join(f"LEARNED: Lane number {number} is narrow" for number in range(70))
    assert kept_line.line(str(client.project), lines).endswith("; 61 more")


# The queue and the worker


def test_the_worker_keeps_homes_index_and_briefing_up_to_date(client: Client) -> None:
    client.commits("Round prices half up")
    client.run("Stop")
    index = schema.opened(places.index_path(str(client.project)))
    assert [row[0] for row in index.connection.execute("SELECT count(*) FROM memories")] == [1]
    index.connection.close()
    assert "Round prices half up" in (client.project / ".genius/memory/BRIEFING.md").read_text()
    run = worker.last(str(client.project))
    assert run["events"] == 1
    assert run["why"] == ""
    assert 0 < run["megabytes"] < 400


@pytest.mark.model
def test_the_worker_makes_the_vectors(client: Client) -> None:
    client.commits("Round prices half up")
    client.run("Stop")
    index = schema.opened(places.index_path(str(client.project)))
    assert list(index.connection.execute("SELECT count(*) FROM owed")) == [(0,)]
    index.connection.close()


def test_the_events_of_a_session_are_read_as_one(client: Client) -> None:
    root = str(client.project)
    for number in range(5):
        client.commits(f"Teach worker {number} to wait")
        queue.put(root, {"name": "Stop", "session": "s-1", "cwd": root, "transcript": str(client.transcript)})
    assert worker.drain(root, time.monotonic() + 60) == worker.Run(5, 0)
    assert len(texts(client)) == 5
    assert worker.drain(root, time.monotonic() + 60) == worker.Run(0, 0)


def test_where_another_process_drains_the_queue_a_worker_ends(client: Client) -> None:
    root = str(client.project)
    client.commits("Round prices half up")
    queue.put(root, {"name": "Stop", "session": "s-1", "cwd": root, "transcript": str(client.transcript)})
    with lock.held(worker_state.lock_path(root)):
        assert worker_state.is_at_work(root)
        run = worker.drain(root, time.monotonic() + 60)
    assert (run.done, run.left) == (0, 1)
    assert not worker_state.is_at_work(root)
    assert worker.drain(root, time.monotonic() + 60).done == 1


def test_a_hook_starts_no_second_worker(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    from memory_core.capture.light import on_stop
    from memory_core.core.light.event import Event

    root = str(client.project)
    monkeypatch.setattr(detached, "start", lambda *_: pytest.fail("a process was started"))
    queue.put(root, {"name": "Stop", "session": "s-0"})
    with lock.held(worker_state.lock_path(root)):
        assert on_stop.on_event(Event(client.event("Stop"))) == ""
    assert len(waiting(client)) == 2


@pytest.mark.parametrize("name", ["off", "no process"])
def test_without_a_worker_a_hook_does_everything_itself(
    client: Client, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    from memory_core.capture.light import on_stop
    from memory_core.core.light.event import Event

    def refuses(*_: object) -> None:
        raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    if name == "off":
        monkeypatch.setenv("MEMORY_CORE_WORKER", "off")
        refuses = pytest.fail  # type: ignore[assignment]
    monkeypatch.setattr(detached, "start", refuses)
    client.commits("Round prices half up")
    assert on_stop.on_event(Event(client.event("Stop"))) == ""
    assert any("Round prices" in text for text in texts(client))
    assert waiting(client) == []


def test_the_user_switches_the_worker_off_in_the_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORY_CORE_DATA", str(tmp_path))
    assert not worker_state.is_off(str(tmp_path))
    (tmp_path / "settings.toml").write_text('worker = "off"\n')
    assert worker_state.is_off(str(tmp_path))
    assert settings.read(settings.WORKER) == "off"
    monkeypatch.setenv("MEMORY_CORE_WORKER", "on")
    assert not worker_state.is_off(str(tmp_path))


def test_the_worker_has_a_session_of_its_own_and_no_file_of_the_client(client: Client, tmp_path: Path) -> None:
    mark = tmp_path / "seen"
    probe = tmp_path / "probe.py"
    probe.write_text(
        "import os, sys\n"
        "open(sys.argv[1] + '.new', 'w').write(repr((os.getsid(0) == os.getpid(), "
        "sorted(name for name in os.listdir('/dev/fd') if os.path.exists('/dev/fd/' + name)))))\n"
        "os.rename(sys.argv[1] + '.new', sys.argv[1])\n"
    )
    reader, writer = os.pipe()
    os.set_inheritable(writer, True)
    try:
        start_detached(str(probe), [str(mark)])
    finally:
        os.close(writer)
    end = time.time() + 20
    while not mark.exists() and time.time() < end:
        time.sleep(0.02)
    leads, numbers = eval(mark.read_text())
    assert leads
    assert set(numbers) <= {"0", "1", "2", "3"}  # the last one reads the folder
    assert os.read(reader, 1) == b""  # nobody holds the other end


def test_switched_off_the_worker_leaves_a_line_in_the_log(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    root = str(client.project)
    queue.put(root, {"name": "Stop", "session": "s-1", "cwd": root, "transcript": str(client.transcript)})
    monkeypatch.setenv("MEMORY_CORE_OFF", "1")
    subprocess.run([sys.executable, str(ROOT / "hooks/work.py"), root], check=True)
    assert waiting(client)
    assert "MEMORY_CORE_OFF" in (derived(client.project) / "log.jsonl").read_text()


def test_an_event_that_ends_every_run_is_dropped(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    root = str(client.project)
    queue.put(root, {"name": "Stop", "session": "s-1", "cwd": root, "transcript": str(client.transcript)})

    def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(keep_session, "capture", killed)
        for _ in range(3):
            with pytest.raises(KeyboardInterrupt):
                worker.drain(root, time.monotonic() + 60)
            assert waiting(client)
    assert worker.drain(root, time.monotonic() + 60).left == 0
    assert "is dropped" in (derived(client.project) / "log.jsonl").read_text()


def test_a_fault_of_ours_costs_the_event_and_not_the_session(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    root = str(client.project)
    client.commits("Round prices half up")
    event = {"name": "Stop", "session": "s-1", "cwd": root, "transcript": str(client.transcript)}
    queue.put(root, event)
    with monkeypatch.context() as patch:
        patch.setattr(keep_session, "capture", lambda *_, **__: 1 / 0)
        assert worker.drain(root, time.monotonic() + 60) == worker.Run(1, 0)
    assert "ZeroDivisionError" in (derived(client.project) / "log.jsonl").read_text()
    queue.put(root, event)
    worker.drain(root, time.monotonic() + 60)
    assert any("Round prices" in text for text in texts(client))


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"name": "Stop"}', b'{"session": 7}', b"\xff" * 100])
def test_a_damaged_event_is_dropped(client: Client, damage: bytes) -> None:
    root = str(client.project)
    name = queue.put(root, {"name": "Stop", "session": "s-1"})
    (derived(client.project) / "queue" / name).write_bytes(damage)
    assert worker.drain(root, time.monotonic() + 60).left == 0


def test_a_project_that_cannot_be_written_keeps_its_events(client: Client) -> None:
    client.commits("Carts expire after a day")
    with mounted_read_only(client.project):
        hooked(client, "Stop")
        client.settles()
        assert waiting(client)
    client.settles()
    assert waiting(client) == []
    assert any("Carts expire" in text for text in texts(client))


def test_a_folder_that_is_gone_costs_nothing(client: Client) -> None:
    root = str(client.project)
    client.commits("Round prices half up")
    gone = {"name": "Stop", "session": "s-1", "cwd": f"{root}/gone", "transcript": str(client.transcript)}
    queue.put(root, gone)
    assert worker.drain(root, time.monotonic() + 60).done == 1
    assert any("Round prices" in text for text in texts(client))


def stopped(client: Client, **more: str) -> dict[str, str]:
    """The event of a Stop."""
    root = str(client.project)
    return {"name": "Stop", "session": client.session, "cwd": root, "transcript": str(client.transcript), **more}


def test_the_memory_of_a_run_counts_from_its_start(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    root = str(client.project)
    client.says(DECIDED)
    queue.put(root, stopped(client))
    sizes = iter([10**9])
    monkeypatch.setattr(worker, "memory", lambda: next(sizes, 10**9 + worker.MEMORY + 1))
    assert worker.drain(root, time.monotonic() + 60).left == 1
    monkeypatch.setattr(worker, "memory", lambda: 10**9)
    assert worker.drain(root, time.monotonic() + 60).left == 0
    assert texts(client) == ["Prices are integers in cents"]


def test_a_stop_that_comes_in_after_the_end_of_its_session_leaves_it_ended(client: Client) -> None:
    root = str(client.project)
    client.says(DECIDED)
    queue.put(root, {**stopped(client), "name": "SessionEnd"})
    queue.put(root, stopped(client))
    assert worker.drain(root, time.monotonic() + 60) == (2, 0, "")
    assert session.living(root) == []
    assert texts(client) == ["Prices are integers in cents"]


def test_a_clock_that_was_set_back_costs_no_time(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    root = str(client.project)
    client.commits("Round prices half up")
    monkeypatch.setattr(time, "time_ns", lambda own=time.time_ns: own() + 3600 * 10**9)
    queue.put(root, stopped(client, last_message="It is not in the transcript."))
    start = time.perf_counter()
    assert worker.drain(root, time.monotonic() + 60).done == 1
    assert time.perf_counter() - start < 30


def test_a_clock_that_was_set_ahead_costs_no_event(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    root = str(client.project)
    client.says(DECIDED)
    queue.put(root, stopped(client))
    monkeypatch.setenv("MEMORY_CORE_NOW", "2027-02-01T12:00:00Z")
    assert worker.drain(root, time.monotonic() + 60).done == 1
    assert texts(client) == ["Prices are integers in cents"]


def test_an_event_that_comes_while_the_worker_ends_is_done(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Although another one cannot be done."""
    root = str(client.project)
    other = Client(client.project, "s-2")
    client.commits("Round prices half up")
    other.commits("Carts expire after a day")
    own, finish = worker.keep_session.capture, worker.finish  # type: ignore[attr-defined]
    late: list[str] = []

    def captured(root: str, session: str, *given: Any, **more: Any) -> Any:
        if session == "s-0":
            raise PermissionError(errno.EACCES, "it cannot be written", root)
        return own(root, session, *given, **more)

    def finished(*given: Any, **more: Any) -> None:
        finish(*given, **more)
        if not late:
            late.append(queue.put(root, stopped(other)))

    monkeypatch.setattr(keep_session, "capture", captured)
    monkeypatch.setattr(worker, "finish", finished)
    queue.put(root, {**stopped(client), "session": "s-0"})
    queue.put(root, stopped(client))
    run = worker.drain(root, time.monotonic() + 60)
    assert (run.done, run.left) == (2, 1)
    assert any("Carts expire" in text for text in texts(client))


def test_where_nothing_can_be_kept_the_queue_stays_short(client: Client) -> None:
    root = str(client.project)
    for _ in range(60):
        queue.put(root, stopped(client))
        queue.put(root, {**stopped(client), "session": "s-2"})
    assert len(waiting(client)) <= 10
    assert len({name.rpartition("-")[2] for name in waiting(client)}) == 2


# A late worker


def test_a_turn_that_goes_on_is_not_closed(client: Client) -> None:
    path = str(client.transcript)
    client.says("Done.")
    assert transcript.ending(path, "Done.") == transcript.LAST
    assert transcript.ending(path, "Other words") == ""
    client.says("<reminder>", role="user", isMeta=True)
    assert transcript.ending(path, "Done.") == transcript.LAST
    client.says("and now the carts", role="user")
    assert transcript.ending(path, "Done.") == transcript.FOLLOWED


@pytest.mark.parametrize("content", [b"", b"{", b"[1]\n", b'{"type": "assistant"}\n', b"\xff\n" * 9, b'{"type": 7}\n'])
def test_the_end_of_a_strange_transcript_says_nothing(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "s.jsonl"
    path.write_bytes(content)
    assert transcript.ending(str(path), "Done.") == ""
    assert transcript.ending(str(tmp_path), "Done.") == ""


def test_a_last_message_that_is_in_the_transcript_is_read_once(client: Client) -> None:
    root = str(client.project)
    client.says(DECIDED)
    event = {"name": "Stop", "session": "s-1", "cwd": root, "transcript": str(client.transcript)}
    for _ in range(2):
        queue.put(root, {**event, "last_message": DECIDED})
        worker.drain(root, time.monotonic() + 60)
    assert marks.read(root)["s-1"].markers == 1


# Verbs


@pytest.mark.parametrize("verb", [["list"], ["recall", "prices"], ["open"], ["status"], ["undo", "--list"]])
def test_a_verb_does_first_what_waits(client: Client, verb: list[str]) -> None:
    root = str(client.project)
    client.commits("Round prices half up")
    queue.put(root, {"name": "Stop", "session": "s-1", "cwd": root, "transcript": str(client.transcript)})
    done = forked.run(["memory-core", *verb], client.project)
    assert done.returncode in (0, 1)
    assert waiting(client) == []
    assert any("Round prices" in text for text in texts(client))


def test_a_verb_says_what_still_waits(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TESTS_CLOCK", "0.1")
    root = str(client.project)
    queue.put(root, {"name": "Stop", "session": "s-1", "cwd": root, "transcript": str(client.transcript)})
    with lock.held(worker_state.lock_path(root)):
        done = forked.run(["memory-core", "list"], client.project)
    assert b"1 event of a session is not kept yet" in done.stderr
    assert done.returncode == 0


def test_work_does_what_waits_and_says_how_much(client: Client) -> None:
    root = str(client.project)
    client.commits("Round prices half up")
    queue.put(root, {"name": "Stop", "session": "s-1", "cwd": root, "transcript": str(client.transcript)})
    done = forked.run(["memory-core", "work", "--wait", "--json"], client.project)
    assert json.loads(done.stdout) == {"done": 1, "waiting": 0, "why": None}
    done = forked.run(["memory-core", "work"], client.project)
    assert done.stdout == b"0 events done, 0 waiting\n"


def test_doctor_starts_a_process_and_tells_of_the_last_run(client: Client) -> None:
    client.commits("Round prices half up")
    client.run("Stop")
    out = forked.run(["memory-core", "doctor"], client.project).stdout.decode()
    row = next(line for line in out.splitlines() if "worker" in line)
    assert "last run" in row
    assert "MB" in row
    assert row.startswith("ok")


# Kills


@pytest.mark.slow
@pytest.mark.parametrize("seed", family([1, 2]))
def test_whatever_is_killed_nothing_is_lost_and_nothing_stands_twice(tmp_path: Path, seed: int) -> None:
    """Hook, worker and client are killed at random moments, over all homes; the whole of it is `bench/kills.py`."""
    command = [sys.executable, str(ROOT / "bench/kills.py"), "--kills", str(rounds(12, 6)), "--seed", str(seed)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "TESTS_CLOCK": "1"})
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 lost, 0 twice" in done.stdout


@pytest.fixture
def linked(client: Client, git: Callable[..., str], tmp_path: Path) -> Client:
    """A client in a linked worktree of the same project."""
    git(client.project, "worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    return Client(tmp_path / "side", "s-9")


def test_linked_worktrees_share_one_queue(client: Client, linked: Client) -> None:
    client.commits("Round prices half up")
    linked.commits("Carts expire after a day")
    hooked(client, "Stop")
    hooked(linked, "Stop")
    client.settles()
    assert waiting(client) == []
    all_texts = " ".join(texts(client))
    assert "Round prices" in all_texts
    assert "Carts expire" in all_texts


def test_a_lock_that_a_dead_process_held_is_free(client: Client) -> None:
    root = str(client.project)
    places.derived(root)
    handle = os.open(worker_state.lock_path(root), os.O_RDWR | os.O_CREAT)
    child = os.fork()
    if not child:
        fcntl.flock(handle, fcntl.LOCK_EX)
        os._exit(0)
    os.waitpid(child, 0)
    os.close(handle)
    assert not worker_state.is_at_work(root)


def test_a_hook_sees_that_a_worker_holds_the_lock_until_it_is_killed(client: Client) -> None:
    root = str(client.project)
    places.derived(root)
    path = worker_state.lock_path(root)
    code = f"from memory_core.core import lock\nwith lock.held({path!r}):\n print('held', flush=True)\n input()"
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdin=pipe, stdout=pipe) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == b"held\n"
        assert worker_state.is_at_work(root)
        holder.kill()
    assert not worker_state.is_at_work(root)
    with lock.held(path, 1):
        assert worker_state.is_at_work(root)
    assert not worker_state.is_at_work(root)


def test_a_start_leaves_the_index_to_the_worker(client: Client) -> None:
    root = str(client.project)
    (client.project / ".genius/memory").mkdir(parents=True)
    entry = {"id": "d-0123456789", "decision": "Use Postgres", "timestamp": "2026-03-14T10:00:00Z"}
    (client.project / ".genius/memory/decisions.json").write_text(json.dumps([entry]))
    places.derived(root)
    assert "Use Postgres" in hooked(client, "SessionStart", source="startup")
    worker.wait(root, 20)
    client.settles()
    assert waiting(client) == []
    assert at_hand.is_fresh(root)
    assert not client.transcript.exists() or texts(client) == ["Use Postgres"]
