"""Findings of reviews of many stacks, by the kind of defect that they are: what recurs must be recognised by them.

`tests/reviews/*.txt`: a line `category kind` heads its findings, `-` instead of a kind those that nothing else there is
kin to; a finding is `file | summary | details`. No finding here is one of the product's examples
(`tools/fit/examples/defects.tsv`): those it has learned, and no test can tell anything by them.
"""

from pathlib import Path
from typing import NamedTuple

from memory_core.core.review_finding import Finding

FOLDER = Path(__file__).parent / "reviews"


class Row(NamedTuple):
    """A finding and the kind of defect that it is; "" where nothing else there is of its kind."""

    kind: str
    finding: Finding


def rows(name: str) -> list[Row]:
    """Every finding of a table."""
    result: list[Row] = []
    kind = category = ""
    for line in (FOLDER / f"{name}.txt").read_text("utf-8").splitlines():
        if not line.startswith(" "):
            category, _, kind = line.partition(" ")
            continue
        file, summary, details = (part.strip() for part in line.split("|", 2))
        finding = Finding(summary, file, category=category, details=details, id=f"{name}-{len(result)}")
        result.append(Row("" if kind == "-" else f"{category} {kind}", finding))
    return result
