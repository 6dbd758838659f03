"""What the files of a spec say that is worth keeping: documents in, items out.

Readers are tolerant of how people and other plugins write them. What a template has in the place of words is no item,
nor is what stands in code.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from memory_core.language import headings, markdown, outline
from memory_core.language.document import Outline, Section
from memory_core.language.expressions import Expressions
from memory_core.language.near_duplicate import containment
from memory_core.specs import changes, choices, diary, lessons, skeleton, tasks
from memory_core.specs import extract_items as said
from memory_core.specs.item import BODY, KEY, made
from memory_core.specs.spec import (
    ARCHITECTURE,
    DECISIONS,
    DOCUMENTS,
    PLAN,
    PROGRESS,
    README,
    REQUIREMENTS,
    RESEARCH,
    RETROSPECTIVE,
    Item,
)
from memory_core.specs.tasks import Task

_RE: Final = Expressions("spec/reading.txt")
_RETOLD: Final = ("blocker", "learning")
NEAR: Final = 0.8  # of the words of the shorter of two tellings: they tell one thing
FEW: Final = 100  # things of a kind that are compared with each other
_STATUS_OF: Final = {tasks.DONE: "resolved", tasks.SKIPPED: "rejected"}


def items(documents: Mapping[str, str], slug: str) -> list[Item]:
    """What these documents of the spec `slug` say, by the name of the document, each thing once.

    Tasks are among them whatever their state: those that are done are `resolved`, those that were skipped `rejected`.
    """
    outlines = {name: Outline.parse(documents[name]) for name in DOCUMENTS if documents.get(name, "").strip()}
    named = tasks.tasks(documents)
    result = [*_inception(documents, outlines, slug), *(_task(task) for task in named)]
    result += [_skipped(task) for task in named if task.state == tasks.SKIPPED]
    result += [_added(task) for task in named if task.added]
    result += [_blocked(task) for task in named if task.state == tasks.BLOCKED]
    for name, document in outlines.items():
        if name in (DECISIONS, ARCHITECTURE):
            result += choices.decisions(document, name)
        if name in (PROGRESS, PLAN, RETROSPECTIVE):
            result += said.deviations(document, name)
        if name == RESEARCH:
            result += said.research(document, name)
        if name == RETROSPECTIVE:
            result += _retrospective(document, documents, slug)
            result += lessons.lessons(document, said.headed(document))
        result += said.listed(document, name)
    phases = [phase for name in (PROGRESS, PLAN) if name in outlines for phase in diary.phases(outlines[name], name)]
    if PROGRESS in outlines:
        titles = {number: words for number, words, _ in phases}
        result += diary.items(outlines[PROGRESS], PROGRESS, said.elsewhere(outlines[PROGRESS]), titles)
    result += [done for _, _, done in phases if done]
    return _alike(_once(result))


def _once(found: list[Item]) -> list[Item]:
    """Each thing once, as it is told first, with what another telling has more; resolved where one of them says so."""
    known: dict[tuple[str, str], Item] = {}
    for item in found:
        one, name = item, (item.kind, item.key)
        if name in known and _is_another(one, known[name]):  # numbers begin anew
            one = one._replace(key=f"{one.key} {outline.words(one.summary)}"[:KEY].rstrip())
            name = one.kind, one.key
        old = known.setdefault(name, one)
        if old.status == "open" and one.status == "resolved":
            known[name] = one
        elif one.body and not old.body:  # a row of the tasks says that it was skipped, one of the deviations why
            known[name] = old._replace(body=one.body)
    return list(known.values())


def _is_another(item: Item, other: Item) -> bool:
    """Whether two things of one number are two: tasks of other words, records of which the words are far apart."""
    if item.key.startswith("task "):
        return item.summary != other.summary
    own, its = outline.words(item.summary), outline.words(other.summary)
    return item.key.startswith("adr ") and bool(own or its) and changes.near(own, its) < changes.RELATED


def _alike(found: list[Item]) -> list[Item]:
    """Each thing once, also where two documents tell it in words of their own; solved where one of them says so."""
    kept: list[Item] = []
    told: dict[str, list[tuple[set[str], int]]] = {}
    for item in found:
        sort = item.kind if item.kind in _RETOLD else "deviation" if item.tags else ""
        words = {word for word in outline.words(item.summary).split() if len(word) > 3} if sort else set()
        others = told.setdefault(sort, [])
        near = next((at for other, at in others if containment(words, other) >= NEAR), -1) if len(words) > 2 else -1
        if near < 0:
            if len(words) > 2 and len(others) < FEW:
                others.append((words, len(kept)))
            kept.append(item)
        elif kept[near].status == "open" and item.status == "resolved":
            body = item.body or item.summary
            kept[near] = kept[near]._replace(status=item.status, body=body)
    return kept


def _task(task: Task) -> Item:
    return made(
        "progress",
        f"task {task.key}",
        task.told,
        task.note,
        status=_STATUS_OF.get(task.state, "open"),
        place=task.place,
        line=task.line,
    )


def _skipped(task: Task) -> Item:
    text = f"{task.told} — skipped" + (f": {task.note}" if task.note else "")
    return made(
        "decision",
        f"deviation {task.key} skipped",
        text,
        place=task.place,
        line=task.line,
        tags=("deviation",),
    )


def _added(task: Task) -> Item:
    return made(
        "decision",
        f"deviation {task.key} added",
        f"{task.told} — {task.added}",
        place=task.place,
        line=task.line,
        tags=("deviation",),
    )


def _blocked(task: Task) -> Item:
    text = f"{task.told} is blocked" + (f": {task.note}" if task.note else "")
    return made("blocker", f"blocker task {task.key}", text, status="open", place=task.place, line=task.line)


def _inception(documents: Mapping[str, str], outlines: Mapping[str, Outline], slug: str) -> Iterator[Item]:
    """What the spec was begun for: the overview of its README, the problem that its requirements state, its limits."""
    title = skeleton.parsed(documents.get(README, "")).title
    if outline.is_nothing(title):
        title = slug.replace("-", " ")
    parts: list[tuple[str, str]] = []
    for name, heading in ((README, "Overview"), (REQUIREMENTS, "Problem")):
        document = outlines.get(name)
        text = _opening(document) if document else ""
        if text:
            parts.append((heading, text))
    if parts:
        head = outline.first_sentence(markdown.plain(parts[0][1]))
        parts += [part for name in (README, REQUIREMENTS, PLAN) if name in outlines for part in _limits(outlines[name])]
        body = "\n\n".join(f"## {heading}\n\n{text[: BODY // 2]}" for heading, text in parts)
        told = head if outline.words(head).startswith(outline.words(title)) else f"{title}: {head}"
        yield made("inception", "inception", told, body, place=README)


def _limits(document: Outline) -> Iterator[tuple[str, str]]:
    """The scope and the acceptance criteria that a document states: (heading, text)."""
    for section in document.sections:
        title = section.plain
        if section.level >= 2 and headings.is_for("spec", outline.words(title).lstrip("0123456789 "), "limits"):
            texts = [text for _, text in document.paragraphs(section)]
            texts += [f"- {entry.text}" for entry in document.entries(section)]
            if said := [each for each in texts if not outline.is_nothing(each)]:
                yield title, "\n".join(said)


def _opening(document: Outline) -> str:
    """The first words of a document that say what it is about: below its title, or below the problem."""
    wanted = [each for each in document.sections if _is_problem(each)]
    for section in (*wanted, *(each for each in document.sections[:2] if each.level < 2)):
        words = [text for _, text in document.paragraphs(section, deep=section in wanted)]
        words = [
            text for text in words if not (outline.is_nothing(text) or ":**" in text[:40] or _RE["meta"].match(text))
        ]
        if words:
            return "\n\n".join(words[:3])
    return ""


def _is_problem(section: Section) -> bool:
    return section.level >= 2 and headings.is_for("spec", section.name, "problem")


def _retrospective(document: Outline, documents: Mapping[str, str], slug: str) -> Iterator[Item]:
    """The retrospective as a whole: how it went, in the words of its own summary."""
    text = "\n".join(document.lines).strip()
    words = [one for section in document.sections for _, one in document.paragraphs(section)]
    points = [entry.text for section in document.sections for entry in document.entries(section)]
    spoken = [word for word in (*words, *points) if not outline.is_nothing(word)]
    if spoken:
        title = skeleton.parsed(documents.get(README, "")).title or slug
        head = outline.first_sentence(markdown.plain(spoken[0]))
        yield made("retrospective", "retrospective", f"Retrospective of {title}: {head}", text, place=RETROSPECTIVE)
