"""Which captured memories are worth a line of the briefing: `line_worth.txt`.

The labelled sessions are those of `worth`; a folder of `NAME.state.json`, which say what a session replaced, is named
by MEMORY_CORE_STATES. Each session is read with weights of `worth` that were fitted without its author, so that what
capture is sure of is as often wrong as in a session that nobody has labelled. That takes minutes for each author.
"""

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from unittest.mock import patch

from memory_core.briefing import selection
from memory_core.capture import verb_extract
from memory_core.extract import worth_model as reading
from memory_core.extract.candidate import Candidate
from memory_core.language import linear
from tools.fit import linear as fit
from tools.fit import sessions
from tools.fit.tasks import worth
from tools.fit.tasks.worth import content, share

FIT: Final = fit.Settings(bits=12, cost=0.01, passes=15, balance=False, authors=2)
_SAYS: Final = 0.5  # of a label's words stand in a memory that says it
_OVER: Final = 0.6  # of the words of what was replaced stand in a memory of it
_WRITTEN: Final = 0.5  # of what a memory of a real session counts
_TIERED: Final = ("preference", "behaviour")  # have no line, but for what holds for every prompt
_NEAR: Final = frozenset(("decision", "convention", "learning"))  # that readers of a session take for each other
_NAMES: Final = {"pattern": "convention"}


def make() -> dict[str, str]:
    """The weights, where the sessions are at hand."""
    where = [os.environ.get(f"MEMORY_CORE_{name}") for name in ("SESSIONS", "LABELS", "STATES")]
    if not all(where):
        names = "MEMORY_CORE_SESSIONS, MEMORY_CORE_LABELS and MEMORY_CORE_STATES"
        print(f"line_worth: set {names} to make {selection.FILE} again", file=sys.stderr)
        return {}
    transcripts, labels, states = (Path(str(path)) for path in where)
    stated = [*worth.of_sessions(transcripts, labels), *worth.of_written()]
    examples = worth.of_examples()

    def without(author: str) -> linear.Model:
        others = [[row for row in part if row.author != author] for part in (stated, examples)]
        return worth.fitted(*others)

    return {selection.FILE: fit.written(fitted(list(rows(transcripts, labels, states, without))))}


def fitted(rows: Sequence[fit.Row]) -> linear.Model:
    """A model of what is worth a line, calibrated on authors that its fit did not meet."""
    model = fit.fitted(rows, FIT)
    fit.calibrated(model, rows, fit.crossed(rows, FIT))
    return model


def rows(transcripts: Path, labels: Path, states: Path, without: Callable[[str], linear.Model]) -> Iterator[fit.Row]:
    """A row for each memory of the labelled sessions, read with the weights of `worth` that `without` gives."""
    with TemporaryDirectory() as folder:
        read_sessions = [
            (author, name, transcripts / f"{name}.jsonl", labels, states) for name, author in authors(labels)
        ]
        for script in sorted(sessions.FOLDER.glob("*.txt")):
            path = sessions.write(script, Path(folder))
            read_sessions.append((script.name[0], script.stem, path, sessions.FOLDER, sessions.FOLDER))
        for author in sorted({session[0] for session in read_sessions}):
            with _reading(without(author)):
                for _, name, path, gold, state in (session for session in read_sessions if session[0] == author):
                    is_worth = _Labels(gold / f"{name}.gold.jsonl", state / f"{name}.state.json").is_worth
                    weight = _WRITTEN if gold == sessions.FOLDER else 1.0
                    yield from _rows(verb_extract.memories_of(str(path)), is_worth, author, weight)


def authors(labels: Path) -> Iterator[tuple[str, str]]:
    """The names of the labelled sessions, each with its author."""
    lines = (labels / "authors.txt").read_text("utf-8").splitlines()
    for file in sorted(labels.glob("*.gold.jsonl")):
        name = file.name.removesuffix(".gold.jsonl")
        globs = ((str(at), glob) for at, line in enumerate(lines) for glob in line.split())
        yield name, next((at for at, glob in globs if Path(name).match(glob)), name)


@contextmanager
def _reading(model: linear.Model) -> Iterator[None]:
    """Capture reads with this model, for a `with` block; what its scores are worth stays as it is shipped."""
    for label, shipped in zip(model.labels, linear.load(reading.FILE).labels, strict=True):
        label.steps = shipped.steps
    with patch.object(reading, "_model", lambda: model):
        yield


def _rows(
    memories: Iterable[Candidate], is_worth: Callable[[str, str], bool], author: str, weight: float
) -> Iterator[fit.Row]:
    for memory in memories:
        if memory.is_open or memory.kind in _TIERED:
            continue
        more = memory.solution or memory.reason
        about = selection.features(
            memory.kind,
            memory.rule,
            round(memory.certainty, 2),
            memory.text,
            reasoned=bool(more),
            placed=bool(memory.path),
        )
        yield fit.Row([*about], "yes" if is_worth(memory.kind, f"{memory.text} {more}") else "no", author, weight)


class _Labels:
    """What readers say of a session: what is worth keeping, and what of it no longer held at its end."""

    def __init__(self, gold: Path, state: Path) -> None:
        records = [json.loads(line) for line in gold.read_text("utf-8").splitlines() if line.strip()]
        self._gold = [(_kinds(row), _wordings(row)) for row in records]
        replaced = json.loads(state.read_text("utf-8"))["replaced"] if state.is_file() else []
        self._ended = [tuple(content(f"{row[side]}") for side in ("old", "new")) for row in replaced]

    def is_worth(self, kind: str, text: str) -> bool:
        """Whether a memory says what a label of its kind or a near one says, and was not replaced."""
        words = content(text)
        if any(share(words, old) >= _OVER > share(words, new) for old, new in self._ended):
            return False
        return any(
            (kind in kinds or (kind in _NEAR and kinds & _NEAR))
            and any(share(words, wording) >= _SAYS for wording in wordings)
            for kinds, wordings in self._gold
        )


def _kinds(row: dict[str, Any]) -> set[str]:
    return {_NAMES.get(kind, kind) for kind in (row["kind"], *row.get("also", ()))}


def _wordings(row: dict[str, Any]) -> list[frozenset[str]]:
    alike = [content(wording["evidence"]) for wording in row.get("alt", ())]
    return [content(row["summary"]), content(row["evidence"]), *(wording for wording in alike if len(wording) > 3)]
