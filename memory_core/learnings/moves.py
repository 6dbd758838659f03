"""What becomes of learnings: where one went and why, and which of two was kept."""

from typing import Any, Final, NamedTuple

from memory_core.learnings.learning import Learning

HOT, WARM, COLD, GONE = "hot", "warm", "cold", ""
# Why a learning is cold. What the user rejected, and what another took the place of, does not come back by itself.
INACTIVE, AGED, CAPACITY, REJECTED, SUPERSEDED, ASKED = (
    "inactivity", "age", "capacity", "user_rejected", "superseded", "asked",
)  # fmt: skip
STAYS_COLD: Final = (REJECTED, SUPERSEDED)


class Cold(NamedTuple):
    """A learning in the archive; `learning` is the entry as it stood, to the letter."""

    learning: Learning
    project: str = ""  # root of the project that it belongs to, "" for one of all projects
    archived: str = ""  # day
    why: str = INACTIVE
    by: str = ""  # id of what took its place
    words: str = ""  # why, as the user said it


class Move(NamedTuple):
    """A learning that goes from one tier to another, or is met where it is (JARVIS-65)."""

    learning: Learning
    # created | promoted | demoted | archived | restored | accessed | merged | confirmed | edited | deleted
    action: str
    from_tier: str
    to_tier: str
    trigger: str  # pattern_match | session_end | explicit_recall | user | one of the reasons for being cold


class Resolution(NamedTuple):
    """Two learnings that cannot both hold, and which one does (JARVIS-43 to 47, J-4)."""

    learning_a: str
    learning_b: str
    resolution: str  # merge | explicit | specific | recency
    winner: str  # id
    reason: str

    def to_json(self) -> dict[str, Any]:
        """The documented record."""
        return {"conflict_resolution": self._asdict()}
