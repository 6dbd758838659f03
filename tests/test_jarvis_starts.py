"""A session's start: what it is briefed of counts as used, and what older versions kept is taken over."""

import json
from pathlib import Path
from typing import Any

import pytest

from memory_core.briefing.light import on_session_start
from memory_core.core.light.event import Event
from memory_core.journal import journal_files
from memory_core.learnings import archive, tiers, warm_files
from memory_core.learnings.learning import GLOBAL, PREFERENCE, PROJECT, Learning
from memory_core.learnings.warm_files import Warm

GERMAN = Learning("pref_001", PREFERENCE, "Please always answer in German", "statement", GLOBAL,
                  last_accessed="2026-03-01", created="2026-03-01", updated="2026-03-01", confirmation=1.0)  # fmt: skip
PNPM = Learning("pref_002", PREFERENCE, "Use pnpm, not npm", "statement", last_accessed="2026-03-01",
                created="2026-03-01", updated="2026-03-01", confirmation=1.0)  # fmt: skip


def starts(root: Path, day: str, monkeypatch: pytest.MonkeyPatch, name: str = "s-1") -> str:
    """What a session that starts on a day is told."""
    monkeypatch.setenv("MEMORY_CORE_NOW", f"{day}T09:00:00Z")
    return on_session_start.on_event(Event({"cwd": str(root), "session_id": name, "source": "startup"})).context


def keeps(root: Path, *known: Learning) -> None:
    with warm_files.held(str(root)):
        for level in (PROJECT, GLOBAL):
            warm_files.write(str(root), level, Warm(tuple(learning for learning in known if learning.level == level)))


def warm(root: Path) -> dict[str, Learning]:
    return {learning.description: learning for learning in warm_files.both(str(root)).learnings}


@pytest.mark.req("JARVIS-12", "JARVIS-50")
def test_what_every_briefing_tells_does_not_age(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keeps(repo, GERMAN, PNPM)
    days = [f"2026-{month:02}-{day:02}" for month in range(3, 10) for day in (10, 22)]
    for day in days:
        assert "German" in starts(repo, day, monkeypatch)
        tiers.gc(str(repo))
    assert "Please always answer in German" in warm(repo)
    assert PNPM.description not in warm(repo)


def test_what_is_briefed_is_written_once_in_seven_days(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keeps(repo, GERMAN, PNPM)
    path = Path(warm_files.path(str(repo), GLOBAL))
    starts(repo, "2026-03-10", monkeypatch)
    before, project = path.read_bytes(), Path(warm_files.path(str(repo), PROJECT)).read_bytes()
    assert warm(repo)[GERMAN.description].access_count == 1
    for day in ("2026-03-10", "2026-03-13", "2026-03-16"):
        starts(repo, day, monkeypatch)
    assert path.read_bytes() == before
    starts(repo, "2026-03-17", monkeypatch)
    assert warm(repo)[GERMAN.description].last_accessed == "2026-03-17"
    assert Path(warm_files.path(str(repo), PROJECT)).read_bytes() == project


def _journal(root: Path, *statements: tuple[str, str, dict[str, Any]]) -> None:
    items = [
        {"id": f"p-{at:08}", "pattern": words, "context": "", "timestamp": f"{day}T10:00:00Z", "tags": [],
         "kind": "preference", "status": "active", "certainty": 0.9, **more}
        for at, (words, day, more) in enumerate(statements)
    ]  # fmt: skip
    folder = root / ".genius" / "memory"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "patterns.json").write_text(json.dumps(items))


@pytest.mark.req("JARVIS-27")
def test_what_an_older_version_kept_is_warm_from_the_first_start(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _journal(repo, ("Use pnpm instead of npm", "2026-02-01", {}), ("No, use bun instead of pnpm", "2026-03-01", {}),
             ("Keep functions short", "2026-03-02", {"kind": "convention"}))  # fmt: skip
    starts(repo, "2026-03-05", monkeypatch)
    learnings = warm(repo)
    assert list(learnings) == ["No, use bun instead of pnpm"]
    bun = learnings["No, use bun instead of pnpm"]
    assert bun.last_accessed == bun.updated[:10] == "2026-03-01"
    assert bun.confidence > 0.5
    (gone,) = archive.read(str(repo))
    assert (gone.learning.description, gone.why, gone.by) == ("Use pnpm instead of npm", "superseded", bun.id)
    assert [memory.summary for memory in journal_files.read(str(repo))] == ["Keep functions short"]


def test_a_newer_word_than_the_one_in_the_journal_stands(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keeps(repo, PNPM)
    _journal(repo, ("From now on use npm, not pnpm", "2026-02-01", {}))
    starts(repo, "2026-03-05", monkeypatch)
    assert list(warm(repo)) == [PNPM.description]
