"""Plans what moves to which tier and what is only marked, for `gc` and its dry run (J-1)."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from memory_core.learnings import conflict
from memory_core.learnings.learning import (
    ACTIVE,
    AGED,
    ASKED,
    CAPACITY,
    COLD,
    GLOBAL,
    INACTIVE,
    PROJECT,
    WARM,
    Cold,
    Learning,
    Move,
    Resolution,
    idle,
    last_day,
    priority,
    scored,
    to_item,
)

WARM_MOST: Final = 500  # of both levels together
GLOBAL_MOST: Final = 250  # of them for what holds in all projects: no project's file can push that out
WARM_BYTES: Final = 10 * 1024 * 1024
DEMOTED, ARCHIVED, AGED_OUT = 14, 30, 90  # idle days; the last for what the user said
SURE: Final = 0.8  # confidence from which on a learning could become a skill
OFTEN: Final = 10  # accesses from which on it could


class Plan(NamedTuple):
    """The planned moves, and what a person should know."""

    warm: list[Learning]  # as it is afterwards; what stays is what it was
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
    """The plan for today. With `older_than`, only learnings that were idle for so many days are archived, whatever
    their source.
    """
    warm, over = limited(warm, returned, today)
    result = [] if older_than is not None else list(conflict.conflicts(warm, muted))
    settled = settle(result, project, today)
    beaten = {id(each) for each in settled.losers}
    archived = [*(cold(each, project, today, CAPACITY) for each in over), *settled.archived]
    kept = []
    for learning in warm:
        why = _due(learning, idle(learning, today, returned.get(learning.id, "")), weekly, older_than)
        if id(learning) in beaten:
            continue
        if why:
            archived.append(cold(learning, project, today, why))
        else:
            is_dated = not weekly or last_day(learning, returned.get(learning.id, ""))
            # One without a day cools from the day on which it is first met.
            kept.append(learning if is_dated else learning._replace(created=today))
    after = [scored(each, today, returned.get(each.id, "")) for each in kept]
    return Plan(
        kept,
        archived,
        [Move(cold.learning, "archived", WARM, COLD, cold.why) for cold in archived],
        [each for each in after if idle(each, today, returned.get(each.id, "")) >= DEMOTED],
        [each for each in after if could_be_skill(each)],
        result,
        settled.resolutions,
        settled.muted,
    )


class Settled(NamedTuple):
    """What became of learnings that could not both hold."""

    losers: list[Learning]  # that leave warm
    archived: list[Cold]
    resolutions: list[Resolution]
    muted: list[str]


def settle(pairs: Iterable[tuple[Learning, Learning]], project: str, today: str) -> Settled:
    """Every pair resolved, except those of which one side has already lost."""
    done = Settled([], [], [], [])
    out: set[int] = set()
    for old, new in pairs:
        if id(old) in out or id(new) in out:
            continue
        winner = conflict.winner(old, new)
        loser = old if winner is new else new
        out.add(id(loser))
        done.resolutions.append(conflict.resolve(old, new))
        cold = conflict.lost(loser, winner, project, today)
        if cold:
            done.losers.append(loser)
            done.archived.append(cold)
        else:
            done.muted.append(loser.id)
    return done


def limited(warm: Sequence[Learning], returned: Mapping[str, str], today: str) -> tuple[list[Learning], list[Learning]]:
    """(what stays warm within the limits, what does not): the least important goes first, then what was idle for
    longest.

    Learnings of all projects have half of the room and a ranking of their own. What was stated or restored today goes
    last.
    """

    def is_new(each: Learning) -> bool:
        return today in (each.updated[:10], returned.get(each.id, ""))

    def worth(each: Learning) -> tuple[bool, float, str, str]:
        return is_new(each), priority(each, today, returned.get(each.id, "")), each.updated, each.id

    def age(each: Learning) -> tuple[bool, int, int, str]:
        return is_new(each), -idle(each, today, returned.get(each.id, "")), -_size(each), each.id

    out: set[int] = set()
    most, space = GLOBAL_MOST, WARM_BYTES // 2
    for is_global in (True, False):
        own = [each for each in warm if (each.level == GLOBAL) is is_global]
        held = sorted(own, key=worth, reverse=True)[:most]
        sizes = {id(each): _size(each) for each in held}
        total = sum(sizes.values())
        gone = set()
        for learning in sorted(held, key=age) if total > space else ():
            if total <= space:
                break
            total -= sizes[id(learning)]
            gone.add(id(learning))
        stays = sizes.keys() - gone
        out |= {id(each) for each in own} - stays
        most, space = WARM_MOST - len(stays), WARM_BYTES - total
    return [each for each in warm if id(each) not in out], [each for each in warm if id(each) in out]


def room(warm: Sequence[Learning], level: str) -> int:
    """How many more learnings of a level can be warm."""
    held = sum(learning.level == GLOBAL for learning in warm)
    left = max(WARM_MOST - len(warm), 0)
    return min(left, max(GLOBAL_MOST - held, 0)) if level == GLOBAL else left


def could_be_skill(learning: Learning) -> bool:
    """Whether a learning is sure enough, and often enough needed, to become a skill."""
    is_often = learning.access_count >= OFTEN and learning.status == ACTIVE
    return is_often and learning.confidence >= SURE and not learning.skill


def _due(learning: Learning, days: int, weekly: bool, older_than: int | None) -> str:
    """Why a learning is to be archived for its age, or ""."""
    if older_than is not None:
        return ASKED if days >= older_than else ""
    if not weekly or days < ARCHIVED:
        return ""
    if learning.is_explicit:
        return AGED if days >= AGED_OUT else ""
    return INACTIVE


def cold(learning: Learning, project: str, today: str, why: str) -> Cold:
    """A learning in the form for the archive."""
    return Cold(learning, project if learning.level == PROJECT else "", today, why)


def _size(learning: Learning) -> int:
    """The bytes of its line in the file."""
    return len(json.dumps(to_item(learning), ensure_ascii=False).encode("utf-8", "replace")) + 2
