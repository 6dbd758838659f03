"""What the client tells a hook: one JSON object on standard input."""

import json
from collections.abc import Mapping
from typing import Any, BinaryIO, NamedTuple


class Event(NamedTuple):
    """One event of the client. Fields that an event does not carry are empty."""

    name: str
    session: str = ""
    cwd: str = ""
    transcript: str = ""  # path of the session's transcript; the file may not exist yet
    source: str = ""  # SessionStart: startup, resume, clear, compact, fork
    prompt: str = ""
    last_message: str = ""  # Stop: the answer that is not yet in the transcript
    agent: str = ""  # set inside a subagent
    raw: Mapping[str, Any] = {}


def read(source: BinaryIO) -> Event:
    """The event on `source`; `ValueError` where it holds no JSON object."""
    given = json.loads(source.read().decode("utf-8", "replace"))
    if not isinstance(given, dict):
        raise ValueError(f"the event is {type(given).__name__}, not a JSON object")

    def text(key: str) -> str:
        value = given.get(key)
        return value if isinstance(value, str) and "\0" not in value else ""

    return Event(
        name=text("hook_event_name"),
        session=text("session_id"),
        cwd=text("cwd"),
        transcript=text("transcript_path"),
        source=text("source"),
        prompt=text("prompt"),
        last_message=text("last_assistant_message"),
        agent=text("agent_id"),
        raw=given,
    )
