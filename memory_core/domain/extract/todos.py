"""Tasks of the session's own list that were completed."""

from collections.abc import Iterator
from typing import Any, Final

from memory_core.domain.extract import phrases
from memory_core.domain.extract import text as texts
from memory_core.domain.extract.candidate import Candidate, State, propose
from memory_core.domain.turn import Turn

_ROUTINE: Final = (
    " run ", " verify", " commit", " check ", " read ", " explore", " review", " understand", " push", " investigate",
    " look at ", " look into ", " examine", " analy", " research", " plan ", " ensure ", " confirm", " test the ",
    " run the ", " final ", " clean up", " lint", " format", " gather", " ask ", " summar", " close ", " identify",
    " find ", " search", " locate", " validate",
)  # fmt: skip
_MOST: Final = 60


def hear(turn: Turn, state: State) -> Iterator[Candidate]:
    """Every task that became completed, save the routine of checking and committing."""
    if turn.role != "result" or turn.failed:
        return
    done: list[str] = state.setdefault("todos", [])
    if turn.tool == "TodoWrite":
        todos = turn.input.get("todos")
        for todo in todos if isinstance(todos, list) else []:
            if isinstance(todo, dict) and todo.get("status") == "completed":
                yield from _completed(turn, done, str(todo.get("content", "")))
    elif turn.tool == "TaskCreate":
        number = "".join(character for character in turn.text.partition("#")[2][:6] if character.isdigit())
        names: dict[str, Any] = state.setdefault("tasks", {})
        names[number or str(len(names) + 1)] = texts.clip(str(turn.input.get("subject", "")), 160)
        while len(names) > _MOST:
            names.pop(next(iter(names)))
    elif turn.tool == "TaskUpdate" and turn.input.get("status") == "completed":
        subject = turn.input.get("subject") or state.get("tasks", {}).get(str(turn.input.get("taskId")), "")
        yield from _completed(turn, done, str(subject))


def _completed(turn: Turn, done: list[str], subject: str) -> Iterator[Candidate]:
    subject = texts.one_line(subject)
    key = texts.clip(subject, 80)
    if not subject or key in done:
        return
    done.append(key)
    del done[:-_MOST]
    if len(texts.words(subject)) >= 3 and not phrases.pad(subject).startswith(_ROUTINE):
        yield propose(turn.at_call(), "progress", subject, "todo", 0.5)
