"""What is open: marker lines and tasks that are not done, listed, shown at the next start, closed by a word."""

import json
from pathlib import Path

import pytest

from memory_core.capture import keep_session, session_finish
from memory_core.cli import main
from memory_core.core import registry, session
from memory_core.core.light import lifecycle
from memory_core.journal import journal_files
from tests.extract.builder import Session

LIMITER = "A rate limiter for POST /book"
TODOS = [
    {"content": "Write the migration", "status": "completed"},
    {"content": "Run the migration on staging", "status": "pending"},
]


def ended(root: Path, name: str, script: Session) -> None:
    path = str(script.write(root.parent / f"{name}.jsonl"))
    assert keep_session.capture(str(root), name, path).complete
    assert session_finish.settle(str(root), name)
    session.end(str(root), name)


def open_now(root: Path) -> list[str]:
    return [memory.summary for memory in journal_files.read(str(root)) if memory.status == lifecycle.OPEN]


def test_tasks_that_are_not_done_are_open_when_the_session_ends(repo: Path) -> None:
    script = Session().user("migrate the bookings table please").tool("TodoWrite", {"todos": TODOS}, "ok").says("Done.")
    ended(repo, "s-1", script)
    assert open_now(repo) == ["Run the migration on staging"]


def test_tasks_of_the_newer_client_are_open_until_they_are_done(repo: Path) -> None:
    script = Session().user("migrate the bookings table please")
    for number, subject in ((1, "Write the migration"), (2, "Run the migration on staging")):
        script.tool("TaskCreate", {"subject": subject, "description": ""}, f"Task #{number} created: {subject}")
    script.tool("TaskUpdate", {"taskId": "1", "status": "completed"}, "Updated task #1").says("Done.")
    ended(repo, "s-1", script)
    assert open_now(repo) == ["Run the migration on staging"]


def test_a_task_that_is_done_when_the_session_goes_on_is_closed(repo: Path) -> None:
    script = Session().user("migrate the bookings table please").tool("TodoWrite", {"todos": TODOS}, "ok").says("Done.")
    path = str(script.write(repo.parent / "s-1.jsonl"))
    keep_session.capture(str(repo), "s-1", path)
    session_finish.keep(str(repo), "s-1", session.load(str(repo), "s-1"))
    assert open_now(repo) == ["Run the migration on staging"]
    done = [{**todo, "status": "completed"} for todo in TODOS]
    script.user("go on").tool("TodoWrite", {"todos": done}, "ok").says("Done.").write(repo.parent / "s-1.jsonl")
    keep_session.capture(str(repo), "s-1", path)
    assert session_finish.settle(str(repo), "s-1")
    assert open_now(repo) == []


@pytest.mark.parametrize("script", [
    Session().user("Blocker: waiting for the licence key from legal"),
    Session().user("what about the key?").says("Nothing yet.\n\n- Blocker: waiting for the licence key from legal"),
])  # fmt: skip
def test_a_blocker_is_open_at_once_and_once(repo: Path, capsys: pytest.CaptureFixture[str], script: Session) -> None:
    path = str(script.write(repo.parent / "s-1.jsonl"))
    keep_session.capture(str(repo), "s-1", path)
    text = "waiting for the licence key from legal"
    for verb in (["list", "--kind", "blocker", "--json"], ["list", "--json"]):
        assert main([*verb, "--root", str(repo)]) == 0
        assert [(row["kind"], row["summary"]) for row in json.loads(capsys.readouterr().out)] == [("blocker", text)]
    assert main(["open", "--json", "--root", str(repo)]) == 0
    assert [json.loads(row)["text"] for row in capsys.readouterr().out.splitlines()] == [text]
    ended(repo, "s-2", Session().user("and the key?").says("It is here.\n\nDONE: licence key from legal — it came"))
    assert open_now(repo) == []


@pytest.mark.parametrize("text", ["Blocker: none", "Blocker: keine", "Blocker: -", "OPEN: none yet"])
def test_what_names_nothing_is_not_open(repo: Path, text: str) -> None:
    keep_session.capture(str(repo), "s-1", str(Session().user("x").says(text).write(repo.parent / "s-1.jsonl")))
    assert open_now(repo) == []


@pytest.mark.parametrize("text", [
    "Still open: a rate limiter for POST /book.",
    "Next up is the export of invoices as XLSX.",
    "Shall I also add the export?",
    "TODO for next time:\n- move the seed data into fixtures",
    "The build still fails on Windows.",
])  # fmt: skip
def test_nothing_is_open_because_a_sentence_sounds_so(repo: Path, text: str) -> None:
    ended(
        repo, "s-1", Session().user("please shorten the hold to 20 minutes").says(f"The hold is 20 minutes.\n\n{text}")
    )
    assert open_now(repo) == []


@pytest.mark.req("GENIUS-8")
def test_what_is_open_is_shown_until_a_marker_closes_it(repo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ended(repo, "s-1", Session().user("the hold please").says(f"Done.\n\nOPEN: {LIMITER}\nOPEN: which port is free?"))
    assert main(["open", "--json", "--root", str(repo)]) == 0
    rows = {row["text"]: row["kind"] for row in map(json.loads, capsys.readouterr().out.splitlines())}
    assert rows == {LIMITER: "next", "which port is free?": "question"}
    assert main(["brief", "--root", str(repo)]) == 0
    assert f"NEXT: {LIMITER}" in capsys.readouterr().out
    ended(
        repo,
        "s-2",
        Session().user("now the limiter").says("It is in.\n\nDONE: rate limiter for POST /book — ten an hour"),
    )
    assert LIMITER not in open_now(repo)
    (settled,) = [memory for memory in journal_files.read(str(repo)) if memory.summary == LIMITER]
    assert (settled.status, settled.body) == (lifecycle.RESOLVED, "ten an hour")


def test_a_marker_that_is_written_again_is_open_once(repo: Path) -> None:
    for name in ("s-1", "s-2"):
        ended(repo, name, Session().user("go on").says(f"OK.\n\nOPEN: {LIMITER}"))
    assert open_now(repo) == [LIMITER]


def test_a_task_that_nobody_speaks_of_for_a_month_expires(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORY_CORE_NOW", "2026-11-02T12:00:00Z")
    ended(repo, "s-1", Session().user("migrate please").tool("TodoWrite", {"todos": TODOS}, "ok").says("Done."))
    monkeypatch.setenv("MEMORY_CORE_NOW", "2026-12-20T12:00:00Z")
    ended(repo, "s-2", Session().user("hello").says("Hi."))
    assert open_now(repo) == []


def test_a_damaged_carry_keeps_nothing_and_raises_nothing(repo: Path) -> None:
    with registry.held(str(repo)):
        session.save(str(repo), "s-1", {"carry": {"version": 6, "state": {"tasks": "no list"}}, "cursors": {}})
    assert session_finish.settle(str(repo), "s-1")
    assert open_now(repo) == []
