#!/usr/bin/env python3
"""What the screen lets through and what it takes for a secret that is none, on files of cases.

    .venv/bin/python bench/redaction.py [--set NAME] [--misses]
    .venv/bin/python bench/redaction.py --said           # redactions in sessions that have no secret

`<set>_planted.jsonl` holds texts with secrets, `<set>_lookalikes.jsonl` texts that must come back byte for byte; one
JSON object a line: id, theme, kind, text, and of planted ones secrets (each a string that stands in the text), human
(whether a person chose it) and context_word (whether a word near it says what it is). A text leaks if a piece of one
of its secrets is left, three fifths of it or more. The screen is that of hooks, without detect-secrets.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from memory_core import redact  # noqa: E402
from tools.fit import sessions  # noqa: E402

FOLDER: Final = ROOT / "tests" / "secrets"
HELD: Final = ROOT / "tests" / "held_out"  # run, and not read
UNMET: Final = "unmet"  # the set there
PREFIXES: Final = {
    "dev": "dev", "second": "second", "variants": "variants", "held_out": "held",
    "third": "third", "fourth": "fourth", "fifth": "fifth", "sixth": "sixth",
    "seventh": "seventh", "eighth": "eighth", "ninth": "ninth",
    "tenth": "tenth", "eleventh": "eleventh", "twelfth": "twelfth", "thirteenth": "thirteenth",
    "fourteenth": "fourteenth", UNMET: "secrets",
}  # fmt: skip
Case = dict[str, Any]


class Figures(NamedTuple):
    """The cases that went wrong, and how many were asked."""

    planted: int
    leaked: list[Case]
    chosen: int  # planted ones that a person chose and that a context word stands near
    chosen_leaked: list[Case]
    lookalikes: int
    redacted: list[Case]  # lookalikes that did not come back as they were


def main() -> int:
    """0; prints a line for each figure, and with --misses each case that went wrong."""
    parser = argparse.ArgumentParser(description="Leaks and false redactions of the screen.")
    parser.add_argument("--set", choices=sorted(PREFIXES), default="dev")
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--misses", action="store_true", help="print the cases that went wrong")
    parser.add_argument("--said", action="store_true", help="redactions in written sessions, which have no secret")
    options = parser.parse_args()
    if options.said:
        blocks = list(session_texts())
        print(f"{len(blocks)} blocks, {sum(map(len, blocks))} characters: {false_in(blocks)} redactions")
        return 0
    if options.set == UNMET and options.misses:
        parser.error("the rows that are held out are not read")
    figures = measured(options.set, options.folder)
    print(f"set {options.set}: {figures.planted} planted, {figures.lookalikes} look-alikes")
    print(f"leaks: {_share(figures.leaked, figures.planted)}")
    print(f"leaks, chosen by a person after a context word: {_share(figures.chosen_leaked, figures.chosen)}")
    print(f"false redactions: {_share(figures.redacted, figures.lookalikes)}")
    if options.misses:
        for row in figures.leaked + figures.redacted:
            print(f"\n{row['id']} {row['theme']}\n{redact.neutral(redact.clean(row['text']))}")
    return 0


def measured(which: str, folder: Path | None = None, clean: Callable[[str], str] = redact.clean) -> Figures:
    """The figures of a set by its name; FileNotFoundError where its files are not there."""
    planted, lookalikes = (read(which, kind, folder) for kind in ("planted", "lookalikes"))
    leaked = [row for row in planted if leaks(row, clean(row["text"]))]
    chosen = [row for row in planted if row["human"] and row["context_word"]]
    redacted = [row for row in lookalikes if clean(row["text"]) != row["text"]]
    named = {row["id"] for row in leaked}
    return Figures(
        len(planted), leaked, len(chosen), [row for row in chosen if row["id"] in named], len(lookalikes), redacted
    )


def session_texts() -> Iterator[str]:
    """What people, models and commands say in the written sessions that no fit has met."""
    for script in sorted([*HELD.glob("sessions/*.txt"), *HELD.glob("stories/*/*.txt")]):
        yield from (block.text for block in sessions.blocks(script.read_text("utf-8")))


def false_in(texts: Iterable[str]) -> int:
    """How many parts of texts without a secret are redacted."""
    return sum(redact.clean(text).count("[redacted:") - text.count("[redacted:") for text in texts)


def read(which: str, kind: str, folder: Path | None = None) -> list[Case]:
    """The cases of one file."""
    path = (folder or (HELD if which == UNMET else FOLDER)) / f"{PREFIXES[which]}_{kind}.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def leaks(row: Case, cleaned: str) -> bool:
    """Whether a piece of a secret that is worth something is left."""
    return any(_left(secret, cleaned) for secret in row["secrets"])


def _left(secret: str, cleaned: str) -> bool:
    size = max(min(len(secret), 5), -(-len(secret) * 3 // 5))
    return any(secret[at : at + size] in cleaned for at in range(len(secret) - size + 1))


def _share(rows: list[Case], many: int) -> str:
    themes = ", ".join(f"{theme} {count}" for theme, count in sorted(Counter(row["theme"] for row in rows).items()))
    return f"{len(rows)} of {many} ({100 * len(rows) / max(1, many):.1f} %){f': {themes}' if themes else ''}"


if __name__ == "__main__":
    sys.exit(main())
