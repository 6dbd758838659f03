"""The model from fastembed's own source. Only set-up opens this room."""

import os
from typing import Final

from fastembed.text.pooled_normalized_embedding import PooledNormalizedEmbedding, supported_pooled_normalized_models
from huggingface_hub import constants, model_info

from memory_core.domain.errors import Refusal

NAME: Final = "sentence-transformers/all-MiniLM-L6-v2"
_PATIENCE: Final = 4.0  # seconds until the source must have answered


def fetch(target: str) -> str:
    """The folder below `target` with model.onnx and tokenizer.json. Raises Refusal where the source does not answer."""
    if constants.is_offline_mode():
        raise Refusal("HF_HUB_OFFLINE is set")
    description = next(known for known in supported_pooled_normalized_models if known.model == NAME)
    try:
        model_info(str(description.sources.hf), timeout=_PATIENCE)
        print("reachable", flush=True)
        folder = PooledNormalizedEmbedding.download_model(description, target, retries=1)
    except Exception as fault:  # the exceptions of three network libraries share no base
        raise Refusal(f"fastembed's own source does not answer ({type(fault).__name__})") from fault
    if not os.path.isfile(os.path.join(folder, "model.onnx")):
        raise Refusal("fastembed's own source gave no model")
    return str(folder)
