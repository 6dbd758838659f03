"""The decision log of a ticket: its lines, and what they say together (AIDD-24 to 28, A-2 to A-6)."""

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
FORGOTTEN: Final = "forgotten"  # a key: true where the line says that what bears its id is not to be shown any more
AMENDS: Final = "amends"  # a key: true where the line says more of what an earlier one says, and changes no status
DOUBTS: Final = "maybe_supersedes"  # a key: ids of decisions that this one may take the place of; they stand beside it
LONGEST: Final = 200_000  # characters of a line

_ID: Final = re.compile(r"[A-Za-z0-9_-]{4,64}")
_TEXTS: Final = ("ts", "ticket", "scope_key", "stage", "rationale", "source_path", "supersedes")
_KEYS: Final = frozenset(
    (*_TEXTS, "schema", "decision_id", "topic", "decision", "alternatives", "status")
)  # what is not among them is kept as `extra`
_GIVEN: Final = ("scope_key", "stage", "alternatives", "rationale", "source_path", "supersedes")
_MAYBE_TEXT: Final = frozenset((str, type(None)))
_MARKS: Final = ("<<<<<<<", "|||||||", "=======", ">>>>>>>")


class Entry(NamedTuple):
    """One decision, as a line of the log says it."""

    id: str  # 12 hex digits over ticket, topic and decision
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
    line: int = 0  # from 1; 0 where it is not written yet
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
    """What a log says, its lines folded in their order."""

    entries: tuple[Entry, ...] = ()  # each id once, as its last line says, with the status that follows from all lines
    heads: Mapping[str, str] = NOTHING  # superseded id to the id at the end of its chain
    conflicts: tuple[Conflict, ...] = ()
    damages: tuple[Damage, ...] = ()
    lines: int = 0  # that hold anything
    forgotten: tuple[str, ...] = ()  # ids that are not to be shown any more


def identify(ticket: str, topic: str, decision: str) -> str:
    """The id of a decision, 12 hex digits; neither case nor white space counts, nor who says it when."""
    words = "\0".join(map(_words, (ticket, topic, decision)))
    return hashes.sha256(words.encode("utf-8", "replace")).hexdigest()[:12]


def is_id(text: str) -> bool:
    """Whether a text can be the id of a decision: of ours, or of one that another program wrote."""
    return _ID.fullmatch(text) is not None


def topic_key(topic: str) -> str:
    """What two topics have in common that are the same one: their words, without case and punctuation."""
    folded = _words(topic)
    return " ".join(tokens(folded)) or folded


def entry(text: str, number: int = 0, ticket: str = "") -> Entry | Damage:
    """The decision that a line holds; `Damage` where it holds none. `ticket` names the log."""
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
    """The decision that the bytes of a line hold; `Damage` where they hold none."""
    try:
        return entry(raw.decode(), number, ticket)
    except UnicodeDecodeError:
        return Damage(number, "is not UTF-8")


def line(entry: Entry) -> str:
    """The line that says a decision, without its end; `entry` reads it back."""
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
    """The entry that says `new` where the log says `known`; None where that is nothing new.

    What `new` leaves open stays as it was.
    """
    if known is None:
        return new
    given = {key: value for key in _GIVEN if (value := getattr(new, key))}
    if all(getattr(known, key) == value for key, value in given.items()) and known.status == new.status:
        return None
    extra = {**known.extra, **new.extra}
    return marked(known, known._replace(**given, status=new.status, ts=new.ts or known.ts, extra=extra, line=0))


def marked(known: Entry, new: Entry) -> Entry:
    """The further line of a known decision, marked where it only amends: then no merge makes it say more than that."""
    extra = {key: kept for key, kept in new.extra.items() if key != AMENDS}
    if known.status == new.status != "superseded":
        extra[AMENDS] = True
    return new._replace(extra=extra or NOTHING)


def forgetting(name: str, ticket: str, when: str) -> Entry:
    """The entry that hides what bears the id `name` from now on; it holds no word of it."""
    words = "a decision was forgotten"
    return Entry(name, ticket, FORGOTTEN, words, when, status="superseded", extra={FORGOTTEN: True})


def fold(lines: Iterable[Entry | Damage]) -> Log:
    """What the lines say together, in their order.

    The last line of an id counts. A line that supersedes an id ends it, until a later line of that id, one that does
    not itself say `superseded`, takes it up again; its first line does not: after a merge it may stand behind the one
    that superseded it. A line that only amends changes neither status nor who supersedes whom, wherever it stands.
    """
    last: dict[str, Entry] = {}
    chains = _Chains()
    ended: set[tuple[str, str]] = set()  # what was superseded, and by what
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
    """A line that only amends, with the status of the one before it; what was forgotten stays so."""
    if before and before.extra.get(FORGOTTEN) is True:
        return before
    extra = {key: kept for key, kept in entry.extra.items() if key != AMENDS}
    return entry._replace(extra=extra or NOTHING, status=before.status if before else entry.status)


class _Chains:
    """Which id is ended by which."""

    def __init__(self) -> None:
        self._by: dict[str, dict[str, None]] = {}  # an id to those that end it, the latest last
        self._ends: dict[str, dict[str, None]] = {}  # the same the other way round

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
        """What a forgotten id ended is ended by what ended that, and by nothing where nothing did."""
        after = next(reversed(self._by.get(name, {})), "")
        for old in self._ends.pop(name, ()):
            self._by[old].pop(name, None)
            if after and after != old:
                self.end(old, after)

    def ended(self, name: str) -> bool:
        """Whether something supersedes `name`."""
        return bool(self._by.get(name))

    def latest(self, name: str) -> str:
        """The latest id that `name` still supersedes, "" where there is none."""
        return next(reversed(self._ends.get(name, {})), "")

    def holds(self, new: str, old: str) -> bool:
        """Whether `new` still supersedes `old`."""
        return old in self._ends.get(new, ())

    def heads(self) -> tuple[dict[str, str], list[tuple[str, ...]]]:
        """Each ended id to the end of its chain, and the chains that have none because they run in a circle."""
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
    """The entry with the status, and what it supersedes, as they follow from all lines."""
    status = "superseded" if chains.ended(entry.id) else entry.status
    supersedes = entry.supersedes if chains.holds(entry.id, entry.supersedes) else chains.latest(entry.id)
    if status == entry.status and supersedes == entry.supersedes:
        return entry
    return entry._replace(status=status, supersedes=supersedes)


def _conflicts(entries: Iterable[Entry]) -> list[Conflict]:
    """The topics on which several active decisions say different things in one scope (A-6)."""
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
    """Why a JSON object is no decision, "" where it is one."""
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
    """A value of JSON without half characters, which its escapes can say and nothing can write."""
    if isinstance(value, str):
        return whole(value)
    if isinstance(value, list):
        return [_whole(each) for each in value]
    return {whole(key): _whole(each) for key, each in value.items()} if isinstance(value, dict) else value


def _line(text: str) -> str:
    return " ".join(whole(text).split())


_short: Final = lru_cache(4096)(_line)  # of what most lines of a log have in common
_time: Final = lru_cache(4096)(utc)


def _words(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).casefold().split()).rstrip(".!")


def no_number(name: str) -> NoReturn:
    """Refuse a constant such as NaN, which is not valid JSON. Raises `ValueError`."""
    raise ValueError(f"{name} is no number of JSON")


_decode: Final = json.JSONDecoder(parse_constant=no_number).decode
