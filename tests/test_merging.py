"""What becomes of a file of memory that two branches changed: laws, and cases of what is merged how."""

import json
import time
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.guardrails import file_format, read_rails
from memory_core.journal import journal_entries
from memory_core.learnings import warm
from memory_core.verbs.merging import UnmergeableError, merged
from tests.properties import family

DECISIONS = ".genius/memory/decisions.json"
RAILS = file_format.FILE
WARM = ".claude/learnings/warm-memory.json"
LOG = "aidd/reports/memory/ABC-1.decisions.jsonl"
PACK = "aidd/reports/memory/ABC-1.decisions.pack.json"
NOW = "2026-03-14T15:09:26Z"


def decision(text: str, **more: Any) -> dict[str, Any]:
    item = {
        "id": journal_entries.identify("decision", text),
        "decision": text,
        "reason": "",
        "timestamp": NOW,
        "tags": [],
    }
    return {**item, **more}


def array(*items: Any) -> str:
    return "[\n" + ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in items) + "\n]\n" if items else "[]\n"


def rule(name: str, text: str, **more: Any) -> dict[str, Any]:
    return {"id": name, "constraint": text, "reason": "so", "applies_to": "**", "created_on": "2026-03-14", **more}


def rails(*rules: Any, **more: Any) -> str:
    return json.dumps({
        "schema_version": "1.0.0", "project": "shop", "last_updated": "2026-03-14",
        "architectural_constraints": [*rules], "intentional_patterns": [], "rejected_changes": [], **more,
    }, indent=2) + "\n"  # fmt: skip


def pref(number: int, text: str, **more: Any) -> dict[str, Any]:
    item = {"id": f"pref_{number:03}", "description": text, "confidence": 0.8, "last_accessed": "2026-03-14"}
    return {**item, "access_count": 0, "source": "statement", "created": "2026-03-14", **more}


def learnt(*items: Any, **more: Any) -> str:
    context = {"current_project": "shop", "active_skills": [], "recent_files": []}
    inner = {"preferences": [*items], "patterns": [], "context": context, "returned": {}, **more}
    return json.dumps({"warm_memory": inner})


def both(path: str, base: str, ours: str, theirs: str) -> str:
    """What both ways round come to."""
    result = merged(path, base, ours, theirs)
    assert merged(path, base, theirs, ours) == result
    assert merged(path, base, result, result) == result
    for side in (ours, theirs):
        again = merged(path, side, side, result)
        assert again == result
    return result


def constraints(text: str) -> dict[str, str]:
    return {entry["id"]: entry["constraint"] for entry in json.loads(text)["architectural_constraints"]}


def preferences(text: str) -> dict[str, str]:
    return {entry["id"]: entry["description"] for entry in json.loads(text)["warm_memory"]["preferences"]}


# What two branches add, change, take out.


def test_what_both_added_stays_and_what_one_took_out_goes():
    a, b, c, d = map(decision, ("Use WAL", "Use UTC", "Prices are integers", "Carts expire"))
    result = both(DECISIONS, array(a, b), array(a, c), array(a, b, d))
    assert result == array(a, *sorted((c, d), key=lambda entry: entry["id"]))


def test_an_entry_that_one_side_changed_and_the_other_took_out_stays():
    a, b = decision("Use WAL"), decision("Use UTC")
    changed = {**b, "status": "superseded", "updated": "2026-03-15T00:00:00Z"}
    assert both(DECISIONS, array(a, b), array(a), array(a, changed)) == array(a, changed)


def test_of_an_entry_that_both_changed_each_field_is_merged():
    a = decision("Use WAL", tags=["db", "old"], reason="It is fast")
    ours = {
        **a,
        "tags": ["db", "sqlite"],
        "path": "src/**",
        "reason": "Readers wait for nobody",
        "updated": "2026-03-15T00:00:00Z",
    }
    theirs = {
        **a,
        "tags": ["db", "old", "io"],
        "spec": "ABC-1",
        "reason": "Nobody waits",
        "updated": "2026-03-16T00:00:00Z",
    }
    (entry,) = json.loads(both(DECISIONS, array(a), array(ours), array(theirs)))
    assert sorted(entry.pop("tags")) == ["db", "io", "sqlite"]
    assert entry == {
        **{key: value for key, value in a.items() if key != "tags"},
        "reason": "Nobody waits", "path": "src/**", "spec": "ABC-1", "updated": "2026-03-16T00:00:00Z",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("status", "other", "holds"),
    [("open", "resolved", "resolved"), ("resolved", "superseded", "superseded"), ("rejected", "resolved", "rejected")],
)
def test_of_two_states_that_are_equally_new_the_later_of_a_life_holds(status: str, other: str, holds: str):
    a = decision("Use WAL", status="active")
    result = both(DECISIONS, array(a), array({**a, "status": status}), array({**a, "status": other}))
    assert json.loads(result)[0]["status"] == holds
    newer = {**a, "status": status, "updated": "2027-01-01T00:00:00Z"}
    result = both(DECISIONS, array(a), array(newer), array({**a, "status": other}))
    assert json.loads(result)[0]["status"] == status


def test_what_both_sides_captured_is_there_once():
    a = decision("Use WAL", session="s-1", uuid="1")
    result = both(
        DECISIONS, "", array(a), array({**a, "session": "s-2", "uuid": "2", "timestamp": "2026-03-13T00:00:00Z"})
    )
    (entry,) = json.loads(result)
    assert (entry["session"], entry["uuid"], entry["timestamp"]) == ("s-1", "1", "2026-03-13T00:00:00Z")


def test_an_id_that_two_journal_entries_have_is_not_a_reason_to_lose_one():
    foreign = decision("Use UTC", id=journal_entries.identify("decision", "Use WAL"))
    entries = json.loads(both(DECISIONS, "[]", array(decision("Use WAL")), array(foreign)))
    assert {entry["id"]: entry["decision"] for entry in entries} == {
        journal_entries.identify("decision", text): text for text in ("Use WAL", "Use UTC")
    }


def test_what_nobody_can_read_as_an_entry_stays_too():
    result = both(DECISIONS, array(), array("a text", 5, None, decision("A")), array("a text", {"id": 7}, [1]))
    assert Counter(json.dumps(entry) for entry in json.loads(result)) == Counter(
        json.dumps(entry) for entry in ("a text", 5, None, decision("A"), {"id": 7}, [1])
    )


def test_text_of_an_entry_that_nobody_changed_stays_byte_for_byte():
    odd = '{"id":"d-1",   "decision": "caf\\u00e9",\n  "x": 1.50}'
    a, b = (json.dumps(decision(text)) for text in ("A", "B"))
    result = both(DECISIONS, f"[{odd}]", f"[{odd},{a}]", f"[\n{odd},\n{b}]")
    assert odd in result
    assert len(json.loads(result)) == 3


# Ids that are numbers.


def test_a_number_that_both_gave_away_is_given_once():
    base = rails(rule("AC-001", "No ORM"))
    ours = rails(rule("AC-001", "No ORM"), rule("AC-002", "No Kafka"))
    theirs = rails(rule("AC-001", "No ORM"), rule("AC-002", "Prices are integers", created_on="2026-03-10"))
    rules = constraints(both(RAILS, base, ours, theirs))
    assert set(rules) == {"AC-001", "AC-002", "AC-003"}
    assert set(rules.values()) == {"No ORM", "No Kafka", "Prices are integers"}
    assert read_rails.read(both(RAILS, base, ours, theirs)).problems == ()


def test_what_names_an_entry_follows_it_to_its_new_number():
    def changed(text: str, *ids: str) -> dict[str, Any]:
        return {"context_changes": [{"detected_on": "2026-03-14", "description": text, "affects": [*ids]}]}

    a, b, c = rule("AC-001", "No ORM"), rule("AC-002", "No Kafka"), rule("AC-002", "Prices are integers")
    base, ours = rails(a), rails(a, b, **changed("Kafka left", "AC-002", "AC-001"))
    theirs = rails(a, c, **changed("Yen came", "AC-002"))
    text = both(RAILS, base, ours, theirs)
    named = {text: name for name, text in constraints(text).items()}
    affected = {change["description"]: change["affects"] for change in json.loads(text)["context_changes"]}
    assert affected == {"Kafka left": [named["No Kafka"], "AC-001"], "Yen came": [named["Prices are integers"]]}


def test_a_number_whose_entry_is_gone_is_not_given_again():
    base = rails(rule("AC-001", "A"), last_ids={"AC": 7})
    rules = constraints(both(RAILS, base, rails(rule("AC-001", "A"), rule("AC-008", "B"), last_ids={"AC": 7}),
                             rails(rule("AC-001", "A"), rule("AC-008", "C"), last_ids={"AC": 9})))  # fmt: skip
    assert set(rules) == {"AC-001", "AC-008", "AC-010"}


def test_each_commit_of_a_rebase_finds_its_entries_under_their_new_numbers():
    a, x, y, z = rule("AC-001", "a"), rule("AC-002", "x"), rule("AC-002", "y"), rule("AC-003", "z")
    steps = [rails(a), rails(a, y), rails(a, y, z), rails(a, {**y, "reason": "why"}, z), rails(a, z)]
    onto = rails(a, x)
    for before, after in pairwise(steps):
        onto = merged(RAILS, before, onto, after)
        assert merged(RAILS, before, after, onto) == merged(RAILS, before, onto, after)
    assert set(constraints(onto).values()) == {"a", "x", "z"}
    assert len(constraints(onto)) == 3


def test_the_same_rule_of_both_sides_is_one():
    result = both(
        RAILS, rails(), rails(rule("AC-001", "Use pnpm")), rails(rule("AC-001", "No ORM"), rule("AC-002", "Use pnpm."))
    )
    assert "No ORM" in constraints(result).values()
    assert len(constraints(result)) == 2


def test_a_rule_for_another_place_is_another_rule():
    sides = [rails(rule("AC-001", "No ORM", applies_to=place)) for place in ("src/a/**", "src/b/**")]
    assert len(constraints(both(RAILS, rails(), *sides))) == 2


def test_learnings_are_numbered_and_counted():
    a = pref(1, "Use tabs")
    result = both(
        WARM, learnt(a), learnt({**a, "access_count": 7}, pref(2, "Use ruff"), returned={"pref_002": "2026-03-01"}),
        learnt({**a, "access_count": 3, "last_accessed": "2026-03-20"}, pref(2, "Use pytest"), pref(3, "Use RUFF")),
    )  # fmt: skip
    descriptions = preferences(result)
    assert sorted(map(str.lower, descriptions.values())) == ["use pytest", "use ruff", "use tabs"]
    (first,) = (
        preference for preference in json.loads(result)["warm_memory"]["preferences"] if preference["id"] == "pref_001"
    )
    assert (first["access_count"], first["last_accessed"]) == (7, "2026-03-20")
    (ruff,) = (name for name, text in descriptions.items() if text.lower() == "use ruff")
    assert json.loads(result)["warm_memory"]["returned"] == {ruff: "2026-03-01"}
    read = warm.parse(result, "project")
    assert not read.problems
    assert warm.text_of(read) == result or not read.is_damaged


# The log, and what is derived.


def test_lines_of_a_log_stand_in_the_order_of_their_times():
    line = '{{"ts": "2026-03-{:02}T00:00:00Z", "decision_id": "{}"}}'.format
    a, b, c, d = line(1, "a"), line(5, "b"), line(3, "c"), line(7, "d")
    result = both(LOG, f"{a}\n", f"{a}\n{b}\n{b}\n", f"{a}\n{c}\nno json\n{d}")
    assert result.splitlines() == [a, c, "no json", b, b, d]


def test_a_derived_file_stays_as_it_is():
    assert merged(PACK, "base", "{}", "[]") == "{}"
    assert merged(PACK, "base", "base", "[]") == "base"


# What cannot be merged.


@pytest.mark.parametrize(
    "damaged",
    ["", "  \n", "{", "[", '[{"id": "d-1", "decision": ]', "{}", "5", '[{"id": "d-1", "id": "d-2"}]', "[" * 3000,
     "[" * 200 + "]" * 200, '<<<<<<< ours\n[]\n=======\n[]\n>>>>>>> theirs\n'],
)  # fmt: skip
def test_a_damaged_side_is_not_merged(damaged: str):
    base, other = array(decision("A")), array(decision("A"), decision("B"))
    for sides in ((damaged, other), (other, damaged)):
        with pytest.raises(UnmergeableError):
            merged(DECISIONS, base, *sides)
    for path, text in ((RAILS, rails(rule("AC-001", "A"))), (WARM, learnt(pref(1, "A")))):
        if damaged != "{}" or path == WARM:
            with pytest.raises(UnmergeableError):
                merged(path, text, damaged, text.replace("A", "B"))


def test_a_damaged_base_takes_nothing_away():
    result = both(DECISIONS, "<<<<<<<", array(decision("A")), array(decision("A"), decision("B")))
    assert {entry["decision"] for entry in json.loads(result)} == {"A", "B"}


@pytest.mark.parametrize("path", ["README.md", "x/IRIS_MEMORY.json", ".genius/memory/other.json"])
def test_no_other_file_is_touched(path: str):
    with pytest.raises(UnmergeableError):
        merged(path, "a", "b", "c")


def test_half_a_character_is_written_as_it_was():
    half = '{"id": "d-1", "decision": "\\ud83d", "timestamp": "", "x": %d}'
    result = both(DECISIONS, f"[{half % 1}]", f"[{half % 2}]", f"[{half % 3}]")
    assert json.loads(result)[0]["decision"] == "\ud83d"


# Size.


@pytest.mark.heavy
@pytest.mark.parametrize(("path", "form"), family([(DECISIONS, array), (RAILS, rails), (WARM, learnt)]))
def test_thousands_of_entries_of_each_side(path: str, form: Callable[..., str]):
    def entry(side: str, number: int) -> dict[str, Any]:
        text = f"Thing {side} {number} holds because of reason {number}"
        return {DECISIONS: decision(text), RAILS: rule(f"AC-{number:03}", text), WARM: pref(number, text)}[path]

    base = [entry("base", number) for number in range(1, 1001)]
    sides = [form(*base, *(entry(side, number) for number in range(1001, 4001))) for side in ("ours", "theirs")]
    result = merged(path, form(*base), *sides)
    assert result.count('"Thing ') >= 7_000
    assert merged(path, form(*base), *reversed(sides)) == result
    if path == RAILS:
        assert len(constraints(result)) == 7_000


@pytest.mark.heavy
@pytest.mark.parametrize(
    "hostile",
    [
        rails(*({"id": "AC-001", "constraint": "x"} for _ in range(5_000))),
        rails(*({"id": "AC-001", "constraint": f"x{n}", "affects": ["AC-001"] * 5} for n in range(5_000))),
        rails(**{f"key {n}": n for n in range(20_000)}),
        rails(rule("AC-99999", "last"), rule("AC-999999999", "large"), rule("AC-" + "9" * 400, "huge")),
    ],
)
def test_a_hostile_file_costs_no_more_than_its_size(hostile: str):
    start = time.process_time()
    result = both(RAILS, rails(), hostile, rails(rule("AC-001", "A"), rule("AC-002", "B")))
    assert {"A", "B"} <= {entry["constraint"] for entry in json.loads(result)["architectural_constraints"]}
    assert time.process_time() - start < 60  # a square of it would take hours


# Laws.

WORDS = st.sampled_from([f"Thing {letter}" for letter in "abcdefgh"])
MOMENT = st.sampled_from(["2026-03-01T00:00:00Z", "2026-03-02T00:00:00Z", ""])
ENTRY = st.builds(
    lambda text, when, status, tags: decision(text, timestamp=when, status=status, tags=tags),
    WORDS, MOMENT, st.sampled_from(["active", "superseded", "open"]), st.lists(st.sampled_from("xyz"), unique=True),
)  # fmt: skip
JOURNAL = st.lists(ENTRY, max_size=6, unique_by=lambda entry: entry["id"]).map(lambda entries: array(*entries))
RULES = st.lists(
    st.builds(rule, st.sampled_from([f"AC-{n:03}" for n in range(1, 5)]), WORDS),
    max_size=4,
    unique_by=lambda entry: entry["id"],
).map(lambda entries: rails(*entries))
LEARNT = st.lists(
    st.builds(pref, st.integers(1, 5), WORDS, access_count=st.integers(0, 3)),
    max_size=4,
    unique_by=lambda entry: entry["id"],
).map(lambda entries: learnt(*entries))
LINES = st.lists(st.builds('{{"ts": "{}", "topic": "{}"}}'.format, MOMENT, WORDS), max_size=5).map(
    lambda entries: "".join(f"{line}\n" for line in entries)
)
THREE = st.one_of(
    *(st.tuples(st.just(path), texts, texts, texts) for path, texts in
      ((DECISIONS, JOURNAL), (RAILS, RULES), (WARM, LEARNT), (LOG, LINES)))
)  # fmt: skip


def entry_words(path: str, text: str) -> set[str]:
    """The words of a file's entries."""
    if path == LOG:
        return set(text.splitlines())
    if path == DECISIONS:
        return {entry["decision"] for entry in json.loads(text)}
    return {*(constraints(text) if path == RAILS else preferences(text)).values()}


@given(THREE)
def test_it_does_not_count_which_side_is_which(versions: tuple[str, str, str, str]):
    path, base, ours, theirs = versions
    assert merged(path, base, ours, theirs) == merged(path, base, theirs, ours)


@given(THREE)
def test_the_same_twice_and_one_side_unchanged_change_nothing(versions: tuple[str, str, str, str]):
    path, base, ours, _ = versions
    assert merged(path, base, ours, ours) == ours
    assert merged(path, base, base, ours) == ours
    assert merged(path, base, ours, base) == ours


@given(THREE)
def test_what_came_of_a_merge_is_merged_again_to_the_same(versions: tuple[str, str, str, str]):
    path, base, ours, theirs = versions
    result = merged(path, base, ours, theirs)
    assert merged(path, ours, result, ours) == result
    assert merged(path, theirs, theirs, result) == result


@given(THREE)
def test_no_entry_is_lost_and_none_comes_of_nothing(versions: tuple[str, str, str, str]):
    path, base, ours, theirs = versions
    before, our_texts, their_texts, result = (
        entry_words(path, text) for text in (base, ours, theirs, merged(path, base, ours, theirs))
    )
    assert result <= our_texts | their_texts
    if path in (DECISIONS, LOG):
        assert result >= (our_texts & their_texts) | ((our_texts | their_texts) - before)
    both_new = merged(path, "", ours, theirs)
    assert entry_words(path, both_new) == our_texts | their_texts


@given(THREE)
def test_three_branches_come_to_the_same_in_any_order(versions: tuple[str, str, str, str]):
    path, first, second, third = versions
    empty = {DECISIONS: array(), RAILS: rails(), WARM: learnt(), LOG: ""}[path]
    left = merged(path, empty, merged(path, empty, first, second), third)
    right = merged(path, empty, first, merged(path, empty, second, third))
    assert (
        entry_words(path, left)
        == entry_words(path, right)
        == entry_words(path, first) | entry_words(path, second) | entry_words(path, third)
    )


ANY = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.sampled_from(["AC-001", "AC-002", "", "Thing a"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["id", "constraint", "affects", "status", "description", "x"]), inner, max_size=4
        )
    ),
    max_leaves=8,
)
STRANGE = st.dictionaries(
    st.sampled_from(["architectural_constraints", "context_changes", "last_ids", "last_updated", "x"]),
    st.lists(ANY, max_size=4) | ANY, max_size=4,
).map(json.dumps)  # fmt: skip


@given(STRANGE, STRANGE, STRANGE)
def test_whatever_stands_in_a_file_it_is_merged_the_same_both_ways_or_not_at_all(base: str, ours: str, theirs: str):
    results: list[str | None] = []
    for sides in ((ours, theirs), (theirs, ours)):
        try:
            results.append(merged(RAILS, base, *sides))
        except UnmergeableError:
            results.append(None)
    assert results[0] == results[1] or ours == theirs or base in (ours, theirs)
    if results[0] is not None:
        json.loads(results[0])
