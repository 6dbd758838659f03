"""Whether a newer statement may end an older one: `ended.txt`, fitted to `data/examples/pairs.tsv` and to the written
sessions, where readers say what was replaced by what (`NAME.state.json`) and what else was worth keeping.

It reads statements with the weights that `relation` makes: fit that one first.
"""

import json
from collections.abc import Iterable, Iterator
from itertools import combinations, product
from pathlib import Path
from typing import Any, Final, NamedTuple

from memory_core import relation
from memory_core.reading.statement import statement
from memory_core.relation.features import ending, features
from tools.fit import linear as fit
from tools.fit import sessions
from tools.fit.tasks.relation import read_pairs
from tools.fit.tasks.worth import content, share

FIT: Final = fit.Settings(bits=15, cost=0.02, passes=10)
_SAYS: Final = 0.5  # of the words of what was replaced stand in a statement that says it
_WRITTEN: Final = 0.5  # of what an example counts a pair of a written session


class Said(NamedTuple):
    """A statement of a session, and its line."""

    text: str
    line: int


def make() -> dict[str, str]:
    """The weights."""
    return {"ended.txt": fit.written(fit.fitted([*of_pairs(), *of_written()], FIT))}


def of_pairs() -> Iterator[fit.Row]:
    """The examples: what replaces or contradicts an older statement ends it."""
    for pair in read_pairs():
        yield _row(pair.old, pair.new, pair.relation in relation.ENDING, f"pairs {pair.author}", 1.0)


def of_written(folder: Path = sessions.FOLDER) -> Iterator[fit.Row]:
    """The pairs of the written sessions: what was replaced, and any two statements of one form that share a word."""
    for labels in sorted(folder.glob("*.state.json")):
        name, author = labels.name.removesuffix(".state.json"), labels.name[0]
        replaced = json.loads(labels.read_text("utf-8"))["replaced"]
        for one in replaced:
            for old, new in product(("old", "old_evidence"), ("new", "new_evidence")):
                yield _row(one[old], one[new], True, author, _WRITTEN)
        gold, traps = (_read(folder / f"{name}.{kind}.jsonl") for kind in ("gold", "noise"))
        ended = [[content(one[side]) | content(one[f"{side}_evidence"]) for side in ("old", "new")] for one in replaced]
        own = [Said(one[side], one[f"{side}_line"]) for one in replaced for side in ("old", "new")]
        words = [Said(one[f"{side}_evidence"], one[f"{side}_line"]) for one in replaced for side in ("old", "new")]
        summed = [*own, *(Said(one["summary"], one["line"]) for one in gold)]
        spoken = [*words, *(Said(one["evidence"], one["line"]) for one in (*gold, *traps))]
        for old, new in (*_apart(summed, ended), *_apart(spoken, ended)):
            yield _row(old, new, False, author, _WRITTEN)


def _apart(said: Iterable[Said], ended: list[list[frozenset[str]]]) -> Iterator[tuple[str, str]]:
    """The pairs of statements that share a telling word and of which no reader says that one replaced the other."""
    told = [(one, content(one.text)) for one in sorted(set(said), key=lambda one: (one.line, one.text))]
    for (old, mine), (new, yours) in combinations(told, 2):
        is_ended = any(share(gone, mine) >= _SAYS and share(come, yours) >= _SAYS for gone, come in ended)
        if old.line < new.line and mine & yours and not is_ended:
            yield old.text, new.text


def _read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def _row(old: str, new: str, ends: bool, author: str, weight: float) -> fit.Row:
    one, other = statement(old), statement(new)
    return fit.Row(features(one, other) + ending(other), "yes" if ends else "no", author, weight)
