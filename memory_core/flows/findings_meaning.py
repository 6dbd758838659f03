"""What a model says of findings: how near they are to each other, and to the kinds of defect that are known."""

import contextlib
import hashlib
import os
from collections.abc import Mapping, Sequence
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
        known = examples(folder)
        with indexing.at_hand(root) as (index, _):
            made = _vectors(root, index, folder, texts)
        return compared(known, texts, made)
    except (apsw.Error, Refusal, OSError) as error:  # words go on alone
        log.write("findings: meaning", f"{type(error).__name__}: {error}", root)
        return NOTHING


def examples(folder: str) -> list[tuple[str, bytes]]:
    """(kind of defect, vector) of each example; made once for all projects of a user, seconds of work."""
    known = reading.examples()
    said = "\0".join(text for _, text in known)
    name = f"{install.model_key(folder)}-{hashlib.sha256(said.encode()).hexdigest()[:12]}.bin"
    place = install.data("examples", name)
    raw = files.read_bytes(place) or b""
    if len(raw) != _BYTES * len(known):
        raw = b"".join(bulk_embedder(folder).embed([text for _, text in known]))
        with contextlib.suppress(OSError):  # it is made again
            files.write(place, raw)
            for other in set(os.listdir(os.path.dirname(place))) - {name}:
                os.unlink(os.path.join(os.path.dirname(place), other))
    return [(kind, raw[_BYTES * row : _BYTES * (row + 1)]) for row, (kind, _) in enumerate(known)]


def compared(known: Sequence[tuple[str, bytes]], texts: Sequence[str], made: Mapping[str, bytes]) -> Meaning:
    """What vectors say of the texts of findings, held against examples; `made` has a vector for each that was read."""
    have = [place for place, text in enumerate(texts) if text in made]
    if not have:
        return NOTHING
    product = cosines()
    own = [made[texts[place]] for place in have]
    near = {}
    for place, row in zip(have, product(own, [vector for _, vector in known]), strict=True):
        best: dict[str, float] = {}
        for (name, _), cosine in zip(known, row, strict=True):
            if cosine > best.get(name, -1.0):
                best[name] = cosine
        near[place] = best
    pairs = product(own, own) if len(own) <= _PAIRS else ()
    return Meaning(near, {place: row for row, place in enumerate(have)}, pairs)


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
