#!/usr/bin/env python3
"""What the plugin costs a whole `claude -p` run, in the real client against the stand-in server.

    .venv/bin/python bench/client.py [--runs 12] [--role newest] [--root DIR]

Runs with and without the plugin in turn, in the same project: milliseconds of the whole run, and until the first
request.
`--root` names another checkout whose plugin is measured.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.client.driver import Client  # noqa: E402

FLAGS = ("--model", "claude-sonnet-4-5")


class Timed(Client):
    """A client that notes when its first request came."""

    def run_once(self, project: Path, *flags: str) -> tuple[float, float]:
        """(milliseconds of the run, milliseconds until the first request)."""
        self.api.forget()
        first: list[float] = []

        def answers() -> str:
            first.append(time.perf_counter())
            return "Fine.\n\nDECISION: Carts expire after a day"

        self.api.script(answers)
        start = time.perf_counter()
        command = [str(self.program), "-p", "when do carts expire?", *FLAGS, *flags]
        subprocess.run(command, cwd=project, env=self.env, stdin=subprocess.DEVNULL, capture_output=True, check=True)
        end = time.perf_counter()
        return (end - start) * 1000, (first[0] - start) * 1000


def main() -> None:
    """Print the medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=12)
    parser.add_argument("--role", default="newest")
    parser.add_argument("--root", type=Path, default=ROOT)
    options = parser.parse_args()
    data = Path(os.environ.get("MEMORY_CORE_DATA") or ROOT / ".cache" / "data")
    folder = Path(tempfile.mkdtemp(prefix="memory-core-client-")).resolve()
    client = Timed(folder / options.role, options.role, data)
    try:
        project = client.project()
        plugin = ("--plugin-dir", str(options.root.resolve()))
        without: list[tuple[float, float]] = []
        with_it: list[tuple[float, float]] = []
        client.run_once(project, *plugin)
        client.run_once(project)
        for _ in range(options.runs):
            with_it.append(client.run_once(project, *plugin))
            time.sleep(1.5)  # the worker is done: the next run is not slower for it
            without.append(client.run_once(project))
        for at, what in enumerate(("whole run", "first request")):
            mine, bare = (statistics.median(row[at] for row in rows) for rows in (with_it, without))
            print(f"{what}: {mine:.0f} ms with the plugin, {bare:.0f} without, {mine - bare:+.0f}")
    finally:
        client.close()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
