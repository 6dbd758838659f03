"""The learnings that every briefing shows: they count as shown, and so do not age (JARVIS-12)."""

from typing import Final

from memory_core.core.light import clock
from memory_core.learnings import matcher, warm_files
from memory_core.learnings.learning import ACTIVE, Learning, idle, scored
from memory_core.learnings.light import remind

_DAYS: Final = 7  # between two counts: a file that is committed is not to change with every session
_MOST: Final = 10  # learnings that a briefing has room for


def general(root: str) -> list[Learning]:
    """The learnings that hold for every prompt, read from their files (X-7): the user's own before those of the
    repository, which somebody else reviewed; each group with the surest first.
    """
    active = [learning for learning in warm_files.both(root).learnings if learning.status == ACTIVE]
    brought = warm_files.brought(root, active)
    always = [each for each in active if matcher.is_general(each._replace(extra={}) if each.id in brought else each)]
    return sorted(
        always,
        key=lambda each: (each.id not in brought, each.confirmation, each.confidence, each.updated, each.id),
        reverse=True,
    )


def count(root: str) -> None:
    """Count the learnings that hold for every prompt as shown today, each once in seven days."""
    today = clock.today()
    shown = general(root)[:_MOST]
    if not any(idle(each, today) >= _DAYS for each in shown):
        return
    with warm_files.held(root, 1.0):
        names = {(each.level, each.id) for each in shown}
        for level in warm_files.LEVELS:
            warm = warm_files.read(root, level)
            kept = tuple(
                scored(learning._replace(last_accessed=today, access_count=learning.access_count + 1), today)
                if (level, learning.id) in names and idle(learning, today) >= _DAYS
                else learning
                for learning in warm.learnings
            )
            if kept != warm.learnings:
                warm_files.write(root, level, warm._replace(learnings=kept))
    remind.refresh(root)
