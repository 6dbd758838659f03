"""The state of the project itself: `.genius/state.json` and the tasks of `plan.md` (GENIUS-16, GENIUS-28)."""

import json
import os
import re
from typing import Any, Final, NamedTuple

from memory_core.core.budget import clip
from memory_core.core.light import files, json_store

STATE: Final = os.path.join(".genius", "state.json")
PLANS: Final = (os.path.join(".genius", "plan.md"), os.path.join(".claude", "plan.md"), "plan.md", "PROGRESS.md")
_TASK = re.compile(r"^[ \t]*(?:[-*+]|\d+[.)])[ \t]+\[([ xX])\][ \t]+(\S.*)", re.MULTILINE)
_SHOWN: Final = 4  # open tasks that are shown
_WORDS: Final = 60  # characters of a task
_LARGE: Final = 1024 * 1024  # bytes of a plan


MANIFESTS: Final = (
    "pyproject.toml", "package.json", "go.mod", "Cargo.toml", "composer.json", "Gemfile", "pom.xml", "build.gradle",
    "build.gradle.kts", "mix.exs", "pubspec.yaml", "Package.swift",
)  # fmt: skip


class Tasks(NamedTuple):
    """The task boxes of a plan."""

    total: int
    completed: int
    place: str  # path of the file in the project
    open: tuple[str, ...] = ()  # the open tasks, in order


def tasks(root: str) -> Tasks | None:
    """The tasks of the first plan that has any; None if there is none."""
    for place in PLANS:
        boxes = _TASK.findall(files.read(os.path.join(root, place), _LARGE) or "")
        if boxes:
            left = tuple(words for box, words in boxes if box == " ")
            return Tasks(len(boxes), len(boxes) - len(left), place, left)
    return None


def lines(root: str) -> list[str]:
    """Version, phase, task counts, open tasks and artifacts, a line each; [] if the project has none of these files."""
    state = _state(root)
    rows = []
    for key in ("version", "phase", "currentSkill"):
        value = state.get(key)
        if isinstance(value, str | int | float) and str(value).strip():
            rows.append(f"- {key}: {value}")
    counted = tasks(root)
    if counted:
        rows.append(f"- tasks: {counted.completed} of {counted.total} done ({counted.place})")
        named = [" ".join(clip(words, _WORDS).split()) for words in counted.open[:_SHOWN]]
        more = f"; +{len(counted.open) - _SHOWN} more" if len(counted.open) > _SHOWN else ""
        rows += [f"- open tasks: {'; '.join(named)}{more}"] if named else []
    elif isinstance(state.get("tasks"), dict):
        text = ", ".join(f"{key} {value}" for key, value in state["tasks"].items() if isinstance(value, int))
        rows += [f"- tasks: {text}"] if text else []
    artifacts = state.get("artifacts")
    if isinstance(artifacts, dict | list):
        names = [str(name) for name in (artifacts if isinstance(artifacts, list) else artifacts.keys())]
        rows += [f"- artifacts: {', '.join(names[:12])}"] if names else []
    return rows


def manifests(root: str) -> list[str]:
    """The names of the manifests in the project's folder; see `stack`."""
    return [name for name in MANIFESTS if files.is_file(os.path.join(root, name))]


def checkpoints(root: str) -> int:
    """The number of checkpoints of the project."""
    return len(files.names(os.path.join(root, ".genius", "checkpoints")))


def sync(root: str) -> None:
    """Write the task counts of the plan into an existing state.json and keep the rest. The caller holds the lock."""
    path = os.path.join(root, STATE)
    counted, state = tasks(root), _state(root)
    if not counted or not state:
        return
    before = state.get("tasks")
    after = {**(before if isinstance(before, dict) else {}), "total": counted.total, "completed": counted.completed}
    if after != before:
        files.write(path, json.dumps({**state, "tasks": after}, ensure_ascii=False, indent=2) + "\n")


def _state(root: str) -> dict[str, Any]:
    return json_store.load(os.path.join(root, STATE), _LARGE)
