"""A decision ends another only where it is sure to speak of the same thing; in doubt both stay."""

import pytest

from memory_core.language import relation
from tests.rows import each_row

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

# Another direction, owner, bound or scope; one more thing; a question, a report, what somebody else does.
BESIDE = """
    Decorate endpoints with `@timed`. => Additionally decorate endpoints with `@logged`.
    Function names start with `f_`. => Function names also start with `g_`.
    Before a commit run `make lint`. => Before a commit also run `make test`.
    Every function has a `Returns` section. => Every function also has a `Raises` section.
    Tag handlers with `@audited`. => Tag handlers with `@cached` as well.
    Route names end with `_page`. => Route names may end with `_view` too.
    Copy files from `src`. => Copy files into `dist`.
    Emails from us come from `a@x`. => Emails to us go to `b@x`.
    Messages from the worker start with `w_`. => Messages to the worker start with `c_`.
    Merge into `main`. => Merge from `develop`.
    Our keys start with `o_`. => Their keys start with `t_`.
    Backups go from `db1`. => Backups go to `db2`.
    My branches start with `m_`. => Your branches start with `y_`.
    Names of columns start with `c_`. => Names of new columns start with `n_`.
    Previous releases are tagged `v1`. => New releases are tagged `v2`.
    Name the instance `db`. => Name the last instance `db2`.
    Project names start with `p_`. => Names start with `n_`.
    We use `black` for code style. => We use `pytest` for small code.
    Names of views start with `v_`. => Names of small views start with `s_`.
    At most use `3` workers. => At least use `2` workers.
    Return at most `10` rows. => Return at least `5` rows.
    The timeout is at least `5s`. => The timeout is at most `9s`.
    Keep at most `8` connections. => Keep at least `2` connections.
    Names start with `x_`. This holds for the API only. => Names start with `y_`. This holds for the worker only.
    We are in the API. Names start with `x_`. => We are in the worker. Names start with `y_`.
    Names start with `x_`. => Names start with `y_`? No.
    Topics start with `x_`. That is for billing. => Topics start with `y_`. That is for search.
    Every endpoint returns a `request_id`. => Every endpoint returns a `trace_id`.
    Ignore `dist/` in eslint. => Ignore `build/` in eslint.
    Ask `alice` for reviews. => Ask `bob` for reviews.
    Use `Optional` for types. => Use `Final` for types.
    Wrap errors with `fmt.Errorf`. => Wrap errors with `errors.Is`.
    Every model has a `created_at`. => Every model has an `updated_at`.
    Mock `requests` in the tests. => Mock `boto3` in the tests.
    Use argon2 for the codes. => Should we use HMAC instead of argon2 for the codes?
    Use argon2 for the codes. => I would use HMAC instead of argon2 for the codes.
    Use argon2 for the codes. => We were using HMAC instead of argon2 for the codes.
    Use argon2 for the codes. => They use HMAC instead of argon2 for the codes.
    Use argon2 for the codes. => Consider HMAC instead of argon2 for the codes.
    Use argon2 for the codes. => Bob tried HMAC instead of argon2 for the codes.
    Use argon2 for the codes. => Reject HMAC instead of argon2 for the codes.
    Use argon2 for the codes. => Use HMAC instead of argon2 for the codes? No.
    Use argon2 for the codes. => You could use HMAC instead of argon2 for the codes.
    Use argon2 for the codes. => We used HMAC instead of argon2 for the codes.
    Use argon2 for the codes. => He uses HMAC instead of argon2 for the codes.
    Use argon2 for the codes. => If we used HMAC instead of argon2 for the codes.
    The API must return JSON. => The API returns HTML instead of JSON.
    Dates must be in UTC. => Dates were in local time instead of UTC.
    Tests must use fakes. => Tests use mocks instead of fakes.
    Standup is at 9. => Standup was at 10 instead of 9.
    Forms must post to the gateway. => Forms post to the worker instead of the gateway.
    Store the keys in Vault. => Store the keys in SOPS rather than in Vault on laptops.
    Postgres stores the events. => SQLite instead of Postgres stores the events on my laptop.
    Run the jobs at night. => Run the jobs in the morning instead of at night on Sundays.
    Keep drafts in S3. => Keep drafts in Redis instead of in S3 on staging.
    Reviews need two approvals. => Reviews of docs need one approval instead of two approvals.
    Exports need one approval. => Exports of invoices need two approvals instead of one approval.
    We deploy with Helm. => We deploy with Kustomize instead of Helm because the demo needs it.
    Use argon2 for the codes. => Use HMAC instead of argon2 for the codes because the importer is slow.
    Use argon2 for the codes. => Use either argon2 or HMAC instead of argon2 for the codes.
    Use argon2 for the codes. => Use argon2 with a salt instead of argon2 for the codes.
    The staging DB is reset nightly. => The staging DB is no longer reset on weekends.
    Use Redis for sessions. => Use Postgres locally instead of Redis for sessions.
    Use Redis for sessions. => Use admin Postgres instead of Redis for sessions.
    Use Redis for sessions. => Use nothing instead of Redis for sessions.
    Use Redis for sessions. => Use Postgres sometimes instead of Redis for sessions.
    Branch names start with `a_`. => Half of the branch names start with `b_`.
    Use tabs. => Use spaces instead of tabs (YAML).
    Use tabs. => YAML: use spaces instead of tabs.
    Use Terraform for AWS. => Use Pulumi for GCP.
"""


def _ends(old: str, new: str) -> bool:
    return relation.ends(old, new)


@pytest.mark.req("GENIUS-21", "AIDD-3")
def test_what_is_not_surely_given_up_stays() -> None:
    assert [pair for pair in STAYS if _ends(*pair)] == []


# Both hold: what a hostile reading found ended, in an earlier state of the laws.
BOTH_HOLD = [
    ("Never change migration 12", "Never change migration 13"),
    ("Never use Python 2", "Never use Python 3"),
    ("Never open port 8080 on the server", "Never open port 8081 on the server"),
    ("Support Node 18", "Support Node 20"),
    ("Never upgrade to React 18", "Never upgrade to React 19"),
    ("Keep the invoice of 2024 in the archive", "Keep the invoice of 2025 in the archive"),
    ("In Python, all classes end with `_py`", "In Java, all classes end with `_j`"),
    ("For the web app, all components start with `W`", "For the mobile app, all components start with `M`"),
    ("All functions start with `get_` in the API", "All functions start with `test_` in the suite"),
    ("Start all tables with `t_` in Oracle", "Start all tables with `pg_` in Postgres"),
    ("Never start functions with `x_`", "Never start functions with `y_`"),
    ("Log to stdout", "Log errors to stderr instead of stdout"),
    ("Store dates in UTC", "Show dates in local time instead of UTC"),
    ("Use pytest for tests", "The old guide says use nose instead of pytest for tests"),
    ("Use npm", "You used yarn instead of npm"),
    ("Use pytest for tests", "Try nose instead of pytest for tests"),
]


@each_row(("old", "new"), BOTH_HOLD)
def test_other_numbers_places_subjects_and_reports_end_nothing(old: str, new: str) -> None:
    assert not relation.ends(old, new)
    assert not relation.gives_up(old, new)


@pytest.mark.req("GENIUS-21", "AIDD-3")
def test_most_of_what_is_given_up_ends() -> None:
    """By the words of a person, where one memory alone is meant; the strict law, of all homes, ends half of them."""
    assert sum(relation.gives_up(*pair) for pair in ENDS) >= 0.6 * len(ENDS)
    assert sum(_ends(*pair) for pair in ENDS) >= 0.5 * len(ENDS)
    assert sum(relation.gives_up(*pair) for pair in STAYS) <= 0.05 * len(STAYS)


@pytest.mark.req("GENIUS-21", "AIDD-3")
def test_what_tells_of_another_thing_in_the_same_words_ends_nothing() -> None:
    pairs = [line.strip().split(" => ") for line in BESIDE.strip().splitlines()]
    assert [pair for pair in pairs if relation.ends(*pair)] == []


def test_nothing_ends_itself() -> None:
    assert not [text for pair in (*ENDS, *STAYS) for text in pair if _ends(text, text)]


def test_what_is_longer_than_what_is_read_ends_nothing() -> None:
    old, new = ENDS[0]
    assert not _ends(f"{old} {'x' * 2_000}", new)
    assert not _ends(old, f"{new} {'x ' * 2_000}")
