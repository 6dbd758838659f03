"""What is kept of labelled sessions, transcripts or written ones, by a scorer that lies outside of the repository."""

import fnmatch
import importlib.util
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.language_project import project
from bench.language_systems import Figure, rows
from tools.fit.sessions import write


def capture(sessions: Path, gold: Path, scorer: Path, authors: Path | None) -> Iterator[Figure]:
    """Recall, strict precision and traps that were kept, of all sessions and of each line of globs in `authors`."""
    score = _scorer(scorer)
    counts: dict[str, Counter[str]] = {}
    traps: Counter[str] = Counter()
    for labels in sorted(gold.glob("*.gold.jsonl")):
        name = labels.name.removesuffix(".gold.jsonl")
        noise = gold / f"{name}.noise.jsonl"
        traps[name] = len(rows(noise)) if noise.exists() else 0
        totals = score(_kept(sessions / f"{name}.jsonl"), rows(labels), rows(noise) if traps[name] else [])[0]["ALL"]
        counts[name] = Counter(totals)
    groups = authors.read_text("utf-8").splitlines() if authors else []
    for number, globs in enumerate(["*", *groups]):
        names = [name for name in counts if any(fnmatch.fnmatch(name, pattern) for pattern in globs.split())]
        every: Counter[str] = sum((counts[name] for name in names), Counter())
        system = f"capture, author {number}" if number else "capture, all authors"
        yield Figure(system, every["gold"], "recall", every["cr"] / max(1, every["gold"]))
        yield Figure(system, every["pred"], "strict precision", every["cp"] / max(1, every["pred"]))
        many = sum(traps[name] for name in names)
        yield Figure(system, many, "traps that were kept", every["noise"] / max(1, many))


def _kept(transcript: Path) -> list[dict[str, Any]]:
    with project() as here, TemporaryDirectory() as folder:
        script = transcript.with_suffix(".txt")
        path = write(script, Path(folder)) if script.exists() else transcript
        printed = here.verb("extract", "--dry-run", "--transcript", str(path)).out
    return [json.loads(line) for line in printed.splitlines()]


def _scorer(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location("scorer", path)
    assert spec, path
    assert spec.loader, path
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.score
