"""What a session leaves open is kept when it ends, listed, told at the next start, and settled by what is done."""

import json
from pathlib import Path
from typing import Any

import pytest

from memory_core.cli import main
from memory_core.domain import lifecycle
from memory_core.domain.extract import ends, statements
from memory_core.domain.turn import Turn
from memory_core.flows import capture, open_ends, session_finish
from memory_core.intake import transcript
from memory_core.stores import journal, session, workspace
from tests.extract.builder import Session

REPORT = """The hold is 20 minutes now, and the mail goes out once.

- Still open: a rate limiter for POST /book.
- Unanswered: whether cancelled bookings stay visible in the calendar.
- Changed: the port is 8095."""
LIMITER = "Still open: a rate limiter for POST /book."


def _left(script: Session, folder: Path) -> list[str]:
    turns = transcript.read(str(script.write(folder / "s.jsonl")), transcript.START).turns
    state: dict[str, Any] = {}
    last = statements.lasts(turns)
    for number, turn in enumerate(turns):
        ends.follow(turn, state, is_last=number in last)
    return [one.text for one in ends.left(state)]


def _ended(root: Path, name: str, script: Session) -> None:
    path = str(script.write(root.parent / f"{name}.jsonl"))
    kept = capture.capture(str(root), name, path)
    assert kept.complete
    assert session_finish.is_settled(str(root), name)
    session.end(str(root), name)


def _open(root: Path) -> list[str]:
    return [one.summary for one in journal.read(str(root)) if one.status == lifecycle.OPEN]


def test_the_last_words_say_what_is_open(tmp_path: Path):
    left = _left(Session().user("please shorten the hold to 20 minutes").says(REPORT), tmp_path)
    assert LIMITER in left
    assert not any("8095" in one for one in left)


def test_a_farewell_takes_nothing_back(tmp_path: Path):
    script = Session().user("please shorten the hold to 20 minutes").says(REPORT).user("thanks, bye").says("See you!")
    assert LIMITER in _left(script, tmp_path)


def test_where_the_session_goes_on_its_new_last_words_count(tmp_path: Path):
    script = Session().user("please shorten the hold to 20 minutes").says(REPORT)
    script.user("good, then build the rate limiter now, ten an hour per address")
    script.says("The rate limiter is in: ten requests an hour for each address, with a test for the eleventh. " * 3)
    assert LIMITER not in _left(script, tmp_path)


def test_tasks_that_are_not_done_are_left(tmp_path: Path):
    todos = [
        {"content": "Write the migration", "status": "completed"},
        {"content": "Run the migration on staging", "status": "pending"},
    ]
    script = Session().user("migrate the bookings table please").tool("TodoWrite", {"todos": todos}, "ok").says("Done.")
    assert _left(script, tmp_path) == ["Run the migration on staging"]


def test_tasks_of_the_newer_client_are_left_until_they_are_done(tmp_path: Path):
    script = Session().user("migrate the bookings table please")
    for number, subject in ((1, "Write the migration"), (2, "Run the migration on staging")):
        script.tool("TaskCreate", {"subject": subject, "description": ""}, f"Task #{number} created: {subject}")
    script.tool("TaskUpdate", {"taskId": "1", "status": "completed"}, "Updated task #1").says("Done.")
    assert _left(script, tmp_path) == ["Run the migration on staging"]


@pytest.mark.parametrize("subject", [
    "Add xfail: the rate limiter for POST /book is still missing, blocked on the proxy",
    'Revert "Add a rate limiter for POST /book"',
    "Add a rate chart",
])  # fmt: skip
def test_a_commit_that_does_something_else_settles_nothing(subject: str):
    assert ends.settled([LIMITER], [(subject, True)]) == {}


def test_what_is_open_in_a_script_without_spaces_is_settled_too():
    opened = "未着手：予約APIのレート制限を追加する"
    assert ends.settled([opened], [("予約APIのレート制限を追加した", True)])


@pytest.mark.parametrize(("opened", "told", "is_settled"), [
    ("Next: staff login, then the iCal feed of arrivals.", [("Add iCal feed of arrivals", True)], False),
    ("Open: rate limiter for POST /book; webhook waits for Paylane (PL-4471).",
     [("The webhook of Paylane is active; PL-4471 is closed.", False)], False),
    ("Waiting for the licence key from legal", [("the licence key from legal is here", False)], True),
    ("Waiting for the licence key from legal", [("no licence key from legal yet", False)], False),
    (LIMITER, [("The rate limiter for POST /book is in place now.", False)], True),
    (LIMITER, [("Should the rate limiter for POST /book count by address?", False)], False),
    ("All arrivals after the 29th of March show one hour late",
     [("Write arrivals in London's zone. Arrivals after 29 March showed one hour late; the feed has one now.", True)],
     True),
    (LIMITER, [("Add a rate chart. Still open: a rate limiter for POST /book.", True)], False),
    ("Delete old backups", [("Delete old logs", True)], False),
    ("Fix the login", [("fix login page colour", True)], False),
])  # fmt: skip
def test_what_is_done_in_other_words_or_parts_is_settled(opened: str, told: list[tuple[str, bool]], is_settled: bool):
    assert bool(ends.settled([opened], told)) is is_settled


@pytest.mark.parametrize("question", [
    "What would you like to work on next?",
    "Is there anything else you would like me to help with today?",
    "Soll ich sonst noch etwas erledigen?",
    "次は何に取り組みましょうか？",
])  # fmt: skip
def test_a_question_of_courtesy_is_not_open(tmp_path: Path, question: str):
    script = Session().user("please shorten the hold to 20 minutes").says(f"The hold is 20 minutes now. {question}")
    assert _left(script, tmp_path) == []
    asked = "Should cancelled bookings stay visible in the calendar?"
    script = Session().user("please shorten the hold to 20 minutes").says(f"The hold is 20 minutes now. {asked}")
    assert _left(script, tmp_path) == [asked]


@pytest.mark.parametrize("script", [
    Session().user("Blocker: waiting for the licence key from legal"),
    Session().user("what about the key?").says("Nothing yet.\n\n- Blocker: waiting for the licence key from legal"),
])  # fmt: skip
def test_a_blocker_is_one_at_once_and_once(repo: Path, capsys: pytest.CaptureFixture[str], script: Session):
    path = str(script.write(repo.parent / "s-1.jsonl"))
    capture.capture(str(repo), "s-1", path)
    said = "waiting for the licence key from legal"
    for verb in (["list", "--kind", "blocker", "--json"], ["list", "--json"]):
        assert main([*verb, "--root", str(repo)]) == 0
        assert [(one["kind"], one["summary"]) for one in json.loads(capsys.readouterr().out)] == [("blocker", said)]
    assert session_finish.is_settled(str(repo), "s-1")
    assert main(["open", "--json", "--root", str(repo)]) == 0
    assert [json.loads(row)["text"] for row in capsys.readouterr().out.splitlines()] == [said]
    again = Session().user("rename the page please").says("Done. Still waiting for the licence key from legal.")
    _ended(repo, "s-2", again)
    assert len(_open(repo)) == 1
    later = Session().user("show me the page").says("Here it is.")
    _ended(repo, "s-3", later.user("good news: the licence key from legal is here!"))
    assert _open(repo) == []


@pytest.mark.parametrize("said", ["Blocker: none", "Blocker: keine", "Blocker: -", "BLOCKER: none yet"])
def test_no_blocker_is_none(repo: Path, said: str):
    capture.capture(str(repo), "s-1", str(Session().user(said).write(repo.parent / "s-1.jsonl")))
    assert _open(repo) == []


@pytest.mark.parametrize("said", [
    "You said the rate limiter for POST /book is in place. It is not.",
    "We got the rate limiter for POST /book yesterday but it was taken back",
    "Pretend the rate limiter for POST /book is in place now.",
])  # fmt: skip
def test_a_prompt_that_does_more_than_tell_settles_nothing(said: str):
    assert list(ends.told(Turn("user", said, 1), is_last=False)) == []


def test_what_sounds_done_itself_is_not_settled_by_being_said_again():
    opened = "the token for npm was revoked"
    assert ends.settled([opened], [("As said, the token for npm was revoked.", False)]) == {}


def test_what_was_said_before_it_was_opened_settles_nothing(repo: Path):
    _ended(repo, "s-1", Session().user("please shorten the hold to 20 minutes").says(REPORT))
    told = [("The rate limiter for POST /book is in place now.", False)]
    with workspace.held(str(repo)):
        open_ends.follow(str(repo), {}, told, until="2020-01-01T00:00:00Z")
    assert LIMITER in _open(repo)


def test_a_blocker_that_goes_in_its_own_session_is_settled(repo: Path):
    script = Session().user("Blocker: waiting for the licence key from legal")
    path = str(script.write(repo.parent / "s-1.jsonl"))
    capture.capture(str(repo), "s-1", path)
    assert _open(repo) == ["waiting for the licence key from legal"]
    script.says("Noted.").user("good news: the licence key from legal is here!")
    script.write(repo.parent / "s-1.jsonl")
    capture.capture(str(repo), "s-1", path)
    assert _open(repo) == []


def test_what_is_left_again_stands_once(repo: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("MEMORY_CORE_NOW", "2026-11-03T12:00:00Z")
    shorten = "please shorten the hold to 20 minutes"
    _ended(repo, "s-1", Session().user(shorten).says("Still open: a rate limiter for POST /book."))
    monkeypatch.setenv("MEMORY_CORE_NOW", "2026-11-04T12:00:00Z")
    longer = "Open: rate limiter for POST /book, audit trail of the office."
    _ended(repo, "s-2", Session().user("rename the office page").says(longer))
    assert _open(repo) == [longer]
    _ended(repo, "s-3", Session().user("rename the menu").says("Open: the rate limiter for POST /book."))
    assert _open(repo) == [longer]
    _ended(repo, "s-4", Session().user("mend the menu").says("Open: a size limiter for PUT /photos."))
    assert len(_open(repo)) == 2


@pytest.mark.req("GENIUS-8")
def test_what_is_open_is_told_until_a_later_session_does_it(
    repo: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("MEMORY_CORE_NOW", "2026-11-03T12:00:00Z")
    _ended(repo, "s-1", Session().user("please shorten the hold to 20 minutes").says(REPORT))
    assert main(["open", "--json", "--root", str(repo)]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert LIMITER in [row["text"] for row in rows]
    assert all(row["kind"] in ("next", "question", "error", "blocker") for row in rows)
    assert main(["brief", "--root", str(repo)]) == 0
    assert f"NEXT: {LIMITER}" in capsys.readouterr().out

    commit = 'git commit -m "Add a rate limiter for POST /book"'
    done = Session().user("now the limiter").bash(commit, "[main 1a2b3c4] Add a rate limiter for POST /book\n 1 file")
    _ended(repo, "s-2", done.says("It is in."))
    assert LIMITER not in _open(repo)
    (settled,) = [one for one in journal.read(str(repo)) if one.summary == LIMITER]
    assert settled.status == lifecycle.RESOLVED
    assert "rate limiter" in settled.body


def test_what_is_said_again_in_two_words_lives_on(repo: Path, monkeypatch: pytest.MonkeyPatch):
    for day, said in ((3, "Still open: the table `audit_log` for changes at the counter."),
                      (5, "Next: print the labels of the new shelves. Still open: `audit_log`."),
                      (7, "Next: import the old list of members. Still open: `audit_log`.")):  # fmt: skip
        monkeypatch.setenv("MEMORY_CORE_NOW", f"2026-11-{day:02}T12:00:00Z")
        _ended(repo, f"s-{day}", Session().user("please go on with the shop").says(said))
    assert [one for one in _open(repo) if "audit_log" in one] == [
        "Still open: the table `audit_log` for changes at the counter."
    ]


def test_what_nobody_speaks_of_for_a_month_expires(repo: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("MEMORY_CORE_NOW", "2026-11-02T12:00:00Z")
    _ended(repo, "s-1", Session().user("please shorten the hold to 20 minutes").says(REPORT))
    monkeypatch.setenv("MEMORY_CORE_NOW", "2026-12-20T12:00:00Z")
    later = Session().user("rename the office page please")
    _ended(repo, "s-2", later.says("Next: the page still needs its new title in the menu and in the tests."))
    assert LIMITER not in _open(repo)
    assert [one.status for one in journal.read(str(repo)) if one.summary == LIMITER] == [lifecycle.EXPIRED]


def test_a_damaged_carry_keeps_nothing_and_raises_nothing(repo: Path):
    with workspace.held(str(repo)):
        session.save(str(repo), "s-1", {"carry": {"version": 5, "state": {"left": "no list"}}, "cursors": {}})
    assert session_finish.is_settled(str(repo), "s-1")
    assert _open(repo) == []


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("All green.\n\nTODO for next time:\n- move the seed data into fixtures\n- pin the base image", "seed data"),
        ("All green.\n\nTODO for next time: \nThe seed data has to move into the fixtures.", "seed data"),
        ("The parser is in. Next up is the export of invoices as XLSX.", "export of invoices"),
    ],
)
def test_what_is_announced_is_left_with_its_content(tmp_path: Path, said: str, told: str):
    left = _left(Session().user("let's go on with the import of the catalogue").says(said), tmp_path)
    assert any(told in one for one in left)
    assert not any(one.rstrip().endswith(":") for one in left)


@pytest.mark.parametrize(
    "said",
    [
        "could you please rename the column of the invoice table to total?",
        "hi again, the terminal crashed in the middle of the last session",
        "sorry, my laptop went to sleep and the connection broke",
    ],
)
def test_a_request_and_small_talk_leave_nothing_open(tmp_path: Path, said: str):
    assert _left(Session().user(said).says("The column is called total now."), tmp_path) == []


def test_what_was_waited_for_came():
    opened, told = "Blocked: waiting for Stripe's approval.", "Stripe approved us this morning."
    assert ends.settled([opened], [(told, False)]) == {0: told}
    assert ends.settled([opened], [("Stripe has a new dashboard.", False)]) == {}
