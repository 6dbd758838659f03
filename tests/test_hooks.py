"""The hooks as the client runs them: processes, one JSON event on standard input."""

import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from memory_core.briefing.light import instruction
from memory_core.capture import keep_session
from memory_core.core import session
from memory_core.core.budget import units
from memory_core.core.light import client_process as of_client
from memory_core.core.light import clock, queue
from memory_core.extract.extraction import extract
from tests import forked
from tests.conftest import ROOT, derived
from tests.properties import family, rounds

QUEUED = ("PreCompact", "Stop", "SessionEnd")  # events that the worker reads
EVENTS = ("SessionStart", "UserPromptSubmit", "PreToolUse", "PreCompact", "Stop", "SessionEnd")


def script(event: str) -> str:
    name = "".join(f"_{char.lower()}" if char.isupper() else char for char in event).lstrip("_")
    return str(ROOT / "hooks" / f"{name}.py")


def news(message: str) -> str:
    """What a start shows to the user beside what each start shows: how much is known, and once where it is."""
    usual = ("memory-core knows ", "memory-core could read no ", "memory-core: memories are files")
    return "\n".join(line for line in message.split("\n") if not line.startswith(usual))


class Client:
    """What the client does to the hooks of one project; `run` forks, `start` starts Python as the client does."""

    def __init__(self, project: Path, session: str = "s-1") -> None:
        self.project, self.session = project, session
        self.transcript = project.parent / f"{session}.jsonl"

    def event(self, event: str, **fields: Any) -> dict[str, Any]:
        return {
            "hook_event_name": event,
            "session_id": self.session,
            "cwd": str(self.project),
            "transcript_path": str(self.transcript),
            **fields,
        }

    def start(self, event: str, given: bytes | None = None, **fields: Any) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, script(event)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=self.project,
            start_new_session=True,
        )
        assert process.stdin
        words = given if given is not None else json.dumps(self.event(event, **fields)).encode()
        with contextlib.suppress(BrokenPipeError):
            process.stdin.write(words)
            process.stdin.close()
        process.stdin = None
        return process

    def run(self, event: str, given: bytes | None = None, **fields: Any) -> str:
        words = given if given is not None else json.dumps(self.event(event, **fields)).encode()
        done = forked.run([script(event)], self.project, words)
        assert done.returncode == 0, done.stderr
        assert not done.stderr
        if event in QUEUED:
            self.settles()
        return done.stdout.decode()

    def settles(self) -> None:
        """What the hooks left to the worker is done."""
        done = forked.run(["memory-core", "work", "--wait"], self.project)
        root, end = str(self.project.resolve()), time.perf_counter() + 5
        while done.returncode and queue.waiting(root) and forked.is_at_work() and time.perf_counter() < end:
            time.sleep(0.02)  # where every verb refuses, the worker does what can be done

    def ends(self) -> None:
        """The session ends."""
        self.run("SessionEnd", reason="other")

    def brief(self, source: str = "startup") -> str:
        out = self.run("SessionStart", source=source)
        return json.loads(out)["hookSpecificOutput"]["additionalContext"] if out else ""

    def says(self, *blocks: Any, role: str = "assistant", **extra: Any) -> None:
        """Append lines to the transcript: text for prose, dicts as they are."""
        with self.transcript.open("a") as out:
            for block in blocks:
                number = random.randrange(16**12)
                part = {"type": "text", "text": block} if isinstance(block, str) else block
                line = {
                    "type": role,
                    "uuid": f"{number:012x}",
                    "timestamp": "2026-03-14T12:00:00.000Z",
                    "sessionId": self.session,
                    "isSidechain": False,
                    "message": {"role": role, "content": [part]},
                    **extra,
                }
                out.write(json.dumps(line) + "\n")

    def runs(self, command: str, output: str, failed: bool = False) -> None:
        call = f"toolu_{random.randrange(16**12):012x}"
        self.says({"type": "tool_use", "id": call, "name": "Bash", "input": {"command": command}})
        self.says(
            {"type": "tool_result", "tool_use_id": call, "content": output, "is_error": failed},
            role="user",
        )

    def commits(self, subject: str, body: str = "") -> None:
        message = f"{subject}\n\n{body}" if body else subject
        self.runs(
            f'git commit -m "{message}"',
            f"[main {random.randrange(16**7):07x}] {subject}\n 2 files changed, 9 insertions(+)",
        )

    def decides(self) -> None:
        self.commits("Round prices half up")
        self.says("Done.\n\nDECISION: Prices are integers in cents — floats lost a cent in every tenth cart")

    def kept(self) -> list[dict[str, Any]]:
        memories = []
        for path in sorted((self.project / ".genius/memory").glob("*.json")):
            if "damaged" not in path.name:
                memories += json.loads(path.read_text())
        return memories

    def words(self) -> str:
        paths = sorted((self.project / ".genius/memory").glob("*.json"))
        return "\n".join(path.read_text() for path in paths if path.is_file() and "damaged" not in path.name)


class Starting(Client):
    """A client whose hooks are all processes of their own from the start of Python on."""

    def run(self, event: str, given: bytes | None = None, **fields: Any) -> str:
        process = self.start(event, given, **fields)
        out, err = process.communicate(timeout=60)
        assert process.returncode == 0, err
        assert not err
        if event in QUEUED:
            self.settles()
        return out.decode()


@pytest.fixture(autouse=True)
def _same_day(now: str) -> None:
    """Progress is kept for a week: the clock stands in the week of the transcripts."""


@pytest.fixture
def client(repo: Path) -> Client:
    return Client(repo)


@pytest.fixture
def starting(repo: Path) -> Client:
    return Starting(repo)


@pytest.mark.req(
    "GENIUS-15", "GENIUS-27", "GENIUS-17", "GENIUS-22", "GENIUS-25", "GENIUS-26", "GENIUS-29", "CS-NFR-007"
)
def test_what_one_session_did_the_next_one_knows(starting: Client) -> None:
    client = starting
    assert "no memories" in client.brief()
    client.decides()
    assert client.run("Stop", last_assistant_message="All done.") == ""
    words = Client(client.project, "s-2").brief()
    assert "Round prices half up" in words
    assert "integers in cents" in words
    assert words.startswith(f"{instruction.text()}\n\n<project-memory")
    assert units(words) <= 10_000
    assert words.count("\n") <= 145


@pytest.mark.req("GENIUS-21")
def test_a_second_capture_keeps_nothing_new(client: Client) -> None:
    client.decides()
    client.run("Stop")
    before = client.words()
    client.run("Stop")
    client.run("PreCompact", trigger="manual")
    (derived(client.project) / "sessions/s-1.json").unlink()
    client.run("Stop")
    other = Client(client.project, "s-2")
    shutil.copy(client.transcript, other.transcript)
    other.run("Stop")
    assert client.words() == before


def test_a_session_that_was_fed_its_briefing_adds_nothing(client: Client) -> None:
    client.decides()
    client.run("Stop")
    before = client.words()
    other = Client(client.project, "s-2")
    words = other.brief()
    attachment = {"type": "hook_additional_context", "content": [words], "hookName": "SessionStart"}
    with other.transcript.open("a") as out:
        out.write(json.dumps({"type": "attachment", "uuid": "a-1", "attachment": attachment}) + "\n")
    other.says(
        f"<system-reminder>\nSessionStart hook additional context: {words}\n</system-reminder>\ncontinue", role="user"
    )
    other.says("I see from memory that prices are integers in cents because floats lost a cent.")
    other.run("Stop", last_assistant_message="Prices are integers in cents because floats lost a cent.")
    assert client.words() == before


def test_the_last_answer_counts_before_the_client_has_written_it(client: Client) -> None:
    client.says("Fix the cart.", role="user")
    client.run("Stop", last_assistant_message="DECISION: Carts expire after a day — support asked for it")
    assert "Carts expire after a day" in client.words()
    client.says("DECISION: Carts expire after a day — support asked for it")
    client.run("Stop", last_assistant_message="Bye.")
    assert client.words().count("Carts expire after a day") <= 2  # the text and its quote
    assert len(client.kept()) == 1


@pytest.mark.parametrize("source", ["resume", "fork"])
def test_a_resumed_session_is_not_briefed_twice(client: Client, source: str) -> None:
    client.commits("Round prices half up")
    client.run("Stop")
    assert client.brief(source) == instruction.text()
    assert client.brief("compact")
    assert client.brief("clear")


GARBAGE = [
    b"",
    b"{",
    b"[]",
    b"null",
    b"\xff\xfe\x00",
    b'{"cwd": 5, "session_id": ["x"]}',
    b'{"cwd": "/nowhere/at/all"}',
    b"[" * 50_000,
]


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("given", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_is_answered_with_exit_0(client: Client, event: str, given: bytes) -> None:
    out = client.run(event, given)
    assert out == "" or json.loads(out)


def test_hostile_paths_and_ids_stay_inside(client: Client, tmp_path: Path) -> None:
    client.session = "../../../evil"
    client.commits("Round prices half up")
    client.run("Stop")
    assert "Round prices" in client.words()
    assert not list(tmp_path.glob("**/evil*"))
    os.mkfifo(tmp_path / "pipe")
    client.transcript = tmp_path / "pipe"
    client.run("Stop")
    client.transcript = Path("/dev/zero")
    client.run("Stop")


def test_a_repository_cannot_lead_what_is_written_out_of_it(client: Client, tmp_path: Path) -> None:
    precious = {name: tmp_path / name for name in ("bashrc", "database", "notes", "state")}
    for path in precious.values():
        path.write_text("precious\n")
    for folder in (".cs-memory", ".genius/memory", ".claude/learnings"):
        (client.project / folder).mkdir(parents=True)
    for link, name in {
        ".cs-memory/log.jsonl": "bashrc",
        ".cs-memory/.capture.lock": "state",
        ".cs-memory/index.db": "database",
        ".cs-memory/vectors.db": "database",
        ".genius/memory/decisions.json": "notes",
        ".genius/memory/BRIEFING.md": "notes",
        ".claude/learnings/session-s-1.json": "state",
    }.items():
        (client.project / link).symlink_to(precious[name])
    client.decides()
    client.run("Stop")
    client.run("Stop", b"{")
    client.brief()
    assert {path.read_text() for path in precious.values()} == {"precious\n"}
    assert "integers in cents" in client.words()


def test_a_session_file_that_came_with_the_repository_reads_no_other_file(client: Client, tmp_path: Path) -> None:
    other = Client(client.project, "another-project")
    other.commits("Secret plan of another project")
    folder = client.project / ".claude/learnings"
    folder.mkdir(parents=True)
    (folder / "session-evil.json").write_text(json.dumps({"transcript": str(other.transcript)}))
    hour_ago = clock.now().timestamp() - 3600
    os.utime(other.transcript, (hour_ago, hour_ago))
    assert "Secret plan" not in client.brief()


@pytest.mark.parametrize("kind", ["no git", "no commits", "worktree"])
def test_every_kind_of_project(repo: Path, tmp_path: Path, git, kind: str) -> None:
    folder = tmp_path / "other"
    if kind == "worktree":
        git(repo, "worktree", "add", "-q", str(folder))
    else:
        folder.mkdir()
        if kind == "no commits":
            git(folder, "init", "-q")
    client = Client(folder)
    client.commits("Round prices half up")
    client.run("Stop")
    home = repo if kind == "worktree" else folder
    assert "Round prices" in Client(home).words()
    assert "Round prices" in Client(folder, "s-2").brief()


def test_two_sessions_at_once_lose_nothing(client: Client) -> None:
    others = [Client(client.project, f"s-{number}") for number in range(8)]
    for number, other in enumerate(others):
        other.commits(f"Teach worker {number} to wait for its queue")
    processes = [other.start("Stop") for other in others]
    assert [(process.communicate(timeout=60), process.returncode)[1] for process in processes] == [0] * 8
    client.settles()
    assert all(f"worker {number} " in client.words() for number in range(8))


def test_what_a_killed_session_left_is_kept_at_the_next_start(client: Client) -> None:
    client.commits("Round prices half up")
    client.run("Stop")
    client.commits("Carts expire after a day")
    hour_ago = clock.now().timestamp() - 3600
    os.utime(client.transcript, (hour_ago, hour_ago))
    words = Client(client.project, "s-2").brief()
    assert "Carts expire after a day" in words


def test_the_end_of_a_session_is_answered_at_once_and_finished_behind(client: Client) -> None:
    client.commits("Round prices half up")
    client.run("Stop")
    client.commits("Carts expire after a day")
    client.ends()
    assert "Carts expire" in client.words()


@pytest.mark.heavy
@pytest.mark.req("CS-NFR-006")
def test_killed_100_times_nothing_is_half_written_or_lost(client: Client) -> None:
    many = rounds(100, 10)
    dice = random.Random(11)
    for number in range(many):
        client.commits(
            f"Step {number} of the {dice.choice(('cart', 'mail', 'tax'))} rewrite",
            f"- Rule {number} holds since it was agreed on",
        )
        process = client.start("Stop")
        time.sleep(dice.uniform(0.0, 0.16))
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        for path in (client.project / ".genius/memory").glob("*.json"):
            json.loads(path.read_text())
    client.run("Stop")
    words = client.words()
    assert [number for number in range(many) if f"Step {number} of" not in words] == []
    ids = [item["id"] for item in client.kept()]
    assert len(ids) == len(set(ids))
    folder = client.project / ".genius/memory"
    client.brief()
    assert not [name for name in os.listdir(folder) if name.endswith(".new")]


@pytest.mark.parametrize("event", ["UserPromptSubmit", "Stop"])
def test_what_a_killed_client_left_is_read_by_the_next_start(
    client: Client, monkeypatch: pytest.MonkeyPatch, event: str
) -> None:
    with subprocess.Popen(["sleep", "600"]) as living:
        monkeypatch.setenv("CLAUDE_PID", str(living.pid))
        client.says("We begin.")
        client.run(event, prompt="round the prices please")
        client.commits("Round prices half up")
        other = Client(client.project, "s-2")
        other.brief()
        assert "Round prices" not in client.words()  # its client runs: its turn is its own
        living.kill()
    assert "Round prices" in other.brief()


def test_a_client_that_says_no_process_is_known_as_the_parent_of_its_hooks(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CLAUDE_PID", raising=False)
    client.commits("Round prices half up")
    process = client.start("Stop")
    process.communicate()
    assert process.returncode == 0
    client.settles()
    assert session.load(str(client.project), "s-1")[of_client.KEY].endswith(f" {os.getpid()}")
    assert not of_client.is_gone({of_client.KEY: f"elsewhere {2**22 + 1}"})
    assert not of_client.is_gone({of_client.KEY: "no process"})


def test_a_read_only_project_is_briefed_and_keeps_for_later(client: Client, tmp_path: Path) -> None:
    client.commits("Round prices half up")
    client.run("Stop")
    client.commits("Carts expire after a day")
    with mounted_read_only(client.project):
        client.run("Stop")
        assert "Round prices" in client.brief()
        assert "Carts" not in client.words()
    client.run("Stop")
    assert "Carts expire" in client.words()


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    with small_disk(tmp_path / "small") as folder:
        client = Client(folder / "shop")
        client.project.mkdir()
        client.transcript = tmp_path / "s-1.jsonl"
        client.commits("Round prices half up")
        client.run("Stop")
        before = client.words()
        filler = filled(folder)
        client.commits("Carts expire after a day")
        client.run("Stop")
        assert client.words() == before
        assert "Round prices" in client.brief()
        filler.unlink()
        client.run("Stop")
        assert "Carts expire" in client.words()


class _Mount:
    def __init__(self, folder: Path, *commands: list[str]) -> None:
        self.folder, self.commands = folder, commands

    def __enter__(self) -> Path:
        for command in self.commands:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                pytest.skip(f"this machine may not mount: {done.stderr.strip()}")
        return self.folder

    def __exit__(self, *_: object) -> None:
        subprocess.run(["umount", "-l", str(self.folder)], check=False, capture_output=True)


def mounted_read_only(folder: Path) -> _Mount:
    here = str(folder)
    return _Mount(folder, ["mount", "--bind", here, here], ["mount", "-o", "remount,ro,bind", here])


def small_disk(folder: Path) -> _Mount:
    folder.mkdir()
    return _Mount(folder, ["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", str(folder)])


def filled(folder: Path) -> Path:
    """A file that takes the rest of a small disk."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as out, suppress(OSError):
        while True:
            out.write(b"x" * 4096)
    return filler


def test_the_verb_extract_keeps_what_is_new_and_only_that(client: Client) -> None:
    client.decides()

    def extract(*options: str, text: str = "") -> list[str]:
        done = forked.verb(["extract", "--root", str(client.project), *options], ROOT, text)
        assert done.returncode == 0, done.stderr
        return [json.loads(line)["text"] for line in done.stdout.splitlines()]

    texts = extract("--dry-run", "--transcript", str(client.transcript))
    assert not client.kept()
    assert extract("--transcript", str(client.transcript)) == texts != []
    assert len(client.kept()) == len(texts)
    assert extract("--transcript", str(client.transcript)) == []
    assert extract(text="DECISION: Carts expire after a day — support asked for it\n") == ["Carts expire after a day"]
    client.run("Stop")
    client.commits("Teach the worker to wait")
    since = extract("--since-cursor", "--dry-run", "--transcript", str(client.transcript))
    assert len(since) == 1
    assert "worker to wait" in since[0]


def test_a_resumed_session_is_read_from_where_it_ended(client: Client) -> None:
    client.decides()
    client.run("Stop")
    client.ends()
    for home in ("decisions", "patterns", "errors"):
        (client.project / f".genius/memory/{home}.json").write_text("[]\n")  # the user wants it gone
    client.run("UserPromptSubmit", prompt="go on")
    client.commits("Teach the worker to wait")
    client.run("Stop")
    assert "integers in cents" not in client.words()
    assert "worker to wait" in client.words()


def test_a_session_killed_in_its_first_turn_is_kept_at_the_next_start(client: Client) -> None:
    client.run("UserPromptSubmit", prompt="round the prices")
    client.commits("Round prices half up")
    hour_ago = clock.now().timestamp() - 3600
    os.utime(client.transcript, (hour_ago, hour_ago))
    assert "Round prices" in Client(client.project, "s-2").brief()


def test_one_sick_session_file_does_not_keep_the_others_waiting(client: Client) -> None:
    for number, broken in enumerate(
        ["[" * 100_000, '{"carry": {"told": [1]}}', '{"carry": {"failing": 5}, "cursors": 7}']
    ):
        sick = Client(client.project, f"a-{number}")
        sick.commits(f"Mend pump number {number}")
        (derived(client.project) / "sessions").mkdir(parents=True, exist_ok=True)
        state = broken.replace("{", f'{{"transcript": "{sick.transcript}", ', 1)
        (derived(client.project) / f"sessions/a-{number}.json").write_text(state)
        hour_ago = clock.now().timestamp() - 3600
        os.utime(sick.transcript, (hour_ago, hour_ago))
    client.run("UserPromptSubmit", prompt="round the prices")
    client.commits("Round prices half up")
    hour_ago = clock.now().timestamp() - 3600
    os.utime(client.transcript, (hour_ago, hour_ago))
    words = Client(client.project, "s-2").brief()
    assert "Round prices" in words
    assert "pump number 1" in words
    Client(client.project, "a-0").run("Stop")
    assert "pump number 0" in client.words()


@pytest.mark.parametrize(
    ("name", "content"),
    family(
        {
            ".genius/state.json": "[" * 100_000,
            "plan.md": "\n" * 200_000,
            ".genius/memory/decisions.json": '[{"decision": "x", "certainty": 1' + "0" * 400 + "}]",
            ".genius/memory/errors.json": '[{"error": "x", "timestamp": "2026-05-²²T00:00:00Z"}]',
            ".genius/memory/patterns.json": "[\n" + '{"id": "p-1", "pattern": "by hand",}\n' * 20_000 + "]",
            ".genius/memory/progress.json": '{"a":' * 100_000,
        }.items(),
        2,
    ),
)
def test_no_file_of_the_project_silences_the_start_of_a_session(client: Client, name: str, content: str) -> None:
    client.decides()
    client.run("Stop")
    path = client.project / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(content)
    words = client.brief()
    assert "integers in cents" in words or name.endswith(("decisions.json", "patterns.json"))
    assert "# Briefing" in words
    client.commits("Teach the worker to wait")
    client.run("Stop")
    assert "worker to wait" in client.words()


def test_an_unreadable_home_is_not_taken_for_an_absent_one(client: Client) -> None:
    client.commits("Round prices half up")
    client.run("Stop")
    path = client.project / ".genius/memory/progress.json"
    before = path.read_bytes()
    path.unlink()
    path.mkdir()  # even root cannot read this as a file
    client.commits("Teach the worker to wait")
    client.run("Stop")
    path.rmdir()
    path.write_bytes(before)
    client.run("Stop")
    assert "worker to wait" in client.words()
    assert "Round prices" in client.words()


@pytest.mark.parametrize("broken", family(["garbage", "2026-01-01T00:00:00+99:99", "0001-01-01T00:00:00Z"]))
def test_a_clock_set_wrongly_stops_no_hook(client: Client, broken: str, monkeypatch) -> None:
    monkeypatch.setenv("MEMORY_CORE_NOW", broken)
    client.decides()
    client.run("Stop")
    assert "integers in cents" in client.brief()


def test_a_changed_mind_is_kept(client: Client) -> None:
    client.says("DECISION: Store user session tokens in Redis — it is fast")
    client.run("Stop")
    client.says("DECISION: Store user session tokens in Postgres — one database less")
    client.run("Stop")
    assert {item["decision"].split()[-1] for item in client.kept()} == {"Redis", "Postgres"}


def test_a_mend_changes_only_what_it_mends(client: Client) -> None:
    client.says("ERROR: the nightly build crashes with exit code 137")
    client.run("Stop")
    path = client.project / ".genius/memory/errors.json"
    entry = json.loads(path.read_text())[0]
    entry |= {"tags": "build, oom", "timestamp": 1790000000, "owner": "Ada"}
    copy = {**entry, "error": "A copy about something else", "solution": "by hand"}
    path.write_text(json.dumps([entry, copy], indent=4))
    client.says("FIXED: the nightly build crashes with exit code 137 -> raised the memory limit to 8 GB")
    client.run("Stop")
    first, second = json.loads(path.read_text())[:2]
    assert "8 GB" in first["solution"]
    assert {key: first[key] for key in ("tags", "timestamp", "owner")} == {
        "tags": "build, oom",
        "timestamp": 1790000000,
        "owner": "Ada",
    }
    assert second == copy
    assert "A copy about something else" in client.brief()


def test_an_error_that_came_back_is_open_and_then_has_its_new_solution(client: Client) -> None:
    for number, words in enumerate(("reinstall libfoo", "", "the kernel was the cause, pin 6.1")):
        other = Client(client.project, f"s-{number}")
        solution = f" -> {words}" if words else ""
        block = {"type": "text", "text": f"ERROR: the nightly build crashes with a segfault{solution}"}
        other.says(block, timestamp=f"2026-03-14T1{number}:00:00.000Z")
        other.run("Stop")
        entry = client.kept()[0]
        assert entry["status"] == ("resolved" if words else "open")
    assert "pin 6.1" in entry["solution"]
    assert entry["earlier"] == ["reinstall libfoo"]
    assert len(client.kept()) == 1


@pytest.mark.req("GENIUS-28")
def test_task_counts_reach_the_state_file(client: Client) -> None:
    (client.project / ".genius").mkdir()
    state = client.project / ".genius/state.json"
    state.write_text('{"phase": "BUILD", "tasks": {"total": 9, "failed": 1}}')
    (client.project / "plan.md").write_text("- [x] one\n- [ ] two\n")
    client.run("Stop")
    assert json.loads(state.read_text()) == {"phase": "BUILD", "tasks": {"total": 2, "failed": 1, "completed": 1}}


def test_a_folder_that_is_gone_is_not_made_again(client: Client, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    client.commits("Round prices half up")
    client.run("Stop", cwd=str(gone))
    assert not gone.exists()


def test_closed_standard_streams_change_nothing(client: Client) -> None:
    words = json.dumps(client.event("Stop"))
    for closed in ("2>&-", ">&-", ">&- 2>&-"):
        command = f"printf '%s' '{words}' | '{sys.executable}' '{script('Stop')}' {closed}"
        assert subprocess.run(["sh", "-c", command], check=False, cwd=client.project).returncode == 0


def test_a_rule_that_stumbles_costs_one_turn_and_no_session(client: Client, mocker) -> None:
    whole = extract

    def stumbling(turns: Any, *carry: Any) -> Any:
        turns = list(turns)
        if any("poison" in turn.text for turn in turns):
            raise RuntimeError("a rule with a fault")
        return whole(turns, *carry)

    mocker.patch("memory_core.capture.gather.extract", stumbling)
    client.says(
        "DECISION: Carts expire after a day — support asked", "poison", "DECISION: Prices are integers in cents"
    )
    keep_session.capture(str(client.project), "s-1", str(client.transcript))
    assert [item["decision"][:6] for item in client.kept()] == ["Carts ", "Prices"]


@pytest.mark.parametrize("event", EVENTS)
def test_a_hook_loads_the_standard_library_and_apsw_and_nothing_that_reaches_out(client: Client, event: str) -> None:
    client.commits("Round prices half up")
    command = [sys.executable, "-X", "importtime", script(event)]
    given = json.dumps(client.event(event, source="startup"))
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=True, cwd=client.project)
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if line.startswith("import time:")}
    roots = {name.partition(".")[0] for name in loaded}
    assert "memory_core.hook" in loaded
    assert not roots & {"socket", "ssl", "http", "urllib3", "asyncio", "requests", "numpy", "onnxruntime", "fastembed"}
    if event == "PreToolUse":
        assert "apsw" not in roots
    assert not roots & {"pydantic", "jsonschema", "yaml", "detect_secrets", "argparse", "logging"}


@pytest.mark.req("IRIS-58")
def test_only_a_call_that_speaks_for_the_user_is_a_question(client: Client):
    asks = client.run(
        "PreToolUse", tool_name="Bash", tool_input={"command": "memory-core iris --args-stdin <<'E'\nx\nE"}
    )
    assert json.loads(asks)["hookSpecificOutput"]["permissionDecision"] == "ask"
    for command in ("memory-core iris ideate --json", "memory-core recall --args-stdin", "ls", 3, None):
        assert client.run("PreToolUse", tool_name="Bash", tool_input={"command": command}) == ""
    assert client.run("PreToolUse", tool_name="Bash", tool_input=[]) == ""
