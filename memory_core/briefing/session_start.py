"""A session starts and no prepared briefing holds: bring everything derived up to date, and compose one."""

import os
import re
import time
from collections.abc import Sequence
from typing import Final

from memory_core import redact
from memory_core.briefing import prepare, untrusted_files
from memory_core.briefing.light import first_words
from memory_core.capture import upkeep, user_warnings
from memory_core.capture.light import on_stop
from memory_core.core import budget, json_log, log, session, undo_log, wings
from memory_core.core.budget import clip
from memory_core.core.light import client_process, clock, queue, session_lines, settings, worker_state
from memory_core.core.light.answer import Answer
from memory_core.core.light.errors import Refusal
from memory_core.core.light.event import Event
from memory_core.core.light.units import units
from memory_core.learnings import hot_set, learning_memories, usage
from memory_core.learnings.light import matchers
from memory_core.notes import sharing
from memory_core.recall import at_hand, indexing
from memory_core.redact import finder
from memory_core.tickets import active

# After a resume or a fork the client replays the briefing from the transcript; a second one would stand there twice.
BRIEFED: Final = ("startup", "clear", "compact", "")
INDEXING: Final = 0.5  # seconds for the index; the first one of a large project is finished by later hooks
OFFERED: Final = "backfill"  # in the guard's folder: that earlier sessions were offered
HOT_LEAST: Final = 2_400  # of them for what is hot, however long the briefing is
CATCH_UP: Final = 1.5  # seconds for what waits and what sessions that were killed left unread
_POLL: Final = 0.02  # seconds


def start(event: Event, root: str) -> Answer:
    """What `_start` returns; a repository cannot make the screening of its texts last."""
    with finder.bounded(budget.WEIGHED):
        return _start(event, root)


def _start(event: Event, root: str) -> Answer:
    """The briefing for the model, or "" where the session has it already; to the user, the rules that are new."""
    with log.contained("session start: tidying", root):  # a read-only or crowded project still gets its briefing
        if event.source in BRIEFED:
            session_lines.forget(root, event.session)  # what it was told at an edit is gone with its context
            matchers.retell(root, event.session)
        _resumed(root, event.session)
        _catch_up(root, event.session)
        upkeep.tidy(root)
        wings.tables(root)
    if event.source not in BRIEFED:
        return Answer(told=_in_the_way(root, event.session))
    words = "memory-core could not make the briefing of this project; `memory-core doctor` says why."
    notes = unasked = greeting = waiting = ""
    with log.contained("session start: briefing", root):  # nothing that stands in a home may silence the start
        here = event.cwd or "."
        active.follow(root, active.of_session(root, here))
        _count(root)
        made, lines = prepare.start(root, INDEXING, here, writes=worker_state.is_off(root))
        words, notes, unasked = redact.neutral(made.fitted.text), made.notes, made.unasked
        greeting, waiting = redact.neutral(made.greeting), redact.neutral(made.waiting)
        words = first_words.with_open(words, [redact.neutral(line) for line in lines])
    with log.contained("session start: index", root):
        _leave_the_index(event, root)
    if event.source == "compact":
        briefing = _with_hot(root, event.session, first_words.fenced(words))
        return Answer(briefing, told=_in_the_way(root, event.session))
    over = _replaced(root)
    is_quiet = settings.is_on(settings.QUIET, root)
    news = () if is_quiet else (greeting, waiting, _files(root), _earlier(root, event.session))
    shown = (_in_the_way(root, event.session), _elsewhere(root, notes, unasked), _strange(root, event.cwd), over, *news)
    return Answer(first_words.with_first(redact.neutral(over), words), told="\n".join(filter(None, shown)))


def _files(root: str) -> str:
    with log.contained("session start: what git sees", root):  # a line less, and the session starts
        return sharing.written(root)
    return ""


def _earlier(root: str, session: str) -> str:
    """The offer to read the project's earlier sessions, once."""
    with log.contained("session start: earlier sessions", root):  # a line less, and the session starts
        if session_lines.claim(root, OFFERED, ["earlier sessions"]):
            from memory_core.capture import client_sessions  # noqa: PLC0415 - once in a project

            return client_sessions.offer(root, session)
    return ""


def _leave_the_index(event: Event, root: str) -> None:
    """Let the worker bring the index file up to date, which a start does not write where there is a worker."""
    if not worker_state.is_off(root) and indexing.has_memories(root) and not at_hand.is_fresh(root):
        # Not under the session's own id: where many events wait, a later one takes the place of those of its session.
        queue.put(root, {**on_stop.fields(event), "session": "index"})
        on_stop.hand_over(root, is_urgent=False)


def _resumed(root: str, name: str) -> None:
    """Write down which client goes on with a session: the one that began it may be gone."""
    known, now = session.load(root, name) if name else {}, client_process.current()
    if known and now and known.get(client_process.KEY) != now:
        session.save(root, name, {**known, client_process.KEY: now})


def _replaced(root: str) -> str:
    """What sessions ended since the last start, once."""
    with log.contained("session start: what is replaced", root):  # a word less, and the session starts
        rows = json_log.take(root)
        return "\n".join(ended_lines(root, rows)) if rows else ""
    return ""


def _elsewhere(root: str, line: str, unasked: str) -> str:
    """Where notes of the project lie, or may lie, that are not here, for the user."""
    with log.contained("session start: notes elsewhere", root):  # a word less, and the session starts
        return sharing.notice(root, line, unasked)
    return ""


def _in_the_way(root: str, session: str) -> str:
    """What keeps the memory from its work, for the user; of each kind once a session."""
    with log.contained("session start: what is in the way", root):  # a word less, and the session starts
        return user_warnings.unseen(root, session, user_warnings.all_of(root))
    return ""


def _count(root: str) -> None:
    """Count the learnings that the briefing shows as used."""
    try:
        usage.count(root)
    except (Refusal, OSError) as error:
        log.write("session start: what is briefed", str(error), root)


def _with_hot(root: str, name: str, briefing: str) -> str:
    """The briefing, before it what is hot in the session: what it was told is gone with its context."""
    try:
        if not session.load(root, name).keys() & session.HOT:
            return briefing
        hot = hot_set.told_again(root, name, max(HOT_LEAST, first_words.MOST - units(briefing)))
    except Exception as error:  # noqa: BLE001 - a session without it is better than one without its briefing
        log.write("session start: what is hot", f"{type(error).__name__}: {error}", root)
        return briefing
    left = first_words.MOST - units(hot)
    rows = briefing.split("\n")
    while len(rows) > 2 and units("\n".join(rows)) > left:
        del rows[-2]  # the last one ends the fence
    return "\n\n".join(part for part in (hot, "\n".join(rows)) if part)


def _strange(root: str, here: str) -> str:
    with log.contained("session start: what is not used", root):  # a word less, and the session starts
        return untrusted_files.notice(root, here)
    return ""


def _catch_up(root: str, current: str) -> None:
    """Let the worker keep what waits and what sessions that were killed left unread; wait for it a moment."""
    adopt(root, current)
    if not queue.unread(root):
        return
    end = time.monotonic() + CATCH_UP
    on_stop.hand_over(root, CATCH_UP)
    began = False
    while time.monotonic() < end:
        is_at_work = worker_state.is_at_work(root)
        if not is_at_work and (began or not queue.unread(root)):  # it is done, or left what it could not do
            return
        began = began or is_at_work
        time.sleep(_POLL)


_SHOWN: Final = 4  # of what was ended, the newest
_WORDS: Final = 90  # characters of each side
_ID: Final = re.compile(r"[\w.-]{1,64}")  # another is shown to nobody: a repository can bring it


def ended_lines(root: str, ended: Sequence[Sequence[str]]) -> list[str]:
    """What was ended, a line each, with the way back; what was taken back since is left out."""
    steps = {name for step in undo_log.steps(root) for name in step.ids}
    cold = {memory.id for memory in learning_memories.replaced(root)}  # what the end of a session replaced is no step
    rows: dict[str, str] = {}
    for old, was, new, now in ended:
        if (old in steps or old in cold) and _ID.fullmatch(old) and _ID.fullmatch(new):
            first, second = (clip(redact.neutral(redact.clean(words)), _WORDS) for words in (was, now))
            way = f"undo: `memory-core undo {old}`" if old in steps else f"back: `jarvis memory restore --id {old}`"
            rows[old] = f"replaced: {first} [{old}] by: {second} [{new}]; {way}"
    more = len(rows) - _SHOWN
    left = [f"replaced: {more} more; `memory-core undo --list` has them"] if more > 0 else []
    return [*[*rows.values()][-_SHOWN:], *left]


def adopt(root: str, current: str) -> None:
    """Add an end to the queue for each session but `current` that was killed and left something unread."""
    for name, state in session.left_behind(root):
        path = str(state.get("transcript"))
        is_own = os.path.basename(path) == f"{name}.jsonl"
        if name != current and is_own and (client_process.is_gone(state) or _idle(path)):
            queue.put(root, {"name": "SessionEnd", "session": name, "transcript": path})


def _idle(path: str) -> bool:
    try:
        return clock.now().timestamp() - os.path.getmtime(path) > client_process.IDLE
    except OSError:
        return True
