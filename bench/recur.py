"""How well findings that are the same defect are recognised: `python -m bench.recur FILE...`, JSON lines with labels.

A line: `{"review": 1, "theme": "t01" or null, "finding": {summary, file, category, details, …}}`. Two findings are the
same recurring defect where they share a theme. Printed are precision and recall of pairs, and of the themes that three
reviews saw how many make a group of three.

`python -m bench.recur --authors` measures what the product does with words that it has not met: for each author of
`tools/fit/examples/defects.tsv` the weights are fitted anew without that author's rows; those of `held_out`
are in no fit. It takes minutes.
"""

import json
import sys
from itertools import combinations
from pathlib import Path
from typing import Final
from unittest import mock

from memory_core.core.review_finding import Finding
from memory_core.reviews import classify_defect, recur
from memory_core.reviews.recur import Seen
from tools.fit import examples
from tools.fit.tasks import defects

_MOST: Final = 800  # rows of an author that are measured


def main(names: list[str]) -> None:
    if names == ["--authors"]:
        _authors()
        return
    for name in names:
        lines = [json.loads(line) for line in Path(name).read_text("utf-8").splitlines() if line.strip()]
        themes = [line["theme"] or "" for line in lines]
        seen = [
            Seen(Finding(**line["finding"], id=str(number)), f"c{line['review']}", f"2026-01-{line['review']:02}")
            for number, line in enumerate(lines)
        ]
        print(f"{name}: {_measured(themes, seen)}")


def _authors() -> None:
    every = examples.load("defects")
    for author in sorted({example.author for example in every}):
        own = [example for example in every if example.author == author][:_MOST]
        model = defects.fitted([example for example in examples.train(every) if example.author != author])
        with mock.patch.object(classify_defect, "_model", lambda model=model: model):
            right = sum(classify_defect.read(defects.finding(example)).name == example.label for example in own)
            seen = [Seen(defects.finding(example)._replace(id=str(at)), f"c{at}") for at, example in enumerate(own)]
            report = _measured([example.label for example in own], seen)
        print(f"{author} ({own[0].split}, {len(own)} rows): kind right {right / len(own):.3f}; {report}", flush=True)


def _measured(themes: list[str], seen: list[Seen]) -> str:
    made = recur.clusters([sighting.finding for sighting in seen])
    cluster_of = {place: number for number, cluster in enumerate(made) for place in cluster.places}
    right = wrong = missed = 0
    for first, second in combinations(range(len(seen)), 2):
        same = bool(themes[first]) and themes[first] == themes[second]
        together = cluster_of[first] == cluster_of[second]
        right, wrong, missed = right + (same and together), wrong + (together > same), missed + (same > together)
    groups = recur.grouped(seen, made, recur.RECURRING)
    kinds = [[themes[int(name)] for name in group.ids] for group in groups]
    pure = {kind for each in kinds for kind in set(each) - {""} if each.count(kind) >= recur.RECURRING}
    mixed = sum(len(set(each)) > 1 for each in kinds)
    every = {theme for theme in themes if theme and themes.count(theme) >= recur.RECURRING}
    precision, recall = right / max(1, right + wrong), right / max(1, right + missed)
    return (
        f"pairs: precision {precision:.3f}, recall {recall:.3f}; groups of three: {len(pure & every)} of {len(every)} "
        f"recognised, {len(groups)} claimed, {mixed} of them with a stranger"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
