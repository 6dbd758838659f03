"""Before an edit: the guard rails of the file, each said once, and what the edit adds that one of them forbids.

Nearly every edit ends here in silence, and its user waits for it. So this module, and all that it imports, comes
without `json`, `re` and `typing`, and what only some edits need is imported when they do.
"""

import os

from memory_core.core.light import places
from memory_core.guardrails.light import added_lines, edit, store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_core.core.light.answer import Answer
    from memory_core.core.light.event import Event


def on_edit(event: "Event", file: str, roots: list[str]) -> "Answer | str":
    """What the guard rails of the projects that may be meant say about an edit of a file; "" for most edits."""
    return _guarded(event, _target(file, roots))


def asked(event: "Event", roots: list[str]) -> "Answer | str":
    """The question before a shell command that would loosen the guard rails; "" for most commands."""
    from memory_core.guardrails.light import on_shell_command

    return on_shell_command.asked(event, roots)


def _guarded(event: "Event", target: tuple[str, str, list[str]] | None) -> "Answer | str":
    if target is None:
        return ""
    root, file, names = target
    if store.is_home(root, file, names):
        from memory_core.guardrails import home_edit

        return home_edit.on_edit(root)
    if not names or store.is_ours(names):
        return ""
    try:
        return _answer(edit.Edit(event, *target))
    except (ValueError, RecursionError):  # a cache that somebody has damaged is made again
        store.drop_rules(root)
        return _answer(edit.Edit(event, *target))


def _answer(stopping: "edit.Edit") -> "Answer | str":
    broken = stopping.broken()
    reminders = stopping.reminders()
    if not (broken or reminders or stopping.told or stopping.older):
        return ""
    from memory_core.guardrails import stopped

    return stopped.answer(stopping, broken, reminders)


def edited(event: "Event") -> str | None:
    """The file of an edit; None where there is none."""
    tool, given = event.raw.get("tool_name"), event.raw.get("tool_input")
    if tool not in added_lines.TOOLS or not isinstance(given, dict):
        return None
    name = given.get("notebook_path" if tool == "NotebookEdit" else "file_path")
    return os.path.join(event.cwd, name) if isinstance(name, str) and name and "\0" not in name else None


def _target(file: str, roots: list[str]) -> tuple[str, str, list[str]] | None:
    """The project, the file and what the file is called in it; None where there is no guard rail."""
    for root in roots:
        if store.stamp(root) and (names := places.inside(root, file)):
            return root, file, names
    return None
