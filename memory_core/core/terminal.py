"""What a terminal can show, and what a person at one is asked; colour never against the user's wish (NO_COLOR)."""

import argparse
import importlib
import os
import sys
import unicodedata
from collections.abc import Sequence
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
    text = os.environ.get("COLUMNS", "")
    if text.isdecimal() and int(text) > 0:
        return min(most, int(text))
    try:
        return min(most, os.get_terminal_size(sys.stdout.fileno()).columns or most)
    except (OSError, ValueError):  # no terminal
        return most


def cells(text: str) -> int:
    """The columns that a text takes: two for each character of the scripts that are written wide, none for a mark."""
    if text.isascii():
        return len(text)
    wide = sum(unicodedata.east_asian_width(char) in "WF" for char in text)
    return len(text) + wide - sum(unicodedata.combining(char) > 0 for char in text)


def fitted(text: str, room: int) -> str:
    """The text on one line of exactly so many columns: cut with an ellipsis, or filled up."""
    line = " ".join(text.split())
    if cells(line) > room:
        while line and cells(line) >= room:
            line = line[: -max(1, (cells(line) - room) // 2)]
        line += "…"
    return line + " " * (room - cells(line))


def wrapped(text: str, most: int = 100) -> str:
    """The text with its lines broken at words where the terminal ends; what is indented stays so."""
    textwrap = importlib.import_module("textwrap")  # for people alone
    columns = width(most)
    lines: list[str] = []
    for line in text.split("\n"):
        margin = line[: len(line) - len(line.lstrip())]
        parts = textwrap.wrap(line, columns, subsequent_indent=margin, break_long_words=False, break_on_hyphens=False)
        lines += parts or [""]
    return "\n".join(lines)


_YES: Final = ("y", "yes")


def can_ask(options: argparse.Namespace) -> bool:
    """Whether a person reads the answer and types the next word: no pipe, no session, no program."""
    return sys.stdin.isatty() and sys.stdout.isatty() and not options.args_stdin and not options.json


def agrees(question: str, above: str = "") -> bool:
    """Whether the person says yes; anything else, and the end of the input, is no. `above` is printed first."""
    print(f"{above}\n{question} [y/N] ".lstrip("\n"), end="", flush=True)
    return sys.stdin.readline().strip().casefold() in _YES


def chosen(question: str, rows: Sequence[str]) -> int:
    """The number of the row that the person picks, from 1 on; 0 for none of them."""
    many = len(rows)
    print(*(f"{at}. {row}" for at, row in enumerate(rows, 1)), sep="\n")
    print(f"{question} [1-{many}, Enter: none] ", end="", flush=True)
    word = sys.stdin.readline().strip()
    return int(word) if word.isascii() and word.isdigit() and len(word) < 4 and int(word) <= many else 0
