"""One life cycle: what each event makes of each status, and that none of them loses what was before."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.core import transitions
from memory_core.core.light import lifecycle
from memory_core.core.light.errors import Refusal
from memory_core.core.light.lifecycle import BY, EVENTS, FORGOTTEN, HISTORY, MAYBE, NEW, STATUSES
from memory_core.core.memory import KINDS, Link, Memory
from tests.properties import examples
from tests.rows import each_row

WHEN = "2026-03-01T09:00:00Z"
MOVES = [event for event, row in EVENTS.items() if {*row} & {*STATUSES}]


def memory(status: str, kind: str = "decision", links: tuple[Link, ...] = ()) -> Memory:
    return Memory("decisions-aaaaaaaaaaaa", kind, "Use Redis", created=WHEN, updated=WHEN, status=status, links=links)


# The table


@each_row("event", EVENTS)
def test_an_event_leads_to_a_status_that_there_is(event: str) -> None:
    for before in (NEW, *STATUSES, FORGOTTEN):
        to = lifecycle.after(before, event, "blocker", before="active")
        assert to in ("", *STATUSES, FORGOTTEN)


@pytest.mark.parametrize("status", STATUSES)
def test_every_status_can_be_reached_left_and_taken_back(status: str) -> None:
    assert any(status in {lifecycle.after(state, event, kind) for state in (NEW, *STATUSES)}
               for event in EVENTS for kind in ("decision", "blocker"))  # fmt: skip
    assert any(lifecycle.after(status, event) not in ("", status) for event in EVENTS)
    assert lifecycle.after(status, "undone", before="active") == "active"
    assert lifecycle.after(status, "forgotten") == FORGOTTEN
    assert lifecycle.after(FORGOTTEN, "restored", before=status) == status


def test_what_holds_is_over_or_waits() -> None:
    assert [status for status in STATUSES if lifecycle.holds(status)] == ["open", "active"]
    assert not any(lifecycle.holds(status) and lifecycle.is_over(status) for status in STATUSES)
    assert {status for status in STATUSES if not lifecycle.holds(status) and not lifecycle.is_over(status)} == {
        "proposed",
        "resolved",
    }


@pytest.mark.parametrize(
    ("word", "status"),
    [("Done", "resolved"), ("in-progress", "open"), ("accepted", "active"), ("expired", "expired"), ("maybe", "")],
)
def test_a_word_of_a_file_means_one_status(word: str, status: str) -> None:
    assert lifecycle.named(word) == status


# Laws


@examples(500)
@given(st.sampled_from(STATUSES), st.sampled_from(KINDS), st.lists(st.sampled_from(MOVES), max_size=8))
def test_each_event_moves_or_is_refused_and_none_loses_history(status: str, kind: str, events: list[str]) -> None:
    now = memory(status, kind)
    for event in events:
        if not lifecycle.after(now.status, event, kind):
            with pytest.raises(Refusal, match=f"{now.id} (is {now.status}|was replaced by)"):
                transitions.moved(now, event, WHEN, by="decisions-bbbbbbbbbbbb")
            continue
        after = transitions.moved(now, event, WHEN, by="decisions-bbbbbbbbbbbb")
        before, history = now.attrs.get(HISTORY, ()), after.attrs[HISTORY]
        assert [*before] == history[:-1]
        assert history[-1]["event"] == event
        assert history[-1].get("status", after.status) == now.status
        assert history[-1].get(BY, "") == lifecycle.successor(now)
        assert after.status in (*STATUSES, FORGOTTEN)
        now = after


def test_what_is_replaced_names_what_took_its_place_until_it_is_back() -> None:
    over = transitions.moved(memory("active"), "superseded", WHEN, by="decisions-bbbbbbbbbbbb")
    assert lifecycle.successor(over) == "decisions-bbbbbbbbbbbb"
    back = transitions.moved(over, "reopened", WHEN)
    assert (lifecycle.successor(back), back.status) == ("", "active")
    assert back.attrs[HISTORY][-1][BY] == "decisions-bbbbbbbbbbbb"


def test_in_doubt_both_stand_and_the_older_says_so() -> None:
    doubted = transitions.moved(memory("active"), "disputed", WHEN, by="decisions-bbbbbbbbbbbb")
    assert doubted.status == "active"
    assert Link(MAYBE, "decisions-bbbbbbbbbbbb") in doubted.links
    settled = transitions.moved(doubted, "superseded", WHEN, by="decisions-bbbbbbbbbbbb")
    assert [link.rel for link in settled.links] == [BY]


def test_either_side_names_a_successor_and_a_circle_has_no_end() -> None:
    old, new = memory("active"), memory("active", links=(Link("supersedes", "a-old"),))._replace(id="b-new")
    assert lifecycle.successors([old._replace(id="a-old"), new]) == {"a-old": "b-new"}
    assert lifecycle.chain("a", {"a": "b", "b": "c"}) == ["a", "b", "c"]
    assert lifecycle.chain("a", {"a": "b", "b": "a"}) == ["a"]
    assert lifecycle.chain("a", {}) == ["a"]


def test_a_chain_of_any_length_is_walked_once() -> None:
    by = {f"d-{at}": f"d-{at + 1}" for at in range(20_000)}
    assert len(lifecycle.chain("d-0", by)) == len(lifecycle.line("d-10000", by)) == 20_001


def test_a_refusal_says_what_is_so_and_what_to_do() -> None:
    over = transitions.moved(memory("active"), "superseded", WHEN, by="decisions-bbbbbbbbbbbb")
    with pytest.raises(Refusal, match=r"was replaced by decisions-bbbbbbbbbbbb; edit decisions-bbbbbbbbbbbb instead"):
        transitions.moved(over, "edited", WHEN, summary="Use Valkey")
