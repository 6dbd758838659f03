"""The protocol of a wing: what the worker, the start of a session and the verbs ask of every wing.

A wing that takes part has a module `wing` with an object `WING`, and `core.wings` lists that module.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from memory_core.core.memory import NOTHING, Memory

if TYPE_CHECKING:
    from memory_core.core.health import Check


class About(NamedTuple):
    """What a wing knows about a subject."""

    title: str
    rows: list[tuple[Memory, str]]  # memories, each with the reason why it is shown
    command: str  # the command that shows everything


class Place(NamedTuple):
    """The session that is captured."""

    root: str
    session: str  # id of the session
    here: str = ""  # its folder; "" for a killed session and for a text
    state: Mapping[str, Any] = NOTHING  # the state that the last capture saved
    last_words: Callable[[str], str] = lambda _: ""  # the last message of an agent, by its id; "" if unknown
    is_live: bool = True  # False for a transcript or a text that a verb extracts


class Wing:
    """A wing. Each method does nothing by default."""

    def health(self, root: str) -> "Iterable[Check]":  # noqa: ARG002
        """Its checks for `doctor`."""
        return ()

    def tidy(self, root: str) -> None:
        """Remove old entries."""

    def listener(self, place: Place) -> Any:  # noqa: ARG002
        """A listener (`extract.listener.Listener`) to the capture of a session; None if the wing takes no part."""
        return None

    def end(self, root: str, session: str) -> bool:  # noqa: ARG002
        """Finish a session that has ended; False if that must wait."""
        return True

    def kept(self, root: str, session: str, memories: Sequence[Memory]) -> None:
        """Handle memories of a session that were kept or changed. The caller holds the lock."""

    def derive(self, root: str, until: float, ended: str) -> None:
        """Build derived data that takes long, until a moment of `time.monotonic()`.

        `ended` is the folder of a session that has ended; "" if none has.
        """

    def alike(self, root: str, memories: Sequence[Memory], until: float) -> list[Memory] | None:  # noqa: ARG002
        """Kept memories that may state the same as one of these; None if the wing has no index.

        `until` is a moment of `time.monotonic()`.
        """
        return None

    def tables(self, root: str) -> None:
        """Rebuild the tables that hooks read, if they are older than their homes."""

    def about(self, root: str, words: str) -> About | None:
        """What the wing knows about the subject of these words; None if the wing does not answer."""

    def work(self, root: str, here: str) -> str:  # noqa: ARG002
        """The name of the spec or ticket that a session in the folder `here` works on; "" if there is none."""
        return ""

    def refresh(self, root: str, seconds: float) -> None:
        """Write the views of all homes again, with at most `seconds` for the index."""

    def prepare(self, root: str, seconds: float, here: str) -> None:
        """Prepare the next start of a session in the folder `here`, with at most `seconds` for the index."""
