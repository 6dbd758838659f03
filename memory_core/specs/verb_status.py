"""`memory-core spec status [SLUG]`: how far a spec is, what is kept of it, and what its files say that is not yet."""

import argparse

from memory_core.core.options import parsed
from memory_core.core.report import Report
from memory_core.specs import keep, read_documents, spec_folders, spec_place, tasks, view
from memory_core.specs.slug import quoted, typed
from memory_core.specs.spec import Item, Spec
from memory_core.specs.spec_place import EXAMPLE, Place

_LISTED = 20  # memories of a spec that a terminal shows


def status(arguments: list[str]) -> Report:
    """Report how far a spec is; `Refusal` where there is no such spec."""
    options = parsed("spec status", arguments)
    place = spec_place.of(options)
    words = " ".join(options.slug)
    if words.strip():
        spec = spec_place.chosen(place, words, completed=True)
    else:
        current = spec_place.current(place, spec_folders.active(place.top))
        if current is None:
            return _every(options, place)
        spec = current
    return _one(options, place, spec)


def _one(options: argparse.Namespace, place: Place, spec: Spec) -> Report:
    documents = spec_folders.documents(place.top, spec)
    found = tasks.tasks(documents)
    memories = keep.shown(place, keep.known(place, spec.slug))
    said = [one for one in read_documents.items(documents, spec.slug) if keep.lasts(one)]
    waiting = keep.waiting(said, memories)
    items = [{"kind": one.kind, "summary": one.summary, "place": one.place, "line": one.line} for one in waiting]
    value = view.data(spec, memories, more={"tasks": view.listed(found), "not_kept": items})
    lines = [f"documents: {', '.join(documents) or 'none'}", view.counted(found), *view.following(found)]
    lines.append(f"kept: {view.tally(memories)}" if memories else "nothing is kept of it yet")
    lines += [f"  {line}" for line in view.kept(memories[-_LISTED:], "-")]
    if len(memories) > _LISTED:
        lines.append(f"  … and {len(memories) - _LISTED} before these: `memory-core context {typed(spec.slug)}`")
    lines += [f"in {_where(one)}, kept when a turn ends: {one.kind}: {one.summary}" for one in waiting]
    return Report(options, value, lambda: view.told(spec, lines), is_ready=True)


def _where(one: Item) -> str:
    return f"{one.place}:{one.line}" if one.line else one.place


def _every(options: argparse.Namespace, place: Place) -> Report:
    every = spec_folders.every(place.top)
    rows = [{"slug": one.slug, "phase": one.phase, "folder": one.folder, "title": one.title} for one in every]
    value = view.data(None, more={"specs": rows})
    if not every:
        return Report(options, value, f"There is no spec yet. Begin one: `{EXAMPLE}`")
    return Report(options, value, lambda: "\n".join(_row(place, spec) for spec in every), "spec")


def _row(place: Place, spec: Spec) -> str:
    done = view.counted(tasks.tasks(spec_folders.documents(place.top, spec)))
    return f"{quoted(spec.slug)}  {spec.phase}  {spec.folder}{f'  {done}' if done else ''}"
