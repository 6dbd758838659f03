"""preflight, gate and apply: what a stage reads, whether it has what it needs, and the decisions that it hands over."""

import io
import json
import os
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.cli import main
from memory_core.core import registry
from memory_core.core.light.errors import Refusal
from memory_core.tickets import active, places, read_log, verb_append, verb_preflight
from memory_core.tickets.decision import identify
from memory_core.tickets.light import ticket_settings
from tests.conftest import Output

Run = Callable[..., Output]
SEMANTIC, DECISIONS = places.semantic_pack("ABC-1"), places.decisions_pack("ABC-1")
CONTEXT, PRD, LOG = places.context_pack("ABC-1"), "aidd/docs/prd/ABC-1.prd.md", places.decision_log("ABC-1")


@pytest.fixture
def run(repo: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run an action of `aidd` in the repository, with words on standard input."""

    def call(*arguments: str, stdin: str = "") -> Output:
        monkeypatch.chdir(repo)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        code = main(["aidd", *arguments])
        out, err = capsys.readouterr()
        return Output(code, out, err)

    return call


def has(repo: Path, path: str, text: str | dict[str, Any]) -> None:
    (repo / path).parent.mkdir(parents=True, exist_ok=True)
    (repo / path).write_text(text if isinstance(text, str) else json.dumps(text))


def codes(output: Output) -> list[str]:
    return [problem["code"] for problem in output.json["problems"]]


def decided(run: Run, topic: str, words: str) -> dict[str, Any]:
    output = run("append", "--ticket", "ABC-1", "--topic", topic, "--decision", words, "--json")
    assert output.code == 0, output.err
    entry: dict[str, Any] = output.json
    return entry


@pytest.mark.req("AIDD-37", "AIDD-38", "AIDD-39", "AIDD-40", "AIDD-41", "AIDD-42", "AIDD-50", "AIDD-53", "AIDD-60")
def test_preflight_names_the_chain_and_writes_a_read_map(run: Run, repo: Path, now: str) -> None:
    has(repo, active.FILE, {"ticket": "ABC-1", "stage": "review", "work_item": "iteration_id=I1"})
    has(repo, SEMANTIC, "{}\n")
    output = run("preflight", "--json")
    assert output.code == 0
    chain = output.json["chain"]
    assert [pack["path"] for pack in chain] == [
        "aidd/reports/research/ABC-1-rlm.pack.json",
        SEMANTIC,
        DECISIONS,
        "aidd/reports/loops/ABC-1/iteration_id_I1.loop.pack.md",
        CONTEXT,
    ]
    assert [(pack["exists"], pack["bytes"]) for pack in chain[:3]] == [(False, 0), (True, 3), (False, 0)]
    path = "aidd/reports/context/ABC-1/iteration_id_I1.readmap.json"
    assert output.json["readmap"] == path
    written = json.loads((repo / path).read_text())
    assert list(written) == [
        "schema", "ticket", "stage", "scope_key", "work_item_key", "generated_at", "entries", "allowed_paths",
        "loop_allowed_paths", "always_allow",
    ]  # fmt: skip
    assert (written["schema"], written["generated_at"], written["work_item_key"]) == (
        "aidd.readmap.v1", now, "iteration_id=I1",
    )  # fmt: skip
    packs = [entry for entry in written["entries"] if entry["path"] in (SEMANTIC, DECISIONS)]
    assert len(packs) == 2
    assert all(entry.keys() == {"ref", "path", "selector", "required", "reason"} for entry in written["entries"])
    assert not any(entry["required"] for entry in packs)
    assert {SEMANTIC, DECISIONS} <= set(written["allowed_paths"])
    assert "aidd/reports/memory/**" in written["always_allow"]
    before = (repo / path).read_bytes()
    assert not run("preflight", "--json").json["changed"]
    assert (repo / path).read_bytes() == before


@pytest.mark.req("AIDD-4", "AIDD-50")
def test_preflight_adds_both_packs_to_a_read_map_and_keeps_the_rest(run: Run, repo: Path) -> None:
    path = places.read_map("ABC-1", "ABC-1")
    first = {"ref": "rlm", "path": places.researched("ABC-1"), "selector": "", "required": True, "reason": "evidence"}
    other = {"ref": f"{CONTEXT}#AIDD:CONTEXT", "path": CONTEXT, "selector": "AIDD:CONTEXT", "required": True}
    known = {
        "schema": "aidd.readmap.v1", "custom": {"kept": 1}, "entries": [first, other, "of another kind"],
        "allowed_paths": [CONTEXT], "loop_allowed_paths": ["src/**"], "always_allow": ["aidd/reports/context/**"],
    }  # fmt: skip
    has(repo, path, known)
    assert run("preflight", "--ticket", "ABC-1").code == 0
    after = json.loads((repo / path).read_text())
    assert [entry if isinstance(entry, str) else entry["path"] for entry in after["entries"]] == [
        places.researched("ABC-1"), SEMANTIC, DECISIONS, CONTEXT, "of another kind",
    ]  # fmt: skip
    assert [entry for entry in after["entries"] if entry in known["entries"]] == known["entries"]
    assert after["custom"] == known["custom"]
    assert after["loop_allowed_paths"] == known["loop_allowed_paths"]
    assert after["allowed_paths"] == [CONTEXT, SEMANTIC, DECISIONS]
    assert after["always_allow"] == ["aidd/reports/context/**", "aidd/reports/memory/**"]
    before = (repo / path).read_bytes()
    run("preflight", "--ticket", "ABC-1")
    assert (repo / path).read_bytes() == before


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"schema": "aidd.readmap.v2"}', '{"entries": {}}', '{"allowed_paths": "x"}', "[" * 100_000]
)
def test_what_is_no_read_map_is_left_as_it_is(run: Run, repo: Path, text: str) -> None:
    path = places.read_map("ABC-1", "ABC-1")
    has(repo, path, text)
    output = run("preflight", "--ticket", "ABC-1")
    assert output.code == 1
    assert path in output.err
    assert (repo / path).read_text() == text


def test_a_read_map_keeps_what_it_holds_or_is_left_as_it_is(run: Run, repo: Path) -> None:
    path = places.read_map("ABC-1", "ABC-1")
    odd = [{"path": ["a"]}, {"path": {}, "ref": None}, {"ref": 7}, "\ud800"]
    has(repo, path, {"entries": odd, "allowed_paths": [[], {}, "\udc00"]})
    assert run("preflight", "--ticket", "ABC-1").code == 0
    after = json.loads((repo / path).read_text())
    assert [entry for entry in after["entries"] if entry in odd] == odd
    assert after["allowed_paths"][:3] == [[], {}, "\udc00"]
    for number in ("1e999", "-1e999", "NaN"):
        has(repo, path, f'{{"entries": [{number}]}}')
        assert run("preflight", "--ticket", "ABC-1").code == 1
        assert (repo / path).read_text() == f'{{"entries": [{number}]}}'


def test_a_read_map_is_not_written_out_of_the_project(run: Run, repo: Path, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (repo / "aidd" / "reports").mkdir(parents=True)
    (repo / "aidd" / "reports" / "context").symlink_to(tmp_path / "outside")
    assert run("preflight", "--ticket", "ABC-1").code == 1
    assert list((tmp_path / "outside").iterdir()) == []


values = st.recursive(st.none() | st.integers() | st.text(max_size=5), lambda inner: st.lists(inner, max_size=3))


@given(
    st.fixed_dictionaries({}, optional={key: st.lists(values) for key in ("entries", "allowed_paths", "always_allow")})
)
def test_merging_twice_is_merging_once(known: dict[str, Any]) -> None:
    once = verb_preflight._with_packs(known, "ABC-1")
    assert verb_preflight._with_packs(once, "ABC-1") == once
    for key, value in known.items():
        assert [element for element in once[key] if element in value] == value


@pytest.mark.req("AIDD-45", "AIDD-56", "AIDD-58", "AIDD-63", "A-11")
def test_a_gate_is_soft_then_hard_and_can_be_off(run: Run, repo: Path) -> None:
    gate = ("gate", "--ticket", "ABC-1", "--stage", "review", "--json")
    output = run(*gate)
    assert (output.code, output.json["ok"], codes(output)) == (0, True, ["pack-missing"])
    assert {"code", "path", "message", "remedy"} <= output.json["problems"][0].keys()
    output = run(*gate, "--hard")
    assert (output.code, output.json["ok"]) == (1, False)
    has(repo, ticket_settings.GATES, {"memory": {"require_decisions_pack": "hard"}})
    assert run(*gate).code == 1
    output = run("gate", "--ticket", "ABC-1", "--stage", "implement")
    assert output.code == 0
    assert "plan, review, qa" in output.out
    has(repo, ticket_settings.GATES, {"memory": {"require_decisions_pack": "off"}})
    output = run(*gate)
    assert (output.code, codes(output)) == (0, [])
    has(repo, ticket_settings.CONVENTIONS, {"memory": {"enabled": False}})
    assert run(*gate).code == 0


@pytest.mark.req("AIDD-45", "AIDD-58")
def test_a_pack_that_says_what_the_log_says_passes_a_hard_gate(run: Run, repo: Path) -> None:
    gate = ("gate", "--ticket", "ABC-1", "--stage", "qa", "--hard", "--json")
    decided(run, "retries", "Three tries with jitter")
    assert run("pack", "--ticket", "ABC-1").code == 0
    assert run(*gate).code == 0
    with (repo / LOG).open("a") as log:
        line = json.loads((repo / LOG).read_text())
        log.write(json.dumps({**line, "decision_id": "0123456789ab", "decision": "Nine tries"}) + "\n")
    output = run(*gate)
    assert (output.code, codes(output)) == (1, ["pack-stale"])
    assert run("pack", "--ticket", "ABC-1", "--top", "1").code == 0
    assert run(*gate).code == 0


@pytest.mark.req("AIDD-45", "AIDD-58", "AIDD-63", "A-11")
def test_a_pack_without_decisions_opens_no_hard_gate_and_a_soft_one_only_warns(run: Run, repo: Path) -> None:
    gate = ("gate", "--ticket", "ABC-1", "--stage", "plan", "--json")
    has(repo, PRD, "# Gates\n\n- FR-1: The gate must close.\n")
    assert run("pack", "--ticket", "ABC-1").code == 0
    output = run(*gate)
    assert (output.code, output.json["ok"], codes(output)) == (0, True, ["pack-empty"])
    assert run(*gate, "--hard").code == 1
    has(repo, ticket_settings.GATES, {"memory": {"require_decisions_pack": "hard"}})
    assert run(*gate).code == 1
    against = ("--topic", "gate", "--decision", "No gate at all", "--status", "rejected")
    assert run("append", "--ticket", "ABC-1", *against).code == 0
    output = run(*gate)
    assert (output.code, codes(output)) == (0, [])


@pytest.mark.req("AIDD-58")
@pytest.mark.parametrize("text", ["{", "[]", '{"schema": "x"}', "<<<<<<< ours\n{}\n"])
def test_a_pack_that_is_none_does_not_pass(run: Run, repo: Path, text: str) -> None:
    decided(run, "retries", "Three tries with jitter")
    has(repo, DECISIONS, text)
    output = run("gate", "--ticket", "ABC-1", "--stage", "plan", "--hard", "--json")
    assert output.code == 1
    assert len(codes(output)) == 1
    assert run("pack", "--ticket", "ABC-1").code == 0
    assert run("gate", "--ticket", "ABC-1", "--stage", "plan", "--hard").code == 0


@pytest.mark.req("AIDD-58", "AIDD-63", "A-11")
@pytest.mark.parametrize("what", ["folder", "pipe", "UTF-16", "link"])
@pytest.mark.parametrize("path", [LOG, DECISIONS, CONTEXT])
def test_whatever_is_in_a_files_place_is_told_and_a_soft_gate_stays_soft(
    run: Run, repo: Path, path: str, what: str, tmp_path: Path
) -> None:
    has(repo, CONTEXT, f"AIDD:READ_LOG: {SEMANTIC}\n")
    decided(run, "retries", "Three tries with jitter")
    has(repo, ticket_settings.GATES, {"memory": {"require_read_log": True}})
    gate = ("gate", "--ticket", "ABC-1", "--stage", "review", "--json")
    assert codes(run(*gate, "--hard")) == []
    (repo / path).unlink()
    put: dict[str, Callable[[Path], object]] = {
        "folder": Path.mkdir, "pipe": os.mkfifo,
        "UTF-16": lambda file: file.write_text("{}", "utf-16"), "link": lambda file: file.symlink_to(tmp_path / "x"),
    }  # fmt: skip
    put[what](repo / path)
    output = run(*gate)
    assert output.code == 0, output.err
    assert codes(output)
    assert path in {problem["path"] for problem in output.json["problems"]}
    assert run(*gate, "--hard").code == 1


@pytest.mark.req("AIDD-58")
def test_a_pack_that_was_edited_by_hand_does_not_pass(run: Run, repo: Path) -> None:
    decided(run, "retries", "Three tries with jitter")
    text = (repo / DECISIONS).read_text()
    has(repo, DECISIONS, text.replace("Three", "Seven"))
    output = run("gate", "--ticket", "ABC-1", "--stage", "plan", "--hard", "--json")
    assert (output.code, codes(output)) == (1, ["pack-stale"])


TOKEN = "ghp_" + "abcdefghijklmnopqrstuvwxyz0123456789"


def test_no_secret_is_shown_or_written_or_names_a_file(run: Run, repo: Path) -> None:
    has(repo, CONTEXT, f"## AIDD:READ_LOG\n- aidd/docs/spec/T-1-{TOKEN}.md\n")
    has(repo, active.FILE, {"ticket": "ABC-1", "stage": TOKEN, "work_item": TOKEN, "slug_hint": TOKEN})
    has(repo, ticket_settings.GATES, {"memory": {"require_read_log": True, "stages": ["review", TOKEN]}})
    has(repo, ticket_settings.CONVENTIONS, {"memory": {"read_order": [f"docs/{TOKEN}.md"]}})
    for json_ in ((), ("--json",)):
        for words in (
            ("gate", "--stage", "review"), ("gate",), ("gate", "--stage", TOKEN), ("preflight",),
            ("preflight", "--stage", TOKEN, "--scope-key", TOKEN), ("preflight", "--ticket", TOKEN),
            ("gate", "--ticket", TOKEN), ("verify",), ("pack", "--ticket", TOKEN), ("extract", "--ticket", TOKEN),
            ("append", "--ticket", TOKEN, "--topic", "t", "--decision", "d"),
            ("append", "--topic", "t", "--decision", "d"), ("slice", "--query", TOKEN),
        ):  # fmt: skip
            output = run(*words, *json_)
            assert TOKEN not in output.out + output.err
    written = [path for path in repo.rglob("*") if path.is_file() and places.MEMORY in str(path)]
    written += (repo / places.CONTEXT / "ABC-1").iterdir()
    assert len(written) > 3
    assert not any(TOKEN in path.read_text() for path in written)
    assert not any(TOKEN in str(path) for path in repo.rglob("*"))


def test_a_value_that_its_name_makes_a_secret_is_nowhere(run: Run, repo: Path) -> None:
    value = "correcthorse" + "battery8"
    table = f"| Name | Value |\n|---|---|\n| password | {value} |\n| DB_PASSWORD | {value} |\n"
    has(repo, "aidd/docs/spec/ABC-1.md", f"# S\n\n## Terms\n\n{table}\n## Defaults\n\n{table}")
    given = actions(append(topic="password", decision=value, alternatives=[value], rationale=value))
    for words in (
        ("append", "--topic", "password", "--decision", value, "--rationale", value, "--alternatives", value),
        ("append", "--topic", "DB_PASSWORD", "--decision", value), ("apply", "--actions", "-"), ("pack",),
        ("extract",), ("slice", "--query", "password"), ("slice", "--query", "DB_PASSWORD"),
    ):  # fmt: skip
        output = run(*words, "--ticket", "ABC-1", stdin=given)
        assert output.code == 0, output.err
        assert value not in output.out + output.err
    for verb in ("recall password", "context ABC-1", "brief"):
        assert main([*verb.split(), "--root", str(repo)]) == 0
    assert value not in run("verify", "--ticket", "ABC-1").out
    known = [path for path in (repo / "aidd/reports").rglob("*") if path.is_file()]
    assert len(known) > 4
    assert not any(value in path.read_text() for path in known)


LOGGED = {
    "in a line": f"Done.\nAIDD:READ_LOG: {SEMANTIC}; {CONTEXT} (reason: a; b); {PRD} (reason: to edit it)\n",
    "with commas": f"AIDD:READ_LOG: {SEMANTIC}, {PRD} (reason: to edit it, and/or read)\n",
    "in a section": f"# A\n\n## AIDD:READ_LOG\n- `{DECISIONS}`\n- {PRD} (reason: FR-1 is clipped)\n\n## B\n- {PRD}\n",
    "a part": f"## AIDD:READ_LOG\n\n* {SEMANTIC}\n* {PRD}#L10-L30\n* {PRD}:12-40\n* {PRD} (lines 3-9)\n",
    "numbered, with a dash": f"### AIDD:READ_LOG\n1. {SEMANTIC} — pack\n2. {PRD} — the table is needed\n",
    "in bold": f"**AIDD:READ_LOG:** {SEMANTIC} (reason: pack first), more text\n",
    "code and links": f"AIDD:READ_LOG: src/cart.py; [{SEMANTIC}]({SEMANTIC})\n",
    "a slice": f"AIDD:READ_LOG: {places.slice_pack('ABC-1', 'retries')}\n",
}
LACKING = {
    "no log": ("# Context\n", "read-log-missing"),
    "an empty one": ("## AIDD:READ_LOG\n\n## Next\n- x/y.md\n", "read-log-missing"),
    "a template": ("AIDD:READ_LOG: <paths>\n", "read-log-missing"),
    "no pack": (f"AIDD:READ_LOG: {CONTEXT}\n", "read-log-without-pack"),
    "another's pack": (f"AIDD:READ_LOG: {places.semantic_pack('ABC-2')}\n", "read-log-without-pack"),
    "the pack last": (f"AIDD:READ_LOG: {PRD} (reason: to edit it); {SEMANTIC}\n", "read-log-without-pack"),
    "no reason": (f"## AIDD:READ_LOG\n- {SEMANTIC}\n- {PRD}\n", "read-log-without-reason"),
    "a reason that is none": (f"## AIDD:READ_LOG\n- {SEMANTIC}\n- {PRD} (reason: )\n", "read-log-without-reason"),
    "an empty template": (f"AIDD:READ_LOG: {SEMANTIC}; {PRD} (reason: <why>)\n", "read-log-without-reason"),
}


@pytest.mark.req("AIDD-43", "AIDD-51")
@pytest.mark.parametrize("text", LOGGED.values(), ids=LOGGED)
def test_a_read_log_that_will_do(run: Run, repo: Path, text: str) -> None:
    has(repo, ticket_settings.GATES, {"memory": {"require_read_log": "hard", "require_decisions_pack": False}})
    has(repo, CONTEXT, text)
    assert run("gate", "--ticket", "ABC-1", "--stage", "review").code == 0
    assert run("gate", "--ticket", "ABC-1", "--stage", "qa", "--read-log", "-", stdin=text).code == 0


@pytest.mark.req("AIDD-43", "AIDD-51", "AIDD-58")
@pytest.mark.parametrize(("text", "code"), LACKING.values(), ids=LACKING)
def test_a_read_log_that_lacks_something(run: Run, repo: Path, text: str, code: str) -> None:
    gates = {"require_read_log": "soft", "require_decisions_pack": False}
    has(repo, ticket_settings.GATES, {"memory": gates})
    has(repo, CONTEXT, text)
    output = run("gate", "--ticket", "ABC-1", "--stage", "review", "--json")
    assert (output.code, codes(output)) == (0, [code])
    assert run("gate", "--ticket", "ABC-1", "--stage", "plan", "--json").json["problems"] == []
    has(repo, ticket_settings.GATES, {"memory": {**gates, "require_read_log": "hard"}})
    assert run("gate", "--ticket", "ABC-1", "--stage", "review").code == 1


@pytest.mark.req("AIDD-58", "AIDD-63")
def test_gates_that_cannot_be_read_are_told_and_hold_nobody_up_but_who_asks(run: Run, repo: Path) -> None:
    place = repo / ticket_settings.GATES
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text('{"memory": {"require_decisions_pack": "hard",}}')
    gate = ("gate", "--ticket", "ABC-1", "--stage", "review", "--json")
    output = run(*gate)
    assert (output.code, codes(output)[0]) == (0, "settings")
    assert run(*gate, "--hard").code == 1


@pytest.mark.req("AIDD-63")
def test_a_read_log_is_only_asked_for_where_that_is_set_or_one_is_given(run: Run, repo: Path) -> None:
    has(repo, ticket_settings.GATES, {"memory": {"require_decisions_pack": False}})
    assert codes(run("gate", "--ticket", "ABC-1", "--stage", "review", "--json")) == []
    output = run("gate", "--ticket", "ABC-1", "--stage", "review", "--read-log", "-", "--json", stdin="nothing")
    assert (output.code, codes(output)) == (0, ["read-log-missing"])
    assert run("gate", "--ticket", "ABC-1", "--read-log", str(repo / "none.md")).code == 1


@given(st.text(alphabet=st.sampled_from(list("AIDD:READ_LOG#-;()`[] \nx/.y")), max_size=200) | st.text(max_size=200))
def test_any_text_has_a_read_log_or_none(text: str) -> None:
    for rows in (text, f"## AIDD:READ_LOG\n{text}", f"AIDD:READ_LOG: {text}"):
        reads = read_log.reads(rows)
        assert reads is None or all(read.path for read in reads)


def actions(*given: dict[str, Any], **more: Any) -> str:
    return json.dumps({"schema_version": "aidd.actions.v1", "actions": list(given), **more})


def append(**params: Any) -> dict[str, Any]:
    return {"type": "memory_ops.decision_append", "params": params}


@pytest.mark.req("AIDD-52", "AIDD-60", "AIDD-33")
def test_the_decisions_of_an_actions_file_stand_in_the_log(run: Run, repo: Path) -> None:
    old = decided(run, "retries", "Nine tries")
    given = actions(
        append(topic="retries", decision="Three tries", rationale="It costs", supersedes=old["decision_id"]),
        {"type": "tasklist_ops.set_iteration_done", "params": {"id": "I1"}},
        append(title="currency", decision="Integers in cents", alternatives=["floats"], status="rejected", stage="qa"),
        {"type": "memory_ops.decision_append", "topic": "flat", "decision": "Keys beside the type do as well"},
        ticket="ABC-1",
        stage="implement",
        scope_key="iteration_id_I1",
    )
    output = run("apply", "--actions", "-", "--json", stdin=given)
    assert output.code == 0, output.err
    assert output.json["ok"]
    assert output.json["skipped"] == [{"index": 2, "type": "tasklist_ops.set_iteration_done"}]
    lines = [json.loads(line) for line in (repo / LOG).read_text().splitlines()][1:]
    assert [(line["topic"], line["decision"], line["stage"], line["status"]) for line in lines] == [
        ("retries", "Three tries", "implement", "active"),
        ("currency", "Integers in cents", "qa", "rejected"),
        ("flat", "Keys beside the type do as well", "implement", "active"),
    ]
    assert lines[0]["supersedes"] == old["decision_id"]
    assert {line["scope_key"] for line in lines} == {"iteration_id_I1"}
    before = (repo / LOG).read_bytes()
    again = run("apply", "--actions", "-", "--json", stdin=given)
    assert [entry["is_new"] for entry in again.json["applied"][1:]] == [False, False]
    assert (repo / LOG).read_bytes() == before


@pytest.mark.req("AIDD-52")
def test_a_decision_may_take_the_place_of_an_earlier_one_of_its_file(run: Run, repo: Path) -> None:
    first = decided(run, "retries", "Nine tries")["decision_id"]
    (repo / LOG).unlink()
    given = actions(append(topic="retries", decision="Nine tries"),
                    append(topic="retries", decision="Three tries", supersedes=first))  # fmt: skip
    assert run("apply", "--ticket", "ABC-1", "--actions", "-", stdin=given).code == 0
    assert len((repo / LOG).read_text().splitlines()) == 2


GOOD = append(topic="retries", decision="Three tries")
WRONG = {
    "no JSON": "{",
    "a list": "[]",
    "another schema": actions(GOOD, schema_version="aidd.actions.v9"),
    "no actions": '{"schema": "aidd.actions.v1"}',
    "no type": actions(GOOD, {"params": {}}),
    "no object": json.dumps({"actions": [GOOD, 7]}),
    "params of another kind": actions(GOOD, {"type": "memory_ops.decision_append", "params": []}),
    "no topic": actions(GOOD, append(decision="x")),
    "an unknown key": actions(GOOD, append(topic="x", decision="y", colour="red")),
    "a status that is none": actions(GOOD, append(topic="x", decision="y", status="maybe")),
    "an id that is none": actions(GOOD, append(topic="x", decision="y", supersedes="0123456789ab")),
    "another ticket": actions(GOOD, append(topic="x", decision="y", ticket="ABC-2")),
    "another file's": actions(GOOD, ticket="ABC-2"),
    "a ticket that is none": actions(GOOD, ticket=["ABC-1"]),
    "an action's ticket that is none": actions(GOOD, append(topic="x", decision="y", ticket=["ABC-1"])),
    "allowed what is no list": actions(GOOD, allowed_action_types="none"),
    "not allowed": actions(GOOD, allowed_action_types=["tasklist_ops.set_iteration_done"]),
    "far too long": actions(GOOD, append(topic="x", decision="y" * 100_000)),
}


@pytest.mark.req("AIDD-52")
@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
def test_all_actions_are_valid_or_nothing_is_written(run: Run, repo: Path, text: str) -> None:
    output = run("apply", "--ticket", "ABC-1", "--actions", "-", stdin=text)
    assert output.code == 1
    assert output.err.count("Nothing was kept") == 1
    assert not (repo / LOG).exists()


@pytest.mark.req("AIDD-52")
def test_an_action_that_append_would_refuse_keeps_the_ones_before_it_out(run: Run, repo: Path) -> None:
    old = decided(run, "retries", "Nine tries")["decision_id"]
    before = (repo / LOG).read_bytes()
    for word in (old[:3], old[:5], "zzzzzzzz"):
        given = actions(
            append(topic="queue", decision="Use redis"), append(topic="retries", decision="x", supersedes=word)
        )
        output = run("apply", "--ticket", "ABC-1", "--actions", "-", stdin=given)
        assert (output.code, output.err.count("action 2")) == (1, 1)
        assert (repo / LOG).read_bytes() == before


WORDS = ("one", "two", "three")
GIVEN = st.fixed_dictionaries(
    {"topic": st.sampled_from(WORDS), "decision": st.sampled_from(WORDS)},
    optional={
        "status": st.sampled_from(("active", "rejected", "maybe")),
        "rationale": st.sampled_from(WORDS),
        "supersedes": st.builds(lambda *words: identify("ABC-1", *words), *2 * [st.sampled_from(WORDS)]),
    },
)


@pytest.mark.req("AIDD-52")
@given(st.lists(GIVEN, min_size=1, max_size=6))
def test_an_actions_file_says_what_its_decisions_say_one_by_one_or_nothing(given: list[dict[str, Any]]) -> None:
    with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
        work = active.Work("ABC-1")
        fails = False
        try:
            for decision in given:
                with registry.held(first):
                    verb_append.decide(first, work, decision)
        except Refusal:
            fails = True
        try:
            with registry.held(second):
                verb_append.apply(second, work, list(enumerate(given, 1)))
        except Refusal:
            assert fails
            assert not Path(second, LOG).exists()
            return
        assert not fails
        strip = re.compile('"ts": "[^"]*"')
        assert strip.sub("", Path(second, LOG).read_text()) == strip.sub("", Path(first, LOG).read_text())


def test_without_a_ticket_each_says_how_to_name_one(run: Run) -> None:
    for words in (("preflight",), ("gate", "--stage", "qa"), ("apply", "--actions", "-")):
        output = run(*words, stdin=actions(GOOD))
        assert output.code == 1
        assert "--ticket" in output.err
