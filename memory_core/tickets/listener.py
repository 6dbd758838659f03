"""The part of a session that concerns tickets: its decisions go to the log of the active ticket."""

from typing import Any

from memory_core.core.memory import Memory
from memory_core.core.wing import Place
from memory_core.extract.listener import Claimed, Listener, Reading
from memory_core.tickets import active, session_decisions


class Tickets(Listener):
    """Keeps the decisions of a session that works on a ticket."""

    def __init__(self, place: Place, work: active.Work) -> None:
        self._place, self._work = place, work

    def claim(self, state: dict[str, Any], reading: Reading) -> Claimed:
        """The session's state with its ticket."""
        rest = {key: value for key, value in state.items() if key != active.STATE}
        if self._work.ticket:
            rest[active.STATE] = self._work.ticket
        return Claimed(rest, reading.candidates)

    def log(self, memories: list[Memory]) -> list[Memory]:
        """The memories; decisions as lines of the log, without those that it has already."""
        if not self._work.ticket or not any(memory.kind == "decision" for memory in memories):
            return memories
        return session_decisions.placed(self._place.root, self._work, self._place.session, memories)

    def done(self) -> None:
        """Update the packs of the ticket."""
        active.follow(self._place.root, self._work)
