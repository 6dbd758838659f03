"""What of a session's words is the decision, what its reason and its topic, and what it ends in the log (AIDD-28)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.tickets import decision, decision_from_session
from memory_core.tickets.decision import Entry, Log, fold
from memory_core.tickets.decision_from_session import Standing

PLAIN = [
    ("use SQLite, because it is one file", "use SQLite", "it is one file"),
    ("use SQLite because it is one file.", "use SQLite", "it is one file"),
    ("wir nutzen SQLite, weil es eine Datei ist", "wir nutzen SQLite", "es eine Datei ist"),
    ("we won't use opened_at, because the window is a timer", "we won't use opened_at", "the window is a timer"),
    ("gateway: use HMAC, because of the pepper", "gateway: use HMAC", "of the pepper"),
]
WHOLE = [
    "use SQLite",
    "we don't use Redis because it is fast",
    "use A because b is c, and use C for the rest",
    "use A because the gateway is slow. Use Redis for pages",
    "use A because the gateway is slow, except at night",
    "we keep argon2 not because it is slow",
    "we keep argon2 partly because it is slow",
    "use A because b is slow because of c",
    "Because it is slow, we drop argon2",
    "use A because",
    "",
]
ASKED = [
    ("In memory — chosen when asked: Where are the wrong tries of a terminal counted?", True),
    ("Yes — chosen when asked: How should I proceed?", False),
    ("Yes — chosen when asked: Which option would you like?", False),
    ("Yes — chosen when asked: Should this old importer module be removed from the tree?", False),
    (" — chosen when asked: Where are the wrong tries of a terminal counted?", False),
    ("Count the wrong tries in memory", False),
]


@pytest.mark.req("AIDD-3")
@pytest.mark.parametrize(("text", "chosen", "why"), PLAIN)
def test_a_plain_reason_stands_by_itself(text: str, chosen: str, why: str) -> None:
    assert decision_from_session.apart(text) == (chosen, why)


@pytest.mark.parametrize("text", WHOLE)
def test_where_the_reason_is_not_plain_the_words_stay_whole(text: str) -> None:
    assert decision_from_session.apart(text) == (text, "")


@pytest.mark.parametrize(("text", "is_topic"), ASKED)
def test_a_question_is_a_topic_where_it_says_what_it_is_about(text: str, is_topic: bool) -> None:
    asked, chosen = decision_from_session.answer(text)
    assert bool(asked) is bool(chosen) is is_topic
    assert not is_topic or text == f"{chosen} — chosen when asked: {asked}"


WORDS = st.sampled_from(
    [f"use {choice} {how} for the {what}" for choice in "ABC" for how in ("", *(f"instead of {x}" for x in "ABC"))
     for what in ("codes", "pages")]
)  # fmt: skip


@pytest.mark.req("AIDD-28")
@given(st.lists(st.tuples(WORDS, st.integers(0, 9), st.sampled_from(["marker", "answer", "commit-body"])), max_size=8))
def test_only_what_stands_is_ended_and_never_in_a_circle(statements: list[tuple[str, int, str]]) -> None:
    lines: list[Entry] = []
    whole = Standing(Log(), "I1")
    for words, minute, rule in statements:
        when = f"2026-03-14T09:{minute:02d}:00Z"
        name = decision.identify("T-1", words, words)
        new = Entry(name, "T-1", words, words, when, "I1", extra={"rule": rule})
        before = fold(lines)
        again = Standing(before, "I1")
        assert again.holds(new) is whole.holds(new)
        if whole.holds(new):
            continue
        old, likely = whole.replaced(new, rule)
        assert (old and old.id, likely) == ((other := again.replaced(new, rule)[0]) and other.id, likely)
        whole.add(new, old)
        ended = next((entry for entry in before.entries if old and entry.id == old.id), None)
        assert not old or (ended and ended.status == "active" and ended.ts <= when and rule != "commit-body")
        assert not (old and likely)
        lines.append(new._replace(supersedes=old.id if old else ""))
        assert not any(conflict.is_cycle for conflict in fold(lines).conflicts)
        assert {entry.id: entry.status for entry in fold(lines).entries}[name] == "active"
