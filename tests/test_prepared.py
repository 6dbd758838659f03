"""A start prints the prepared briefing while nothing that it depends on has changed, and composes anew where it has."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memory_core.briefing import session_start
from memory_core.briefing.light import first_words, on_session_start, prepared
from memory_core.capture import worker
from memory_core.core.light import files, queue, quick_git, session_lines, user
from memory_core.core.light.event import Event
from memory_core.notes import sharing
from tests.conftest import derived
from tests.properties import family
from tests.test_hooks import Client

Git = Callable[..., str]


@pytest.fixture(autouse=True)
def _same_day(now: str) -> None:
    """The clock stands in the week of the transcripts."""


@pytest.fixture
def client(repo: Path) -> Client:
    """A session was here and ended: a briefing is prepared."""
    first = Client(repo)
    first.brief()
    first.decides()
    first.run("Stop")
    first.ends()
    session_lines.claim(str(repo.resolve()), sharing.FILES, ["files"])  # the user has read where memories are
    return Client(repo, "s-2")


class Start:
    """A start of a session in this process."""

    def __init__(self, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.project, self.monkeypatch = project, monkeypatch

    def __call__(self, session: str = "s-2", source: str = "startup", cwd: Path | None = None) -> tuple[str, bool]:
        """The words for the model, and whether they were composed."""
        composed: list[int] = []

        def counted(*given: Any) -> Any:
            composed.append(1)
            return own(*given)

        with self.monkeypatch.context() as patch:
            own = session_start.start
            patch.setattr(session_start, "start", counted)
            given = {"session_id": session, "cwd": str(cwd or self.project), "source": source, "transcript_path": ""}
            answer = on_session_start.on_event(Event({"hook_event_name": "SessionStart", **given}))
        root = str((cwd or self.project).resolve())
        end = time.perf_counter() + 20
        while composed and queue.waiting(root) and time.perf_counter() < end:  # the worker has the index to do
            time.sleep(0.02)
        worker.wait(root, 20)
        return answer.context, bool(composed)


@pytest.fixture
def starts(client: Client, monkeypatch: pytest.MonkeyPatch) -> Start:
    return Start(client.project, monkeypatch)


def test_what_the_worker_prepared_is_printed_and_is_what_would_be_composed(starts: Start, client: Client) -> None:
    words, was_composed = starts()
    assert not was_composed
    assert "Round prices half up" in words
    prepared_file = prepared.path(str(client.project), str(client.project))
    os.remove(prepared_file)
    again, was_composed = starts("s-3")
    assert was_composed
    assert again == words
    assert starts("s-4") == (words, False)  # a start that composes prepares


def test_nothing_is_loaded_that_composes(starts: Start, client: Client) -> None:
    code = (
        "import json, sys\nfrom memory_core.core.light.event import Event\n"
        "from memory_core.briefing.light import on_session_start as session_start\n"
        "answer = session_start.on_event(Event(json.loads(sys.argv[1])))\n"
        "names = 'memory_core.briefing.session_start', 'memory_core.journal.journal_files'\n"
        "print(*(name in sys.modules for name in names))\n"
    )
    given = json.dumps(client.event("SessionStart", source="startup"))
    done = subprocess.run([sys.executable, "-c", code, given], capture_output=True, text=True, check=True)
    assert done.stdout == "False False\n"


def _write(path: Path, text: str = "x\n") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


RULES = '{"schema_version": "1.0.0", "project": "shop", "architectural_constraints": [], "intentional_patterns": []}'
ENTRY = '[{"id": "d-1", "decision": "Use tabs", "reason": "", "timestamp": "2026-03-14T12:00:00Z", "tags": []}]'

CHANGES: dict[str, Callable[[Path], Any]] = {
    "a file of the journal": lambda root: _write(root / ".genius/memory/decisions.json", ENTRY),
    "a file of the journal that was not there": lambda root: _write(root / ".genius/memory/progress.json", "[]"),
    "guard rails": lambda root: _write(root / "IRIS_MEMORY.json", RULES),
    "learnings": lambda root: _write(root / ".claude/learnings/warm-memory.json", "{}"),
    "the user's learnings": lambda _: _write(Path(user.learnings()) / "learnings/warm-memory.json", "{}"),
    "a ticket": lambda root: _write(root / "aidd/docs/spec/T-1.md"),
    "a spec": lambda root: _write(root / "docs/spec/active/2026-03-14-x/README.md"),
    "a decision record": lambda root: _write(root / "docs/adr/0001-x.md", "# 1. Use tabs\n\nStatus: accepted\n"),
    "a plan": lambda root: _write(root / ".claude/plan.md", "- [ ] one\n"),
    "a branch": lambda root: subprocess.run(["git", "checkout", "-qb", "other"], cwd=root, check=True),
    "a note": lambda root: subprocess.run(
        ["git", "notes", "--ref=cs/decisions", "add", "-m", "---\ntype: decisions\nsummary: Use WAL\n---\n"],
        cwd=root, check=True,
    ),
    "packed notes": lambda root: subprocess.run(["git", "pack-refs", "--all"], cwd=root, check=True),
    "a session": lambda root: _write(derived(root) / "sessions/s-9.json", '{"transcript": "/nowhere/s-9.jsonl"}'),
    "candidates": lambda root: _write(derived(root) / "candidates.jsonl", "{}\n"),
    "what a session ended": lambda root: _write(derived(root) / "replaced.jsonl", '["d-1", "a", "d-2", "b"]\n'),
    "what the worker ran into": lambda root: _write(derived(root) / "trouble.json", '{"troubles": []}'),
    "an event that waits": lambda root: queue.put(str(root), {"name": "Stop", "session": "s-8", "cwd": str(root)}),
    "a remote": lambda root: subprocess.run(["git", "remote", "add", "origin", "/nowhere"], cwd=root, check=True),
    "a damaged briefing": lambda root: _write(Path(prepared.path(str(root), str(root))), "{"),
    "a briefing of another form": lambda root: _write(Path(prepared.path(str(root), str(root))), '{"form": "0"}'),
}  # fmt: skip


@pytest.mark.parametrize("what", family(CHANGES, 7))
def test_what_changes_is_composed_again(starts: Start, client: Client, git: Git, what: str) -> None:
    if what == "packed notes":
        CHANGES["a note"](client.project)
        starts("s-3")
        assert not starts("s-4")[1]
    assert not starts()[1]
    CHANGES[what](client.project)
    assert starts("s-5")[1], what


def test_each_file_that_a_briefing_depends_on_counts(starts: Start, client: Client) -> None:
    path = Path(prepared.path(str(client.project), str(client.project)))
    kept = json.loads(path.read_text())
    assert len(kept["stamps"]) > 20
    for name in kept["stamps"]:
        changed = {**kept, "stamps": {**kept["stamps"], name: "0.0.0.0"}}
        path.write_text(json.dumps(changed))
        assert prepared.read(str(client.project), str(client.project)) is None, name
    path.write_text(json.dumps(kept))
    assert prepared.read(str(client.project), str(client.project)) == kept


def test_another_day_is_composed_again(starts: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not starts()[1]
    monkeypatch.setenv("MEMORY_CORE_NOW", "2026-03-20T12:00:00Z")
    assert starts("s-3")[1]


@pytest.mark.parametrize("source", ["resume", "compact", "fork"])
def test_a_session_that_goes_on_is_not_answered_from_what_was_prepared(starts: Start, source: str) -> None:
    assert starts(source=source)[1]


def test_what_git_says_is_uncommitted_is_of_now(starts: Start, client: Client, git: Git) -> None:
    name = git(client.project, "ls-files").split()[0]
    _write(client.project / name, "another line\n")
    words, was_composed = starts()
    assert not was_composed
    assert f"- UNCOMMITTED: {name}" in words
    git(client.project, "commit", "-qam", "Cart")
    words, was_composed = starts("s-3")
    assert not was_composed
    assert "UNCOMMITTED" not in words


def test_settings_that_stand_in_further_files_are_asked_each_time(
    starts: Start, client: Client, git: Git, tmp_path: Path
) -> None:
    mark = tmp_path / "ran"
    name = git(client.project, "ls-files").split()[0]
    _write(client.project / ".gitattributes", f"{name} filter=x\n")
    git(client.project, "config", "include.path", "../more.inc")
    starts("s-3")
    assert starts("s-4")[1]
    _write(client.project / "more.inc", f'[filter "x"]\n\tclean = "touch {mark}; cat"\n')
    os.utime(client.project / name)
    starts("s-5")
    assert not mark.exists()


def test_a_branch_that_was_merged_is_unmerged_no_more(starts: Start, client: Client, git: Git) -> None:
    main = git(client.project, "branch", "--show-current")
    git(client.project, "checkout", "-qb", "side")
    git(client.project, "commit", "-qm", "Side", "--allow-empty")
    assert "UNMERGED: branch side has 1 commit" in starts()[0]
    assert "UNMERGED: branch side has 1 commit" in starts("s-3")[0]
    git(client.project, "branch", "-f", main, "side")
    words, was_composed = starts("s-4")
    assert "UNMERGED" not in words
    assert not was_composed


def test_a_commit_between_two_sessions_composes_nothing(starts: Start, client: Client, git: Git) -> None:
    git(client.project, "commit", "-qm", "More", "--allow-empty")
    assert not starts()[1]


def test_a_session_that_was_killed_is_caught_up_with(starts: Start, client: Client) -> None:
    other = Client(client.project, "s-7")
    other.commits("Carts expire after a day")
    other.run("UserPromptSubmit", prompt="go on")
    other.run("Stop")
    assert not starts("s-3")[1]
    other.says("DECISION: Refunds need two people")  # and is killed
    state = derived(client.project) / "sessions/s-7.json"
    assert state.exists()
    os.utime(other.transcript, (1, 1))  # nobody writes there any more
    words, was_composed = starts("s-4")
    assert was_composed
    assert "Refunds need two people" in words


def test_a_proposed_rule_is_shown_before_a_start_is_answered_from_what_was_prepared(client: Client) -> None:
    other = Client(client.project, "s-7")
    other.says("Never use Redux here, always Zustand.", role="user", promptId="p1", promptSource="typed")
    other.says("Understood.")
    other.run("Stop")
    proposed = json.loads((client.project / ".genius/memory/proposed.json").read_text())
    first = client.run("SessionStart", source="startup")
    assert "systemMessage" in json.loads(first)
    assert proposed
    assert (
        json.loads(client.run("SessionStart", source="startup"))["systemMessage"] == json.loads(first)["systemMessage"]
    )


def test_what_a_session_was_told_at_an_edit_is_forgotten_at_its_start(starts: Start, client: Client) -> None:
    root = str(client.project)
    session_lines.append(root, session_lines.shown_path("s-2"), ["AC-001\t1"])
    assert not starts("s-2", "clear")[1]
    assert session_lines.lines(root, session_lines.shown_path("s-2")) == []


def test_a_linked_worktree_has_a_briefing_of_its_own(starts: Start, client: Client, git: Git, tmp_path: Path) -> None:
    side = tmp_path / "side"
    git(client.project, "worktree", "add", "-q", "-b", "side", str(side))
    assert starts("s-3", cwd=side)[1]
    assert not starts("s-4", cwd=side)[1]
    assert prepared.path(str(client.project), str(side)) != prepared.path(str(client.project), str(client.project))
    assert not starts("s-5")[1]


def test_a_project_that_is_no_repository_has_one_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "plain"
    folder.mkdir()
    client = Client(folder)
    client.commits("Round prices half up")
    client.run("Stop")
    client.ends()
    words, was_composed = Start(folder, monkeypatch)("s-2")
    assert not was_composed
    assert "Round prices" in words


def test_watched_files_have_the_mark_of_before(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("1")
    before = files.mark(str(path))
    with files.Watched() as watch:
        files.read(str(path))
        path.write_text("22")
        files.read(str(path))
        files.read(str(tmp_path / "b"))
    files.read(str(tmp_path / "c"))
    assert watch.marks == {str(path): before, str(tmp_path / "b"): "-"}
    assert files.mark(str(path)) != before


def test_git_is_asked_with_a_limit(repo: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert quick_git.output(str(repo), quick_git.STATUS, 10.0) == b""
    assert quick_git.output(str(tmp_path / "none"), quick_git.STATUS, 10.0) is None
    (tmp_path / "bin").mkdir()
    for name, body in (("slow", "sleep 60"), ("loud", "yes"), ("bad", "echo no; exit 3")):
        program = tmp_path / "bin" / "git"
        program.write_text(f"#!/bin/sh\n{body}\n")
        program.chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
        start = time.perf_counter()
        assert quick_git.output(str(repo), quick_git.STATUS, 0.2) is None, name
        assert time.perf_counter() - start < 20


def test_the_words_of_a_start_fit_the_client() -> None:
    words = "# Shop\n\n## Open\n" + "- a line that is long enough to count\n" * 600
    text = first_words.with_first("memory-core: something ended", first_words.with_open(words, ["- UNCOMMITTED: a.py"]))
    assert len(text) <= first_words.MOST
    assert text.endswith("</project-memory>")
    assert "something ended" in text


def test_a_link_that_the_user_follows_counts_with_what_it_leads_to(
    starts: Start, client: Client, tmp_path: Path
) -> None:
    warm = Path(user.learnings()) / "learnings/warm-memory.json"
    target = tmp_path / "dotfiles.json"
    target.write_text("{}")
    warm.parent.mkdir(parents=True, exist_ok=True)
    warm.symlink_to(target)
    starts("s-3")
    assert not starts("s-4")[1]
    target.write_text('{"warm_memory": {}}')
    assert starts("s-5")[1]


def test_another_folder_of_the_user_is_another_briefing(
    starts: Start, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert not starts()[1]
    monkeypatch.setenv("JARVIS_ROOT", str(tmp_path / "other"))
    assert starts("s-3")[1]


@pytest.mark.parametrize("change", [{"text": None}, {"living": 7}, {"claims": []}, {"refs": 1}, {"unfinished": None}])
def test_a_briefing_of_another_shape_is_composed_again(starts: Start, client: Client, change: dict[str, Any]) -> None:
    path = Path(prepared.path(str(client.project), str(client.project)))
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    words, was_composed = starts()
    assert was_composed
    assert "Round prices" in words


def test_where_git_is_too_slow_a_start_has_no_line_of_it_and_is_prepared(
    starts: Start, client: Client, git: Git, monkeypatch: pytest.MonkeyPatch
) -> None:
    _write(client.project / git(client.project, "ls-files").split()[0], "another line\n")
    with monkeypatch.context() as patch:
        patch.setattr(quick_git, "output", lambda *_: None)
        words, was_composed = starts()
    assert not was_composed
    assert "UNCOMMITTED" not in words
    assert "UNCOMMITTED" in starts("s-3")[0]
