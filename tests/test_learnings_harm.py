"""Learnings under harm: branches that are merged, processes that are killed, writers of two projects at once."""

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from memory_core.core import registry
from memory_core.core.memory import Memory, Source
from memory_core.journal import journal_files
from memory_core.learnings import access_log, archive, learning_memories, warm_files
from memory_core.learnings.learning import BEHAVIOUR, GLOBAL, PREFERENCE, PROJECT, Cold, Learning, Move, number
from memory_core.learnings.warm import Warm

pytestmark = pytest.mark.processes

TODAY = "2026-05-02"


def pref(at: int, words: str = "", **more) -> Learning:
    return Learning(
        number(PREFERENCE, at), PREFERENCE, words or f"Use thing {at}", "statement", confirmation=1.0, **more
    )


def write(repo: Path, *learnings: Learning, level: str = PROJECT, **more) -> None:
    with warm_files.held(str(repo)):
        warm_files.write(str(repo), level, Warm(learnings, **more))


def words(repo: Path) -> dict[str, str]:
    return {learning.id: learning.description for learning in warm_files.read(str(repo), PROJECT).learnings}


def branched(repo: Path, git: Callable[..., str], base: list[Learning], ours, theirs, style: str = "merge") -> str:
    """Two branches that write the warm file; what git says of their merge."""
    git(repo, "config", "merge.conflictStyle", style)
    write(repo, *base)
    git(repo, "add", ".")
    git(repo, "commit", "-qm", "base", "--allow-empty")
    git(repo, "checkout", "-qb", "side")
    theirs()
    git(repo, "add", ".")
    git(repo, "commit", "-qm", "theirs")
    git(repo, "checkout", "-q", "main")
    ours()
    git(repo, "add", ".")
    git(repo, "commit", "-qm", "ours")
    return subprocess.run(["git", "merge", "-q", "side"], cwd=repo, capture_output=True, text=True, check=False).stdout


@pytest.mark.parametrize("style", ["merge", "diff3"])
def test_both_sides_of_a_merge_are_read_and_no_id_stands_for_two(repo: Path, git: Callable[..., str], style: str):
    output = branched(
        repo, git, [pref(1)],
        lambda: write(repo, pref(1), pref(2, "Use tabs"), returned={"pref_001": "2026-01-02"}),
        lambda: write(repo, pref(1), pref(2, "Use pytest"), pref(3, "Use ruff")),
        style,
    )  # fmt: skip
    assert "CONFLICT" in output
    descriptions = words(repo)
    assert descriptions["pref_002"] == "Use tabs"
    assert set(descriptions.values()) == {"Use thing 1", "Use tabs", "Use pytest", "Use ruff"}
    warm = warm_files.read(str(repo), PROJECT)
    assert dict(warm.returned) == {"pref_001": "2026-01-02"}
    assert warm.is_damaged
    with warm_files.held(str(repo)):
        warm_files.write(str(repo), PROJECT, warm)
    assert words(repo) == descriptions
    assert warm_files.damages(str(repo)) == []
    assert len(warm_files.set_aside(str(repo))) == 1
    assert "damaged" not in git(repo, "status", "--porcelain")  # nobody commits the copy
    git(repo, "add", ".")
    git(repo, "commit", "-qm", "merged")


def test_counts_of_both_sides_are_not_lost(repo: Path, git: Callable[..., str]):
    branched(
        repo, git, [pref(1)],
        lambda: write(repo, pref(1, access_count=7, last_accessed="2026-01-01", updated="2026-01-01T00:00:00Z")),
        lambda: write(repo, pref(1, access_count=3, last_accessed="2026-02-02", occurrences=4, reason="it is fast")),
    )  # fmt: skip
    (learning,) = warm_files.read(str(repo), PROJECT).learnings
    assert (learning.access_count, learning.last_accessed, learning.occurrences) == (7, "2026-02-02", 4)
    assert (learning.reason, learning.updated) == ("it is fast", "2026-01-01T00:00:00Z")


def test_what_both_branches_heard_is_one_learning(repo: Path, git: Callable[..., str]):
    branched(
        repo, git, [pref(1)],
        lambda: write(repo, pref(1), pref(2, "Use tabs"), pref(3, "Use ruff")),
        lambda: write(repo, pref(1), pref(2, "Use ruff"), pref(3, "use TABS")),
    )  # fmt: skip
    assert words(repo) == {"pref_001": "Use thing 1", "pref_002": "Use tabs", "pref_003": "Use ruff"}


def test_what_one_branch_archived_and_the_other_changed_is_read_once(repo: Path, git: Callable[..., str]):
    branched(
        repo, git, [pref(1), pref(2)], lambda: write(repo, pref(1)), lambda: write(repo, pref(1), pref(2, reason="x"))
    )
    assert words(repo) == {"pref_001": "Use thing 1", "pref_002": "Use thing 2"}


def test_a_merge_that_a_hand_left_with_two_of_one_id_gives_the_other_the_next_free_one(repo: Path):
    archive.add([Cold(pref(8), str(repo), TODAY)], TODAY)
    write(repo, pref(1, "Use tabs"))
    path = Path(warm_files.path(str(repo), PROJECT))
    line = next(line for line in path.read_text().splitlines() if "Use tabs" in line)
    path.write_text(path.read_text().replace(line, f"{line},\n{line.replace('Use tabs', 'Use ruff')}"))
    assert words(repo) == {"pref_001": "Use tabs", "pref_009": "Use ruff"}
    assert warm_files.damages(str(repo)) == []


def archived(root: str) -> None:
    with warm_files.held(root):
        archive.add([Cold(pref(2), root, TODAY), Cold(pref(3, "Something else"), root, "2026-01-02")], TODAY)
        warm_files.write(root, PROJECT, Warm((pref(1),)))


def restored(root: str) -> None:
    with warm_files.held(root):
        back = [entry for entry in archive.read(root) if entry.learning.id == "pref_003"]
        if back:
            warm = warm_files.read(root, PROJECT)
            missing = [
                entry.learning for entry in back if entry.learning.id not in {known.id for known in warm.learnings}
            ]
            warm_files.write(root, PROJECT, warm._replace(learnings=(*warm.learnings, *missing)))
            archive.take(back)


def mended(root: str) -> None:
    with warm_files.held(root):
        warm_files.mend(root)


def adopted(root: str) -> None:
    with warm_files.held(root):
        learning_memories.adopt(root)


def rotated(root: str) -> None:
    access_log.rotate(TODAY)


def logged(root: str) -> None:
    with warm_files.held(root):
        for name in journal_files.session_logs(root):
            path = Path(journal_files.folder(root), "session-logs", name)
            archive.keep_session(path.read_text(), TODAY, root, name)
            os.unlink(path)


STEPS: dict[str, Callable[[str], None]] = {
    step.__name__: step for step in (archived, restored, mended, adopted, rotated, logged)
}


def killed(repo: Path, at: int, step: str) -> bool:
    """Whether the step came to its end before its write number `at`, and was not killed there."""
    child = os.fork()
    if not child:
        _armed(at)
        try:
            STEPS[step](str(repo))
        except BaseException:
            os._exit(1)
        os._exit(0)
    how = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert how in (0, -signal.SIGKILL)
    return how == 0


def _armed(left: int) -> None:
    """From here on this process dies at its write number `left`."""
    writes = [left]

    def counted(real):
        def counting(*given, **more):
            writes[0] -= 1
            if writes[0] < 0:
                os.kill(os.getpid(), signal.SIGKILL)
            return real(*given, **more)

        return counting

    for name in ("replace", "unlink", "link", "write", "fsync", "open"):
        setattr(os, name, counted(getattr(os, name)))


def each_kill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, prepare, holds) -> None:
    """Kill a step at each of its writes; `holds` says what must be so then, and once more when it was done again."""
    for at in range(400):
        repo = tmp_path / f"at{at}"
        repo.mkdir()
        monkeypatch.setenv("JARVIS_ROOT", str(tmp_path / f"user{at}"))
        monkeypatch.setenv("MEMORY_CORE_STATE", str(tmp_path / f"state{at}"))
        prepare(repo)
        ended = killed(repo, at, step)
        holds(repo, ended)
        STEPS[step](str(repo))
        holds(repo, True)
        if ended:
            assert at > 5
            return
    pytest.fail("it never came to its end")


def everything(repo: Path) -> Counter[str]:
    counts = Counter(learning.description for learning in warm_files.read(str(repo), PROJECT).learnings)
    counts.update(entry.learning.description for entry in archive.read(str(repo)))
    counts.update(memory.summary for memory in journal_files.read(str(repo)) if memory.kind == PREFERENCE)
    return counts


def test_a_kill_while_archiving_leaves_a_learning_twice_rather_than_never(tmp_path, monkeypatch):
    def prepare(repo):
        write(repo, pref(1), pref(2))
        archive.add([Cold(pref(3), str(repo), TODAY), Cold(pref(2), str(repo), "2025-01-01")], TODAY)

    def holds(repo, ended):
        counts = everything(repo)
        assert set(counts) >= {"Use thing 1", "Use thing 2", "Use thing 3"}
        if ended:
            assert counts == Counter(["Use thing 1", "Use thing 2", "Use thing 3", "Something else"])
            ids = [entry.learning.id for entry in archive.read(str(repo))] + [*words(repo)]
            assert len(set(ids)) == 4

    each_kill(tmp_path, monkeypatch, "archived", prepare, holds)


@pytest.mark.thorough
def test_a_kill_while_restoring_leaves_it_twice_rather_than_never(tmp_path, monkeypatch):
    def prepare(repo):
        write(repo, pref(1))
        archive.add([Cold(pref(3), str(repo), TODAY), Cold(pref(4), str(repo), TODAY)], TODAY)

    def holds(repo, ended):
        counts = everything(repo)
        assert set(counts) == {"Use thing 1", "Use thing 3", "Use thing 4"}
        if ended:
            assert set(counts.values()) == {1}
            assert set(words(repo).values()) == {"Use thing 1", "Use thing 3"}

    each_kill(tmp_path, monkeypatch, "restored", prepare, holds)


@pytest.mark.thorough
def test_a_kill_while_mending_loses_nothing_that_could_be_read(tmp_path, monkeypatch):
    def prepare(repo):
        write(repo, pref(1), pref(2))
        path = Path(warm_files.path(str(repo), PROJECT))
        path.write_text(path.read_text()[:-30] + "<<<")

    def holds(repo, ended):
        assert set(words(repo).values()) == {"Use thing 1", "Use thing 2"}
        if ended:
            assert warm_files.damages(str(repo)) == []
            assert warm_files.set_aside(str(repo))

    each_kill(tmp_path, monkeypatch, "mended", prepare, holds)


@pytest.mark.thorough
@pytest.mark.req("JARVIS-4", "X-6")
def test_a_kill_while_old_learnings_leave_the_journal_loses_none(tmp_path, monkeypatch):
    old = [("Use tabs", "active"), ("Use ruff", "active"), ("Use npm", "superseded"), ("Use yarn", "rejected")]

    def prepare(repo):
        (repo / ".genius" / "memory").mkdir(parents=True)
        rows = [
            {"id": f"p-0000000{at}", "pattern": pattern, "context": "so", "kind": PREFERENCE, "status": status}
            for at, (pattern, status) in enumerate(old)
        ]
        rows.append({"id": "p-99999999", "pattern": "Layers", "context": ""})
        (repo / ".genius/memory/patterns.json").write_text(json.dumps(rows))
        write(repo, pref(1, "use TABS"))

    def holds(repo, ended):
        counts = everything(repo)
        assert {description.casefold() for description in counts} == {description.casefold() for description, _ in old}
        assert [memory.summary for memory in journal_files.read(str(repo)) if memory.kind == "convention"] == ["Layers"]
        if ended:
            assert set(counts.values()) == {1}
            assert sorted(words(repo).values()) == ["Use ruff", "use TABS"]
            assert archive.read() == []  # what was over stays where it stood: it may have come with the repository

    each_kill(tmp_path, monkeypatch, "adopted", prepare, holds)


@pytest.mark.thorough
@pytest.mark.req("JARVIS-65")
def test_a_kill_while_the_access_log_is_rotated_loses_no_line_and_keeps_none_twice(tmp_path, monkeypatch):
    days = ["2025-12-30", "2025-12-31", "2026-01-01", "2026-05-01"]

    def prepare(repo):
        for at, day in enumerate(days):
            access_log.append([Move(pref(at + 1), "promoted", "warm", "hot", "user")], f"{day}T01:00:00Z", "/p")

    def holds(repo, ended):
        counts = Counter(entry["timestamp"][:10] for entry in access_log.read())
        for name in ("2025-Q4", "2026-Q1"):
            raw, damage = archive._unpacked(os.path.join(archive.folder(), name, archive.LOG))
            assert damage == ""
            counts.update(json.loads(line)["timestamp"][:10] for line in raw.decode().splitlines())
        assert set(counts) == set(days)
        if ended:
            assert set(counts.values()) == {1}

    each_kill(tmp_path, monkeypatch, "rotated", prepare, holds)


@pytest.mark.thorough
@pytest.mark.req("JARVIS-9")
def test_a_kill_while_logs_of_sessions_are_archived_keeps_each_once(tmp_path, monkeypatch):
    def prepare(repo):
        folder = repo / ".genius/memory/session-logs"
        folder.mkdir(parents=True)
        for at in range(2):
            (folder / f"2026-01-0{at + 1}-1200.md").write_text(f"log {at}\n")

    def holds(repo, ended):
        left = len(journal_files.session_logs(str(repo)))
        assert archive.sizes()[1] + left >= 2
        if ended:
            assert (archive.sizes()[1], left) == (2, 0)

    each_kill(tmp_path, monkeypatch, "logged", prepare, holds)


WRITER = """
import sys
from memory_core.learnings.learning import Learning
from memory_core.learnings import warm as form
from memory_core.learnings.learning import Cold, Move
from memory_core.learnings import access_log, archive; from memory_core.learnings import warm_files as learnings
root, name, many = sys.argv[1], sys.argv[2], int(sys.argv[3])
for at in range(many):
    with learnings.held(root, 60):
        for level in learnings.LEVELS:
            warm = learnings.read(root, level)
            one = Learning("", "preference", f"{name} says {level} {at}", level=level)
            warm = warm._replace(learnings=(*warm.learnings, one))
            warm = form.numbered(warm, learnings.numbers(root, level), learnings.taken(root))
            learnings.write(root, level, warm)
            one = warm.learnings[-1]
            access_log.append([Move(one, "created", "hot", "warm", "session_end")], "2026-05-02T10:00:00Z", root)
            if at % 2:
                archive.add([Cold(one, root if level == "project" else "", "2026-05-02")], "2026-05-02")
                learnings.write(root, level, warm._replace(learnings=warm.learnings[:-1]))
"""


@pytest.mark.req("CS-FR-022")
def test_writers_of_two_projects_at_once_lose_nothing_of_the_users(tmp_path: Path):
    roots = [tmp_path / "one", tmp_path / "two"]
    for root in roots:
        root.mkdir()
    many = 12
    running = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(roots[at % 2]), f"w{at}", str(many)]) for at in range(4)
    ]
    assert [process.wait() for process in running] == [0] * 4
    every = {f"w{at} says {level} {number}" for at in range(4) for level in warm_files.LEVELS for number in range(many)}
    warm = [learning for root in roots for learning in warm_files.read(str(root), PROJECT).learnings]
    warm += warm_files.read(str(roots[0]), GLOBAL).learnings
    cold = archive.read()
    descriptions = [learning.description for learning in warm] + [entry.learning.description for entry in cold]
    assert (len(descriptions), set(descriptions)) == (len(every), every)
    assert len(cold) == len(every) // 2
    assert len(access_log.read()) == len(every)
    for root in roots:
        ids = [learning.id for learning in warm_files.both(str(root)).learnings]
        ids += [entry.learning.id for entry in archive.read(str(root))]
        assert len(ids) == len(set(ids))


@pytest.mark.req("X-6", "X-3")
def test_learnings_of_an_older_journal_are_warm_with_all_they_said(repo: Path, now: str):
    row = {
        "id": "p-01234567", "pattern": "Use tabs", "context": "Makefiles", "kind": BEHAVIOUR, "timestamp": "2026-01-02",
        "tags": ["style"], "path": "**/Makefile", "spec": "TIDE-1", "session": "s", "uuid": "u", "quote": "tabs!",
        "certainty": 0.9, "colour": "red",
    }  # fmt: skip
    path = Path(journal_files.folder(str(repo)), "patterns.json")
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps([row]))
    assert registry.find(str(repo), "p-01234567")[0].summary == "Use tabs"
    with warm_files.held(str(repo)):
        assert learning_memories.adopt(str(repo)) == 1
        assert learning_memories.adopt(str(repo)) == 0
    (memory,) = registry.read(str(repo))
    assert (memory.id, memory.kind, memory.summary, memory.body) == ("pat_001", BEHAVIOUR, "Use tabs", "Makefiles")
    assert (memory.tags, memory.scope.work, memory.scope.path) == (("style",), "TIDE-1", "**/Makefile")
    assert (memory.created, memory.source.session, memory.source.quote) == ("2026-01-02T00:00:00Z", "s", "tabs!")
    assert memory.attrs["extra"]["colour"] == "red"
    assert memory.attrs["confidence"] == round(0.30 / 3 + 0.25 * 2 ** (-71 / 30) + 0.25 + 0.20, 2)


def test_keep_says_what_stands_there_already(repo: Path, now: str):
    root = str(repo)
    write(repo, pref(1, "Use tabs"))
    write(repo, pref(2, "Answer in German", level=GLOBAL), level=GLOBAL)
    new = [
        Memory("", PREFERENCE, text, source=Source(quote="so")) for text in ("use tabs", "answer in German", "Use ruff")
    ]
    with registry.held(root):
        kept = registry.keep(root, new)
    assert [memory.id for memory in kept] == ["pref_001", "pref_002", "pref_003"]
    assert [memory.attrs["confirmation"] for memory in kept][2] == 1.0
