#!/usr/bin/env python3
"""Which prompts are answered with suggestions, and how often rightly, on labelled prompts.

    .venv/bin/python bench/suggest.py [--half d|t] [--wrong] [--corpus FILE.jsonl --prompts FILE.jsonl]

`bench/prompts/` holds 160 memories of a mixed project and 172 prompts, of which half deserve nothing. The weights of
`recall/light/suggest.py` were fitted to half `d`, to questions of `bench/devset/` and to prompts of other projects;
half `t` measures them. With `--corpus` and `--prompts` others are measured, a JSON object a line: `{id, kind, summary,
body, spec, path, timestamp}` and `{id, prompt, relevant: [ids]}`.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from memory_core.core.memory import Memory, Scope, Source  # noqa: E402
from memory_core.recall import freshness, schema  # noqa: E402
from memory_core.recall.light import (  # noqa: E402
    asked,
    on_prompt,
    suggest_words,
)

PLACE = ROOT / "bench" / "prompts"


class Labelled(NamedTuple):
    """A prompt and the memories that its user would thank for."""

    half: str
    wanted: frozenset[str]
    text: str


class Measured(NamedTuple):
    """How suggestions did on a set of prompts."""

    deserving: int
    spoken: int
    right: int  # prompts spoken on where the first suggestion is wanted
    suggested: int
    wanted: int  # of those told

    def row(self, name: str) -> str:
        """One row of the table."""
        precision, each = self.right / max(1, self.spoken), self.wanted / max(1, self.suggested)
        recall = self.right / max(1, self.deserving)
        counts = f"{self.deserving} | {self.spoken} | {self.right}"
        return f"| {name} | {counts} | {precision:.2f} | {each:.2f} | {recall:.2f} |"


def memories(path: Path) -> list[Memory]:
    """The memories of a corpus, `.jsonl` or the table of `bench/prompts/`."""
    corpus = []
    for line in path.read_text().splitlines():
        if path.suffix == ".jsonl":
            given = json.loads(line)
            keys = ("id", "kind", "status", "summary", "body", "path", "spec", "timestamp")
            name, kind, status, summary, body, place, work, created = (given.get(key) or "" for key in keys)
        elif line.startswith("#"):
            continue
        else:
            name, kind, status, summary, body, place, work = (part.strip() for part in f"{line} |".split("|")[:7])
            created = "2026-01-05T10:00:00Z"
        scope = Scope(work=work or None, path=place or None)
        corpus.append(Memory(name, kind, summary, body, scope, created, "", status or "active", source=Source("notes")))
    return corpus


def prompts(path: Path) -> list[Labelled]:
    """The labelled prompts of a file, `.jsonl` or the table of `bench/prompts/`."""
    labelled = []
    for line in path.read_text().splitlines():
        if path.suffix == ".jsonl":
            given = json.loads(line)
            labelled.append(Labelled("", frozenset(given["relevant"]), given["prompt"]))
        elif not line.startswith("#"):
            half, wanted, text = line.split(" | ", 2)
            ids = frozenset() if wanted == "-" else frozenset(wanted.split(","))
            labelled.append(Labelled(half, ids, text.replace("\\n", "\n")))
    return labelled


def answers(corpus: Sequence[Memory], given: Sequence[Labelled]) -> list[list[Memory]]:
    """What is suggested for each prompt."""
    by_id = {memory.id: memory for memory in corpus}
    suggested = []
    with tempfile.TemporaryDirectory(prefix="memory-core-bench-") as folder:
        path = str(Path(folder) / "index.db")
        index = schema.opened(path)
        freshness.refresh(index.connection, "notes/decisions", "1", corpus)
        index.connection.close()
        connection = asked.opened(path, 600)
        assert connection
        for prompt in given:
            terms = suggest_words.terms(prompt.text)
            chosen = on_prompt.search(connection, terms).chosen if terms else ()
            suggested.append([by_id[each.memory.id] for each in chosen])
        connection.close()
    return suggested


def measured(given: Sequence[Labelled], suggested: Sequence[Sequence[Memory]]) -> Measured:
    """How often it was spoken, and how often rightly."""
    pairs = [(prompt.wanted, [memory.id for memory in hits]) for prompt, hits in zip(given, suggested, strict=True)]
    return Measured(
        sum(bool(wanted) for wanted, _ in pairs),
        sum(bool(ids) for _, ids in pairs),
        sum(bool(ids) and ids[0] in wanted for wanted, ids in pairs),
        sum(len(ids) for _, ids in pairs),
        sum(name in wanted for wanted, ids in pairs for name in ids),
    )


def main() -> None:
    """Print the table, and with `--wrong` what was wrong or missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--half", choices=("d", "t"))
    parser.add_argument("--wrong", action="store_true")
    parser.add_argument("--corpus", type=Path, default=PLACE / "memories.txt")
    parser.add_argument("--prompts", type=Path, default=PLACE / "labelled.txt")
    options = parser.parse_args()
    corpus, given = memories(options.corpus), prompts(options.prompts)
    suggested = answers(corpus, given)
    print("| prompts | deserving | spoken on | rightly | precision | of each told | recall |")
    print("|---" * 7 + "|")
    for half in sorted({prompt.half for prompt in given}) if options.half is None else [options.half]:
        chosen = [(prompt, hits) for prompt, hits in zip(given, suggested, strict=True) if prompt.half == half]
        name = f"{len(chosen)}{' ' + {'d': 'development', 't': 'test'}[half] if half else ''}"
        print(measured([prompt for prompt, _ in chosen], [hits for _, hits in chosen]).row(name))
        for prompt, hits in chosen if options.wrong else ():
            names = [memory.id for memory in hits]
            if (names and names[0] not in prompt.wanted) or (prompt.wanted and not names):
                summaries = "; ".join(memory.summary for memory in hits) or "(silent)"
                wanted = ", ".join(sorted(prompt.wanted)) or "nothing"
                print(f"  {prompt.text[:90]!r} -> {summaries[:120]} (wanted: {wanted})")


if __name__ == "__main__":
    main()
