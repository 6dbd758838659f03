"""What a session is told at its start of the specs that are worked on: after a compaction too it knows where it is."""

from typing import Final

from memory_core.core import log
from memory_core.specs import spec_folders, spec_seen, tasks, view

MOST: Final = 3  # specs, those that were worked on last


def lines(root: str, top: str) -> list[str]:
    """A line for each spec of this worktree that is followed: its phase, how far its tasks are, what comes next."""
    with log.contained("briefing: specs", root):  # no document may silence the start of a session
        active = {spec.slug: spec for spec in spec_folders.active(top)}
        followed = [active[slug] for slug in reversed(spec_seen.followed(root)) if slug in active]
        return [view.under_way(spec, tasks.tasks(spec_folders.documents(top, spec))) for spec in followed[:MOST]]
    return []
