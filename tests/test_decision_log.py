"""The file of a decision log: only ever appended to, whatever stands in it or in its place, whoever writes beside."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.core import registry
from memory_core.core.light.errors import Refusal
from memory_core.tickets import decision, decision_log, places
from memory_core.tickets import home as tickets_home
from memory_core.tickets.decision import Entry
from tests.conftest import ROOT
from tests.properties import rounds

Git = Callable[..., str]
T = "ABC-1"

WRITER = """
import sys
from memory_core.tickets.decision import Entry, identify
from memory_core.core import registry
from memory_core.tickets import home as tickets_home
root, name, many = sys.argv[1], sys.argv[2], int(sys.argv[3])
for number in range(many):
    with registry.held(root, 60):
        said = f"{name} decides {number}"
        entry = Entry(identify("ABC-1", said, said), "ABC-1", said, said, "", rationale="why " * 2000)
        tickets_home.decide(root, "ABC-1", entry)
    print(number, flush=True)
"""


def new_entry(text: str, rationale: str = "") -> Entry:
    return Entry(decision.identify(T, text, text), T, text, text, "2026-01-02T03:04:05Z", rationale=rationale)


def log_file(root: Path) -> Path:
    return root / places.decision_log(T)


def put(root: Path, content: bytes) -> Path:
    decision_log.make_folder(str(root))
    log_file(root).write_bytes(content)
    return log_file(root)


def words(root: Path) -> list[str]:
    return [entry.decision for entry in decision_log.read(str(root), T).entries]


LINES = st.lists(
    st.binary(max_size=60) | st.text(max_size=30).map(lambda text: decision.line(new_entry(text or "x")).encode()),
    max_size=6,
)


@pytest.mark.req("AIDD-3", "AIDD-10", "X-10")
@given(LINES, st.sampled_from((b"\n", b"\r\n")), st.booleans(), st.sampled_from((b"", b"\xef\xbb\xbf")))
def test_what_stands_in_a_log_stays_and_what_is_appended_is_read(
    before: list[bytes], end: bytes, ended: bool, mark: bytes
):
    content = mark + end.join(before) + (end if ended else b"")
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return
    with tempfile.TemporaryDirectory() as folder:
        file = put(Path(folder), content)
        stood = decision_log.read(folder, T)
        placed = decision_log.append(folder, T, [new_entry("new one"), new_entry("new two")])
        after = file.read_bytes()
        assert after.startswith(content)
        assert after.endswith(b"\n")
        assert after[len(content) :].count(b"\n") - after[len(content) :].startswith(b"\n") == 2
        log = decision_log.read(folder, T)
        assert {entry.id for entry in log.entries} >= {entry.id for entry in placed}
        assert [after.split(b"\n")[entry.line - 1] for entry in placed] == [
            decision.line(entry).encode() for entry in placed
        ]
        assert log.damages == stood.damages


@pytest.mark.req("AIDD-10")
def test_a_new_folder_tells_git_how_the_logs_of_two_branches_are_merged(repo: Path, git: Git):
    decision_log.append(str(repo), T, [new_entry("first")])
    assert (repo / "aidd/reports/memory/.gitkeep").is_file()
    git(repo, "add", ".")
    git(repo, "commit", "-qm", "A log")
    git(repo, "checkout", "-qb", "other")
    decision_log.append(str(repo), T, [new_entry("theirs")])
    git(repo, "commit", "-qam", "Theirs")
    git(repo, "checkout", "-q", "main")
    decision_log.append(str(repo), T, [new_entry("ours")])
    git(repo, "commit", "-qam", "Ours")
    git(repo, "merge", "-q", "other")
    assert sorted(words(repo)) == ["first", "ours", "theirs"]
    assert decision_log.read(str(repo), T).damages == ()


@pytest.mark.req("AIDD-61")
@pytest.mark.parametrize("into", ["ours", "theirs"])
def test_which_branch_is_merged_into_which_changes_no_decision(repo: Path, git: Git, into: str):
    first, second = new_entry("Use redis"), new_entry("Use postgres")
    decision_log.append(str(repo), T, [first])
    git(repo, "add", ".")
    git(repo, "commit", "-qm", "A log")
    for branch, new in (
        ("ours", [first._replace(rationale="it is fast")]),
        ("theirs", [second._replace(supersedes=first.id)]),
    ):
        git(repo, "checkout", "-qb", branch, "main")
        for entry in new:
            tickets_home.decide(str(repo), T, entry)
        git(repo, "commit", "-qam", branch)
    git(repo, "checkout", "-q", into)
    git(repo, "merge", "-q", "theirs" if into == "ours" else "ours")
    log = decision_log.read(str(repo), T)
    assert {entry.id: (entry.status, entry.rationale) for entry in log.entries} == {
        first.id: ("superseded", "it is fast"), second.id: ("active", ""),
    }  # fmt: skip


@pytest.mark.req("AIDD-46")
@pytest.mark.parametrize("stands", [(".gitkeep",), (), (".gitattributes",), (f"{T}.semantic.pack.json",)])
def test_a_folder_that_stands_already_gets_what_it_lacks_and_keeps_what_it_has(tmp_path: Path, stands: tuple[str, ...]):
    folder = tmp_path / places.MEMORY
    folder.mkdir(parents=True)
    for name in stands:
        (folder / name).write_text("# ours\n")
    decision_log.append(str(tmp_path), T, [new_entry("first")])
    assert {*os.listdir(folder)} == {f"{T}.decisions.jsonl", ".gitkeep", ".gitattributes", *stands}
    assert all((folder / name).read_text() == "# ours\n" for name in stands)
    assert ("merge=union" in (folder / ".gitattributes").read_text()) == (".gitattributes" not in stands)


@pytest.mark.req("AIDD-61")
def test_marks_of_a_merge_and_torn_lines_are_counted_and_stay(tmp_path: Path):
    rows = [
        "<<<<<<< HEAD",
        decision.line(new_entry("ours")),
        "=======",
        decision.line(new_entry("theirs")),
        ">>>>>>> other",
        "",
        '{"schema": "aidd.memory.decision.v1", "ts": "2026',
    ]
    file = put(tmp_path, "\r\n".join(rows).encode())
    log = decision_log.read(str(tmp_path), T)
    assert [damage.line for damage in log.damages] == [1, 3, 5, 7]
    assert log.lines == 6
    (placed,) = decision_log.append(str(tmp_path), T, [new_entry("after")])
    assert placed.line == 8
    assert file.read_bytes().startswith("\r\n".join(rows).encode() + b"\n{")
    assert words(tmp_path) == ["ours", "theirs", "after"]
    assert decision_log.damages(str(tmp_path))[0][0] == f"{places.decision_log(T)}:1"


def test_bytes_that_are_no_text_are_damage_of_their_line(tmp_path: Path):
    put(tmp_path, b"\xef\xbb\xbf" + decision.line(new_entry("one")).encode() + b"\n{\xff\xfe\n\0\0\0\0\n")
    log = decision_log.read(str(tmp_path), T)
    assert [entry.decision for entry in log.entries] == ["one"]
    assert [(damage.line, damage.what) for damage in log.damages] == [(2, "is not UTF-8"), (3, "is not valid JSON")]


def _link_inside(root: Path, file: Path) -> None:
    (root / "elsewhere.jsonl").write_text(decision.line(new_entry("linked")) + "\n")
    file.symlink_to(root / "elsewhere.jsonl")


def _link_outside(root: Path, file: Path) -> None:
    outside = root.parent / "outside.jsonl"
    outside.write_text(decision.line(new_entry("foreign")) + "\n")
    file.symlink_to(outside)


def _too_long(root: Path, file: Path) -> None:
    with file.open("wb") as sink:
        sink.truncate(300_000_000)


def _utf_16(root: Path, file: Path) -> None:
    file.write_bytes(decision.line(new_entry("wide")).encode("utf-16"))


IN_THE_WAY: dict[str, Callable[[Path, Path], None]] = {
    "a folder": lambda root, file: file.mkdir(),
    "a pipe": lambda root, file: os.mkfifo(file),
    "a device": lambda root, file: file.symlink_to("/dev/zero"),
    "a link to nothing": lambda root, file: file.symlink_to(root / "nothing"),
    "a link within the project": _link_inside,
    "a link out of the project": _link_outside,
    "more than can be read": _too_long,
    "another encoding": _utf_16,
}


def untouched(path: Path) -> tuple[int, ...]:
    """What writing to a file, or replacing it, changes; the time of reading is left out."""
    stat = os.lstat(path)
    return stat.st_mode, stat.st_ino, stat.st_nlink, stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns


@pytest.mark.parametrize("what", IN_THE_WAY)
def test_what_stands_in_the_place_of_a_log_is_refused_and_left_alone(what: str, tmp_path: Path):
    root = tmp_path / "shop"
    decision_log.make_folder(str(root))
    IN_THE_WAY[what](root, log_file(root))
    seen = untouched(log_file(root))
    others = {
        path: path.read_bytes() for path in (tmp_path / "outside.jsonl", root / "elsewhere.jsonl") if path.exists()
    }
    log = decision_log.read(str(root), T)
    assert words(root) == []
    assert log.damages
    with pytest.raises(Refusal, match="nothing was kept") as refused:
        decision_log.append(str(root), T, [new_entry("new")])
    assert str(log_file(root)) in str(refused.value)
    assert untouched(log_file(root)) == seen
    assert all(path.read_bytes() == content for path, content in others.items())
    assert not (root / "nothing").exists()
    assert registry.read(str(root)) is not None
    assert decision_log.glance(str(root), T) >= 0


@pytest.mark.parametrize("link", ["aidd", "aidd/reports", places.MEMORY])
def test_a_folder_that_leads_out_of_the_project_is_not_followed(link: str, tmp_path: Path):
    root, outside = tmp_path / "shop", tmp_path / "outside"
    (root / link).parent.mkdir(parents=True)
    outside.mkdir()
    (root / link).symlink_to(outside, target_is_directory=True)
    with pytest.raises(Refusal, match="symbolic link"):
        decision_log.append(str(root), T, [new_entry("new")])
    assert list(outside.iterdir()) == []
    inside = outside / Path(places.decision_log(T)).relative_to(link)
    inside.parent.mkdir(parents=True, exist_ok=True)
    inside.write_text(decision.line(new_entry("foreign")) + "\n")
    assert words(root) == []


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path: Path):
    (tmp_path / "aidd").write_text("mine")
    with pytest.raises(Refusal, match="nothing was kept"):
        decision_log.append(str(tmp_path), T, [new_entry("new")])
    assert (tmp_path / "aidd").read_text() == "mine"
    assert decision_log.tickets(str(tmp_path)) == []


def test_a_decision_that_no_line_can_hold_is_refused_and_none_of_those_beside_it_is_kept(tmp_path: Path):
    with pytest.raises(Refusal, match="say it shorter"):
        decision_log.append(str(tmp_path), T, [new_entry("short"), new_entry("long", rationale="x" * decision.LONGEST)])
    assert not log_file(tmp_path).exists()


def test_only_files_that_a_ticket_can_have_are_logs(tmp_path: Path):
    decision_log.make_folder(str(tmp_path))
    for name in ("ABC-1", ".hidden", "a b", "-x", "abc-2"):
        (tmp_path / places.MEMORY / f"{name}.decisions.jsonl").write_text("")
    assert decision_log.tickets(str(tmp_path)) == ["ABC-1", "abc-2"]


@pytest.mark.req("X-13")
@pytest.mark.processes
def test_two_hundred_appends_of_eight_processes_are_two_hundred_lines(tmp_path: Path):
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(tmp_path), f"writer {number}", "25"], cwd=ROOT, stdout=subprocess.DEVNULL
        )
        for number in range(8)
    ]
    assert [writer.wait() for writer in writers] == [0] * 8
    log = decision_log.read(str(tmp_path), T)
    assert len(log.entries) == log.lines == 200
    assert log.damages == ()


@pytest.mark.processes
def test_a_writer_that_is_killed_leaves_whole_lines_and_the_next_one_goes_on(tmp_path: Path):
    before = b""
    for number in range(rounds(6, 2)):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(tmp_path), f"round {number}", "10000"], cwd=ROOT, stdout=subprocess.PIPE
        )
        assert writer.stdout is not None
        writer.stdout.readline()
        time.sleep(0.01 * number)
        writer.send_signal(signal.SIGKILL)
        writer.wait()
        writer.stdout.close()
        content = log_file(tmp_path).read_bytes()
        assert content.startswith(before)
        before = content
        torn = decision_log.read(str(tmp_path), T).damages
        assert len(torn) <= number + 1
        with registry.held(str(tmp_path)):
            decision_log.append(str(tmp_path), T, [new_entry(f"after round {number}")])
        assert f"after round {number}" in words(tmp_path)
