"""Which statements of a session are worth keeping, and as which kind: `worth.txt`.

Fitted to labelled sessions: real ones, which are not in the repository (their folders are named by
MEMORY_CORE_SESSIONS, the transcripts, and MEMORY_CORE_LABELS, `NAME.gold.jsonl` beside `authors.txt`, a line of globs
for each author), and written ones (`examples/sessions`), which count half. The kinds are also fitted to
`examples/statements.tsv`. Features that only one author has are left out. Without the folders nothing is made.
"""

import fnmatch
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from memory_core import redact
from memory_core.capture import transcript
from memory_core.extract import people, statements, worth_model
from memory_core.extract.turn import Turn
from memory_core.language import linear
from memory_core.language.light import stop_words
from memory_core.language.light.stems import stem
from memory_core.language.light.words import parts
from tools.fit import examples, sessions
from tools.fit import linear as fit

FIT: Final = fit.Settings(bits=16, cost=0.02, passes=12, balance=False, authors=2)
_SAYS: Final = 0.5  # of a label's words stand in a statement that says it
_NAMES: Final = {"pattern": "convention"}
_WRITTEN: Final = 0.5  # of what a statement of a real session counts
_TRAP: Final = 3.0  # times as much counts a statement that a reader listed as one that only looks worth keeping
_QUOTES: Final = 0.6  # of a trap's words stand in a statement that is one


class Stated(NamedTuple):
    """A statement, and the kinds of memory that it is: none where it is not worth keeping."""

    text: str
    place: worth_model.Place
    kinds: tuple[str, ...]
    author: str
    weight: float = 1.0


def make() -> dict[str, str]:
    """The weights, where the sessions are at hand."""
    sessions, labels = os.environ.get("MEMORY_CORE_SESSIONS"), os.environ.get("MEMORY_CORE_LABELS")
    if not sessions or not labels:
        print("worth: set MEMORY_CORE_SESSIONS and MEMORY_CORE_LABELS to make worth.txt again", file=sys.stderr)
        return {}
    real, own = of_sessions(Path(sessions), Path(labels)), of_written()
    model = fitted([*real, *own], of_examples())
    scores = crossed([*real, *own])[: len(real)]  # what is worth keeping is as frequent as in real sessions
    fit.calibrated(linear.Model(FIT.bits, model.labels[:1]), _rows(real, worth_model.KEEP), scores)
    return {worth_model.FILE: fit.written(model)}


def of_examples() -> list[Stated]:
    """The rows of `statements.tsv`, each worth keeping."""
    stated_examples = []
    for row in examples.rows("statements"):
        source = "prose" if row["source"] in ("bullet", "subject") else row["source"]
        place = worth_model.Place(source, bullet=row["source"] == "bullet", chars=len(row["text"]))
        stated_examples.append(Stated(row["text"], place, (_NAMES.get(row["kind"], row["kind"]),), row["author"]))
    return stated_examples


def of_written(folder: Path = sessions.FOLDER, *, asked: bool = False) -> list[Stated]:
    """Every statement of the written sessions; with `asked` the questions too."""
    statements: list[Stated] = []
    with TemporaryDirectory() as to:
        for script in sorted(folder.glob("*.txt")):
            labels = _Labels(script.with_suffix(""))
            statements += labels.stated(stated(sessions.write(script, Path(to)), asked=asked), script.name[0], _WRITTEN)
    return statements


def of_sessions(sessions: Path, labels: Path, *, asked: bool = False) -> list[Stated]:
    """Every statement of the labelled sessions; with `asked` the questions too."""
    authors = (labels / "authors.txt").read_text("utf-8").splitlines()
    statements: list[Stated] = []
    for file in sorted(labels.glob("*.gold.jsonl")):
        name = file.name.removesuffix(".gold.jsonl")
        author = next(
            (str(at) for at, globs in enumerate(authors) if any(fnmatch.fnmatch(name, g) for g in globs.split())), name
        )
        statements += _Labels(labels / name).stated(stated(sessions / f"{name}.jsonl", asked=asked), author)
    return statements


def stated(path: Path, *, asked: bool = False) -> Iterator[statements.Statement]:
    """The statements of a transcript; with `asked` the questions too."""
    turns: list[Turn] = []
    cursor = transcript.START
    while True:
        reading = transcript.read(str(path), cursor, clean=redact.clean)
        turns += reading.turns
        if reading.complete or reading.cursor == cursor:
            break
        cursor = reading.cursor
    return statements.every([people.typed(turn) for turn in turns], asked=asked)


def fitted(stated: Sequence[Stated], examples: Sequence[Stated]) -> linear.Model:
    """Worth over all statements of sessions, kinds over those that are worth keeping and over the examples."""
    keep = fit.fitted(_rows(stated, worth_model.KEEP), FIT)
    keep.labels[0].name = worth_model.KEEP
    kept = [*(statement for statement in stated if statement.kinds), *examples]
    kinds = [fit.fitted(_rows(kept, kind), FIT, ("yes",)).labels[0] for kind in worth_model.KINDS]
    for label, kind in zip(kinds, worth_model.KINDS, strict=True):
        label.name = kind
    return linear.Model(FIT.bits, [keep.labels[0], *kinds])


def crossed(stated: Sequence[Stated]) -> list[list[int]]:
    """The score of each statement from a fit that saw nothing of its author."""
    return fit.crossed(_rows(stated, worth_model.KEEP), FIT)


def _rows(stated: Sequence[Stated], label: str) -> list[fit.Row]:
    rows = []
    for statement in stated:
        is_so = bool(statement.kinds) if label == worth_model.KEEP else label in statement.kinds
        answer = "yes" if is_so else "no"
        features, words = worth_model.of_place(statement.text, statement.place), worth_model.of_words(statement.text)
        rows.append(
            fit.Row(features, answer, statement.author, statement.weight, words, worth_model.scale(statement.text))
        )
    return rows


class _Labels:
    """What readers say of a session: the wordings of what is worth keeping, with its kinds, and of what is not."""

    def __init__(self, path: Path) -> None:
        self._gold = [_gold(row) for row in _rows_of(path.with_name(path.name + ".gold.jsonl"))]
        self._traps = [content(row["evidence"]) for row in _rows_of(path.with_name(path.name + ".noise.jsonl"))]

    def stated(self, statements: Iterable[statements.Statement], author: str, weight: float = 1.0) -> Iterator[Stated]:
        """The statements, each with its kinds."""
        for statement in statements:
            words = content(statement.text)
            kinds = self._kinds(words)
            is_trap = not kinds and any(share(words, trap) >= _QUOTES for trap in self._traps)
            yield Stated(statement.text, statement.place, kinds, author, weight * (_TRAP if is_trap else 1.0))

    def _kinds(self, words: frozenset[str]) -> tuple[str, ...]:
        """The kinds of the label of which a statement says most; none where it says less than half of any."""
        best: tuple[float, tuple[str, ...]] = (0.0, ())
        for kinds, wordings in self._gold:
            for wording in wordings:
                best = max(best, (share(words, wording), kinds))
        return best[1] if best[0] >= _SAYS else ()


def _rows_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def share(words: frozenset[str], wording: frozenset[str]) -> float:
    """How much of a wording stands in the words; 0 where that is less than three words of a longer one."""
    shared = len(words & wording)
    return shared / len(wording) if wording and shared >= min(3, len(wording)) else 0.0


def _gold(row: dict[str, Any]) -> tuple[tuple[str, ...], list[frozenset[str]]]:
    kinds = dict.fromkeys(_NAMES.get(kind, kind) for kind in (row["kind"], *row.get("also", ())))
    alike = [content(alternative["evidence"]) for alternative in row.get("alt", ())]
    wordings = [
        content(row["summary"]),
        content(row["evidence"]),
        *(alternative for alternative in alike if len(alternative) > 3),
    ]
    return tuple(kinds), wordings


def content(text: str) -> frozenset[str]:
    """The stems of the words of a text that carry meaning."""
    stopped = stop_words.words("en")
    return frozenset(
        stem(word)
        for word in parts(text)
        if word not in stopped and (len(word) > 2 or word.isdigit() or not word.isascii())
    )
