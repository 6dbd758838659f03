"""Convert published weights to the file that the embedders open. Only set-up loads this module.

The weights become int8 per channel, and activations are quantised at run time (`quantize_dynamic`): a quarter of the
size, twice the speed. The result is compared with full precision on the machine that will use it: some processors add
int8 products with saturation, and for those the weights keep seven bits.
"""

import hashlib
import json
import logging
import os
import shutil
from typing import Any, Final

import numpy as np
import onnx
import onnxruntime
from numpy.typing import NDArray
from onnxruntime.quantization import QuantType, quantize_dynamic

from memory_core.core.light.errors import Refusal
from memory_core.edges import _graph, _query, _runtime, _tokens

FLOOR: Final = 0.96  # the least cosine to full precision that a probe may have
_SAME: Final = 0.03  # how far a number of the published embedding may be off, quantised or not
# "This is an example sentence", as the model's card prints it.
_CARD: Final = ("This is an example sentence", (0.0677, 0.0635, 0.0487, 0.0793))
PROBES: Final = (
    "We decided to use SQLite for the cache because it is local and needs no server.",
    "fix: retry the upload when the token has expired",
    "src/billing/invoice.py",
    "The build fails on Windows: path separators are not normalised.",
    "never log the customer's address",
    "blocked by the missing permission on the staging bucket",
    "rounding is half to even everywhere",
    "Who owns the migration of the users table, and when is it due?",
    "TypeError: cannot unpack non-iterable NoneType object",
    "Rejected: a message queue. Two writers do not need one, and nobody wants to run it.",
    "The release notes are written by hand, one line per change, newest first.",
    "GET /v2/orders returns 404 for archived orders; it should return 410.",
    "convention",
    "Tests take the fixtures from conftest and never touch the network.",
    "Retry with exponential backoff, at most five times, then give up and page the owner.",
    "naïve Bäume, 東京, crème brûlée",
    "parse(format(x)) == x for every x",
    "The dashboard shows yesterday's figures until the nightly job has run; the header says when they were taken.",
)


def make(source: str, target: str) -> dict[str, Any]:
    """Make the files in `target`; returns the measures of the model, its quantisation, its fidelity to full precision.

    `weights` is the SHA-256 of the quantised model before it is optimised for this machine: equal for equal sources.

    Raises Refusal if `source` does not hold all-MiniLM-L6-v2.
    """
    logging.getLogger().setLevel(logging.ERROR)  # the quantiser recommends a step that this graph does not need
    _write_tokenizer(source, target)
    whole = os.path.join(target, "whole.onnx")
    model = _model(source)
    onnx.save(model, whole)
    try:
        _must_be_minilm(_embed(target, whole, [_CARD[0]])[0], source)
        quantisation, fidelity = _quantise(target, whole, _is_quantised(model))
        checksum = _map(target)
    finally:
        os.unlink(whole)
    measures = {"width": _query.WIDTH, "tokens": _query.LIMIT}
    return {**measures, "quantisation": quantisation, "fidelity": fidelity, "weights": checksum}


def _model(source: str) -> Any:
    ready = os.path.join(source, "model.onnx")
    if os.path.isfile(ready):
        return _graph.pooled(onnx.load(ready), _query.WIDTH)
    try:
        with open(os.path.join(source, "config.json"), encoding="utf-8") as file:
            config = json.load(file)
    except (OSError, ValueError) as fault:
        raise Refusal(f"{source}: its config.json cannot be read ({fault}); name a folder with the model") from fault
    return _graph.encoder(_graph.weights(os.path.join(source, "model.safetensors")), config)


def _is_quantised(model: Any) -> bool:
    return any(node.op_type in ("DynamicQuantizeLinear", "DynamicQuantizeMatMul") for node in model.graph.node)


def _write_tokenizer(source: str, target: str) -> None:
    """Write the files that fastembed, the tokenizers library and the own tokeniser read, with one limit for all."""
    path = os.path.join(source, "tokenizer.json")
    try:
        with open(path, encoding="utf-8") as file:
            content = json.load(file)
        vocabulary, normaliser = content["model"]["vocab"], content["normalizer"]
    except (OSError, ValueError, KeyError, TypeError) as fault:
        raise Refusal(f"{path} cannot be read ({fault}); name a folder with the model and its tokenizer") from fault
    if normaliser.get("type") != "BertNormalizer" or not normaliser.get("lowercase"):
        raise Refusal(f"{path} is not the uncased BERT tokenizer; name a folder with all-MiniLM-L6-v2")
    shutil.copyfile(path, os.path.join(target, "tokenizer.json"))
    tokens = sorted(vocabulary, key=vocabulary.__getitem__)
    with open(os.path.join(target, "vocab.txt"), "w", encoding="utf-8", newline="\n") as file:
        file.write("\n".join(tokens))
    for name, content in {
        "tokenizer_config.json": {"model_max_length": _query.LIMIT, "pad_token": "[PAD]"},
        "config.json": {"pad_token_id": vocabulary["[PAD]"]},
    }.items():
        with open(os.path.join(target, name), "w", encoding="utf-8") as file:
            json.dump(content, file)


def _embed(folder: str, path: str, texts: list[str]) -> NDArray[np.float32]:
    tokens, session = _tokens.Tokens(folder, _query.LIMIT), _runtime.Session(path)
    return np.array([np.frombuffer(session.embed(tokens.ids(text)), "<f4") for text in texts])


def _must_be_minilm(vector: NDArray[np.float32], source: str) -> None:
    off = np.abs(vector[: len(_CARD[1])] - np.array(_CARD[1])).max() if vector.shape == (_query.WIDTH,) else np.inf
    if off > _SAME:
        raise Refusal(
            f"{source}: this is not all-MiniLM-L6-v2, its embedding of {_CARD[0]!r} is another; "
            "run `memory-core setup` without --model-dir, or name a folder with that model"
        )


def _quantise(target: str, whole: str, already: bool) -> tuple[str, dict[str, float]]:
    """Write the first quantisation that is near enough to full precision, else none; returns (its name, its
    fidelity).
    """
    final = os.path.join(target, "model.onnx")
    if already:
        shutil.copyfile(whole, final)
        return "as given", {}
    exact = _embed(target, whole, list(PROBES))
    for name, narrow in (("int8 per channel", False), ("int8 per channel, 7 bits", True)):
        options = {"DefaultTensorType": onnx.TensorProto.FLOAT}  # behind operators whose shapes onnx cannot infer
        quantize_dynamic(
            whole, final, weight_type=QuantType.QInt8, per_channel=True, reduce_range=narrow, extra_options=options
        )
        cosines = (_embed(target, final, list(PROBES)) * exact).sum(axis=1)
        if cosines.min() >= FLOOR:
            return name, {"min": round(float(cosines.min()), 4), "mean": round(float(cosines.mean()), 4)}
    shutil.copyfile(whole, final)
    return "none", {"min": 1.0, "mean": 1.0}


def _map(target: str) -> str:
    """Replace model.onnx by the optimised model.ort, which can be mapped; returns the SHA-256 of model.onnx."""
    plain = os.path.join(target, "model.onnx")
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_EXTENDED
    options.optimized_model_filepath = os.path.join(target, "model.ort")
    options.add_session_config_entry("session.save_model_format", "ORT")
    options.log_severity_level = 3
    onnxruntime.InferenceSession(plain, options, providers=["CPUExecutionProvider"])
    with open(plain, "rb") as file:
        checksum = hashlib.file_digest(file, "sha256").hexdigest()
    os.unlink(plain)
    return checksum
