"""The end of a session: keeps its open tasks, and lets the wings finish."""

from datetime import timedelta
from typing import Any

from memory_core.capture import endings, keep_session
from memory_core.core import registry, session, transitions, wings
from memory_core.core.light import clock, lifecycle
from memory_core.core.memory import JOURNAL
from memory_core.core.wing import Place
from memory_core.extract import tickets
from memory_core.extract.candidate import Carry

_DAYS = 30  # after which a task of the list that nobody spoke of is let go


def settle(root: str, name: str) -> bool:
    """Keep what a session that ends leaves open, and let the wings finish; False if that must wait."""
    keep(root, name, session.load(root, name))
    return wings.end(root, name)


def keep(root: str, name: str, state: dict[str, Any]) -> bool:
    """Whether a session with this state left tasks open, or others are over; they are kept, settled or let go."""
    carry = Carry.from_json(state.get("carry", {})).state
    open_tasks, finished = tickets.left(carry), tickets.finished(carry)
    errors = (memory for memory in registry.read_home(root, JOURNAL) if memory.kind in lifecycle.UNFINISHED)
    unfinished = [memory for memory in errors if memory.status == lifecycle.OPEN]
    since = clock.stamp(clock.now() - timedelta(days=_DAYS))
    old = [memory for memory in unfinished if memory.attrs.get("rule") == tickets.RULE and memory.updated < since]
    if not (open_tasks or finished or old):
        return False
    with registry.held(root):
        keep_session.store(Place(root, name), open_tasks)
        endings.close(root, [(text, "") for text in finished], unfinished)
        if old:
            now = clock.stamp(clock.now())
            registry.change(root, [transitions.moved(memory, "expired", now) for memory in old])
    return True
