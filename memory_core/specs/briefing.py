"""The lines of the briefing on the specs that are in progress; they are repeated after a compaction."""

from typing import Final

from memory_core.core import log
from memory_core.specs import spec_folders, spec_seen, tasks, view

MOST: Final = 3  # specs; the most recent ones


def lines(root: str, top: str) -> list[str]:
    """One line for each followed spec of this worktree: its phase, the progress of its tasks, the next task."""
    with log.contained("briefing: specs", root):  # an error in a document must not stop the briefing
        active = {spec.slug: spec for spec in spec_folders.active(top)}
        followed = [active[slug] for slug in reversed(spec_seen.followed(root)) if slug in active]
        return [view.under_way(spec, tasks.tasks(spec_folders.documents(top, spec))) for spec in followed[:MOST]]
    return []
