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
    here = {outline.words(one.summary) for one in items}
    by_words = {(name.partition(" ")[0], said): name for name, (said, _) in known.items()}
    gone = [name for name, (said, _) in known.items() if said not in here]
    found = []
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
            found.append(Change(one, over=over))
            _is_grown(one, name, marks)
            continue
        status = known[old][1]
        if one.status != status and one.status not in _NO_CHANGE and one.kind in ("blocker", "decision"):
            known[old][1] = one.status
            found.append(Change(one, old))
            _is_grown(one, old, marks)
        elif _is_grown(one, old, marks):
            found.append(Change(one, old, grown=True))
        if old in gone:
            gone.remove(old)
            known[old][0] = said
            by_words[one.kind, said] = old
    return found


def _is_grown(one: Item, name: str, marks: dict[str, str] | None) -> bool:
    """Whether a thing is told otherwise than when it was read last; `marks` then knows how it is told now."""
    if marks is None or one.kind not in GROWING or one.tags:
        return False
    mark = hashes.sha256(outline.words(f"{one.summary}\n{one.body}").encode("utf-8", "replace")).hexdigest()[:12]
    before, marks[name] = marks.get(name, mark), mark
    return before != mark


def added(one: Item, stands: str) -> str:
    """What an item says that a text does not say yet: its lines, below their headings; "" where that is nothing.

    A line in other words, of which all that tells something stands in one line of the text, is nothing new.
    """
    known = [near_duplicate.words(line) for line in stands.split("\n")[:FEW] if line.strip()]
    found: list[str] = []
    heading = ""
    for line in (*one.body.split("\n")[:FEW], one.summary):
        words = near_duplicate.words(line) - _LIGHT
        if line.startswith("#"):
            heading = line
        elif words and all(near_duplicate.content(words - told) for told in known):
            found += [f"\n{heading}\n", line] if heading else [line]
            heading = ""
            known.append(words)
    return "\n".join(found).strip()


def _chosen_before(one: Item, said: str, old: str, known: Known, gone: list[str], is_last: bool) -> str:
    """The known decision in whose place a record was written that chooses something else, "" where there is none."""
    if one.status != "active" or not old or not _is_record(one, old):
        return ""
    name = name_of(one.kind, one.key)
    if known[old][0] == said:  # known by its words: it may be a choice that was given up, and is made again
        is_back = is_last and known[old][1] == "superseded" and name != old and name in gone
        return name if is_back and known[name][1] == "active" else ""
    return old if old in gone and known[old][1] == "active" and _is_exchanged(said, known[old][0]) else ""


def _put_aside(name: str, one: Item, known: Known) -> None:
    """Take a decision for given up; its name is free where the new one has it."""
    said = known[name][0]
    if name == name_of(one.kind, one.key):
        del known[name]
        name = name_of(one.kind, aside(one.key, said))
    known[name] = [said, "superseded"]


def aside(key: str, said: str) -> str:
    """What a thing is called whose name another one has now."""
    return f"{key} {said}"[:KEY].rstrip()


def _is_record(one: Item, name: str) -> bool:
    return one.key.startswith("adr ") and name.startswith("decision adr ")


def _is_exchanged(said: str, before: str) -> bool:
    """Whether something stands in the place of something else: a wording that only says more or less does not."""
    own, its = near_duplicate.words(said), near_duplicate.words(before)
    new, left = near_duplicate.content(own - its), near_duplicate.content(its - own)
    spelled = [(one, other) for one in new for other in left if _is_spelling(one, other)]
    new, left = new.difference(one for one, _ in spelled), left.difference(other for _, other in spelled)
    return bool(new and left) or near_duplicate.is_turned(said) != near_duplicate.is_turned(before)


def _is_spelling(one: str, other: str) -> bool:
    """Whether two words are one in two spellings; of numbers never."""
    if any(letter.isdigit() for letter in one + other):
        return False
    alike = max(len(one), len(other)) * 2 // 3
    return one[:alike] == other[:alike]


def _named(one: Item, said: str, known: Known, here: Iterable[str]) -> str:
    """The known thing of that name, where its words are near, or nothing else has them now."""
    name = name_of(one.kind, one.key)
    if name not in known:
        return ""
    old = known[name][0]
    return name if one.kind in SINGLE or _near(said, old) >= RELATED or old not in here else ""


def _like(one: Item, said: str, known: Known, gone: Sequence[str]) -> str:
    """The known thing whose words are gone, and nearly those of this one."""
    if len(gone) > FEW:
        return ""
    best, name = SAME, ""
    for other in gone:
        near = _near(said, known[other][0]) if other.startswith(f"{one.kind} ") else 0.0
        if near >= best:
            best, name = near, other
    return name


def _near(one: str, other: str) -> float:
    return jaccard({*one.split()}, {*other.split()})


def planned(found: Iterable[Task]) -> list[list[str]]:
    """The tasks of a plan, to be compared with a later one: [key, words, as a line tells it]."""
    return [[one.key, outline.words(one.words), one.told] for one in found]


def is_cut(before: Sequence[Sequence[str]], now: Sequence[Sequence[str]]) -> bool:
    """Whether a plan is the beginning of what it was: a file that is only half written looks so."""
    return len(now) < len(before) and [one[1] for one in now] == [one[1] for one in before[: len(now)]]


def deviations(before: Sequence[Sequence[str]], now: Sequence[Sequence[str]]) -> list[Item]:
    """How a plan was changed: the tasks that were added and dropped since; another wording or number is no change."""
    added = _without(now, before)
    dropped = _without(before, now)
    for one in list(dropped):  # the same task in other words: under its number, or near them
        other = next((new for new in added if new[0] == one[0] or _near(new[1], one[1]) >= SAME), None)
        if other is not None:
            added.remove(other)
            dropped.remove(one)
    if len(added) + len(dropped) > MANY:
        rows = [f"- added: {one[2]}" for one in added] + [f"- dropped: {one[2]}" for one in dropped]
        told = f"The plan was reworked: {how_many(len(added), 'task')} added, {len(dropped)} dropped, {len(now)} in all"
        key = f"deviation reworked {len(before)} {len(now)}"
        return [made("decision", key, told, "\n".join(rows), tags=("deviation",))]
    return [_deviation(one, "added") for one in added] + [_deviation(one, "dropped") for one in dropped]


def _without(these: Sequence[Sequence[str]], those: Sequence[Sequence[str]]) -> list[Sequence[str]]:
    words = {one[1] for one in those}
    return [one for one in these if one[1] not in words]


def _deviation(task: Sequence[str], what: str) -> Item:
    return made("decision", f"deviation {task[0]} {what}", f"{task[2]} — {what}", tags=("deviation",))


def settled(known: Known, items: Iterable[Item]) -> list[tuple[str, str]]:
    """The open blockers of tasks that go on by now: (name, what became of it)."""
    opening = name_of("blocker", "blocker task ")
    blocked = {name_of(one.kind, one.key) for one in items if one.kind == "blocker"}
    named = {one.key.removeprefix("task "): one for one in items if one.kind == "progress"}
    found = []
    for name, (_, status) in known.items():
        task = named.get(name.removeprefix(opening)) if status == "open" and name.startswith(opening) else None
        if task is not None and name not in blocked:
            found.append((name, f"{task.summary} {_BECAME.get(task.status, 'goes on')}."))
    return found
