"""What becomes of learnings: hot while a session lives, warm at its end, cold when nobody needs them any more."""

from typing import Any, NamedTuple

from memory_core.domain.tiers.learning import Learning
from memory_core.domain.tiers.moves import Cold, Move, Resolution


class Done(NamedTuple):
    """What was done with the learnings of a project, or what `gc` would do."""

    moves: list[Move]
    resolutions: list[Resolution]
    archived: list[Cold]
    pending_demotions: list[Learning]
    pending_promotions: list[Learning]
    conflicts: list[tuple[Learning, Learning]]


class Hot(NamedTuple):
    """What one session that lives holds: its own learnings, and the warm ones that were brought into it."""

    session: str
    own: list[Learning]
    matched: list[dict[str, Any]]  # {id, level, at}


def hot(root: str) -> list[Hot]:
    """What the sessions of the project that live hold, the newest first."""
    raise NotImplementedError


def keep(root: str, session: str, learnings: list[Learning]) -> list[Learning]:
    """The learnings as they now stand in warm, consolidated with what stood there."""
    raise NotImplementedError


def end(root: str, session: str) -> bool:
    """Whether all that was hot in the session is warm now; the work of the day and of the week is done where due."""
    raise NotImplementedError


def count(root: str, session: str) -> None:
    """Count the warm learnings that the session was told since the last time: an access each, once a session."""
    raise NotImplementedError


def gc(root: str, dry_run: bool = False) -> Done:
    """What the work of the day and of the week did, due or not; with `dry_run` what it would do, and nothing is."""
    raise NotImplementedError


def plan(root: str, older_than: int | None = None) -> Done:
    """What `gc` would do now; `older_than` archives all that was idle for so many days."""
    raise NotImplementedError


def archive(root: str, older_than: int) -> Done:
    """What was archived: all warm learnings that were idle for so many days."""
    raise NotImplementedError
