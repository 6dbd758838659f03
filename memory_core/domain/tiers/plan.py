"""What moves to which tier, and what is only marked: the one plan of `gc` and of its dry run (J-1)."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from memory_core.domain.tiers.learning import Learning
from memory_core.domain.tiers.moves import Cold, Move, Resolution

HOT_MOST: Final = 20  # items
HOT_TOKENS: Final = 2_000
WARM_MOST: Final = 500  # of both levels together
WARM_BYTES: Final = 10 * 1024 * 1024
DEMOTED, ARCHIVED, AGED_OUT = 14, 30, 90  # idle days; the last for what the user said


class Plan(NamedTuple):
    """What is to be done, and what a person should know."""

    warm: list[Learning]  # as it is afterwards, with today's confidence
    archived: list[Cold]
    moves: list[Move]
    pending_demotions: list[Learning]
    pending_promotions: list[Learning]  # that could become a skill
    conflicts: list[tuple[Learning, Learning]]  # that stood unresolved
    resolutions: list[Resolution]  # that the plan makes of them
    muted: list[str]  # ids of global learnings that no longer hold in this project


def plan(
    warm: Sequence[Learning],
    returned: Mapping[str, str],
    today: str,
    *,
    weekly: bool,
    older_than: int | None = None,
    project: str = "",
    muted: Collection[str] = (),
) -> Plan:
    """The plan for today. `older_than`: idle days after which all is archived, whoever said it."""
    return Plan([*warm], [], [], [], [], [], [], [])
