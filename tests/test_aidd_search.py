"""What a slice finds: by id, by name, by words, in any language."""

import pytest

from memory_core.tickets import search
from memory_core.tickets.decision import Entry, fold
from memory_core.tickets.fact import Fact
from tests.rows import each_row

DOC = "aidd/docs/spec/ABC-1.md"
LOG = "aidd/reports/memory/ABC-1.decisions.jsonl"
FACTS = [
    Fact("term", "The wall of the chamber that opens", DOC, 3, 0.9, "r", "Gate", aliases=("lock door",)),
    Fact("constraint", "A gate MUST NOT open while the levels differ", DOC, 9, 0.9, "r", label="FR-012"),
    Fact("default", "30 s", DOC, 12, 0.9, "r", "gate_timeout", why="the motor is slow"),
    Fact("invariant", "Кэш очищается при каждом выпуске", DOC, 14, 0.9, "r"),
    Fact("term", "每次写入后都会清除缓存的内容", DOC, 15, 0.9, "r", "缓存策略"),
    Fact("question", "Who may hear the siren at night?", DOC, 18, 0.9, "r"),
]
OLD = Entry("aaaaaaaaaaaa", "ABC-1", "Retry policy", "Two tries", "2026-01-01T00:00:00Z", line=1)
NEW = Entry("bbbbbbbbbbbb", "ABC-1", "Retry policy", "Three tries, with jitter", "2026-01-02T00:00:00Z", line=2,
            rationale="the motor is slow", supersedes="aaaaaaaaaaaa")  # fmt: skip
DECIDED = fold([OLD, NEW])


def refs(query):
    return [match.ref for match in search.find(query, FACTS, DECIDED, LOG)]


@pytest.mark.req("AIDD-35")
@each_row(
    ("query", "first"),
    [
        ("fr-012", "FR-012"),
        ("bbbbbbbbbbbb", "bbbbbbbbbbbb"),
        ("aaaaaaa", "aaaaaaaaaaaa"),
        ("gate", "Gate"),
        ("LOCK DOOR", "Gate"),
        ("gate-timeout", "gate_timeout"),
        ("retry", "bbbbbbbbbbbb"),
        ("jitter", "bbbbbbbbbbbb"),
        ("кэш", FACTS[3].id),
        ("缓存", "缓存策略"),
        ("清除缓存", "缓存策略"),
        ("siren", FACTS[5].id),
    ],
)
def test_what_is_asked_for_comes_first(query, first):
    assert refs(query)[:1] == [first]


@pytest.mark.req("AIDD-35")
def test_what_was_superseded_comes_behind_and_says_by_what():
    matches = search.find("retry policy", FACTS, DECIDED, LOG)
    assert [match.ref for match in matches] == [NEW.id, OLD.id]
    assert NEW.id in matches[1].text
    assert [match.source for match in matches] == [f"{LOG}:2", f"{LOG}:1"]


@pytest.mark.parametrize("query", ["", "  ", "?!", "submarine", "lev", "slo"])
def test_what_nothing_speaks_of_is_not_found(query):
    assert [match.ref for match in search.find(query, FACTS[1:3], DECIDED, LOG)] == []


def test_a_question_is_answered_by_its_rare_words():
    assert refs("who may hear the siren")[0] == FACTS[5].id
    assert OLD.id not in refs("who may hear the siren")


def test_what_there_is_to_ask_for_is_named_once():
    assert search.names(FACTS, DECIDED) == ["Gate", "gate_timeout", "缓存策略", "Retry policy"]
