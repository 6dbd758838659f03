"""Compares findings with what is intentional and what is constrained; every finding comes back, tagged (IRIS-25..30,
67, 68).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from memory_core.core import budget
from memory_core.core.light import globs
from memory_core.core.memory import Memory, stated_reason
from memory_core.guardrails import likeness
from memory_core.guardrails.likeness import Alike
from memory_core.guardrails.verdict import Guard, in_force, is_critical

NOTED: Final = "NOTED"
_SHARE: Final = 0.25  # of the words of an exception, though they are also in the names of its files


class Finding(NamedTuple):
    """A finding of a review; `file` is relative to the project, without a line."""

    summary: str
    file: str = ""
    severity: str = ""
    category: str = ""
    description: str = ""


class Tagged(NamedTuple):
    """What the memory holds about a finding; without tags nothing."""

    intentional: Memory | None = None
    constrained: Memory | None = None
    hints: tuple[str, ...] = ()  # what only stands in the same place
    critical: bool = False

    @property
    def tag(self) -> str:
        """The tags in the form of a table of findings; "" if there are none."""
        tags = [f"[INTENTIONAL — {self.intentional.id}]"] if self.intentional else []
        return " ".join(tags + ([f"[CONSTRAINED — {self.constrained.id}]"] if self.constrained else []))


def review(findings: Sequence[Finding], memories: Iterable[Memory], alike: Alike | None = None) -> list[Tagged]:
    """What the memory holds about each finding, in their order."""
    guard = in_force(memories)
    return [tagged(finding, guard, alike) for finding in findings]


def tagged(finding: Finding, guard: Guard, alike: Alike | None = None) -> Tagged:
    """What the memory holds about one finding."""
    text = f"{finding.summary[: budget.SENTENCE]}. {finding.description}"[: budget.SPOKEN].strip(". ")
    hints: list[str] = []
    about: list[tuple[float, str, Memory]] = []
    for memory in guard.exceptions:
        if not (finding.file and globs.covers(memory.scope.path, finding.file)):
            continue
        how = likeness.compare(memory, text, finding.file, alike)
        if _is_named(memory, text) or how.share >= _SHARE or (how.cosine is not None and how.cosine >= likeness.SURE):
            about.append((-how.strength, memory.id, memory))
        elif not globs.is_whole(memory.scope.path):
            hints.append(memory.id)
    bound = [
        (-how.strength, memory.id, memory)
        for memory in guard.constraints
        if _binds(how := likeness.compare(memory, text, finding.file or None, alike))
    ]
    critical = is_critical(finding.severity, finding.category, text)
    return Tagged(min(about)[2] if about else None, min(bound)[2] if bound else None, tuple(hints), critical)


def _is_named(memory: Memory, text: str) -> bool:
    """Whether a finding mentions what is intentional, in words beyond the names of its files."""
    places = {word.casefold() for word in likeness.shared(memory, (memory.scope.path or "").replace("/", " "))}
    return any(word.casefold() not in places for word in likeness.shared(memory, text))


def _binds(how: likeness.Likeness) -> bool:
    """Whether a finding is about the subject of a constraint."""
    return how.certain or bool(how.named) or (how.near() and (how.cosine is None or how.cosine >= likeness.TAKING))


def as_json(given: Mapping[str, Any], tags: Tagged) -> dict[str, Any]:
    """The finding as given, with what the memory holds about it; values that a tag changes are kept under `given`."""
    row = dict(given)
    description = str(given.get("description") or "")
    notes = []
    if tags.intentional:
        notes.append(
            f"Intentional ({tags.intentional.id}): {stated_reason(tags.intentional) or tags.intentional.summary}"
        )
    if tags.constrained:
        notes.append(
            f"Constrained by {tags.constrained.id} ({tags.constrained.summary}): "
            f"{stated_reason(tags.constrained) or 'no reason given'}; no fix is planned"
        )
    entry = tags.intentional or tags.constrained
    row |= {
        "tag": tags.tag,
        "category": given.get("category", ""),
        "description": "; ".join(filter(None, (description, *notes))),
        "entry": entry.id if entry else None,
        "reason": stated_reason(entry) if entry else "",
        "hints": list(tags.hints),
    }
    if tags.constrained:
        row["fix_planned"] = False
    if tags.intentional and not tags.critical:
        row["given"] = {key: given[key] for key in ("category", "severity") if key in given}
        row |= {"category": NOTED, "severity": NOTED}
    return row
