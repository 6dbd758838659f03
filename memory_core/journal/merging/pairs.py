"""The same entry in all three versions: found by its id and its words, named anew where two entries have one id."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any, Final, NamedTuple

from memory_core.core import memory, splice
from memory_core.core.timestamps import utc
from memory_core.guardrails import file_format
from memory_core.journal import journal_entries
from memory_core.journal.merging import fields
from memory_core.journal.merging.document import Document, Item, canonical
from memory_core.journal.merging.form import Entries, Form

_SHORTEST: Final = 3  # digits of a number in an id
_REFERRING: Final = ("affects",)  # keys of an entry that hold ids of others
_RENAMED: Final = ("returned",)  # keys of the rest whose keys are ids


class _Row(NamedTuple):
    """An entry of one version."""

    item: Item
    name: str  # its id, "" where it has none
    mark: str  # its words
    at: int
    since: str  # its time; no earlier than that of the entry above it


class _Entry(NamedTuple):
    """An entry in each version that has it."""

    base: _Row | None
    ours: _Row | None
    theirs: _Row | None

    @property
    def rows(self) -> tuple[_Row, ...]:
        return tuple(row for row in self if row is not None)


_Renamed = tuple[dict[str, str], dict[str, str], dict[str, str]]  # of base, ours and theirs: an id and what it became


def joined(base: Document, ours: Document, theirs: Document, form: Form) -> Document:
    """What both sides say, without what one of them took out and the other left as it was."""
    versions = (base, ours, theirs)
    used = _used(versions, form)
    entries = {
        one.name: _entries(one, *(_rows(version.lists[one.name], one) for version in versions)) for one in form.lists
    }
    renamed: _Renamed = ({}, {}, {})
    names = {one.name: _named(entries[one.name], one, used, renamed) for one in form.lists}
    lists = {one.name: _merged(entries[one.name], names[one.name], renamed, one) for one in form.lists}
    rests = [_keys_renamed(version.rest, called) for version, called in zip(versions, renamed, strict=True)]
    return Document(lists, _members(*rests), _members(*(version.around for version in versions)))


def _rows(items: Sequence[Item], of: Entries) -> list[_Row]:
    found = []
    latest = ""
    for at, item in enumerate(items):
        value = item.value if isinstance(item.value, dict) else {of.text: item.value}
        words, when, name, scope = (value.get(key) for key in (of.text, of.since, "id", of.scope))
        latest = max(latest, utc(when) if isinstance(when, str) else "")
        mark = _words(of.kind, words) if isinstance(words, str) else canonical(value)
        if scope is not None:
            mark += canonical(scope)
        found.append(_Row(item, name.strip() if isinstance(name, str) else "", mark, at, latest))
    return found


def _words(kind: str, text: str) -> str:
    return memory.fingerprint(kind, text.encode("utf-8", "replace").decode())


def _entries(of: Entries, base: list[_Row], ours: list[_Row], theirs: list[_Row]) -> list[_Entry]:
    """Every entry once: those of `base` in their order, then what is new, as it came."""
    also = (_by_mark, _by_name) if of.prefix else (_by_name,)
    one, two = _paired(base, ours, *also), _paired(base, theirs, *also)
    known = [
        _Entry(row, ours[one[at]] if at in one else None, theirs[two[at]] if at in two else None)
        for at, row in enumerate(base)
    ]
    mine = _left(ours, one)
    others = _left(theirs, two)
    both = _paired(mine, others, *((_by_mark,) if of.prefix else ()))
    new = [_Entry(None, row, others[both[at]] if at in both else None) for at, row in enumerate(mine)]
    new += [_Entry(None, None, row) for row in _left(others, both)]
    return known + sorted(new, key=_order)


def _left(rows: Sequence[_Row], pairs: Mapping[int, int]) -> list[_Row]:
    taken = set(pairs.values())
    return [row for at, row in enumerate(rows) if at not in taken]


def _order(entry: _Entry) -> tuple[Any, ...]:
    """The place of an entry that is new; the same whichever side brought it."""
    return min((row.since, row.at, row.name, row.mark, canonical(row.item.value)) for row in entry.rows)


def _by_name(row: _Row) -> Hashable:
    return row.name


def _by_mark(row: _Row) -> Hashable:
    return row.mark


def _paired(left: Sequence[_Row], right: Sequence[_Row], *also: Callable[[_Row], Hashable]) -> dict[int, int]:
    """Which of the right is which of the left: by id and words, then by what else only one of each side has."""
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for is_unique, key in ((False, lambda row: (row.name, row.mark)), *((True, one) for one in also)):
        groups = [_groups(rows, done, key) for rows, done in ((left, pairs.keys()), (right, taken))]
        for found, here in groups[0].items():
            there = groups[1].get(found, [])
            if is_unique and (not found or len(here) > 1 or len(there) > 1):
                continue
            for one, other in zip(here, there, strict=False):
                pairs[one] = other
                taken.add(other)
    return pairs


def _groups(rows: Sequence[_Row], without: Iterable[int], key: Callable[[_Row], Hashable]) -> dict[Hashable, list[int]]:
    gone = set(without)
    found: dict[Hashable, list[int]] = {}
    for at, row in enumerate(rows):
        if at not in gone:
            found.setdefault(key(row), []).append(at)
    return found


def _used(versions: Iterable[Document], form: Form) -> dict[str, int]:
    """The largest number that was ever given with each prefix, as far as the versions tell."""
    most = {one.prefix: one.most for one in form.lists if one.prefix}
    used = dict.fromkeys(most, 0)
    for version in versions:
        for name in _told(version):
            for prefix, limit in most.items():
                number = _number(name, prefix)
                if used[prefix] < number <= limit:
                    used[prefix] = number
    return used


def _told(version: Document) -> Iterator[str]:
    """Every id that a version names."""
    for items in version.lists.values():
        for item in items:
            if isinstance(item.value, dict):
                yield from _texts(item.value.get("id"))
                for key in _REFERRING:
                    yield from _texts(item.value.get(key))
    for key in _RENAMED:
        said = version.rest.get(key)
        yield from (said.value if said and isinstance(said.value, dict) else ())
    last = version.rest.get(file_format.LAST_IDS)
    for prefix, number in last.value.items() if last and isinstance(last.value, dict) else ():
        if isinstance(number, int):
            yield f"{prefix}-{number}"


def _texts(value: object) -> list[str]:
    return [one for one in (value if isinstance(value, list) else [value]) if isinstance(one, str)]


def _number(name: str, prefix: str) -> int:
    digits = name.removeprefix(prefix) if name.startswith(prefix) else ""
    return int(digits) if digits.isdecimal() and digits.isascii() and len(digits) < 10 else 0


def _named(entries: Sequence[_Entry], of: Entries, used: dict[str, int], renamed: _Renamed) -> list[str]:
    """The id of each entry; what each version called it before is noted in `renamed`."""
    twice = {
        name
        for rows in zip(*entries, strict=True)
        for name, many in Counter(row.name for row in rows if row).items()
        if many > 1
    }
    taken = {row.name for entry in entries for row in entry.rows}
    names = [""] * len(entries)
    given: set[str] = set()
    for at in sorted(range(len(entries)), key=lambda at: (_claim(entries[at], of), at)):
        name = _name(entries[at], of)
        if name and name in given and name not in twice:
            name = _free(entries[at], of, name, taken, used)
            taken.add(name)
        given.add(name)
        names[at] = name
        for row, called in zip(entries[at], renamed, strict=True):
            if row is not None and row.name:
                called.setdefault(row.name, name)
    return names


def _claim(entry: _Entry, of: Entries) -> int:
    """Who keeps an id that two entries have: the one that had it before, then the one from whose words it follows."""
    if entry.base is not None:
        return 0
    return 1 if of.prefix or _following(entry, of) == _name(entry, of) else 2


def _name(entry: _Entry, of: Entries) -> str:
    base, ours, theirs = (row.name if row else None for row in entry)
    if ours is None or theirs is None:
        return (theirs if ours is None else ours) or (base or "" if ours is theirs is None else "")
    if ours in (base, theirs):
        return theirs
    return ours if theirs == base else min(ours, theirs, key=lambda name: (_number(name, of.prefix) or 10**9, name))


def _following(entry: _Entry, of: Entries) -> str:
    """The id that follows from the words of an entry, "" where it has none."""
    value = entry.rows[0].item.value
    words = value.get(of.text) if isinstance(value, dict) else None
    said = value.get("kind") if isinstance(value, dict) else None
    kind = said if said in memory.KINDS else of.kind
    return journal_entries.identify(kind, " ".join(words.split())) if isinstance(words, str) else ""


def _free(entry: _Entry, of: Entries, name: str, taken: set[str], used: dict[str, int]) -> str:
    """An id that no entry has; of those without numbers the one that follows from the words, where it is free."""
    if not of.prefix:
        found = _following(entry, of)
        return found if found and found not in taken else name
    for number in count(used[of.prefix] + 1):
        found = f"{of.prefix}{number:0{_SHORTEST}}"
        if found not in taken:
            used[of.prefix] = number
            return found
    raise AssertionError("numbers have no end")


def _merged(entries: Sequence[_Entry], names: Sequence[str], renamed: _Renamed, of: Entries) -> list[Item]:
    """The entries that are left, each under its name; those with numbers in the order of their numbers."""
    found = []
    for entry, name in zip(entries, names, strict=True):
        rows = zip(entry, renamed, strict=True)
        item = _one(*(None if row is None else _called(row.item, name, called) for row, called in rows))
        if item is not None:
            found.append((_number(name, of.prefix) if of.prefix and entry.base is None else 0, item))
    return [item for _, item in sorted(found, key=lambda pair: pair[0])]


def _called(item: Item, name: str, called: Mapping[str, str]) -> Item:
    """The entry under this id, and with what the ids in it became."""
    if not isinstance(item.value, dict):
        return item
    wanted: dict[str, Any] = {}
    if isinstance(item.value.get("id"), str) and item.value["id"].strip() != name:
        wanted["id"] = name
    for key in _REFERRING:
        said = item.value.get(key)
        if isinstance(said, str) and called.get(said, said) != said:
            wanted[key] = called[said]
        elif isinstance(said, list) and any(isinstance(one, str) and called.get(one, one) != one for one in said):
            wanted[key] = [called.get(one, one) if isinstance(one, str) else one for one in said]
    raw = item.raw
    for key, value in wanted.items():
        raw = splice.put(raw, 0, key, value)
    return Item({**item.value, **wanted}, raw) if wanted else item


def _one(base: Item | None, ours: Item | None, theirs: Item | None) -> Item | None:
    """What became of an entry, None where it is gone. What one side took out and the other changed stays."""
    if base is None and (ours is None or theirs is None):
        return ours or theirs
    if ours is None or theirs is None:
        left = ours or theirs
        return None if left is None or base is None or canonical(left.value) == canonical(base.value) else left
    value = fields.merged(fields.GONE if base is None else base.value, ours.value, theirs.value)
    return _as_written(value, base, ours, theirs)


def _as_written(value: Any, base: Item | None, ours: Item, theirs: Item) -> Item:
    """The value with the text in which a version says it; of two such texts the one that was changed."""
    said = canonical(value)
    raws = {one.raw for one in (ours, theirs) if canonical(one.value) == said}
    if len(raws) > 1 and base is not None:
        raws.discard(base.raw)
    return Item(value, min(raws, default=base.raw if base and canonical(base.value) == said else ""))


def _members(base: Mapping[str, Item], ours: Mapping[str, Item], theirs: Mapping[str, Item]) -> dict[str, Item]:
    """The keys beside the lists: those of `base` in their order, then the new ones of both."""
    places: dict[str, int] = {}
    for side in (ours, theirs):
        for at, key in enumerate(side):
            places[key] = min(at, places.get(key, at))
    new = sorted((at, key) for key, at in places.items() if key not in base)
    found = {}
    for key in (*base, *(key for _, key in new)):
        of = [one.get(key) for one in (base, ours, theirs)]
        was, is_ours, is_theirs = (fields.GONE if one is None else one.value for one in of)
        value = fields.merged(was, is_ours, is_theirs, key)
        if value is not fields.GONE:
            before, mine, other = of
            one, two = mine or other, other or mine
            found[key] = _as_written(value, before, one, two) if one and two else Item(value)
    return found


def _keys_renamed(rest: Mapping[str, Item], called: Mapping[str, str]) -> dict[str, Item]:
    """The rest of a version, with what the ids became that are keys in it."""
    found = dict(rest)
    for key in _RENAMED:
        said = rest.get(key)
        if said and isinstance(said.value, dict) and any(called.get(one, one) != one for one in said.value):
            found[key] = Item({called.get(one, one): value for one, value in said.value.items()})
    return found
