"""What the model reads at a session's start: when and how to write a marker line."""

from typing import Final

from memory_core import data

FILE: Final = "instruction.txt"  # in the data folder


def text() -> str:
    """The instruction, about 120 tokens."""
    return "\n".join(data.lines(FILE))
