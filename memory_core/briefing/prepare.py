"""Composes a briefing and keeps it for the next start, with everything that it depends on."""

import os
from typing import Any, Final, NamedTuple

from memory_core import redact
from memory_core.briefing import render, unfinished, untrusted_files
from memory_core.briefing.light import prepared
from memory_core.briefing.render import Briefed
from memory_core.core import git, log, session
from memory_core.core.light import client_process, files, json_store, places
from memory_core.documents import client_home as client_memory
from memory_core.journal import journal_files
from memory_core.notes import sharing
from memory_core.recall import indexing

# Files in git's folders that determine what is checked out.
_OF_GIT: Final = ("HEAD", "config", "config.worktree", "rebase-merge", "rebase-apply", "shallow")
_SETTINGS: Final = ("config", "config.worktree")
_CONFIG: Final = 1_000_000  # bytes of the settings


class Start(NamedTuple):
    """The content of the start of a session."""

    made: Briefed
    lines: tuple[str, ...]  # unfinished work in git


def start(root: str, seconds: float, here: str = "", *, writes: bool = True) -> Start:
    """The briefing of `render.briefed` and the unfinished work in git; both are kept for the next start."""
    with files.Watched() as watch:
        with log.contained("briefing: what it depends on", root):
            _look_around(watch, root, here)
        made = render.briefed(root, seconds, here, writes=writes)
        refs = {path: files.mark(path) for path in unfinished.refs(root, prepared.worktree(root, here))}
        result = unfinished.Unfinished(is_sure=False)
        with log.contained("briefing: what git says is unfinished", root):
            result = unfinished.look(root, here)
        with log.contained("briefing: prepared", root):
            _keep(watch, root, here, made, result, refs)
    return Start(made, result.lines)


def _look_around(watch: files.Watched, root: str, here: str) -> None:
    """Record, before composing, the paths that a briefing depends on but reads without `files`."""
    worktree = prepared.worktree(root, here)
    indexing.look_around(watch, root, worktree)
    watch.look(journal_files.folder(root))
    for folder in dict.fromkeys((git.folder(root), places.pointed(worktree))):
        for name in _OF_GIT if folder else ():
            watch.look(os.path.join(folder or "", *name.split("/")))


def _keep(
    watch: files.Watched, root: str, here: str, made: Briefed, work: unfinished.Unfinished, refs: dict[str, str]
) -> None:
    """Keep a complete briefing. Otherwise, or if it depends on too many files, each start composes it again."""
    claims = {
        untrusted_files.SEEN: [each.path for each in untrusted_files.shown(root, here)],
        **({sharing.ASKED: ["notes"]} if made.unasked else {}),
        **({sharing.FILES: ["files"]} if sharing.has_files(root) else {}),
    }
    apart = client_memory.not_given(root)
    marks = {path: mark for path, mark in prepared.stamps(root, watch.marks).items() if path not in apart}
    if not made.is_whole or made.notes or len(marks) > prepared.MOST:
        return
    worktree = prepared.worktree(root, here)
    if _has_includes(root, worktree):  # an included file may come with the next pull and name a program
        return
    value: dict[str, Any] = {
        "form": prepared.form(),
        "user": prepared.folders(),
        "day": prepared.day(),
        "worktree": worktree,
        "stamps": marks,
        "text": redact.neutral(made.fitted.text),
        "asks_git": work.status is not None,
        "status": (work.status or b"").decode("utf-8", "replace"),
        "refs": refs,
        "greeting": redact.neutral(made.greeting),
        "waiting": redact.neutral(made.waiting),
        "unfinished": [redact.neutral(line) for line in work.lines],
        "claims": claims,
        "living": [_living(state) for _, state in session.left_behind(root)],
    }
    json_store.save(prepared.path(root, here), value)


def _has_includes(root: str, worktree: str) -> bool:
    """Whether the settings of a repository include other files, which a start would have to check."""
    folders = filter(None, (git.folder(root), places.pointed(worktree)))
    texts = (files.read(os.path.join(folder, name), _CONFIG) for folder in folders for name in _SETTINGS)
    return any("include" in text.casefold() for text in texts if text)


def _living(state: dict[str, Any]) -> list[Any]:
    """The client of a session, its transcript, and how many bytes of it were read."""
    path = str(state.get("transcript", ""))
    cursors = state.get("cursors")
    cursor = cursors.get(os.path.basename(path)) if isinstance(cursors, dict) else None
    offset = cursor.get("offset") if isinstance(cursor, dict) else 0
    return [str(state.get(client_process.KEY, "")), path, offset if isinstance(offset, int) else 0]
