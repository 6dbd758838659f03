"""`memory-core spec status [SLUG]`: how far a spec is, what is kept of it, and what its files say that is not yet."""

from memory_core.domain.spec import reading, tasks
from memory_core.domain.spec.slug import quoted, typed
from memory_core.domain.spec.spec import Item, Spec
from memory_core.flows import spec_keep, spec_place
from memory_core.flows.options import Parser, emit
from memory_core.flows.spec_place import EXAMPLE, Place
from memory_core.stores import specs
from memory_core.views import spec as view

_LISTED = 20  # memories of a spec that a terminal shows


def status(arguments: list[str]) -> int:
    """0, after it was shown; `Refusal` where a spec is named that is not there."""
    options = Parser("spec status", "How far a spec is; without one, every spec.").read(arguments)
    place = spec_place.of(options)
    words = " ".join(options.slug)
    if words.strip():
        spec = spec_place.chosen(place, words, completed=True)
    else:
        current = spec_place.current(place, specs.active(place.top))
        if current is None:
            return _every(place, as_json=options.json)
        spec = current
    return _one(place, spec, as_json=options.json)


def _one(place: Place, spec: Spec, *, as_json: bool) -> int:
    documents = specs.documents(place.top, spec)
    found = tasks.tasks(documents)
    memories = spec_keep.shown(place, spec_keep.known(place, spec.slug))
    said = [one for one in reading.items(documents, spec.slug) if spec_keep.lasts(one)]
    waiting = spec_keep.waiting(said, memories)
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
    every = specs.every(place.top)
    if as_json:
        rows = [{"slug": one.slug, "phase": one.phase, "folder": one.folder, "title": one.title} for one in every]
        emit(view.data(None, more={"specs": rows}))
        return 0
    lines = [_row(place, one) for one in every] or [f"There is no spec yet. Begin one: `{EXAMPLE}`"]
    print(view.answer("\n".join(lines)) if every else lines[0])
    return 0


def _row(place: Place, spec: Spec) -> str:
    done = view.counted(tasks.tasks(specs.documents(place.top, spec)))
    return f"{quoted(spec.slug)}  {spec.phase}  {spec.folder}{f'  {done}' if done else ''}"
