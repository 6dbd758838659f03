"""`memory-core undo [ID]`: undo what the last verb changed; `--list` shows what can be undone."""

from memory_core import redact
from memory_core.briefing import render
from memory_core.core import registry, undo_log
from memory_core.core.light.errors import Refusal
from memory_core.core.options import parsed
from memory_core.core.report import Report
from memory_core.core.undo_log import Step
from memory_core.learnings import warm_files
from memory_core.tickets import packing

_LISTED = 20
_SECONDS = 5.0  # for the index; what is left is done by the next one who opens it


def main(arguments: list[str]) -> Report:
    """Take back the last change, or list the changes; `Refusal` if nothing can be taken back."""
    options = parsed("undo", arguments)
    if options.list:
        steps = undo_log.steps(options.root)[::-1][:_LISTED]
        rows = [_row(each) for each in steps] or ["nothing was changed by a verb yet"]
        return Report(options, [_as_json(each) for each in steps], "\n".join(rows), "undo")
    with warm_files.held(options.root):
        step = _chosen(options.root, options.id.strip())
        undo_log.take_back(options.root, step)
        for ticket in step.changes.get("decisions", ()):
            packing.repack(options.root, ticket)
    render.refresh(options.root, _SECONDS)
    return Report(options, _as_json(step), redact.neutral(f"took back {_row(step)}"))


def _chosen(root: str, wanted: str) -> Step:
    """The last step, of one memory if it is named."""
    steps = undo_log.steps(root)
    about = [step for step in steps if not wanted or any(name.startswith(wanted) for name in step.ids)]
    if about:
        return about[-1]
    if wanted and not registry.find(root, wanted):
        raise Refusal(f"there is no memory {wanted!r}; `memory-core undo --list` says what can be taken back")
    if steps:
        raise Refusal(f"no change of {wanted!r} can be taken back; `memory-core undo --list` says which can")
    raise Refusal("nothing can be taken back: no verb has changed this memory yet, or all was taken back")


def _row(step: Step) -> str:
    return f"{step.verb} {step.about} ({step.when})".replace("  ", " ")


def _as_json(step: Step) -> dict[str, object]:
    return {"verb": step.verb, "when": step.when, "about": step.about, "ids": list(step.ids)}
