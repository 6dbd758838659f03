"""The text of suggestions: topic, and a line with id, summary and reason for each memory."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from memory_core import redact
from memory_core.core.budget import clip
from memory_core.core.light import lifecycle

ROOM: Final = 1_200  # characters of the text for a prompt
LABEL: Final = "suggestions"
_SUMMARY: Final = 240


class Suggestion(NamedTuple):
    """A suggested memory."""

    id: str
    kind: str
    status: str
    created: str
    summary: str
    shared: tuple[str, ...]  # common words of prompt and memory, as written in the prompt

    @property
    def why(self) -> str:
        """The reason of the suggestion, in words."""
        day = f" of {self.created[:10]}" if self.created[4:5] == "-" else ""
        state = f", {self.status}" if self.status != lifecycle.ACTIVE else ""
        return f"{self.kind}{day}{state}; both say {', '.join(self.shared)}"


def as_text(topic: str, suggestions: Sequence[Suggestion]) -> str:
    """The suggestions on a topic in at most 1,200 characters, without secrets and safe for a session."""
    head = f"Kept earlier, perhaps of use for “{_plain(topic, 80)}” (silence: `memory-core suggest --dismiss ID`):"
    rows = [
        f"- {_plain(suggestion.summary, _SUMMARY)} [{_plain(suggestion.id, 80)}] ({_plain(suggestion.why, 120)})"
        for suggestion in suggestions
    ]
    while rows and len("\n".join([head, *rows])) > ROOM:
        rows.pop()
    return "\n".join([head, *rows]) if rows else ""


def as_json(topic: str, suggestions: Sequence[Suggestion]) -> dict[str, object]:
    """The suggestions on a topic, for JSON."""
    return {
        "topic": topic,
        "suggestions": [
            {"id": suggestion.id, "summary": clip(suggestion.summary, _SUMMARY), "why": suggestion.why}
            for suggestion in suggestions
        ],
    }


def _plain(text: str, most: int) -> str:
    return clip(redact.neutral(redact.clean(text)), most)
