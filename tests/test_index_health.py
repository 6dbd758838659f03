"""What happens to the index when disk, processes and people do their worst. The homes are never touched."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import apsw
import pytest

from memory_core.cli import main
from memory_core.core import log, registry
from memory_core.core.light import places
from memory_core.core.light.errors import Refusal
from memory_core.recall import catalogue, indexing, schema, verb_reindex
from tests.conftest import ROOT, derived
from tests.properties import rounds
from tests.test_index import memory

KEEP = """
import sys
sys.path.insert(0, {root!r})
from memory_core.recall import indexing
from memory_core.core import registry
from tests.test_index import memory
for at in range({start}, {stop}):
    with registry.held({project!r}):
        registry.keep({project!r}, [memory("", f"fact {{at}} about the crane")])
    print(indexing.refresh_index({project!r}).state, flush=True)
"""


def kept(project: Path, *texts: str) -> None:
    with registry.held(str(project)):
        registry.keep(str(project), [memory("", text) for text in texts])


def records(project: Path) -> int:
    with indexing.at_hand(str(project)) as (index, _):
        return int(catalogue.counts(index.connection)["records"])


def index_of(project: Path) -> Path:
    return Path(places.index_path(str(project)))


@pytest.fixture
def project(repo: Path) -> Path:
    kept(repo, *(f"the berth planner, fact {at}" for at in range(30)))
    assert indexing.refresh_index(str(repo)).state == "ok"
    return repo


@pytest.mark.req("CS-FR-011", "CS-NFR-004")
def test_a_deleted_index_comes_back_by_itself_with_the_same_bytes(project: Path) -> None:
    assert indexing.rebuild(str(project)) == 30
    before = index_of(project).read_bytes()
    shutil.rmtree(derived(project))
    assert records(project) == 30
    assert indexing.rebuild(str(project)) == 30
    assert index_of(project).read_bytes() == before


@pytest.mark.req("CS-C-004", "CS-FR-009")
def test_git_never_sees_the_index(project: Path, git) -> None:
    assert "index" not in git(project, "status", "--porcelain", "--untracked-files=all")


@pytest.mark.parametrize("damage", [b"", b"garbage " * 4000, b"SQLite format 3\0" + b"\xff" * 9000])
@pytest.mark.req("CS-NFR-004")
def test_a_damaged_file_is_set_aside_and_built_again(project: Path, damage: bytes) -> None:
    index_of(project).write_bytes(damage)
    kept(project, "one more")
    assert indexing.refresh_index(str(project)).state == "ok"
    assert records(project) == 31
    assert verb_reindex.compared(str(project)).consistent


def test_damage_in_the_middle_is_judged_corrupt_and_kept_for_a_look(project: Path) -> None:
    path = index_of(project)
    raw = bytearray(path.read_bytes())
    raw[4096 * 2 : 4096 * 6] = os.urandom(4096 * 4)
    path.write_bytes(raw)
    assert indexing.verdict(str(project)).state == "corrupt"
    indexing.rebuild(str(project))
    assert indexing.verdict(str(project)).state == "ok"
    assert Path(f"{path}.corrupt").read_bytes() == bytes(raw)
    assert len(list(path.parent.glob("index.db.corrupt*"))) == 1


def test_an_index_of_another_version_is_built_again(project: Path) -> None:
    connection = apsw.Connection(str(index_of(project)))
    connection.pragma("user_version", 1)
    connection.close()
    assert records(project) == 30


def test_a_locked_index_is_busy_never_corrupt(project: Path) -> None:
    other = apsw.Connection(str(index_of(project)))
    other.execute("BEGIN EXCLUSIVE")
    before = index_of(project).stat().st_ino
    kept(project, "kept while somebody writes")
    done = indexing.refresh_index(str(project), until=time.monotonic() + 0.3)
    assert done.state == "busy"
    assert indexing.verdict(str(project)).state == "busy"
    assert not Path(f"{index_of(project)}.corrupt").exists()
    other.execute("ROLLBACK")
    other.close()
    assert index_of(project).stat().st_ino == before
    assert records(project) == 31


def test_a_folder_in_the_index_s_place_stays_and_search_goes_on_in_memory(project: Path) -> None:
    index_of(project).unlink()
    index_of(project).mkdir()
    assert indexing.refresh_index(str(project)).state == "unwritable"
    assert records(project) == 30
    assert index_of(project).is_dir()


def test_where_nothing_can_be_written_search_goes_on_in_memory(project: Path) -> None:
    shutil.rmtree(derived(project))
    (derived(project)).write_text("a file in the folder's place")
    assert indexing.refresh_index(str(project)).state == "unwritable"
    assert records(project) == 30


def test_on_a_full_disk_the_old_index_stays_and_search_goes_on_in_memory(project: Path) -> None:
    script = f"""
import resource, signal, sys
sys.path.insert(0, {str(ROOT)!r})
from tests.test_index_health import kept, records
from pathlib import Path
from memory_core.recall import indexing
kept(Path({str(project)!r}), *(f"another fact about crane {{at}}" for at in range(400)))
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
size = Path({str(index_of(project))!r}).stat().st_size
resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
print(indexing.refresh_index({str(project)!r}).state, records(Path({str(project)!r})))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.stdout.split() == ["unwritable", "430"], done.stderr
    assert records(project) == 430
    assert indexing.verdict(str(project)).state == "ok"


def test_writers_at_once_lose_nothing(project: Path) -> None:
    scripts = [
        KEEP.format(root=str(ROOT), project=str(project), start=start, stop=start + 8) for start in (100, 200, 300, 400)
    ]
    running = [subprocess.Popen([sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE) for script in scripts]
    outputs = [process.communicate()[0].split() for process in running]
    assert [process.returncode for process in running] == [0] * 4
    assert outputs == [[b"ok"] * 8] * 4
    assert records(project) == 62
    assert verb_reindex.compared(str(project)).consistent


@pytest.mark.req("CS-NFR-006")
def test_a_writer_killed_at_any_moment_leaves_an_index_that_heals(project: Path) -> None:
    for moment in range(rounds(6, 2)):
        script = KEEP.format(
            root=str(ROOT), project=str(project), start=1000 * (moment + 1), stop=1000 * (moment + 1) + 400
        )
        process = subprocess.Popen([sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE)
        assert process.stdout is not None
        for _ in range(moment + 1):
            process.stdout.readline()
        time.sleep(0.003 * moment)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        if moment % 2:
            indexing.rebuild(str(project))
        report = verb_reindex.compared(str(project))
        assert report.consistent, report
        assert indexing.verdict(str(project)).state == "ok"


def test_a_rebuild_beside_writers_ends_in_an_index_that_agrees(project: Path) -> None:
    script = KEEP.format(root=str(ROOT), project=str(project), start=100, stop=120)
    process = subprocess.Popen([sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE)
    while process.poll() is None:
        indexing.rebuild(str(project))
    out, _ = process.communicate()
    assert out.split() == [b"ok"] * 20
    assert verb_reindex.compared(str(project)).consistent
    assert records(project) == 50
    assert not list(index_of(project).parent.glob("*.new"))


def test_an_open_index_that_was_replaced_is_not_written_any_more(project: Path) -> None:
    index = schema.opened(str(index_of(project)))
    assert schema.is_current(index)
    indexing.rebuild(str(project))
    assert not schema.is_current(index)
    index.connection.close()


def test_a_project_without_memories_stays_as_it_was_found(repo: Path) -> None:
    assert indexing.refresh_index(str(repo)).state == "ok"
    assert indexing.similar(str(repo), "anything", 5) == []
    assert not (derived(repo)).exists()


def test_what_is_alike_is_offered_to_capture(project: Path) -> None:
    kept(project, "Keep the session cookie strict")
    twin = memory("", "keep the session cookie: strict!")
    near = memory("", "The session cookie is kept strict")
    summaries = {neighbour.summary for neighbour in indexing.alike(str(project), [twin, near])}
    assert "Keep the session cookie strict" in summaries
    assert indexing.similar(str(project), "what about the cookie", 3)[0].summary == "Keep the session cookie strict"


def test_a_digest_that_would_be_partial_is_refused_and_the_next_one_is_whole(project: Path) -> None:
    kept(project, *(f"fact {at} about the yard" for at in range(700)))
    with pytest.raises(Refusal, match="decisions"):
        indexing.digest(str(project), until=time.monotonic())
    assert indexing.digest(str(project)).live == {"decision": 730}


def test_the_verdict_on_no_index_is_missing(repo: Path) -> None:
    assert indexing.verdict(str(repo)).state == "missing"


HOSTILE = {
    "trigger": "CREATE TRIGGER t AFTER INSERT ON meta BEGIN DELETE FROM meta; END",
    "view": "CREATE VIEW v AS SELECT 1",
    "table": "CREATE TABLE more (x)",
}


@pytest.mark.parametrize("what", HOSTILE)
def test_an_index_with_anything_of_somebody_else_in_it_is_made_again(project: Path, what: str) -> None:
    other = apsw.Connection(str(index_of(project)))
    other.execute(HOSTILE[what])
    other.close()
    assert records(project) == 30
    assert "none of ours" not in str(indexing.verdict(str(project)))


def test_an_alarm_ends_a_query_without_an_end(project: Path) -> None:
    class LateError(BaseException):
        pass

    def late(*_: object) -> None:
        raise LateError

    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with indexing.at_hand(str(project)) as (index, _), pytest.raises(LateError):
            list(index.connection.execute(endless))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000] + b"\xff" * 9000)


def _other(path: Path) -> None:
    connection = apsw.Connection(str(path))
    connection.execute("UPDATE vectors SET vector = x'00'")
    connection.close()


@pytest.mark.model
@pytest.mark.parametrize("harm", [_cut, _other, lambda path: path.write_bytes(b"no database " * 900)])
def test_damaged_vectors_are_made_again_by_the_next_question(project: Path, harm, capsys) -> None:
    ask = ["recall", "crane", "--root", str(project), "--json"]
    assert main(ask) == 0
    assert json.loads(capsys.readouterr().out)["mode"] == "hybrid"
    cache = derived(project) / "vectors.db"
    harm(cache)
    assert indexing.verdict(str(project)).state == "corrupt"
    assert main(["reindex", "--root", str(project)]) == 0
    assert indexing.verdict(str(project)).state == "ok"
    harm(cache)
    capsys.readouterr()
    assert main(ask) == 0
    assert json.loads(capsys.readouterr().out)["mode"] == "hybrid"
    assert main(ask) == 0
    assert indexing.verdict(str(project)).state == "ok"
    assert any("made again" in line["why"] for line in log.tail(str(project)))
