"""What a learning is worth: how sure it is, and which of two goes first (J-2, J-3)."""

from typing import Final

from memory_core.core.timestamps import days_between, utc
from memory_core.learnings.learning import VALIDATED, Learning

HOT_MOST: Final = 20  # items that are hot in a session, the best of them
HALVES: Final = 30  # idle days after which it counts half as recent
_MANY: Final = 10  # accesses, of which more are worth no more


def idle(learning: Learning, today: str, returned: str = "") -> int:
    """The days since it was last told, met or restored; 0 where it has no day, or one to come."""
    last = last_day(learning, returned)
    return max(days_between(last, today), 0) if last else 0


def last_day(learning: Learning, returned: str = "") -> str:
    """The day on which it was last told, met or restored, else that on which it was made; "" where none can be read."""
    days = [utc(day)[:10] for day in (learning.last_accessed, learning.updated, returned)]
    return max(days) or utc(learning.created)[:10]


def recency(learning: Learning, today: str, returned: str = "") -> float:
    """1 for today, half of it thirty days later."""
    return float(2 ** (-idle(learning, today, returned) / HALVES))


def confidence(learning: Learning, today: str, returned: str = "") -> float:
    """How far it can be relied on, 0 to 1 (JARVIS-32)."""
    seen = learning.occurrences + learning.contradicted
    consistency = 1 - learning.contradicted / seen if seen else 1.0
    frequency = min(learning.occurrences / VALIDATED, 1)
    return (
        0.30 * frequency
        + 0.25 * recency(learning, today, returned)
        + 0.25 * learning.confirmation
        + 0.20 * consistency
    )  # fmt: skip


def priority(learning: Learning, today: str, returned: str = "") -> float:
    """Its place among others, 1 to 100 (JARVIS-34)."""
    accessed = min(learning.access_count, _MANY) / _MANY
    score = confidence(learning, today, returned) * 50 + accessed * 30 + recency(learning, today, returned) * 20
    return min(max(score, 1.0), 100.0)


def scored(learning: Learning, today: str, returned: str = "") -> Learning:
    """The learning with its confidence as it is today."""
    return learning._replace(confidence=round(confidence(learning, today, returned), 2))
