"""undo: what a verb changed is as it was before, in every home, and the last n of them one after the other."""

import itertools
import json
import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory_core.cli import main
from memory_core.core import registry, undo_log
from memory_core.core.light import user
from memory_core.journal import journal_files
from tests.properties import examples, family

Run = Callable[..., str]
CLOCKS = {"minutes": lambda at: at, "stuck": lambda _: 0, "backwards": lambda at: 30_000 - at}
PROPOSED = {"id": "g-1a2b3c4d", "proposal": "Use Redux for state", "kind": "rejection", "reason": "We use Zustand",
            "timestamp": "2026-03-01T08:00:00Z", "forbid": ["redux"], "path": "src/"}  # fmt: skip


@pytest.fixture
def run(repo: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """A verb in the repository, without a model; each a minute later than the one before, or as `CLOCK` says."""
    minutes: Iterator[int] = iter(range(5000))
    monkeypatch.setenv("MEMORY_CORE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("JARVIS_ROOT", str(tmp_path / "jarvis"))

    def call(*arguments: str, root: Path = repo, code: int | None = 0) -> str:
        minute = CLOCKS[os.environ.get("CLOCK", "minutes")](next(minutes))
        monkeypatch.setenv(
            "MEMORY_CORE_NOW", f"2026-03-{1 + minute // 1440:02}T{minute // 60 % 24:02}:{minute % 60:02}:00.5Z"
        )
        got = main([*arguments, "--root", str(root)])
        out = capsys.readouterr()
        assert code is None or got == code, out.out + out.err
        return out.out + out.err if code else out.out

    return call


def memories(root: Path) -> dict[str, Any]:
    """What the homes say: each memory as every verb prints it, by its id."""
    return {f"{memory.source.home} {memory.id}": memory for memory in registry.read(str(root))}


def statements(root: Path) -> list[tuple[str, str, str]]:
    """What the homes say, without ids and times."""
    return sorted((memory.summary, memory.status, memory.body) for memory in registry.read(str(root)))


def keep(run: Run, summary: str, *options: str, kind: str = "decision", root: Path) -> str:
    return str(json.loads(run("remember", kind, summary, "--anew", "--json", *options, root=root))["id"])


PLACES = ("notes", "journal", "log")


@pytest.fixture(params=PLACES)
def place(request: pytest.FixtureRequest, repo: Path, tmp_path: Path) -> tuple[Path, tuple[str, ...]]:
    """A project, and the options by which a decision goes to the home."""
    bare = tmp_path / "plain"
    bare.mkdir()
    return (bare if request.param == "journal" else repo), ("--ticket", "TIDE-1") if request.param == "log" else ()


VERBS = {
    "remember": lambda name: ("remember", "decision", "Use gRPC between the services", "--anew"),
    "amend": lambda name: ("remember", "--amend", name, "--rationale", "It is quick"),
    "supersede": lambda name: ("supersede", name, "by", "Use KeyDB for the session store"),
    "edit": lambda name: ("edit", name, "Use Valkey for the session store"),
    "edit of the text": lambda name: ("edit", name, "--body", "It is small"),
    "forget": lambda name: ("forget", name),
}


@pytest.fixture(params=family(CLOCKS))
def clock(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLOCK", request.param)


# Each verb in each home with one of the clocks, each clock with each verb and in each home.
RING = [
    row
    for at, (verb, home) in enumerate(itertools.product(VERBS, PLACES))
    for row in family([(verb, home, (*CLOCKS, *CLOCKS)[(at + at // len(PLACES)) % len(CLOCKS) + turn])
                       for turn in range(len(CLOCKS))])
]  # fmt: skip


@pytest.mark.parametrize(("verb", "place", "clock"), RING, indirect=["place", "clock"])
@pytest.mark.usefixtures("clock")
def test_a_verb_is_taken_back_in_every_home(run: Run, place: tuple[Path, tuple[str, ...]], verb: str) -> None:
    root, ticket = place
    name = keep(run, "Use Redis for the session store", "--rationale", "It is known", *ticket, root=root)
    before = memories(root)
    run(*VERBS[verb](name), root=root)
    done = statements(root)
    assert memories(root) != before
    assert run("undo", root=root).startswith("took back ")
    assert memories(root) == before
    assert json.loads(run("show", name, "--json", root=root))["status"] == "active"
    run(*VERBS[verb](name), root=root)
    assert statements(root) == done
    run("undo", root=root)
    assert memories(root) == before


def test_a_blocker_is_open_again(run: Run, repo: Path) -> None:
    name = keep(run, "The sandbox has no webhooks", kind="blocker", root=repo)
    before = memories(repo)
    run("resolve", name, "They are sent by the fake")
    run("undo")
    assert memories(repo) == before


def test_what_was_forgotten_and_taken_back_can_be_imported(run: Run, repo: Path, tmp_path: Path) -> None:
    name = keep(run, "Use Redis for the session store", root=repo)
    (tmp_path / "out.json").write_text(run("export"))
    run("forget", name)
    assert "was forgotten here" in run("import", str(tmp_path / "out.json"), code=None)
    run("undo", name)
    assert "forgotten" not in run("import", str(tmp_path / "out.json"))


def test_what_was_taken_back_stays_away_in_another_clone(
    run: Run, repo: Path, git: Callable[..., str], tmp_path: Path
) -> None:
    git(repo, "remote", "add", "origin", str(tmp_path / "origin.git"))
    git(tmp_path, "init", "-q", "--bare", "origin.git")
    git(repo, "push", "-q", "origin", "HEAD:main")
    git(tmp_path, "clone", "-q", "-b", "main", str(tmp_path / "origin.git"), "other")
    other = tmp_path / "other"
    kept, mistaken = keep(run, "Use WAL", root=repo), keep(run, "Use Kafka", root=repo)
    run("forget", kept)
    run("sync", "--push")
    run("sync", root=other)
    run("undo", kept)
    run("undo", mistaken)
    run("sync", "--push")
    run("sync", root=other)
    assert memories(other) == memories(repo)
    assert [memory.id for memory in memories(repo).values()] == [kept]


@pytest.mark.req("JARVIS-16")
@pytest.mark.parametrize("verb", ["confirm", "reject", "forget", "mute", "edit"])
def test_a_word_on_a_learning_is_taken_back(run: Run, repo: Path, verb: str) -> None:
    name = keep(run, "I prefer tabs in Makefiles of this repository", kind="preference", root=repo)
    before = memories(repo)
    words = ["Use tabs in every Makefile"] if verb == "edit" else []
    run("jarvis", verb, name, *words)
    run("undo")
    assert memories(repo) == before
    assert json.loads(run("jarvis", "list", "cold", "--json")) == []


@pytest.mark.parametrize("verb", ["confirm", "decline"])
def test_a_word_on_a_proposed_rule_is_taken_back(run: Run, repo: Path, verb: str) -> None:
    (repo / ".genius/memory").mkdir(parents=True)
    (repo / ".genius/memory/proposed.json").write_text(json.dumps([PROPOSED]))
    before = memories(repo)
    run("iris", verb, PROPOSED["id"])
    assert memories(repo) != before
    run("undo")
    assert memories(repo) == before


@pytest.mark.parametrize(
    "call", [("remove", "AC-001", "--yes"), ("edit", "AC-001", "Never use Hibernate", "--enforce", "remind")]
)
def test_a_guard_rail_is_as_it_was(run: Run, repo: Path, call: tuple[str, ...]) -> None:
    run("iris", "add-constraint", "Never use an ORM", "--reason", "Raw SQL is what we tune", "--forbid", "typeorm")
    before = memories(repo)
    run("iris", *call)
    assert memories(repo) != before
    run("undo")
    assert memories(repo) == before


def test_the_last_change_of_one_memory_can_be_chosen(run: Run, repo: Path) -> None:
    first, second = keep(run, "Use WAL", root=repo), keep(run, "Use gRPC", root=repo)
    assert [step["ids"] for step in json.loads(run("undo", "--list", "--json"))] == [[second], [first]]
    run("undo", first)
    assert [memory.id for memory in memories(repo).values()] == [second]
    assert "undo --list" in run("undo", first, code=1)
    run("undo")
    assert "nothing can be taken back" in run("undo", code=1)


def test_what_a_hand_changed_since_is_not_overwritten(run: Run, tmp_path: Path) -> None:
    root = tmp_path / "plain"
    root.mkdir()
    keep(run, "Use WAL", root=root)
    path = root / ".genius/memory/decisions.json"
    path.write_text(path.read_text().replace("Use WAL", "Use the WAL"))
    assert "has changed after that step" in run("undo", root=root, code=1)
    assert "Use the WAL" in path.read_text()
    assert len(json.loads(run("undo", "--list", "--json", root=root))) == 1


def test_what_another_branch_does_not_have_is_refused_and_kept(run: Run, repo: Path, git: Callable[..., str]) -> None:
    name = keep(run, "The build breaks on Windows", kind="error", root=repo)
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "an error")
    git(repo, "checkout", "-qb", "feat")
    run("resolve", name, "The path is quoted")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "resolved")
    git(repo, "checkout", "-q", "-")
    assert "has changed after that step" in run("undo", code=1)
    git(repo, "checkout", "-q", "feat")
    assert run("undo").startswith("took back resolve")
    assert json.loads(run("show", name, "--json"))["status"] == "open"


def test_a_file_that_is_too_long_to_be_looked_at_is_not_taken_back(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "plain"
    root.mkdir()
    keep(run, "The build breaks on Windows", kind="error", root=root)
    keep(run, "Use WAL", root=root)
    with monkeypatch.context() as patched:
        patched.setattr(journal_files, "LIMIT", 20)
        with undo_log.recorded(os.path.realpath(root), "edit"):
            path = root / ".genius/memory/decisions.json"
            path.write_text(path.read_text().replace("Use WAL", "Use the WAL"))
        assert undo_log.way_back(os.path.realpath(root)) == []
    after = memories(root)
    assert "more than can be undone" in run("undo", root=root, code=1)
    assert memories(root) == after


def test_a_memory_that_is_not_there_is_said_to_be_none(run: Run, repo: Path) -> None:
    keep(run, "Use WAL", root=repo)
    assert "there is no memory 'zzz'" in run("undo", "zzz", code=1)


def test_an_edit_that_was_edited_by_hand_is_refused(run: Run, tmp_path: Path) -> None:
    root = tmp_path / "plain"
    root.mkdir()
    name = keep(run, "Use WAL", root=root)
    run("edit", name, "Use the WAL", root=root)
    path = root / ".genius/memory/decisions.json"
    path.write_text(path.read_text().replace("Use the WAL", "Use no WAL"))
    assert "has changed after that step" in run("undo", root=root, code=1)
    assert "Use no WAL" in path.read_text()


def test_a_killed_undo_is_done_again(
    run: Run, place: tuple[Path, tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    root, ticket = place
    name = keep(run, "Use WAL", *ticket, root=root)
    before = memories(root)
    run("forget", name, root=root)
    write = undo_log._write

    def killed(stage: str, steps: list[undo_log.Step]) -> None:
        if not any(step.begun for step in steps):
            raise KeyboardInterrupt  # before the step was taken out
        write(stage, steps)

    with monkeypatch.context() as patched:
        patched.setattr(undo_log, "_write", killed)
        run("undo", root=root, code=130)
    assert memories(root) == before
    run("undo", root=root)
    assert memories(root) == before
    assert [step.verb for step in undo_log.steps(os.path.realpath(root))] == ["remember"]


def test_no_secret_is_kept_to_be_taken_back(run: Run, tmp_path: Path) -> None:
    root = tmp_path / "plain"
    (root / ".genius/memory").mkdir(parents=True)
    entry = {"id": "d-1a2b3c4d", "decision": "Use the key", "reason": "ghp_abcdefghijklmnopqrstuvwxyz0123456789"}
    (root / ".genius/memory/decisions.json").write_text(json.dumps([entry]))
    run("forget", "d-1a2b3c4d", root=root)
    assert "ghp_" not in Path(user.derived(os.path.realpath(root), "undo.jsonl")).read_text()


def test_what_was_purged_does_not_come_back(run: Run, repo: Path) -> None:
    name, other = keep(run, "Use WAL", root=repo), keep(run, "Use gRPC", root=repo)
    run("edit", name, "Use the WAL")
    run("forget", name, "--purge")
    assert [step["ids"] for step in json.loads(run("undo", "--list", "--json"))] == [[other]]
    assert "WAL" not in Path(user.derived(os.path.realpath(repo), "undo.jsonl")).read_text()


# The law

CALLS = st.lists(st.tuples(st.sampled_from(["note", "entry", "logged", "learnt", "amend", "supersede", "by", "edit",
                                            "forget", "resolve", "confirm", "reject"]),
                           st.integers(0, 1 << 30)), min_size=1, max_size=7)  # fmt: skip


@pytest.mark.usefixtures("clock")
@settings(examples(25), suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(CALLS)
def test_undo_of_the_last_n_verbs_gives_the_memories_before(run: Run, repo: Path, calls: list[tuple[str, int]]) -> None:
    states = []
    for verb, seed in calls:
        pick = random.Random(seed)
        there = sorted(memories(repo))
        names = [name.partition(" ")[2] for name in there] or ["decisions-000000000000"]
        earlier, other = pick.choice(names), pick.choice(names)
        number = pick.randrange(1000)
        call = {
            "note": ("remember", "blocker", f"Note {number} is in the way", "--anew"),
            "entry": ("remember", "error", f"Entry {number} breaks the build", "--anew"),
            "logged": ("remember", "decision", f"Choose {number} for the cache", "--ticket", "TIDE-1", "--anew"),
            "learnt": ("remember", "preference", f"I prefer option{number} in module{number}"),
            "amend": ("remember", "--amend", earlier, "--rationale", f"Because of {number}"),
            "supersede": ("supersede", earlier, "by", f"Say {number} instead"),
            "by": ("supersede", earlier, "by", other),
            "edit": ("edit", earlier, f"Word it as {number}"),
            "forget": ("forget", earlier),
            "resolve": ("resolve", earlier, f"Settled by {number}"),
            "confirm": ("jarvis", "confirm", earlier),
            "reject": ("jarvis", "reject", earlier),
        }[verb]
        before, steps = memories(repo), len(undo_log.steps(os.path.realpath(repo)))
        run(*call, code=None)
        if len(undo_log.steps(os.path.realpath(repo))) > steps:
            states.append((before, call))
        else:
            assert memories(repo) == before, call
    for before, call in reversed(states):
        run("undo")
        assert memories(repo) == before, call
    assert undo_log.steps(os.path.realpath(repo)) == []


def test_what_was_resolved_by_mistake_is_open_again(run: Run, place: tuple[Path, tuple[str, ...]]) -> None:
    root, _ = place
    name = keep(run, "The sandbox has no webhooks", kind="blocker", root=root)
    assert "is open" in run("resolve", "--reopen", name, root=root, code=1)
    run("resolve", name, "They are sent by the fake", root=root)
    before = memories(root)
    assert run("resolve", "--reopen", name, "They are lost again", root=root).startswith(f"reopened {name}")
    now = json.loads(run("show", name, "--json", root=root))
    assert (now["status"], "They are lost again" in now["body"]) == ("open", True)
    run("undo", root=root)
    assert memories(root) == before
