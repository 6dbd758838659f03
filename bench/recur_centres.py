"""Make anew what a model says of the kinds of defect, after examples have changed: `python -m bench.recur_centres`."""

import hashlib
from pathlib import Path

from memory_core.domain.review import reading
from memory_core.edges import bulk_embedder
from memory_core.flows import findings_meaning
from memory_core.stores import install


def digest() -> str:
    """Of the examples: the file that was made of others is out of date."""
    return hashlib.sha256(repr(reading.examples()).encode()).hexdigest()[:16]


def main() -> None:
    folder = install.model_dir()
    if folder is None:
        raise SystemExit("no model is set up: run `memory-core setup`")
    known = reading.examples()
    made = bulk_embedder(folder).embed([text for _, text in known])
    vectors = [(kind, vector) for (kind, _), vector in zip(known, made, strict=True)]
    raw = findings_meaning.packed(vectors, digest())
    Path(findings_meaning.PLACE).write_bytes(raw)
    print(f"{findings_meaning.PLACE}: {len(known)} examples, {len(raw)} bytes")


if __name__ == "__main__":
    main()
