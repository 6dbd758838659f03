"""The skill of a ticket's memory: its scripts as processes, on a ticket as a team has it."""

import ast
import json
import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memory_core.tickets import places, verb_append
from memory_core.tickets.light import ticket_settings
from tests import forked
from tests.aidd_documents import CODES
from tests.client.seen import tree
from tests.conftest import ROOT, Output, derived
from tests.machine import Machine, machine
from tests.properties import family

__all__ = ["machine"]  # the fixture

SKILL = ROOT / "skills" / "aidd-memory"
SCRIPTS = sorted(path for path in SKILL.glob("runtime/*.py") if path.stem != "house")
TICKET = "TIDE-318"
PAYLOAD = {
    "topic": "sweep",
    "decision": "The sweep doesn't wait: it skips what's locked, $HOME and `all`",
    "rationale": "The shop's p95",
    "alternatives": ["wait 50 ms", "one hold a transaction"],
    "source_path": "aidd/docs/spec/TIDE-318.md",
}
EACH = [
    ["memory_extract"], ["memory_pack"], ["memory_slice", "--query", "late capture"], ["memory_verify"],
]  # fmt: skip
Run = Callable[..., Output]


@pytest.fixture
def project(repo: Path) -> Path:
    """A repository with the ticket, its work under way."""
    shutil.copytree(ROOT / "tests" / "ticket" / "aidd", repo / "aidd")
    return repo


@pytest.fixture
def start(project: Path, machine: Machine, elsewhere: Path) -> Run:
    """A script of the skill as a process of its own, in a folder that is not the project."""

    def call(script: str, *words: str, python: str = sys.executable) -> Output:
        command = [python, str(SKILL / "runtime" / f"{script}.py"), *words, "--root", str(project)]
        environment = {**os.environ, "MEMORY_CORE_DATA": str(machine.data)}
        done = subprocess.run(command, cwd=elsewhere, env=environment, capture_output=True, text=True, check=False)
        return Output(done.returncode, done.stdout, done.stderr)

    return call


@pytest.fixture
def run(project: Path, machine: Machine, elsewhere: Path) -> Run:
    """A script of the skill in this process, and what it hands over to as a forked one: no start of Python."""

    def call(script: str, *words: str, stdin: str = "", cwd: Path = elsewhere, data: Path = machine.data) -> Output:
        root = [] if cwd != elsewhere else ["--root", str(project)]
        launcher, *rest = handed(script, *words, *root)
        assert launcher == str(ROOT / "bin" / "memory-core")
        done = forked.verb(rest, cwd, stdin, MEMORY_CORE_DATA=str(data))
        return Output(done.returncode, done.stdout, done.stderr)

    return call


def handed(script: str, *words: str) -> list[str]:
    """What a script becomes."""
    path, became = SKILL / "runtime" / f"{script}.py", list[list[str]]()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", [str(path), *words])
        patch.syspath_prepend(path.parent)
        patch.setattr(os, "execv", lambda _, argv: became.append(argv))
        runpy.run_path(str(path), run_name="__main__")
    [command] = became
    return command


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A folder that is not the project."""
    folder = tmp_path / "else where"
    folder.mkdir()
    return folder


@pytest.fixture
def append(run: Run) -> Callable[..., dict[str, Any]]:
    """A decision by the skill's script, as JSON on standard input; what is written of it."""

    def write(**changed: Any) -> dict[str, Any]:
        done = run("decision_append", "--json", "--input-json", "-", stdin=json.dumps({**PAYLOAD, **changed}))
        assert done.code == 0, done.err
        given: dict[str, Any] = done.json
        return given

    return write


def interpreters() -> list[str]:
    """The Pythons of this machine that run, oldest first."""
    names = [f"python3.{minor}" for minor in range(6, 16)]
    paths = [path for path in map(shutil.which, names) if path]
    return [path for path in paths if not subprocess.run([path, "-c", ""], capture_output=True, check=False).returncode]


def rows(pack: dict[str, Any], section: str) -> list[dict[str, Any]]:
    return [dict(zip(pack[section]["cols"], row, strict=True)) for row in pack[section]["rows"]]


def lines(project: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (project / places.decision_log(TICKET)).read_text().splitlines()]


@pytest.mark.req("AIDD-2", "AIDD-9", "AIDD-12", "AIDD-32")
def test_extract_writes_the_semantic_pack_from_wherever_it_is_started(project: Path, run: Run):
    done = run("memory_extract", "--ticket", TICKET, "--format", "json")
    assert done.code == 0, done.err
    written = (project / places.semantic_pack(TICKET)).read_text()
    assert done.json == json.loads(written)
    assert done.json["schema"] == "aidd.memory.semantic.v1"
    assert done.json["source_path"] == places.context_pack(TICKET)
    assert len(written) <= 8_000
    assert len(written.splitlines()) <= 180
    (project / places.semantic_pack(TICKET)).unlink()
    assert run("memory_extract", cwd=project / "aidd" / "docs").code == 0  # the active ticket, from inside the project
    assert (project / places.semantic_pack(TICKET)).read_text() == written


@pytest.mark.req("AIDD-3", "AIDD-10", "AIDD-33")
def test_append_takes_words_that_a_shell_would_not_leave_alone(project: Path, append: Callable[..., dict[str, Any]]):
    first = append()
    [line] = lines(project)
    assert {key: line[key] for key in PAYLOAD} == PAYLOAD
    assert (line["ticket"], line["status"], line["stage"]) == (TICKET, "active", "implement")
    assert line["scope_key"] == "iteration_id_I2"
    assert first["decision_id"] == line["decision_id"]
    assert append(rationale="said again")["decision_id"] == first["decision_id"]


@pytest.mark.req("AIDD-11", "AIDD-34")
def test_the_pack_has_what_holds_and_what_it_replaced(project: Path, run: Run, append: Callable[..., dict[str, Any]]):
    old = append()["decision_id"]
    refused = append(topic="queue", decision="A queue of its own", status="rejected")["decision_id"]
    new = append(decision="The sweep waits 50 ms for a lock", supersedes=old)["decision_id"]
    done = run("memory_pack", "--ticket", TICKET, "--format", "json")
    assert done.code == 0, done.err
    assert done.json == json.loads((project / places.decisions_pack(TICKET)).read_text())
    assert [row["decision_id"] for row in rows(done.json, "active_decisions")] == [new]
    assert rows(done.json, "superseded_heads") == [{"decision_id": old, "head_id": new}]
    assert refused not in json.dumps(done.json["active_decisions"])


@pytest.mark.req("AIDD-35", "AIDD-42")
def test_a_slice_finds_by_topic_by_words_and_by_id(project: Path, run: Run, append: Callable[..., dict[str, Any]]):
    made = append()["decision_id"]
    assert run("memory_extract").code == 0
    for query, part in (
        (made, made),
        ("sweep", made),
        ("overhang", "Overhang"),
        ("crash of any process", "spec/TIDE-318.md:143"),
    ):
        done = run("memory_slice", "--query", query, "--format", "json")
        assert done.code == 0, done.err
        assert part in done.out
        [written] = [path for path in (project / places.CONTEXT).glob("*slice*") if part in path.read_text()]
        assert len(written.read_text()) <= 8_000
        written.unlink()


@pytest.mark.req("AIDD-36")
def test_verify_says_what_is_wrong_where_and_what_to_do(project: Path, run: Run, append: Callable[..., dict[str, Any]]):
    append()
    assert (run("memory_extract").code, run("memory_pack").code) == (0, 0)
    assert run("memory_verify", "--format", "json").json["ok"]
    with (project / places.decision_log(TICKET)).open("a") as log:
        log.write("<<<<<<< ours\n")
    done = run("memory_verify", "--ticket", TICKET, "--format", "json")
    assert done.code == 1
    assert not done.json["ok"]
    [problem, *_] = [
        problem for problem in done.json["problems"] if problem["path"].startswith(places.decision_log(TICKET))
    ]
    assert problem["code"]
    assert problem["message"]
    assert problem["remedy"]
    result = run("memory_verify", "--format", "text")
    assert result.code == 1
    assert problem["code"] in result.out + result.err


@pytest.mark.parametrize("script", family(SCRIPTS), ids=lambda path: path.stem)
def test_a_script_passes_on_how_it_ended(start: Run, script: Path):
    assert start(script.stem, "--help").code == 0
    assert start(script.stem, "--no-such-option").code == 2
    words = ["--query", "x"] if "slice" in script.stem else []
    refused = start(script.stem, "--ticket", "../../etc", *words)
    assert refused.code == 1
    assert "ticket" in refused.err


def test_any_python_hands_over(start: Run, run: Run):
    for path in (*SCRIPTS, SKILL / "runtime" / "house.py"):
        ast.parse(path.read_text(), feature_version=(3, 6))
    answers = {start("memory_slice", "--query", "hold.ttl", python=python).out for python in interpreters()[:2]}
    assert answers == {run("memory_slice", "--query", "hold.ttl").out}


def test_without_set_up_a_script_says_what_to_do(tmp_path: Path):
    done = subprocess.run(
        [sys.executable, str(SKILL / "runtime" / "memory_pack.py")],
        env={**os.environ, "MEMORY_CORE_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "memory-core setup" in done.stderr


@pytest.mark.req("AIDD-42", "AIDD-43", "AIDD-54", "AIDD-55", "AIDD-64")
def test_the_skill_says_the_order_in_which_packs_are_read():
    chain = places.read_chain("T", "SCOPE_KEY")
    policy = re.sub(r"<(\w+)>", lambda key: {"ticket": "T", "scope_key": "SCOPE_KEY"}.get(key[1], key[0]),
                  (SKILL / "references" / "read-policy.md").read_text())  # fmt: skip
    for text in ((SKILL / "SKILL.md").read_text(), policy):
        at = [text.rindex(f"`{path}`") for path in chain]
        assert at == sorted(at)
    assert "never an instruction" in (SKILL / "SKILL.md").read_text()
    assert all(re.search(rf"{path.stem}\b", (SKILL / "SKILL.md").read_text()) for path in SCRIPTS)


@pytest.mark.req("AIDD-33", "AIDD-55")
def test_the_command_of_the_skill_works_as_it_stands(project: Path, machine: Machine):
    [command] = re.findall(r"```sh\n(.*?)```", (SKILL / "SKILL.md").read_text(), re.DOTALL)
    environment = {**os.environ, "MEMORY_CORE_DATA": str(machine.data), "CLAUDE_PLUGIN_ROOT": str(ROOT)}
    done = subprocess.run(
        ["sh", "-c", command], cwd=project, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert lines(project)[0]["rationale"] == "The acquirer's limit is per minute"


@pytest.mark.req("AIDD-53", "AIDD-54")
def test_the_settings_of_the_read_policy_can_be_used(project: Path):
    text = (SKILL / "references" / "read-policy.md").read_text()
    for name, block in re.findall(r"`(aidd/config/\w+\.json)`:\n\n```json\n(.*?)```", text, re.DOTALL):
        (project / name).parent.mkdir(exist_ok=True)
        (project / name).write_text(block)
    settings = ticket_settings.read(str(project))
    assert settings.problems == ()
    assert (settings.require_decisions_pack, settings.full_reads, settings.semantic.rows) == ("soft", "advise", 15)


@pytest.mark.req("AIDD-53")
def test_the_entries_for_a_contract_name_what_there_is():
    text = (SKILL / "references" / "read-policy.md").read_text()
    [block] = [block for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL) if '"reads"' in block]
    contract = json.loads(f"{{{block}}}")
    packs = [places.semantic_pack("{ticket}"), places.decisions_pack("{ticket}")]
    assert contract["reads"]["optional"] == packs
    assert contract["actions"]["allowed_types"] == [verb_append.APPEND]


@pytest.mark.req("AIDD-4", "AIDD-6", "AIDD-8", "AIDD-12", "AIDD-64")
def test_what_was_there_before_is_left_as_it_stands(project: Path, run: Run, append: Callable[..., dict[str, Any]]):
    graph = project / "aidd" / "reports" / "research" / f"{TICKET}-rlm.pack.json"
    graph.parent.mkdir()
    graph.write_text('{"type": "rlm"}\n')
    before = tree(project)
    append()
    assert {run(script, *words).code for script, *words in EACH} == {0}
    after = tree(project)
    assert {path: after.get(path) for path in before} == before
    ours = (f"{places.MEMORY}/", f"{places.CONTEXT}/{TICKET}-memory-slice-")
    assert [path for path in after if path not in before and not path.startswith(ours)] == []


@pytest.mark.req("AIDD-5", "AIDD-7")
def test_packs_need_neither_index_nor_model(
    project: Path, run: Run, append: Callable[..., dict[str, Any]], machine: Machine, tmp_path: Path
):
    append()
    assert {run(script, *words).code for script, *words in EACH} == {0}
    made = tree(project)
    for path in [*project.glob("aidd/reports/**/*.pack.json"), *derived(project).glob("index*")]:
        path.unlink()
    bare = tmp_path / "bare"
    bare.mkdir()
    shutil.copy(machine.data / "interpreter", bare)  # and no model
    for script, *words in EACH:
        assert run(script, *words, cwd=project, data=bare).code == 0
    assert tree(project) == made


@pytest.mark.req("AIDD-4", "AIDD-35")
def test_the_page_shows_what_the_verbs_print(project: Path, machine: Machine):
    """Numbers and ids aside, every line that the page shows is printed; `…` stands for what it leaves out."""

    def shape(line: str) -> str:
        return re.sub(r"[\da-f]{8,}|[\d, ]+", "0", line)

    block = (
        (ROOT / "docs" / "tickets.md")
        .read_text()
        .partition("<!-- ticket:begin -->")[2]
        .partition("<!-- ticket:end -->")[0]
    )
    calls = re.findall(r"^\$ memory-core (.*)\n((?:(?!\$|```).*\n)*)", block, re.MULTILINE)
    assert len(calls) >= 4
    for words, shown in calls:
        done = forked.verb(shlex.split(words), project, MEMORY_CORE_DATA=str(machine.data))
        assert done.returncode == 0, done.stderr
        printed = [shape(line) for line in done.stdout.splitlines()]
        for line in filter(None, (line.rstrip("… ") for line in shown.splitlines())):
            assert any(row.startswith(shape(line)) for row in printed), line


def test_the_documents_name_codes_that_verify_has():
    source = "".join(
        (ROOT / "memory_core" / name).read_text() for name in ("tickets/check.py", "tickets/verb_verify.py")
    )
    assert [code for code in CODES if f'"{code}"' not in source] == []
