"""The life of a spec in the real client: what its phases make known is kept by itself; the next spec hears of it."""

import math
import re
from typing import Any

import pytest

from tests.client import cycle
from tests.client.conftest import ROLES
from tests.client.cycle import NEXT, OTHER, SLUG, Cycle
from tests.client.driver import Client

BUDGETS = {"plan": 1_500, "implement": 2_500, "close": 4_000}
START, MEANT, BUILT = "Start", "docs(spec): what rate limits are for", "docs(spec): how rate limits are built"
BUCKETS, KEYS, ARCHIVE = (
    "feat: buckets that give tokens (1.1)",
    "feat: a bucket for each key (1.2)",
    "docs(spec): close",
)
REVIEWED = "docs(spec): Retry-After comes from the gateway"
PLANNED = (START, MEANT, BUILT)
# kind, what its summary says, its status, the commits that it may stand on
EXPECTED = [
    ("inception", "Rate limits for the public API", "active", PLANNED),
    ("elicitation", cycle.ANSWERS[cycle.EXEMPT], "active", PLANNED),  # HEAD is the first where a turn ends before it
    ("elicitation", cycle.ANSWERS[cycle.STORE], "active", PLANNED),
    ("research", "token bucket in Redis needs one round trip", "active", PLANNED),
    ("research", "The counters of all keys need 40 MB", "active", PLANNED),
    ("research", "The gateway keeps no state", "active", (MEANT,)),
    ("decision", "Token buckets, not fixed windows", "active", (BUILT,)),
    ("progress", "1.1", "resolved", (BUCKETS,)),
    ("progress", "1.2", "resolved", (KEYS,)),
    ("blocker", cycle.OBSTACLE, "resolved", (BUCKETS,)),
    ("learning", cycle.LEARNED, "active", (KEYS,)),
    ("deviation", cycle.SKIPPED, "active", (KEYS, REVIEWED)),
    ("review", cycle.FINDINGS[0]["summary"], "resolved", (REVIEWED,)),
    ("review", cycle.FINDINGS[1]["summary"], "open", (REVIEWED,)),
    ("retrospective", "The limits hold under load", "active", (ARCHIVE,)),
    ("learning", "a clock that the test moves by hand", "active", (ARCHIVE,)),
    ("convention", "changed by one Lua script", "active", (ARCHIVE,)),
]


@pytest.fixture(scope="module", params=ROLES)
def lived(request: pytest.FixtureRequest, installed: dict[str, Client]) -> Cycle:
    """A repository in which each client has lived through a spec and begun another."""
    made = Cycle(installed[request.param])
    for turns in ((made.plan,), (made.implement, made.review, made.close), (made.plan_next,)):
        with made.session() as talk:
            for turn in turns:
                turn(talk)
            made.commands += talk.commands
    return made


@pytest.fixture(scope="module")
def kept(lived: Cycle) -> list[dict[str, Any]]:
    """What is kept of the first spec."""
    return lived.memories()


def sort(memory: dict[str, Any]) -> str:
    return "deviation" if "deviation" in memory["tags"] else memory["kind"]


def ids(text: str) -> set[str]:
    """The ids of memories that a text names."""
    return set(re.findall(r"\b[a-z]+-[0-9a-f]{12}\b", text))


@pytest.mark.req("CS-US-002", "CS-US-003", "CS-US-004", "CS-US-017", "CS-US-018", "CS-FR-021", "CS-NFR-007")
def test_every_kind_is_kept_by_itself_once_and_on_its_commit(lived: Cycle, kept: list[dict[str, Any]]):
    left = list(kept)
    for kind, words, status, commits in EXPECTED:
        matches = [
            memory for memory in left if sort(memory) == kind and str(words) in f"{memory['summary']} {memory['body']}"
        ]
        assert len(matches) == 1, (kind, words, [(sort(memory), memory["summary"]) for memory in matches or left])
        subject = lived.git("log", "-1", "--format=%s", matches[0]["commit"])
        assert subject.startswith(commits), (kind, words, subject)
        assert matches[0]["status"] == status, (kind, words)
        left.remove(matches[0])
    # What else the retrospective says may be kept; nothing else is told twice.
    assert {sort(memory) for memory in left} <= {"convention"}, [(sort(memory), memory["summary"]) for memory in left]
    reports = [memory["body"] for memory in kept if memory["kind"] == "research" and "## Findings" in memory["body"]]
    assert {re.sub(r"\s+", " ", report).strip() for report in reports} == {
        re.sub(r"\s+", " ", report) for report in (cycle.REPORT, cycle.SECOND)
    }
    [blocker] = [memory for memory in kept if memory["kind"] == "blocker"]
    assert cycle.WAY_OUT in blocker["body"]
    [settled] = [memory for memory in kept if memory["kind"] == "review" and memory["status"] == "resolved"]
    assert "nothing is logged now" in settled["attrs"]["resolution"]


@pytest.mark.req("CS-US-002", "CS-US-003", "CS-US-004")
def test_git_says_the_same_of_the_commits(lived: Cycle, kept: list[dict[str, Any]]):
    for words in ("Token buckets, not fixed windows", "The gateway keeps no state", cycle.LEARNED):
        brought = lived.git("log", "--reverse", "--format=%H", f"-S{words}", "--", "docs/spec").splitlines()[0]
        [memory] = [memory for memory in kept if words in memory["summary"]]
        assert memory["commit"] == brought, words
        ref = memory["sources"][0].removeprefix("notes/").split("/commit")[0]
        assert words.split(",")[0] in lived.git("notes", f"--ref={ref.removesuffix('/' + brought)}", "show", brought)


@pytest.mark.req("CS-US-004")
def test_closing_commits_the_spec_and_nothing_else(lived: Cycle):
    archive = lived.git("log", "-1", "--format=%H", f"--grep=close {SLUG}")
    names = lived.git("show", "--name-only", "--no-renames", "--format=", archive).splitlines()
    assert {name.split("/")[2] for name in names} == {"active", "completed"}
    assert not list((lived.project / "docs/spec/active").glob(f"*-{SLUG}"))
    assert "notes.txt" in lived.left


@pytest.mark.req("CS-US-012", "CS-US-013")
def test_a_second_spec_begins_with_what_the_first_one_taught(lived: Cycle, kept: list[dict[str, Any]]):
    shown = lived.shown["plan next"]
    known = {memory["id"]: sort(memory) for memory in kept}
    kinds = {known[name] for name in ids(shown) if name in known}
    assert kinds >= {"inception", "learning", "blocker", "research", "convention"}
    assert cycle.WAY_OUT in shown
    first = lived.shown["implement next"]
    decided = [memory for memory in lived.memories(NEXT) if memory["kind"] == "decision"]
    assert {memory["id"] for memory in decided} <= ids(first)
    assert decided
    assert {known.get(name) for name in ids(first)} >= {"blocker", "learning"}
    own = {memory["id"] for memory in lived.memories(NEXT)}
    assert ids(lived.shown["close next"]) & own
    assert not ids(lived.shown["close next"]) & known.keys()


@pytest.mark.req("CS-US-012", "CS-US-013", "CS-US-014")
def test_no_phase_begins_with_what_belongs_to_another_theme(lived: Cycle):
    strange = ids(str(lived.program("context", OTHER)))
    assert len(strange) == len(cycle.STRANGE)
    for name, shown in lived.shown.items():
        assert not ids(shown) & strange, name
        assert not re.search(r"PDF|printer|Chromium", shown), name
    assert ids(lived.shown["plan"]) <= {memory["id"] for memory in lived.memories()}


@pytest.mark.req("CS-US-012", "CS-US-013", "CS-US-014")
def test_each_phase_begins_within_its_budget(lived: Cycle):
    for name, shown in lived.shown.items():
        if name.split()[0] in BUDGETS:
            *about, block = re.findall(r"<project-memory .*?</project-memory>", shown, re.DOTALL)
            assert math.ceil(len(block) / 4) <= BUDGETS[name.split()[0]]
            assert sum(map(len, about)) <= 1_200  # the spec itself, its next tasks


@pytest.mark.req("CS-US-014")
def test_the_close_out_tells_what_was_promised_and_what_came(lived: Cycle, kept: list[dict[str, Any]]):
    shown = lived.shown["close"]
    before = {
        memory["id"] for memory in kept if sort(memory) in ("decision", "deviation", "blocker", "research", "progress")
    }
    assert before <= ids(shown)
    story = [shown.index(words, shown.index("## The story")) for words in ("It began", cycle.OBSTACLE, cycle.SKIPPED)]
    assert story == sorted(story)
    assert "3 planned, 2 done, 1 skipped" in shown


def test_a_phase_asks_for_no_command_of_its_own(lived: Cycle):
    assert [command for command in lived.commands if command.startswith("memory-core")] == []
    assert any(command.startswith("git") for command in lived.commands)
    summary, _, body = cycle.MEASURED.partition("\n\n")
    [note] = [memory for memory in lived.memories(NEXT) if memory["kind"] == "research"]
    assert (note["summary"], note["body"].strip()) == (summary, body)
