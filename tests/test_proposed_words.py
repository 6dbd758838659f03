"""What people say when they lay down a rule, and what only sounds like one."""

import pytest

from memory_core.extract import rules
from memory_core.extract.turn import Turn
from memory_core.language.concepts import name_of
from tests.proposed_table import AMENDED, CASES, NON_CASES, REFUSED, TYPED
from tests.rows import each_row


def heard(words: str) -> list[rules.Proposal]:
    return list(rules.hear(Turn("user", words, 0, "u1"), {}))


@each_row("case", [*CASES, *TYPED])
def test_a_rule_is_heard(case: str) -> None:
    words, kind, forbid, instead, scope = (part.strip() for part in case.split("|"))
    (proposal,) = heard(words)
    assert (proposal.kind, proposal.path) == (kind, scope)
    assert ", ".join(name_of(text) or text for text in proposal.forbid) == forbid
    assert proposal.instead == instead
    assert proposal.quote
    assert len(proposal.text) >= 5
    assert proposal.reason != proposal.quote


@each_row("words", NON_CASES)
def test_what_only_sounds_like_a_rule_is_none(words: str) -> None:
    assert heard(words.replace("\\n", "\n")) == []


def test_a_rule_stands_without_the_task_that_it_was_said_with() -> None:
    (proposal,) = heard("Fix the totals, and never use floats for money, because cents get lost.")
    assert (proposal.text, proposal.reason) == ("Never use floats for money", "cents get lost")
    (proposal,) = heard("Never use moment in this project. It is not maintained any more. Now fix the dates.")
    assert proposal.reason == "It is not maintained any more"


def test_what_was_pasted_is_not_searched_for_long() -> None:
    for words in ("Never use moment in this project. " * 80, '"' * 1700, "“a b " * 350, "never `" * 250):
        assert heard(words) == []


PLAN = (
    "# Export invoices\n\n1. Install redis and bullmq\n2. Service in src/export.py with `pandas`\n3. Mail when done\n"
)
EDIT = {
    "file_path": "src/a.ts",
    "old_string": "const a = 1\n",
    "new_string": "import moment from 'moment'\nconsole.log(a)\nsetTimeout(run, 5)\nprint(x)\n",
}


def refused(words: str, what: str) -> list[rules.Proposal]:
    tool, given = ("ExitPlanMode", {"plan": PLAN}) if what == "plan" else ("Edit", EDIT)
    turn = Turn("result", words, 0, "u1", tool=tool, input=given, failed=True, refused=True, words=words)
    return list(rules.hear(turn, {}))


@each_row("case", REFUSED)
def test_a_refusal_names_what_is_refused_and_what_to_take(case: str) -> None:
    words, what, forbid, instead = (part.strip() for part in case.split("|"))
    (proposal,) = refused(words, what)
    assert (", ".join(name_of(text) or text for text in proposal.forbid), proposal.instead) == (forbid, instead)
    assert proposal.kind in ("rejection", "constraint")


@each_row("what", ["plan", "edit"])
@each_row("words", AMENDED)
def test_a_refusal_that_wants_another_answer_is_no_rule(words: str, what: str) -> None:
    assert refused(words, what) == []


NAMES = [
    ("never use JSON.parse(JSON.stringify(x)) here", ["JSON.parse(JSON.stringify("]),
    ("never use JSON.parse(JSON.stringify here", []),
    ("never a raw <button>", ["<button"]),
    ("never use eval()", ["eval("]),
    ("never call time.Now() directly", ["time.Now"]),
    ("never use lodash in `src/`, dayjs is fine", ["lodash"]),
    ("we don't silence mypy here", []),  # what is done with it is refused, not the thing
]


@pytest.mark.parametrize(("words", "forbid"), NAMES)
def test_a_literal_is_what_can_stand_in_code(words: str, forbid: list[str]) -> None:
    (proposal,) = heard(words)
    assert list(proposal.forbid) == forbid


ODD = [
    "(",
    "never ",
    "a_b.c(d) ",
    "@a/",
    "x, ",
    " - ",
    "and please ",
    "all queries must ",
    "no x in y ",
    "`a` ",
    "<b",
    "'",
]


@each_row("piece", ODD)
def test_odd_words_are_read_without_a_fault(piece: str) -> None:
    for length in (390, 1790):
        words = (piece * length)[:length]
        for proposals in (heard(words), refused(words, "plan"), refused(words, "edit")):
            assert len(proposals) <= 3
