"""supersede and edit: what holds, what took its place, and that each side names the other, in every home."""

import json
from pathlib import Path
from typing import Any

import pytest

from memory_core.core import registry
from memory_core.core.memory import Memory, Scope
from memory_core.learnings import warm_files
from tests.verbs import Run, bare, run

__all__ = ["bare", "run"]

Told = dict[str, Any]
REDIS, KEYDB = "Use Redis for the session store", "Use KeyDB for the session store"


@pytest.fixture(params=["notes", "journal", "log"])
def place(request: pytest.FixtureRequest, repo: Path, bare: Path) -> tuple[Path, tuple[str, ...]]:
    """A project, and the options by which a decision goes to the home."""
    ticket = ("--ticket", "TIDE-1") if request.param == "log" else ()
    return (bare if request.param == "journal" else repo), ticket


def keep(run: Run, summary: str, *options: str, root: Path, kind: str = "decision") -> str:
    return str(json.loads(run("remember", kind, summary, "--anew", "--json", *options, root=root))["id"])


def recalled(run: Run, words: str, root: Path) -> list[Told]:
    return list(json.loads(run("recall", words, "--mode", "keyword", "--json", root=root))["results"])


def shown(run: Run, name: str, root: Path) -> Told:
    return dict(json.loads(run("show", name, "--json", root=root)))


# supersede


def test_new_words_take_the_place_and_stand_first(run: Run, place: tuple[Path, tuple[str, ...]]) -> None:
    root, ticket = place
    old = keep(run, REDIS, *ticket, root=root)
    result = json.loads(run("supersede", old, "by", KEYDB, "--rationale", "The licence", "--json", root=root))
    new = result["by"]["id"]
    assert (result["superseded"]["id"], result["superseded"]["status"], result["by"]["status"]) == (
        old,
        "superseded",
        "active",
    )
    first, second = recalled(run, "Redis session store", root)
    assert (first["id"], second["id"]) == (new, old)
    assert (second["status"], second["superseded_by"], first["superseded_by"]) == ("superseded", new, None)
    assert first["score"] >= second["score"]
    assert f"replaced by: {new}: " in run("show", old, root=root)
    assert f"supersedes: {old}" in run("show", new, root=root)
    assert f"superseded · replaced by {new}" in run("recall", "Redis", "--mode", "keyword", root=root)


def test_a_memory_that_is_there_takes_the_place(run: Run, place: tuple[Path, tuple[str, ...]]) -> None:
    root, ticket = place
    old, new = keep(run, REDIS, *ticket, root=root), keep(run, "The store of sessions is Valkey", *ticket, root=root)
    assert run("supersede", old, "by", new, root=root).splitlines()[:2] == [
        f"superseded {old}: {shown(run, old, root)['summary']}",
        f"by {new}: {shown(run, new, root)['summary']}",
    ]
    [first, second] = recalled(run, "Redis", root)  # the words of the old one alone
    assert (first["id"], second["id"], second["superseded_by"]) == (new, old, new)


def test_of_a_chain_the_last_stands_first(run: Run, repo: Path) -> None:
    first = keep(run, REDIS, root=repo)
    second = json.loads(run("supersede", first, KEYDB, "--json"))["by"]["id"]
    third = json.loads(run("supersede", second, "Use Postgres for the session store", "--json"))["by"]["id"]
    assert [memory["id"] for memory in recalled(run, "Redis session store", repo)] == [third, second, first]


def test_across_homes_each_still_names_the_other(run: Run, repo: Path) -> None:
    old = keep(run, REDIS, "--ticket", "TIDE-1", root=repo)
    new = keep(run, KEYDB, root=repo)
    run("supersede", old, "by", new)
    assert shown(run, old, repo)["status"] == "superseded"
    assert f"replaced by: {new}" in run("show", old)


def test_a_learning_gives_way_to_the_users_words(run: Run, repo: Path) -> None:
    old = keep(run, "I prefer tabs in Makefiles of this repository", kind="preference", root=repo)
    new = json.loads(run("supersede", old, "by", "Makefile recipes are generated", "--json"))["by"]["id"]
    assert old not in run("jarvis", "list")
    cold = json.loads(run("jarvis", "list", "cold", "--json"))
    assert [(entry["id"], entry["by"]) for entry in cold] == [(old, new)]


@pytest.mark.parametrize("words", [("by",), (), ("by", "")])
def test_without_what_takes_the_place_it_asks(run: Run, repo: Path, words: tuple[str, ...]) -> None:
    old = keep(run, REDIS, root=repo)
    assert "supersede" in run("supersede", old, *words, code=2)


def test_what_cannot_be_is_refused_and_changes_nothing(run: Run, repo: Path) -> None:
    old, new = keep(run, REDIS, root=repo), keep(run, KEYDB, root=repo)
    assert "cannot take its own place" in run("supersede", old, "by", old, code=1)
    assert "no memory" in run("supersede", old, "by", "decisions-123456789abc", code=1)
    run("supersede", old, "by", new)
    assert f"{old} was replaced by {new}; supersede {new} instead" in run("supersede", old, "by", "Use MySQL", code=1)
    assert f"took the place of {old}" in run("supersede", new, "by", old, code=1)
    assert len(recalled(run, "session store", repo)) == 2


def test_what_is_open_and_what_holds_do_not_take_each_others_place(run: Run, repo: Path) -> None:
    old, open_ = keep(run, REDIS, root=repo), keep(run, "The licence key is missing", kind="blocker", root=repo)
    output = run("supersede", old, "by", open_, code=1)
    assert f"{old} is a decision and {open_} an open blocker" in output
    assert f"`memory-core resolve {open_} WHAT` settles it" in run("supersede", open_, "by", old, code=1)
    assert shown(run, old, repo)["status"] == "active"
    pattern = keep(run, "Sessions live in KeyDB", kind="pattern", root=repo)
    assert "a pattern has the place of a decision" in run("supersede", old, "by", pattern)


def test_a_guard_rail_says_what_to_do_instead(run: Run, repo: Path) -> None:
    run("iris", "add-constraint", "Never use an ORM", "--reason", "Raw SQL is what we tune")
    assert "iris edit AC-001" in run("supersede", "AC-001", "by", "Never use Hibernate", code=1)
    assert "iris edit AC-001" in run("edit", "AC-001", "Never use Hibernate", code=1)


# edit


def test_other_words_keep_id_and_history(run: Run, place: tuple[Path, tuple[str, ...]]) -> None:
    root, ticket = place
    name = keep(run, REDIS, "--rationale", "It is quick", *ticket, root=root)
    run("edit", name, KEYDB, root=root)
    now = shown(run, name, root)
    assert now["summary"].endswith(KEYDB)
    assert "It is quick" in now["body"]
    [memory] = recalled(run, "KeyDB", root)
    assert memory["id"] == name
    if ticket:
        lines = (root / "aidd/reports/memory/TIDE-1.decisions.jsonl").read_text().splitlines()
        assert [json.loads(line)["decision"] for line in lines] == [REDIS, KEYDB]
        assert "log-id" not in run("aidd", "verify", "--ticket", "TIDE-1")
    else:
        assert [(change["event"], change["summary"]) for change in now["attrs"]["history"]] == [("edited", REDIS)]
        assert f"edited; before: summary {REDIS}" in run("show", name, root=root)


def test_a_body_is_put_in_the_place_of_the_other(run: Run, place: tuple[Path, tuple[str, ...]]) -> None:
    root, ticket = place
    name = keep(run, REDIS, "--rationale", "It is quick", *ticket, root=root)
    run("edit", name, "--body", "It is small", root=root)
    assert shown(run, name, root)["body"] == "It is small"
    run("remember", "--amend", name, "--rationale", "And known", root=root)
    assert "It is small" in shown(run, name, root)["body"]
    assert "And known" in shown(run, name, root)["body"]


def test_a_learning_is_edited_where_it_is(run: Run, repo: Path) -> None:
    name = keep(run, "I prefer tabs in Makefiles of this repository", kind="preference", root=repo)
    run("edit", name, "I prefer tabs in Makefiles")
    assert shown(run, name, repo)["summary"] == "I prefer tabs in Makefiles"


def test_what_cannot_be_edited_is_left(run: Run, repo: Path) -> None:
    name = keep(run, REDIS, root=repo)
    assert "says so already" in run("edit", name, REDIS, code=1)
    assert "is 101 characters long" in run("edit", name, "x" * 101, code=1)
    run("supersede", name, "by", KEYDB)
    refused = run("edit", name, "Use MySQL", code=1)
    assert "was replaced by" in refused
    assert "instead" in refused


def test_what_was_edited_and_is_said_again_as_before_is_another(run: Run, bare: Path) -> None:
    name = keep(run, REDIS, root=bare)
    run("edit", name, KEYDB, root=bare)
    again = keep(run, REDIS, root=bare)
    assert again != name
    assert shown(run, again, bare)["summary"] == REDIS
    assert shown(run, name, bare)["summary"] == KEYDB


def test_an_export_carries_what_took_the_place(run: Run, bare: Path, tmp_path: Path) -> None:
    old = keep(run, REDIS, root=bare)
    new = json.loads(run("supersede", old, "by", KEYDB, "--json", root=bare))["by"]["id"]
    (tmp_path / "out.json").write_text(run("export", root=bare))
    other = tmp_path / "other"
    other.mkdir()
    run("import", str(tmp_path / "out.json"), root=other)
    assert [(memory["id"], memory["superseded_by"]) for memory in recalled(run, "session store", other)] == [
        (new, None),
        (old, new),
    ]


def test_what_holds_again_was_not_replaced(run: Run, repo: Path) -> None:
    old = keep(run, REDIS, root=repo)
    new = json.loads(run("supersede", old, "by", KEYDB, "--json"))["by"]["id"]
    run("remember", "--amend", old, "--status", "active")
    assert {memory["id"]: memory["superseded_by"] for memory in recalled(run, "session store", repo)} == {
        old: None,
        new: None,
    }
    assert {memory["id"] for memory in json.loads(run("list", "--json"))} == {old, new}


@pytest.mark.parametrize("word", ["UTF-8", "decade", "facade", "Postgres"])
def test_a_word_that_is_no_id_is_a_word(run: Run, bare: Path, word: str) -> None:
    old = keep(run, REDIS, root=bare)
    assert json.loads(run("supersede", old, "by", word, "--json", root=bare))["by"]["summary"] == word


def test_an_id_of_letters_alone_is_an_id(run: Run, bare: Path) -> None:
    old = keep(run, REDIS, root=bare)
    path = bare / ".genius/memory/decisions.json"
    other = {"id": "d-ddddeeee", "decision": KEYDB}
    path.write_text(json.dumps([*json.loads(path.read_text()), other]))
    result = json.loads(run("supersede", old, "by", "d-dddd", "--json", root=bare))
    assert result["by"]["id"] == "d-ddddeeee"
    assert "say a sentence" in run("supersede", "d-ddddeeee", "by", "d-aaaa", root=bare, code=1)


def test_a_repository_says_nothing_of_the_users_own_learnings(run: Run, bare: Path) -> None:
    words = "I prefer tabs in every Makefile"
    with warm_files.held(str(bare)):
        [learning] = registry.keep(str(bare), [Memory("pref_001", "preference", words, scope=Scope("global"))])
    mine = learning.id
    (bare / ".genius/memory").mkdir(parents=True, exist_ok=True)
    theirs = {"id": mine, "decision": "Use Redis", "status": "superseded", "superseded_by": "d-99999999",
              "timestamp": "2026-03-01T08:00:00Z"}  # fmt: skip
    (bare / ".genius/memory/decisions.json").write_text(json.dumps([theirs]))
    assert [memory["summary"] for memory in json.loads(run("list", "--json", root=bare))] == [words]
    [match, *_] = recalled(run, "tabs Makefile", bare)
    assert (match["summary"], match["superseded_by"]) == (words, None)
    details = shown(run, mine, bare)
    assert (details["summary"], details["chain"]) == (words, [])
    assert "replaced by" not in run("show", mine, root=bare)


@pytest.mark.parametrize("more", [{"superseded_by": "d-99999999"}, {"context": "Because it is so"}])
def test_a_repository_that_says_the_same_words_hides_no_learning(run: Run, bare: Path, more: Told) -> None:
    words = "I prefer tabs in every Makefile"
    with warm_files.held(str(bare)):
        [mine] = registry.keep(str(bare), [Memory("pref_001", "preference", words, scope=Scope("global"))])
    (bare / ".genius/memory").mkdir(parents=True, exist_ok=True)
    theirs = {"id": "p-1", "kind": "preference", "pattern": words, "timestamp": "2099-03-01T08:00:00Z", **more}
    (bare / ".genius/memory/patterns.json").write_text(json.dumps([theirs]))
    assert [memory["id"] for memory in json.loads(run("list", "--json", root=bare))] == [mine.id]
    assert [memory["id"] for memory in recalled(run, "tabs Makefile", bare)] == [mine.id]


def test_of_a_long_chain_the_nearest_and_the_last_are_shown(run: Run, bare: Path) -> None:
    rows: list[Told] = [{"id": f"d-{at:08}", "decision": f"Use store {at}", "superseded_by": f"d-{at + 1:08}",
                         "status": "superseded", "timestamp": f"2026-01-01T{at // 60:02}:{at % 60:02}:00Z"}
                        for at in range(200)]  # fmt: skip
    (bare / ".genius/memory").mkdir(parents=True)
    rows.append({"id": "d-00000200", "decision": "Use store 200", "timestamp": "2026-01-02T00:00:00Z"})
    (bare / ".genius/memory/decisions.json").write_text(json.dumps(rows))
    chain = [memory["id"] for memory in shown(run, "d-00000100", bare)["chain"]]
    assert len(chain) == 50
    assert {"d-00000100", "d-00000101", "d-00000200"} <= {*chain}
    assert "… +151 more" in run("show", "d-00000100", root=bare)
    assert recalled(run, "store 7", bare)[0]["id"] == "d-00000200"
