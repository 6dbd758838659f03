"""`memory-core reindex`: rebuilds the index from all homes, with vectors, while the old index is still used."""

import sys
import time
from collections.abc import Callable
from typing import Final, NamedTuple

from memory_core.core import homes, install, registry
from memory_core.core.budget import how_many
from memory_core.core.light import places
from memory_core.core.light.errors import Refusal
from memory_core.core.options import parsed
from memory_core.core.report import Report
from memory_core.edges import Embedder, bulk_embedder, query_embedder
from memory_core.recall import catalogue, freshness, indexing, search, showing, vectors
from memory_core.recall.schema import Index

FEW: Final = 64  # for at most so many texts, the embedder of queries is faster than loading the bulk embedder
BATCH: Final = 256  # texts between two updates of the progress; each batch is stored before the next
SETTLED: Final = 5000

Progress = Callable[[int, int], None]  # (vectors made, vectors to make)


class Rebuilt(NamedTuple):
    """The result of a rebuild: `records` are all rows of the index, `memories` those that `status` counts."""

    records: int
    vectors: int
    seconds: float
    verified: bool
    note: str = ""  # why there are no vectors
    memories: int = 0


def main(arguments: list[str]) -> Report:
    """Rebuild the index. The exit code is 0 if it agrees with all homes, else 1."""
    options = parsed("reindex", arguments)
    done = rebuilt(options.root, _bar if sys.stderr.isatty() else _lines)
    agrees = "the index agrees with every home" if done.verified else "the index does not agree with the homes yet"
    lines = [
        f"{how_many(done.memories, 'memory')} in {done.seconds:.1f} s{_others(done.records - done.memories)}",
        agrees,
        *([f"keywords only: {done.note}"] if done.note else []),
    ]
    code = 0 if done.verified else 1
    return Report(options, done._asdict(), "\n".join(lines), code=code, errors=showing.damage(options.root))


def rebuilt(root: str, progress: Progress | None = None) -> Rebuilt:
    """Rebuild the index. Without model or sqlite-vec it has only keywords; `note` of the result says why."""
    start = time.monotonic()
    indexing.drop_damaged_vectors(root)
    notes: list[str] = []
    memories = 0

    def embed(index: Index) -> None:
        nonlocal memories
        memories = int(catalogue.counts(index.connection)["kept"])
        try:
            folder = install.model_dir()
            if folder is None:
                raise Refusal("the embedding model is not set up; run `memory-core setup`")
            search.with_vectors(index, indexing.vectors_path(root), install.model_key(folder))
            embed_owed(index, folder, progress)
        except Refusal as refusal:
            notes.append(str(refusal))

    try:
        records = indexing.rebuild(root, embed)
    except OSError as error:
        raise Refusal(
            f"{error.filename or places.index_path(root)} cannot be used ({error.strerror}); "
            "move away what is in its place, or make the project writable; the index is unchanged"
        ) from error
    report = compared(root)
    owed = records if notes else report.owed
    seconds = round(time.monotonic() - start, 3)
    return Rebuilt(records, records - owed, seconds, report.consistent, "; ".join(notes), memories)


def _others(number: int) -> str:
    return f", and {how_many(number, 'passage')} of documents that the client reads" if number else ""


def embed_owed(index: Index, folder: str, progress: Progress | None = None) -> int:
    """Make all vectors that are not in the cache, and return how many. The next call continues an interrupted one."""
    connection = index.connection
    owing = vectors.owing(connection, catalogue.owed(connection))
    if owing:
        _embed(index, owing, query_embedder(folder) if len(owing) <= FEW else bulk_embedder(folder), progress)
    # In the order of the rows, so that the file does not depend on which vectors were cached.
    while vectors.settle(connection, SETTLED):
        pass
    vectors.prune(connection)
    return len(owing)


def _embed(index: Index, owing: list[vectors.Owing], embedder: Embedder, progress: Progress | None) -> None:
    for at in range(0, len(owing), BATCH):
        part = owing[at : at + BATCH]
        made = embedder.embed([each.text for each in part])
        vectors.put(index.connection, [(row.key, vector) for row, vector in zip(part, made, strict=True)])
        if progress is not None:
            progress(at + len(part), len(owing))


def _bar(done: int, every: int) -> None:
    bar = "#" * (30 * done // every)
    end = "\n" if done == every else ""
    print(f"\rvectors [{bar:.<30}] {done:,} of {every:,}", end=end, file=sys.stderr, flush=True)


def _lines(done: int, every: int) -> None:
    if done == every or done % (BATCH * 8) == 0:
        print(f"vectors: {done:,} of {every:,}", file=sys.stderr, flush=True)


class Comparison(NamedTuple):
    """The differences between index and homes. A memory is named `home:id`."""

    consistent: bool
    missing: list[str]  # in a home, but not in the index
    orphaned: list[str]  # in the index, but in no home
    invalid: list[str]  # entries of homes that cannot be read or violate the schema
    owed: int
    state: str  # of the index file
    documents: int = 0  # in git notes, including copies and updates


def verify(arguments: list[str]) -> Report:
    """Compare index and homes. The exit code is 0 if they agree and all homes can be read, else 1."""
    options = parsed("verify", arguments)
    result = compared(options.root)
    code = 0 if result.consistent and not result.invalid else 1
    return Report(options, result._asdict(), "\n".join(_verdict(result)), code=code)


def compared(root: str) -> Comparison:
    """The differences between the homes and the index, after the usual update."""
    verdict = indexing.verdict(root)
    with indexing.at_hand(root) as (index, _):
        stands = {
            (home, mark): ref for home, mark, ref in index.connection.execute("SELECT home, hash, ref FROM memories")
        }
        owed = catalogue.owed(index.connection)
    given = {
        (home.name, freshness.digest(memory)): memory.id for home in registry.parts(root) for memory in home.read()
    }
    missing = sorted(f"{home}:{ref}" for (home, mark), ref in given.items() if (home, mark) not in stands)
    orphaned = sorted(f"{home}:{ref}" for (home, mark), ref in stands.items() if (home, mark) not in given)
    invalid = [f"{places.index_path(root)}: {verdict.detail}"] if verdict.state == "corrupt" else []
    invalid += registry.problems(root)
    documents = sum(home.documents(root) for home in homes.every())
    return Comparison(not (missing or orphaned), missing, orphaned, invalid, owed, verdict.state, documents)


def _verdict(report: Comparison) -> list[str]:
    agrees = "the index agrees with the homes" if report.consistent else "the index does not agree with the homes"
    faulty = f", but {how_many(len(report.invalid), 'faulty entry')} in them" if report.invalid else ""
    lines = [agrees + faulty]
    lines += [f"  missing from the index: {name}" for name in report.missing]
    lines += [f"  no longer in any home: {name}" for name in report.orphaned]
    lines += [f"  {what}" for what in report.invalid]
    if not report.consistent:
        lines.append("run `memory-core reindex`")
    if report.invalid:
        lines.append("`memory-core doctor` says what mends them; they are kept as they stand")
    return lines
