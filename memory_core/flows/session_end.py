"""A session ends: the client gives its plugin 1.5 seconds, so a detached process does the work."""

import json
import os
import subprocess
import sys
from typing import Final

from memory_core.intake.event import Event

DETACHED: Final = "--detached"


def on_event(event: Event) -> str:
    """Answer at once; the same hook, started again in a process group of its own, does `session_finish`."""
    child = subprocess.Popen(
        [sys.executable, *sys.orig_argv[1:], DETACHED],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        cwd=os.path.sep,
    )
    if child.stdin:
        child.stdin.write(json.dumps({**event.raw, "cwd": event.cwd or os.getcwd()}).encode())
        child.stdin.close()
    return ""
