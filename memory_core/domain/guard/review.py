"""Findings beside what is intentional and what is constrained: every one comes back, tagged (IRIS-25..30, 67, 68)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from memory_core.domain import bounds
from memory_core.domain.guard import classes, likeness, reading
from memory_core.domain.guard.breach import DOUBTFUL, breach
from memory_core.domain.guard.likeness import NONE, SAME, Alike
from memory_core.domain.guard.norms import parse
from memory_core.domain.guard.verdict import Guard, in_force, is_critical
from memory_core.domain.memory import Memory, stated_reason
from memory_core.light import globs

NOTED: Final = "NOTED"


class Finding(NamedTuple):
    """What a review found; `file` is relative to the project, without a line."""

    summary: str
    file: str = ""
    severity: str = ""
    category: str = ""
    description: str = ""


class Tagged(NamedTuple):
    """What memory says about a finding; without tags nothing."""

    intentional: Memory | None = None
    constrained: Memory | None = None
    hints: tuple[str, ...] = ()  # what only stands in the same place
    critical: bool = False

    @property
    def tag(self) -> str:
        """The tags as a table of findings carries them, "" where there are none."""
        tags = [f"[INTENTIONAL — {self.intentional.id}]"] if self.intentional else []
        return " ".join(tags + ([f"[CONSTRAINED — {self.constrained.id}]"] if self.constrained else []))


def review(findings: Sequence[Finding], memories: Iterable[Memory], alike: Alike | None = None) -> list[Tagged]:
    """What memory says about each finding, in their order."""
    guard = in_force(memories)
    return [tagged(finding, guard, alike) for finding in findings]


def tagged(finding: Finding, guard: Guard, alike: Alike | None = None) -> Tagged:
    """What memory says about one finding."""
    text = f"{finding.summary[: bounds.SENTENCE]}. {finding.description}"[: bounds.SPOKEN].strip(". ")
    hints: list[str] = []
    best: tuple[float, Memory] | None = None
    for memory in guard.exceptions:
        place = likeness.SAME if _within(memory, finding.file) else NONE
        if place == NONE:
            continue
        how = likeness.compare(memory.summary, text, memory.scope.path, finding.file, alike)
        words = _same(memory, text, finding.file)
        if not words and not how.some:
            if not globs.is_whole(memory.scope.path):
                hints.append(memory.id)
        elif best is None or (how.direction, len(words)) > (best[0], 0):
            best = (how.direction, memory)
    bound = max(((_bound(finding, text, memory), memory) for memory in guard.constraints), key=_degree, default=None)
    constrained = bound[1] if bound and bound[0] >= DOUBTFUL else None
    critical = is_critical(finding.severity, finding.category, text)
    return Tagged(best[1] if best else None, constrained, tuple(hints), critical)


def _same(memory: Memory, text: str, file: str) -> tuple[str, ...]:
    """What shows that a finding is about what is intentional; the name of the file only beyond the scope's own."""
    words = likeness.shared(memory.summary, text)
    own = likeness.shared(memory.summary, memory.scope.path or "")
    words = words or tuple(word for word in likeness.shared(memory.summary, file) if word not in own)
    return words or tuple(
        said
        for one in classes.named(memory.summary)
        if not one.everywhere and (said := classes.standing(one, reading.read(text))[0])
    )


def _degree(found: tuple[float, Memory]) -> float:
    return found[0]


def _within(memory: Memory, file: str) -> bool:
    return bool(file) and globs.covers(memory.scope.path, file)


def _bound(finding: Finding, text: str, memory: Memory) -> float:
    """How far a finding is about what a constraint rules: a fix of it would break it, or it is about the same thing."""
    if likeness.scope(memory.scope.path, finding.file) == NONE:
        return 0.0
    rule = parse(memory.summary)
    shares = [likeness.shared(part, text) for part in (*rule.prohibited, *rule.required)]
    near = likeness.scope(memory.scope.path, finding.file) == SAME
    about = max((0.5 if len(words) > 1 or (near and words) else 0.0 for words in shares), default=0.0)
    return max(breach(memory, text, finding.file).degree, about)


def as_json(given: Mapping[str, Any], found: Tagged) -> dict[str, Any]:
    """The finding as it was given, with what memory says of it; what is changed by a tag is kept under `given`."""
    told = dict(given)
    description = str(given.get("description") or "")
    notes = []
    if found.intentional:
        notes.append(
            f"Intentional ({found.intentional.id}): {stated_reason(found.intentional) or found.intentional.summary}"
        )
    if found.constrained:
        notes.append(
            f"Constrained by {found.constrained.id} ({found.constrained.summary}): "
            f"{stated_reason(found.constrained) or 'no reason given'}; no fix is planned"
        )
    entry = found.intentional or found.constrained
    told |= {
        "tag": found.tag,
        "category": given.get("category", ""),
        "description": "; ".join(filter(None, (description, *notes))),
        "entry": entry.id if entry else None,
        "reason": stated_reason(entry) if entry else "",
        "hints": list(found.hints),
    }
    if found.constrained:
        told["fix_planned"] = False
    if found.intentional and not found.critical:
        told["given"] = {key: given[key] for key in ("category", "severity") if key in given}
        told |= {"category": NOTED, "severity": NOTED}
    return told
