"""spec task and spec note: what becomes of a task, and what is noted on the way, in the files and as memories, once."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.language.document import Outline
from memory_core.specs import skeleton, tasks, tick
from memory_core.specs.spec import PLAN, PROGRESS
from memory_core.specs.tasks import Task
from tests.spec_runs import ASKED, SLUG, Git, Run, planned, run, started

__all__ = ["run"]

TABLE = """# Progress

| ID | Description | Status | Started | Completed | Notes |
|----|-------------|--------|---------|-----------|-------|
| 1.1 | Make \\| it | completed | 2026-01-01 | 2026-01-02 | a note |
| **1.2** | Prove it | in_progress | 2026-01-03 | | |
| 2.1 | Say it | pending | | | |

## Phase status

| Phase | Name | Progress | Status |
|-------|------|----------|--------|
| 1 | Core | 50% | in_progress |
"""
BOXES = """# Progress

## Phase 1

- [x] 1.1 Make it
- [ ] **1.2** Prove it (blocked: no clock)
- [ ] Say it
""".replace("\n", "\r\n")


def states(text: str) -> dict[str, str]:
    return {task.id or task.words: task.state for task in tasks.tasks({PROGRESS: text})}


def kinds(run: Run) -> list[str]:
    memories: list[dict[str, Any]] = run("spec", "status", SLUG, "--json").json["memories"]
    return sorted("deviation" if "deviation" in memory["tags"] else memory["kind"] for memory in memories)


def marked(text: str, name: str, state: str, note: str = "") -> str:
    task = tick.find(text, name)
    assert task
    return tick.marked(text, task, state, "2026-03-14", note)


def test_a_row_changes_where_its_state_stands_and_nowhere_else():
    text = marked(TABLE, "1.2", "done")
    assert "| **1.2** | Prove it | done | 2026-01-03 | 2026-03-14 |  |" in text
    assert [line for line in text.splitlines() if "1.2" not in line] == [
        line for line in TABLE.splitlines() if "1.2" not in line
    ]
    assert states(text) == {"1.1": "done", "1.2": "done", "2.1": "open"}
    assert "| 2.1 | Say it | blocked |  |  | no \\| clock |" in marked(TABLE, "2.1", "blocked", "no | clock")


def test_a_box_is_ticked_and_its_reason_goes_with_its_state():
    text = marked(BOXES, "1.2", "done")
    assert "- [x] **1.2** Prove it\r\n" in text
    assert text.count("\r\n") == BOXES.count("\r\n")
    skipped = marked(BOXES, "say it", "skipped", "nobody (ever) asked")
    assert states(skipped) == {"1.1": "done", "1.2": "blocked", "Say it": "skipped"}
    assert states(marked(skipped, "Say it", "open"))["Say it"] == "open"


@pytest.mark.parametrize("text", [TABLE, BOXES, "# Progress\n", skeleton.progress("X")])
def test_tasks_that_are_added_at_once_stand_as_if_one_after_the_other(text: str):
    new = [Task("7.1", "One | more"), Task("7.2", "And | another", "started"), Task("7.3", "The last")]
    each = text
    for task in new:
        each = tick.added(each, task, "2026-03-14")
    assert tick.added(text, new[0], "2026-03-14", new[1:]) == each
    named = tick.numbered("# P\n\n## Phase 2\n", [Task("2.2", "b"), *(Task("", "x", line=9) for _ in range(3))])
    assert [task.id for task in named] == ["2.2", "2.1", "2.3", "2.4"]


def test_what_stands_in_code_is_no_task():
    text = "# Progress\n\n```\n- [ ] 9.9 no task\n```\n"
    assert tick.find(text, "9.9") is None


LINES = st.lists(
    st.sampled_from(
        (
            "- [ ] 1.1 one", "- [x] 1.2 two", "* [ ] three", "  - [ ] 1.1.1 inner", "#### Task 2.1: head", "## Phase 2",
            "| id | what | status |", "|---|---|---|", "| 1.3 | x | open |", "| 1.4 | y \\| z | done |", "| a |",
            "```", "text", "",
        )
    ),
    max_size=14,
)  # fmt: skip


@given(LINES, st.sampled_from(tick.STATES), st.text(max_size=30))
def test_marking_changes_one_line_and_can_be_said_twice(lines: list[str], state: str, why: str):
    text = "\n".join(lines)
    for task in tasks.of_document(Outline.parse(text), PROGRESS):
        marked_text = tick.marked(text, task, state, "2026-03-14", why)
        if marked_text:
            before, after = text.split("\n"), marked_text.split("\n")
            assert len(before) == len(after)
            assert [at for at in range(len(before)) if before[at] != after[at]] in ([], [task.line - 1])
            again = tick.find(marked_text, task.id or task.words)
            assert again is not None


@given(LINES, st.text(alphabet="abc |`*-", min_size=3, max_size=20).filter(lambda text: "a" in text))
def test_an_added_task_is_found_again_and_takes_nothing_away(lines: list[str], words: str):
    text = "\n".join(lines)
    if text.count("```") % 2:
        return  # a fence that nobody closed reaches to the end
    known = tasks.tasks({PROGRESS: text})
    name = tick.next_id(known)
    after = tick.added(text, Task(name, words), "2026-03-14")
    assert {line for line in lines if line.strip()} <= set(after.split("\n"))
    assert name in {task.id for task in tasks.of_document(Outline.parse(after), PROGRESS)} or "|" in text


@pytest.mark.req("CS-US-003", "CS-NFR-007")
def test_a_task_that_is_done_is_ticked_in_both_documents_and_kept_once(run: Run, repo: Path, git: Git):
    at = planned(repo, git, run, "1.1 A token bucket", "1.2 Answer 429")
    run("spec", "start", SLUG, "--phase", "implementation")
    assert run("spec", "task", "1.1", "started", "--json").json["memories"] == []
    (kept,) = run("spec", "task", "1.1", "done", "--json").json["memories"]
    assert (kept["kind"], kept["spec"], kept["attrs"]["phase"]) == ("progress", SLUG, "implementation")
    assert kept["commit"] == git(repo, "rev-parse", "HEAD")
    assert "A token bucket" in kept["summary"]
    assert "- [x] 1.1 A token bucket" in (at / PLAN).read_text()
    assert states((at / PROGRESS).read_text())["1.1"] == "done"
    for state in ("open", "done", "done"):
        assert run("spec", "task", "1.1", state, "--json").json["memories"] == []
    assert kinds(run) == ["inception", "progress"]


@pytest.mark.req("CS-US-003", "C-12")
def test_a_blocker_is_open_until_its_task_goes_on(run: Run, repo: Path, git: Git):
    planned(repo, git, run, "1.1 A token bucket", "1.2 Answer 429")
    run("spec", "start", SLUG, "--phase", "implementation")
    (blocker,) = run("spec", "task", "1.2", "blocked", "The sandbox has no clock", "--json").json["memories"]
    assert (blocker["kind"], blocker["status"]) == ("blocker", "open")
    assert run("spec", "task", "1.2", "blocked", "The sandbox has no clock", "--json").json["memories"] == []
    memories = run("spec", "task", "1.2", "done", "A clock that is handed in", "--json").json["memories"]
    assert {(memory["kind"], memory["status"]) for memory in memories} == {
        ("blocker", "resolved"),
        ("progress", "resolved"),
    }
    entry = run("show", blocker["id"], "--json").json
    assert entry["status"] == "resolved"
    assert "A clock that is handed in" in entry["body"]
    assert git(repo, "notes", "--ref=cs/blockers", "show", "HEAD").count("type: blocker") == 2


@pytest.mark.req("CS-US-003", "C-13")
def test_a_change_of_the_plan_is_a_deviation(run: Run, repo: Path, git: Git):
    at = planned(repo, git, run, "1.1 A token bucket", "1.2 Answer 429")
    run("spec", "start", SLUG, "--phase", "implementation")
    (skipped,) = run("spec", "task", "1.2", "skipped", "Nobody asked", "--json").json["memories"]
    (added,) = run("spec", "task", "new", "added", "Metrics | refusals", "--json").json["memories"]
    for deviation in (skipped, added):
        assert deviation["kind"] == "decision"
        assert "deviation" in deviation["tags"]
        assert deviation["namespace"] == "decisions"
    assert "Nobody asked" in skipped["summary"]
    assert states((at / PROGRESS).read_text()) == {"1.1": "open", "1.2": "skipped", "1.3": "open"}
    assert kinds(run) == ["deviation", "deviation", "inception"]


@pytest.mark.req("CS-US-002", "CS-US-003")
@pytest.mark.parametrize("plan", [(), ("1.1 A token bucket", "1.2 Answer 429")])
def test_while_a_plan_is_made_nothing_deviates_from_it(run: Run, repo: Path, git: Git, plan: tuple[str, ...]):
    at = planned(repo, git, run, *plan)
    answer = run("spec", "task", "new", "added", "Metrics", "--json").json
    name = "1.3" if plan else "1.1"
    assert answer["memories"] == []
    assert [task["words"] for task in answer["tasks"]] == [*(task[4:] for task in plan), "Metrics"]
    assert f"- [ ] {name} Metrics" in (at / PLAN).read_text()
    run("spec", "task", name, "skipped", "Nobody asked")
    assert kinds(run) == ["inception"]
    assert "Metrics" not in (at / PROGRESS).read_text().partition("## Deviations")[2]


REFUSED = {
    "no task": ("9.9", "done"),
    "no state": ("1.1", "danced"),
    "no reason": ("1.1", "blocked"),
    "nothing to do": ("new", "added"),
    "nothing at all": (),
    "an id that is taken": ("1.1", "added", "what"),
    "too long": ("1.1", "skipped", "x" * 600),
}


@pytest.mark.parametrize("words", REFUSED.values(), ids=REFUSED)
@pytest.mark.req("CS-NFR-009")
def test_what_cannot_be_is_refused_and_changes_nothing(run: Run, repo: Path, git: Git, words: tuple[str, ...]):
    at = planned(repo, git, run, "1.1 A token bucket")
    before = {path: path.read_text() for path in at.iterdir()}
    result = run("spec", "task", *words)
    assert result.code == 1
    assert "Nothing was changed" in result.err or "memory-core spec task" in result.err or "number" in result.err
    assert {path: path.read_text() for path in at.iterdir()} == before


def test_a_task_of_a_progress_that_somebody_else_wrote_is_ticked_there(run: Run, repo: Path, git: Git):
    at = planned(repo, git, run, "1.1 Make it")
    (at / PROGRESS).write_text(TABLE)
    assert run("spec", "task", "2.1", "done").code == 0
    assert states((at / PROGRESS).read_text())["2.1"] == "done"
    (at / PROGRESS).write_text(BOXES.replace("\r", ""))
    assert run("spec", "task", "1.2", "done").code == 0
    assert "- [x] **1.2** Prove it\n" in (at / PROGRESS).read_text()


def test_eight_tasks_ticked_at_once_are_all_ticked_and_all_kept(run: Run, repo: Path, git: Git):
    at = planned(repo, git, run, *(f"1.{number} Part {number}" for number in range(1, 9)))
    run("spec", "start", SLUG, "--phase", "implementation")
    running = [started(repo, "spec", "task", f"1.{number}", "done") for number in range(1, 9)]
    for process in running:
        _, errors = process.communicate(timeout=300)
        # The lock is waited for five seconds; where that was too short, it says so and can be said again.
        assert process.returncode == 0 or b"lock" in errors, errors.decode()
    for number in range(1, 9):
        run("spec", "task", f"1.{number}", "done")
    assert set(states((at / PROGRESS).read_text()).values()) == {"done"}
    assert kinds(run).count("progress") == 8


@pytest.mark.req("CS-US-003", "CS-US-004", "CS-NFR-007")
def test_a_note_belongs_to_the_spec_that_is_worked_on_and_is_kept_once(run: Run, repo: Path, git: Git):
    run("spec", "start", ASKED)
    words = 'Buckets are per process group\n\n## Context\n\nFound with `ab -n`, $(not run) and "quotes".'
    (kept,) = run("spec", "note", "--body-file", "-", "learning", "--json", words=words).json["memories"]
    assert (kept["kind"], kept["spec"], kept["summary"]) == ("learning", SLUG, "Buckets are per process group")
    assert "$(not run)" in kept["body"]
    again = run("spec", "note", "learning", "buckets are PER process group!", "--json").json
    assert again["known"] is True
    assert again["memories"][0]["id"] == kept["id"]
    long = "We keep the counters in memory " * 8
    (note,) = run("spec", "note", "decision", long, "--rationale", "One host", "--json").json["memories"]
    assert len(note["summary"]) <= 100
    assert long.strip() in note["body"]
    assert kinds(run) == ["decision", "inception", "learning"]


def test_a_note_reads_no_file_and_needs_a_spec(run: Run, repo: Path):
    assert run("spec", "note", "learning", "something").code == 1
    run("spec", "start", ASKED)
    (repo / "secret").write_text("words")
    for more in (("--body-file", "secret"), ("--body-file", "-", "--body-file", "secret"), ("--amend", "x")):
        assert run("spec", "note", "learning", "something", *more).code == 1
    assert run("spec", "note", "dance", "something").code == 1
    assert run("spec", "note", "learning").code == 1
    assert kinds(run) == ["inception"]


def test_a_progress_that_was_deleted_is_made_again_from_the_plan(run: Run, repo: Path, git: Git):
    at = planned(repo, git, run, "1.1 A token bucket", "1.2 Answer 429")
    (at / PROGRESS).unlink()
    assert run("spec", "task", "1.2", "done").code == 0
    assert states((at / PROGRESS).read_text()) == {"1.2": "done"}
    assert skeleton.progress("x").splitlines()[1:] == [
        line for line in (at / PROGRESS).read_text().splitlines()[1:] if "1.2" not in line
    ]


@pytest.mark.req("CS-NFR-009")
@pytest.mark.parametrize("words", [(), ("gossip", "They say"), ("blocker",), ("blocker", "  ")])
def test_a_note_that_lacks_something_is_refused_in_the_words_of_its_own_verb(
    run: Run, repo: Path, words: tuple[str, ...]
):
    run("spec", "start", ASKED)
    result = run("spec", "note", *words)
    assert result.code == 1
    assert "memory-core spec note" in result.err
    assert "remember" not in result.err
    assert kinds(run) == ["inception"]
