"""How long `recall --as-of` takes in a repository of many commits: `python -m bench.as_of [--commits 2000]`.

Each commit adds a decision to the journal and a note in its ref. Asked is at the first tenth, the middle and the end
of the history; each is a whole process, the median of five.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

_ROOT: Final = Path(__file__).resolve().parent.parent
_FIRST: Final = datetime(2024, 1, 1, tzinfo=UTC)
_RUNS: Final = 5
_SUBJECTS: Final = ("queue", "session store", "build cache", "parser", "login page", "rate limiter", "mailer", "index")


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--commits", type=int, default=2000)
    commits = parser.parse_args(arguments).commits
    with tempfile.TemporaryDirectory() as folder:
        repo = Path(folder) / "shop"
        made(repo, commits)
        print("| as of | memories then | p50 s | max s |\n|---|---|---|---|")
        for at in (commits // 10, commits // 2, commits):
            print(_row(repo, at, folder))


def made(repo: Path, commits: int) -> None:
    """Make a repository of so many commits, six hours apart."""
    subprocess.run(["git", "init", "-q", str(repo)], check=True)
    feed = subprocess.Popen(["git", "fast-import", "--quiet"], cwd=repo, stdin=subprocess.PIPE)
    assert feed.stdin
    rows: list[str] = []
    for number in range(1, commits + 1):
        when = _FIRST + timedelta(hours=6 * number)
        decision = f"The {_SUBJECTS[number % len(_SUBJECTS)]} keeps variant {number} of the plan"
        stamp = f"{when:%Y-%m-%dT%H:%M:%SZ}"
        rows.append(
            json.dumps({"id": f"d-{number:08x}", "decision": decision, "reason": "measured", "timestamp": stamp})
        )
        text = "[\n" + ",\n".join(rows) + "\n]\n"
        head = f"mark :{number}\ncommitter A <a@b> {int(when.timestamp())} +0000\ndata 1\nm\n"
        file = f"M 100644 inline .genius/memory/decisions.json\ndata {len(text)}\n{text}\n"
        feed.stdin.write(f"commit refs/heads/main\n{head}{file}".encode())
        note = f"---\ntype: decision\ntimestamp: {stamp}\nsummary: Note {number} of the {_SUBJECTS[number % 8]}\n---\n"
        head = f"committer A <a@b> {int(when.timestamp())} +0000\ndata 1\nn\n"
        feed.stdin.write(
            f"commit refs/notes/cs/decisions\n{head}N inline :{number}\ndata {len(note)}\n{note}\n".encode()
        )
    feed.stdin.close()
    if feed.wait():
        raise SystemExit("git fast-import failed")
    subprocess.run(["git", "symbolic-ref", "HEAD", "refs/heads/main"], cwd=repo, check=True)
    subprocess.run(["git", "reset", "-q", "--hard"], cwd=repo, check=True)


def _row(repo: Path, at: int, folder: str) -> str:
    when = f"{_FIRST + timedelta(hours=6 * at):%Y-%m-%dT%H:%M:%SZ}"
    command = [sys.executable, "-m", "memory_core.cli", "recall", "--as-of", when, "--json", "--limit", "200"]
    environment = {**os.environ, "MEMORY_CORE_STATE": os.path.join(folder, "state"), "PYTHONPATH": str(_ROOT)}
    took = []
    for _ in range(_RUNS):
        begun = time.monotonic()
        done = subprocess.run(
            [*command, "what", "did", "the", "queue", "keep", "--root", str(repo)],
            capture_output=True, check=True, env=environment,
        )  # fmt: skip
        took.append(time.monotonic() - begun)
        assert json.loads(done.stdout)["results"]
    return f"| commit {at:,} | {2 * at:,} | {statistics.median(took):.2f} | {max(took):.2f} |"


if __name__ == "__main__":
    main(sys.argv[1:])
