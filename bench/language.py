#!/usr/bin/env python3
"""How well the product reads language: every system on its table, through the verbs and hooks that users reach it by.

    .venv/bin/python bench/language.py [--table NAME ...] [--folder DIR] [--json] [--root CHECKOUT]
    .venv/bin/python bench/language.py --sessions DIR --gold DIR --scorer FILE.py [--authors FILE]

The tables of `tests/held_out/` are run and not read: only sums are printed, and no row. `--root` scores another
checkout of the product beside this one, with this one's measures. With `--sessions` what is kept of labelled sessions
is scored instead: `NAME.jsonl`, `NAME.gold.jsonl` and `NAME.noise.jsonl`, by the `score` of a file; a line of
`--authors` names the sessions of one author by globs. What a system is asked, and what counts as right, say the
functions of `bench/language_systems.py`; docs/language.md has the figures.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

ROOT: Final = Path(__file__).resolve().parent.parent
_PRODUCT: Final = "MEMORY_CORE_PRODUCT"  # the checkout that is scored, where it is another one
sys.path.insert(0, str(ROOT))

import bench  # noqa: E402 - the measures are always those of this checkout

_SCORED: Final = os.environ.get(_PRODUCT, str(ROOT))
sys.path.insert(0, _SCORED)

import memory_core  # noqa: E402

assert bench.__path__[0].startswith(str(ROOT)), bench.__path__
assert memory_core.__path__[0].startswith(_SCORED), memory_core.__path__

from bench.language_capture import capture  # noqa: E402
from bench.language_systems import SYSTEMS, Figure  # noqa: E402
from memory_core.core import install  # noqa: E402

if TYPE_CHECKING:
    Table = Sequence[Figure]


def figures(options: argparse.Namespace) -> "Iterator[Figure]":
    """What is measured; a system that fails is named on standard error, and has no figure."""
    if options.sessions:
        yield from capture(options.sessions, options.gold, options.scorer, options.authors)
        return
    for name, system in SYSTEMS.items():
        if name not in (options.table or SYSTEMS) or not (options.folder / f"{name}.jsonl").exists():
            continue
        try:
            yield from system(options.folder)
        except Exception as error:  # noqa: BLE001 - another checkout may lack what one system needs
            print(f"{name}: not measured: {type(error).__name__}: {error}", file=sys.stderr)


def other(root: Path) -> "list[Figure]":
    """The same of another checkout."""
    words = [word for word in sys.argv[1:] if word != "--json"]
    at = next(at for at, word in enumerate(words) if word.startswith("--root"))
    del words[at : at + (1 if "=" in words[at] else 2)]
    environment = {**os.environ, _PRODUCT: str(root.resolve()), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, __file__, *words, "--json"], env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    return [Figure(**row) for row in json.loads(done.stdout)]


def table(here: "Table", there: "Table | None") -> str:
    """The figures as Markdown, with those of the other checkout before them."""
    known = {(figure.system, figure.measure): figure for figure in there or ()}
    heads = ["system", "rows", "measure", *(["there"] if there is not None else []), "score"]
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for figure in here:
        before = known.get((figure.system, figure.measure))
        cells = [figure.system, str(figure.rows), figure.measure]
        cells += [f"{before.score:.3f}" if before else ""] if there is not None else []
        lines.append(f"| {' | '.join([*cells, f'{figure.score:.3f}'])} |")
    return "\n".join(lines)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", action="append", choices=list(SYSTEMS))
    parser.add_argument("--folder", type=Path, default=ROOT / "tests" / "held_out")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--root", type=Path, metavar="CHECKOUT")
    for name in ("sessions", "gold", "scorer", "authors"):
        parser.add_argument(f"--{name}", type=Path)
    options = parser.parse_args()
    if options.sessions and not (options.gold and options.scorer):
        parser.error("--sessions needs --gold and --scorer")
    if install.model_dir() is None:
        print("there is no model: verdicts and recall go by words alone (memory-core setup)", file=sys.stderr)
    there = other(options.root) if options.root else None
    here = list(figures(options))
    if options.json:
        print(json.dumps([figure._asdict() for figure in here], indent=1))
    else:
        print(table(here, there))


if __name__ == "__main__":
    main()
