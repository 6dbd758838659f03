"""What a session that works on a spec says and is told: each thing in one home, as one kind."""

import json
import os
from pathlib import Path

import pytest

from memory_core.core import session
from memory_core.core.memory import Memory
from memory_core.journal import candidates, journal_files
from memory_core.learnings.learning import from_state
from tests.test_proposed import proposals
from tests.test_spec_capture import Session as PlainSession


class Session(PlainSession):
    """A session whose user answers in words of their own."""

    def types(self, asked: str, answer: str) -> None:
        call = f"toolu_{os.urandom(6).hex()}"
        options = [{"label": "One", "description": ""}, {"label": "Another", "description": ""}]
        given = {"questions": [{"question": asked, "options": options}]}
        self.says({"type": "tool_use", "id": call, "name": "AskUserQuestion", "input": given})
        result = {"type": "tool_result", "tool_use_id": call, "content": f'User answered: "{asked}"="{answer}"'}
        self.says(result, role="user", toolUseResult={**given, "answers": {asked: answer}})


@pytest.fixture(autouse=True)
def _same_day(now: str) -> None:
    """Progress is kept for a week: the clock stands in the week of the transcripts."""


@pytest.fixture
def client(repo: Path) -> Session:
    return Session(repo)


def _journal(client: Session) -> list[Memory]:
    return sorted(journal_files.read(str(client.project)), key=lambda memory: memory.summary)


@pytest.mark.req("CS-US-003")
def test_each_commit_of_a_call_is_progress_and_no_decision(client: Session) -> None:
    client.plans("in-progress")
    client.runs("git commit -qm 'feat: store (1.1)' && make && git commit -qm 'feat: read (1.2)'", "")
    client.stops()
    assert [memory.summary for memory in _journal(client)] == ["feat: read (1.2)", "feat: store (1.1)"]
    assert client.summaries("decision") == []


REPORT = (
    "I looked at the code.\n\n**Key findings**\n1. `export()` in app.py:1 breaks the row, because it does no quoting.\n"
    "2. `sep=;` as a first line is not supported elsewhere.\n\nRecommendation: use the csv module instead of this.\n"
)


class Agents(Session):
    """A session that sends agents."""

    def sends(self, agent: str, report: str, *texts: str, about: str = "Code") -> None:
        """An agent, what it says while it works, and its report."""
        call = f"toolu_{agent}"
        self.says({"type": "tool_use", "id": call, "name": "Agent", "input": {"description": about, "prompt": "look"}})
        self.reports(agent, *texts, report)
        content = [{"type": "text", "text": f"{report}\nagentId: {agent} (use SendMessage …)\n<usage>x</usage>"}]
        self.says({"type": "tool_result", "tool_use_id": call, "content": content}, role="user")

    def reports(self, agent: str, *texts: str) -> None:
        """What an agent says in the transcript that is its own."""
        folder = self.transcript.with_suffix("") / "subagents"
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / f"agent-{agent}.jsonl").open("a") as out:
            for text in texts:
                message = {"role": "assistant", "content": [{"type": "text", "text": text}]}
                line = {"type": "assistant", "uuid": os.urandom(6).hex(), "isSidechain": True, "agentId": agent}
                out.write(json.dumps({**line, "timestamp": "2026-03-14T12:00:00.000Z", "message": message}) + "\n")


@pytest.fixture
def agents(repo: Path) -> Agents:
    return Agents(repo)


@pytest.mark.req("CS-US-002")
def test_a_report_is_research_and_nothing_else(agents: Agents) -> None:
    agents.plans()
    agents.sends("a1", REPORT, "The root cause is that `export()` never calls the writer of the `csv` module.")
    agents.says("`export()` in app.py:1 breaks the row, because it does no quoting.")
    agents.stops()
    assert _journal(agents) == []
    assert agents.summaries("learning") == []
    assert agents.summaries("research") == ["Code: I looked at the code."]


@pytest.mark.req("CS-US-002")
def test_what_an_agent_says_before_its_report_is_research_too(agents: Agents) -> None:
    agents.plans()
    agents.reports("a2", "The root cause is that `export()` never calls the writer of the `csv` module.")
    agents.stops()
    agents.reports("a2", REPORT)
    agents.stops()
    assert _journal(agents) == []
    assert agents.summaries("learning") == []


@pytest.mark.parametrize("status", ["in-progress", ""])
def test_without_a_plan_what_agents_say_is_heard(agents: Agents, status: str) -> None:
    if status:
        agents.plans(status)
    agents.sends("a1", REPORT, "The root cause is that `export()` never calls the writer of the `csv` module.")
    agents.stops()
    summaries = [memory.summary for memory in (*_journal(agents), *candidates.read(str(agents.project)))]
    assert "The root cause is that `export()` never calls the writer of the `csv` module." in summaries


@pytest.mark.req("CS-US-002")
def test_what_no_report_tells_is_kept_while_planning(agents: Agents) -> None:
    agents.plans()
    data = '```json\n[{"severity": "high", "summary": "x"}]\n```'
    agents.sends("a1", data, "The root cause is that `export()` never calls the writer of the `csv` module.")
    agents.sends("a2", REPORT, about="Rows")
    agents.says("The root cause is that `load()` never closes the file of the `zip` module.")
    agents.stops()
    summaries = [memory.summary for memory in _journal(agents)]
    assert summaries == [
        "The root cause is that `export()` never calls the writer of the `csv` module.",
        "The root cause is that `load()` never closes the file of the `zip` module.",
    ]


@pytest.mark.req("CS-US-002")
def test_answers_while_planning_are_of_the_spec_alone(client: Session) -> None:
    client.plans()
    client.types("Which Excel must open it?", "Excel 2016 on Windows, nothing older")
    client.types("Which package manager?", "Always use pnpm in this project, never npm")
    client.stops()
    assert client.summaries("elicitation") == [
        "Which Excel must open it? → Excel 2016 on Windows, nothing older",
        "Which package manager? → Always use pnpm in this project, never npm",
    ]
    assert from_state(session.load(str(client.project), "s-1")) == []
    assert ["pnpm" in str(rule) for rule in proposals(client)] == [True]


@pytest.mark.parametrize("status", ["in-progress", ""])
def test_answers_elsewhere_say_how_the_user_works(client: Session, status: str) -> None:
    if status:
        client.plans(status)
    client.types("Which Excel must open it?", "Excel 2016 on Windows, nothing older")
    client.stops()
    (heard,) = from_state(session.load(str(client.project), "s-1"))
    assert heard.description.startswith("Excel 2016 on Windows, nothing older")


@pytest.mark.req("CS-US-003")
def test_what_is_said_in_so_many_words_is_a_note_of_the_spec(client: Session) -> None:
    client.plans("in-progress")
    client.runs(
        "python3 -m pytest -q nosuch", "ERROR: file or directory not found: nosuch\n\nno tests ran", failed=True
    )
    client.says(
        "Task 1.1 is done. I learned that csv.writer needs newline='' or Excel shows blank rows. "
        "The reason was that csv writes its line ends itself. I'm blocked: the sandbox has no Excel."
    )
    client.stops()
    client.says({"type": "text", "text": "go on"}, role="user")
    client.stops()
    assert client.summaries("learning") == ["csv.writer needs newline='' or Excel shows blank rows."]
    assert [(memory.summary, memory.status) for memory in client.notes("blocker")] == [
        ("I'm blocked: the sandbox has no Excel.", "open")
    ]
    assert _journal(client) == []
