"""Writing `IRIS_MEMORY.json`: what stands there stays, every id is given once, and two writers lose nothing."""

import json
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core import edges
from memory_core.core import registry
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import Memory, Scope
from memory_core.guardrails import file_format, rules_file
from memory_core.guardrails import rules_file as home
from memory_core.guardrails.file_format import section_of
from tests.conftest import ROOT
from tests.properties import rounds
from tests.test_guardrails import PATTERN, REJECTED, RULE, document
from tests.test_splice import texts

TODAY = "2026-03-14"
faults = partial(edges.formats(), "iris-memory")


def rule(text: str = "Never use an ORM", **attrs: Any) -> Memory:
    return Memory("", "constraint", text, "Raw SQL is what we tune", Scope(path="src/db/"), f"{TODAY}T00:00:00Z",
                  attrs=attrs)  # fmt: skip


def put(folder: Path, value: Any) -> Path:
    path = folder / "IRIS_MEMORY.json"
    path.write_text(value if isinstance(value, str) else json.dumps(value, indent=2) + "\n")
    return path


@pytest.mark.req("IRIS-6", "IRIS-11", "IRIS-46", "I-7")
def test_the_first_entry_makes_the_file(tmp_path: Path) -> None:
    root = str(tmp_path)
    assert home.read(root) == file_format.Rails(project=tmp_path.name)
    assert not home.exists(root)
    kept = home.add(root, [rule()], TODAY)
    assert [memory.id for memory in kept] == ["AC-001"]
    value = json.loads(home_file(tmp_path))
    assert value.pop("architectural_constraints")[0]["constraint"] == "Never use an ORM"
    assert value == {
        "schema_version": "1.0.0", "project": tmp_path.name, "last_updated": TODAY, "intentional_patterns": [],
        "rejected_changes": [], "context_changes": [],
    }  # fmt: skip
    assert rules_file.problems(root) == []


def home_file(folder: Path) -> str:
    return (folder / "IRIS_MEMORY.json").read_text()


RULES = st.builds(
    lambda text, rest: {**RULE, "constraint": f"rule {text}", **rest},
    st.text(max_size=9),
    st.dictionaries(
        st.text(min_size=1, max_size=5).filter(lambda key: key not in section_of("constraint").keys), st.integers()
    ),
)


@st.composite
def by_hand(draw):
    """A sound file in whatever formatting, with whatever else somebody wrote into it."""
    numbers = draw(st.lists(st.integers(1, 40), max_size=4, unique=True))
    rules = [{**draw(RULES), "id": f"AC-{number:03}"} for number in numbers]
    value = {"architectural_constraints": rules}
    if draw(st.booleans()):
        value = {**document(), **value}
    if draw(st.booleans()):
        value["mine"] = draw(st.lists(st.text(max_size=5), max_size=2))
    text, _ = draw(texts(st.just(value)))
    return text, value


@pytest.mark.req("IRIS-13", "IRIS-40", "I-10")
@given(file=by_hand(), data=st.data())
def test_add_change_and_remove_touch_nothing_else(
    file: tuple[str, dict[str, Any]], data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    text, before = file
    folder = tmp_path_factory.mktemp("p")
    path = folder / "IRIS_MEMORY.json"
    path.write_bytes(text.encode())
    root = str(folder)
    given_ids = {item["id"] for item in before["architectural_constraints"]}

    def now() -> dict[str, Any]:
        values: dict[str, Any] = json.loads(path.read_bytes().decode("utf-8-sig"))
        return values

    added = home.add(root, [rule("Prices are integers")], TODAY)[0]
    assert int(added.id[3:]) == max((int(name[3:]) for name in given_ids), default=0) + 1
    assert now()["architectural_constraints"][:-1] == before["architectural_constraints"]
    for item in before["architectural_constraints"]:
        assert json.dumps(item["constraint"], ensure_ascii=False) in path.read_bytes().decode()
    home.change(root, added.id, {"adr_reference": "ADR-7", "reason": "Cents do not round"}, TODAY)
    home.change(root, added.id, {"adr_reference": None}, TODAY)
    last = now()["architectural_constraints"][-1]
    assert (last["reason"], "adr_reference" in last) == ("Cents do not round", False)
    name = data.draw(st.sampled_from(sorted([*given_ids, added.id])))
    home.remove(root, name, TODAY)
    left = [item for item in now()["architectural_constraints"] if item["id"] != added.id]
    assert left == [item for item in before["architectural_constraints"] if item["id"] != name]
    assert {key: value for key, value in now().items() if key in before and key not in CHANGING} == {
        key: value for key, value in before.items() if key not in CHANGING
    }
    known = before.get("context_changes", [])
    assert now().get("context_changes", [])[: len(known)] == known
    again = home.add(root, [rule("Nothing is deleted for good")], TODAY)[0]
    assert int(again.id[3:]) == int(added.id[3:]) + 1
    assert now()["last_updated"] == TODAY
    assert [what for place, what in faults(now()) if "mine" not in what] == []


CHANGING = ("last_updated", "architectural_constraints", "context_changes")  # by a removal
DOCUMENTED = {
    "schema_version", "project", "last_updated", "intentional_patterns", "rejected_changes",
    "architectural_constraints", "context_changes",
}  # fmt: skip
STEPS = st.lists(st.sampled_from(["add", "remove first", "remove last", "change"]), max_size=12)


@pytest.mark.req("IRIS-12", "IRIS-13", "I-10", "I-14")
@given(STEPS)
def test_no_id_is_ever_given_twice(steps: list[str]) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as root:
        ever: list[str] = []
        stands: list[str] = []
        for number, step in enumerate(steps):
            if step == "add":
                ever.append(home.add(root, [rule(f"Rule number {number}")], TODAY)[0].id)
                stands.append(ever[-1])
            elif stands and step == "change":
                home.change(root, stands[0], {"instead": f"way {number}"}, TODAY)
            elif stands:
                home.remove(root, stands.pop(0 if step == "remove first" else -1), TODAY)
        assert len({*ever}) == len(ever)
        rules = [memory.id for memory in home.read(root).memories if memory.kind == "constraint"]
        assert rules == stands
        if ever:
            assert rules_file.problems(root) == []
            assert json.loads(home_file(Path(root))).keys() <= DOCUMENTED
            assert home_file(Path(root)).count('"affects"') <= 1


@pytest.mark.req("IRIS-46", "I-10")
def test_a_removal_leaves_the_documented_keys_alone_and_older_files_are_read(tmp_path: Path) -> None:
    root = str(tmp_path)
    put(tmp_path, document(rejected_changes=[], last_ids={"RC": 4}))
    home.add(root, [Memory("", "rejection", "Use Kafka", "We have one consumer", Scope(path="**"))], TODAY)
    assert home.remove(root, "RC-005", TODAY).summary == "Use Kafka"
    written = json.loads(home_file(tmp_path))
    assert written.keys() <= DOCUMENTED
    assert written["context_changes"][-1]["affects"] == ["RC-005"]
    again = home.add(root, [Memory("", "rejection", "Use NATS", "We have one consumer", Scope(path="**"))], TODAY)
    assert again[0].id == "RC-006"


def test_a_number_that_only_a_context_change_names_is_taken(tmp_path: Path) -> None:
    put(tmp_path, document(rejected_changes=[], context_changes=[{"detected_on": TODAY, "description": "x",
                                                                 "affects": ["RC-007"]}]))  # fmt: skip
    made = Memory("", "rejection", "Use Kafka", "We have one consumer", Scope(path="**"))
    assert home.add(str(tmp_path), [made], TODAY)[0].id == "RC-008"


def test_an_entry_looks_like_its_neighbours_and_a_section_that_is_missing_comes(tmp_path: Path) -> None:
    put(
        tmp_path,
        '{\n\t"schema_version": "1.0.0",\n\t"project": "shop", "mine": [1,2],\n'
        f'\t"architectural_constraints": [\n\t\t{json.dumps(RULE)}\n\t],\n\t"rejected_changes": null\n}}',
    )
    home.add(str(tmp_path), [rule("Prices are integers"), Memory("", "context-change", "Two new")], TODAY)
    text = home_file(tmp_path)
    assert '"project": "shop", "mine": [1,2],\n' in text
    assert f'\t\t{json.dumps(RULE)},\n\t\t{{"id": "AC-002"' in text
    assert text.endswith("\n}")
    value = json.loads(text)
    assert (value["rejected_changes"], value["intentional_patterns"]) == ([], [])
    assert value["context_changes"] == [{"description": "Two new"}]


@pytest.mark.req("IRIS-43", "IRIS-45", "IRIS-47", "IRIS-48", "I-13")
@pytest.mark.parametrize(
    ("name", "changes", "words"),
    [
        ("IP-001", {"revisit_on": TODAY}, "^revisit_on must be a future date.$"),
        ("IP-001", {"revisit_on": "2020-01-01"}, "^revisit_on must be a future date.$"),
        ("IP-001", {"revisit_on": "2026-13-01"}, "calendar"),
        ("IP-001", {"revisit_on": "soon"}, "calendar"),
        ("IP-001", {"pattern": "four"}, "at least 5"),
        ("IP-001", {"pattern": "x" * 501}, "501 characters"),
        ("IP-001", {"reason": "too short"}, "at least 10"),
        ("IP-001", {"reason": "x" * 2001}, "2,001"),
        ("IP-001", {"scope": ""}, "scope"),
        ("IP-001", {"scope": "/etc/passwd"}, "inside the project"),
        ("IP-001", {"scope": "C:\\x"}, "inside the project"),
        ("IP-001", {"scope": "\\x"}, "inside the project"),
        ("IP-001", {"scope": "src/../../x"}, "upwards"),
        ("IP-001", {"scope": "src, ../x"}, "upwards"),
        ("IP-001", {"scope": "x" * 501}, "501"),
        ("IP-001", {"iris_cycle": -1}, "at least 0"),
        ("RC-001", {"cycle": 0}, "at least 1"),
        ("RC-001", {"expires_on": "2026-03-13"}, "past"),
        ("RC-001", {"expires_on": "2027-01-01", "permanent": True}, "does not expire"),
        ("RC-001", {"rejected_by": "me"}, "user or team"),
        ("RC-001", {"enforce": "shout"}, "remind, ask or deny"),
        ("RC-001", {"forbid": ["/(/"]}, "no regular expression"),
        ("RC-001", {"forbid": ["x" * 501]}, "501"),
        ("AC-001", {"constraint": None}, "missing"),
        ("AC-009", {"constraint": "Prices are integers"}, "AC-001"),
    ],
)
def test_what_cannot_be_written_is_refused_and_nothing_changes(
    tmp_path: Path, name: str, changes: dict[str, Any], words: str
) -> None:
    path = put(tmp_path, document())
    before = path.read_bytes()
    with pytest.raises(Refusal, match=words):
        home.change(str(tmp_path), name, changes, TODAY)
    assert path.read_bytes() == before


@pytest.mark.req("I-2", "I-12", "I-13")
@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("IP-001", {"revisit_on": "2026-03-15"}),
        ("IP-001", {"revisit_on": None}),
        ("IP-001", {"iris_cycle": 0, "scope": "src/{a,b}/**, docs/..hidden"}),
        ("RC-001", {"expires_on": TODAY}),
        ("RC-001", {"permanent": True}),
        ("RC-001", {"forbid": ["kafka", "/import \\w+kafka/i"], "enforce": "ask", "instead": "a table"}),
        ("AC-001", {"reason": "why"}),
    ],
)
def test_what_may_be_written_fits_the_schema(tmp_path: Path, name: str, changes: dict[str, Any]) -> None:
    put(tmp_path, document())
    home.change(str(tmp_path), name, changes, TODAY)
    assert rules_file.problems(str(tmp_path)) == []
    assert list(faults(json.loads(home_file(tmp_path)))) == []


@pytest.mark.req("IRIS-11", "IRIS-46", "IRIS-47", "IRIS-48")
@pytest.mark.parametrize(
    "value",
    [
        {key: value for key, value in document().items() if key != "schema_version"},
        {key: value for key, value in document().items() if key != "rejected_changes"},
        document(schema_version="1.0"),
        document(mine=1),
        document(intentional_patterns=[{**PATTERN, "id": "IP-1"}]),
        document(intentional_patterns=[{**PATTERN, "scope": "../x"}]),
        document(intentional_patterns=[{**PATTERN, "scope": "/x"}]),
        document(intentional_patterns=[{**PATTERN, "scope": "\\x"}]),
        document(intentional_patterns=[{**PATTERN, "scope": "src/../x"}]),
        document(intentional_patterns=[{**PATTERN, "iris_cycle": -1}]),
        document(rejected_changes=[{**REJECTED, "cycle": 0}]),
        document(rejected_changes=[{**REJECTED, "rejected_by": "me"}]),
        document(rejected_changes=[{**REJECTED, "permanent": True, "expires_on": "2030-01-01"}]),
        document(rejected_changes=[{**REJECTED, "rejected_reason": "short"}]),
        document(architectural_constraints=[{**RULE, "constraint": "four"}]),
        document(architectural_constraints=[{**RULE, "reason": "x" * 2001}]),
        document(architectural_constraints=[{**RULE, "enforce": "shout"}]),
        document(context_changes=[{"detected_on": TODAY, "description": "x", "iris_cycle": 0}]),
    ],
)
def test_the_schema_refuses_what_the_documents_refuse(tmp_path: Path, value: Any) -> None:
    assert list(faults(value))
    put(tmp_path, value)
    assert rules_file.problems(str(tmp_path))
    assert home.add(str(tmp_path), [rule("Prices are integers")], TODAY), "what is readable can still be added to"


@pytest.mark.req("IRIS-48", "I-12", "I-13")
def test_the_schema_takes_what_is_read_as_absent() -> None:
    taken = {**REJECTED, "reconsider_when": None, "expires_on": "2030-01-01"}
    taken.pop("permanent")
    assert (
        list(faults(document(rejected_changes=[taken], intentional_patterns=[{**PATTERN, "revisit_on": None}]))) == []
    )


def test_an_id_that_two_entries_have_is_not_written(tmp_path: Path) -> None:
    path = put(tmp_path, document(architectural_constraints=[RULE, {**RULE, "constraint": "Prices are integers"}]))
    before = path.read_bytes()
    for name in ("AC-001", "AC-001#2"):
        with pytest.raises(Refusal, match=r"line|AC-001#2"):
            home.remove(str(tmp_path), name, TODAY)
        with pytest.raises(Refusal):
            home.change(str(tmp_path), name, {"reason": "another"}, TODAY)
    assert path.read_bytes() == before
    assert home.remove(str(tmp_path), "IP-001", TODAY).id == "IP-001"


def test_an_entry_that_says_nothing_can_be_taken_out(tmp_path: Path) -> None:
    put(tmp_path, document(architectural_constraints=[{"id": "AC-004"}]))
    assert home.remove(str(tmp_path), "AC-004", TODAY).id == "AC-004"
    assert home.add(str(tmp_path), [rule()], TODAY)[0].id == "AC-005"


WRITER = """
import sys
from memory_core.core.memory import Memory, Scope
from memory_core.core import registry
root, name, many = sys.argv[1], sys.argv[2], int(sys.argv[3])
print("ready", flush=True)
for number in range(many):
    with registry.held(root, 60):
        registry.keep(root, [Memory("", "constraint", f"Rule {name} {number}", "Because it is so", Scope(path="**"))])
"""


def writer(folder: Path, name: str, many: int) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", WRITER, str(folder), name, str(many)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def test_two_processes_that_write_at_once_lose_nothing(repo: Path) -> None:
    running = [writer(repo, name, 15) for name in "ab"]
    assert [process.wait(120) for process in running] == [0, 0]
    for process in running:
        assert process.stdout
        process.stdout.close()
    rails = home.read(str(repo))
    assert sorted(memory.id for memory in rails.memories) == [f"AC-{number:03}" for number in range(1, 31)]
    assert len({memory.summary for memory in rails.memories}) == 30
    assert rails.problems == ()


def test_killed_in_the_middle_the_file_is_whole(repo: Path) -> None:
    last = 0
    for turn in range(rounds(12, 3)):
        running = writer(repo, f"t{turn}", 1000)
        assert running.stdout
        running.stdout.readline()
        time.sleep(0.01 * (turn % 6))
        os.kill(running.pid, signal.SIGKILL)
        running.wait()
        running.stdout.close()
        rails = home.read(str(repo))
        assert rails.problems == ()
        assert len(rails.memories) >= last
        last = len(rails.memories)
    with registry.held(str(repo)):
        registry.keep(str(repo), [rule()])
    assert [name for name in os.listdir(repo) if name.endswith(".new")] == []
    names = [memory.id for memory in home.read(str(repo)).memories]
    assert len({*names}) == len(names) == last + 1
