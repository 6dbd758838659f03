"""Which sentences say that something remains open: `ends.txt`, fitted to `data/examples/ends.tsv` and to the written
sessions, where readers say what was open when they ended (`NAME.state.json`).
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from memory_core.reading import ends, linear, worth
from tools.fit import examples, sessions
from tools.fit import linear as fit
from tools.fit.tasks.worth import content, share, stated

FIT: Final = fit.Settings(bits=14, cost=0.3, passes=20, balance=False)
_SAYS: Final = 0.6  # of a label's words stand in a sentence that says it
_SPOKEN: Final = 0.1  # of what an example counts a sentence of a session that nobody labelled


def make() -> dict[str, str]:
    """The weights."""
    own, spoken = list(of_examples()), list(of_written())
    rows = [*own, *spoken]
    names = (ends.OPEN, ends.SETTLED)
    fitted = [_fitted(rows, name, (name,) if name == ends.SETTLED else ends.KINDS) for name in names]
    kinds = [_fitted(own, kind, (kind,)) for kind in ends.KINDS]
    model = linear.Model(FIT.bits, [one.labels[0] for one in (*fitted, *kinds)])
    opened = _as(rows, ends.KINDS)
    fit.calibrated(linear.Model(FIT.bits, model.labels[:1]), opened[: len(own)], fit.crossed(opened, FIT)[: len(own)])
    return {ends.FILE: fit.written(model)}


def of_examples() -> Iterator[fit.Row]:
    """The examples."""
    for row in examples.rows("ends"):
        yield _row(row["text"], row["source"], row["heading"], row["label"], row["author"], 1.0)


def of_written(folder: Path = sessions.FOLDER) -> Iterator[fit.Row]:
    """The statements of the written sessions: what looked open when it was said has its kind, all others none."""
    with TemporaryDirectory() as to:
        for script in sorted(folder.glob("*.txt")):
            labels = script.with_suffix(".state.json")
            if not labels.is_file():
                continue
            state = json.loads(labels.read_text("utf-8"))
            told = [(one["kind"], content(one["evidence"])) for one in (*state["open"], *state["closed"])]
            for one in stated(sessions.write(script, Path(to))):
                words = content(one.text)
                kind = next((kind for kind, said in told if share(words, said) >= _SAYS), "none")
                weight = 1.0 if kind != "none" else _SPOKEN
                yield _row(one.text, one.place.source, one.place.heading, kind, script.name[0], weight)


def _row(text: str, source: str, heading: str, label: str, author: str, weight: float) -> fit.Row:
    features = ends.of_place(text, source, heading)
    return fit.Row(features, label, author, weight, worth.of_words(text), worth.scale(text))


def _fitted(rows: Sequence[fit.Row], name: str, labels: Iterable[str]) -> linear.Model:
    model = fit.fitted(_as(rows, labels), FIT, ("yes",))
    model.labels[0].name = name
    return model


def _as(rows: Sequence[fit.Row], labels: Iterable[str]) -> list[fit.Row]:
    return [row._replace(label="yes" if row.label in labels else "no") for row in rows]
