"""Written sessions as transcripts of the client: `tools/fit/examples/sessions` and `tests/held_out/sessions`.

A session is `NAME.txt`. A block begins with a line `@user`, `@assistant`, `@call TOOL …`, `@result`, `@result failed`
or `@summary`; the lines below are its text, and it becomes one line of the transcript. `NAME.gold.jsonl` says what of
the session is worth keeping and `NAME.noise.jsonl` what only looks so, each by the number of its block. The first
letter of a name is the author's.
"""

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from tools.fit import EXAMPLES

FOLDER: Final = EXAMPLES / "sessions"
_BLOCK: Final = re.compile(r"@(user|assistant|call|result|summary)\b *(.*)")
_APPROVED: Final = "User has approved your plan. You can now start coding.\n\n## Approved Plan:\n"


class Block(NamedTuple):
    """A message, a call of a tool or its result."""

    kind: str
    about: str  # the rest of its first line: the tool and what it is called on, or "failed"
    text: str


def blocks(script: str) -> list[Block]:
    """The blocks of a script, in their order."""
    parts: list[tuple[str, str, list[str]]] = []
    for line in script.splitlines():
        if begins := _BLOCK.fullmatch(line):
            parts.append((begins[1], begins[2], []))
        elif parts:
            parts[-1][2].append(line)
    return [Block(kind, about, "\n".join(lines).strip("\n")) for kind, about, lines in parts]


def transcript(name: str, script: str) -> list[dict[str, Any]]:
    """The lines of the session's transcript, a block a line."""
    lines = list(_lines(name, blocks(script)))
    for before, line in pairwise(lines):
        line["parentUuid"] = before["uuid"]
    return lines


def write(script: Path, folder: Path) -> Path:
    """The path of the transcript of a script, which is written into the folder."""
    path = folder / f"{script.stem}.jsonl"
    lines = transcript(script.stem, script.read_text("utf-8"))
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), "utf-8")
    return path


def _lines(name: str, made: list[Block]) -> Iterator[dict[str, Any]]:
    session = str(uuid5(NAMESPACE_URL, name))
    for number, block in enumerate(made):
        at = f"2026-05-{4 + number // 600:02}T{8 + number // 60 % 10:02}:{number % 60:02}:00.000Z"
        is_agents = block.kind in ("assistant", "call")
        yield {
            "type": "assistant" if is_agents else "user",
            "uuid": str(uuid5(NAMESPACE_URL, f"{name}/{number}")),
            "parentUuid": None,
            "sessionId": session,
            "timestamp": at,
            "cwd": "/home/dev/project",
            "version": "2.1.0",
            "gitBranch": "main",
            "isSidechain": False,
            "userType": "external",
            "isCompactSummary": block.kind == "summary",
            "message": {"role": "assistant" if is_agents else "user", "content": _content(made, number)},
        }


def _content(made: list[Block], number: int) -> Any:
    block, before = made[number], made[number - 1]
    if block.kind == "assistant":
        return [{"type": "text", "text": block.text}]
    if block.kind == "call":
        tool, _, about = block.about.partition(" ")
        given = _input(tool, about, block.text)
        return [{"type": "tool_use", "id": f"toolu_{number}", "name": tool, "input": given}]
    if block.kind == "result":
        failed = block.about == "failed"
        text = _APPROVED + before.text if before.about == "ExitPlanMode" and not failed else block.text
        return [{"type": "tool_result", "tool_use_id": f"toolu_{number - 1}", "content": text, "is_error": failed}]
    return block.text


def _input(tool: str, about: str, text: str) -> dict[str, Any]:
    if tool == "Edit":
        old, _, new = text.partition("\n====\n")
        return {"file_path": about, "old_string": old, "new_string": new}
    if tool in ("Read", "Write"):
        return {"file_path": about or text, **({"content": text} if tool == "Write" else {})}
    if text.startswith("{"):
        return dict(json.loads(text))
    if tool == "Task":
        return {"description": about or "task", "prompt": text, "subagent_type": "general-purpose"}
    return {{"Bash": "command", "ExitPlanMode": "plan"}.get(tool, "pattern"): text}
