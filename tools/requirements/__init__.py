"""The requirements of the five specifications: what does each of them here, and which tests show it.

`requirements.tsv` has a row for each requirement. `where` is a path below `memory_core/` with a function behind a
colon, or a file of the repository. The tests are those that name the id: `@pytest.mark.req("CS-FR-012")`.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
TABLE: Final = ROOT / "tools" / "requirements" / "requirements.tsv"
PAGE: Final = ROOT / "docs" / "requirements.md"
TESTS_SHOWN: Final = 3  # of a requirement on the page
SYSTEMS: Final = {
    "IRIS": "IRIS memory: guard rails",
    "JARVIS": "Jarvis tiers: learnings",
    "AIDD": "AIDD Memory v2: packs of tickets",
    "GENIUS": "Genius file memory: journal and briefing",
    "CS": "cs-memory: notes and recall",
}
_RECORD: Final = re.compile(r"\b(\d{4})\b")


class Requirement(NamedTuple):
    """A row of the table."""

    id: str
    text: str
    where: str
    deviation: str = ""

    @property
    def path(self) -> str:
        """The file that does it, relative to the repository."""
        path = self.where.partition(":")[0]
        return f"memory_core/{path}" if (ROOT / "memory_core" / path).is_file() else path

    @property
    def function(self) -> str:
        """The function or method that does it, "" where it is a whole file."""
        return self.where.partition(":")[2]


def load() -> list[Requirement]:
    """All requirements, in the order of the table."""
    rows = TABLE.read_text("utf-8").splitlines()[1:]
    return [Requirement(*row.split("\t")) for row in rows]


def tests() -> dict[str, list[str]]:
    """Id to the tests that name it, as pytest names them."""
    shown: dict[str, list[str]] = {}
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        for name, ids in _marked(ast.parse(file.read_text("utf-8"))):
            for each in ids:
                shown.setdefault(each, []).append(f"{file.relative_to(ROOT)}::{name}")
    return shown


def _marked(tree: ast.Module) -> Iterator[tuple[str, list[str]]]:
    """(the name of a test, the ids in its mark `req`)."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            for call in node.decorator_list:
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "req":
                    yield node.name, [str(each.value) for each in call.args if isinstance(each, ast.Constant)]


def defined(path: Path, function: str) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    """The definition of a function, or of a method as `Class.method`; None where there is none."""
    body: list[ast.stmt] = ast.parse(path.read_text("utf-8")).body
    *classes, name = function.split(".")
    for each in classes:
        body = next((node.body for node in body if isinstance(node, ast.ClassDef) and node.name == each), [])
    functions = (node for node in body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return next((node for node in functions if node.name == name), None)


def records() -> dict[str, str]:
    """The number of each decision record to its file below `docs/`."""
    return {file.name[:4]: f"decisions/{file.name}" for file in sorted((ROOT / "docs" / "decisions").glob("*.md"))}


def page() -> str:
    """The text of docs/requirements.md."""
    rows, shown = load(), tests()
    covered = sum(row.id in shown for row in rows)
    lines = [
        "# Requirements",
        "",
        "Made by `python -m tools.requirements` of `tools/requirements/requirements.tsv` and the marks of the tests.",
        "",
        f"memory-core joins five specifications with {len(rows)} requirements; tests show {covered} of {len(rows)}.",
        "`tests/test_requirements.py` breaks what ten of them name, drawn at random in each run: their tests fail.",
    ]
    for prefix, title in SYSTEMS.items():
        lines += ["", f"## {title}", "", "| id | what the product does | module | tests |", "|---|---|---|---|"]
        lines += [_row(row, shown.get(row.id, [])) for row in rows if row.id.partition("-")[0] == prefix]
    deviating = [row for row in rows if row.deviation]
    lines += ["", "## Deviations", "", "| id | how | decision |", "|---|---|---|"]
    named = records()
    for row in deviating:
        numbers = _RECORD.findall(row.deviation)
        links = ", ".join(f"[{number}]({named[number]})" for number in numbers)
        lines.append(f"| {row.id} | {_RECORD.sub('', row.deviation).rstrip(' :')} | {links} |")
    return "\n".join([*lines, ""])


def _row(row: Requirement, names: list[str]) -> str:
    cells = [f"`{name.removeprefix('tests/')}`" for name in names[:TESTS_SHOWN]]
    if len(names) > TESTS_SHOWN:
        cells.append(f"{len(names) - TESTS_SHOWN} more")
    return f"| {row.id} | {row.text} | `{row.where}` | {', '.join(cells)} |"
