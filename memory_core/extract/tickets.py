"""Tickets that were closed or opened in any tracker (bd, gh, glab, jira, linear), and the task list of a session.

Its tasks that are not done are open when the session ends.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

from memory_core.extract import commits, shell
from memory_core.extract import prose_text as texts
from memory_core.extract.candidate import Candidate, State, propose
from memory_core.extract.turn import Turn

_TRACKERS: Final = frozenset(
    "bd br gh glab jira linear acli tea hub issues issue tk todo task ticket redmine shortcut yt".split()
)
_ENDS: Final = frozenset("close closed done complete completed finish finished resolve resolved merge".split())
_CREATES: Final = frozenset(["create", "new", "add", "open"])
_MOVES: Final = frozenset(["move", "transition", "update", "edit", "set", "status"])
_FINAL: Final = ("done", "closed", "resolved", "complete", "completed", "fixed")
_OPTION: Final = (
    r"(?s)--?(reason|comment|message|title|summary|description|body|type|labels?|status|state|[mctbrs])[ =]"
    r"(?:\"((?:[^\"\\]|\\.)*)\"|'([^']*)'|(\S+))"
)
_SAID: Final = (
    r"(?im)^[^\w\n]{0,12}(?:closed|resolved|completed|merged|done|squashed and merged|rebased and merged)\b[^\n:(]*?"
    r"(?P<id>#?[\w./#-]*\d[\w.-]*|\w+-[\w.]+)?(?:[ \t]*\((?P<title>[^)\n]+)\)|:[ \t]*(?P<reason>[^\n]+))?"
)
_REFUSED: Final = ("error", "not found", "could not", "cannot", "failed", "no such", "unknown", "usage:")
_CHANGES: Final = frozenset(("pr", "mr"))  # a request to merge tells what was done
_EPIC: Final = r"(?i)\ball\b.{0,24}\b(?:sub-?tasks?|tasks?|children|child|stories|issues|items|steps)\b"
_APART: Final = 40  # closed tickets that wait for their commit


def hear(turn: Turn, state: State) -> Iterator[Candidate]:
    """Changes by a tracker's command: a close waits for its commit, a filed bug is an open error."""
    command = shell.command_of(turn)
    if not command or turn.failed or turn.text.strip().casefold().startswith(_REFUSED):
        return
    for step in shell.parse(command).steps:
        program = step.words[0].rpartition("/")[2] if step.words else ""
        if program not in _TRACKERS:
            continue
        verbs = [word.casefold() for word in step.words[1:4] if not word.startswith("-")]
        options = _options(step.text)
        at = turn.at_call()
        if _ENDS.intersection(verbs[:2]) or (_MOVES.intersection(verbs[:2]) and _is_final(step, options)):
            _close(at, turn.text, state, step, options)
        elif _CREATES.intersection(verbs[:2]) and not _CHANGES.intersection(verbs):
            yield from _created(at, turn.text, step, options)


def settle(state: State) -> Iterator[Candidate]:
    """The closes that no commit has named."""
    for ticket, closed in list(state.get("closed", {}).items()):
        turn = Turn("result", "", closed["line"], closed["uuid"], closed["when"], agent=closed["agent"])
        tags = () if closed["apart"] else (ticket,)  # that all of an epic is done is more than its last commit
        yield propose(turn, "progress", closed["text"], "ticket-close", 0.9, quote=closed["quote"], tags=tags)
    state["closed"] = {}


def _close(turn: Turn, output: str, state: State, step: shell.Step, options: dict[str, str]) -> None:
    printed = re.search(_SAID, output)
    reason = next(
        (options[key] for key in ("reason", "comment", "message", "m", "c", "r", "body") if key in options), ""
    )
    title = ""
    if printed:
        reason = reason or printed["reason"] or ""
        title = printed["title"] or ""
    names = [word for word in step.words[2:] if re.fullmatch(r"#?\d+|[A-Za-z][\w]*-[\w.]+", word)][:8]
    if not names and printed and printed["id"]:
        names = [printed["id"]]
    if not names:
        return
    what = texts.one_line(title or reason)
    waiting: dict[str, Any] = state.setdefault("closed", {})
    for name in names:
        ticket = f"#{name}" if name.isdigit() else name
        waiting[ticket] = {
            "text": f"{ticket} closed: {what}" if what else f"{ticket} closed",
            "quote": texts.clip(reason or step.text, 200),
            "reason": texts.clip(texts.one_line(reason), 400),
            "apart": bool(re.search(_EPIC, reason)),
            "line": turn.line, "uuid": turn.uuid, "when": turn.when, "agent": turn.agent,
        }  # fmt: skip
        while len(waiting) > _APART:
            waiting.pop(next(iter(waiting)))


def _created(turn: Turn, output: str, step: shell.Step, options: dict[str, str]) -> Iterator[Candidate]:
    title = options.get("title") or options.get("summary") or options.get("t") or options.get("s") or ""
    if not title:
        title = next((word for word in step.words[2:] if " " in word), "")
    sort = f"{options.get('type', '')} {options.get('label', '')} {options.get('labels', '')}".casefold()
    if not title or not ("bug" in sort or "defect" in sort or title.casefold().startswith(("bug", "fix"))):
        return
    details = next((options[key] for key in ("description", "body", "b") if key in options), "")
    details = "" if details.startswith("$(") else details  # what the shell would put there
    names = [word.rstrip(":,") for word in output.split() if re.fullmatch(r"#\d+|[A-Za-z]\w*-[\w.]+:?", word)][:1]
    yield propose(
        turn, "error", f"Open bug{' ' + names[0] if names else ''}: {title}", "ticket-bug", 0.85,
        quote=title, reason=next(iter(texts.sentences(texts.one_line(details))), ""), tags=tuple(names),
    )  # fmt: skip


def _options(text: str) -> dict[str, str]:
    return {match[1]: (match[2] or match[3] or match[4] or "").strip() for match in re.finditer(_OPTION, text)}


def _is_final(step: shell.Step, options: dict[str, str]) -> bool:
    wanted = (
        (options.get("status") or options.get("state") or options.get("s") or step.words[-1]).strip("\"'").casefold()
    )
    return wanted in _FINAL


__all__ = ["commits", "hear", "settle"]


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
    """The tasks that are open if the session ends now; [] if the model marks open points itself."""
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
