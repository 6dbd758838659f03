#!/usr/bin/env python3
"""What each hook and ten verbs load: modules of the product, all modules, and the time that importing them takes.

    .venv/bin/python bench/loads.py

Each runs once in a throw-away project with a few memories, under `-X importtime`. `tests/test_loads.py` holds the
numbers of modules below a bound; times are for the eye.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from memory_core.core import install  # noqa: E402
from memory_core.core.light import identity  # noqa: E402

VERBS = {
    "list": ("list",),
    "status": ("status",),
    "recall": ("recall", "retry"),
    "recall, keyword": ("recall", "retry", "--mode", "keyword"),
    "open": ("open",),
    "show": ("show", identity.identify("decision", "Use Redis for the cart")),
    "remember": ("remember", "decision", "Retry twice"),
    "jarvis memory learn": ("jarvis", "memory", "learn", "Use pnpm, not npm"),
    "iris show": ("iris", "show"),
    "brief": ("brief",),
}
MARKED = "Fine.\n\nDECISION: Use Redis for the cart — it expires"
_START = (
    "import sys; sys.path.insert(0, sys.argv.pop(1)); from memory_core.cli import main; sys.exit(main(sys.argv[1:]))"
)


class Loaded(NamedTuple):
    """What one process imported."""

    ours: int  # modules of the product
    every: int
    ms: float  # in which they were imported
    names: frozenset[str] = frozenset()


def run(command: Sequence[str], given: str, project: Path) -> Loaded:
    """What a process of the product imports that is started with these arguments behind the interpreter's own."""
    place = install.environment()
    site = [f"-Xmemory_core_site={place.site}"] if place else []
    flags = ["-I", "-S", "-X", "utf8", *site] if place else ["-P"]
    python = place.python if place else sys.executable
    whole = [python, *flags, "-X", "importtime", *command]
    done = subprocess.run(whole, input=given, cwd=project, capture_output=True, text=True, check=True)
    rows = [line.removeprefix("import time:").split("|") for line in done.stderr.splitlines() if "import time:" in line]
    took = {name.strip(): int(own) for own, _, name in rows if own.strip().isdigit()}
    ours = [name for name in took if name.split(".")[0] == "memory_core"]
    return Loaded(len(ours), len(took), sum(took.values()) / 1000, frozenset(took))


def hook(event: str, project: Path, **fields: str) -> Loaded:
    """What a hook imports."""
    script = "".join(f"_{char.lower()}" if char.isupper() else char for char in event).lstrip("_")
    given = {"hook_event_name": event, "session_id": "loads", "cwd": str(project), **fields}
    given.setdefault("transcript_path", str(project.parent / "loads.jsonl"))
    return run([str(ROOT / "hooks" / f"{script}.py")], json.dumps(given), project)


def verb(arguments: Sequence[str], project: Path) -> Loaded:
    """What a verb imports."""
    return run(["-c", _START, str(ROOT), *arguments], "", project)


def measured(project: Path) -> dict[str, Loaded]:
    """Every row of the table, by name; the project is a repository in which nothing is kept yet."""
    verb(("remember", "decision", "Use Postgres"), project)
    for _ in range(2):  # the first one makes files that it depends on
        hook("SessionStart", project, source="startup")
    rows = {
        "SessionStart, prepared": hook("SessionStart", project, source="startup"),
        "UserPromptSubmit": hook("UserPromptSubmit", project, prompt="why is the cart empty?"),
        "PreToolUse": hook("PreToolUse", project, tool_name="Edit"),
        "Stop": hook("Stop", project, last_assistant_message="Done."),
        "Stop, a marker line": hook("Stop", project, last_assistant_message=MARKED),
        "PreCompact": hook("PreCompact", project, trigger="manual"),
        "SessionEnd": hook("SessionEnd", project, reason="other"),
    }
    verb(("work", "--wait"), project)
    os.utime(project / ".genius/memory/decisions.json")
    rows["SessionStart, one file changed"] = hook("SessionStart", project, source="startup")
    verb(("work", "--wait"), project)  # the index, which a start leaves to the worker
    return rows | {name: verb(arguments, project) for name, arguments in VERBS.items()}


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory(prefix="memory-core-loads-") as name:
        folder = Path(name).resolve()
        os.environ |= {"HOME": name, "MEMORY_CORE_STATE": str(folder / "state"), "JARVIS_ROOT": str(folder / "jarvis")}
        project = folder / "shop"
        project.mkdir()
        who = ("-c", "user.name=bench", "-c", "user.email=bench@example.invalid")
        subprocess.run(["git", "init", "-q", str(project)], check=True)
        subprocess.run(["git", *who, "commit", "-q", "--allow-empty", "-m", "Start"], cwd=project, check=True)
        print("| process | modules of ours | all modules | import ms |\n|---|---|---|---|")
        for process, row in measured(project).items():
            print(f"| {process} | {row.ours} | {row.every} | {row.ms:.0f} |")


if __name__ == "__main__":
    main()
