"""A suggestion in words: what it is about, id, summary and why, a line each."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from memory_core import redact
from memory_core.core.budget import clip
from memory_core.core.light import lifecycle

ROOM: Final = 1_200  # characters of what a prompt is answered with
LABEL: Final = "suggestions"
_SUMMARY: Final = 240


class Suggestion(NamedTuple):
    """A memory that is suggested, and why."""

    id: str
    kind: str
    status: str
    created: str
    summary: str
    shared: tuple[str, ...]  # what prompt and memory have in common, as the prompt says it

    @property
    def why(self) -> str:
        """What speaks for it, in words."""
        day = f" of {self.created[:10]}" if self.created[4:5] == "-" else ""
        state = f", {self.status}" if self.status != lifecycle.ACTIVE else ""
        return f"{self.kind}{day}{state}; both say {', '.join(self.shared)}"


def as_text(topic: str, suggestions: Sequence[Suggestion]) -> str:
    """The suggestions on a topic, without secrets and harmless in a session, in at most 1,200 characters."""
    head = f"Kept earlier, perhaps of use for “{_plain(topic, 80)}” (silence: `memory-core suggest --dismiss ID`):"
    rows = [
        f"- {_plain(suggestion.summary, _SUMMARY)} [{_plain(suggestion.id, 80)}] ({_plain(suggestion.why, 120)})"
        for suggestion in suggestions
    ]
    while rows and len("\n".join([head, *rows])) > ROOM:
        rows.pop()
    return "\n".join([head, *rows]) if rows else ""


def as_json(topic: str, suggestions: Sequence[Suggestion]) -> dict[str, object]:
    """The same for programs."""
    return {
        "topic": topic,
        "suggestions": [
            {"id": suggestion.id, "summary": clip(suggestion.summary, _SUMMARY), "why": suggestion.why}
            for suggestion in suggestions
        ],
    }


def _plain(text: str, most: int) -> str:
    return clip(redact.neutral(redact.clean(text)), most)
