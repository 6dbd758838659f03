"""The encoder's graph against a reference in plain numpy, on a small model with random weights."""

import json
import math
import struct
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
from numpy.typing import NDArray

from memory_core.core.light.errors import Refusal
from memory_core.edges import _graph

Array = NDArray[np.float32]
LAYERS, HEADS, WIDTH, INNER, WORDS, PLACES = 2, 3, 12, 20, 30, 16
CONFIG = {
    "model_type": "bert",
    "hidden_act": "gelu",
    "num_hidden_layers": LAYERS,
    "num_attention_heads": HEADS,
    "hidden_size": WIDTH,
    "layer_norm_eps": 1e-12,
}


def tensors() -> dict[str, Array]:
    made: dict[str, Array] = {}
    chance = np.random.default_rng(3)

    def dense(name: str, out: int, given: int) -> None:
        made[f"{name}.weight"] = chance.normal(size=(out, given)).astype(np.float32)
        made[f"{name}.bias"] = chance.normal(size=out).astype(np.float32)

    def norm(name: str) -> None:
        made[f"{name}.weight"] = chance.normal(1, 0.1, WIDTH).astype(np.float32)
        made[f"{name}.bias"] = chance.normal(size=WIDTH).astype(np.float32)

    for name, rows in (("word", WORDS), ("position", PLACES), ("token_type", 2)):
        made[f"embeddings.{name}_embeddings.weight"] = chance.normal(size=(rows, WIDTH)).astype(np.float32)
    norm("embeddings.LayerNorm")
    for number in range(LAYERS):
        layer = f"encoder.layer.{number}"
        for part in ("query", "key", "value"):
            dense(f"{layer}.attention.self.{part}", WIDTH, WIDTH)
        dense(f"{layer}.attention.output.dense", WIDTH, WIDTH)
        norm(f"{layer}.attention.output.LayerNorm")
        dense(f"{layer}.intermediate.dense", INNER, WIDTH)
        dense(f"{layer}.output.dense", WIDTH, INNER)
        norm(f"{layer}.output.LayerNorm")
    return made


def reference(weights: dict[str, Array], ids: list[int]) -> Array:
    """BERT for one text, read off the paper, in double precision."""

    def dense(x: Any, name: str) -> Any:
        return x @ weights[f"{name}.weight"].T.astype(float) + weights[f"{name}.bias"]

    def norm(x: Any, name: str) -> Any:
        centred = x - x.mean(-1, keepdims=True)
        return centred / np.sqrt(x.var(-1, keepdims=True)) * weights[f"{name}.weight"] + weights[f"{name}.bias"]

    table = {name: weights[f"embeddings.{name}_embeddings.weight"] for name in ("word", "position", "token_type")}
    x = norm(
        table["word"][ids].astype(float) + table["position"][: len(ids)] + table["token_type"][0],
        "embeddings.LayerNorm",
    )
    erf = np.vectorize(math.erf)
    for number in range(LAYERS):
        layer = f"encoder.layer.{number}"
        parts = [dense(x, f"{layer}.attention.self.{part}") for part in ("query", "key", "value")]
        heard = []
        for head in np.split(np.arange(WIDTH), HEADS):
            query, key, value = (part[:, head] for part in parts)
            scores = np.exp(query @ key.T / math.sqrt(WIDTH // HEADS))
            heard.append(scores / scores.sum(-1, keepdims=True) @ value)
        own = dense(np.concatenate(heard, axis=-1), f"{layer}.attention.output.dense")
        x = norm(x + own, f"{layer}.attention.output.LayerNorm")
        wide = dense(x, f"{layer}.intermediate.dense")
        wide = wide * 0.5 * (1 + erf(wide / math.sqrt(2)))
        x = norm(x + dense(wide, f"{layer}.output.dense"), f"{layer}.output.LayerNorm")
    mean = x.mean(0)
    return np.asarray(mean / np.linalg.norm(mean), np.float32)


def run(model: Any, ids: list[list[int]], mask: list[list[int]]) -> Array:
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    feed = {"input_ids": np.array(ids), "attention_mask": np.array(mask), "token_type_ids": np.zeros_like(ids)}
    return np.asarray(session.run(["embedding"], feed)[0])


def test_the_graph_computes_what_the_paper_says() -> None:
    weights = tensors()
    vectors = run(_graph.encoder(weights, CONFIG), [[1, 5, 7, 29, 2]], [[1] * 5])
    assert vectors[0] == pytest.approx(reference(weights, [1, 5, 7, 29, 2]), abs=1e-5)


def test_padding_changes_nothing() -> None:
    weights = tensors()
    vectors = run(_graph.encoder(weights, CONFIG), [[1, 5, 2, 0, 0], [1, 8, 9, 3, 2]], [[1, 1, 1, 0, 0], [1] * 5])
    assert vectors[0] == pytest.approx(reference(weights, [1, 5, 2]), abs=1e-5)
    assert vectors[1] == pytest.approx(reference(weights, [1, 8, 9, 3, 2]), abs=1e-5)


def test_a_model_that_leaves_pooling_to_others_is_given_it() -> None:
    weights = tensors()
    whole = _graph.encoder(weights, CONFIG)
    bare = onnx.ModelProto()
    bare.CopyFrom(whole)
    last = [node for node in bare.graph.node if node.op_type == "LayerNormalization"][-1]
    bare.graph.node.append(onnx.helper.make_node("Identity", [last.output[0]], ["last_hidden_state"]))
    unused = [node for node in bare.graph.node if node.output[0] == "embedding"]
    bare.graph.node.remove(unused[0])
    del bare.graph.output[:]
    bare.graph.output.append(
        onnx.helper.make_tensor_value_info("last_hidden_state", onnx.TensorProto.FLOAT, ["batch", "tokens", WIDTH])
    )
    ids, mask = [[1, 5, 2, 0], [1, 8, 9, 2]], [[1, 1, 1, 0], [1] * 4]
    assert run(_graph.pooled(bare, WIDTH), ids, mask) == pytest.approx(run(whole, ids, mask), abs=1e-6)
    assert _graph.pooled(whole, WIDTH) is whole


def foreign(opset: int) -> Any:
    """A model from elsewhere: two inputs, no pooling, names like ours."""
    table = np.arange(40, dtype=np.float32).reshape(10, 4)
    helper = onnx.helper
    graph = helper.make_graph(
        [helper.make_node("Gather", ["one", "input_ids"], ["last_hidden_state"], name="out")],
        "foreign",
        [
            helper.make_tensor_value_info(name, onnx.TensorProto.INT64, ["batch", "tokens"])
            for name in ("input_ids", "attention_mask")
        ],
        [helper.make_tensor_value_info("last_hidden_state", onnx.TensorProto.FLOAT, ["batch", "tokens", 4])],
        [onnx.numpy_helper.from_array(table, "one")],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8)


def test_a_model_without_token_types_takes_them_all_the_same() -> None:
    vectors = run(_graph.pooled(foreign(14), 4), [[1, 3, 0]], [[1, 1, 0]])
    mean = np.array([8, 9, 10, 11], np.float32)
    assert vectors[0] == pytest.approx(mean / np.linalg.norm(mean), abs=1e-6)


def test_a_model_of_old_operators_is_refused() -> None:
    with pytest.raises(Refusal, match="version 11"):
        _graph.pooled(foreign(11), 4)


def safetensors(path: Path, weights: dict[str, Array]) -> None:
    header: dict[str, Any] = {"__metadata__": {"format": "pt"}}
    offset = 0
    for name, values in weights.items():
        header[name] = {"dtype": "F32", "shape": list(values.shape), "data_offsets": [offset, offset + values.nbytes]}
        offset += values.nbytes
    raw = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(raw)) + raw + b"".join(values.tobytes() for values in weights.values()))


def test_a_safetensors_file_gives_back_its_tensors(tmp_path: Path) -> None:
    weights = tensors()
    safetensors(tmp_path / "model.safetensors", weights)
    stored = _graph.weights(str(tmp_path / "model.safetensors"))
    assert stored.keys() == weights.keys()
    assert all(np.array_equal(stored[name], weights[name]) for name in weights)


@pytest.mark.parametrize("content", [b"", b"\0" * 8, b"\xff" * 40, struct.pack("<Q", 9) + b'{"a": {}}' + b"x"])
def test_what_is_no_safetensors_file_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "model.safetensors"
    path.write_bytes(content)
    with pytest.raises(Refusal, match="safetensors"):
        _graph.weights(str(path))


def test_other_architectures_and_missing_tensors_are_refused() -> None:
    with pytest.raises(Refusal, match="BERT"):
        _graph.encoder(tensors(), {**CONFIG, "model_type": "roberta"})
    weights = tensors()
    del weights["encoder.layer.1.output.dense.bias"]
    with pytest.raises(Refusal, match=r"encoder\.layer\.1\.output\.dense"):
        _graph.encoder(weights, CONFIG)
