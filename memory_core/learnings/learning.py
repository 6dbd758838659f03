"""A learning, as the warm file, a session and the archive hold it, and its value (JARVIS-18 to 20, J-2, J-3)."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from memory_core.core import memory
from memory_core.core.memory import NOTHING, Memory, Scope, Source
from memory_core.core.timestamps import days_between, utc

PREFERENCE: Final = "preference"
BEHAVIOUR: Final = "behaviour"
PREFIX: Final = {PREFERENCE: "pref", BEHAVIOUR: "pat"}  # of an id: `pref_001`
KINDS: Final = {prefix: kind for kind, prefix in PREFIX.items()}  # by the start of an id
LISTS: Final = {PREFERENCE: "preferences", BEHAVIOUR: "patterns"}  # under which list of the warm file a kind stands
PROJECT, GLOBAL = "project", "global"
ACTIVE, WATCHING = "active", "watching"
REVIEWED: Final = "reviewed"  # in `extra`: the day on which a person said that it, and not another, holds
VALIDATED: Final = 3  # sessions after which what was only watched is a pattern
PRACTISED: Final = ("code_repetition", "error_pattern")  # sources that nobody said a word of
_SAID: Final = ("statement", "correction", "multiple_corrections", "answer", "rejected_edit", "user")
_ID: Final = re.compile(r"(?:pref|pat)_\d{1,9}|hot_[0-9a-f]{8}", re.ASCII)
_MOST: Final = 10**9


class Learning(NamedTuple):
    """A preference or a habit of a user. Days are `2026-01-31`, times UTC with `Z`."""

    id: str  # pref_NNN, pat_NNN; of one that is still hot `hot_` and 8 hex digits
    kind: str  # preference | behaviour
    description: str
    # statement | correction | multiple_corrections | answer | rejected_edit | code_repetition | error_pattern | user
    source: str = ""
    level: str = PROJECT  # project | global
    confidence: float = 0.0  # as it was last computed
    last_accessed: str = ""  # day
    access_count: int = 0  # sessions into which it was brought
    status: str = ACTIVE  # active | watching
    occurrences: int = 1  # sessions, or corrections, in which it was met
    corrections: int = 0  # times that the user corrected the assistant so
    contradicted: int = 0  # times that something else was said or done
    confirmation: float = 0.0  # 1 the user said so, 0.5 implied, 0 none
    created: str = ""
    updated: str = ""
    reason: str = ""
    path: str = ""  # glob of the files that it is about
    triggers: tuple[str, ...] = ()  # words of the situation in which it was said: programs, file kinds, topics
    slot: str = ""  # what it chooses, of which one alone can hold: `package-manager`
    skill: str = ""  # the skill that was made of it
    session: str = ""  # that met it last
    uuid: str = ""
    quote: str = ""
    extra: Mapping[str, Any] = NOTHING  # keys of a hand, written back as they were

    @property
    def is_explicit(self) -> bool:
        """Whether the user stated it; else it was only observed."""
        return self.confirmation >= 1


_FIRST: Final = (
    "id",
    "description",
    "confidence",
    "last_accessed",
    "access_count",
    "source",
)  # documented: always there
_REST: Final = tuple(name for name in Learning._fields if name not in (*_FIRST, "kind", "level", "extra"))
_DEFAULTS: Final[Mapping[str, Any]] = Learning._field_defaults
_COUNTS: Final = ("access_count", "occurrences", "corrections", "contradicted")
_SHARES: Final = ("confidence", "confirmation")


def fingerprint(learning: Learning) -> str:
    """16 hex digits over kind and words; case and punctuation do not count."""
    return memory.fingerprint(learning.kind, learning.description)


def mark(learning: Learning) -> str:
    """How a list of the user names a learning: by its id and its words; another one under that id is not meant."""
    return f"{learning.id} {fingerprint(learning)}"


def provisional(learning: Learning) -> str:
    """The id of a learning that has no number yet."""
    return f"hot_{fingerprint(learning)[:8]}"


def numbers(ids: Iterable[str], highest: int = _MOST) -> dict[str, int]:
    """Of each kind the largest number, up to `highest`, that an id has; 0 if none has one."""
    largest = dict.fromkeys(PREFIX, 0)
    for name in ids:
        prefix, _, digits = name.partition("_")
        if prefix in KINDS and _ID.fullmatch(name) and largest[KINDS[prefix]] < int(digits) <= highest:
            largest[KINDS[prefix]] = int(digits)
    return largest


def number(kind: str, given: int) -> str:
    """The id with that number."""
    return f"{PREFIX[kind]}_{given:03}"


def to_item(learning: Learning) -> dict[str, Any]:
    """The entry in its written form: the documented keys, then values that differ from the defaults."""
    item: dict[str, Any] = {name: getattr(learning, name) for name in _FIRST}
    assumed = _assumed(learning.source, learning.status)
    for name in _REST:
        value = getattr(learning, name)
        if value != assumed.get(name, _DEFAULTS[name]):
            item[name] = list(value) if isinstance(value, tuple) else value
    item.update((key, value) for key, value in learning.extra.items() if key not in item)
    return item


def from_item(item: object, kind: str, level: str) -> Learning | None:
    """The learning that an entry holds, or None if it has no words; a missing field is no fault, nor a wrong one.

    An id that is none is empty.
    """
    if not isinstance(item, dict):
        return None
    words = " ".join(_text(item.get("description")).split())
    if not words:
        return None
    source, status = _text(item.get("source")), WATCHING if item.get("status") == WATCHING else ACTIVE
    known: dict[str, Any] = dict(_assumed(source, status))
    for name in (*_FIRST, *_REST):
        if name in item:
            known[name] = _value(name, item[name], known.get(name, _DEFAULTS.get(name, "")))
    known.update(id=identity(item.get("id")), description=words, source=source, status=status)
    extra = {key: value for key, value in item.items() if key not in _FIRST and key not in _REST}
    return Learning(kind=kind, level=level, extra=extra or NOTHING, **known)


def _assumed(source: str, status: str) -> dict[str, Any]:
    """The fields that the source of an entry implies if the entry does not give them."""
    if source in _SAID:
        return {"confirmation": 1.0}
    return {"occurrences": VALIDATED} if source in PRACTISED and status == ACTIVE else {}


def _value(name: str, value: object, usual: object) -> object:
    if name in _COUNTS:
        return min(max(value, 0), _MOST) if type(value) is int else usual
    if name in _SHARES:
        is_number = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
        return float(value) if is_number else usual  # type: ignore[arg-type]
    if name == "triggers":
        result = value if isinstance(value, list) else []
        return tuple(each for each in result if isinstance(each, str))
    return value if isinstance(value, str) else usual


def identity(value: object) -> str:
    """The id that a value is, `pref_1` as `pref_001`; "" if it is none."""
    if not isinstance(value, str) or not _ID.fullmatch(value):
        return ""
    prefix, _, digits = value.partition("_")
    return value if prefix == "hot" else f"{prefix}_{int(digits):03}"


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""


_ATTRS: Final = (
    "confidence", "last_accessed", "access_count", "source", "status", "occurrences", "corrections", "contradicted",
    "confirmation", "triggers", "slot", "skill",
)  # fmt: skip


def to_memory(learning: Learning, place: str, home: str = "learnings") -> Memory:
    """The learning as every verb shows it; its scores are attributes."""
    attrs: dict[str, Any] = {}
    assumed = _assumed(learning.source, learning.status)
    for name in _ATTRS:
        value = getattr(learning, name)
        if name in _FIRST or name in assumed or value != _DEFAULTS[name]:
            attrs[name] = list(value) if isinstance(value, tuple) else value
    if learning.extra:
        attrs["extra"] = dict(learning.extra)
    created = utc(learning.created)
    return Memory(
        id=learning.id,
        kind=learning.kind,
        summary=learning.description,
        body=learning.reason,
        scope=Scope(learning.level, None, learning.path or None),
        created=created,
        updated=utc(learning.updated) or created,
        source=Source(home, place, learning.session, learning.uuid, learning.quote),
        attrs=attrs,
    )


def of_memory(memory: Memory) -> Learning:
    """The learning that a memory holds: one imported, remembered, or kept in the journal."""
    item = {name: memory.attrs[name] for name in _ATTRS if name in memory.attrs}
    extra = memory.attrs.get("extra")
    item.update(extra if isinstance(extra, dict) else {})
    item |= {"id": memory.id, "description": memory.summary, "reason": memory.body, "path": memory.scope.path or ""}
    item |= {"created": memory.created, "updated": memory.updated}
    item |= {"session": memory.source.session, "uuid": memory.source.uuid, "quote": memory.source.quote}
    level = GLOBAL if memory.scope.level == GLOBAL else PROJECT
    result = from_item(item, memory.kind if memory.kind in PREFIX else PREFERENCE, level)
    assert result is not None, "a memory has words"
    return result


HOT, WARM, COLD, GONE = "hot", "warm", "cold", ""
# Why a learning is cold. What the user rejected, and what another took the place of, does not come back by itself.
INACTIVE, AGED, CAPACITY, REJECTED, SUPERSEDED, ASKED = (
    "inactivity", "age", "capacity", "user_rejected", "superseded", "asked",
)  # fmt: skip
STAYS_COLD: Final = (REJECTED, SUPERSEDED)


class Cold(NamedTuple):
    """A learning in the archive; `learning` is the unchanged entry."""

    learning: Learning
    project: str = ""  # root of the project that it belongs to, "" for one of all projects
    archived: str = ""  # day
    why: str = INACTIVE
    by: str = ""  # id of what took its place
    words: str = ""  # why, as the user said it


class Move(NamedTuple):
    """A learning that moves from one tier to another, or is met again in its tier (JARVIS-65)."""

    learning: Learning
    # created | promoted | demoted | archived | restored | accessed | merged | confirmed | edited | deleted
    action: str
    from_tier: str
    to_tier: str
    trigger: str  # pattern_match | session_end | explicit_recall | user | one of the reasons for being cold


class Resolution(NamedTuple):
    """Two learnings that cannot both hold, and which one does (JARVIS-43 to 47, J-4)."""

    learning_a: str
    learning_b: str
    resolution: str  # merge | explicit | specific | recency
    winner: str  # id
    reason: str

    def to_json(self) -> dict[str, Any]:
        """The documented record."""
        return {"conflict_resolution": self._asdict()}


def from_state(state: Mapping[str, Any]) -> list[Learning]:
    """The learnings that a session itself heard, oldest first; invalid entries of its state are left out."""
    items = state.get("hot")
    heard = []
    for item in items if isinstance(items, list) else []:
        if isinstance(item, dict) and item.get("kind") in (PREFERENCE, BEHAVIOUR):
            level = GLOBAL if item.get("level") == GLOBAL else PROJECT
            entry = {key: value for key, value in item.items() if key not in ("kind", "level")}
            if learning := from_item(entry, item["kind"], level):
                heard.append(learning._replace(id=learning.id or provisional(learning)))
    return heard


def to_state(learnings: Iterable[Learning]) -> list[dict[str, Any]]:
    """The list `hot` of a state that holds these learnings."""
    return [
        {**to_item(each), "kind": each.kind, **({"level": each.level} if each.level != PROJECT else {})}
        for each in learnings
    ]


HOT_MOST: Final = 20  # items that are hot in a session, the best of them
HALVES: Final = 30  # idle days after which it counts half as recent
_MANY: Final = 10  # accesses, of which more are worth no more


def idle(learning: Learning, today: str, returned: str = "") -> int:
    """The days since it was last shown, met or restored; 0 if it has no day, or a day to come."""
    last = last_day(learning, returned)
    return max(days_between(last, today), 0) if last else 0


def last_day(learning: Learning, returned: str = "") -> str:
    """The day on which it was last shown, met or restored, else made; "" if no day can be read."""
    days = [utc(day)[:10] for day in (learning.last_accessed, learning.updated, returned)]
    return max(days) or utc(learning.created)[:10]


def recency(learning: Learning, today: str, returned: str = "") -> float:
    """1 for today, 0.5 after thirty days."""
    return float(2 ** (-idle(learning, today, returned) / HALVES))


def confidence_score(learning: Learning, today: str, returned: str = "") -> float:
    """How far it can be relied on, 0 to 1 (JARVIS-32)."""
    seen = learning.occurrences + learning.contradicted
    consistency = 1 - learning.contradicted / seen if seen else 1.0
    frequency = min(learning.occurrences / VALIDATED, 1)
    return (
        0.30 * frequency
        + 0.25 * recency(learning, today, returned)
        + 0.25 * learning.confirmation
        + 0.20 * consistency
    )  # fmt: skip


def priority(learning: Learning, today: str, returned: str = "") -> float:
    """Its place among others, 1 to 100 (JARVIS-34)."""
    accessed = min(learning.access_count, _MANY) / _MANY
    score = confidence_score(learning, today, returned) * 50 + accessed * 30 + recency(learning, today, returned) * 20
    return min(max(score, 1.0), 100.0)


def scored(learning: Learning, today: str, returned: str = "") -> Learning:
    """The learning with its confidence of today."""
    return learning._replace(confidence=round(confidence_score(learning, today, returned), 2))
