"""Reads entries of a transcript as turns: who speaks, which tool is called, what it returns; texts are cleaned."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from memory_core import redact
from memory_core.capture import machine_text, own_text, transcript_words
from memory_core.extract.turn import Turn, refusal

RESULT_CHARS: Final = 8000  # of a tool's answer: its first and its last half
FIELD_CHARS: Final = 4000
TEXT_CHARS: Final = 60_000  # of what was said; more is a paste
TOLD_CHARS: Final = 24_000
EDIT_CHARS: Final = 700
WHOLE_CHARS: Final = 200_000  # of a text that `clean` sees whole; of a longer one it sees the two ends

# What of a tool's input is worth carrying; a tool that is not here gives its short strings.
_FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "Bash": ("command", "run_in_background"),
    "Edit": ("file_path", "old_string", "new_string"),
    "MultiEdit": ("file_path",),
    "Write": ("file_path", "content"),
    "NotebookEdit": ("notebook_path",),
    "Read": ("file_path",),
    "Grep": (),
    "Glob": (),
    "TodoWrite": ("todos",),
    "TaskCreate": ("subject",),
    "TaskUpdate": ("taskId", "status", "subject"),
    "AskUserQuestion": ("questions",),
    "ExitPlanMode": ("plan",),
    "Skill": ("skill",),
    "Task": ("description",),
    "Agent": ("description",),
    "WebFetch": ("url",),
    "WebSearch": ("query",),
}
_SHORT: Final = {"old_string": EDIT_CHARS, "new_string": EDIT_CHARS, "content": EDIT_CHARS}
# The answers that are read; of all others only a refusal or an error is.
_HEARD: Final = {"Bash", "AskUserQuestion", "ExitPlanMode", "Task", "Agent", "WebFetch", "TaskCreate"}

_INJECTED: Final = ("system-reminder", "project-memory")
_NOTICE: Final = "<task-notification>"  # of an agent in the background, or of a command ...
_ENDED: Final = "<status>completed</status>"  # ... that has come to its end
_REMEMBERED: Final = ("<user-memory-input>", "</user-memory-input>")
_FEEDBACK: Final = "Stop hook feedback:"
_PRINTED: Final = ("<bash-stdout>", "<bash-stderr>", "<local-command-")
_REFUSED: Final = (
    "The user doesn't want to proceed",
    "The agent proposed a plan that was rejected",
    "Permission for this tool use was denied. The tool use was rejected (eg.",
)
# What stands bare in the place of a person's words: faults of a tool, rules of the settings, hooks, and our guard.
_BY_RULE: Final = (
    "<tool_use_error", "Permission ", "Claude requested", "PreToolUse:", "Hook ", "Exit code", "This command requires",
    "You are not in plan mode", "InputValidationError", "Error", "The user ", "User rejected", "[Request", "Operation ",
)  # fmt: skip
_OUR_RULE = re.compile(r"\b(?:AC|RC|IP|CC)-\w|memory-core|/iris:")
_BARE: Final = ("Edit", "Write", "MultiEdit", "NotebookEdit", "ExitPlanMode")


class Call(NamedTuple):
    """A tool call that waits for its result."""

    id: str
    tool: str
    input: dict[str, Any]
    line: int
    uuid: str


_UNKNOWN: Final = Call("", "", {}, 0, "")


class TurnReader:
    """Reads the entries of one transcript, in their order; `open` are the calls that wait for a result."""

    def __init__(self, open_calls: dict[str, Call], clean: Callable[[str], str]) -> None:
        self.open, self.clean = open_calls, clean

    def turns(self, entry: dict[str, Any], line: int) -> Iterator[Turn]:
        """The turns of an entry, which is on this line of the transcript."""
        kind = entry.get("type")
        agent = transcript_words.string(entry.get("agentId")) if entry.get("isSidechain") else ""
        if entry.get("isSidechain") and not agent:
            agent = "sidechain"
        base = Turn(
            "",
            "",
            line,
            transcript_words.string(entry.get("uuid")),
            transcript_words.moment(entry.get("timestamp")),
            agent=agent,
        )
        if kind == "attachment":
            yield from self._attached(entry, base)
            return
        message = entry.get("message")
        content = message.get("content") if isinstance(message, dict) else None
        if isinstance(content, str):
            content = [{"type": "text", "text": content}]
        if kind not in ("user", "assistant") or not isinstance(content, list):
            return
        for block in content:
            if not isinstance(block, dict):
                continue
            sort = block.get("type")
            if sort == "text":
                yield from self._message(kind, transcript_words.string(block.get("text")), entry, base)
            elif sort == "tool_use" and kind == "assistant":
                yield from self._called(block, base, transcript_words.string(entry.get("cwd")))
            elif sort == "tool_result" and kind == "user":
                yield from self._answered(block, entry, base)

    def _attached(self, entry: dict[str, Any], base: Turn) -> Iterator[Turn]:
        """What a person typed while a turn ran, and the output of our hooks; other attachments are the client's."""
        attachment = entry.get("attachment")
        if not isinstance(attachment, dict):
            return
        if attachment.get("type") != "queued_command":
            yield from self._own_output(own_text.by_hook(attachment), own_text.HOOK, base)
        elif attachment.get("commandMode") in (None, "prompt", "task-notification"):
            yield from self._message("user", transcript_words.plain(attachment.get("prompt")), entry, base)

    def _own_output(self, text: str, tool: str, base: Turn, *, failed: bool = False) -> Iterator[Turn]:
        """A turn with what this product printed. It is nothing new; later turns may repeat it."""
        if text := transcript_words.ends(self._clean(text), TOLD_CHARS):
            yield base._replace(role="told", text=text, tool=tool, failed=failed)

    def _message(self, kind: str, text: str, entry: dict[str, Any], base: Turn) -> Iterator[Turn]:
        if kind == "assistant":
            text = transcript_words.ends(self._words(text), TEXT_CHARS)
            if text:
                yield base._replace(role="assistant", text=text)
            return
        becomes = text.startswith(_PRINTED) or (entry.get("isMeta") and not text.startswith((_FEEDBACK, _NOTICE)))
        command = self.open.pop(_prompt(entry), None) if becomes else None
        if command:  # what a command of ours became, or printed
            yield from self._own_output(text, command.tool, base)
        else:
            yield from self._own_output(own_text.recalled(text), own_text.HOOK, base)
            yield from self._typed(transcript_words.ends(self._words(text), TEXT_CHARS), entry, base)

    def _typed(self, text: str, entry: dict[str, Any], base: Turn) -> Iterator[Turn]:
        """The turn for a text in the place of a person's words."""
        if entry.get("isCompactSummary"):
            yield base._replace(role="summary", text=text)
        elif text.startswith(_FEEDBACK):
            yield base._replace(role="feedback", text=text)
        elif text.startswith("[Request interrupted"):
            yield base._replace(role="interrupt")
        elif text.startswith(_NOTICE):
            if _ENDED in text and not base.agent:
                yield base._replace(role="notice", text=text)
        elif remembered := _remembered(text):
            yield base._replace(role="user", text=remembered, tool="memory")
        elif base.agent or entry.get("isMeta") or _by_machine(entry):
            return
        elif command := own_text.command(text):
            if own_text.prints(command):
                self.open[_prompt(entry)] = Call(_prompt(entry), command, {}, base.line, base.uuid)
            yield base._replace(role="command", tool=command)
        elif text := machine_text.spoken(text):
            yield base._replace(role="user", text=text)

    def _called(self, block: dict[str, Any], base: Turn, folder: str) -> Iterator[Turn]:
        tool, call = transcript_words.string(block.get("name")), transcript_words.string(block.get("id"))
        given = block.get("input")
        kept = self._input(tool, given if isinstance(given, dict) else {})
        for key in ("file_path", "notebook_path"):
            if folder and transcript_words.string(kept.get(key)).startswith(folder + "/"):
                kept[key] = kept[key][len(folder) + 1 :]
        if call:
            self.open[call] = Call(call, tool, kept, base.line, base.uuid)
        if not own_text.is_call(tool, kept) or own_text.does_more(kept):
            yield base._replace(role="call", tool=tool, call=call, input=kept)

    def _answered(self, block: dict[str, Any], entry: dict[str, Any], base: Turn) -> Iterator[Turn]:
        call = transcript_words.string(block.get("tool_use_id"))
        asked = self.open.pop(call, _UNKNOWN)
        tool, given = asked.tool, asked.input
        failed = block.get("is_error") is True
        if own_text.is_call(tool, given):
            printed = transcript_words.plain(block.get("content"))
            more = not failed and own_text.does_more(given)
            if tool != "AskUserQuestion":
                yield from self._own_output(own_text.recalled(printed) if more else printed, tool, base, failed=failed)
            if not more:
                return
        text = ""
        if tool in _HEARD or failed:
            text = transcript_words.ends(self._words(transcript_words.plain(block.get("content"))), RESULT_CHARS)
        turn = base._replace(role="result", text=text, tool=tool, call=call, input=given, failed=failed)
        turn = turn._replace(call_line=asked.line, call_uuid=asked.uuid)
        if failed:
            refused, words = _refused(text, tool, entry)
            turn = turn._replace(refused=refused, words=words)
        details = entry.get("toolUseResult")
        chosen = details.get("answers") if isinstance(details, dict) else None
        if tool == "AskUserQuestion" and not failed and isinstance(chosen, dict):
            answers = {
                self._words(transcript_words.string(q))[:FIELD_CHARS]: self._words(transcript_words.string(a))[
                    :FIELD_CHARS
                ]
                for q, a in chosen.items()
            }
            turn = turn._replace(role="answer", input={**given, "answers": answers})
        yield turn

    def _words(self, text: str) -> str:
        """A text without what hooks and we ourselves put into it, without terminal codes, redacted."""
        for tag in _INJECTED:
            text = transcript_words.without(text, tag)
        return self._clean(text)

    def _clean(self, text: str) -> str:
        """A text without terminal codes, redacted."""
        if "\x1b" in text:
            text = transcript_words.ANSI.sub("", text)
        text = transcript_words.sound(text)
        return (self.clean(text) if len(text) <= WHOLE_CHARS else self._two_ends(text)).strip()

    def _two_ends(self, text: str) -> str:
        """Both ends of a very long text, each cleaned separately and shortened where the cut may have split a secret.

        Private parts are removed first, because one may open at one end and close at the other.
        """
        text, half = redact.without_private(text), WHOLE_CHARS // 2 + transcript_words.EDGE
        if len(text) <= 2 * half:
            return self.clean(text)
        head, tail = (
            self.clean(transcript_words.until_word(text[:half])),
            self.clean(transcript_words.from_word(text[-half:])),
        )
        before = transcript_words.until_word(head[: -transcript_words.EDGE])
        return f"{before}\n…\n{transcript_words.from_word(tail[transcript_words.EDGE :])}"

    def _input(self, tool: str, given: dict[str, Any]) -> dict[str, Any]:
        fields = _FIELDS.get(tool)
        if fields is None:
            short = {k: v for k, v in list(given.items())[:12] if not isinstance(v, str) or len(v) <= EDIT_CHARS}
            return {key: self._field(value, EDIT_CHARS) for key, value in short.items()}
        return {key: self._field(given[key], _SHORT.get(key, FIELD_CHARS)) for key in fields if key in given}

    def _field(self, value: object, chars: int, depth: int = 4) -> Any:
        if isinstance(value, str):
            return self._words(value)[:chars]
        if isinstance(value, (bool, int, float)) or value is None:
            return value
        if depth and isinstance(value, dict):
            return {
                transcript_words.string(key): self._field(item, chars, depth - 1)
                for key, item in list(value.items())[:20]
            }
        if depth and isinstance(value, list):
            return [self._field(item, chars, depth - 1) for item in value[:40]]
        return None


def _remembered(text: str) -> str:
    """The text that a person typed after `#`; "" if there is none."""
    opening, closing = _REMEMBERED
    return text.partition(opening)[2].partition(closing)[0].strip() if closing in text else ""


def _refused(text: str, tool: str, entry: Mapping[str, Any]) -> tuple[bool, str]:
    """(whether a person refused the failed call, what they wrote).

    A terminal puts a sentence of its own before the person's words. An editor or the SDK shows the words alone: a newer
    client marks such a line, an older one does not, and there a hook's words look the same.
    """
    if text.startswith(_REFUSED):
        return True, refusal(text)
    decision = entry.get("permissionDecision")
    source = decision.get("source") if isinstance(decision, dict) else None
    if entry.get("holdsPersonsWords") is True or source == "user_reject":
        return True, "" if text.startswith(_BY_RULE) else text
    unmarked = "toolDenialKind" not in entry and decision is None and entry.get("entrypoint") not in (None, "cli")
    if not unmarked or tool not in _BARE or text.startswith(_BY_RULE) or _OUR_RULE.search(text):
        return False, ""
    return (True, text) if transcript_words.string(entry.get("toolUseResult")) == f"Error: {text}" else (False, "")


def _prompt(entry: Mapping[str, Any]) -> str:
    """The key under which a command waits for its expansion: the client gives both lines one id."""
    return f"/{transcript_words.string(entry.get('promptId'))}"


def _by_machine(entry: Mapping[str, Any]) -> bool:
    origin = entry.get("origin")
    return (
        entry.get("promptSource") == "system"
        or entry.get("turnOrigin") == "task_notification"
        or (isinstance(origin, dict) and origin.get("kind") == "task-notification")
    )
