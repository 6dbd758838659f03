"""A decision ends another only where it is sure to speak of the same thing; in doubt both stay."""

import pytest

from memory_core import relation

# What stands, and what is said then.
ENDS = [
    ("push the offline list every 30 seconds", "push the offline list every 5 minutes instead of every 30 seconds"),
    (
        "push the offline list at most every 30 seconds, instead of polling, because the firmware cannot poll",
        "push the offline list every 5 minutes instead of every 30 seconds, because of the LTE contract",
    ),
    ("we use argon2", "We use HMAC instead of argon2"),
    ("We will use argon2, because it is slower to search.", "Instead of argon2, use HMAC."),
    ("use argon2 instead of HMAC", "We'll use HMAC instead."),
    ("use argon2 instead of HMAC", "We use HMAC after all, because the pepper protects."),
    ("use argon2 instead of HMAC", "use HMAC instead of argon2"),
    ("use argon2", "use HMAC with the site key instead of argon2"),
    ("use a column opened_at", "We won't use opened_at"),
    (
        "I decided to implement the reopen window as a column `opened_at` rather than a timer.",
        "OK. We won't use `opened_at`; the window is a timer.",
    ),
    (
        "I decided to implement the reopen window as a column `opened_at` rather than a timer.",
        "OK. We won't use `opened_at`; the reopen window is a timer in the terminal's firmware.",
    ),
    ("wrong tries are counted in memory", "wrong tries are no longer counted in memory but in SQLite"),
    ("count wrong tries in memory", "count wrong tries in SQLite instead of memory, because two workers must agree"),
    ("cache pages for 60 seconds", "cache pages for 300 seconds instead of 60 seconds"),
    ("We decided to cache for 60 seconds, because of load.", "We'll not cache for 60 seconds, because prices change."),
    ("use Redis for the codes", "use SQLite instead of Redis for the codes"),
    ("use Redis for the codes", "We chose SQLite over Redis for the codes"),
    ("store the session tokens in Redis", "the session tokens stand in Postgres instead of Redis"),
    ("hash the codes with argon2", "hash the codes with HMAC instead of argon2"),
    ("allow five tries", "allow ten tries instead of five"),
    ("return 403 for an unknown code", "return 404 instead of 403 for an unknown code"),
    ("wir nutzen Redis für die Sitzungen", "wir nutzen Postgres statt Redis für die Sitzungen"),
    ("on utilise Redis pour les sessions", "on utilise Postgres au lieu de Redis pour les sessions"),
    ("usamos Redis para las sesiones", "usamos Postgres en lugar de Redis para las sesiones"),
    ("we use argon2", "We decided against argon2"),
    ("use argon2", "Use HMAC, not argon2"),
    ("count tries in memory", "count tries in SQLite, not in memory"),
    ("a voucher is valid for 24 hours", "a voucher is valid for 48 hours, not 24 hours"),
    ("Wir speichern die Codes in Redis", "Wir speichern die Codes in SQLite statt in Redis"),
    ("feature flags are read at start", "feature flags are read at each request instead of at start"),
    ("emails are sent by a queue", "emails are not sent by a queue but by a cron job"),
    ("prices are integers in cents", "prices are decimals instead of integers in cents"),
    ("ship v2 in June", "ship v2 in July rather than June"),
    ("wir nutzen Redis", "wir nutzen kein Redis mehr"),
]
STAYS = [
    # Of something else.
    ("keep Redis for the feature flags", "sessions stand in Postgres instead of Redis"),
    ("push metrics every 30 seconds", "push the offline list every 5 minutes instead of every 30 seconds"),
    ("keep the logs for 30 days", "keep the backups for 60 days instead of 30 days"),
    ("use SQLite instead of Redis, because it is one file", "the demo starts Redis by itself"),
    ("emails are never logged", "emails are sent by a queue"),
    ("the export is sorted by opened_at", "the import has no column opened_at"),
    ("hash the codes with argon2", "hash the passwords with HMAC instead of argon2"),
    ("the terminal shows the remaining time", "the display shows the end instead of the remaining time"),
    ("use Redis for pages and Postgres for tokens", "use Memcached instead of Redis for pages"),
    ("Alice owns the gateway", "Alice owns the importer instead of Bob"),
    ("allow five tries", "lock for ten minutes instead of five"),
    ("retry five times, wait 30 seconds", "retry three times instead of 30 seconds"),
    ("return 403 for an unknown code", "return 404 instead of 403 for an unknown terminal"),
    # In another place, narrower, wider.
    ("use argon2", "For the admin login we use HMAC instead of argon2"),
    ("use argon2", "The importer uses HMAC instead of argon2"),
    ("use argon2", "We use HMAC instead of argon2 for the admin login"),
    ("use argon2", "hash admin passwords with HMAC instead of argon2"),
    ("use argon2", "Importer: HMAC instead of argon2"),
    ("use argon2 for the admin login", "We use HMAC instead of argon2"),
    ("use argon2 for the admin login", "We won't use argon2"),
    ("use argon2", "We won't use argon2 for the admin login"),
    ("use argon2", "don't use argon2 without a pepper"),
    ("use argon2", "use HMAC instead of argon2 in the tests only"),
    ("use argon2", "use HMAC instead of argon2 when the terminal is offline"),
    ("use argon2", "use HMAC instead of argon2. This holds only for the demo."),
    ("use a column opened_at", "We won't use opened_at in the export"),
    ("use opened_at except in reports", "We won't use opened_at"),
    ("cache pages for 60 seconds", "cache pages for 300 seconds at night instead of 60 seconds"),
    ("push every 30 seconds", "Display updates push every 5 minutes instead of every 30 seconds"),
    ("push the list every 30 seconds", "push the list in the EU every 5 minutes instead of every 30 seconds"),
    ("allow five tries", "allow no more than five tries"),
    ("allow five tries", "never allow five tries just after a reset"),
    ("use the opened_at column", "We won't use opened_at as a key"),
    ("use argon2", "We won't use argon2 right now"),
    ("use argon2", "For now, use HMAC instead of argon2"),
    ("support Windows", "We won't support Windows 7"),
    ("retry 3 uploads", "retry 5 times instead of 3"),
    ("the retry limit is 5", "the page limit is 7 instead of 5"),
    ("sort by opened_at", "We won't use opened_at"),
    ("send SMS", "send emails instead of SMS to admins"),
    ("use threads", "use one process per core instead of threads"),
    ("use argon2", "The importer uses HMAC, not argon2"),
    ("use argon2", "Use HMAC for admins, not argon2"),
    ("use argon2", "The codes are hashed, never use argon2"),
    ("use tokens", "We log user ids instead of tokens"),
    ("Voucher codes have six digits", "PIN codes have eight digits instead of six"),
    ("Voucher codes have six digits, one try per minute", "Voucher codes have eight digits instead of six"),
    ("The API returns cents", "The new API returns decimals instead of cents"),
    ("The old API returns cents", "The API returns decimals instead of cents"),
    ("delete vouchers after 30 days", "delete vouchers after 60 days instead of 30 in the EU"),
    ("use SQLite for codes and sessions", "use Postgres instead of SQLite for sessions"),
    ("refunds go to the card", "refunds go to the wallet instead of the card when it expired"),
    # Nothing is given up.
    ("use argon2", "use HMAC plus argon2"),
    ("use argon2", "use argon2 rather than SHA-1"),
    ("use argon2", "use HMAC"),
    ("use argon2", "we must not drop argon2"),
    ("use argon2", "don't forget to use argon2"),
    ("use argon2 instead of HMAC", "Use HMAC for the display instead"),
    ("use argon2 instead of HMAC", "use scrypt instead"),
    ("use argon2 instead of HMAC", "we don't use HMAC"),
    ("use Redis", "check the codes against Redis"),
    ("use Redis", "the demo runs without Redis"),
    ("use Redis", "The demo doesn't use Redis"),
    ("use Redis for the codes", "use Redis not only for the codes"),
    ("the window is a timer", "the window is a timer, not a column"),
    ("y.py imports x.py", "x.py must not import y.py"),
    ("push the offline list every 30 seconds", "push the offline list every 30 seconds instead of polling"),
    ("deploy on Fridays", "deploy after the tests on Mondays rather than Tuesdays"),
    ("", "use HMAC instead of argon2"),
    ("use argon2", "instead"),
]


def _ends(old: str, new: str) -> bool:
    return relation.is_near(old, new) and relation.relation(old, new).ends


@pytest.mark.req("GENIUS-21", "AIDD-3")
def test_what_is_not_surely_given_up_stays() -> None:
    assert [pair for pair in STAYS if _ends(*pair)] == []


@pytest.mark.req("GENIUS-21", "AIDD-3")
def test_most_of_what_is_given_up_ends() -> None:
    assert sum(_ends(*pair) for pair in ENDS) >= 0.7 * len(ENDS)


def test_nothing_ends_itself() -> None:
    assert not [said for pair in (*ENDS, *STAYS) for said in pair if _ends(said, said)]


def test_what_is_longer_than_what_is_read_ends_nothing() -> None:
    old, new = ENDS[0]
    assert not _ends(f"{old} {'x' * 2_000}", new)
    assert not _ends(old, f"{new} {'x ' * 2_000}")
