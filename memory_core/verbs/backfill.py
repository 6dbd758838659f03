"""`memory-core backfill`: keep what the project's earlier sessions decided, learned and fixed.

The client keeps the transcripts of sessions on this machine. They are read like sessions that have just ended, oldest
first, with the clock set to the end of each, so dates, replacements and expiries are the same as if memory-core had
been installed. No model is called. A session that was read stays known, so a second run changes nothing.
"""

import argparse
import contextlib
import os
import time
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Final, NamedTuple

from memory_core.briefing import render
from memory_core.capture import client_sessions, gather, keep_session, worker
from memory_core.capture.client_sessions import Session
from memory_core.capture.worker import Group
from memory_core.core import budget, lock, registry, session, transitions
from memory_core.core.budget import how_many
from memory_core.core.light import client_process, clock, lifecycle, settings, worker_state
from memory_core.core.options import parsed
from memory_core.core.progress import Progress
from memory_core.core.report import Report
from memory_core.journal import candidates, journal_files
from memory_core.journal import journal_entries as entries
from memory_core.recall import filters
from memory_core.redact import finder

PATIENCE: Final = 30.0  # seconds for a worker that reads a session just now
_LEFT: Final = 7  # days before the end of the last session: what was left earlier is open no more ...
_STATED: Final = ("marker", "remembered")  # ... unless somebody stated by one of these rules that it is
_COMMAND: Final = "memory-core backfill"
_TRY: Final = (
    "memory-core recall WORDS   find any of it by meaning; in a session: /cs:recall WORDS",
    "memory-core list           all of it, newest first",
    "/iris:memory               rules that were spoken and wait for your yes",
)


class Counts(NamedTuple):
    """How much a project has in its homes and beside them."""

    kept: int
    candidates: int


def main(arguments: list[str]) -> Report:
    """Read earlier sessions, or list them with `--dry-run`; the exit code is 1 where some could not be read yet."""
    options = parsed("backfill", arguments)
    root, start = options.root, time.monotonic()
    since = filters.moment("--since", options.since) if options.since else ""
    unread = [session for session in client_sessions.unread(root) if session.ended >= since]
    if options.dry_run:
        return _foretell(options, unread)
    before = _counts(root)
    keeps = settings.read(settings.CAPTURE, root)
    # Nobody is there to correct what only the weights find in old sessions: it waits as candidates.
    settings.give(settings.CAPTURE, "stated" if keeps == "sure" else keeps)
    try:
        with lock.held(worker_state.lock_path(root), PATIENCE):
            left, faults = _read(root, unread)
            if len(left) < len(unread):
                _close(root, [session for session in unread if session not in left])
                worker.finish(root, [root], time.monotonic() + worker.SECONDS, has_ended=True)
    finally:
        settings.give(settings.CAPTURE, "")
    after = _counts(root)
    read, new = len(unread) - len(left), Counts(*(max(0, b - a) for a, b in zip(before, after, strict=True)))
    seconds = round(time.monotonic() - start, 1)
    value = {"sessions": read, "kept": new.kept, "candidates": new.candidates, "seconds": seconds, "left": len(left)}
    text = _report(root, read, new, seconds, left)
    return Report(options, value, text, errors=faults, code=1 if left else 0)


def _read(root: str, unread: Sequence[Session]) -> tuple[list[Session], list[str]]:
    """(the sessions that could not be read to their end, lines that say why). The caller holds the worker's lock."""
    progress = Progress({each.id: float(each.size) for each in unread})
    left: list[Session] = []
    faults: list[str] = []
    try:
        for each in unread:
            if progress.is_bar:  # elsewhere a line for each session would hide the result
                progress.step(each.id)
                progress.note(each.began[:10])
            # A session that is open goes on: its hooks read the rest of it, and end it.
            is_open = time.time() - each.changed < client_process.IDLE
            group = Group((), each.id, each.path, is_closed=not is_open, is_end=not is_open)
            with _clock_at(each.ended), finder.bounded(budget.WEIGHED):
                trouble = worker.keep(root, group, time.monotonic() + worker.SECONDS)
            if trouble:
                faults.append(f"memory-core: {each.id}: {trouble.line}")
            if trouble or not session.is_read(root, each.id, each.path, each.size):
                left.append(each)
    finally:
        progress.end()
    return left, faults


def _close(root: str, read: Sequence[Session]) -> None:
    """Let go of what these sessions left open long before the end of the last; renew the candidates of its month."""
    ids = {session.id for session in read}
    with _clock_at(max(session.ended for session in read)):
        since = clock.stamp(clock.now() - timedelta(days=_LEFT))
        waiting = candidates.read(root)
    with registry.held(root):
        candidates.renew(root, waiting)
        errors = journal_files.read(root, (entries.ERRORS,))
        opened = [memory for memory in errors if memory.status == lifecycle.OPEN and memory.source.session in ids]
        old = [memory for memory in opened if memory.attrs.get("rule") not in _STATED and memory.updated < since]
        registry.change(root, [transitions.moved(memory, "expired", clock.stamp(clock.now())) for memory in old])


@contextlib.contextmanager
def _clock_at(moment: str) -> Iterator[None]:
    """Set the clock to a moment in the past within the block."""
    own = os.environ.get("MEMORY_CORE_NOW")
    try:
        if moment and moment[:19] < clock.present()[:19]:
            os.environ["MEMORY_CORE_NOW"] = moment
        yield
    finally:
        if own is None:
            os.environ.pop("MEMORY_CORE_NOW", None)
        else:
            os.environ["MEMORY_CORE_NOW"] = own


def _counts(root: str) -> Counts:
    return Counts(len(registry.read(root)), len(candidates.read(root)))


def _foretell(options: argparse.Namespace, unread: Sequence[Session]) -> Report:
    """Report what a run would read; nothing is written."""
    start = time.monotonic()
    rows, kept, beside = [], 0, 0
    for past in unread:
        with finder.bounded(budget.WEIGHED):
            gathered = gather.gather({}, past.path, "", lambda: False)
        sure, unsure = keep_session.parted(gathered.candidates)
        kept, beside = kept + len(sure), beside + len(unsure)
        rows.append(f"{past.began[:10] or '?':10}  {past.size / 1e6:6.1f} MB  {len(sure):4} kept  {past.id}")
    seconds = round(time.monotonic() - start, 1)
    value = {"sessions": len(unread), "kept": kept, "candidates": beside, "seconds": seconds, "left": len(unread)}
    gives = f"at most {how_many(kept, 'memory')} to keep and {how_many(beside, 'candidate')}"
    total = f"{how_many(len(unread), 'earlier session')}, {gives}; nothing is written"
    return Report(options, value, "\n".join([*rows, total]))


def _report(root: str, read: int, new: Counts, seconds: float, left: Sequence[Session]) -> str:
    rows = []
    if not read and not left:
        return "No earlier session of this project is unread."
    if read:
        waiting = f"{how_many(new.candidates, 'candidate')} (`memory-core list --status candidate`)"
        counts = f"{how_many(new.kept, 'memory')} kept, {waiting}"
        rows += [
            f"{how_many(read, 'earlier session')} read in {seconds:.0f} s: {counts}.",
            "",
            "The next session starts with:",
            "",
            render.briefed(root, keep_session.INDEXING, root, writes=False).fitted.text.strip(),
            "",
            *_TRY,
        ]
    if left:
        rows += ["", f"{how_many(len(left), 'earlier session')} not read yet; `{_COMMAND}` goes on with them."]
    return "\n".join(rows)
