"""What is kept and what waits: the policy, the store of candidates, and the verbs that show and keep them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memory_core.capture import keep_session
from memory_core.cli import main
from memory_core.core import registry
from memory_core.core.light import user
from memory_core.extract import policy
from memory_core.extract.candidate import Candidate
from memory_core.extract.extraction import extract
from memory_core.extract.turn import Turn
from memory_core.journal import candidates
from tests.extract.builder import Session
from tests.rows import each_row

Run = Callable[..., Any]
WRONG = "E   TypeError: unsupported operand type(s) for +: 'int' and 'NoneType'"
SOUND = "The export times out because the report query has no index on created_at"


@pytest.fixture
def run(repo: Path, capsys: pytest.CaptureFixture[str], now: str) -> Run:
    def call(*words: str, code: int = 0) -> Any:
        assert main([*words, "--root", str(repo), "--json"]) == code
        out = capsys.readouterr()
        return json.loads(out.out) if out.out.strip() else out.err

    return call


HOURS = {"one": 10, "two": 11}


def plays(root: Path, name: str, session: Session) -> keep_session.Kept:
    path = session.write(root.parent / f"{name}.jsonl")
    text = path.read_text("utf-8").replace('"uuid":"u', f'"uuid":"{name}-')
    path.write_text(text.replace("2026-11-02T10", f"2026-11-02T{HOURS[name]}"), "utf-8")
    return keep_session.capture(str(root), name, str(path))


def failing(name: str = "uv sync") -> Session:
    """A session in which a command fails and then passes: found, and not stated by anybody."""
    return (
        Session()
        .user("please run the tests")
        .bash(
            "pytest tests/test_totals.py",
            "E   TypeError: unsupported operand type(s) for +: 'int' and 'NoneType'",
            failed=True,
        )
        .says("The issue is that the total breaks on a price that is missing from the cart.")
        .edit("src/totals.py", "a + b", "a + (b or 0)")
        .bash("pytest tests/test_totals.py", "3 passed")
        .says("All green.")
    )


def stored(root: Path) -> list[str]:
    return [memory.summary for memory in candidates.read(str(root))]


def kept(root: Path) -> list[str]:
    return [memory.summary for memory in registry.read(str(root))]


# The policy


def candidate(rule: str, certainty: float = 0.9, **more: Any) -> Candidate:
    return Candidate("learning", SOUND, certainty=certainty, rule=rule, **more)


@each_row(("candidate", "status"), [
    (candidate("marker"), "kept"), (candidate("remembered"), "kept"),
    (candidate("answer"), "kept"), (candidate("commit"), "kept"),
    (candidate("still-failing"), "kept"), (candidate("task-left"), "kept"),
    (candidate("fail-pass"), "candidate"), (candidate("said-preference"), "candidate"),
    (candidate("refusal"), "candidate"), (candidate("a rule of tomorrow"), "candidate"),
    (candidate("worth-learning", 0.75, source="prose"), "kept"),
    (candidate("worth-learning", 0.73, source="prose"), "candidate"),
    (candidate("worth-learning", 0.61, source="prompt"), "kept"),
    (candidate("worth-learning", 0.99, source="notice"), "candidate"),
    (candidate("worth-learning", 0.99, source="prose", beside=True), "candidate"),
])  # fmt: skip
def test_what_somebody_stated_is_kept_and_what_is_sure_beside_it(candidate: Candidate, status: str) -> None:
    assert policy.status(candidate) == status
    assert policy.status(candidate, policy.INFERRED) == "kept"


def test_every_rule_that_extraction_uses_is_in_the_table() -> None:
    folder = Path(extract.__code__.co_filename).parent
    text = "".join(path.read_text("utf-8") for path in folder.glob("*.py"))
    for rule in set(policy.RULES) - {policy.PROPOSED, policy.HEARD, policy.WATCHED}:
        assert f'"{rule}"' in text or rule.startswith(("worth-", "said-")), rule


def test_a_marker_line_speaks_for_its_turn_alone() -> None:
    sentence = "The nightly export times out since the report query scans a table without an index on created_at."
    reply = f"I looked at it.\n\n{sentence}\n\nThe fix is an index."
    turns = [
        Turn("user", "why does the export time out?", 1, "u1"),
        Turn("assistant", reply, 2, "u2"),
        Turn("user", "and the import?", 3, "u3"),
        Turn("assistant", f"{reply.replace('export', 'import')}\n\nDECISION: index created_at", 4, "u4"),
    ]
    beside = {
        (candidate.line, candidate.beside)
        for candidate in extract(turns).candidates
        if policy.is_inferred(candidate.rule)
    }
    assert {line for line, is_beside in beside if is_beside} <= {4}
    assert {line for line, is_beside in beside if not is_beside} <= {2}


def test_a_turn_that_goes_on_holds_its_statements_back_and_loses_none() -> None:
    sentence = "The nightly export times out since the report query scans a table without an index on created_at."
    turns = [Turn("user", "why does the export time out?", 1, "u1"), Turn("assistant", sentence, 2, "u2")]
    whole = extract(turns)
    first = extract(turns, is_closed=False)
    assert [candidate for candidate in first.candidates if policy.is_inferred(candidate.rule)] == []
    then = extract([Turn("assistant", "Done.", 3, "u3")], first.carry)
    assert [candidate.text for candidate in then.candidates] == [candidate.text for candidate in whole.candidates] != []
    marked = extract([Turn("assistant", "Done.\n\nLEARNED: imports run at night", 3, "u3")], first.carry)
    assert [candidate.beside for candidate in marked.candidates if policy.is_inferred(candidate.rule)] == [True]


def test_what_the_client_says_for_a_person_is_no_answer() -> None:
    words = "The user wants to clarify these questions. They said: which region?"
    given = {"questions": [{"question": "Which store?", "options": []}], "answers": {"Which store?": words}}
    assert extract([Turn("answer", "", 1, "u1", input=given)]).candidates == []


# The store and the verbs


def test_what_nobody_stated_waits_outside_of_the_repository(repo: Path) -> None:
    plays(repo, "one", failing())
    assert any("TypeError" in text for text in stored(repo))
    assert not any("TypeError" in text for text in kept(repo))
    assert not any("TypeError" in path.read_text() for path in (repo / ".genius").rglob("*.json"))
    assert Path(user.derived(str(repo), "candidates.jsonl")).is_file()


def test_the_briefing_counts_candidates_and_shows_none(repo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plays(repo, "one", failing())
    assert main(["brief", "--root", str(repo)]) == 0
    briefing = capsys.readouterr().out
    assert "TypeError" not in briefing
    assert f"{len(candidates.read(str(repo)))} unconfirmed candidate" in briefing


def test_what_a_later_session_says_again_is_kept(repo: Path) -> None:
    plays(repo, "one", failing())
    plays(repo, "two", failing())
    assert any("TypeError" in text for text in kept(repo))
    assert not any("TypeError" in text for text in stored(repo))


def test_one_line_that_is_read_twice_is_not_said_again(repo: Path) -> None:
    path = failing().write(repo.parent / "s.jsonl")
    for name in ("one", "two"):
        keep_session.capture(str(repo), name, str(path))
    assert not any("TypeError" in text for text in kept(repo))


def test_candidates_are_listed_shown_found_and_kept(repo: Path, run: Run) -> None:
    plays(repo, "one", failing())
    listed = run("list", "--status", "candidate")
    (row,) = [memory for memory in listed if "TypeError" in memory["summary"]]
    assert row["status"] == "candidate"
    assert all(memory["status"] != "candidate" for memory in run("list"))
    shown = run("recall", "TypeError", "unsupported", "operand")["results"]
    assert shown[-1]["id"] == row["id"]
    assert shown[-1]["status"] == "candidate"
    why = run("show", row["id"], "--why")
    assert why["rule"] == "fail-pass"
    assert "failed and then passed" in why["why"]
    (made,) = run("keep", row["id"])
    assert "TypeError" in made["summary"]
    assert any("TypeError" in text for text in kept(repo))
    assert stored(repo) == []
    assert "no candidate has the id" in run("keep", row["id"], code=1)


def test_a_candidate_is_dropped_by_forget_and_changed_by_nothing(repo: Path, run: Run) -> None:
    plays(repo, "one", failing())
    (row,) = [memory for memory in run("list", "--status", "candidate") if "TypeError" in memory["summary"]]
    assert "keep" in run("edit", row["id"], "Other words", code=1)
    run("forget", row["id"])
    assert not any("TypeError" in text for text in stored(repo))


def test_at_most_so_many_are_stored_and_for_so_long(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORY_CORE_NOW", "2026-03-14T12:00:00Z")
    failures = [candidate("fail-pass")._replace(text=f"Build {at} fails") for at in range(candidates.MOST + 20)]
    rows = [keep_session._memory(failure, "one", "2026-03-14T12:00:00Z") for failure in failures]
    with registry.held(str(repo)):
        candidates.add(str(repo), rows)
    assert len(candidates.read(str(repo))) == candidates.MOST
    monkeypatch.setenv("MEMORY_CORE_NOW", "2026-04-20T12:00:00Z")
    assert candidates.read(str(repo)) == []


def test_the_setting_keeps_everything(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORY_CORE_CAPTURE", "inferred")
    plays(repo, "one", failing())
    assert any("TypeError" in text for text in kept(repo))
    assert stored(repo) == []


# What a marker ends and closes


def says(*lines: str) -> Session:
    session = Session()
    for line in lines:
        session = session.user("go on").says(f"OK.\n\n{line}")
    return session


def status(root: Path, words: str) -> str:
    (memory,) = [memory for memory in registry.read(str(root)) if words in memory.summary]
    return memory.status


def test_a_marker_ends_what_its_words_name(repo: Path) -> None:
    plays(repo, "one", says("DECISION: Sessions live in Redis — it is there", "LEARNED: The cache is per host"))
    plays(repo, "two", says("DECISION: Sessions live in Postgres (replaces: sessions live in Redis)"))
    assert status(repo, "in Redis") == "superseded"
    assert status(repo, "in Postgres") == "active"
    assert status(repo, "cache") == "active"


def test_a_marker_ends_what_the_same_session_said_before(repo: Path) -> None:
    first, second = "DECISION: Sessions live in Redis", "DECISION: Sessions live in Postgres (replaces: live in Redis)"
    plays(repo, "one", says(first, "LEARNED: The cache is per host", second))
    assert status(repo, "in Redis") == "superseded"
    assert status(repo, "in Postgres") == "active"


def test_a_marker_ends_what_its_id_names(repo: Path) -> None:
    plays(repo, "one", says("DECISION: Sessions live in Redis"))
    (old,) = registry.read(str(repo))
    plays(repo, "two", says(f"DECISION: We keep logins in Postgres (replaces {old.id})"))
    assert status(repo, "in Redis") == "superseded"


def test_words_that_fit_none_or_two_end_nothing_and_review_lists_them(
    repo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plays(repo, "one", says("DECISION: Sessions of shops live in Redis", "DECISION: Sessions of clerks live in Redis"))
    plays(repo, "two", says("DECISION: Logins live in Postgres (replaces: sessions live in Redis)"))
    assert {memory.status for memory in registry.read(str(repo))} == {"active"}
    assert main(["review", "--root", str(repo)]) == 0
    assert "names what it replaces" in capsys.readouterr().out


def test_done_closes_the_open_end_that_it_names(repo: Path) -> None:
    plays(repo, "one", says("OPEN: Push the release branch to origin", "OPEN: Load test the import"))
    plays(repo, "two", says("DONE: push the release branch — by hand"))
    assert status(repo, "Push the release") == "resolved"
    assert status(repo, "Load test") == "open"
    assert len(registry.read(str(repo))) == 2


def test_open_and_done_of_one_session_leave_nothing_open(repo: Path) -> None:
    plays(repo, "one", says("OPEN: Push the release branch to origin", "DONE: Push the release branch"))
    assert [memory.status for memory in registry.read(str(repo))] == ["resolved"]


def test_what_one_line_replaces_and_the_next_closes_is_open_no_more(repo: Path) -> None:
    """Also beside a candidate in the same words, and a line that names nothing."""
    first = "OPEN: the token of the tap must be set up before the update can work"
    second = "OPEN: add the token of the tap (write access) (replaces: the token of the tap must be set up)"
    third = "OPEN: try the workflow on a real tag (replaces: words that no memory has at all)"
    lines = f"{first}\n{second}\n{third}"
    session = Session().user("go on").says(lines).user("I added the token").says("DONE: add the token of the tap")
    plays(repo, "one", session.user("and the tag?").says("DONE: try the workflow on a real tag"))
    states = {memory.summary: memory.status for memory in registry.read(str(repo))}
    assert states["the token of the tap must be set up before the update can work"] == "superseded"
    assert states["add the token of the tap (write access)"] == "resolved"
    assert states["try the workflow on a real tag"] == "resolved"


def test_done_without_an_open_end_is_progress(repo: Path) -> None:
    new = plays(repo, "one", says("DONE: moved the sessions to Postgres")).new
    assert [(memory.kind, memory.status) for memory in new] == [("progress", "resolved")]


def test_a_marker_that_is_denied_in_the_next_turn_ends(repo: Path) -> None:
    session = Session().user("which one?").says("DECISION: Sessions live in Redis")
    path = session.write(repo.parent / "s.jsonl")
    keep_session.capture(str(repo), "one", str(path))
    assert status(repo, "in Redis") == "active"
    session.user("No, that's not it.").says("I see.").write(repo.parent / "s.jsonl")
    keep_session.capture(str(repo), "one", str(path))
    assert status(repo, "in Redis") == "rejected"


@pytest.mark.parametrize(
    ("question", "status"),
    [
        ("What gets worked today?", "candidate"),
        ("Womit fangen wir heute an?", "candidate"),
        ("今天做哪个?", "candidate"),
        ("Where do the day totals live?", "kept"),
        ("Which database holds the carts?", "kept"),
    ],
)
def test_an_answer_to_a_question_of_the_day_waits(question: str, status: str) -> None:
    options = [{"label": "The carts", "description": "They break"}, {"label": "The prices", "description": ""}]
    given = {"answers": {question: "The carts"}, "questions": [{"question": question, "options": options}]}
    [decision] = extract([Turn("answer", "", 1, input=given)]).candidates
    assert policy.status(decision) == status
