"""Which facts are two and which are one: nothing stated is lost to its twin, what is retold is told once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.extract import merge, same_fact
from memory_core.extract.candidate import EMPTY, Carry, propose
from memory_core.extract.extraction import extract
from memory_core.extract.turn import Turn
from tests.properties import examples
from tests.rows import each_row

TWO = [
    ("DECISION: Store user session tokens in Redis", "DECISION: Store user session tokens in Postgres"),
    ("DECISION: The gateway is the public entry for mobile", "DECISION: The gateway is the private entry for mobile"),
    ("RULE: Code review is mandatory in the billing module", "RULE: Code review is optional in the billing module"),
    ("DECISION: Never log customer emails", "DECISION: Log customer emails"),
    ("DECISION: Feature flags are allowed in the checkout", "DECISION: Feature flags are forbidden in the checkout"),
    ("DECISION: Alice owns the payments and its pager", "DECISION: Bob owns the payments and its pager"),
    ("PATTERN: Handlers in api/orders.py return typed errors", "PATTERN: Handlers in api/users.py return typed errors"),
    ("DECISION: We will use REST for the partner API", "DECISION: We will use GraphQL for the partner API"),
    ("DECISION: Timeout for upstream calls is thirty seconds", "DECISION: Timeout for upstream calls is sixty seconds"),
    ("DECISION: Timeout for upstream calls is 30 seconds", "DECISION: Timeout for upstream calls is 60 seconds"),
    ("DECISION: Increase the pool for the image queue", "DECISION: Decrease the pool for the image queue"),
    ("DECISION: Deploy to production on Mondays", "DECISION: Deploy to production on Fridays"),
    ("NEVER: call the vendor API from the request thread", "ALWAYS: call the vendor API from the request thread"),
    ("ERROR: importing customers crashes the nightly worker", "ERROR: exporting customers crashes the nightly worker"),
    ("ERROR: tests in test_orders.py fail on Windows", "ERROR: tests in test_users.py fail on Windows"),
    ("DECISION: 支払いサービスはRedisを使う", "DECISION: 支払いサービスはPostgresを使う"),
    ("DECISION: Write the service in Go", "DECISION: Write the service in C#"),
    ("DECISION: Write the new importer in JS", "DECISION: Write the new importer in TS"),
    ("PATTERN: parse/1 is the only way in for events", "PATTERN: parse/2 is the only way in for events"),
    ("LEARNED: The cache is flushed before the deploy step", "LEARNED: The cache is flushed after the deploy step"),
    ("DECISION: Use Redis", "DECISION: Use Redis for rate limits of the gateway"),
    ("DECISION: Postgres stores the session tokens", "DECISION: We store the session tokens in Redis"),
    ("DECISION: Cache user profiles in Redis for an hour", "NOTE: Cache user profiles in memory for an hour"),
    ("PREFER: tabs over spaces in Makefiles", "PREFER: spaces over tabs in Makefiles"),
    ("NOTE: x.py must not import y.py", "NOTE: y.py must not import x.py"),
    ("PREFER: it in JS", "PREFER: it in TS"),
]  # fmt: skip
ONE = [
    ("marker", "Store user session tokens in Redis", "marker", "Store user session tokens in Redis"),
    ("marker", "Store user session tokens in Redis", "marker", "Store the user session tokens in Redis."),
    ("marker", "Cache pages per tenant", "said-decision", "We cache pages per tenant, it is simpler."),
    ("commit-body", "Store session tokens in Redis", "ticket-reason", "Stored session tokens in Redis."),
    ("commit-body", "Replace the polling loop with a file watcher", "summary-decision",
     "The polling loop was replaced with a file watcher, so that idle machines sleep"),
    ("commit-body", "Extract the shared retry policy into a helper module", "ticket-reason",
     "Retry policy extracted into a shared helper module, used by both clients."),
    ("said-decision", "The parser keeps comments instead of dropping them, as the formatter asks.", "commit-body",
     "Parser keeps comments instead of dropping them"),
    ("plan", "Migrate the settings table with an idempotent script", "commit-body",
     "Settings table migration is an idempotent script now"),
    ("summary-decision", "Errors carry the path of the file and what mends them", "ticket-reason",
     "Errors now carry the path of the file and what mends them."),
    ("commit-body", "Debug panel and expand controls stand in the shared view", "summary-decision",
     "Shared view components for rows, debug panel and expand controls, used everywhere"),
    ("said-decision", "Going with optimistic locking rather than a queue", "plan",
     "Optimistic locking rather than a queue: conflicts are rare and the retry is cheap"),
    ("commit-body", "Validate the webhook signature before parsing the payload", "summary-decision",
     "The webhook signature is validated before the payload is parsed"),
]  # fmt: skip


def _candidate(rule, text, line):
    return propose(Turn("assistant", text, line, f"u{line}"), "decision", text, rule, 0.9 - line / 10)


@pytest.mark.req("GENIUS-20")
@each_row("pair", TWO, ids=lambda pair: pair[1])
def test_an_exchanged_word_makes_another_fact(pair):
    first, second = (Turn("assistant", text, line, f"u{line}") for line, text in enumerate(pair))
    lines = {candidate.line for candidate in extract([first, second]).candidates}
    assert lines == {0, 1}
    before = extract([first])
    carry = Carry.from_json(before.carry.to_json())
    assert before.candidates
    assert [candidate.line for candidate in extract([second], carry).candidates if candidate.rule == "marker"] == [1]


@pytest.mark.req("GENIUS-21")
@each_row("retold", ONE, ids=lambda retold: retold[3])
def test_what_is_retold_is_told_once(retold):
    first, second = _candidate(retold[0], retold[1], 0), _candidate(retold[2], retold[3], 1)
    assert len(merge.merge([first, second], {})) == 1
    assert len(merge.merge([second, first], {})) == 1
    state: dict[str, object] = {}
    merge.merge([first], state)
    assert merge.merge([second], state) == []


def test_two_commits_for_one_ticket_are_two_even_where_git_said_nothing():
    turn = Turn("assistant", "", 1, "u1")
    first = propose(turn, "progress", "Guard against an empty config (#12)", "commit", 0.95, tags=("#12",))
    second = propose(turn, "progress", "Guard the loader too (#12)", "commit", 0.95, tags=("#12",))
    assert len(merge.merge([first, second], {})) == 2


WORD = st.sampled_from("redis postgres cache token worker queue never not orders.py users.py 30 60 Go Alice".split())


@given(st.lists(st.lists(WORD, min_size=1, max_size=7).map(" ".join), max_size=40))
@examples(150)
def test_of_stated_facts_none_is_dropped_that_says_another_word(texts):
    candidates = [
        propose(Turn("assistant", text, line, f"u{line}"), "decision", text, "marker", 0.98)
        for line, text in enumerate(texts)
    ]
    kept = merge.merge(candidates, {})
    for candidate in candidates:
        own = set(candidate.text.split())
        assert any(own <= set(other.text.split()) or own >= set(other.text.split()) for other in kept), candidate.text
    assert merge.merge(kept, {}) == kept


def test_thousands_of_facts_are_compared_with_few_each(monkeypatch):
    """Counted, not timed: a comparison of each with all would be four million."""
    words = "parser cache token queue index worker handler config schema deploy build test socket buffer".split()
    compared = 0
    real = same_fact.same

    def counted(new, old):
        nonlocal compared
        compared += 1
        return real(new, old)

    monkeypatch.setattr(same_fact, "same", counted)
    candidates = []
    for line in range(2000):
        text = " ".join(words[(line * step + step) % len(words)] for step in range(1, 9)) + f" {line}"
        candidates.append(_candidate("marker", text, line)._replace(certainty=0.98))
    assert len(merge.merge(candidates, {})) == len(candidates)
    assert compared <= 100 * len(candidates)


def test_the_carry_of_nothing_is_empty():
    assert extract([]).candidates == []
    assert merge.merge([], dict(EMPTY.state)) == []
