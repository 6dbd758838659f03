"""The protocol of a wing: what the worker, a start and the verbs ask of every wing, whichever wings there are.

A wing that has something to do there has a module `wing` with `WING`, and `core.wings` lists that module.
"""

from typing import NamedTuple

from memory_core.core.memory import Memory


class About(NamedTuple):
    """What a wing holds about a subject."""

    title: str
    rows: list[tuple[Memory, str]]  # each with why it is shown
    command: str  # shows all of the wing


class Wing:
    """One wing; a method does nothing where the wing does not define it."""

    def tidy(self, root: str) -> None:
        """Let old entries go."""

    def tables(self, root: str) -> None:
        """Make the tables that hooks read, where those at hand are older than their homes."""

    def about(self, root: str, words: str) -> About | None:
        """What it holds about the subject of these words; None where it is not asked."""

    def work(self, root: str, here: str) -> str:  # noqa: ARG002
        """The name of the work that a session in the folder `here` is on; "" where there is none."""
        return ""

    def refresh(self, root: str, seconds: float) -> None:
        """Write the views of all homes again, with at most `seconds` for the index."""

    def prepare(self, root: str, seconds: float, here: str) -> None:
        """Prepare the next start of a session in the folder `here`, with at most `seconds` for the index."""
