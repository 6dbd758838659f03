"""The three documents of a review, and the answers of `findings` (CS-US-017, 018)."""

import hashlib
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from memory_core import redact
from memory_core.core import budget, review_finding
from memory_core.core.memory import Memory, as_json
from memory_core.core.review_finding import CATEGORIES, OPEN, SEVERITIES, Finding
from memory_core.reviews.document import Review, counted, headline, place, text
from memory_core.reviews.route import AGENTS, VERIFIERS, Conflict, Group, ordered

CODE_REVIEW, SUMMARY, TASKS = "CODE_REVIEW.md", "REVIEW_SUMMARY.md", "REMEDIATION_TASKS.md"
DOCUMENTS: Final = (CODE_REVIEW, SUMMARY, TASKS)
LABEL: Final = "findings"  # of the fence around an answer
ROOM: Final = 12_000  # characters of an answer in a session
SHORT: Final = 8  # of an id: enough to name a finding
_NAMED: Final = 5  # earlier findings that are listed with a finding
_MARK: Final = re.compile(r"<!-- written by memory-core, ([0-9a-f]{12}) -->\n?\Z")


def documents(review: Review) -> dict[str, str]:
    """The three documents of a review by name, each with the mark that identifies it as written here."""
    result = {CODE_REVIEW: text(review), SUMMARY: _summary(review), TASKS: _tasks(review)}
    return {name: _marked(redact.neutral(content)) for name, content in result.items()}


def is_ours(content: str) -> bool:
    """Whether a document was written here and has not been changed since."""
    match = _MARK.search(content)
    return match is not None and match[1] == _digest(content[: match.start()])


def reviewed(content: str) -> str:
    """The abbreviated commit in a document of ours; "" if there is none."""
    match = re.search(r"^Commit `([0-9a-f]{4,64})`", content, re.MULTILINE)
    return match[1] if match else ""


def data(memory: Memory, **more: Any) -> dict[str, Any]:
    """A finding for `--json`: the memory, and the fields of the finding."""
    finding = review_finding.from_memory(memory)
    fields = {
        "severity": finding.severity,
        "category": finding.category,
        "file": finding.file,
        "line": finding.line or None,
        "details": finding.details,
        "remediation": finding.remediation,
        "resolution": finding.resolution or None,
    }
    return {**as_json(memory), **fields, **more}


def seen(finding: Finding, before: Sequence[Memory]) -> str:
    """`You've seen this 3 times before`, with the places; reviews are counted, not findings."""
    reviews = len({memory.source.commit for memory in before})
    times = "once" if reviews == 1 else "twice" if reviews == 2 else f"{reviews} times"
    texts = [f"{memory.id[:SHORT]} {memory.created[:10]} {memory.scope.path or ''}".strip() for memory in before]
    return f"You've seen this {times} before: {finding.summary} ({budget.few(texts, _NAMED, '; ')})"


def row(finding: Finding, *, with_category: bool = True) -> str:
    """A finding as a line: `3f2a1b4c high src/a.py:12 summary (security)`."""
    where = f" {place(finding)}" if finding.file else ""
    category = f" ({finding.category})" if with_category else ""
    return f"{finding.id[:SHORT]} {finding.severity}{where} {finding.summary}{category}"


def routed(
    groups: Sequence[Group],
    conflicts: Sequence[Conflict],
    verifiers: Mapping[str, str],
    unkept: Sequence[Finding],
    gone: Collection[str] = (),
) -> str:
    """The findings by agent, worst first, within the room of an answer; what is left out is counted.

    `gone` are files that no longer exist.
    """
    sections = [
        budget.Section(f"{group.category} ({len(group.findings)}): {_agent(group)}",
                       [_line(finding, finding.file in gone) for finding in group.findings], 2_000)
        for group in groups
    ]  # fmt: skip
    sections += [budget.Section(f"Not kept yet ({len(unkept)}): no resolution can be written back to these",
                                [row(finding) for finding in unkept], 2_000)] if unkept else []  # fmt: skip
    rows = [f"{conflict.file}: {', '.join(conflict.categories)} ({_ids(conflict.ids)})" for conflict in conflicts]
    if rows:
        sections.append(budget.Section("The same file, several agents: one after the other, or together", rows, 200))
    named = [f"{name}: {verifiers.get(name) or 'not installed'}" for name in VERIFIERS]
    every = [finding for group in groups for finding in group.findings]
    head = f"{counted(every)} to mend\nVerification agents: {', '.join(named)}"
    return budget.fit(head, sections, lines=2_000, size=ROOM).text


def _agent(group: Group) -> str:
    if not group.called:
        return f"{group.agent} is not installed; general-purpose does its work"
    return f"agent {group.called}"


def _line(finding: Finding, gone: bool) -> str:
    remedy = "this file is gone" if gone else budget.clip(finding.remediation or finding.details, 200)
    return f"- {row(finding, with_category=False)}" + (f"\n  {remedy}" if remedy else "")


def _ids(ids: Sequence[str]) -> str:
    return ", ".join(name[:SHORT] for name in ids)


def _summary(review: Review) -> str:
    findings = ordered(review.findings)
    rows = ["# Review summary", "", headline(review), ""]
    rows += [f"| category | {' | '.join(SEVERITIES)} | open |", f"|---|{'---|' * (len(SEVERITIES) + 1)}"]
    for category in CATEGORIES:
        own = [finding for finding in findings if finding.category == category]
        numbers = [sum(finding.severity == severity for finding in own) for severity in SEVERITIES]
        rows.append(
            f"| {category} | {' | '.join(map(str, numbers))} | {sum(finding.status == OPEN for finding in own)} |"
        )
    worst = [finding for finding in findings if finding.severity in SEVERITIES[:2] and finding.status == OPEN]
    rows += ["", "## First", "", *(f"- {row(finding)}" for finding in worst)] if worst else []
    again = [finding for finding in findings if review.before.get(finding.id)]
    if again:
        rows += ["", "## Seen before", ""]
        rows += [
            f"- {row(finding)}: earlier as {', '.join(f'`{name}`' for name in review.before[finding.id])}"
            for finding in again
        ]
    rows += ["", "## Memory", "", f"Every finding is kept in `{review_finding.PLACE}` on commit `{review.commit}`:"]
    rows.append(
        "`memory-core recall WORDS --type reviews` finds them again, `memory-core findings route` says who mends"
    )
    rows += ["which, and `memory-core findings resolve ID WORDS` settles one.", ""]
    return "\n".join(rows)


def _tasks(review: Review) -> str:
    findings = ordered(review.findings)
    rows = ["# Remediation tasks", "", headline(review)]
    for severity in SEVERITIES:
        own = [finding for finding in findings if finding.severity == severity]
        rows += ["", f"## {severity.capitalize()}", ""] if own else []
        for each in own:
            rows.append(
                f"- [{' ' if each.status == OPEN else 'x'}] **[{severity.upper()}]** {_where(each)}{each.summary}"
            )
            rows.append(f"  {each.category}, {AGENTS[each.category]}, `{each.id}`")
            remedy = each.remediation if each.status == OPEN else each.resolution
            rows += [f"  {line.strip()}" for line in remedy.splitlines() if line.strip()]
    return "\n".join([*rows, ""])


def _where(finding: Finding) -> str:
    return f"`{place(finding)}` " if finding.file else ""


def _marked(content: str) -> str:
    content = content if content.endswith("\n") else f"{content}\n"
    content += "\n"
    return f"{content}<!-- written by memory-core, {_digest(content)} -->\n"


def _digest(content: str) -> str:
    return hashlib.sha256(content.encode("utf-8", "replace")).hexdigest()[:12]
