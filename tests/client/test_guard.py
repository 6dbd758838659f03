"""Said once, enforced from then on: from a refused plan to the edit that would break what was said, in the client."""

import json
import re
from pathlib import Path

import pytest

from tests.client.api import use
from tests.client.asked import Asked
from tests.client.conftest import with_newest
from tests.client.driver import Client
from tests.client.seen import briefings

PLAN = "# Keep the cart in Redux\n\n1. `npm install redux`\n2. Move the cart's state into a Redux store\n"
NO = "No, don't use Redux in this project, use Zustand instead, because the boilerplate slowed us down last year."
ADDS = "import { createStore } from 'redux'\n\nexport const cart = createStore(reduce)\n"
OLD = "import { combineReducers } from 'redux'\n\nexport const rates = {}\n"


def rules(project: Path) -> list[dict[str, object]]:
    """The rejections and constraints of the project."""
    kept = json.loads((project / "IRIS_MEMORY.json").read_text())
    return [*kept["rejected_changes"], *kept["architectural_constraints"]]


@pytest.mark.req("IRIS-2", "IRIS-7", "X-11")
def test_what_a_refused_plan_said_is_proposed_confirmed_and_enforced(client: Client, project: Path):
    with Asked(client, project, "plan") as planning:
        planning.says = NO
        client.api.script(use("ExitPlanMode", plan=PLAN), "Understood.")
        planning.send("plan how the cart keeps its state")
        assert planning.asked == ["ExitPlanMode"]
    assert not (project / "IRIS_MEMORY.json").exists()

    client.api.forget()
    with Asked(client, project) as confirming:
        confirming.send("hello")
        [briefing] = briefings(client.api.requests_for("main")[0])
        system = [json.dumps(event) for event in confirming.events if event["type"] == "system"]
        shown = confirming.answer_to("/iris:memory confirm")
    assert len(set(re.findall(r"\bg-[0-9a-f]{8}\b", briefing))) == 1
    assert "roposed" in briefing
    assert "/iris:memory confirm" in briefing
    if client.role == "newest":  # the oldest tells the user without an event in the stream
        assert any("/iris:memory confirm" in event for event in system)
    [rule] = rules(project)
    assert str(rule["id"]) in shown
    assert rule["enforce"] == "ask"

    cart, rates, notes = (project / name for name in ("cart.ts", "rates.ts", "notes.md"))
    rates.write_text(OLD)
    client.api.forget()
    without = use("Edit", file_path=str(rates), old_string=OLD.split("\n")[0], new_string="// rates")
    with client.talk(project) as working:
        client.api.script(
            use("Read", file_path=str(rates)), without, use("Write", file_path=str(notes), content="# Notes\n")
        )
        working.send("drop redux from the rates and write notes")
        messages = json.dumps(client.api.requests_for("main")[-1].body["messages"][1:])
        client.api.script(use("Write", file_path=str(cart), content=ADDS), "It was refused.")
        working.send("keep the cart")
        refused = client.api.requests_for("main")[-1].last
    assert "redux" not in rates.read_text()
    assert notes.exists()
    assert "PreToolUse" not in messages
    assert str(rule["id"]) not in messages
    assert all(part in refused for part in (str(rule["id"]), "cart.ts", "Zustand", "boilerplate"))
    assert not cart.exists()


@with_newest
@pytest.mark.req("IRIS-4")
def test_the_user_is_asked_and_may_let_an_edit_pass(client: Client, project: Path):
    rail(client, project, "--forbid", "sqlalchemy", "--enforce", "ask")
    written = use("Write", file_path=str(project / "orm.py"), content="import sqlalchemy\n")
    again = use("Write", file_path=str(project / "orm.py"), content="import sqlalchemy\n")
    with Asked(client, project) as working:
        working.allows = {"Bash", "Write"}
        client.api.script(written, use("Bash", command="memory-core iris allow", description="x"), again, "Done.")
        working.send("write it")
    assert working.asked == ["Bash"]  # the yes is for this very edit
    assert (project / "orm.py").exists()


@pytest.mark.smoke
@pytest.mark.req("IRIS-4", "IRIS-28")
def test_what_rules_of_each_kind_do_with_edits_whatever_is_allowed(client: Client, project: Path):
    """One that denies words; one without words, said once for a file; one that denies a place, and its home edited."""
    rail(client, project, "--forbid", "sqlalchemy", "--enforce", "deny", "--instead", "plain SQL")
    rail(client, project, "--scope", "db/**", "--anew")
    rail(client, project, "--scope", "ledger/**", "--enforce", "deny", "--anew")
    (project / "db").mkdir()
    home, denied = project / "IRIS_MEMORY.json", project / "ledger" / "2.sql"
    before = home.read_text()
    names = [project / "db" / "a.sql", project / "db" / "b.sql", project / "readme.txt"]
    writes = [use("Write", file_path=str(name), content="--\n") for name in names]
    client.api.script(
        use("Write", file_path=str(project / "orm.py"), content="import sqlalchemy\n"),
        writes[0],
        use("Edit", file_path=str(names[0]), old_string="--", new_string="---"),
        *writes[1:],
        use("Write", file_path=str(denied), content="--\n"),
        use("Read", file_path=str(home)),
        use("Edit", file_path=str(home), old_string=before, new_string=before.replace('"deny"', '"remind"')),
        use("Write", file_path=str(denied), content="--\n"),
        "I see.",
    )
    client.ask(project, "write them", "--permission-mode", "acceptEdits")
    requests = client.api.requests_for("main")
    assert all(part in requests[1].last for part in ("AC-001", "orm.py:1", "reviewed by the DBA", "plain SQL"))
    assert not (project / "orm.py").exists()
    shown = [text for text in requests[5].texts if "PreToolUse" in text and "AC-002" in text]
    assert len(shown) == 2
    assert all("reviewed by the DBA" in text for text in shown)
    assert all(name.exists() for name in names)
    assert "its user decides" in json.dumps(requests[-1].body["messages"])
    assert before.count('"deny"') == 2
    assert home.read_text() == before
    assert not denied.exists()


TAG = "MC_5e0d37b1c94af826!`"
CALLS = {
    "as the command says": "memory-core iris --args-stdin <<'END_OF_RAIL'\nconfirm all\nEND_OF_RAIL",
    "as its block does": f"memory-core iris --args-stdin <<'{TAG}'\nremove AC-001 --yes\n{TAG}",
    "behind another": "cd . && echo edit AC-001 --enforce remind | memory-core iris --args-stdin",
}


@with_newest
@pytest.mark.req("IRIS-58")
def test_the_model_does_not_answer_for_the_user(client: Client, project: Path, subtests: pytest.Subtests):
    rail(client, project, "--forbid", "sqlalchemy", "--enforce", "deny")
    before = rules(project)
    with Asked(client, project) as session:
        for name, call in CALLS.items():
            with subtests.test(name):
                session.asked.clear()
                shown = session.answer_to("/iris:memory", use("Bash", command=call, description="x"))
                assert "AC-001" in shown
                assert session.asked == ["Bash"]
                assert session.says in session.results()[0]
                assert rules(project) == before
        session.allows = {"Bash"}
        session.answer_to("/iris:memory", use("Bash", command=CALLS["behind another"], description="x"))
    assert [rule["enforce"] for rule in rules(project)] == ["remind"]


def rail(client: Client, project: Path, *more: str) -> None:
    """A rule of the project."""
    words = ("add-constraint", "No ORM", "--reason", "Queries are reviewed by the DBA", *more)
    client.verb(project, "iris", *words).check_returncode()
