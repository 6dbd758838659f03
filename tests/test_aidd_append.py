"""`aidd append`: what is kept, what is refused before anything is written, and what a session may say."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memory_core.cli import main
from memory_core.tickets import decision, decision_log, places
from tests.conftest import Output

Run = Callable[..., Output]
T = "ABC-1"
KEYS = [
    "schema", "ts", "ticket", "scope_key", "stage", "decision_id", "topic", "decision", "alternatives", "rationale",
    "source_path", "status",
]  # fmt: skip


@pytest.fixture
def run(repo: Path, now: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run `aidd append` in the repository, in this process; `stdin` is what stands on standard input."""
    (repo / "aidd").mkdir()
    monkeypatch.chdir(repo)

    def call(*arguments: str, stdin: str = "") -> Output:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        code = main(["aidd", "append", *arguments])
        out, err = capsys.readouterr()
        return Output(code, out, err)

    return call


def lines(repo: Path) -> list[dict[str, Any]]:
    file = repo / places.decision_log(T)
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def appended(run: Run, *arguments: str, stdin: str = "") -> dict[str, Any]:
    done = run("--ticket", T, "--json", *arguments, stdin=stdin)
    assert done.code == 0, done.err
    entry: dict[str, Any] = done.json
    return entry


@pytest.mark.req("AIDD-33", "AIDD-24", "AIDD-25", "AIDD-26", "AIDD-27")
def test_a_decision_becomes_a_line_and_is_printed_as_it_stands_there(run: Run, repo: Path, now: str):
    entry = appended(
        run, "--topic", "retry policy", "--decision", "Three tries, with jitter", "--alternatives", "none, five tries",
        "--rationale", "The tail of last week", "--scope-key", "iteration_id=I1", "--stage", "implement",
        "--source-path", "aidd/docs/spec/ABC-1.md",
    )  # fmt: skip
    (line,) = lines(repo)
    assert list(line) == KEYS
    assert entry == {**line, "path": places.decision_log(T), "is_new": True}
    assert line["ts"] == now
    assert line["decision_id"] == decision.identify(T, "retry policy", "Three tries, with jitter")
    assert line["alternatives"] == ["none", "five tries"]
    assert (line["scope_key"], line["stage"], line["status"]) == ("iteration_id_I1", "implement", "active")


@pytest.mark.req("AIDD-33")
def test_json_and_flags_say_the_same_and_flags_win(run: Run, repo: Path):
    given = {"topic": "cache", "decision": "Use Redis", "alternatives": ["disk, compressed", "none"], "ts": "yesterday"}
    entry = appended(run, "--input-json", "-", "--decision", "Use memcached", stdin=json.dumps(given))
    assert (entry["topic"], entry["decision"]) == ("cache", "Use memcached")
    assert entry["alternatives"] == ["disk, compressed", "none"]
    (repo / "decision.json").write_text(json.dumps({**given, "alternatives": "a, b"}))
    assert appended(run, "--input-json", "decision.json")["alternatives"] == ["a", "b"]
    options = ("--alternatives", "disk, compressed", "--alternatives", "none")
    assert appended(run, "--topic", "x", "--decision", "y", *options)["alternatives"] == ["disk, compressed", "none"]


@pytest.mark.req("AIDD-33")
def test_an_object_comes_in_on_standard_input_as_a_word_or_in_a_file(run: Run, repo: Path):
    given = {"topic": "cache", "decision": "Use Redis", "alternatives": ["disk"]}
    entry = appended(run, stdin=json.dumps(given))
    assert (entry["topic"], entry["decision"], entry["alternatives"]) == ("cache", "Use Redis", ["disk"])
    assert appended(run, "--rationale", "fast", stdin=json.dumps(given))["rationale"] == "fast"
    assert appended(run, json.dumps({**given, "topic": "queue"}))["topic"] == "queue"
    assert appended(run, "--input-json", json.dumps({**given, "topic": "lock"}))["topic"] == "lock"
    (repo / "decision.json").write_text(json.dumps({**given, "topic": "log"}))
    assert appended(run, "decision.json")["topic"] == "log"
    assert appended(run, "-", stdin=json.dumps({**given, "topic": "mail"}))["topic"] == "mail"
    refused = run("--ticket", T, stdin="no object")
    assert (refused.code, "standard input" in refused.err) == (1, True)


@pytest.mark.req("AIDD-33")
@pytest.mark.parametrize(
    ("options", "kept"),
    [
        (["--alternative", "disk, compressed"], ["disk, compressed"]),
        (["--alternative", "disk", "--alternative", "none"], ["disk", "none"]),
        (["--alternatives", "disk,none"], ["disk", "none"]),
        (["--alternatives", "disk, compressed", "--alternatives", "none"], ["disk, compressed", "none"]),
    ],
)
def test_both_spellings_of_alternatives_are_taken_everywhere(options: list[str], kept: list[str], run: Run, repo: Path):
    assert appended(run, "--topic", "cache", "--decision", "Use Redis", *options)["alternatives"] == kept
    assert main(["remember", "decision", "Use WAL for the queue", "--ticket", T, *options]) == 0
    assert lines(repo)[-1]["alternatives"] == kept


@pytest.mark.req("AIDD-3", "AIDD-28", "AIDD-33", "AIDD-61")
def test_a_decision_supersedes_the_one_that_its_id_or_the_beginning_of_it_names(run: Run, repo: Path):
    old = appended(run, "--topic", "t", "--decision", "one")["decision_id"]
    new = appended(run, "--topic", "t", "--decision", "two", "--supersedes", old[:6])
    assert new["supersedes"] == lines(repo)[1]["supersedes"] == old
    log = decision_log.read(str(repo), T)
    assert {entry.id: entry.status for entry in log.entries} == {old: "superseded", new["decision_id"]: "active"}
    again = appended(run, "--topic", "t", "--decision", "one")
    assert again["is_new"]
    assert [entry.status for entry in decision_log.read(str(repo), T).entries] == ["active", "superseded"]
    beside = appended(run, "--topic", "t", "--decision", "three", "--anew")
    assert "supersedes" not in beside


@pytest.mark.req("AIDD-61")
def test_an_id_that_the_log_does_not_hold_is_not_superseded(run: Run, repo: Path):
    old = appended(run, "--topic", "t", "--decision", "one")["decision_id"]
    near = old[:-1] + ("0" if old[-1] != "0" else "1")
    short = run("--ticket", T, "--topic", "t", "--decision", "two", "--supersedes", old[:3])
    assert "6" in short.err
    for word in (near, old[:5], "zzzzzzzz", "../../etc"):
        refused = run("--ticket", T, "--topic", "t", "--decision", "two", "--supersedes", word)
        assert refused.code == 1
        assert old in refused.err
    itself = run("--ticket", T, "--topic", "t", "--decision", "one", "--supersedes", old)
    assert itself.code == 1
    assert len(lines(repo)) == 1


@pytest.mark.req("AIDD-25", "AIDD-61")
def test_the_same_decision_again_is_no_second_line_and_more_of_it_is(run: Run, repo: Path):
    first = appended(run, "--topic", "t", "--decision", "Use WAL", "--rationale", "fast")
    again = appended(run, "--topic", " T", "--decision", "use  wal.")
    assert again == {**first, "is_new": False}
    assert "nothing new" in run("--ticket", T, "--topic", "t", "--decision", "Use WAL", "--rationale", "fast").out
    assert len(lines(repo)) == 1
    more = appended(run, "--topic", "t", "--decision", "Use WAL", "--stage", "qa")
    assert (more["is_new"], more["rationale"], more["stage"]) == (True, "fast", "qa")
    gone = appended(run, "--topic", "t", "--decision", "Use WAL", "--status", "rejected")
    assert "rejected" in run("--ticket", T, "--topic", "t", "--decision", "Use WAL", "--status", "rejected").out
    assert [entry.status for entry in decision_log.read(str(repo), T).entries] == ["rejected"]
    assert gone["decision_id"] == first["decision_id"]


def test_bytes_of_an_argument_that_are_no_text_are_a_refusal_or_a_mark(run: Run, repo: Path):
    bad = b"\xff\xff\xff\xff\xff\xff\xff".decode("utf-8", "surrogateescape")
    assert run("--ticket", T, "--topic", "t", "--decision", "d", "--supersedes", bad).code == 1
    assert run("--ticket", bad, "--topic", "t", "--decision", "d").code == 1
    entry = appended(run, "--topic", "t", "--decision", f"use {bad}", "--rationale", bad, "--alternatives", bad)
    assert entry["decision_id"] == decision.identify(T, "t", lines(repo)[0]["decision"])
    assert not appended(run, "--topic", "t", "--decision", f"use {bad}")["is_new"]


def test_what_was_not_taken_is_no_reason_in_a_briefing(run: Run, repo: Path, capsys: pytest.CaptureFixture[str]):
    appended(run, "--topic", "hashing", "--decision", "HMAC with a pepper", "--alternatives", "Argon2, plain")
    assert main(["brief", "--root", str(repo)]) == 0
    assert "HMAC" in (briefing := capsys.readouterr().out)
    assert "Argon2" not in briefing


@pytest.mark.req("AIDD-31", "AIDD-61")
def test_a_conflict_is_named_where_it_begins(run: Run):
    first = appended(run, "--topic", "t", "--decision", "one")["decision_id"]
    assert first in run("--ticket", T, "--topic", "T", "--decision", "two").out


LONG = {"topic": 120, "decision": 600, "rationale": 1_000}


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--decision", "d"], "topic"),
        (["--topic", "\0\x1b", "--decision", "d"], "topic"),
        (["--topic", "t"], "decision"),
        (["--topic", " ", "--decision", "d"], "topic"),
        *((["--topic", "t", "--decision", "d", f"--{key}", "x" * (most + 1)], key) for key, most in LONG.items()),
        (["--topic", "t", "--decision", "d", "--alternatives", "a,b,c,d,e,f"], "alternatives"),
        (["--topic", "t", "--decision", "d", "--alternatives", "x" * 201], "alternatives"),
        (["--topic", "t", "--decision", "d", "--status", "done"], "active, superseded, rejected"),
        (["--topic", "t", "--decision", "d", "and", "more"], "and more"),
        (["--topic", "t", "--decision", "d", "--ticket", "../x"], "ticket"),
        (["--topic", "t", "--decision", "d", "--input-json", "none.json"], "none.json"),
    ],
)
def test_what_cannot_be_kept_is_refused_and_nothing_is_written(arguments: list[str], named: str, run: Run, repo: Path):
    refused = run("--ticket", T, *arguments)
    assert refused.code == 1
    assert named in refused.err
    assert not (repo / "aidd/reports").exists()


@pytest.mark.parametrize(
    "given",
    [
        "", "null", "[]", '"x"', "{", '{"topic": 1, "decision": "d"}', '{"topic": "t", "decision": ["d"]}',
        '{"topic": "t", "decision": "d", "alternatives": [1]}', '{"topic": "t", "decision": "d", "topics": "x"}',
        '{"topic": "t", "decision": "d", "status": {}}', '{"topic": "t", "decision": "d", "alternatives": {"a": 1}}',
        "[" * 100_000, '{"topic": "t", "decision": "d", "ticket": "../x"}', "{}",
    ],
)  # fmt: skip
def test_json_that_is_no_decision_is_refused_and_nothing_is_written(given: str, run: Run, repo: Path):
    refused = run("--input-json", "-", stdin=given)
    assert refused.code == 1
    assert "Traceback" not in refused.err
    assert not (repo / "aidd/reports").exists()


@pytest.mark.req("AIDD-33")
def test_the_longest_that_may_be_said_is_kept(run: Run, repo: Path):
    given = [part for key, most in LONG.items() for part in (f"--{key}", "é" * most)]
    appended(run, *given, *(part for letter in "abcde" for part in ("--alternatives", letter * 200)))
    assert len(lines(repo)[0]["alternatives"]) == 5


def test_no_secret_is_written(run: Run, repo: Path):
    key = "AKIA" + "Z7Q2M4X9K1P5W8R3"
    for field in ("topic", "decision", "rationale", "alternatives", "source-path", "stage"):
        entry = appended(run, "--topic", "t", "--decision", f"d {field}", f"--{field}", f"with {key} in")
        assert key not in json.dumps(entry)
    assert key.encode() not in (repo / places.decision_log(T)).read_bytes()


@pytest.mark.parametrize(
    ("typed", "topic", "words"),
    [
        ("--topic clocks --decision \"We don't trust the user's clock\"", "clocks", "We don't trust the user's clock"),
        ("--topic clocks we don't trust it", "clocks", "we don't trust it"),
        ("--topic 'the clock' --decision 'Say \"UTC\", always'", "the clock", 'Say "UTC", always'),
        ("--topic=clocks --decision '--fast is not an option of ours'", "clocks", "--fast is not an option of ours"),
    ],
)
def test_the_words_of_a_session_come_through(typed: str, topic: str, words: str, run: Run, repo: Path):
    done = run("--args-stdin", "--json", stdin=f"--ticket {T} {typed}")
    assert done.code == 0, done.err
    assert (lines(repo)[0]["topic"], lines(repo)[0]["decision"]) == (topic, words)


def test_a_session_names_no_other_project_and_no_file_out_of_its_own(run: Run, repo: Path, tmp_path: Path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "secret.json").write_text('{"topic": "t", "decision": "d"}')
    for typed in (
        f"--root {tmp_path / 'elsewhere'} --topic t --decision d",
        f"--input-json {tmp_path / 'secret.json'}",
        "--input-json -",
        "--topics t --decision d",
    ):
        run("--args-stdin", stdin=f"--ticket {T} {typed}")
        assert list((tmp_path / "elsewhere").iterdir()) == []
        assert lines(repo) == []


def test_ticket_stage_and_scope_are_those_of_the_active_work(run: Run, repo: Path):
    (repo / "aidd/docs").mkdir()
    active = {"ticket": T, "slug_hint": "retry", "stage": "review", "work_item": "iteration_id=I2"}
    (repo / "aidd/docs/.active.json").write_text(json.dumps(active))
    done = run("--topic", "t", "--decision", "d", "--json")
    assert (done.json["ticket"], done.json["stage"], done.json["scope_key"]) == (T, "review", "iteration_id_I2")
    other = run("--ticket", "XYZ-2", "--topic", "t", "--decision", "d", "--json").json
    assert (other["stage"], other["scope_key"]) == ("", "XYZ-2")


def test_without_a_ticket_nothing_is_kept(run: Run, repo: Path):
    refused = run("--topic", "t", "--decision", "d")
    assert refused.code == 1
    assert "--ticket" in refused.err


@pytest.mark.req("AIDD-11", "AIDD-29")
def test_the_pack_follows(run: Run, repo: Path):
    identity = appended(run, "--topic", "t", "--decision", "one")["decision_id"]
    pack = json.loads((repo / places.decisions_pack(T)).read_text())
    assert [row[0] for row in pack["active_decisions"]["rows"]] == [identity]


def test_a_decision_is_kept_also_where_its_pack_cannot_be_written(run: Run, repo: Path):
    (repo / places.decisions_pack(T)).mkdir(parents=True)
    assert appended(run, "--topic", "t", "--decision", "one")["is_new"]
    assert len(lines(repo)) == 1
