"""A session starts: bring everything derived up to date and hand over the briefing, fenced as data."""

import os
import time
from typing import Final

from memory_core.briefing import unfinished
from memory_core.capture import instruction
from memory_core.domain import screen
from memory_core.domain.answer import Answer
from memory_core.domain.budget import units
from memory_core.domain.errors import Refusal
from memory_core.domain.fence import fenced
from memory_core.flows import (
    bounded,
    briefed,
    chores,
    guard_cache,
    sharing,
    strangers,
    ticket,
    trouble,
    write_briefing,
)
from memory_core.intake.event import Event
from memory_core.stores import (
    clock,
    files,
    guard,
    journal,
    learnings,
    log,
    matchers,
    places,
    replaced,
    session,
    settings,
    workspace,
)
from memory_core.views import briefing
from memory_core.views import guardrails as rails

# After a resume or a fork the client replays the briefing from the transcript; a second one would stand there twice.
BRIEFED: Final = ("startup", "clear", "compact", "")
IDLE: Final = 600  # seconds without a new line after which a session counts as left behind that may still run
INDEXING: Final = 0.5  # seconds for the index; the first one of a large project is finished by later hooks
FORGOTTEN: Final = 30 * 86_400  # seconds after which a session whose transcript cannot be read is given up
TOLD: Final = "told"  # in the guard's folder: the proposed rules of which the user was told
MOST: Final = (
    9_200  # UTF-16 units of the briefing; with the instruction 9,800: the client cuts a hook's words at 10,000
)
HOT_LEAST: Final = 2_400  # of them for what is hot, however long the briefing is
_LABEL: Final = "briefing of this project"
CATCH_UP: Final = 1.5  # seconds for what sessions that were killed left unread


def on_event(event: Event) -> str | Answer:
    """The instruction on marker lines, unless a setting switches it off, and below it what `_started` returns."""
    try:
        root = places.session_root(event.cwd or ".")
    except places.UntrustedError as error:
        return Answer(told=f"memory-core: {screen.neutral(str(error))}")
    given = _started(event, root)
    answer = given if isinstance(given, Answer) else Answer(context=given)
    if settings.read(settings.MARKS) == "off":
        return answer
    return Answer("\n\n".join(filter(None, (instruction.text(), answer.context))), told=answer.told)


def _started(event: Event, root: str) -> str | Answer:
    """The briefing for the model, or "" where the session has it already; to the user, the rules that are new."""
    with log.contained("session start: tidying", root):  # a read-only or crowded project still gets its briefing
        if event.source in BRIEFED:
            guard.forget(root, event.session)  # what it was told at an edit is gone with its context
            matchers.retell(root, event.session)
        _resumed(root, event.session)
        _catch_up(root, event.session, time.monotonic() + CATCH_UP)
        _tidy(root)
    words = "memory-core could not make the briefing of this project; `memory-core doctor` says why."
    notes = unasked = ""
    with log.contained("session start: briefing", root):  # nothing that stands in a home may silence the start
        here = event.cwd or "."
        ticket.follow(root, ticket.of(root, here))
        made = write_briefing.briefed(root, INDEXING, here)
        words, notes, unasked = made.fitted.text, made.notes, made.unasked
        if event.source in BRIEFED:
            words = _with_open(words, _unfinished(root, here))
        _count(root, event.source)
    if event.source not in BRIEFED:
        return Answer(told=_in_the_way(root, event.session))
    if event.source == "compact":
        briefing = _with_hot(root, event.session, fenced(words, _LABEL))
        return Answer(briefing, told=_in_the_way(root, event.session))
    ended = _replaced(root)
    said = [_in_the_way(root, event.session), _elsewhere(root, notes, unasked), _told(root, event.cwd), ended]
    return Answer(_with_first(ended, words), told="\n".join(filter(None, said)))


def _resumed(root: str, name: str) -> None:
    """Write down which client goes on with a session: the one that began it may be gone."""
    known, client = session.load(root, name) if name else {}, session.client()
    if known and client and known.get(session.CLIENT) != client:
        session.save(root, name, {**known, session.CLIENT: client})


def _replaced(root: str) -> str:
    """What sessions ended since the last start, once."""
    with log.contained("session start: what is replaced", root):  # a word less, and the session starts
        ended = replaced.take(root)
        if not ended:
            return ""
        from memory_core.capture import endings

        return "\n".join(endings.shown(root, ended))
    return ""


def _unfinished(root: str, here: str) -> list[str]:
    with log.contained("session start: what git says is unfinished", root):  # a line less, and the session starts
        return unfinished.lines(root, here)
    return []


def _with_open(words: str, lines: list[str]) -> str:
    """The briefing with these lines at the end of its first section, which has what is open."""
    if not lines:
        return words
    rows = words.split("\n")
    heads = [at for at, row in enumerate(rows) if row.startswith("## ")]
    opened = next((at for at in heads if rows[at] == f"## {briefing.ENDS}"), -1)
    if opened < 0:
        at = heads[0] if heads else len(rows)
        return "\n".join([*rows[:at], f"## {briefing.ENDS}", *lines, "", *rows[at:]])
    end = next((at for at in heads if at > opened), len(rows))
    while end > opened and not rows[end - 1]:
        end -= 1
    return "\n".join([*rows[:end], *lines, *rows[end:]])


def _with_first(first: str, words: str) -> str:
    """The briefing, fenced, behind what is told first, within the client's limit."""
    rows = [*([first, ""] if first else []), *words.split("\n")]
    while len(rows) > 2 and units(fenced("\n".join(rows), _LABEL)) > MOST:
        del rows[-1]
    return fenced("\n".join(rows), _LABEL)


def _elsewhere(root: str, line: str, unasked: str) -> str:
    """Where notes of the project lie, or may lie, that are not here, for the user."""
    with log.contained("session start: notes elsewhere", root):  # a word less, and the session starts
        return sharing.told(root, line, unasked)
    return ""


def _in_the_way(root: str, session: str) -> str:
    """What keeps the memory from its work, for the user; of each kind once a session."""
    with log.contained("session start: what is in the way", root):  # a word less, and the session starts
        return trouble.told(root, session, trouble.standing(root))
    return ""


def _count(root: str, source: str) -> None:
    """What the briefing tells of learnings is told."""
    if source in BRIEFED:
        try:
            briefed.count(root)
        except (Refusal, OSError) as error:
            log.write("session start: what is briefed", str(error), root)


def _with_hot(root: str, name: str, briefing: str) -> str:
    """The briefing, before it what is hot in the session: what it was told is gone with its context."""
    try:
        if not session.load(root, name).keys() & session.HOT:
            return briefing
        from memory_core.flows import hot_set

        hot = hot_set.told_again(root, name, max(HOT_LEAST, MOST - units(briefing)))
    except Exception as error:  # noqa: BLE001 - a session without it is better than one without its briefing
        log.write("session start: what is hot", f"{type(error).__name__}: {error}", root)
        return briefing
    left = MOST - units(hot)
    rows = briefing.split("\n")
    while len(rows) > 2 and units("\n".join(rows)) > left:
        del rows[-2]  # the last one ends the fence
    return "\n\n".join(part for part in (hot, "\n".join(rows)) if part)


def _told(root: str, here: str) -> str:
    """What the user was not told yet, for nobody sees what a hook tells the model: what is not used, proposed rules."""
    return "\n".join(filter(None, (_strange(root, here), _proposed(root))))


def _strange(root: str, here: str) -> str:
    with log.contained("session start: what is not used", root):  # a word less, and the session starts
        return strangers.told(root, here)
    return ""


def _proposed(root: str) -> str:
    with log.contained("session start: proposed rules", root):  # a word less, and the session starts
        waiting = write_briefing.proposed(root)
        new = guard.claim(root, TOLD, [memory.id for memory in waiting]) if waiting else []
        return rails.told([memory for memory in waiting if memory.id in new])
    return ""


def _catch_up(root: str, current: str, end: float) -> None:
    """Keep what sessions that were killed left unread."""
    for name, state in session.left_behind(root):
        transcript = str(state.get("transcript"))
        if name == current or os.path.basename(transcript) != f"{name}.jsonl":
            continue
        if not (session.is_gone(state) or _idle(transcript, IDLE)):
            continue
        if time.monotonic() > end:
            break
        from memory_core.flows import capture  # 30 ms, and most starts find every session ended

        with log.contained(f"session start: session {name}", root):  # one session must not keep the others waiting
            seconds = max(0.1, end - time.monotonic())
            kept = capture.capture(root, name, transcript, seconds=seconds)
            if kept.complete or _idle(session.path(root, name), FORGOTTEN):
                _end(root, name, max(0.1, end - time.monotonic()))


def _end(root: str, name: str, seconds: float) -> None:
    """Let the session's file go, once what was hot in it is warm; where that takes longer the next start goes on."""
    try:
        with bounded.within(seconds):
            from memory_core.flows import session_finish

            if session_finish.is_settled(root, name):
                session.end(root, name)
    except bounded.LateError:
        log.write(f"session start: session {name}", "its end takes too long; what was hot stays with the session", root)


def _tidy(root: str) -> None:
    """Let old entries go, sweep what killed processes left half-made, have the guard's rules at hand."""
    guard.sweep(root, clock.now().timestamp())
    stamp = guard.stamp(root)
    if stamp and guard.rules(root, stamp) is None:  # else the first edit would make them, and its user waits for it
        guard_cache.made(root, stamp)
    if workspace.waiting(root):
        from memory_core.flows import tiers

        tiers.adopt(root)
    stamp = matchers.stamp(root)
    if stamp and matchers.lines(root, stamp) is None:  # nor is a prompt to wait for theirs (JARVIS-23, JARVIS-25)
        from memory_core.flows import learned

        learned.compiled(root, stamp)
    if os.path.isdir(journal.folder(root)):
        for folder in (journal.folder(root), learnings.folder(root, learnings.LEVELS[0])):
            files.sweep(folder)
        with workspace.held(root, timeout=1.0):
            chores.forget_old(root)


def _idle(path: str, seconds: float) -> bool:
    try:
        return clock.now().timestamp() - os.path.getmtime(path) > seconds
    except OSError:
        return True
