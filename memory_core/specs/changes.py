"""What a spec's files say that is not known yet: new, done, resolved, and what became of the plan."""

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

SINGLE: Final = ("inception", "retrospective")  # of which a spec has one
RELATED: Final = 0.3  # of the words of two wordings in common: under one name they are one thing
SAME: Final = 0.6  # under two names
FEW: Final = 400  # things that are compared with each other
MANY: Final = 8  # tasks that came or went: more is told as one change of the plan
GROWING: Final = ("decision", "research", "inception", "retrospective", "learning")  # kinds that grow with their files
_LIGHT: Final = stop_words.words("en") - near_duplicate.TURNS
_BECAME: Final = {"resolved": "is done", "rejected": "was skipped"}
_NO_CHANGE: Final = frozenset(("open", "active"))

Known = dict[str, list[str]]
"""Name of a thing to [the words of its summary, its status]."""


class Change(NamedTuple):
    """An item that is new, or that says something new of what is known."""

    item: Item
    known: str = ""  # the name under which it is known already
    over: tuple[str, str] = ("", "")  # the key and the words of the decision in whose place it was made
    grown: bool = False  # it is told otherwise than when it was read last


def name_of(kind: str, key: str) -> str:
    """The name of a thing in its spec."""
    return f"{kind} {key}"


def news(
    items: Sequence[Item], known: Known, *, is_last: bool = True, marks: dict[str, str] | None = None
) -> list[Change]:
    """What of the items is new; `known` then has them all. Of tasks only those that are done count.

    `marks` says of each name how it was told when it was read last: what is told otherwise now has grown.

    Another wording is nothing new, nor is another number; a blocker that is resolved now is, and a decision that was
    given up. A record that chooses something else now is a new decision in the place of the old one; it returns to an
    earlier choice where these are the last items that there are, for the way there is read more than once.
    """
    here = {outline.words(each.summary) for each in items}
    by_words = {(name.partition(" ")[0], said): name for name, (said, _) in known.items()}
    gone = [name for name, (said, _) in known.items() if said not in here]
    changes = []
    for item in items:
        if item.kind == "progress" and item.status != "resolved":
            continue
        one, said = item, outline.words(item.summary)
        old = by_words.get((one.kind, said), "") or _named(one, said, known, here) or _like(one, said, known, gone)
        past = _chosen_before(one, said, old, known, gone, is_last)
        over = past.partition(" ")[2], known[past][0] if past else ""
        if past:
            _put_aside(past, one, known)
        if past or not old or (_is_record(one, old) and _is_exchanged(said, known[old][0])):
            name = name_of(one.kind, one.key)
            if name in known:  # another thing had this number
                one = item._replace(key=aside(item.key, said))
                name = name_of(one.kind, one.key)
            known[name] = [said, one.status]
            by_words[one.kind, said] = name
            changes.append(Change(one, over=over))
            _is_grown(one, name, marks)
            continue
        status = known[old][1]
        if one.status != status and one.status not in _NO_CHANGE and one.kind in ("blocker", "decision"):
            known[old][1] = one.status
            changes.append(Change(one, old))
            _is_grown(one, old, marks)
        elif _is_grown(one, old, marks):
            changes.append(Change(one, old, grown=True))
        if old in gone:
            gone.remove(old)
            known[old][0] = said
            by_words[one.kind, said] = old
    return changes


def _is_grown(item: Item, name: str, marks: dict[str, str] | None) -> bool:
    """Whether a thing is told otherwise than when it was read last; `marks` then knows how it is told now."""
    if marks is None or item.kind not in GROWING or item.tags:
        return False
    mark = hashes.sha256(outline.words(f"{item.summary}\n{item.body}").encode("utf-8", "replace")).hexdigest()[:12]
    before, marks[name] = marks.get(name, mark), mark
    return before != mark


def added(item: Item, stands: str) -> str:
    """What an item says that a text does not say yet: its lines, below their headings; "" where that is nothing.

    A line in other words, of which all that tells something stands in one line of the text, is nothing new.
    """
    known = [near_duplicate.words(line) for line in stands.split("\n")[:FEW] if line.strip()]
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
    """The known decision in whose place a record was written that chooses something else, "" where there is none."""
    if item.status != "active" or not old or not _is_record(item, old):
        return ""
    name = name_of(item.kind, item.key)
    if known[old][0] == text:  # known by its words: it may be a choice that was given up, and is made again
        is_back = is_last and known[old][1] == "superseded" and name != old and name in gone
        return name if is_back and known[name][1] == "active" else ""
    return old if old in gone and known[old][1] == "active" and _is_exchanged(text, known[old][0]) else ""


def _put_aside(name: str, item: Item, known: Known) -> None:
    """Take a decision for given up; its name is free where the new one has it."""
    text = known[name][0]
    if name == name_of(item.kind, item.key):
        del known[name]
        name = name_of(item.kind, aside(item.key, text))
    known[name] = [text, "superseded"]


def aside(key: str, text: str) -> str:
    """What a thing is called whose name another one has now."""
    return f"{key} {text}"[:KEY].rstrip()


def _is_record(item: Item, name: str) -> bool:
    return item.key.startswith("adr ") and name.startswith("decision adr ")


def _is_exchanged(said: str, before: str) -> bool:
    """Whether something stands in the place of something else: a wording that only says more or less does not."""
    own, its = near_duplicate.words(said), near_duplicate.words(before)
    new, left = near_duplicate.content(own - its), near_duplicate.content(its - own)
    spelled = [(text, other) for text in new for other in left if _is_spelling(text, other)]
    new, left = new.difference(text for text, _ in spelled), left.difference(other for _, other in spelled)
    return bool(new and left) or near_duplicate.is_turned(said) != near_duplicate.is_turned(before)


def _is_spelling(text: str, other: str) -> bool:
    """Whether two words are one in two spellings; of numbers never."""
    if any(letter.isdigit() for letter in text + other):
        return False
    alike = max(len(text), len(other)) * 2 // 3
    return text[:alike] == other[:alike]


def _named(item: Item, text: str, known: Known, here: Iterable[str]) -> str:
    """The known thing of that name, where its words are near, or nothing else has them now."""
    name = name_of(item.kind, item.key)
    if name not in known:
        return ""
    old = known[name][0]
    return name if item.kind in SINGLE or near(text, old) >= RELATED or old not in here else ""


def _like(item: Item, text: str, known: Known, gone: Sequence[str]) -> str:
    """The known thing whose words are gone, and nearly those of this one."""
    if len(gone) > FEW:
        return ""
    best, name = SAME, ""
    for other in gone:
        share = near(text, known[other][0]) if other.startswith(f"{item.kind} ") else 0.0
        if share >= best:
            best, name = share, other
    return name


def near(text: str, other: str) -> float:
    """The share of their words that two wordings have in common, each as `outline.words` gives it."""
    return jaccard({*text.split()}, {*other.split()})


def planned(tasks: Iterable[Task]) -> list[list[str]]:
    """The tasks of a plan, to be compared with a later one: [key, words, as a line tells it]."""
    return [[task.key, outline.words(task.words), task.told] for task in tasks]


def is_cut(before: Sequence[Sequence[str]], now: Sequence[Sequence[str]]) -> bool:
    """Whether a plan is the beginning of what it was: a file that is only half written looks so."""
    return len(now) < len(before) and [each[1] for each in now] == [each[1] for each in before[: len(now)]]


def deviations(before: Sequence[Sequence[str]], now: Sequence[Sequence[str]]) -> list[Item]:
    """How a plan was changed: the tasks that were added and dropped since; another wording or number is no change."""
    added = _without(now, before)
    dropped = _without(before, now)
    for group in list(dropped):  # the same task in other words: under its number, or near them
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
    """The open blockers of tasks that go on by now: (name, what became of it)."""
    opening = name_of("blocker", "blocker task ")
    blocked = {name_of(item.kind, item.key) for item in items if item.kind == "blocker"}
    named = {item.key.removeprefix("task "): item for item in items if item.kind == "progress"}
    rows = []
    for name, (_, status) in known.items():
        task = named.get(name.removeprefix(opening)) if status == "open" and name.startswith(opening) else None
        if task is not None and name not in blocked:
            rows.append((name, f"{task.summary} {_BECAME.get(task.status, 'goes on')}."))
    return rows
