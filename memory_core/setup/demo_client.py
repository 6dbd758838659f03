"""The client's part in the demo: its folders, its hooks as processes, and a recorded session that arrives again."""

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any, Final, NamedTuple

from memory_core import data
from memory_core.core import install
from memory_core.core.light import append_file, files, user
from memory_core.core.light.errors import Refusal

LAUNCHER: Final = install.plugin("bin", "memory-core")
_FOREIGN: Final = ("GIT_", "CLAUDE", "MEMORY_CORE_", "JARVIS_", "XDG_", "ANTHROPIC_", "PYTHON")
_TAIL: Final = 1 << 20  # bytes of a transcript in which its last moment stands
_KEPT: Final = ("MEMORY_CORE_NOW", "MEMORY_CORE_PYTHON")


class Stage(NamedTuple):
    """The folders of one play, and the environment of every process in it."""

    project: str
    home: str
    environment: dict[str, str]

    def git(self, *arguments: str) -> str:
        """What git prints in the throw-away repository; the user's own settings are out of its reach."""
        done = subprocess.run(
            ["git", *arguments], cwd=self.project, env=self.environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise Refusal(f"git {arguments[0]} failed in {self.project}: {done.stderr.strip()}; is git 2.20 or newer?")
        return done.stdout

    def transcript(self, session_id: str) -> str:
        """The path of a session's transcript, as the client would name it."""
        slug = "".join(char if char.isalnum() and char.isascii() else "-" for char in self.project)
        return os.path.join(self.home, ".claude", "projects", slug, f"{session_id}.jsonl")


def stage(folder: str, project: str) -> Stage:
    """A HOME, a git without the user's settings, and an empty project; all but the project are below `folder`."""
    home = os.path.join(folder, "home")
    os.makedirs(home)
    os.makedirs(project, exist_ok=True)
    environment = {name: value for name, value in os.environ.items() if name in _KEPT or not name.startswith(_FOREIGN)}
    environment |= {
        "HOME": home,
        "MEMORY_CORE_DATA": install.data(),
        "MEMORY_CORE_STATE": user.state(),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_TEMPLATE_DIR": "",
        "GIT_TERMINAL_PROMPT": "0",
    }
    for role in ("AUTHOR", "COMMITTER"):
        environment |= {f"GIT_{role}_NAME": "Robin", f"GIT_{role}_EMAIL": "robin@tidepool.example"}
    return Stage(os.path.realpath(project), home, environment)


class Answer(NamedTuple):
    """The answer of a hook process, and how long the client waited for it."""

    event: str
    words: str  # additional context for the model, "" where it said nothing
    ms: float


class Hooks:
    """The hooks of one session, run as the client runs them."""

    def __init__(self, place: Stage, session_id: str) -> None:
        self.place, self.session = place, session_id
        self.path = place.transcript(session_id)
        self.answers: list[Answer] = []

    def fire(self, event: str, **fields: Any) -> Answer:
        """The answer of the hook of an event, run as its own process; the worker's part is done then."""
        given = {
            "session_id": self.session,
            "transcript_path": self.path,
            "cwd": self.place.project,
            "hook_event_name": event,
            **fields,
        }
        start = time.perf_counter()
        done = subprocess.run(
            [LAUNCHER, "hook", event],
            input=json.dumps(given) + "\n",
            cwd=self.place.project,
            env=self.place.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        took = (time.perf_counter() - start) * 1000
        answer = Answer(event, _words(done.stdout), took)
        self.answers.append(answer)
        if event in ("Stop", "PreCompact", "SessionEnd"):
            self.settle()
        return answer

    def end(self) -> Answer:
        """The answer of SessionEnd; the worker's part is done when this returns."""
        return self.fire("SessionEnd", reason="prompt_input_exit")

    def settle(self) -> None:
        """Wait until the worker has done what the hooks left."""
        subprocess.run(
            [LAUNCHER, "work", "--wait"],
            cwd=self.place.project,
            env=self.place.environment,
            capture_output=True,
            check=False,
        )


def _words(out: str) -> str:
    try:
        words = json.loads(out)["hookSpecificOutput"]["additionalContext"]
    except (ValueError, KeyError, TypeError):
        return out.strip()
    return str(words)


def replay(hooks: Hooks, recorded: str, most: int) -> Iterator[tuple[str, Answer]]:
    """Every hook's answer, with the prompt it belongs to, while a recorded transcript (only read) arrives in a copy.

    At most `most` turns end in a Stop of their own; in a longer session several turns arrive before one.
    """
    with open(recorded, "rb") as source:
        lines = [line if line.endswith(b"\n") else line + b"\n" for line in source]
    turns = [number for number, line in enumerate(lines) if _typed(line)]
    stops = [*turns[1:][:: max(1, -(-len(turns) // most))], len(lines)]
    _copy_subagents(recorded, hooks.path)
    yield "", hooks.fire("SessionStart", source="startup")
    for start, stop in pairwise([0, *stops]):
        yield from _arrive(hooks, lines[start:stop])
        yield "", hooks.fire("Stop", stop_hook_active=False, last_assistant_message="")
    yield "", hooks.end()


def ended(recorded: str) -> str:
    """When the last line of a transcript was written, by the client's clock; "" if no line has a time."""
    with open(recorded, "rb") as source:
        source.seek(max(0, os.path.getsize(recorded) - _TAIL))
        times = re.findall(rb'"timestamp":\s?"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)', source.read())
    return f"{max(times).decode()}Z" if times else ""


def _arrive(hooks: Hooks, lines: list[bytes]) -> Iterator[tuple[str, Answer]]:
    """The lines of a few turns are appended; prompts and compactions call their hooks."""
    prompt = next((words for line in lines if (words := _typed(line))), "")
    if prompt:
        yield prompt, hooks.fire("UserPromptSubmit", prompt=prompt, permission_mode="default")
    for line in lines:
        if b'"compact_boundary"' in line:
            yield "", hooks.fire("PreCompact", trigger="auto", custom_instructions=None)
        with open(hooks.path, "ab") as out:
            out.write(line)
        if b'"isCompactSummary":true' in line:
            yield "", hooks.fire("SessionStart", source="compact")


def _copy_subagents(recorded: str, path: str) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    folder = os.path.join(recorded.removesuffix(".jsonl"), "subagents")
    if os.path.isdir(folder):
        shutil.copytree(folder, os.path.join(path.removesuffix(".jsonl"), "subagents"))


def _typed(line: bytes) -> str:
    """The prompt that a person typed, where the line is one."""
    if b'"user"' not in line or b'"tool_result"' in line or b'"isMeta":true' in line or b'"isCompactSummary"' in line:
        return ""
    try:
        given = json.loads(line)
        content = given["message"]["content"] if given.get("type") == "user" else ""
    except (ValueError, KeyError, TypeError, AttributeError):
        return ""
    if isinstance(content, list):
        content = " ".join(str(block.get("text", "")) for block in content if isinstance(block, dict))
    return content if isinstance(content, str) and not content.lstrip().startswith("<") else ""


SESSION: Final = "5d0c6b1e-7f42-4c3a-9a8e-2b64f1d7c908"
QUESTIONS: Final = (
    "why can two datetimes not be compared?",
    "may I change a migration by hand?",
    "what happens to the row of a cancelled booking, and why?",
)
# What the developer pastes by mistake; put together, so that nothing that looks like a secret stands in the source.
PASTED: Final = "ro" + "wing4Life" + "-2b8Q"

_TIME: Final = re.compile(r'(?<="timestamp": ")[^"]+')
_END: Final = datetime.fromisoformat("2026-03-31T09:30:00Z")  # of the recording


def recording() -> list[str]:
    """The rows of the recorded session, each a JSON object."""
    return data.lines("demo.jsonl")


def prepare(place: Stage) -> None:
    """A repository with one commit, for a session that the user runs."""
    _begin(place)
    _write(place, "README.md", "# A throw-away project\n")
    _commit(place, "Start")


def play(place: Stage, now: datetime) -> Iterator[tuple[str, Answer]]:
    """Every hook's answer in its turn, with the prompt that it belongs to; the session ends at `now`."""
    hooks = Hooks(place, SESSION)
    later, committed = now - _END, ""
    os.makedirs(os.path.dirname(hooks.path), exist_ok=True)
    _begin(place)
    for row in recording():
        text = row
        for mark, own in (("{project}", place.project), ("{committed}", committed), ("{pasted}", PASTED)):
            text = text.replace(mark, json.dumps(own, ensure_ascii=False)[1:-1])
        happens = json.loads(text)
        if "file" in happens:
            _write(place, happens["file"], happens["text"])
        elif "commit" in happens:
            committed = _commit(place, happens["commit"])
        elif happens.get("hook") == "SessionEnd":
            yield "", hooks.end()
        elif event := happens.pop("hook", ""):
            yield happens.get("prompt", ""), hooks.fire(event, **happens)
        else:
            append_file.append(hooks.path, [_moved(text, later)], durable=False)


def _moved(line: str, later: timedelta) -> str:
    """A line of the transcript with its time moved."""

    def shifted(match: re.Match[str]) -> str:
        time = datetime.fromisoformat(match[0]) + later
        return f"{time:%Y-%m-%dT%H:%M:%S}.{time.microsecond // 1000:03d}Z"

    return _TIME.sub(shifted, line, count=1)


def _begin(place: Stage) -> None:
    place.git("init", "-q")
    place.git("symbolic-ref", "HEAD", "refs/heads/main")  # `init -b` came with git 2.28


def _commit(place: Stage, message: str) -> str:
    """What git prints of a commit of everything that is in the repository."""
    place.git("add", "-A")
    return place.git("commit", "-m", message).strip()


def _write(place: Stage, name: str, text: str) -> None:
    path = os.path.join(place.project, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    files.write(path, text)
