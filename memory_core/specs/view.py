"""The answers of the spec verbs: the spec, its memories, and what is recalled for it."""

import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from memory_core import redact
from memory_core.core import budget
from memory_core.core.budget import how_many
from memory_core.core.memory import SINGULAR, Memory, as_json
from memory_core.core.safe_json import fenced
from memory_core.specs.phases import Shown
from memory_core.specs.slug import quoted
from memory_core.specs.spec import Spec
from memory_core.specs.tasks import BLOCKED, DONE, OPEN, SKIPPED, STARTED, Task

_CHAPTERS = (
    ("What was decided", "decision", ""),
    ("How the plan changed", "decision", "deviation"),
    ("What was in the way", "blocker", ""),
    ("Key learnings", "learning", ""),
)
_SUMMARY = 160  # characters of a summary in a list
_FOLDER = 200


def data(
    spec: Spec | None,
    memories: Iterable[Memory] = (),
    shown: Shown | None = None,
    more: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The answer as a dictionary for `--json`."""
    recalled = shown.memories if shown else []
    return {
        "slug": spec.slug if spec else None,
        "phase": spec.phase if spec else None,
        "folder": spec.folder if spec else None,
        "title": spec.title if spec else None,
        "memories": [as_json(memory) for memory in memories],
        "recalled": [{**as_json(memory), "why": why} for memory, why in recalled],
        "left_out": shown.left_out if shown else 0,
        "tokens": shown.tokens if shown else 0,
        **(more or {}),
    }


def head(spec: Spec) -> str:
    """The lines that name the spec, its phase and its folder."""
    title = budget.clip(_plain(spec.title), _SUMMARY)
    return f"Spec {quoted(spec.slug)}, {spec.phase}: {title}\nFolder: {budget.clip(_plain(spec.folder), _FOLDER)}/"


def counted(tasks: Sequence[Task]) -> str:
    """The progress of the tasks: `3 of 7 tasks done, 1 blocked, 1 skipped`; "" if there are none."""
    if not tasks:
        return ""
    states = Counter(task.state for task in tasks)
    rest = [f"{states[state]} {state}" for state in (STARTED, BLOCKED, SKIPPED) if states[state]]
    return ", ".join([f"{states[DONE]} of {how_many(len(tasks), 'task')} done", *rest])


def under_way(spec: Spec, tasks: Sequence[Task]) -> str:
    """The line of the briefing on a spec in progress."""
    due = next((task for state in (BLOCKED, STARTED, OPEN) for task in tasks if task.state == state), None)
    far = [counted(tasks), f"next: {_task(due)}{' (blocked)' if due.state == BLOCKED else ''}" if due else ""]
    text = "; ".join(filter(None, far)) or "no tasks yet"
    return redact.clean(f"Spec {spec.slug} ({spec.phase}): {text[:110]} · {spec.folder}/")


def following(tasks: Sequence[Task], most: int = 3) -> list[str]:
    """The next tasks, a line each: started and blocked tasks, then open ones."""
    due = [task for state in (STARTED, BLOCKED, OPEN) for task in tasks if task.state == state]
    lines = [f"next: {_task(task)}{f' ({task.state})' if task.state != OPEN else ''}" for task in due[:most]]
    return [*lines, *([f"… and {how_many(len(due) - most, 'more task')} not done"] if len(due) > most else [])]


def listed(tasks: Sequence[Task]) -> list[dict[str, str]]:
    """The tasks, for `--json`."""
    return [{"id": task.id, "words": task.words, "state": task.state, "note": task.note} for task in tasks]


def kept(memories: Sequence[Memory], word: str = "kept") -> list[str]:
    """One line for each memory that was kept."""
    return [f"{word} {_kind(memory)} {_place(memory)}: {_plain(memory.summary)[:_SUMMARY]}" for memory in memories]


def tally(memories: Iterable[Memory]) -> str:
    """The number of memories of each kind: `2 decisions, 1 blocker (open)`; "" if there are none."""
    counts = Counter(_kind(memory) for memory in memories)
    waiting = sum(memory.kind == "blocker" and memory.status == "open" for memory in memories)
    parts = [f"{number} {kind}" for kind, number in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))]
    return ", ".join(parts) + (f"; {waiting} {'blocker' if waiting == 1 else 'blockers'} open" if waiting else "")


def as_text(spec: Spec, lines: Iterable[str], shown: Shown | None = None, hints: Iterable[str] = ()) -> str:
    """The whole answer as text: the spec, what was done, what fits, and what to do next.

    Words from documents belong into `lines`, which are fenced as data; `hints` must not contain any.
    """
    parts = [answer("\n".join([head(spec), *filter(None, lines)]))]
    if shown and shown.text.strip():
        parts += ["", shown.text]
    return redact.clean("\n".join([*parts, *filter(None, hints)]))


def answer(text: str) -> str:
    """A text with words from documents, ready to print: fenced unless the output is a terminal."""
    text = redact.clean(text)
    return redact.neutral(text) if sys.stdout.isatty() else fenced(text, "spec")


def _kind(memory: Memory) -> str:
    return "deviation" if "deviation" in memory.tags else SINGULAR.get(memory.kind, memory.kind)


def _place(memory: Memory) -> str:
    return (
        f"{memory.id} on {memory.source.commit[:10]}"
        if memory.source.commit
        else f"{memory.id} in {memory.source.place}"
    )


def _task(task: Task) -> str:
    return _plain(f"{task.id} {task.words}".strip())[:_SUMMARY]


def _plain(text: str) -> str:
    return redact.neutral(" ".join(text.split()))


def retrospective(spec: Spec, outcome: str, tasks: Sequence[Task], memories: Sequence[Memory], day: str) -> str:
    """A retrospective that is made from the memories of a spec, for a spec without one."""
    done = counted(tasks) or "no tasks were listed"
    parts = [
        f"# Retrospective: {_plain(spec.title)}",
        "## Outcome",
        f"{outcome.capitalize() or 'Closed, and nobody said how it went'}: {done}.",
    ]
    if spec.created:
        parts[-1] += f" Begun {spec.created}, closed {day}."
    for heading, kind, tag in _CHAPTERS:
        chosen = [
            memory for memory in memories if memory.kind == kind and (not tag) == ("deviation" not in memory.tags)
        ]
        if chosen:
            rows = [f"- {_plain(memory.summary)}{' (open)' if memory.status == 'open' else ''}" for memory in chosen]
            parts += [f"## {heading}", "\n".join(rows)]
    return "\n\n".join(parts) + "\n"
