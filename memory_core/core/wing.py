"""The protocol of a wing: what the worker, a start and the verbs ask of every wing, whichever wings there are.

A wing that has something to do there has a module `wing` with `WING`, and `core.wings` lists that module.
"""


class Wing:
    """One wing; a method does nothing where the wing does not define it."""

    def tidy(self, root: str) -> None:
        """Let old entries go."""

    def tables(self, root: str) -> None:
        """Make the tables that hooks read, where those at hand are older than their homes."""

    def refresh(self, root: str, seconds: float) -> None:
        """Write the views of all homes again, with at most `seconds` for the index."""

    def prepare(self, root: str, seconds: float, here: str) -> None:
        """Prepare the next start of a session in the folder `here`, with at most `seconds` for the index."""
