"""What the client tells a hook: one JSON object on standard input."""

from memory_core.core.light import lean_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, BinaryIO


class Event:
    """One event of the client. Fields that an event does not carry are empty."""

    def __init__(self, given: "Mapping[str, Any]") -> None:
        def text(key: str) -> str:
            value = given.get(key)
            return value if isinstance(value, str) and "\0" not in value else ""

        self.name = text("hook_event_name")
        self.session = text("session_id")
        self.cwd = text("cwd")
        self.transcript = text("transcript_path")  # of the session; the file may not exist yet
        self.source = text("source")  # SessionStart: startup, resume, clear, compact, fork
        self.prompt = text("prompt")
        self.last_message = text("last_assistant_message")  # Stop: the answer that is not yet in the transcript
        self.agent = text("agent_id")  # set inside a subagent
        self.raw = given


def read(source: "BinaryIO") -> Event:
    """The event on `source`; `ValueError` where it holds no JSON object."""
    given = lean_json.loads(source.read().decode("utf-8", "replace"))
    if not isinstance(given, dict):
        raise ValueError(f"the event is {type(given).__name__}, not a JSON object")
    return Event(given)
