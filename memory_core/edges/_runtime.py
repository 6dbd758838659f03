"""onnxruntime through its Python package, used if its C interface is not available."""

from collections.abc import Sequence

import numpy as np
import onnxruntime

from memory_core.core.light.errors import Refusal


class Session:
    """A model file; it computes the embedding of one text from its token ids."""

    def __init__(self, path: str) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.log_severity_level = 3
        try:
            self._session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        except Exception as fault:  # its exceptions share no base of their own
            raise Refusal(f"{path} cannot be opened ({fault}); run `memory-core setup`") from fault

    def embed(self, ids: Sequence[int]) -> bytes:
        """The embedding of one text from its token ids: float32, little-endian."""
        given = np.array([ids], np.int64)
        feed = {"input_ids": given, "attention_mask": np.ones_like(given), "token_type_ids": np.zeros_like(given)}
        return np.asarray(self._session.run(["embedding"], feed)[0][0], "<f4").tobytes()
