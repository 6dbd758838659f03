"""What a session has at hand while something is said: the programs that it runs, the files that it works on."""

from typing import Final, NamedTuple

from memory_core.domain.extract.candidate import State
from memory_core.domain.turn import Turn

_PROGRAMS_MOST: Final = 4
_FILES_MOST: Final = 6


class Situation(NamedTuple):
    """The last programs and files, the newest last; of a refused call its own."""

    programs: tuple[str, ...] = ()
    files: tuple[str, ...] = ()


NOWHERE: Final = Situation()


def follow(turn: Turn, state: State) -> Situation:
    """The situation in which a turn speaks, which it is then part of itself."""
    return NOWHERE
