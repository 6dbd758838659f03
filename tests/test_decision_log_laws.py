"""What the lines of a decision log say together, whoever wrote them in whatever order."""

import json
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core import edges
from memory_core.core.home import Addition
from memory_core.tickets import decision, memories, places
from memory_core.tickets.decision import Damage, Entry, Log, fold, identify
from tests.conftest import ROOT
from tests.rows import each_row

WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Z")), min_size=1, max_size=40)
IDS = ("aaaa11112222", "bbbb11112222", "cccc11112222", "dddd11112222", "eeee11112222")
SCHEMA = json.loads((ROOT / "schemas/aidd-decision.schema.json").read_text())
CHECK = partial(edges.formats(), "aidd-decision")
KEYS = {*SCHEMA["properties"], decision.FORGOTTEN}
NAMES = st.sampled_from(IDS)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | WORDS,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(WORDS, inner, max_size=2),
    max_leaves=4,
)


@st.composite
def entries(draw: st.DrawFn) -> Entry:
    ticket, topic, text = "ABC-1", draw(WORDS), draw(WORDS)
    return Entry(
        identify(ticket, topic, text), ticket, topic, text,
        draw(st.sampled_from(("", "2026-01-02T03:04:05Z"))),
        draw(st.sampled_from(("", "ABC-1", "iteration_id_I1"))), draw(st.sampled_from(("", "plan", "qa"))),
        tuple(draw(st.lists(WORDS, max_size=5))), draw(st.sampled_from(("", "because", "because\n\n## so\nit is"))),
        draw(st.sampled_from(("", "aidd/docs/spec/ABC-1.md"))), draw(st.sampled_from(decision.STATUSES)),
        draw(st.sampled_from(("", *IDS))),
        extra=draw(st.dictionaries(WORDS.filter(lambda key: key not in KEYS), VALUES, max_size=2)),
    )  # fmt: skip


def new_entry(name: str, supersedes: str = "", status: str = "active", **more: Any) -> Entry:
    topic = more.pop("topic", f"topic of {name}")
    return Entry(
        name, "ABC-1", topic, more.pop("decision", f"do {name}"), "", status=status, supersedes=supersedes, **more
    )


LINES = st.lists(
    st.builds(new_entry, NAMES, st.sampled_from(("", *IDS)), st.sampled_from(decision.STATUSES)).filter(
        lambda entry: entry.id != entry.supersedes
    )
    | st.builds(lambda name: decision.forgetting(name, "ABC-1", ""), NAMES)
    | st.builds(Damage, st.integers(1, 99), st.just("is not valid JSON")),
    max_size=14,
)


def status(log: Log) -> dict[str, str]:
    return {entry.id: entry.status for entry in log.entries}


@pytest.mark.req("AIDD-24", "AIDD-26", "AIDD-28")
@given(entries())
def test_a_line_read_back_is_the_decision_that_was_written(entry: Entry):
    text = decision.line(entry)
    back = decision.entry(text)
    assert "\n" not in text
    assert isinstance(back, Entry)
    assert decision.line(back) == text
    assert back == entry


@pytest.mark.req("AIDD-24", "AIDD-26", "AIDD-27", "AIDD-28")
def test_a_line_has_its_keys_in_the_documented_order():
    entry = new_entry("aaaa11112222", "bbbb11112222", extra={"session": "s1"})
    assert list(json.loads(decision.line(entry))) == [
        "schema", "ts", "ticket", "scope_key", "stage", "decision_id", "topic", "decision", "alternatives",
        "rationale", "source_path", "status", "supersedes", "session",
    ]  # fmt: skip
    assert "supersedes" not in json.loads(decision.line(new_entry("aaaa11112222")))


@pytest.mark.req("AIDD-24", "AIDD-59")
@given(entries() | st.builds(lambda: decision.forgetting("aaaa11112222", "ABC-1", "2026-01-02T03:04:05Z")))
def test_a_line_fits_its_schema(entry: Entry):
    assert list(CHECK(json.loads(decision.line(entry)))) == []


@pytest.mark.req("AIDD-25")
@given(WORDS, WORDS, WORDS)
def test_an_id_says_ticket_topic_and_decision_and_nothing_else(ticket: str, topic: str, words: str):
    name = identify(ticket, topic, words)
    assert len(name) == 12
    assert set(name) <= set("0123456789abcdef")
    assert identify(ticket, f"  {topic} ", f"{words}\n") == name
    assert identify(ticket, topic.casefold(), words) == identify(ticket, topic, words.casefold())
    assert identify(f"{ticket}2", topic, words) != name
    assert identify(ticket, topic, f"{words} too") != name
    assert identify(ticket, f"{topic} {words}", "") != identify(ticket, topic, words)


@pytest.mark.req("AIDD-25")
def test_signs_that_tell_two_decisions_apart_count():
    pairs = [("Use C++", "Use C"), ("timeout > 5", "timeout < 5"), ("offset -5", "offset 5"), ("1.5 s", "15 s")]
    for text, other in pairs:
        assert identify("T", "x", text) != identify("T", "x", other)
    assert identify("T", "x", "Use C.") == identify("T", "x", "use  c")


@given(LINES)
def test_every_id_is_somewhere_once_and_every_line_is_counted(lines: list[Entry | Damage]):
    log = fold(lines)
    shown = [entry.id for entry in log.entries]
    ids = {line.id for line in lines if isinstance(line, Entry)}
    assert sorted([*shown, *log.forgotten]) == sorted(ids)
    assert log.lines == len(lines)
    assert list(log.damages) == [line for line in lines if isinstance(line, Damage)]
    by_id = status(log)
    assert all(by_id[old] == "superseded" for old in log.heads)
    assert set(log.heads.values()) <= set(by_id)
    in_circles = {name for conflict in log.conflicts if conflict.is_cycle for name in conflict.ids}
    assert in_circles.isdisjoint(log.heads)
    assert in_circles.isdisjoint(log.heads.values())
    assert set(log.heads.values()).isdisjoint(log.heads)


@given(LINES)
def test_the_same_lines_say_the_same_and_a_fold_repeats_nothing(lines: list[Entry | Damage]):
    log = fold(lines)
    assert fold(list(lines)) == log
    again = fold(log.entries)
    assert {entry.id for entry in again.entries} == {entry.id for entry in log.entries}


@pytest.mark.req("AIDD-3", "AIDD-28", "AIDD-61")
@given(st.integers(1, 400), st.randoms(use_true_random=False))
def test_superseding_any_chains_leaves_exactly_the_heads_active(many: int, random: Any):
    after: dict[str, str] = {}
    names = [f"{number:012x}" for number in range(many)]
    lines: list[Entry] = []
    heads: list[str] = []
    for name in names:
        old = random.choice(heads) if heads and random.random() < 0.6 else ""
        if old:
            heads.remove(old)
            after[old] = name
        heads.append(name)
        lines.append(new_entry(name, old))
    log = fold(lines)
    assert {entry.id for entry in log.entries if entry.status == "active"} == set(heads)
    assert set(log.heads) == set(after)
    for old, head in log.heads.items():
        while old in after:
            old = after[old]  # noqa: PLW2901 - to the end of the chain
        assert head == old


def test_a_long_chain_is_followed_to_its_end():
    names = [f"{number:012x}" for number in range(20_000)]
    log = fold(new_entry(name, before) for name, before in zip(names, ["", *names], strict=False))
    assert set(log.heads.values()) == {names[-1]}
    assert [entry.id for entry in log.entries if entry.status == "active"] == [names[-1]]


@given(LINES, LINES, st.randoms(use_true_random=False))
def test_lines_that_have_nothing_to_do_with_each_other_may_stand_in_any_order(
    ours: list[Entry | Damage], theirs: list[Entry | Damage], random: Any
):
    theirs = [_renamed(line) if isinstance(line, Entry) else line for line in theirs]
    both: list[Entry | Damage] = []
    left, right = list(ours), list(theirs)
    while left or right:
        both.append((left if not right or (left and random.random() < 0.5) else right).pop(0))
    log, our_log, their_log = fold(both), fold(ours), fold(theirs)
    assert status(log) == {**status(our_log), **status(their_log)}
    assert dict(log.heads) == {**our_log.heads, **their_log.heads}
    assert sorted(log.conflicts) == sorted((*our_log.conflicts, *their_log.conflicts))
    assert set(log.forgotten) == {*our_log.forgotten, *their_log.forgotten}


def _renamed(entry: Entry) -> Entry:
    old = f"z{entry.supersedes[1:]}" if entry.supersedes else ""
    return entry._replace(id=f"z{entry.id[1:]}", supersedes=old, topic=f"z {entry.topic}")


@pytest.mark.req("AIDD-28")
def test_a_later_line_takes_up_again_what_was_superseded():
    a, b = "aaaa11112222", "bbbb11112222"
    log = fold([new_entry(a), new_entry(b, a), new_entry(a)])
    assert status(log) == {a: "active", b: "active"}
    assert log.heads == {}
    assert next(entry for entry in log.entries if entry.id == b).supersedes == ""


def test_a_first_line_behind_the_one_that_supersedes_it_is_superseded():
    a, b = "aaaa11112222", "bbbb11112222"
    log = fold([new_entry(b, a), new_entry(a)])
    assert status(log) == {a: "superseded", b: "active"}
    assert log.heads == {a: b}


def test_more_said_of_a_superseded_decision_does_not_take_it_up_again():
    a, b = "aaaa11112222", "bbbb11112222"
    log = fold([new_entry(a), new_entry(b, a), new_entry(a, status="superseded", rationale="for the record")])
    assert status(log) == {a: "superseded", b: "active"}
    assert log.entries[0].rationale == "for the record"


def said_more(lines: list[Entry | Damage], at: int) -> Entry | None:
    """A line that amends what the one before it says; None where there is none."""
    line = lines[at]
    is_said = isinstance(line, Entry) and decision.FORGOTTEN not in line.extra
    return (
        line._replace(rationale="because", extra={decision.AMENDS: True})
        if isinstance(line, Entry) and is_said
        else None
    )


@pytest.mark.req("AIDD-61")
@given(LINES, st.data())
def test_what_only_amends_changes_nothing_wherever_a_merge_puts_it(lines: list[Entry | Damage], data: st.DataObject):
    at = data.draw(st.integers(0, max(0, len(lines) - 1)))
    more = said_more(lines, at) if lines else None
    if more is None:
        return
    behind = data.draw(st.integers(at + 1, len(lines)))
    log, amended = fold(lines), fold([*lines[:behind], more, *lines[behind:]])
    assert status(amended) == status(log)
    assert amended.heads == log.heads
    assert amended.conflicts == log.conflicts
    assert amended.forgotten == log.forgotten
    assert all(decision.AMENDS not in entry.extra for entry in amended.entries)
    if not any(isinstance(line, Entry) and line.id == more.id for line in lines[behind:]):
        assert all(entry.rationale for entry in amended.entries if entry.id == more.id)


@pytest.mark.req("AIDD-61")
def test_a_decision_said_again_with_more_amends_and_one_that_is_taken_up_again_does_not():
    a = new_entry("aaaa11112222", extra={decision.AMENDS: True})
    known = fold([a]).entries[0]
    more = decision.renewed(known, known._replace(rationale="because"))
    assert more is not None
    assert more.extra[decision.AMENDS] is True
    again = decision.renewed(known._replace(status="superseded", extra=more.extra), known._replace(rationale="because"))
    assert again is not None
    assert decision.AMENDS not in again.extra
    assert memories.amended(known, "", Addition("because")).extra[decision.AMENDS] is True
    assert decision.AMENDS not in memories.amended(known, "", Addition("because", "rejected")).extra
    assert decision.AMENDS not in memories.amended(known._replace(status="superseded"), "", Addition("because")).extra


def test_a_memory_of_elsewhere_hides_and_amends_nothing():
    given = memories.of_entry(new_entry(IDS[0]), "log")._replace(attrs={"extra": {decision.FORGOTTEN: True, "x": 1}})
    entry = memories.to_entry(given, "ABC-1")
    assert dict(entry.extra) == {"x": 1}
    assert not memories.to_entry(given._replace(attrs={"extra": {decision.AMENDS: True}}), "ABC-1").extra


@pytest.mark.req("AIDD-31", "AIDD-61")
def test_decisions_that_supersede_each_other_are_a_conflict_and_none_is_a_head():
    a, b, c = IDS[:3]
    log = fold([new_entry(b, a), new_entry(a, b), new_entry(c)])
    assert status(log) == {a: "superseded", b: "superseded", c: "active"}
    assert [(conflict.ids, conflict.is_cycle) for conflict in log.conflicts] == [((a, b), True)]
    assert log.heads == {}
    longer = fold([new_entry(c, b), new_entry(b, a), new_entry(a, c), new_entry("ffff11112222", "0000aaaa0000")])
    assert [conflict.ids for conflict in longer.conflicts] == [(a, b, c)]


@pytest.mark.req("AIDD-31", "AIDD-61")
def test_two_active_decisions_on_one_topic_in_one_scope_are_a_conflict():
    entry = new_entry("aaaa11112222", topic="Retry policy", decision="three tries", scope_key="I1")
    other = new_entry("bbbb11112222", topic="retry-policy", decision="five tries", scope_key="I1")
    assert [conflict.ids for conflict in fold([entry, other]).conflicts] == [("aaaa11112222", "bbbb11112222")]
    for harmless in (
        other._replace(scope_key="I2"),
        other._replace(topic="retry budget"),
        other._replace(status="rejected"),
        other._replace(supersedes="aaaa11112222"),
        other._replace(decision="Three  tries."),
    ):
        assert fold([entry, harmless]).conflicts == ()


def test_what_is_forgotten_is_not_shown_and_ends_nothing_any_more():
    a, b, c = IDS[:3]
    gone = decision.forgetting(b, "ABC-1", "2026-01-02T03:04:05Z")
    assert status(fold([new_entry(a), new_entry(b, a), gone])) == {a: "active"}
    chain = fold([new_entry(a), new_entry(b, a), new_entry(c, b), gone])
    assert status(chain) == {a: "superseded", c: "active"}
    assert chain.heads == {a: c}
    assert status(fold([new_entry(b), gone, new_entry(b)])) == {b: "active"}
    assert "do" not in decision.line(gone).split()


HOSTILE = {
    "no JSON": "is not valid JSON",
    '{"schema": "aidd.memory.decision.v1", "topic": "x", "deci': "is cut off",
    "<<<<<<< HEAD": "is a mark of a merge that was left",
    "=======": "is a mark of a merge that was left",
    "[1]": "is not a JSON object",
    '"text"': "is not a JSON object",
    "[" * 5_000: "is not valid JSON",
    '{"a": NaN}': "is not valid JSON",
    "{" + '"a": ' + "9" * 5_000 + "}": "is not valid JSON",
    "x" * (decision.LONGEST + 1): f"is longer than {decision.LONGEST:,} characters",
    "\0" * 40: "is not valid JSON",
}


@pytest.mark.parametrize(("text", "what"), HOSTILE.items(), ids=range(len(HOSTILE)))
def test_a_line_that_is_no_decision_is_damage_that_says_what_it_is(text: str, what: str):
    assert decision.entry(text, 7) == Damage(7, what)


HALF = st.sampled_from(("\ud800", "a\udfffb", "\udc00\ud800", "x"))
HALVES = st.recursive(HALF, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(HALF, inner, max_size=2))


@given(st.dictionaries(st.sampled_from(("session", "author", "tags", "x", "x\ud800", "rationale", "topic")), HALVES))
def test_whatever_a_line_holds_can_be_written_again(more: dict[str, Any]):
    value = {**json.loads(decision.line(new_entry(IDS[0]))), **more}
    line = decision.entry(json.dumps(value), 1)
    if isinstance(line, Entry):
        memory = memories.of_entry(line, "log")
        json.dumps([memory.tags, memory.source, dict(memory.attrs)], ensure_ascii=False).encode()
        decision.line(line).encode()


@pytest.mark.req("AIDD-27")
@each_row(
    ("key", "value"),
    [
        ("schema", None), ("schema", "aidd.memory.decision.v2"), ("schema", ["x"]), ("status", "done"),
        ("status", None), ("status", ["active"]), ("topic", 1), ("topic", "  "), ("decision", None),
        ("decision", {"a": 1}), ("decision_id", "abc"), ("decision_id", "a b c d"), ("decision_id", "../../x"),
        ("decision_id", "x" * 65), ("decision_id", 5), ("ts", 5), ("rationale", []), ("alternatives", "one, two"),
        ("alternatives", [1]), ("alternatives", {"a": 1}), ("stage", True), ("supersedes", "no id"),
        ("supersedes", 3), ("supersedes", "aaaa11112222"), ("source_path", 1.5), ("ticket", {}),
    ],
)  # fmt: skip
def test_a_wrong_value_is_damage_that_names_its_key(key: str, value: object):
    good = json.loads(decision.line(new_entry("aaaa11112222")))
    damage = decision.entry(json.dumps({**good, key: value}))
    assert isinstance(damage, Damage)
    assert damage.what.startswith(f"{key}: ")


@given(st.text(max_size=80) | st.builds(json.dumps, st.dictionaries(st.sampled_from(sorted(KEYS)), VALUES)))
def test_any_line_is_a_decision_or_damage(text: str):
    assert isinstance(decision.entry(text, 1, "ABC-1"), Entry | Damage)


def test_an_id_of_another_program_is_read():
    good = json.loads(decision.line(new_entry("aaaa11112222")))
    for name in ("D-01", "dec_2024", "x" * 64):
        entry = decision.entry(json.dumps({**good, "decision_id": name, "ticket": "XYZ-9"}), 3, "ABC-1")
        assert isinstance(entry, Entry)
        assert entry.id == name


def test_half_characters_and_white_space_do_not_come_through():
    good = json.loads(decision.line(new_entry("aaaa11112222")))
    entry = decision.entry(json.dumps({**good, "topic": "a\ud800\nb", "decision": " c\r\n\td "}))
    assert isinstance(entry, Entry)
    assert (entry.topic, entry.decision) == ("a\ufffd b", "c d")


@pytest.mark.req("X-1")
@given(entries())
def test_a_decision_as_a_memory_and_back_is_the_same_decision(entry: Entry):
    place = places.decision_log("ABC-1")
    memory = memories.of_entry(entry, place)
    assert memory.summary.strip()
    assert memory.id == entry.id
    back = memories.to_entry(memory, "ABC-1")
    assert memories.of_entry(back, place) == memory
    assert (back.id, back.topic, back.decision, back.status, back.supersedes) == (
        entry.id, entry.topic, entry.decision, entry.status, entry.supersedes
    )  # fmt: skip
