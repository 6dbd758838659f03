"""`memory-core iris confirm`: what was proposed in a session holds from one word on."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memory_core.core import registry
from memory_core.core.memory import Memory, Scope, Source
from memory_core.journal import journal_files
from memory_core.language.concepts import imported
from tests.test_iris import Run, Typed, entries, put, run, typed

__all__ = ["run", "typed"]

SAID = Source("journal", session="s1", uuid="u1", quote="no, never use an ORM here")

HEARD = "2026-03-10T10:00:00Z"


def proposal(summary: str, kind: str = "constraint", body: str = "Raw SQL is what we tune", **attrs: Any) -> Memory:
    return Memory("", kind, summary, body, Scope(path="src/"), HEARD, HEARD, "proposed",
                  source=SAID, attrs=attrs)  # fmt: skip


def propose(repo: Path, *proposals: Memory) -> list[str]:
    with registry.held(str(repo)):
        return [memory.id for memory in registry.keep(str(repo), proposals)]


def waiting(repo: Path) -> list[str]:
    return [memory.id for memory in registry.read(str(repo)) if memory.source.home == journal_files.NAME]


def test_one_word_confirms_the_only_proposal(run: Run, repo: Path, typed: Typed) -> None:
    (name,) = propose(repo, proposal("Never use an ORM", forbid=["typeorm"], instead="the pg driver"))
    shown = typed("show")
    assert "### Proposed (1)" in shown
    assert f"/iris:memory confirm {name}" in shown
    assert [proposed["id"] for proposed in run("iris", "show", "--json").json["proposed"]] == [name]
    assert not (repo / "IRIS_MEMORY.json").exists()
    output = typed("confirm")
    assert "AC-001" in output
    assert "typeorm" in output
    assert "stopped until" in output
    assert entries(repo, "architectural_constraints") == [
        {
            "id": "AC-001", "constraint": "Never use an ORM", "reason": "Raw SQL is what we tune", "applies_to": "src/",
            "created_on": "2026-03-14", "forbid": ["typeorm", "@nestjs/typeorm"], "instead": "the pg driver",
            "enforce": "ask",
        }
    ]  # fmt: skip
    assert waiting(repo) == []
    assert run("verify").code == 0
    assert "nothing is proposed" in typed("confirm")


def test_after_thirty_days_a_proposal_is_neither_listed_nor_confirmed(
    run: Run, repo: Path, typed: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    propose(repo, proposal("Never use an ORM"))
    for day, listed in (("2026-04-09", 1), ("2026-04-19", 0)):
        monkeypatch.setenv("MEMORY_CORE_NOW", f"{day}T10:00:00Z")
        assert len(run("iris", "show", "--json").json["proposed"]) == listed
    assert "nothing is proposed" in typed("confirm")
    assert not (repo / "IRIS_MEMORY.json").exists()


def test_what_history_is_full_of_is_counted_and_asks_all_the_same(
    run: Run, repo: Path, git: Callable[..., str]
) -> None:
    (repo / "src").mkdir()
    (repo / "src" / "db.py").write_text("import sqlalchemy\n")
    git(repo, "add", ".")
    git(repo, "commit", "-qm", "db")
    names = propose(repo, *(proposal(f"Rule {letter} on sqlalchemy", forbid=["sqlalchemy"]) for letter in "ab"))
    result = run("iris", "confirm", names[0])
    assert "1 place today (debt)" in result.out
    assert run("iris", "confirm", names[1], "--enforce", "deny").code == 0
    assert [entry["enforce"] for entry in entries(repo, "architectural_constraints")] == ["ask", "deny"]


@pytest.mark.req("IRIS-7", "IRIS-8", "IRIS-9")
def test_several_are_named_or_all(run: Run, repo: Path) -> None:
    put(repo)
    names = propose(
        repo, proposal("Prices are integers"), proposal("Use Kafka", "rejection", forbid=["kafka"]),
        proposal("UserService stays one class", "exception"), proposal("No jQuery any more"),
    )  # fmt: skip
    result = run("iris", "confirm")
    assert result.code == 1
    assert all(name in result.out for name in names)
    assert waiting(repo) == names
    assert run("iris", "confirm", "g-ffffffff").code == 1
    first = run(
        "iris", "confirm", names[0][:6].upper(), "--reason", "Cents do not round", "--scope", "lib/", "--json"
    ).json
    assert (first["id"], first["body"], first["path"]) == ("AC-002", "Cents do not round", "lib/")
    assert run("iris", "confirm", names[1], names[3]).code == 0
    rejected = entries(repo, "rejected_changes")[1]
    assert {"kafka", "kafkajs"} < set(rejected.pop("forbid"))
    assert rejected | {"id": ""} == {
        "id": "", "proposed": "Use Kafka", "scope": "src/", "rejected_reason": "Raw SQL is what we tune",
        "rejected_by": "user", "cycle": 3, "permanent": False, "rejected_on": "2026-03-14", "enforce": "ask",
    }  # fmt: skip
    assert run("iris", "confirm", "all").code == 0
    assert [entry["pattern"] for entry in entries(repo, "intentional_patterns")] == ["UserService stays one class"]
    assert waiting(repo) == []
    assert run("verify").code == 0


def test_a_proposal_without_a_reason_says_where_it_was_made_and_when(run: Run, repo: Path) -> None:
    bodies = ("", "No, never use an ORM here!", "never use Kafka", "too big", "too heavy for us")
    for at, body in enumerate(bodies):
        propose(repo, proposal(f"never use Kafka{' at all' * at}", "rejection", body=body))
        assert run("iris", "confirm").code == 0
    origin = "proposed on 2026-03-10"
    assert [entry["rejected_reason"] for entry in entries(repo, "rejected_changes")] == [
        origin, origin, "never use Kafka", f"too big ({origin})", "too heavy for us",
    ]  # fmt: skip


def test_each_confirmed_rule_stands_under_its_id(run: Run, repo: Path) -> None:
    propose(repo, *(proposal(f"Never use {name}") for name in ("Kafka", "Redis", "a facade")))
    blocks = run("iris", "confirm", "all").out.strip().split("\n\n")
    assert [("AC-00" + str(at) in block, name in block) for at, name, block in zip(
        (1, 2, 3), ("Kafka", "Redis", "a facade"), blocks, strict=True)] == [(True, True)] * 3  # fmt: skip
    assert all("commit" in block and "only reminds" in block and "--forbid" in block for block in blocks)


@pytest.mark.req("IRIS-58")
def test_a_proposal_is_declined_with_one_word(run: Run, repo: Path, typed: Typed) -> None:
    (name,) = propose(repo, proposal("Never use an ORM"))
    assert f"decline {name}" in typed("show")
    assert f"declined: {name}" in typed("decline")
    assert waiting(repo) == []
    assert "nothing is proposed" in typed("decline")
    names = propose(repo, *(proposal(f"Never use {name}") for name in ("Kafka", "Redis", "an ORM")))
    result = run("iris", "decline")
    assert result.code == 1
    assert all(f"decline {name}" in result.out for name in names)
    assert waiting(repo) == names
    assert run("iris", "decline", "g-ffffffff").code == 1
    assert [declined["id"] for declined in run("iris", "decline", names[1][:6], "--json").json["declined"]] == [
        names[1]
    ]
    assert waiting(repo) == [names[0], names[2]]
    assert run("iris", "decline", "all").code == 0
    assert waiting(repo) == []
    assert not (repo / "IRIS_MEMORY.json").exists()


def test_what_holds_already_is_not_written_twice(run: Run, repo: Path) -> None:
    put(repo)
    propose(repo, proposal("Never use an ORM!"))
    assert run("iris", "confirm", "--json").json["id"] == "AC-001"
    assert len(entries(repo, "architectural_constraints")) == 1
    assert waiting(repo) == []
    propose(repo, proposal("Prices are integers"))
    assert run("iris", "add-constraint", "Prices are integers", "--reason", "Cents do not round").code == 0
    assert waiting(repo) == []


def test_a_proposal_is_dropped_without_asking_and_not_edited(run: Run, repo: Path) -> None:
    (name,) = propose(repo, proposal("Never use an ORM"))
    assert "confirm" in run("iris", "edit", name, "--reason", "another reason").err
    assert run("iris", "remove", name).code == 0
    assert waiting(repo) == []
    assert not (repo / "IRIS_MEMORY.json").exists()


def test_a_damaged_file_keeps_the_proposal(run: Run, repo: Path) -> None:
    (name,) = propose(repo, proposal("Never use an ORM"))
    (repo / "IRIS_MEMORY.json").write_text('{"project": ')
    result = run("iris", "confirm")
    assert result.code == 1
    assert "damaged" in result.err
    assert waiting(repo) == [name]
    assert (repo / "IRIS_MEMORY.json").read_text() == '{"project": '


def test_a_proposal_is_not_enforced_nor_a_guard_rail_of_the_file(run: Run, repo: Path, tmp_path: Path) -> None:
    propose(repo, proposal("Never use an ORM", forbid=["typeorm"]))
    assert run("iris", "show", "--json").json["guard_rails"] == []
    file = tmp_path / "export.json"
    run("export", "--output", str(file))
    (repo / ".genius/memory/proposed.json").unlink()
    assert run("import", str(file), "--json").json["added"] == 1
    assert not (repo / "IRIS_MEMORY.json").exists()
    assert json.loads((repo / ".genius/memory/proposed.json").read_text())[0]["forbid"] == ["typeorm"]


def test_where_an_everyday_word_is_looked_for_is_told_in_words(run: Run, repo: Path, typed: Typed) -> None:
    propose(repo, proposal("Never use moment", forbid=[imported("moment")]))
    assert entries_of(typed("confirm")) == entries_of(typed("show AC-001")) == {"moment where it is imported"}
    assert "AC-001 forbids moment where it is imported: " in typed("show")
    assert entries(repo, "architectural_constraints")[0]["forbid"] == [imported("moment")]


def entries_of(output: str) -> set[str]:
    return {line.removeprefix("forbids: ") for line in output.splitlines() if line.startswith("forbids: ")}
