"""The archive and the access log: what is cold comes back identical, whatever stands there meanwhile."""

import gzip
import json
import os
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core import edges
from memory_core.core.light import user
from memory_core.core.light.errors import Refusal
from memory_core.learnings import access_log, archive
from memory_core.learnings.learning import (
    AGED,
    BEHAVIOUR,
    GLOBAL,
    INACTIVE,
    PREFERENCE,
    REJECTED,
    SUPERSEDED,
    Cold,
    Learning,
    Move,
    Resolution,
    number,
)

TODAY = "2026-05-02"


def pref(at: int, words: str = "", **more) -> Learning:
    return Learning(
        number(PREFERENCE, at), PREFERENCE, words or f"Use thing {at}", "statement", confirmation=1.0, **more
    )


def cold(at: int, project: str = "/p", day: str = TODAY, **more) -> Cold:
    learning = pref(at, **more)
    return Cold(learning if project else learning._replace(level=GLOBAL), project, day)


@st.composite
def colds(draw):
    kind = draw(st.sampled_from((PREFERENCE, BEHAVIOUR)))
    project = draw(st.sampled_from(("", "/a", "/b c")))
    words = draw(st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Z")), min_size=1, max_size=30))
    learning = Learning(
        number(kind, draw(st.integers(1, 20))), kind, words, draw(st.sampled_from(("statement", "x"))),
        level="project" if project else GLOBAL,
        access_count=draw(st.integers(0, 9)),
        extra=draw(st.just({}) | st.fixed_dictionaries({"colour": st.integers()})) or Learning._field_defaults["extra"],
    )  # fmt: skip
    day = draw(st.dates(min_value=date(2024, 1, 1), max_value=date(2026, 12, 31))).isoformat()
    return Cold(
        learning,
        project,
        day,
        draw(st.sampled_from((INACTIVE, AGED, REJECTED, SUPERSEDED))),
        "pat_001",
        draw(st.sampled_from(("", "no, never"))),
    )


def by_id(cold: Cold) -> tuple[str, str]:
    return cold.project, cold.learning.id


@pytest.mark.req("JARVIS-8", "JARVIS-10", "JARVIS-22", "J-8")
@given(entries=st.lists(colds(), max_size=8, unique_by=by_id))
def test_what_goes_in_comes_out_identical_and_the_same_is_the_same_bytes(entries, tmp_path_factory):
    own = tmp_path_factory.mktemp("jarvis")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JARVIS_ROOT", str(own / "one"))
        archive.add(entries, TODAY)
        assert sorted(archive.read(), key=by_id) == sorted(entries, key=by_id)
        before = stands(own / "one")
        archive.add(entries, TODAY)
        assert stands(own / "one") == before
        patch.setenv("JARVIS_ROOT", str(own / "two"))
        for entry in reversed(entries):
            archive.add([entry], TODAY)
        assert stands(own / "two") == before
        for name, raw in before.items():
            if name.endswith(".json.gz"):
                assert list(edges.formats()("archive", json.loads(gzip.decompress(raw)))) == []
        for entry in entries:
            assert archive.take([entry]) == [entry]
        assert archive.read() == []


def stands(root: Path) -> dict[str, bytes]:
    """Every file of a folder, but the lock."""
    return {
        str(path.relative_to(root)): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and path.name != ".lock"
    }


@pytest.mark.req("JARVIS-41", "JARVIS-22")
def test_the_layout_is_the_documented_one(home: Path):
    archive.add([cold(1, day="2026-03-31"), Cold(Learning("pat_002", BEHAVIOUR, "Tests first"), "/p", TODAY)], TODAY)
    archive.keep_session("# Session log\n", TODAY, "/p", "2026-03-01-1200.md")
    access_log.append([Move(pref(1), "archived", "warm", "cold", "inactivity")], "2026-01-01T10:00:00Z", "/p")
    access_log.rotate(TODAY)
    assert sorted(name for name in stands(home / ".jarvis" / "archive")) == [
        "2026-Q1/access-log.jsonl.gz",
        "2026-Q1/learnings.json.gz",
        "2026-Q2/patterns.json.gz",
        "2026-Q2/sessions/session-001.md.gz",
    ]
    raw = (home / ".jarvis/archive/2026-Q1/learnings.json.gz").read_bytes()
    assert raw[4:8] == b"\0\0\0\0"  # no time
    assert raw[3] == 0  # no name


def test_a_quarter_is_that_of_the_day_of_archiving():
    days = {"2026-01-01": "2026-Q1", "2026-03-31": "2026-Q1", "2026-04-01": "2026-Q2", "2026-12-31": "2026-Q4"}
    assert {day: archive.quarter(day) for day in days} == days


def test_what_was_archived_again_is_there_once(home: Path):
    archive.add([cold(1, day="2026-01-05")], "2026-01-05")
    again = cold(1, day=TODAY)._replace(learning=pref(1, access_count=4))
    archive.add([again], TODAY)
    assert archive.read() == [again]


def test_another_learning_of_the_same_id_keeps_its_words_and_gets_the_next_id():
    archive.add([cold(1), cold(2)], TODAY)
    archive.add([cold(1, words="Something else")], TODAY)
    assert {entry.learning.id: entry.learning.description for entry in archive.read()} == {
        "pref_001": "Something else", "pref_002": "Use thing 2", "pref_003": "Use thing 1",
    }  # fmt: skip


@pytest.mark.req("JARVIS-59")
def test_of_those_with_one_id_only_what_is_named_is_taken():
    archive.add([cold(1, "/a"), cold(1, "/b"), cold(1, "", words="Everywhere")], TODAY)
    assert archive.take([cold(1, "/a"), cold(9, "/a")]) == [cold(1, "/a")]
    assert archive.take([cold(1, "/a"), cold(1, "", words="Here")]) == []
    assert archive.take([cold(1, "", words="Everywhere")])
    assert [entry.project for entry in archive.read()] == ["/b"]


@pytest.mark.heavy
def test_ten_thousand_are_read_and_numbered():
    archive.add([cold(at, f"/p{at % 3}", f"2026-0{at % 9 + 1}-01") for at in range(1, 10_000)], TODAY)
    assert len(archive.read()) == 9_999
    assert len(archive.read("/p1")) == 3_333
    assert archive.numbers() == {PREFERENCE: 9_999, BEHAVIOUR: 0}
    assert archive.damages() == []


def shelf(home: Path) -> Path:
    return home / ".jarvis" / "archive" / "2026-Q2" / "learnings.json.gz"


def half(raw: bytes) -> bytes:
    return raw[: len(raw) * 3 // 4]


BOMB = b"".join(gzip.compress(b"\0" * 2**20, mtime=0) for _ in range(80))
DAMAGES = {
    "cut": half,
    "empty": lambda _: b"",
    "no gzip": lambda _: b"what is this",
    "bomb": lambda _: BOMB,
    "one long bomb": lambda _: gzip.compress(b"[" + b" " * (archive.LIMIT + 9), mtime=0),
    "no JSON": lambda raw: gzip.compress(gzip.decompress(raw)[:-40], mtime=0),
    "deep": lambda _: gzip.compress(b"[" * 100_000, mtime=0),
    "an object": lambda _: gzip.compress(b'{"id": "pref_001", "description": "a"}', mtime=0),
    "strange": lambda _: gzip.compress(b'[1, null, "x", {"id": 3}, {"archive": []}]', mtime=0),
}


@pytest.mark.heavy
@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_file_is_told_and_set_aside_before_it_is_written_over(home: Path, name: str):
    archive.add([cold(at) for at in range(1, 200)], TODAY)
    damaged = DAMAGES[name](shelf(home).read_bytes())
    shelf(home).write_bytes(damaged)
    entries = archive.read()
    assert archive.damages()
    archive.add([cold(500)], TODAY)
    assert {entry.learning.id for entry in archive.read()} == {*(entry.learning.id for entry in entries), "pref_500"}
    if name == "strange":  # nothing of it is lost
        assert archive.set_aside() == []
    else:
        assert [Path(file).read_bytes() for file in archive.set_aside()] == [damaged]
        assert archive.damages() == []
    if name in ("cut", "no JSON"):
        assert entries


def test_a_file_that_cannot_be_written_is_refused_and_costs_nothing(home: Path):
    archive.add([cold(1)], TODAY)
    (home / ".jarvis/archive/2026-Q3").write_text("in the way")
    with pytest.raises(Refusal, match="2026-Q3"):
        archive.add([cold(2, day="2026-08-01")], TODAY)
    assert archive.read() == [cold(1)]


def test_no_secret_reaches_the_archive_or_a_log(home: Path):
    key = "ghp_" + "x7Kq9Zt2Lw4Rb8Vn3Mc6Yd1Hs5Jf0PgQeUiO"[:36]
    archive.add([cold(1, words=f"Use {key}", quote=key)], TODAY)
    archive.keep_session(f"- decision: {key}\n", TODAY, "/p", "a.md")
    access_log.append([Move(pref(1), "archived", "warm", "cold", key)], "2026-01-01T00:00:00Z", f"/{key}")
    access_log.resolved([Resolution("pref_001", "pref_002", "recency", "pref_001", key)], "2026-01-01T00:00:00Z", "/p")
    access_log.rotate(TODAY)
    for name, raw in stands(home / ".jarvis").items():
        assert key.encode() not in (gzip.decompress(raw) if name.endswith(".gz") else raw), name


@pytest.mark.req("JARVIS-9", "JARVIS-22", "JARVIS-61")
def test_a_log_of_a_session_is_kept_once(home: Path):
    first = archive.keep_session("one", TODAY, "/p", "a.md")
    assert archive.keep_session("one", "2026-11-01", "/p", "a.md") == first
    assert archive.keep_session("two", TODAY, "/p", "a.md").endswith("session-002.md.gz")
    assert gzip.decompress(Path(first).read_bytes()).decode() == "<!-- a.md of /p -->\none"
    assert archive.sizes()[1] == 2


@pytest.mark.req("JARVIS-53", "J-8")
def test_loose_logs_are_compressed_after_ninety_days(home: Path):
    loose = home / ".jarvis/archive/2026-Q1/sessions"
    loose.mkdir(parents=True)
    for name, day in (("session-001.md", "2026-01-31T12:00"), ("notes.md", "2026-01-01T12:00")):
        (loose / name).write_text(name)
        when = datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp()
        os.utime(loose / name, (when, when))
    (home / ".jarvis/archive/here.md").symlink_to(home / "elsewhere.md")
    assert archive.compress(TODAY) == 2
    assert sorted(os.listdir(loose)) == ["session-001.md.gz", "session-002.md.gz"]
    assert {gzip.decompress(path.read_bytes()) for path in loose.iterdir()} == {b"session-001.md", b"notes.md"}
    (loose / "young.md").write_text("new")
    assert archive.compress("2026-04-30") == 0


@pytest.mark.req("JARVIS-65", "J-11")
def test_the_access_log_has_the_documented_lines(home: Path):
    access_log.append([Move(pref(1), "promoted", "warm", "hot", "pattern_match")], "2026-05-02T10:30:00Z", "/p")
    access_log.append([Move(pref(2), "promoted", "warm", "hot", "pattern_match")], "2026-05-02T10:31:00Z", "/q")
    assert access_log.read("/p") == [
        {
            "timestamp": "2026-05-02T10:30:00Z", "learning_id": "pref_001", "action": "promoted",
            "from_tier": "warm", "to_tier": "hot", "trigger": "pattern_match", "project": "/p",
        }
    ]  # fmt: skip
    assert len(access_log.read()) == 2


@pytest.mark.req("JARVIS-47")
def test_a_resolution_is_the_documented_object():
    access_log.resolved([Resolution("pref_001", "pref_002", "explicit", "pref_002", "it was said")], TODAY, "/p")
    assert access_log.resolutions("/p") == [
        {
            "conflict_resolution": {
                "learning_a": "pref_001", "learning_b": "pref_002", "resolution": "explicit",
                "winner": "pref_002", "reason": "it was said",
            },
            "timestamp": TODAY, "project": "/p",
        }
    ]  # fmt: skip


def test_a_torn_or_strange_line_costs_only_itself(home: Path):
    access_log.append([Move(pref(1), "promoted", "warm", "hot", "user")], "2026-05-02T10:30:00Z", "/p")
    log = Path(user.state()) / "access.jsonl"
    log.write_bytes(log.read_bytes() + b"[]\n\xff\xfe\n{" * 3 + b'{"timestamp": "2026-05')
    access_log.append([Move(pref(2), "promoted", "warm", "hot", "user")], "2026-05-02T10:31:00Z", "/p")
    assert [line["learning_id"] for line in access_log.read()] == ["pref_001", "pref_002"]
    assert access_log.rotate("2030-01-01") == 2
    assert access_log.read() == []
    assert b'"2026-05\n' in log.read_bytes()  # what says no day stays


def test_lines_go_to_the_quarter_of_their_own_day(home: Path):
    for day in ("2025-12-31", "2026-01-01", "2026-04-30"):
        access_log.append([Move(pref(1), "promoted", "warm", "hot", "user")], f"{day}T10:30:00Z", "/p")
    assert access_log.rotate(TODAY) == 2
    assert access_log.rotate(TODAY) == 0
    names = sorted(stands(home / ".jarvis" / "archive"))
    assert names == ["2025-Q4/access-log.jsonl.gz", "2026-Q1/access-log.jsonl.gz"]
    assert [line["timestamp"][:10] for line in access_log.read()] == ["2026-04-30"]
