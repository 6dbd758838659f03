"""One content block of a transcript: the input of extraction."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from memory_core.core.memory import NOTHING


class Turn(NamedTuple):
    """One content block of one transcript line.

    `role` is one of: user (a person typed it), assistant (the model's prose), call (a tool call), result (a tool's
    answer, with the `tool` and `input` of its call), summary (a compaction summary), feedback (a Stop hook's words to
    the model), answer (the user's answers to a question; `input` holds `questions` and `answers`), interrupt (the user
    pressed Esc), notice (the client reports that an agent or a command in the background has ended).
    """

    role: str
    text: str
    line: int  # 0-based line of the transcript file
    uuid: str = ""
    when: str = ""  # UTC ISO 8601 to the second, or "" where the line has no time
    tool: str = ""
    call: str = ""  # tool_use id: pairs a call with its result
    input: Mapping[str, Any] = NOTHING
    failed: bool = False  # the result carries is_error
    agent: str = ""  # subagent id; "" in the main session
    call_line: int = 0  # of a result: the line of its call
    call_uuid: str = ""
    refused: bool = False  # of a result: a person did not allow the call ...
    words: str = ""  # ... and wrote this

    def at_call(self) -> "Turn":
        """This result with the line of its call and the words of the command; unchanged if the call is unknown."""
        if not self.call_uuid:
            return self
        return self._replace(line=self.call_line, uuid=self.call_uuid, text=str(self.input.get("command") or ""))


_TOLD_SO: Final = (
    "the user said:",
    "reason for the rejection:",
    "user provided the following reason:",
    "the user's feedback:",
)
_QUOTES: Final = "\"\u201c\u201d'\u00ab\u00bb` "


def refusal(text: str) -> str:
    """The words with which a person refused a tool call or a plan; "" if they only pressed a key."""
    lowered = text.casefold()
    for cue in _TOLD_SO:
        at = lowered.find(cue)
        if at >= 0:
            words = text[at + len(cue) :].strip()
            return words.partition("\n\nNote:")[0].strip(_QUOTES)
    return ""
