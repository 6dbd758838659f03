"""Recognises machine text that the client puts in the place of a person's words, by its structure and a few names."""

import re
from typing import Final

# The client writes its tags so: <ide_opened_file>, <teammate-message id="x">. Of HTML only custom elements look so.
_OPENING = re.compile(r"<([a-z][a-z0-9]*(?:[-_][a-z0-9]+)*)(?:\s[^<>]*)?>")
# Tags whose block may share its line with what a person typed, or lack its end.
_KNOWN: Final = (
    "bash-", "command-", "ide_", "local-command-", "system-reminder", "task-notification", "teammate-message", "tick",
    "user-prompt-submit-hook",
)  # fmt: skip
# The client marks a long paste with these tags, each on a line of its own, and the id is in the closing tag too.
_PASTED: Final = re.compile(
    r'^<pasted_content(?: id="[^"\n]{0,40}")?>\n|\n</pasted_content(?: id="[^"\n]{0,40}")?>$', re.MULTILINE
)
# What begins so has no tags.
_BARE: Final = (
    "Base directory for this skill", "Caveat: The messages below", "Operation stopped by hook", "PostToolUse:",
    "PreToolUse:", "This session is being continued from", "UserPromptSubmit operation blocked by hook",
)  # fmt: skip


def spoken(text: str) -> str:
    """The part of a user's text that a person typed; "" if a machine wrote all of it.

    A block in the client's style on lines of its own is removed, whatever its name; inside a sentence it belongs to the
    person. What a person pasted belongs to the person, too; only the tags around it are removed.
    """
    if text.startswith(_BARE):
        return ""
    text = _PASTED.sub("", text)
    if "<" not in text:
        return text
    kept: list[str] = []
    done = at = 0
    ends: dict[str, int] = {}  # by name: the next closing tag, so that each is looked for once
    while opening := _OPENING.search(text, at):
        at = opening.end()
        start, stop = opening.start(), _stop(text, opening, ends)
        name = opening[1]
        known = name.startswith(_KNOWN)
        if text[text.rfind("\n", 0, start) + 1 : start].strip() and done != start:
            continue
        if stop < 0 and known and not text[done:start].strip():
            return "\n".join(filter(None, kept))
        if stop > 0 and (known or (("-" in name or "_" in name) and _ends_line(text, stop))):
            kept.append(text[done:start].strip())
            done = at = stop
    return "\n".join(filter(None, [*kept, text[done:].strip()])) if done else text


def _stop(text: str, opening: re.Match[str], ends: dict[str, int]) -> int:
    """Where the block ends that is opened so; -1 if it does not."""
    closing = f"</{opening[1]}>"
    if (known := ends.get(closing, 0)) >= 0 and known < opening.end():
        ends[closing] = text.find(closing, opening.end())
    return ends[closing] + len(closing) if ends[closing] >= 0 else -1


def _ends_line(text: str, stop: int) -> bool:
    end = text.find("\n", stop)
    return not text[stop : end if end >= 0 else len(text)].strip()
