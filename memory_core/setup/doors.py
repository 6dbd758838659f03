"""Checks that every installed library opens on this machine, which also compiles it.

The new environment's own interpreter runs this.
"""

from collections.abc import Callable
from typing import Final

import apsw

from memory_core import edges
from memory_core.core import install
from memory_core.language.light.stems import stem
from memory_core.recall import vectors

_TEXT: Final = "naïve words"  # beyond ASCII: our own tokeniser leaves them to the library


def main(site: str) -> int:
    """Print a line for each library of a site-packages folder that does not open; 0."""
    for name, fault in faults(site).items():
        print(f"{name} ({fault})")
    return 0


def faults(site: str) -> dict[str, str]:
    """Which of the libraries there do not open, and why."""
    there = install.packages(site)
    broken = {}
    for name, opens in _DOORS.items():
        try:
            if name in there:
                opens()
        except Exception as fault:  # noqa: BLE001 - whatever it is, the library cannot be used
            broken[name] = f"{type(fault).__name__}: {fault}"
    return broken


def _vectors() -> None:
    connection = apsw.Connection(":memory:")
    connection.enable_load_extension(True)
    connection.load_extension(vectors.extension())


def _embedded(open_embedder: Callable[[str], edges.Embedder]) -> None:
    if folder := install.model_dir():
        open_embedder(folder).embed([_TEXT])


def _lock() -> None:
    with open(install.data("setup.lock"), "rb") as file:
        edges.unlock(file.fileno())


_DOORS: Final[dict[str, Callable[[], object]]] = {
    "sqlite-vec": _vectors,
    "filelock": _lock,
    "pyyaml": lambda: edges.yaml_blocks()("a: 1"),
    "pydantic": edges.formats,
    "pystemmer": lambda: stem("words"),
    "detect-secrets": lambda: edges.secret_detector()("x = 1"),
    "tree-sitter-typescript": lambda: edges.parser()("typescript", "let a = 1"),
    "pygments": lambda: list(edges.lexers()("a.go", "// a")),
    "onnxruntime": lambda: _embedded(edges.query_embedder),
    "fastembed": lambda: _embedded(edges.bulk_embedder),
}
