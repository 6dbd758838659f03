"""A finding of a code review (CS-FR-018): its fields, its identity, and the memory made from it."""

import json
import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from memory_core.core.budget import trimmed, whole
from memory_core.core.light import hashes, lifecycle
from memory_core.core.light.lifecycle import OPEN as OPEN
from memory_core.core.light.lifecycle import RESOLVED as RESOLVED
from memory_core.core.memory import NOTHING, Link, Memory, Scope, Source, fingerprint
from memory_core.core.timestamps import utc

SEVERITIES: Final = ("critical", "high", "medium", "low")
CATEGORIES: Final = ("security", "performance", "architecture", "quality", "tests", "documentation")
SPACE: Final = "reviews"
PLACE: Final = f"refs/notes/cs/{SPACE}"
INHERITED: Final = ("created", "spec", "author", "phase")  # fields that an entry takes from its batch
_WAITS: Final = ("", "proposed", *lifecycle.HOLDS)  # statuses of an open finding; all others are settled
_LISTS: Final = ("tags", "relates_to", "amended_by")
_ATTRIBUTES: Final = frozenset((*INHERITED, *_LISTS))
_UUID: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_NAMES: Final = bytes.fromhex("6ba7b8119dad11d180b400c04fd430c8")  # uuid5 namespace for URLs


class Finding(NamedTuple):
    """A problem that a reviewer reports at one place of a commit."""

    summary: str  # one line
    file: str = ""  # path in the project, with `/`; "" for the whole project
    line: int = 0  # 1-based; 0 if no line is given
    severity: str = "medium"  # critical | high | medium | low
    category: str = "quality"  # security | performance | architecture | quality | tests | documentation
    details: str = ""
    remediation: str = ""  # how to fix it
    id: str = ""  # uuid
    status: str = OPEN  # open | resolved
    resolution: str = ""  # how it was fixed; null in JSON while it is open
    updated: str = ""  # UTC ISO 8601 with `Z`: time of the last change of status
    extra: Mapping[str, Any] = NOTHING  # unknown keys, written back unchanged


def is_settled(status: str) -> bool:
    """Whether this status means that a finding is resolved."""
    return lifecycle.named(status) not in _WAITS


def is_uuid(text: str) -> bool:
    """Whether a text is a uuid in lower case with hyphens."""
    return _UUID.fullmatch(text) is not None


def named(*parts: object) -> str:
    """The uuid (version 5) of these parts."""
    seed = _NAMES + json.dumps(parts, ensure_ascii=False).encode("utf-8", "surrogatepass")
    raw = bytearray(hashes.sha1(seed, usedforsecurity=False).digest()[:16])
    raw[6], raw[8] = raw[6] & 0x0F | 0x50, raw[8] & 0x3F | 0x80
    name = raw.hex()
    return "-".join((name[:8], name[8:12], name[12:16], name[16:20], name[20:]))


def key(finding: Finding) -> tuple[str, str, int, str]:
    """The identity of a finding within a commit: category, file, line, words of the summary."""
    return finding.category, finding.file, finding.line, fingerprint("review", finding.summary)


def is_finding(memory: Memory) -> bool:
    """Whether a memory is a finding of a batch."""
    return memory.kind == "review" and memory.source.place == PLACE and is_uuid(memory.id)


def to_memory(finding: Finding, commit: str = "", when: str = "", spec: str = "", author: str = "") -> Memory:
    """The finding as a memory. `when`, `spec` and `author` of its review are used if the finding has none."""
    extra = finding.extra
    created, work = utc(str(extra.get("created") or when)), str(extra.get("spec") or spec)
    tags, related, amended = (_words(extra[name]) if name in extra else () for name in _LISTS)
    attrs: dict[str, Any] = {
        "severity": finding.severity,
        "category": finding.category,
        "line": finding.line or None,
        "remediation": finding.remediation,
        "resolution": finding.resolution or None,
    }
    more: dict[str, Any] = {
        "phase": str(extra.get("phase") or ""),
        "author": str(extra.get("author") or author),
        "amended_by": list(amended),
        "extra": {name: extra[name] for name in extra if name not in _ATTRIBUTES},
    }
    return Memory(
        id=finding.id,
        kind="review",
        summary=finding.summary,
        body="\n\n".join(filter(None, (finding.details, _sections(finding)))),
        scope=Scope(work=work or None, path=finding.file or None),
        created=created,
        updated=max(created, utc(finding.updated)),
        status=finding.status,
        tags=tuple(dict.fromkeys((finding.severity, finding.category, *tags))),
        links=tuple(Link("relates_to", target) for target in related),
        source=Source("notes", PLACE, commit=commit),
        attrs=attrs | {name: value for name, value in more.items() if value},
    )


def from_memory(memory: Memory) -> Finding:
    """The finding of a memory of kind review; a finding that was kept as a note of its own has fewer fields."""
    attrs = memory.attrs
    texts = [tag.casefold() for tag in (str(attrs.get("severity", "")), str(attrs.get("category", "")), *memory.tags)]
    line, extra = attrs.get("line"), attrs.get("extra")
    severity = next((word for word in texts if word in SEVERITIES), "medium")
    category = next((word for word in texts if word in CATEGORIES), "quality")
    own = {"created": memory.created, "spec": memory.scope.work}
    own |= {name: value for name in ("author", "phase") if isinstance(value := attrs.get(name), str)}
    lists = {
        "tags": [tag for tag in memory.tags if tag not in (severity, category)],
        "relates_to": [link.target for link in memory.links if link.rel == "relates_to"],
        "amended_by": list(_words(attrs.get("amended_by"))),
    }
    finding = Finding(
        summary=memory.summary,
        file=memory.scope.path or "",
        line=line if isinstance(line, int) else 0,
        severity=severity,
        category=category,
        remediation=str(attrs.get("remediation") or ""),
        id=memory.id,
        status=RESOLVED if is_settled(memory.status) else OPEN,
        resolution=str(attrs.get("resolution") or ""),
        updated=memory.updated if memory.updated != memory.created else "",
        extra={
            **(extra if isinstance(extra, dict) else {}),
            **{name: value for name, value in (own | lists).items() if value},
        },
    )
    tail = _sections(finding)
    parts = map(trimmed, memory.body.split(tail) if tail else [memory.body])
    return finding._replace(details="\n\n".join(filter(None, parts)))


def _sections(finding: Finding) -> str:
    """The sections that follow the details in the body of the memory."""
    parts = (("Remediation", finding.remediation), ("Resolution", finding.resolution))
    return "\n\n".join(f"## {heading}\n\n{text}" for heading, text in parts if text)


def _words(value: Any) -> tuple[str, ...]:
    values = [value] if isinstance(value, str) else value if isinstance(value, list | tuple) else ()
    lines = (" ".join(whole(text).split()) for text in values if isinstance(text, str))
    return tuple(dict.fromkeys(line for line in lines if line))
