"""What a phase of a spec begins with: what is known that fits (CS-US-012 to 014)."""

from memory_core.domain.spec import spec as terms
from memory_core.domain.spec.recalled import Part as Part
from memory_core.domain.spec.recalled import Recalled as Recalled
from memory_core.domain.spec.spec import Spec


def planning(root: str, here: str, words: str, slug: str) -> Recalled:  # noqa: ARG001 - the search follows
    """What earlier specs can tell one that begins, described by `words`; never what belongs to `slug` itself."""
    return Recalled(terms.PLANNING, [])


def implementation(root: str, here: str, spec: Spec) -> Recalled:  # noqa: ARG001 - the search follows
    """What the spec itself decided and found out, what is open, and what blocked similar ones."""
    return Recalled(terms.IMPLEMENTATION, [])


def closing(root: str, here: str, spec: Spec) -> Recalled:  # noqa: ARG001 - the story follows
    """All that the spec kept, what was promised against what came, and its story in order of time."""
    return Recalled(terms.COMPLETED, [])
