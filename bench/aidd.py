#!/usr/bin/env python3
"""A ticket with so many decisions in its log: append, pack, verify and the start of a session, in milliseconds.

    .venv/bin/python bench/aidd.py [--runs 15] [--sizes 0,100,10000]

Each run is a process of its own in a throw-away repository. A third of the decisions supersede an older one. `beyond`
is the middle of a row less that of the same row with a log of one decision (size 0): what the size of the log costs.
"""

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.hooks import LAUNCHER, measured, timed  # noqa: E402
from memory_core.recall import indexing  # noqa: E402
from memory_core.tickets import (  # noqa: E402
    decision,
    decision_log,
)
from memory_core.tickets.decision import Entry  # noqa: E402

TICKET = "BENCH-1"


def decisions(many: int) -> list[Entry]:
    """So many decisions of a ticket, on many topics; every third one supersedes another."""
    entries: list[Entry] = []
    for number in range(many):
        topic = f"retry policy of the worker pool {number}"
        text = (
            f"Approach {number}: three tries with jitter, and a cap of {number * 3} ms, for every call that leaves us"
        )
        entries.append(
            Entry(
                decision.identify(TICKET, topic, text), TICKET, topic, text,
                f"2026-01-{number % 28 + 1:02}T12:{number // 60 % 60:02}:{number % 60:02}Z", TICKET, "implement",
                ("no retry at all", "a queue in between"),
                "The measurements of last week showed that retries make most of the latency of the slowest calls",
                f"aidd/docs/tasklist/{TICKET}.md",
                supersedes=entries[number - 2].id if number % 3 == 2 else "",
            )
        )  # fmt: skip
    return entries


class Bench:
    """One throw-away project whose ticket has `size` decisions."""

    def __init__(self, folder: Path, size: int) -> None:
        self.project = folder / "shop"
        self.numbers = count()
        subprocess.run(["git", "init", "-q", str(self.project)], check=True)
        self.folder = self.project / "aidd/docs"
        self.folder.mkdir(parents=True)
        (self.folder / ".active.json").write_text(json.dumps({"ticket": TICKET, "stage": "implement"}))
        self.entries = decisions(max(size, 1))
        decision_log.append(str(self.project), TICKET, self.entries)
        indexing.refresh_index(str(self.project))
        self.verb("pack")

    def verb(self, action: str, *arguments: str) -> float:
        """An action of `aidd`."""
        return timed([LAUNCHER, "aidd", action, "--root", str(self.project), "--ticket", TICKET, *arguments])

    def append(self, *arguments: str) -> float:
        """A decision that the log does not hold yet."""
        text = f"Decided now, number {next(self.numbers)}"
        return self.verb("append", "--topic", text, "--decision", text, *arguments)

    def supersede(self) -> float:
        """A decision that supersedes one of those that stand there."""
        return self.append("--supersedes", self.entries[-1].id)

    def pack(self) -> float:
        """The pack of a log that has just changed."""
        self.append()
        return self.verb("pack")

    def hook(self, event: str, **fields: str) -> float:
        """A hook."""
        given = {"hook_event_name": event, "session_id": "bench", "cwd": str(self.project), **fields}
        return timed([LAUNCHER, "hook", event], json.dumps(given).encode())

    def changed(self) -> float:
        """The start of a session after the log has changed."""
        self.append()
        return self.hook("SessionStart", source="startup")

    def runs(self) -> dict[str, Callable[[], float]]:
        """What is measured, by name."""
        return {
            "aidd append": self.append,
            "aidd append --supersedes": self.supersede,
            "aidd pack, the log has changed": self.pack,
            "aidd pack, nothing has changed": lambda: self.verb("pack"),
            "SessionStart, the log has changed": self.changed,
            "SessionStart, nothing has changed": lambda: self.hook("SessionStart", source="startup"),
            "Stop, the log has changed": lambda: (self.append(), self.hook("Stop"))[1],
            "Stop, nothing has changed": lambda: self.hook("Stop"),
        }


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--sizes", default="0,100,10000")
    options = parser.parse_args()
    empty: dict[str, float] = {}
    print("| process | decisions | p50 ms | max ms | beyond |\n|---|---|---|---|---|")
    for size in [int(size) for size in options.sizes.split(",")]:
        folder = Path(tempfile.mkdtemp(prefix="memory-core-bench-"))
        try:
            bench = Bench(folder, size)
            for name, run in bench.runs().items():
                times = measured(options.runs, run)
                middle = statistics.median(times)
                beyond = f"{middle - empty.setdefault(name, middle):.0f}"
                print(f"| {name} | {size:,} | {middle:.0f} | {times[-1]:.0f} | {beyond} |", flush=True)
        finally:
            time.sleep(1)  # whatever a hook has left to another process
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
