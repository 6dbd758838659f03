"""Writes `common_words.txt`: which words technical text and people use, as four tables of bits.

    python -m tools.fit.words FOLDER ...
    python -m tools.fit.words --spoken

Made from the packages that `requirements/` names, Django 5.1.4 (its sources, and its translations, which bring words
of other languages) and this repository's sources; the tables of what people use from the package wordfreq 3.1.1, by
`--spoken`, which leaves the other two as they are. It is run again only where the list is to change; the fit of the
finder reads the file.
"""

import os
import re
import sys
from binascii import a2b_base64, b2a_base64, crc32
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Final

from memory_core.redact.lexicon import stands

TARGET: Final = Path(__file__).resolve().parents[2] / "memory_core" / "data" / "common_words.txt"
_KINDS: Final = (".py", ".md", ".rst", ".txt", ".pyi", ".html", ".js", ".json", ".toml", ".cfg", "METADATA")
_WORD: Final = r"[^\W\d_]{3,20}"
_PIECE: Final = r"[A-Z]?[a-zß-ÿ]+|[A-Z]+(?![a-z])|[^\W\d_]+"
_TOLD: Final = r'msgstr(?:\[\d\])? ((?:"(?:[^"\\]|\\.)*"\s*)+)'
_LARGEST: Final = 400_000
FREQUENT: Final = (30, 4)  # so many files, or so often in the translations of a language
KNOWN: Final = (6, 2)
_BITS: Final = (17, 18)
_NEAR: Final = "en de fr es it pt nl sv da nb fi pl cs hu tr ru".split()
_FAR: Final = "sk sl sh ro uk bg el id vi hi ar he fa ko lt lv ca".split()
_SPOKEN: Final = {"spoken often": (600, 600, 18), "spoken": (8000, 2000, 20)}  # of each language, bits of the table


def main() -> int:
    """0; writes the file."""
    if sys.argv[1:] == ["--spoken"]:
        kept = TARGET.read_text(encoding="ascii").splitlines()[:5]
        TARGET.write_text("\n".join([*kept, *_spoken(kept)]) + "\n", encoding="ascii")
        return 0
    files: Counter[str] = Counter()
    in_messages: Counter[tuple[str, str]] = Counter()
    for path in _files(sys.argv[1:]):
        text = path.read_text(encoding="utf-8", errors="ignore")
        if path.suffix == ".po":
            language = path.parts[-3].partition("_")[0]
            messages = " ".join(re.findall(_TOLD, text))
            in_messages.update((language, word.lower()) for word in re.findall(_WORD, messages) if word[0] < "\u2e80")
        else:
            files.update({piece.lower() for word in re.findall(_WORD, text) for piece in re.findall(_PIECE, word)})
    lines = ["memory-core words 1"]
    for name, (least, least_told), bits in zip(("frequent", "known"), (FREQUENT, KNOWN), _BITS, strict=True):
        words = {word for word, many in files.items() if many >= least and len(word) > 2}
        words |= {word for (_, word), many in in_messages.items() if many >= least_told}
        lines += [f"{name} {bits}", b2a_base64(_table(words, bits), newline=False).decode()]
    TARGET.write_text("\n".join([*lines, *_spoken(lines)]) + "\n", encoding="ascii")
    return 0


def _spoken(kept: Sequence[str]) -> Iterator[str]:
    """The lines of the tables of what people use: of words that those before them do not know."""
    top_n_list = import_module("wordfreq").top_n_list  # installed only where the tables are made
    frequent, known = (a2b_base64(line) for line in kept[2::2])
    tables = [frequent]
    for name, (near, far, bits) in _SPOKEN.items():
        words = {word for language in _NEAR for word in top_n_list(language, near)}
        words.update(word for language in _FAR for word in top_n_list(language, far))
        new = (word for word in words if re.fullmatch(_WORD, word) and not any(stands(word, each) for each in tables))
        tables += [_table(new, bits), known]
        yield f"{name} {bits}"
        yield b2a_base64(tables[-2], newline=False).decode()


def _files(folders: Iterable[str]) -> Iterator[Path]:
    for folder in folders:
        for where, _, names in os.walk(folder):
            for name in sorted(names):
                path = Path(where, name)
                if name.endswith((*_KINDS, ".po")) and path.stat().st_size <= _LARGEST:
                    yield path


def _table(words: Iterable[str], bits: int) -> bytes:
    """As `screen.lexicon.common` reads it."""
    table = bytearray(1 << (bits - 3))
    for word in words:
        place = crc32(word.encode())
        step = (place >> 16 | 1) * 40503
        for each in range(5):
            at = (place + each * step) & ((1 << bits) - 1)
            table[at >> 3] |= 1 << (at & 7)
    return bytes(table)


if __name__ == "__main__":
    sys.exit(main())
