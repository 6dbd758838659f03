"""The ranking bench: the product's own search on a corpus from a file."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.machine import Machine, machine

__all__ = ["machine"]  # the fixture
DEVSET = ROOT / "bench" / "devset"


def rank(*arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, ROOT / "bench" / "rank.py", *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_bare_corpus_is_ranked_a_line_a_query(tmp_path: Path) -> None:
    corpus, queries = tmp_path / "corpus.jsonl", tmp_path / "queries.jsonl"
    corpus.write_text('{"id": "a", "text": "the crane is broken"}\n{"id": 2, "text": "lunch", "timestamp": "noon"}\n\n')
    queries.write_text('{"id": "q1", "text": "crane?"}\n{"id": "q2", "text": "lunch, crane"}\n')
    lines = [json.loads(line) for line in rank(str(corpus), str(queries), "--mode", "keyword", "--k", "1").splitlines()]
    assert [(line["id"], line["ranked"]) for line in lines] == [("q1", ["a"]), ("q2", ["2"])]
    assert all(line["ms"] >= 0 for line in lines)


def test_the_development_set_is_whole() -> None:
    corpus = [json.loads(line) for line in (DEVSET / "corpus.jsonl").read_text().splitlines()]
    queries = [json.loads(line) for line in (DEVSET / "queries.jsonl").read_text().splitlines()]
    ids = {line["id"] for line in corpus}
    assert len(ids) == len(corpus) >= 60
    assert len({line["group"] for line in corpus}) >= 6
    assert len(queries) >= 40
    assert all(set(query["relevant"]) <= ids and query["relevant"] for query in queries)


@pytest.mark.model
def test_hybrid_finds_more_than_either_leg_alone(machine: Machine) -> None:
    table = rank(str(DEVSET / "corpus.jsonl"), str(DEVSET / "queries.jsonl"), "--score", "--model", str(machine.model))
    rows = {
        cells[1].strip(): [float(cell) for cell in cells[2:-1]]
        for line in table.splitlines()[2:]
        if (cells := line.split("|"))
    }
    at_ten = 2
    assert rows["hybrid"][at_ten] > max(rows["vector"][at_ten], rows["keyword"][at_ten])
    assert rows["hybrid"][at_ten] > 95
