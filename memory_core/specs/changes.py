"""Compare the items of a spec's files with what is known: new items, resolved items, changes of the plan."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from memory_core.core.budget import how_many
from memory_core.core.light import hashes
from memory_core.language import near_duplicate, outline
from memory_core.language.light import stop_words
from memory_core.language.near_duplicate import jaccard
from memory_core.specs.item import KEY, made
from memory_core.specs.spec import Item
from memory_core.specs.tasks import Task

SINGLE: Final = ("inception", "retrospective")  # kinds of which a spec has one item
RELATED: Final = 0.3  # share of common words from which two items with one name are the same
SAME: Final = 0.6  # under two names
FEW: Final = 400  # items that are compared with each other
MANY: Final = 8  # tasks that were added or dropped; more of them become one item
GROWING: Final = ("decision", "research", "inception", "retrospective", "learning")  # kinds that grow with their files
_LIGHT: Final = stop_words.words("en") - near_duplicate.TURNS
_BECAME: Final = {"resolved": "is done", "rejected": "was skipped"}
_NO_CHANGE: Final = frozenset(("open", "active"))

Known = dict[str, list[str]]
"""Name of an item to [the words of its summary, its status]."""


class Change(NamedTuple):
    """An item that is new, or that changes a known item."""

    item: Item
    known: str = ""  # the name under which it is known already
    over: tuple[str, str] = ("", "")  # (key, words of the summary) of the decision that it supersedes
    grown: bool = False  # its text differs from the text at the last reading


def name_of(kind: str, key: str) -> str:
    """The name of an item in its spec: its kind and its key."""
    return f"{kind} {key}"


def news(
    items: Sequence[Item], known: Known, *, is_last: bool = True, marks: dict[str, str] | None = None
) -> list[Change]:
    """The changes in `items` against `known`, which is updated. Of the tasks, only completed tasks count.

    `marks` maps a name to a hash of its last text; an item with another hash has grown. It is updated too.

    Another wording or another number is no change; a blocker that is resolved now is a change, and so is a decision
    that was given up. A record that now chooses something else is a new decision that supersedes the old one. A return
    to an earlier choice counts only if `is_last` is true: earlier versions of a document are read more than once.
    """
    here = {outline.words(each.summary) for each in items}
    by_words = {(name.partition(" ")[0], text): name for name, (text, _) in known.items()}
    gone = [name for name, (text, _) in known.items() if text not in here]
    changes = []
    for item in items:
        if item.kind == "progress" and item.status != "resolved":
            continue
        current, text = item, outline.words(item.summary)
        old = (
            by_words.get((current.kind, text), "")
            or _named(current, text, known, here)
            or _like(current, text, known, gone)
        )
        past = _chosen_before(current, text, old, known, gone, is_last)
        over = past.partition(" ")[2], known[past][0] if past else ""
        if past:
            _put_aside(past, current, known)
        if past or not old or (_is_record(current, old) and _is_exchanged(text, known[old][0])):
            name = name_of(current.kind, current.key)
            if name in known:  # another item had this number
                current = item._replace(key=aside(item.key, text))
                name = name_of(current.kind, current.key)
            known[name] = [text, current.status]
            by_words[current.kind, text] = name
            changes.append(Change(current, over=over))
            _is_grown(current, name, marks)
            continue
        status = known[old][1]
        if current.status != status and current.status not in _NO_CHANGE and current.kind in ("blocker", "decision"):
            known[old][1] = current.status
            changes.append(Change(current, old))
            _is_grown(current, old, marks)
        elif _is_grown(current, old, marks):
            changes.append(Change(current, old, grown=True))
        if old in gone:
            gone.remove(old)
            known[old][0] = text
            by_words[current.kind, text] = old
    return changes


def _is_grown(item: Item, name: str, marks: dict[str, str] | None) -> bool:
    """Whether the text of an item differs from its text at the last reading; updates `marks`."""
    if marks is None or item.kind not in GROWING or item.tags:
        return False
    mark = hashes.sha256(outline.words(f"{item.summary}\n{item.body}").encode("utf-8", "replace")).hexdigest()[:12]
    before, marks[name] = marks.get(name, mark), mark
    return before != mark


def added(item: Item, text: str) -> str:
    """The lines of an item, with their headings, that `text` does not contain yet; "" if there are none.

    A line counts as contained if all its content words are in one line of `text`.
    """
    known = [near_duplicate.words(line) for line in text.split("\n")[:FEW] if line.strip()]
    texts: list[str] = []
    heading = ""
    for line in (*item.body.split("\n")[:FEW], item.summary):
        words = near_duplicate.words(line) - _LIGHT
        if line.startswith("#"):
            heading = line
        elif words and all(near_duplicate.content(words - group) for group in known):
            texts += [f"\n{heading}\n", line] if heading else [line]
            heading = ""
            known.append(words)
    return "\n".join(texts).strip()


def _chosen_before(item: Item, text: str, old: str, known: Known, gone: list[str], is_last: bool) -> str:
    """The name of the known decision that a record with another choice supersedes; "" if there is none."""
    if item.status != "active" or not old or not _is_record(item, old):
        return ""
    name = name_of(item.kind, item.key)
    if known[old][0] == text:  # known by its words; it may be a choice that returns
        is_back = is_last and known[old][1] == "superseded" and name != old and name in gone
        return name if is_back and known[name][1] == "active" else ""
    return old if old in gone and known[old][1] == "active" and _is_exchanged(text, known[old][0]) else ""


def _put_aside(name: str, item: Item, known: Known) -> None:
    """Mark a decision as superseded; if the new decision has the same name, the old one gets another name."""
    text = known[name][0]
    if name == name_of(item.kind, item.key):
        del known[name]
        name = name_of(item.kind, aside(item.key, text))
    known[name] = [text, "superseded"]


def aside(key: str, text: str) -> str:
    """The key of an item that lost its own key to another item."""
    return f"{key} {text}"[:KEY].rstrip()


def _is_record(item: Item, name: str) -> bool:
    return item.key.startswith("adr ") and name.startswith("decision adr ")


def _is_exchanged(now: str, before: str) -> bool:
    """Whether something replaces something else; a wording that only adds or only drops words does not count."""
    now_words, before_words = near_duplicate.words(now), near_duplicate.words(before)
    new, left = near_duplicate.content(now_words - before_words), near_duplicate.content(before_words - now_words)
    spelled = [(text, other) for text in new for other in left if _is_spelling(text, other)]
    new, left = new.difference(text for text, _ in spelled), left.difference(other for _, other in spelled)
    return bool(new and left) or near_duplicate.is_turned(now) != near_duplicate.is_turned(before)


def _is_spelling(text: str, other: str) -> bool:
    """Whether two words are two spellings of the same word; never true for numbers."""
    if any(letter.isdigit() for letter in text + other):
        return False
    alike = max(len(text), len(other)) * 2 // 3
    return text[:alike] == other[:alike]


def _named(item: Item, text: str, known: Known, here: Iterable[str]) -> str:
    """The name of the known item with the same name, if its words are near or no item has its words now; else ""."""
    name = name_of(item.kind, item.key)
    if name not in known:
        return ""
    old = known[name][0]
    return name if item.kind in SINGLE or near(text, old) >= RELATED or old not in here else ""


def _like(item: Item, text: str, known: Known, gone: Sequence[str]) -> str:
    """The name of the known item that is gone and has nearly the same words; "" if there is none."""
    if len(gone) > FEW:
        return ""
    best, name = SAME, ""
    for other in gone:
        share = near(text, known[other][0]) if other.startswith(f"{item.kind} ") else 0.0
        if share >= best:
            best, name = share, other
    return name


def near(text: str, other: str) -> float:
    """The share (0 to 1) of the words that two texts have in common; both as `outline.words` returns them."""
    return jaccard({*text.split()}, {*other.split()})


def planned(tasks: Iterable[Task]) -> list[list[str]]:
    """The tasks of a plan as rows [key, words, label], to be compared with a later plan."""
    return [[task.key, outline.words(task.words), task.label] for task in tasks]


def is_cut(before: Sequence[Sequence[str]], now: Sequence[Sequence[str]]) -> bool:
    """Whether a plan is a mere beginning of the earlier plan, as in a file that is only half written."""
    return len(now) < len(before) and [each[1] for each in now] == [each[1] for each in before[: len(now)]]


def deviations(before: Sequence[Sequence[str]], now: Sequence[Sequence[str]]) -> list[Item]:
    """The changes of a plan as items: tasks that were added or dropped; another wording or number is no change."""
    added = _without(now, before)
    dropped = _without(before, now)
    for group in list(dropped):  # the same task in other words: with its number, or with similar words
        other = next((new for new in added if new[0] == group[0] or near(new[1], group[1]) >= SAME), None)
        if other is not None:
            added.remove(other)
            dropped.remove(group)
    if len(added) + len(dropped) > MANY:
        rows = [f"- added: {each[2]}" for each in added] + [f"- dropped: {each[2]}" for each in dropped]
        text = f"The plan was reworked: {how_many(len(added), 'task')} added, {len(dropped)} dropped, {len(now)} in all"
        key = f"deviation reworked {len(before)} {len(now)}"
        return [made("decision", key, text, "\n".join(rows), tags=("deviation",))]
    return [_deviation(each, "added") for each in added] + [_deviation(each, "dropped") for each in dropped]


def _without(these: Sequence[Sequence[str]], those: Sequence[Sequence[str]]) -> list[Sequence[str]]:
    words = {group[1] for group in those}
    return [group for group in these if group[1] not in words]


def _deviation(task: Sequence[str], what: str) -> Item:
    return made("decision", f"deviation {task[0]} {what}", f"{task[2]} — {what}", tags=("deviation",))


def settled(known: Known, items: Iterable[Item]) -> list[tuple[str, str]]:
    """The open blockers of tasks that are no longer blocked: (name, what became of the task)."""
    opening = name_of("blocker", "blocker task ")
    blocked = {name_of(item.kind, item.key) for item in items if item.kind == "blocker"}
    named = {item.key.removeprefix("task "): item for item in items if item.kind == "progress"}
    rows = []
    for name, (_, status) in known.items():
        task = named.get(name.removeprefix(opening)) if status == "open" and name.startswith(opening) else None
        if task is not None and name not in blocked:
            rows.append((name, f"{task.summary} {_BECAME.get(task.status, 'goes on')}."))
    return rows
