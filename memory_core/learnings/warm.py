"""The format of a warm file: JARVIS-18 to 21, and tolerance for manual edits and merges."""

import contextlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from typing import Any, Final, NamedTuple

from memory_core.core import salvage
from memory_core.core.memory import NOTHING
from memory_core.learnings import learning as codec
from memory_core.learnings.learning import ACTIVE, GLOBAL, LISTS, PREFIX, Learning

TOP: Final = "warm_memory"
MOST: Final = 1_000  # entries of a file that are read: twice as many as there may be
LONGEST: Final = 4_000  # characters of a description
_SHORT: Final = {"description": 400, "reason": 400, "quote": 300, "path": 200, "slot": 60, "skill": 100}
_TRIGGERS: Final = 20
_TRIGGER: Final = 20  # characters
_EXTRA: Final = 2_000  # characters of what a hand wrote into an entry
DEEPEST: Final = 20  # levels of what a hand wrote into an entry
HIGHEST: Final = 9_999  # no larger number counts for the next one: a file could use them up for all projects
_DAY: Final = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
_NAMED: Final = r'"(preferences|patterns|context|muted|returned)"\s*:\s*\[?\s*(?=\{)'
_WORDS: Final = r"[0-9a-f]{16}"  # of a mark
_BEGUN: Final = r'"(preferences|patterns|context|muted|returned)"\s*:'
_KINDS: Final = {name: kind for kind, name in LISTS.items()}
_OWN: Final = (*_KINDS, "context", "muted", "returned")


Lines = dict[tuple[str, str], tuple[Learning, str]]


class Warm(NamedTuple):
    """The content of a warm file."""

    learnings: tuple[Learning, ...] = ()
    context: Mapping[str, Any] = NOTHING  # current_project, active_skills, recent_files
    muted: Mapping[str, tuple[str, ...]] = NOTHING  # of the user: project → marks of what is not told there
    returned: Mapping[str, str] = NOTHING  # id → day on which it came back from the archive
    problems: tuple[str, ...] = ()  # what of the file could not be read; not written
    extra: Mapping[str, Any] = NOTHING  # keys of a hand, written back as they were
    unread: tuple[tuple[str, Any], ...] = ()  # (list, entry) that says no learning, written back
    around: Mapping[str, Any] = NOTHING  # keys of a hand beside `warm_memory`, written back
    is_damaged: bool = False  # something of the text is lost where the file is written anew


def parse(text: str | None, level: str) -> Warm:
    """The content of a warm file; empty if there is no text.

    Equal words are one learning, with the larger counts. An entry without an id, or with the id of another entry, gets
    the id "": `numbered` assigns one.
    """
    if text is None or not text.strip():
        return Warm()
    warm = _side(text, level)
    if warm.is_damaged and len(sides := salvage.sides(text)) > 1:
        warm = _union(*(_side(each, level) for each in sides))
        warm = warm._replace(problems=("merge conflict markers", *warm.problems), is_damaged=True)
    return warm._replace(learnings=tuple(_distinct(warm.learnings)))


def numbers(ids: Iterable[str]) -> dict[str, int]:
    """Of each kind the largest number that counts, 0 if there is none."""
    return codec.numbers(ids, HIGHEST)


def numbered(warm: Warm, largest: Mapping[str, int], others: Iterable[str] = ()) -> Warm:
    """With an id for each learning that has none: the next number after the largest that was ever given.

    `others`: ids that something else has, seen from here.
    """
    own = [each.id for each in warm.learnings]
    last = numbers((*own, *(codec.number(kind, most) for kind, most in largest.items())))
    taken = {*own, *others}
    result = []
    for learning in warm.learnings:
        name = learning.id
        while not name:
            last[learning.kind] += 1
            name = codec.number(learning.kind, last[learning.kind])
            name = "" if name in taken else name
        result.append(learning._replace(id=name))
    return warm._replace(learnings=tuple(result))


def muting(warm: Warm, root: str, marks: Iterable[str]) -> Warm:
    """The user's learnings; learnings with one of these marks, or ids, are not shown in a project."""
    muted = {**warm.muted, root: tuple(dict.fromkeys(marks))}
    return warm._replace(muted={project: names for project, names in muted.items() if names})


def lines(text: str, level: str) -> Lines:
    """For each entry on a line of its own (kind, id): its content, and the line as somebody wrote it."""
    result: Lines = {}
    kind = ""
    for line in map(str.strip, text.splitlines()):
        if match := re.match(_BEGUN, line):
            kind = _KINDS.get(match[1], "")
        row = line.rstrip(",")
        if kind and row.startswith("{") and row.endswith("}"):
            with contextlib.suppress(ValueError, RecursionError):
                each, _ = _learning(loads(row), kind, level)
                if each is not None:
                    result[kind, each.id] = each, row
    return result


def text_of(warm: Warm, written: Lines | None = None) -> str:
    """The text of a warm file: one entry a line, in the order of their numbers, so that git can merge learnings.

    `written` are the existing `lines`; an entry with the same content keeps its line.
    """
    parts = []
    for kind, name in LISTS.items():
        own = [learning for learning in sorted(warm.learnings, key=_order) if learning.kind == kind]
        known = [(written or {}).get((kind, learning.id), (None, "")) for learning in own]
        entries = [
            was[1] if was[0] == each else _json(codec.to_item(each)) for each, was in zip(own, known, strict=True)
        ]
        entries += [_json(entry) for place, entry in warm.unread if place == name]
        rows = ",\n".join(f"    {entry}" for entry in entries)
        parts.append(f"  {_json(name)}: [\n{rows}\n  ]" if rows else f"  {_json(name)}: []")
    context = {"current_project": "", "active_skills": [], "recent_files": [], **warm.context}
    rest: dict[str, Any] = {"context": context}
    if warm.muted:
        rest["muted"] = {root: sorted(set(warm.muted[root]), key=_number) for root in sorted(warm.muted)}
    if warm.returned:
        rest["returned"] = _sorted(warm.returned)
    rest.update((key, value) for key, value in warm.extra.items() if key not in _OWN)
    parts += [f"  {_json(key)}: {_json(value)}" for key, value in rest.items()]
    around = "".join(f", {_json(key)}: {_json(value)}" for key, value in warm.around.items() if key != TOP)
    return "{" + f'"{TOP}": {{\n' + ",\n".join(parts) + "\n}" + around + "}\n"


def loads(text: str | bytes) -> Any:
    """The value of a JSON text; NaN and infinities become null."""
    return json.loads(text, parse_constant=lambda _: None, parse_float=_number_of)


def _number_of(digits: str) -> float | None:
    number = float(digits)
    return number if isfinite(number) else None


def is_too_deep(value: Any, most: int = DEEPEST) -> bool:
    """Whether a value is nested deeper than anything that is written here."""
    level = [value]
    for _ in range(most + 1):
        level = [each for item in level for each in _inside(item)]
    return bool(level)


def _inside(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return [each for each in value.values() if isinstance(each, dict | list)]
    return [each for each in value if isinstance(each, dict | list)] if isinstance(value, list) else []


def _side(text: str, level: str) -> Warm:
    """One side of a merge conflict, or the whole file."""
    try:
        value = loads(text)
    except (ValueError, RecursionError) as error:
        return _scanned(text, level, f"not valid JSON ({error})")
    inner = value.get(TOP) if isinstance(value, dict) else None
    if not isinstance(inner, dict):
        return _bare(value, level)
    return _read(inner, level, {key: each for key, each in value.items() if key != TOP})


def _bare(value: Any, level: str) -> Warm:
    """The content of a file that lacks the outer key."""
    if isinstance(value, dict) and any(isinstance(value.get(name), list) for name in _KINDS):
        warm = _read(value, level, {})
    elif isinstance(value, list):
        warm = _read({name: [each for each in value if _list_of(each) == name] for name in _KINDS}, level, {})
    else:
        warm = Warm()
    return warm._replace(problems=(f"without {TOP!r}", *warm.problems), is_damaged=True)


def _read(inner: Mapping[str, Any], level: str, around: Mapping[str, Any]) -> Warm:
    learnings: list[Learning] = []
    unread: list[tuple[str, Any]] = []
    problems: list[str] = []
    lost = []
    for name, kind in _KINDS.items():
        entries = inner.get(name, [])
        if not isinstance(entries, list):
            lost.append(f"{name!r} is no list")
            continue
        for at, entry in enumerate(entries):
            each, what = _learning(entry, kind, level) if at < MOST else (None, f"more than {MOST:,} entries")
            if each is not None:
                learnings.append(each)
            elif what and is_too_deep(entry):
                lost.append(f"{name}[{at}] is nested too deeply")
            else:
                unread.append((name, entry))
                problems.append(f"{name}[{at}] {what}" if at < MOST else f"{name}: {what}")
    context = inner.get("context", {})
    if not isinstance(context, dict) or is_too_deep(context):
        context = {}
        lost.append("'context' is no object that can be read")
    extra = {key: item for key, item in inner.items() if key not in _OWN}
    if is_too_deep(extra) or is_too_deep(around):
        extra, around = {}, {}
        lost.append("nested too deeply")
    muted = _muted(inner.get("muted")) if level == GLOBAL else NOTHING
    return Warm(
        tuple(learnings), context, muted, _returned(inner.get("returned")),
        tuple(dict.fromkeys((*lost, *problems))), extra, tuple(unread), around, bool(lost),
    )  # fmt: skip


def _learning(entry: Any, kind: str, level: str) -> tuple[Learning | None, str]:
    """(the learning of an entry or None, why there is none)."""
    each = codec.from_item({"description": entry} if isinstance(entry, str) else entry, kind, level)
    if each is None:
        return None, "has no 'description'"
    if len(each.description) > LONGEST:
        return None, f"is longer than {LONGEST:,} characters"
    if is_too_deep(each.extra):
        return None, "is nested too deeply"
    each = each if level == GLOBAL else _short(each)
    return (each if each.id.startswith(f"{PREFIX[kind]}_") else each._replace(id="")), ""


def _short(learning: Learning) -> Learning:
    """A project's learning, cut to the length of a single statement, because its file may come from a stranger."""
    long = {name: getattr(learning, name) for name, most in _SHORT.items() if len(getattr(learning, name)) > most}
    short: dict[str, Any] = {name: f"{text[: _SHORT[name] - 1].rstrip()}…" for name, text in long.items()}
    if len(learning.triggers) > _TRIGGERS or sum(map(len, learning.triggers)) > _SHORT["description"]:
        short["triggers"] = tuple(each[:_TRIGGER] for each in learning.triggers[:_TRIGGERS])
    if learning.extra and len(_json(dict(learning.extra))) > _EXTRA:
        short["extra"] = NOTHING
    return learning._replace(**short) if short else learning


def _scanned(text: str, level: str, what: str) -> Warm:
    """What can be read of a text that is not valid JSON: every whole entry, of the list that was begun before it."""
    result, is_whole = salvage.objects(text)
    begun = [(match.end(), match[1]) for match in re.finditer(_NAMED, text)]
    inner: dict[str, Any] = {name: [] for name in _KINDS}
    place = 0
    for at, item in result:
        while place < len(begun) and begun[place][0] <= at:
            place += 1
        name = begun[place - 1][1] if place else ""
        if whole := _whole(item):  # only what stands around it is lost
            for key, value in whole.items():
                if isinstance(value, list) and isinstance(inner.get(key), list):
                    inner[key] += value
                else:
                    inner.setdefault(key, value)
        elif name in ("context", "muted", "returned") and begun[place - 1][0] == at:
            inner.setdefault(name, item)
        elif "description" in item:
            inner[_list_of(item) or (name if name in _KINDS else "preferences")].append(item)
    warm = _read(inner, level, {})
    rest = "" if is_whole else ", too much of it to read it to its end"
    return warm._replace(problems=(what + rest, *warm.problems), is_damaged=True)


def _whole(item: dict[str, Any]) -> dict[str, Any]:
    """The value of `warm_memory` if an object of a damaged text is that, or contains it; else {}."""
    inner = item.get(TOP, item)
    return inner if isinstance(inner, dict) and any(isinstance(inner.get(name), list) for name in _KINDS) else {}


def _list_of(item: Any) -> str:
    """The list to which the id of an entry belongs, "" if it does not say."""
    name = item.get("id") if isinstance(item, dict) else None
    return next(
        (LISTS[kind] for kind, each in PREFIX.items() if isinstance(name, str) and name.startswith(f"{each}_")), ""
    )


def _muted(value: Any) -> dict[str, tuple[str, ...]]:
    by_root = {root: ids for root, ids in value.items() if isinstance(ids, list)} if isinstance(value, dict) else {}
    result = {root: tuple(dict.fromkeys(filter(None, map(_mark, ids)))) for root, ids in by_root.items()}
    return {root: ids for root, ids in result.items() if ids}


def _mark(value: Any) -> str:
    """An id, or an id with the fingerprint of its words; "" for anything else."""
    name, _, words = value.partition(" ") if isinstance(value, str) else ("", "", "")
    known = codec.identity(name)
    return " ".join(filter(None, (known, words if known and re.fullmatch(_WORDS, words) else "")))


def _returned(value: Any) -> dict[str, str]:
    days = value.items() if isinstance(value, dict) else ()
    result = [(codec.identity(key) or key, day) for key, day in days if isinstance(day, str)]
    return {key: day for key, day in result if re.fullmatch(_DAY, day)}


def _union(ours: Warm, theirs: Warm) -> Warm:
    """What both sides of a merge say."""
    returned = dict(ours.returned)
    for name, day in theirs.returned.items():
        returned[name] = max(day, returned.get(name, ""))
    return Warm(
        ours.learnings + theirs.learnings,
        {**theirs.context, **ours.context},
        {root: (*ours.muted.get(root, ()), *theirs.muted.get(root, ())) for root in {**ours.muted, **theirs.muted}},
        returned,
        tuple(dict.fromkeys(ours.problems + theirs.problems)),
        {**theirs.extra, **ours.extra},
        ours.unread + tuple(each for each in theirs.unread if each not in ours.unread),
        {**theirs.around, **ours.around},
        ours.is_damaged or theirs.is_damaged,
    )


def _distinct(learnings: Sequence[Learning]) -> list[Learning]:
    """Each words once, and each id; of two with one id the first keeps it."""
    by_words: dict[str, Learning] = {}
    for learning in learnings:
        mark = codec.fingerprint(learning)
        by_words[mark] = _joined(by_words[mark], learning) if mark in by_words else learning
    taken = set()
    result = []
    for learning in by_words.values():
        result.append(learning._replace(id="") if learning.id in taken else learning)
        taken.add(learning.id)
    return result


def _joined(a: Learning, b: Learning) -> Learning:
    """Two copies of a learning as one: the larger counts, the newer days, and fields that only one has."""
    newer, older = (b, a) if b.updated > a.updated else (a, b)
    most = {name: max(getattr(a, name), getattr(b, name)) for name in _GROWING}
    fields = {name: getattr(newer, name) or getattr(older, name) for name in _SAID}
    return newer._replace(
        **most,
        **fields,
        id=a.id or b.id,
        status=ACTIVE if ACTIVE in (a.status, b.status) else a.status,
        created=min(filter(None, (a.created, b.created)), default=""),
        triggers=tuple(dict.fromkeys(a.triggers + b.triggers)),
        extra={**older.extra, **newer.extra} or NOTHING,
    )


_GROWING: Final = (
    "confidence", "last_accessed", "access_count", "occurrences", "corrections", "contradicted", "confirmation",
)  # fmt: skip
_SAID: Final = ("source", "reason", "path", "slot", "skill", "session", "uuid", "quote")


def _order(learning: Learning) -> tuple[int, str]:
    return _number(learning.id)


def _number(name: str) -> tuple[int, str]:
    return max(codec.numbers([name.partition(" ")[0]]).values()), name


def _sorted(days: Mapping[str, str]) -> dict[str, str]:
    return {name: days[name] for name in sorted(days, key=_number)}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
