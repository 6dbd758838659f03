"""Which statements of a session are worth keeping, and as which kind: `worth.txt`.

Fitted to labelled sessions, which are not in the repository (their folders are named by MEMORY_CORE_SESSIONS, the
transcripts, and MEMORY_CORE_LABELS, `NAME.gold.jsonl` beside `authors.txt`, a line of globs for each author), and to
`data/examples/statements.tsv`. Features that only one author has are left out. Without the folders nothing is made.
"""

import fnmatch
import json
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from memory_core.domain import screen
from memory_core.domain.extract import statements
from memory_core.domain.turn import Turn
from memory_core.intake import transcript
from memory_core.reading import linear, worth
from memory_core.text import stop
from memory_core.text.stems import stem
from memory_core.text.words import parts
from tools.fit import examples
from tools.fit import linear as fit

FIT: Final = fit.Settings(bits=14, cost=0.02, passes=12, balance=False, authors=2)
_SAYS: Final = 0.5  # of a label's words stand in a statement that says it
_NAMES: Final = {"pattern": "convention"}
OWN: Final = ("m", "n")  # authors of the examples


class Stated(NamedTuple):
    """A statement, and the kinds of memory that it is: none where it is not worth keeping."""

    text: str
    place: worth.Place
    kinds: tuple[str, ...]
    author: str


def make() -> dict[str, str]:
    """The weights, where the sessions are at hand."""
    sessions, labels = os.environ.get("MEMORY_CORE_SESSIONS"), os.environ.get("MEMORY_CORE_LABELS")
    if not sessions or not labels:
        print("worth: set MEMORY_CORE_SESSIONS and MEMORY_CORE_LABELS to make worth.txt again", file=sys.stderr)
        return {}
    stated = [*of_sessions(Path(sessions), Path(labels)), *of_examples()]
    model = fitted(stated)
    scores = crossed(stated)
    met = [at for at, one in enumerate(stated) if one.author not in OWN]  # what is worth keeping is rarer in sessions
    rows = _rows(stated, worth.KEEP)
    fit.calibrated(linear.Model(FIT.bits, model.labels[:1]), [rows[at] for at in met], [scores[at] for at in met])
    return {worth.FILE: fit.written(model)}


def of_examples() -> list[Stated]:
    """The rows of `statements.tsv`."""
    found = []
    for row in examples.rows("statements"):
        source = "prose" if row["source"] in ("bullet", "subject") else row["source"]
        place = worth.Place(source, bullet=row["source"] == "bullet", chars=len(row["text"]))
        kinds = () if row["kind"] == "none" else (_NAMES.get(row["kind"], row["kind"]),)
        found.append(Stated(row["text"], place, kinds, row["author"]))
    return found


def of_sessions(sessions: Path, labels: Path) -> list[Stated]:
    """Every statement of the labelled sessions."""
    authors = (labels / "authors.txt").read_text("utf-8").splitlines()
    found = []
    for file in sorted(labels.glob("*.gold.jsonl")):
        name = file.name.removesuffix(".gold.jsonl")
        author = next(
            (str(at) for at, globs in enumerate(authors) if any(fnmatch.fnmatch(name, g) for g in globs.split())), name
        )
        gold = [_label(json.loads(line)) for line in file.read_text("utf-8").splitlines() if line.strip()]
        found += [
            Stated(one.text, one.place, _kinds(one.text, gold), author) for one in stated(sessions / f"{name}.jsonl")
        ]
    return found


def stated(path: Path) -> Iterator[statements.Statement]:
    """The statements of a transcript."""
    turns: list[Turn] = []
    cursor = transcript.START
    while True:
        reading = transcript.read(str(path), cursor, clean=screen.clean)
        turns += reading.turns
        if reading.complete or reading.cursor == cursor:
            break
        cursor = reading.cursor
    return statements.of(turns)


def fitted(stated: Sequence[Stated]) -> linear.Model:
    """Worth over all statements, kinds over those that are worth keeping."""
    keep = fit.fitted(_rows(stated, worth.KEEP), FIT)
    kinds: list[linear.Label] = []
    for kind in worth.KINDS:
        rows = _rows([one for one in stated if one.kinds], kind)
        kinds += fit.fitted(rows, FIT, ("yes",)).labels
        kinds[-1].name = kind
    keep.labels[0].name = worth.KEEP
    return linear.Model(FIT.bits, [keep.labels[0], *kinds])


def crossed(stated: Sequence[Stated]) -> list[list[int]]:
    """The score of each statement from a fit that saw nothing of its author."""
    return fit.crossed(_rows(stated, worth.KEEP), FIT)


def _rows(stated: Sequence[Stated], label: str) -> list[fit.Row]:
    rows = []
    for one in stated:
        is_so = bool(one.kinds) if label == worth.KEEP else label in one.kinds
        said = "yes" if is_so else "no"
        features, words = worth.of_place(one.text, one.place), worth.of_words(one.text)
        rows.append(fit.Row(features, said, one.author, 1.0, words, worth.scale(one.text)))
    return rows


def _label(row: dict[str, Any]) -> tuple[tuple[str, ...], list[frozenset[str]]]:
    kinds = dict.fromkeys(_NAMES.get(kind, kind) for kind in (row["kind"], *row.get("also", ())))
    alike = [_content(one["evidence"]) for one in row.get("alt", ())]
    wordings = [_content(row["summary"]), _content(row["evidence"]), *(one for one in alike if len(one) > 3)]
    return tuple(kinds), wordings


def _kinds(text: str, labels: Sequence[tuple[tuple[str, ...], list[frozenset[str]]]]) -> tuple[str, ...]:
    """The kinds of the label of which a statement says most; none where it says less than half of any."""
    words = _content(text)
    best: tuple[float, tuple[str, ...]] = (0.0, ())
    for kinds, wordings in labels:
        for wording in wordings:
            shared = len(words & wording)
            if wording and shared >= min(3, len(wording)):
                best = max(best, (shared / len(wording), kinds))
    return best[1] if best[0] >= _SAYS else ()


def _content(text: str) -> frozenset[str]:
    stopped = stop.words("en")
    return frozenset(
        stem(word)
        for word in parts(text)
        if word not in stopped and (len(word) > 2 or word.isdigit() or not word.isascii())
    )
