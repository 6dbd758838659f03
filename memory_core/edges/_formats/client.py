"""Data of the client and of sessions: payloads of hooks, events of the queue, states of sessions."""

from typing import Annotated, Final, Literal

from pydantic import Field

from memory_core.edges._formats.base import FAST, LAX, Count, Form, Format, Record, Texts, Whole, may, must, shape
from memory_core.edges._formats.learned import Hot


class Payload(Form):
    """What every event of the client has."""

    session_id: str
    cwd: str
    transcript_path: str = must("of the session; the file may not exist yet")
    agent_id: str = may("set inside a subagent")


class SessionStart(Payload):
    """A session begins, or goes on."""

    hook_event_name: Literal["SessionStart"]
    source: str = must("startup, resume, clear, compact or fork")


class UserPromptSubmit(Payload):
    """A person has sent a prompt."""

    hook_event_name: Literal["UserPromptSubmit"]
    prompt: str


class PreToolUse(Payload):
    """The model is about to use a tool."""

    hook_event_name: Literal["PreToolUse"]
    tool_name: str
    tool_input: Record


class Stop(Payload):
    """A turn has ended."""

    hook_event_name: Literal["Stop"]
    last_assistant_message: str = may("the answer, which may not be in the transcript yet")


class PreCompact(Payload):
    """The context is about to be compacted."""

    hook_event_name: Literal["PreCompact"]
    trigger: str = may("manual or auto")


class SessionEnd(Payload):
    """A session has ended."""

    hook_event_name: Literal["SessionEnd"]
    reason: str = may("clear, logout, prompt_input_exit, other ...")


Event = Annotated[
    SessionStart | UserPromptSubmit | PreToolUse | Stop | PreCompact | SessionEnd,
    Field(discriminator="hook_event_name"),
]


class Queued(Form):
    """An event that waits for the worker."""

    name: Literal["Stop", "PreCompact", "SessionEnd"]
    session: Annotated[str, shape(r"^[^\x00]+$", "the id of a session")]
    cwd: str = may("the folder of the session; missing if it was killed")
    transcript: str
    last_message: Annotated[str, Field(max_length=400_000)] = may("the answer; the transcript has all of it")
    client: str = may("machine and process of the client, empty if they are not known")


class Cursor(Form):
    """How far a transcript was read."""

    offset: Count = must("bytes")
    line: Count = must("newlines before the offset")
    uuid: str = must("of the last line that had one")
    mark: Whole = must("checksum of the bytes before the offset")
    open: Annotated[list[Annotated[tuple[str, str, Record, Whole, str], LAX]], FAST] = must(
        "calls that have no result yet: id, tool, input, line, uuid"
    )


class Carry(Form):
    """What extraction hands from one reading to the next; another version is ignored."""

    version: Whole
    state: Record


class Shown(Form):
    """A warm learning that the session was shown."""

    id: str
    level: str
    at: str


class State(Form):
    """What is known of a session."""

    transcript: str = may()
    cursors: Annotated[dict[str, Cursor], FAST] = may("name of a transcript to how far it was read")
    carry: Carry = may()
    client: str = may("machine and process of the client that runs it")
    first: bool = may("the transcript was not yet read to its end for the first time")
    ticket: str = may("what it worked on last")
    spec: str = may("slug of the spec that it works on")
    spec_by: Literal["edited", "branch"] = may("how the spec was determined if no command named it")
    files: Texts = may("globs of the files that were edited last")
    skills: Texts = may("names of the skills that were called last")
    prompts: Texts = may("what was asked last; by it the archive is searched at the end")
    proposed: Texts = may("rules that it proposed")
    hot: list[Hot] = may("what it learned of how the user works")
    heard: Texts = may("lines of the transcript with these learnings")
    matched: list[Shown] = may("warm learnings that it was shown, oldest first")
    counted: Texts = may("LEVEL/ID of learnings that were shown and are no longer hot")


FORMATS: Final[dict[str, Format]] = {
    "hook-event": Format(
        Event, "memory-core hook EVENT", "What the client gives to a hook on standard input. Unknown keys are no fault."
    ),
    "queue-event": Format(
        Queued,
        "<state>/<project>/queue/*.json",
        "An event of the client that the worker has not done yet. One without a session is dropped.",
    ),
    "session": Format(
        State,
        "<state>/<project>/sessions/<id>.json",
        "What a session remembers between its hooks. Every key may be missing; unknown ones are kept.",
    ),
}
