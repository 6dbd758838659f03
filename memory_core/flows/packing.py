"""The packs of a ticket, made from its documents and its log, and written where they changed.

For every function here the caller holds `workspace.held(root)`. Nothing is printed.
"""

from typing import NamedTuple


class Built(NamedTuple):
    """A pack as it stands on disk now."""

    path: str  # from the root of the project
    text: str
    changed: bool  # whether this call wrote it


def semantic(root: str, ticket: str) -> Built | None:
    """The pack of what the ticket's documents say; None where it has no document, and nothing is written."""
    raise NotImplementedError


def decisions(root: str, ticket: str, most: int = 0) -> Built | None:
    """The pack of what is decided, of at most `most` active decisions where that is given.

    None where the ticket has neither a log nor a document, and nothing is written.
    """
    raise NotImplementedError


def both(root: str, ticket: str) -> tuple[Built, ...]:
    """The packs that the ticket has a source for; none where the project's settings switch them off."""
    raise NotImplementedError
