"""list: every kind of memory from every home, the newest first, and what narrows it (U3)."""

import json
from pathlib import Path
from typing import Any

import pytest

from memory_core.capture import keep_session
from tests.extract.builder import Session
from tests.rows import each_row
from tests.verbs import Run, run

__all__ = ["run"]


@pytest.fixture
def full(run: Run, repo: Path) -> dict[str, str]:
    """A memory of each home: what it is called here, and its id."""

    def keep(*words: str) -> str:
        return str(json.loads(run("remember", *words, "--json"))["id"])

    ids = {
        "decision": keep("decision", "Use Redis for the session store"),
        "blocker": keep("blocker", "The sandbox has no webhooks"),
        "pattern": keep("pattern", "Names of events are in the past tense"),
        "error": keep("error", "The build dies without memory"),
        "fetch": keep("learning", "`src/http/fetch.py` retries three times"),
        "logged": keep("decision", "Three tries, with jitter", "--ticket", "TIDE-1"),
        "preference": keep("preference", "I prefer tabs in Makefiles of this repository"),
    }
    run("iris", "add-constraint", "Never use an ORM", "--reason", "Raw SQL is what we tune", "--scope", "src/db/")
    return ids | {"rule": "AC-001"}


def listed(run: Run, *options: str) -> list[str]:
    return [str(memory["id"]) for memory in json.loads(run("list", "--json", *options))]


def test_every_home_is_listed_the_newest_first(run: Run, full: dict[str, str]) -> None:
    assert listed(run) == [*full.values()][::-1]
    rows = run("list").splitlines()
    assert f"{full['blocker']}  2026-03-02 · blocker · open: The sandbox has no webhooks" in rows


@each_row(
    ("options", "names"),
    [
        (["--kind", "blocker"], ["blocker"]),
        (["blockers"], ["blocker"]),
        (["decisions"], ["logged", "decision"]),
        (["decision,blocker"], ["logged", "blocker", "decision"]),
        (["--kind", "pattern"], ["pattern"]),
        (["--kind", "patterns"], ["pattern"]),
        (["--status", "open"], ["error", "blocker"]),
        (["--since", "2026-03-05", "--until", "2026-03-06"], ["logged", "fetch"]),
        (["--path", "src/db/pool.py"], ["rule"]),
        (["--path", "docs"], []),
        (["--path", "src/http/fetch.py"], ["fetch"]),
        (["--path", "src/http/"], ["fetch"]),
        (["--path", "src/http/other.py"], []),
        (["--spec", "TIDE-1"], ["logged"]),
        (["--limit", "1", "--kind", "decision"], ["logged"]),
        (["--by", "somebody else"], []),
    ],
)
def test_it_is_narrowed(run: Run, full: dict[str, str], options: list[str], names: list[str]) -> None:
    assert listed(run, *options) == [full[name] for name in names]


def test_who_wrote_it_is_asked(run: Run, full: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_AUTHOR_NAME", "Grace Hopper")
    mine = json.loads(run("remember", "learning", "The fake sends webhooks twice", "--json"))["id"]
    assert listed(run, "--by", "grace") == [mine]


def test_what_a_session_of_the_user_heard_is_the_users(
    run: Run, repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_AUTHOR_NAME", "Grace Hopper")
    session = Session()
    session.user("DECISION: keep the sessions in Redis")
    keep_session.capture(str(repo), "mine", str(session.write(tmp_path / "mine.jsonl")))
    stored = repo / ".genius/memory/decisions.json"
    foreign = json.loads(stored.read_text())
    [own] = foreign
    foreign.append(own | {"id": "g-0a1b2c3d", "decision": "Use Kafka for events", "session": "theirs"})
    stored.write_text(json.dumps(foreign))
    assert listed(run, "--by", "grace") == [own["id"]]
    assert "not listed: 1 of unknown author" in run("list", "--by", "grace")
    assert "not listed" not in run("list")


@pytest.mark.parametrize("number", ["Infinity", "-1e999", "NaN"])
def test_a_number_that_json_cannot_say_is_null(run: Run, repo: Path, number: str) -> None:
    (repo / ".genius/memory").mkdir(parents=True)
    entry = f'[{{"id": "d-1a2b3c4d", "decision": "Use Redux for state", "certainty": {number}, "odd": {number}}}]'
    (repo / ".genius/memory/decisions.json").write_text(entry)
    for words in (("show", "d-1a2b3c4d"), ("list",), ("recall", "Redux"), ("export",)):
        json.loads(run(*words, "--json"), parse_constant=pytest.fail)


def test_the_list_says_what_is_resolved(run: Run, full: dict[str, str]) -> None:
    run("resolve", full["blocker"], "The fake has them")
    assert "blocker · resolved: The sandbox has no webhooks" in run("list", "--kind", "blocker")


def test_what_is_over_is_listed_only_where_it_is_asked_for(run: Run, full: dict[str, str]) -> None:
    result = json.loads(run("supersede", full["decision"], "by", "Use KeyDB for the session store", "--json"))
    assert full["decision"] not in listed(run)
    assert listed(run, "--status", "superseded") == [full["decision"]]
    assert full["decision"] in listed(run, "--status", "all")
    assert f"superseded · replaced by {result['by']['id']}" in run("list", "--status", "superseded")


def test_a_rule_that_waits_says_so(run: Run, repo: Path) -> None:
    (repo / ".genius/memory").mkdir(parents=True)
    entry = {"id": "g-1a2b3c4d", "proposal": "Use Redux for state", "kind": "rejection", "reason": "We use Zustand"}
    (repo / ".genius/memory/proposed.json").write_text(json.dumps([entry]))
    assert "rejection · proposed, not in force: Use Redux for state" in run("list")
    assert listed(run, "--status", "proposed") == ["g-1a2b3c4d"]


def test_recall_without_words_lists_what_is_narrowed(run: Run, full: dict[str, str]) -> None:
    result: dict[str, Any] = json.loads(run("recall", "--type", "blocker", "--json"))
    assert [memory["id"] for memory in result["results"]] == [full["blocker"]]
    assert "`memory-core list`" in run("recall", code=2)


def test_the_list_says_what_it_leaves_out(run: Run, full: dict[str, str]) -> None:
    assert "… +7 more" in run("list", "--limit", "1")


@each_row("options", [["--status", "sleeping"], ["--kind", "nonsense"], ["--limit", "0"], ["--since", "x"]])
def test_what_cannot_be_understood_is_refused(run: Run, full: dict[str, str], options: list[str]) -> None:
    assert options[1] in run("list", *options, code=1)


def test_the_command_of_the_client_lists_both(run: Run, full: dict[str, str]) -> None:
    assert full["blocker"] in run("memory", "list")
    warm = run("memory", "list", "warm")
    assert full["preference"] in warm
    assert full["blocker"] not in warm
