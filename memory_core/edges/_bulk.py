"""The embedder of a rebuild: fastembed with the same model file, one text per batch, several threads.

In a model that is quantised at run time, the vector of a text depends on the texts in its batch. So each batch here is
one text: its vector depends on the text alone, like that of a query, and two threads on one session are as fast as
batches of sixteen (docs/decisions/0003-model.md).
"""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import numpy as np
from fastembed import TextEmbedding
from fastembed.common.model_description import ModelSource, PoolingType

from memory_core.core.light.errors import Refusal

NAME: Final = "memory-core/all-MiniLM-L6-v2-int8"
_MOST_THREADS: Final = 8


class BulkEmbedder:
    """Computes vectors of many texts."""

    def __init__(self, folder: str, width: int) -> None:
        known = {str(model["model"]) for model in TextEmbedding.list_supported_models()}
        if NAME not in known:
            TextEmbedding.add_custom_model(
                model=NAME,
                pooling=PoolingType.DISABLED,  # the graph pools
                normalization=False,
                sources=ModelSource(url="none"),  # not used, since the path is given
                dim=width,
                model_file="model.ort",
            )
        try:
            self._model = TextEmbedding(
                NAME, threads=1, specific_model_path=folder, local_files_only=True, providers=["CPUExecutionProvider"]
            )
        except Exception as fault:  # onnxruntime's exceptions share no base of their own
            raise Refusal(f"{folder} cannot be opened ({fault}); run `memory-core setup`") from fault
        self._threads = min(_MOST_THREADS, _cores())

    def embed(self, texts: Sequence[str]) -> list[bytes]:
        """A vector for each text, in order: float32 little-endian, 384 wide, unit length."""
        if self._threads == 1 or len(texts) < 2:
            return [self._vector(text) for text in texts]
        with ThreadPoolExecutor(self._threads) as pool:
            return list(pool.map(self._vector, texts))

    def _vector(self, text: str) -> bytes:
        return np.asarray(next(iter(self._model.embed([text], batch_size=1))), "<f4").tobytes()


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
