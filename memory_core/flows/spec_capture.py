"""Keep what changed in the active specs of a project, and in the session that works on one (CS-US-002 to 004)."""

from typing import TYPE_CHECKING, Any

from memory_core.stores.active import Work

if TYPE_CHECKING:
    from memory_core.flows.capture import Gathered


def follow(
    root: str, here: str, session_id: str, state: dict[str, Any], gathered: "Gathered", work: Work
) -> dict[str, Any]:
    """The session's state once its specs' changes are kept. The caller holds the lock."""
    del root, here, session_id, gathered, work
    return state
