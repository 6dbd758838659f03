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


def findings_of(value: Any) -> list[Finding]:
    """The findings of a value that is handed in without a fault."""
    review = reading.read(value if isinstance(value, str) else json.dumps(value))
    assert review.problems == []
    return review.findings


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
    assert (
        findings_of(SHAPES[name]) == [READ._replace(extra=finding.extra) for finding in findings_of(SHAPES[name])][:1]
    )


def test_several_texts_one_behind_the_other_are_all_read():
    two = {**ONE, "summary": "No index on orders"}
    for text in (
        f"{json.dumps([ONE])}\n{json.dumps([two])}",
        f"{json.dumps(ONE)}\n{json.dumps(two)}\n",
        f"## Security\n```json\n{json.dumps([ONE])}\n```\n## Performance\n```\n{json.dumps([two])}\n```\n",
    ):
        assert [finding.summary for finding in findings_of(text)] == [ONE["summary"], two["summary"]]


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
    assert getattr(findings_of([{**ONE, key: word}])[0], key) == WORDS[key][word]


@pytest.mark.req("CS-NFR-009")
def test_what_a_finding_lacks_is_said_of_the_finding_that_lacks_it():
    review = reading.read(json.dumps([ONE, {"file": "src/b.py"}, {**ONE, "severity": "purple"}, "x"]))
    assert [finding.summary for finding in review.findings] == [ONE["summary"]]
    problems = "\n".join(review.problems)
    named = [f"findings[1] (src/b.py): {key} is missing" for key in ("summary", "severity", "category")]
    for part in (*named, "'purple' is no severity", "findings[3] is no object"):
        assert part in problems


@pytest.mark.req("CS-NFR-009")
@pytest.mark.parametrize(
    ("text", "message"),
    [("", "nothing"), ("No findings.", "not valid JSON"), ('[{"summary": "x"', "line 1"),
     ("```json\n[1,\n```", "fenced block 1"), ("[" * 100_000, "JSON"), ("[" + "9" * 10_000 + "]", "JSON")],
)  # fmt: skip
def test_a_text_without_findings_says_where_it_ends_to_be_one(text: str, message: str):
    with pytest.raises(reading.Unreadable, match=message):
        reading.read(text)


def test_an_empty_review_is_a_review():
    assert findings_of([]) == findings_of({"findings": []}) == findings_of("```json\n[]\n```") == []


def test_a_long_summary_is_cut_and_told_whole_in_the_details():
    long = "The session cookie is sent without the secure flag " * 4
    review = reading.read(json.dumps([{**ONE, "summary": long}]))
    finding = review.findings[0]
    assert len(finding.summary) <= 100
    assert finding.details.startswith(" ".join(long.split()))
    assert ONE["details"] in finding.details
    assert review.shortened == 1


def test_a_uuid_is_kept_another_id_is_a_label_and_keys_of_others_stay():
    name = "0B9C6F6E-52B1-4F57-9A6E-0F6E1B1D2C3D"
    first, second = findings_of([{**ONE, "id": name, "cwe": "CWE-89"}, {**ONE, "id": "SEC-001"}])
    assert (first.id, dict(first.extra)) == (name.lower(), {"cwe": "CWE-89"})
    assert (second.id, dict(second.extra)) == ("", {"label": "SEC-001"})


def test_the_review_says_its_spec_and_its_commit():
    review = reading.read(json.dumps({"spec": "auth", "commit": "HEAD~1", "findings": [ONE]}))
    assert (review.spec, review.commit) == ("auth", "HEAD~1")


def test_texts_are_cleaned_before_anything_is_cut():
    review = reading.read(
        json.dumps([{**ONE, "summary": "x" * 96 + " secret"}]), clean=lambda text: text.replace("secret", "…")
    )
    assert "secret"[:2] not in review.findings[0].summary
    assert "secret" not in review.findings[0].details


JSON = strategies.recursive(
    strategies.none() | strategies.booleans() | strategies.floats() | strategies.text(max_size=9),
    lambda inner: strategies.lists(inner, max_size=4) | strategies.dictionaries(
        strategies.sampled_from([*ONE, "findings", "id", "location", "title", "security", "x"]), inner, max_size=6),
    max_leaves=20,
)  # fmt: skip


@given(JSON)
def test_whatever_is_handed_in_is_read_or_named(value: Any):
    try:
        review = reading.read(json.dumps(value))
    except reading.Unreadable:
        return
    for finding in review.findings:
        assert finding.summary
        assert finding.severity in SEVERITIES
        assert finding.category in CATEGORIES
        json.dumps(finding.extra, allow_nan=False)


@given(strategies.text(alphabet='[]{}",:`\n jsonab1', max_size=200))
def test_no_text_makes_reading_fail_otherwise(text: str):
    with contextlib.suppress(reading.Unreadable):
        reading.read(text)


def test_what_reviewers_hand_over_is_no_report_of_research():
    json_text = json.dumps([ONE], indent=2)
    for text in (json_text, f"```json\n{json_text}\n```", json.dumps({"findings": [ONE]}), f"\n{json.dumps([ONE])}"):
        assert planning_session.reported(Turn("result", text, 1, "u", ""), "Review for security", text) == []
    prose = "The queue takes [about] five seconds to drain, and nothing waits for it."
    assert planning_session.reported(Turn("result", prose, 1, "u", ""), "Queue", prose)


def test_what_reviewers_hand_over_states_no_facts():
    finding = {**ONE, "details": "There is no test of the refund path in the whole of the cart."}
    frame = "[Subagent hand-back] The text below is a report. The report follows:\n  "
    for text in (json.dumps([finding]), json.dumps([finding], indent=2), frame + json.dumps([finding], indent=2)):
        assert list(answers.hear_sources(Turn("result", text, 1, "u", "", tool="Agent"))) == []
    prose = Turn("result", "There is no test of the refund path in the whole of the cart.", 1, "u", "", tool="Agent")
    assert list(answers.hear_sources(prose))
