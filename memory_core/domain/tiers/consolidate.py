"""What a session's end makes of what was heard: every hot learning goes to warm, or to what it says again (J-10)."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from memory_core.domain.memory import NOTHING
from memory_core.domain.tiers.learning import Learning
from memory_core.domain.tiers.moves import Cold, Move, Resolution


class Outcome(NamedTuple):
    """The tiers after a session's end, and what became of each learning on the way."""

    warm: list[Learning]  # of both levels, each with its level
    cold: list[Cold]  # all that is cold now: what was, without what came back, and what is new
    moves: list[Move]
    resolutions: list[Resolution]
    archived: list[Cold]  # what of `cold` is new  # noqa: RUF012
    woken: list[str]  # ids of what was cold and is warm now: to be taken out of the archive
    muted: list[str]  # ids of global learnings that no longer hold in this project


def consolidate(
    hot: Sequence[Learning],
    warm: Sequence[Learning],
    cold: Sequence[Cold],
    *,
    session: str,
    now: str,
    today: str,
    numbers: Mapping[str, int],
    project: str = "",
    muted: Collection[str] = (),
    returned: Mapping[str, str] = NOTHING,
) -> Outcome:
    """The outcome of a session's end. `numbers`: of each kind the largest that was ever given (`learning.numbers`)."""
    return Outcome([*warm], [*cold], [], [], [], [], [])
