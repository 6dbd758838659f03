"""`memory-core spec task ID done`: write the state of a task to PROGRESS.md and keep it as a memory (CS-US-003)."""

import argparse
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from memory_core import redact
from memory_core.core.light import clock
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import Memory
from memory_core.core.options import parsed
from memory_core.core.report import Report
from memory_core.core.session import current as current_session
from memory_core.redact import second_opinion
from memory_core.specs import keep, keep_specs, read_documents, skeleton, spec_folders, spec_place, tasks, tick, view
from memory_core.specs.slug import quoted, typed
from memory_core.specs.spec import PLAN, PLANNING, PROGRESS, Item, Spec
from memory_core.specs.spec_place import Place
from memory_core.specs.tasks import BLOCKED, DONE, OPEN, SKIPPED, Task

ADDED: Final = "added"
NEW: Final = ("new", "+", "next")
EXAMPLE: Final = '`memory-core spec task 1.2 done`; done, started, blocked "why", skipped "why", added "what", or open'
_MOST: Final = 500  # characters of a reason
_LATER: Final = "It is kept when the turn ends, on the commit that brings it."


class _Update(NamedTuple):
    """The new state of a task."""

    name: str
    state: str  # of a task, or `added`
    why: str


def task(arguments: list[str]) -> Report:
    """Write and keep the state of a task; raises `Refusal` if there is no such task or no such state."""
    options = parsed("spec task", arguments)
    report = _parsed(options.words)
    place = spec_place.place_of(options)
    with spec_place.held(place):
        spec = spec_place.chosen(place, options.spec)
        before = spec_folders.documents(place.top, spec)
        changed = _changed(spec, before, report)
        spec_folders.write(place.top, spec, changed)
        every = read_documents.items({**before, **changed}, spec.slug)
        items = _changes(read_documents.items(before, spec.slug), every, report)
        if spec.phase == PLANNING:  # a plan that is still being made has no deviations
            items = [item for item in items if "deviation" not in item.tags]
        now = [item for item in items if item.kind == "blocker"] if _ends_a_turn(place, spec) else items
        kept = keep.keep(place, spec, now, every)
        spec_place.work_on(place, spec.slug)
    why = keep.indexed(place, kept) if len(now) == len(items) else _LATER
    return _answer(options, place, spec, kept, why)


def _ends_a_turn(place: Place, spec: Spec) -> bool:
    """Whether the end of the turn keeps the items instead: the commit that names the task comes after this call."""
    return bool(current_session()) and keep_specs.watch(place.root, place.top, spec)


def _parsed(words: Sequence[str]) -> _Update:
    if len(words) < 2:
        raise Refusal(f"name the task and its new state: {EXAMPLE}")
    name, text, *rest = words
    state = ADDED if text.casefold() == ADDED else tasks.state_of(text)
    if not state:
        raise Refusal(f"{text!r} is not a state of a task: {EXAMPLE}. Nothing was changed")
    why = " ".join(second_opinion.clean(" ".join(rest)).split())
    if state in (BLOCKED, SKIPPED, ADDED) and not why:
        what = "what is to be done" if state == ADDED else "why"
        raise Refusal(f'give {what}: `memory-core spec task {name} {text} "…"`. Nothing was changed')
    if len(why) > _MOST:
        raise Refusal(f"{len(why)} characters are more than the {_MOST} of a task's row; `memory-core spec note` has "
                      "room. Nothing was changed")  # fmt: skip
    return _Update(second_opinion.clean(name), state, why)


def _changed(spec: Spec, before: Mapping[str, str], report: _Update) -> dict[str, str]:
    """The documents with the new state: name to text."""
    day = clock.today()
    progress = before.get(PROGRESS) or skeleton.progress(spec.title)
    every = tasks.tasks(before)
    known = tick.find(progress, report.name)
    if report.state == ADDED:
        name = tick.next_id(every) if report.name.casefold() in NEW else report.name
        if any(task.id.casefold() == name.casefold() for task in every):
            raise Refusal(f"the task {name} exists already; write `new` to get a free number")
        if spec.phase == PLANNING:
            return {PLAN: tick.planned(before.get(PLAN) or skeleton.plan(spec.title), Task(name, report.why))}
        text = tick.added(progress, Task(name, report.why), day)
        return {PROGRESS: tick.listed(text, "Deviations", tick.cells(day, name, ADDED, report.why, ""))}
    planned = _planned(before, report.name)
    if known is None and planned is None:
        raise Refusal(_no_task(spec, report.name, every))
    text = tick.marked(progress, known, report.state, day, report.why) if known else ""
    if not text:
        current = known or planned or Task(report.name, "")
        text = tick.added(
            progress, current._replace(id=current.id or report.name, state=report.state, note=report.why), day
        )
    if report.state == SKIPPED and spec.phase != PLANNING:
        current = known or planned or Task(report.name, "")
        text = tick.listed(text, "Deviations", tick.cells(day, current.id, SKIPPED, current.words, report.why))
    result = {PROGRESS: text}
    if planned and report.state in (DONE, OPEN) and (plan := _ticked(before.get(PLAN, ""), planned, report.state, day)):
        result[PLAN] = plan
    return {name: text for name, text in result.items() if before.get(name) != text}


def _planned(before: Mapping[str, str], name: str) -> Task | None:
    plan = before.get(PLAN, "")
    every = tick.numbered(plan, tasks.tasks({PLAN: plan}))
    return tick.find(plan, name, PLAN) or next((task for task in every if task.id.casefold() == name.casefold()), None)


def _ticked(plan: str, planned: Task, state: str, day: str) -> str:
    return tick.marked(plan, planned, state, day)


def _no_task(spec: Spec, name: str, every: Sequence[Task]) -> str:
    ids = ", ".join(quoted(task.id) for task in every[:20] if task.id)
    rest = f"its tasks are {ids}" if ids else "it names no task yet"
    return (
        f'{quoted(spec.slug)} has no task {name!r}; {rest}. A new one: `memory-core spec task new added "what"`. '
        "Nothing was changed"
    )


def _changes(before: Sequence[Item], after: Sequence[Item], report: _Update) -> list[Item]:
    """The items that the new state adds: a completed task, a blocker or its end, a change of the plan."""
    earlier = {(item.kind, item.key): item for item in before}
    now = {(item.kind, item.key): item for item in after}
    items = [item for name, item in now.items() if _is_new(earlier.get(name), item)]
    for name, text in earlier.items():
        if text.kind == "blocker" and text.status == "open" and name not in now:
            body = report.why or f"Task {report.name} is {report.state}."
            items.append(text._replace(status="resolved", body=body))
    return items


def _is_new(old: Item | None, item: Item) -> bool:
    if item.kind == "progress":
        return item.status == "resolved" and (old is None or old.status != "resolved")
    return old is None or (item.kind == "blocker" and old.status != item.status)


def _answer(options: argparse.Namespace, place: Place, spec: Spec, kept: list[Memory], why: str) -> Report:
    every = tasks.tasks(spec_folders.documents(place.top, spec))
    lines = [*view.kept(kept), view.counted(every), *view.following(every), why]
    value = view.data(spec, kept, more={"tasks": view.listed(every)})
    return Report(options, value, lambda: view.as_text(spec, lines), is_ready=True)


_LISTED = 20  # memories of a spec that a terminal shows


def status(arguments: list[str]) -> Report:
    """Report the state of a spec; raises `Refusal` if there is no such spec."""
    options = parsed("spec status", arguments)
    place = spec_place.place_of(options)
    words = " ".join(options.slug)
    if words.strip():
        spec = spec_place.chosen(place, words, completed=True)
    else:
        current = spec_place.current(place, spec_folders.active(place.top))
        if current is None:
            return _all(options, place)
        spec = current
    return _single(options, place, spec)


def _single(options: argparse.Namespace, place: Place, spec: Spec) -> Report:
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
    return Report(options, value, lambda: view.as_text(spec, lines), is_ready=True)


def _where(item: Item) -> str:
    return f"{item.place}:{item.line}" if item.line else item.place


def _all(options: argparse.Namespace, place: Place) -> Report:
    every = spec_folders.every(place.top)
    rows = [{"slug": each.slug, "phase": each.phase, "folder": each.folder, "title": each.title} for each in every]
    value = view.data(None, more={"specs": rows})
    if not every:
        return Report(options, value, f"There is no spec yet. Begin one: `{spec_place.EXAMPLE}`")
    return Report(options, value, lambda: redact.clean("\n".join(_row(place, spec) for spec in every)), "spec")


def _row(place: Place, spec: Spec) -> str:
    done = view.counted(tasks.tasks(spec_folders.documents(place.top, spec)))
    return f"{quoted(spec.slug)}  {spec.phase}  {spec.folder}{f'  {done}' if done else ''}"
