#!/usr/bin/env python3
"""How long `memory-core backfill` takes for the transcripts of a folder, and what it keeps.

    .venv/bin/python bench/backfill.py FOLDER

The transcripts (`*.jsonl` of the client) stand as the earlier sessions of a throw-away project. Prints one JSON object:
sessions, megabytes of transcripts, seconds and peak megabytes of the process, memories kept, candidates, the same of a
second run, and the briefing of the next session.
"""

import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from memory_core.core.light import user  # noqa: E402

_AGE = 86_400  # seconds since which nobody goes on with the sessions


def measured(folder: Path) -> dict[str, Any]:
    """The figures of a first and a second run."""
    with tempfile.TemporaryDirectory() as name:
        home = Path(name).resolve()
        project = home / "project"
        project.mkdir()
        os.environ |= {"CLAUDE_CONFIG_DIR": str(home / ".claude"), "MEMORY_CORE_STATE": str(home / "state")}
        os.environ |= {"JARVIS_ROOT": str(home / ".jarvis"), "GIT_CONFIG_GLOBAL": os.devnull}
        subprocess.run(["git", "init", "-q"], cwd=project, check=True)
        place = Path(user.client_project(str(project)))
        place.mkdir(parents=True)
        size = 0
        for path in sorted(folder.glob("*.jsonl")):
            shutil.copy(path, place)
            size += path.stat().st_size
            os.utime(place / path.name, (time.time() - _AGE,) * 2)
        first = _run(project)
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1000
        second = _run(project)
        briefing = _verb(project, "brief", "--json")["text"]
    return {"megabytes": round(size / 1e6, 1), "peak_mb": round(peak), "first": first, "second": second,
            "briefing": briefing}  # fmt: skip


def _run(project: Path) -> dict[str, Any]:
    return _verb(project, "backfill", "--json")


def _verb(project: Path, *words: str) -> dict[str, Any]:
    command = [str(ROOT / "bin" / "memory-core"), *words]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=True)
    result: dict[str, Any] = json.loads(done.stdout)
    return result


if __name__ == "__main__":
    print(json.dumps(measured(Path(sys.argv[1])), ensure_ascii=False, indent=2))
