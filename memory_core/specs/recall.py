"""Collect what fits at the start of a phase of a spec (CS-US-012 to 014)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from memory_core.core import registry, wings
from memory_core.core.budget import clip
from memory_core.core.light import clock, deduplicate, lifecycle, places
from memory_core.core.memory import Memory
from memory_core.language import outline
from memory_core.recall import showing
from memory_core.redact import second_opinion
from memory_core.specs import context_view, fitting, read_documents, spec_folders, story
from memory_core.specs import spec as terms
from memory_core.specs.fitting import Fit
from memory_core.specs.memories import key_of
from memory_core.specs.recall_search import Look, looking
from memory_core.specs.recalled import Part as Part
from memory_core.specs.recalled import Recalled as Recalled
from memory_core.specs.slug import typed
from memory_core.specs.spec import Item, Spec

LONGEST: Final = 2_000  # characters of a plan that are searched for
SPECS: Final = 4  # similar specs
ROWS: Final = 6  # memories of a section from other specs
OFFERED: Final = 160  # memories of a section before it is cut to the budget
TASKS: Final = 15  # open tasks
STEPS: Final = 36  # sentences of a story
_FIRST: Final = 90  # characters of a remark
NOTHING: Final = "Nothing that earlier work kept fits this."
_SOUGHT: Final = ("inception", "retrospective", "learning", "research", "blocker", "convention", "decision")
_SHOWS: Final = "memory-core recall WORDS"


def planning(root: str, here: str, words: str, slug: str) -> Recalled:
    """Memories of earlier specs that fit a new spec described by `words`; none that belong to `slug` itself."""
    plan = (words.strip() or slug.replace("-", " "))[:LONGEST]
    answer = looking(root, here, lambda look: _planned(look.about(plan), slug))
    near, note = ([], answer) if isinstance(answer, str) else answer
    sections = [part for part in (*near, *_team(root, plan)) if part.rows]
    return Recalled(terms.PLANNING, sections, note, () if sections else (NOTHING,))


def implementation(root: str, here: str, spec: Spec) -> Recalled:
    """The decisions and findings of the spec itself, its open items, and the blockers of similar specs."""
    documents = _documents(root, here, spec)
    promised = story.promise(documents)

    def asked(look: Look) -> tuple[list[Memory], list[Part], str]:
        own = look.of_spec(spec.slug)
        near = look.about(_theme(spec, promised, own))
        return own, _elsewhere(near, spec.slug), near.note

    answer = looking(root, here, asked)
    own, others, note = (_own(root, here, spec.slug), [], answer) if isinstance(answer, str) else answer
    todo = [story.task_line(task) for task in story.open_tasks(promised)]
    command = f"memory-core context {typed(spec.slug)}"
    decided = [memory for memory in own if memory.kind == "decision" and not story.is_deviation(memory)]
    sections = [
        Part(
            "Open tasks",
            [],
            max(len(todo) - TASKS, 0),
            tuple(todo[:TASKS]),
            f"memory-core spec status {typed(spec.slug)}",
        ),
        _own_part("Open blockers", [memory for memory in own if memory.kind == "blocker" and memory.status == "open"]),
        _decisions(decided, _worded(documents, spec.slug)),
        _own_part("Deviations so far", [memory for memory in own if story.is_deviation(memory)]),
        _own_part("Research", [memory for memory in own if memory.kind == "research"]),
        _own_part("Answered questions", [memory for memory in own if memory.kind == "elicitation"]),
        _own_part("Learned in this spec", [memory for memory in own if memory.kind in ("learning", "convention")]),
    ]
    kept = [part._replace(command=part.command or command) for part in sections if part.rows or part.lines]
    head = story.summary(spec.slug, spec.title, spec.phase, spec.created, own, promised, clock.today())
    if not others:
        note = "; ".join(filter(None, ("no blocker or learning of another spec fits", note)))
    return Recalled(terms.IMPLEMENTATION, [*kept, *others], note, tuple(head))


def closing(root: str, here: str, spec: Spec) -> Recalled:
    """All memories of the spec, its promises compared with its results, and its story in order of time."""
    answer = looking(root, here, lambda look: (look.of_spec(spec.slug), look.note))
    own, note = (_own(root, here, spec.slug), answer) if isinstance(answer, str) else answer
    promised = story.promise(_documents(root, here, spec))
    began = min([memory.created for memory in own if memory.kind == "inception"], default=spec.created)
    lines, more = story.sentences(own, STEPS)
    command = f"memory-core context {typed(spec.slug)}"
    sections = [
        Part("Inception and outcome", [], 0, tuple(story.compared(own, promised, began, _ended(spec, own)))),
        Part("The story", [], more, tuple(lines), command),
    ]
    sections = [part for part in sections if part.lines]
    for space, memories in context_view.grouped(own).items():
        sections.append(_own_part(space.capitalize(), memories)._replace(command=command))
    head = (f"{spec.slug}: {story.counted(own)}",) if own else (f"{spec.slug}: nothing was kept of it",)
    return Recalled(terms.COMPLETED, sections, note, head)


def _planned(look: Look, slug: str) -> tuple[list[Part], str]:
    fits = look.fits(_SOUGHT, slug)
    works = fitting.like(fits, look.sizes())
    similar = _similar(look, fits, list(works))
    texts = {memory.id for memory, _ in similar.rows}
    fit = [each for each in _standing(look, fitting.fitting(fits, works)) if each.met.memory.id not in texts]
    sections = [
        similar,
        _part("Blockers that may come again", look, fit, "blocker"),
        _part("Learnings", look, fit, "learning"),
        _part("Research", look, fit, "research"),
        _part("Patterns of the team", look, fit, "convention"),
        _part("Decided there", look, fit, "decision"),
    ]
    return sections, look.note


def _standing(look: Look, fit: Iterable[Fit]) -> list[Fit]:
    """The fits with memories that still hold."""
    by = look.replaced()
    return [each for each in fit if not story.is_over(each.met.memory, by)]


def _elsewhere(look: Look, slug: str) -> list[Part]:
    """The blockers and learnings of other specs that are like this one."""
    fits = look.fits(_SOUGHT, slug)
    works = fitting.like(fits, look.sizes())
    fit = _standing(look, fitting.fitting(fits, works))
    sections = [
        _part("What blocked similar work", look, fit, "blocker"),
        _part("What similar work learned", look, fit, "learning", "convention"),
    ]
    return [part for part in sections if part.rows]


def _similar(look: Look, fits: Sequence[Fit], works: Sequence[str]) -> Part:
    """The specs that are like the plan: for each its inception and how it went."""
    rows = []
    for work in works[:SPECS]:
        known = look.of_spec(work)
        began = [memory for memory in known if memory.kind == "inception"]
        best = max((fit for fit in fits if fit.met.memory.scope.work == work), key=lambda fit: fit.points)
        first = began[0] if began else best.met.memory
        rows.append((first, f"{work}; how it went: {story.went(known)}"))
    return Part("Similar specs", rows, max(len(works) - SPECS, 0), (), "memory-core context SPEC")


def _part(title: str, look: Look, fit: Iterable[Fit], *kinds: str) -> Part:
    own = [each for each in fit if each.met.memory.kind in kinds and not story.is_deviation(each.met.memory)]
    shown = showing.shown(look.here, [each.met.memory for each in own[:ROWS]])
    rows = [(memory, _why(memory, fitting.why(match))) for memory, match in zip(shown, own, strict=False)]
    return Part(title, rows, max(len(own) - ROWS, 0), (), f"{_SHOWS} --type {kinds[0]}")


def _why(memory: Memory, fit: str) -> str:
    """Why a memory is shown; for a blocker also its resolution."""
    if memory.kind != "blocker":
        return fit
    settled = story.resolution(memory)
    back = deduplicate.settled(memory)
    text = f"open again, was settled on {back}" if back else f"resolved: {settled}" if settled else ""
    text = text or ("" if memory.status == "open" else memory.status)
    return "; ".join(filter(None, (fit, text)))


def _team(root: str, plan: str) -> list[Part]:
    """What other wings know about the plan: preferences of the user, guard rails."""
    return [Part(about.title, about.rows, 0, (), about.command) for about in wings.about(root, plan)]


def _documents(root: str, here: str, spec: Spec) -> dict[str, str]:
    """The documents of a spec in the session's own worktree, without secrets."""
    result = spec_folders.documents(places.worktree(root, here), spec)
    return {name: second_opinion.clean(text) for name, text in result.items()}


def _worded(documents: Mapping[str, str], slug: str) -> dict[str, Item]:
    """The decisions in the documents of a spec as they are worded now, by their keys."""
    return {item.key: item for item in read_documents.items(documents, slug) if item.kind == "decision" and item.key}


def _decisions(decided: Sequence[Memory], now: Mapping[str, Item]) -> Part:
    """The decisions of a spec in their newest wording; those in force first, newest first.

    A decision that is no longer in force comes with its successor.
    """
    by = story.replaced(decided)
    newest = sorted(decided, key=lambda each: (each.created, each.id), reverse=True)
    worded = [
        _reworded(memory, now[name])
        if (name := key_of(memory)) in now and not story.is_over(memory, by)
        else (memory, "")
        for memory in newest
    ]
    worded.sort(key=lambda row: story.is_over(row[0], by))
    rows = [
        (memory, _decided(memory, first, None if lifecycle.stands_apart(memory) else by.get(memory.id)))
        for memory, first in worded[:OFFERED]
    ]
    return Part("Decisions", rows, max(len(worded) - OFFERED, 0))


def _decided(memory: Memory, first: str, place: Memory | None) -> str:
    """The remarks on a decision: its first wording, its reason, its successor."""
    why = "; ".join(filter(None, (first, story.reason(memory))))
    if place is not None and memory.status != "rejected":
        return f"superseded by {place.id}: {place.summary}"
    return ": ".join(filter(None, (memory.status, why))) if lifecycle.is_over(memory.status) else why


def _reworded(memory: Memory, now: Item) -> tuple[Memory, str]:
    """(the memory as its document words it now, a remark with its first wording if that has changed)."""
    status = now.status if lifecycle.is_over(now.status) and lifecycle.holds(memory.status) else memory.status
    new = " ".join(now.summary.split())
    if outline.words(new) == outline.words(story.wording(memory)):
        return memory._replace(status=status), ""
    return memory._replace(summary=new, body=now.body, status=status), f"at first: {clip(memory.summary, _FIRST)}"


def _own_part(title: str, memories: Iterable[Memory]) -> Part:
    """Memories of the spec itself, newest first, each with its outcome."""
    newest = sorted(memories, key=lambda memory: (memory.created, memory.id), reverse=True)
    return Part(title, [(memory, _state(memory)) for memory in newest[:OFFERED]], max(len(newest) - OFFERED, 0))


def _state(memory: Memory) -> str:
    if memory.kind == "blocker":
        settled = story.resolution(memory)
        back = deduplicate.settled(memory)
        is_open = f"was settled on {back}" if back else ""
        return is_open if memory.status == "open" else f"resolved: {settled}" if settled else memory.status
    return story.reason(memory)


def _ended(spec: Spec, own: Sequence[Memory]) -> str:
    """The day on which a spec was closed; today if it is not closed."""
    closed = (
        [memory.created[:10] for memory in own if memory.kind == "retrospective"]
        if spec.phase == terms.COMPLETED
        else []
    )
    return max(closed, default=clock.today())


def _theme(spec: Spec, promised: story.Promise, own: Sequence[Memory]) -> str:
    """The subject of a spec for a search: its title, its goal, its inception."""
    began = [memory.summary for memory in own if memory.kind == "inception"][:1]
    parts = [spec.title or spec.slug.replace("-", " "), promised.goal, *began]
    return ". ".join(dict.fromkeys(part.strip(". ") for part in parts if part.strip()))[:LONGEST]


def _own(root: str, here: str, slug: str) -> list[Memory]:
    """The memories of a spec, read from the homes."""
    memories = [each for each in registry.read(root) if each.scope.work == slug]
    return sorted(showing.shown(here, memories), key=lambda memory: (memory.created, memory.id))
