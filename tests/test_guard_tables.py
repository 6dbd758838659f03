"""Rules with patterns against the edits of `tests/guardrails`, and what counts as code."""

import json

import pytest

from bench.rails import rail, stops
from memory_core.guardrails import code, families, proof
from memory_core.guardrails.engine import Change
from memory_core.guardrails.items import items
from memory_core.guardrails.regex_timeout import Expressions
from tests.conftest import ROOT
from tests.rows import each_row

FOLDER = ROOT / "tests" / "guardrails"


@pytest.mark.heavy
def test_the_edits_of_twelve_projects() -> None:
    projects = json.loads((FOLDER / "projects.json").read_text())
    wrong, rows = [], [json.loads(line) for line in (FOLDER / "edits.jsonl").read_text().splitlines()]
    for row in rows:
        given = next(each for each in projects[row["project"]]["rails"] if each["id"] == row["rail"])
        if stops(rail(given), row["file"], row["before"], row["after"]) != (row["expect"] == "stop"):
            wrong.append((row["id"], row["expect"]))
    assert [name for name, expect in wrong if expect == "stop"] == []
    assert len(wrong) <= 3, wrong


@pytest.mark.heavy
def test_plain_rules_proven_by_a_reader_stop_what_breaks_them() -> None:
    hindered, stopped, many = [], 0, 0
    for row in json.loads((FOLDER / "plain.json").read_text()):
        memory = rail({**row["proof"], "text": row["said"]})
        many += len(row["breaks"])
        stopped += sum(stops(memory, edit["file"], edit["before"], edit["after"]) for edit in row["breaks"])
        hindered += [row["id"] for edit in row["obeys"] if stops(memory, edit["file"], edit["before"], edit["after"])]
    assert (stopped, many) >= (28, 30)
    assert hindered == []


MOMENT = {"text": "Never use moment", "forbid": ["moment"]}


@each_row(
    ("path", "text", "stopped"),
    [
        ("a.py", "import moment\n", True),
        ("a.py", "# moment\n", False),
        ("a.py", '"""moment"""\n', False),
        ("a.py", 'x = "moment"\n', True),
        ("a.py", 'print("One moment please")\n', False),
        ("a.py", "def f():\n    '''A moment.'''\n    return 1\n", False),
        ("a.py", "def f(:\n  import moment\n", True),  # it cannot be parsed
        ("a.tsx", "const a = <p>One moment</p>;\n", False),
        ("a.tsx", 'import m from "moment";\n', True),
        ("a.ts", "/* moment\n moment */\nlet x = 1;\n", False),
        ("a.go", 'import (\n\t"moment" // why\n)\n', True),
        ("a.go", "// moment\n", False),
        ("a.rs", "/// moment\nfn x() {}\n", False),
        ("q.sql", "-- moment\nSELECT 1;\n", False),
        ("q.sql", "SELECT moment FROM x;\n", True),
        ("Dockerfile", "# moment\nRUN npm i moment\n", True),
        ("package.json", '{"dependencies": {"moment": "^2"}}\n', True),
        ("a.yaml", "# moment\nimage: x\n", False),
        ("a.unknown", "moment\n", True),
        ("README.md", "moment\n", False),
        ("src/README.md", "moment\n", False),
        ("requirements.txt", "moment==1\n", True),
    ],
)
def test_what_counts_is_code(path: str, text: str, stopped: bool) -> None:
    assert stops(rail(MOMENT), path, "", text) is stopped


def test_what_is_asked_for_counts_as_well() -> None:
    assert stops(rail({**MOMENT, "counts": ["comments"]}), "a.py", "", "# moment\n")
    assert stops(rail({**MOMENT, "counts": ["text"]}), "a.py", "", 'print("One moment please")\n')
    assert stops(rail({"text": "No TODO", "forbid": ["/\\bTODO\\b/"]}), "a.py", "", "# TODO: later\n")
    assert stops(rail({"text": "No ignores", "forbid": ["# type: ignore"]}), "a.py", "", "x = 1  # type: ignore\n")


@pytest.mark.parametrize(
    "pattern", [r"/except Exception:\s*pass/", r"/axios\.get\(\s*url/", r"/SELECT[^;]*\bpassword\b/i"]
)
def test_a_construct_over_several_lines_matches(pattern: str) -> None:
    text = "try:\n    x()\nexcept Exception:\n    pass\naxios.get(\n  url)\nq = '''SELECT\n  password;'''\n"
    assert stops(rail({"text": "No such thing", "forbid": [pattern]}), "a.py", "", text)
    assert not stops(rail({"text": "No such thing", "forbid": [pattern]}), "a.py", text, f"import os\n{text}")


def test_an_older_place_that_is_touched_is_no_new_one() -> None:
    rule = proof.rule_of(rail({"text": "No axios", "forbid": [r"/axios\.\w+\([^)]*\)/"]}))
    change = Change("a.ts", 'axios.get("/a")\n', 'axios.get("/b")\n', Expressions()).broken(rule)
    assert (change.hits, change.older) == ([], 1)
    assert Change("a.ts", 'axios.get("/a")\n', 'axios.get("/a")\naxios.get("/c")\n', Expressions()).broken(rule).hits


OPS = {"text": "Names end with _op", "require": [{"each": ["function", "method"], "name": "/_op$/"}]}


@pytest.mark.parametrize(
    ("path", "before", "after", "stopped"),
    [
        ("a.py", "", "def load_op(): ...\n", False),
        ("a.py", "", "class A:\n    def __init__(self): ...\n    def load(self): ...\n", True),
        ("a.py", "", "class A:\n    def __init__(self): ...\n", False),
        ("a.py", "def load(): ...\n", "def load(): ...\nx = 1\n", False),
        ("a.py", "def load(): ...\n", "def load():\n    return 1\n", False),
        ("a.py", "", "def load(:\n", False),
        ("a.ts", "", "export const load = async () => 1\n", True),
        ("a.ts", "", "class A { constructor() {} load_op() {} }\n", False),
        ("a.go", "", "func load() {}\n", False),
    ],
)
def test_each_new_name_has_what_is_required(path: str, before: str, after: str, stopped: bool) -> None:
    assert stops(rail(OPS), path, before, after) is stopped


def test_other_requirements() -> None:
    down = {"text": "Each migration has a downgrade", "require": [{"each": "file", "holds": "/def downgrade\\(/"}]}
    assert stops(rail(down), "m/1.py", "", "def upgrade(): ...\n")
    assert not stops(rail(down), "m/1.py", "", "def upgrade(): ...\ndef downgrade(): ...\n")
    assert not stops(rail(down), "m/1.py", "def upgrade(): ...\n", "def upgrade(): pass\n")  # it lacked one before
    typed = {"text": "Types", "require": [{"each": "function", "annotated": True, "documented": True}]}
    assert stops(rail(typed), "a.py", "", 'def f(a: int):\n    """F."""\n')
    assert not stops(rail(typed), "a.py", "", 'def f(a: int) -> int:\n    """F."""\n')


def test_masks_keep_every_place() -> None:
    for path, text in (("a.py", "x = 1 # ü\r\ny = '''a b\nc d'''\n"), ("a.ts", "const ü = 'a b' // ü\n/* x\n*/ y\n"),
                       ("a.html", "<p>One two</p>\n<!-- x -->\n")):  # fmt: skip
        masked = code.masked(path, text, frozenset({"comments", "text"}), (0, 99))
        assert len(masked) == len(text)
        assert [len(line) for line in masked.split("\n")] == [len(line) for line in text.split("\n")]


@pytest.mark.heavy
@each_row("path", ["a.py", "a.ts", "a.go", "a.sql", "a.yaml", "a.html", "a.rb"])
@each_row("piece", ["(", "'", '"""', "/*", "<a", "# ", "{", "\\", "é", "f'{", "`${"])
def test_no_text_takes_long_to_read_or_fails(path: str, piece: str) -> None:
    text = piece * 3_000
    code.masked(path, text, frozenset({"comments", "text"}), (0, 1))
    items(path, text)


def test_families_and_rules_without_a_name() -> None:
    assert "@reduxjs/toolkit" in families.more(["redux"])
    assert "kafkajs" in families.more(["Kafka"])
    assert "pymongo" in families.more(["mongo"])
    assert families.more(["/redux/"]) == []
    for sentence in (
        "No ORM please, raw SQL only.",
        "Never print in shelf/",
        "no root user in Dockerfiles",
        "never rename a table",
        "Please stop using default exports",
        "Don't use `any`",
        "Every migration needs a downgrade",
    ):
        assert families.suggested(sentence).keys() & {"forbid", "require"}, sentence
    assert families.suggested("The ORM layer is tested nightly") == {}


def test_what_a_stranger_hides_code_with_is_seen() -> None:
    rule = rail({"text": "No requests", "forbid": ["requests"]})
    for path, text in (
        ("a.py", "# x\rimport requests\n"),
        ("a.py", "os.system('pip install requests')\n"),
        ("a.py", "exec('import requests')\n"),
        ("build.gradle", "sh 'pip install requests'\n"),
    ):
        assert stops(rule, path, "", text), text


def test_names_that_stand_twice_are_counted() -> None:
    rule = rail({"text": "Documented", "require": [{"each": "method", "documented": True}]})
    old = "class A:\n    def get(self): ...\n"
    assert not stops(rule, "a.py", old, f"{old}x = 1\n")
    assert stops(rule, "a.py", old, f"{old}class B:\n    def get(self): ...\n")


def test_a_file_that_could_not_be_parsed_before_has_only_older_places() -> None:
    rule = rail({"text": "Documented", "require": [{"each": "function", "documented": True}]})
    assert not stops(rule, "a.py", "print x\ndef a(): ...\n", "print(x)\ndef a(): ...\n")
    assert stops(rule, "a.py", "", "def a(): ...\n")


def test_what_must_stand_in_comments_may_stand_there() -> None:
    header = {"text": "Each file has a header", "require": [{"each": "file", "holds": "Copyright"}]}
    assert not stops(rail({**header, "counts": ["comments"]}), "a.py", "", "# Copyright us\n")
    assert stops(rail({**header, "counts": ["comments"]}), "a.py", "", "x = 1\n")


@pytest.mark.parametrize("path", ["a.ts", "a.py"])
def test_functions_within_functions_take_no_more_than_their_text(path: str) -> None:
    many = 400
    if path == "a.ts":
        text = "function a() {\n" * many + "}\n" * many
    else:
        text = "".join(f"{' ' * at}def a():\n" for at in range(90)) + " " * 90 + "pass\n"
    rule = rail({"text": "Logs", "require": [{"each": "function", "holds": "/log_/"}]})
    Change(path, "", text, Expressions()).broken(proof.rule_of(rule))
    assert items(path, "function a() {\n" * 9_000 + "}\n" * 9_000) is None
