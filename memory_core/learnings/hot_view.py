"""The rows of hot learnings, as `learnings.light.hot` shows them."""

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
    """The learnings under their headings, each with the time at which it became hot (`at`: id to moment with `Z`).

    Learnings `brought` by the repository are listed apart, because nobody here said them. If the text is longer than
    `room`, the oldest are cut to one line first (J-7), then left out, the last first. "" without learnings.
    """
    return hot.shown([row(item, brought=item.id in brought) for item in items], at, room)


def row(learning: Learning, *, brought: bool = False) -> "hot.Row":
    """The line of a learning; one that an earlier session heard also has the day on which it was last repeated.

    A learning that the repository `brought` is shown as the content of its file.
    """
    heading = "p" if learning.kind == BEHAVIOUR or learning.status == WATCHING else "c"
    if learning.source == "error_pattern" or learning.description.lower().startswith(_NEGATIVE):
        heading = "a"
    behind = []
    if learning.corrections >= _TWICE:
        often = "twice" if learning.corrections == _TWICE else f"{learning.corrections} times"
        behind = [f"(user corrected {often})"]
    elif learning.status == WATCHING:
        behind = [f"({learning.occurrences} occurrence{'s' if learning.occurrences > 1 else ''}, watching)"]
    elif learning.kind == BEHAVIOUR and learning.occurrences > 1:
        behind = [f"({learning.occurrences} occurrences)"]
    if brought:
        heading, behind = hot.BROUGHT, []
    words = " ".join(learning.description.split())
    reason = " ".join(learning.reason.split())
    reason = "" if reason.casefold().strip(" .!") == words.casefold().strip(" .!") else reason
    return learning.id, heading, words, reason, " ".join([*behind, *_day(learning)])


def _day(learning: Learning) -> list[str]:
    day = (learning.updated or learning.created)[:_DAY]
    is_day = len(day) == _DAY and day.isascii() and day.replace("-", "").isdigit()
    return [f"({day})"] if is_day and not learning.id.startswith("hot_") else []
