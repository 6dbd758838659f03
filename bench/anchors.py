"""Whether memories know what became of the files that they name: `python -m bench.anchors REPOSITORY...`.

Of commits along the main line of a repository, files are drawn by a fixed seed, and a memory is made that names each:
one on the commit, one that has its time alone. At HEAD the product says what became of them. What is true comes from
`git ls-tree` of both commits, and from a walk over the whole history with git's rename detection, forward.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Final

from memory_core.core.memory import Memory, Source
from memory_core.recall import anchoring
from memory_core.recall.anchors import Anchor

_SEED: Final = 17
_TEXTS: Final = ("Keep {} small", "`{}` retries three times, then gives up", "The parser ({}) is slow.")


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("repositories", nargs="+")
    parser.add_argument("--commits", type=int, default=40, help="commits that memories are made on")
    parser.add_argument("--files", type=int, default=100, help="files of each")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as state:
        os.environ["MEMORY_CORE_STATE"] = state
        for name in options.repositories:
            print(measured(os.path.realpath(name), options.commits, options.files))


def measured(repo: str, most: int, files: int) -> str:
    """The row of a repository."""
    line = _git(repo, "rev-list", "--first-parent", "--reverse", "HEAD").split()
    drawn = random.Random(_SEED)
    commits = sorted(drawn.sample(line[:-1], min(most, len(line) - 1)), key=line.index)
    now = _tree(repo, "HEAD")
    asked: list[tuple[str, str]] = []
    then: dict[tuple[str, str], str] = {}
    for commit in commits:
        tree = _tree(repo, commit)
        plain = sorted(path for path in tree if path.isprintable() and not {*path} & {*" `:#"} and len(path) < 200)
        for path in drawn.sample(plain, min(files, len(plain))):
            asked.append((commit, path))
            then[commit, path] = tree[path]
    ends = _ends(repo, asked)
    times = dict(row.split() for row in _git(repo, "log", "--format=%H %cI", "--first-parent", "HEAD").splitlines())
    on, loose = [], []
    for number, (commit, path) in enumerate(asked):
        is_plain = "/" in path or "." in path  # else only code in backticks names a file
        text = _TEXTS[number % len(_TEXTS) if is_plain else 1].format(path)
        on.append(Memory(f"on{number}", "decision", text, created=times[commit], source=Source(commit=commit)))
        loose.append(Memory(f"loose{number}", "decision", text, created=times[commit]))
    begun = time.monotonic()
    anchors = anchoring.anchors_of(repo, repo, [*on, *loose], 600)
    took = time.monotonic() - begun
    counts: Counter[str] = Counter()
    for is_on, part in ((True, anchors[: len(asked)]), (False, anchors[len(asked) :])):
        for (commit, path), each in zip(asked, part, strict=True):
            own = next((anchor for anchor in each if anchor.name == path), Anchor(path, ""))
            counts.update(_judged(own, then[commit, path], now.get(path, ""), ends[commit, path], is_on=is_on))
    false = counts["false gone"] + counts["false changed"]
    return "; ".join((
        f"{Path(repo).name}: {len(line):,} commits, {len(asked):,} names twice",
        f"gone or renamed: {counts['noticed']:,} of {counts['gone']:,} noticed",
        f"false alarms: {false:,} of {counts['stands']:,} ({false / max(1, counts['stands']):.4f})",
        f"changed since the commit: {counts['drift noticed']:,} of {counts['changed']:,}",
        f"renamed: {counts['to']:,} of {counts['renamed']:,} to the right path, {counts['no to']:,} to none",
        f"{counts['other to']:,} to another",
        f"{took:.1f} s for all",
    ))  # fmt: skip


def _judged(anchor: Anchor, then: str, now: str, end: str, *, is_on: bool) -> list[str]:
    if not now:
        outcomes = ["gone", *(["noticed"] if anchor.state == "orphaned" else [])]
        if end:
            outcomes += ["renamed", "to" if anchor.to == end else "other to" if anchor.to else "no to"]
        return outcomes + (["other to"] if anchor.to and not end else [])
    outcomes = ["stands"]
    outcomes += ["false gone"] if anchor.state == "orphaned" else []
    outcomes += ["false changed"] if anchor.state == "drifted" and now == then else []
    if now != then and is_on:
        outcomes += ["changed", *(["drift noticed"] if anchor.state == "drifted" else [])]
    return outcomes


def _ends(repo: str, asked: list[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """(commit, path) to what that file is called at HEAD, "" where it was deleted: the whole history, forward."""
    form = ("--first-parent", "-m", "--reverse", "-M", "-l1000", "--name-status", "-z", "--format=%x01%H")
    log = _git(repo, "log", *form, "HEAD")
    ends: dict[tuple[str, str], str] = {}
    called: dict[str, set[tuple[str, str]]] = {}  # what a file is called, to those that are it
    rows = iter(log.split("\0"))
    moves: list[tuple[str, str]] = []
    last = ""

    def settle() -> None:
        """Apply what a commit moved, all at once, then begin with the files of the memories that are made on it."""
        going = {old: called.pop(old, set()) for old, _ in moves}
        for old, new in moves:
            if new:
                called.setdefault(new, set()).update(going[old])
        moves.clear()
        for place in asked:
            if place[0] == last:
                called.setdefault(place[1], set()).add(place)

    for row in rows:
        text = row.lstrip("\n")
        if text.startswith("\x01"):
            settle()
            last = text[1:]
        elif text[:1] == "R":
            moves.append((next(rows), next(rows)))
        elif text[:1] == "D":
            moves.append((next(rows), ""))
        elif text[:1] in ("A", "M", "T"):
            next(rows)
    settle()
    for path, places in called.items():
        ends |= dict.fromkeys(places, path)
    return {place: ends.get(place, "") for place in asked}


def _tree(repo: str, commit: str) -> dict[str, str]:
    rows = (row.partition("\t") for row in _git(repo, "ls-tree", "-r", "-z", "--full-tree", commit).split("\0"))
    return {path: entry.split()[2] for entry, _, path in rows if path}


def _git(repo: str, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", repo, *arguments], capture_output=True, check=True)
    return done.stdout.decode("utf-8", "replace")


if __name__ == "__main__":
    main(sys.argv[1:])
