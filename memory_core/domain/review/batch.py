"""Findings as memories, and the document that holds those of a commit (CS-FR-018, C-11)."""

import re
from typing import Final

from memory_core.domain.memory import Memory, Scope, Source
from memory_core.domain.review.finding import CATEGORIES, OPEN, RESOLVED, SEVERITIES, Finding

SPACE: Final = "reviews"
PLACE: Final = f"refs/notes/cs/{SPACE}"
_UUID: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def is_uuid(text: str) -> bool:
    """Whether a text is a uuid as it is written here: lower case, with hyphens."""
    return _UUID.fullmatch(text) is not None


def is_finding(memory: Memory) -> bool:
    """Whether a memory is a finding that stands in a batch."""
    return memory.kind == "review" and memory.source.place == PLACE and is_uuid(memory.id)


def to_memory(finding: Finding, commit: str = "", when: str = "", spec: str = "", author: str = "") -> Memory:
    """The finding as a memory; `when`, `spec` and `author` are those of its review."""
    parts = [finding.details]
    parts += [f"## Remediation\n\n{finding.remediation}"] if finding.remediation else []
    parts += [f"## Resolution\n\n{finding.resolution}"] if finding.resolution else []
    return Memory(
        id=finding.id,
        kind="review",
        summary=" ".join(finding.summary.split()),
        body="\n\n".join(part for part in parts if part),
        scope=Scope(work=spec or None, path=finding.file or None),
        created=when,
        updated=max(when, finding.updated),
        status=finding.status,
        tags=(finding.severity, finding.category),
        source=Source("notes", PLACE, commit=commit),
        attrs={
            "severity": finding.severity,
            "category": finding.category,
            "line": finding.line or None,
            "remediation": finding.remediation,
            "resolution": finding.resolution or None,
            **({"author": author} if author else {}),
        },
    )


def of_memory(memory: Memory) -> Finding:
    """The finding that a memory of kind review tells; one that was kept as a note of its own has fewer fields."""
    attrs = memory.attrs
    said = {tag.casefold() for tag in (*memory.tags, str(attrs.get("severity", "")), str(attrs.get("category", "")))}
    remediation, resolution = str(attrs.get("remediation") or ""), str(attrs.get("resolution") or "")
    tail = [f"## Remediation\n\n{remediation}"] if remediation else []
    tail += [f"## Resolution\n\n{resolution}"] if resolution else []
    line = attrs.get("line")
    return Finding(
        summary=memory.summary,
        file=memory.scope.path or "",
        line=line if isinstance(line, int) else 0,
        severity=next((word for word in SEVERITIES if word in said), "medium"),
        category=next((word for word in CATEGORIES if word in said), "quality"),
        details=memory.body.removesuffix("\n\n".join(tail)).strip() if tail else memory.body,
        remediation=remediation,
        id=memory.id,
        status=RESOLVED if memory.status == RESOLVED else OPEN,
        resolution=resolution,
        updated=memory.updated,
    )
