"""`memory-core spec status [SLUG]`: how far a spec is, what is kept of it, and what its files say that is not yet."""

from memory_core.core.options import Parser, emit
from memory_core.specs import keep, read_documents, spec_folders, spec_place, tasks, view
from memory_core.specs.slug import quoted, typed
from memory_core.specs.spec import Item, Spec
from memory_core.specs.spec_place import EXAMPLE, Place

_LISTED = 20  # memories of a spec that a terminal shows


def status(arguments: list[str]) -> int:
    """0, after it was shown; `Refusal` where a spec is named that is not there."""
    options = Parser("spec status", "How far a spec is; without one, every spec.").read(arguments)
    place = spec_place.of(options)
    words = " ".join(options.slug)
    if words.strip():
        spec = spec_place.chosen(place, words, completed=True)
    else:
        current = spec_place.current(place, spec_folders.active(place.top))
        if current is None:
            return _every(place, as_json=options.json)
        spec = current
    return _one(place, spec, as_json=options.json)


def _one(place: Place, spec: Spec, *, as_json: bool) -> int:
    documents = spec_folders.documents(place.top, spec)
    found = tasks.tasks(documents)
    memories = keep.shown(place, keep.known(place, spec.slug))
    said = [one for one in read_documents.items(documents, spec.slug) if keep.lasts(one)]
    waiting = keep.waiting(said, memories)
    if as_json:
        listed = [{"id": one.id, "words": one.words, "state": one.state, "note": one.note} for one in found]
        items = [{"kind": one.kind, "summary": one.summary, "place": one.place, "line": one.line} for one in waiting]
        emit(view.data(spec, memories, more={"tasks": listed, "not_kept": items}))
        return 0
    lines = [f"documents: {', '.join(documents) or 'none'}", view.counted(found), *view.following(found)]
    lines.append(f"kept: {view.tally(memories)}" if memories else "nothing is kept of it yet")
    lines += [f"  {line}" for line in view.kept(memories[-_LISTED:], "-")]
    if len(memories) > _LISTED:
        lines.append(f"  … and {len(memories) - _LISTED} before these: `memory-core context {typed(spec.slug)}`")
    lines += [f"in {_where(one)}, kept when a turn ends: {one.kind}: {one.summary}" for one in waiting]
    print(view.told(spec, lines))
    return 0


def _where(one: Item) -> str:
    return f"{one.place}:{one.line}" if one.line else one.place


def _every(place: Place, *, as_json: bool) -> int:
    every = spec_folders.every(place.top)
    if as_json:
        rows = [{"slug": one.slug, "phase": one.phase, "folder": one.folder, "title": one.title} for one in every]
        emit(view.data(None, more={"specs": rows}))
        return 0
    lines = [_row(place, one) for one in every] or [f"There is no spec yet. Begin one: `{EXAMPLE}`"]
    print(view.answer("\n".join(lines)) if every else lines[0])
    return 0


def _row(place: Place, spec: Spec) -> str:
    done = view.counted(tasks.tasks(spec_folders.documents(place.top, spec)))
    return f"{quoted(spec.slug)}  {spec.phase}  {spec.folder}{f'  {done}' if done else ''}"
