"""What a model says of findings: how near they are to each other, and to the kinds of defect that are known."""

import contextlib
import os
from array import array
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import sqrt
from operator import add
from typing import Final, NamedTuple

import apsw

from memory_core.domain.errors import Refusal
from memory_core.domain.review import reading
from memory_core.domain.review.finding import Finding
from memory_core.edges import bulk_embedder, cosines, query_embedder
from memory_core.flows import indexing, search
from memory_core.index import freshness, schema, vectors
from memory_core.index.schema import Index
from memory_core.stores import files, install, log

PLACE: Final = os.path.join(os.path.dirname(__file__), "findings_centres.bin")
_FEW: Final = 64  # texts that the query's embedder makes sooner than the bulk embedder's libraries load
_MADE: Final = 600  # vectors that one call makes; what is owed beyond is read by its words alone until the next
_BYTES: Final = 4 * vectors.WIDTH  # of a vector
_PART: Final = 500  # keys that one statement asks for
_PAIRS: Final = 3000  # findings up to which each is held against each


class Meaning(NamedTuple):
    """What a model says of a sequence of findings, by their places; nothing where `known` is empty."""

    known: Mapping[int, Mapping[str, float]]  # the kinds of defect, and how near each is
    rows: Mapping[int, int]  # a finding's row and column in `near`
    near: Sequence[Sequence[float]]

    def cosine(self, one: int, other: int) -> float | None:
        """The cosine of two findings; None where one of them has no vector."""
        row, column = self.rows.get(one), self.rows.get(other)
        return None if row is None or column is None or not self.near else self.near[row][column]

    def meant(self, place: int) -> Mapping[str, float]:
        """How near a finding is to the kinds of defect; empty where it has no vector."""
        return self.known.get(place, {})


NOTHING: Final = Meaning({}, {}, ())


def of(root: str, findings: Sequence[Finding]) -> Meaning:
    """What the model says of the findings; nothing where it is not set up or its vectors cannot be had."""
    folder = install.model_dir()
    if folder is None or len(findings) < 2:
        return NOTHING
    texts = [reading.text(one) for one in findings]
    try:
        with indexing.at_hand(root) as (index, _):
            made = _vectors(root, index, folder, texts)
        return compared(texts, made)
    except (apsw.Error, Refusal, OSError) as error:  # words go on alone
        log.write("findings: meaning", f"{type(error).__name__}: {error}", root)
        return NOTHING


def packed(known: Sequence[tuple[str, bytes]], digest: str) -> bytes:
    """The file of `centres` for (kind of defect, vector) of each example: `python -m bench.recur_centres` writes it.

    A line of the examples' digest and the kinds; the middle of all examples, float32; for each kind the middle of its
    own, a byte a number, each seen from the middle of all: what all findings have in common tells nothing of any.
    """
    every = [(kind, array("f", vector)) for kind, vector in known]
    middle = [sum(column) / len(every) for column in zip(*(vector for _, vector in every), strict=True)]
    sums: dict[str, list[float]] = {}
    for kind, vector in every:
        own = _unit([number - mid for number, mid in zip(vector, middle, strict=True)])
        sums[kind] = [*map(add, sums[kind], own)] if kind in sums else own
    rows = []
    for total in sums.values():
        most = max(map(abs, total))
        rows.append(array("b", [round(127 * number / most) for number in total]).tobytes())
    return b"".join([" ".join([digest, *sums]).encode(), b"\n", array("f", middle).tobytes(), *rows])


@lru_cache(maxsize=1)
def centres() -> tuple[bytes, tuple[tuple[str, bytes], ...]]:
    """(the middle of all examples, (kind of defect, vector of its own) of each); no kinds where the file is missing."""
    kinds, _, raw = (files.read_bytes(PLACE) or b"").partition(b"\n")
    names = kinds.decode("utf-8", "replace").split()[1:]
    if len(raw) != _BYTES + len(names) * vectors.WIDTH:
        return b"", ()
    rows = [raw[at : at + vectors.WIDTH] for at in range(_BYTES, len(raw), vectors.WIDTH)]
    made = tuple((name, array("f", _unit(array("b", row))).tobytes()) for name, row in zip(names, rows, strict=True))
    return raw[:_BYTES], made


def compared(texts: Sequence[str], made: Mapping[str, bytes]) -> Meaning:
    """What vectors say of the texts of findings; `made` has a vector for each that was read."""
    have = [place for place, text in enumerate(texts) if text in made]
    middle, kinds = centres()
    if not have or not kinds:
        return NOTHING
    product = cosines()
    own = [made[texts[place]] for place in have]
    known = [vector for _, vector in kinds]
    ((among, *off),) = product([middle], [middle, *known])
    near = {}
    for place, (towards, *row) in zip(have, product(own, [middle, *known]), strict=True):
        size = sqrt(max(1 - 2 * towards + among, 1e-6))
        near[place] = {
            name: round((cosine - less) / size, 4) for (name, _), cosine, less in zip(kinds, row, off, strict=True)
        }
    pairs = product(own, own) if len(own) <= _PAIRS else ()
    return Meaning(near, {place: row for row, place in enumerate(have)}, pairs)


def _unit(numbers: Iterable[float]) -> list[float]:
    every = [*numbers]
    size = sqrt(sum(number * number for number in every)) or 1.0
    return [number / size for number in every]


def _vectors(root: str, index: Index, folder: str, texts: Sequence[str]) -> dict[str, bytes]:
    """The vectors of those texts that have one, a bounded number of them made now, the first texts first."""

    def lock() -> contextlib.AbstractContextManager[None]:
        return indexing.held(root)

    search.with_vectors(index, indexing.vectors_path(root), install.model_key(folder), lock)
    keys = {text: freshness.passage_key(text) for text in texts}
    found = vectors.cached(index.connection, list(keys.values()), _PART)
    owed = [text for text, key in keys.items() if key not in found][:_MADE]
    if owed:
        embedder = query_embedder(folder) if len(owed) <= _FEW else bulk_embedder(folder)
        made = {keys[text]: vector for text, vector in zip(owed, embedder.embed(owed), strict=True)}
        found |= made
        if index.lasting:
            with lock():
                if schema.is_current(index):
                    vectors.put(index.connection, made.items())
    return {text: found[key] for text, key in keys.items() if key in found}
