"""What is hot in a session, in the documented form (JARVIS-17)."""

from collections.abc import Mapping, Sequence
from typing import Final

from memory_core.domain.tiers.learning import Learning

PROMPT: Final = 1_200  # characters that a prompt is answered with
WHOLE: Final = 8_000  # of everything that is hot, about 2000 tokens (JARVIS-36)


def rendered(items: Sequence[Learning], at: Mapping[str, str], room: int = PROMPT) -> str:
    """The learnings under their headings, each with the time at which it became hot (`at`: id -> moment with `Z`).

    Where they are longer than `room`, the oldest shrink to one line first (J-7). "" without learnings.
    """
    lines = [f"- [{at.get(item.id, '')[11:16]}] {item.description} ({item.id})" for item in items]
    return "\n".join(["## Active Learnings (This Session)", "", *lines]) if lines else ""
