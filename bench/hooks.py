#!/usr/bin/env python3
"""Every hook as a process, beside a bare interpreter: p50, p95 and max in milliseconds.

    .venv/bin/python bench/hooks.py [--runs 30] [--sizes 0,1000,10000]

Each run starts `bin/memory-core hook EVENT` with the event on standard input, as the client does, in
a throw-away repository whose journal holds so many memories. `Stop` finds 50 new lines in a
transcript of 3 MB; `Stop, first read` finds all of it; a start finds its briefing prepared, or one file changed. What a
hook leaves to the worker is done before the next run: `Worker` rows have the time from the end of the hook until homes,
index and vectors are whole, and the last line the most memory that a worker had. The edits meet
1,000 guard rails, two thirds of them with something forbidden, in words and expressions. Then 500 learnings are warm
and 10,000 cold. Then a ticket is active, with 600 lines of documents and both packs; in the last rows a spec is, with
40 tasks.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import learned  # noqa: E402
from bench.corpus import memories, transcript_lines  # noqa: E402
from memory_core.capture import worker  # noqa: E402
from memory_core.core import install, registry  # noqa: E402
from memory_core.core.light import user  # noqa: E402
from memory_core.core.memory import Memory  # noqa: E402
from memory_core.learnings import archive, warm_files  # noqa: E402
from memory_core.learnings.learning import (  # noqa: E402
    Cold,
    Learning,
)
from memory_core.recall import indexing  # noqa: E402

SUGGESTED = Memory(
    "", "error", "The flux compensator of the hadron turbine leaks: seal it twice", "found in the log",
    status="resolved", created="2026-01-31T08:00:00Z",
)  # fmt: skip
LAUNCHER = str(ROOT / "bin" / "memory-core")


class Bench:
    """One throw-away project with `size` memories and a transcript of 3 MB."""

    def __init__(self, folder: Path, size: int) -> None:
        self.sessions = self.megabytes = 0
        os.environ["JARVIS_ROOT"] = str(folder / "jarvis")
        self.project = folder / "shop"
        self.project.mkdir()
        subprocess.run(["git", "init", "-q", str(self.project)], check=True)
        self.transcript = folder / "session.jsonl"
        self.lines = transcript_lines(seed=size)
        with self.transcript.open("w") as out:
            while out.tell() < 3_000_000:
                out.write(next(self.lines))
        if size:
            with registry.held(str(self.project)):
                registry.keep(str(self.project), [*memories(size), SUGGESTED])
            indexing.refresh_index(str(self.project))

    def hook(self, event: str, **fields: Any) -> float:
        """Milliseconds from start to end of one hook process."""
        given = {
            "hook_event_name": event,
            "session_id": "bench",
            "cwd": str(self.project),
            "transcript_path": str(self.transcript),
            **fields,
        }
        return timed([LAUNCHER, "hook", event], json.dumps(given).encode())

    def handed(self, event: str, **fields: Any) -> float:
        """A hook that hands over; the worker is let finish before the next run."""
        spent = self.hook(event, **fields)
        self.work()
        return spent

    def work(self) -> float:
        """Milliseconds until the worker is done."""
        spent = timed([LAUNCHER, "work", "--wait", "--root", str(self.project)])
        self.megabytes = max(self.megabytes, int(worker.last(str(self.project)).get("megabytes", 0)))
        return spent

    def more(self) -> None:
        """50 new lines of the transcript."""
        with self.transcript.open("a") as out:
            out.writelines(next(self.lines) for _ in range(50))

    def unread(self) -> None:
        """Nothing of the transcript was read."""
        (Path(user.derived(str(self.project))) / "sessions/bench.json").unlink(missing_ok=True)

    def stop(self, *, first: bool = False) -> float:
        """Stop after 50 new lines, or with a transcript of which nothing was read."""
        self.unread() if first else self.more()
        return self.handed("Stop", last_assistant_message="All done.")

    def worker(self, *, first: bool = False) -> float:
        """What the worker takes after such a Stop."""
        self.unread() if first else self.more()
        self.hook("Stop")
        return self.work()

    def start(self) -> float:
        """SessionStart with one changed file."""
        path = self.project / ".genius/memory/decisions.json"
        if path.exists():
            os.utime(path)
        return self.hook("SessionStart", source="startup")

    def prepared(self) -> float:
        """SessionStart with a briefing that was prepared."""
        return self.hook("SessionStart", source="startup", session_id="bench-start")

    def marked(self) -> float:
        """Stop after a reply with a marker line."""
        self.sessions += 1
        reply = f"Fine.\n\nDECISION: Lane {self.sessions} is swept by job {self.sessions * 7}, because it is narrow"
        return self.handed("Stop", last_assistant_message=reply)

    def edit(self, path: str = "app.py", new: str = "b = 1", session: str = "bench") -> float:
        """PreToolUse before an edit."""
        file = self.project / path
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("a = 1\n" * 300)
        given = {"file_path": str(file), "old_string": "a = 1", "new_string": new}
        return self.hook("PreToolUse", tool_name="Edit", tool_input=given, session_id=session)

    def guarded(self, path: str, new: str = "b = 1", *, fresh: bool = False) -> float:
        """The same where there are guard rails; `fresh` in a session that was told nothing yet."""
        rules = self.project / "IRIS_MEMORY.json"
        if not rules.exists():
            rules.write_text(json.dumps(guard_rails(1000), indent=2))
            self.edit(path)
        self.sessions += fresh
        return self.edit(path, new, f"bench-{self.sessions}" if fresh else "bench")

    def shell(self, command: str) -> float:
        """PreToolUse before a shell command, where there are guard rails."""
        rules = self.project / "IRIS_MEMORY.json"
        if not rules.exists():
            rules.write_text(json.dumps(guard_rails(1000), indent=2))
        given: dict[str, Any] = {"hook_event_name": "PreToolUse", "session_id": "bench", "cwd": str(self.project)}
        given |= {"tool_name": "Bash", "tool_input": {"command": command}}
        return timed([LAUNCHER, "hook", "PreToolUse", "shell"], json.dumps(given).encode())

    def unguarded(self, event: str, **fields: Any) -> float:
        """A hook where there are no guard rails, from here on."""
        (self.project / "IRIS_MEMORY.json").unlink(missing_ok=True)
        return self.hook(event, **fields)

    def prompted(self, prompt: str, *, fresh: bool = False, counted: bool = False) -> float:
        """UserPromptSubmit with 500 warm learnings; `fresh` in a new session, `counted` after counts have changed."""
        (self.project / "IRIS_MEMORY.json").unlink(missing_ok=True)
        warm = Path(warm_files.path(str(self.project), "project"))
        if not warm.exists():
            keep_learnings(str(self.project))
            self.hook("SessionStart", source="startup")
        if counted:
            os.utime(warm)
        self.sessions += fresh
        return self.hook("UserPromptSubmit", prompt=prompt, session_id=f"bench-{self.sessions}" if fresh else "bench")

    def asked(self, prompt: str, *, fresh: bool = False) -> float:
        """UserPromptSubmit where no learning is warm; `fresh` in a new session, that was told of no topic yet."""
        self.sessions += fresh
        return self.unguarded(
            "UserPromptSubmit", prompt=prompt, session_id=f"bench-{self.sessions}" if fresh else "bench"
        )

    def ticket(self) -> Path:
        """The documents of the active ticket, from here on; their packs are made."""
        place = self.project / "aidd"
        if not place.exists():
            shutil.copytree(ROOT / "tests" / "ticket" / "aidd", place)
            given = [LAUNCHER, "aidd", "extract", "--root", str(self.project)]
            timed(given)
            timed([*given[:2], "pack", *given[3:]])
        return place

    def read(self, *, fresh: bool = False) -> float:
        """PreToolUse before a full read of the specification; `fresh` in a session that was told nothing yet."""
        self.sessions += fresh
        given = {"file_path": str(self.ticket() / "docs/spec/TIDE-318.md")}
        session = f"bench-{self.sessions}" if fresh else "bench"
        return self.hook("PreToolUse", tool_name="Read", tool_input=given, session_id=session)

    def decided(self) -> float:
        """Stop after a turn that decided something for the active ticket."""
        self.ticket()
        self.sessions += 1
        reply = f"DECISION: deck {self.sessions} is swept by job {self.sessions * 7}, because its lanes are narrow"
        return self.handed("Stop", last_assistant_message=reply)

    def documented(self) -> float:
        """Stop after the specification was changed."""
        with (self.ticket() / "docs/spec/TIDE-318.md").open("a") as out:
            out.write("One more line of prose.\n")
        return self.handed("Stop")

    def git(self, *arguments: str) -> None:
        """Run git in the project, under a name of its own."""
        who = ("-c", "user.name=bench", "-c", "user.email=bench@example.invalid")
        subprocess.run(["git", "-C", str(self.project), *who, *arguments], check=True, capture_output=True)

    def spec(self) -> Path:
        """The progress of the spec that the branch is called after, from here on; no ticket is active any more."""
        place = self.project / "docs/spec/active/2026-01-31-limits"
        if not place.exists():
            shutil.rmtree(self.project / "aidd", ignore_errors=True)
            place.mkdir(parents=True)
            (place / "README.md").write_text(
                "---\nslug: limits\nstatus: in-progress\n---\n# Limits\n\nNobody may wait.\n"
            )
            rows = [f"| {at}.1 | Shelf {at} of hall {at * 7} | pending |\n" for at in range(1, 41)]
            (place / "PROGRESS.md").write_text("# P\n\n| ID | Description | Status |\n|--|--|--|\n" + "".join(rows))
            self.git("add", "docs")
            self.git("commit", "-qm", "Limits")
            self.git("checkout", "-qB", "limits")
            self.handed("Stop")
        return place / "PROGRESS.md"

    def done(self, *, committed: bool) -> float:
        """Stop after one more task was done."""
        path = self.spec()
        path.write_text(path.read_text().replace("| pending |", "| done |", 1))
        if committed:
            self.git("commit", "-qam", "One more")
        return self.handed("Stop")

    def unchanged(self) -> float:
        """Stop after a turn that changed nothing of the spec."""
        self.spec()
        return self.handed("Stop")

    def hooks(self) -> dict[str, Callable[[], float]]:
        """What is measured, by name."""
        return {
            "PreToolUse, no IRIS_MEMORY.json": self.edit,
            "PreToolUse, 1,000 guard rails, another file": lambda: self.guarded("app.py"),
            "PreToolUse, 1,000 guard rails, a file of one": lambda: self.guarded("src/module1/a.py"),
            "PreToolUse, a rule reminds": lambda: self.guarded("src/module0/a.py", fresh=True),
            "PreToolUse, a rule denies": lambda: self.guarded("src/module4/a.py", "import vendor4"),
            "PreToolUse, a shell command": lambda: self.shell("ls -la"),
            "PreToolUse, a shell command that names a rule": lambda: self.shell("grep 'memory-core iris remove' docs"),
            "PreToolUse, a shell command of 300 kB that names the file": lambda: self.shell(
                "echo 'one line of a script' >> out.txt\n" * 7500 + "cat IRIS_MEMORY.json"
            ),
            "SessionStart, one file changed, 1,000 guard rails": self.start,
            "UserPromptSubmit": lambda: self.unguarded("UserPromptSubmit", prompt="why is the cart empty?"),
            "UserPromptSubmit, nothing is suggested": lambda: self.asked("why is the login page of the shop empty?"),
            "UserPromptSubmit, words of thousands, nothing is suggested": lambda: self.asked(
                "does the mailer queue of the webhook export retry per tenant, and why are stock and tariff cached?"
            ),
            "UserPromptSubmit, a memory is suggested": lambda: self.asked(
                "the flux compensator of the hadron turbine leaks, how did we seal it?", fresh=True
            ),
            "UserPromptSubmit, 500 learnings, about none": lambda: self.prompted("why is the cart empty?"),
            "UserPromptSubmit, 500 learnings, counts changed": lambda: self.prompted("go on", counted=True),
            "UserPromptSubmit, 500 learnings, about some": lambda: self.prompted(
                "install httpx for the bank client", fresh=True
            ),
            "PreToolUse, 500 learnings, none of a path": self.edit,
            "SessionStart, one file changed": self.start,
            "Stop, first read of 3 MB": lambda: self.stop(first=True),
            "Worker, first read of 3 MB": lambda: self.worker(first=True),
            "Stop, 50 new lines": self.stop,
            "Worker, 50 new lines": self.worker,
            "Stop, a marker line": self.marked,
            "SessionStart, prepared": self.prepared,
            "PreCompact, nothing new": lambda: self.handed("PreCompact", trigger="manual"),
            "SessionEnd": lambda: self.handed("SessionEnd", reason="other"),
            "PreToolUse, a long read under aidd/, advised": lambda: self.read(fresh=True),
            "PreToolUse, the same read again": self.read,
            "Stop, active ticket, nothing new": lambda: self.handed("Stop", cwd=str(self.ticket().parent)),
            "Stop, active ticket, a decision": self.decided,
            "Stop, active ticket, its specification changed": self.documented,
            "SessionStart, active ticket": lambda: self.hook("SessionStart", source="startup"),
            "Stop, active spec, nothing new": self.unchanged,
            "Stop, active spec, a task done": lambda: self.done(committed=False),
            "Stop, active spec, a task done and committed": lambda: self.done(committed=True),
            "SessionStart, active spec": lambda: self.hook("SessionStart", source="startup"),
        }


def guard_rails(many: int) -> dict[str, Any]:
    """So many constraints, each of a folder or a pattern: they remind, forbid a word, or a word and an expression."""
    rules: list[dict[str, Any]] = []
    for number in range(many):
        rule: dict[str, Any] = {
            "id": f"AC-{number + 1:03}",
            "constraint": f"Module {number} talks to vendor {number} through its gateway only",
            "reason": "The gateway retries and counts; without it the vendor cut us off last year",
            "applies_to": f"src/module{number}/" if number % 4 else f"src/module{number}/**/*.py",
            "created_on": "2026-01-31",
        }
        if number % 3:
            rule |= {
                "forbid": [f"vendor{number}"],
                "instead": "call the gateway",
                "enforce": ("deny", "ask")[number % 2],
            }
        if number % 3 == 2:
            rule["forbid"].append(f"/from\\s+vendor{number}\\b/")
        rules.append(rule)
    sections: dict[str, Any] = {"intentional_patterns": [], "rejected_changes": [], "architectural_constraints": rules}
    return {"schema_version": "1.0.0", "project": "shop", **sections}


def keep_learnings(root: str) -> None:
    """500 warm learnings of the project, and 10,000 in the archive."""
    made = [
        Learning(f"pref_{number:03}", "preference", text, last_accessed="2026-01-31", updated="2026-01-31T08:00:00Z")
        for number, text in enumerate(learned.texts(10_500), 1)
    ]
    with warm_files.held(root):
        archive.add([Cold(learning, root, "2026-01-31") for learning in made[500:]], "2026-01-31")
        warm_files.write(root, "project", warm_files.read(root, "project")._replace(learnings=tuple(made[:500])))


def timed(command: list[str], given: bytes = b"") -> float:
    """Milliseconds of one process; it must exit 0."""
    start = time.perf_counter()
    done = subprocess.run(command, input=given, capture_output=True, check=False)
    spent = (time.perf_counter() - start) * 1000
    if done.returncode:
        sys.exit(f"{command}: exit {done.returncode}: {done.stderr.decode()}")
    return spent


NEED_MEMORIES = {
    "SessionStart, one file changed",
    "SessionStart, one file changed, 1,000 guard rails",
    "UserPromptSubmit, words of thousands, nothing is suggested",
    "UserPromptSubmit, a memory is suggested",
}


def measured(runs: int, run: Callable[[], float]) -> list[float]:
    """The sorted times of `runs` runs, after one that warms the files."""
    run()
    return sorted(run() for _ in range(runs))


def row(name: str, size: str, times: list[float], bare: float) -> str:
    """One row of the table."""
    p95 = times[min(len(times) - 1, round(0.95 * (len(times) - 1)))]
    middle = statistics.median(times)
    return f"| {name} | {size} | {middle:.0f} | {p95:.0f} | {times[-1]:.0f} | {middle / bare:.1f}x |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=30)
    parser.add_argument("--sizes", default="0,1000,10000")
    parser.add_argument("--only", default="", help="rows whose names begin so, several behind commas")
    options = parser.parse_args()
    python = str(getattr(install.environment(), "python", sys.executable))
    interpreter = measured(options.runs, lambda: timed([python, "-I", "-S", "-c", "pass"]))
    bare = statistics.median(interpreter)
    print("| process | memories | p50 ms | p95 ms | max ms | p50 over bare |\n|---|---|---|---|---|---|")
    print(row("bare interpreter (-I -S -c pass)", "", interpreter, bare))
    for size in [int(size) for size in options.sizes.split(",")]:
        folder = Path(tempfile.mkdtemp(prefix="memory-core-bench-"))
        try:
            bench = Bench(folder, size)
            chosen = tuple(options.only.split(","))
            for name, run in bench.hooks().items():
                if not name.startswith(chosen) or (not size and name in NEED_MEMORIES):
                    continue
                print(row(name, f"{size:,}", measured(options.runs, run), bare), flush=True)
            print(f"\nThe most memory that a worker had at {size:,} memories: {bench.megabytes} MB\n", flush=True)
        finally:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
