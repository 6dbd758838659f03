"""What a terminal can show: colour on a terminal only, and never against the user's wish (NO_COLOR)."""

import os
import sys
from typing import Final

_CODES: Final = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "blue": "34", "cyan": "36"}


def coloured() -> bool:
    """True where standard output is a terminal that may be coloured."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def paint(text: str, *styles: str) -> str:
    """The text in the styles (bold, dim, red, green, yellow, blue, cyan) where colour is wanted, else as it is."""
    if not coloured():
        return text
    codes = ";".join(_CODES[style] for style in styles)
    return f"\x1b[{codes}m{text}\x1b[0m"


def width(most: int = 100) -> int:
    """The columns to use, at most `most`."""
    said = os.environ.get("COLUMNS", "")
    if said.isdecimal() and int(said) > 0:
        return min(most, int(said))
    try:
        return min(most, os.get_terminal_size(sys.stdout.fileno()).columns or most)
    except (OSError, ValueError):  # no terminal
        return most
