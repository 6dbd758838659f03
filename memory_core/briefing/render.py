"""Composes the briefing from all homes and writes BRIEFING.md."""

import contextlib
import os
import time
from typing import Final, NamedTuple

from memory_core.briefing import view
from memory_core.briefing.selection import Near
from memory_core.core import git, log, registry, session
from memory_core.core.budget import Fitted, how_many
from memory_core.core.light import clock, files, places, settings
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import Memory
from memory_core.guardrails import rules_file
from memory_core.guardrails import view as rails
from memory_core.guardrails.view import Rails
from memory_core.journal import candidates, journal_files, plan
from memory_core.language.light.words import parts
from memory_core.learnings import learning as codec
from memory_core.learnings import usage, warm_files
from memory_core.notes import sharing
from memory_core.recall import already_kept as standing
from memory_core.recall import indexing
from memory_core.recall.digest import GONE, Digest, digest, ranked
from memory_core.recall.light import suggested
from memory_core.redact.memories import clean
from memory_core.specs import spec_seen
from memory_core.tickets import briefing as ticket_briefing

LAGS = "the index does not hold all of them yet: the next recall, or `memory-core reindex`, sees to it"
_NAMES: Final = 4  # least letters of a word in the name of a branch
GLANCE = 0.6  # seconds for index and homes if the index is incomplete


def where(root: str) -> str:
    """The path of the briefing for readers: in the project, or in the derived folder if git tracks that file."""
    own = journal_files.briefing(root)
    return suggested.briefing(root) if git.tracks(root, own) else own


class Briefed(NamedTuple):
    """A briefing, and lines about notes that are not in this clone."""

    fitted: Fitted
    notes: str = ""  # the line about notes that only a remote has; "" if there are none
    unasked: str = ""  # a remote that was never asked for notes, if this project has no memories; else ""
    is_whole: bool = False  # all homes were read and none is damaged
    greeting: str = ""  # the line for the user at a start
    waiting: str = ""  # the line about rules that wait for confirmation


def compose(root: str, known: Digest | None = None, here: str = "") -> Fitted:
    """The briefing of the project. The same homes and clock give the same bytes.

    `here` is the current folder: a linked worktree may have another active ticket.
    """
    return _composed(root, known, here).fitted


def _composed(root: str, known: Digest | None, here: str) -> Briefed:
    logs = len(journal_files.session_logs(root))
    kept = plan.checkpoints(root)
    damage = registry.notice(root)
    hint = sharing.hint(root, None if known is None else known.unread)
    context = [
        *([f"ATTENTION: {damage}"] if damage else []),
        *([] if known is None or known.whole else [LAGS]),
        *([f"session logs: {logs}"] if logs else []),
        *([_waiting(count)] if settings.is_on(settings.TIDY, root) and (count := len(candidates.read(root))) else []),
        *([f"checkpoints: {kept}"] if kept else []),
    ]
    known = digest(registry.read(root)) if known is None else known
    authored = any(
        memory.attrs.keys() & {"author", "amended_by"} for newest in known.newest.values() for memory in newest
    )
    kept_rails = _rails(root)
    is_partial = bool(damage or kept_rails.problems) or not known.whole or known.unread
    me = git.author(root) if authored else ""
    state = view.State(
        os.path.basename(root), (*_made_of(root, known), *_specs(root, here)), tuple(context), kept_rails, me,
        ticket_briefing.section(root, here), _general(root), hint.line, _near(root, known, here), is_partial,
        standing.handed_over(root),
    )  # fmt: skip
    unasked = "" if known.totals else hint.unasked
    enforced = sum(memory.kind == "constraint" for memory in kept_rails.standing)
    greeting = view.greeting(known.totals, enforced, is_partial=is_partial)
    fitted = view.briefing(known, state, clock.days_ago(journal_files.PROGRESS_DAYS))
    return Briefed(fitted, hint.line, unasked, not is_partial, greeting, rails.waiting(kept_rails.proposed))


def _made_of(root: str, known: Digest) -> list[str]:
    """The lines about the project's state, and about its manifests if the project has memories."""
    rows = plan.lines(root)
    is_kept = known.totals or os.path.isdir(journal_files.folder(root))
    if not (is_kept and plan.manifests(root)):
        return rows
    from memory_core.briefing import stack  # noqa: PLC0415 - not every project has a manifest

    has_version = any(row.startswith("- version: ") for row in rows)
    made = stack.lines(root)
    return [*(row for row in made if not (has_version and row.startswith("- version: "))), *rows]


def _waiting(count: int) -> str:
    """The line that counts the candidates."""
    return f"{how_many(count, 'unconfirmed candidate')}: `/cs:memory tidy`"


def _near(root: str, known: Digest, here: str) -> Near:
    """The last session that kept a memory, the files it edited, and the words of the current branch."""
    newest = [memory for group in known.newest.values() for memory in group[:1]]
    last = max(newest, key=lambda memory: (memory.created, memory.id), default=None)
    name = last.source.session if last else ""
    files = session.texts(session.load(root, name), session.FILES) if name else []
    branch = git.branch(places.worktree(root, os.path.realpath(here)) or root if here else root)
    words = parts(branch.rpartition("/")[2])
    return Near(name, [word for word in words if len(word) >= _NAMES and word.isalpha()], files)


def _specs(root: str, here: str) -> list[str]:
    if not spec_seen.is_used(root):
        return []
    from memory_core.specs import briefing  # noqa: PLC0415 - most projects have no spec

    return briefing.lines(root, places.worktree(root, os.path.realpath(here)) or root if here else root)


def _general(root: str) -> tuple[Memory, ...]:
    learnings = usage.general(root)
    return tuple(clean(codec.to_memory(learning, warm_files.place(learning.level))) for learning in learnings)


def _rails(root: str) -> Rails:
    """The guard rails of the project, read from their files instead of the index."""
    rules = rules_file.read(root)
    standing = tuple(memory for memory in rules.memories if memory.status not in GONE)
    problems = tuple(f"{problem.place}: {problem.what}" for problem in rules.problems)
    return Rails(standing, tuple(rails.newest(journal_files.waiting_rules(root))), problems, clock.today())


def write(root: str, known: Digest | None = None, here: str = "") -> Fitted:
    """Compose the briefing and write it to `.genius/memory/BRIEFING.md`. Raise `OSError` if it cannot be written.

    If git tracks that file, only the copy in the state folder is written: the tracked file came with the repository, or
    the next commit would publish it.
    """
    return _written(root, known, here).fitted


def _written(root: str, known: Digest | None, here: str) -> Briefed:
    made = _composed(root, known, here)
    files.write(suggested.briefing(root), made.fitted.text + "\n")
    if where(root) == journal_files.briefing(root):
        journal_files.make_folder(root)
        files.write(journal_files.briefing(root), made.fitted.text + "\n")
    return made


def refresh(root: str, seconds: float, here: str = "") -> Fitted:
    """The briefing that `briefed` returns."""
    return briefed(root, seconds, here).fitted


def briefed(root: str, seconds: float, here: str = "", *, writes: bool = True) -> Briefed:
    """The briefing, after the index was updated for at most `seconds`.

    If index or file cannot be written, the log has the reason and the briefing is returned all the same. A project
    without memories is left as it is. `writes`: see `indexing.at_hand`.
    """
    end = time.monotonic() + max(seconds, GLANCE)
    known = None
    with log.contained("index", root), contextlib.suppress(Refusal):  # then the homes are read instead
        known = indexing.digest(root, time.monotonic() + seconds, writes=writes)
    known = _glanced(root, end) if known is None else known
    try:
        if known.totals or os.path.isdir(journal_files.folder(root)):
            return _written(root, known, here)
    except files.LinkError:
        pass  # the start of the session reports it once
    except OSError as error:
        log.write("briefing", f"{type(error).__name__}: {error}", root)
    return _composed(root, known, here)


def _glanced(root: str, end: float) -> Digest:
    """The digest without the index. Homes that take too long to read are only counted (C-17)."""
    read: list[Memory] = []
    counted: dict[str, int] = {}
    unread = waits = False
    for home in registry.kept_parts(root):
        try:
            if time.monotonic() + home.seconds() <= end:
                read += home.read()
                continue
            space, many = home.glance()
        except git.GitError as error:
            log.write(f"briefing: {home.name}", str(error), root)
            unread = True
            continue
        if space:
            counted[space] = counted.get(space, 0) + many
        else:  # a home that cannot count quickly
            waits = True
    result = digest(read)
    totals = dict(result.totals)
    for space, many in counted.items():
        totals[space] = totals.get(space, 0) + many
    whole = not (read or counted or waits)
    return result._replace(totals=ranked(totals), whole=whole, unread=unread)
