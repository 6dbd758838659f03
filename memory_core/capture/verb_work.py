"""`memory-core work`: handle what the hooks left in the queue now."""

import time

from memory_core.capture import worker
from memory_core.core.budget import how_many
from memory_core.core.options import parsed
from memory_core.core.report import Report


def main(arguments: list[str]) -> Report:
    """Do what waits; with `--wait` the exit code is 1 while something still waits."""
    options = parsed("work", arguments)
    patience = worker.SECONDS if options.wait else 0.0
    run = worker.drain(options.root, time.monotonic() + worker.SECONDS, patience=patience)
    if options.wait:
        worker.wait(options.root, patience)
        run = worker.drain(options.root, time.monotonic() + worker.SECONDS)._replace(done=run.done) if run.left else run
    value = {"done": run.done, "waiting": run.left, "why": run.why or None}
    words = f"{how_many(run.done, 'event', '0')} done, {run.left} waiting{f': {run.why}' if run.why else ''}"
    return Report(options, value, words, code=1 if options.wait and run.left else 0)
