"""Formats are declared once: schemas are made of them, both agree, and no value costs more than it is worth."""

import itertools
import json
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from memory_core import edges
from memory_core.capture.light import on_stop
from memory_core.core import session
from memory_core.core.light import client_process
from memory_core.core.light.errors import Refusal
from memory_core.core.light.event import Event
from memory_core.edges import _formats
from memory_core.recall import verb_reindex
from memory_core.setup import doctor
from tests.conftest import ROOT
from tests.format_corpus import WHOLE, mutated
from tests.properties import rounds
from tests.rows import each_row
from tests.test_hooks import Client
from tools import schemas

faults = edges.formats()


def schema(name: str) -> Any:
    return json.loads(schemas.path(name).read_text())


def validator_of(name: str) -> Any:
    """The validator for the draft that a schema names."""
    return jsonschema.validators.validator_for(schema(name))


def first(name: str, value: Any) -> tuple[str, str]:
    return next(faults(name, value))


@pytest.mark.req("IRIS-11")
def test_every_schema_is_what_its_format_makes_and_no_other_stands_there() -> None:
    files = {schemas.path(name) for name in _formats.HOMES}
    assert {file for folder in {file.parent for file in files} for file in folder.iterdir()} == files
    assert validator_of("iris-memory") is jsonschema.Draft7Validator
    for name in _formats.HOMES:
        text = schemas.path(name).read_text()
        assert text == schemas.text(name), f"run `python -m tools.schemas`: {name}"
        validator_of(name).check_schema(json.loads(text))
        assert {"title", "description"} <= json.loads(text).keys()
    assert WHOLE.keys() == _formats.HOMES.keys()


@pytest.mark.heavy
@each_row("name", _formats.HOMES)
def test_a_format_and_its_schema_agree_on_what_fits(name: str) -> None:
    validator = validator_of(name)(schema(name))
    for document in WHOLE[name]:
        assert list(faults(name, document)) == []
        assert validator.is_valid(document)
        for what, changed in mutated(document):
            assert bool(list(faults(name, changed))) != validator.is_valid(changed), what


@pytest.mark.heavy
@each_row("name", _formats.HOMES)
def test_no_fault_quotes_the_value_and_every_one_has_words(name: str) -> None:
    for document in WHOLE[name]:
        for what, changed in mutated(document):
            for place, words in faults(name, changed):
                assert words, what
                assert "xxx" not in place + words
                assert "its format" not in words, (what, place)


@each_row(
    ("name", "value", "place", "words"),
    [
        ("export", {"memories": [{"summary": "s"}]}, "memories[0]", "lacks 'kind'"),
        ("export", {"memories": [{"kind": "k", "summary": []}]}, "memories[0].summary", "is a list; it must be a text"),
        ("export", {"memories": [{"kind": "k", "summary": "s", "body": 1}]}, "memories[0].body",
         "is a number; it must be a text or null"),
        ("export", {"memories": [{"kind": "k", "summary": "s", "links": [{"target": "t", "rel": True}]}]},
         "memories[0].links[0].rel", "is true; it must be a text"),
        ("export", {"memories": [], "filter": {"spec": 1}}, "filter.spec", "is a number; it must be a text or null"),
        ("export", {"memories": [], "version": True}, "version", "must be 1"),
        ("export", [], "", "is a list; it must be an object"),
        ("decisions", {}, "", "is an object; it must be a list"),
        ("decisions", [{"id": "d", "decision": "x"}], "[0].id", "does not fit pattern: ^[a-z]-[0-9a-z]{8,}$"),
        ("decisions", [None], "[0]", "is null; it must be an object"),
        ("iris-memory", {**WHOLE["iris-memory"][0], "x": 1}, "", "has keys that do not belong there: 'x'"),
        ("iris-memory", {**WHOLE["iris-memory"][0], **dict.fromkeys("vwxyz")}, "",
         "has keys that do not belong there: 'v', 'w', 'x' and 2 more"),
        ("iris-memory", {**WHOLE["iris-memory"][0], "last_updated": "x"}, "last_updated",
         "must be a day of the calendar, YYYY-MM-DD"),
        ("iris-memory", {**WHOLE["iris-memory"][0], "last_ids": {"XX": 1}}, "last_ids", "must be AC or IP or RC"),
        ("iris-memory", {**WHOLE["iris-memory"][0], "rejected_changes":
                         [{**WHOLE["iris-memory"][0]["rejected_changes"][0], "permanent": True}]},
         "rejected_changes[0]", "is permanent and has a day on which it expires; it can have one of them"),
        ("iris-memory", {**WHOLE["iris-memory"][0], "intentional_patterns":
                         [{**WHOLE["iris-memory"][0]["intentional_patterns"][0], "scope": 1}]},
         "intentional_patterns[0].scope", "is a number; it must be a text or a list"),
        ("aidd-decision", {**WHOLE["aidd-decision"][0], "status": "open"}, "status",
         "must be active or superseded or rejected"),
        ("aidd-memory-slice", {**WHOLE["aidd-memory-slice"][0], "matches": {"cols": ["kind"], "rows": [["term"]]}},
         "matches.cols", "must be ['kind', 'ref', 'text', 'source']"),
        ("hook-event", {}, "", "lacks 'hook_event_name'"),
        ("hook-event", {"hook_event_name": "Started"}, "hook_event_name",
         "must be SessionStart or UserPromptSubmit or PreToolUse or Stop or PreCompact or SessionEnd"),
        ("queue-event", {"name": "Stop", "session": "a\0", "transcript": ""}, "session", "must be the id of a session"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_place(name: str, value: Any, place: str, words: str) -> None:
    assert first(name, value) == (place, words)


MILLION = 1_000_000
GOOD = {"id": "d-0000abcd", "decision": "Use WAL"}


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("export", lambda: {"memories": [{}] * MILLION}),
        ("export", lambda: {"memories": [{"kind": "k", "summary": "s", "tags": [1] * MILLION}]}),
        ("export", lambda: {"memories": [{"kind": "k", "summary": "s", "links": [1] * MILLION}]}),
        ("decisions", lambda: [{**GOOD, "tags": [1] * MILLION, "history": [{}] * MILLION}]),
        ("iris-memory", lambda: {**WHOLE["iris-memory"][0], "last_ids": dict.fromkeys(map(str, range(MILLION)), 1)}),
        ("iris-memory", lambda: {**WHOLE["iris-memory"][0], "rejected_changes": [{}] * MILLION}),
        ("warm-memory", lambda: {"warm_memory": {"preferences": [], "patterns": [], "context": {},
                                         "muted": {str(number): [1] for number in range(MILLION)}}}),
        ("aidd-memory-slice", lambda: {**WHOLE["aidd-memory-slice"][0], "matches": {"cols": [1] * MILLION,
                                                                            "rows": [[1] * 4] * MILLION}}),
        ("session", lambda: {"cursors": dict.fromkeys(map(str, range(MILLION)), 1)}),
    ],
)  # fmt: skip
def test_a_million_faults_cost_no_more_memory_than_one(name: str, made: Callable[[], Any]) -> None:
    value = made()
    list(faults(name, {}))  # what is loaded once
    tracemalloc.start()
    try:
        some = list(itertools.islice(faults(name, value), 3))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert some
    assert peak < 2_000_000


@pytest.mark.heavy
def test_foreign_keys_are_counted_and_three_are_named() -> None:
    value = {**WHOLE["iris-memory"][0], **dict.fromkeys(map(str, range(MILLION)))}
    assert [words[-16:] for _, words in faults("iris-memory", value)] == [" and 999997 more"]


@pytest.mark.heavy
@each_row("name", _formats.HOMES)
def test_no_depth_is_too_deep(name: str) -> None:
    deep: Any = []
    for _ in range(rounds(100_000, 20_000)):
        deep = [deep]
    assert list(faults(name, deep))
    for document in WHOLE[name]:
        for key in document if isinstance(document, dict) else ():
            list(faults(name, {**document, key: deep}))
            list(faults(name, {**document, key: {"\ud800": "\ud800", "x": deep}}))
    list(faults("export", {"memories": [{"kind": "\ud800", "summary": "s", "attrs": {"x": deep}, "id": deep}]}))


def test_a_fault_at_the_end_of_many_sound_entries_is_found() -> None:
    assert list(faults("decisions", [*[GOOD] * 10_000, {"id": "d-0000abcd"}])) == [("[10000]", "lacks 'decision'")]


def test_what_a_hook_hands_over_fits_the_event_of_the_queue() -> None:
    for given in WHOLE["hook-event"]:
        if given["hook_event_name"] in ("Stop", "PreCompact", "SessionEnd"):
            fields = on_stop.fields(Event(given))
            assert list(faults("queue-event", fields)) == []
            assert fields.keys() <= schema("queue-event")["properties"].keys()
            assert fields["client"] == client_process.current()


def test_verify_and_doctor_are_silent_of_what_the_product_and_a_person_wrote(repo: Path, now: str) -> None:
    session_of = Client(repo)
    session_of.brief()
    session_of.says("Please always use tabs in this project, never spaces.", role="user")
    session_of.decides()
    session_of.run("Stop", last_assistant_message="All done.")
    (state,) = (state for _, state in session.left_behind(str(repo)))
    assert list(faults("session", state)) == []
    assert state.keys() <= schema("session")["properties"].keys()
    folder = repo / ".genius" / "memory"
    for path in folder.glob("*.json"):
        assert list(faults(path.stem, json.loads(path.read_text()))) == []
    old = {"pattern": "Tests first", "timestamp": "2025-01-01", "mine": 1}  # as Genius wrote it: no id
    (folder / "patterns.json").write_text(json.dumps([old]))
    learned = repo / ".claude" / "learnings" / "warm-memory.json"
    learned.parent.mkdir(parents=True, exist_ok=True)
    learned.write_text('{"warm_memory": {"preferences": [{"description": "Use tabs"}]}}')
    assert verb_reindex.compared(str(repo)).invalid == []
    assert not [check for check in doctor.examine(str(repo)) if check.name in ("sessions", "journal") and check.remedy]


def test_verify_and_doctor_name_what_of_a_state_does_not_fit(repo: Path) -> None:
    session.save(str(repo), "s-1", {"transcript": "/t", "hot": [{"id": "pref_001"}], "files": [1, 2]})
    home_of = session.path(str(repo), "s-2")
    Path(home_of).write_text("[")
    lines = verb_reindex.compared(str(repo)).invalid
    assert f"{home_of}: is not a JSON object" in lines
    assert f"{session.path(str(repo), 's-1')}: hot[0] lacks 'description'" in lines
    assert len(lines) == 8
    checks = [check for check in doctor.examine(str(repo)) if check.name == "sessions"]
    assert [check.state for check in checks[:3]] == ["warn"] * 3
    assert "transcript" in checks[0].remedy


def test_without_pydantic_the_door_says_what_mends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "memory_core.edges._formats")
    monkeypatch.delattr("memory_core.edges._formats")
    monkeypatch.setitem(sys.modules, "pydantic", None)
    with pytest.raises(Refusal, match="memory-core setup"):
        edges.formats()


def test_a_format_is_declared_in_a_module_of_its_own_which_the_others_do_not_load() -> None:
    code = (
        "import sys; from memory_core import edges; list(edges.formats()('queue-event', {}));"
        "print([name for name in sys.modules if name.endswith(('.tickets', '.guardrails', 'jsonschema'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
