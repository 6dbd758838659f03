"""What a person at a terminal is asked; nobody else is."""

import argparse
import sys
from typing import Final

_YES: Final = ("y", "yes")


def can_ask(options: argparse.Namespace) -> bool:
    """Whether a person reads the answer and types the next word: no pipe, no session, no program."""
    return sys.stdin.isatty() and sys.stdout.isatty() and not options.args_stdin and not options.json


def agrees(question: str) -> bool:
    """Whether the person says yes; anything else, and the end of the input, is no."""
    print(f"{question} [y/N] ", end="", flush=True)
    return sys.stdin.readline().strip().casefold() in _YES


def chosen(question: str, many: int) -> int:
    """The number that the person types, from 1 to `many`; 0 for none of them."""
    print(f"{question} [1-{many}, Enter: none] ", end="", flush=True)
    word = sys.stdin.readline().strip()
    return int(word) if word.isascii() and word.isdigit() and len(word) < 4 and int(word) <= many else 0
