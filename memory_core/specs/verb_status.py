"""`memory-core spec status [SLUG]`: how far a spec is, what is kept of it, and what its files say that is not yet."""

import argparse

from memory_core import redact
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
    work = tasks.tasks(documents)
    memories = keep.shown(place, keep.known(place, spec.slug))
    lasting = [item for item in read_documents.items(documents, spec.slug) if keep.lasts(item)]
    waiting = keep.waiting(lasting, memories)
    items = [{"kind": item.kind, "summary": item.summary, "place": item.place, "line": item.line} for item in waiting]
    value = view.data(spec, memories, more={"tasks": view.listed(work), "not_kept": items})
    lines = [f"documents: {', '.join(documents) or 'none'}", view.counted(work), *view.following(work)]
    lines.append(f"kept: {view.tally(memories)}" if memories else "nothing is kept of it yet")
    lines += [f"  {line}" for line in view.kept(memories[-_LISTED:], "-")]
    if len(memories) > _LISTED:
        lines.append(f"  … and {len(memories) - _LISTED} before these: `memory-core context {typed(spec.slug)}`")
    lines += [f"in {_where(item)}, kept when a turn ends: {item.kind}: {item.summary}" for item in waiting]
    return Report(options, value, lambda: view.told(spec, lines), is_ready=True)


def _where(item: Item) -> str:
    return f"{item.place}:{item.line}" if item.line else item.place


def _every(options: argparse.Namespace, place: Place) -> Report:
    every = spec_folders.every(place.top)
    rows = [{"slug": one.slug, "phase": one.phase, "folder": one.folder, "title": one.title} for one in every]
    value = view.data(None, more={"specs": rows})
    if not every:
        return Report(options, value, f"There is no spec yet. Begin one: `{EXAMPLE}`")
    return Report(options, value, lambda: redact.clean("\n".join(_row(place, spec) for spec in every)), "spec")


def _row(place: Place, spec: Spec) -> str:
    done = view.counted(tasks.tasks(spec_folders.documents(place.top, spec)))
    return f"{quoted(spec.slug)}  {spec.phase}  {spec.folder}{f'  {done}' if done else ''}"
