"""What in a transcript is memory-core's own: calls of its verbs, its commands, and what its hooks printed."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from memory_core.capture import transcript_words
from memory_core.core.light.fence import TAG
from memory_core.core.memory import NOTHING
from memory_core.extract import shell

HOOK: Final = "hook"  # the `tool` of what a hook put into the session unasked
_PROGRAM: Final = b"memory-core"
_QUOTED = re.compile(r"'[^']*'|\"(?:[^\"\\]|\\.)*\"", re.DOTALL)
_CALLED = re.compile(r"(?:^|[;&|(\n])\s*(?:\w+=\S*\s+)*(?:\S*/)?(?:memory-core|jarvis)(?=\s|$)")
_COMMANDS: Final = ("cs:", "iris:", "jarvis")
_NAME = re.compile(r"<command-name>\s*([^<\s]+)\s*</command-name>")
_TYPED = re.compile(r"<bash-input>(.*?)</bash-input>", re.DOTALL)
_DEPTH: Final = 4  # of the JSON that a hook prints


def is_command(name: str) -> bool:
    """True for the name of a command or skill of this product, with or without its slash."""
    return name.removeprefix("/").startswith(_COMMANDS)


def is_call(tool: str, given: Mapping[str, Any] = NOTHING) -> bool:
    """True for a tool call of this product, which only repeats memories."""
    if tool == "Skill":
        return is_command(transcript_words.string(given.get("skill")))
    if tool == "AskUserQuestion":  # how a review is to be mended, say: a choice for this once
        asked = given.get("questions")
        heads = (
            [value.get("header") if isinstance(value, dict) else "" for value in asked]
            if isinstance(asked, list)
            else []
        )
        return bool(heads) and all(is_command(transcript_words.string(head)) for head in heads)
    command = given.get("command") if tool == "Bash" else None
    if not isinstance(command, str) or ("memory-core" not in command and "jarvis" not in command):
        return False
    return bool(_CALLED.search(_QUOTED.sub("''", command.partition("<<")[0])))


def does_more(given: Mapping[str, Any]) -> bool:
    """True for a command line of this product that runs something of the project's too: a commit, a test."""
    command = given.get("command")
    return isinstance(command, str) and any(map(shell.family, shell.parse(command).steps))


def command(text: str) -> str:
    """The name of the command in the place of a person's words; "" if there is none.

    For a shell command that a person typed after `!` it is "!", or "!memory-core" if that is called.
    """
    if text.startswith("<command-"):
        named = _NAME.search(text)
        return named[1] if named else ""
    if typed := _TYPED.match(text):
        return "!memory-core" if is_call("Bash", {"command": typed[1]}) else "!"
    return text.split(maxsplit=1)[0] if text.startswith("/") and is_command(text) else ""


def prints(name: str) -> bool:
    """True for a `command` that this product answers."""
    return is_command(name) or name == "!memory-core"


def may_print(raw: bytes) -> bool:
    """Whether a line of the transcript could contain the output of a hook of this product."""
    return b'"hook_success"' in raw and _PROGRAM in raw and b'"stdout":""' not in raw


def by_hook(attachment: Mapping[str, Any]) -> str:
    """The output of a hook of this product; "" for every other attachment."""
    printed = transcript_words.string(attachment.get("stdout"))
    if attachment.get("type") != "hook_success" or _PROGRAM.decode() not in transcript_words.string(
        attachment.get("command")
    ):
        return ""
    try:
        return "\n".join(_strings(json.loads(printed), _DEPTH))
    except (ValueError, RecursionError):
        return printed


def _strings(value: object, depth: int) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (dict, list)) and depth:
        for each in value.values() if isinstance(value, dict) else value:
            yield from _strings(each, depth - 1)


def recalled(text: str) -> str:
    """The parts of a text between the tags of shown memories, without the tags."""
    if f"</{TAG}>" not in text:
        return ""
    parts = [part.partition(f"</{TAG}>")[0].partition(">")[2] for part in text.split(f"<{TAG}")[1:]]
    return "\n".join(parts).strip()
