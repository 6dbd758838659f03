"""How a user works: what their sessions do again and again, and what they say that lasts beyond the task."""

from collections.abc import Iterator

from memory_core.extract import routine, wishes
from memory_core.extract.candidate import State
from memory_core.extract.situation import Practice, Situation
from memory_core.extract.turn import Turn

__all__ = ["Practice", "hear"]


def hear(turn: Turn, state: State, now: Situation) -> Iterator[Practice]:
    """The practices that a turn shows, each once a session; a correction again with each time that it is said."""
    if turn.role == "user":
        yield from wishes.hear(turn, state, now)
    elif turn.role == "result":
        yield from routine.hear(turn, state)
        yield from routine.hear_repeated_failures(turn, state)
