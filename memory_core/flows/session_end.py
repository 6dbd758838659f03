"""A session ends: the client gives its plugin 1.5 seconds, so a detached process does the work."""

import json
import os
import subprocess
import sys
from typing import Final

from memory_core.flows import capture
from memory_core.intake.event import Event
from memory_core.stores import places, session

DETACHED: Final = "--detached"


def on_event(event: Event) -> str:
    """Answer at once; the same hook, started again in a session of its own, does `finish`."""
    if DETACHED in sys.argv:
        return finish(event)
    child = subprocess.Popen(
        [sys.executable, *sys.orig_argv[1:], DETACHED],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        cwd=os.path.sep,
    )
    if child.stdin:
        child.stdin.write(json.dumps(dict(event.raw)).encode())
        child.stdin.close()
    return ""


def finish(event: Event) -> str:
    """Capture what is left and let the session's file go."""
    if not event.session:
        return ""
    root = places.project_root(event.cwd or ".")
    kept = capture.capture(root, event.session, event.transcript)
    if kept.complete:
        session.forget(root, event.session)
    return ""
