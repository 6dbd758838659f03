"""What the files of a spec say, whoever wrote them, and what they do not say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.core.memory import SUMMARY
from memory_core.extract.turn import Turn
from memory_core.language.document import Outline
from memory_core.specs import changes, item, planning_session, read_documents, skeleton, tasks
from memory_core.specs.spec import DOCUMENTS, Item
from tests.rows import each_row

HEAD = "| ID | Description | Status | Notes |\n|---|---|---|---|\n"


def read_items(name: str, text: str, kind: str = "") -> list[Item]:
    items = read_documents.items({name: text}, "rate-limits")
    return [item for item in items if kind in ("", item.kind)]


def summaries(name: str, text: str, kind: str) -> list[str]:
    return [item.summary for item in read_items(name, text, kind)]


TASKS = {
    "a row of a table": (f"{HEAD}| 1.2 | Count the calls | done | |\n", "1.2", "done"),
    "a row without a head": ("| 1.2 | Count the calls | done |\n", "1.2", "done"),
    "a box": ("- [x] 1.2 Count the calls\n", "1.2", "done"),
    "a box with a word and weight": ("- [x] **Task 1.2**: Count the calls\n", "1.2", "done"),
    "a box without an id": ("- [x] Count the calls\n", "", "done"),
    "an empty box": ("- [ ] 1.2 Count the calls\n", "1.2", "open"),
    "a struck box": ("- [ ] ~~1.2 Count the calls~~\n", "1.2", "skipped"),
    "a box with a word behind": ("- [ ] 1.2 Count the calls (skipped: nobody asks)\n", "1.2", "skipped"),
    "a blocked row": (f"{HEAD}| T-3 | Count the calls | 🚫 blocked | no Redis |\n", "T-3", "blocked"),
    "a status with a sign": (f"{HEAD}| 1.2 | Count the calls | ✅ Completed (2026-01-02) | |\n", "1.2", "done"),
    "a status that says no": (f"{HEAD}| 1.2 | Count the calls | not done | |\n", "1.2", "open"),
    "in German": ("| Nr. | Aufgabe | Status |\n|---|---|---|\n| 1.2 | Count the calls | erledigt |\n", "1.2", "done"),
    "in Spanish": ("| # | Tarea | Estado |\n|---|---|---|\n| 1.2 | Count the calls | hecho |\n", "1.2", "done"),
}


@pytest.mark.parametrize("words", ["UTF-8 names", "HTTP2 support", "SHA-256 sums", "3 retries for the queue"])
def test_a_word_with_a_number_is_no_id(words: str) -> None:
    (task,) = tasks.tasks({"PROGRESS.md": f"- [x] {words}\n"})
    assert (task.id, task.words) == ("", words)


@pytest.mark.req("CS-US-003")
@each_row("name", TASKS)
def test_a_task_is_read_however_it_is_written(name: str) -> None:
    text, number, state = TASKS[name]
    (task,) = tasks.tasks({"PROGRESS.md": text})
    assert (task.id, task.words, task.state) == (number, "Count the calls", state)


def test_a_plan_of_headings_is_done_where_its_boxes_are() -> None:
    plan = (
        "## Phase 1\n### Tasks\n#### Task 1.1: Count the calls\n- **Criteria**:\n  - [x] counts\n\n```md\n- [ ] "
        "9.9 no task\n"
        "```\n#### Task 1.2: Refuse\n- [x] refuses\n- [ ] tells\n### Phase 1 Deliverables\n- [x] a file\n"
    )
    listed = tasks.tasks({"IMPLEMENTATION_PLAN.md": plan})
    assert [(task.id, task.state) for task in listed] == [("1.1", "done"), ("1.2", "open")]
    both = tasks.tasks({"IMPLEMENTATION_PLAN.md": plan, "PROGRESS.md": f"{HEAD}| 1.2 | Refuse | done | |\n"})
    assert [(task.id, task.state) for task in both] == [("1.1", "done"), ("1.2", "done")]


def test_numbers_that_begin_anew_are_other_tasks() -> None:
    text = f"## Phase 1\n\n{HEAD}| 1 | Count | done | |\n\n## Phase 2\n\n{HEAD}| 1 | Refuse | done | |\n"
    assert summaries("PROGRESS.md", text, "progress") == ["Task 1: Count", "Task 1: Refuse"]


@pytest.mark.req("CS-US-002")
def test_decisions_are_read_however_they_are_called() -> None:
    text = (
        "# Records\n\n## ADR-001: Count in Redis\n**Status**: Accepted\n### Context\nIt is there.\n### "
        "Decision\nYes.\n\n"
        "## ADR-2 — Sliding windows\nFixed ones let bursts through.\n\n## Decision 3\n### Decision\nOne limit a "
        "tenant. So.\n"
        "## ADR-4: [Decision Title]\n### Context\n[why]\n\n## ADR-5: Half of it\n**Date**: 2026-01-01\n"
        "## ADR-6: Old\n**Status**: Superseded by ADR-2\n\nWords.\n"
    )
    decisions = read_items("DECISIONS.md", text, "decision")
    assert [(decision.key, decision.summary, decision.status) for decision in decisions] == [
        ("adr 1", "Count in Redis", "active"),
        ("adr 2", "Sliding windows: Fixed ones let bursts through.", "active"),
        ("adr 3", "One limit a tenant.", "active"),
        ("adr 6", "Old", "superseded"),
    ]
    assert "## Context" in decisions[0].body
    table = "| ID | Decision | Rationale |\n|---|---|---|\n| D-1 | Count in Redis | It is there |\n| D-2 | TBD | |\n"
    assert summaries("DECISIONS.md", f"# D\n\n{table}", "decision") == ["Count in Redis"]
    chosen = "## Key Decisions\n\n| Decision | Choice | Rationale |\n|---|---|---|\n| Storage | Redis | It is there |\n"
    assert summaries("ARCHITECTURE.md", chosen, "decision") == ["Storage: Redis"]


BLOCKERS = {
    "- The sandbox has no Redis\n": "open",
    "- [ ] The sandbox has no Redis\n": "open",
    "- [x] The sandbox has no Redis\n": "resolved",
    "- ~~The sandbox has no Redis~~\n": "resolved",
    "- The sandbox has no Redis. Resolved: a container\n": "resolved",
    "- The sandbox has no Redis\n  - Resolution: a container\n": "resolved",
    "- **The sandbox has no Redis**\n  Resolved by: a container\n": "resolved",
    "- The sandbox has no Redis. Resolution: TBD\n": "open",
    "### The sandbox has no Redis\nIt is slow.\n\n**Resolution**: a container\n": "resolved",
    "### Resolved\n- The sandbox has no Redis\n": "resolved",
    "| Blocker | Status | Resolution |\n|---|---|---|\n| The sandbox has no Redis | resolved | a container "
    "|\n": "resolved",
    "| Blocker | Status | Resolution |\n|---|---|---|\n| The sandbox has no Redis | open | |\n": "open",
}


@pytest.mark.req("CS-US-003")
@each_row("text", BLOCKERS)
def test_a_blocker_and_its_end(text: str) -> None:
    (blocker,) = read_items("PROGRESS.md", f"# P\n\n## Blockers\n\n{text}\n## Notes\n\n- else\n", "blocker")
    assert (blocker.summary, blocker.status) == ("The sandbox has no Redis", BLOCKERS[text])
    if "a container" in text:
        assert blocker.body == "a container"


ANSWERS = (
    "- [x] Per key or per tenant? → **Per tenant**",
    "- **Q**: Per key or per tenant?\n  **A**: Per tenant",
    "- Q: Per key or per tenant?\n- A: Per tenant",
    "1. Per key or per tenant? -> Per tenant",
    "| Question | Resolution |\n|---|---|\n| Per key or per tenant? | Per tenant |\n| And now? | TBD |",
)


@pytest.mark.req("CS-US-002")
@pytest.mark.parametrize("text", ANSWERS)
def test_an_answered_question(text: str) -> None:
    questions = summaries("REQUIREMENTS.md", f"# R\n\n## Open Questions\n\n{text}\n- [ ] Else? → TBD\n", "elicitation")
    assert questions == ["Per key or per tenant? → Per tenant"]


@pytest.mark.req("CS-US-004")
def test_learnings_and_patterns_of_a_retrospective() -> None:
    text = (
        "---\noutcome: success\n---\n# Retro\n\nIt took three days.\n\n## Key Learnings\n\n### Technical\n- "
        "**Scripts**: two "
        "commands need one\n- TBD\n\n## Recommendations for Future Projects\n\n1. Load test before the "
        "review\n2. [item]\n"
    )
    assert summaries("RETROSPECTIVE.md", text, "learning") == ["Scripts: two commands need one"]
    assert summaries("RETROSPECTIVE.md", text, "convention") == ["Load test before the review"]
    assert summaries("RETROSPECTIVE.md", text, "retrospective") == ["Retrospective of rate-limits: It took three days."]


def test_a_template_says_nothing() -> None:
    fresh = skeleton.documents("rate-limits", "", "2026-03-10", "")
    assert [item.kind for item in read_documents.items(fresh, "rate-limits") if item.kind != "inception"] == []
    texts = {
        "PROGRESS.md": f"{HEAD}| 1.1 | [Task name] | done | |\n| 1.2 | TBD | done | |\n\n## Blockers\n\n- "
        f"None\n- [blocker]\n"
        "\n## Divergence Log\n\n| Date | Type | Task ID | Description |\n|--|--|--|--|\n| | | | [what] |\n",
        "DECISIONS.md": "## ADR-001: {title}\n\n[context]\n\n## ADR-002: ...\n\nTBD\n",
        "RESEARCH_NOTES.md": "## [Topic]\n\n- [finding]\n\n## Findings\n\nTBD\n",
        "RETROSPECTIVE.md": "# Retro\n\n[summary]\n\n## Key Learnings\n\n- [learning]\n- ...\n",
        "REQUIREMENTS.md": "## Problem Statement\n\n[problem]\n\n## Open Questions\n\n- [ ] [question]\n",
    }
    assert read_documents.items(texts, "rate-limits") == []


@pytest.mark.parametrize("mark", ["```", "~~~", "````"])
def test_what_stands_in_code_is_not_said(mark: str) -> None:
    inner = "## Blockers\n- The sandbox has no Redis\n- [x] 1.1 Count\n## ADR-001: Use it\nBecause.\n"
    for name in DOCUMENTS:
        assert [
            item
            for item in read_items(name, f"# T\n\n{mark}md\n{inner}{mark}\n")
            if item.kind in ("blocker", "decision")
        ] == []
        assert read_items(name, f"# T\n\n<!--\n{inner}-->\n") == []
    assert tasks.tasks({"PROGRESS.md": f"{mark}\n{inner}"}) == []


_PIECES = st.sampled_from(
    (
        "# T\r## Blockers\r- [x] 1.1 Count\r| 1.1 | Count | done |\r|---|---|\r```\r<!--\r-->\r## ADR-1: Use it\r"
        "**Q**: why?\rA: so\r## Open Questions\rtext\r  more\r---\r\\|\r[x](y)\r~~gone~~\r## Key Learnings\r\t- a b c"
    ).split("\r")
)


@given(st.lists(st.one_of(_PIECES, st.text(max_size=20)), max_size=30), st.sampled_from(DOCUMENTS))
def test_whatever_is_written_reading_keeps_its_bounds(lines: list[str], name: str) -> None:
    text = "\n".join(lines)
    items = read_documents.items({name: text}, "rate-limits")
    for entry in items:
        assert 0 < len(entry.summary) <= SUMMARY
        assert "\n" not in entry.summary
        assert len(entry.body) <= item.BODY + SUMMARY * 60
        assert len(entry.key) <= item.KEY
    assert len({(entry.kind, entry.key) for entry in items}) == len(items)
    assert read_documents.items({name: text.replace("\n", "\r\n")}, "rate-limits") == read_documents.items(
        {name: text.replace("\r", "\n")}, "rate-limits"
    )
    document = Outline.parse(text)
    for section in document.sections:
        assert section in document.below(section)


@given(st.permutations([f"| 1.{at} | Do {word} | done | |\n" for at, word in enumerate("abcdef")]))
def test_an_order_of_rows_is_nothing_new(rows: list[str]) -> None:
    known: changes.Known = {}
    first = f"{HEAD}" + "".join(sorted(rows))
    assert len(changes.news(read_documents.items({"PROGRESS.md": first}, "s"), known)) == 6
    assert changes.news(read_documents.items({"PROGRESS.md": HEAD + "".join(rows)}, "s"), known) == []


def test_a_plan_changes_by_what_comes_and_goes() -> None:
    def plan(*rows: str) -> list[list[str]]:
        return changes.planned(tasks.tasks({"PROGRESS.md": "".join(f"- [ ] {row}\n" for row in rows)}))

    before = plan("1.1 Count the calls", "1.2 Refuse what is too much", "1.3 Tell the caller")
    assert (
        changes.deviations(before, plan("2.1 Tell the caller", "2.2 Count the calls", "2.3 Refuse what is too much"))
        == []
    )
    assert changes.deviations(before, plan("1.1 Count all", "1.2 Refuse what is far too much", "1.3 Tell them")) == []
    deviations = changes.deviations(
        before, plan("1.1 Count the calls", "1.3 Tell the caller", "1.4 Log who was refused")
    )
    assert [deviation.key for deviation in deviations] == ["deviation 1.4 added", "deviation 1.2 dropped"]
    assert changes.is_cut(before, plan("1.1 Count the calls"))
    many = plan(*(f"{at}.1 Do thing {at}" for at in range(20)))
    assert len(changes.deviations(before, many)) == 1


@pytest.mark.req("CS-US-002")
def test_a_report_is_told_without_its_frame() -> None:
    words = "## Findings\n\nThe gateway counts by address, so one office is one caller.\n\n    code = 1\n"
    framed = (
        "[Subagent hand-back] The text below is the final report of a subagent. The report follows:\n"
        + "".join(f"  {line}\n" for line in words.splitlines())
        + "agentId: aad13ed (use SendMessage with to: 'aad13ed' to continue)\n<usage>tokens: 15\nx: 1</usage>"
    )
    plain = f"{words}\nagentId: ab97 (use SendMessage with to: 'ab97' to continue)\n<usage>tokens: 15</usage>"
    turn = Turn("result", "", 1, "u-1", "2026-03-14T12:00:00Z", "Agent", "toolu_1", {"description": "The gateway"})
    reports = [planning_session.of_turn(turn._replace(text=text)) for text in (framed, plain)]
    assert reports[0] == reports[1]
    ((report,),) = {tuple(each) for each in reports}
    assert report.item.summary == "The gateway: The gateway counts by address, so one office is one caller."
    assert report.item.body == words.strip()
    assert planning_session.of_turn(turn._replace(text="Async agent launched successfully.\nagentId: x")) == []
    assert planning_session.of_turn(turn._replace(text=framed, agent="inner")) == []


def test_only_what_came_to_its_end_is_notified() -> None:
    text = "<task-notification><task-id>a1</task-id><status>{}</status><result>A <result> tag</result> x</result>"
    assert planning_session.notified(text.format("failed")) == {}
    assert planning_session.notified(text.format("completed"))["result"] == "A <result> tag</result> x"
    assert planning_session.notified("") == {}


@pytest.mark.parametrize(
    ("first", "later"),
    [
        ("~~Use Mongo for the events~~ SUPERSEDED by ADR-003", ""),
        ("Use Mongo for the events (superseded)", ""),
        ("Use Mongo for the events — superseded by ADR-003", ""),
        ("Use Mongo for the events", "**Supersedes**: ADR-001\n"),
        ("Use Mongo for the events", "- Replaces: ADR-1\n"),
    ],
)
def test_a_decision_that_another_one_ends_holds_no_more(first: str, later: str) -> None:
    text = f"# D\n\n## ADR-001: {first}\n\nEvents have no schema.\n\n"
    text += f"## ADR-003: Write events to Kafka\n\n{later}\nIt lasts.\n"
    decisions = [
        (decision.key, decision.summary, decision.status)
        for decision in read_documents.items({"DECISIONS.md": text}, "s")
    ]
    assert decisions == [
        ("adr 1", "Use Mongo for the events", "superseded"),
        ("adr 3", "Write events to Kafka", "active"),
    ]


def test_a_title_that_speaks_of_what_is_rejected_is_a_decision() -> None:
    text = "# D\n\n## ADR-001: Keep rejected calls (429) in a queue\n\nThey come back.\n"
    assert [item.status for item in read_documents.items({"DECISIONS.md": text}, "s")] == ["active"]


def test_records_of_one_number_in_two_documents_are_two_where_they_decide_two_things() -> None:
    record = "# D\n\n## ADR-001: {}\n\nEvents come in bursts.\n"
    documents = {"ARCHITECTURE.md": record.format("Split the worker from the API")}
    documents["DECISIONS.md"] = record.format("Use Mongo for the events")
    assert [item.summary for item in read_documents.items(documents, "s")] == [
        "Split the worker from the API",
        "Use Mongo for the events",
    ]
    documents["ARCHITECTURE.md"] = record.format("Use Mongo for all the events")
    assert len(read_documents.items(documents, "s")) == 1
