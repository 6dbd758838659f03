"""Hybrid search in an open index: keywords and vectors, combined by score. Recall and the benchmarks use it."""

import contextlib
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from memory_core.core.light import deduplicate, lifecycle
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import DOCUMENT, Memory
from memory_core.edges import Embedder
from memory_core.recall import catalogue, fusion, keyword, schema, vectors
from memory_core.recall.catalogue import Row
from memory_core.recall.fusion import Candidate, Scored
from memory_core.recall.keyword import Filter
from memory_core.recall.schema import Index

HYBRID, KEYWORD, VECTOR = "hybrid", "keyword", "vector"
MODES: Final = (HYBRID, VECTOR, KEYWORD)
POOL: Final = 300  # candidates of each search
LOOKED_AT: Final = 50  # best hits that are examined for coverage of the query
PAID: Final = 12  # missing vectors that one recall makes
MANY: Final = 100_000  # vectors that an index in memory copies from the cache
SETTLED: Final = 2000  # missing vectors that one recall copies from the cache
EVERYTHING: Final = Filter()
# returns the lock of the writers of the index
Lock = Callable[[], contextlib.AbstractContextManager[None]]


class Ranked(NamedTuple):
    """A found memory: its row in the index and the parts of its score."""

    row: Row
    scored: Scored


def ranked(
    index: Index, text: str, vector: bytes | None, where: Filter = EVERYTHING, mode: str = HYBRID, pool: int = POOL
) -> list[Ranked]:
    """The results of a query, best first. `vector` is float32, 384 wide, unit length; None: keywords only."""
    connection = index.connection
    match = "" if mode == VECTOR else keyword.query(text)
    words = dict(keyword.search(connection, match, where, pool))
    near = vectors.search(connection, vector, where, pool) if vector and mode != KEYWORD else {}
    if near and len(words) == pool:
        words |= keyword.scores(connection, match, [row for row in near if row not in words])
    if near:
        near |= vectors.cosines(connection, vector or b"", [row for row in words if row not in near])
    rows = {row.id: row for row in catalogue.rows(connection, words.keys() | near.keys())}
    candidates = [
        Candidate(row.id, row.name, row.group_key, words.get(row.id, 0.0), near.get(row.id)) for row in rows.values()
    ]
    covered = keyword.coverage(connection, match, list(words)[:LOOKED_AT]) if near else 1.0
    return [Ranked(rows[scored.id], scored) for scored in fusion.fused(candidates, covered)]


def once(index: Index, rankeds: Sequence[Ranked]) -> list[Ranked]:
    """The results with each fingerprint once, at its best place; of equal memories the one with the highest rank."""
    groups: dict[str, list[Ranked]] = {}
    for other in rankeds:
        groups.setdefault(other.row.fingerprint, []).append(other)
    several = [each.row.id for group in groups.values() if len(group) > 1 for each in group]
    known = catalogue.memories(index.connection, several) if several else {}
    return [_speaking(group, known) if len(group) > 1 else group[0] for group in groups.values()]


def _speaking(group: Sequence[Ranked], known: Mapping[int, Memory]) -> Ranked:
    """Of results that state the same the one to show, with the best score of all."""
    speaker = deduplicate.speaker(known[each.row.id] for each in group)
    chosen = next(each for each in group if known[each.row.id] is speaker)
    return chosen._replace(scored=group[0].scored._replace(id=chosen.row.id))


def succeeded(index: Index, rankeds: Sequence[Ranked], where: Filter, by: Mapping[str, str]) -> list[Ranked]:
    """The results, each after its replacement, which is added if it was not found.

    `by` is the result of `catalogue.successors`. A replacement gets the score of what it replaced, if that is higher.
    """
    here = {each.row.key: each for each in rankeds}
    chains = {name: lifecycle.chain(name, by) for name in here if name in by}
    missing = {chain[-1] for chain in chains.values() if len(chain) > 1} - here.keys()
    texts = {each.row.fingerprint for each in rankeds}
    for name, row in catalogue.rows_of(index.connection, missing, where).items():
        if row.fingerprint not in texts:
            here[name] = Ranked(row, Scored(row.id, 0.0, 0.0, 0.0, 0.0, None, 0.0))
    placed: dict[str, Ranked] = {}
    for other in rankeds:
        for name in reversed(chains.get(other.row.key, [other.row.key])):
            if name in here and name not in placed:
                best = max(here[name].scored, other.scored, key=lambda scored: scored.score)
                placed[name] = here[name]._replace(scored=best._replace(id=here[name].row.id))
    return [*placed.values()]


def with_vectors(index: Index, cache: str, model: str, lock: Lock = contextlib.nullcontext) -> None:
    """Prepare the index for the vectors of a model. Raise `Refusal` if that fails.

    `lock` returns the lock of the writers of the index; a file that is not yet in use needs none.
    """
    vectors.load(index, cache)
    if vectors.is_ready(index.connection, model):
        return
    if not index.lasting:
        raise Refusal(
            "nothing is kept yet"
            if not list(index.connection.execute("SELECT 1 FROM memories WHERE kind != ? LIMIT 1", (DOCUMENT,)))
            else "the index cannot be written to disk, so there are no vectors"
        )
    with lock():
        if not schema.is_current(index):
            raise Refusal("the index has just been rebuilt; ask again")
        vectors.prepare(index.connection, model)


def with_cached_vectors(index: Index, cache: str, model: str) -> None:
    """Prepare an index in memory for the vectors of a model that are in the cache.

    Raise `Refusal` if the cache has none of that model.
    """
    vectors.load(index, cache)
    if not vectors.is_cached(index.connection, model):
        raise Refusal("no vectors are made yet")
    vectors.prepare(index.connection, model)
    vectors.settle(index.connection, MANY)


def pay(
    index: Index,
    text: str,
    where: Filter,
    embedder: Embedder,
    lock: Lock,
    most: int = PAID,
) -> None:
    """Make at most `most` missing vectors, first for the memories that the words of the query find."""
    if not (index.lasting and vectors.owes(index.connection)):
        return
    hits = keyword.search(index.connection, keyword.query(text), where, most * 4)
    owing = vectors.owing(index.connection, most, [row for row, _ in hits])
    made = embedder.embed([each.text for each in owing])
    with lock():
        if schema.is_current(index):
            vectors.put(index.connection, [(row.key, vector) for row, vector in zip(owing, made, strict=True)])
            vectors.settle(index.connection, SETTLED)
