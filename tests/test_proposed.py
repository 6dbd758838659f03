"""Rules that were heard and that nobody confirmed: their file, how long they stand, what is shown of them."""

import json
from pathlib import Path

import pytest

from memory_core import edges
from memory_core.domain import journal as entries
from memory_core.domain.memory import Memory, Scope
from memory_core.flows import capture
from memory_core.stores import journal, workspace
from tests.conftest import ROOT

FILE = ".genius/memory/proposed.json"
RULE = Memory(
    "", "constraint", "Never use moment", "It is not maintained.", Scope(path="src/"), "2026-03-01T10:00:00Z",
    "2026-03-01T10:00:00Z", "open", attrs={"forbid": ["moment"], "instead": "date-fns", "certainty": 0.8},
)  # fmt: skip


def put(repo: Path, *found: Memory) -> None:
    with workspace.held(str(repo)):
        journal.add(str(repo), [one._replace(id=entries.identify(one.kind, one.summary)) for one in found])


def test_a_proposal_stands_in_a_file_of_its_own_and_fits_its_schema(repo: Path) -> None:
    put(repo, RULE, RULE._replace(kind="rejection", summary="Use Redux for state", attrs={}))
    items = json.loads((repo / FILE).read_text())
    schema = json.loads((ROOT / "schemas/proposed.schema.json").read_text())
    assert list(edges.json_schema()(schema)(items)) == []
    assert items[0]["forbid"] == ["moment"]
    assert items[0]["instead"] == "date-fns"
    rule, rejection = journal.read(str(repo), [entries.PROPOSED])
    assert (rule.kind, rule.status, rule.scope.path, rule.source.place) == ("constraint", "open", "src/", FILE)
    assert rule.id.startswith("g-")
    assert (rejection.kind, rejection.status) == ("rejection", "open")


def test_a_word_in_the_file_puts_nothing_into_force(repo: Path) -> None:
    (repo / ".genius/memory").mkdir(parents=True)
    rows = [{"proposal": "Never use moment", "status": status, "forbid": "moment"} for status in ("active", "", 3)]
    for row in rows:
        (repo / FILE).write_text(json.dumps([row]))
        (found,) = journal.read(str(repo))
        assert found.status == "open"
        assert found.attrs["forbid"] == ["moment"]


@pytest.mark.parametrize(("day", "stands"), [("2026-03-30", True), ("2026-03-31", True), ("2026-04-01", False)])
def test_what_is_not_confirmed_in_thirty_days_goes(repo: Path, monkeypatch, day: str, stands: bool) -> None:
    put(repo, RULE, RULE._replace(summary="Never use left-pad", created="2026-03-20T10:00:00Z"))
    monkeypatch.setenv("MEMORY_CORE_NOW", f"{day}T12:00:00Z")
    with workspace.held(str(repo)):
        capture.forget_old(str(repo))
    assert ("Never use moment" in (repo / FILE).read_text()) is stands
    assert "left-pad" in (repo / FILE).read_text()


def test_an_entry_that_stands_with_the_decisions_is_found_there(repo: Path) -> None:
    (repo / ".genius/memory").mkdir(parents=True)
    path = repo / ".genius/memory/decisions.json"
    path.write_text('[{"id": "d-1", "decision": "Never use moment", "kind": "constraint"}]')
    (old,) = journal.read(str(repo))
    with workspace.held(str(repo)):
        journal.forget(str(repo), old)
    assert json.loads(path.read_text()) == []
    assert not (repo / FILE).exists()


def test_damage_is_named_and_mended_as_of_any_other_file(repo: Path) -> None:
    put(repo, RULE)
    path = repo / FILE
    path.write_text(path.read_text().rstrip().removesuffix("]"))
    assert "proposed.json is damaged" in journal.notice(str(repo))
    put(repo, RULE._replace(summary="Never use left-pad"))
    assert len(journal.read(str(repo))) == 2
    assert list(path.parent.glob("proposed.*.damaged.json"))
