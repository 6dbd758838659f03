"""Fits the kinds of defect to findings whose kind is known: `examples/defects.tsv`, and the table of kinds itself."""

from binascii import crc32
from collections.abc import Iterable, Sequence
from typing import Final

from memory_core.core.review_finding import Finding
from memory_core.language import linear
from memory_core.reviews import classify_defect
from tools.fit import examples
from tools.fit import linear as fit
from tools.fit.examples import Example

SETTINGS: Final = fit.Settings(bits=14, cost=0.2, passes=10, balance=False)
LEAST: Final = 7  # of a weight that is kept: of the others there are many, and they say nothing


def make() -> dict[str, str]:
    """The file of weights by its name."""
    return {classify_defect.WEIGHTS: fit.written_sparse(fitted(examples.train(examples.load("defects"))))}


def fitted(rows: Iterable[Example], names: Sequence[str] = ()) -> linear.Sparse:
    """A model of these kinds of defect, by default of all; what each is called in the table is an example as well."""
    training = [fit.Row(classify_defect.features(finding(example)), example.label, example.author) for example in rows]
    for kind in classify_defect.defects().values():
        remedy = Finding(kind.wrong, category=kind.categories[0], details=f"{kind.remedy}.")
        training.append(fit.Row(classify_defect.features(remedy), kind.name, "table"))
    return fit.sparse(fit.fitted(training, SETTINGS, names or list(classify_defect.defects())), LEAST)


def finding(example: Example) -> Finding:
    """The finding that an example tells: its first sentence is the summary.

    Reviewers file some kinds under one category or another: each of them gets its share of the examples.
    """
    kind = classify_defect.defects()[example.label]
    summary, _, details = example.text.partition(". ")
    category = kind.categories[crc32(example.text.encode()) % len(kind.categories)]
    return Finding(summary, category=category, details=details)
