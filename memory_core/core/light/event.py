"""The input of a hook: one JSON object on standard input."""

from memory_core.core.light import lean_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, BinaryIO


class Event:
    """An event of the client. Fields that the event does not have are empty."""

    def __init__(self, given: "Mapping[str, Any]") -> None:
        def text(key: str) -> str:
            value = given.get(key)
            return value if isinstance(value, str) and "\0" not in value else ""

        self.name = text("hook_event_name")
        self.session = text("session_id")
        self.cwd = text("cwd")
        self.transcript = text("transcript_path")  # path of the transcript, which may not exist yet
        self.source = text("source")  # SessionStart: startup, resume, clear, compact, fork
        self.prompt = text("prompt")
        self.last_message = text("last_assistant_message")  # Stop: the answer, which is not in the transcript yet
        self.agent = text("agent_id")  # id of the subagent, if one runs
        self.raw = given


def read(source: "BinaryIO") -> Event:
    """Read the event from `source`. Raise `ValueError` if it is not a JSON object."""
    given = lean_json.loads(source.read().decode("utf-8", "replace"))
    if not isinstance(given, dict):
        raise ValueError(f"the event is {type(given).__name__}, not a JSON object")
    return Event(given)
