"""What documents say, fact by fact."""

from collections.abc import Iterable
from typing import Final

from memory_core.domain.aidd.block import Block
from memory_core.domain.aidd.fact import Fact

VERSION: Final = 1  # of the rules: what was derived from the facts of another one is made again


def facts(blocks: Iterable[Block], path: str) -> list[Fact]:
    """The facts of a document, in its order."""
    return [
        Fact("constraint", " ".join(block.text.split()), path, block.line, 0.9, "rfc-2119", severity="high")
        for block in blocks
        if block.kind in ("item", "paragraph") and ("MUST" in block.text or "SHALL" in block.text)
    ]


def merged(stated: Iterable[Fact]) -> tuple[Fact, ...]:
    """Each fact once, where it was stated first; the surest of a kind first."""
    first: dict[str, Fact] = {}
    for fact in stated:
        first.setdefault(fact.key, fact)
    return tuple(sorted(first.values(), key=lambda fact: -fact.certainty))
