"""The worker: handles queued events of the client, keeps what sessions state, and updates everything derived.

A hook adds an event to the queue and starts this as a detached process; a verb drains the queue itself. One worker at a
time runs for a project. It ends when the queue is empty, after `SECONDS`, or above `MEMORY` bytes; remaining events
stay in the queue for the next hook or verb. An event leaves the queue after all of its work is done, so a worker can be
killed at any point: the session's cursor and the fingerprints of kept memories make a second run harmless.
"""

import contextlib
import importlib
import os
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from memory_core.capture import keep_session, session_finish, transcript, upkeep
from memory_core.capture import user_warnings as troubles
from memory_core.capture.user_warnings import Trouble
from memory_core.core import budget, lock, log, session, wings
from memory_core.core.light import clock, files, json_store, queue, user, worker_state
from memory_core.core.light import detached as detached_process
from memory_core.core.light.errors import Refusal
from memory_core.redact import finder

SECONDS: Final = 60.0  # of a run
MEMORY: Final = 400_000_000  # bytes that a run may add to those of its process; above them nothing more is begun
READING: Final = 20.0  # seconds for one reading of a session
PATIENCE: Final = 5.0  # seconds that a verb waits for another process that drains the queue
_PROBED: Final = 0.2  # seconds in which a hook that looked whether a worker is at work lets go of the lock
_CROWDED: Final = 2.0  # seconds in which it does on a crowded machine
_WRITTEN: Final = 0.6  # seconds after a Stop in which the client writes the last message to the transcript
_STARTED: Final = 5.0  # seconds in which a process that was started has begun
_POLL: Final = 0.02  # seconds
_TRIES: Final = 3  # runs that an event is begun in; one that ends every run is dropped
_DAYS: Final = 30  # after which an event that could not be done is dropped
_RUNS: Final = json_store.derived("worker.json", 100_000)


class Run(NamedTuple):
    """The result of one run of the worker."""

    done: int = 0  # events
    left: int = 0  # events that still wait
    why: str = ""  # why they wait; "" where nothing went wrong


def drain(root: str, until: float, *, patience: float = 0.0) -> Run:
    """Handle all queued events until a moment of `time.monotonic()`.

    If another process drains the queue, wait for it at most `patience` seconds.
    """
    done, why = 0, ""
    tried: set[str] = set()
    most = memory() + MEMORY
    while any(name not in tried for name in queue.waiting(root)) and time.monotonic() <= until:
        try:
            with lock.held(worker_state.lock_path(root), patience):
                some, reason = _drained(root, until, tried, most)
        except Refusal as busy:  # the process that holds the lock looks at the queue again after it lets go
            return Run(done, len(queue.waiting(root)), str(busy))
        done, why = done + some, reason or why
        if memory() > most:
            break
    return Run(done, len(queue.waiting(root)), why)


def _drained(root: str, until: float, tried: set[str], most: int) -> tuple[int, str]:
    """(the number of events that are done, why the rest waits). The caller holds the lock.

    Nothing is begun while the process uses more than `most` bytes.

    The names of events that fail are added to `tried`, and the events named there are skipped.
    """
    start, done, why = time.monotonic(), 0, ""
    failed: Trouble | None = None
    has_ended = False
    touched: dict[str, None] = {}
    while group := next(_grouped(root, [name for name in queue.waiting(root) if name not in tried]), None):
        if time.monotonic() > until or memory() > most:
            why = "the worker had no time or memory left"
            break
        with finder.bounded(budget.WEIGHED):
            trouble = _done(root, group, until)
        if trouble:
            failed, why = trouble, trouble.line
            tried.update(group.names)
            continue
        touched[group.here if os.path.isdir(group.here) else root] = None
        has_ended = has_ended or group.is_end
        for name in group.names:
            queue.remove(root, name)
        done += len(group.names)
    if touched:
        with finder.bounded(budget.WEIGHED):
            finish(root, [*touched], until, has_ended=has_ended)
    queue.sweep(root, [name for name in tried if queue.added(name) < time.time() - _DAYS * 86_400])
    troubles.note(root, failed)
    _note(root, start, done, why)
    return done, why


def finish(root: str, heres: Sequence[str], until: float, *, has_ended: bool) -> None:
    """Bring everything derived up to date, until a moment of `time.monotonic()`.

    `heres` are the folders of the sessions; a linked worktree may have another active ticket. `has_ended`: a session
    has ended, so the state of the code that memories name is computed too.
    """
    with log.contained("worker: tidying", root):
        upkeep.tidy(root)
    for here in heres:
        with log.contained("worker: briefing", root):
            wings.prepare(root, max(0.1, until - time.monotonic()), here)
    with log.contained("worker: tables of the hooks", root):
        wings.tables(root)
    wings.derive(root, until, heres[0] if has_ended else "")


class Group(NamedTuple):
    """The events of one session that wait, taken together: the transcript is read once."""

    names: tuple[str, ...]  # of the events in the queue
    session: str
    transcript: str
    here: str = ""
    client: str = ""
    last_message: str = ""
    is_closed: bool = True  # the turn that is read last has ended
    is_end: bool = True  # the session has ended
    is_start: bool = False  # it has only begun: there is nothing to read


def _grouped(root: str, names: Sequence[str]) -> Iterator[Group]:
    """The events, those of a session together, in the order of their first event."""
    sessions: dict[str, list[tuple[str, dict[str, Any]]]] = {}
    for name in names:
        event = queue.read(root, name)
        if not _text(event, "session"):
            queue.remove(root, name)  # damaged
            continue
        sessions.setdefault(_text(event, "session"), []).append((name, event))
    for session_id, events in sessions.items():
        last = events[-1][1]
        messages = [_text(event, "last_message") for _, event in events]
        yield Group(
            tuple(name for name, _ in events),
            session_id,
            next((path for _, event in reversed(events) if (path := _text(event, "transcript"))), ""),
            next((path for _, event in reversed(events) if (path := _text(event, "cwd"))), ""),
            _text(last, "client"),
            next(filter(None, reversed(messages)), "") if _text(last, "name") != "PreCompact" else "",
            _text(last, "name") != "PreCompact",
            any(_text(event, "name") == "SessionEnd" for _, event in events),  # a Stop may come in after it
            all(_text(event, "name") == "SessionStart" for _, event in events),
        )


def _text(event: dict[str, Any], key: str) -> str:
    value = event.get(key)
    return value if isinstance(value, str) and "\0" not in value else ""


def _done(root: str, group: Group, until: float) -> Trouble | None:
    """Keep what a session states, unless it has only begun; returns what prevents it, None if nothing does."""
    return None if group.is_start or not _begin(root, group) else keep(root, group, until)


def keep(root: str, group: Group, until: float) -> Trouble | None:
    """Keep what a session states, and end the session if it is over; returns what prevents it, None if nothing does.

    The caller holds the worker's lock. Reading stops at a moment of `time.monotonic()`.
    """
    try:
        here = group.here if os.path.isdir(group.here) else ""
        message, is_closed = group.last_message, group.is_closed
        if message:
            since = min(queue.added(group.names[-1]), time.time())  # a clock may have been set back
            place = transcript.written(group.transcript, message, since + _WRITTEN)
            is_closed = is_closed and place != transcript.FOLLOWED
            message = "" if place else message
        while True:
            before = session.load(root, group.session)
            kept = keep_session.capture(
                root, group.session, group.transcript, message, here=here, client=group.client,
                seconds=max(0.1, min(READING, until - time.monotonic())), is_closed=is_closed,
            )  # fmt: skip
            if kept.complete or time.monotonic() > until or session.load(root, group.session) == before:
                break
        if not kept.complete and time.monotonic() > until:
            return troubles.late(SECONDS)
        is_over = group.is_end and (kept.complete or _is_forgotten(root, group.session))
        if is_over and session_finish.settle(root, group.session):
            session.end(root, group.session)
    except (Refusal, OSError) as error:
        log.write("worker", f"{type(error).__name__}: {error}", root)
        return troubles.failed(error, root)
    except Exception as error:  # noqa: BLE001 - a fault of ours: the transcript and its cursor stay, the event goes
        log.write("worker", f"{type(error).__name__}: {error}", root)
    return None


def _is_forgotten(root: str, name: str) -> bool:
    """Whether an unreadable session was left so long ago that nobody continues it."""
    return clock.now().timestamp() - files.modified(session.path(root, name)) > _DAYS * 86_400


def _begin(root: str, group: Group) -> bool:
    """Note that the events are begun; False, and they are dropped, if each earlier run ended in them."""
    runs = _RUNS.load(root)
    mark = group.names[0]
    tries = int(runs.get("tries", 0)) if runs.get("begun") == mark else 0
    if tries >= _TRIES:
        log.write("worker", f"an event of session {group.session} ended {tries} runs and is dropped", root)
        return False
    with contextlib.suppress(OSError):
        _RUNS.save(root, value={**runs, "begun": mark, "tries": tries + 1})
    return True


def _note(root: str, start: float, done: int, why: str) -> None:
    """Note how the run went, for `doctor`."""
    run = {
        "at": clock.present(),
        "seconds": round(time.monotonic() - start, 2),
        "megabytes": round(memory() / 1e6),
        "events": done,
        "why": why,
    }
    with contextlib.suppress(OSError):
        _RUNS.save(root, value={"last": run})


def last(root: str) -> dict[str, Any]:
    """The last run: `at`, `seconds`, `megabytes`, `events`, `why`; {} if there was none."""
    run = _RUNS.load(root).get("last")
    return run if isinstance(run, dict) else {}


def can_start() -> bool:
    """Whether a detached process of ours runs to its end; waits for it at most `_STARTED` seconds."""
    mark = os.path.join(user.data(), f"started.{os.getpid()}")
    end = time.monotonic() + _STARTED
    try:
        detached_process.start(worker_state.SCRIPT, [worker_state.CHECK, mark])
        while not os.path.exists(mark) and time.monotonic() < end:
            time.sleep(_POLL)
        return files.remove(mark)
    except OSError:
        return False


def memory() -> int:
    """The most bytes that this process has used so far; 0 if the system does not report it."""
    try:
        resource = importlib.import_module("resource")
    except ImportError:  # Windows
        return 0
    most = int(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    return most if sys.platform == "darwin" else most * 1024


def detached(root: str) -> None:
    """Drain the queue as the process that a hook has started."""
    drain(root, time.monotonic() + SECONDS * 0.9, patience=_CROWDED)


def in_foreground(root: str, seconds: float) -> None:
    """Drain the queue inside a hook, if no process may or can be started."""
    drain(root, time.monotonic() + seconds, patience=_PROBED)


def wait(root: str, patience: float) -> None:
    """Wait until no process works on the project any more; `Refusal` after `patience` seconds."""
    if files.is_file(worker_state.lock_path(root)):
        with lock.held(worker_state.lock_path(root), patience):
            pass


def catch_up(root: str) -> Run:
    """Drain the queue for a verb; prints on standard error what still waits."""
    run = drain(root, time.monotonic() + SECONDS, patience=PATIENCE)
    if run.left:
        events = "1 event of a session is" if run.left == 1 else f"{run.left} events of sessions are"
        why = f" ({run.why})" if run.why else ""
        print(f"memory-core: {events} not kept yet{why}; `memory-core work --wait` goes on", file=sys.stderr)
    return run
