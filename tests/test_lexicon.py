"""What the product reads of words is what the sources say, and nothing loads more of it than it needs."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from memory_core import data
from memory_core.extract.entities import looked_for
from memory_core.language import concepts
from memory_core.language.concepts import choices
from memory_core.language.expressions import Expressions
from tools.fit import SOURCES
from tools.fit.tasks import expressions, lexicon


def test_the_compiled_lexicon_is_what_its_source_says():
    made = lexicon.make()
    assert {name: text for name, text in made.items() if data.read(name).decode() != text} == {}


def test_a_thing_stands_once_and_every_reader_knows_it():
    source = tomllib.loads((SOURCES / "lexicon.toml").read_text("utf-8"))
    pnpm = source["thing"]["pnpm"]
    assert ("pnpm",) in next(family.members for family in concepts.families() if family.name in pnpm["family"])
    assert choices().options["pnpm"][0].choice in pnpm["choice"]
    names = [name for thing, entry in source["thing"].items() for name in {thing, *entry.get("names", ())}]
    assert sorted(name for name in set(names) if names.count(name) > 1) == []


@pytest.mark.parametrize(
    "odd",
    [
        {"thing": {"pnpm": {"famly": ["pkgmanager"]}}},
        {"thing": {"pnpm": {"family": ["packagers"]}}},
        {"thing": {"pnpm": {"topic": ["dependency?"]}}},
        {"rule": {"secret": {"things": ["secrets-of-all"]}}},
        {"tool": {"any": {}}},
    ],
)
def test_a_lexicon_that_no_reader_understands_is_refused(odd):
    source = tomllib.loads((SOURCES / "lexicon.toml").read_text("utf-8"))
    for kind, table in odd.items():
        source.setdefault(kind, {}).update(table)
    with pytest.raises(ValueError, match=r"pnpm|secret|^tool:"):
        lexicon.compiled(source)


def test_what_a_silent_prompt_loads_is_compiled():
    program = (
        "import sys; before = set(sys.modules); import memory_core.language.light.products\n"
        "print(*({'tomllib', 're', 'json', 'typing'} & (set(sys.modules) - before)))"
    )
    result = subprocess.run([sys.executable, "-S", "-c", program], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == ""


@pytest.mark.parametrize(
    ("name", "text"),
    [("styled components", "styled-components"), ("day.js", "dayjs"), ("spring", "org.springframework"),
     ("Redux", "Redux"), ("redux toolkit", "redux toolkit"), ("d3.js", "d3"), ("Chart.js", "chart.js")],
)  # fmt: skip
def test_a_thing_is_looked_for_by_its_package_where_code_has_not_its_name(name: str, text: str):
    assert looked_for(name) == text


def test_an_expression_is_joined_as_it_stands_and_has_its_parts():
    source = "# about it\nuse\n    (?:use\n        |take)\n\n# a rule\nrule\n    {{use}} it\nrule\n    {2,3}}\n"
    assert expressions.compiled(source) == "use\t(?:use|take)\nrule\t(?:use|take) it\nrule\t{2,3}}\n"
    assert data.cues("_at an end_|in_side|_") == (" at an end ", "in_side", " ")


@pytest.mark.parametrize("source", ["use\n", "use\n    {{take}}\ntake\n    x\n", "use\n    a\n    b\n", "    a\n"])
def test_an_expression_out_of_place_is_refused(source: str):
    with pytest.raises(ValueError, match=r"name|called"):
        expressions.compiled(source)


def test_the_compiled_expressions_are_what_their_sources_say():
    made = expressions.make()
    assert {name: text for name, text in made.items() if data.read(name).decode() != text} == {}
    assert data.named("extract/forms.txt")["cues"]


LINES = 40  # of one assignment
APART = ("redact",)  # shapes of secrets


@pytest.mark.heavy
def test_no_module_is_a_table_of_words():
    root = Path(data.__file__).parent.parent
    tables = []
    for path in root.rglob("*.py"):
        if {*APART} & {*path.parts}:
            continue
        for statement in ast.parse(path.read_text()).body:
            if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.end_lineno:
                size = statement.end_lineno - statement.lineno + 1
                if size > LINES:
                    tables.append((path.name, statement.lineno, size))
    assert tables == []


WIDTH = 160  # characters of a line
WIDE = ("extract/choice.py", "extract/rule_sentences.py", "redact/names.py")  # expressions still


def test_no_line_of_the_product_is_longer_than_a_screen_is_wide():
    root = Path(data.__file__).parent.parent
    lines = [
        f"{path.relative_to(root)}:{number}"
        for path in root.rglob("*.py")
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > WIDTH and not path.as_posix().endswith(WIDE)
    ]
    assert lines == []


def test_every_expression_that_is_asked_for_is_in_its_file():
    root = Path(data.__file__).parent.parent
    asked = 0
    for path in root.rglob("*.py"):
        source = path.read_text()
        for table, file in re.findall(r'^(\w+): Final = Expressions\("(.+?)"\)', source, re.MULTILINE):
            known = data.named(file)
            names = re.findall(rf"""\b{table}(?:\[|\.text\(|\.cues\()["']([^"']+)["']""", source)
            assert [name for name in names if name not in known] == [], path
            asked += len(names)
    assert asked > 100


def test_expressions_ignore_case_but_where_they_say_so(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(data, "named", lambda _: {"use": ("use|take",), "told": ("(?-i:MUST)",)})
    expressions = Expressions("x.txt")
    assert expressions["use"].match("TAKE")
    assert expressions["use"] is expressions["use"]
    assert not expressions["told"].match("must")
    assert expressions.text("told") == "(?-i:MUST)"
    assert expressions.cues("use") == ("use", "take")
    with pytest.raises(KeyError):
        _ = expressions["absent"]
