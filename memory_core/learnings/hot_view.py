"""What is hot in a session, as `learnings.light.hot` shows it: the rows of learnings."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from memory_core.learnings.learning import BEHAVIOUR, WATCHING, Learning
from memory_core.learnings.light import hot

WHOLE: Final = 8_000  # of everything that is hot, about 2000 tokens (JARVIS-36)
_TWICE = 2
_DAY = 10  # characters of `2026-01-31`
# How a text begins that says what not to do.
_NEGATIVE = (
    "never ", "no ", "don't ", "don’t ", "do not ", "avoid ", "stop ", "not ", "without ", "nie ", "kein", "niemals ",
    "ne ", "pas de ", "jamais ", "no ", "nunca ", "не ", "никогда ", "нельзя ",
)  # fmt: skip


def rendered(
    items: Sequence[Learning], at: Mapping[str, str], room: int = hot.PROMPT, brought: Collection[str] = ()
) -> str:
    """The learnings under their headings, each with the time at which it became hot (`at`: id -> moment with `Z`).

    What the repository brought, by its ids, stands apart: nobody here said it, nor said it now.

    Where they are longer than `room`, the oldest shrink to one line first (J-7), and what is too much even so goes,
    the last first. "" without learnings.
    """
    return hot.shown([row(one, brought=one.id in brought) for one in items], at, room)


def row(one: Learning, *, brought: bool = False) -> "hot.Row":
    """What is shown of a learning; of one that an earlier session heard with the day on which it was last said.

    One that the repository `brought` is told as what its file says.
    """
    heading = "p" if one.kind == BEHAVIOUR or one.status == WATCHING else "c"
    if one.source == "error_pattern" or one.description.lower().startswith(_NEGATIVE):
        heading = "a"
    behind = []
    if one.corrections >= _TWICE:
        often = "twice" if one.corrections == _TWICE else f"{one.corrections} times"
        behind = [f"(user corrected {often})"]
    elif one.status == WATCHING:
        behind = [f"({one.occurrences} occurrence{'s' if one.occurrences > 1 else ''}, watching)"]
    elif one.kind == BEHAVIOUR and one.occurrences > 1:
        behind = [f"({one.occurrences} occurrences)"]
    if brought:
        heading, behind = hot.BROUGHT, []
    words = " ".join(one.description.split())
    reason = " ".join(one.reason.split())
    reason = "" if reason.casefold().strip(" .!") == words.casefold().strip(" .!") else reason
    return one.id, heading, words, reason, " ".join([*behind, *_day(one)])


def _day(one: Learning) -> list[str]:
    day = (one.updated or one.created)[:_DAY]
    is_day = len(day) == _DAY and day.isascii() and day.replace("-", "").isdigit()
    return [f"({day})"] if is_day and not one.id.startswith("hot_") else []
