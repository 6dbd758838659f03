#!/usr/bin/env python3
"""How well the product's own search ranks a corpus: one JSON line a query, or a table.

    .venv/bin/python bench/rank.py CORPUS.jsonl QUERIES.jsonl [--k 20] [--mode hybrid|vector|keyword]
    .venv/bin/python bench/rank.py bench/devset/corpus.jsonl bench/devset/queries.jsonl --score

CORPUS holds `{id, text, timestamp?, group?}` a line in time order (`group`: what belongs together, a
session or a document); `kind`, `body`, `spec` and `path` may stand there too. QUERIES holds `{id, text}`
a line; for `--score`, which prints recall and mean reciprocal rank of every mode, also `relevant: [ids]`.
Indexed and searched by the code and the settings that `memory-core recall` uses, in a temporary index.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from memory_core.core import install
from memory_core.core.memory import Memory, Scope, Source
from memory_core.edges import Embedder, query_embedder
from memory_core.recall import freshness, schema, search
from memory_core.recall.schema import Index
from memory_core.recall.verb_reindex import embed_owed

DEPTHS = (1, 5, 10, 20)


def main() -> int:
    options = _options()
    corpus, queries = list(_lines(options.corpus)), list(_lines(options.queries))
    model = options.model or install.model_dir() or ""
    if options.mode == search.KEYWORD and not options.score:
        model = ""
    elif not model:
        sys.exit("rank.py: the embedding model is not set up; run `memory-core setup`, or use --mode keyword")
    with tempfile.TemporaryDirectory() as folder:
        index = indexed(corpus, folder, model)
        embedder = query_embedder(model) if model else None
        if options.score:
            print("\n".join(table(index, embedder, queries)))
            return 0
        for query, names, took in ranked(index, embedder, queries, options.mode):
            line = {"id": query["id"], "ranked": names[: options.k], "ms": round(took, 2)}
            print(json.dumps(line, ensure_ascii=False))
    return 0


def indexed(corpus: list[dict[str, Any]], folder: str, model: str) -> Index:
    """The corpus in a temporary index, with the vectors of the model in the folder `model` where one is given."""
    start = time.perf_counter()
    index = schema.opened(os.path.join(folder, "index.db"))
    freshness.refresh(index.connection, "corpus", "", [memory(at, line) for at, line in enumerate(corpus)])
    words = time.perf_counter()
    if model:
        search.with_vectors(index, os.path.join(folder, "vectors.db"), "bench")
        embed_owed(index, model)
    took = f"words {words - start:.1f} s, vectors {time.perf_counter() - words:.1f} s"
    print(f"indexed {len(corpus):,}: {took}", file=sys.stderr)
    return index


def memory(at: int, line: dict[str, Any]) -> Memory:
    """A line of the corpus as a memory; a text without a kind stands for itself."""
    return Memory(
        id=str(line["id"]),
        kind=str(line.get("kind", "")),
        summary=str(line["text"]),
        body=str(line.get("body", "")),
        scope=Scope(work=line.get("spec"), path=line.get("path")),
        created=str(line.get("timestamp") or ""),
        source=Source(session=str(line.get("group") or "")),
        attrs={"line": at},
    )


def ranked(
    index: Index, embedder: Embedder | None, queries: list[dict[str, Any]], mode: str
) -> Iterator[tuple[dict[str, Any], list[str], float]]:
    """Each query with the ids that were found, best first, and the milliseconds it took."""
    for query in queries:
        start = time.perf_counter()
        vector = embedder.embed([query["text"]])[0] if embedder and mode != search.KEYWORD else None
        hits = search.ranked(index, query["text"], vector, mode=mode)
        names = [hit.row.name.partition("\0")[2] for hit in hits]
        yield query, names, (time.perf_counter() - start) * 1000


def table(index: Index, embedder: Embedder | None, queries: list[dict[str, Any]]) -> Iterator[str]:
    """Recall within the first k (the share of relevant ids among them) and mean reciprocal rank, a row a mode."""
    asked = [query for query in queries if query.get("relevant")]
    yield "| ranking | " + " | ".join(f"R@{depth}" for depth in DEPTHS) + " | MRR | ms |"
    yield "|---|" + "---|" * (len(DEPTHS) + 2)
    for mode in (search.VECTOR, search.KEYWORD, search.HYBRID):
        results = list(ranked(index, embedder, asked, mode))
        totals = [sum(_recall(query, names, depth) for query, names, _ in results) for depth in DEPTHS]
        row = [f"{100 * total / len(results):.1f}" for total in totals]
        mrr = sum(_reciprocal(query, names) for query, names, _ in results) / len(results)
        took = sorted(took for _, _, took in results)[len(results) // 2]
        yield f"| {mode} | " + " | ".join(row) + f" | {mrr:.3f} | {took:.1f} |"


def _recall(query: dict[str, Any], names: list[str], depth: int) -> float:
    return len(set(names[:depth]) & set(query["relevant"])) / len(query["relevant"])


def _reciprocal(query: dict[str, Any], names: list[str]) -> float:
    return next((1 / at for at, name in enumerate(names, 1) if name in query["relevant"]), 0.0)


def _lines(path: str) -> Iterator[dict[str, Any]]:
    with open(path, encoding="utf-8") as source:
        for number, line in enumerate(source, 1):
            if line.strip():
                try:
                    record = json.loads(line)
                    record["id"], record["text"]
                except (ValueError, KeyError, TypeError) as fault:
                    sys.exit(f"{path}:{number}: not a JSON object with id and text ({fault})")
                yield record


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Rank a corpus with the product's own search.")
    parser.add_argument("corpus", help="JSONL: {id, text, timestamp?, group?}, in time order")
    parser.add_argument("queries", help="JSONL: {id, text, relevant?}")
    parser.add_argument("--k", type=int, default=20, help="how many ids a query (default 20)")
    parser.add_argument("--mode", choices=search.MODES, default=search.HYBRID)
    parser.add_argument("--score", action="store_true", help="print recall and MRR of every mode instead")
    parser.add_argument("--model", help="the model's folder (default: the one that set-up made)")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
