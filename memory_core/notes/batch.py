"""Batches: the documents of notes that hold the review findings of a commit (CS-FR-018, C-11).

A batch is a document of type `review_batch`. Its body has a ```json block with `{"findings": [...]}` and an entry on
each line. A bare array is read, too, and text around the block is kept. A batch with entries that cannot be read is
damaged: the other entries are read, and only people change it.
"""

import json
import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from math import isfinite
from typing import Any, Final, NamedTuple, NoReturn

from memory_core.core import safe_json, salvage
from memory_core.core.budget import how_many, trimmed, whole
from memory_core.core.light.errors import Refusal
from memory_core.core.review_finding import (
    CATEGORIES,
    INHERITED,
    OPEN,
    RESOLVED,
    SEVERITIES,
    Finding,
    is_settled,
    is_uuid,
    key,
    named,
)
from memory_core.core.timestamps import utc
from memory_core.notes import note_codec
from memory_core.notes.note_codec import Document, Value

TYPE: Final = "review_batch"
HEADING: Final = "## Findings"
DEEP: Final = 20  # nested levels of an unknown value
_KEYS: Final = frozenset(
    ("id", "severity", "category", "file", "line", "summary", "details", "status", "resolution", "remediation",
     "updated")
)  # fmt: skip
_NESTED: Final = (dict, list)
_OWN: Final = frozenset(("type", "spec", "timestamp", "summary", "author", "phase"))
_FENCE: Final = re.compile(r"^(?P<mark>```+|~~~+)[ \t]*json[ \t\r]*$", re.MULTILINE | re.IGNORECASE)
_CLOSED: Final = re.compile(r"^(?:```+|~~~+)[ \t\r]*$", re.MULTILINE)
_BARE: Final = re.compile(r"^[ \t]*(?:\[[ \t\r]*$|\[?[ \t]*\{[ \t]*(?:\"|\r?$))", re.MULTILINE)
_LINE: Final = re.compile(r"\D{0,8}(\d{1,7})")
_CACHED: Final = 32  # batches in the cache of a process


class Batch(NamedTuple):
    """The content of a batch."""

    header: Mapping[str, Value]
    findings: tuple[Finding, ...] = ()  # each has the inherited fields of the header in `extra`
    prose: str = HEADING  # the text around the block
    unread: int = 0  # least number of entries that cannot be read


def is_one(document: Document) -> bool:
    """Whether a document is a batch."""
    return document.text("type").casefold() == TYPE


def read(document: Document) -> Batch | None:
    """The batch in a document; None if it is another document."""
    if not is_one(document):
        return None
    inherited = (utc(document.text("timestamp")), document.text("spec"), document.text("author"))
    return Batch(document.header, *_read(document.body, (*inherited, document.text("phase"))))


def document(batch: Batch) -> Document:
    """The document of a batch. The order of entries does not depend on the order of reports."""
    many = {name: sum(finding.severity == name for finding in batch.findings) for name in SEVERITIES}
    number = how_many(len(batch.findings), "finding", "0")
    header: dict[str, Value] = {
        "type": TYPE,
        "spec": batch.header.get("spec"),
        "timestamp": batch.header.get("timestamp"),
        "summary": f"Code review: {number} ({many['critical']:,} critical, {many['high']:,} high)",
    }
    header |= {name: value for name, value in batch.header.items() if name not in header}
    rows = [safe_json.dumps(entry(finding, Document(header))) for finding in sorted(batch.findings, key=_place)]
    value = "\n".join(['{"findings": [', ",\n".join(rows), "]}"]) if rows else '{"findings": []}'
    return Document(header, trimmed("\n\n".join(filter(None, (batch.prose, f"```json\n{value}\n```")))))


def text(batch: Batch, load: note_codec.Loader) -> str:
    """The text of a batch in a note. Unknown keys are left out if the front matter would be too long."""
    made = document(batch)
    try:
        return note_codec.format(made, load).strip("\n")
    except Refusal:
        own = {name: value for name, value in made.header.items() if name in _OWN and len(str(value)) < 1_000}
        return note_codec.format(Document({"spec": None, "timestamp": "", **own}, made.body), load).strip("\n")


def entry(finding: Finding, within: Document) -> dict[str, Any]:
    """The entry of a finding in a batch, with keys in the documented order and without inherited values."""
    extra = dict(finding.extra)
    for name, value in zip(INHERITED, (utc(within.text("timestamp")), *map(within.text, INHERITED[1:])), strict=True):
        own = str(extra.pop(name, None) or "")
        if own != value:
            extra[name] = own or None
    result = {
        "id": finding.id,
        "severity": finding.severity,
        "category": finding.category,
        "file": finding.file,
        "line": finding.line or None,
        "summary": finding.summary,
        "details": finding.details,
        "status": finding.status,
        "resolution": finding.resolution or None,
    }
    more = {"remediation": finding.remediation, "updated": finding.updated}
    result |= {name: value for name, value in more.items() if value}
    return result | {whole(name): _tame(extra[name]) for name in sorted(extra)}


def alone(finding: Finding) -> Document:
    """A batch with this finding only, without fields that depend on its place."""
    own = {name: str(finding.extra.get(name) or "") for name in INHERITED}
    header: dict[str, Value] = {"type": TYPE, "spec": own["spec"] or None, "timestamp": own["created"] or "unknown"}
    header |= {name: own[name] for name in ("author", "phase") if own[name]}
    return document(Batch(header, (finding,), ""))


def without(original: Document, ids: Collection[str]) -> Document | None:
    """The batch without the findings of these ids; None if it is then empty. A damaged batch loses their text."""
    batch = read(original)
    if batch is None:
        return original
    if not batch.unread:
        rest = tuple(each for each in batch.findings if each.id not in ids)
        if len(rest) == len(batch.findings):
            return original
        return document(batch._replace(findings=rest)) if rest else None
    body = original.body
    for (begin, end), each in reversed(_placed(body, _inherited(original))):
        text, behind = body[begin:end], body[end:]
        if each.id in ids:
            text, behind = "", behind.lstrip(" \t").removeprefix(",")
        for name in ids:  # if two entries have this id, the other one gets the id under which it is read
            text = re.sub(rf'("id"\s*:\s*"){re.escape(name)}"', rf'\g<1>{each.id}"', text, count=1, flags=re.IGNORECASE)
        body = body[:begin] + text + behind
    kept = [line for line in body.split("\n") if not any(name in line.casefold() for name in ids)]
    return Document(original.header, trimmed("\n".join(kept)))


def _place(finding: Finding) -> tuple[object, ...]:
    return SEVERITIES.index(finding.severity), finding.file, finding.line, finding.id


def _inherited(document: Document) -> tuple[str, str, str, str]:
    return utc(document.text("timestamp")), document.text("spec"), document.text("author"), document.text("phase")


@lru_cache(_CACHED)
def _read(body: str, inherited: tuple[str, ...]) -> tuple[tuple[Finding, ...], str, int]:
    """(the findings, the text around them, the number of entries that cannot be read)."""
    blocks, prose = _blocks(body)
    items: list[Any] = []
    unread = 0
    for block in blocks:
        values, damage = _items(block)
        items += values
        unread += damage
    findings = [_finding(item, inherited) for item in items]
    unread += sum(finding is None for finding in findings)
    return _apart([finding for finding in findings if finding]), prose, unread


def _blocks(body: str) -> tuple[list[str], str]:
    """(the blocks of JSON, the text around them). Without a fence, text that looks like JSON is a block."""
    if body[:1] in ("[", "{"):
        return [body], ""
    if not _FENCE.search(body) and (bare := _BARE.search(body)):
        return [body[bare.start() :]], trimmed(body[: bare.start()])
    blocks, around, at = [], [], 0
    while begun := _FENCE.search(body, at):
        around.append(body[at : begun.start()])
        closed = _CLOSED.search(body, begun.end())
        blocks.append(body[begun.end() : closed.start() if closed else len(body)])
        at = closed.end() if closed else len(body)
    around.append(body[at:])
    return blocks, "\n\n".join(filter(None, map(trimmed, around)))


def _items(block: str) -> tuple[list[Any], int]:
    """(possible entries, the least number of others)."""
    try:
        value = json.loads(block, parse_constant=_no_number) if block.strip() else []
    except (ValueError, RecursionError):
        items = [item for _, item in salvage.objects(block)[0]]
        nested = (item["findings"] if isinstance(item.get("findings"), list) else [item] for item in items)
        return [each for group in nested for each in group], 1
    if isinstance(value, dict) and isinstance(value.get("findings"), list):
        value = value["findings"]
    return (value, 0) if isinstance(value, list) else ([value], 0)


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


def _placed(body: str, inherited: tuple[str, ...]) -> list[tuple[tuple[int, int], Finding]]:
    """The readable entries of a damaged body, each with (start, end)."""
    decode = json.JSONDecoder(strict=False).raw_decode
    result = []
    for at, item in salvage.objects(body)[0]:
        inner = [(at, item)]
        if isinstance(item.get("findings"), list):
            inner = [(at + 1 + more, entry) for more, entry in salvage.objects(body[at + 1 : decode(body, at)[1]])[0]]
        result += [(place, finding) for place, each in inner if (finding := _finding(each, inherited))]
    ids = _apart([finding for _, finding in result])
    return [((place, decode(body, place)[1]), finding) for (place, _), finding in zip(result, ids, strict=True)]


def _finding(item: Any, inherited: Sequence[str]) -> Finding | None:
    """The finding of an entry; None if it is not a finding, or nested too deeply."""
    if not isinstance(item, dict) or _is_deep(item):
        return None
    summary = _line(item.get("summary") or item.get("title"))
    if not summary:
        return None
    severity, category = _line(item.get("severity")).casefold(), _line(item.get("category")).casefold()
    status, line = _line(item.get("status")).casefold(), item.get("line")
    if isinstance(line, str):
        line = int(match[1]) if (match := _LINE.match(line)) else 0
    finding = Finding(
        summary,
        file=_line(item.get("file")),
        line=line if isinstance(line, int) and not isinstance(line, bool) and 0 < line < 10_000_000 else 0,
        severity=severity if severity in SEVERITIES else "medium",
        category=category if category in CATEGORIES else "quality",
        details=_text(item.get("details")),
        remediation=_text(item.get("remediation")),
        id=_line(item.get("id")).casefold(),
        status=RESOLVED if is_settled(status) else OPEN,
        resolution=_text(item.get("resolution")),
        updated=utc(_line(item.get("updated"))),
        extra=_extra(item, inherited),
    )
    # equal on all commits to which the note was copied
    return finding if is_uuid(finding.id) else finding._replace(id=named(inherited[0], finding.id, *key(finding)))


def _extra(item: Mapping[str, Any], inherited: Sequence[str]) -> dict[str, Any]:
    """The unknown keys of an entry, and the fields inherited from its batch."""
    own = dict(zip(INHERITED, inherited, strict=True))
    result = {}
    for name in sorted(item.keys() - _KEYS):  # in this order, because the index compares it
        if name == "created":
            own[name] = utc(_line(item[name])) or ("" if item[name] is None else own[name])
        elif name in own:
            own[name] = _line(item[name])
        else:
            result[whole(name)] = _tame(item[name])
    return result | {name: value for name, value in own.items() if value}


def _apart(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings with distinct ids. Agents may invent an id twice, for findings at different places."""
    if len({finding.id for finding in findings}) == len(findings):
        return tuple(findings)
    first: dict[str, tuple[Any, ...]] = {}
    for each in findings:
        first[each.id] = min(first.get(each.id, key(each)), key(each))
    return tuple(
        finding if key(finding) == first[finding.id] else finding._replace(id=named(finding.id, *key(finding)))
        for finding in findings
    )


def _is_deep(value: dict[str, Any]) -> bool:
    level = [other for other in value.values() if isinstance(other, _NESTED)]
    for _ in range(DEEP):
        if not level:
            return False
        inside = (each for row in level for each in (row.values() if isinstance(row, dict) else row))
        level = [each for each in inside if isinstance(each, _NESTED)]
    return True


def _tame(value: Any) -> Any:
    """The value with sorted keys, without NaN, infinity and surrogates."""
    if isinstance(value, str):
        return whole(value)
    if isinstance(value, dict):
        return {whole(name): _tame(value[name]) for name in sorted(value)}
    if isinstance(value, list):
        return [_tame(each) for each in value]
    return None if isinstance(value, float) and not isfinite(value) else value


def _line(value: Any) -> str:
    return " ".join((whole(value) if isinstance(value, str) else _text(value)).split())


def _text(value: Any) -> str:
    """A string as it is, another value as JSON, and "" for None."""
    result = value if isinstance(value, str) else "" if value is None else json.dumps(value, ensure_ascii=False)
    return whole(trimmed(result)) if result[:1].isspace() or result[-1:].isspace() else whole(result)
