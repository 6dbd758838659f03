"""The progress of a long verb: a bar on a terminal, otherwise a line for each step."""

import sys
from typing import Final, TextIO

from memory_core.core import terminal

_CELLS: Final = 24


class Progress:
    """Steps with weights, shown on standard error. Standard output stays free for the result."""

    def __init__(self, weights: dict[str, float], out: TextIO | None = None) -> None:
        self._out = out or sys.stderr
        self.is_bar = self._out.isatty()
        self._weights = weights
        self._total = sum(weights.values()) or 1.0
        self._done = 0.0
        self._step = ""
        self.share = 0.0  # completed share of all steps, 0 to 1

    def step(self, name: str) -> None:
        """Begin a step; the step before is completed."""
        self._done += self._weights.get(self._step, 0.0)
        self._step = name
        self.share = self._done / self._total
        if self.is_bar:
            self.note("")
        else:
            self._out.write(f"memory-core: {name}\n")
            self._out.flush()

    def note(self, detail: str, part: float = 0.0) -> None:
        """Show a detail of the current step, of which `part` (0 to 1) is completed. Only on a terminal."""
        self.show((self._done + self._weights.get(self._step, 0.0) * min(part, 1.0)) / self._total, detail)

    def show(self, share: float, detail: str) -> None:
        """Show the completed share of all steps, 0 to 1."""
        self.share = share
        if not self.is_bar:
            return
        cells = round(share * _CELLS)
        text = f"{self._step}{': ' if detail else ''}{detail}"
        line = f"[{'#' * cells}{'.' * (_CELLS - cells)}] {share:4.0%}  {text}"
        self._out.write(f"\r\x1b[K{line[: terminal.width(200) - 1]}")
        self._out.flush()

    def end(self) -> None:
        """Clear the line of the terminal."""
        if self.is_bar:
            self._out.write("\r\x1b[K")
            self._out.flush()
