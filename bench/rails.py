#!/usr/bin/env python3
"""The guard rails against tables of edits, proposals and findings, each row alone; only sums are printed.

    .venv/bin/python bench/rails.py [FOLDER ...] [--no-model]

Without a folder: tests/guardrails (read while the rules were made), and tests/held_out/rails (run, and not read).
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from memory_core.core.light import globs  # noqa: E402
from memory_core.core.memory import Memory  # noqa: E402
from memory_core.guardrails import proof, review, verb_cycle, verdict  # noqa: E402
from memory_core.guardrails.engine import Change  # noqa: E402
from memory_core.guardrails.file_format import from_item, section_of  # noqa: E402
from memory_core.guardrails.light import check  # noqa: E402
from memory_core.guardrails.regex_timeout import Expressions  # noqa: E402

TODAY = "2026-06-01"
FOLDERS = ("tests/guardrails", "tests/guardrails:second_", "tests/held_out/rails")
PASSES = {"propose": "pass", "noted": "pass", "ask": "ask", "escalate": "escalate"}
Alike = Callable[[str, str], float] | None


def rail(given: dict[str, Any]) -> Memory:
    """A guard rail of a table."""
    section = section_of(given.get("kind", "constraint"))
    item = {key: given[key] for key in section.keys if key in given}
    item |= {section.text: given["text"], section.reason: given.get("reason", ""), "id": given.get("id", "AC-001")}
    item |= {section.scope: given.get("scope", "**"), section.since: "2026-03-01"}
    made = from_item(item, section)
    assert made is not None
    return made


def stops(memory: Memory, path: str, before: str, after: str) -> bool:
    """Whether an edit of a file is stopped, or would remind."""
    pieces = globs.parts(memory.scope.path)
    if memory.kind == "exception" or not globs.parts_cover(pieces, path) or check.spares(pieces, path):
        return False
    return bool(Change(path, before, after, Expressions()).broken(proof.rule_of(memory)).hits)


def rows(folder: Path, prefix: str, name: str) -> Iterator[dict[str, Any]]:
    """The rows of a table."""
    yield from (json.loads(line) for line in (folder / f"{prefix}{name}.jsonl").read_text().splitlines())


def scores(folder: Path, prefix: str, *, with_model: bool) -> Iterator[tuple[str, Counter[tuple[str, str]]]]:
    """For each table how many rows of each expected kind came out how."""
    projects = json.loads((folder / f"{prefix}projects.json").read_text())
    rails = {name: {each["id"]: rail(each) for each in project["rails"]} for name, project in projects.items()}
    counts: Counter[tuple[str, str]] = Counter()
    for row in rows(folder, prefix, "edits"):
        memory = rails[row["project"]][row["rail"]]
        counts[row["expect"], "stop" if stops(memory, row["file"], row["before"], row["after"]) else "pass"] += 1
    yield "edits", counts
    counts = Counter()
    for row in rows(folder, prefix, "proposals"):
        mine, given = list(rails[row["project"]].values()), row["proposal"]
        more = (given.get("category", ""), given.get("severity", ""))
        asked = verdict.Proposal("P", given["proposed"], given.get("scope"), *more)
        alike: Alike = verb_cycle.alike_of([asked.text], mine) if with_model else None
        [outcome] = verdict.ideate([asked], mine, TODAY, alike).verdicts
        counts[row["expect"], PASSES.get(outcome.action, "block")] += 1
    yield "proposals", counts
    counts = Counter()
    for row in rows(folder, prefix, "findings"):
        mine, given = list(rails[row["project"]].values()), row["finding"]
        seen = review.Finding(given["summary"], given["file"], given["severity"], given["category"])
        alike = verb_cycle.alike_of([seen.summary], mine) if with_model else None
        [tagged] = review.review([seen], mine, alike)
        kinds = ["intentional"] * bool(tagged.intentional) + ["constrained"] * bool(tagged.constrained)
        right = {"plain": not kinds, "surfaced": tagged.critical}.get(row["expect"], row["expect"] in kinds)
        counts[row["expect"], "right" if right else "wrong"] += 1
    yield "findings", counts


def main() -> int:
    """0, after the sums were printed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", default=FOLDERS, metavar="FOLDER")
    parser.add_argument("--no-model", action="store_true", help="by words alone")
    options = parser.parse_args()
    for name in options.folders:
        folder, _, prefix = name.partition(":")
        for table, counts in scores(ROOT / folder, prefix, with_model=not options.no_model):
            sums = ", ".join(f"{expect} → {got} {number}" for (expect, got), number in sorted(counts.items()))
            print(f"{name}  {table}: {sums}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
