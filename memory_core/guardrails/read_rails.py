"""Reads the text of `IRIS_MEMORY.json`: its guard rails as memories, and what a person has to repair."""

import json
import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Any, Final, NamedTuple

from memory_core.core import salvage, splice
from memory_core.core.memory import Memory, Scope
from memory_core.guardrails import file_format
from memory_core.guardrails.file_format import FILE, NUMBERED, REMOVED, SECTIONS, Problem, Rails, Section, numbered

LAST_IDS: Final = "last_ids"  # in files before 0.22: the largest numbers that were given (I-10)
PROBLEMS: Final = 200  # that are listed; the others are counted
_SCOPE: Final = 500  # characters of a scope that are looked at
_NAME: Final = re.compile(r"[A-Za-z][\w.:-]{0,39}", re.ASCII)
_PROJECT: Final = re.compile(r'"project"\s*:\s*"((?:[^"\\\n]|\\.){1,200})"')
_UPDATED: Final = re.compile(r'"last_updated"\s*:\s*"(\d{4}-\d\d-\d\d)', re.ASCII)


class _Entry(NamedTuple):
    """A value in a section, and its place."""

    section: Section
    number: int  # in its section, from 1
    item: Any
    offset: int = -1  # in the text; -1 where only a look at the text would tell


@lru_cache(maxsize=1)  # the index, the briefing and the guard ask for the same file when a session starts
def read(text: str) -> Rails:
    """The content of a text. In a damaged text whole entries are searched; a blank text is an empty file."""
    text = text.removeprefix("\ufeff")
    if not text.strip():
        return Rails()
    twice: list[str] = []
    try:
        value = json.loads(text, object_pairs_hook=lambda pairs: _object(pairs, twice))
    except (ValueError, RecursionError) as error:
        return _salvaged(text, error)
    if not isinstance(value, dict):
        what = "the file must be an object with the lists of guard rails in it"
        entries = [_Entry(section, at, item) for at, (section, item) in enumerate(_sorted_out(value), 1)]
        return _Reading(text, entries, {}).rails([Problem(FILE, f"{what}; mend it by hand")], what)
    problems = [Problem(FILE, f"the key {key!r} appears twice in one object; leave one of the two") for key in twice]
    damage = problems[0].what if problems else ""
    entries = []
    for section in SECTIONS:
        given = value.get(section.name)
        if not isinstance(given, list | None):
            problems.append(Problem(f"{FILE}: {section.name}", "must be a list; put [ ] around it", section.name))
            damage = damage or f"{section.name} is no list"
        entries += [_Entry(section, at, item) for at, item in enumerate(_items(given, section), 1)]
    return _Reading(text, entries, value).rails(problems, damage)


def _object(pairs: list[tuple[str, Any]], twice: list[str]) -> dict[str, Any]:
    """The object; a list that occurs twice in it keeps all its items."""
    value = dict(pairs)
    if len(value) < len(pairs):
        value = {}
        for key, item in pairs:
            if key in value:
                twice.append(key)
            before = value.get(key)
            value[key] = before + item if isinstance(before, list) and isinstance(item, list) else item
    return value


def _items(given: object, section: Section) -> list[Any]:
    """The items of a section, even if it is not a list."""
    if isinstance(given, dict):
        return [given] if section.text in given else list(given.values())
    return given if isinstance(given, list) else [] if given is None else [given]


def _salvaged(text: str, error: Exception) -> Rails:
    """The readable parts of a text that is not valid JSON, of both sides of a merge; equal parts count once."""
    entries: list[_Entry] = []
    seen: set[str] = set()
    is_whole = True
    for side in salvage.sides(text):
        objects, ended = salvage.objects(side)
        is_whole = is_whole and ended
        for offset, item in objects:
            for section, inner in _sorted_out(item):
                mark = json.dumps(inner, sort_keys=True, default=str)
                if mark not in seen:
                    seen.add(mark)
                    number = sum(entry.section is section for entry in entries) + 1 if len(entries) < 1000 else 0
                    entries.append(_Entry(section, number, inner, offset if side == text else -1))
    reading = _Reading(text, entries, {})
    marker = re.search(r"^<<<<<<< ", text, re.MULTILINE)
    if marker:
        what, line = "merge conflict markers", text.count("\n", 0, marker.start()) + 1
        mend = reading.merge()
    else:
        what, line = f"not valid JSON ({error})", getattr(error, "lineno", 0)
        mend = "mend the file by hand"
    place = f"{FILE} line {line}" if line else FILE
    rest = "" if is_whole else ", and too much of it to read it to its end"
    problem = Problem(place, f"{what}{rest}; what could be read is used; {mend}")
    project = _PROJECT.search(text)
    reading.top = {"last_updated": max(_UPDATED.findall(text), default="")}
    if project and "\\" not in project[1]:
        reading.top["project"] = json.loads(f'"{project[1]}"', strict=False)
    return reading.rails([problem], f"{place}: {what}")


def _sorted_out(value: object) -> Iterator[tuple[Section, Any]]:
    """The entries of a value in a wrong place, identified by its keys or the prefix of its id."""
    if isinstance(value, list):
        for item in value:
            yield from _sorted_out(item)
    if not isinstance(value, dict):
        return
    if any(isinstance(value.get(section.name), list) for section in SECTIONS):
        for section in SECTIONS:
            yield from ((section, item) for item in _items(value.get(section.name), section))
        return
    name = str(value.get("id", ""))
    for section in sorted(SECTIONS, key=lambda section: not name.startswith(f"{section.prefix}-")):
        is_change = section.prefix != "CC" or {"detected_on", "affects"} & {*value}
        if is_change and isinstance(value.get(section.text), str):
            yield section, value
            return


class _Reading:
    """The entries of a text, as they become memories, each under an id that is its own."""

    def __init__(self, text: str, entries: list[_Entry], top: Mapping[str, Any]) -> None:
        self.top = dict(top)
        self._text, self._entries = text, entries
        self._used = _used(entries, top)
        self._free = dict(self._used)
        self._taken: dict[str, tuple[_Entry, int]] = {}  # by id the first entry, and how many have it

    def rails(self, problems: list[Problem], damage: str) -> Rails:
        """The memories of the entries, and their faults after the problems of the whole file."""
        memories = []
        uncounted = 0
        for entry in self._entries:
            item, section = entry.item, entry.section
            if section.prefix == "CC" and isinstance(item, dict) and item.get("description") == REMOVED:
                continue  # it only keeps numbers
            if uncounted and not isinstance(item, dict):
                uncounted += 1  # what is no entry at all costs no more than its mention
                continue
            faults: list[tuple[str, str]] = []
            name, memory = self._memory(entry, faults)
            if memory:
                memories.append(memory)
                self._taken.setdefault(memory.id, (entry, 1))
            room = max(0, PROBLEMS - len(problems))
            uncounted += max(0, len(faults) - room)
            if faults and room:
                stem = f"{section.name}[{entry.number - 1}]"
                at = self._place(entry, name)
                problems += [
                    Problem(f"{at}{f': {key}' if key else ''}", what, f"{stem}.{key}".rstrip("."))
                    for key, what in faults[:room]
                ]
        if uncounted:
            problems.append(Problem(FILE, f"{uncounted:,} more problems; they are told once these are mended"))
        project = self.top.get("project")
        return Rails(
            tuple(memories), tuple(problems), " ".join(project.split()) if isinstance(project, str) else "",
            file_format.day(self.top.get("last_updated")), damage, self._used,
        )  # fmt: skip

    def _memory(self, entry: _Entry, faults: list[tuple[str, str]]) -> tuple[str, Memory | None]:
        """(the original id of an entry; its memory, None if it has no text)."""
        section = entry.section
        memory = file_format.from_item(entry.item, section, lambda key, what: faults.append((key, what)))
        if memory is None:
            return file_format.name_of(entry.item, section), None
        name, scope = memory.id, memory.scope.path or ""
        if section.prefix != "CC":
            memory = memory._replace(id=self._own_id(entry, name, faults))
        elif name in self._taken:
            memory = memory._replace(id=f"{name}#{entry.number}")
        if len(scope) > _SCOPE:
            faults.append((section.scope, f"is longer than {_SCOPE} characters; only its first parts count"))
            memory = memory._replace(scope=Scope(path=_first_parts(scope)))
        return name, memory

    def _own_id(self, entry: _Entry, name: str, faults: list[tuple[str, str]]) -> str:
        """A unique id; a fault is reported if the entry's own id cannot be used."""
        prefix = entry.section.prefix
        match = NUMBERED.fullmatch(name)
        if not _NAME.fullmatch(name):
            what, own = f"is {'no id' if name else 'missing'}", f"{prefix}-?{entry.number}"
        elif name in self._taken:
            first, many = self._taken[name]
            self._taken[name] = (first, many + 1)
            what, own = f"is taken: it is also that of {self._place(first)}", f"{name}#{many + 1}"
        elif not match or match[1] != prefix or len(match[2]) < 3:
            what, own = f"must be {prefix}- and at least three digits", name
        else:
            return name
        self._free[prefix] = self._free.get(prefix, 0) + 1
        faults.append(("id", f"{what}; {numbered(prefix, self._free[prefix])} is free"))
        return own

    def merge(self) -> str:
        """What to do by hand: where both sides gave the same number away, which number is free."""
        seen: set[str] = set()
        for entry in self._entries:
            name, prefix = file_format.name_of(entry.item, entry.section), entry.section.prefix
            if name in seen and file_format.number_of(name, entry.section):
                return (
                    f"where both sides added {name}, keep both entries, each in {{ }} of its own with a comma between, "
                    f"and give one the number {numbered(prefix, self._used.get(prefix, 0) + 1)}"
                )
            seen.add(name)
        return "keep what holds of both sides, without the marked lines"

    def _place(self, entry: _Entry, name: str = "") -> str:
        """The place of an entry, for a person who has to find it."""
        offset = entry.offset
        if offset < 0:
            known = self._offsets.get(entry.section.name, [])
            offset = known[entry.number - 1] if entry.number <= len(known) else -1
        line = f" line {bisect_left(self._breaks, offset)}" if offset >= 0 else ""
        return f"{FILE}{line}: {entry.section.name} entry {entry.number}{f' ({name})' if name else ''}"

    @cached_property
    def _breaks(self) -> list[int]:
        return [-1, *(match.start() for match in re.finditer("\n", self._text))]

    @cached_property
    def _offsets(self) -> dict[str, list[int]]:
        """Where the entries of each section begin."""
        try:
            return {
                member.key: [at for at, _ in splice.elements(self._text, member.at)]
                for member in splice.members(self._text, splice.start(self._text))
                if self._text[member.at] == "["
            }
        except (ValueError, RecursionError, IndexError):
            return {}


def _used(entries: list[_Entry], top: Mapping[str, Any]) -> dict[str, int]:
    """The largest number with each prefix: in ids, in what context changes affect, in removed entries."""
    names: list[Any] = []
    for entry in entries:
        if isinstance(entry.item, dict):
            affects = entry.item.get("affects")
            names += [entry.item.get("id"), *(affects if isinstance(affects, list) else [affects])]
    pairs = [
        (prefix, int(number)) for name in names if isinstance(name, str) for prefix, number in NUMBERED.findall(name)
    ]
    last = top.get(LAST_IDS)
    for prefix, number in last.items() if isinstance(last, dict) else ():
        if isinstance(number, int) and not isinstance(number, bool) and 0 < number < 10**15:
            pairs.append((prefix, number))
    return dict(sorted(pairs, key=lambda pair: pair[1]))  # of each prefix the largest comes last, and stays


def _first_parts(scope: str) -> str | None:
    """The whole parts at the beginning of a scope that is too long, None if its first one is."""
    head = scope[: _SCOPE + 1]
    while head:
        head = head.rpartition(",")[0]
        if head.count("{") == head.count("}"):
            break
    return head or None
