"""Which modules of the product are pure: values in, values out, no file, no process, no clock.

A module is pure when it imports nothing that touches the outside, and only modules that are pure themselves.
"""

import ast
from functools import cache

from tests.conftest import ROOT

TOUCHES = {
    "os", "io", "subprocess", "socket", "pathlib", "tempfile", "time", "datetime", "random", "sqlite3", "apsw",
    "logging", "shutil", "signal", "importlib",
}  # fmt: skip


@cache
def imports() -> dict[str, frozenset[str]]:
    """Each module of the product with what it imports; names of standard and other libraries by their first part."""
    paths = {
        path.relative_to(ROOT).as_posix()[:-3].replace("/", ".").removesuffix(".__init__"): path
        for path in ROOT.glob("memory_core/**/*.py")
    }
    return {name: frozenset(_imported(path.read_text("utf-8"), paths.keys())) for name, path in paths.items()}


def _imported(text: str, known: object) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            full = {f"{node.module}.{alias.name}" for alias in node.names}
            names |= {name if name in known else node.module for name in full}  # type: ignore[operator]
    return {name if name.startswith("memory_core") else name.partition(".")[0] for name in names}


@cache
def pure() -> frozenset[str]:
    """The names of all pure modules."""
    graph = imports()
    left = {name for name, used in graph.items() if not used & TOUCHES}
    while True:
        impure = {name for name in left if any(other in graph and other not in left for other in graph[name])}
        if not impure:
            return frozenset(left)
        left -= impure
