"""Make anew what a model says of the kinds of defect, after examples have changed: `python -m bench.recur_centres`."""

from pathlib import Path

from memory_core.domain.review import reading
from memory_core.edges import bulk_embedder
from memory_core.flows import findings_meaning
from memory_core.stores import install


def main() -> None:
    folder = install.model_dir()
    if folder is None:
        raise SystemExit("no model is set up: run `memory-core setup`")
    known = reading.examples()
    made = bulk_embedder(folder).embed([text for _, text in known])
    raw = findings_meaning.packed([(kind, vector) for (kind, _), vector in zip(known, made, strict=True)])
    Path(findings_meaning.PLACE).write_bytes(raw)
    print(f"{findings_meaning.PLACE}: {len(known)} examples, {len(raw)} bytes")


if __name__ == "__main__":
    main()
