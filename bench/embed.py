#!/usr/bin/env python3
"""The embedder: how true to full precision, how fast for one query, how fast and how big for a rebuild.

    memory-core's interpreter bench/embed.py [--texts 200] [--bulk 1000] [--runs 15] [--weights DIR]

The texts are sentences of Python's own reference manual, so that nobody has to fetch or keep a corpus. Full precision
is built from the published weights: those in DIR, else fetched as set-up fetches them. Prints tables in Markdown.
"""

import argparse
import json
import os
import pydoc_data.topics
import random
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import numpy as np  # noqa: E402
import onnx  # noqa: E402
import onnxruntime  # noqa: E402

from memory_core.edges import _no_pictures  # noqa: E402

_no_pictures.stand_in()  # before fastembed, which imports Pillow

from fastembed import TextEmbedding  # noqa: E402

from memory_core import edges  # noqa: E402
from memory_core.core import install  # noqa: E402
from memory_core.edges import _graph, _query, _runtime, _tokens  # noqa: E402
from memory_core.setup import model as made_model  # noqa: E402
from memory_core.setup import packages  # noqa: E402

QUERY = "where did we decide on the cache for sessions?"
REBUILD = 10_000  # memories
WORDS = (11, 33, 110)  # of the manual, which make about 20, 60 and 200 tokens


def sentences(count: int) -> list[str]:
    """Sentences of 3 to 60 words, the same ones every time."""
    result = []
    for name in sorted(pydoc_data.topics.topics):
        for sentence in re.split(r"(?<=[.!?])\s+|\n\n", pydoc_data.topics.topics[name]):
            words = sentence.split()
            if 3 <= len(words) <= 60:
                result.append(" ".join(words))
    random.Random(7).shuffle(result)
    return result[:count]


def passages(count: int, words: int) -> list[str]:
    """Texts of exactly so many words, no two alike."""
    stock = " ".join(sentences(3000)).split()
    return [" ".join(stock[(start := number * 37 % (len(stock) - words)) : start + words]) for number in range(count)]


def whole(folder: str, weights: str | None) -> str:
    """The path of the model in full precision, made in `folder`."""
    if weights is None:
        place = install.environment()
        if place is None:
            sys.exit("memory-core is not set up; run bin/memory-core setup")
        weights = made_model.weights(os.path.join(folder, "got"))
        packages.drop()  # set-up leaves nothing behind, and neither does this
    path = os.path.join(folder, "whole.onnx")
    ready = os.path.join(weights, "model.onnx")
    if os.path.isfile(ready):
        model = _graph.pooled(onnx.load(ready), _query.WIDTH)
    else:
        config = json.loads(Path(weights, "config.json").read_text())
        model = _graph.encoder(_graph.weights(os.path.join(weights, "model.safetensors")), config)
    onnx.save(model, path)
    return path


def fidelity(model: str, exact: str, texts: Sequence[str]) -> None:
    """Cosines to full precision, and whether the same texts are nearest."""
    tokens, full = _tokens.Tokens(model, _query.LIMIT), _runtime.Session(exact)
    ids = [tokens.ids(text) for text in texts]
    given = np.array([np.frombuffer(vector, "<f4") for vector in edges.query_embedder(model).embed(texts)])
    true = np.array([np.frombuffer(full.embed(text_ids), "<f4") for text_ids in ids])
    cosines = np.sort((given * true).sum(axis=1))
    ours, theirs = (np.argsort(-(vectors @ vectors.T), axis=1)[:, 1:11] for vectors in (given, true))
    first = float(np.mean(ours[:, 0] == theirs[:, 0]))
    ten = float(np.mean([len(set(a) & set(b)) / 10 for a, b in zip(ours, theirs, strict=True)]))
    print(f"\n## Fidelity to full precision, {len(texts)} texts\n")
    print("| cosine, least | 5th percentile | mean | same nearest text | same ten nearest | bytes | bytes in full |")
    print("|---|---|---|---|---|---|---|")
    sizes = [os.path.getsize(path) for path in (os.path.join(model, "model.ort"), exact)]
    print(
        f"| {cosines[0]:.4f} | {np.percentile(cosines, 5):.4f} | {cosines.mean():.4f} | {first:.0%} | {ten:.0%} "
        f"| {sizes[0]:,} | {sizes[1]:,} |"
    )


def cold(model: str, exact: str, runs: int) -> None:
    """Whole processes: a bare interpreter, and one query through each way there is, interleaved."""
    place = install.environment()
    if place is None:
        sys.exit("memory-core is not set up; run bin/memory-core setup")
    lean = [place.python, "-I", "-S", "-X", f"memory_core_site={place.site}", "-c"]
    start = f"import sys; sys.path.insert(0, {str(ROOT)!r}); "
    plain = (
        "import numpy, onnxruntime, tokenizers, os\n"
        f"tokens = tokenizers.Tokenizer.from_file({os.path.join(model, 'tokenizer.json')!r})\n"
        f"ids = numpy.array([tokens.encode({QUERY!r}).ids])\n"
        "session = onnxruntime.InferenceSession({path!r}, providers=['CPUExecutionProvider'])\n"
        "session.run(None, dict(input_ids=ids, attention_mask=ids * 0 + 1, token_type_ids=ids * 0))"
    )
    ways = {
        "a bare interpreter, `python -c pass`": [place.python, "-c", "pass"],
        "the same with -I -S": [place.python, "-I", "-S", "-c", "pass"],
        "the query embedder": [
            *lean, f"{start}from memory_core import edges; edges.query_embedder({model!r}).embed([{QUERY!r}])",
        ],
        "onnxruntime and tokenizers from Python, int8": [
            place.python, "-c", plain.replace("{path!r}", repr(os.path.join(model, "model.ort"))),
        ],
        "onnxruntime and tokenizers from Python, full": [place.python, "-c", plain.replace("{path!r}", repr(exact))],
        "the bulk embedder (fastembed), int8": [
            *lean, f"{start}from memory_core import edges; edges.bulk_embedder({model!r}).embed([{QUERY!r}])",
        ],
    }  # fmt: skip
    took: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(runs):
        for name, command in ways.items():
            took[name].append(_seconds(partial(subprocess.run, command, check=True)) * 1000)
    floor = statistics.median(next(iter(took.values())))
    print(f"\n## One query in a fresh process, the whole process, {runs} runs interleaved\n")
    print("| way | p50 ms | least ms | x bare |\n|---|---|---|---|")
    for name, times in took.items():
        print(
            f"| {name} | {statistics.median(times):.0f} | {min(times):.0f} | {statistics.median(times) / floor:.1f} |"
        )


def _seconds(work: Callable[[], Any]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def bulk(count: int) -> None:
    """Texts a second, each way in a process of its own for its peak memory; and what a rebuild would take."""
    print(f"\n## Many texts ({count} of each length, {os.cpu_count()} cores)\n")
    print(f"| way | tokens | texts a second | CPU ms a text | {REBUILD:,} would take | peak MB |")
    print("|---|---|---|---|---|---|")
    for words in WORDS:
        for way in ("bulk embedder", "query embedder", "batches of 16 by length", "fastembed's defaults"):
            if way == "fastembed's defaults" and words > 40:
                continue  # gigabytes
            command = [sys.executable, __file__, "--one", way, "--words", str(words), "--bulk", str(count)]
            done = subprocess.run(command, check=True, capture_output=True, text=True)
            tokens, rate, busy, peak = json.loads(done.stdout)
            print(
                f"| {way} | {tokens:.0f} | {rate:.0f} | {busy:.1f} | {REBUILD / rate:.0f} s | {peak:.0f} |", flush=True
            )


def measure(way: str, model: str, words: int, count: int) -> None:
    """Print mean tokens, texts a second, CPU ms a text and peak MB of one way as JSON."""
    texts = passages(count, words)
    tokens = _tokens.Tokens(model, _query.LIMIT)
    mean = statistics.mean(len(tokens.ids(text)) for text in texts[:50])
    work = _way(way, model, sorted(texts, key=len))
    work(8)
    busy = time.process_time()
    seconds = _seconds(lambda: work(count))
    print(json.dumps([mean, count / seconds, (time.process_time() - busy) / count * 1000, _peak()]))


def _peak() -> float:
    """The most memory that this process has held, MB; not what it inherited from the one that started it."""
    status = Path("/proc/self/status")
    if status.exists():
        return int(re.findall(r"VmHWM:\s+(\d+) kB", status.read_text())[0]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20


def _way(way: str, model: str, texts: list[str]) -> Callable[[int], Any]:
    if way in ("bulk embedder", "query embedder"):
        door = edges.bulk_embedder if way == "bulk embedder" else edges.query_embedder
        embedder = door(model)
        return lambda count: embedder.embed(texts[:count])
    edges.bulk_embedder(model)  # makes the model known to fastembed
    batch, threads = (16, None) if way.startswith("batches") else (256, None)
    known = TextEmbedding(
        "memory-core/all-MiniLM-L6-v2-int8", specific_model_path=model, local_files_only=True, threads=threads
    )
    return lambda count: list(known.embed(texts[:count], batch_size=batch))


def main() -> None:
    """Print every table, or with `--one` a single figure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--texts", type=int, default=200)
    parser.add_argument("--bulk", type=int, default=1000)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--weights", metavar="DIR")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    parser.add_argument("--words", type=int, default=45, help=argparse.SUPPRESS)
    options = parser.parse_args()
    model = install.model_dir()
    if model is None:
        sys.exit("there is no model; run bin/memory-core setup")
    if options.one:
        measure(options.one, model, options.words, options.bulk)
        return
    with tempfile.TemporaryDirectory() as folder:
        exact = whole(folder, options.weights)
        print(f"onnxruntime {onnxruntime.__version__}, {install.model_facts(model).get('quantisation')}, {model}")
        fidelity(model, exact, sentences(options.texts))
        cold(model, exact, options.runs)
    bulk(options.bulk)


if __name__ == "__main__":
    main()
