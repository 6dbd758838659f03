"""The cache of the state of code that memories name, for one commit of HEAD."""

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from memory_core.core.light import hashes, json_store
from memory_core.recall.anchors import STATES, Anchor, Names

_KEPT: Final = 20_000  # memories in the cache


_FILE: Final = json_store.derived("anchors.json", 16_000_000)


class Asked(NamedTuple):
    """The names in a memory, and when it was made: its commit ("" if it has none) and its time (UTC, ISO 8601)."""

    names: Names
    commit: str
    created: str


def key(asked: Asked) -> str:
    """The key of these names in the cache: 16 hex digits."""
    text = "\0".join((*asked.names.paths, "", *asked.names.symbols, asked.commit, asked.created))
    return hashes.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]


def known(root: str, head: str) -> dict[str, tuple[Anchor, ...]]:
    """The cached anchors for this HEAD, by `key`. Reads one file and does not run git."""
    stored = _FILE.load(root)
    rows: Any = stored.get("known")
    if stored.get("head") != head or not isinstance(rows, dict):
        return {}
    return {name: tuple(_anchors(row)) for name, row in rows.items()}


def keep(root: str, head: str, anchors_by_key: Mapping[str, Sequence[Anchor]]) -> None:
    """Cache anchors for this HEAD. If the file cannot be written, they are only computed again."""
    rows = {name: [list(anchor) for anchor in anchors] for name, anchors in list(anchors_by_key.items())[-_KEPT:]}
    with contextlib.suppress(OSError):
        _FILE.save(root, value={"head": head, "known": rows})


def _anchors(rows: Any) -> Iterator[Anchor]:
    for row in rows if isinstance(rows, list) else ():
        if (
            isinstance(row, list)
            and len(row) == 3
            and all(isinstance(value, str) for value in row)
            and row[1] in STATES
        ):
            yield Anchor(*row)
