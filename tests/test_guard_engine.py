"""What becomes of proposals and findings: the table, the precedence row by row, and laws."""

import json
from collections import Counter
from operator import mul
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.rails import rail
from memory_core.core.memory import Memory, Scope
from memory_core.guardrails.likeness import Alike, acts, compare, meaning
from memory_core.guardrails.review import Finding, Tagged, review
from memory_core.guardrails.review import as_json as finding_json
from memory_core.guardrails.verdict import (
    ACTIONS,
    Guard,
    Ideation,
    Proposal,
    Verdict,
    as_json,
    ideate,
    in_force,
)
from tests.machine import Machine, machine
from tests.properties import examples
from tests.rows import each_row
from tests.test_guard_tables import FOLDER

__all__ = ["machine"]  # the fixture

TODAY = "2026-03-14"
DUE = (
    "IP-001 (decided on 2026-01-01) is due for review. Current pattern: UserService is one large class. "
    "Original reason: It works.. Do you want to: [keep] [update] [remove]?"
)
CRITICAL = {"category": "security", "severity": "CRITICAL"}


def constraint(text: str, scope: str | None = None, name: str = "AC-001", **attrs: Any) -> Memory:
    return Memory(name, "constraint", text, "It was decided so.", Scope(path=scope), attrs=attrs)


def exception(text: str, scope: str | None = None, name: str = "IP-001", **attrs: Any) -> Memory:
    return Memory(name, "exception", text, "It works.", Scope(path=scope), "2026-01-01T00:00:00Z", attrs=attrs)


def change(text: str, *affects: str) -> Memory:
    return Memory("CC-1", "context-change", text, created="2026-03-01T00:00:00Z", attrs={"affects": list(affects)})


def verdict(text: str, *memories: Memory, scope: str | None = None, **more: str) -> Verdict:
    """What becomes of one proposal."""
    return ideate([Proposal("P", text, scope, **more)], memories, TODAY).verdicts[0]


def action(text: str, *memories: Memory, scope: str | None = None, **more: str) -> str:
    return verdict(text, *memories, scope=scope, **more).action


def rejection(name: str, text: str, scope: str | None = None, reason: str = "", **attrs: Any) -> Memory:
    return Memory(name, "rejection", text, reason or "It was tried and did not pay.", Scope(path=scope), attrs=attrs)


# The tables: `tests/guardrails`, by two authors

PASSES = {"propose": "pass", "noted": "pass", "ask": "ask", "escalate": "escalate"}


def scored(prefix: str, alike: Alike | None) -> Counter[tuple[str, str]]:
    """How many proposals of each expected kind passed, were asked about, blocked or escalated."""
    projects = json.loads((FOLDER / f"{prefix}projects.json").read_text())
    counts: Counter[tuple[str, str]] = Counter()
    for line in (FOLDER / f"{prefix}proposals.jsonl").read_text().splitlines():
        row = json.loads(line)
        rails = [rail(each) for each in projects[row["project"]]["rails"]]
        given = row["proposal"]
        asked = Proposal(
            "P", given["proposed"], given.get("scope"), given.get("category", ""), given.get("severity", "")
        )
        [decision] = ideate([asked], rails, TODAY, alike).verdicts
        counts[row["expect"], PASSES.get(decision.action, "block")] += 1
    print(prefix, counts)
    return counts


@pytest.mark.req("IRIS-2", "IRIS-31", "IRIS-32", "IRIS-33", "IRIS-34", "IRIS-35", "I-3")
@pytest.mark.parametrize("prefix", ["", "second_"])
def test_words_alone_block_hardly_anything_that_is_fine(prefix: str) -> None:
    counts = scored(prefix, None)
    assert counts["pass", "block"] <= 3
    assert counts["stop", "pass"] <= 32


@pytest.mark.model
@pytest.mark.req("IRIS-4", "IRIS-38", "IRIS-62", "IRIS-63", "IRIS-69")
@pytest.mark.parametrize("prefix", ["", "second_"])
def test_with_the_model_little_that_breaks_a_rail_is_let_through(machine: Machine, prefix: str) -> None:
    from memory_core.edges import query_embedder

    projects = json.loads((FOLDER / f"{prefix}projects.json").read_text())
    rails = [rail(each) for project in projects.values() for each in project["rails"]]
    rows = (FOLDER / f"{prefix}proposals.jsonl").read_text().splitlines()
    texts = [text for each in rails for text in (each.summary, meaning(each))]
    texts = list(dict.fromkeys([*texts, *(json.loads(line)["proposal"]["proposed"] for line in rows)]))
    made = query_embedder(str(machine.model)).embed(texts)
    vectors = {text: memoryview(each).cast("f") for text, each in zip(texts, made, strict=True)}

    def alike(left: str, right: str) -> float:
        return float(sum(map(mul, vectors[left], vectors[right])))

    counts = scored(prefix, alike)
    assert counts["stop", "pass"] <= 12
    assert counts["pass", "block"] <= 1
    assert counts["escalate", "escalate"] >= 14


# The precedence table, a case and a non-case a row

GRAPHQL = rejection(
    "RC-001", "Replace the REST API with GraphQL", "api/", "Few clients.", reconsider_when="an app comes"
)
FOR_GOOD = GRAPHQL._replace(attrs={"permanent": True})
AGAIN = "Migrate the endpoints to GraphQL"


@pytest.mark.req("IRIS-36", "IRIS-59", "I-4")
def test_what_was_rejected_for_good_is_excluded_and_never_shown_as_blocked() -> None:
    result = ideate([Proposal("P", AGAIN, "api/")], [FOR_GOOD], TODAY)
    report = as_json(result, in_force([FOR_GOOD]))
    assert (report["verdicts"][0]["action"], report["excluded"], report["blocked"]) == ("excluded", 1, [])
    assert action("Remove the GraphQL experiment", FOR_GOOD) == "propose"


@pytest.mark.req("IRIS-37", "IRIS-60")
def test_what_was_rejected_is_blocked_with_its_reason() -> None:
    result = ideate([Proposal("P", AGAIN, "api/")], [GRAPHQL], TODAY)
    [blocked] = as_json(result, in_force([GRAPHQL]))["blocked"]
    assert (blocked["entry"], blocked["rejected_reason"]) == ("RC-001", "Few clients.")
    assert blocked["reconsider_when"] == "an app comes"
    assert action("Paginate the list of users", GRAPHQL, scope="web/") == "propose"


@pytest.mark.req("IRIS-61", "IRIS-71", "I-2")
@pytest.mark.parametrize(
    ("end", "expected"), [("2026-03-13", "propose"), ("2026-03-14", "blocked"), ("2026-03-15", "blocked")]
)
def test_a_rejection_ends_behind_its_last_day(end: str, expected: str) -> None:
    decision = verdict(AGAIN, GRAPHQL._replace(attrs={"expires_on": end}), scope="api/")
    assert decision.action == expected
    assert decision.entry == "RC-001"
    assert "RC-001" in decision.reason
    assert "Few clients." in decision.reason


@pytest.mark.req("IRIS-4", "IRIS-38", "IRIS-62")
@each_row(
    ("rule", "scope", "text", "where", "expected"),
    [
        ("No ORM ever", "src/", "Introduce an ORM with SQLAlchemy", "src/db/", "constrained"),
        ("No ORM ever", "src/", "Introduce an ORM with SQLAlchemy", None, "constrained"),
        ("No ORM ever", "src/", "Introduce an ORM with SQLAlchemy", "tools/x.py", "propose"),
        ("No ORM ever", "src/", "Introduce SQLAlchemy models", "src/db/", "ask"),
        ("No ORM ever", None, "Remove the last ORM models", None, "propose"),
        ("No ORM ever", None, "Add an index to the orders table", None, "propose"),
        ("Must stay on PostgreSQL", None, "Upgrade PostgreSQL to 16", None, "ask"),
        ("No new runtime dependencies", None, "Rename the config file", None, "propose"),
        ("jQuery is forbidden", None, "Add jQuery for the date picker", None, "ask"),
        ("jQuery is forbidden", None, "Get rid of jQuery", None, "propose"),
        ("Keep the monolith", None, "Add a favicon", None, "propose"),
        ("Never call the billing API twice", None, "Never call the billing API twice", None, "constrained"),
    ],
)
def test_a_constraint_holds_back_what_breaks_it(
    rule: str, scope: str | None, text: str, where: str | None, expected: str
) -> None:
    decision = verdict(text, constraint(rule, scope), scope=where)
    assert decision.action == expected, decision.reason
    if expected == "constrained":
        assert decision.reason.startswith("BLOCKED-BY-CONSTRAINT AC-001")


def test_what_a_rule_forbids_word_for_word_breaks_it() -> None:
    rule = constraint("Calendar dates are ours alone", None, forbid=["moment", "/mom.*t/"])
    assert action("Use moment for the calendar", rule) == "constrained"
    assert action("Remove moment from the calendar", rule) == "propose"
    assert action("Show the momentum of the ball", rule) == "propose"


@pytest.mark.req("IRIS-63", "IRIS-68", "IRIS-69")
@pytest.mark.parametrize(
    "memory",
    [
        constraint("No helmet package, headers are set by the proxy", forbid=["helmet"]),
        rejection("RC-001", "Add helmet to set security headers", None, permanent=True),
        rejection("RC-002", "Add helmet to set security headers", None),
    ],
)
def test_a_critical_fix_of_security_is_escalated_with_its_ways_out(memory: Memory) -> None:
    text = "Add the helmet package to set security headers"
    result = ideate([Proposal("P", text, None, **CRITICAL)], [memory], TODAY)
    [escalation] = as_json(result, in_force([memory]))["escalations"]
    assert result.verdicts[0].action == "escalate"
    assert escalation["entry"] == memory.id
    assert len(escalation["ways_out"]) == 3
    assert "accept the risk" in escalation["reason"]
    assert action(text, memory, category="security", severity="MAJOR") != "escalate"
    assert action(text, memory, category="style", severity="CRITICAL") == "escalate"  # its words speak of security
    assert action("Rotate the signing keys", memory, **CRITICAL) == "propose"


@pytest.mark.req("IRIS-63")
def test_an_accepted_risk_escalates_no_more_until_its_day_and_at_its_place() -> None:
    rule = constraint("No helmet package, headers are set by the proxy", forbid=["helmet"])
    text, scope = "Add the helmet package for the missing headers", "src/app.ts"
    accepted = exception("Missing headers in the app", scope, accepts=["AC-001"], accepted_by="Ada")
    until = accepted._replace(attrs={**accepted.attrs, "revisit_on": "2026-04-01"})
    over = accepted._replace(attrs={**accepted.attrs, "revisit_on": TODAY})
    decision = verdict(text, rule, until, scope=scope, **CRITICAL)
    assert decision.action == "propose"
    assert "Ada accepted the risk of AC-001 until 2026-04-01" in decision.reason
    assert action(text, rule, over, scope=scope, **CRITICAL) == "escalate"
    assert action(text, rule, until, scope="src/other.ts", **CRITICAL) == "escalate"
    assert action(text, rule, exception("Missing headers in the app", scope), scope=scope, **CRITICAL) == "escalate"


@pytest.mark.req("IRIS-68")
def test_a_critical_fix_is_proposed_whatever_is_intentional() -> None:
    kept = exception("Passwords are compared in plain text by the importer", "src/import.py")
    decision = verdict("Hash passwords in the importer", kept, scope="src/import.py", **CRITICAL)
    assert (decision.action, decision.note) == ("propose", "[INTENTIONAL — IP-001]")


def test_a_critical_fix_beside_something_rejected_is_proposed() -> None:
    assert action("Fix the SQL injection in the user search", GRAPHQL, scope="api/", **CRITICAL) == "propose"


@pytest.mark.req("IRIS-64", "IRIS-65", "IRIS-39", "I-1")
@pytest.mark.parametrize(
    ("day", "expected"), [(None, "noted"), ("2026-03-15", "noted"), ("2026-03-14", "ask"), ("2020-01-01", "ask")]
)
def test_what_is_intentional_is_noted_until_it_is_due(day: str | None, expected: str) -> None:
    kept = exception("UserService is one large class", "src/user.ts", **({"revisit_on": day} if day else {}))
    result = ideate([Proposal("P", "Split UserService", "src/user.ts")], [kept], TODAY)
    assert result.verdicts[0].action == expected
    assert [due.question for due in result.due] == ([DUE] if expected == "ask" else [])
    assert action("Split OrderService", kept, scope="src/order.ts") == "propose"


@pytest.mark.req("IRIS-66", "I-9")
def test_a_changed_context_is_flagged_and_unblocks_nothing() -> None:
    for memory, expected in ((GRAPHQL, "blocked"), (FOR_GOOD, "excluded")):
        changed = change("A mobile app was started", "RC-001")
        result = ideate([Proposal("P", AGAIN, "api/")], [memory, changed], TODAY)
        assert result.verdicts[0].action == expected
        assert "A mobile app was started" in result.verdicts[0].reason
        assert [due.entry for due in result.due] == ["RC-001"]
        untouched = ideate([Proposal("P", AGAIN, "api/")], [memory, change("Another thing", "RC-009")], TODAY)
        assert untouched.due == ()


@pytest.mark.req("X-11")
def test_a_rejected_decision_blocks_and_one_that_stands_does_not() -> None:
    decided = Memory("decisions-1", "decision", "Replace the REST API with GraphQL", status="rejected")
    assert verdict(AGAIN, decided).entry == "decisions-1"
    assert action(decided.summary, decided) == "blocked"
    assert action(AGAIN, decided) == "ask"
    assert action(AGAIN, decided._replace(status="active")) == "propose"


def test_what_is_only_proposed_is_not_in_force() -> None:
    assert action(AGAIN, GRAPHQL._replace(status="proposed"), scope="api/") == "propose"


# The three criteria (I-3)


@pytest.mark.req("IRIS-32", "IRIS-33", "IRIS-34", "IRIS-35", "I-3")
@pytest.mark.parametrize(
    ("text", "scope", "expected"),
    [
        ("Offer GraphQL instead of REST", "api/", "blocked"),  # the same product at the same place
        ("Offer GraphQL instead of REST", None, "ask"),  # the same product somewhere
        ("Offer GraphQL instead of REST", "partner/gateway.py", "propose"),  # another place
        ("Replace the REST API with GraphQL", None, "blocked"),  # the same words
        ("Replace GraphQL with the REST API", None, "propose"),  # the same words turned round
        ("Paginate the list of users", "api/", "propose"),  # the place alone
        ("Replace the favicon with an SVG", None, "propose"),  # the act alone
        ("Paginate the list of users", "**", "propose"),
        ("Replace GraphQL with REST", None, "propose"),
    ],
)
def test_what_is_the_same_is_blocked_and_what_is_near_is_asked_about(
    text: str, scope: str | None, expected: str
) -> None:
    assert action(text, GRAPHQL, scope=scope) == expected


def test_the_same_act_upon_the_same_file_is_the_same_change() -> None:
    old = rejection("RC-001", "Split OrderService into two classes", "src/orders.py")
    assert action("Extract the totals into a class of their own", old, scope="src/orders.py") == "blocked"
    assert action("Extract the totals into a class of their own", old, scope="src/cart.py") == "propose"
    assert action("Speed up the totals", old, scope="src/orders.py") == "propose"


@pytest.mark.parametrize(
    ("text", "does"),
    [("Remove Redux", "takes"), ("Redux entfernen", "takes"), ("Document why there is no Redux", "describes"),
     ("Extract billing", "splits"), ("Die Abrechnung auslagern", "splits"), ("Move it to lib", "moves")],
)  # fmt: skip
def test_what_a_proposal_does_is_told_by_its_verbs(text: str, does: str) -> None:
    assert does in acts(text)


@pytest.mark.req("IRIS-35")
def test_two_entries_are_asked_about_unless_they_say_the_same() -> None:
    other = GRAPHQL._replace(id="RC-002")
    both = FOR_GOOD._replace(id="RC-002")
    assert verdict(AGAIN, GRAPHQL, both, scope="api/").action == "ask"
    assert set(verdict(AGAIN, GRAPHQL, both, scope="api/").entries) == {"RC-001", "RC-002"}
    assert verdict(AGAIN, FOR_GOOD, both, scope="api/")[1:3] == ("excluded", "RC-001")
    assert set(verdict(AGAIN, FOR_GOOD, both, scope="api/").entries) == {"RC-001", "RC-002"}
    assert action(AGAIN, GRAPHQL, other, scope="api/") == "blocked"
    weak = rejection("RC-002", "Sort users by name", "api/")
    assert verdict(AGAIN, GRAPHQL, weak, scope="api/")[1:3] == ("blocked", "RC-001")


def test_meaning_counts_where_a_model_is_at_hand() -> None:
    old = rejection("RC-001", "Zarplify the frobnicator", "src/x.py")
    new = Proposal("P", "Give the gizmo a quuxing", None)

    def judged(cosine: float) -> str:
        return ideate([new], [old], TODAY, lambda *_: cosine).verdicts[0].action

    assert [judged(cosine) for cosine in (0.1, 0.5, 0.9)] == ["propose", "ask", "ask"]  # alone it never blocks


# Findings


@pytest.mark.req("IRIS-25", "IRIS-26", "IRIS-27", "IRIS-28", "I-6")
@pytest.mark.parametrize(
    ("file", "summary", "tag", "hints"),
    [
        ("src/user.ts", "UserService has too many methods", "[INTENTIONAL — IP-001]", []),
        ("src/user.ts", "The date is parsed twice", "", ["IP-001"]),
        ("src/order.ts", "UserService has too many methods", "", []),
        ("", "UserService has too many methods", "", []),
    ],
)
def test_a_finding_is_tagged_by_place_and_words(file: str, summary: str, tag: str, hints: list[str]) -> None:
    given = {"id": "F", "summary": summary, "file": file, "severity": "CRITICAL", "category": "CRITICAL", "more": 1}
    [tagged] = review(
        [Finding(summary, file, "CRITICAL", "CRITICAL")], [exception("UserService is one large class", "src/user.ts")]
    )
    row = finding_json(given, tagged)
    assert (row["tag"], row["hints"], row["more"]) == (tag, hints, 1)
    assert (row["category"], row["severity"]) == (("NOTED", "NOTED") if tag else ("CRITICAL", "CRITICAL"))
    assert ("It works." in row["description"]) is bool(tag)


@pytest.mark.req("IRIS-68", "I-5")
def test_a_critical_finding_of_security_keeps_its_category_and_carries_the_tag() -> None:
    kept = exception("UserService compares passwords itself", "src/user.ts")
    summary = "UserService leaks passwords into the log"
    [tagged] = review([Finding(summary, "src/user.ts", "CRITICAL", "SECURITY")], [kept])
    row = finding_json({"summary": summary, "severity": "CRITICAL", "category": "SECURITY"}, tagged)
    assert (row["tag"], row["category"], row["severity"]) == ("[INTENTIONAL — IP-001]", "SECURITY", "CRITICAL")


@pytest.mark.req("IRIS-29", "IRIS-30", "IRIS-62")
def test_a_finding_that_a_constraint_binds_is_shown_and_not_fixed() -> None:
    rule, kept = constraint("No ORM ever", "src/db/"), exception("Raw SQL strings in the queries", "src/db/q.py")
    finding = Finding("Raw SQL strings, an ORM would be safer", "src/db/q.py", "MAJOR", "IMPROVABLE")
    [tagged] = review([finding], [rule, kept])
    assert tagged.tag == "[INTENTIONAL — IP-001] [CONSTRAINED — AC-001]"
    [tagged] = review([finding], [rule])
    row = finding_json({"summary": finding.summary, "category": "IMPROVABLE"}, tagged)
    assert (row["tag"], row["fix_planned"], row["category"]) == ("[CONSTRAINED — AC-001]", False, "IMPROVABLE")
    assert review([finding._replace(summary="A typo in a comment")], [rule]) == [Tagged()]


# Laws

_WORDS = st.sampled_from(
    "add remove replace split merge use the with into from GraphQL Redux Kafka ORM userService src/x.py and no never "
    "without instead of to services cache tests C++ → - , .".split()
)
_TEXT = st.one_of(st.text(max_size=200), st.lists(_WORDS, max_size=20).map(" ".join))
_SCOPES = st.one_of(
    st.none(),
    st.sampled_from(["", "**", "src/", "src/x.py", "*.py", "a/b, c/d", "../x", "[", "**/**/x"]),
    st.text(max_size=20),
)


@st.composite
def _rails(draw: st.DrawFn) -> list[Memory]:
    rails = []
    for at in range(draw(st.integers(0, 5))):
        kind = draw(st.sampled_from(["rejection", "constraint", "exception", "context-change"]))
        attrs: dict[str, Any] = draw(
            st.sampled_from(
                [
                    {},
                    {"permanent": True},
                    {"expires_on": "2020-01-01"},
                    {"revisit_on": "2020-01-01"},
                    {"affects": ["M-0"]},
                ]
            )
        )
        rails.append(Memory(f"M-{at}", kind, draw(_TEXT), "why", Scope(path=draw(_SCOPES)), attrs=attrs))
    return rails


@examples(150)
@given(st.lists(st.tuples(_TEXT, _SCOPES, st.sampled_from(["", "CRITICAL"])), max_size=6), _rails(), st.randoms())
def test_every_proposal_has_one_verdict_whatever_the_order_of_the_rails(drafts, rails: list[Memory], random) -> None:
    proposals = [
        Proposal(f"P{at}", text, scope, "security", severity) for at, (text, scope, severity) in enumerate(drafts)
    ]
    result = ideate(proposals, rails, TODAY)
    assert [decision.proposal for decision in result.verdicts] == [proposal.id for proposal in proposals]
    assert {decision.action for decision in result.verdicts} <= set(ACTIONS)
    shuffled = list(rails)
    random.shuffle(shuffled)
    assert ideate(proposals, shuffled, TODAY) == result
    for decision, proposal in zip(result.verdicts, proposals, strict=True):
        assert proposal.severity != "CRITICAL" or decision.action in ("propose", "escalate")
        assert decision.entry is None or decision.entry in decision.entries
    as_json(result, in_force(rails))


@examples(150)
@given(st.lists(st.tuples(_TEXT, st.one_of(st.just("src/x.py"), st.text(max_size=20))), max_size=6), _rails())
def test_every_finding_comes_back_in_its_place(pairs, rails: list[Memory]) -> None:
    findings = [Finding(text, file) for text, file in pairs]
    tagged = review(findings, rails)
    assert len(tagged) == len(findings)
    for finding, tag in zip(findings, tagged, strict=True):
        assert finding_json({"summary": finding.summary}, tag)["summary"] == finding.summary


@given(_TEXT)
def test_a_rejected_change_told_again_is_never_proposed(text: str) -> None:
    if compare(rejection("RC-001", text), text, None).repeated and not acts(text) & {"takes", "describes"}:
        assert action(text, rejection("RC-001", text, "src/"), scope="src/") in ("blocked", "ask")


def test_nothing_stands_against_anything_without_guard_rails() -> None:
    assert ideate([], [], TODAY) == Ideation((), ())
    assert action("Introduce an ORM") == "propose"
    assert in_force([]) == Guard((), (), (), {})
