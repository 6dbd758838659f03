"""Which memories a prompt is surely about: what has a topic, what is told of it, and how often rightly."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench import suggest as bench
from memory_core.recall.light import suggest, suggest_words
from memory_core.recall.light.suggest import Seen
from tests.conftest import ROOT
from tests.rows import each_row

COOKIE = "Session cookies are SameSite=None because the shop widget embeds us in an iframe"
# Nobody thanks for anything here: a nod, a command, machine text, a paste, a request that could stand in any project.
NO_TOPIC = (
    "", "yes", "ok go on", "weiter", "да", "好的，继续", "oui, vas-y", "/compact", "/cs:memory status", "run the tests",
    "fix the typo", "commit and push", "what does this function do?", "sort the imports", "why?", "…", "\x00\x1b[31m",
    "<task-notification>\n<summary>the session cookie was dropped</summary>\n</task-notification>",
    "<local-command-stdout>session cookie</local-command-stdout>",
    "[Request interrupted by user]",
    "This session is being continued from a previous conversation. It was about the session cookie.",
    "This session is being continued from a previous conversation.\nOSError: the session cookie is gone",
    "```\nsession_cookie = None\n```",
    "2026-03-02 10:11:12,123 INFO session cookie dropped",
)  # fmt: skip


def seen(name: str, summary: str, body: str = "", **fields: str) -> Seen:
    record = [
        name, fields.get("kind", "decision"), summary, body, ["project", None, fields.get("path")],
        "2026-01-05T10:00:00Z", "", fields.get("status", "active"), [], [],
        ["notes", "", fields.get("session", ""), "", "", ""], {},
    ]  # fmt: skip
    return Seen(fields.get("home", "notes/decisions"), name, record)


def suggested_ids(prompt: str, *memories: Seen) -> list[str]:
    """The ids that are suggested for a prompt among these memories and ninety others of which none shares a word."""
    terms = suggest_words.terms(prompt)
    weight = suggest.weights(terms, {term.key: 1 for term in terms}, 90)
    return (
        [suggestion.memory.id for suggestion in suggest.chosen(suggest.weighed(terms, weight, memories))]
        if terms
        else []
    )


@each_row("prompt", NO_TOPIC)
def test_most_prompts_have_no_topic(prompt: str) -> None:
    assert suggest_words.terms(prompt) == []


@pytest.mark.parametrize(
    ("prompt", "words"),
    [
        ("why is the session cookie not lax?", {"session", "cookie", "lax"}),
        ("Warum ist das Session-Cookie nicht lax?", {"session", "cookie", "lax"}),
        ("look at api/labels/render.py", {"api/labels/render.py"}),
        ("it raises MissingGreenlet", {"MissingGreenlet"}),
        ("statement_timeout is too short", {"statement_timeout"}),
        ("DHL answers 429", {"dhl", "429"}),
        ('Traceback (most recent call last):\n  File "a.py", line 3\nOSError: no libpango', {"libpango"}),
        ("alembic: more than one head, merge revisions", {"alembic", "head", "revisions"}),
    ],
)
def test_words_names_and_paths_that_tell_something(prompt: str, words: set[str]) -> None:
    assert words <= {term.text for term in suggest_words.terms(prompt)}


@pytest.mark.req("CS-US-016")
def test_a_memory_that_says_what_is_asked_is_told() -> None:
    cookie = seen("a", COOKIE)
    assert suggested_ids("set SameSite of the session cookie to Lax", cookie) == ["a"]
    assert suggested_ids("Warum ist das Session-Cookie SameSite=None? Setz es auf Lax", cookie) == ["a"]
    assert suggested_ids("add a cookie recipe with almonds to the sample data of the bakery", cookie) == []
    assert suggested_ids("rename the session variable in the report generator of the warehouse", cookie) == []


@pytest.mark.req("CS-NFR-013")
def test_at_most_three_and_each_saying_once() -> None:
    several = [seen(f"m{number}", f"{COOKIE}, case {number}") for number in range(6)]
    assert len(suggested_ids("set SameSite of the session cookie to Lax", *several)) <= suggest.MOST
    again = seen("b", COOKIE)
    again.fingerprint = "a"
    assert suggested_ids("set SameSite of the session cookie to Lax", seen("a", COOKIE), again) == ["a"]


@pytest.mark.parametrize(
    "fields",
    [
        {"status": "superseded"},
        {"home": "journal/proposed"},
        {"home": "documents/spec"},
        {"home": "learnings"},
        {"kind": "preference"},
        {"session": "s-1"},
    ],
)
def test_what_may_not_be_suggested(fields: dict[str, str]) -> None:
    assert not suggest.is_spoken_of(seen("a", COOKIE, **fields), "s-1")
    assert suggest.is_spoken_of(seen("a", COOKIE, status="rejected", session="s-2"), "s-1")


def test_a_memory_stuffed_with_words_is_not_about_everything() -> None:
    stuffed = seen(
        "a", "Note", "session cookie login redis queue map tests deploy error api users page button label " * 40
    )
    for prompt in (
        "make the button on the login page blue",
        "why is the map empty for users?",
        "put Redis in as queue",
    ):
        assert suggested_ids(prompt, stuffed) == []


def test_a_topic_is_what_prompt_and_memory_share() -> None:
    terms = suggest_words.terms("set SameSite of the session cookie to Lax")
    weight = suggest.weights(terms, {term.key: 1 for term in terms}, 90)
    best = suggest.weighed(terms, weight, [seen("a", COOKIE)])[0]
    topic = suggest.topic(best, weight)
    assert set(topic.split()) == {"SameSite", "session", "cookie"}
    assert suggest.is_same(topic, "cookies session samesite")
    assert suggest.is_same(topic, "session cookie")
    assert not suggest.is_same(topic, "cookie")
    assert not suggest.is_same(topic, "webhook signature")


@pytest.mark.parametrize("half", ["d", "t"])
def test_it_is_right_where_it_speaks(half: str) -> None:
    corpus = bench.memories(bench.PLACE / "memories.txt")
    prompts = [prompt for prompt in bench.prompts(bench.PLACE / "labelled.txt") if prompt.half == half]
    figures = bench.measured(prompts, bench.answers(corpus, prompts))
    assert figures.deserving >= len(prompts) // 2 - 3
    assert figures.right >= 0.85 * figures.spoken
    assert figures.wanted >= 0.85 * figures.suggested
    assert figures.right >= 0.8 * figures.deserving


@given(prompt=st.text(max_size=300))
def test_whatever_is_typed_has_terms_that_are_looked_for_as_words(prompt: str) -> None:
    terms = suggest_words.terms(prompt)
    assert len(terms) <= suggest_words.MOST
    for term in terms:
        assert term.match.count('"') == 2
        assert "\0" not in term.match
    assert all(
        0 <= weighed.confidence <= 1
        for weighed in suggest.weighed(terms, {t.key: 1.0 for t in terms}, [seen("a", prompt)])
    )


@given(topic=st.text(max_size=40), other=st.text(max_size=40))
def test_sameness_of_topics_goes_both_ways(topic: str, other: str) -> None:
    assert suggest.is_same(topic, topic)
    assert suggest.is_same(topic, other) == suggest.is_same(other, topic)


def test_a_prompt_without_a_topic_needs_no_library() -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); from memory_core.recall.light import suggest_words, suggest;"
        "from memory_core.recall.light import suggested;"
        "from memory_core import on_user_prompt as prompted;"
        "suggest_words.terms('set SameSite of the session cookie to Lax');"
        "print([name for name in ('json', 're', 'typing', 'apsw', 'sqlite3') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
