"""What a session says ends what another one said: at once where that is sure, marked where it is in doubt."""

from pathlib import Path

import pytest

from memory_core.cli import main
from memory_core.domain import lifecycle
from memory_core.domain.memory import Memory
from memory_core.flows import capture, session_finish, session_start
from memory_core.intake.event import Event
from memory_core.stores import session, workspace
from tests.extract.builder import Session

OLD = "We decided to use SQLite for the job store."
NEW = "We decided to use Postgres instead of SQLite for the job store."


def plays(root: Path, name: str, asked: str, answered: str) -> None:
    """A session of one question and its answer, to its end."""
    path = Session().user(asked).says(answered).write(root.parent / f"{name}.jsonl")
    path.write_text(path.read_text("utf-8").replace('"uuid": "u', f'"uuid": "{name}-'), "utf-8")
    assert capture.capture(str(root), name, str(path)).complete
    assert session_finish.is_settled(str(root), name)
    session.end(str(root), name)


def named(root: Path, words: str) -> Memory:
    [found] = [one for one in workspace.read(str(root)) if words in one.summary and one.status != lifecycle.PROPOSED]
    return found


def starts(root: Path, name: str) -> str:
    """What a session is told and shown when it starts."""
    said = session_start.on_event(Event({"hook_event_name": "SessionStart", "session_id": name, "cwd": str(root), "source": "startup"}))
    return said if isinstance(said, str) else f"{said.context}\n{said.told}"


@pytest.fixture
def replaced(repo: Path) -> Path:
    plays(repo, "one", "where do the jobs go?", OLD)
    plays(repo, "two", "SQLite locks all the time", NEW)
    return repo


@pytest.mark.req("CS-FR-012")
def test_what_a_later_session_decides_ends_what_it_replaces(replaced: Path):
    old, new = named(replaced, "use SQLite"), named(replaced, "use Postgres")
    assert (old.status, new.status) == (lifecycle.SUPERSEDED, lifecycle.ACTIVE)
    assert lifecycle.successor(old) == new.id
    assert lifecycle.successors(workspace.read(str(replaced))) == {old.id: new.id}
