"""The wings of the house: which imports which. The numbers may only fall."""

import tomllib
from collections import Counter
from pathlib import Path

from tests.conftest import ROOT
from tests.purity import imports, pure

BELOW = {"extract", "core", "language", "redact", "edges", "data"}
ABOVE = {"cli", "hook", "on_tool_call", "on_user_prompt", "setup", "verbs"}
# (wing, the wing that it imports): how many modules import how many.
ARROWS: dict[tuple[str, str], int] = {
    ("briefing", "capture"): 5, ("briefing", "documents"): 1, ("briefing", "guardrails"): 4, ("briefing",
    "journal"): 8, ("briefing", "learnings"): 9, ("briefing", "notes"): 3, ("briefing", "recall"): 8,
    ("briefing", "specs"): 4, ("briefing", "tickets"): 4, ("capture", "briefing"): 1, ("capture", "guardrails"):
    2, ("capture", "journal"): 13, ("capture", "learnings"): 19, ("capture", "notes"): 1, ("capture", "recall"):
    7, ("capture", "specs"): 3, ("capture", "tickets"): 3, ("capture", "transcripts"): 2, ("guardrails",
    "journal"): 5, ("guardrails", "recall"): 5, ("journal", "guardrails"): 1, ("journal", "learnings"): 3,
    ("journal", "tickets"): 1, ("learnings", "guardrails"): 1, ("learnings", "journal"): 7, ("learnings",
    "recall"): 4, ("notes", "journal"): 1, ("notes", "recall"): 1, ("recall", "documents"): 5, ("recall",
    "journal"): 4, ("recall", "notes"): 1, ("reviews", "notes"): 5, ("reviews", "recall"): 10, ("reviews",
    "specs"): 3, ("specs", "documents"): 1, ("specs", "guardrails"): 2, ("specs", "learnings"): 7, ("specs",
    "notes"): 3, ("specs", "recall"): 21, ("specs", "transcripts"): 1, ("tickets", "recall"): 2,
}  # fmt: skip


def _wing(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


def _arrows() -> Counter[tuple[str, str]]:
    pairs = ((_wing(name), _wing(other)) for name, others in imports().items() for other in others
             if other.startswith("memory_core."))  # fmt: skip
    return Counter(
        (wing, other)
        for wing, other in pairs
        if wing and wing != other and wing not in BELOW | ABOVE and other not in BELOW
    )


def test_wings_import_each_other_no_more_than_they_did() -> None:
    now = _arrows()
    more = {pair: count for pair, count in now.items() if count > ARROWS.get(pair, 0)}
    assert not more, f"ask core.registry instead: {more}"
    fewer = {pair: now[pair] for pair, count in ARROWS.items() if now[pair] < count}
    assert not fewer, f"good; write the new numbers here: {fewer}"


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
    assert folders <= {name.strip() for name in layers}
    heavy = next(each for each in contracts if each["name"].startswith("Heavy"))
    assert folders - {"memory_core.edges", "memory_core.data"} <= {*heavy["source_modules"]}
