"""What is recalled at the start of a phase, before it is cut to a budget."""

from typing import NamedTuple

from memory_core.core.memory import Memory


class Part(NamedTuple):
    """A heading and what belongs under it, the most relevant first."""

    title: str
    rows: list[tuple[Memory, str]]  # a memory, and why it is shown, or how it went
    more: int = 0  # further rows that fit
    lines: tuple[str, ...] = ()  # sentences, shown in place of the rows
    command: str = ""  # the command that shows all of it


class Recalled(NamedTuple):
    """The content for the start of a phase."""

    phase: str  # planning | implementation | completed
    sections: list[Part]
    note: str = ""  # what the answer lacks, and how to mend that
    summary: tuple[str, ...] = ()  # a few lines before all sections
