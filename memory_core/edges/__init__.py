"""Access to the heavy libraries. Importing this module is cheap; each function imports its library when it is called.

Only verbs and detached processes call them, never a hook. If set-up is missing or broken, the function raises
`Refusal`, and the verb continues with keywords alone.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from memory_core.core.light.errors import Refusal

if TYPE_CHECKING:
    from memory_core.language.blocks import Block

# onnxruntime from 1.31 on keeps a device id and an event store in the user's cache and sends them to its maker, unless
# this is set before it is loaded. Nothing of ours may speak to the network.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

_KEYWORDS_ONLY = "search works by keywords alone until `memory-core setup` has run"


class Embedder(Protocol):
    """Converts texts to vectors of their meaning (CS-FR-014, CS-FR-015)."""

    def embed(self, texts: Sequence[str]) -> list[bytes]:
        """A vector for each text, in order: float32 little-endian, 384 wide, unit length."""


def query_embedder(model_dir: str) -> Embedder:
    """An embedder for a few texts in a new process: onnxruntime's C interface on the mapped model; opens in 50 ms.

    A vector depends on its text alone, and is bit for bit the same as the bulk embedder's. Raises Refusal if
    onnxruntime or the model is missing; `memory-core setup` mends it.
    """
    from memory_core.edges import _query

    def tokens() -> _query.Ids:
        try:
            from memory_core.edges import _tokens
        except ImportError as missing:
            raise Refusal(f"the tokenizers package is missing ({missing}); {_KEYWORDS_ONLY}") from missing
        return _tokens.Tokens(model_dir, _query.LIMIT)

    def session() -> _query.Vectors:
        try:
            from memory_core.edges import _runtime
        except ImportError as missing:
            raise Refusal(f"the onnxruntime package is missing ({missing}); {_KEYWORDS_ONLY}") from missing
        return _runtime.Session(os.path.join(model_dir, "model.ort"))

    return _query.QueryEmbedder(model_dir, tokens, session)


def bulk_embedder(model_dir: str) -> Embedder:
    """An embedder for a rebuild: fastembed with the same file, one text per batch, as many threads as cores.

    Its import takes 400 ms, which is worth it from a hundred texts on. Raises Refusal if fastembed or the model is
    missing; `memory-core setup` mends it.
    """
    from memory_core.edges import _no_pictures, _query

    _no_pictures.stand_in()
    try:
        from memory_core.edges import _bulk
    except ImportError as missing:
        raise Refusal(f"the fastembed package is missing ({missing}); {_KEYWORDS_ONLY}") from missing
    return _bulk.BulkEmbedder(model_dir, _query.WIDTH)


def make_model(source: str, target: str) -> Mapping[str, Any]:
    """Make a model from the weights in `source` in the folder `target`: model.ort and tokenizer; returns its measures.

    `source` holds model.safetensors with config.json, or model.onnx, and tokenizer.json. Raises `Refusal` if they are
    not those of all-MiniLM-L6-v2.
    """
    from memory_core.edges import _convert

    return _convert.make(source, target)


def lock(descriptor: int) -> bool:
    """Take an exclusive lock on an open file with filelock; returns whether that succeeded.

    Raises `OSError` if the file system has no locks. The import takes 70 ms.
    """
    from filelock import lock_descriptor

    return lock_descriptor(descriptor, blocking=False)


def unlock(descriptor: int) -> None:
    """Release a lock that `lock` took."""
    from filelock import unlock_descriptor

    unlock_descriptor(descriptor)


def front_matter() -> Callable[[str], Mapping[str, str | list[str] | None] | None]:
    """A function from a YAML mapping to its strings, lists of strings and nulls; it returns None for any other text.

    The import takes 20 ms; the codec needs it only for notes that memory-core did not write. Raises Refusal if PyYAML
    is not installed; `memory-core setup` mends it.
    """
    try:
        from memory_core.edges import _front_matter
    except ImportError as missing:
        raise Refusal(f"the PyYAML package is missing ({missing}); run `memory-core setup`") from missing
    return _front_matter.load


def secret_detector() -> Callable[[str], list[tuple[str, str]]]:
    """A function from one line to the secrets that detect-secrets finds in it: (kind, the secret).

    Its import takes 115 ms; `redact.second_opinion` decides when it is worth that. `Refusal` if detect-secrets is not
    installed (`memory-core setup` installs it); until then `redact` works without it.
    """
    try:
        from memory_core.edges import _detect_secrets
    except ImportError as missing:
        raise Refusal(f"the detect-secrets package is missing ({missing}); run `memory-core setup`") from missing
    return _detect_secrets.find


def formats() -> Callable[[str, Any], Iterator[tuple[str, str]]]:
    """A function from the name of a stored format and a value to the faults of the value, one by one: (place, fault).

    A format is named after its schema: `proof` is `schemas/proof.schema.json`. A place reads
    `memories[4].links[0].rel`; a fault quotes nothing of the value. The import takes 100 ms; `import`, `verify`, `aidd
    verify` and `doctor` use it. `Refusal` if pydantic is not installed; `memory-core setup` installs it.
    """
    try:
        from memory_core.edges import _formats
    except ImportError as missing:
        raise Refusal(f"the pydantic package is missing ({missing}); run `memory-core setup`") from missing
    return _formats.faults


def yaml_blocks() -> "Callable[[str], tuple[list[Block], str]]":
    """A function from a YAML document to its blocks and its error, "" if there is none.

    Raises Refusal if PyYAML is not installed; `memory-core setup` mends it.
    """
    try:
        from memory_core.edges import _yaml
    except ImportError as missing:
        raise Refusal(f"the PyYAML package is missing ({missing}); run `memory-core setup`") from missing
    return _yaml.blocks


def parser() -> Callable[[str, str], Any]:
    """A parser for JavaScript and TypeScript: (grammar, text) to the root of tree-sitter's tree.

    The import takes 5 ms. Raises Refusal if tree-sitter is not installed; `memory-core setup` mends it.
    """
    try:
        from memory_core.edges import _parser
    except ImportError as missing:
        raise Refusal(f"tree-sitter is missing ({missing}); `memory-core setup` installs it") from missing
    return _parser.tree


def lexers() -> Callable[[str, str], Iterator[tuple[int, int, str]]]:
    """A function that finds comments and strings with Pygments: (file name, text) to (start, end, kind).

    The import takes 25 ms, and 5 to 50 ms for each language. Raises Refusal if Pygments is not installed; `memory-core
    setup` mends it.
    """
    try:
        from memory_core.edges import _lexers
    except ImportError as missing:
        raise Refusal(f"Pygments is missing ({missing}); `memory-core setup` installs it") from missing
    return _lexers.pieces
