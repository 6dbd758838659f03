"""What a new user said in the client: what is refused is read alone, and the alternative is never forbidden."""

import re
from typing import Any

import pytest

from memory_core.core.memory import Memory, Scope, Source
from memory_core.extract import rules
from memory_core.extract.turn import Turn
from memory_core.guardrails import view as rails
from memory_core.language import concepts
from tests.proposed_cases import CASES, INSTEAD, NON_CASES
from tests.rows import each_row

LODASH = {"file_path": "src/u.ts", "old_string": "", "new_string": "import _ from 'lodash'\n"}
CART = {"plan": "# Keep the cart in Redux\n\n1. npm install redux\n"}
README = "No, don't use Redux in this project, use Zustand: the boilerplate slowed us down"


def heard(words: str) -> list[rules.Proposal]:
    return list(rules.hear(Turn("user", words, 0, "u1"), {}))


def refused(words: str, tool: str, given: dict[str, Any]) -> list[rules.Proposal]:
    turn = Turn("result", words, 0, "u1", tool=tool, input=given, failed=True, refused=True, words=words)
    return list(rules.hear(turn, {}))


@each_row("case", CASES)
def test_a_rule_is_heard(case: str) -> None:
    words, kind, forbid, instead, scope = (part.strip() for part in case.split("|"))
    (proposal,) = heard(words)
    assert (proposal.kind, proposal.path) == (kind, scope)
    assert ", ".join(concepts.name_of(text) or text for text in proposal.forbid) == forbid
    assert proposal.instead == instead


@each_row("words", NON_CASES)
def test_what_only_sounds_like_a_rule_is_none(words: str) -> None:
    assert heard(words) == []


@pytest.mark.parametrize("case", INSTEAD)
def test_the_alternative_ends_before_its_reason(case: str) -> None:
    words, instead = (part.strip() for part in case.split("|"))
    (proposal,) = heard(words)
    assert (proposal.instead, proposal.forbid) == (instead, ("axios",))


def memory(proposal: rules.Proposal) -> Memory:
    return Memory(
        "g-1",
        proposal.kind,
        proposal.text,
        proposal.reason,
        Scope(path=proposal.path),
        status="proposed",
        source=Source(uuid=proposal.uuid, quote=proposal.quote),
        attrs={"forbid": list(proposal.forbid), "instead": proposal.instead},
    )


def test_a_refused_plan_is_told_as_refused() -> None:
    (proposal,) = refused(README, "ExitPlanMode", CART)
    assert (proposal.instead, proposal.reason) == ("Zustand", "the boilerplate slowed us down")
    assert "rejected" in rails.waiting([memory(proposal)])


@pytest.mark.parametrize(
    ("words", "path"),
    [
        ("No, don't use lodash, we keep the bundle small.", "**"),
        ("stop, we never use lodash", "**"),
        ("lodash is banned", "**"),
        ("not lodash please, use native", "**"),
        ("No, don't use lodash in this file, it is loaded first.", "src/u.ts"),
        ("don't use lodash here", "src/u.ts"),
        ("no lodash in src/core, please", "src/core"),
    ],
)
def test_a_package_is_refused_everywhere_but_where_the_words_name_a_place(words: str, path: str) -> None:
    (proposal,) = refused(words, "Edit", LODASH)
    assert (proposal.path, proposal.forbid) == (path, ("lodash",))
    assert (path in rails.waiting([memory(proposal)])) == (path != "**")


BROUGHT_IN = [
    "import moment from 'moment'",
    'const m = require("moment")',
    "import 'moment/locale/de'",
    "import os, moment",
    "from moment import now",
    "npm install --save moment",
    "const now = moment().format()",
    '  "moment": "^2.29.4",',
    "moment==2.1",
]
NOT_BROUGHT_IN = [
    "// wait a moment",
    "throw new Error('Try again in a moment.')",
    "const moment = 3",
    "import t from 'moment-timezone'",
    "import x from './moment'",
    "// add a comment about this moment",
]


@pytest.mark.parametrize("words", ["Never use moment in this project.", "please never use moment.js in this project"])
def test_an_everyday_word_is_forbidden_where_it_is_brought_in(words: str) -> None:
    (proposal,) = heard(words)
    (text,) = proposal.forbid
    pattern = re.compile(text[1:-2], re.IGNORECASE)
    assert [line for line in BROUGHT_IN if not pattern.search(line)] == []
    assert [line for line in NOT_BROUGHT_IN if pattern.search(line)] == []
    listing = rails.waiting([memory(proposal)])
    assert "moment where it is imported" in listing
    assert "\\b" not in listing


def test_only_its_own_form_is_told_in_words() -> None:
    for name in ("moment", "chart.js", "@a/b-c"):
        for called in (True, False):
            assert concepts.name_of(concepts.imported(name, called)) == name
    for other in ("moment", r"/\bmoment\b/i", "/(/", "", concepts.imported("a") + "x"):
        assert (concepts.name_of(other), concepts.shown(other)) == ("", other)


WISHES = [
    ("Please never use moment in this project, it is huge.", True),
    ("Never use moment in this project, use date-fns instead", True),
    ("Use date-fns instead.", True),
    ("Use moment", False),
    ("Use date-fns with the German locale", False),
    ("Never use moment or floats", False),
]


@pytest.mark.parametrize(("words", "again"), WISHES)
def test_a_wish_that_a_rule_says_is_said_once(words: str, again: bool) -> None:
    rule = Memory("AC-001", "constraint", "Never use moment", "it is huge", attrs={"instead": "date-fns"})
    wish = Memory("p-1", "preference", words)
    assert rails.Rails(standing=(rule,)).stated([wish]) == ({"p-1"} if again else set())
