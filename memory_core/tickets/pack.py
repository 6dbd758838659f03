"""The packs of a ticket as canonical text, within their budget for any input (AIDD-13 to 23, 29 to 31, 35, A-1, A-9).

A pack is one compact JSON object with one line for each top-level key and each row. Rows that do not fit are left out
and counted: first the long cells of all rows are shortened, then rows are dropped, the last of a section first, section
by section.
"""

import bisect
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from memory_core import data, redact
from memory_core.core.budget import clip, few, fits, rows_within, units
from memory_core.tickets import places
from memory_core.tickets.decision import Conflict, Entry, Log
from memory_core.tickets.fact import WHOLE, Fact, Scope

SEMANTIC: Final = "aidd.memory.semantic.v1"
DECISIONS: Final = "aidd.memory.decisions.pack.v1"
SLICE: Final = "aidd.memory.slice.v1"
_TABLES: Final = [(head.partition(" "), cols) for head, cols in data.table("pack_columns.txt").items()]
COLS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    schema: {name: tuple(cols) for (owner, _, name), cols in _TABLES if owner == schema}
    for schema in (SEMANTIC, DECISIONS, SLICE)
}
UNDATED: Final = "1970-01-01T00:00:00Z"  # time of inputs without a time in text and git
LISTS: Final[Mapping[str, tuple[str, ...]]] = {SEMANTIC: ("open_questions",), DECISIONS: ("conflicts",), SLICE: ()}

# Largest number of characters of a cell.
_WIDTHS: Final = {
    "term": 60, "key": 60, "topic": 80, "id": 40, "decision_id": 64, "head_id": 64, "kind": 20, "ref": 64,
    "scope": 160, "source": 160, "source_path": 160, "severity": 12, "ts": 20, "scope_key": 80, "stage": 24,
}  # fmt: skip
_SHRINKING: Final = {"definition": 220, "text": 220, "value": 120, "rationale": 120, "decision": 300}
_SHARES: Final = (1.0, 0.75, 0.5)
_ALIASES: Final = (4, 30)  # (number, characters of each)
_CONFLICTS: Final = (70, 240)  # least and most characters of a conflict
_ROOM: Final = 2_400  # characters of all conflicts before they are shortened

_ORDER: Final = ("open_questions", "terms", "defaults", "invariants", "constraints")  # order of dropping
_KINDS: Final = {
    "terms": "term", "defaults": "default", "constraints": "constraint", "invariants": "invariant",
    "open_questions": "question",
}  # fmt: skip

Row = Callable[[float], Any]  # share of the shrinking widths to the row


class Limits(NamedTuple):
    """The budget of a pack; settings lower it, but not below the size of its head."""

    chars: int = 8_000  # UTF-16 units
    lines: int = 180
    rows: int = 15  # of a section

    def held(self) -> "Limits":
        """The limits within the allowed range."""
        return Limits(max(2_000, min(self.chars, 8_000)), max(40, min(self.lines, 180)), max(1, min(self.rows, 20)))


OF_DOCUMENTS: Final = Limits()
OF_DECISIONS: Final = Limits(rows=20)
OF_SLICE: Final = Limits(chars=3_000)
_HEADS, _REJECTED = 15, 5  # rows of the sections of superseded and of rejected decisions


class Head(NamedTuple):
    """The fields of a pack before its sections."""

    ticket: str
    slug: str
    at: str  # the newest time that the inputs name
    source: str  # the path of the first document, of the log


class Match(NamedTuple):
    """A result of a query."""

    kind: str
    ref: str  # an id, a name
    text: str
    source: str


def semantic(
    head: Head, facts: Iterable[Fact], documents: int, limits: Limits = OF_DOCUMENTS, scope: Scope = WHOLE
) -> str:
    """The pack of facts from documents; facts are given in order of importance, and chosen and shown in this order."""
    limits = limits.held()
    known: dict[str, list[Fact]] = {kind: [] for kind in _KINDS.values()}
    for fact in facts:  # a decision in a document is a constraint for the work
        known.get("constraint" if fact.kind == "decision" else fact.kind, []).append(fact)
    numbers = {name: len(known[_KINDS[name]]) for name in _ORDER}
    offered = {name: [_fact(name, each) for each in known[_KINDS[name]][: limits.rows]] for name in _ORDER}
    pack = {**_head(SEMANTIC, "memory-semantic", head), **dict.fromkeys(_KINDS)}
    made_for = {"scope_key": clip(_clean(scope.key), 80), "stage": clip(_clean(scope.stage), 40)}
    about = {key: value for key, value in made_for.items() if value}
    pack["stats"] = {"documents": documents, "facts": sum(numbers.values()), **about}
    return _fitted(pack, offered, numbers, limits)[0]


def decisions(head: Head, log: Log, limits: Limits = OF_DECISIONS) -> str:
    """The pack of decisions: the newest active and rejected decisions, the heads of superseded ones.

    Every conflict has a row; if the conflicts alone do not fit, the last ones are counted in one row.
    """
    limits = limits.held()
    by_status = {status: sum(entry.status == status for entry in log.entries) for status in ("superseded", "rejected")}
    active, rejected = (
        newest(entry for entry in log.entries if entry.status == status) for status in ("active", "rejected")
    )
    times = {entry.id: entry.ts for entry in log.entries}
    heads = sorted(sorted(log.heads.items()), key=lambda link: times.get(link[0], ""), reverse=True)
    offered = {
        "rejected_decisions": [
            _decided("rejected_decisions", each) for each in rejected[: min(limits.rows, _REJECTED)]
        ],
        "superseded_heads": [_row(DECISIONS, "superseded_heads", link) for link in heads[: min(limits.rows, _HEADS)]],
        "active_decisions": [_decided("active_decisions", each) for each in active[: limits.rows]],
    }
    numbers = {"rejected_decisions": len(rejected), "superseded_heads": len(heads), "active_decisions": len(active)}
    pack = {
        **_head(DECISIONS, "memory-decisions", head),
        "status": "warn" if log.damages else "ok",
        "active_decisions": None,
        "superseded_heads": None,
        "rejected_decisions": None,
        "conflicts": [],
        "stats": {
            "entries": len(log.entries),
            "active": len(active),
            **by_status,
            "conflicts": len(log.conflicts),
            "invalid_entries": len(log.damages),
        },
    }
    conflicts = sorted(log.conflicts, key=lambda each: (each.is_cycle, each.topic, each.scope_key, each.ids))
    conflicts.sort(key=lambda each: max((times.get(name, "") for name in each.ids), default=""), reverse=True)
    narrow, wide = _CONFLICTS
    width = max(narrow, min(wide, _ROOM // max(1, len(conflicts))))

    def made(rows: int) -> tuple[str, bool]:
        return _fitted({**pack, "conflicts": _conflict_rows(conflicts, width, rows)}, offered, numbers, limits)

    most = min(len(conflicts), limits.lines)
    text, fitting = made(most)
    if not fitting:
        text, _ = made(bisect.bisect_left(range(most), 1, key=lambda rows: not made(rows + 1)[1]))
    return text


def matched(head: Head, query: str, matches: Sequence[Match], limits: Limits = OF_SLICE) -> str:
    """The pack of query results, best first (AIDD-35)."""
    limits = limits.held()._replace(chars=max(2_000, min(limits.chars, OF_SLICE.chars)))
    pack = {
        "schema": SLICE,
        "pack_version": "v1",
        "type": "memory-slice",
        "kind": "pack",
        "ticket": clip(_clean(head.ticket), 80),
        "query": clip(_clean(query), 200),
        "generated_at": clip(_clean(head.at), 20),
        "matches": None,
        "stats": {"matches": len(matches)},
    }
    offered = {"matches": [_row(SLICE, "matches", match) for match in matches[: limits.rows]]}
    return _fitted(pack, offered, {"matches": len(matches)}, limits)[0]


def newest(entries: Iterable[Entry]) -> list[Entry]:
    """The entries, newest first; those of the same time by id."""
    return sorted(sorted(entries, key=lambda each: each.id), key=lambda each: each.ts, reverse=True)


def moment(log: Log) -> str:
    """The newest time in a log; "" if there is none."""
    return max((entry.ts for entry in log.entries), default="")


def canonical(pack: Mapping[str, Any]) -> str:
    """The canonical text of a pack: one line for each top-level key and each row."""
    return "{\n" + ",\n".join(f"{_json(key)}:{_value(value)}" for key, value in pack.items()) + "\n}\n"


def says_the_same(old: str, new: str) -> bool:
    """Whether two canonical packs differ at most in their time; then the old one is kept.

    A commit changes that time if the documents contain none.
    """
    if old == new:
        return True
    before, now = loaded(old), loaded(new)
    return before is not None and now is not None and _timeless(before) == _timeless(now)


def top(text: str) -> int:
    """The number of rows per section that a pack was made for; 0 if unknown."""
    budget = _stats(text).get("budget")
    rows = budget.get("rows") if isinstance(budget, dict) else None
    return max(rows, 0) if isinstance(rows, int) else 0


def scope(text: str) -> Scope:
    """The scope that a pack was made for."""
    stats = _stats(text)
    key, stage = stats.get("scope_key"), stats.get("stage")
    is_key = isinstance(key, str) and places.scope_key(key, "") == key
    return Scope(str(key) if is_key else "", stage if isinstance(stage, str) else "")


def is_empty(text: str) -> bool:
    """Whether a decisions pack holds neither an active nor a rejected decision."""
    stats = _stats(text)
    return not (stats.get("active") or stats.get("rejected"))


def _stats(text: str) -> dict[str, Any]:
    stats = (loaded(text) or {}).get("stats")
    return stats if isinstance(stats, dict) else {}


def loaded(text: str) -> dict[str, Any] | None:
    """The object of a canonical text; None if the text is not canonical."""
    try:
        value = json.loads(text)
        return value if isinstance(value, dict) and canonical(value) == text else None
    except (ValueError, RecursionError):
        return None


def _timeless(pack: Mapping[str, Any]) -> dict[str, Any]:
    stats = pack.get("stats")
    shown = {key: value for key, value in stats.items() if key != "chars"} if isinstance(stats, dict) else stats
    return {**{key: value for key, value in pack.items() if key != "generated_at"}, "stats": shown}


def _value(value: Any) -> str:
    if isinstance(value, list):
        return _rows(value)
    if isinstance(value, dict) and value.keys() == {"cols", "rows"} and isinstance(value["rows"], list):
        return f'{{"cols":{_json(value["cols"])},"rows":{_rows(value["rows"])}}}'
    return _json(value)


def _rows(rows: Sequence[Any]) -> str:
    return "[\n" + ",\n".join(map(_json, rows)) + "\n]" if rows else "[]"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _fitted(
    pack: Mapping[str, Any], offered: Mapping[str, Sequence[Row]], numbers: Mapping[str, int], limits: Limits
) -> tuple[str, bool]:
    """(the pack with the rows that fit, whether it fits at all). Rows are dropped in the order of `offered`."""
    full = {name: len(rows) for name, rows in offered.items()}
    size = {"lines": limits.lines, "size": limits.chars}
    for share in _SHARES:
        text = partial(_text, pack, {name: [row(share) for row in rows] for name, rows in offered.items()}, numbers)
        if fits(text(limits, full), **size):
            return text(limits, full), True
    kept = rows_within(partial(text, limits), full, **size)
    return text(limits, kept), fits(text(limits, kept), **size)


def _text(
    pack: Mapping[str, Any],
    rows: Mapping[str, Sequence[Any]],
    numbers: Mapping[str, int],
    limits: Limits,
    kept: Mapping[str, int],
) -> str:
    """The pack with the first rows of each section; its stats contain the length of this text."""
    sections = {name: list(some[: kept[name]]) for name, some in rows.items()}
    cols = COLS[pack["schema"]]
    whole = dict(pack) | {
        name: {"cols": list(cols[name]), "rows": some} if name in cols else some for name, some in sections.items()
    }
    left_out = {name: number - kept[name] for name, number in sorted(numbers.items()) if number > kept[name]}
    budget = {"chars": limits.chars, "lines": limits.lines, "rows": limits.rows}
    stats = {**pack["stats"], "left_out": left_out, "chars": 0, "lines": 0, "budget": budget}
    chars = 0
    while True:
        text = canonical({**whole, "stats": stats})
        if units(text) == chars:
            return text
        chars = units(text)
        stats |= {"chars": chars, "lines": text.count("\n")}


def _head(schema: str, kind: str, head: Head) -> dict[str, Any]:
    return {
        "schema": schema,
        "pack_version": "v1",
        "type": kind,
        "kind": "pack",
        "ticket": clip(_clean(head.ticket), 80),
        "slug_hint": clip(_clean(head.slug), 80),
        "generated_at": clip(_clean(head.at), 20),
        "source_path": clip(_clean(head.source), 160),
    }


def _fact(section: str, fact: Fact) -> Row:
    name = _clean(fact.name)
    text = _clean(redact.called(name, fact.text))
    if section == "open_questions":
        where = f" ({clip(_clean(fact.source), _WIDTHS['source'])})"
        return lambda share: clip(text, int(_SHRINKING["text"] * share)) + where
    cells: dict[str, tuple[Any, ...]] = {
        "terms": (name, text, tuple(map(_clean, fact.aliases)), fact.source, round(fact.certainty, 2)),
        "defaults": (name, text, fact.source, fact.why),
        "constraints": (fact.id, text, fact.source, fact.severity),
        "invariants": (fact.id, text, fact.source),
    }
    return _row(SEMANTIC, section, cells[section])


def _decided(section: str, entry: Entry) -> Row:
    fields = {**entry._asdict(), "decision_id": entry.id, "decision": redact.called(entry.topic, entry.decision)}
    return _row(DECISIONS, section, [fields[col] for col in COLS[DECISIONS][section]])


def _row(schema: str, section: str, cells: Sequence[Any]) -> Row:
    cols = COLS[schema][section]
    cleaned = [_clean(cell) if isinstance(cell, str) else cell for cell in cells]
    return lambda share: [_shown(col, cell, share) for col, cell in zip(cols, cleaned, strict=True)]


def _shown(col: str, cell: Any, share: float) -> Any:
    if isinstance(cell, tuple):
        most, width = _ALIASES
        return [clip(alias, width) for alias in cell[:most]]
    if not isinstance(cell, str):
        return cell
    return clip(cell, _WIDTHS.get(col) or int(_SHRINKING[col] * share))


def _conflict_rows(conflicts: Sequence[Conflict], width: int, rows: int) -> list[str]:
    """The conflicts in at most `rows` rows; those without a row are counted in the last row."""
    own = rows if rows == len(conflicts) else max(0, rows - 1)
    shown = [_conflict(conflict, width) for conflict in conflicts[:own]]
    if rest := len(conflicts) - own:
        shown.append(f"{rest} more conflicts" if own else f"{rest} conflicts")
    return shown


def _conflict(conflict: Conflict, width: int) -> str:
    ids = few([*map(_clean, conflict.ids)], 4)
    ending = f": {ids} {'supersede each other' if conflict.is_cycle else 'are all active'}"
    scope = f" ({_clean(conflict.scope_key)})" if conflict.scope_key else ""
    return clip(clip(_clean(conflict.topic) + scope, max(12, width - len(ending))) + ending, _CONFLICTS[1])


def _clean(text: str) -> str:
    return " ".join(redact.neutral(redact.clean(text)).split())
