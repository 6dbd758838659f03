"""memory-core demo: a session through the real hooks, and nothing left behind."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from memory_core.capture import transcript
from memory_core.setup import demo_client
from memory_core.setup.demo_client import PASTED
from tests.conftest import ROOT
from tests.machine import LAUNCHER, Machine, machine

__all__ = ["machine"]  # the fixture


def demo(machine: Machine, folder: Path, *words: str, **environment: str) -> subprocess.Popen[str]:
    """The demo as a process whose temporary files stand in `folder`."""
    known = {**os.environ, "MEMORY_CORE_DATA": str(machine.data), "TMPDIR": str(folder), **environment}
    return subprocess.Popen(
        [str(LAUNCHER), "demo", *words],
        env=known,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=heard,  # noqa: PLW1509 - no thread of the tests holds a lock here
    )


def heard() -> None:
    """As a terminal would start it: what a script runs in the background ignores interrupts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def played(machine: Machine, folder: Path, *words: str, code: int = 0, **environment: str) -> str:
    out, err = (process := demo(machine, folder, *words, **environment)).communicate(timeout=120)
    assert process.returncode == code, err
    return out if code == 0 else err


PLAY = """
import pathlib, sys
sys.path.insert(0, sys.argv[1])
from memory_core.core.report import as_json
from memory_core.setup import demo
report = demo.main([])
pathlib.Path(sys.argv[2]).write_text(as_json(report.data))
sys.exit(report.show("demo"))
"""  # as the launcher starts it; what `--json` prints goes into a file


@pytest.fixture(scope="module")
def play(machine: Machine, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, dict[str, Any]]:
    """What one play prints in a terminal 100 columns wide, and shows as JSON; its folder is empty again."""
    folder, file = tmp_path_factory.mktemp("play"), tmp_path_factory.mktemp("data") / "shown.json"
    known = {**os.environ, "MEMORY_CORE_DATA": str(machine.data), "TMPDIR": str(folder), "COLUMNS": "100"}
    command = [str(machine.python), "-I", "-S", "-X", f"memory_core_site={machine.site}", "-X", "utf8", "-c", PLAY]
    done = subprocess.run(
        [*command, str(ROOT), str(file)], env=known, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert os.listdir(folder) == [], "neither ours nor a library's"
    return done.stdout, json.loads(file.read_text())


@pytest.fixture(scope="module")
def shown(play: tuple[str, dict[str, Any]]) -> dict[str, Any]:
    """What the play shows, as JSON."""
    return play[1]


@pytest.mark.req("GENIUS-18")
def test_every_kind_of_memory_is_kept_from_the_story(shown: dict[str, Any]) -> None:
    kinds = {memory["kind"] for memory in shown["captured"]}
    assert {"decision", "error", "preference", "learning", "blocker", "progress"} <= kinds
    assert all(memory["quote"] and memory["session"] for memory in shown["captured"])
    assert any("keeps its row" in memory["summary"] for memory in shown["captured"] if memory["kind"] == "decision")


def test_the_next_session_is_told_and_the_questions_are_answered(shown: dict[str, Any]) -> None:
    assert "migrations/" in shown["briefing"]
    assert len(shown["recalls"]) == 3
    for recall, words in zip(shown["recalls"], ("naive", "migrations/", "keeps its row"), strict=True):
        assert recall["mode"] == "hybrid"
        assert any(words in result["summary"] for result in recall["results"])
        assert [result["score"] for result in recall["results"]] == sorted(
            (result["score"] for result in recall["results"]), reverse=True
        )


def test_the_pasted_password_is_nowhere(shown: dict[str, Any]) -> None:
    assert shown["secret_found_in"] == []
    assert PASTED not in json.dumps(shown)
    assert "[redacted:url-password]" in json.dumps(shown["captured"])


def test_every_hook_has_its_time(shown: dict[str, Any]) -> None:
    events = {"SessionStart", "UserPromptSubmit", "Stop", "PreCompact", "SessionEnd"}
    assert events | {"recall", "bare_interpreter", "setup", "total"} == set(shown["timings_ms"])
    assert events == {hook["event"] for hook in shown["hooks"]}


@pytest.mark.thorough
def test_people_see_text_within_their_width_and_may_keep_the_repository(
    machine: Machine, tmp_path: Path, home: Path
) -> None:
    kept, folder = tmp_path / "kept", tmp_path / "temporary"
    folder.mkdir()
    out = played(machine, folder, "--keep", str(kept), COLUMNS="72")
    assert "\x1b" not in out
    assert PASTED not in out
    assert max(map(len, out.splitlines())) <= 72
    log = subprocess.run(["git", "log", "--format=%s"], cwd=kept, capture_output=True, text=True, check=True).stdout
    assert len(log.splitlines()) == sum(row.startswith('{"commit": ') for row in demo_client.recording())
    assert (kept / ".genius" / "memory" / "decisions.json").is_file()
    assert os.listdir(folder) == []
    assert os.listdir(home) == []
    refusal = played(machine, folder, "--keep", str(kept), code=1)
    assert "not empty" in refusal


def test_a_session_of_ones_own_is_only_read(machine: Machine, tmp_path: Path) -> None:
    path, folder = tmp_path / "mine.jsonl", tmp_path / "temporary"
    folder.mkdir()
    recorded(path)
    before = path.read_bytes()
    path.chmod(0o400)
    report = json.loads(played(machine, folder, "--json", "--transcript", str(path)))
    assert path.read_bytes() == before
    assert {"decision", "error", "progress"} <= {memory["kind"] for memory in report["captured"]}
    assert len(report["recalls"]) == 3
    assert all(recall["results"] for recall in report["recalls"])
    assert PASTED not in json.dumps(report)
    assert os.listdir(folder) == []


def test_a_transcript_with_nothing_in_it_is_told_as_such(machine: Machine, tmp_path: Path) -> None:
    path, folder = tmp_path / "empty.jsonl", tmp_path / "temporary"
    folder.mkdir()
    path.write_bytes(b"\xff\xfe garbage\n{}\n[]\n")
    report = json.loads(played(machine, folder, "--json", "--transcript", str(path)))
    assert (report["captured"], report["recalls"]) == ([], [])
    assert "absent" in played(machine, folder, "--transcript", str(tmp_path / "absent"), code=1)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_nothing_is_left_when_it_is_stopped(machine: Machine, tmp_path: Path, number: signal.Signals) -> None:
    process = demo(machine, tmp_path)
    until = time.monotonic() + 30
    while not list(tmp_path.glob("*/tidepool/.git/HEAD")) and time.monotonic() < until:
        time.sleep(0.01)
    time.sleep(0.3)
    os.killpg(process.pid, number)
    process.communicate(timeout=60)
    assert process.returncode != 0
    assert os.listdir(tmp_path) == []


def recorded(path: Path) -> list[dict[str, Any]]:
    """The story's transcript without its hooks, written to `path`."""

    class Silent(demo_client.Hooks):
        def fire(self, event: str, **fields: Any) -> demo_client.Answer:
            return demo_client.Answer(event, "", 0.0)

    folder = path.parent / "stage"
    place = demo_client.stage(str(folder), str(folder / "tidepool"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(demo_client, "Hooks", Silent)
        for _ in demo_client.play(place, datetime(2026, 3, 31, 9, 30, tzinfo=UTC)):
            pass
    written = Path(place.transcript(demo_client.SESSION))
    path.write_bytes(written.read_bytes())
    return [json.loads(line) for line in written.read_text().splitlines()]


def test_the_transcript_has_the_form_of_the_clients(tmp_path: Path) -> None:
    lines = recorded(tmp_path / "story.jsonl")
    messages = [line for line in lines if "uuid" in line]
    assert 60 <= len(lines) <= 150
    assert len({line["uuid"] for line in messages}) == len(messages)
    for before, line in pairwise(messages):
        assert line.get("logicalParentUuid") or line["parentUuid"] == before["uuid"]
        assert line["timestamp"] > before["timestamp"]
    for line in messages:
        assert {"type", "timestamp", "sessionId", "cwd", "version", "gitBranch", "isSidechain"} <= set(line)
    reading = transcript.read(str(tmp_path / "story.jsonl"))
    assert not reading.damaged
    assert {turn.role for turn in reading.turns} >= {"user", "assistant", "result", "summary"}


def test_recall_leaves_nothing_in_the_users_home(machine: Machine, tmp_path: Path, home: Path, repo: Path) -> None:
    for folder in (temporary := tmp_path / "temporary", caches := tmp_path / "caches"):
        folder.mkdir()
    known = {
        **os.environ,
        "MEMORY_CORE_DATA": str(machine.data),
        "TMPDIR": str(temporary),
        "XDG_CACHE_HOME": str(caches),
    }
    code = f"""
import sys
sys.path[:0] = [{str(LAUNCHER.parent.parent)!r}, {str(machine.site)!r}]
from memory_core import edges
edges.query_embedder({str(machine.model)!r}).embed(["words"])
edges.bulk_embedder({str(machine.model)!r}).embed(["words"])
"""
    subprocess.run([str(machine.python), "-I", "-S", "-c", code], env=known, check=True, cwd=repo, capture_output=True)
    left = [path for folder in (home, temporary, caches) for path in folder.rglob("*") if path.is_file()]
    assert left == [], "onnxruntime keeps a device id and events to send, unless it is told not to"


def test_the_standard_library_is_enough_to_begin(tmp_path: Path) -> None:
    known = [sys.executable, "-I", "-S", "-c"]
    code = f"import sys; sys.path.insert(0, {str(LAUNCHER.parent.parent)!r}); import memory_core.setup.demo"
    done = subprocess.run([*known, code], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stderr


def test_its_page_shows_what_the_demo_prints(play: tuple[str, dict[str, Any]]) -> None:
    printed = re.sub(r"[\d ]+", "0", play[0])
    page = (ROOT / "docs" / "use.md").read_text()
    block = page.partition("$ bin/memory-core demo\n")[2].partition("```")[0]
    lines = [line for line in block.splitlines() if line not in ("", "…")]
    assert len(lines) > 10
    assert [line for line in lines if re.sub(r"[\d ]+", "0", line) not in printed] == []
