"""Read the documents of a spec and return the items that are worth keeping.

The readers accept many ways of writing. Placeholders of templates and text in code are no items.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from memory_core.language import headings, markdown, outline
from memory_core.language.document import Outline, Section
from memory_core.language.expressions import Expressions
from memory_core.language.near_duplicate import containment
from memory_core.specs import changes, choices, diary, extract_items, lessons, skeleton, tasks
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
NEAR: Final = 0.8  # share of the words of the shorter text from which two texts are the same item
FEW: Final = 100  # items of a kind that are compared with each other
_STATUS_OF: Final = {tasks.DONE: "resolved", tasks.SKIPPED: "rejected"}


def items(documents: Mapping[str, str], slug: str) -> list[Item]:
    """The items in the documents (name to text) of the spec `slug`, each once.

    Tasks are included in any state: `resolved` if done, `rejected` if skipped, else `open`.
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
            result += extract_items.deviations(document, name)
        if name == RESEARCH:
            result += extract_items.research(document, name)
        if name == RETROSPECTIVE:
            result += _retrospective(document, documents, slug)
            result += lessons.lessons(document, extract_items.headed(document))
        result += extract_items.listed(document, name)
    phases = [phase for name in (PROGRESS, PLAN) if name in outlines for phase in diary.phases(outlines[name], name)]
    if PROGRESS in outlines:
        titles = {number: words for number, words, _ in phases}
        result += diary.items(outlines[PROGRESS], PROGRESS, extract_items.elsewhere(outlines[PROGRESS]), titles)
    result += [done for _, _, done in phases if done]
    return _alike(_once(result))


def _once(extracted: list[Item]) -> list[Item]:
    """Each item once, with the body that a later duplicate adds; resolved if any duplicate is resolved."""
    known: dict[tuple[str, str], Item] = {}
    for item in extracted:
        current, name = item, (item.kind, item.key)
        if name in known and _is_another(current, known[name]):  # the numbers start again
            current = current._replace(key=f"{current.key} {outline.words(current.summary)}"[:KEY].rstrip())
            name = current.kind, current.key
        old = known.setdefault(name, current)
        if old.status == "open" and current.status == "resolved":
            known[name] = current
        elif current.body and not old.body:  # a task row has the state "skipped", a deviation row the reason
            known[name] = old._replace(body=current.body)
    return list(known.values())


def _is_another(item: Item, other: Item) -> bool:
    """Whether two items with one number differ: tasks with other words, or records with few words in common."""
    if item.key.startswith("task "):
        return item.summary != other.summary
    first, second = outline.words(item.summary), outline.words(other.summary)
    return item.key.startswith("adr ") and bool(first or second) and changes.near(first, second) < changes.RELATED


def _alike(extracted: list[Item]) -> list[Item]:
    """Each item once, even if two documents word it differently; resolved if any of its wordings is resolved."""
    kept: list[Item] = []
    groups: dict[str, list[tuple[set[str], int]]] = {}
    for item in extracted:
        sort = item.kind if item.kind in _RETOLD else "deviation" if item.tags else ""
        words = {word for word in outline.words(item.summary).split() if len(word) > 3} if sort else set()
        others = groups.setdefault(sort, [])
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
        task.label,
        task.note,
        status=_STATUS_OF.get(task.state, "open"),
        place=task.place,
        line=task.line,
    )


def _skipped(task: Task) -> Item:
    text = f"{task.label} — skipped" + (f": {task.note}" if task.note else "")
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
        f"{task.label} — {task.added}",
        place=task.place,
        line=task.line,
        tags=("deviation",),
    )


def _blocked(task: Task) -> Item:
    text = f"{task.label} is blocked" + (f": {task.note}" if task.note else "")
    return made("blocker", f"blocker task {task.key}", text, status="open", place=task.place, line=task.line)


def _inception(documents: Mapping[str, str], outlines: Mapping[str, Outline], slug: str) -> Iterator[Item]:
    """The purpose of the spec: the overview of its README, the problem in its requirements, its limits."""
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
        summary = head if outline.words(head).startswith(outline.words(title)) else f"{title}: {head}"
        yield made("inception", "inception", summary, body, place=README)


def _limits(document: Outline) -> Iterator[tuple[str, str]]:
    """The scope and the acceptance criteria in a document: (heading, text)."""
    for section in document.sections:
        title = section.plain
        if section.level >= 2 and headings.is_for("spec", outline.words(title).lstrip("0123456789 "), "limits"):
            texts = [text for _, text in document.paragraphs(section)]
            texts += [f"- {entry.text}" for entry in document.entries(section)]
            if filled := [each for each in texts if not outline.is_nothing(each)]:
                yield title, "\n".join(filled)


def _opening(document: Outline) -> str:
    """The first paragraphs of a document that describe its subject: below `Problem`, else below its title."""
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
    """The whole retrospective as an item; its summary is the first sentence."""
    text = "\n".join(document.lines).strip()
    words = [paragraph for section in document.sections for _, paragraph in document.paragraphs(section)]
    points = [entry.text for section in document.sections for entry in document.entries(section)]
    spoken = [word for word in (*words, *points) if not outline.is_nothing(word)]
    if spoken:
        title = skeleton.parsed(documents.get(README, "")).title or slug
        head = outline.first_sentence(markdown.plain(spoken[0]))
        yield made("retrospective", "retrospective", f"Retrospective of {title}: {head}", text, place=RETROSPECTIVE)
