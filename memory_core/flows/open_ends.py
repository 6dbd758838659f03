"""What sessions left open: settled by what later ones say and do."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, Final

from memory_core.domain import lifecycle, screen
from memory_core.domain.extract import Candidate, ends
from memory_core.domain.journal import ERRORS
from memory_core.domain.memory import Memory
from memory_core.stores import clock, journal, session, undo_log, workspace

OPEN: Final = "open"  # of a session's state: what was open when it began, each by id and words
_DAYS: Final = 30
_SESSIONS: Final = 2  # that left something later
_STEP_DAYS: Final = 3
_MOST: Final = 60  # of these, the newest
_KINDS: Final = ("next", "question", "blocker", "error")


def waiting(root: str) -> list[Memory]:
    """What is open in the journal, the newest first."""
    found = [one for one in journal.read(root, (ERRORS,)) if one.kind in _KINDS and one.status == lifecycle.OPEN]
    return sorted(found, key=lambda one: (one.updated, one.id), reverse=True)


def expire(root: str) -> None:
    """Let go what this user's sessions left open and nobody has spoken of since: a next step when two later sessions
    have left others and three days went by, everything after thirty days. The caller holds the lock.
    """
    now = clock.now()
    today = clock.stamp(now)
    left = [
        one
        for one in waiting(root)
        if str(one.attrs.get("rule")).startswith(ends.RULE)
        and one.updated <= today
        and session.is_known(root, one.source.session)
    ]
    newest: dict[str, str] = {}  # what a session left last, the newest session first
    for one in left:
        newest.setdefault(one.source.session, one.updated)
    since = clock.stamp(now - timedelta(days=_DAYS))
    lately = clock.stamp(now - timedelta(days=_STEP_DAYS))
    steps = min(lately, *(list(newest.values())[_SESSIONS : _SESSIONS + 1] or [""]))
    old = [one for one in left if one.updated < since or (one.kind == "next" and one.updated <= steps)]
    if old:
        with undo_log.recorded(root, "capture", ended=True):
            workspace.change(root, [lifecycle.moved(one, "expired", today) for one in old])


def once(root: str, found: Sequence[Candidate]) -> tuple[list[Candidate], dict[str, Memory]]:
    """Those of the ends that say more than one that is open, and what is open of which they say all, by their words.

    What is open and is only said again, be it in two words, is kept as told now. The caller holds the lock.
    """
    known = waiting(root)
    new: list[Candidate] = []
    over: dict[str, Memory] = {}
    told: list[Memory] = []
    for one in found:
        alike = [each for each in known if each.kind == one.kind]
        same = ends.again(one.text, [each.summary for each in alike])
        if (same is None or same[1]) and ends.stands_alone(one.text):
            new.append(one)
        if same is not None and same[1]:
            over[one.text] = alike[same[0]]
        elif same is not None:
            told.append(alike[same[0]]._replace(updated=clock.stamp(clock.now())))
    workspace.change(root, told)
    return new, over


def replace(root: str, over: Mapping[str, Memory], kept: Sequence[Memory]) -> None:
    """End what was open by what says all of it now. The caller holds the lock."""
    now = clock.stamp(clock.now())
    done = [lifecycle.moved(over[one.summary], "superseded", now, by=one.id) for one in kept if one.summary in over]
    if done:
        with undo_log.recorded(root, "capture", ended=True):
            workspace.change(root, done)


def follow(
    root: str, state: dict[str, Any], told: Sequence[tuple[str, bool]], new: Sequence[Memory] = (), until: str = ""
) -> dict[str, Any]:
    """The session's state with what is still open; what `told` settles is resolved. The caller holds the lock.

    `new` is what was kept just now: what of it is open may be settled by what is said later. What was opened after
    `until`, when the last of it was said, is settled by nothing of it.
    """
    opened = state.get(OPEN)
    if not isinstance(opened, list):
        kept = {one.id for one in new}
        before = [one for one in waiting(root) if one.id not in kept and (not until or one.created <= until)]
        opened = [[one.id, one.summary] for one in before[:_MOST]]
    pairs = [one for one in opened if isinstance(one, list) and len(one) == 2 and all(isinstance(x, str) for x in one)]
    found = ends.settled([words for _, words in pairs], told) if told else {}
    settled = {pairs[at][0]: text for at, text in found.items()}
    if settled:
        now = clock.stamp(clock.now())
        done = [one for one in waiting(root) if one.id in settled]
        with undo_log.recorded(root, "capture", ended=True):
            workspace.change(
                root, [lifecycle.moved(one, "settled", now, body=screen.clean(settled[one.id])) for one in done]
            )
    begun = [[one.id, one.summary] for one in new if one.kind in _KINDS and one.status == lifecycle.OPEN]
    return {**state, OPEN: [*begun, *(one for one in pairs if one[0] not in settled)][:_MOST]}
