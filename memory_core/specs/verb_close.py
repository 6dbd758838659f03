"""`memory-core spec close SLUG`: close a spec and keep its lessons on the commit that archives it (CS-US-004).

With `--dry-run` nothing changes: the verb shows what is known of the spec, from its beginning to its outcome
(CS-US-014).
"""

import argparse
from collections.abc import Mapping
from functools import partial
from typing import Final

from memory_core.core import git, registry
from memory_core.core.light import clock
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import Memory
from memory_core.core.options import parsed
from memory_core.core.report import Report
from memory_core.core.safe_json import fenced
from memory_core.specs import (
    keep,
    keep_specs,
    phases,
    read_documents,
    recall,
    skeleton,
    spec_folders,
    spec_place,
    tasks,
    view,
)
from memory_core.specs.slug import quoted, typed
from memory_core.specs.spec import COMPLETED, README, RETROSPECTIVE, Item, Spec
from memory_core.specs.spec_place import Place

OUTCOMES: Final = ("success", "partial", "failed", "cancelled")


def close(arguments: list[str]) -> Report:
    """Move the spec, commit the move and keep its lessons; raises `Refusal` if the spec cannot be closed.

    If git refuses the commit, the answer reports it and the lessons are kept on HEAD; closing again commits.
    """
    options = parsed("spec close", arguments)
    place = spec_place.place_of(options)
    words = " ".join(options.slug)
    return _shown(options, place, words) if options.dry_run else _closed(options, place, words)


def _shown(options: argparse.Namespace, place: Place, words: str) -> Report:
    spec = spec_place.chosen(place, words, completed=True)
    documents = spec_folders.documents(place.top, spec)
    listed = tasks.tasks(documents)
    recalled = recall.closing(place.root, place.here, spec)
    shown = phases.text(recalled, phases.BUDGETS[COMPLETED], partial(fenced, label="spec close"))
    lines = [f"documents: {', '.join(documents)}", view.counted(listed), *view.following(listed)]
    hints = [] if RETROSPECTIVE in documents else [f"{RETROSPECTIVE} is not written yet"]
    if not any(task.state == tasks.DONE for task in listed):
        else_so = "it is closed as cancelled" if listed else "nothing is kept of how it went"
        hints.append(f"No task is done: say --outcome, else {else_so}")
    hints.append(f"This was a look: `memory-core spec close {typed(spec.slug)}` closes it. Nothing was changed")
    value = view.data(spec, [], shown, {"dry_run": True})
    return Report(options, value, lambda: view.as_text(spec, lines, shown, hints), is_ready=True)


def _closed(options: argparse.Namespace, place: Place, words: str) -> Report:
    with spec_place.held(place):
        spec = spec_place.chosen(place, words, completed=True)
        if spec.phase != COMPLETED:
            keep_specs.catch_up(place.root, place.top, spec.slug)
            spec = _moved(options, place, spec)
        elif (options.no_commit or spec_folders.archived(place.top, spec)) and not _waiting(place, spec):
            raise Refusal(f"{quoted(spec.slug)} is closed already, in {quoted(spec.folder)}")
        elif lock := spec_folders.at_work(place.top):  # git may be archiving this spec
            raise Refusal(
                f"git is running here, {quoted(lock)} says; repeat it when git has ended. Nothing was changed"
            )
    commit, why_not = _committed(options, place, spec)
    kept, why = _kept(options, place, spec, commit)
    waiting, sends = registry.unshared(place.root)
    more = {"commit": commit or None, "not_committed": why_not or None, "not_pushed": waiting}
    lines = [f"committed: {commit[:10]}" if commit else f"not committed: {why_not}"]
    lines += [*(view.kept(kept) or ["nothing was to be kept that is not known already"]), why]
    hints = [sends]
    value = view.data(spec, kept, more=more)
    return Report(options, value, lambda: view.as_text(spec, lines, hints=hints), is_ready=True)


def _kept(options: argparse.Namespace, place: Place, spec: Spec, commit: str) -> tuple[list[Memory], str]:
    """(the memories that closing a spec keeps, what is left to do and how; "" if nothing is left)."""
    try:
        with spec_place.held(place):
            documents = spec_folders.documents(place.top, spec)
            stated = options.outcome or skeleton.key(documents.get(README, ""), "outcome")
            outcome = stated if stated in OUTCOMES else _outcome(tasks.tasks(documents))
            items = [_tagged(item, outcome) for item in _closing_items(documents, spec)]
            kept = keep.keep(place, spec, items, commit=commit or None)
            spec_place.work_on(place, "")
    except Refusal as refusal:  # the spec stays closed
        return (
            [],
            f"what it says is not kept yet ({refusal}): `memory-core spec close {typed(spec.slug)}` again keeps it",
        )
    return kept, keep.indexed(place, kept)


def _moved(options: argparse.Namespace, place: Place, spec: Spec) -> Spec:
    """The spec among the completed ones, with updated documents. The caller holds the lock."""
    documents = spec_folders.documents(place.top, spec)
    day = clock.today()
    listed = tasks.tasks(documents)
    outcome = options.outcome or _outcome(listed)
    readme = documents.get(README, f"# {spec.title}\n")
    for line in (f"completed: {day}", *([f"outcome: {outcome}"] if outcome else [])):
        readme = skeleton.in_phase(readme, COMPLETED, line)
    changed = {README: readme}
    if not documents.get(RETROSPECTIVE, "").strip():
        memories = keep.known(place, spec.slug)
        changed[RETROSPECTIVE] = view.retrospective(spec, outcome, listed, memories, day)
    spec_folders.write(place.top, spec, changed)
    return spec_folders.move(place.top, spec)


def _closing_items(documents: Mapping[str, str], spec: Spec) -> list[Item]:
    return [item for item in read_documents.items(documents, spec.slug) if keep.lasts(item)]


def _waiting(place: Place, spec: Spec) -> list[Item]:
    """The items of a completed spec that are not kept yet: an earlier call was interrupted."""
    items = _closing_items(spec_folders.documents(place.top, spec), spec)
    return keep.waiting(items, keep.known(place, spec.slug))


def _outcome(listed: list[tasks.Task]) -> str:
    """The outcome of a spec, derived from the states of its tasks; "" if it has no tasks."""
    if not any(task.state == tasks.DONE for task in listed):
        return "cancelled" if listed else ""
    return "partial" if any(task.state in (tasks.OPEN, tasks.STARTED, tasks.BLOCKED) for task in listed) else "success"


def _committed(options: argparse.Namespace, place: Place, spec: Spec) -> tuple[str, str]:
    """(the commit that archives the spec, "" if there is none; the reason if there is none)."""
    if not git.folder(place.root):
        return "", "this is not a git repository"
    if commit := spec_folders.archived(place.top, spec):  # committed by an earlier call that was interrupted
        return commit, ""
    if options.no_commit:
        return "", "as you said; `git add -A docs/spec` and commit it when you like"
    if git.head(place.top) is None:
        return "", "the repository has no commit yet; make the first one as you like"
    try:
        return spec_folders.archive(place.top, spec, f"docs(spec): close {spec.slug}"), ""
    except Refusal as refusal:
        return "", str(refusal)


def _tagged(item: Item, outcome: str) -> Item:
    if not outcome or item.kind != "retrospective":
        return item
    return item._replace(tags=tuple(dict.fromkeys((*item.tags, outcome))))
