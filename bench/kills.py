#!/usr/bin/env python3
"""Kill hooks and workers at random points, over all homes: at the end nothing is lost and nothing stands twice.

    .venv/bin/python bench/kills.py [--kills 300] [--seed 1]

A session says something for each home in every turn: a decision, a learning, a rule that is proposed, a commit, a way
of working. After each Stop the hook or the worker is killed, whichever a random moment hits. The client is killed too:
every fifth session has no end. Then the next start catches up, and everything is counted.
"""

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from memory_core.core import registry  # noqa: E402
from memory_core.core.light import queue, worker_state  # noqa: E402
from memory_core.learnings import tiers  # noqa: E402

LAUNCHER = str(ROOT / "bin" / "memory-core")
RULED = 8  # of so many turns one says a rule: of those that wait for a word fifty stand
TURNS = 5  # of a session


class Session:
    """A session of one project of which every turn is killed somewhere."""

    def __init__(self, project: Path, number: int, chance: random.Random) -> None:
        self.project, self.number, self.chance = project, number, chance
        self.name = f"{number:08x}-0000-4000-8000-000000000000"
        self.transcript = project.parent / f"{self.name}.jsonl"

    def says(self, role: str, *blocks: Any, **extra: Any) -> None:
        """Append a line to the transcript."""
        content = [{"type": "text", "text": block} if isinstance(block, str) else block for block in blocks]
        line = {
            "type": role, "uuid": f"{self.chance.randrange(16**12):012x}", "timestamp": "2026-03-14T12:00:00.000Z",
            "sessionId": self.name, "isSidechain": False, "message": {"role": role, "content": content}, **extra,
        }  # fmt: skip
        with self.transcript.open("a") as out:
            out.write(json.dumps(line) + "\n")

    def turn(self, word: str, *, rules: bool) -> str:
        """What a turn says for each home, a rule among it or not; its last message."""
        rule = f"Never import {word}lib in this project. " if rules else ""
        self.says("user", f"{rule}From now on always answer {word} first.",
                  promptId=f"p{word}", promptSource="typed")  # fmt: skip
        call = f"toolu_{self.chance.randrange(16**12):012x}"
        self.says("assistant", {"type": "tool_use", "id": call, "name": "Bash",
                                "input": {"command": f'git commit -m "Teach the {word} to wait"'}})  # fmt: skip
        done = f"[main {self.chance.randrange(16**7):07x}] Teach the {word} to wait\n 2 files changed, 9 insertions(+)"
        self.says("user", {"type": "tool_result", "tool_use_id": call, "content": done, "is_error": False})
        last = f"Done.\n\nDECISION: The {word} opens at noon\nLEARNED: A {word} needs two keys"
        self.says("assistant", last)
        return last

    def hook(self, event: str, **fields: Any) -> "subprocess.Popen[bytes]":
        """Start a hook as the client does."""
        given = {"hook_event_name": event, "session_id": self.name, "cwd": str(self.project),
                 "transcript_path": str(self.transcript), **fields}  # fmt: skip
        process = subprocess.Popen([LAUNCHER, "hook", event], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, start_new_session=True)  # fmt: skip
        try:
            assert process.stdin
            process.stdin.write(json.dumps(given).encode())
            process.stdin.close()
        except BrokenPipeError:
            pass
        return process

    def killed(self, event: str, **fields: Any) -> int:
        """How many processes a random moment hits after this event: the hook, or the worker."""
        process = self.hook(event, **fields)
        hits = 0
        if self.chance.random() < 0.3:
            time.sleep(self.chance.random() * 0.05)
            hits += process.poll() is None
            os.killpg(process.pid, signal.SIGKILL) if process.poll() is None else None
            process.wait()
            return int(hits)
        process.wait()
        time.sleep(worker_state.DELAY * self.chance.choice((0.5, 1)) + self.chance.random() * 0.9)
        return kill_worker(self.project)


def kill_worker(project: Path) -> int:
    """Kill the worker of a project; how many processes that hit."""
    result = subprocess.run(["pgrep", "-f", f"hooks/work.py .*{project}$"], capture_output=True, text=True, check=False)
    hits = 0
    for pid in result.stdout.split():
        try:
            os.kill(int(pid), signal.SIGKILL)
            hits += 1
        except ProcessLookupError:
            continue
    return hits


def drain(project: Path) -> None:
    """Do everything that waits, in as many runs as it takes; a run ends after a minute."""
    for _ in range(10):
        command = [LAUNCHER, "work", "--wait", "--root", str(project)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if not done.returncode:
            return
    sys.exit(f"\nthe queue is not empty: {done.stdout}{done.stderr}")


def expected(words: list[str]) -> Counter[str]:
    """What stands in the homes once everything is kept."""
    texts = [text for word in words for text in (
        f"The {word} opens at noon", f"A {word} needs two keys", f"Teach the {word} to wait",
    )]  # fmt: skip
    return Counter(texts)


def stands(project: Path, words: list[str]) -> Counter[str]:
    """How often each statement stands in a home; a rule and a way of working by its word."""
    counts: Counter[str] = Counter()
    for memory in registry.read(str(project)):
        text = memory.summary.partition(" (")[0].rstrip(".")
        counts[text] += 1
        for word in words:
            if f"{word}lib" in memory.summary:
                counts[f"rule {word}"] += 1
    return counts


def main() -> None:
    """Print what was killed, and what is lost or stands twice; 1 where there is any."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    lost, twice, kills, runs = run(options.kills, options.seed)
    print(f"{kills} kills in {runs} sessions: {len(lost)} lost, {len(twice)} twice")
    for line in (*lost, *twice):
        print(f"  {line}")
    sys.exit(1 if lost or twice else 0)


def run(kills: int, seed: int) -> tuple[list[str], list[str], int, int]:
    """(what is lost, what stands twice, kills that hit, sessions)."""
    folder = Path(tempfile.mkdtemp(prefix="memory-core-kills-")).resolve()
    os.environ |= {"HOME": str(folder), "MEMORY_CORE_STATE": str(folder / "state"), "GIT_CONFIG_GLOBAL": os.devnull,
                   "MEMORY_CORE_NOW": "2026-03-14T15:00:00Z", "JARVIS_ROOT": str(folder / "jarvis")}  # fmt: skip
    project = folder / "shop"
    project.mkdir()
    who = ("-c", "user.name=bench", "-c", "user.email=bench@example.invalid")
    for words in (("init", "-q"), (*who, "commit", "-q", "--allow-empty", "-m", "Start")):
        subprocess.run(["git", *words], cwd=project, check=True)
    chance = random.Random(seed)
    hits = number = 0
    keywords: list[str] = []
    try:
        while hits < kills:
            number += 1
            session = Session(project, number, chance)
            session.hook("UserPromptSubmit", prompt="go on").wait()
            for _ in range(TURNS):
                word = "".join(chance.choice("bdfgklmnprstvz") + chance.choice("aeiou") for _ in range(5))
                rules = len(keywords) % RULED == 0
                keywords.append(word)
                hits += session.killed("Stop", last_assistant_message=session.turn(word, rules=rules))
            if number % 5:
                hits += session.killed("SessionEnd", reason="other")
            else:
                os.utime(session.transcript, (1, 1))  # its client was killed, and nobody writes there any more
            print(f"\r{hits} kills", end="", file=sys.stderr, flush=True)
        last = Session(project, number + 1, chance)
        for _ in range(3):  # a start that comes while a worker is at it leaves that worker the rest
            last.hook("SessionStart", source="startup").wait()
            drain(project)
        for name in [hot.session for hot in tiers.hot(str(project))]:
            queue.put(str(project), {"name": "SessionEnd", "session": name, "cwd": str(project),
                                     "transcript": str(project.parent / f"{name}.jsonl")})  # fmt: skip
        drain(project)
        wanted, there = expected(keywords), stands(project, keywords)
        lost = [f"lost: {text}" for text in wanted if not there[text]]
        lost += [f"lost: the rule on {word}lib" for word in keywords[::RULED] if not there[f"rule {word}"]]
        twice = [f"{count} times: {text}" for text, count in there.items() if text in wanted and count > 1]
        twice += [
            f"{there[f'rule {word}']} times: the rule on {word}lib" for word in keywords if there[f"rule {word}"] > 1
        ]
        return lost, twice, hits, number
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
