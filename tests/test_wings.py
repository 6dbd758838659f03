"""The wings of the house. `lint-imports` holds which imports which."""

import tomllib
from pathlib import Path

from tests.conftest import ROOT
from tests.purity import imports, pure


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Imports inside functions and for types alone count too."""
    graph = {name: {other for other in others if other in imports()} for name, others in imports().items()}
    while free := {name for name, others in graph.items() if not others}:
        graph = {name: others - free for name, others in graph.items() if name not in free}
    while ends := graph.keys() - {other for others in graph.values() for other in others}:  # only lead into circles
        graph = {name: others for name, others in graph.items() if name not in ends}
    assert not graph


def test_much_of_the_code_touches_nothing_outside() -> None:
    """What reads texts is found there by `tests/foreign.py`; the share of lines may only rise."""
    lines = {name: _path(name).read_text("utf-8").count("\n") for name in imports()}
    assert sum(lines[name] for name in pure()) >= 0.43 * sum(lines.values())


def _path(module: str) -> Path:
    path = ROOT / module.replace(".", "/")
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def test_every_folder_stands_in_the_contracts_of_layers_and_of_heavy_libraries() -> None:
    folders = {f"memory_core.{path.parent.name}" for path in (ROOT / "memory_core").glob("*/__init__.py")}
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layers = {name for row in contracts[0]["layers"] for name in row.replace("|", ":").split(" : ")}
    missing = folders - {name.strip() for name in layers}
    assert not missing, f"add {missing} to the layers of the first contract in pyproject.toml"
    heavy = next(each for each in contracts if each["name"].startswith("Heavy"))
    missing = folders - {"memory_core.edges", "memory_core.data", *heavy["source_modules"]}
    assert not missing, f"add {missing} to source_modules of the contract {heavy['name']!r} in pyproject.toml"
