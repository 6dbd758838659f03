"""Summarise a spec from its memories: promises and results, how it went, its story in order of time."""

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from memory_core.core.budget import clip, few, how_many
from memory_core.core.light import lifecycle
from memory_core.core.memory import Memory
from memory_core.core.timestamps import days_between
from memory_core.language import headings, markdown, outline
from memory_core.language.document import Outline
from memory_core.specs import tasks as tick
from memory_core.specs.spec import PLAN, README, REQUIREMENTS
from memory_core.specs.tasks import Task

LINE: Final = 170  # characters of a sentence
_FEW: Final = 90  # characters of a remark
_SENTENCE: Final = 5  # words of a full sentence
_SAME: Final = 60  # characters by which a sentence is recognised as a copy of the summary
_NAMED: Final = 3  # names in a list before the rest is counted
_OUTCOMES: Final = ("success", "partial", "failed", "cancelled")
_GOALS: Final = headings.words("spec", "goals")
_CRITERIA: Final = headings.words("spec", "criteria")
_REASONS: Final = headings.words("spec", "reasons")

# The verb of each kind, and its weight in the story.
_VERBS: Final[Mapping[str, tuple[str, int]]] = {
    "inception": ("It began", 9), "retrospective": ("Looking back", 9), "deviation": ("The plan changed", 8),
    "blocker": ("Blocked", 7), "resolved": ("Unblocked", 7), "decision": ("Decided", 6), "learning": ("Learned", 5),
    "convention": ("Became a pattern", 5), "review": ("Reviewed", 4), "research": ("Found out", 4),
    "elicitation": ("Asked and answered", 3), "error": ("Failed", 3), "progress": ("Done", 2),
    "dropped": ("Left undone", 2),
}  # fmt: skip
_WORDED: Final[Mapping[str, tuple[str, str]]] = {
    "progress": ("task done", "tasks done"), "research": ("finding", "findings"),
    "elicitation": ("answer", "answers"), "convention": ("pattern", "patterns"),
}  # fmt: skip
_OTHER: Final = ("Noted", 1)
_TOGETHER: Final = {"progress": "tasks", "review": "findings"}
_ORDER: Final = tuple(_VERBS)


class Step(NamedTuple):
    """An event."""

    at: str  # moment
    kind: str  # of `_VERBS`
    words: str
    id: str
    many: int = 1


class Promise(NamedTuple):
    """What the documents of a spec promise, and the current state of it."""

    goal: str = ""
    criteria: tuple[tuple[str, bool], ...] = ()  # words, and whether it is ticked
    planned: tuple[Task, ...] = ()  # tasks of the plan, in their current state
    added: tuple[Task, ...] = ()  # tasks that were not planned

    @property
    def tasks(self) -> tuple[Task, ...]:
        """The planned and the added tasks."""
        return self.planned + self.added


def is_deviation(memory: Memory) -> bool:
    """Whether a memory describes a change of the plan (C-13)."""
    return memory.kind == "decision" and "deviation" in memory.tags


def wording(memory: Memory) -> str:
    """The text of a memory on one line; from its body if its summary was clipped."""
    text = memory.summary.removesuffix("…")
    if text == memory.summary:
        return text
    first = " ".join(memory.body.strip().partition("\n\n")[0].split())
    return first if first.startswith(text) else memory.summary


def replaced(memories: Iterable[Memory]) -> dict[str, Memory]:
    """The id of each superseded memory to its successor; its own status often lacks this."""
    every = {memory.id: memory for memory in memories if not lifecycle.stands_apart(memory)}
    return {old: every[new] for old, new in lifecycle.successors(every.values()).items() if new in every}


def is_done(memory: Memory) -> bool:
    """Whether a memory describes a completed task; open and dropped tasks are kept too."""
    return memory.kind == "progress" and (memory.status != "open" and not lifecycle.is_over(memory.status))


def is_over(memory: Memory, by: Container[str] = ()) -> bool:
    """Whether a memory no longer holds: rejected, superseded, or superseded by one of `by`."""
    return lifecycle.is_over(memory.status) or (memory.id in by and not lifecycle.stands_apart(memory))


def promise(documents: Mapping[str, str]) -> Promise:
    """What a spec's documents promise."""
    read = [Outline.parse(documents.get(name, "")) for name in (REQUIREMENTS, README, PLAN)]
    goal = next((text for each in read[:2] for name in _GOALS if (text := _opening(each, name))), "")
    goal = goal or _begins(read[1])
    criteria = next((rows for each in read for name in _CRITERIA if (rows := _ticked(each, name))), ())
    plan = tick.tasks({PLAN: documents.get(PLAN, "")})
    known = {each.id.casefold() for each in plan if each.id} | {outline.words(each.words) for each in plan}
    planned: list[Task] = []
    added: list[Task] = []
    for task in tick.tasks(documents):
        was = not plan or task.id.casefold() in known or outline.words(task.words) in known
        (planned if was else added).append(task)
    return Promise(goal, criteria, tuple(planned), tuple(added))


def compared(memories: Sequence[Memory], promised: Promise, began: str, today: str) -> list[str]:
    """The promises compared with the results, one sentence each (CS-US-014)."""
    inceptions = [memory for memory in memories if memory.kind == "inception"]
    goal = promised.goal or (inceptions[0].summary if inceptions else "")
    lines = [f"Promised: {clip(goal, LINE)}"] if goal else ["Promised: nothing is written down"]
    if promised.criteria:
        met = sum(ticked for _, ticked in promised.criteria)
        left = [words for words, ticked in promised.criteria if not ticked]
        text = f"{met} of {len(promised.criteria)} ticked" if met else f"{len(promised.criteria)} written, none ticked"
        lines.append(f"Success criteria: {text}{_named('; not', left) if met else _named(':', left)}")
    lines.append(_of_tasks(promised, memories))
    changed = [memory.summary for memory in memories if is_deviation(memory)]
    lines.append(f"Deviations: {len(changed)}{_named(':', changed)}" if changed else "Deviations: none")
    blocked = [memory for memory in memories if memory.kind == "blocker"]
    open_ = [memory.summary for memory in blocked if memory.status == "open"]
    if blocked:
        lines.append(f"Blockers: {len(blocked)}, {len(open_)} open{_named(':', open_)}")
    decided = [memory for memory in memories if memory.kind == "decision" and not is_deviation(memory)]
    by = replaced(memories)
    over = sum(is_over(memory, by) for memory in decided)
    if decided:
        lines.append(f"Decisions: {len(decided)}" + (f", {over} of them no longer in force" if over else ""))
    if began:
        lines.append(f"From {began[:10]} to {today[:10]}: {_days(days_between(began, today))}")
    return lines


def summary(slug: str, title: str, phase: str, began: str, memories: Sequence[Memory], promised: Promise,
            today: str) -> list[str]:  # fmt: skip
    """Two to four lines on the current state of a spec (CS-US-013)."""
    days = days_between(began, today)
    age = f", {_days(days)} old" if days > 0 else ""
    name = f"{slug}: {clip(title, _FEW)}" if title and title != slug else slug
    lines = [f"{name} ({phase}{age})"]
    texts = [memory.summary for memory in memories if memory.kind == "inception"]
    goal = promised.goal or (texts[0] if texts else "")
    if goal and outline.words(goal) != outline.words(title):
        lines.append(f"Goal: {clip(goal, LINE)}")
    if memories:
        lines.append(f"Known: {counted(memories)}; the newest of {max(memory.created for memory in memories)[:10]}")
    if promised.tasks:
        done = sum(task.state == tick.DONE for task in promised.tasks)
        todo = next((task for task in open_tasks(promised) if task.state != tick.BLOCKED), None)
        coming = f"; next: {clip(f'{todo.id} {todo.words}', _FEW)}" if todo else ""
        lines.append(f"Tasks: {done} of {len(promised.tasks)} done{coming}")
    return lines


def open_tasks(promised: Promise) -> list[Task]:
    """The tasks that are left; started ones first, then blocked ones."""
    left = [task for task in promised.tasks if task.state not in (tick.DONE, tick.SKIPPED)]
    rank = {tick.STARTED: 0, tick.BLOCKED: 1}
    return sorted(left, key=lambda task: rank.get(task.state, 2))


def task_line(task: Task) -> str:
    """An open task as a line."""
    state = f" ({task.state}{f': {task.note}' if task.note else ''})" if task.state != tick.OPEN else ""
    return clip(f"{task.id} {task.words}{state}", LINE)


def counted(memories: Sequence[Memory]) -> str:
    """The number of memories of each kind, in words."""
    many: dict[str, int] = {}
    by = replaced(memories)
    for memory in memories:
        kind = "deviation" if is_deviation(memory) else memory.kind
        kind = "open blocker" if kind == "blocker" and memory.status == "open" else kind
        kind = kind if kind != "progress" or is_done(memory) else "open or dropped task"
        is_rejected = memory.status in (lifecycle.REJECTED, lifecycle.EXPIRED)
        kind = "replaced decision" if kind == "decision" and is_over(memory, by) and not is_rejected else kind
        many[kind] = many.get(kind, 0) + 1
    order = sorted(many, key=lambda kind: (_order(kind.split()[-1]), kind))
    return ", ".join(f"{many[kind]:,} {_plural(kind, many[kind])}" for kind in order)


def went(memories: Sequence[Memory], phase: str = "") -> str:
    """How a spec went, in a few words: its retrospective, else counts of its memories."""
    back = [memory for memory in memories if memory.kind == "retrospective" and memory.status != "superseded"]
    begun = [memory.created for memory in memories if memory.kind == "inception"] or [
        memory.created for memory in memories
    ]
    if back:
        last = max(back, key=lambda memory: (memory.created, memory.id))
        days = days_between(min(begun), last.created)
        about = ", ".join(part for part in (_outcome(last), f"after {_days(days)}" if days > 0 else "") if part)
        return f"{about}: {clip(last.summary, _FEW + 30)}" if about else clip(last.summary, _FEW + 30)
    done = sum(map(is_done, memories))
    blocked = sum(memory.kind == "blocker" for memory in memories)
    open_ = sum(memory.kind == "blocker" and memory.status == "open" for memory in memories)
    parts = [phase] if phase else []
    parts += [f"{done} {_plural('task', done)} done"] if done else []
    parts += [f"{blocked} {_plural('blocker', blocked)}, {open_} open"] if blocked else []
    return "; ".join([*parts, "no retrospective yet"])


def resolution(memory: Memory) -> str:
    """The resolution of a blocker, one or two sentences; "" if there is none."""
    if memory.status == "open":
        return ""
    body = Outline.parse(memory.body)
    texts = [body.raw(section) for section in body.sections if headings.is_for("spec", section.name, "resolution")]
    if not texts and len(body.sections) == 1:  # journal: the last paragraph
        texts = [part for part in memory.body.split("\n\n") if part.strip()]
    return clip(markdown.plain(texts[-1]), LINE) if texts else ""


def reason(memory: Memory) -> str:
    """The reason of a decision or the first sentence about it; "" if there is none."""
    body = Outline.parse(memory.body)
    text = next((text for name in _REASONS if (text := _opening(body, name))), "") or _begins(body)
    result, known = outline.words(text), outline.words(memory.summary)
    return "" if result in known or result.startswith(known[:_SAME]) else clip(text, _FEW + 30)


def steps(memories: Sequence[Memory]) -> list[Step]:
    """The events in order of time; the order of the memories does not matter."""
    result = []
    by = replaced(memories)
    for memory in memories:
        kind = "deviation" if is_deviation(memory) else memory.kind
        if kind == "progress" and not is_done(memory):
            if memory.status == "open":
                continue  # no event yet
            kind = "dropped"
        words = clip(wording(memory), LINE)
        if kind == "decision" and is_over(memory, by):
            end = "rejected" if memory.status == "rejected" else "later replaced"
            words = f"{clip(wording(memory), LINE - 30)} ({end})"
        if kind == "blocker" and memory.status == "open":
            words = f"{clip(wording(memory), LINE - 30)} (still open)"
        result.append(Step(memory.created, kind, words, memory.id))
        if kind == "blocker" and memory.status == "resolved":
            settled = resolution(memory)
            words = f"{clip(wording(memory), _FEW)}: {clip(settled, _FEW)}" if settled else clip(wording(memory), LINE)
            result.append(Step(max(memory.updated, memory.created), "resolved", words, memory.id))
    result.sort(key=lambda step: (step.at, _order(step.kind), step.words, step.id))
    return result


def sentences(memories: Sequence[Memory], most: int) -> tuple[list[str], int]:
    """(the story in order of time, at most `most` sentences; the number of events that are left out).

    Tasks of one day share a sentence; if the story is still too long, minor events are left out, evenly.
    """
    every = _together(steps(memories))
    kept = _chosen(every, most)
    return [_sentence(each) for each in kept], sum(each.many for each in every) - sum(each.many for each in kept)


def _together(events: Sequence[Step]) -> list[Step]:
    """The events; consecutive tasks, or findings of reviews, of one day are joined."""
    result: list[Step] = []
    for step in events:
        last = result[-1] if result else None
        if last and step.kind in _TOGETHER and step.kind == last.kind and step.at[:10] == last.at[:10]:
            result[-1] = last._replace(words=clip(f"{last.words}; {step.words}", LINE), many=last.many + 1)
        else:
            result.append(step)
    return result


def _chosen(every: Sequence[Step], most: int) -> list[Step]:
    if len(every) <= most:
        return list(every)
    kept = {0, len(every) - 1}
    for weight in sorted({_VERBS.get(step.kind, _OTHER)[1] for step in every}, reverse=True):
        own = [at for at, step in enumerate(every) if _VERBS.get(step.kind, _OTHER)[1] == weight and at not in kept]
        room = most - len(kept)
        if len(own) > room:
            kept |= {own[(2 * at + 1) * len(own) // (2 * room)] for at in range(room)}
            break
        kept |= {*own}
    return [every[at] for at in sorted(kept)][: max(most, 1)]


def _sentence(step: Step) -> str:
    verb = _VERBS.get(step.kind, _OTHER)[0]
    number = f" ({step.many} {_TOGETHER[step.kind]})" if step.many > 1 else ""
    return f"{step.at[:10] or 'once'} {verb}{number}: {step.words}"


def _of_tasks(promised: Promise, memories: Iterable[Memory]) -> str:
    """The sentence on the planned tasks: done, skipped, left, added."""
    if not promised.tasks:
        done = sum(map(is_done, memories))
        return f"Tasks: the spec has no tasks; {how_many(done, 'memory')} of what was done"
    own = promised.planned
    every = (tick.OPEN, tick.STARTED, tick.BLOCKED, tick.DONE, tick.SKIPPED)
    states = {state: [task for task in own if task.state == state] for state in every}
    left = states[tick.OPEN] + states[tick.STARTED] + states[tick.BLOCKED]
    parts = [f"{len(own)} planned", f"{len(states[tick.DONE])} done"]
    if states[tick.SKIPPED]:
        parts.append(f"{len(states[tick.SKIPPED])} skipped{_named(':', map(_task, states[tick.SKIPPED]))}")
    if left:
        parts.append(f"{len(left)} left{_named(':', map(_task, left))}")
    if promised.added:
        parts.append(f"{len(promised.added)} added{_named(':', map(_task, promised.added))}")
    return f"Tasks: {', '.join(parts)}"


def _task(task: Task) -> str:
    return f"{task.id} {task.words}".strip()


def _named(lead: str, words: Iterable[str]) -> str:
    """The first of these words after a lead, and how many more there are; "" if there are none."""
    every = list(words)
    if not every:
        return ""
    return f"{lead} {few([clip(text, _FEW) for text in every], _NAMED, '; ')}"


def _outcome(memory: Memory) -> str:
    extra = memory.attrs.get("extra", {})
    texts = [str(extra.get("outcome", "")) if isinstance(extra, Mapping) else "", *memory.tags]
    return next((word for word in texts if word in _OUTCOMES), "")


def _opening(document: Outline, name: str) -> str:
    """The first sentence below a heading with that name; "" if there is none."""
    for section in document.sections:
        if section.level and section.name == name:
            texts = [text for _, text in document.paragraphs(section, deep=True)]
            texts += [entry.text for entry in document.entries(section, deep=True)]
            result = next((text for text in texts if not outline.is_nothing(text)), "")
            if result:
                return clip(outline.first_sentence(markdown.plain(result)), LINE)
    return ""


def _begins(document: Outline) -> str:
    """The first full sentence of a document; "" if there is none."""
    for section in document.sections[:3]:
        for _, text in document.paragraphs(section):
            result = outline.first_sentence(markdown.plain(text))
            if len(result.split()) >= _SENTENCE and not outline.is_nothing(result):
                return clip(result, LINE)
    return ""


def _ticked(document: Outline, name: str) -> tuple[tuple[str, bool], ...]:
    """The entries of the lists below the first heading with that name, and whether each is ticked."""
    sections = [each for each in document.sections if each.level and each.name == name]
    rows = [row for section in sections[:1] for row in document.entries(section, deep=True)]
    return tuple((markdown.plain(row.text), row.box in ("x", "X")) for row in rows if not outline.is_nothing(row.text))


def _order(kind: str) -> int:
    return _ORDER.index(kind) if kind in _ORDER else len(_ORDER)


def _plural(kind: str, many: int) -> str:
    if kind in _WORDED:
        return _WORDED[kind][many > 1]
    return kind if many == 1 else f"{kind}s"


def _days(number: int) -> str:
    return how_many(max(number, 0), "day", "0")
