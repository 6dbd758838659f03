"""Plays the demo's story: real files, real commits, a growing transcript, and the real hooks between its lines."""

import os
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final

from memory_core.flows.demo_client import Answer, Hooks, Recorder, Stage
from memory_core.flows.demo_story import FILES, STORY, Step
from memory_core.stores import files

SESSION: Final = "5d0c6b1e-7f42-4c3a-9a8e-2b64f1d7c908"


def prepare(place: Stage, story: bool) -> None:
    """A repository with one commit: the demo's own service, or only a README for a session of somebody's own."""
    place.git("init", "-q")
    place.git("symbolic-ref", "HEAD", "refs/heads/main")  # `init -b` came with git 2.28
    for path, text in FILES.items() if story else [("README.md", "# A throw-away project\n")]:
        _write(place, path, text)
    place.git("add", ".")
    place.git("commit", "-q", "-m", "Start")


def play(place: Stage, now: datetime) -> Iterator[tuple[str, Answer]]:
    """Every hook's answer in its turn, with the prompt that it belongs to; the session ends at `now`."""
    length = sum(step.seconds for step in STORY) + 2 * len(STORY)
    hooks = Hooks(place, SESSION)
    yield "", hooks.fire("SessionStart", source="startup", model="claude-sonnet-4-5")
    actor = _Actor(place, Recorder(hooks.path, SESSION, place.project, now - timedelta(seconds=length)))
    for step in STORY:
        actor.record.wait(step.seconds)
        if step.does == "prompt":
            yield step.text, hooks.fire("UserPromptSubmit", prompt=step.text, permission_mode="default")
        elif step.does == "compacts":
            yield "", hooks.fire("PreCompact", trigger="manual", custom_instructions="")
        elif step.does == "stops":  # the client calls the hook before it has written the answer
            yield "", hooks.fire("Stop", stop_hook_active=False, last_assistant_message=step.text)
        getattr(actor, step.does)(step)
        if step.does == "compacts":
            yield "", hooks.fire("SessionStart", source="compact", model="claude-sonnet-4-5")
    yield "", hooks.end()


class _Actor:
    """Does what a step says, in the repository and in the transcript. A method for each value of `Step.does`."""

    def __init__(self, place: Stage, record: Recorder) -> None:
        self.place, self.record = place, record
        self.tasks: list[str] = []

    def prompt(self, step: Step) -> None:
        self.record.prompt(step.text)

    def says(self, step: Step) -> None:
        self.record.says({"type": "text", "text": step.text})

    def thinks(self, step: Step) -> None:
        self.record.says({"type": "thinking", "thinking": step.text, "signature": ""})

    def runs(self, step: Step) -> None:
        result: Any = f"Error: {step.out}" if step.failed else {"stdout": step.out, "stderr": "", "interrupted": False}
        out = step.out if not step.failed or step.out.startswith("Exit code") else f"Exit code 1\n{step.out}"
        self.record.tool("Bash", {"command": step.text, "description": "Run it"}, out, result, step.failed)

    def reads(self, step: Step) -> None:
        text = files.read(self._path(step.text)) or ""
        rows = text.splitlines()
        listed = "\n".join(f"{number}\t{row}" for number, row in enumerate(rows, 1))
        told = {"filePath": self._path(step.text), "content": text, "numLines": len(rows), "startLine": 1}
        self.record.tool("Read", {"file_path": self._path(step.text)}, listed, {"type": "text", "file": told})

    def edits(self, step: Step) -> None:
        path = self._path(step.text)
        before = files.read(path) or ""
        _write(self.place, step.text, before.replace(step.old, step.out, 1))
        given = {"file_path": path, "old_string": step.old, "new_string": step.out, "replace_all": False}
        result = {"filePath": path, "oldString": step.old, "newString": step.out, "originalFile": before}
        self.record.tool("Edit", given, f"The file {path} has been updated successfully.", result)

    def writes(self, step: Step) -> None:
        path = self._path(step.text)
        _write(self.place, step.text, step.out)
        result: Any = {
            "type": "create",
            "filePath": path,
            "content": step.out,
            "structuredPatch": [],
            "originalFile": None,
        }
        self.record.tool(
            "Write", {"file_path": path, "content": step.out}, f"File created successfully at: {path}", result
        )

    def task(self, step: Step) -> None:
        self.tasks.append(step.text)
        number = str(len(self.tasks))
        given = {"subject": step.text, "description": step.text, "activeForm": step.text}
        out = f"Task #{number} created successfully: {step.text}"
        self.record.tool("TaskCreate", given, out, {"task": {"id": number, "subject": step.text}})

    def done(self, step: Step) -> None:
        number = str(self.tasks.index(step.text) + 1)
        change = {"success": True, "taskId": number, "updatedFields": ["status"]}
        self.record.tool(
            "TaskUpdate", {"taskId": number, "status": "completed"}, f"Updated task #{number} status", change
        )

    def plan(self, step: Step) -> None:
        out = f"User has approved your plan. You can now start coding.\n\n## Approved Plan:\n{step.text}"
        self.record.tool("ExitPlanMode", {"plan": step.text}, out, {"plan": step.text, "isAgent": False})

    def asks(self, step: Step) -> None:
        options = [{"label": label, "description": label} for label in ("Yes, at once", "Only after a day")]
        questions = [{"question": step.text, "header": "Cancel", "options": options, "multiSelect": False}]
        out = f'User has answered your questions: "{step.text}"="{step.out}". You can now continue with them in mind.'
        self.record.tool(
            "AskUserQuestion", {"questions": questions}, out, {"questions": questions, "answers": {step.text: step.out}}
        )

    def commits(self, step: Step) -> None:
        self.place.git("add", "-A")
        out = self.place.git("commit", "-m", step.text).strip()
        command = f"git add -A && git commit -m \"$(cat <<'EOF'\n{step.text.strip()}\nEOF\n)\""
        self.runs(Step("runs", command, out))

    def compacts(self, step: Step) -> None:
        self.record.compacts(step.text)

    def stops(self, step: Step) -> None:
        self.says(step)
        self.record.system(subtype="stop_hook_summary", hookCount=1, hookErrors=[], level="suggestion")
        self.record.system(subtype="turn_duration", durationMs=48_210, messageCount=self.record.lines)

    def _path(self, name: str) -> str:
        return os.path.join(self.place.project, name)


def _write(place: Stage, name: str, text: str) -> None:
    path = os.path.join(place.project, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    files.write(path, text)
