"""Expiry in the journal: progress after a week, unconfirmed rules after thirty days (X-6)."""

from typing import Final

from memory_core.core import registry
from memory_core.core.light import clock, lifecycle
from memory_core.journal import journal_entries as entries
from memory_core.journal import journal_files

PROPOSED_MOST: Final = 50  # rules that wait for confirmation
_UNANSWERED: Final = 90  # days; an older rule came from elsewhere


def has_old(root: str) -> bool:
    """Whether `forget_old` would remove an entry of the journal. Takes no lock."""
    waiting = journal_files.read(root, [entries.PROPOSED])
    since, until = clock.waiting_days()
    return (
        len(waiting) > PROPOSED_MOST
        or any(not since <= rule.created < until for rule in waiting)
        or any(
            "" < memory.created < clock.days_ago(journal_files.PROGRESS_DAYS)
            for memory in journal_files.read(root, [entries.PROGRESS])
        )
    )


def forget_old(root: str) -> None:
    """Remove progress older than 7 days and rules unconfirmed for 30 days (X-6). The caller holds the lock.

    Only the newest fifty waiting rules are kept. An expired constraint that a session stated becomes a pattern, because
    it is kept nowhere else.
    """
    journal_files.prune(root, entries.PROGRESS, clock.days_ago(journal_files.PROGRESS_DAYS))
    waiting = journal_files.read(root, [entries.PROPOSED])
    since, until = clock.waiting_days()
    gone = journal_files.prune_proposed(root, since, until, PROPOSED_MOST) if waiting else []
    unanswered = [rule for rule in waiting if rule.id in gone and rule.kind == "constraint" and rule.source.session]
    late = [rule for rule in unanswered if clock.days_ago(_UNANSWERED) <= rule.created < since]
    if late:
        known = {memory.fingerprint for memory in journal_files.read(root)}
        patterns = [rule._replace(id="", kind="convention", status=lifecycle.ACTIVE) for rule in late]
        registry.keep(root, [pattern for pattern in patterns if pattern.fingerprint not in known])
