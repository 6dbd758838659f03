"""Findings as reviewers word them: what a finding is compared with.

A line is the name of a kind of defect; the indented ones below it are its examples, `summary. details`.
"""

from typing import Final

from memory_core.domain.review.examples import (
    architecture,
    architecture_2,
    documentation,
    performance,
    performance_2,
    quality,
    quality_2,
    security,
    security_2,
    security_3,
    tests,
)

EXAMPLES: Final = (
    security.EXAMPLES,
    security_2.EXAMPLES,
    security_3.EXAMPLES,
    performance.EXAMPLES,
    performance_2.EXAMPLES,
    architecture.EXAMPLES,
    architecture_2.EXAMPLES,
    quality.EXAMPLES,
    quality_2.EXAMPLES,
    tests.EXAMPLES,
    documentation.EXAMPLES,
)
