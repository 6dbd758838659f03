"""Output for a terminal and questions to a person there. Colours respect NO_COLOR."""

import argparse
import importlib
import os
import sys
import unicodedata
from collections.abc import Sequence
from typing import Final

_CODES: Final = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "blue": "34", "cyan": "36"}


def coloured() -> bool:
    """Whether standard output is a terminal that may have colours."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def paint(text: str, *styles: str) -> str:
    """The text in these styles (bold, dim, red, green, yellow, blue, cyan); unchanged without colours."""
    if not coloured():
        return text
    codes = ";".join(_CODES[style] for style in styles)
    return f"\x1b[{codes}m{text}\x1b[0m"


def width(most: int = 100) -> int:
    """The columns of the terminal, at most `most`."""
    text = os.environ.get("COLUMNS", "")
    if text.isdecimal() and int(text) > 0:
        return min(most, int(text))
    try:
        return min(most, os.get_terminal_size(sys.stdout.fileno()).columns or most)
    except (OSError, ValueError):  # not a terminal
        return most


def cells(text: str) -> int:
    """The columns of a text: two for each wide character, none for a combining mark."""
    if text.isascii():
        return len(text)
    wide = sum(unicodedata.east_asian_width(char) in "WF" for char in text)
    return len(text) + wide - sum(unicodedata.combining(char) > 0 for char in text)


def fitted(text: str, room: int) -> str:
    """The text on one line of exactly `room` columns: truncated with an ellipsis, or padded."""
    line = " ".join(text.split())
    if cells(line) > room:
        while line and cells(line) >= room:
            line = line[: -max(1, (cells(line) - room) // 2)]
        line += "…"
    return line + " " * (room - cells(line))


def wrapped(text: str, most: int = 100) -> str:
    """The text with lines broken at words at the width of the terminal; the indentation is kept."""
    textwrap = importlib.import_module("textwrap")  # needed only on a terminal
    columns = width(most)
    lines: list[str] = []
    for line in text.split("\n"):
        margin = line[: len(line) - len(line.lstrip())]
        parts = textwrap.wrap(line, columns, subsequent_indent=margin, break_long_words=False, break_on_hyphens=False)
        lines += parts or [""]
    return "\n".join(lines)


_YES: Final = ("y", "yes")


def can_ask(options: argparse.Namespace) -> bool:
    """Whether a person can be asked: the call is in a terminal, not in a pipe, a session or a program."""
    return sys.stdin.isatty() and sys.stdout.isatty() and not options.args_stdin and not options.json


def agrees(question: str, above: str = "") -> bool:
    """Whether the person answers yes; anything else, and the end of input, is no. `above` is printed first."""
    print(f"{above}\n{question} [y/N] ".lstrip("\n"), end="", flush=True)
    return sys.stdin.readline().strip().casefold() in _YES


def chosen(question: str, rows: Sequence[str]) -> int:
    """The number of the row that the person chooses, from 1; 0 for none."""
    many = len(rows)
    print(*(f"{at}. {row}" for at, row in enumerate(rows, 1)), sep="\n")
    print(f"{question} [1-{many}, Enter: none] ", end="", flush=True)
    word = sys.stdin.readline().strip()
    return int(word) if word.isascii() and word.isdigit() and len(word) < 4 and int(word) <= many else 0
