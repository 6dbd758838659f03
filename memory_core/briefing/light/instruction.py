"""The instruction for the model at the start of a session: when and how to write a marker line."""

from memory_core import data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

FILE: "Final" = "instruction.txt"  # in the data folder


def text() -> str:
    """The instruction, about 120 tokens."""
    return "\n".join(data.lines(FILE))
