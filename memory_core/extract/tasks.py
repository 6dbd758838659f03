"""The task list of a session: its tasks that are not done are open when the session ends."""

import re
from collections.abc import Iterator
from typing import Any, Final

from memory_core.extract.candidate import Candidate, State, propose
from memory_core.extract.turn import Turn

RULE: Final = "task-left"
_CERTAIN: Final = 0.7
_MOST: Final = 6  # tasks of a session
_SHORTEST: Final = 12  # characters of a task
_TOOLS: Final = ("TodoWrite", "TaskCreate", "TaskUpdate")
_NUMBER: Final = re.compile(r"#(\d{1,9})\b")
_DONE: Final = ("completed", "deleted")


def follow(turn: Turn, state: State) -> None:
    """Take over the tasks that a result names, and those that are done."""
    if turn.agent or turn.failed or turn.role != "result" or turn.tool not in _TOOLS:
        return
    tasks: dict[str, list[Any]] = dict(state.get("tasks", {}))
    finished: list[str] = list(state.get("finished", []))
    for name, text, is_done in _tasks(turn):
        row = tasks.get(name)
        if is_done:
            tasks.pop(name, None)
            finished += [row[0]] if row else []
        elif len(text) >= _SHORTEST and (row is not None or len(tasks) < _MOST):
            made = propose(turn, "next", text, RULE, _CERTAIN)
            tasks[name] = [made.text, made.quote, made.uuid, made.line, made.when]
    state["tasks"], state["finished"] = tasks, finished[-_MOST:]


def left(state: State) -> list[Candidate]:
    """The tasks that are open if the session ends now; none where the model marks what is open, and says it better."""
    if state.get("opens"):
        return []
    return [
        Candidate("next", text, "", "", quote, uuid, line, when, _CERTAIN, RULE)
        for text, quote, uuid, line, when in state.get("tasks", {}).values()
    ]


def finished(state: State) -> list[str]:
    """The texts of tasks that were open and are done."""
    return list(state.get("finished", []))


def _tasks(turn: Turn) -> Iterator[tuple[str, str, bool]]:
    """The tasks that a result names: a name, the words, and whether the task is done."""
    given = turn.input
    if turn.tool == "TaskCreate":
        number = _NUMBER.search(turn.text)
        yield f"#{number[1] if number else ''}", str(given.get("subject") or ""), False
    elif turn.tool == "TaskUpdate":
        if given.get("status") in _DONE:
            yield f"#{given.get('taskId')}", "", True
    elif isinstance(given.get("todos"), list):
        todos = [todo for todo in given["todos"] if isinstance(todo, dict)]
        yield from (
            (f"{at}", str(todo.get("content") or ""), todo.get("status") in _DONE) for at, todo in enumerate(todos)
        )
