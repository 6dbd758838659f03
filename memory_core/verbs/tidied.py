"""What `tidy` handed out and what became of it: `tidied.json` in the project's derived folder."""

from typing import Final, NamedTuple

from memory_core.core.light import json_store

_FILE: Final = json_store.derived("tidied.json", 2_000_000)
_REFUSED: Final = 600
_SEEN: Final = 2_000


class Tidied(NamedTuple):
    """What is known of earlier runs."""

    refused: tuple[str, ...] = ()  # fingerprints of candidates that nobody wants
    offered: tuple[str, ...] = ()  # ids that were handed out
    seen: tuple[str, ...] = ()  # ids of memories that a run left as they are
    cost: int = 0  # tokens that were handed out since the last answer


def read(root: str) -> Tidied:
    """What is known; nothing where the file cannot be read."""
    given = _FILE.load(root)
    cost = given.get("cost")
    refused, offered, seen = (tuple(json_store.texts(given.get(name))) for name in ("refused", "offered", "seen"))
    return Tidied(refused, offered, seen, cost if isinstance(cost, int) else 0)


def write(root: str, tidied: Tidied) -> None:
    """Write what is known. The caller holds the project's lock."""
    kept = tidied._replace(refused=tidied.refused[-_REFUSED:], seen=tidied.seen[-_SEEN:])
    _FILE.save(root, value=kept._asdict())
