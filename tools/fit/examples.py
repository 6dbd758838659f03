"""Examples that weights are fitted to: rows of `tools/fit/examples/*.tsv`, whose first line names the columns.

A split is made by author, never by row: what an author says of one thing gives away what the same author says of
the next. Rows that are held out are for figures; no fit reads them.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from tools.fit import EXAMPLES

SPLITS: Final = ("train", "held_out")


class Example(NamedTuple):
    """A row: a text, and what it is an example of."""

    family: str
    label: str
    text: str
    language: str
    source: str
    author: str  # who wrote it, or the batch that it was written in
    split: str


def load(name: str) -> list[Example]:
    """The examples of a file; ValueError as `parsed`."""
    return parsed((EXAMPLES / f"{name}.tsv").read_text("utf-8"))


def rows(name: str) -> list[dict[str, str]]:
    """The rows of a file of other columns, by their names."""
    head, *lines = [line.split("\t") for line in (EXAMPLES / f"{name}.tsv").read_text("utf-8").splitlines()]
    return [dict(zip(head, line, strict=True)) for line in lines]


def parsed(text: str) -> list[Example]:
    """The examples that a file's text tells; ValueError for a text that stands twice and an author of two splits."""
    head, *lines = [line.split("\t") for line in text.rstrip("\n").split("\n")]
    if tuple(head) != Example._fields:
        raise ValueError(f"the first line must name the columns {' '.join(Example._fields)}")
    examples = []
    for number, line in enumerate(lines, 2):
        if len(line) != len(head) or line[-1] not in SPLITS:
            raise ValueError(f"line {number} has other columns, or is of no split")
        examples.append(Example(*line))
    _refuse(examples)
    return examples


def train(examples: Iterable[Example]) -> list[Example]:
    """Those that may be fitted to."""
    return [example for example in examples if example.split == "train"]


def _refuse(examples: Sequence[Example]) -> None:
    texts: dict[str, str] = {}
    authors: dict[str, str] = {}
    for example in examples:
        letters = "".join(filter(str.isalnum, example.text.casefold()))
        if letters in texts:
            where = "in both splits" if texts[letters] != example.split else "twice"
            raise ValueError(f"this text stands {where}: {example.text[:80]}")
        texts[letters] = example.split
        if authors.setdefault(example.author, example.split) != example.split:
            raise ValueError(f"the author {example.author} stands in both splits")
