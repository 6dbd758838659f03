#!/usr/bin/env python3
"""Capture, recall, reindex and status at 1,000, 10,000 and 100,000 memories, with peak memory.

    .venv/bin/python bench/scale.py [--sizes 1000,10000,100000] [--runs 7] [--embed-up-to 20000] [--home journal|notes]

Processes are started as the launcher starts them; `x bare` is against `python -I -S -c pass` in the same
run. `capture` writes one memory to its home and into the index. Above `--embed-up-to` the vectors are
seeded noise, put into the cache: a search costs the same, and nobody waits for ten minutes.
"""

import argparse
import array
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.corpus import memories, noted  # noqa: E402
from memory_core.core import git, install, registry  # noqa: E402
from memory_core.core.memory import Memory, Source  # noqa: E402
from memory_core.recall import (  # noqa: E402  # noqa: E402
    freshness,
    index_document,
    indexing,
    search,
    vectors,
    verb_recall,
)
from memory_core.recall.verb_recall import Question  # noqa: E402

QUERIES = (
    "why does the checkout cache drop entries per tenant",
    "webhook_queue.py",
    "limit of the invoice parser under load",
)
START = (
    "import sys; sys.path.insert(0, sys.argv.pop(1)); from memory_core.cli import main; sys.exit(main(sys.argv[1:]))"
)
# A child's peak begins with its parent's at the fork: a small process starts and watches the one that is measured.
WATCH = """
import os, sys, time
void = os.open(os.devnull, os.O_RDWR)
start = time.perf_counter()
pid = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, void, 1)])
_, status, used = os.wait4(pid, 0)
print(time.perf_counter() - start, used.ru_maxrss)
sys.exit(os.waitstatus_to_exitcode(status))
"""
TITLES = ("memories", "step", "p50 ms", "max ms", "x bare", "peak MB")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="1000,10000,100000")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--embed-up-to", type=int, default=20_000)
    parser.add_argument("--home", choices=("journal", "notes"), default="journal")
    options = parser.parse_args()
    print("| " + " | ".join(TITLES) + " |\n|" + "---|" * len(TITLES), flush=True)
    bare, _ = measured(options.runs, lambda: process(["-c", "pass"]))
    print(row(0, "bare interpreter", bare, bare, 0), flush=True)
    for size in map(int, options.sizes.split(",")):
        with tempfile.TemporaryDirectory(prefix="memory-core-scale-") as folder:
            walk = steps if options.home == "journal" else noted_steps
            for step, times, peak in walk(folder, size, options.runs, embed=size <= options.embed_up_to):
                print(row(size, step, times, bare, peak), flush=True)


def steps(folder: str, size: int, runs: int, *, embed: bool) -> Iterator[tuple[str, list[float], float]]:
    """Each step with its sorted times in ms and its peak memory in MB (0: measured in this process)."""
    given = memories(size + runs + 1)
    with registry.held(folder):
        registry.keep(folder, given[:size])
    yield from searched(folder, runs, embed=embed)
    new = iter(given[size:])
    yield "capture of one memory", *measured(runs, lambda: here(lambda: captured(folder, [next(new)])))


def noted_steps(folder: str, size: int, runs: int, *, embed: bool) -> Iterator[tuple[str, list[float], float]]:
    """The same for memories in git notes, three to a commit, and what a session's start costs."""
    noted(folder, memories(size))
    yield "SessionStart, notes fetched, never indexed", *measured(1, lambda: start(folder), warm=False)
    yield from searched(folder, runs, embed=embed)
    words = iter(f"The {at}th thing learned about the queue" for at in range(9 * runs))
    yield "remember, embedded", *measured(runs, lambda: verb(folder, "remember", "learning", next(words)))
    yield "SessionStart, nothing changed", *measured(runs, lambda: start(folder))

    def changed() -> tuple[float, float]:
        with registry.held(folder):
            head = git.head(folder) or ""
            when = f"2027-01-01T00:00:{next(seconds):02}Z"
            registry.keep(folder, [Memory("", "learning", next(words), created=when, source=Source(commit=head))])
        return start(folder)

    seconds = iter(range(60))
    yield "SessionStart, one note changed", *measured(runs, changed)
    yield "verify", *measured(1, lambda: verb(folder, "verify"), warm=False)


def start(folder: str) -> tuple[float, float]:
    """Milliseconds and peak MB of the hook of a session's start."""
    event = {"session_id": "bench", "cwd": folder, "source": "startup", "hook_event_name": "SessionStart"}
    return process([str(ROOT / "hooks" / "session_start.py")], json.dumps(event))


def searched(folder: str, runs: int, *, embed: bool) -> Iterator[tuple[str, list[float], float]]:
    """The steps that ask the index."""
    if embed and install.model_dir():
        yield "reindex, cold", *measured(1, lambda: verb(folder, "reindex"), warm=False)
    else:
        seeded(folder)
    yield "reindex, vectors cached", *measured(1, lambda: verb(folder, "reindex"), warm=False)
    asked = iter(QUERIES * runs)
    yield "recall, hybrid, cold process", *measured(runs, lambda: verb(folder, "recall", next(asked), "--json"))
    yield (
        "recall, keyword, cold process",
        *measured(runs, lambda: verb(folder, "recall", QUERIES[0], "--json", "--mode", "keyword")),
    )
    yield (
        "recall, filtered by type, cold process",
        *measured(runs, lambda: verb(folder, "recall", QUERIES[0], "--json", "--type", "learning")),
    )
    yield (
        "recall, keyword, warm",
        *measured(runs, lambda: here(lambda: verb_recall.recall(folder, Question(QUERIES[0], mode=search.KEYWORD)))),
    )
    yield "status", *measured(runs, lambda: verb(folder, "status", "--json"))


def captured(root: str, new: list[Memory]) -> None:
    """One memory in its home and in the index."""
    with registry.held(root):
        registry.keep(root, new)
    indexing.refresh_index(root)


def seeded(root: str) -> None:
    """An index whose cache holds noise for every memory."""
    indexing.refresh_index(root)
    folder = install.model_dir()
    if folder is None:
        return
    dice = random.Random(11)
    with indexing.at_hand(root) as (index, _):
        search.with_vectors(index, indexing.vectors_path(root), install.model_key(folder))
        keys = (
            freshness.passage_key(index_document.embedded(memory))
            for home in registry.parts(root)
            for memory in home.read()
        )
        vectors.put(index.connection, ((key, noise(dice)) for key in keys))


def noise(dice: random.Random) -> bytes:
    """A vector of no meaning."""
    return array.array("f", (byte - 127.5 for byte in dice.randbytes(vectors.WIDTH))).tobytes()


def verb(root: str, *arguments: str) -> tuple[float, float]:
    """Milliseconds and peak MB of one verb as a process."""
    return process(["-c", START, str(ROOT), *arguments, "--root", root])


def process(arguments: list[str], given: str = "") -> tuple[float, float]:
    """Milliseconds and peak MB of a process of the recorded interpreter; it must exit 0."""
    place = install.environment()
    python, site = (
        (place.python, place.site)
        if place
        else (sys.executable, next(path for path in sys.path if path.endswith("site-packages")))
    )
    command = [python, "-I", "-S", "-X", f"memory_core_site={site}", "-X", "utf8", *arguments]
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", WATCH, *command], input=given, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{' '.join(arguments[-4:])}: exit {done.returncode}: {done.stderr}")
    seconds, peak = map(float, done.stdout.split())
    return seconds * 1000, peak / (1e6 if sys.platform == "darwin" else 1e3)


def here(work: Callable[[], object]) -> tuple[float, float]:
    """Milliseconds of something done in this process."""
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000, 0.0


def measured(runs: int, run: Callable[[], tuple[float, float]], *, warm: bool = True) -> tuple[list[float], float]:
    """The sorted times of `runs` runs, after one that warms the files, and the highest peak."""
    if warm:
        run()
    results = [run() for _ in range(runs)]
    return sorted(spent for spent, _ in results), max(peak for _, peak in results)


def row(size: int, step: str, times: list[float], bare: list[float], peak: float) -> str:
    """One row of the table."""
    middle = statistics.median(times)
    ratio = middle / statistics.median(bare)
    return f"| {size:,} | {step} | {middle:.0f} | {times[-1]:.0f} | {ratio:.1f} | {f'{peak:.0f}' if peak else '–'} |"


if __name__ == "__main__":
    main()
