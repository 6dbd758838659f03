"""Sessions of a developer through the real hooks, in one process; the clock is `MEMORY_CORE_NOW`."""

import contextlib
import importlib
import io
import json
import os
import re
import subprocess
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

from bench.developer import PROJECTS, Step, Visit, habits
from memory_core import cli, hook
from memory_core.core.light import user
from memory_core.core.light.answer import Answer
from memory_core.core.light.event import Event

_FLOWS: Final = {
    "SessionStart": "briefing.light.on_session_start", "UserPromptSubmit": "on_user_prompt",
    "PreToolUse": "on_tool_call", "PreCompact": "capture.light.on_stop",
    "Stop": "capture.light.on_stop", "SessionEnd": "capture.light.on_stop",
}  # fmt: skip
_REFUSED: Final = (
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the "
    "new_string was NOT written to the file). To tell you how to proceed, the user said:\n"
)
_ID: Final = re.compile(r"\b(?:pref|pat)_\d+\b")


class Machine:
    """A user's folders: a HOME, two projects, transcripts."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.jarvis = folder / "home" / ".jarvis"
        self.transcripts = folder / "transcripts"
        self.transcripts.mkdir(parents=True)
        for name in PROJECTS:
            self.root(name).mkdir(parents=True)
            subprocess.run(["git", "init", "-q", str(self.root(name))], check=True)

    def root(self, project: str) -> Path:
        """The folder of a project."""
        return self.folder / project

    @contextlib.contextmanager
    def lived_in(self) -> Iterator[None]:
        """The environment of its user, for a `with` block."""
        before = dict(os.environ)
        for name in list(os.environ):
            if name.startswith(("JARVIS_", "CLAUDE", "GIT_")):
                del os.environ[name]
        os.environ.update(HOME=str(self.folder / "home"), TZ="UTC", GIT_CONFIG_GLOBAL=os.devnull)
        os.environ.update(MEMORY_CORE_STATE=str(self.folder / "state"), MEMORY_CORE_WORKER="off")
        try:
            yield
        finally:
            os.environ.clear()
            os.environ.update(before)

    def at(self, when: datetime) -> None:
        """Set the clock."""
        os.environ["MEMORY_CORE_NOW"] = when.strftime("%Y-%m-%dT%H:%M:%SZ")

    def verb(self, *words: str) -> str:
        """What a verb prints; it must succeed."""
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            code = cli.main(list(words))
        assert code == 0, f"memory-core {' '.join(words)}: exit {code}: {out.getvalue()}"
        return out.getvalue()

    def jarvis_memory(self, project: str, *words: str) -> str:
        """What `jarvis memory ...` prints in a project."""
        return self.verb("jarvis", "memory", *words, "--root", str(self.root(project)))


class Session:
    """A session of the client: it writes its transcript and calls the hooks."""

    def __init__(self, machine: Machine, visit: Visit, resumed: "Session | None" = None) -> None:
        self.machine, self.visit = machine, visit
        self.id: str = resumed.id if resumed else f"{visit.number:08x}-0000-4000-8000-000000000000"
        self.root = machine.root(visit.project)
        self.transcript = machine.transcripts / f"{self.id}.jsonl"
        self.shown_ids: set[str] = resumed.shown_ids if resumed else set()  # ids
        self.now = visit.when
        self._lines: int = resumed._lines if resumed else 0  # noqa: SLF001 - of the same class
        self._source = "resume" if resumed else "startup"

    def hook(self, event: str, **fields: Any) -> str:
        """What a hook says to the model."""
        self.machine.at(self.now)
        given = {
            "hook_event_name": event, "session_id": self.id, "cwd": str(self.root),
            "transcript_path": str(self.transcript), **fields,
        }  # fmt: skip
        flow: Callable[[Event], str | Answer] = importlib.import_module(f"memory_core.{_FLOWS[event]}").on_event
        reply = flow(Event(given))
        return str(json.loads(hook.reply(event, reply))["hookSpecificOutput"]["additionalContext"]) if reply else ""

    def start(self) -> None:
        """The session starts."""
        self.hook("SessionStart", source=self._source)

    def play(self, step: Step, killed: bool = False) -> str:
        """What the prompt of a step was answered with; `killed` in the middle of its turn."""
        context = self.hook("UserPromptSubmit", prompt=step.prompt)
        self.shown_ids.update(_ID.findall(context))
        self._line("user", step.prompt, promptSource="typed")
        getattr(self, f"_{step.how}")(step)
        if not killed:
            self._line("assistant", [{"type": "text", "text": "That is done."}])
            self.hook("Stop", last_assistant_message="That is done.")
        self._aged()
        return context

    def compact(self) -> str:
        """What the session is told after a compaction."""
        self.hook("PreCompact", trigger="manual")
        summary = "This session is being continued from a previous conversation.\n\nSummary:\nWe worked."
        self._line("user", summary, isCompactSummary=True)
        context = self.hook("SessionStart", source="compact")
        self._aged()
        return context

    def end(self) -> None:
        """The session ends; what the client's detached process does is done."""
        self.hook("SessionEnd", reason="other")
        self._aged()

    def _works(self, step: Step) -> None:
        path = f"src/{step.habit or 'other'}.txt"
        self._edit(path)

    _says = _wishes = _works

    def _refuses(self, step: Step) -> None:
        given = {"file_path": str(self.root / "src" / f"{step.habit}.txt"), "old_string": "a", "new_string": "b"}
        self._call("Edit", given, f"{_REFUSED}{habits()[step.habit].statement}", failed=True)

    def _answers(self, step: Step) -> None:
        habit = habits()[step.habit]
        question = f"How do we do it: {habit.tasks[0]}?"
        options = [{"label": label, "description": ""} for label in (habit.statement, "Something else")]
        asked = [{"question": question, "header": "How", "options": options, "multiSelect": False}]
        result = f'User has answered your questions: "{question}"="{habit.statement}". You can now continue.'
        self._call("AskUserQuestion", {"questions": asked}, result, details={"answers": {question: habit.statement}})

    def _practised(self, step: Step) -> None:
        command = habits()[step.habit].command
        self._edit("src/main.txt")
        self._call("Bash", {"command": command}, "12 passed in 0.41s")

    def _edit(self, path: str) -> None:
        given = {"file_path": str(self.root / path), "old_string": "a", "new_string": "b"}
        self.shown_ids.update(_ID.findall(self.hook("PreToolUse", tool_name="Edit", tool_input=given)))
        self._call("Edit", given, f"The file {given['file_path']} has been updated successfully.")

    def _call(self, tool: str, given: dict[str, Any], answer: str, failed: bool = False, details: Any = None) -> None:
        call = f"toolu_{self.id[:8]}_{self._lines}"
        self._line("assistant", [{"type": "tool_use", "id": call, "name": tool, "input": given}])
        block = {"type": "tool_result", "tool_use_id": call, "content": answer, "is_error": failed}
        self._line("user", [block], toolUseResult=details)

    def _line(self, kind: str, content: Any, **more: Any) -> None:
        self.now += timedelta(seconds=7)
        self._lines += 1
        line = {
            "parentUuid": None, "isSidechain": False, "userType": "external", "cwd": str(self.root),
            "sessionId": self.id, "version": "2.1.330", "gitBranch": "main", "type": kind,
            "message": {"role": kind, "content": content}, "uuid": f"{self.id[:8]}-{self._lines:04}",
            "timestamp": self.now.strftime("%Y-%m-%dT%H:%M:%S.000Z"), **more,
        }  # fmt: skip
        with self.transcript.open("a", encoding="utf-8") as out:
            out.write(json.dumps(line, ensure_ascii=False) + "\n")

    def _aged(self) -> None:
        """Give what was just written the times of the simulated clock."""
        for path in (self.transcript, Path(user.derived(str(self.root))) / "sessions" / f"{self.id}.json"):
            if path.exists():
                os.utime(path, (self.now.timestamp(), self.now.timestamp()))
