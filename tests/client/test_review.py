"""Reviews in the real client: six agents look, what they find is kept on its commit, comes back, and is settled."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from memory_core.reviews import route
from tests.client.api import Block, Turn, use
from tests.client.asked import Asked
from tests.client.driver import ROOT, Client
from tests.client.test_notes import program

KINDS = ("security", "performance", "architecture", "quality", "tests", "documentation")
DOCUMENTS = ("CODE_REVIEW.md", "REVIEW_SUMMARY.md", "REMEDIATION_TASKS.md")
CAPTURE = "memory-core findings capture --file .cs-memory/review.json"
RESOLVE = "memory-core findings resolve {options}<<'END_OF_FIXES'\n{lines}\nEND_OF_FIXES"
LEARN = "memory-core remember --args-stdin <<'END_OF_MEMORY'\n{words}\nEND_OF_MEMORY"
# One defect, each time in another file and in other words; and one that never comes back.
INJECTED = {
    "orders.py": ("The query is put together with an f-string", "The id of a request goes into the SQL as it came."),
    "stock.py": ("SQL injection through the name of the article", "The name is concatenated into the SELECT."),
    "users.py": ("User input reaches the database unescaped", "The WHERE clause is built by string formatting."),
}
SLOW = ("stock.py", "Every article is fetched by a query of its own", "A page of 50 articles runs 51 queries.")


def finding(category: str, file: str, summary: str, details: str, **more: Any) -> dict[str, Any]:
    usual = {
        "severity": "high",
        "line": 1,
        "remediation": "Bind the value." if category == "security" else "Fetch once.",
    }
    return {"category": category, "file": file, "summary": summary, "details": details, **usual, **more}


def bash(command: str) -> Block:
    return use("Bash", command=command, description="Go on")


class Reviews:
    """A repository whose files are reviewed one after the other, by a user who allows nothing beyond the commands."""

    def __init__(self, client: Client) -> None:
        self.client, self.project = client, client.project()
        self.shown: list[str] = []
        self.answers: list[str] = []
        self.agents: list[str] = []
        self.asked: list[str] = []

    def git(self, *words: str) -> str:
        return self.client.git(self.project, *words)

    def data(self, *words: str) -> Any:
        return json.loads(program(self.client, self.project, *words, "--json"))

    def change(self, name: str) -> str:
        """A commit that brings a file."""
        (self.project / name).write_text(f'db.execute(f"SELECT * FROM {Path(name).stem} WHERE id = {{asked}}")\n')
        self.git("add", name)
        self.git("commit", "-qm", f"feat: {name}")
        return self.git("rev-parse", "HEAD")

    def review(self, talk: Asked, prompt: str, findings: list[dict[str, Any]], *, agents: bool = False) -> None:
        """`/cs:review`: six reviewers where they are asked for, the file of what they found, and the capture."""
        path = str(self.project / ".cs-memory" / "review.json")
        starts: list[Turn] = []
        if agents:
            starts = [[self._starts(kind) for kind in KINDS]]
        self.client.api.forget()
        for kind in KINDS if agents else ():
            own = [finding for finding in findings if finding["category"] == kind]
            self.client.api.reports.append(f"```json\n{json.dumps(own)}\n```")
        write = use("Write", file_path=path, content=json.dumps(findings))
        self.client.api.script(*starts, write, bash(CAPTURE), "Told.")
        self.shown.append(self._sent(talk, prompt))
        self.agents += [json.dumps(request.body["system"]) for request in self.client.api.requests_for("agent")]
        self.answers.append(talk.results()[-1])

    @staticmethod
    def _starts(kind: str) -> Block:
        given = {"description": f"Review {kind}", "prompt": "Review orders.py", "run_in_background": False}
        return use("Agent", subagent_type=f"cs:{kind}-reviewer", **given)

    def fix(self, talk: Asked, prompt: str, *commands: str) -> None:
        """`/cs:fix`: what is settled is written back."""
        self.client.api.forget()
        self.client.api.script(*map(bash, commands), "Told.")
        self.shown.append(self._sent(talk, prompt))
        self.answers.append("\n".join(talk.results()))

    def _sent(self, talk: Asked, prompt: str) -> str:
        before = len(talk.asked)
        talk.send(prompt)
        self.asked += talk.asked[before:]
        first = self.client.api.requests_for("main")[0]
        return re.split(r"</command-(?:args|name)>", first.last)[-1]


def of_fix(name: str) -> Block:
    given = {"description": f"As {name}", "prompt": "Look at orders.py", "run_in_background": False}
    return use("Agent", subagent_type=f"cs:{name}", **given)


@pytest.mark.req("CS-US-018", "CS-FR-019")
def test_the_client_starts_each_agent_of_a_fix_with_its_own_words(installed: dict[str, Client]) -> None:
    client = installed["newest"]
    project = client.project()
    client.git(project, "commit", "-q", "--allow-empty", "-m", "First")
    client.api.forget()
    mending, verifying = tuple(route.AGENTS.values()), route.VERIFIERS
    with Asked(client, project) as talk:
        for names in (mending, verifying):
            client.api.reports += [f"{name}: nothing" for name in names]
            client.api.script([of_fix(name) for name in names], "Told.")
            talk.send("Mend what is open.")
    systems = [json.dumps(request.body["system"]) for request in client.api.requests_for("agent")]
    for name in {*mending, *verifying}:
        body = (ROOT / "commands" / "cs" / "agents" / f"{name}.md").read_text().split("---\n")[2].strip()
        times = (name in mending) + (name in verifying)
        assert sum(json.dumps(body)[1:60] in system for system in systems) == times, name


@pytest.fixture(scope="module", params=["newest"])
def reviewed(request: pytest.FixtureRequest, installed: dict[str, Client]) -> Reviews:
    """A repository that was reviewed three times, and mended once."""
    lived = Reviews(installed[request.param])
    with Asked(lived.client, lived.project) as talk:
        for at, (name, words) in enumerate(INJECTED.items()):
            lived.change(name)
            findings = [finding("security", name, *words)]
            if name == SLOW[0]:
                findings.append(finding("performance", *SLOW))
            lived.review(talk, f"/cs:review {name}", findings, agents=not at)
        every = lived.data("findings", "route")["findings"]
        mended = [row for row in every if row["file"] == "users.py"]
        lines = "\n".join(f"{row['id']} the value is bound now, not formatted" for row in mended)
        lived.fix(
            talk,
            "/cs:fix --quick --category security",
            RESOLVE.format(options="--commit HEAD ", lines=lines),
            LEARN.format(words='learning "The driver binds lists only as tuples" --context "seen while mending"'),
        )
    return lived


def findings(lived: Reviews) -> dict[str, dict[str, Any]]:
    """Every finding that is kept, by its summary, out of the notes themselves."""
    by_summary = {}
    for line in lived.git("notes", "--ref=cs/reviews", "list").splitlines():
        commit = line.split()[1]
        shown = lived.git("notes", "--ref=cs/reviews", "show", commit)
        assert shown.count("type: review_batch") == 1
        for row in json.loads(shown.split("```json\n")[1].split("\n```")[0])["findings"]:
            by_summary[row["summary"]] = {**row, "commit": lived.git("log", "-1", "--format=%s", commit)}
    return by_summary


@pytest.mark.req("CS-US-017", "CS-FR-017", "CS-FR-018")
def test_each_review_is_one_document_on_the_commit_that_was_reviewed(reviewed: Reviews):
    kept = findings(reviewed)
    assert len(kept) == 4
    for name, (summary, details) in INJECTED.items():
        assert (kept[summary]["commit"], kept[summary]["details"]) == (f"feat: {name}", details)
    assert kept[SLOW[1]]["commit"] == "feat: stock.py"
    bodies = [
        path.read_text().split("---\n")[2].strip() for path in (ROOT / "commands/cs/agents").glob("*-reviewer.md")
    ]
    heard = {json.dumps(body)[1:60] for body in bodies}
    assert sum(any(body in system for system in reviewed.agents) for body in heard) == len(KINDS)


@pytest.mark.req("CS-US-017")
def test_a_review_asks_for_nothing_and_writes_its_documents(reviewed: Reviews):
    assert reviewed.asked == []
    texts = {name: (reviewed.project / name).read_text() for name in DOCUMENTS}
    assert all(INJECTED["users.py"][0] in texts[name] for name in ("CODE_REVIEW.md", "REMEDIATION_TASKS.md"))
    assert "kept in refs/notes/cs/reviews" in reviewed.answers[0]
    assert not (reviewed.project / ".cs-memory" / "review.json").exists()


@pytest.mark.req("CS-US-019")
def test_what_comes_back_in_other_words_is_said_to(reviewed: Reviews):
    assert "seen this" not in reviewed.answers[0]
    known = findings(reviewed)
    first = known[INJECTED["orders.py"][0]]["id"]
    assert first[:8] in reviewed.shown[2]
    for answer, times in zip(reviewed.answers[1:3], ("once", "twice"), strict=True):
        assert f"You've seen this {times} before" in answer
        assert first[:8] in answer
        assert known[SLOW[1]]["id"][:8] not in answer.partition("You've seen")[2].partition("\n")[0]
    patterns = reviewed.data("findings", "patterns")["patterns"]
    assert [pattern["count"] for pattern in patterns] == [3]
    assert {*patterns[0]["ids"]} == {known[summary]["id"] for summary, _ in INJECTED.values()}
    [pattern] = [memory for memory in reviewed.data("export")["memories"] if "recurring" in memory["tags"]]
    assert {link["target"] for link in pattern["links"]} >= {*patterns[0]["ids"]}


@pytest.mark.req("CS-US-018", "CS-FR-019", "CS-FR-020", "CS-FR-021")
def test_a_fix_is_routed_and_written_back(reviewed: Reviews):
    shown, known = reviewed.shown[-1], findings(reviewed)
    assert "security-engineer" in shown
    assert SLOW[1] not in shown
    assert "silent-failure-hunter" in shown
    status = {summary: known[summary]["status"] for summary in known}
    settled = INJECTED["users.py"][0]
    assert {summary for summary, state in status.items() if state == "resolved"} >= {settled}
    assert "the value is bound now" in known[settled]["resolution"]
    assert status[SLOW[1]] == "open"
    assert "the value is bound now" in (reviewed.project / "CODE_REVIEW.md").read_text()
    [learning] = [memory for memory in reviewed.data("export")["memories"] if memory["kind"] == "learning"]
    assert learning["summary"] == "The driver binds lists only as tuples"
