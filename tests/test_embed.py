"""The embedders: the published model, and vectors that are a function of their text alone."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from memory_core import edges
from memory_core.core.light.errors import Refusal
from memory_core.edges import _query, _runtime, _tokens
from memory_core.edges._wordpiece import Tokeniser
from tests.conftest import ROOT
from tests.machine import Machine, machine, published
from tests.properties import examples

__all__ = ["machine", "published"]  # fixtures
pytestmark = pytest.mark.model
TEXTS = [
    "",
    " \t\n",
    "a",
    "We decided to use SQLite for the cache because it is local.",
    "decision | billing | Rounding is half to even everywhere.",
    "src/shop/cart.py:41 TypeError: unsupported operand type(s) for +: 'int' and 'str'",
    "naïve café, crème brûlée",
    "東京タワー 😀 привет",
    "[SEP] and [MASK] in the text",
    "\x00\x01 control \x7f characters",
    "x" * 300,
    "an_identifier_with_many_parts " * 40,
    "word " * 400,
]


@pytest.fixture(scope="module")
def query(machine: Machine) -> edges.Embedder:
    return edges.query_embedder(str(machine.model))


@pytest.fixture(scope="module")
def bulk(machine: Machine) -> edges.Embedder:
    return edges.bulk_embedder(str(machine.model))


def numbers(vector: bytes) -> NDArray[np.float32]:
    return np.frombuffer(vector, "<f4")


@pytest.mark.req("CS-FR-014", "CS-FR-015", "CS-C-002")
def test_the_embedding_is_the_published_one(query: edges.Embedder) -> None:
    vector = numbers(query.embed(["This is an example sentence"])[0])
    assert vector.shape == (384,)
    assert vector[:4] == pytest.approx([0.0677, 0.0635, 0.0487, 0.0793], abs=0.02)


def test_vectors_have_unit_length(query: edges.Embedder) -> None:
    for vector in query.embed(TEXTS):
        assert np.linalg.norm(numbers(vector)) == pytest.approx(1.0, abs=1e-5)


def test_what_means_the_same_lies_near(query: edges.Embedder) -> None:
    asked, right, wrong = map(
        numbers,
        query.embed(
            [
                "which database did we choose?",
                "We decided to store everything in SQLite instead of Postgres.",
                "The logo is now dark blue on the landing page.",
            ]
        ),
    )
    assert asked @ right > asked @ wrong + 0.1


def test_both_doors_give_the_same_bytes(query: edges.Embedder, bulk: edges.Embedder) -> None:
    assert bulk.embed(TEXTS) == query.embed(TEXTS)


@pytest.mark.parametrize("door", ["query", "bulk"])
def test_a_vector_depends_on_its_own_text_alone(door: str, request: pytest.FixtureRequest) -> None:
    embedder: edges.Embedder = request.getfixturevalue(door)
    together = embedder.embed(TEXTS)
    assert embedder.embed(TEXTS[::-1]) == together[::-1]
    assert [embedder.embed([text])[0] for text in TEXTS] == together
    assert embedder.embed([]) == []


def test_another_process_gives_the_same_bytes(query: edges.Embedder, machine: Machine) -> None:
    program = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from memory_core import edges\n"
        "sys.stdout.write(edges.query_embedder(sys.argv[2]).embed([sys.argv[3]])[0].hex())"
    )
    flags = ["-I", "-S", "-X", f"memory_core_site={machine.site}"]
    done = subprocess.run(
        [str(machine.python), *flags, "-c", program, str(ROOT), str(machine.model), TEXTS[3]],
        capture_output=True,
        text=True,
        check=True,
    )
    assert bytes.fromhex(done.stdout) == query.embed([TEXTS[3]])[0]


def test_without_the_library_the_python_package_gives_the_same_bytes(
    query: edges.Embedder, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_query, "library", lambda folders: None)
    slow = edges.query_embedder(str(machine.model))
    assert isinstance(slow, _query.QueryEmbedder)
    assert isinstance(slow._session, _runtime.Session)
    assert slow.embed(TEXTS) == query.embed(TEXTS)


def test_what_stands_behind_the_limit_is_not_read(query: edges.Embedder) -> None:
    words = ["word"] * (_query.LIMIT - 2)
    within, beyond, shorter = query.embed([" ".join(words), " ".join([*words, "other"] * 2), " ".join(words[:-1])])
    assert within == beyond
    assert within != shorter


@pytest.fixture(scope="module")
def tokenisers(machine: Machine) -> tuple[Tokeniser, _tokens.Tokens]:
    return Tokeniser(str(machine.model / "vocab.txt"), 64), _tokens.Tokens(str(machine.model), 64)


ASCII = st.text(st.characters(max_codepoint=127), max_size=200)
WORDS = st.lists(
    st.sampled_from(
        ["the", "Cache", "un", "##ing", "invoice", "x1", "don't", "src/a_b.py", "\t", "[", "SEP]", "tokenise"]
    )
).map(" ".join)


@settings(examples(300), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=ASCII | WORDS)
def test_our_tokens_are_those_of_the_library(text: str, tokenisers: tuple[Tokeniser, _tokens.Tokens]) -> None:
    ours, theirs = tokenisers
    ids = ours.ids(text)
    assert ids is None or ids == theirs.ids(text)
    if "[" not in text:
        assert ids is not None


@pytest.mark.parametrize("text", ["café", "[CLS] x", "a[MASK]b", "日本"])
def test_texts_beyond_ascii_go_to_the_library(text: str, tokenisers: tuple[Tokeniser, _tokens.Tokens]) -> None:
    assert tokenisers[0].ids(text) is None


@pytest.mark.req("Z-1", "C-20")
@pytest.mark.parametrize("door", ["query_embedder", "bulk_embedder"])
def test_without_the_packages_a_door_refuses_and_names_what_works(machine: Machine, door: str) -> None:
    program = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from memory_core import edges\n"
        "from memory_core.core.light.errors import Refusal\n"
        "try: getattr(edges, sys.argv[3])(sys.argv[2])\n"
        "except Refusal as refusal: print(refusal)"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program, str(ROOT), str(machine.model), door],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "keywords alone" in done.stdout
    assert "memory-core setup" in done.stdout


@pytest.mark.req("Z-1")
def test_without_a_model_a_door_refuses(tmp_path: Path) -> None:
    for door in (edges.query_embedder, edges.bulk_embedder):
        with pytest.raises(Refusal, match="memory-core setup"):
            door(str(tmp_path))


def test_a_damaged_model_is_refused_in_words(machine: Machine, tmp_path: Path) -> None:
    for name in ("vocab.txt", "tokenizer.json", "tokenizer_config.json", "config.json"):
        (tmp_path / name).symlink_to(machine.model / name)
    (tmp_path / "model.ort").write_bytes((machine.model / "model.ort").read_bytes()[:100_000])
    for door in (edges.query_embedder, edges.bulk_embedder):
        with pytest.raises(Refusal, match="memory-core setup"):
            door(str(tmp_path))


def test_opening_the_query_door_imports_no_numpy(machine: Machine) -> None:
    program = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from memory_core import edges\n"
        "edges.query_embedder(sys.argv[2]).embed(['where is the cache?'])\n"
        "heavy = {'numpy', 'onnxruntime', 'tokenizers', 'fastembed'} & set(sys.modules)\n"
        "sys.exit(','.join(heavy) or 0)"
    )
    flags = ["-I", "-S", "-X", f"memory_core_site={machine.site}"]
    subprocess.run([str(machine.python), *flags, "-c", program, str(ROOT), str(machine.model)], check=True)


@pytest.mark.slow
@pytest.mark.thorough
def test_another_model_is_refused_at_set_up(published: Path, tmp_path: Path) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    source.mkdir()
    target.mkdir()
    for name in ("model.safetensors", "config.json"):
        (source / name).symlink_to(published / name)
    tokenizer = json.loads((published / "tokenizer.json").read_text())
    vocabulary = tokenizer["model"]["vocab"]
    vocabulary["example"], vocabulary["sentence"] = vocabulary["purple"], vocabulary["elephant"]
    (source / "tokenizer.json").write_text(json.dumps(tokenizer))
    with pytest.raises(Refusal, match="not all-MiniLM-L6-v2"):
        edges.make_model(str(source), str(target))
    assert not [name for name in os.listdir(target) if name.startswith("model.")]
