"""The decision log of a ticket: its lines, and their combined meaning (AIDD-24 to 28, A-2 to A-6)."""

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple, NoReturn

from memory_core.core.budget import whole
from memory_core.core.light import hashes
from memory_core.core.memory import NOTHING
from memory_core.core.timestamps import utc
from memory_core.language.light.words import tokens

SCHEMA: Final = "aidd.memory.decision.v1"
STATUSES: Final = ("active", "superseded", "rejected")
FORGOTTEN: Final = "forgotten"  # a key: true if the decision with this id is no longer shown
AMENDS: Final = "amends"  # a key: true if the line adds to an earlier line and changes no status
DOUBTS: Final = "maybe_supersedes"  # a key: ids of decisions that this decision may supersede; they stay active
LONGEST: Final = 200_000  # characters of a line

_ID: Final = re.compile(r"[A-Za-z0-9_-]{4,64}")
_TEXTS: Final = ("ts", "ticket", "scope_key", "stage", "rationale", "source_path", "supersedes")
_KEYS: Final = frozenset(
    (*_TEXTS, "schema", "decision_id", "topic", "decision", "alternatives", "status")
)  # other keys are kept as `extra`
_GIVEN: Final = ("scope_key", "stage", "alternatives", "rationale", "source_path", "supersedes")
_MAYBE_TEXT: Final = frozenset((str, type(None)))
_MARKS: Final = ("<<<<<<<", "|||||||", "=======", ">>>>>>>")


class Entry(NamedTuple):
    """A decision, as in a line of the log."""

    id: str  # 12 hex digits of the SHA-256 of ticket, topic and decision
    ticket: str
    topic: str
    decision: str
    ts: str  # UTC ISO 8601 with `Z`
    scope_key: str = ""
    stage: str = ""
    alternatives: tuple[str, ...] = ()
    rationale: str = ""
    source_path: str = ""
    status: str = "active"
    supersedes: str = ""
    line: int = 0  # from 1; 0 if it is not written yet
    extra: Mapping[str, Any] = NOTHING  # keys of the line that the schema does not name


class Conflict(NamedTuple):
    """Decisions that cannot all hold: on one topic in one scope (A-6), or superseding each other (A-5)."""

    topic: str
    scope_key: str
    ids: tuple[str, ...]
    is_cycle: bool = False


class Damage(NamedTuple):
    """A line that holds no decision; it stays in the file."""

    line: int
    what: str


class Log(NamedTuple):
    """The content of a log, its lines combined in their order."""

    entries: tuple[Entry, ...] = ()  # each id once: its last line, with the status that follows from all lines
    heads: Mapping[str, str] = NOTHING  # superseded id to the id at the end of its chain
    conflicts: tuple[Conflict, ...] = ()
    damages: tuple[Damage, ...] = ()
    lines: int = 0  # lines that are not blank
    forgotten: tuple[str, ...] = ()  # ids that are no longer shown


def identify(ticket: str, topic: str, decision: str) -> str:
    """The id of a decision, 12 hex digits of its words; case, white space, author and time do not matter."""
    words = "\0".join(map(_words, (ticket, topic, decision)))
    return hashes.sha256(words.encode("utf-8", "replace")).hexdigest()[:12]


def is_id(text: str) -> bool:
    """Whether a text can be the id of a decision, ours or another program's."""
    return _ID.fullmatch(text) is not None


def topic_key(topic: str) -> str:
    """The words of a topic without case and punctuation; equal for two spellings of one topic."""
    folded = _words(topic)
    return " ".join(tokens(folded)) or folded


def entry(text: str, number: int = 0, ticket: str = "") -> Entry | Damage:
    """The decision in a line; `Damage` if there is none. `ticket` is the ticket of the log."""
    if len(text) > LONGEST:
        return Damage(number, f"is longer than {LONGEST:,} characters")
    try:
        value = _decode(text.strip())
        value = _whole(value) if "\\u" in text else value
    except (ValueError, RecursionError):
        return Damage(number, _torn(text.strip()))
    if not isinstance(value, dict):
        return Damage(number, "is not a JSON object")
    fault = _fault(value)
    return Damage(number, fault) if fault else _entry(value, number, ticket)


def entry_of(raw: bytes, number: int, ticket: str) -> Entry | Damage:
    """The decision in the bytes of a line; `Damage` if there is none."""
    try:
        return entry(raw.decode(), number, ticket)
    except UnicodeDecodeError:
        return Damage(number, "is not UTF-8")


def line(entry: Entry) -> str:
    """The line of a decision, without a line end; `entry` reads it back."""
    value = {
        "schema": SCHEMA,
        "ts": entry.ts,
        "ticket": entry.ticket,
        "scope_key": entry.scope_key,
        "stage": entry.stage,
        "decision_id": entry.id,
        "topic": entry.topic,
        "decision": entry.decision,
        "alternatives": list(entry.alternatives),
        "rationale": entry.rationale,
        "source_path": entry.source_path,
        "status": entry.status,
        **({"supersedes": entry.supersedes} if entry.supersedes else {}),
        **{key: kept for key, kept in entry.extra.items() if key not in _KEYS},
    }
    return json.dumps(value, ensure_ascii=False)


def renewed(known: Entry | None, new: Entry) -> Entry | None:
    """The line that changes `known` to `new` in the log; None if nothing changes.

    Empty fields of `new` keep their old value.
    """
    if known is None:
        return new
    given = {key: value for key in _GIVEN if (value := getattr(new, key))}
    if all(getattr(known, key) == value for key, value in given.items()) and known.status == new.status:
        return None
    extra = {**known.extra, **new.extra}
    return marked(known, known._replace(**given, status=new.status, ts=new.ts or known.ts, extra=extra, line=0))


def marked(known: Entry, new: Entry) -> Entry:
    """A further line of a known decision, marked if it only amends, so that a merge does not make it more than that."""
    extra = {key: kept for key, kept in new.extra.items() if key != AMENDS}
    if known.status == new.status != "superseded":
        extra[AMENDS] = True
    return new._replace(extra=extra or NOTHING)


def forgetting(name: str, ticket: str, when: str) -> Entry:
    """The entry that hides the decision with the id `name`; it contains none of its words."""
    words = "a decision was forgotten"
    return Entry(name, ticket, FORGOTTEN, words, when, status="superseded", extra={FORGOTTEN: True})


def fold(lines: Iterable[Entry | Damage]) -> Log:
    """The combined meaning of the lines, in their order.

    The last line of an id counts. A line that supersedes an id ends it, until a later line of that id without the
    status `superseded` takes it up again; the first line of an id does not, since a merge may put it after the line
    that supersedes it. A line that only amends changes neither a status nor a successor, at any place.
    """
    last: dict[str, Entry] = {}
    chains = _Chains()
    ended: set[tuple[str, str]] = set()  # (superseded id, id of its successor)
    damages = []
    number = 0
    for line in lines:
        number += 1
        if isinstance(line, Damage):
            damages.append(line)
            continue
        before = last.get(line.id)
        amends = line.extra.get(AMENDS) is True and before is not None
        if line.extra.get(AMENDS) is True:
            line = _amending(before, line)  # noqa: PLW2901 - from here on it is a line like all others
        if line.extra.get(FORGOTTEN) is True:
            chains.bridge(line.id)
        elif before and not amends and line.status != "superseded":
            chains.free(line.id)
        last[line.id] = line
        if line.supersedes and not (amends and (line.supersedes, line.id) in ended):
            ended.add((line.supersedes, line.id))
            chains.end(line.supersedes, line.id)
    gone = tuple(name for name, each in last.items() if each.extra.get(FORGOTTEN) is True)
    shown = {name: each for name, each in last.items() if each.extra.get(FORGOTTEN) is not True}
    entries = tuple(_settled(each, chains) for each in shown.values())
    heads, cycles = chains.heads()
    return Log(
        entries,
        {name: head for name, head in heads.items() if name in shown},
        (*_conflicts(entries), *(_cycle(shown, names) for names in cycles)),
        tuple(damages),
        number,
        gone,
    )


def _amending(before: Entry | None, entry: Entry) -> Entry:
    """A line that only amends, with the status of the line before it; a forgotten decision stays forgotten."""
    if before and before.extra.get(FORGOTTEN) is True:
        return before
    extra = {key: kept for key, kept in entry.extra.items() if key != AMENDS}
    return entry._replace(extra=extra or NOTHING, status=before.status if before else entry.status)


class _Chains:
    """Which id supersedes which."""

    def __init__(self) -> None:
        self._by: dict[str, dict[str, None]] = {}  # an id to its successors, the latest last
        self._ends: dict[str, dict[str, None]] = {}  # an id to its predecessors

    def end(self, old: str, new: str) -> None:
        """`new` supersedes `old`."""
        by = self._by.setdefault(old, {})
        by.pop(new, None)
        by[new] = None
        ends = self._ends.setdefault(new, {})
        ends.pop(old, None)
        ends[old] = None

    def free(self, name: str) -> None:
        """Nothing supersedes `name` any more."""
        for new in self._by.pop(name, ()):
            self._ends[new].pop(name, None)

    def bridge(self, name: str) -> None:
        """Remove a forgotten id: its predecessors get its successor, if there is one."""
        after = next(reversed(self._by.get(name, {})), "")
        for old in self._ends.pop(name, ()):
            self._by[old].pop(name, None)
            if after and after != old:
                self.end(old, after)

    def ended(self, name: str) -> bool:
        """Whether an id supersedes `name`."""
        return bool(self._by.get(name))

    def latest(self, name: str) -> str:
        """The latest id that `name` still supersedes; "" if there is none."""
        return next(reversed(self._ends.get(name, {})), "")

    def holds(self, new: str, old: str) -> bool:
        """Whether `new` still supersedes `old`."""
        return old in self._ends.get(new, ())

    def heads(self) -> tuple[dict[str, str], list[tuple[str, ...]]]:
        """(each superseded id to the end of its chain, the chains that are cycles and have no end)."""
        result: dict[str, str] = {}
        cycles: list[tuple[str, ...]] = []
        for start in self._by:
            path: dict[str, None] = {}
            name = start
            while name not in result and name not in path and self.ended(name):
                path[name] = None
                name = next(reversed(self._by[name]))
            if name in path:
                ring = list(path)
                cycles.append(tuple(sorted(ring[ring.index(name) :])))
                name = ""
            head = result.get(name, name)
            result |= dict.fromkeys(path, head)
        return {name: head for name, head in result.items() if head}, cycles


def _settled(entry: Entry, chains: _Chains) -> Entry:
    """The entry with its status and its predecessor as they follow from all lines."""
    status = "superseded" if chains.ended(entry.id) else entry.status
    supersedes = entry.supersedes if chains.holds(entry.id, entry.supersedes) else chains.latest(entry.id)
    if status == entry.status and supersedes == entry.supersedes:
        return entry
    return entry._replace(status=status, supersedes=supersedes)


def _conflicts(entries: Iterable[Entry]) -> list[Conflict]:
    """The topics with several different active decisions in one scope (A-6)."""
    groups: dict[tuple[str, str], list[Entry]] = {}
    for entry in entries:
        if entry.status == "active":
            groups.setdefault((topic_key(entry.topic), entry.scope_key), []).append(entry)
    result = [group for group in groups.values() if len({_words(each.decision) for each in group}) > 1]
    return [Conflict(group[0].topic, group[0].scope_key, tuple(sorted(each.id for each in group))) for group in result]


def _cycle(shown: Mapping[str, Entry], names: tuple[str, ...]) -> Conflict:
    first = next((shown[name] for name in names if name in shown), None)
    return Conflict(first.topic if first else "", first.scope_key if first else "", names, is_cycle=True)


def _torn(text: str) -> str:
    if text.startswith(_MARKS):
        return "is a mark of a merge that was left"
    return "is cut off" if text.startswith("{") and not text.endswith("}") else "is not valid JSON"


def _fault(value: Mapping[str, Any]) -> str:
    """Why a JSON object is no decision; "" if it is one."""
    if value.get("schema") != SCHEMA:
        return f"schema: is not {SCHEMA}"
    for key in ("decision_id", "topic", "decision"):
        text = value.get(key)
        if not isinstance(text, str) or not text.strip():
            return f"{key}: is {'missing' if text is None else 'no text'}"
    if not _MAYBE_TEXT.issuperset(type(value.get(key)) for key in _TEXTS):
        return f"{next(key for key in _TEXTS if type(value.get(key)) not in _MAYBE_TEXT)}: is no text"
    if not _ID.fullmatch(value["decision_id"]):
        return "decision_id: is none; it has 4 to 64 letters, digits, - or _"
    if value.get("status") not in STATUSES:
        return f"status: is not one of {', '.join(STATUSES)}"
    if value.get("supersedes") and not _ID.fullmatch(value["supersedes"]):
        return "supersedes: is no id"
    if value.get("supersedes") == value["decision_id"]:
        return "supersedes: is its own id"
    others = value.get("alternatives") or []
    is_list = isinstance(others, list) and all(isinstance(each, str) for each in others)
    return "" if is_list else "alternatives: is no list of texts"


def _entry(value: Mapping[str, Any], number: int, ticket: str) -> Entry:
    plain = len(_KEYS) - ("supersedes" not in value)
    extra = {key: kept for key, kept in value.items() if key not in _KEYS} if len(value) != plain else NOTHING
    return Entry(
        value["decision_id"],
        _short(value.get("ticket") or "") or ticket,
        _line(value["topic"]),
        _line(value["decision"]),
        _time(value.get("ts") or ""),
        _short(value.get("scope_key") or ""),
        _short(value.get("stage") or ""),
        tuple(filter(None, map(_line, value.get("alternatives") or ()))),
        whole(value.get("rationale") or "").strip(),
        _short(value.get("source_path") or ""),
        value["status"],
        value.get("supersedes") or "",
        number,
        extra or NOTHING,
    )


def _whole(value: Any) -> Any:
    """A JSON value without lone surrogates, which escapes can express and UTF-8 cannot."""
    if isinstance(value, str):
        return whole(value)
    if isinstance(value, list):
        return [_whole(each) for each in value]
    return {whole(key): _whole(each) for key, each in value.items()} if isinstance(value, dict) else value


def _line(text: str) -> str:
    return " ".join(whole(text).split())


_short: Final = lru_cache(4096)(_line)  # for the values that many lines share
_time: Final = lru_cache(4096)(utc)


def _words(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).casefold().split()).rstrip(".!")


def no_number(name: str) -> NoReturn:
    """Refuse a constant such as NaN, which is not valid JSON. Raises `ValueError`."""
    raise ValueError(f"{name} is no number of JSON")


_decode: Final = json.JSONDecoder(parse_constant=no_number).decode
