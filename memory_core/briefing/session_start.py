"""The start of a session without a valid prepared briefing: updates derived data and composes a briefing."""

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

# After a resume or a fork the client replays the transcript, which already contains the briefing.
BRIEFED: Final = ("startup", "clear", "compact", "")
INDEXING: Final = 0.5  # seconds for the index; later hooks finish the first index of a large project
OFFERED: Final = "backfill"  # file below `guard/`: earlier sessions were offered for reading
HOT_LEAST: Final = 2_400  # UTF-16 units for hot learnings, however long the briefing is
CATCH_UP: Final = 1.5  # seconds for waiting events and for the rest of killed sessions
_POLL: Final = 0.02  # seconds between two checks


def start(event: Event, root: str) -> Answer:
    """The result of `_start`, with a limit on how long the texts of a repository are screened."""
    with finder.bounded(budget.WEIGHED):
        return _start(event, root)


def _start(event: Event, root: str) -> Answer:
    """The briefing for the model, unless the session already has it, and notices for the user."""
    with log.contained("session start: tidying", root):  # a read-only or full project still gets its briefing
        if event.source in BRIEFED:
            session_lines.forget(root, event.session)  # the context that contained the earlier reminders is gone
            matchers.retell(root, event.session)
        _resumed(root, event.session)
        _catch_up(root, event.session)
        upkeep.tidy(root)
        wings.tables(root)
    if event.source not in BRIEFED:
        return Answer(notice=_in_the_way(root, event.session))
    words = "memory-core could not make the briefing of this project; `memory-core doctor` says why."
    notes = unasked = greeting = waiting = ""
    with log.contained("session start: briefing", root):  # no content of a home may prevent the start
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
        return Answer(briefing, notice=_in_the_way(root, event.session))
    over = _replaced(root)
    is_quiet = settings.is_on(settings.QUIET, root)
    news = () if is_quiet else (greeting, waiting, _files(root), _earlier(root, event.session))
    shown = (_in_the_way(root, event.session), _elsewhere(root, notes, unasked), _strange(root, event.cwd), over, *news)
    return Answer(first_words.with_first(redact.neutral(over), words), notice="\n".join(filter(None, shown)))


def _files(root: str) -> str:
    with log.contained("session start: what git sees", root):  # without this notice the session still starts
        return sharing.written(root)
    return ""


def _earlier(root: str, session: str) -> str:
    """The offer to read the project's earlier sessions; it is made once."""
    with log.contained("session start: earlier sessions", root):  # without this notice the session still starts
        if session_lines.claim(root, OFFERED, ["earlier sessions"]):
            from memory_core.capture import client_sessions  # noqa: PLC0415 - once in a project

            return client_sessions.offer(root, session)
    return ""


def _leave_the_index(event: Event, root: str) -> None:
    """Let the worker update the index. The start itself writes it only if there is no worker."""
    if not worker_state.is_off(root) and indexing.has_memories(root) and not at_hand.is_fresh(root):
        # Not the id of the session: if many events wait, a later event of the same session replaces this one.
        queue.put(root, {**on_stop.fields(event), "session": "index"})
        on_stop.hand_over(root, is_urgent=False)


def _resumed(root: str, name: str) -> None:
    """Record the client that resumes a session, because the earlier one may have ended."""
    known, now = session.load(root, name) if name else {}, client_process.current()
    if known and now and known.get(client_process.KEY) != now:
        session.save(root, name, {**known, client_process.KEY: now})


def _replaced(root: str) -> str:
    """The memories that sessions ended since the last start; shown once."""
    with log.contained("session start: what is replaced", root):  # without this notice the session still starts
        rows = json_log.take(root)
        return "\n".join(ended_lines(root, rows)) if rows else ""
    return ""


def _elsewhere(root: str, line: str, unasked: str) -> str:
    """The notice for the user about notes that a remote has, or may have, and this clone does not."""
    with log.contained("session start: notes elsewhere", root):  # without this notice the session still starts
        return sharing.notice(root, line, unasked)
    return ""


def _in_the_way(root: str, session: str) -> str:
    """The notice for the user about obstacles to keeping memories; each kind is shown once in a session."""
    with log.contained("session start: what is in the way", root):  # without this notice the session still starts
        return user_warnings.unseen(root, session, user_warnings.all_of(root))
    return ""


def _count(root: str) -> None:
    """Count the learnings in the briefing as used."""
    try:
        usage.count(root)
    except (Refusal, OSError) as error:
        log.write("session start: what is briefed", str(error), root)


def _with_hot(root: str, name: str, briefing: str) -> str:
    """The briefing below the hot learnings of the session, whose earlier context is gone."""
    hot = ""
    with log.contained("session start: what is hot", root):  # the briefing is shown without it
        if session.load(root, name).keys() & session.HOT:
            hot = hot_set.hot_text(root, name, max(HOT_LEAST, first_words.MOST - units(briefing)))
    if not hot:
        return briefing
    left = first_words.MOST - units(hot)
    rows = briefing.split("\n")
    while len(rows) > 2 and units("\n".join(rows)) > left:
        del rows[-2]  # the last row closes the fence
    return "\n\n".join(part for part in (hot, "\n".join(rows)) if part)


def _strange(root: str, here: str) -> str:
    with log.contained("session start: what is not used", root):  # without this notice the session still starts
        return untrusted_files.notice(root, here)
    return ""


def _catch_up(root: str, current: str) -> None:
    """Let the worker process waiting events and the rest of killed sessions, and wait for it briefly."""
    adopt(root, current)
    if not queue.unread(root):
        return
    end = time.monotonic() + CATCH_UP
    on_stop.hand_over(root, CATCH_UP)
    began = False
    while time.monotonic() < end:
        is_at_work = worker_state.is_at_work(root)
        if not is_at_work and (began or not queue.unread(root)):  # it has finished, or left what it could not do
            return
        began = began or is_at_work
        time.sleep(_POLL)


_SHOWN: Final = 4  # the newest ended memories
_WORDS: Final = 90  # characters of each text
_ID: Final = re.compile(r"[\w.-]{1,64}")  # other ids are not shown, because a repository may have made them


def ended_lines(root: str, ended: Sequence[Sequence[str]]) -> list[str]:
    """Ended memories, a line each with the command that restores them. Restored ones are left out."""
    steps = {name for step in undo_log.steps(root) for name in step.ids}
    cold = {
        memory.id for memory in learning_memories.replaced(root)
    }  # learnings replaced at the end of a session are not in a step
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
    """Queue an end event for each session, except `current`, that was killed and left unread lines."""
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
