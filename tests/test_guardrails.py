"""`IRIS_MEMORY.json` as somebody's hand left it: what can be read is read, what is wrong is named with its place."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.core import registry
from memory_core.core.light import clock
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import Memory, Scope, Source
from memory_core.guardrails import file_format, read_rails, rules_file
from memory_core.guardrails import rules_file as home
from memory_core.guardrails.file_format import SECTIONS, due, expired, from_item, section_of, to_item
from tests.rows import each_row

RULE = {"id": "AC-001", "constraint": "Never use an ORM", "reason": "Raw SQL is what we tune", "applies_to": "src/db/",
        "created_on": "2026-02-01"}  # fmt: skip
PATTERN = {"id": "IP-001", "pattern": "UserService stays one class", "scope": "src/user.py",
           "reason": "Kept until the new team is there", "decided_on": "2026-02-01", "revisit_on": "2026-06-01",
           "iris_cycle": 2}  # fmt: skip
REJECTED = {"id": "RC-001", "proposed": "Split into microservices", "scope": "src/**",
            "rejected_reason": "We are three people", "rejected_by": "user", "cycle": 2,
            "reconsider_when": "we are ten", "permanent": False}  # fmt: skip
CHANGED = {"detected_on": "2026-03-01", "description": "Two new developers", "affects": ["RC-001"], "iris_cycle": 3}


def document(**sections: Any) -> dict[str, Any]:
    return {
        "schema_version": "1.0.0", "project": "shop", "last_updated": "2026-03-01",
        "intentional_patterns": [PATTERN], "rejected_changes": [REJECTED], "architectural_constraints": [RULE],
        "context_changes": [CHANGED], **sections,
    }  # fmt: skip


def text(**sections: Any) -> str:
    return json.dumps(document(**sections), indent=2)


def ids(rails: file_format.Rails) -> list[str]:
    return [memory.id for memory in rails.memories if memory.kind != "context-change"]


@pytest.mark.req("IRIS-1", "IRIS-5", "IRIS-41", "IRIS-42", "IRIS-44", "IRIS-45")
def test_each_section_becomes_memories_of_its_kind(repo: Path) -> None:
    (repo / "IRIS_MEMORY.json").write_text(text())
    rails = home.read(str(repo))
    assert (rails.project, rails.updated, rails.problems, rails.damage) == ("shop", "2026-03-01", (), "")
    rule, pattern, rejected, changed = rails.memories
    assert (rule.id, rule.kind, rule.summary, rule.body) == (
        "AC-001",
        "constraint",
        "Never use an ORM",
        RULE["reason"],
    )
    assert (rule.scope.path, rule.created) == ("src/db/", "2026-02-01T00:00:00Z")
    assert (pattern.kind, pattern.attrs) == ("exception", {"revisit_on": "2026-06-01", "iris_cycle": 2})
    assert (rejected.kind, rejected.created) == ("rejection", "")
    assert rejected.attrs == {
        "rejected_by": "user", "cycle": 2, "reconsider_when": "we are ten", "permanent": False,
    }  # fmt: skip
    assert changed.kind == "context-change"
    assert changed.attrs == {"affects": ["RC-001"], "iris_cycle": 3}
    assert changed.id == file_format.changed_context("Two new developers")
    assert {memory.source for memory in rails.memories} == {Source("guard rails", "IRIS_MEMORY.json")}
    assert rails.memories == tuple(memory for memory in registry.read(str(repo)))
    assert rules_file.problems(str(repo)) == []


@pytest.mark.req("IRIS-18", "IRIS-71", "X-12")
def test_what_is_due_and_what_has_run_out(monkeypatch: pytest.MonkeyPatch) -> None:
    pattern = from_item(PATTERN, section_of("exception"))
    rejected = from_item({**REJECTED, "expires_on": "2026-06-01"}, section_of("rejection"))
    lasting = from_item({**REJECTED, "expires_on": "2026-06-01", "permanent": True}, section_of("rejection"))
    assert pattern
    assert rejected
    assert lasting
    days = ("2026-05-31", "2026-06-01", "2026-06-02")
    assert [due(pattern, day) for day in days] == [False, True, True]
    assert [expired(rejected, day) for day in days] == [False, False, True]
    assert not any(expired(lasting, day) or due(rejected, day) or expired(pattern, day) for day in days)
    monkeypatch.setenv("MEMORY_CORE_NOW", "2026-05-31T23:30:00Z")
    assert clock.today() == "2026-05-31"


FAULTS: dict[str, tuple[Any, list[str], list[str]]] = {
    # what is in rejected_changes: (entries, ids that are read, words of each problem)
    "null keys": ([{**REJECTED, "reconsider_when": None, "expires_on": None}], ["RC-001"], []),
    "a list of scopes": ([{**REJECTED, "scope": ["src/a", "src/b"]}], ["RC-001"], []),
    "unknown keys": ([{**REJECTED, "owner": "Ada"}], ["RC-001"], []),
    "a past date": ([{**REJECTED, "expires_on": "2001-01-01"}], ["RC-001"], []),
    "no section": (None, [], []),
    "the same id twice": (
        [REJECTED, {**REJECTED, "proposed": "Use Kafka"}],
        ["RC-001", "RC-001#2"],
        ["line", "entry 1", "entry 2", "RC-002 is free"],
    ),
    "three times": ([REJECTED] * 3, ["RC-001", "RC-001#2", "RC-001#3"], ["RC-002", "RC-003"]),
    "an id of another section": ([{**REJECTED, "id": "AC-001"}], ["AC-001#2"], ["RC-002 is free"]),
    "a short id": ([{**REJECTED, "id": "RC-1"}], ["RC-1"], ["three digits"]),
    "a long id": ([{**REJECTED, "id": "RC-12345"}], ["RC-12345"], []),
    "no id": ([{**REJECTED, "id": None}], ["RC-?1"], ["missing", "RC-002 is free"]),
    "a number for an id": ([{**REJECTED, "id": 7}], ["RC-?1"], ["must be a text"]),
    "a number for its text": ([{**REJECTED, "proposed": 7}, {**REJECTED, "id": "RC-002"}], ["RC-002"], ["RC-001"]),
    "no text": ([{"id": "RC-009"}], [], ["'proposed'", "RC-009"]),
    "a text for an entry": (["Split it", REJECTED], ["RC-?1", "RC-001"], ["must be an object"]),
    "a number for an entry": ([7, REJECTED], ["RC-001"], ["entry 1", "no object"]),
    "wrong types": (
        [{**REJECTED, "permanent": "yes", "cycle": "2", "expires_on": 7, "rejected_by": 3, "scope": {}}],
        ["RC-001"],
        ["permanent", "cycle", "expires_on", "rejected_by", "scope"],
    ),
    "no day of the calendar": ([{**REJECTED, "expires_on": "2026-02-30"}], ["RC-001"], ["expires_on", "YYYY-MM-DD"]),
    "an end to what is permanent": (
        [{**REJECTED, "permanent": True, "expires_on": "2030-01-01"}],
        ["RC-001"],
        ["permanent: true"],
    ),
    "an unknown way to enforce": ([{**REJECTED, "enforce": "shout"}], ["RC-001"], ["remind, ask or deny"]),
    "forbid in other types": ([{**REJECTED, "forbid": [1, "kafka", "x" * 501]}], ["RC-001"], ["forbid", "500"]),
    "an object for a list": ({"first": REJECTED}, ["RC-001"], ["must be a list"]),
    "an entry for a list": (REJECTED, ["RC-001"], ["must be a list"]),
    "a text for a list": ("none", ["RC-?1"], ["must be a list"]),
}


@pytest.mark.req("IRIS-13", "IRIS-43", "I-1", "I-12", "I-14")
@each_row("case", FAULTS)
def test_a_fault_costs_what_it_stands_in_and_is_named(case: str) -> None:
    entries, read, words = FAULTS[case]
    rails = read_rails.read(text(rejected_changes=entries))
    problems = " / ".join(f"{problem.place}: {problem.what}" for problem in rails.problems)
    assert [name for name in ids(rails) if not name.startswith(("AC-001", "IP-001")) or "#" in name] == read, problems
    assert bool(words) == bool(rails.problems), problems
    for word in words:
        assert word in problems
    assert all(problem.place.startswith("IRIS_MEMORY.json") for problem in rails.problems)
    assert {"AC-001", "IP-001"} <= {*ids(rails)}


def broken(kind: str) -> bytes:
    sound = text()
    half = sound.index('"RC-001"')
    made: dict[str, Callable[[], bytes]] = {
        "cut off": sound[:half].encode,
        "conflict": lambda: sound.replace(
            '      "id": "AC-001",',
            '<<<<<<< HEAD\n      "id": "AC-001",\n=======\n      "id": "AC-002",\n>>>>>>> other',
        ).encode(),
        "text before": lambda: b"// our rules\n" + sound.encode(),
        "text behind": lambda: sound.encode() + b"\nthe end",
        "a missing comma": lambda: sound.replace('"project": "shop",', '"project": "shop"').encode(),
        "an array": lambda: json.dumps([RULE, PATTERN, REJECTED]).encode(),
        "UTF-16": lambda: sound.encode("utf-16"),
        "no UTF-8": lambda: sound.replace("ORM", "ORM\udcff").encode("utf-8", "surrogateescape"),
        "a key twice": lambda: sound.replace('"context_changes"', '"rejected_changes"').encode(),
    }
    return made[kind]()


@pytest.mark.req("IRIS-11")
@pytest.mark.parametrize(
    ("kind", "read", "where"),
    [
        ("cut off", {"IP-001"}, "line"),
        ("conflict", {"IP-001", "RC-001"}, "line 30: merge conflict"),
        ("text before", {"AC-001", "IP-001", "RC-001"}, "line 1"),
        ("text behind", {"AC-001", "IP-001", "RC-001"}, "line 48"),
        ("a missing comma", {"AC-001", "IP-001", "RC-001"}, "line 4"),
        ("an array", {"AC-001", "IP-001", "RC-001"}, "object"),
        ("UTF-16", {"AC-001", "IP-001", "RC-001"}, "UTF-8"),
        ("no UTF-8", {"AC-001", "IP-001", "RC-001"}, "line 31"),
        ("a key twice", {"AC-001", "IP-001", "RC-001"}, "twice"),
    ],
)
def test_a_damaged_file_is_read_as_far_as_it_goes_and_never_written(
    repo: Path, kind: str, read: set[str], where: str
) -> None:
    path = repo / "IRIS_MEMORY.json"
    path.write_bytes(before := broken(kind))
    rails = home.read(str(repo))
    assert read <= {*ids(rails)}
    assert where in " ".join(f"{problem.place}: {problem.what}" for problem in rails.problems)
    rule = Memory("", "constraint", "Prices are integers", "Cents do not round", Scope(path="**"))
    for write in (
        lambda: home.add(str(repo), [rule], "2026-03-14"),
        lambda: home.change(str(repo), "IP-001", {"reason": "another reason"}, "2026-03-14"),
        lambda: home.remove(str(repo), "IP-001", "2026-03-14"),
    ):
        with pytest.raises(Refusal, match=r"IRIS_MEMORY.json"):
            write()
    assert path.read_bytes() == before
    assert rules_file.problems(str(repo))


def test_both_sides_of_a_conflict_are_read_and_equal_copies_count_once() -> None:
    rule, other = json.dumps(RULE), json.dumps({**RULE, "id": "AC-002", "constraint": "Prices are integers"})
    torn = f'{{"architectural_constraints": [\n<<<<<<< a\n{rule}\n=======\n{rule},\n{other}\n>>>>>>> b\n]}}'
    assert ids(read_rails.read(torn)) == ["AC-001", "AC-002"]


def test_whatever_stands_in_its_place_is_a_problem_and_left_alone(repo: Path, tmp_path: Path) -> None:
    path = repo / "IRIS_MEMORY.json"
    elsewhere = tmp_path / "elsewhere.json"
    elsewhere.write_text(text())
    inside = repo / "rules.json"
    inside.write_text(text())

    def huge() -> None:
        with path.open("wb") as sink:
            sink.truncate(17_000_000)

    ways: list[tuple[Callable[[], object], bool]] = [
        (lambda: path.symlink_to(elsewhere), False),
        (lambda: path.symlink_to(inside), False),
        (lambda: path.symlink_to(repo / "nowhere"), False),
        (lambda: os.mkfifo(path), False),
        (huge, False),
        (path.mkdir, False),
    ]
    for make, read in ways:
        make()
        rails = home.read(str(repo))
        assert bool(rails.memories) is read
        assert rails.problems
        with pytest.raises(Refusal):
            home.add(str(repo), [Memory("", "context-change", "x")], "2026-03-14")
        path.rmdir() if path.is_dir() else path.unlink()
    assert elsewhere.read_text() == inside.read_text() == text()


def test_five_megabytes_are_read(repo: Path) -> None:
    many = [{**RULE, "id": f"AC-{number:03}", "constraint": f"Rule {number}: {'x' * 440}"} for number in range(1, 8201)]
    (repo / "IRIS_MEMORY.json").write_text(text(architectural_constraints=many))
    assert (repo / "IRIS_MEMORY.json").stat().st_size > 5_000_000
    rails = home.read(str(repo))
    assert (len(rails.memories), rails.problems) == (8203, ())


def test_a_byte_order_mark_and_a_blank_file_are_no_fault(repo: Path) -> None:
    path = repo / "IRIS_MEMORY.json"
    path.write_bytes(b"\xef\xbb\xbf" + text().encode())
    assert len(home.read(str(repo)).memories) == 4
    home.remove(str(repo), "AC-001", "2026-03-14")
    assert path.read_bytes().startswith(b"\xef\xbb\xbf{\n")
    for blank in (b"", b"\n  \n", b"\xef\xbb\xbf"):
        path.write_bytes(blank)
        assert home.read(str(repo)).problems == ()
        assert home.add(str(repo), [Memory("", "context-change", "Two new")], "2026-03-14")
        assert json.loads(path.read_bytes().decode("utf-8-sig"))["project"] == "shop"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=6,
)
KEYS = sorted({key for section in SECTIONS for key in section.keys})


@given(
    st.dictionaries(
        st.sampled_from(
            [section.name for section in SECTIONS] + ["project", "last_updated", "last_ids", "schema_version"]
        ),
        JSON | st.lists(st.dictionaries(st.sampled_from(KEYS), JSON, max_size=6), max_size=4),
    )
)
def test_no_value_breaks_the_reader_and_ids_are_unique(value: Any) -> None:
    rails = read_rails.read(json.dumps(value))
    names = [memory.id for memory in rails.memories]
    assert len({*names}) == len(names)
    for memory in rails.memories:
        assert memory.summary
        assert isinstance(due(memory, "2026-01-01") or expired(memory, "2026-01-01"), bool)
        again = from_item(to_item(memory), section_of(memory.kind))
        assert again is not None
        assert again._replace(id="") == memory._replace(id="") or memory.kind == "context-change"


@given(st.integers(0, 3000), st.text(max_size=8))
def test_a_file_cut_and_patched_anywhere_is_read_without_a_fault_of_ours(at: int, patch: str) -> None:
    sound = text()
    rails = read_rails.read(sound[:at] + patch + sound[at + len(patch) :])
    assert {memory.kind for memory in rails.memories} <= {*file_format.KINDS}
