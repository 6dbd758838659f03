"""What reviewers hand in: every shape that agents write is read, and what cannot be read is named."""

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given, strategies

from memory_core.core.review_finding import CATEGORIES, SEVERITIES, Finding
from memory_core.extract import answers
from memory_core.extract.turn import Turn
from memory_core.reviews import given as reading
from memory_core.specs import planning_session
from tests.rows import each_row

ONE: dict[str, Any] = {
    "severity": "high", "category": "security", "file": "src/a.py", "line": 12, "summary": "SQL is joined from input",
    "details": "The name goes into the query.", "remediation": "Bind it.",
}  # fmt: skip
READ = Finding(
    "SQL is joined from input", "src/a.py", 12, "high", "security", "The name goes into the query.", "Bind it."
)


def of(value: Any) -> list[Finding]:
    """The findings of a value that is handed in without a fault."""
    found = reading.read(value if isinstance(value, str) else json.dumps(value))
    assert found.problems == []
    return found.findings


def wrong(value: Any) -> list[str]:
    return reading.read(json.dumps(value)).problems


SHAPES = {
    "an object with a list": {"findings": [ONE]},
    "a list": [ONE],
    "a finding by itself": ONE,
    "a fence": f"```json\n{json.dumps([ONE])}\n```",
    "prose around a fence": f"What I found:\n\n```json\n{json.dumps([ONE], indent=2)}\n```\nThat is {{all}}.",
    "prose before": f"My findings: {json.dumps([ONE])}",
    "the lists of agents, in one": [[ONE]],
    "the reports of agents": [{"agent": "security-reviewer", "findings": [{**ONE, "category": None}]}],
    "by category": {"security": [{key: ONE[key] for key in ONE if key != "category"}]},
    "other names": [{"title": ONE["summary"], "priority": "P1", "type": "Security", "location": "src/a.py:12",
                     "description": ONE["details"], "recommendation": ONE["remediation"]}],
    "a place as an object": [{**ONE, "file": None, "line": None, "location": {"path": "src/a.py", "start": 12}}],
    "a range": [{**ONE, "line": "12-19"}],
    "the line in the path": [{**ONE, "file": "`src/a.py:12-19`", "line": None}],
    "a link to lines": [{**ONE, "file": "src/a.py#L12-L19", "line": None}],
    "a line in words": [{**ONE, "file": "src/a.py (line 12)", "line": None}],
    "a line for people": [{**ONE, "line": "L12"}],
    "upper case": [{**ONE, "severity": "HIGH", "category": "SECURITY"}],
    "texts as lists": [{**ONE, "details": ["The name goes into the query."]}],
}  # fmt: skip


@pytest.mark.req("CS-US-017", "CS-FR-018")
@each_row("name", SHAPES)
def test_every_shape_that_agents_write_is_the_same_finding(name: str):
    assert of(SHAPES[name]) == [READ._replace(extra=found.extra) for found in of(SHAPES[name])][:1]


def test_several_texts_one_behind_the_other_are_all_read():
    two = {**ONE, "summary": "No index on orders"}
    for text in (
        f"{json.dumps([ONE])}\n{json.dumps([two])}",
        f"{json.dumps(ONE)}\n{json.dumps(two)}\n",
        f"## Security\n```json\n{json.dumps([ONE])}\n```\n## Performance\n```\n{json.dumps([two])}\n```\n",
    ):
        assert [one.summary for one in of(text)] == [ONE["summary"], two["summary"]]


WORDS = {
    "severity": {
        "Critical (9.8)": "critical", "blocker": "critical", "🔴 HIGH": "high", "Major": "high", "[warning]": "medium",
        "nit": "low", "Informational": "low", "P0": "critical", "minor issue": "low",
    },
    "category": {
        "cs:security-reviewer": "security", "Perf": "performance", "code-quality": "quality", "Test coverage": "tests",
        "docs": "documentation", "SOLID": "architecture", "Dead code": "quality", "OWASP A03: Injection": "security",
    },
}  # fmt: skip


@each_row(("key", "word"), [(key, word) for key, words in WORDS.items() for word in words])
def test_a_word_means_what_it_usually_means(key: str, word: str):
    assert getattr(of([{**ONE, key: word}])[0], key) == WORDS[key][word]


@pytest.mark.req("CS-NFR-009")
def test_what_a_finding_lacks_is_said_of_the_finding_that_lacks_it():
    found = reading.read(json.dumps([ONE, {"file": "src/b.py"}, {**ONE, "severity": "purple"}, "x"]))
    assert [one.summary for one in found.findings] == [ONE["summary"]]
    said = "\n".join(found.problems)
    named = [f"findings[1] (src/b.py): {key} is missing" for key in ("summary", "severity", "category")]
    for part in (*named, "'purple' is no severity", "findings[3] is no object"):
        assert part in said


@pytest.mark.req("CS-NFR-009")
@pytest.mark.parametrize(
    ("text", "said"),
    [("", "nothing"), ("No findings.", "not valid JSON"), ('[{"summary": "x"', "line 1"),
     ("```json\n[1,\n```", "fenced block 1"), ("[" * 100_000, "JSON"), ("[" + "9" * 10_000 + "]", "JSON")],
)  # fmt: skip
def test_a_text_without_findings_says_where_it_ends_to_be_one(text: str, said: str):
    with pytest.raises(reading.Unreadable, match=said):
        reading.read(text)


def test_an_empty_review_is_a_review():
    assert of([]) == of({"findings": []}) == of("```json\n[]\n```") == []


def test_a_long_summary_is_cut_and_told_whole_in_the_details():
    long = "The session cookie is sent without the secure flag " * 4
    found = reading.read(json.dumps([{**ONE, "summary": long}]))
    one = found.findings[0]
    assert len(one.summary) <= 100
    assert one.details.startswith(" ".join(long.split()))
    assert ONE["details"] in one.details
    assert found.shortened == 1


def test_a_uuid_is_kept_another_id_is_a_label_and_keys_of_others_stay():
    name = "0B9C6F6E-52B1-4F57-9A6E-0F6E1B1D2C3D"
    one, two = of([{**ONE, "id": name, "cwe": "CWE-89"}, {**ONE, "id": "SEC-001"}])
    assert (one.id, dict(one.extra)) == (name.lower(), {"cwe": "CWE-89"})
    assert (two.id, dict(two.extra)) == ("", {"label": "SEC-001"})


def test_the_review_says_its_spec_and_its_commit():
    found = reading.read(json.dumps({"spec": "auth", "commit": "HEAD~1", "findings": [ONE]}))
    assert (found.spec, found.commit) == ("auth", "HEAD~1")


def test_texts_are_cleaned_before_anything_is_cut():
    found = reading.read(
        json.dumps([{**ONE, "summary": "x" * 96 + " secret"}]), clean=lambda text: text.replace("secret", "…")
    )
    assert "secret"[:2] not in found.findings[0].summary
    assert "secret" not in found.findings[0].details


JSON = strategies.recursive(
    strategies.none() | strategies.booleans() | strategies.floats() | strategies.text(max_size=9),
    lambda inner: strategies.lists(inner, max_size=4) | strategies.dictionaries(
        strategies.sampled_from([*ONE, "findings", "id", "location", "title", "security", "x"]), inner, max_size=6),
    max_leaves=20,
)  # fmt: skip


@given(JSON)
def test_whatever_is_handed_in_is_read_or_named(value: Any):
    try:
        found = reading.read(json.dumps(value))
    except reading.Unreadable:
        return
    for one in found.findings:
        assert one.summary
        assert one.severity in SEVERITIES
        assert one.category in CATEGORIES
        json.dumps(one.extra, allow_nan=False)


@given(strategies.text(alphabet='[]{}",:`\n jsonab1', max_size=200))
def test_no_text_makes_reading_fail_otherwise(text: str):
    with contextlib.suppress(reading.Unreadable):
        reading.read(text)


def test_what_reviewers_hand_over_is_no_report_of_research():
    told = json.dumps([ONE], indent=2)
    for text in (told, f"```json\n{told}\n```", json.dumps({"findings": [ONE]}), f"\n{json.dumps([ONE])}"):
        assert planning_session.reported(Turn("result", text, 1, "u", ""), "Review for security", text) == []
    prose = "The queue takes [about] five seconds to drain, and nothing waits for it."
    assert planning_session.reported(Turn("result", prose, 1, "u", ""), "Queue", prose)


def test_what_reviewers_hand_over_states_no_facts():
    one = {**ONE, "details": "There is no test of the refund path in the whole of the cart."}
    frame = "[Subagent hand-back] The text below is a report. The report follows:\n  "
    for text in (json.dumps([one]), json.dumps([one], indent=2), frame + json.dumps([one], indent=2)):
        assert list(answers.hear_sources(Turn("result", text, 1, "u", "", tool="Agent"))) == []
    prose = Turn("result", "There is no test of the refund path in the whole of the cart.", 1, "u", "", tool="Agent")
    assert list(answers.hear_sources(prose))
