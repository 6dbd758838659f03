"""The guard rails of `IRIS_MEMORY.json`: what its text says as memories, and what of it a person has to mend.

Reading is tolerant: a fault costs the value or the entry that it stands in, never the file (I-1, I-12). Only the
standard library, and nothing that is slow to import: the guard reads here while an edit waits.
"""

import json
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from memory_core.core import salvage, splice
from memory_core.core.light import hashes
from memory_core.core.memory import NOTHING, Memory, Scope, Source
from memory_core.core.timestamps import utc

HOME: Final = "guard rails"
FILE: Final = "IRIS_MEMORY.json"
VERSION: Final = "1.0.0"
ENFORCE: Final = ("remind", "ask", "deny")
EACH: Final = ("function", "method", "class", "variable", "argument", "attribute", "file")  # what `require` is about
COUNTS: Final = ("comments", "text")  # what of a file may count beside its code
EXAMPLES: Final = 20  # that an entry keeps of a sort
LAST_IDS: Final = "last_ids"  # in files before 0.22: the largest numbers that were given (I-10)
REMOVED: Final = "Entries were removed; their numbers are not given again"  # of the context change that names them
FORBID: Final = 500  # characters of one expression
SCOPE: Final = 500  # characters of a scope that are looked at
IGNORED: Final = "; it is read as if it were not there"
PROBLEMS: Final = 200  # that are told; the others are counted


class Section(NamedTuple):
    """One list of the file: the prefix of its ids, the kind of its memories, and its keys as they are written."""

    name: str
    prefix: str
    kind: str
    text: str
    reason: str
    scope: str
    since: str
    keys: tuple[str, ...]

    @property
    def plain(self) -> tuple[str, ...]:
        """The keys that stand in `attrs` under their own name."""
        return _own_keys(self)


@lru_cache(maxsize=4)
def _own_keys(section: Section) -> tuple[str, ...]:
    own = ("id", section.text, section.reason, section.scope, *_SINCE)
    return tuple(key for key in section.keys if key not in own)


_GUARD: Final = ("forbid", "require", "counts", "instead", "enforce", "examples")
_SINCE: Final = ("created_on", "decided_on", "rejected_on", "detected_on")
SECTIONS: Final = (
    Section(
        "architectural_constraints", "AC", "constraint", "constraint", "reason", "applies_to", "created_on",
        ("id", "constraint", "reason", "applies_to", "created_on", "adr_reference", *_GUARD),
    ),
    Section(
        "intentional_patterns", "IP", "exception", "pattern", "reason", "scope", "decided_on",
        ("id", "pattern", "scope", "reason", "decided_on", "revisit_on", "iris_cycle", "accepts", "accepted_by"),
    ),
    Section(
        "rejected_changes", "RC", "rejection", "proposed", "rejected_reason", "scope", "rejected_on",
        (
            "id", "proposed", "scope", "rejected_reason", "rejected_by", "cycle", "reconsider_when", "permanent",
            "expires_on", "rejected_on", *_GUARD,
        ),
    ),
    Section(
        "context_changes", "CC", "context-change", "description", "", "", "detected_on",
        ("detected_on", "description", "affects", "iris_cycle"),
    ),
)  # fmt: skip
KINDS: Final = tuple(section.kind for section in SECTIONS)
DATES: Final = frozenset((*_SINCE, "revisit_on", "expires_on"))
_COUNTS: Final = frozenset(("cycle", "iris_cycle"))
_LISTS: Final = frozenset(("forbid", "affects", "accepts"))
_STRUCTURED: Final = frozenset(("require", "counts", "examples"))
_TEXTS_OF: Final = ("name", "holds", "unless")  # keys of a requirement
_NUMBERED: Final = re.compile(r"(AC|IP|RC)-(\d{1,15})", re.ASCII)
_NAME: Final = re.compile(r"[A-Za-z][\w.:-]{0,39}", re.ASCII)
_DATE: Final = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_PROJECT: Final = re.compile(r'"project"\s*:\s*"((?:[^"\\\n]|\\.){1,200})"')
_UPDATED: Final = re.compile(r'"last_updated"\s*:\s*"(\d{4}-\d\d-\d\d)', re.ASCII)


class Problem(NamedTuple):
    """What is wrong in the file: where, and what it is and mends it."""

    place: str
    what: str
    key: str = ""  # the place as a schema names it, `rejected_changes[2].cycle`


class Rails(NamedTuple):
    """What the file says."""

    memories: tuple[Memory, ...] = ()
    problems: tuple[Problem, ...] = ()
    project: str = ""
    updated: str = ""
    damage: str = ""  # why it must not be written, "" where it may be
    used: Mapping[str, int] = NOTHING  # the largest number ever seen with each prefix


class _Entry(NamedTuple):
    """Something that stands in a section, and where."""

    section: Section
    number: int  # in its section, from 1
    item: Any
    offset: int = -1  # in the text; -1 where only a look at the text would tell


def due(memory: Memory, today: str) -> bool:
    """Whether a deliberate exception is to be looked at again: on its day and from then on (I-1)."""
    day = memory.attrs.get("revisit_on")
    return memory.kind == "exception" and isinstance(day, str) and day <= today


def expired(memory: Memory, today: str) -> bool:
    """Whether a rejection has run out: its last day still blocks (I-2), a permanent one never ends."""
    day = memory.attrs.get("expires_on")
    return memory.kind == "rejection" and isinstance(day, str) and day < today and not memory.attrs.get("permanent")


def section_of(kind: str) -> Section:
    """The section in which a kind stands."""
    return next(section for section in SECTIONS if section.kind == kind)


def numbered(prefix: str, number: int) -> str:
    """The id of a number, three digits at least (IRIS-12)."""
    return f"{prefix}-{number:03}"


def number_of(name: str, section: Section) -> int:
    """The number in an id of that section, 0 where it is none."""
    match = _NUMBERED.fullmatch(name)
    return int(match[2]) if match and match[1] == section.prefix else 0


def name_of(item: object, section: Section) -> str:
    """The id by which an entry of a section is named, "" where it has none."""
    if not isinstance(item, dict):
        return ""
    if section.prefix == "CC":
        text = item.get(section.text)
        return changed_context(" ".join(text.split())) if isinstance(text, str) else ""
    name = item.get("id")
    return name.strip() if isinstance(name, str) else ""


def named(name: str, ids: Iterable[str]) -> str:
    """The one of the ids that a name means, in any case and with any zeros before its number; "" where none is."""
    wanted, every = name.strip().casefold(), list(ids)
    same = [one for one in every if one == name.strip()] or [one for one in every if one.casefold() == wanted]
    return next(iter(same or [one for one in every if _plain(one) == _plain(wanted)]), "")


def _plain(name: str) -> str:
    prefix, dash, number = name.casefold().rpartition("-")
    return f"{prefix}{dash}{number.lstrip('0')}" if number.isdecimal() else name.casefold()


def changed_context(description: str) -> str:
    """The id by which a context change is named; the file has none (IRIS-44)."""
    return f"CC-{hashes.sha256(description.encode('utf-8', 'replace')).hexdigest()[:8]}"


def day(value: object) -> str:
    """The date that a value names, "" where it is no day of the calendar."""
    return value[:10] if isinstance(value, str) and _DATE.match(value) and _moment(value) else ""


@lru_cache(maxsize=1024)
def _moment(text: str) -> str:
    return utc(text)  # the entries of a file share their days


def to_item(memory: Memory) -> dict[str, Any]:
    """The entry as it is written: documented keys in their order, then what a hand had added."""
    section = section_of(memory.kind)
    told = {
        **{key: memory.attrs.get(key) for key in section.plain},
        "id": memory.id,
        section.text: memory.summary,
        section.reason: memory.body,
        section.scope: memory.scope.path,
        section.since: memory.created[:10],
    }
    item = {key: told[key] for key in section.keys if told.get(key) not in (None, "", [])}
    extra = memory.attrs.get("extra", {})
    return {**item, **{key: value for key, value in extra.items() if key not in section.keys}}


def settled(memory: Memory, today: str) -> Memory:
    """A guard rail from elsewhere as this file would tell it, with what an entry must have and it lacks."""
    section = section_of(memory.kind)
    item = {"rejected_by": "user", "cycle": 1, "permanent": False} if section.kind == "rejection" else {}
    item |= {section.scope: "**"} if section.scope else {}
    item |= {section.since: today, **to_item(memory)}
    return from_item(item, section) or memory


def from_item(item: object, section: Section, fault: Callable[[str, str], None] = lambda *_: None) -> Memory | None:
    """The memory that an entry holds, None where it says nothing. Each fault is told with its key."""
    if isinstance(item, str):
        fault("", f"is a text; it must be an object with the key {section.text!r}")
        item = {section.text: item}
    if not isinstance(item, dict):
        fault("", f"is no object; write {{{json.dumps(section.text)}: …}}, or take it out")
        return None
    said: dict[str, Any] = {}
    for key in section.keys:
        if item.get(key) is not None:
            value = as_kept(key, item[key], fault)
            if value not in (None, "", []):
                said[key] = value
    text = " ".join(said.get(section.text, "").split())
    if not text:
        if section.text not in item or isinstance(item[section.text], str):
            fault(section.text, f"is missing; say what it is about under {section.text!r}, or take the entry out")
        return None
    if said.get("permanent") and "expires_on" in said:
        fault("expires_on", "stands beside permanent: true; take out one of the two")
    attrs = {key: said[key] for key in section.plain if key in said}
    if extra := {key: value for key, value in item.items() if key not in section.keys and key != "id"}:
        attrs["extra"] = extra
    since = said.get(section.since, "")
    return Memory(
        id=changed_context(text) if section.prefix == "CC" else str(said.get("id", "")),
        kind=section.kind,
        summary=text,
        body=said.get(section.reason, ""),
        scope=Scope(path=said.get(section.scope) or None),
        created=_moment(since),
        updated=_moment(since),
        source=Source(HOME, FILE),
        attrs=attrs,
    )


def as_kept(key: str, value: object, fault: Callable[[str, str], None]) -> Any:
    """The value of a documented key as a memory holds it, None where it is not of its type."""
    what = ""
    if key in DATES:
        if found := day(value):
            return found
        what = "is no date; write YYYY-MM-DD"
    elif key in _COUNTS:
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        what = "must be a whole number"
    elif key == "permanent":
        if isinstance(value, bool):
            return value
        what = "must be true or false"
    elif key in _STRUCTURED:
        return _structured(key, value, fault)
    elif key in _LISTS or (key in ("scope", "applies_to") and isinstance(value, list)):
        return _listed(key, value, fault)
    elif key == "enforce" and value not in ENFORCE:
        what = f"must be {', '.join(ENFORCE[:-1])} or {ENFORCE[-1]}; until then it reminds"
    elif isinstance(value, str):
        return value.strip()
    else:
        what = "must be a text"
    fault(key, f"{what}{IGNORED}" if key != "enforce" else what)
    return None


def _structured(key: str, value: object, fault: Callable[[str, str], None]) -> Any:
    """The value of `require`, `counts` or `examples`; what of it has not its form is left out."""
    if key == "examples":
        sorts = value if isinstance(value, dict) else {}
        found: dict[str, list[dict[str, str]]] = {}
        for sort in ("stop", "pass"):
            given = sorts.get(sort)
            texts = [_texts(each, ("file", "text", "before")) for each in given] if isinstance(given, list) else []
            if kept := [each for each in texts if each.get("file") and "text" in each][:EXAMPLES]:
                found[sort] = kept
        if not isinstance(value, dict) or sum(map(len, found.values())) < sum(
            len(each) for each in value.values() if isinstance(each, list)
        ):
            fault(key, 'must be {"stop": [{"file", "text"}], "pass": […]}; what is not is left out')
        return found or None
    every = value if isinstance(value, list) else [value]
    if key == "counts":
        kinds = [each for each in every if each in COUNTS]
        if len(kinds) < len(every):
            fault(key, f"must be a list of {' and '.join(COUNTS)}; what is not is left out")
        return kinds
    required = [made for each in every if (made := _required(each))]
    if len(required) < len(every):
        fault(key, f"must be a list of objects with each ({', '.join(EACH)}) and name, holds, annotated or documented")
    return required


def _required(value: object) -> dict[str, Any]:
    """A requirement with its documented keys; {} where it requires nothing."""
    if not isinstance(value, dict):
        return {}
    given = value.get("each", "file")
    kinds = [each for each in (given if isinstance(given, list) else [given]) if each in EACH]
    found: dict[str, Any] = {
        key: text for key, text in _texts(value, _TEXTS_OF).items() if text and len(text) <= FORBID
    }
    found |= {key: True for key in ("annotated", "documented") if value.get(key) is True}
    return {"each": kinds, **found} if kinds and found.keys() - {"unless"} else {}


def _texts(value: object, keys: Iterable[str]) -> dict[str, str]:
    return {key: value[key] for key in keys if isinstance(value.get(key), str)} if isinstance(value, dict) else {}


def _listed(key: str, value: object, fault: Callable[[str, str], None]) -> Any:
    """The texts of a list, where one text stands for a list of one; scopes as one text."""
    words = [value] if isinstance(value, str) else value if isinstance(value, list) else []
    found = [word.strip() for word in words if isinstance(word, str) and word.strip()]
    if len(found) < len(words) or not isinstance(value, str | list):
        fault(key, "must be a list of texts; what is none is left out")
    if key == "forbid" and any(len(word) > FORBID for word in found):
        fault(key, f"has an expression of more than {FORBID} characters, which is not looked at; say it shorter")
        found = [word for word in found if len(word) <= FORBID]
    return ", ".join(found) if key in ("scope", "applies_to") else found


@lru_cache(maxsize=1)  # the index, the briefing and the guard ask for the same file when a session starts
def read(text: str) -> Rails:
    """What a text says. A damaged one is searched for whole entries; a blank one is an empty file."""
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
        return _told(text, entries, [Problem(FILE, f"{what}; mend it by hand")], {}, what)
    problems = [Problem(FILE, f"the key {key!r} appears twice in one object; leave one of the two") for key in twice]
    damage = problems[0].what if problems else ""
    entries = []
    for section in SECTIONS:
        stands = value.get(section.name)
        if not isinstance(stands, list | None):
            problems.append(Problem(f"{FILE}: {section.name}", "must be a list; put [ ] around it", section.name))
            damage = damage or f"{section.name} is no list"
        entries += [_Entry(section, at, item) for at, item in enumerate(_items(stands, section), 1)]
    return _told(text, entries, problems, value, damage)


def _object(pairs: list[tuple[str, Any]], twice: list[str]) -> dict[str, Any]:
    """The object; of a list that stands twice in it nothing is lost."""
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: dict[str, Any] = {}
        for key, value in pairs:
            if key in seen:
                twice.append(key)
            both = isinstance(seen.get(key), list) and isinstance(value, list)
            seen[key] = seen[key] + value if both else value
        return seen
    return found


def _items(stands: object, section: Section) -> list[Any]:
    if isinstance(stands, dict):
        return [stands] if section.text in stands else list(stands.values())
    return stands if isinstance(stands, list) else [] if stands is None else [stands]


def _salvaged(text: str, error: Exception) -> Rails:
    """What can be read of a text that is no JSON, of both sides of a merge; what stands in both counts once."""
    entries: list[_Entry] = []
    seen: set[str] = set()
    whole = True
    for side in salvage.sides(text):
        found, ended = salvage.objects(side)
        whole = whole and ended
        for offset, item in found:
            for section, inner in _sorted_out(item):
                mark = json.dumps(inner, sort_keys=True, default=str)
                if mark not in seen:
                    seen.add(mark)
                    number = sum(entry.section is section for entry in entries) + 1 if len(entries) < 1000 else 0
                    entries.append(_Entry(section, number, inner, offset if side == text else -1))
    marker = re.search(r"^<<<<<<< ", text, re.MULTILINE)
    if marker:
        what, line = "merge conflict markers", text.count("\n", 0, marker.start()) + 1
    else:
        what, line = f"not valid JSON ({error})", getattr(error, "lineno", 0)
    mend = _merge(entries) if marker else "mend the file by hand"
    place = f"{FILE} line {line}" if line else FILE
    rest = "" if whole else ", and too much of it to read it to its end"
    problem = Problem(place, f"{what}{rest}; what could be read is used; {mend}")
    project = _PROJECT.search(text)
    top = {"project": json.loads(f'"{project[1]}"', strict=False)} if project and "\\" not in project[1] else {}
    top["last_updated"] = max(_UPDATED.findall(text), default="")
    return _told(text, entries, [problem], top, f"{place}: {what}")


def _merge(entries: list[_Entry]) -> str:
    """What to do by hand: where both sides gave the same number away, which one is free."""
    seen: set[str] = set()
    for entry in entries:
        name, prefix = name_of(entry.item, entry.section), entry.section.prefix
        if name in seen and number_of(name, entry.section):
            free = numbered(prefix, _used(entries, {}).get(prefix, 0) + 1)
            return (
                f"where both sides added {name}, keep both entries, each in {{ }} of its own with a comma between, "
                f"and give one the number {free}"
            )
        seen.add(name)
    return "keep what holds of both sides, without the marked lines"


def _sorted_out(value: object) -> Iterator[tuple[Section, Any]]:
    """The entries of a value that stands where it should not: by its keys, by the prefix of its id."""
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
    for section in sorted(SECTIONS, key=lambda one: not name.startswith(f"{one.prefix}-")):
        if isinstance(value.get(section.text), str) and (
            section.prefix != "CC" or {"detected_on", "affects"} & {*value}
        ):
            yield section, value
            return


class _Places:
    """Where the entries of a text stand, for whoever has to find them; the text is looked at once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._offsets: dict[str, list[int]] = {}
        self._breaks: list[int] = []

    def __call__(self, entry: _Entry, name: str = "") -> str:
        if not self._breaks:
            self._breaks = [-1, *(match.start() for match in re.finditer("\n", self._text))]
        offset = entry.offset if entry.offset >= 0 else self._offset(entry)
        line = f" line {bisect_left(self._breaks, offset)}" if offset >= 0 else ""
        return f"{FILE}{line}: {entry.section.name} entry {entry.number}{f' ({name})' if name else ''}"

    def _offset(self, entry: _Entry) -> int:
        if not self._offsets:
            self._offsets = _offsets(self._text)
        known = self._offsets.get(entry.section.name, [])
        return known[entry.number - 1] if entry.number <= len(known) else -1


def _told(text: str, entries: list[_Entry], problems: list[Problem], top: Mapping[str, Any], damage: str) -> Rails:
    """The memories of the entries, each under an id that is its own."""
    used = _used(entries, top)
    free = dict(used)
    taken: dict[str, tuple[_Entry, int]] = {}
    memories = []
    unnamed = 0
    place = _Places(text)
    for entry in entries:
        found: list[tuple[str, str]] = []
        if entry.section.prefix == "CC" and isinstance(entry.item, dict) and entry.item.get("description") == REMOVED:
            continue  # it only keeps numbers
        if unnamed and not isinstance(entry.item, dict):
            unnamed += 1  # what is no entry at all costs no more than its mention
            continue
        memory = from_item(entry.item, entry.section, lambda key, what, found=found: found.append((key, what)))  # type: ignore[misc]
        name = memory.id if memory else name_of(entry.item, entry.section)
        if memory and entry.section.prefix != "CC":
            memory = _identified(memory, entry, free, taken, found, place)
        elif memory and name in taken:
            memory = memory._replace(id=f"{name}#{entry.number}")
        if memory:
            memory = _bounded(memory, entry.section, found)
            memories.append(memory)
            taken.setdefault(memory.id, (entry, 1))
        stem = f"{entry.section.name}[{entry.number - 1}]"
        room = PROBLEMS - len(problems)
        unnamed += max(0, len(found) - room)
        if found and room > 0:
            at = place(entry, name)
            problems += [
                Problem(f"{at}{f': {key}' if key else ''}", what, f"{stem}.{key}".rstrip("."))
                for key, what in found[:room]
            ]
    if unnamed:
        problems.append(Problem(FILE, f"{unnamed:,} more problems; they are told once these are mended"))
    project, updated = top.get("project"), day(top.get("last_updated"))
    return Rails(
        tuple(memories), tuple(problems), " ".join(project.split()) if isinstance(project, str) else "", updated,
        damage, used,
    )  # fmt: skip


def _identified(
    memory: Memory,
    entry: _Entry,
    free: dict[str, int],
    taken: dict[str, tuple[_Entry, int]],
    found: list[tuple[str, str]],
    place: Callable[[_Entry], str],
) -> Memory:
    """The memory under an id that no other has; what is wrong with the id that it came with is noted."""
    prefix, name = entry.section.prefix, memory.id

    def offered() -> str:
        free[prefix] = free.get(prefix, 0) + 1
        return numbered(prefix, free[prefix])

    if not _NAME.fullmatch(name):
        found.append(("id", f"is {'no id' if name else 'missing'}; {offered()} is free"))
        return memory._replace(id=f"{prefix}-?{entry.number}")
    if name in taken:
        first, many = taken[name]
        taken[name] = (first, many + 1)
        found.append(("id", f"is taken: it is also that of {place(first)}; {offered()} is free"))
        return memory._replace(id=f"{name}#{many + 1}")
    match = _NUMBERED.fullmatch(name)
    if not match or match[1] != prefix or len(match[2]) < 3:
        found.append(("id", f"must be {prefix}- and at least three digits; {offered()} is free"))
    return memory


def _used(entries: list[_Entry], top: Mapping[str, Any]) -> dict[str, int]:
    """The largest number seen with each prefix: in ids, in what context changes affect, in what is said to be gone."""
    names: list[Any] = []
    for entry in entries:
        if isinstance(entry.item, dict):
            affects = entry.item.get("affects")
            names += [entry.item.get("id"), *(affects if isinstance(affects, list) else [affects])]
    used: dict[str, int] = {}
    for name in names:
        for prefix, number in _NUMBERED.findall(name) if isinstance(name, str) else ():
            used[prefix] = max(used.get(prefix, 0), int(number))
    last = top.get(LAST_IDS)
    for prefix, number in last.items() if isinstance(last, dict) else ():
        if isinstance(number, int) and not isinstance(number, bool) and 0 < number < 10**15:
            used[prefix] = max(used.get(prefix, 0), number)
    return used


def _offsets(text: str) -> dict[str, list[int]]:
    """Where the entries of each section begin."""
    try:
        start = splice.start(text)
        return {
            member.key: [at for at, _ in splice.elements(text, member.at)]
            for member in splice.members(text, start)
            if text[member.at] == "["
        } or {"": []}
    except (ValueError, RecursionError, IndexError):
        return {"": []}


def _bounded(memory: Memory, section: Section, found: list[tuple[str, str]]) -> Memory:
    """The memory with no more of its scope than a file is held against."""
    scope = memory.scope.path or ""
    if len(scope) <= SCOPE:
        return memory
    found.append((section.scope, f"is longer than {SCOPE} characters; only its first parts count"))
    return memory._replace(scope=Scope(path=_first_parts(scope)))


def _first_parts(scope: str) -> str | None:
    """The whole parts at the beginning of a scope that is too long, None where its first one is."""
    head = scope[: SCOPE + 1]
    while head:
        head = head.rpartition(",")[0]
        if head.count("{") == head.count("}"):
            break
    return head or None
