"""What is said and done in the session that `memory-core demo` plays: a booking service for a rowing club's boats.

A developer and the agent mend a test that fails since the clocks changed, plan a feature, meet a server that is
down, compact the conversation and finish. Times are seconds; `{n}` in an output is replaced by the player.
"""

from typing import Final, NamedTuple


class Step(NamedTuple):
    """One thing that happens in the session."""

    does: str  # prompt says thinks runs reads edits writes task done plan asks commits compacts stops
    text: str = ""  # words, a command, a path, a commit message
    out: str = ""  # what the tool answers; for an edit or a new file: its new words
    old: str = ""  # for an edit: the words that go
    failed: bool = False
    seconds: int = 20


QUESTIONS: Final = (
    "why did the overlap test break when the clocks changed?",
    "may I change a migration by hand?",
    "what happens to the row of a cancelled booking, and why?",
)

# What the developer pastes by mistake; put together, so that nothing that looks like a secret stands in the source.
PASTED: Final = "ro" + "wing4Life" + "-2b8Q"

FILES: Final = {
    "README.md": "# Tidepool\n\nBookings for the boats of a rowing club: Python's standard library and SQLite.\n",
    "app/__init__.py": '"""The booking service."""\n',
    "app/bookings.py": '''"""Who has which boat, and when."""

from datetime import datetime
from typing import NamedTuple


class Booking(NamedTuple):
    """A boat for a while."""

    boat: str
    start: datetime
    end: datetime


def overlaps(one: Booking, other: Booking) -> bool:
    """Whether two bookings want the same boat at the same time."""
    return one.boat == other.boat and one.start < other.end and other.start < one.end
''',
    "app/store.py": '''"""Bookings in SQLite."""

import sqlite3
from datetime import datetime

from app.bookings import Booking


def load(connection: sqlite3.Connection) -> list[Booking]:
    """Every booking, by its start."""
    rows = connection.execute("SELECT boat, start, end FROM bookings ORDER BY start")
    return [Booking(*row[:1], *map(datetime.fromisoformat, row[1:])) for row in rows]
''',
    "migrations/0001_bookings.sql": "CREATE TABLE bookings (boat TEXT, start TEXT, end TEXT);\n",
    "tools/make_migration.py": '''"""Writes the next migration."""

import sqlite3
import sys

PATH = "bookings.db"

with sqlite3.connect(PATH) as connection:
    connection.execute("BEGIN IMMEDIATE")
    print("wrote migrations/" + sys.argv[1])
''',
    "tests/test_overlap.py": '''from app.bookings import overlaps
from tests.factory import stored, wanted


def test_overlap_on_the_day_the_clocks_change():
    assert overlaps(stored("Kestrel", "2026-03-29T01:30"), wanted("Kestrel", "2026-03-29T03:15+02:00"))
''',
}  # fmt: skip

_FAILURE: Final = """============================= test session starts ==============================
collected 14 items

tests/test_bookings.py .........                                         [ 64%]
tests/test_overlap.py F....                                              [100%]

=================================== FAILURES ===================================
___________________ test_overlap_on_the_day_the_clocks_change ___________________

    def overlaps(one: Booking, other: Booking) -> bool:
>       return one.boat == other.boat and one.start < other.end and other.start < one.end
E       TypeError: can't compare offset-naive and offset-aware datetimes

app/bookings.py:17: TypeError
=========================== short test summary info ============================
FAILED tests/test_overlap.py::test_overlap_on_the_day_the_clocks_change - TypeError: can't compare offset-n...
========================= 1 failed, 13 passed in 0.41s ========================="""

_CANCEL: Final = '''"""Cancelling a booking."""

from datetime import UTC, datetime, timedelta
from os import environ

from app.bookings import Booking

LIMIT = timedelta(hours=int(environ.get("CANCEL_HOURS", "2")))


def may_cancel(booking: Booking, now: datetime | None = None) -> bool:
    """Whether there is still time: until CANCEL_HOURS before the start."""
    return booking.start - (now or datetime.now(UTC)) >= LIMIT
'''

_PLAN: Final = """# Plan: cancel a booking

## Context

Members want to cancel a booking themselves, up to two hours before it starts.

## Approach

- Keep a cancelled booking as a row with `cancelled_at` instead of deleting it, because the treasurer needs it
- Read the limit from CANCEL_HOURS, so that the club can change it without a release

## Steps

1. `may_cancel` with tests
2. a migration for `cancelled_at`
3. the route
"""

_SUMMARY: Final = """1. Primary Request and Intent:
   Mend the overlap test that fails since the clocks changed, then let members cancel a booking.

2. Key Technical Concepts:
   - Python standard library only, SQLite, times as UTC ISO 8601 text
   - Migrations are generated with tools/make_migration.py, never edited by hand

3. Errors and fixes:
   - **TypeError: can't compare offset-naive and offset-aware datetimes** in `overlaps`:
     - Cause: SQLite has no time zone type, so `load` returned naive datetimes
     - Fixed by reading every stored time as UTC in app/store.py

4. Pending Tasks:
   - A note in the README on how to run one test

5. Current Work:
   The cancel route is committed; staging could not be checked because its server is down."""

STORY: Final = (
    Step(
        "prompt",
        "The overlap test fails since the clocks changed on Sunday. Find out why and mend it. "
        "Never edit the files under migrations/ by hand, always generate them with tools/make_migration.py.",
    ),
    Step("thinks", "Run the test first, then look at how times are stored and compared.", seconds=4),
    Step("says", "I'll run the tests first.", seconds=3),
    Step("task", "Make the overlap test pass on the day the clocks change"),
    Step("runs", "python -m pytest -q", _FAILURE, failed=True, seconds=8),
    Step("says", "A naive time meets one with an offset. Where do the stored times come from?"),
    Step("reads", "app/store.py"),
    Step(
        "says",
        "The root cause is in `load` in app/store.py: SQLite has no time zone type, so `datetime.fromisoformat` gives "
        "naive datetimes, while the request carries an offset.",
    ),
    Step("edits", "app/store.py", "from datetime import UTC, datetime", "from datetime import datetime"),
    Step(
        "edits",
        "app/store.py",
        "    return [Booking(*row[:1], *map(_utc, row[1:])) for row in rows]\n\n\n"
        "def _utc(text: str) -> datetime:\n    return datetime.fromisoformat(text).replace(tzinfo=UTC)\n",
        "    return [Booking(*row[:1], *map(datetime.fromisoformat, row[1:])) for row in rows]\n",
    ),
    Step("runs", "python -m pytest -q", "..............                                   [100%]\n14 passed in 0.38s"),
    Step("done", "Make the overlap test pass on the day the clocks change"),
    Step(
        "commits",
        "fix: read stored times as UTC\n\n"
        "- Store and compare every time as UTC ISO 8601 text instead of local time, because SQLite has no time zone\n"
        "  type and the club crosses a daylight-saving change twice a year\n",
    ),
    Step(
        "stops",
        "The overlap test passes again: stored times were naive, and now they are read as UTC. "
        "No migration was needed.",
    ),
    Step(
        "prompt",
        "Good. Members want to cancel a booking themselves, up to two hours before it starts. Plan it first.",
        seconds=95,
    ),
    Step("plan", _PLAN, seconds=60),
    Step(
        "asks",
        "Should a cancelled booking free the boat at once?",
        "Yes, at once, but send the coach a mail",
        seconds=40,
    ),
    Step("task", "Add may_cancel with the limit from CANCEL_HOURS"),
    Step("task", "Add the cancelled_at column by a generated migration"),
    Step("writes", "app/cancel.py", _CANCEL),
    Step("runs", "python -m pytest -q tests/test_cancel.py", "....                        [100%]\n4 passed in 0.12s"),
    Step("done", "Add may_cancel with the limit from CANCEL_HOURS"),
    Step(
        "runs",
        "python tools/make_migration.py add-cancelled-at",
        "Exit code 1\nTraceback (most recent call last):\n"
        '  File "tools/make_migration.py", line 31, in <module>\n'
        "sqlite3.OperationalError: database is locked",
        failed=True,
    ),
    Step(
        "says",
        "The migration tool cannot get the write lock. The problem is that the development server keeps its connection "
        "in a transaction: Python's `sqlite3` opens one implicitly at the first write.",
    ),
    Step("edits", "tools/make_migration.py", "sqlite3.connect(PATH, timeout=30)", "sqlite3.connect(PATH)"),
    Step(
        "runs",
        "python tools/make_migration.py add-cancelled-at",
        "wrote migrations/0002_add_cancelled_at.sql",
    ),
    Step(
        "says",
        "It turns out that `PRAGMA foreign_keys` is off by default for every new SQLite connection, so deleting a boat "
        "never removed its bookings. I'll leave that for another change.",
    ),
    Step("writes", "migrations/0002_add_cancelled_at.sql", "ALTER TABLE bookings ADD COLUMN cancelled_at TEXT;\n"),
    Step("done", "Add the cancelled_at column by a generated migration"),
    Step(
        "commits",
        "feat: members cancel a booking until two hours before it starts\n\n"
        "- Keep a cancelled booking as a row with cancelled_at instead of deleting it, because the treasurer needs it\n"
        "  for the invoices\n"
        "- Read the limit from CANCEL_HOURS so that the club can change it without a release\n",
    ),
    Step("stops", "Members can cancel now, until CANCEL_HOURS (2) before the start. The boat is free at once."),
    Step(
        "prompt",
        f"Always check that staging, postgres://tidepool:{PASTED}@db.tidepool.example/tidepool, answers before a "
        "release. Try it now.",
        seconds=120,
    ),
    Step(
        "runs",
        f"PGPASSWORD={PASTED} psql -h db.tidepool.example -U tidepool -c 'select 1'",
        'Exit code 2\npsql: error: connection to server at "db.tidepool.example", port 5432 failed: Connection refused',
        failed=True,
    ),
    Step(
        "stops",
        "The staging check is blocked by a database server that refuses connections on port 5432, until you have it "
        "restarted. Should I go on with the README meanwhile?",
    ),
    Step("prompt", "Yes. From now on use the --durations=3 flag when you run the tests, I want to see the slow ones."),
    Step("compacts", _SUMMARY, seconds=30),
    Step(
        "edits",
        "README.md",
        "SQLite.\n\nOne test: `python -m pytest -q --durations=3 tests/test_overlap.py`\n",
        "SQLite.\n",
    ),
    Step(
        "runs", "python -m pytest -q --durations=3", "..................                    [100%]\n18 passed in 0.52s"
    ),
    Step("commits", "docs: how to run one test"),
    Step("stops", "The README says how to run one test, and I'll use --durations=3 from now on."),
)
