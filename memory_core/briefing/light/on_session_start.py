"""The hook at the start of a session: prints the prepared briefing, or composes one if the prepared one is outdated.

The user waits for it. `briefing.session_start`, which composes a briefing and handles killed sessions, is loaded only
if something has changed.
"""

import os

from memory_core.briefing.light import first_words, instruction, prepared
from memory_core.capture.light import on_stop
from memory_core.core.light import files, places, queue, quick_git, session_lines, settings, user, worker_state
from memory_core.core.light.answer import Answer
from memory_core.learnings.light import matchers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

    from memory_core.core.light.event import Event

FRESH: "Final" = ("startup", "clear", "")  # sources of a start whose context is empty
_STATUS: "Final" = 0.3  # seconds for git


def on_event(event: "Event") -> Answer:
    """The instruction on marker lines, unless a setting switches it off, and the briefing below it."""
    try:
        root = places.session_root(event.cwd or ".")
    except places.UntrustedError as error:
        from memory_core import redact

        return Answer(notice=f"memory-core: {redact.neutral(str(error))}")
    try:
        answer = _prepared(event, root)
    except (AttributeError, KeyError, TypeError, ValueError):  # a file of another format
        answer = None
    if answer is None:
        from memory_core.briefing import session_start

        answer = session_start.start(event, root)
    if not settings.is_on(settings.MARKS, root):
        return answer
    return Answer("\n\n".join(filter(None, (instruction.text(), answer.context))), notice=answer.notice)


def _prepared(event: "Event", root: str) -> Answer | None:
    """The answer with the prepared briefing; None if something has changed or has to be shown first."""
    if event.source not in FRESH or queue.unread(root) or on_stop.is_unwritable(root):
        return None
    here = event.cwd or "."
    kept = prepared.read(root, here)
    waits = (
        user.derived(root, "replaced.jsonl"),
        worker_state.trouble_path(root),
    )  # what the user has not seen yet
    if kept is None or any(map(os.path.exists, waits)):
        return None
    if prepared.is_unread(kept["living"]) or _is_unseen(root, kept["claims"]):
        return None
    lines = _unfinished(root, here, kept)
    session_lines.forget(root, event.session)  # the context that contained the earlier reminders is gone
    matchers.retell(root, event.session)
    shown = () if settings.is_on(settings.QUIET, root) else (kept["greeting"], kept["waiting"])
    context = first_words.with_first("", first_words.with_open(kept["text"], lines))
    return Answer(context, notice="\n".join(filter(None, shown)))


def _is_unseen(root: str, claims: "dict[str, list[str]]") -> bool:
    """Whether a one-time notice was never shown. `claims`: name of a file below `guard/` to its keys."""
    for name, keys in claims.items():
        known = {line.rpartition("\t")[0] for line in session_lines.lines(root, name)}
        if not known.issuperset(keys):
            return True
    return False


def _unfinished(root: str, here: str, kept: "dict[str, Any]") -> list[str]:
    """The lines about unfinished work in git: the prepared ones if git's state is unchanged, else new ones."""
    prepared_lines = list(kept["unfinished"])
    has_moved = any(files.mark(path) != mark for path, mark in kept["refs"].items())
    if not (kept["asks_git"] or has_moved):
        return prepared_lines
    out = quick_git.output(prepared.worktree(root, here), quick_git.STATUS, _STATUS) if kept["asks_git"] else b""
    if not has_moved and out is not None and out.decode("utf-8", "replace") == kept["status"]:
        return prepared_lines
    from memory_core import redact
    from memory_core.briefing import unfinished

    if has_moved:
        return [redact.neutral(line) for line in unfinished.look(root, here).lines]
    others = [line for line in prepared_lines if not line.startswith(unfinished.UNCOMMITTED)]
    return [redact.neutral(line) for line in (unfinished.uncommitted(out or b""), *others) if line]
