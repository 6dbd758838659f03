"""Only what was decided is a decision, none of them is lost, and a change of mind has the last word."""

import pytest

from memory_core.core.find_duplicate import Known
from memory_core.core.memory import Memory
from memory_core.extract.candidate import EMPTY, Carry
from memory_core.extract.extraction import extract
from memory_core.extract.turn import Turn
from tests.extract.decision_table import BOTH, MADE, NEW, NONE, PLANNED, TURNED
from tests.rows import each_row


def _decided(*turns: Turn, carry: Carry = EMPTY) -> list[str]:
    return [candidate.text for candidate in extract(turns, carry).candidates if candidate.kind == "decision"]


def _said(*texts: str) -> list[Turn]:
    """What a model said, a prompt before each."""
    turns = []
    for at, text in enumerate(texts):
        turns += [Turn("user", "go on", 2 * at, f"u{at}"), Turn("assistant", text, 2 * at + 1, f"a{at}")]
    return turns


@pytest.mark.req("GENIUS-20")
def test_what_is_decided_is_a_decision() -> None:
    """Of a table that was read while the rules were made; the figures on sessions are in docs/language.md."""
    missed = []
    for role, text, words in MADE:
        decisions = _decided(Turn(role, text, 1, "u1"))
        if len(decisions) != 1 or words not in decisions[0] or "DECISION:" in decisions[0]:
            missed.append((text, decisions))
    assert len(missed) <= len(MADE) // 20, missed


@pytest.mark.req("GENIUS-20")
def test_what_is_open_supposed_asked_or_told_of_others_is_none() -> None:
    kept = [(text, decisions) for role, text in NONE if (decisions := _decided(Turn(role, text, 1, "u1")))]
    assert len(kept) <= len(NONE) // 25, kept


def test_of_an_approved_plan_only_what_it_decides() -> None:
    wrong = []
    for line, kept in PLANNED:
        given = {"plan": f"# Plan\n\n1. {line}\n"}
        plan = Turn("result", "User has approved your plan.", 3, "u3", tool="ExitPlanMode", input=given)
        if _decided(plan) != ([line] if kept else []):
            wrong.append(line)
    assert len(wrong) <= len(PLANNED) // 4, wrong


def test_what_a_plan_lists_as_discarded_is_no_decision() -> None:
    plan = (
        "# Plan\n\n## Alternatives considered\n- Keep the codes in a dict, because it is short\n\n"
        "## Approach\n- Keep the codes in a table, because restarts lose a dict\n"
    )
    turn = Turn("result", "User has approved your plan.", 3, "u3", tool="ExitPlanMode", input={"plan": plan})
    assert not [text for text in _decided(turn) if "in a dict" in text]


@pytest.mark.parametrize("role", ["assistant", "user"])
def test_none_of_several_decisions_is_lost(role: str) -> None:
    statements = [
        "We decided on cents as integers.",
        "We agreed: 90 days of logs for the auditors.",
        "We won't support Windows.",
    ]
    statements += ["We chose Postgres over Redis.", "I've decided to keep one queue per tenant."]
    assert sorted(_decided(Turn(role, " ".join(statements), 1, "u1"))) == sorted(statements)
    assert sorted(_decided(Turn(role, "\n".join(f"- {text}" for text in statements), 1, "u1"))) == sorted(statements)


def test_a_step_and_a_failure_are_not_even_worth_knowing() -> None:
    text = "I decided to look at the tests first because they are short."
    assert extract([Turn("assistant", text, 1, "u1")]).candidates == []
    text = "The test fails because `check` pops the code instead of marking it used. I'll fix it."
    assert not [
        candidate for candidate in extract([Turn("assistant", text, 1, "u1")]).candidates if candidate.kind != "error"
    ]


def test_what_stands_under_an_act_of_deciding_is_decided() -> None:
    text = "After the meeting.\n\nWe decided:\n- prices are integers in cents\n- the terminal never polls the server\n"
    assert _decided(Turn("assistant", text, 1, "u1")) == [
        "prices are integers in cents", "the terminal never polls the server"
    ]  # fmt: skip


@pytest.mark.req("GENIUS-21", "AIDD-3")
@pytest.mark.parametrize(("replies", "words", "gone"), TURNED, ids=lambda value: str(value)[:60])
def test_a_change_of_mind_has_the_last_word(replies: list[str], words: str, gone: str) -> None:
    decisions = _decided(*_said(*replies))
    assert [text for text in decisions if words in text], decisions
    assert not [text for text in decisions if gone in text and words not in text]


@pytest.mark.req("GENIUS-21", "AIDD-3")
@pytest.mark.parametrize(("replies", "words", "gone"), TURNED[1:], ids=lambda value: str(value)[:60])
def test_a_change_of_mind_is_new_in_a_later_reading_too(replies: list[str], words: str, gone: str) -> None:
    before = extract([Turn("assistant", replies[0], 1, "a1")])
    assert [candidate for candidate in before.candidates if gone in candidate.text]
    carry = Carry.from_json(before.carry.to_json())
    after = extract([Turn("user", "no", 2, "u2"), Turn("assistant", replies[1], 3, "a3")], carry)
    assert [candidate for candidate in after.candidates if words in candidate.text]
    # And back again: what was given up is told anew.
    again = Carry.from_json(after.carry.to_json())
    assert _decided(Turn("user", "hm", 4, "u4"), Turn("assistant", replies[0], 5, "a5"), carry=again)


@pytest.mark.parametrize(("first", "second"), BOTH, ids=lambda value: value[:60])
def test_two_decisions_that_do_not_meet_both_stand(first: str, second: str) -> None:
    assert len(_decided(*_said(first, second))) == 2
    assert len(_decided(*_said(f"{first}\n{second}"))) == 2


@pytest.mark.req("GENIUS-21", "AIDD-3")
@each_row(("old", "new"), NEW, ids=lambda value: value[:60])
def test_what_turns_round_what_is_known_is_new(old: str, new: str) -> None:
    assert Known([Memory("1", "decision", old)]).find(Memory("2", "decision", new)) is None


@pytest.mark.parametrize(("status", "rule", "when", "known"), [
    ("superseded", "marker", "2026-11-03", False),
    ("rejected", "chosen", "2026-11-03", False),
    ("superseded", "marker", "2026-11-01", True),
    ("superseded", "said-decision", "2026-11-03", True),
    ("active", "marker", "2026-11-03", True),
])  # fmt: skip
def test_what_was_given_up_and_is_decided_again_is_new(status: str, rule: str, when: str, known: bool) -> None:
    old = Memory("1", "decision", "Use Redis", status=status, updated="2026-11-02")
    old = old._replace(source=old.source._replace(home="decisions"))
    new = Memory("2", "decision", "Use Redis", created=when, attrs={"rule": rule})
    assert (Known([old]).find(new) is not None) is known
