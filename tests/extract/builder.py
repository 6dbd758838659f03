"""Writes transcripts as the client does: one content block a line, results paired by id."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any


class Session:
    """A transcript in the making."""

    def __init__(self, version: str = "2.1.197") -> None:
        self.lines: list[dict[str, Any]] = []
        self.version = version
        self._calls = 0
        self._add({"type": "file-history-snapshot", "messageId": "m0", "snapshot": {}})

    def _add(self, entry: dict[str, Any]) -> "Session":
        self.lines.append(entry)
        return self

    def _line(self, kind: str, content: Any, **more: Any) -> "Session":
        number = len(self.lines)
        return self._add(
            {
                "parentUuid": f"u{number - 1}",
                "isSidechain": False,
                "userType": "external",
                "cwd": "/home/dev/project",
                "sessionId": "s1",
                "version": self.version,
                "gitBranch": "main",
                "type": kind,
                "message": {"role": kind, "content": content},
                "uuid": f"u{number}",
                "timestamp": f"2026-11-02T10:{number // 60 % 60:02d}:{number % 60:02d}.000Z",
                **more,
            }
        )

    def user(self, text: str, **more: Any) -> "Session":
        return self._line("user", text, promptSource="typed", **more)

    def says(self, text: str) -> "Session":
        return self._line("assistant", [{"type": "text", "text": text}])

    def tool(
        self, name: str, given: Mapping[str, Any], answer: str = "", failed: bool = False, details: Any = None
    ) -> "Session":
        self._calls += 1
        call = f"toolu_{self._calls:04d}"
        self._line("assistant", [{"type": "tool_use", "id": call, "name": name, "input": dict(given)}])
        self._add({"type": "progress", "data": {"type": "hook_progress"}, "uuid": f"p{self._calls}"})
        block = {"type": "tool_result", "tool_use_id": call, "content": answer, "is_error": failed}
        return self._line("user", [block], toolUseResult=details)

    def bash(self, command: str, answer: str = "", failed: bool = False) -> "Session":
        if failed and not answer.startswith("Exit code"):
            answer = f"Exit code 1\n{answer}"
        return self.tool("Bash", {"command": command}, answer, failed)

    def edit(self, path: str, old: str, new: str) -> "Session":
        given = {"file_path": f"/home/dev/project/{path}", "old_string": old, "new_string": new}
        return self.tool("Edit", given, f"The file /home/dev/project/{path} has been updated successfully.")

    def asks(self, question: str, options: Mapping[str, str], answer: str) -> "Session":
        listed = [{"label": label, "description": why} for label, why in options.items()]
        questions = [{"question": question, "header": "Q", "options": listed, "multiSelect": False}]
        result = f'User has answered your questions: "{question}"="{answer}". You can now continue.'
        return self.tool("AskUserQuestion", {"questions": questions}, result, details={"answers": {question: answer}})

    def compacted(self, summary: str) -> "Session":
        self._add({"type": "system", "subtype": "compact_boundary", "uuid": "cb"})
        text = f"This session is being continued from a previous conversation.\n\nSummary:\n{summary}"
        return self._line("user", text, isCompactSummary=True)

    def meta(self, text: str, **more: Any) -> "Session":
        return self._line("user", [{"type": "text", "text": text}], isMeta=True, **more)

    def dump(self) -> str:
        return "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in self.lines)

    def write(self, path: Path) -> Path:
        path.write_text(self.dump(), encoding="utf-8")
        return path
