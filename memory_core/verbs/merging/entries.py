"""Finds the same entry in all three versions by its id and its words, and renames entries that share an id."""

import re
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import count
from operator import attrgetter, itemgetter
from typing import Any, Final, NamedTuple

from memory_core.core import memory
from memory_core.core.timestamps import utc
from memory_core.journal import journal_entries
from memory_core.verbs.merging import fields
from memory_core.verbs.merging.document import Document, canonical
from memory_core.verbs.merging.form import Entries, Form

_REFERS: Final = "affects"  # the key of an entry that holds ids of others
_RENAMED: Final = "returned"  # the key of the rest whose keys are ids
_SAME: Final = attrgetter("name", "words")


class _Row(NamedTuple):
    """An entry of one version."""

    value: Any
    name: str  # its id, "" where it has none
    words: str  # the same for the same words
    follows: str  # the id that follows from its words
    since: str  # its time; no earlier than that of the entry above it
    at: int


_Entry = tuple[_Row | None, _Row | None, _Row | None]  # of base, ours and theirs
_Names = tuple[dict[str, str], dict[str, str], dict[str, str]]  # of each version: an id and what it became


def joined(base: Document, ours: Document, theirs: Document, form: Form) -> Document:
    """The entries of both sides, without entries that one side removed and the other left unchanged."""
    versions = (base, ours, theirs)
    entries = {
        layout.name: _entries(layout, *(_rows(version.lists[layout.name], layout) for version in versions))
        for layout in form.lists
    }
    became: _Names = ({}, {}, {})
    names = {
        layout.name: _named(entries[layout.name], layout, _largest(layout, versions), became) for layout in form.lists
    }
    lists = {layout.name: _values(entries[layout.name], names[layout.name], layout, became) for layout in form.lists}
    rests = [_rest(version.rest, called) for version, called in zip(versions, became, strict=True)]
    written = {}
    for place in {**ours.written, **theirs.written}:  # of two texts the one that was changed
        texts = {side.written[place] for side in (ours, theirs) if place in side.written}
        written[place] = min(texts - {base.written.get(place, "")} or texts)
    around = fields.merged(*(version.around for version in versions))
    return Document(lists, fields.merged(*rests), around, written)


def _rows(values: Sequence[Any], layout: Entries) -> list[_Row]:
    rows = []
    latest = ""
    for at, value in enumerate(values):
        entry = value if isinstance(value, dict) else {layout.text: value}
        texts = {key: text for key, text in entry.items() if isinstance(text, str)}
        name, words = texts.get("id", "").strip(), texts.get(layout.text, "")
        words = words.encode("utf-8", "replace").decode()  # half a character has no bytes
        mark = memory.fingerprint(layout.kind, words) if layout.text in texts else canonical(entry)
        kind = texts["kind"] if texts.get("kind") in memory.KINDS else layout.kind
        follows = journal_entries.identify(kind, " ".join(words.split())) if words else name
        latest = max(latest, utc(texts.get(layout.since, "")))
        rows.append(_Row(value, name, mark + canonical(entry.get(layout.scope)), follows, latest, at))
    return rows


def _entries(layout: Entries, base: list[_Row], ours: list[_Row], theirs: list[_Row]) -> list[_Entry]:
    """Every entry once: those of `base` in their order, then the new entries as they came."""
    keys = (_SAME, attrgetter("words")) if layout.prefix else (_SAME,)
    our, our_new = _paired(base, ours, *keys, attrgetter("name"))
    their, their_new = _paired(base, theirs, *keys, attrgetter("name"))
    both, alone = _paired(our_new, their_new, *keys)
    new: list[_Entry] = [(None, row, both.get(at)) for at, row in enumerate(our_new)]
    new += [(None, None, row) for row in alone]
    return [(row, our.get(at), their.get(at)) for at, row in enumerate(base)] + sorted(new, key=_order)


def _paired(
    left: Sequence[_Row], right: Sequence[_Row], *keys: Callable[[_Row], Hashable]
) -> tuple[dict[int, _Row], list[_Row]]:
    """(which of the right is which of the left, the others of the right).

    Two are the same by id and words, then by what only one of each side has.
    """
    pairs = {}
    here, there = dict(enumerate(left)), dict(enumerate(right))
    for key in keys:
        others = _grouped(there, key)
        for value, places in _grouped(here, key).items():
            opposite = others.get(value, [])
            if key is _SAME or (value and len(places) == len(opposite) == 1):
                for at, other in zip(places, opposite, strict=False):
                    pairs[at] = there.pop(other)
                    del here[at]
    return pairs, list(there.values())


def _grouped(rows: Mapping[int, _Row], key: Callable[[_Row], Hashable]) -> dict[Hashable, list[int]]:
    groups: dict[Hashable, list[int]] = {}
    for at, row in rows.items():
        groups.setdefault(key(row), []).append(at)
    return groups


def _order(entry: _Entry) -> tuple[Any, ...]:
    """The place of an entry that is new; the same whichever side brought it."""
    return min((row.since, row.at, row.name, row.words, canonical(row.value)) for row in entry if row)


def _largest(layout: Entries, versions: Sequence[Document]) -> int:
    """The largest number ever given, as far as the versions show."""
    texts = "\n".join(text for version in versions for text in version.written.values())
    given = re.findall(rf'"{layout.prefix}(\d{{1,9}})"|"{layout.prefix[:-1]}"\s*:\s*(\d{{1,9}})\b', texts, re.ASCII)
    return max((number for pair in given if (number := int("".join(pair))) <= layout.most), default=0)


def _number(name: str, layout: Entries) -> int:
    digits = name.removeprefix(layout.prefix) if layout.prefix and name.startswith(layout.prefix) else ""
    return int(digits) if digits.isdecimal() and digits.isascii() and len(digits) < 10 else 0


def _named(entries: Sequence[_Entry], layout: Entries, largest: int, became: _Names) -> list[str]:
    """The id of each entry; its earlier id in each version is noted in `became`.

    An id that two entries share stays with the entry that had it before, then with the entry from whose words it is
    computed.
    """
    names = [_name(entry, layout) for entry in entries]
    follows = [next(row.follows for row in entry if row) for entry in entries]
    taken = {row.name for entry in entries for row in entry if row}
    many = [Counter(row.name for row in rows if row) for rows in zip(*entries, strict=True)]
    twice = {"", *(name for counter in many for name, times in counter.items() if times > 1)}
    free = (name for number in count(largest + 1) if (name := f"{layout.prefix}{number:03}") not in taken)
    given: set[str] = set()
    for at in sorted(range(len(entries)), key=lambda at: (entries[at][0] is None, names[at] != follows[at])):
        if names[at] in given - twice:
            names[at] = next(free) if layout.prefix else names[at] if follows[at] in taken else follows[at]
            taken.add(names[at])
        given.add(names[at])
        for row, called in zip(entries[at], became, strict=True):
            if row and row.name:
                called.setdefault(row.name, names[at])
    return names


def _name(entry: _Entry, layout: Entries) -> str:
    """The id of an entry; if both sides changed it, the id with the smaller number."""
    base, *sides = (row and row.name for row in entry)
    changed = [name for name in sides if name is not None and name != base]
    return min(changed, key=lambda name: (_number(name, layout) or 10**9, name), default=base or "")


def _values(entries: Sequence[_Entry], names: Sequence[str], layout: Entries, became: _Names) -> list[Any]:
    """The entries that are left, each under its name; the new ones in the order of their numbers."""
    numbered = []
    for entry, name in zip(entries, names, strict=True):
        rows = zip(entry, became, strict=True)
        value = fields.merged(*(_called(row.value, name, called) if row else fields.GONE for row, called in rows))
        if value is not fields.GONE:
            numbered.append((0 if entry[0] else _number(name, layout), value))
    return [value for _, value in sorted(numbered, key=itemgetter(0))]


def _called(value: Any, name: str, called: Mapping[str, str]) -> Any:
    """The entry under this id, with new ids inside it."""
    if not isinstance(value, dict):
        return value
    own, refers = value.get("id"), value.get(_REFERS)
    if isinstance(own, str) and own.strip() != name:
        value = {**value, "id": name}
    if isinstance(refers, str):
        value = {**value, _REFERS: called.get(refers, refers)}
    elif isinstance(refers, list):
        value = {**value, _REFERS: [called.get(each, each) if isinstance(each, str) else each for each in refers]}
    return value


def _rest(rest: Mapping[str, Any], called: Mapping[str, str]) -> Mapping[str, Any]:
    """The keys beside the lists, with new ids where they are keys."""
    ids = rest.get(_RENAMED)
    if not isinstance(ids, dict):
        return rest
    return {**rest, _RENAMED: {called.get(key, key): value for key, value in ids.items()}}
