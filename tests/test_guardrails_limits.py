"""`IRIS_MEMORY.json` with faults by the thousand: what is kept of them, what is told, and that it costs little."""

import json
from typing import Any

import pytest

from memory_core.guardrails import read_rails
from memory_core.guardrails.read_rails import PROBLEMS
from tests.test_guardrails import RULE, text

MANY = 10_000


def ruled(number: int, **more: Any) -> dict[str, Any]:
    return {**RULE, "id": f"AC-{number:03}", "constraint": f"Rule number {number}", **more}


WRONG = [ruled(number, adr_reference=42) for number in range(1, MANY + 1)]


@pytest.mark.parametrize(
    ("entries", "cut"),
    [
        (WRONG, 0),
        (WRONG, 3),
        ([ruled(1) for _ in range(MANY)], 0),
        ([*[f"r{number}" for number in range(MANY)], ruled(1)], 0),
    ],
    ids=["a wrong type in each", "and the end is missing", "one id for all", "texts"],
)
def test_of_thousands_of_faults_the_first_are_told_and_the_rest_counted(entries: list[Any], cut: int) -> None:
    whole = text(architectural_constraints=entries)
    rails = read_rails.read(whole[: len(whole) - cut])
    whole_ones = sum(isinstance(entry, dict) for entry in entries)
    assert len([memory for memory in rails.memories if memory.kind == "constraint"]) >= whole_ones - 1
    assert "AC-001" in {memory.id for memory in rails.memories}
    assert len(rails.problems) == PROBLEMS + 1
    more = rails.problems[-1]
    assert "more" in more.what
    assert more.place == "IRIS_MEMORY.json"
    assert all("line" in problem.place for problem in rails.problems[:PROBLEMS])


def test_the_line_of_a_fault_is_that_of_its_entry() -> None:
    whole = json.dumps(
        {"architectural_constraints": [ruled(1), ruled(2, adr_reference=1), ruled(3, reason=2)]}, indent=1
    )
    rails = read_rails.read(whole)
    lines = [whole[: whole.index(f'"AC-00{number}"')].count("\n") for number in (2, 3)]
    assert [f"line {line}:" in problem.place for line, problem in zip(lines, rails.problems, strict=True)] == [
        True,
        True,
    ]


@pytest.mark.req("IRIS-47")
@pytest.mark.parametrize(
    ("scope", "kept"),
    [
        (",".join(f"**/x{number}*y/*z" for number in range(50_000)), ["**/x0*y/*z", "**/x1*y/*z"]),
        ([f"src/{number}/" for number in range(50_000)], ["src/0/", "src/1/"]),
        ("src/**/*.{" + ",".join(f"t{number}" for number in range(300)) + "}", None),
        (f"lib/, src/**/*.{{{','.join(f't{number}' for number in range(300))}}}", ["lib/"]),
        ("/".join(["**", "*a*"] * 2000), None),
        ("x" * 500, ["x" * 500]),
    ],
)
def test_of_a_scope_that_is_too_long_the_first_parts_count(scope: Any, kept: list[str] | None) -> None:
    rails = read_rails.read(json.dumps({"architectural_constraints": [ruled(1, applies_to=scope)]}))
    (memory,) = rails.memories
    path = memory.scope.path or ""
    assert len(path) <= 500
    assert ([part.strip() for part in path.split(",")][:2] if path else None) == kept
    problems = [problem for problem in rails.problems if problem.place.endswith(": applies_to")]
    assert len(problems) == (0 if scope == "x" * 500 else 1)
