"""Sessions that ran before memory-core was there: read oldest first, with their own dates, once."""

import contextlib
import io
import json
import os
from pathlib import Path
from typing import Any

import pytest

from memory_core.capture import client_sessions
from memory_core.cli import main
from memory_core.core import session
from memory_core.core.light import clock, settings, user
from memory_core.journal import candidates, journal_files
from tests.conftest import Output
from tests.test_hooks import Client

PNPM = "DECISION: Ship with pnpm alone — one lock file"
CENTS = "DECISION: Prices are integers in cents — floats lost a cent"
# What the fitted weights find, and nobody states.
FOUND = "The issue is that the export times out because the report query has no index on created_at."


class Earlier:
    """The transcripts of a project in the client's folder."""

    def __init__(self, project: Path) -> None:
        self.project = project.resolve()
        self.folder = Path(user.client_project(str(self.project)))
        self.folder.mkdir(parents=True)

    def session(self, name: str, day: str, *texts: str, cwd: str = "", age: float = 86_400) -> Path:
        path = self.folder / f"{name}.jsonl"
        lines = [self._line(name, f"{day}T10:00:00.000Z", "user", "Go on", cwd)]
        lines += [
            self._line(name, f"{day}T10:{at + 1:02}:00.000Z", "assistant", text, cwd) for at, text in enumerate(texts)
        ]
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        os.utime(path, (path.stat().st_mtime - age,) * 2)
        return path

    def _line(self, name: str, when: str, role: str, text: str, cwd: str) -> dict[str, Any]:
        message = {"role": role, "content": [{"type": "text", "text": text}]}
        return {"type": role, "uuid": f"{name}-{when}", "timestamp": when, "sessionId": name, "isSidechain": False,
                "cwd": cwd or str(self.project), "message": message}  # fmt: skip


@pytest.fixture
def earlier(repo: Path) -> Earlier:
    return Earlier(repo)


def run(project: Path, *words: str) -> Output:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(["backfill", *words, "--root", str(project)])
    return Output(code, out.getvalue(), err.getvalue())


def kept(project: Path) -> dict[str, tuple[str, str]]:
    return {each.summary: (each.created[:10], each.status) for each in journal_files.read(str(project.resolve()))}


def everything(project: Path) -> dict[str, bytes]:
    """The bytes of every home of the project, and of the candidates."""
    root = str(project.resolve())
    paths = [path for path in (project / ".genius").rglob("*.json") if path.is_file()]
    paths += [path for path in (project / ".claude").rglob("*.json") if path.is_file()]
    paths += [Path(user.derived(root, "candidates.jsonl"))]
    return {str(path): path.read_bytes() for path in paths if path.exists()}


def test_what_earlier_sessions_stated_is_kept_with_its_own_date(repo: Path, earlier: Earlier) -> None:
    earlier.session("s-2", "2026-02-03", CENTS)
    earlier.session("s-1", "2026-01-05", PNPM)
    output = run(repo, "--json")
    assert output.code == 0, output.err
    assert output.json["sessions"] == 2
    assert output.json["kept"] == 2
    dates = kept(repo)
    assert dates["Prices are integers in cents"] == ("2026-02-03", "active")
    assert dates["Ship with pnpm alone"] == ("2026-01-05", "active")


def test_a_second_run_changes_nothing(repo: Path, earlier: Earlier) -> None:
    earlier.session("s-1", "2026-01-05", PNPM, "The cache key has no tenant.")
    assert run(repo).code == 0
    before = everything(repo)
    output = run(repo, "--json")
    assert (output.code, output.json["sessions"], output.json["kept"]) == (0, 0, 0)
    assert everything(repo) == before


def test_what_was_forgotten_since_does_not_come_back(repo: Path, earlier: Earlier) -> None:
    earlier.session("s-1", "2026-01-05", PNPM)
    assert run(repo).code == 0
    root = str(repo.resolve())
    (memory,) = journal_files.read(root)
    assert main(["forget", memory.id, "--root", root]) == 0
    session.forget_ended(root, 4e9)  # as after months
    assert session.load(root, "s-1") == {}
    assert run(repo, "--json").json["sessions"] == 0
    assert journal_files.read(root) == []


def test_a_later_session_ends_what_an_earlier_one_decided(repo: Path, earlier: Earlier) -> None:
    earlier.session("s-1", "2026-01-05", PNPM)
    later = "DECISION: Ship with npm alone — pnpm broke the cache (replaces: Ship with pnpm alone)"
    earlier.session("s-2", "2026-01-06", later)
    assert run(repo).code == 0
    assert kept(repo)["Ship with pnpm alone"][1] == "superseded"
    assert kept(repo)["Ship with npm alone"] == ("2026-01-06", "active")


def test_a_dry_run_lists_the_sessions_and_writes_nothing(repo: Path, earlier: Earlier) -> None:
    earlier.session("s-1", "2026-01-05", PNPM)
    output = run(repo, "--dry-run")
    assert output.code == 0
    assert "2026-01-05" in output.out
    assert not (repo / ".genius").exists()
    assert session.load(str(repo.resolve()), "s-1") == {}


def test_since_leaves_older_sessions_alone(repo: Path, earlier: Earlier) -> None:
    earlier.session("s-1", "2026-01-05", PNPM)
    earlier.session("s-2", "2026-02-03", CENTS)
    assert run(repo, "--since", "2026-02-01", "--json").json["sessions"] == 1
    assert list(kept(repo)) == ["Prices are integers in cents"]


def test_sessions_of_another_project_are_left_alone(repo: Path, earlier: Earlier, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    earlier.session("s-1", "2026-01-05", PNPM, cwd=str(other))
    gone = str(repo.resolve()).replace("shop", "s.hop")
    earlier.folder = Path(user.client_project(gone))
    earlier.folder.mkdir(exist_ok=True)
    earlier.session("s-2", "2026-01-05", CENTS, cwd=gone)
    assert run(repo, "--json").json["sessions"] == 0


@pytest.mark.parametrize("day", ["9999-12-31", "2026-13-45", "0001-01-01", "2099-01-01"])
def test_a_moment_that_cannot_be_is_none(repo: Path, earlier: Earlier, day: str) -> None:
    earlier.session("s-1", day, PNPM)
    earlier.session("s-2", "2026-01-05", CENTS)
    output = run(repo, "--json")
    assert (output.code, output.json["sessions"]) == (0, 2)
    assert kept(repo)["Prices are integers in cents"][0] == "2026-01-05"
    assert kept(repo)["Ship with pnpm alone"][0] <= clock.present()[:10]


def test_a_folder_beside_the_project_is_another_one_also_within_a_session(
    repo: Path, earlier: Earlier, monkeypatch: pytest.MonkeyPatch
) -> None:
    beside = repo.resolve().with_name("shop-old")
    beside.mkdir()
    earlier.folder = Path(user.client_project(str(beside)))
    earlier.folder.mkdir()
    earlier.session("s-1", "2026-01-05", PNPM, cwd=str(beside))
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(repo))
    assert run(repo, "--json").json["sessions"] == 0


def test_a_session_in_a_folder_below_the_project_is_one_of_it(repo: Path, earlier: Earlier) -> None:
    (repo / "web").mkdir()
    earlier.folder = earlier.folder.with_name(earlier.folder.name + "-web")
    earlier.folder.mkdir()
    earlier.session("s-1", "2026-01-05", PNPM, cwd=str(repo.resolve() / "web"))
    assert run(repo, "--json").json["sessions"] == 1


def test_subagents_links_and_what_is_no_transcript_are_no_sessions(
    repo: Path, earlier: Earlier, tmp_path: Path
) -> None:
    earlier.session("agent-a1b2c3d4", "2026-01-05", PNPM)
    (earlier.folder / "empty.jsonl").write_text("")
    (earlier.folder / "folder.jsonl").mkdir()
    os.mkfifo(earlier.folder / "pipe.jsonl")
    assert run(repo, "--json").json["sessions"] == 0


def test_a_session_that_is_open_goes_on_from_where_it_was_read(repo: Path, earlier: Earlier) -> None:
    path = earlier.session("s-1", "2026-01-05", PNPM, age=0)
    assert run(repo, "--json").json["kept"] == 1
    client = Client(repo)
    client.transcript = path
    client.says(CENTS)
    client.run("Stop")
    assert sorted(kept(repo)) == ["Prices are integers in cents", "Ship with pnpm alone"]


def test_what_only_the_weights_find_waits_as_a_candidate(repo: Path, earlier: Earlier) -> None:
    earlier.session("s-1", "2026-01-05", FOUND, PNPM)
    assert run(repo).code == 0
    assert list(kept(repo)) == ["Ship with pnpm alone"]
    assert any("created_at" in each.summary for each in candidates.read(str(repo.resolve())))


def test_the_offer_is_made_once_and_only_to_who_was_not_there(repo: Path, earlier: Earlier) -> None:
    earlier.session("s-1", "2026-01-05", PNPM)
    assert "/cs:memory backfill" in Client(repo, "s-8").run("SessionStart", source="startup")
    assert "backfill" not in Client(repo, "s-9").run("SessionStart", source="startup")
    run(repo)
    assert client_sessions.offer(str(repo.resolve()), "s-9") == ""


def test_a_transcript_that_was_cut_in_its_first_line_is_nothing_to_wait_for(repo: Path, earlier: Earlier) -> None:
    (earlier.folder / "cut.jsonl").write_text('{"type": "assistant", "cwd": "' + str(repo.resolve()))
    assert run(repo).code == 0


def test_a_project_without_sessions_says_so(repo: Path) -> None:
    output = run(repo)
    assert output.code == 0
    assert "No earlier session" in output.out


def test_a_session_of_many_secrets_leaves_none(repo: Path, earlier: Earlier) -> None:
    key = "sk-" + "ant-api03-" + "Zk3" * 30
    earlier.session("s-1", "2026-01-05", f"DECISION: The key is {key} — from the console")
    assert run(repo).code == 0
    assert all(key.encode() not in raw for raw in everything(repo).values())


def test_the_setting_of_the_user_stands(repo: Path, earlier: Earlier) -> None:
    earlier.session("s-1", "2026-01-05", FOUND)
    Path(user.derived(str(repo.resolve()))).mkdir(parents=True)
    Path(settings.paths(str(repo.resolve()))[0]).write_text('capture = "inferred"\n')
    assert run(repo).code == 0
    assert any("created_at" in summary for summary in kept(repo))
