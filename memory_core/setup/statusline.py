"""`memory-core statusline`: one line for the client's status line, made of what is prepared for the next start."""

import io
import os
import sys

from memory_core import redact
from memory_core.briefing.light import prepared
from memory_core.core.light import event, files, json_store, places, queue, settings
from memory_core.core.light.errors import Refusal
from memory_core.core.options import parsed
from memory_core.core.report import Report

_EVENT = 1_000_000  # bytes of what the client hands over


def main(arguments: list[str]) -> Report:
    """Report the line; it is empty if nothing is known."""
    options = parsed("statusline", arguments)
    root = _root() if not options.root_given else options.root
    text = line(root) if root else ""
    return Report(options, {"text": text}, text)


def line(root: str) -> str:
    """The state of the project, what waits for the user, and whether the hooks are off."""
    if settings.is_off(root, ""):
        return "memory-core: off"
    kept = json_store.load(prepared.path(root, root), prepared.LIMIT)
    greeting, waiting = (str(kept.get(key, "")) for key in ("greeting", "waiting"))
    parts = [f"memory-core: {greeting.partition(' knows ')[2].partition(' of this project')[0] or 'empty'}"]
    parts += ["a rule waits: /iris:memory"] if waiting else []
    parts += [f"{count} to keep"] if (count := len(queue.waiting(root))) else []
    return redact.neutral(" · ".join(parts))


def _root() -> str:
    """The project that the client names on standard input, else the one around this folder."""
    folder = ""
    if not sys.stdin.isatty():
        try:
            folder = event.read(io.BytesIO(sys.stdin.buffer.read(_EVENT))).cwd
        except (ValueError, RecursionError):
            folder = ""
    try:
        return places.project_root(folder if files.is_folder(folder) else os.getcwd())
    except Refusal:
        return ""
