"""The home of the guard rails: `IRIS_MEMORY.json` at the root of the project (IRIS-5).

Everything in the file but the change stays byte for byte, and a damaged file is never written. A writer holds the
project's lock.
"""

import json
import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

from memory_core import edges
from memory_core.core import splice
from memory_core.core.light import files, json_store, old_files
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import NOTHING, Memory, Source
from memory_core.guardrails import file_format, read_rails
from memory_core.guardrails.file_format import FILE, SECTIONS, Problem, Rails, Section
from memory_core.guardrails.validation import check_dates, faults

NAME: Final = file_format.HOME
KINDS: Final = file_format.KINDS
_GONE_ID: Final = file_format.changed_context(file_format.REMOVED)
_LARGEST: Final = 99_999  # number that an entry from elsewhere brings with it
_FAULTS: Final = 100  # problems that are listed
LIMIT: Final = 16_000_000  # bytes of a file that is read


class Written(NamedTuple):
    """The result of one write of the file."""

    changed: list[Memory]
    removed: list[Memory]
    added: list[Memory]


def path(root: str) -> str:
    """The path of the file."""
    return os.path.join(root, FILE)


def stamp(root: str) -> str:
    """A signature that changes whenever the file may have changed."""
    return files.stamp((path(root),))


def read(root: str) -> Rails:
    """The content of the file; an unreadable file is a problem, a missing file is none."""
    text, fault = _text(root)
    rails = read_rails.read(text)
    if fault:
        rails = rails._replace(problems=(Problem(FILE, fault), *rails.problems), damage=f"{FILE}: {fault}")
    return rails._replace(project=rails.project or os.path.basename(os.path.abspath(root)))


def notice(root: str) -> str:
    """The warning for a file that is damaged as a whole, so that few of its rules apply; "" if it is not."""
    rails = read(root)
    if not rails.damage:
        return ""
    many = len(rails.memories)
    held = "no rule of it is" if not many else f"only {many} of its rules {'is' if many == 1 else 'are'}"
    what = rails.damage if rails.damage.startswith(FILE) else f"{FILE}: {rails.damage}"
    return f"{what}, and {held} in force; mend it by hand: `memory-core doctor` says where"


def too_long(root: str) -> str:
    """The message for a file that is too long to be read; "" for any other."""
    why = files.too_long(path(root), LIMIT)
    return f"{FILE} is not read: {why}; move old entries out of it" if why else ""


def problems(root: str) -> list[Problem]:
    """Everything that a person has to mend in the file, each thing once."""
    known = list(read(root).problems)
    whole = json_store.value(_text(root)[0].removeprefix("\ufeff"))
    keys = {problem.key for problem in known if problem.key}
    try:
        faults = edges.formats()("iris-memory", whole) if whole is not None else ()
    except Refusal:  # the set-up is missing: what reading alone tells
        faults = ()
    faulty = (
        Problem(f"{FILE}: {place}" if place else FILE, f"{what}; mend it by hand", place)
        for place, what in faults
        if place not in keys and not any(place.startswith(f"{key}.") or key.startswith(f"{place}.") for key in keys)
    )
    return [*known, *islice(faulty, _FAULTS)][:_FAULTS]


def exists(root: str) -> bool:
    """Whether anything is at the file's path."""
    return not files.is_absent(path(root))


def _text(root: str) -> tuple[str, str]:
    """(the text of the file, why it must not be written back)."""
    content = json_store.content(path(root), LIMIT)
    return json_store.decoded(content.raw) if content.raw else ("", content.fault)


def add(root: str, memories: Iterable[Memory], today: str) -> list[Memory]:
    """Write new entries at the end of their sections; they come back under the ids that they got (IRIS-13).

    An id that was never given stays; any other entry gets the next number. The caller holds the lock.
    """
    return write(root, today, additions=memories).added


def change(root: str, name: str, changes: Mapping[str, Any], today: str) -> Memory:
    """The entry of that id with these keys changed; None removes a key. The caller holds the lock."""
    return write(root, today, changes={name: changes}).changed[0]


def remove(root: str, name: str, today: str) -> Memory:
    """Remove the entry of that id and return it; its number is never used again (I-10). The caller holds the lock."""
    return write(root, today, removals=[name]).removed[0]


def write(
    root: str,
    today: str,
    changes: Mapping[str, Mapping[str, Any]] = NOTHING,
    removals: Sequence[str] = (),
    additions: Iterable[Memory] = (),
    *,
    back: bool = False,
) -> Written:
    """Change, remove and add entries in one write of the file: all or nothing. The caller holds the lock.

    With `back` the additions were here before, and get their ids again.
    """
    text, rails = _writable(root)
    text, names = _changed(text, rails, changes, today)
    removed = []
    for name in removals:
        text, memory = _removed(text, rails, name, today)
        removed.append(memory)
    text, added = _added(text, rails, additions, back=back)
    _write(root, text, today)
    now = {memory.id: memory for memory in read_rails.read(text).memories} if names else {}
    return Written([now[name] for name in names], removed, added)


def _added(text: str, rails: Rails, memories: Iterable[Memory], *, back: bool) -> tuple[str, list[Memory]]:
    used = dict(rails.used)
    kept: list[Memory] = []
    new: set[str] = set()
    items: dict[Section, list[dict[str, Any]]] = {}
    for given in memories:
        section = file_format.section_of(given.kind)
        is_known = back and all(given.id != memory.id for memory in rails.memories)
        memory = given if is_known else _named(given, section, rails, used, new)
        item = file_format.to_item(memory)
        _check(item, section)
        items.setdefault(section, []).append(item if section.prefix != "CC" else _unnamed(item))
        kept.append(memory._replace(source=memory.source._replace(home=NAME, place=FILE, commit="")))
        new.add(memory.id)
    for section, entries in items.items():
        if _section(text, section) is None:
            text = splice.put(text, splice.start(text), section.name, [])
        text = splice.append(text, _section(text, section) or 0, *entries)
    return text, kept


def _changed(text: str, rails: Rails, changes: Mapping[str, Mapping[str, Any]], today: str) -> tuple[str, list[str]]:
    """The text with changed entries, and their ids: the id of a context change is made of its words."""
    places = {name: _place(text, rails, name) for name in changes}
    spans = {section: _items(text, section) for section, _ in places.values()}
    news: dict[tuple[int, int], str] = {}
    names = []
    for name, (section, number) in places.items():
        start, end = spans[section][number]
        item, wanted = text[start:end], changes[name]
        before = json.loads(item)
        check_dates(wanted, today)
        _check({**before, **wanted}, section, wanted.keys())
        if file_format.from_item({**before, **wanted}, section) is None:
            raise Refusal(f"{name} has no text yet; set its text too, or remove the entry")
        for key, value in wanted.items():
            item = splice.drop(item, 0, key) if value is None else splice.put(item, 0, key, value)
        news[start, end] = item
        names.append(file_format.name_of(json.loads(item), section))
    for (start, end), item in sorted(news.items(), reverse=True):
        text = text[:start] + item + text[end:]
    return text, names


def _removed(text: str, rails: Rails, name: str, today: str) -> tuple[str, Memory]:
    """The text without an entry, and the entry; if nothing else names its number, a context change records it."""
    section, number = _place(text, rails, name)
    gone = _name(text, section, number)
    empty = Memory(gone, section.kind, "", source=Source(NAME, FILE))
    memory = next((each for each in rails.memories if each.id == gone), empty)
    text = splice.remove(text, _section(text, section) or 0, number)
    left = read_rails.read(text).used
    if left.get(section.prefix, 0) < rails.used.get(section.prefix, 0):
        text = _remembered(text, {**left, section.prefix: rails.used[section.prefix]}, today)
    return text, memory


def _remembered(text: str, numbers: Mapping[str, int], today: str) -> str:
    """The text with one context change that names the largest number of each prefix that no entry has (I-10)."""
    text = splice.drop(text, splice.start(text), read_rails.LAST_IDS)  # where files of older versions have them
    section = file_format.section_of("context-change")
    if _section(text, section) is None:
        text = splice.put(text, splice.start(text), section.name, [])
    items = json.loads(text.removeprefix("\ufeff"))[section.name]
    places = [number for number, item in enumerate(items) if file_format.name_of(item, section) == _GONE_ID]
    if places:
        text = splice.remove(text, _section(text, section) or 0, places[0])
    others = read_rails.read(text).used
    affects = [file_format.numbered(prefix, last) for prefix, last in numbers.items() if others.get(prefix, 0) < last]
    entry = {"detected_on": today, "description": file_format.REMOVED, "affects": sorted(affects)}
    return splice.append(text, _section(text, section) or 0, entry)


def _writable(root: str) -> tuple[str, Rails]:
    """The text completed with all required parts, and its content; `Refusal` if it must not be written."""
    text, fault = _text(root)
    rails = read_rails.read(text)
    if fault:
        raise Refusal(f"{path(root)} {fault}; nothing was changed")
    if rails.damage:
        raise Refusal(
            f"{path(root)} is damaged, and is not written over: {rails.damage}. Repair it by hand, then repeat"
        )
    if not text.strip("\ufeff \t\r\n"):
        text = f"{text if text == chr(0xFEFF) else ''}{{\n}}\n"
    start = splice.start(text)
    there = {member.key: text[member.at : member.end] for member in splice.members(text, start)}
    wanted: dict[str, Any] = {"schema_version": file_format.VERSION, "project": os.path.basename(os.path.abspath(root))}
    if not there:
        wanted |= {"last_updated": ""}  # `_write` says which day
    wanted |= {section.name: [] for section in SECTIONS if section.prefix != "CC" or not there}
    for key, value in wanted.items():
        if there.get(key, "null") == "null":
            text = splice.put(text, start, key, value)
    return text, rails


def _write(root: str, text: str, today: str) -> None:
    text = splice.put(text, splice.start(text), "last_updated", today)
    old_files.sweep(root, FILE)
    with json_store.writing(path(root), "make room or make it writable; nothing was changed"):
        files.write(path(root), text)


def _named(memory: Memory, section: Section, rails: Rails, used: dict[str, int], new: Collection[str]) -> Memory:
    """The memory under its own id if that was never used, else under the next number."""
    if section.prefix == "CC":
        return memory._replace(id=file_format.changed_context(memory.summary))
    number = file_format.number_of(memory.id, section)
    if (
        not rails.used.get(section.prefix, 0) < number <= _LARGEST
        or file_format.numbered(section.prefix, number) in new
    ):
        number = used.get(section.prefix, 0) + 1
    used[section.prefix] = max(used.get(section.prefix, 0), number)
    return memory._replace(id=file_format.numbered(section.prefix, number))


def _check(item: Mapping[str, Any], section: Section, keys: Collection[str] = ()) -> None:
    texts = [f"{key}: {what}" for key, what in faults(item, section, keys)]
    if texts:
        raise Refusal("; ".join([*texts, "nothing was changed"]))


def _place(text: str, rails: Rails, name: str) -> tuple[Section, int]:
    """The section and the index of the single entry with that id; `Refusal` if none or several have it."""
    value = json.loads(text.removeprefix("\ufeff"))
    places = [
        (section, number)
        for section in SECTIONS
        for number, item in enumerate(value.get(section.name) or ())
        if file_format.name_of(item, section).casefold() == name.casefold()
    ]
    if len(places) == 1:
        return places[0]
    if not places and any(memory.id == name for memory in rails.memories):
        raise Refusal(f"{name} has no id of its own in {FILE}; add one there (`memory-core iris` shows where)")
    if not places:
        ids = ", ".join(memory.id for memory in rails.memories[:20]) or "none yet"
        raise Refusal(f"{name[:80]}: no entry of {FILE} has that id; the ids are {ids}")
    line = [text.count("\n", 0, _items(text, section)[number][0]) + 1 for section, number in places]
    lines = " and ".join(f"line {at} ({place[0].name})" for at, place in zip(line, places, strict=True))
    raise Refusal(
        f"{name} is the id of more than one entry of {FILE}: {lines}; give each its own id there, then repeat"
    )


def _section(text: str, section: Section) -> int | None:
    """The start of the list of a section; None if there is none."""
    member = splice.member(text, splice.start(text), section.name)
    return member.at if member and text[member.at] == "[" else None


def _items(text: str, section: Section) -> list[tuple[int, int]]:
    at = _section(text, section)
    return [] if at is None else splice.elements(text, at)


def _name(text: str, section: Section, number: int) -> str:
    return file_format.name_of(json.loads(text[slice(*_items(text, section)[number])]), section)


def _unnamed(item: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in item.items() if key != "id"}
