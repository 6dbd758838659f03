"""A plain rule said in a session, proposed, proven by a reader in the model's place, and kept by the client's edits."""

import functools
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.client.api import Later, Turn, use
from tests.client.asked import Asked
from tests.client.conftest import with_newest
from tests.client.driver import ROOT, Client
from tests.properties import THOROUGH

TABLES = ("plain.json", "plain_second.json")
SOME = ("py-swallow",)  # code over several lines; all rows with MEMORY_CORE_THOROUGH=1


def plain() -> list[dict[str, Any]]:
    rows = [row for name in TABLES for row in json.loads((ROOT / "tests" / "guardrails" / name).read_text())]
    return rows if THOROUGH else [next(row for row in rows if row["id"] == name) for name in SOME]


@with_newest
@pytest.mark.req("IRIS-4", "IRIS-9")
@pytest.mark.parametrize("row", plain(), ids=lambda row: row["id"])
def test_said_proposed_proven_confirmed_and_kept(client: Client, project: Path, row: dict[str, Any]):
    with Asked(client, project) as session:
        session.allows = {"Bash", "Write", "Edit"}
        session.api.script(f"I will.\n\nRULE: {row['said']}")
        session.send(row["said"])
        name = proposed(project)
        shown = session.answer_to(f"/iris:memory confirm {name}")
        rule = re.findall(r"\bAC-\d{3}\b", shown)[0]
        assert "--stdin" in shown
        proof = json.dumps(row["proof"], ensure_ascii=False)
        call = f"memory-core iris confirm {rule} --stdin <<'END_OF_RULE'\n{proof}\nEND_OF_RULE"
        yes = f"memory-core iris confirm {rule}"
        session.answer_to(
            "/iris:memory", use("Bash", command=call, description="x"), use("Bash", command=yes, description="x")
        )
        card, confirmed = session.results()
        assert "are stopped" in card
        assert "confirmed" in confirmed
        assert session.asked.count("Bash") == len(session.commands)  # the user saw each of these calls
        [entry] = json.loads((project / "IRIS_MEMORY.json").read_text())["architectural_constraints"]
        assert entry["examples"]["stop"] == row["proof"]["stop"]
        passed = tried(session, project, [*row["breaks"], *row["obeys"]])
    assert passed == [False for _ in row["breaks"]] + [True for _ in row["obeys"]]


def proposed(project: Path) -> str:
    rows = json.loads((project / ".genius" / "memory" / "proposed.json").read_text())
    return str(rows[-1]["id"])


def tried(session: Asked, project: Path, edits: list[dict[str, str]]) -> list[bool]:
    """Whether each edit went through; the model tries them one after the other."""
    passed: list[bool] = []

    def begins(edit: dict[str, str]) -> Turn:
        path = project / edit["file"]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        if not edit["before"]:
            return use("Write", file_path=str(path), content=edit["after"])
        path.write_text(edit["before"])
        return use("Read", file_path=str(path))

    def ends(edit: dict[str, str]) -> Turn:
        path = project / edit["file"]
        passed.append(path.exists() and path.read_text() == edit["after"])
        return use("Bash", command="true", description="Go on")

    turns: list[Turn | Later] = []
    for edit in edits:
        turns.append(functools.partial(begins, edit))
        if edit["before"]:
            path = str(project / edit["file"])
            turns.append(use("Edit", file_path=path, old_string=edit["before"], new_string=edit["after"]))
        turns.append(functools.partial(ends, edit))
    session.api.forget()
    session.api.script(*turns, "Done.")
    session.send("go on")
    assert not session.api.faults
    return passed
