"""What the tiers look like: the health report, learnings a line each, what was moved and why (JARVIS-61)."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from memory_core.domain import screen
from memory_core.domain.budget import clip
from memory_core.domain.tiers.learning import GLOBAL, LISTS, WATCHING, Learning
from memory_core.domain.tiers.moves import Cold, Move
from memory_core.domain.tiers.plan import HOT_MOST, WARM_MOST

_MEGABYTE: Final = 1024 * 1024


class Health(NamedTuple):
    """The numbers of the health report."""

    hot: int
    warm: int
    cold_bytes: int
    sessions: int  # that are archived
    demotions: int
    promotions: int
    conflicts: int


def health(of: Health) -> str:
    """The six documented lines, whatever the numbers."""
    return (
        f"Hot Memory:  {of.hot}/{HOT_MOST} items ({percent(of.hot, HOT_MOST)}% capacity)\n"
        f"Warm Memory: {of.warm}/{WARM_MOST} items ({percent(of.warm, WARM_MOST)}% capacity)\n"
        f"Cold Memory: {of.cold_bytes / _MEGABYTE:.1f}MB ({of.sessions} archived sessions)\n"
        f"Pending demotions: {of.demotions} items (inactive 14+ days)\n"
        f"Pending promotions: {of.promotions} items (high access)\n"
        f"Conflicts: {of.conflicts}"
    )


def percent(part: int, whole: int) -> int:
    """How much of the whole that is, rounded down."""
    return part * 100 // whole


def named(learning: Learning) -> str:
    """A learning in a few words: its id, where it holds, what it says."""
    return screen.neutral(f"{clip(learning.id, 40)} ({where(learning)}): {clip(learning.description, 200)}")


def where(learning: Learning) -> str:
    """Where a learning holds, for people."""
    return "all projects" if learning.level == GLOBAL else "this project"


def row(learning: Learning, note: str = "") -> str:
    """A learning on one line, with how sure it is and how often it was brought; `note` says more."""
    about = [where(learning), f"confidence {learning.confidence:.2f}", f"used {_times(learning.access_count)}"]
    if learning.status == WATCHING:
        about.append(f"{learning.occurrences} {'occurrence' if learning.occurrences == 1 else 'occurrences'}, watching")
    about += [f"in {clip(learning.path, 60)}"] if learning.path else []
    about += [f"skill {clip(learning.skill, 60)}"] if learning.skill else []
    about += [note] if note else []
    text = f"  {clip(learning.id, 40):<13} {clip(learning.description, 200)}  ({'; '.join(about)})"
    return " ".join(screen.neutral(text).splitlines())


def cold_row(cold: Cold) -> str:
    """An archived learning on one line, with when and why it went."""
    why = {"user_rejected": "rejected", "asked": "archived by hand"}.get(cold.why, cold.why)
    by = f" by {clip(cold.by, 40)}" if cold.by else ""
    return row(cold.learning, f"cold since {clip(cold.archived, 10)}: {clip(why, 40)}{by}")


def block(title: str, rows: Sequence[str], most: int) -> str:
    """The rows under their title, at most so many; what is left out is counted."""
    left = len(rows) - most
    return "\n".join([f"{title} ({len(rows)})", *rows[:most], *([f"  … +{left} more"] if left > 0 else [])])


def moved(moves: Iterable[Move]) -> list[str]:
    """What moves, a line each, in the order in which it does."""
    return [
        f"  {move.action:<9} {move.from_tier or '-':>4} → {move.to_tier or '-':<4} {named(move.learning)}; {move.trigger}"
        for move in moves
    ]


def as_json(learning: Learning, tier: str) -> dict[str, Any]:
    """A learning as every verb prints it with `--json`; keys may be added, never renamed."""
    found = {key: value for key, value in learning._asdict().items() if key != "extra"}
    return {**found, "triggers": list(learning.triggers), "tier": tier, "list": LISTS.get(learning.kind, "")}


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"
