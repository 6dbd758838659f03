"""A rule is proven before it is in force: `iris confirm --stdin`, its card, the user's yes, and `iris verify`."""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memory_core.guardrails import proof
from tests.conftest import Output
from tests.test_iris import Run, Typed, entries, run, typed
from tests.test_iris_confirm import proposal, propose, waiting

__all__ = ["run", "typed"]

HTTPX: dict[str, Any] = {
    "rule": "Use httpx, not requests", "reason": "One proxy setting for all", "instead": "httpx", "scope": "src/**",
    "forbid": ["requests", r"/\bsession\.(get|post)\(/"],
    "stop": [{"file": "src/a.py", "text": "import requests\n"}, {"file": "src/b.py", "text": "session.get(\n u)\n"}],
    "pass": [{"file": "src/a.py", "text": "import httpx\n"}, {"file": "src/a.py", "text": "# requests is gone\n"}],
}  # fmt: skip
Given = Callable[..., Output]


@pytest.fixture
def given(run: Run, monkeypatch: pytest.MonkeyPatch) -> Given:
    """Run a verb with a proof on standard input."""

    def call(value: object, *arguments: str) -> Output:
        raw = value if isinstance(value, str) else json.dumps(value)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw.encode())))
        return run("iris", *arguments, "--stdin")

    return call


@pytest.mark.req("IRIS-9", "IRIS-54")
def test_a_new_rule_is_proven_shown_and_put_in_force_by_a_yes(given: Given, run: Run, repo: Path) -> None:
    result = given(HTTPX, "add-constraint")
    assert result.code == 0, result.err
    assert all(
        part in result.out for part in ("Use httpx, not requests", "One proxy setting", "2 edits are stopped, 2 pass")
    )
    assert not (repo / "IRIS_MEMORY.json").exists()
    name = result.out.partition(":")[0]
    assert run("iris", "confirm", name).code == 0
    [rule] = entries(repo, "architectural_constraints")
    assert rule["examples"] == {"stop": HTTPX["stop"], "pass": HTTPX["pass"]}
    assert (rule["enforce"], rule["forbid"], rule["applies_to"]) == ("ask", HTTPX["forbid"], "src/**")
    assert run("verify").code == 0
    assert "no faults" in run("iris", "verify").out
    assert run("undo").code == 0
    assert entries(repo, "architectural_constraints") == []


def test_a_proposal_is_proven_and_its_draft_waits(given: Given, run: Run, repo: Path, typed: Typed) -> None:
    (name,) = propose(repo, proposal("Never use requests"))
    assert given({key: HTTPX[key] for key in ("forbid", "stop", "pass")}, "confirm", name).code == 0
    assert waiting(repo) == [name]
    assert "AC-001" in typed(f"confirm {name}")
    [rule] = entries(repo, "architectural_constraints")
    assert (rule["constraint"], rule["forbid"]) == ("Never use requests", HTTPX["forbid"])
    assert waiting(repo) == []


def test_a_rule_in_force_is_sharpened(given: Given, run: Run, repo: Path) -> None:
    run("iris", "add-constraint", "Mind the sessions", "--reason", "They leak sockets")
    assert "AC-001" in run("iris", "sharpen").out
    assert given({**HTTPX, "rule": None, "reason": None}, "confirm", "AC-001", "--yes").code == 0
    [rule] = entries(repo, "architectural_constraints")
    assert (rule["constraint"], rule["reason"]) == ("Mind the sessions", "They leak sockets")
    assert rule["forbid"] == HTTPX["forbid"]
    assert "Every rule is held" in run("iris", "sharpen").out


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"forbid": ["/(/"]}, "no regular expression"),
        ({"forbid": ["/(a+)+$/"]}, "takes too long"),
        ({"forbid": [r"/(\w+\s*)+;/"]}, "takes too long"),
        ({"forbid": ["redis"]}, "stop example 1"),
        ({"pass": HTTPX["stop"]}, "pass example 1"),
        ({"stop": HTTPX["stop"][:1]}, '"stop" has 1 of 2'),
        ({"scope": "lib/**"}, "does not cover"),
        ({"forbid": [], "require": []}, "matches nothing"),
        ({"stop": [{"file": "src/a.py", "text": "# requests\n"}] * 2}, "only in a comment"),
        ({"forbid": "requests"}, "forbid"),
        ({"forbids": ["requests"]}, "do not belong"),
        ({"scope": "../x"}, "inside the project"),
        ({"require": [{"each": "loop", "name": "x"}]}, "require"),
    ],
)
def test_what_does_not_hold_is_refused_with_its_place(
    given: Given, run: Run, repo: Path, changed: dict[str, Any], named: str
) -> None:
    result = given({**HTTPX, **changed}, "add-constraint")
    assert result.code == 1
    assert named in result.err
    assert run("iris", "confirm").code == 1  # nothing waits
    assert not (repo / "IRIS_MEMORY.json").exists()


@pytest.mark.parametrize("text", ["", "[]", "{", '{"forbid": 1}', "[" * 100_000])
def test_what_is_no_proof_is_refused(given: Given, text: str) -> None:
    result = given(text, "add-constraint")
    assert result.code == 1
    assert len(result.err) < 2_000


def test_a_requirement_is_proven_like_what_is_forbidden(given: Given, run: Run, repo: Path) -> None:
    value = {
        "rule": "Function names in src/ops end with _op", "reason": "The loader finds them so", "scope": "src/ops/**",
        "require": [{"each": "function", "name": "/_op$/", "unless": "/^_/"}],
        "stop": [{"file": "src/ops/a.py", "text": "def load(x): ...\n"},
                 {"file": "src/ops/a.ts", "text": "const f = () => 1\n"}],
        "pass": [{"file": "src/ops/a.py", "text": "def load_op(x): ...\n"},
                 {"file": "src/ops/a.py", "text": "def _x(): ...\n"}],
    }  # fmt: skip
    assert given(value, "add-constraint", "--yes").code == 0
    [rule] = entries(repo, "architectural_constraints")
    assert rule["require"] == [{"each": ["function"], "name": "/_op$/", "unless": "/^_/"}]
    assert run("verify").code == 0
    assert "each function: its name matches /_op$/" in run("iris", "show", "AC-001").out


def test_verify_names_the_example_that_holds_no_longer(given: Given, run: Run, repo: Path) -> None:
    given(HTTPX, "add-constraint", "--yes")
    assert run("iris", "edit", "AC-001", "--forbid", "redis").code == 0
    result = run("iris", "verify")
    assert result.code == 1
    assert "AC-001: stop example 1" in result.out


def test_the_card_counts_history_and_debt(given: Given, run: Run, repo: Path, git: Callable[..., str]) -> None:
    (repo / "src").mkdir()
    (repo / "src/old.py").write_text('"""About requests."""\nimport requests\n')
    git(repo, "add", ".")
    git(repo, "commit", "-qm", "old")
    value = given(HTTPX, "add-constraint", "--json").json
    assert [(hit["path"], hit["line"]) for hit in value["stopped"]] == [("src/old.py", 2)]
    assert [(place["path"], place["line"]) for place in value["debt"]] == [("src/old.py", 2)]


def test_an_expression_of_ordinary_kind_is_linear() -> None:
    for text in (
        r"/\bsession\.(get|post)\(/",
        r"/except\s+Exception[^\n]*:\s*\n\s*pass\b/",
        r"/^\s*from\s+\.+\w*\s+import\b/",
        r"/\bSELECT\s+(?:\w+\.)?\*/i",
        r"/import\s*\{[^}]*\bmoment\b[^}]*\}\s*from/",
        "/a{1,40}b/",
    ):
        assert list(proof.unfit(text)) == [], text


def test_a_draft_is_of_the_words_that_it_was_proven_for(given: Given, run: Run, repo: Path) -> None:
    run("iris", "add-constraint", "Mind the sessions", "--reason", "They leak sockets")
    assert given({**HTTPX, "rule": None}, "confirm", "AC-001").code == 0
    run("iris", "edit", "AC-001", "No", "secrets", "in", "logs")
    result = run("iris", "confirm", "AC-001")
    assert result.code == 1
    assert "has changed since it was proven" in result.err
    assert "forbid" not in entries(repo, "architectural_constraints")[0]
