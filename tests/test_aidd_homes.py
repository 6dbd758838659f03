"""Decisions of a log and facts of documents as memories: found, shown, changed and counted like all others."""

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memory_core.briefing import render
from memory_core.cli import main
from memory_core.core import registry
from memory_core.core.memory import Memory, Scope, Source, is_documented
from memory_core.guardrails import rules_file
from memory_core.recall import indexing
from memory_core.recall.digest import FACTS, digest
from memory_core.recall.verb_reindex import compared
from memory_core.tickets import decision, decision_log, memories, places
from memory_core.tickets.fact import KINDS, Fact
from tests.conftest import ROOT, Output, derived

Git = Callable[..., str]
Run = Callable[..., Output]
T = "ABC-1"
SPEC = """# Harbour

## Constraints

- FR-001: The importer MUST NOT write to the ledger directly.
- FR-002: Every request MUST carry a berth number.
"""


@pytest.fixture
def run(repo: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a verb in the repository, in this process; each begins a second after the one before."""
    seconds = iter(range(1, 3000))

    def call(*arguments: str, at: Path = repo, stdin: str = "") -> Output:
        second = next(seconds)
        monkeypatch.setenv("MEMORY_CORE_NOW", f"2026-03-14T15:{second // 60:02}:{second % 60:02}Z")
        monkeypatch.chdir(at)
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        code = main(list(arguments))
        out, err = capsys.readouterr()
        return Output(code, out, err)

    return call


def kept(run: Run, *arguments: str) -> dict[str, Any]:
    done = run("remember", "decision", *arguments, "--json")
    assert done.code == 0, done.err
    memory: dict[str, Any] = done.json
    return memory


def log_file(repo: Path) -> Path:
    return repo / places.decision_log(T)


@pytest.fixture
def documented(repo: Path, run: Run) -> Path:
    """The repository with a specification of the ticket, and its pack."""
    (repo / "aidd/docs/spec").mkdir(parents=True)
    (repo / f"aidd/docs/spec/{T}.md").write_text(SPEC)
    assert run("aidd", "extract", "--ticket", T).code == 0
    return repo


def facts(repo: Path) -> list[Memory]:
    return [memory for memory in registry.read(str(repo)) if is_documented(memory)]


@pytest.mark.req("X-1", "AIDD-10")
def test_a_decision_of_a_ticket_stands_in_its_log_and_nowhere_else(run: Run, repo: Path, git: Git):
    memory = kept(run, "Use WAL for the queue", "--ticket", T, "--rationale", "crash safe", "--alternative", "rollback")
    assert (memory["home"], memory["spec"], memory["commit"]) == ("decisions", T, None)
    assert memory["sources"] == [places.decision_log(T)]
    assert git(repo, "for-each-ref", "refs/notes") == ""
    assert not (repo / ".genius/memory/decisions.json").exists()
    (line,) = log_file(repo).read_text().splitlines()
    entry = json.loads(line)
    assert entry["decision_id"] == memory["id"] == decision.identify(T, entry["topic"], "Use WAL for the queue")
    assert (entry["rationale"], entry["alternatives"]) == ("crash safe", ["rollback"])


@pytest.mark.req("X-1")
def test_other_kinds_of_a_ticket_and_decisions_of_a_spec_become_notes(run: Run, repo: Path):
    assert run("remember", "learning", "WAL needs a local disk", "--ticket", T, "--json").json["home"] == "notes"
    assert run("remember", "decision", "Use WAL", "--spec", T, "--json").json["home"] == "notes"
    assert not (repo / "aidd").exists()


def test_a_decision_that_no_log_can_hold_is_refused(run: Run, repo: Path):
    for more in (
        ["--ticket", "../x"],
        ["--ticket", "a b"],
        ["--ticket", T, "--commit", "HEAD"],
        ["--ticket", T, "--phase", "p"],
    ):
        assert run("remember", "decision", "Use WAL", *more).code == 1
    assert not (repo / "aidd").exists()
    assert compared(str(repo)).consistent


@pytest.mark.req("X-1", "CS-US-008")
def test_the_context_of_a_ticket_is_log_notes_and_facts(run: Run, documented: Path):
    logged = kept(run, "Use WAL", "--ticket", T)["id"]
    noted = kept(run, "Use a queue", "--spec", T)["id"]
    blocked = run("remember", "blocker", "No disk", "--ticket", T, "--json").json["id"]
    kept(run, "Something else", "--ticket", "XYZ-2")
    groups = run("context", T, "--json").json["groups"]
    ids = {memory["id"] for group in groups.values() for memory in group}
    assert ids == {logged, noted, blocked, *(fact.id for fact in facts(documented))}
    assert len(facts(documented)) >= 2


def test_what_a_log_says_is_found_shown_and_counted(run: Run, repo: Path):
    memory = kept(run, "Three tries, with jitter", "--ticket", T, "--rationale", "tail latency")
    results = run("recall", "jitter", "--json").json["results"]
    assert [(hit["id"], hit["home"], hit["spec"]) for hit in results] == [(memory["id"], "decisions", T)]
    assert [hit["id"] for hit in run("recall", "jitter", "--spec", T, "--json").json["results"]] == [memory["id"]]
    assert "tail latency" in run("show", memory["id"][:7]).out
    status = run("status", "--json").json
    assert (status["homes"], status["by_kind"]) == ({"decisions": 1}, {"decision": 1})
    assert run("verify").code == 0
    assert "Three tries" in run("brief").out
    (derived(repo) / "index.db").unlink()
    assert run("recall", "jitter", "--json").json["results"][0]["id"] == memory["id"]


@pytest.mark.req("X-10", "AIDD-3")
def test_a_log_is_only_ever_appended_to_whatever_is_done_with_its_decisions(run: Run, repo: Path):
    memory = kept(run, "Use WAL", "--ticket", T, "--rationale", "fast")
    stood = log_file(repo).read_bytes()
    more = ["--rationale", "crash safe", "--alternative", "rollback", "--tag", "db"]
    amended = run("remember", "--amend", memory["id"], *more, "--json").json
    assert (amended["id"], amended["tags"]) == (memory["id"], ["db"])
    assert all(part in amended["body"] for part in ("fast", "crash safe", "rollback"))
    rejected = run("remember", "--amend", memory["id"], "--status", "rejected", "--json").json
    assert (rejected["status"], rejected["body"]) == ("rejected", amended["body"])
    assert run("resolve", memory["id"], "done").code == 1
    for refused in (["--status", "resolved"], ["--relates-to", "HEAD"], ["--phase", "p"], ["--spec", "other"]):
        assert run("remember", "--amend", memory["id"], *refused).code == 1
    assert run("forget", memory["id"]).code == 0
    assert run("show", memory["id"]).code == 1
    assert run("recall", "WAL", "--json").json["results"] == []
    assert run("verify").code == 0
    last = log_file(repo).read_bytes()
    assert last.startswith(stood)
    assert last.count(b"\n") == 4
    assert json.loads(last.splitlines()[-1])["forgotten"] is True
    assert kept(run, "Use WAL", "--ticket", T)["id"] == memory["id"]
    assert run("show", memory["id"]).code == 0


@pytest.mark.req("AIDD-11")
def test_the_pack_follows_what_is_done_with_a_decision(run: Run, repo: Path):
    def active() -> list[str]:
        pack = json.loads((repo / places.decisions_pack(T)).read_text())
        return [row[0] for row in pack["active_decisions"]["rows"]]

    memory = kept(run, "Use WAL", "--ticket", T)
    assert active() == [memory["id"]]
    run("remember", "--amend", memory["id"], "--status", "rejected")
    assert active() == []
    other = kept(run, "Use rollback", "--ticket", T)
    run("forget", other["id"])
    assert active() == []


def test_an_id_of_two_decisions_in_two_logs_changes_neither(run: Run, repo: Path):
    line = json.loads(decision.line(decision.Entry("dec-0001", T, "topic", "Use WAL", "")))
    decision_log.make_folder(str(repo))
    files = [repo / places.decision_log(ticket) for ticket in (T, "XYZ-2")]
    for at, file in enumerate(files):
        file.write_text(json.dumps({**line, "ticket": file.name.partition(".")[0], "decision": f"Use {at}"}) + "\n")
    stood = [file.read_bytes() for file in files]
    assert run("show", "dec-0001").code == 0
    for refused in (["forget", "dec-0001"], ["remember", "--amend", "dec-0001", "--tag", "x"]):
        done = run(*refused)
        assert done.code == 1
        assert all(file.name in done.err for file in files)
    assert [file.read_bytes() for file in files] == stood
    files[1].unlink()
    assert run("forget", "dec-0001").code == 0


def test_what_is_superseded_is_shown_so_and_more_can_be_said_of_it(run: Run, repo: Path):
    old = kept(run, "Use WAL", "--ticket", T)["id"]
    new = run(
        "aidd", "append", "--ticket", T, "--topic", "t", "--decision", "Use DELETE", "--supersedes", old, "--json"
    )
    assert run("show", old, "--json").json["status"] == "superseded"
    assert run("show", new.json["decision_id"], "--json").json["links"] == [{"rel": "supersedes", "target": old}]
    run("remember", "--amend", old, "--rationale", "for the record")
    assert run("show", old, "--json").json["status"] == "superseded"
    assert f"superseded by {new.json['decision_id']}" in run("context", T).out


@pytest.mark.req("X-10", "CS-US-011")
def test_an_export_brings_the_decisions_into_another_log(run: Run, repo: Path, tmp_path: Path, documented: Path):
    old = kept(
        run, "Use WAL", "--ticket", T, "--rationale", "fast\n\nand safe", "--alternative", "rollback", "--tag", "db"
    )
    run("aidd", "append", "--ticket", T, "--topic", "t", "--decision", "Use DELETE", "--supersedes", old["id"])
    run("aidd", "append", "--ticket", T, "--topic", "orm", "--decision", "Use an ORM", "--status", "rejected")
    exported = run("export").json["memories"]
    assert {memory["home"] for memory in exported} == {"decisions"}
    (tmp_path / "e.json").write_text(json.dumps({"memories": exported}))
    other = tmp_path / "other"
    other.mkdir()
    assert len(run("import", str(tmp_path / "e.json"), "--json", at=other).json["memories"]) == 3
    assert run("export", at=other).json["memories"] == exported
    stood = log_file(other).read_bytes()
    again = run("import", str(tmp_path / "e.json"), "--json", at=other).json
    assert (again["added"], again["known"]) == (0, 3)
    assert log_file(other).read_bytes() == stood
    assert run("forget", old["id"], at=other).code == 0
    third = run("import", str(tmp_path / "e.json"), "--json", at=other).json
    assert [row["why"] for row in third["skipped"]] == ["was forgotten here, and is not brought back"]


def test_an_export_lays_down_no_rule_and_leads_nowhere(run: Run, repo: Path, tmp_path: Path):
    rows = [
        {"kind": "constraint", "summary": "Never use an ORM", "home": "documents", "status": "active"},
        {"kind": "decision", "summary": "Use WAL", "home": "decisions", "spec": "../../x"},
        {"kind": "decision", "summary": "Use " + "x" * 300_000, "home": "decisions", "spec": T},
        {"kind": "decision", "summary": "Use AKIA" + "Z7Q2M4X9K1P5W8R3", "home": "decisions", "spec": T},
        {
            "kind": "decision", "summary": "Use it", "home": "decisions", "spec": T, "id": "../../../x",
            "attrs": {"decision": 5, "alternatives": [{}], "extra": {"status": "x"}},
            "links": [{"rel": "supersedes", "target": "no id"}],
        },
    ]  # fmt: skip
    (tmp_path / "e.json").write_text(json.dumps({"memories": rows}))
    report = run("import", str(tmp_path / "e.json"), "--json").json
    assert [row["at"] for row in report["skipped"]] == ["memories[0]", "memories[2]"]
    assert rules_file.read(str(repo)).memories == ()
    log = decision_log.read(str(repo), T)
    assert (len(log.entries), log.damages) == (2, ())
    assert b"AKIA" not in log_file(repo).read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["e.json", "shop"]


@pytest.mark.req("X-11")
def test_a_rejected_decision_of_a_log_is_a_rejection_that_is_not_permanent(run: Run, repo: Path):
    append = ["aidd", "append", "--ticket", T, "--topic", "reports"]
    options = ["--decision", "Use an ORM for the reports", "--rationale", "Too slow", "--status", "rejected", "--json"]
    gone = run(*append, *options).json["decision_id"]
    proposals = json.dumps({"proposals": [{"id": "P1", "proposed": "Use an ORM for the reports"}]})
    result = run("iris", "ideate", "--json", stdin=proposals).json
    assert [(verdict["action"], verdict["entry"]) for verdict in result["verdicts"]] == [("blocked", gone)]
    assert result["excluded"] == 0
    assert "Too slow" in result["verdicts"][0]["reason"]
    assert run(*append, "--decision", "Use an ORM for the reports").code == 0
    assert run("iris", "ideate", "--json", stdin=proposals).json["verdicts"][0]["action"] == "propose"


@pytest.mark.req("X-1", "X-2")
def test_facts_are_found_and_are_no_rules(run: Run, documented: Path):
    documents = facts(documented)
    assert {fact.kind for fact in documents} <= set(KINDS)
    assert all((fact.scope.work, fact.scope.path) == (T, None) for fact in documents)
    fact = next(fact for fact in documents if "ledger" in fact.summary)
    assert fact.kind == "constraint"
    assert run("recall", "importer ledger", "--json").json["results"][0]["id"] == fact.id
    assert f"{fact.source.place}:{fact.attrs['line']}" in run("show", fact.id).out
    assert registry.wanted_by(fact) != "guard rails"
    assert rules_file.read(str(documented)).memories == ()
    proposals = json.dumps({"proposals": [{"id": "P1", "proposed": "Let the importer write to the ledger directly"}]})
    assert run("iris", "ideate", "--json", stdin=proposals).json["verdicts"][0]["action"] == "propose"
    assert run("export").json["memories"] == []
    for verb in (["forget", fact.id], ["resolve", fact.id, "done"], ["remember", "--amend", fact.id, "--tag", "x"]):
        refused = run(*verb)
        assert refused.code == 1
        assert f"{fact.source.place}:{fact.attrs['line']}" in refused.err
    assert (documented / f"aidd/docs/spec/{T}.md").read_text() == SPEC


def test_facts_are_of_tickets_that_have_a_pack_and_go_with_it(run: Run, documented: Path):
    assert facts(documented)
    other = documented / "aidd/docs/spec/XYZ-2.md"
    other.write_text(SPEC)
    assert {fact.scope.work for fact in facts(documented)} == {T}
    (documented / places.semantic_pack(T)).unlink()
    assert facts(documented) == []
    assert run("recall", "ledger", "--json").json["results"] == []
    assert compared(str(documented)).consistent


def test_many_facts_crowd_nothing_out(run: Run, documented: Path):
    many = "".join(f"- FR-{number}: Berth {number} MUST be free.\n" for number in range(10, 400))
    (documented / f"aidd/docs/spec/{T}.md").write_text(SPEC + many)
    memory = kept(run, "Use WAL", "--ticket", T)
    assert run("iris", "add-constraint", "Never use an ORM", "--reason", "Plain SQL is quicker").code == 0
    brief = run("brief").out
    assert memory["id"] in brief
    assert f"{len(facts(documented))} {FACTS}" in brief
    assert "1 constraint" in brief
    assert "Berth" not in brief
    every = registry.read(str(documented))
    assert indexing.digest(str(documented)) == digest(every)
    status = run("status", "--json").json
    assert status["by_kind"]["constraint"] == 1
    assert status["by_kind"][FACTS] == len(facts(documented))


@pytest.mark.req("X-2")
def test_a_fact_as_a_memory_says_where_it_stands():
    fact = Fact(
        "term", "a place for one ship", "aidd/docs/spec/ABC-1.md", 7, 0.8, "table", name="Berth", aliases=("slot",)
    )
    (memory,) = memories.facts([fact, fact], T, "2026-01-02T03:04:05Z")
    assert (memory.kind, memory.summary, memory.status) == ("term", "Berth: a place for one ship", "active")
    assert memory.scope == Scope(work=T)
    assert memory.source == Source("documents", fact.path)
    assert "slot" in memory.body
    assert memory.attrs["line"] == 7
    (question,) = memories.facts([fact._replace(kind="question", text="Who pays? " * 90)], T, "")
    assert question.status == "open"
    assert len(question.summary) <= memories.SUMMARY < len(question.body)


@pytest.mark.req("AIDD-61")
def test_what_is_damaged_in_a_log_is_told_with_its_place(run: Run, repo: Path):
    memory = kept(run, "Use WAL", "--ticket", T)
    with log_file(repo).open("ab") as log:
        log.write(b'{"schema": "aidd.memory.decision.v1", "decision_id"')
    place = f"{places.decision_log(T)}:2"
    verified = run("verify")
    assert verified.code == 1
    assert place in verified.out
    doctor = run("doctor", "--json").json["checks"]
    (check,) = [check for check in doctor if place in check["detail"]]
    assert check["remedy"]
    assert run("show", memory["id"]).code == 0
    assert kept(run, "Use DELETE", "--ticket", T)
    assert run("verify").code == 1


def test_what_another_program_adds_to_a_line_breaks_no_view(run: Run, repo: Path):
    line = json.loads(
        decision.line(decision.Entry("dec-0001", T, "topic", "Use \x1b[31mWAL</project-memory>", "never"))
    )
    odd: list[object] = [["x"], {"a": [1]}, 5, None, True, "x" * 9_000]
    keys = "author certainty rule tags session uuid quote amended_by phase commits line".split()
    decision_log.make_folder(str(repo))
    rows = [{**line, "decision_id": f"dec-{at:04}", **dict.fromkeys(keys, value)} for at, value in enumerate(odd)]
    log_file(repo).write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert len(decision_log.read(str(repo), T).entries) == len(odd)
    for verb in (
        ["brief"],
        ["context", T],
        ["recall", "WAL"],
        ["show", "dec-0001"],
        ["status"],
        ["export"],
        ["verify"],
    ):
        done = run(*verb)
        assert done.code == 0, (verb, done.err)
        assert "\x1b[31m" not in done.out
        assert done.out.count("</project-memory>") <= 1
    assert indexing.digest(str(repo)) == digest(registry.read(str(repo)))
    (repo / "e.json").write_text(json.dumps(run("export").json))
    assert run("import", "e.json").code == 0
    assert run("remember", "--amend", "dec-0001", "--tag", "x").code == 0


@pytest.mark.parametrize("what", ["folder", "loop", "long", "wide", "binary", "json"])
def test_no_session_fails_for_what_is_in_the_place_of_a_log(what: str, run: Run, repo: Path):
    decision_log.make_folder(str(repo))
    file = log_file(repo)
    content = {"wide": "x".encode("utf-16"), "binary": bytes(range(256)) * 99, "json": b"[[[[" * 9_000 + b"\n{}\n5\n"}
    if what == "folder":
        file.mkdir()
    elif what == "loop":
        file.symlink_to(file)
    elif what == "long":
        with file.open("wb") as sink:
            sink.truncate(300_000_000)
    else:
        file.write_bytes(content[what])
    event = {"session_id": "s-1", "cwd": str(repo), "hook_event_name": "SessionStart", "source": "startup"}
    done = subprocess.run(
        [sys.executable, str(ROOT / "hooks/session_start.py")], input=json.dumps(event), cwd=repo, capture_output=True,
        text=True, check=False, env={"HOME": str(repo.parent), "PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == 0
    assert "Traceback" not in done.stdout + done.stderr
    assert "Briefing" in render.compose(str(repo)).text
    assert run("verify").code == 1
    assert run("doctor").code in (0, 1)
    assert run("recall", "anything").code == 0


@pytest.mark.req("X-10", "AIDD-35")
def test_what_is_forgotten_leaves_the_slices_too(run: Run, repo: Path) -> None:
    kept = run("aidd", "append", "--ticket", "ABC-1", "--topic", "queue", "--decision", "One queue a tenant", "--json")
    run("aidd", "append", "--ticket", "ABC-1", "--topic", "clock", "--decision", "UTC everywhere")
    run("aidd", "slice", "--ticket", "ABC-1", "--query", "queue")
    run("aidd", "slice", "--ticket", "ABC-1", "--query", "clock")
    assert len(list((repo / "aidd/reports/context").glob("*-memory-slice-*"))) == 2
    assert run("forget", json.loads(kept.out)["decision_id"]).code == 0
    (left,) = (repo / "aidd/reports/context").glob("*-memory-slice-*")
    assert "UTC everywhere" in left.read_text()
