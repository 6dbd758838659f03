"""The protocol of a wing: what the worker, a start and the verbs ask of every wing, whichever wings there are.

A wing that has something to do there has a module `wing` with `WING`, and `core.wings` lists that module.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from memory_core.core.memory import NOTHING, Memory

if TYPE_CHECKING:
    from memory_core.core.health import Check


class About(NamedTuple):
    """What a wing holds about a subject."""

    title: str
    rows: list[tuple[Memory, str]]  # each with why it is shown
    command: str  # shows all of the wing


class Place(NamedTuple):
    """Where a session is that capture keeps."""

    root: str
    session: str  # its id
    here: str = ""  # its folder; "" of a session that was killed, and of a text
    state: Mapping[str, Any] = NOTHING  # as the capture before left it
    last_words: Callable[[str], str] = lambda _: ""  # what an agent said last, by its id; "" where nobody knows
    is_live: bool = True  # False for a transcript or a text that a verb extracts


class Wing:
    """One wing; a method does nothing where the wing does not define it."""

    def health(self, root: str) -> "Iterable[Check]":  # noqa: ARG002
        """Its checks for `doctor`."""
        return ()

    def tidy(self, root: str) -> None:
        """Let old entries go."""

    def listener(self, place: Place) -> Any:  # noqa: ARG002
        """What follows a capture of the session (`extract.listener.Listener`); None where the wing takes no part."""
        return None

    def end(self, root: str, session: str) -> bool:  # noqa: ARG002
        """Let go of a session that has ended; False where that must wait."""
        return True

    def kept(self, root: str, session: str, memories: Sequence[Memory]) -> None:
        """Take note of the memories of a session that were kept or mended. The caller holds the lock."""

    def derive(self, root: str, until: float, ended: str) -> None:
        """Make what is derived and takes long, until a moment of `time.monotonic()`.

        `ended` is the folder of a session that has ended, "" where none has.
        """

    def alike(self, root: str, memories: Sequence[Memory], until: float) -> list[Memory] | None:  # noqa: ARG002
        """The kept memories that could state the same as one of these; None where the wing has no index.

        `until` is a moment of `time.monotonic()`.
        """
        return None

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
