"""What the files of a spec say that is worth keeping: documents in, items out."""

from collections.abc import Mapping

from memory_core.domain.spec.spec import Item


def items(documents: Mapping[str, str], slug: str) -> list[Item]:
    """What these documents of the spec `slug` say, by the name of the document, each thing once."""
    del documents, slug
    return []
