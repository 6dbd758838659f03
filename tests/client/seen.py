"""What the model was shown, and what stands on disk."""

import hashlib
import json
import os
import re
from pathlib import Path
from typing import Any

from tests.client.api import Request

FENCE = "briefing of this project"
OURS = (".genius", ".cs-memory", ".claude")  # what memory-core writes in a project
FILES = ("decisions", "patterns", "progress", "errors")


def briefings(request: Request) -> list[str]:
    """The texts of a request that are our briefing."""
    return [text for text in request.texts if FENCE in text and "SessionStart" in text]


def answer(request: Request) -> str:
    """What a command of ours put into the prompt: the newest message after the command's own lines."""
    return re.split(r"</command-(?:args|name)>", request.last)[-1]


def memories(project: Path) -> dict[str, list[dict[str, Any]]]:
    """The journal of a project, by file."""
    folder = project / ".genius" / "memory"
    return {
        name: json.loads((folder / f"{name}.json").read_text()) if (folder / f"{name}.json").exists() else []
        for name in FILES
    }


def remember(project: Path, decision: str) -> None:
    """Write a decision into a project's journal, as a clone of the project would bring it."""
    folder = project / ".genius" / "memory"
    folder.mkdir(parents=True)
    entry = {"id": "d-0000abcd", "decision": decision, "reason": "", "timestamp": "2026-01-01T00:00:00", "tags": []}
    (folder / "decisions.json").write_text(f"[\n{json.dumps(entry)}\n]\n")


def tree(folder: Path) -> dict[str, str]:
    """Every file below a folder with the digest of its bytes; git's own files are left out, and ours."""
    digests = {}
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in (".git", *OURS)]
        for name in names:
            path = Path(parent, name)
            if path.is_file():
                digests[str(path.relative_to(folder))] = hashlib.sha256(path.read_bytes()).hexdigest()
    return digests


def holds(folder: Path, needle: str) -> list[str]:
    """The files below a folder, git's own included, that hold these bytes."""
    return [
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if path.is_file() and needle.encode() in path.read_bytes()
    ]
