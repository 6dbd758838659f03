"""Write BRIEFING.md: a view over every home, in its budget."""

import os
from datetime import timedelta

from memory_core.domain.budget import Fitted
from memory_core.domain.digest import Digest, digest
from memory_core.stores import clock, files, journal, plan, workspace
from memory_core.views import briefing


def path(root: str) -> str:
    """Where the briefing stands."""
    return os.path.join(journal.folder(root), "BRIEFING.md")


def compose(root: str, known: Digest | None = None) -> Fitted:
    """The briefing of the project as it stands now; the same homes and clock give the same bytes."""
    logs = len(journal.session_logs(root))
    kept = plan.checkpoints(root)
    context = [*([f"session logs: {logs}"] if logs else []), *([f"checkpoints: {kept}"] if kept else [])]
    state = briefing.State(os.path.basename(root), tuple(plan.lines(root)), tuple(context))
    return briefing.briefing(digest(workspace.read(root)) if known is None else known, state, week_ago())


def write(root: str, known: Digest | None = None) -> Fitted:
    """The briefing, also written to `.genius/memory/BRIEFING.md`; raises `OSError` where it cannot be."""
    fitted = compose(root, known)
    journal.make_folder(root)
    files.write(path(root), fitted.text + "\n")
    return fitted


def days_ago(days: int) -> str:
    """The date so many days ago, YYYY-MM-DD in UTC."""
    return (clock.now() - timedelta(days=days)).date().isoformat()


def week_ago() -> str:
    """The oldest date that progress still counts (GENIUS-12, GENIUS-39)."""
    return days_ago(7)
