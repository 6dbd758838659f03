"""Packs as lines: the working set of a briefing (AIDD-47), a pack and a slice in a terminal."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from memory_core import redact
from memory_core.core.budget import Section, clip, how_many, units
from memory_core.core.memory import NOTHING

TITLE: Final = "Active Ticket"
LINES: Final = 12
_ROW: Final = 220  # characters of a line
_SEVERITIES: Final = ("critical", "high", "medium", "low")


class Ticket(NamedTuple):
    """The active ticket and its files. A pack is the object in its file, empty if there is none."""

    name: str
    about: tuple[str, ...] = ()  # slug, stage, work item, as far as they are known
    packs: tuple[str, ...] = ()  # the paths of the existing packs
    documents: int = 0
    semantic: Mapping[str, Any] = NOTHING
    decisions: Mapping[str, Any] = NOTHING
    log: str = ""  # the log that gets the decisions of this session


def section(ticket: Ticket, chars: int) -> Section:
    """The section of the briefing: at most twelve lines and `chars` UTF-16 units; the least important is left out."""
    rows: list[str] = []
    room = chars
    for text in _lines(ticket):
        row = "- " + redact.neutral(redact.clean(clip(text, _ROW))).replace("\n", " ")
        room -= units(row) + 1
        if room < 0 or len(rows) == LINES:
            break
        rows.append(row)
    return Section(TITLE, rows, LINES + 1)


def _lines(ticket: Ticket) -> Iterator[str]:
    """The lines, most important first."""
    about = f" ({', '.join(ticket.about)})" if ticket.about else ""
    yield f"{ticket.name}{about}: what is decided here goes to {ticket.log}"
    if ticket.packs:
        yield f"read first: {' and '.join(ticket.packs)}; whole documents only where these do not do"
    if ticket.documents and not ticket.semantic:
        many = "a document" if ticket.documents == 1 else f"{ticket.documents} documents"
        yield f"{many} without a pack: `memory-core aidd extract --ticket {ticket.name}` makes it"
    yield from (f"CONFLICT: {text}" for text in _texts(ticket.decisions, "conflicts")[:2])
    decided = _rows(ticket.decisions, "active_decisions")
    yield from (_decided(row) for row in decided[:3])
    ruled = sorted(_rows(ticket.semantic, "constraints"), key=lambda row: _weight(row.get("severity", "")))
    yield from (f"must: {_rule(row)}" for row in ruled[:3])
    yield from (f"always: {_rule(row)}" for row in _rows(ticket.semantic, "invariants")[:2])
    if questions := len(_texts(ticket.semantic, "open_questions")) + _left_out(ticket.semantic):
        yield f"open questions: {questions}"


def _decided(row: Mapping[str, str]) -> str:
    topic, plain = row.get("topic", ""), row.get("decision", "")
    head = topic.rstrip("…").rstrip()
    return f"decided: {plain}" if plain.startswith(head) else f"decided: {topic}: {plain}"


def _rule(row: Mapping[str, str]) -> str:
    source = row.get("source", "")
    return f"{clip(row.get('text', ''), 150)}{f' ({source})' if source else ''}"


def _weight(severity: str) -> int:
    return _SEVERITIES.index(severity) if severity in _SEVERITIES else len(_SEVERITIES)


def _rows(pack: Mapping[str, Any], name: str) -> list[dict[str, str]]:
    """The rows of a section as column name to text; [] if it is no section."""
    part = pack.get(name)
    cols, rows = (part.get("cols"), part.get("rows")) if isinstance(part, dict) else (None, None)
    if not isinstance(cols, list) or not isinstance(rows, list):
        return []
    names = [each if isinstance(each, str) else "" for each in cols]
    result = [dict(zip(names, row, strict=False)) for row in rows if isinstance(row, list)]
    return [{key: cell for key, cell in row.items() if isinstance(cell, str)} for row in result]


def _texts(pack: Mapping[str, Any], name: str) -> Sequence[str]:
    given = pack.get(name)
    return [each for each in given if isinstance(each, str)] if isinstance(given, list) else []


def _left_out(pack: Mapping[str, Any]) -> int:
    """The number of open questions that the pack left out."""
    stats = pack.get("stats")
    left = stats.get("left_out") if isinstance(stats, dict) else None
    many = left.get("open_questions") if isinstance(left, dict) else 0
    return many if isinstance(many, int) and 0 < many < 10_000 else 0


def summary(path: str, pack: Mapping[str, Any], state: str) -> list[str]:
    """A pack in a few lines: rows and omissions by section, its size, and all its conflicts."""
    stats = pack["stats"]
    lines = [f"{path} ({state}): {stats['chars']:,} characters, {how_many(stats['lines'], 'line')}"]
    for name, section in pack.items():
        rows = section if isinstance(section, list) else section.get("rows") if isinstance(section, dict) else None
        if rows is not None:
            out = stats["left_out"].get(name, 0)
            lines.append(f"  {name:<17} {len(rows):>3}" + (f"   {out:,} more left out" if out else ""))
    if stats.get("invalid_entries"):
        lines.append(f"  lines that are no decision: {stats['invalid_entries']:,}; `memory-core aidd verify` says why")
    lines += [f"  conflict: {each}" for each in pack.get("conflicts", ())]
    return [redact.neutral(line) for line in lines]


def matches(pack: Mapping[str, Any]) -> list[str]:
    """The results of a slice, a line each."""
    return [
        redact.neutral(f"{kind} {ref}: {text} ({source})" if ref != text else f"{kind}: {text} ({source})")
        for kind, ref, text, source in pack["matches"]["rows"]
    ]
