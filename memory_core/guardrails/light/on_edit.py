"""Before an edit: shows the guard rails of its file, each once, and what the edit adds that a rule forbids.

Before a shell command of the model: asks the user if it would loosen the guard rails, or act in the user's place.
Nearly every edit and command gets no answer, and the user waits for it. So this module and its imports use neither
`json`, `re` nor `typing`, and import inside functions what only some events need.
"""

import os

from memory_core.core.light import places
from memory_core.guardrails.light import added_lines, edit, store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from memory_core.core.light.answer import Answer
    from memory_core.core.light.event import Event


_SPEAKS = "memory-core: the guard rails are the user's word; allow this call where it says what you mean"
_LATE = "memory-core: this command names the guard rails, and there was no time to read it: its user decides"


def on_edit(event: "Event", file: str, roots: list[str]) -> "Answer | str":
    """The answer of the guard rails to an edit of a file, for the projects that it may belong to; "" for most edits."""
    return _guarded(event, _target(file, roots))


def asked(event: "Event", roots: list[str]) -> "Answer | str":
    """The question before a shell command, with the words of the rules that it is about; "" for most commands."""
    from memory_core.core.light.answer import Answer
    from memory_core.guardrails.light import loosens

    given = event.raw.get("tool_input")
    command = given.get("command") if isinstance(given, dict) else None
    if not isinstance(command, str):
        return ""

    def strictness() -> "Mapping[str, str]":
        from memory_core.guardrails import shell_question

        return shell_question.strictness(roots)

    try:
        sort = loosens.about(command, strictness)
    except BaseException as error:  # the time of the hook is up; the client waits two seconds more
        if type(error).__name__ != "DeadlineError":
            raise
        return Answer(decision="ask", reason=_LATE) if any(map(store.stamp, roots)) else ""
    if not sort:
        return ""
    from memory_core.guardrails import shell_question

    words = shell_question.question(event, roots, sort, command)
    if not words and sort in (loosens.TYPED, loosens.YES):
        words = _SPEAKS
    return Answer(decision="ask", reason=words) if words else ""


def _guarded(event: "Event", target: tuple[str, str, list[str]] | None) -> "Answer | str":
    if target is None:
        return ""
    root, file, names = target
    if store.is_home(root, file, names):
        return _on_own_file(root)
    if not names or store.is_ours(names):
        return ""
    try:
        return _answer(edit.Edit(event, *target))
    except (ValueError, RecursionError):  # a cache that somebody has damaged is made again
        store.drop_rules(root)
        return _answer(edit.Edit(event, *target))


def _on_own_file(root: str) -> "Answer | str":
    """The question before an edit of `IRIS_MEMORY.json` itself; "" if the file is empty."""
    from memory_core.core.light.answer import Answer
    from memory_core.guardrails import rules_file

    many = len(rules_file.read(root).memories)
    if not many:
        return ""
    held = "an entry" if many == 1 else f"{many} entries"
    reason = f"This edit changes the project's guard rails ({store.HOME}, {held}): its user decides."
    return Answer(decision="ask", reason=reason, notice=reason)


def _answer(stopping: "edit.Edit") -> "Answer | str":
    broken = stopping.broken()
    reminders = stopping.reminders()
    if not (broken or reminders or stopping.notices or stopping.older):
        return ""
    from memory_core.guardrails import stopped

    return stopped.answer(stopping, broken, reminders)


def edited(event: "Event") -> str | None:
    """The file of an edit; None if there is none."""
    tool, given = event.raw.get("tool_name"), event.raw.get("tool_input")
    if tool not in added_lines.TOOLS or not isinstance(given, dict):
        return None
    name = given.get("notebook_path" if tool == "NotebookEdit" else "file_path")
    return os.path.join(event.cwd, name) if isinstance(name, str) and name and "\0" not in name else None


def _target(file: str, roots: list[str]) -> tuple[str, str, list[str]] | None:
    """The project, the file and its path in the project; None if there is no guard rail."""
    for root in roots:
        if store.stamp(root) and (names := places.inside(root, file)):
            return root, file, names
    return None
