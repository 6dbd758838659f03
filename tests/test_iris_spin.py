"""What `iris spin` takes from a cycle, and what it leaves to a person's own word."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT, derived
from tests.properties import rounds
from tests.test_iris_cycle import FUTURE, PATTERN, iris, write

__all__ = ["iris", "write"]

RULE = {
    "id": "AC-001", "constraint": "No ORM anywhere", "reason": "We write SQL.", "applies_to": "src/",
    "created_on": "2026-01-01", "forbid": ["sqlalchemy"],
}  # fmt: skip
REJECTED = {
    "id": "RC-001", "proposed": "Split the monolith", "scope": "src/", "rejected_reason": "We are three people.",
    "rejected_by": "user", "cycle": 2, "permanent": True,
}  # fmt: skip
DUE = "2026-06-01"
SPIN = "import sys; from memory_core.cli import main; sys.exit(main(['iris', 'spin', '--root', sys.argv[1]]))"
CHANGED = {"detected_on": "2026-05-30", "description": "Two new developers", "affects": ["RC-001", "AC-001"]}


def answer(name: str, choice: str = "update", **more: Any) -> dict[str, Any]:
    return {"answers": [{"entry": name, "answer": choice, **more}]}


@pytest.mark.parametrize(
    ("standing", "payload"),
    [
        ({}, answer("AC-001", enforce="deny")),
        ({"enforce": "deny"}, answer("AC-001", forbid=["import"])),
        ({"enforce": "deny"}, answer("AC-001", applies_to="**")),
        ({}, {"constraints": [{"constraint": "No imports", "reason": "So.", "forbid": ["import"], "enforce": "deny"}]}),
        ({}, {"rejected": [{"proposed": "Use Kafka", "reason": "Too much.", "forbid": ["a"], "enforce": "deny"}]}),
    ],
)  # fmt: skip
def test_no_cycle_lets_a_rule_refuse_edits(iris, write, standing: dict[str, Any], payload: dict[str, Any]) -> None:
    path = write(architectural_constraints=[{**RULE, **standing}], context_changes=[CHANGED])
    before = path.read_bytes()
    result = iris("spin", payload, day=DUE)
    assert result.code == 1
    assert "--enforce deny" in result.err
    assert path.read_bytes() == before


def test_a_rule_that_refuses_may_be_made_milder_and_said_otherwise(iris, write) -> None:
    path = write(architectural_constraints=[{**RULE, "enforce": "deny"}], context_changes=[CHANGED])
    assert iris("spin", answer("AC-001", constraint="No ORM in src"), day=DUE).code == 0
    assert iris("spin", answer("AC-001", reason="SQL is what we tune."), day=DUE).code == 0
    (rule,) = json.loads(path.read_text())["architectural_constraints"]
    assert (rule["constraint"], rule["enforce"]) == ("No ORM in src", "deny")


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("IP-001", {"pattern": 5}),
        ("IP-001", {"scope": {}}),
        ("IP-001", {"scope": [1]}),
        ("IP-001", {"iris_cycle": "3"}),
        ("IP-001", {"iris_cycle": True}),
        ("IP-001", {"reason": ["x"]}),
        ("IP-001", {"revisit_on": 20270101}),
        ("IP-001", {"revisit_on": "2027-02-30"}),
        ("IP-001", {"revisit_on": "2027-01-01T00:00:00Z"}),
        ("IP-001", {"decided_on": {}}),
        ("RC-001", {"permanent": "no"}),
        ("RC-001", {"cycle": 1.5}),
        ("RC-001", {"forbid": [1]}),
        ("RC-001", {"enforce": "shout"}),
        ("RC-001", {"instead": []}),
        ("AC-001", {"forbid": {"a": 1}}),
        ("AC-001", {"enforce": 1}),
    ],
)
@pytest.mark.parametrize("new", [False, True])
def test_a_value_of_another_type_is_refused_by_its_key(
    iris, write, name: str, wrong: dict[str, Any], new: bool
) -> None:
    path = write(
        intentional_patterns=[PATTERN], rejected_changes=[REJECTED], architectural_constraints=[RULE],
        context_changes=[CHANGED],
    )  # fmt: skip
    before = path.read_bytes()
    fresh = {
        "IP-001": ("patterns", {"pattern": "Another pattern", "reason": "It is so because."}),
        "RC-001": ("rejected", {"proposed": "Another change", "reason": "Nobody wants it."}),
        "AC-001": ("constraints", {"constraint": "Another rule", "reason": "It is so."}),
    }
    section, item = fresh[name]
    result = iris("spin", {section: [item | wrong]} if new else answer(name, **wrong), day=DUE)
    assert result.code == 1, result
    assert next(iter(wrong)) in result.err
    assert path.read_bytes() == before


def test_one_text_for_a_list_is_written_as_a_list(iris, write) -> None:
    path = write(architectural_constraints=[RULE], context_changes=[CHANGED])
    assert iris("spin", answer("AC-001", forbid="typeorm", applies_to=["src/", "lib/"]), day=DUE).code == 0
    (rule,) = json.loads(path.read_text())["architectural_constraints"]
    assert (rule["forbid"], rule["applies_to"]) == (["typeorm"], "src/, lib/")


@pytest.mark.req("IRIS-13")
def test_the_same_words_are_not_kept_twice(iris, write) -> None:
    path = write(rejected_changes=[REJECTED])
    before = path.read_bytes()
    again = {"proposed": "split the monolith!", "reason": "We are three people."}
    other = {"proposed": "Adopt Kafka", "reason": "Nobody runs it."}
    for rejections, word in (([again], "RC-001"), ([other, other], "Kafka")):
        result = iris("spin", {"rejected": rejections})
        assert result.code == 1
        assert word in result.err
        assert path.read_bytes() == before


@pytest.mark.parametrize("choice", ["remove", "update", "keep"])
def test_what_nobody_was_asked_about_stays(iris, write, choice: str) -> None:
    path = write(architectural_constraints=[RULE], rejected_changes=[REJECTED], intentional_patterns=[PATTERN])
    before = path.read_bytes()
    for name in ("AC-001", "RC-001", "IP-001"):
        more = {"reason" if name[0] != "R" else "rejected_reason": "Another reason."} if choice == "update" else {}
        refused = iris("spin", answer(name, choice, **more), day="2026-03-14")
        assert refused.code == 1
        assert f"iris {'remove' if choice == 'remove' else 'edit'} {name}" in refused.err
    assert path.read_bytes() == before


@pytest.mark.req("IRIS-35", "IRIS-39", "IRIS-66")
def test_what_was_asked_about_can_be_answered(iris, write) -> None:
    entry = {**REJECTED, "proposed": "Adopt Redux for the cart", "scope": "web/state.ts", "permanent": False}
    path = write(rejected_changes=[entry])
    asked = {"proposals": [{"id": "A", "proposed": "Adopt MobX for the cart", "scope": "web/state.ts"}]}
    assert iris("ideate", asked, "--json").json["verdicts"][0]["action"] == "ask"
    assert iris("spin", answer("RC-001", "remove")).code == 0
    assert json.loads(path.read_text())["rejected_changes"] == []


BROKEN = [
    '{"verdicts": [{"proposal": "A", "action": "ask", "entries": 5, "entry": 7}], "proposals": 5}',
    '{"verdicts": [{"proposal": "A", "action": {}, "entries": ["RC-001"]}]}',
    '{"verdicts": {"A": 1}, "answers": {"A": {"same": 1, "other": 5}}}',
    '{"verdicts": [{"proposal": "A", "action": "ask", "entries":[[]]}], "answers": {"A": {"same": "", "other": [{}]}}}',
    "[]",
    "{",
]


@pytest.mark.parametrize("kept", BROKEN)
def test_a_damaged_run_is_no_fault_of_ours(iris, write, repo: Path, kept: str) -> None:
    write(rejected_changes=[REJECTED])
    (derived(repo)).mkdir(exist_ok=True)
    (derived(repo) / "ideate.json").write_text(kept)
    for reply in ({"proposal": "A", "answer": "no"}, {"proposal": "A", "answer": "yes", "entry": "RC-001"}):
        assert iris("spin", {"answers": [reply]}).code == 1
    assert iris("spin", {"rejected": [{"proposal": "A", "reason": "Nobody wants it."}]}).code == 1
    assert iris("ideate", {"proposals": [{"id": "A", "proposed": "Add a favicon"}]}).code == 0


def test_killed_in_the_middle_it_wrote_all_answers_or_none(repo: Path, write) -> None:
    many = 60
    names = [f"IP-{number:03}" for number in range(1, many + 1)]
    path = write(intentional_patterns=[{**PATTERN, "id": name, "pattern": f"Pattern {name}"} for name in names])
    before = path.read_text()
    payload = {"answers": [{"entry": name, "answer": "update", "revisit_on": "2027-01-01"} for name in names]}
    environment = {**os.environ, "MEMORY_CORE_NOW": f"{DUE}T12:00:00Z"}
    wrote = set()
    for _ in range(rounds(8, 2)):
        path.write_text(before)
        running = subprocess.Popen(
            [sys.executable, "-c", SPIN, str(repo)],
            cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        assert running.stdin
        running.stdin.write(json.dumps(payload).encode())
        running.stdin.close()
        until = time.monotonic() + 30
        while running.poll() is None and path.read_text() == before and time.monotonic() < until:
            time.sleep(0.001)
        running.send_signal(signal.SIGKILL)
        running.wait()
        wrote.add(path.read_text().count("2027-01-01"))
    assert wrote <= {0, many}
    assert many in wrote


def test_the_day_of_an_answer_lies_ahead(iris, write) -> None:
    write(intentional_patterns=[PATTERN])
    assert FUTURE in iris("spin", answer("IP-001", revisit_on=DUE), day=DUE).err


def test_an_entry_is_meant_in_any_case(iris, write) -> None:
    path = write(intentional_patterns=[PATTERN])
    assert iris("spin", answer("ip-1", "remove"), day=DUE).code == 0
    assert json.loads(path.read_text())["intentional_patterns"] == []
