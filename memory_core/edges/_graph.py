"""The sentence encoder as an ONNX graph, built from the published weights without torch.

all-MiniLM-L6-v2 is a BERT encoder (Devlin et al. 2019; Wang et al. 2020, MiniLM) with mean pooling and unit length
(Reimers and Gurevych 2019). Only set-up loads this module.
"""

import json
import struct
from typing import Any, Final, NamedTuple

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from memory_core.core.light.errors import Refusal

Weights = dict[str, NDArray[Any]]  # by the names that the safetensors file gives

OPSET: Final = 20  # the first with Gelu as one operator
_OLDEST: Final = 13  # the first in which axes are inputs
IR_VERSION: Final = 9  # of opset 20: an older onnxruntime reads it too
INPUTS: Final = ("input_ids", "attention_mask", "token_type_ids")
OUTPUT: Final = "embedding"
_NUMBERS: Final[dict[str, np.dtype[Any]]] = {"F32": np.dtype("<f4"), "F16": np.dtype("<f2"), "I64": np.dtype("<i8")}
_MASKED: Final = np.float32(-1e9)  # added to the score of padding; exp() of it is exactly 0


class Shape(NamedTuple):
    """The measures of the encoder in config.json."""

    layers: int
    heads: int
    width: int
    epsilon: float


def weights(path: str) -> Weights:
    """The tensors of a safetensors file, mapped, by name.

    Raises Refusal if the file is no safetensors file; `setup` then fetches it again.
    """
    try:
        with open(path, "rb") as file:
            (size,) = struct.unpack("<Q", file.read(8))
            header = json.loads(file.read(size))
        raw = np.memmap(path, dtype=np.uint8, mode="r", offset=8 + size)
        header.pop("__metadata__", None)
        result: Weights = {}
        for name, entry in header.items():
            begin, end = entry["data_offsets"]
            result[name] = np.asarray(raw[begin:end]).view(_NUMBERS[entry["dtype"]]).reshape(entry["shape"])
    except (OSError, ValueError, KeyError, TypeError, OverflowError, struct.error) as fault:
        raise Refusal(
            f"{path}: no safetensors file that we can read ({fault}); run `memory-core setup` again"
        ) from fault
    return result


def shape(config: dict[str, Any]) -> Shape:
    """The measures of the encoder in its config.json. Raises Refusal if it is not a BERT encoder with GELU."""
    if config.get("model_type") != "bert" or config.get("hidden_act") != "gelu":
        raise Refusal(
            f"config.json says {config.get('model_type')!r} with {config.get('hidden_act')!r}, not a BERT encoder with "
            "GELU; give a folder that holds its model.onnx to `memory-core setup --model-dir DIR`"
        )
    return Shape(
        int(config["num_hidden_layers"]),
        int(config["num_attention_heads"]),
        int(config["hidden_size"]),
        float(config["layer_norm_eps"]),
    )


class _Builder:
    """Nodes and constants of a graph under construction; every method returns the name of its output."""

    def __init__(self, tensors: Weights, measures: Shape, prefix: str = "") -> None:
        self.prefix = prefix  # keeps the names apart from those of an existing graph
        self.tensors = tensors
        self.measures = measures
        self.nodes: list[Any] = []
        self.constants: dict[str, NDArray[Any]] = {}

    def constant(self, name: str, values: NDArray[Any] | np.generic) -> str:
        self.constants.setdefault(self.prefix + name, np.asarray(values))
        return self.prefix + name

    def tensor(self, name: str) -> str:
        return self.constant(name, np.asarray(self.tensors[name], dtype=np.float32))

    def op(self, kind: str, inputs: list[str], outputs: int = 1, **attributes: Any) -> list[str]:
        number = f"{self.prefix}{kind}_{len(self.nodes)}"
        names = [f"{number}_{output}" for output in range(outputs)]
        self.nodes.append(helper.make_node(kind, inputs, names, name=number, **attributes))
        return names

    def node(self, kind: str, *inputs: str, **attributes: Any) -> str:
        return self.op(kind, list(inputs), **attributes)[0]

    def dense(self, hidden: str, *layers: str) -> str:
        """One matrix product for all named layers side by side: W is [out, in] in the file, [in, out] here."""
        name = "+".join(layers)
        matrix = np.concatenate([self.tensors[f"{layer}.weight"] for layer in layers]).T
        bias = np.concatenate([self.tensors[f"{layer}.bias"] for layer in layers])
        product = self.node("MatMul", hidden, self.constant(f"{name}.weight", np.ascontiguousarray(matrix, np.float32)))
        return self.node("Add", product, self.constant(f"{name}.bias", bias.astype(np.float32)))

    def norm(self, hidden: str, layer: str) -> str:
        scale, bias = self.tensor(f"{layer}.weight"), self.tensor(f"{layer}.bias")
        return self.node("LayerNormalization", hidden, scale, bias, axis=-1, epsilon=self.measures.epsilon)

    def integers(self, *values: int) -> str:
        return self.constant("i_" + "_".join(map(str, values)), np.array(values, np.int64))


def _embeddings(build: _Builder) -> str:
    words = build.node("Gather", build.tensor("embeddings.word_embeddings.weight"), "input_ids")
    kinds = build.node("Gather", build.tensor("embeddings.token_type_embeddings.weight"), "token_type_ids")
    length = build.node("Shape", "input_ids", start=1, end=2)
    places = build.node(
        "Slice", build.tensor("embeddings.position_embeddings.weight"), build.integers(0), length, build.integers(0)
    )
    return build.norm(build.node("Add", build.node("Add", words, places), kinds), "embeddings.LayerNorm")


def _mask(build: _Builder) -> str:
    """0 for tokens, a large negative number for padding, as [batch, 1, 1, tokens]."""
    there = build.node("Cast", "attention_mask", to=TensorProto.FLOAT)
    wide = build.node("Unsqueeze", there, build.integers(1, 2))
    padding = build.node("Sub", build.constant("one", np.float32(1)), wide)
    return build.node("Mul", padding, build.constant("masked", _MASKED))


def _attention(build: _Builder, hidden: str, mask: str, layer: str) -> str:
    heads, width = build.measures.heads, build.measures.width
    own = f"{layer}.attention.self"
    together = build.dense(hidden, f"{own}.query", f"{own}.key", f"{own}.value")
    apart = build.op("Split", [together], outputs=3, axis=-1, num_outputs=3)
    split = build.integers(0, 0, heads, width // heads)
    query, key, value = (build.node("Reshape", part, split) for part in apart)
    query = build.node("Transpose", query, perm=[0, 2, 1, 3])
    key = build.node("Transpose", key, perm=[0, 2, 3, 1])
    value = build.node("Transpose", value, perm=[0, 2, 1, 3])
    root = build.constant("root", np.float32(np.sqrt(width // heads)))
    scores = build.node("Add", build.node("Div", build.node("MatMul", query, key), root), mask)
    context = build.node("MatMul", build.node("Softmax", scores, axis=-1), value)
    context = build.node("Reshape", build.node("Transpose", context, perm=[0, 2, 1, 3]), build.integers(0, 0, width))
    out = build.dense(context, f"{layer}.attention.output.dense")
    # Sum, not Add: onnxruntime would fuse Add with what follows into SkipLayerNormalization, six times slower here.
    return build.norm(build.node("Sum", out, hidden), f"{layer}.attention.output.LayerNorm")


def _feed_forward(build: _Builder, hidden: str, layer: str) -> str:
    wide = build.node("Gelu", build.dense(hidden, f"{layer}.intermediate.dense"))
    out = build.dense(wide, f"{layer}.output.dense")
    return build.norm(build.node("Sum", out, hidden), f"{layer}.output.LayerNorm")


def _pooled(build: _Builder, hidden: str) -> str:
    """The mean over the tokens without padding, at unit length: [batch, width]."""
    there = build.node("Cast", "attention_mask", to=TensorProto.FLOAT)
    total = build.node("MatMul", build.node("Unsqueeze", there, build.integers(1)), hidden)
    words = build.node("Unsqueeze", build.node("ReduceSum", there, build.integers(1), keepdims=1), build.integers(1))
    mean = build.node("Squeeze", build.node("Div", total, words), build.integers(1))
    return build.node("LpNormalization", mean, axis=-1, p=2)


def encoder(tensors: Weights, config: dict[str, Any]) -> Any:
    """The encoder as an ONNX model with the inputs ids, mask and types, int64 [batch, tokens], and the output
    `embedding`.

    The output is float32 [batch, width] of unit length. Raises Refusal if config or tensors are not those of a BERT
    encoder.
    """
    build = _Builder(tensors, shape(config))
    try:
        hidden, mask = _embeddings(build), _mask(build)
        for number in range(build.measures.layers):
            layer = f"encoder.layer.{number}"
            hidden = _feed_forward(build, _attention(build, hidden, mask, layer), layer)
    except KeyError as missing:
        raise Refusal(f"the model's weights hold no tensor {missing}; run `memory-core setup` again") from missing
    build.nodes.append(helper.make_node("Identity", [_pooled(build, hidden)], [OUTPUT], name="out"))
    inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"]) for name in INPUTS]
    out = helper.make_tensor_value_info(OUTPUT, TensorProto.FLOAT, ["batch", build.measures.width])
    constants = [numpy_helper.from_array(values, name) for name, values in build.constants.items()]
    graph = helper.make_graph(build.nodes, "encoder", inputs, [out], constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], producer_name="memory-core")
    model.ir_version = IR_VERSION
    onnx.checker.check_model(model)
    return model


def pooled(model: Any, width: int) -> Any:
    """The model with mean pooling and normalisation after its `last_hidden_state`; unchanged if it pools already.

    This is for a model.onnx from another source, for instance fastembed's, which leaves pooling to the caller. Raises
    `Refusal` if its operators are older than those of the pooling.
    """
    names = [output.name for output in model.graph.output]
    if names == [OUTPUT]:
        return model
    version = max((entry.version for entry in model.opset_import if entry.domain in ("", "ai.onnx")), default=0)
    if version < _OLDEST:
        raise Refusal(f"model.onnx uses operators of version {version}, {_OLDEST} is the oldest that we can extend")
    build = _Builder({}, Shape(0, 0, width, 0.0), "pooling_")
    last = "last_hidden_state" if "last_hidden_state" in names else names[0]
    build.nodes.append(helper.make_node("Identity", [_pooled(build, last)], [OUTPUT], name="pooling_out"))
    model.graph.node.extend(build.nodes)
    model.graph.initializer.extend(numpy_helper.from_array(values, name) for name, values in build.constants.items())
    there = {given.name for given in model.graph.input}
    model.graph.input.extend(
        helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"])
        for name in INPUTS
        if name not in there
    )
    del model.graph.output[:]
    model.graph.output.append(helper.make_tensor_value_info(OUTPUT, TensorProto.FLOAT, ["batch", width]))
    onnx.checker.check_model(model)
    return model
