"""What a person types to `/iris:memory`, and what it answers: ways out, options by name, one entry whole."""

import io
import json
import re
import sys
from pathlib import Path

import pytest

from memory_core.core.light import session_lines
from memory_core.core.options import VERBS
from memory_core.guardrails.light import store
from tests.conftest import ROOT
from tests.test_guardrails import PATTERN, REJECTED, RULE
from tests.test_iris import WHY, Run, Typed, entries, put, run, typed

__all__ = ["run", "typed"]


def test_an_action_that_is_none_says_which_there_are(run: Run, typed: Typed) -> None:
    assert "`/iris:memory show`" in typed("list AC-001")
    for word in ("off", "disable"):
        assert all(action in typed(f"{word} AC-001") for action in VERBS["iris"].actions)
        assert "/iris:memory help" in typed(word)
        assert "memory-core iris help" in run("iris", word).err
    for output in (typed("help"), typed("--help"), run("iris", "help").out, run("iris", "--help").out):
        lines = output.splitlines()
        for action in ("show", "add-constraint", "reject", "confirm", "decline", "edit", "remove"):
            assert sum(f" {action} " in line and "iris" in line for line in lines) == 1
    assert "/iris:memory decline g-" in typed("help")


@pytest.mark.parametrize(
    ("words", "near"),
    [
        ('add-constraint "No X here" --reason "y is enough" --expires 2020-01-01', "--reason"),
        ("add-pattern One class stays --reason kept until June --review-after 2020-01-01", "--revisit-on"),
        ("reject Use Kafka --reason one consumer only --expires=2020-01-01", "--expires-on"),
        ("edit AC-001 --enforced ask", "--enforce"),
        ("remove RC-001 --now", "--yes"),
        ("confirm --because x", "--reason"),
        ("show --all", "--json"),
    ],
)
def test_an_option_that_is_none_is_named_and_nothing_is_kept(
    run: Run, repo: Path, typed: Typed, words: str, near: str
) -> None:
    put(repo)
    before = (repo / "IRIS_MEMORY.json").read_text()
    wrong = next(word for word in words.split() if word[:2] == "--" and word not in ("--reason", "y")).partition("=")[0]
    output = typed(words)
    assert f"{wrong} is not an option" in output
    assert near in output
    assert (repo / "IRIS_MEMORY.json").read_text() == before


def test_dashes_in_quotes_are_words(repo: Path, typed: Typed) -> None:
    assert "kept AC-001" in typed('add-constraint "Never pass --no-verify to git" --reason "hooks must run" ')
    assert "kept AC-002" in typed('add-constraint "--no-verify is banned" --reason "--force too" --forbid --no-verify')
    second = entries(repo, "architectural_constraints")[1]
    assert (second["constraint"], second["reason"], second["forbid"]) == (
        "--no-verify is banned", "--force too", ["--no-verify"],
    )  # fmt: skip


def test_an_apostrophe_eats_no_option(repo: Path, typed: Typed) -> None:
    typed("add-constraint Don't use lodash --reason it's big --exact --forbid lodash")
    (rule,) = entries(repo, "architectural_constraints")
    assert (rule["constraint"], rule["reason"], rule["forbid"]) == ("Don't use lodash", "it's big", ["lodash"])


def test_a_refusal_names_the_option_that_mends_it_and_all_of_them_at_once(run: Run, repo: Path) -> None:
    result = run("iris", "reject", "Use Kafka", "--reason", "too big", "--expires-on", "2020-01-01", "--enforce", "off")
    assert result.code == 1
    assert "--reason is too short; give a little more: at least 10 characters" in result.err
    assert "--expires-on 2020-01-01 is past" in result.err
    assert "--enforce" in result.err
    assert "remind, ask or deny" in result.err
    result = run("iris", "add-pattern", "One", "--reason", "too big", "--revisit-on", "2020-01-01", "--scope", "/etc")
    assert all(part in result.err for part in ("the text is too", "--reason", "revisit_on must be", "--scope '/etc'"))
    assert not (repo / "IRIS_MEMORY.json").exists()
    put(repo)
    assert "--reason is too short" in run("iris", "edit", "RC-001", "--reason", "no time").err
    assert "does not apply to an exception" in run("iris", "edit", "IP-001", "--enforce", "ask").err
    assert "remove AC-001" in run("iris", "edit", "AC-001").err


def test_help_lists_what_means_something(run: Run) -> None:
    help_texts = {
        action: run("iris", action, "--help").out for action in ("confirm", "remove", "decline", "add-pattern")
    }
    assert "--reason" in help_texts["confirm"]
    assert "--cycle" not in help_texts["confirm"]
    assert [line.split()[0] for line in help_texts["remove"].splitlines() if line.startswith("  --")][-1] == "--yes"
    assert "--reason" not in help_texts["remove"] + help_texts["decline"]
    assert "--forbid" not in help_texts["add-pattern"]


def test_one_entry_is_shown_whole(run: Run, repo: Path, typed: Typed) -> None:
    put(repo, rejected_changes=[{**REJECTED, "expires_on": "2026-01-01", "forbid": ["kafka"], "enforce": "ask"}])
    output = typed("show rc-1")
    assert output.startswith("<project-memory")
    assert all(f": {REJECTED[key]}" in output for key in ("proposed", "rejected_reason", "rejected_by", "cycle"))
    assert "expired" in output
    assert "stopped until" not in output
    assert "2026-02-01" in run("iris", "show", "AC-001").out
    assert run("iris", "show", "AC-001", "--json").json["id"] == "AC-001"
    assert [entry["id"] for entry in run("iris", "show", "AC-001", "IP-001", "--json").json] == ["AC-001", "IP-001"]
    assert "AC-001" in run("iris", "show", "AC-009").err


def test_what_does_nothing_any_more_is_marked(run: Run, repo: Path) -> None:
    put(
        repo,
        architectural_constraints=[{**RULE, "forbid": ["/(a+)+$/"], "enforce": "ask"}],
        rejected_changes=[{**REJECTED, "expires_on": "2026-03-13", "forbid": ["kafka"], "enforce": "deny"}],
    )
    lines = run("iris").out.splitlines()
    assert [("stopped until" in line, "switched off" in line) for line in lines if "AC-001 forbids" in line] == [
        (True, False)
    ]
    assert [("expired" in line, "refused" in line) for line in lines if "RC-001 forbids" in line] == [(True, False)]
    from memory_core.guardrails.light.check import mark

    session_lines.claim(str(repo), store.OFF, [mark("/(a+)+$/")])
    assert any("AC-001" in line and "switched off" in line for line in run("iris").out.splitlines())


@pytest.mark.req("IRIS-39", "IRIS-51")
def test_what_is_due_says_what_to_type(repo: Path, typed: Typed) -> None:
    put(repo, intentional_patterns=[{**PATTERN, "revisit_on": "2026-03-14"}])
    (line,) = [line for line in typed("show").splitlines() if "IP-001 is due" in line]
    assert "/iris:memory edit IP-001 --revisit-on DATE" in line
    assert "/iris:memory remove IP-001" in line
    assert "changed IP-001" in typed("edit IP-001 --revisit-on none")
    assert "is due" not in typed("show")


@pytest.mark.req("IRIS-56")
@pytest.mark.parametrize(("kept", "named"), [("IMP-7", "imp-7"), ("IMP-007", "imp-7"), ("IMP-7", "IMP-007")])
def test_a_proposal_is_found_in_any_case_and_with_any_zeros(
    run: Run, repo: Path, monkeypatch: pytest.MonkeyPatch, kept: str, named: str
) -> None:
    proposals = {"proposals": [{"id": kept, "proposed": "Split the user module"}]}
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(proposals).encode())))
    assert run("iris", "ideate", "--json").code == 0
    assert run("iris", "reject", named, "--reason", "We tried that in May").code == 0
    assert entries(repo, "rejected_changes")[0]["proposed"] == "Split the user module"


@pytest.mark.req("IRIS-6", "IRIS-49")
def test_a_damaged_file_says_what_can_be_read(run: Run, repo: Path) -> None:
    assert run("iris", "--json").json["last_updated"] is None
    put(repo, intentional_patterns=[{**PATTERN, "revisit_on": "2026-01-01"}])
    whole = run("iris", "--json").json
    assert (whole["due"], whole["problems"], whole["last_updated"]) == (["IP-001"], [], "2026-03-01")
    path = repo / "IRIS_MEMORY.json"
    path.write_text(path.read_text()[:-20])
    damaged = run("iris", "--json").json
    assert (damaged["due"], len(damaged["problems"]), damaged["last_updated"]) == (["IP-001"], 1, "2026-03-01")
    assert "Last updated: 2026-03-01" in run("iris").out
    assert run("iris", "add-constraint", "Prices are integers", *WHY).code == 1


def test_the_skill_shows_what_the_program_takes(run: Run, repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    skill = (ROOT / "skills" / "iris-memory" / "SKILL.md").read_text()
    redux = {**REJECTED, "proposed": "Adopt Redux for global state", "scope": "web/state.ts"}
    put(repo, intentional_patterns=[{**PATTERN, "revisit_on": "2026-03-14"}], rejected_changes=[redux])
    proposed = [
        {"id": "IMP-3", "proposed": "Adopt MobX for the cart", "scope": "web/state.ts"},
        {"id": "IMP-4", "proposed": "Use Kafka", "scope": "src/"},
    ]
    inputs = {
        "ingest": "",
        "review": json.dumps({"findings": [dict.fromkeys(("id", "summary", "file", "severity", "category"), "x")]}),
        "ideate": json.dumps({"proposals": [{**proposal, "category": "x"} for proposal in proposed]}),
        "spin": skill.partition("```json\n")[2].partition("\n```")[0],
    }
    called = re.findall(r"`memory-core iris (\w+)( --json)?`", skill)
    assert [verb for verb, _ in called] == [*inputs]
    for verb, how in called:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(inputs[verb].encode())))
        result = run("iris", verb, *how.split())
        assert result.code == 0, result.err
    assert entries(repo, "intentional_patterns")[0]["revisit_on"] == "2030-01-31"
    assert entries(repo, "rejected_changes")[1]["proposed"] == "Use Kafka"
