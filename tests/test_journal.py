import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.briefing import render
from memory_core.core import registry, salvage
from memory_core.core.memory import STATUSES, Memory, Scope, Source
from memory_core.journal import journal_entries as entries
from memory_core.journal import journal_files
from memory_core.recall import freshness, schema
from tests.test_hooks import Client

LINE = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Z")), min_size=1, max_size=60)
KINDS = ("decision", "convention", "error", "progress", "learning", "preference", "blocker")
PROPOSED = ("constraint", "exception", "rejection", "context-change")


@st.composite
def memories(draw):
    kind = draw(st.sampled_from((*KINDS, *PROPOSED)))
    shelf = entries.shelf_of(kind)
    summary = draw(LINE)
    when = draw(st.datetimes()).strftime("%Y-%m-%dT%H:%M:%SZ").zfill(20)
    body = draw(st.one_of(st.just(""), LINE))
    status = draw(st.sampled_from(("open", "resolved"))) if kind in ("error", "blocker", "progress") else "active"
    attrs = {"certainty": draw(st.floats(0, 1)), "rule": draw(LINE)}
    if kind in PROPOSED:
        status = "proposed"
        attrs |= {"forbid": draw(st.lists(LINE, min_size=1, max_size=3)), "instead": draw(LINE)}
    return Memory(
        entries.identify(kind, summary), kind, summary, body,
        Scope(path=draw(st.one_of(st.none(), LINE))), when, when, status,
        tuple(draw(st.lists(LINE, max_size=3))), (),
        Source("journal", f".genius/memory/{shelf.name}.json", draw(LINE), draw(LINE), draw(LINE)),
        attrs,
    )  # fmt: skip


@pytest.mark.req("GENIUS-3", "GENIUS-4", "GENIUS-5", "GENIUS-6")
@given(memories())
def test_an_entry_read_back_is_the_memory_that_was_written(memory):
    item = json.loads(json.dumps(entries.to_item(memory)))
    assert entries.from_item(item, entries.shelf_of(memory.kind)) == memory


@given(st.lists(memories(), max_size=8, unique_by=lambda memory: memory.id), st.data())
def test_a_file_cut_anywhere_loses_only_what_the_cut_goes_through(originals, data):
    items = [entries.to_item(memory) for memory in originals]
    lines = [json.dumps(item) for item in items]
    text = "[\n" + ",\n".join(lines) + "\n]\n"
    cut = data.draw(st.integers(0, len(text)))
    whole = sum(text.find(line) + len(line) <= cut for line in lines)
    assert salvage.array(text[:cut]).items[:whole] == items[:whole]


@pytest.mark.req("GENIUS-7")
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_no_json_value_breaks_the_reader(value):
    for shelf in entries.SHELVES:
        for item in salvage.array(json.dumps(value)).items:
            read = entries.from_item(item, shelf)
            assert read is None or read.summary


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=6,
)
KEYS = ("id", "kind", "timestamp", "updated", "tags", "path", "certainty", "rule", "status", "session", "reason")


@given(st.dictionaries(st.sampled_from(KEYS), JSON))
def test_any_value_under_a_known_key_is_read_as_far_as_it_can_be(item):
    memory = entries.from_item({"decision": "x", **item}, entries.SHELVES[0])
    assert memory is not None
    assert memory.summary == "x"
    assert hash(memory.id)
    assert memory.status in STATUSES
    freshness.refresh(schema.in_memory().connection, "journal/decisions", "1", [memory])


def kept(root: Path, *memories: Memory) -> None:
    with registry.held(str(root)):
        registry.keep(str(root), memories)


def decision(text: str) -> Memory:
    return Memory(
        "", "decision", text, "because it is simple", created="2026-03-14T10:00:00Z", updated="2026-03-14T10:00:00Z"
    )


def test_both_sides_of_a_merge_are_read(repo: Path, git) -> None:
    kept(repo, decision("ARCH: one process"))
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "first")
    git(repo, "checkout", "-qb", "other")
    kept(repo, decision("Use SQLite for the catalogue"))
    git(repo, "commit", "-qam", "other")
    git(repo, "checkout", "-q", "main")
    kept(repo, decision("Prices are integers in cents"))
    git(repo, "commit", "-qam", "main")
    with pytest.raises(AssertionError):
        git(repo, "merge", "other")
    summaries = {memory.summary for memory in journal_files.read(str(repo))}
    assert summaries == {"ARCH: one process", "Use SQLite for the catalogue", "Prices are integers in cents"}
    assert journal_files.damages(str(repo))[0][1] == "merge conflict markers"
    kept(repo, decision("Carts expire after a day"))
    assert len(journal_files.read(str(repo))) == 4
    assert not journal_files.damages(str(repo))


@pytest.mark.parametrize(
    "broken",
    [
        "[{",
        "{}",
        '{"decisions": [{"decision": "x", "who": 1}]}',
        '[{"decision": "x"}, oops',
        "\xff\xfe",
        "null",
        "[1, 2]",
    ],
)
def test_a_damaged_file_is_set_aside_whole_before_the_first_write(repo: Path, broken: str) -> None:
    path = repo / ".genius/memory/decisions.json"
    path.parent.mkdir(parents=True)
    path.write_bytes(broken.encode("latin-1"))
    before = {memory.summary for memory in journal_files.read(str(repo))}
    kept(repo, decision("Carts expire after a day"))
    assert {memory.summary for memory in journal_files.read(str(repo))} == before | {"Carts expire after a day"}
    aside = list(path.parent.glob("decisions.*.damaged.json"))
    if broken != "[1, 2]":
        assert aside[0].read_bytes() == broken.encode("latin-1")
    json.loads(path.read_text())


def test_hand_edits_stay_byte_for_byte(repo: Path) -> None:
    path = repo / ".genius/memory/decisions.json"
    path.parent.mkdir(parents=True)
    by_hand = '[\n  {"id": "d-abc", "decision": "ARCH: by hand",\n   "owner": "Ada", "tags": null}\n]\n'
    path.write_text(by_hand)
    kept(repo, decision("Carts expire after a day"))
    assert path.read_text().startswith(by_hand.rstrip().removesuffix("]").rstrip())
    assert [memory.summary for memory in journal_files.read(str(repo))] == ["ARCH: by hand", "Carts expire after a day"]
    assert journal_files.read(str(repo))[0].attrs["extra"] == {"owner": "Ada"}


@pytest.mark.req("GENIUS-23", "GENIUS-30", "GENIUS-31", "GENIUS-32", "GENIUS-33", "GENIUS-39")
def test_only_progress_decays(repo: Path) -> None:
    old = [Memory("", kind, f"an old {kind}", created="2025-01-01T00:00:00Z") for kind in KINDS]
    old += [Memory("", kind, f"an old {kind}", created="2025-01-01T00:00:00Z", status="open") for kind in PROPOSED]
    new = Memory("", "progress", "a new step", created="2026-03-14T00:00:00Z")
    kept(repo, *old, new)
    with registry.held(str(repo)):
        assert len(journal_files.prune(str(repo), entries.PROGRESS, "2026-03-07")) == 1
    left = {memory.summary for memory in registry.read(str(repo))}
    assert left == {memory.summary for memory in [*old, new]} - {"an old progress"}


@pytest.mark.req("GENIUS-19", "GENIUS-24", "GENIUS-34")
def test_a_session_log_a_minute_and_none_older_than_its_name_allows(repo: Path) -> None:
    root = str(repo)
    for session in ("one", "two"):
        journal_files.log_session(root, session, "2026-03-14T15:09:26Z", [decision(f"said in {session}")])
    journal_files.log_session(root, "three", "2026-01-01T08:00:00Z", [decision("long ago")])
    assert journal_files.session_logs(root) == ["2026-01-01-0800.md", "2026-03-14-1509.md"]
    text = (repo / ".genius/memory/session-logs/2026-03-14-1509.md").read_text()
    assert "said in one" in text
    assert "said in two" in text
    assert journal_files.old_logs(root, "2026-02-12") == ["2026-01-01-0800.md"]


def test_what_is_derived_or_personal_does_not_dirty_the_repository(repo: Path, git) -> None:
    kept(repo, decision("Carts expire after a day"))
    (repo / ".genius/memory/BRIEFING.md").write_text("x")
    assert git(repo, "status", "--porcelain", "-uall") == "?? .genius/memory/decisions.json"


def test_damage_is_said_wherever_memories_are_told(repo: Path) -> None:
    kept(repo, decision("Carts expire after a day"))
    assert journal_files.notice(str(repo)) == ""
    path = repo / ".genius/memory/decisions.json"
    path.write_text(path.read_text().rstrip().removesuffix("]"))
    assert "decisions.json is damaged" in journal_files.notice(str(repo))
    assert "decisions.json is damaged" in render.compose(str(repo)).text
    kept(repo, decision("Prices are integers in cents"))
    assert "decisions.1.damaged.json was set aside" in journal_files.notice(str(repo))


def long_shelf(repo: Path, end: str = "]\n") -> Path:
    path = repo / ".genius/memory/decisions.json"
    path.parent.mkdir(parents=True)
    row = '{{"id": "d-{:08x}", "decision": "Decision {} about carts", "timestamp": "2026-03-01T10:00:00Z", "x": "{}"}}'
    rows = [row.format(at, at, "x" * 40_000) for at in range(journal_files.LIMIT // 40_000 + 40)]
    path.write_text("[\n" + ",\n".join(rows) + "\n" + end)
    return path


def test_of_a_long_home_the_newest_part_is_read_and_told_and_more_is_kept(repo: Path) -> None:
    path = long_shelf(repo)
    before = path.read_bytes()
    client = Client(repo)
    assert "decisions.json is long" in client.brief()
    client.says("DECISION: Round prices half up because carts need it")
    client.run("Stop")
    assert path.read_bytes().startswith(before.rstrip().removesuffix(b"]"))
    memories = journal_files.read(str(repo))
    assert memories[-1].summary.startswith("Round prices half up")
    assert 300 < len(memories) < len(json.loads(path.read_text()))
    assert any("newest 16 MB" in what for _, what, _ in journal_files.damages(str(repo)))


def test_a_long_home_that_is_damaged_is_set_aside_whole(repo: Path) -> None:
    path = long_shelf(repo, end=',\n{"id": "d-0')
    before = path.read_bytes()
    client = Client(repo)
    client.says("DECISION: Round prices half up because carts need it")
    client.run("Stop")
    assert (path.parent / "decisions.1.damaged.json").read_bytes() == before
    assert [entry["decision"][:12] for entry in json.loads(path.read_text())] == ["Round prices"]
