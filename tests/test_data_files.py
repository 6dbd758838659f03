"""What stands in `memory_core/data` is what the product reads: what it is made of stands in `tools/fit`."""

import ast
import fnmatch
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import memory_core
from tests.conftest import ROOT
from tools.fit import EXAMPLES, SOURCES

PRODUCT = Path(memory_core.__file__).parent
DATA = PRODUCT / "data"
LICENCE = "LICENSES.md"  # says whose words some of the files are made of


def files(folder: Path = DATA) -> set[str]:
    """The files below a folder."""
    every = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(folder).as_posix() for path in every} - {"__init__.py"}


@cache
def nodes() -> list[ast.AST]:
    """All that stands in the modules of the product."""
    return [node for path in PRODUCT.rglob("*.py") for node in ast.walk(ast.parse(path.read_text("utf-8")))]


def strings() -> set[str]:
    """The strings of the product's code; what docstrings tell is none of them."""
    docstrings = {id(node.value) for node in nodes() if isinstance(node, ast.Expr)}
    every = (node.value for node in nodes() if isinstance(node, ast.Constant) and id(node) not in docstrings)
    return {value for value in every if isinstance(value, str)}


def imported() -> Iterator[str]:
    """The packages that the product imports from."""
    for node in nodes():
        if isinstance(node, ast.Import):
            yield from (each.name.partition(".")[0] for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield str(node.module).partition(".")[0]


def test_each_file_is_read_by_a_module_of_the_product_as_it_is_or_compiled():
    asked = strings()
    read = {name for name in files() if name.removeprefix("compiled/") in asked}
    assert files() - read == {LICENCE}
    assert {name for name in read if f"compiled/{name}" in read} == set()  # a source beside what is made of it
    assert len(read) > 90


def test_each_file_comes_into_a_package():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    patterns = project["tool"]["setuptools"]["package-data"]["memory_core.data"]
    assert {name for name in files() if not any(fnmatch.fnmatch(name, each) for each in patterns)} == set()


def test_what_the_product_is_made_of_is_no_part_of_it():
    apart = {name.rpartition("/")[2] for folder in (EXAMPLES, SOURCES) for name in files(folder)}
    assert len(apart) > 200
    assert {name for name in files(PRODUCT) if name.rpartition("/")[2] in apart} == {
        f"data/compiled/{name}" for name in files(SOURCES) if "/" in name
    }
    assert {"tools", "tests", "bench"} & set(imported()) == set()
