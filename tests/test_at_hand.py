"""A verb that reads opens the index at once while no home has changed, and looks at the homes where one has."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from memory_core.core import git as git_store
from memory_core.core import registry
from memory_core.core.home import Part
from memory_core.core.light import places
from memory_core.core.memory import Memory
from memory_core.recall import at_hand, catalogue, indexing, schema
from memory_core.recall.keyword import Filter
from tests.conftest import derived
from tests.test_prepared import CHANGES

OF_HOMES = (
    "a file of the journal", "a file of the journal that was not there", "guard rails", "learnings",
    "the user's learnings", "a ticket", "a spec", "a decision record", "a note", "packed notes", "a session",
)  # fmt: skip


@pytest.fixture
def root(repo: Path) -> str:
    """A project with one memory and an index that is whole."""
    with registry.held(str(repo)):
        registry.keep(str(repo), [Memory("", "decision", "Use WAL", created="2026-03-10T10:00:00Z")])
    indexing.refresh_index(str(repo))
    return str(repo)


def is_at_hand(root: str, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether a verb that reads needs no look at the homes."""
    asked: list[str] = []
    own = registry.parts

    def homes(root: str) -> list[Part]:
        asked.append(root)
        return own(root)

    with monkeypatch.context() as patch:
        patch.setattr(registry, "parts", homes)
        with at_hand.index(root) as (index, fresh):
            assert fresh.state == schema.OK
            assert any(memory.summary == "Use WAL" for memory in catalogue.all_of(index.connection, Filter())[0])
    return not asked


def test_a_whole_index_is_opened_at_once(root: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_at_hand(root, monkeypatch)
    assert at_hand.notice(root) == ""


def test_what_is_kept_is_there_at_once_for_the_next_verb(root: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with registry.held(root):
        registry.keep(root, [Memory("", "decision", "Use tabs", created="2026-03-10T10:00:00Z")])
    with at_hand.index(root) as (index, _):
        summaries = {memory.summary for memory in catalogue.all_of(index.connection, Filter())[0]}
    assert summaries == {"Use WAL", "Use tabs"}
    assert is_at_hand(root, monkeypatch)


@pytest.mark.parametrize("what", OF_HOMES)
def test_a_home_that_changes_is_looked_at(root: str, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    if what == "packed notes":
        CHANGES["a note"](Path(root))
        indexing.refresh_index(root)
    if what != "a file of the journal":
        assert is_at_hand(root, monkeypatch)
        CHANGES[what](Path(root))
        assert not is_at_hand(root, monkeypatch), what
        return
    path = Path(root, ".genius/memory/decisions.json")
    path.write_text(path.read_text().replace('"reason": ""', '"reason": "one file"'))
    assert not is_at_hand(root, monkeypatch)


def test_reftables_are_seen(tmp_path: Path, git: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "new"
    folder.mkdir()
    if subprocess.run(
        ["git", "init", "-q", "--ref-format=reftable", str(folder)], capture_output=True, check=False
    ).returncode:
        pytest.skip("this git has no reftables")
    git(folder, "commit", "-qm", "Start", "--allow-empty")
    with registry.held(str(folder)):
        registry.keep(str(folder), [Memory("", "decision", "Use WAL", created="2026-03-10T10:00:00Z")])
    indexing.refresh_index(str(folder))
    assert is_at_hand(str(folder), monkeypatch)
    CHANGES["a note"](folder)
    assert git_store.tips(str(folder))
    assert not is_at_hand(str(folder), monkeypatch)


def test_an_index_that_is_gone_or_another_is_made_again(root: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = Path(places.index_path(root))
    path.unlink()
    assert not is_at_hand(root, monkeypatch)
    assert is_at_hand(root, monkeypatch)
    other = path.read_bytes()
    path.unlink()
    path.with_suffix(".other").write_bytes(b"")
    path.write_bytes(other)
    is_at_hand(root, monkeypatch)


def test_while_the_index_is_built_anew_the_old_one_is_not_taken_for_whole(
    root: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path(root, ".genius/memory/decisions.json").write_text("[]\n")
    seen: list[bool] = []
    indexing.rebuild(root, lambda _: seen.append(at_hand.opened(root) is None))
    assert seen == [True]
    with at_hand.index(root) as (index, _):
        assert catalogue.all_of(index.connection, Filter())[0] == []


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"marks": {}}', b'{"marks": [], "notice": ""}'])
def test_damaged_marks_cost_nothing(root: str, monkeypatch: pytest.MonkeyPatch, damage: bytes) -> None:
    (derived(Path(root)) / "index.json").write_bytes(damage)
    assert not is_at_hand(root, monkeypatch)


def test_damage_of_a_home_is_told_with_the_index_at_hand(root: str) -> None:
    Path(root, ".genius/memory/errors.json").write_text('[{"error": "half')
    indexing.refresh_index(root)
    assert "errors.json" in at_hand.notice(root)
    kept = json.loads((derived(Path(root)) / "index.json").read_text())
    assert "errors.json" in kept["notice"]


@pytest.mark.parametrize("verb", [["list"], ["recall", "WAL", "--mode", "keyword"]])
def test_no_parser_of_a_home_is_loaded(root: str, verb: list[str]) -> None:
    code = (
        "import sys\nfrom memory_core.cli import main\nmain(sys.argv[1:])\n"
        "homes = 'core.registry', 'notes.git_notes', 'learnings.warm_files', 'tickets.documents', 'documents.records'\n"
        "print([name for name in homes if f'memory_core.{name}' in sys.modules])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *verb, "--root", root], capture_output=True, text=True, check=True
    )
    assert "Use WAL" in done.stdout
    assert done.stdout.splitlines()[-1] == "[]"
    assert os.path.exists(places.index_path(root))
