"""CODE_REVIEW.md: what we write is read back word for word, and what a hand wrote is read where it says enough."""

import pytest
from hypothesis import given, strategies

from memory_core.core.review_finding import CATEGORIES, SEVERITIES, Finding
from memory_core.reviews import document

WORDS = strategies.text(alphabet="ab c:.#>-*|`[](){}\"'\\<~1\n", min_size=1, max_size=60)
LINE = strategies.text(alphabet="abc d.#>-:*1", min_size=1, max_size=40).map(lambda text: "x" + " ".join(text.split()))
TEXTS = WORDS.map(lambda text: "\n".join(line.rstrip() for line in text.split("\n")).strip())
FINDINGS = strategies.lists(
    strategies.builds(
        Finding,
        summary=LINE,
        file=strategies.sampled_from(["", "src/a.py", "docs/a b.md", "Makefile"]),
        line=strategies.integers(0, 99),
        severity=strategies.sampled_from(SEVERITIES),
        category=strategies.sampled_from(CATEGORIES),
        details=TEXTS,
        remediation=TEXTS,
        id=strategies.uuids().map(str),
        status=strategies.sampled_from(["open", "resolved"]),
        resolution=TEXTS,
        updated=strategies.just(""),
        extra=strategies.just({}),
    ),
    max_size=5,
)


@pytest.mark.req("CS-US-017", "CS-US-018")
@given(FINDINGS)
def test_what_we_write_is_read_back(findings: list[Finding]):
    placed = [finding._replace(line=finding.line if finding.file else 0) for finding in findings]
    reading = document.read(document.text(document.Review(placed, "abc", "2026-01-01T00:00:00Z")))
    assert reading.problems == []
    assert sorted(reading.findings) == sorted(placed)


BY_HAND = {
    "headings with marks": """
# Code Review Report

## Executive Summary

We looked at everything. Severity: high risk overall.

## Findings

### 1. [HIGH] SQL injection in login (`src/login.py:42`)

The query is put together from the input:

```python
# High: this is a comment
q = f"SELECT {name}"
```

**Recommendation:** Bind the name.

### 2. [LOW] README is outdated

- **File**: README.md
- **Category**: Documentation
""",
    "sections by severity": """
# Review
## 🔴 High Severity
### SEC-001: SQL injection in login
- **Location:** `src/login.py:42`
- **Recommendation:** Bind the name.
## Low priority issues (1)
### README is outdated
**File:** README.md
**Type:** docs
## Conclusion
### Not a finding
Nothing.
""",
    "a table": """
| Severity | Category | File | Line | Issue | Fix |
|----------|----------|------|------|-------|-----|
| **High** | Quality | `src/login.py` | 42 | SQL injection in login | Bind the name. |
| Low | docs | README.md | | README is outdated | |
""",
    "a list": """
## Quality
- [ ] **[HIGH]** `src/login.py:42` — SQL injection in login
  **Fix**: Bind the name.
## Documentation
- [ ] **LOW**: README is outdated (README.md)
- no severity, no finding
""",
}


@pytest.mark.req("CS-US-018")
@pytest.mark.parametrize("name", BY_HAND)
def test_a_review_by_hand_is_read(name: str):
    reading = document.read(BY_HAND[name])
    assert reading.problems == []
    assert [
        (finding.severity, finding.summary, finding.file, finding.line, finding.category)
        for finding in reading.findings
    ] == [
        ("high", "SQL injection in login", "src/login.py", 42, "quality"),
        ("low", "README is outdated", "README.md", 0, "documentation"),
    ]
    assert reading.findings[0].remediation == "Bind the name."


NONE = [
    "", "# Shop\n\nHigh quality goods. Severity: none.\n", "## High\n\nprices\n",
    "| a | b |\n|---|---|\n| High | x |\n",
    "- high tea at 5\n", "# Changelog\n\n## Major\n\n- Minor things\n",
]  # fmt: skip


@pytest.mark.parametrize("text", NONE)
def test_what_is_no_review_holds_no_findings(text: str):
    assert document.read(text).findings == []


@given(strategies.text(alphabet="#-*|`> :[]()xhigh\n1.", max_size=200))
def test_any_text_can_be_read(text: str):
    for finding in document.read(text).findings:
        assert finding.summary
