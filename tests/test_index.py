"""The index: freshness, keywords, filters. No model here."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.core.memory import Memory, Scope, Source
from memory_core.recall import catalogue, freshness, index_document, keyword, schema
from memory_core.recall.keyword import Filter
from memory_core.recall.schema import Index
from tests.properties import examples


def memory(identity: str, summary: str, **more) -> Memory:
    source = Source("journal", ".genius/memory/decisions.json", more.pop("session", ""), commit=more.pop("commit", ""))
    scope = Scope(work=more.pop("spec", None), path=more.pop("path", None))
    kind = more.pop("kind", "decision")
    return Memory(
        identity, kind, summary, scope=scope, source=source, created=more.pop("created", "2026-01-01T00:00:00Z"), **more
    )


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    opened = schema.opened(str(tmp_path / "index.db"))
    yield opened
    opened.connection.close()


def matches(index: Index, text: str, where: Filter = Filter(), most: int = 100) -> list[str]:  # noqa: B008 - immutable
    hits = keyword.search(index.connection, keyword.query(text), where, most)
    memories = catalogue.memories(index.connection, [row for row, _ in hits])
    return [memories[row].id for row, _ in hits]


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("the digest of priv/static is built last", "priv/static"),
        ("render_message/1 returns iodata", "render_message/1"),
        ("renderMessage escapes twice", "why does render escape a message"),
        ("HTTPServerError is retried", "server error"),
        ("retry the upload three times", "retrying uploads"),
        ("Größe der Schlange ist begrenzt", "grosse GRÖSSE größe"),
        ("naïve Bayes was dropped", "naive bayes"),
        ("東京タワーの近くに倉庫がある", "東京タワー"),
        ("使用数据库缓存会话", "缓存"),
        ("deploy with --no-verify is forbidden", "--no-verify"),
        ("set lock_timeout to 5s", "lock_timeout"),
        ("upgrade to 2.1.330 of the client", "2.1.330"),
    ],
)
def test_words_paths_symbols_and_scripts_are_found(index: Index, text: str, question: str) -> None:
    freshness.refresh(index.connection, "journal", "1", [memory("a", text), memory("b", "something else entirely")])
    assert matches(index, question) == ["a"]


@pytest.mark.parametrize(
    "hostile",
    [
        '"', "'", "*", "(", ")", "a AND", "OR", "NOT x", "NEAR(cache token, 2)", "cache NEAR token", "cache*", "-cache",
        "^cache", "text:cache", "{text near}: cache", 'cache "token', "cache + token", "a:b:c", "\\", "--",
        ";drop table words",
        "\0cache", "cache\ud800", "%s%n", "🙂", "", "   ", "?" * 500, "cache " * 5000,
    ],
)  # fmt: skip
def test_no_text_is_ever_read_as_search_syntax(index: Index, hostile: str) -> None:
    freshness.refresh(index.connection, "journal", "1", [memory("a", "cache the token"), memory("b", "drop the table")])
    assert set(matches(index, hostile)) <= {"a", "b"}
    if "cache" in hostile:
        assert "a" in matches(index, hostile)


@examples(60)
@given(st.text(max_size=80), st.text(max_size=80))
def test_any_text_can_be_kept_and_asked(kept: str, asked: str) -> None:
    index = schema.in_memory()
    freshness.refresh(index.connection, "journal", "1", [memory("a", kept, session="s"), memory("b", "x", session="s")])
    matches(index, asked)
    assert catalogue.counts(index.connection)["records"] == 2
    index.connection.close()


def test_three_words_of_which_one_is_known_still_find_something(index: Index) -> None:
    freshness.refresh(index.connection, "journal", "1", [memory("a", "the berth planner locks rows")])
    assert matches(index, "unheard berth nonsense") == ["a"]


def test_a_question_of_stop_words_alone_is_still_a_question(index: Index) -> None:
    freshness.refresh(index.connection, "journal", "1", [memory("a", "to be or not to be")])
    assert matches(index, "to be") == ["a"]


@pytest.mark.req("CS-FR-013", "C-10")
def test_filters_never_starve_the_search(index: Index) -> None:
    many = [
        memory(f"m{at:05d}", f"the cache of worker {at} is full", created=f"2026-01-01T00:00:{at % 60:02d}Z")
        for at in range(10_000)
    ]
    rare = [
        memory(f"rare{at}", "one cache among many words that make it a poor match " * 3, spec="rare") for at in range(3)
    ]
    freshness.refresh(index.connection, "journal", "1", many + rare)
    assert sorted(matches(index, "cache", Filter("spec = ?", ("rare",)), 10)) == ["rare0", "rare1", "rare2"]


def test_neighbours_lend_their_words_at_half_weight(index: Index) -> None:
    talk = [
        memory("a", "which database do we take", session="s", created="2026-01-01T00:00:01Z"),
        memory("b", "the second one, it is cheaper", session="s", created="2026-01-01T00:00:02Z"),
        memory("c", "good, next topic", session="s", created="2026-01-01T00:00:03Z"),
        memory("d", "lunch", session="other"),
    ]
    freshness.refresh(index.connection, "journal", "1", talk)
    assert matches(index, "database") == ["a", "b"]


OPERATIONS = st.lists(st.sets(st.integers(0, 11), max_size=12), min_size=1, max_size=6)


@examples(40)
@given(OPERATIONS)
def test_however_an_index_came_about_it_answers_as_one_built_at_once(states: list[set[int]]) -> None:
    def at(number: int) -> Memory:
        words = random.Random(number)
        text = " ".join(words.choices(["cache", "token", "queue", "berth", "crane", "lock", "mail"], k=5))
        moment = f"2026-01-{number + 1:02d}T00:00:00Z"
        return memory(f"m{number}", text, session=f"s{number % 3}", created=moment, spec="x" if number % 2 else None)

    grown, fresh = schema.in_memory(), schema.in_memory()
    for step, state in enumerate(states):
        freshness.refresh(grown.connection, "journal", str(step), [at(number) for number in state])
    freshness.refresh(fresh.connection, "journal", "x", [at(number) for number in states[-1]])
    for question in ("cache token", "berth", "mail lock crane queue"):
        answers = [
            sorted(
                (catalogue.memories(index.connection, [row])[row].id, round(score, 9))
                for row, score in keyword.search(index.connection, keyword.query(question), Filter(), 50)
            )
            for index in (grown, fresh)
        ]
        assert answers[0] == answers[1]
    grown.connection.close()
    fresh.connection.close()


def test_only_what_changed_is_written(index: Index) -> None:
    first = [memory(f"m{at}", f"fact {at}") for at in range(5)]
    assert freshness.refresh(index.connection, "journal", "1", first)[:2] == (5, 0)
    changed = [*first[:4], memory("m4", "fact 4", status="superseded")]
    assert freshness.refresh(index.connection, "journal", "2", changed)[:2] == (1, 1)
    assert freshness.refresh(index.connection, "journal", "3", changed)[:2] == (0, 0)
    assert freshness.refresh(index.connection, "journal", "4", [])[:2] == (0, 5)


def test_at_the_deadline_a_refresh_stops_and_the_next_goes_on(index: Index) -> None:
    many = [memory(f"m{at}", f"fact {at}") for at in range(1200)]
    first = freshness.refresh(index.connection, "journal", "1", many, until=0.0)
    assert not first.whole
    assert 0 < first.added < 1200
    assert catalogue.stamps(index.connection) == {}
    second = freshness.refresh(index.connection, "journal", "1", many)
    assert first.added + second.added == 1200
    assert catalogue.stamps(index.connection) == {"journal": "1"}


def test_a_home_that_is_no_more_takes_its_memories_along(index: Index) -> None:
    freshness.refresh(index.connection, "journal", "1", [memory("a", "kept")])
    freshness.refresh(index.connection, "notes", "1", [memory("b", "gone")])
    assert freshness.forget_others(index.connection, ["journal"]) == 1
    assert catalogue.counts(index.connection)["records"] == 1
    assert matches(index, "gone") == []


def test_a_memory_comes_back_as_it_went_in(index: Index) -> None:
    whole = memory(
        "a", "Keep it", body="because", tags=("x", "y"), path="src/a.py", spec="s1", commit="abc", session="s",
        attrs={"certainty": 0.5, "extra": {"deep": [1, None, True]}},
    )  # fmt: skip
    freshness.refresh(index.connection, "journal", "1", [whole])
    assert list(catalogue.memories(index.connection, [1]).values()) == [whole]


def test_what_is_embedded_says_kind_day_and_place() -> None:
    text = index_document.embedded(
        memory("a", "Keep it short", kind="convention", path="src/a.py", created="2026-05-08T10:00:00Z")
    )
    assert text == "convention, 8 May 2026, src/a.py: Keep it short"
    assert index_document.embedded(Memory("a", "", "Only this")) == "Only this"


@given(st.text(max_size=40))
def test_a_day_is_told_or_left_as_it_is(moment: str) -> None:
    assert index_document.day(moment) == moment or moment[4:5] == "-"
