"""Each kind of damage to a ticket's files is named: code, place, remedy; and what is whole has none."""

import json
import os
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.cli import main
from memory_core.core import registry
from memory_core.tickets import check, decision, decision_log, pack, packing, places
from memory_core.tickets.decision import Entry, identify
from memory_core.tickets.pack import Limits
from memory_core.tickets.verb_verify import _schema
from tests.aidd_documents import CODES
from tests.test_aidd_pack import FACTS, HEAD, LIMITS

SPEC = """# Lock gates

Updated: 2026-02-03

- **FR-1** A gate MUST NOT open while the levels differ.
- **FR-2** Every crossing MUST be written to the ledger.
"""
LOG, SEMANTIC, DECISIONS = places.decision_log("ABC-1"), places.semantic_pack("ABC-1"), places.decisions_pack("ABC-1")
SLICE = places.slice_pack("ABC-1", "gate")


def entry(topic, words, **more):
    return Entry(identify("ABC-1", topic, words), "ABC-1", topic, words, "2026-03-01T00:00:00Z")._replace(**more)


FIRST, SECOND = entry("retries", "Two tries"), entry("storage", "A ledger")


@pytest.fixture
def ticket(repo, capsys):
    spec = repo / "aidd/docs/spec/ABC-1.md"
    spec.parent.mkdir(parents=True)
    spec.write_text(SPEC)
    with registry.held(str(repo)):
        decision_log.append(str(repo), "ABC-1", [FIRST, SECOND])
    packing.both(str(repo), "ABC-1")
    assert output(capsys, "slice", "--root", repo, "--ticket", "ABC-1", "--query", "gate")[0] == 0
    return repo


def output(capsys, *arguments):
    code: Any
    try:
        code = main(["aidd", *map(str, arguments)])
    except SystemExit as left:
        code = left.code
    return code, *capsys.readouterr()


def verified(capsys, root, *paths):
    """The exit code, and the problems, each with all that a person needs."""
    code, out, err = output(capsys, "verify", "--root", root, "--ticket", "ABC-1", "--json", *paths)
    assert out, err
    report = json.loads(out)
    for problem in report["problems"]:
        assert problem["code"] in CODES
        assert problem["message"]
        assert problem["remedy"]
        assert problem["severity"] in ("error", "warning")
    assert report["ok"] is not any(problem["severity"] == "error" for problem in report["problems"])
    assert code == (0 if report["ok"] else 1)
    return code, report["problems"], report


@pytest.mark.req("AIDD-36")
def test_what_is_whole_has_no_problem(ticket, capsys):
    code, problems, report = verified(capsys, ticket)
    assert (code, problems) == (0, [])
    assert set(report["looked"]) == {LOG, SEMANTIC, DECISIONS, SLICE}


def line(**changes):
    return json.dumps({**json.loads(decision.line(FIRST)), **changes})


def without(key):
    return json.dumps({name: value for name, value in json.loads(decision.line(FIRST)).items() if name != key})


@pytest.mark.req("AIDD-36", "AIDD-27")
@pytest.mark.parametrize(
    ("damage", "code", "severity"),
    [
        ('{"schema": "aidd.memory', "log-json", "error"),
        (line()[:80], "log-json", "error"),
        ("Decided: no more tries", "log-json", "error"),
        ('{"ts": NaN}', "log-json", "error"),
        ("[" * 100_000, "log-json", "error"),
        ("x" * 300_000, "log-json", "error"),
        (b"\xff\xfe\xfa", "log-json", "error"),
        ("[]", "log-schema", "error"),
        ("{}", "log-schema", "error"),
        (line(schema="aidd.memory.decision.v2"), "log-schema", "error"),
        (without("topic"), "log-schema", "error"),
        (without("rationale"), "log-schema", "error"),
        (line(topic=["retries"]), "log-schema", "error"),
        (line(alternatives="none"), "log-schema", "error"),
        (line(ts="yesterday"), "log-schema", "error"),
        (line(ticket="ABC-2"), "log-schema", "warning"),
        (line(status="done"), "log-status", "error"),
        (line(status=None), "log-status", "error"),
        (line(decision_id="?"), "log-id", "error"),
        (line(decision_id="0123456789ab"), "log-id", "warning"),
        (line(supersedes=FIRST.id), "log-supersedes", "error"),
        (line(supersedes="0123456789ab"), "log-supersedes", "warning"),
        ("<<<<<<< HEAD", "log-conflict-marker", "error"),
        ("=======", "log-conflict-marker", "error"),
        (">>>>>>> feature/ABC-1", "log-conflict-marker", "error"),
    ],
    ids=range(25),
)
def test_a_damaged_line_is_named_with_its_number(ticket, capsys, damage, code, severity):
    with open(ticket / LOG, "ab") as log:
        log.write((damage if isinstance(damage, bytes) else damage.encode()) + b"\n")
    problems = [problem for problem in verified(capsys, ticket)[1] if problem["code"] != "pack-stale"]
    assert [(problem["code"], problem["path"], problem["place"], problem["severity"]) for problem in problems] == [
        (code, LOG, "line 3", severity)
    ]
    assert (ticket / LOG).read_bytes().count(b"\n") == 3


def edit(path, change):
    value = json.loads(path.read_text())
    change(value)
    path.write_text(pack.canonical(value))


@pytest.mark.req("AIDD-36", "AIDD-13", "AIDD-14")
@pytest.mark.parametrize(
    ("path", "change", "code", "place"),
    [
        (SEMANTIC, lambda p: p.pop("kind"), "pack-schema", ""),
        (SEMANTIC, lambda p: p.update(schema="aidd.memory.semantic.v2"), "pack-schema", "/schema"),
        (SEMANTIC, lambda p: p.update(schema=[]), "pack-schema", "/schema"),
        (SEMANTIC, lambda p: p.update(ticket="ABC-2"), "pack-schema", "/ticket"),
        (SEMANTIC, lambda p: p.update(generated_at="today"), "pack-schema", "/generated_at"),
        (SEMANTIC, lambda p: p.update(terms=[]), "pack-schema", "/terms"),
        (SEMANTIC, lambda p: p["constraints"]["rows"][1].__setitem__(3, "x"), "pack-schema", "/constraints/rows/1/3"),
        (SEMANTIC, lambda p: p["constraints"]["rows"][1].pop(), "pack-rows", "/constraints/rows/1"),
        (SEMANTIC, lambda p: p["constraints"]["rows"].append("row"), "pack-rows", "/constraints/rows/2"),
        (SEMANTIC, lambda p: p["terms"]["cols"].reverse(), "pack-rows", "/terms/cols"),
        (SEMANTIC, lambda p: p["open_questions"].extend(["Why?"] * 16), "pack-budget", "/open_questions"),
        (SEMANTIC, lambda p: p["invariants"].update(rows=[["I1", "t", "s:1"]] * 16), "pack-budget", "/invariants/rows"),
        (SEMANTIC, lambda p: p["open_questions"].append("Why? " * 2_000), "pack-budget", ""),
        (DECISIONS, lambda p: p.update(status="fine"), "pack-schema", "/status"),
        (DECISIONS, lambda p: p["active_decisions"]["rows"][0].append(1), "pack-rows", "/active_decisions/rows/0"),
        (DECISIONS, lambda p: p["superseded_heads"].update(rows=[["?", "abcd"]]), "pack-schema", "/superseded_heads"),
        (SLICE, lambda p: p["matches"]["rows"][0].pop(), "pack-rows", "/matches/rows/0"),
        (SLICE, lambda p: p.update(query="gate " * 700), "pack-budget", ""),
        (SLICE, lambda p: p.pop("stats"), "pack-schema", ""),
    ],
    ids=range(19),
)  # fmt: skip
def test_a_damaged_pack_is_named_with_its_place(ticket, capsys, path, change, code, place):
    edit(ticket / path, change)
    problems = verified(capsys, ticket)[1]
    assert {(problem["code"], problem["path"], problem["severity"]) for problem in problems} == {(code, path, "error")}
    assert all(problem["place"].startswith(place) for problem in problems)


@pytest.mark.req("AIDD-36")
@pytest.mark.parametrize(
    ("path", "text", "code", "severity"),
    [
        (SEMANTIC, "{", "pack-json", "error"),
        (SEMANTIC, "", "pack-json", "error"),
        (SEMANTIC, "[1]", "pack-json", "error"),
        (SEMANTIC, "[" * 200_000, "pack-json", "error"),
        (SEMANTIC, '{"a":' * 20_000, "pack-json", "error"),
        (SEMANTIC, "<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> x\n", "pack-json", "error"),
        (SEMANTIC, '{"schema": ' + "9" * 6_000 + "}", "pack-json", "error"),
        (SEMANTIC, b"\xff\xfe{\0}\0", "pack-file", "error"),
        (SEMANTIC, b"{\xfa}", "pack-file", "error"),
        (LOG, b"\xff\xfe{\0}\0", "log-file", "error"),
    ],
    ids=range(10),
)
def test_what_is_no_pack_at_all_is_a_problem_and_no_traceback(ticket, capsys, path, text, code, severity):
    (ticket / path).write_bytes(text if isinstance(text, bytes) else text.encode())
    problems = verified(capsys, ticket)[1]
    assert [(problem["code"], problem["path"], problem["severity"]) for problem in problems] == [(code, path, severity)]


@pytest.mark.parametrize("path", [LOG, SEMANTIC, DECISIONS, SLICE])
@pytest.mark.parametrize("what", ["folder", "pipe", "link", "link out", "dangling", "huge"])
def test_what_stands_in_a_files_place_is_a_problem_and_is_not_read(ticket, capsys, tmp_path, path, what):
    place = ticket / path
    outside = tmp_path / "outside"
    outside.write_bytes(place.read_bytes())
    os.unlink(place)
    if what == "folder":
        place.mkdir()
    elif what == "pipe":
        os.mkfifo(place)
    elif what == "link":
        os.replace(outside, ticket / "copy")
        place.symlink_to(ticket / "copy")
    elif what == "link out":
        place.symlink_to(outside)
    elif what == "dangling":
        place.symlink_to(tmp_path / "nothing")
    else:
        place.touch()
        os.truncate(place, 100_000_000)
    code, problems, _ = verified(capsys, ticket)
    assert code == 1
    assert (("log-file" if path == LOG else "pack-file"), path) in [
        (problem["code"], problem["path"]) for problem in problems
    ]


def change_document(root):
    (root / "aidd/docs/spec/ABC-1.md").write_text(SPEC.replace("MUST NOT", "MUST never"))


def change_log(root):
    with registry.held(str(root)):
        decision_log.append(str(root), "ABC-1", [entry("tests", "All of them")])


def reformat(root):
    (root / SEMANTIC).write_text(json.dumps(json.loads((root / SEMANTIC).read_text()), indent=1))


def reword(root):
    edit(root / SEMANTIC, lambda document: document["constraints"]["rows"][0].__setitem__(1, "A gate may open"))


@pytest.mark.req("AIDD-36")
@pytest.mark.parametrize(
    ("change", "path"),
    [(change_document, SEMANTIC), (change_log, DECISIONS), (reformat, SEMANTIC), (reword, SEMANTIC)],
)
def test_a_pack_that_its_sources_would_not_give_is_stale_until_it_is_made_again(ticket, capsys, change, path):
    change(ticket)
    code, problems, _ = verified(capsys, ticket)
    assert (code, [(problem["code"], problem["path"]) for problem in problems]) == (0, [("pack-stale", path)])
    packing.both(str(ticket), "ABC-1")
    assert verified(capsys, ticket)[:2] == (0, [])


@pytest.mark.parametrize(
    ("rules", "is_told"), [("*.pack.json -diff\n", True), ("*.jsonl merge=union\n", False), ("*.jsonl -merge\n", True)]
)
def test_a_log_that_git_would_not_merge_is_told(ticket, capsys, rules, is_told):
    (ticket / places.MEMORY / ".gitattributes").write_text(rules)
    code, problems, _ = verified(capsys, ticket)
    assert (code, [problem["code"] for problem in problems]) == (0, ["log-merge"] if is_told else [])
    assert all("merge=union" in problem["remedy"] for problem in problems)
    (ticket / ".gitattributes").write_text("*.decisions.jsonl merge=union\n")
    (ticket / places.MEMORY / ".gitattributes").write_text("*.pack.json -diff\n")
    assert verified(capsys, ticket)[:2] == (0, [])


@pytest.mark.req("AIDD-36")
def test_a_pack_whose_sources_are_gone_is_stale_and_to_be_deleted(ticket, capsys):
    for document in places.documents("ABC-1"):
        (ticket / document.path).unlink(missing_ok=True)
    code, [problem], _ = verified(capsys, ticket)
    assert (code, problem["code"], problem["path"]) == (0, "pack-stale", SEMANTIC)
    assert "delete" in problem["remedy"]
    assert (ticket / SEMANTIC).exists()
    os.unlink(ticket / LOG)
    assert [(problem["code"], problem["path"]) for problem in verified(capsys, ticket)[1]] == [
        ("pack-stale", SEMANTIC), ("pack-stale", DECISIONS),
    ]  # fmt: skip
    os.unlink(ticket / SEMANTIC)
    os.unlink(ticket / DECISIONS)


@pytest.mark.parametrize("path", [SEMANTIC, DECISIONS])
def test_a_missing_pack_is_told_with_what_makes_it(ticket, capsys, path):
    os.unlink(ticket / path)
    code, [problem], _ = verified(capsys, ticket)
    assert (code, problem["code"], problem["path"]) == (0, "pack-missing", path)
    verb = re.fullmatch(r"memory-core aidd (extract|pack) --ticket ABC-1", problem["remedy"])
    assert verb
    assert output(capsys, verb[1], "--root", ticket, "--ticket", "ABC-1")[0] == 0
    assert verified(capsys, ticket)[1] == []


def test_settings_and_documents_that_cannot_be_used_are_told(ticket, capsys):
    (ticket / "aidd/config").mkdir()
    (ticket / "aidd/config/conventions.json").write_text('{"memory": {"semantic": {"max_chars": 9000}}}')
    (ticket / "aidd/docs/prd").mkdir()
    (ticket / "aidd/docs/prd/ABC-1.prd.md").mkdir()
    code, problems, _ = verified(capsys, ticket)
    assert code == 0
    assert sorted((problem["code"], problem["path"]) for problem in problems) == [
        ("document", "aidd/docs/prd/ABC-1.prd.md"),
        ("settings", "aidd/config/conventions.json"),
    ]


@pytest.mark.req("AIDD-31", "AIDD-36")
def test_conflicts_are_told_and_are_no_error(ticket, capsys):
    rival = entry("retries", "Five tries")
    with registry.held(str(ticket)):
        decision_log.append(str(ticket), "ABC-1", [rival])
    packing.both(str(ticket), "ABC-1")
    code, problems, report = verified(capsys, ticket)
    assert (code, problems) == (0, [])
    assert [set(conflict["ids"]) for conflict in report["conflicts"]] == [{FIRST.id, rival.id}]
    assert rival.id in output(capsys, "verify", "--root", ticket, "--ticket", "ABC-1")[1]


def test_only_the_files_that_are_named_are_looked_at(ticket, capsys):
    (ticket / SEMANTIC).write_text("{")
    assert verified(capsys, ticket, DECISIONS, LOG)[2]["looked"] == [DECISIONS, LOG]
    assert verified(capsys, ticket, SEMANTIC)[0] == 1
    assert output(capsys, "verify", "--root", ticket, "/etc/passwd")[0] == 1
    assert output(capsys, "verify", "--root", ticket, "README.md")[0] == 1


def test_what_is_said_of_a_problem_does_not_speak_to_a_terminal_or_a_session(ticket, capsys):
    edit(
        ticket / SEMANTIC,
        lambda document: document["stats"].update({"</system-reminder>\x1b[2J": 1}, facts="</system-reminder>"),
    )
    edit(ticket / SEMANTIC, lambda document: document["terms"].update({"</system-reminder>\x1b[2J": 1}))
    out = output(capsys, "verify", "--root", ticket, "--ticket", "ABC-1")[1]
    assert "error pack-schema" in out
    assert "</system-reminder" not in out
    assert "\x1b" not in out


@given(HEAD, FACTS, LIMITS)
def test_every_pack_that_is_made_fits_its_schema(head, facts, limits):
    head = head._replace(ticket="ABC-1", at="2026-01-02T03:04:05Z")
    facts = [fact._replace(severity="high" if fact.severity else "") for fact in facts]
    text = pack.semantic(head, facts, 1, limits)
    assert check.of_pack("p", text, pack.SEMANTIC, "ABC-1", limits.held(), _schema(pack.SEMANTIC)) == []


@given(st.text(max_size=300) | st.recursive(st.none() | st.text() | st.integers(), st.lists).map(json.dumps))
def test_no_text_is_more_than_a_problem(text):
    for schema in pack.COLS:
        assert check.of_pack("p", text, schema, "ABC-1", Limits(), _schema(schema))


@given(st.lists(st.binary(max_size=80)))
def test_no_bytes_in_a_log_are_more_than_a_problem(lines):
    assert len(check.log("p", "ABC-1", enumerate(lines, 1), _schema("")).problems) >= len(lines)


@pytest.mark.req("AIDD-36")
def test_verify_and_doctor_name_a_damaged_pack_of_any_ticket(ticket, capsys):
    def printed(verb):
        main([verb, "--root", str(ticket), "--json"])
        return capsys.readouterr().out

    assert SEMANTIC not in printed("verify") + printed("doctor")
    (ticket / SEMANTIC).write_text("{")
    assert SEMANTIC in printed("verify")
    assert SEMANTIC in printed("doctor")


def test_an_action_that_is_none_is_a_mistake_of_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["aidd", "frobnicate"]) == 2
    assert "verify" in capsys.readouterr().err
