"""Which agent fixes which finding, and which agents would collide (CS-FR-019, CS-FR-020)."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from memory_core.core.memory import fingerprint
from memory_core.core.review_finding import CATEGORIES, SEVERITIES, Finding

AGENTS: Final = {
    "security": "security-engineer",
    "performance": "performance-engineer",
    "architecture": "refactoring-specialist",
    "quality": "code-reviewer",
    "tests": "test-automator",
    "documentation": "documentation-engineer",
}
VERIFIERS: Final[tuple[str, ...]] = ("silent-failure-hunter", "code-simplifier", "pr-test-analyzer")


class Group(NamedTuple):
    """The findings of one category, and the agent that fixes them."""

    category: str
    agent: str
    called: str  # its name in the client; "" if it is not installed
    findings: Sequence[Finding]


class Conflict(NamedTuple):
    """A file with findings of several agents: two of them must not edit it at once."""

    file: str
    categories: Sequence[str]
    ids: Sequence[str]


def twins(rows: Sequence[tuple[str, Finding]]) -> dict[str, list[str]]:
    """The id of a finding to the ids of the same finding on other commits, as later reviews reported it again.

    `rows` are (commit, finding). Category, file and words are compared, lines are not; a finding that one review
    reported twice in a file has no twins.
    """
    by_key: dict[tuple[str, str, str], dict[str, list[str]]] = {}
    for commit, finding in rows:
        key = finding.category, finding.file, fingerprint("review", finding.summary)
        by_key.setdefault(key, {}).setdefault(commit, []).append(finding.id)
    result: dict[str, list[str]] = {}
    for by_commit in by_key.values():
        ids = sorted({ids[0] for ids in by_commit.values()})
        if all(len(ids) == 1 for ids in by_commit.values()):
            result |= {name: [other for other in ids if other != name] for name in ids}
    return {name: others for name, others in result.items() if others}


def ordered(findings: Sequence[Finding]) -> list[Finding]:
    """The findings, worst first, then by place; the input order does not matter."""
    return sorted(
        findings,
        key=lambda finding: (
            SEVERITIES.index(finding.severity),
            finding.file,
            finding.line,
            finding.summary,
            finding.id,
        ),
    )


def groups(findings: Sequence[Finding], installed: Mapping[str, str]) -> list[Group]:
    """The findings by agent, the worst category first; `installed` maps an agent to its name in the client."""
    result = [
        Group(category, AGENTS[category], installed.get(AGENTS[category], ""), own)
        for category in CATEGORIES
        if (own := [finding for finding in ordered(findings) if finding.category == category])
    ]
    return sorted(result, key=lambda group: SEVERITIES.index(group.findings[0].severity))


def conflicts(findings: Sequence[Finding]) -> list[Conflict]:
    """The files that more than one agent would edit, sorted by name."""
    by_file: dict[str, list[Finding]] = {}
    for each in ordered(findings):
        if each.file:
            by_file.setdefault(each.file, []).append(each)
    result = {file: list(dict.fromkeys(finding.category for finding in own)) for file, own in by_file.items()}
    return [
        Conflict(file, result[file], [finding.id for finding in by_file[file]])
        for file in sorted(result)
        if len(result[file]) > 1
    ]
