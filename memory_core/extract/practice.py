"""How a user works: what their sessions repeat, and what they state that outlasts the task."""

from collections.abc import Iterator

from memory_core.extract import routine, wishes
from memory_core.extract.candidate import State
from memory_core.extract.situation import Practice, Situation
from memory_core.extract.turn import Turn

__all__ = ["Practice", "hear"]


def hear(turn: Turn, state: State, now: Situation) -> Iterator[Practice]:
    """The practices of a turn, each once a session; a correction each time it is repeated."""
    if turn.role == "user":
        yield from wishes.hear(turn, state, now)
    elif turn.role == "result":
        yield from routine.hear(turn, state)
        yield from routine.hear_repeated_failures(turn, state)
